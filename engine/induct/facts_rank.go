package induct

import (
	"fmt"

	"github.com/assay-dev/assay/engine/term"
)

// The family of ranks: how many blocks follow in a list (rank.go). Each block is
// one more than the one its link names, no two have the same, none more than
// the one that a pointer names; a number is the rank of a pointer, or what a
// pointer has moved by.
//
//	while (n < 9 && in()) { p = malloc(sizeof *p); p->next = head; head = p; n++; }
//	for (k = 0, p = head; p; p = p->next) k++;   // n = rank(head), k + rank(p) = rank(head)
//	if (n) head->v = 1;

// Limits of what is related to ranks at a cut.
const (
	maxRanked  = 6 // pointers
	maxCounted = 8 // numbers
)

func proposeRanks(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		pr.current[i] = pr.ranks(c, r)
		pr.ghosts = pr.ghosts || len(pr.current[i]) > 0
	}
}

// ranks are the templates of the family at a cut.
func (pr *prover) ranks(c *cut, r *relevance) []template {
	b := pr.b
	s := b.stateAt(c)
	var ts []template
	for id, o := range b.objects {
		if o == nil || !o.site || s.obj(id) == nil || s.obj(id).cells == nil {
			continue
		}
		if b.ofTrees(o, s.obj(id)) {
			continue
		}
		h := &blocks{pr: pr, s: s, o: o, st: s.obj(id)}
		for _, v := range pr.pointersTo(c, id) {
			if !v.model && len(h.ptrs) < maxRanked {
				h.ptrs = append(h.ptrs, v)
			}
		}
		for g := range h.st.cells {
			if o.lay.cells[g].ghost && o.lay.cells[g].link != noLink {
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
// procedures, and not of lists: they have births for an order (birth.go).
func (b *builder) ofTrees(o *object, st *objState) bool {
	return o.owned && len(b.ownLinks(o, st)) > 1
}

// counters are the numbers at a cut that may count blocks.
func (pr *prover) counters(c *cut, r *relevance) []*operandOf {
	var xs []*operandOf
	for _, x := range pr.operands(c) {
		if x.obj == 0 && !x.frozen && !x.model && x.width >= 16 && len(xs) < maxCounted && len(r.consts[x.at]) > 0 {
			xs = append(xs, x)
		}
	}
	return xs
}

// ranks are the candidates about the ranks of all live blocks by one link.
func (h *blocks) ranks(g int) {
	b, p := h.pr.b, h.pr.b.pool
	rank := h.st.cells[g].t
	linked := func(i int) (term.T, value) {
		x := b.cellAt(h.st.cells[h.o.lay.cells[g].link], b.skolem(i))
		return p.And(b.aliveAt(h.o, h.st, h.block(i)), p.Not(x.u)), x
	}
	one, x := linked(0)
	other, _ := linked(1)
	name := h.o.lay.cells[g].path
	own := p.Select(rank, b.skolem(0))
	next := p.Add(b.rankOf(h.o, rank, x), p.BV(rankBits, 1))
	h.add(one, p.Eq(own, next), "%s of every block is one more than that of the next", name)
	h.add(one, p.ULt(p.BV(rankBits, 0), own), "%s of every block is positive", name)
	h.add(p.AndN(one, other, p.Not(p.Eq(b.skolem(0), b.skolem(1)))), p.Not(p.Eq(own, p.Select(rank, b.skolem(1)))),
		"%s of no two blocks is the same", name)
	for _, v := range h.ptrs {
		h.add(v.when, p.Eq(b.rankOf(h.o, rank, v.value()), p.BV(rankBits, 0)), "%s is in no list by %s", v.name, name)
		h.add(p.And(one, v.when), p.ULe(own, b.rankOf(h.o, rank, v.value())), "%s of every block is at most that of %s", name, v.name)
	}
}

// counted are the candidates about numbers and the ranks of pointers.
func (h *blocks) counted(g int, xs []*operandOf) {
	b, p := h.pr.b, h.pr.b.pool
	rank := func(v *variable) term.T { return p.ZExt(b.rankOf(h.o, h.st.cells[g].t, v.value()), 64) }
	for _, x := range xs {
		n := p.SExt(x.t, 64)
		for _, v := range h.ptrs {
			when := p.And(x.when, v.when)
			h.add(when, p.Eq(n, rank(v)), "%s = rank(%s)", x.name, v.name)
			for _, w := range h.ptrs {
				if v != w {
					h.add(p.And(when, w.when), p.Eq(p.Add(n, rank(v)), rank(w)), "%s + rank(%s) = rank(%s)", x.name, v.name, w.name)
				}
			}
		}
	}
}

// bounds are intervals of the numbers: what counts blocks does not overflow
// because the ranks do not, and the other way round.
func (h *blocks) bounds(xs []*operandOf, r *relevance) {
	for _, x := range xs {
		h.ts = append(h.ts, h.pr.bound(x.when, x.t, append(r.thresholdsOf(x.at), h.pr.compared...), fmt.Sprint(x.name)))
	}
}
