package system

import (
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"

	"github.com/assay-dev/assay/engine/budget"
)

// The timestamp of a block is a ghost: its place in the order in which blocks are made. A
// new block's is greater than that of every block that lives.
//
// Timestamps are compared with each other and nothing else is done with them, so what
// birthBits bits decide holds of any number of blocks, as instBits of instances do
// (heap.go): whatever is compared, there is room for one that is greater.
//
// Only blocks that are freed in a procedure and link to blocks of their own kind have
// timestamps (owned): what tells that the blocks that a call frees are others than those
// that its caller goes on with is that a tree's nodes are made before, or after, the
// nodes below them.
const (
	TimestampBits   = 24
	timestampOffset = 2 * layout.GhostOffset
)

// addTimestamp gives the blocks of a site their ghost.
func addTimestamp(l *layout.Layout) {
	l.Cells = append(l.Cells, layout.Cell{Off: timestampOffset, Size: TimestampBits / 8, Group: len(l.Members), Ghost: true, Path: ".birth", Link: layout.NoLink})
	l.Members = append(l.Members, 1)
}

// Timestamp is the cell of the timestamps of a site.
func (o *Object) Timestamp() (cell int, ok bool) {
	if !o.Owned || o.Layout == nil {
		return 0, false
	}
	for i := range o.Layout.Cells {
		if o.Layout.Cells[i].Off == timestampOffset {
			return i, true
		}
	}
	return 0, false
}

// younger is the timestamp of a block that is made now.
func (x *run) younger() term.T {
	b, p := x.Sys, x.Sys.Pool
	now := x.fresh(TimestampBits, "birth")
	x.s.Objs.Each(func(id int, st *ObjState) {
		if i, ok := b.Objects[id].Timestamp(); ok {
			lives := b.isSet(p.Select(st.Alive, b.Skolem(0)))
			x.seg.Ghosts = append(x.seg.Ghosts, p.Or(p.Not(lives), p.ULt(p.Select(st.Cells[i].Term, b.Skolem(0)), now)))
		}
	})
	return now
}

// owns gives the blocks that v names timestamps, if a procedure that frees them may have to
// tell them from those that they link to; then blocks that one call makes are one
// object, whichever way leads to it.
func (x *run) owns(v Value) {
	b := x.Sys
	if x.n.ctx.Summary() == nil || b.Certifying || b.Coarse != nil {
		return
	}
	for _, k := range b.ObjectsOf(v) {
		o := b.blockOf(k)
		if o == nil {
			continue
		}
		for _, other := range b.Linked(x.s.Obj(k)) {
			if kin := b.blockOf(other); kin == nil || kin.kind != o.kind {
				continue
			}
			if other != k {
				b.anew(func() { b.Ways[o.kind] = budget.SiteWays.N + 1 })
			} else if !o.Owned {
				b.anew(func() {
					o.Site, o.Owned = true, true
					o.divide(b.PointerSize())
				})
			}
		}
	}
}

// blockOf is the heap block of a size that is known that a number names, nil if it
// names anything else.
func (b *objects) blockOf(k int) *Object {
	if k < IDFirst || b.Objects[k].kind == (blockKey{}) || b.Objects[k].Smashed() {
		return nil
	}
	return b.Objects[k]
}

// Linked are the objects that the addresses in an object's cells may name.
func (b *objects) Linked(st *ObjState) (ks []int) {
	if st == nil {
		return nil
	}
	for _, c := range st.Cells {
		if c.ID != term.None {
			ks = Union(ks, b.IDs(c.ID))
		}
	}
	return ks
}
