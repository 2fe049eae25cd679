package pred

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestConjunctsSimplifyEachOther adds random ranges, Bools and clauses in any
// order, and substitutes. The conjunction keeps its meaning at all values, a
// variable whose value is told is mentioned nowhere else, and what is counted is
// what is there.
func TestConjunctsSimplifyEachOther(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	told, merged := 0, 0
	for range 6000 {
		p := term.NewPool()
		voc := NewVocabulary(p, 64)
		x, y, a := voc.Number(Place{Reg: 1}, 3), voc.Number(Place{Reg: 2}, 3), voc.Number(Place{Reg: 3}, 1)
		literal := func() term.T {
			var l term.T
			switch rnd.IntN(5) {
			case 0:
				l = a
			case 1:
				l = p.Eq(y, p.BV(3, uint64(rnd.IntN(8))))
			case 2:
				l = p.ULe(p.Add(x, y), p.BV(3, uint64(rnd.IntN(7))))
			default:
				l = p.ULe(p.Add(x, p.BV(3, uint64(rnd.IntN(8)))), p.BV(3, uint64(rnd.IntN(7))))
			}
			if rnd.IntN(2) == 0 {
				return p.Not(l)
			}
			return l
		}
		psi := New(voc)
		var all []term.T
		for range 2 + rnd.IntN(4) {
			c := literal()
			for range rnd.IntN(4) {
				c = p.Or(c, literal())
			}
			all = append(all, c)
			psi.Add(c)
			consistent(t, p, psi)
		}
		if rnd.IntN(3) == 0 {
			by := []term.T{p.Add(y, p.BV(3, uint64(rnd.IntN(8)))), p.BV(3, uint64(rnd.IntN(8)))}[rnd.IntN(2)]
			psi.Substitute(x, by)
			for i, c := range all {
				all[i] = p.Substitute(c, map[term.T]term.T{x: by})
			}
			consistent(t, p, psi)
		}
		for i := range uint64(128) {
			m := term.NewModel()
			m.Set(x, i%8)
			m.Set(y, i/8%8)
			m.Set(a, i/64)
			same(t, p, psi, all, m)
		}
		for _, v := range []term.T{x, y, a} {
			if _, ok := psi.value(v); ok && !psi.False {
				told++
			}
		}
		if !psi.False && psi.Size() < len(all) {
			merged++
		}
	}
	if told < 1000 || merged < 1000 {
		t.Errorf("%d values told, %d conjunctions became shorter: too few to show anything", told, merged)
	}
}

// consistent compares the counts of a predicate with its conjuncts.
func consistent(t *testing.T, p *term.Pool, q *Psi) {
	t.Helper()
	uses := map[term.T]int{}
	for b := range q.ranges {
		for _, v := range p.Vars(b) {
			uses[v]++
		}
	}
	n := 0
	for _, c := range q.rest {
		if c == term.None {
			continue
		}
		n++
		if !q.holds[c] {
			t.Fatalf("%s is not known to hold", p.String(c))
		}
		for _, v := range p.Vars(c) {
			uses[v]++
		}
	}
	if n != len(q.holds) || !maps.Equal(uses, q.uses) {
		t.Fatalf("%d conjuncts, %d hold; uses %v, want %v", n, len(q.holds), q.uses, uses)
	}
	for v, n := range uses {
		if _, ok := q.value(v); ok && n > 1 && !q.False {
			t.Fatalf("%s has a value and is mentioned %d times: %v", p.String(v), n, texts(p, q.Conjuncts()))
		}
	}
}

// TestOneClauseForEachNumber: a loop that compares x with one number a turn and
// asks for the same each time leaves one clause (TracerX, Fig. 1).
func TestOneClauseForEachNumber(t *testing.T) {
	p := term.NewPool()
	voc := NewVocabulary(p, 64)
	x, node := voc.Number(Place{Reg: 1}, 32), voc.Number(Place{Reg: 2}, 32)
	psi := New(voc)
	for i := range uint64(100) {
		psi.Add(p.Or(p.Not(p.Eq(x, p.BV(32, 200-i))), p.Eq(node, p.BV(32, 7))))
	}
	if psi.Size() != 1 {
		t.Errorf("%d conjuncts: %v", psi.Size(), texts(p, psi.Conjuncts()))
	}
	psi.Add(p.Eq(node, p.BV(32, 7)))
	if got := psi.Conjuncts(); !slices.Equal(got, []term.T{p.Eq(node, p.BV(32, 7))}) {
		t.Errorf("what is implied stays: %v", texts(p, got))
	}
}
