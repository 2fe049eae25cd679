package families

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Ranks is the family of ranks: how many blocks follow in a list (rank.go). Each block is
// one more than the one its link names, no two have the same, none more than
// the one that a pointer names; a number is the rank of a pointer, or what a
// pointer has moved by.
//
//	while (n < 9 && in()) { p = malloc(sizeof *p); p->next = head; head = p; n++; }
//	for (k = 0, p = head; p; p = p->next) k++;   // n = rank(head), k + rank(p) = rank(head)
//	if (n) head->v = 1;
var Ranks = &Family{
	ID: "ranks", Title: "ranks of list nodes",
	Says:   "each block of a list is one more than the next; a number is the rank of a pointer, or what it has moved by",
	Loop:   "a list whose nodes are counted",
	Test:   "heap.c",
	Ghosts: true,
	passes: []pass{each((*proposer).ranks)},
}

// ranks are the templates of the family at a cutpoint.
func (pr *proposer) ranks(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	b := pr.Sys
	s := b.StateAt(c)
	var ts []invariant.Template
	for id, o := range b.Objects {
		if o == nil || !o.Site || s.Obj(id) == nil || s.Obj(id).Cells == nil {
			continue
		}
		if ofTrees(b, o, s.Obj(id)) {
			continue
		}
		h := &blocks{pr: pr, s: s, o: o, st: s.Obj(id)}
		for _, v := range pr.pointersTo(c, id) {
			if !v.Model && len(h.ptrs) < budget.RankedPointers.N {
				h.ptrs = append(h.ptrs, v)
			}
		}
		for g := range h.st.Cells {
			if o.Layout.Cells[g].Ghost && o.Layout.Cells[g].Link != layout.NoLink {
				h.ranks(g)
				h.counted(g, pr.counters(c, r))
			}
		}
		if len(h.ts) > 0 {
			h.bounds(pr.counters(c, r), r)
		}
		ts = append(ts, h.ts...)
	}
	return ts
}

// ofTrees tells that the blocks of a site are the nodes of trees that are freed by
// procedures, and not of lists: they have timestamps for an order (system/timestamp.go).
func ofTrees(b *system.System, o *system.Object, st *system.ObjState) bool {
	return o.Owned && len(b.OwnLinks(o, st)) > 1
}

// counters are the numbers at a cutpoint that may count blocks.
func (pr *proposer) counters(c *system.Cutpoint, r *invariant.Relevance) []*operandOf {
	var xs []*operandOf
	for _, x := range pr.operands(c) {
		if x.obj == 0 && !x.frozen && !x.model && x.width >= 16 && len(xs) < budget.RankedNumbers.N && len(r.Consts[x.at]) > 0 {
			xs = append(xs, x)
		}
	}
	return xs
}

// ranks are the candidates about the ranks of all live blocks by one link.
func (h *blocks) ranks(g int) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	rank := h.st.Cells[g].Term
	linked := func(i int) (term.T, system.Value) {
		x := b.CellAt(h.st.Cells[h.o.Layout.Cells[g].Link], b.Skolem(i))
		return p.And(b.AliveAt(h.o, h.st, h.block(i)), p.Not(x.Uninit)), x
	}
	one, x := linked(0)
	other, _ := linked(1)
	name := h.o.Layout.Cells[g].Path
	own := p.Select(rank, b.Skolem(0))
	next := p.Add(b.RankOf(h.o, rank, x), p.BV(system.RankBits, 1))
	h.add(one, p.Eq(own, next), "%s of every block is one more than that of the next", name)
	h.add(one, p.ULt(p.BV(system.RankBits, 0), own), "%s of every block is positive", name)
	h.add(p.AndN(one, other, p.Not(p.Eq(b.Skolem(0), b.Skolem(1)))), p.Not(p.Eq(own, p.Select(rank, b.Skolem(1)))),
		"%s of no two blocks is the same", name)
	for _, v := range h.ptrs {
		h.add(v.When, p.Eq(b.RankOf(h.o, rank, v.Value()), p.BV(system.RankBits, 0)), "%s is in no list by %s", v.Name, name)
		h.add(p.And(one, v.When), p.ULe(own, b.RankOf(h.o, rank, v.Value())), "%s of every block is at most that of %s", name, v.Name)
	}
}

// counted are the candidates about numbers and the ranks of pointers.
func (h *blocks) counted(g int, xs []*operandOf) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	rank := func(v *system.Variable) term.T { return p.ZExt(b.RankOf(h.o, h.st.Cells[g].Term, v.Value()), 64) }
	for _, x := range xs {
		n := p.SExt(x.t, 64)
		for _, v := range h.ptrs {
			when := p.And(x.when, v.When)
			h.add(when, p.Eq(n, rank(v)), "%s = rank(%s)", x.name, v.Name)
			for _, w := range h.ptrs {
				if v != w {
					h.add(p.And(when, w.When), p.Eq(p.Add(n, rank(v)), rank(w)), "%s + rank(%s) = rank(%s)", x.name, v.Name, w.Name)
				}
			}
		}
	}
}

// bounds are intervals of the numbers: what counts blocks does not overflow
// because the ranks do not, and the other way round.
func (h *blocks) bounds(xs []*operandOf, r *invariant.Relevance) {
	for _, x := range xs {
		h.ts = append(h.ts, h.pr.bound(x.when, x.t, append(r.ThresholdsOf(x.at), h.pr.Compared...), fmt.Sprint(x.name)))
	}
}
