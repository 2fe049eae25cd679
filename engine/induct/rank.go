package induct

import (
	"fmt"

	"github.com/assay-dev/assay/engine/term"
)

// A rank is a ghost of a site's link: for each block the number of blocks from
// it to the end of its list. The program cannot see it and it restricts
// nothing: storing a link changes it to something definite in every state.
// Facts about it are facts of the system like others; those that say that it is
// what it is meant to be hold for lists that are kept in order.
//
// What is stored over itself changes nothing, however it is written: a certificate's
// segments, in which passed checks are assumptions, may say so in other terms.
//
// When the link of block a becomes y instead of x, the rank of a is one more
// than that of y, and the blocks before a in its list, whose ranks are greater,
// move by as much as a did: by the rank of y minus that of x. A block of rank 0
// is in no list yet.
const rankBits = 16

// ghostOffset is where the ghosts of a block lie: outside of every block.
const ghostOffset = 1 << 40

// addRanks gives each link of a site its ghost.
func (l *layout) addRanks(ptrSize uint64) {
	for i := range l.cells {
		if c := l.cells[i]; c.size == ptrSize {
			l.cells = append(l.cells, cell{off: ghostOffset + c.off, size: rankBits / 8, group: len(l.members), ghost: true,
				path: fmt.Sprintf("rank(%s)", c.path), link: i})
			l.members = append(l.members, 1)
		}
	}
}

// rankOf is the rank of what an address names: 0 for null and other objects.
func (b *builder) rankOf(o *object, rank term.T, v value) term.T {
	return b.pool.Ite(b.is(v, o.id), b.pool.Select(rank, b.instOf(v)), b.pool.BV(rankBits, 0))
}

// relinked updates the ghosts of a site after a store to the block that v names
// where c holds; before are its links before.
func (x *run) relinked(o *object, v value, before *objState, c term.T) {
	b, p := x.b, x.b.pool
	st := x.s.own(o.id)
	after := b.view(o, st, v)
	k, a := b.skolem(0), b.instOf(v)
	for g := range o.lay.cells {
		link := o.lay.cells[g].link
		if !o.lay.cells[g].ghost || link == noLink || after.cells[link].same(before.cells[link]) {
			continue
		}
		old := st.cells[g].t
		from, to := before.cells[link], after.cells[link]
		kept := p.And(b.sameObject(from, to), p.Eq(b.bit(from.u), b.bit(to.u)))
		c := p.And(c, p.Not(kept))
		moved := p.Sub(b.rankOf(o, old, to), b.rankOf(o, old, from))
		rank, own := p.Select(old, k), p.Select(old, a)
		before := p.AndN(p.Not(p.Eq(own, p.BV(rankBits, 0))), p.ULe(own, rank),
			p.Not(p.And(b.is(to, o.id), p.Eq(b.instOf(to), k))))
		now := p.Ite(p.Eq(k, a), p.Add(b.rankOf(o, old, to), p.BV(rankBits, 1)), p.Ite(before, p.Add(rank, moved), rank))
		x.nth++
		next := b.fresh(varKey{x.place, x.n.instr, x.nth, rankBits, instBits}, o.name+o.lay.cells[g].path)
		x.seg.ghosts = append(x.seg.ghosts, p.Eq(p.Select(next, k), p.Ite(c, now, rank)))
		st.cells[g].t = next
	}
}
