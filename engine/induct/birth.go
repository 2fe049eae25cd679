package induct

import "github.com/assay-dev/assay/engine/term"

// The birth of a block is a ghost: its place in the order in which blocks are made. A
// new block's is greater than that of every block that lives.
//
// Births are compared with each other and nothing else is done with them, so what
// birthBits bits decide holds of any number of blocks, as instBits of instances do
// (heap.go): whatever is compared, there is room for one that is greater.
//
// Only blocks that are freed in a procedure and link to blocks of their own kind have
// births (owned): what tells that the blocks that a call frees are others than those
// that its caller goes on with is that a tree's nodes are made before, or after, the
// nodes below them.
const (
	birthBits   = 24
	birthOffset = 2 * ghostOffset
)

// addBirth gives the blocks of a site their ghost.
func (l *layout) addBirth() {
	l.cells = append(l.cells, cell{off: birthOffset, size: birthBits / 8, group: len(l.members), ghost: true, path: ".birth", link: noLink})
	l.members = append(l.members, 1)
}

// birth is the cell of the births of a site.
func (o *object) birth() (cell int, ok bool) {
	if !o.owned || o.lay == nil {
		return 0, false
	}
	for i := range o.lay.cells {
		if o.lay.cells[i].off == birthOffset {
			return i, true
		}
	}
	return 0, false
}

// younger is the birth of a block that is made now.
func (x *run) younger() term.T {
	b, p := x.b, x.b.pool
	now := x.fresh(birthBits, "birth")
	x.s.objs.each(func(id int, st *objState) {
		if i, ok := b.objects[id].birth(); ok {
			lives := b.isSet(p.Select(st.alive, b.skolem(0)))
			x.seg.ghosts = append(x.seg.ghosts, p.Or(p.Not(lives), p.ULt(p.Select(st.cells[i].t, b.skolem(0)), now)))
		}
	})
	return now
}

// owns gives the blocks that v names births, if a procedure that frees them may have to
// tell them from those that they link to; then blocks that one call makes are one
// object, whichever way leads to it.
func (x *run) owns(v value) {
	b := x.b
	if x.n.ctx.procedure() == nil || b.certifying || b.outline != nil {
		return
	}
	for _, k := range b.objectsOf(v) {
		o := b.blockOf(k)
		if o == nil {
			continue
		}
		for _, other := range b.linked(x.s.obj(k)) {
			if kin := b.blockOf(other); kin == nil || kin.kind != o.kind {
				continue
			}
			if other != k {
				b.anew(func() { b.ways[o.kind] = maxWays + 1 })
			} else if !o.owned {
				b.anew(func() {
					o.site, o.owned = true, true
					o.divide(b.pointerSize())
				})
			}
		}
	}
}

// blockOf is the heap block of a size that is known that a number names, nil if it
// names anything else.
func (b *builder) blockOf(k int) *object {
	if k < idFirst || b.objects[k].kind == (blockKey{}) || b.objects[k].folded() {
		return nil
	}
	return b.objects[k]
}

// linked are the objects that the addresses in an object's cells may name.
func (b *builder) linked(st *objState) (ks []int) {
	if st == nil {
		return nil
	}
	for _, c := range st.cells {
		if c.id != term.None {
			ks = union(ks, b.ids(c.id))
		}
	}
	return ks
}
