package induct

import "github.com/assay-dev/assay/engine/term"

// A heap block whose size is not a constant, or none of the first ones that its call
// makes (maxSizes), or larger than cells are kept for, has a single cell: its
// size, a ghost that is written when the block is made. What is read from its
// memory is any value, what is written is lost, as in every blurred object; so
// its bounds, its life and what names it are all that is followed.

// noLink is the link of a ghost that is no rank.
const noLink = -1

// sizeOnly is the layout of a block whose size is part of its state.
func sizeOnly(ptrSize uint64) *layout {
	return &layout{
		cells:   []cell{{off: ghostOffset, size: ptrSize, path: ".size", ghost: true, link: noLink}},
		at:      map[uint64]int{},
		members: []int{1},
	}
}

// blockSize is the size of the block that v names; any where there is none.
func (x *run) blockSize(o *object, v value) term.T {
	st := x.s.obj(o.id)
	if st == nil || st.cells == nil {
		return x.fresh(x.b.ptrBits, o.name+".size")
	}
	return x.b.view(o, st, v).cells[0].t
}

// setBlockSize records the size of a block that was just made.
func (x *run) setBlockSize(o *object, v value, size term.T) {
	if o.sized {
		o.scaled(x.b.pool, size)
		x.change(o, v, func(st *objState) { st.cells[0] = number(size) })
	}
}
