package system

import (
	"fmt"

	"github.com/assay-dev/assay/engine/prover/layout"
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
const RankBits = 16

// addRanks gives each link of a site its ghost.
func addRanks(l *layout.Layout, ptrSize uint64) {
	for i := range l.Cells {
		if c := l.Cells[i]; c.Size == ptrSize {
			l.Cells = append(l.Cells, layout.Cell{Off: layout.GhostOffset + c.Off, Size: RankBits / 8, Group: len(l.Members), Ghost: true,
				Path: fmt.Sprintf("rank(%s)", c.Path), Link: i})
			l.Members = append(l.Members, 1)
		}
	}
}

// RankOf is the rank of what an address names: 0 for null and other objects.
func (b *objects) RankOf(o *Object, rank term.T, v Value) term.T {
	return b.Pool.Ite(b.Is(v, o.ID), b.Pool.Select(rank, b.InstOf(v)), b.Pool.BV(RankBits, 0))
}

// relinked updates the ghosts of a site after a store to the block that v names
// where c holds; before are its links before.
func (x *run) relinked(o *Object, v Value, before *ObjState, c term.T) {
	b, p := x.Sys, x.Sys.Pool
	st := x.s.own(o.ID)
	after := b.view(o, st, v)
	k, a := b.Skolem(0), b.InstOf(v)
	for g := range o.Layout.Cells {
		link := o.Layout.Cells[g].Link
		if !o.Layout.Cells[g].Ghost || link == layout.NoLink || after.Cells[link].Same(before.Cells[link]) {
			continue
		}
		old := st.Cells[g].Term
		from, to := before.Cells[link], after.Cells[link]
		kept := p.And(b.SameObject(from, to), p.Eq(b.bit(from.Uninit), b.bit(to.Uninit)))
		c := p.And(c, p.Not(kept))
		moved := p.Sub(b.RankOf(o, old, to), b.RankOf(o, old, from))
		rank, own := p.Select(old, k), p.Select(old, a)
		before := p.AndN(p.Not(p.Eq(own, p.BV(RankBits, 0))), p.ULe(own, rank),
			p.Not(p.And(b.Is(to, o.ID), p.Eq(b.InstOf(to), k))))
		now := p.Ite(p.Eq(k, a), p.Add(b.RankOf(o, old, to), p.BV(RankBits, 1)), p.Ite(before, p.Add(rank, moved), rank))
		x.nth++
		next := b.fresh(VarKey{x.place, x.n.Instr, x.nth, RankBits, InstBits}, o.Name+o.Layout.Cells[g].Path)
		x.seg.Ghosts = append(x.seg.Ghosts, p.Eq(p.Select(next, k), p.Ite(c, now, rank)))
		st.Cells[g].Term = next
	}
}
