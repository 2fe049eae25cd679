package pred

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// members lists the numbers of width w in a range.
func members(r Range, w int) map[uint64]bool {
	in := map[uint64]bool{}
	for x := r.Lo; ; x = (x + 1) & mask(w) {
		in[x] = true
		if x == r.Hi {
			return in
		}
	}
}

// TestIntersect compares with enumeration over all ranges of 4 bits.
func TestIntersect(t *testing.T) {
	const w, n = 4, 16
	for i := range uint64(n * n * n * n) {
		a, b := Range{i % n, i / n % n}, Range{i / n / n % n, i / n / n / n}
		if (a.Hi+1)&mask(w) == a.Lo || (b.Hi+1)&mask(w) == b.Lo {
			continue // the whole set is no range
		}
		both := 0
		inA, inB := members(a, w), members(b, w)
		for x := range uint64(n) {
			if inA[x] && inB[x] {
				both++
			}
		}
		got, how := a.Intersect(b, w)
		switch how {
		case NoNumber:
			if both != 0 {
				t.Fatalf("%v ∩ %v: disjoint, want %d numbers", a, b, both)
			}
		case OneRange:
			in := members(got, w)
			if len(in) != both {
				t.Fatalf("%v ∩ %v = %v: %d numbers, want %d", a, b, got, len(in), both)
			}
			for x := range in {
				if !inA[x] || !inB[x] {
					t.Fatalf("%v ∩ %v = %v: %d is not in both", a, b, got, x)
				}
			}
		case TwoRanges:
			if both == 0 {
				t.Fatalf("%v ∩ %v: two ranges, but it is empty", a, b)
			}
		}
	}
}

// TestConjunctionKeepsItsMeaning adds random comparisons of a variable and of
// sums with constants, and compares the conjunction that Psi keeps with the one
// that was added, at every value; before and after a substitution.
func TestConjunctionKeepsItsMeaning(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		p := term.NewPool()
		voc := NewVocabulary(p, 64)
		x, y := voc.Number(Place{Reg: 1}, 4), voc.Number(Place{Reg: 2}, 4)
		psi := New(voc)
		var all []term.T
		for range 1 + rnd.IntN(5) {
			c := comparison(p, rnd, x)
			all = append(all, c)
			psi.Add(c)
		}
		agree(t, p, psi, all, x)
		by := p.Add(y, p.BV(4, uint64(rnd.IntN(16))))
		psi.Substitute(x, by)
		for i, c := range all {
			all[i] = p.Substitute(c, map[term.T]term.T{x: by})
		}
		agree(t, p, psi, all, y)
		if psi.Mentions(x) {
			t.Fatal("the variable is still mentioned")
		}
	}
}

func comparison(p *term.Pool, rnd *rand.Rand, x term.T) term.T {
	a, c := p.Add(x, p.BV(4, uint64(rnd.IntN(16)))), p.BV(4, uint64(rnd.IntN(16)))
	if rnd.IntN(2) == 0 {
		a, c = c, a
	}
	var r term.T
	switch rnd.IntN(3) {
	case 0:
		r = p.ULt(a, c)
	case 1:
		r = p.SLt(a, c)
	default:
		r = p.Eq(a, c)
	}
	if rnd.IntN(2) == 0 {
		return p.Not(r)
	}
	return r
}

func agree(t *testing.T, p *term.Pool, psi *Psi, all []term.T, v term.T) {
	t.Helper()
	for k := range uint64(16) {
		m := term.NewModel()
		m.Set(v, k)
		same(t, p, psi, all, m)
	}
}

// same compares what Psi keeps with what was added to it, at one model.
func same(t *testing.T, p *term.Pool, psi *Psi, all []term.T, m *term.Model) {
	t.Helper()
	ev := term.NewEvaluator(p, m)
	want := true
	for _, c := range all {
		want = want && ev.Bool(c)
	}
	got := !psi.False
	for _, c := range psi.Conjuncts() {
		got = got && ev.Bool(c)
	}
	if got != want {
		t.Fatalf("%v, want %v; added %v, kept %v", got, want, texts(p, all), texts(p, psi.Conjuncts()))
	}
}

func texts(p *term.Pool, cs []term.T) []string {
	var out []string
	for _, c := range cs {
		out = append(out, p.String(c))
	}
	return out
}

// TestAtomsMerge: one comparison a turn of a loop leaves one atom, so that Ψ
// stays flat (TracerX, Fig. 4).
func TestAtomsMerge(t *testing.T) {
	p := term.NewPool()
	voc := NewVocabulary(p, 64)
	x := voc.Number(Place{Reg: 1}, 32)
	psi := New(voc)
	for i := range uint64(1000) {
		psi.Add(p.SLt(p.Add(x, p.BV(32, i)), p.BV(32, 1000)))
	}
	if psi.Size() > 2 {
		t.Errorf("%d conjuncts: %v", psi.Size(), texts(p, psi.Conjuncts()))
	}
}

// TestNeighboursUnite: ranges that a clause got one by one become one range,
// though each is written as two bounds.
func TestNeighboursUnite(t *testing.T) {
	p := term.NewPool()
	voc := NewVocabulary(p, 64)
	x, y := voc.Number(Place{Reg: 1}, 32), voc.Number(Place{Reg: 2}, 8)
	clause := p.Eq(y, p.BV(8, 1))
	for i := range uint64(20) {
		lo, hi := p.BV(32, 10+2*i), p.BV(32, 11+2*i)
		psi := New(voc)
		psi.Add(p.Or(clause, p.And(p.ULe(lo, x), p.ULe(x, hi))))
		if clause = psi.Conjuncts()[0]; psi.Size() != 1 || len(p.Disjuncts(clause)) != 2 {
			t.Fatalf("%d conjuncts, %d literals after %d ranges: %v", psi.Size(), len(p.Disjuncts(clause)), i+1, texts(p, psi.Conjuncts()))
		}
	}
}

// TestCells: the list of mentioned places in an object follows substitutions.
func TestCells(t *testing.T) {
	p := term.NewPool()
	voc := NewVocabulary(p, 64)
	cell := Place{Obj: 7, At: 4, N: 4}
	x := voc.Number(cell, 32)
	psi := New(voc)
	psi.Add(p.ULt(x, p.BV(32, 5)))
	if got := psi.Cells(7); len(got) != 1 || got[0] != cell || !psi.Heap() {
		t.Fatalf("cells %v", got)
	}
	psi.Substitute(x, p.BV(32, 3))
	if got := psi.Cells(7); len(got) != 0 || psi.Heap() || !psi.Empty() {
		t.Errorf("cells %v after the substitution", got)
	}
}

// TestClausesKeepTheirMeaning adds random clauses of comparisons of two
// variables, and compares at all values.
func TestClausesKeepTheirMeaning(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	merged := 0
	for range 4000 {
		p := term.NewPool()
		voc := NewVocabulary(p, 64)
		vars := []term.T{voc.Number(Place{Reg: 1}, 3), voc.Number(Place{Reg: 2}, 3)}
		psi := New(voc)
		var all []term.T
		for range 1 + rnd.IntN(2) {
			clause := term.False
			for range 2 + rnd.IntN(4) {
				lit := p.Eq(vars[rnd.IntN(2)], p.BV(3, uint64(rnd.IntN(8))))
				if rnd.IntN(3) == 0 {
					lit = p.ULe(p.Add(vars[0], p.BV(3, uint64(rnd.IntN(8)))), p.Add(vars[1], p.BV(3, uint64(rnd.IntN(8)))))
				}
				if rnd.IntN(3) == 0 {
					lit = p.Not(lit)
				}
				if rnd.IntN(4) == 0 {
					x := vars[rnd.IntN(2)]
					lit = p.And(p.ULe(p.BV(3, uint64(rnd.IntN(8))), x), p.ULe(x, p.BV(3, uint64(rnd.IntN(8)))))
				}
				clause = p.Or(clause, lit)
			}
			all = append(all, clause)
			psi.Add(clause)
		}
		if psi.Size() > 0 && !psi.holds[all[0]] {
			merged++
		}
		for i := range uint64(64) {
			m := term.NewModel()
			m.Set(vars[0], i%8)
			m.Set(vars[1], i/8)
			same(t, p, psi, all, m)
		}
	}
	if merged < 500 {
		t.Errorf("only %d clauses were written in another way", merged)
	}
}

// TestSubstituteAlone: the short way to substitute for a variable with one
// condition leaves what the long way leaves.
func TestSubstituteAlone(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	alone := 0
	for range 3000 {
		p := term.NewPool()
		voc := NewVocabulary(p, 64)
		x, y := voc.Number(Place{Reg: 1}, 4), voc.Number(Place{Reg: 2}, 4)
		a, b := voc.Number(Place{Reg: 3}, 1), voc.Number(Place{Reg: 4}, 1)
		cs := []term.T{a, p.Not(a), b, p.Or(a, b), p.Or(p.Not(b), p.Eq(x, y)), comparison(p, rnd, x), comparison(p, rnd, y)}
		short, long := New(voc), New(voc)
		for range 1 + rnd.IntN(4) {
			c := cs[rnd.IntN(len(cs))]
			short.Add(c)
			long.Add(c)
		}
		for range 4 {
			v := []term.T{x, a}[rnd.IntN(2)]
			by := p.Add(y, p.BV(4, uint64(rnd.IntN(16))))
			if v == a {
				by = []term.T{term.True, term.False, b, p.Not(b), comparison(p, rnd, y)}[rnd.IntN(5)]
			}
			if long.uses[v] == 0 {
				continue
			}
			before := short.uses[v]
			short.Substitute(v, by)
			long.substitute(v, by)
			if before == 1 {
				alone++
			}
			if short.False != long.False || !short.False && (!slices.Equal(short.Conjuncts(), long.Conjuncts()) || !maps.Equal(short.uses, long.uses)) {
				t.Fatalf("%v for %s: %v, want %v", p.String(by), p.String(v), short.Conjuncts(), long.Conjuncts())
			}
		}
	}
	if alone < 1000 {
		t.Errorf("%d variables with one condition are too few to show anything", alone)
	}
}
