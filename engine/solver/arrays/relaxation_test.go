package arrays

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// addAll adds parts and returns the first clash.
func addAll(r *Relaxation, parts ...term.T) []int {
	for _, t := range parts {
		if c := r.Add(t); c != nil {
			return c
		}
	}
	return nil
}

// TestFigure1 is the example of section 2.2: i + j > 4, 0 ≤ i, j ≤ 3, and two
// elements of {90, 5, 0, 5} whose sum would have to exceed 10.
func TestFigure1(t *testing.T) {
	p := term.NewPool()
	c := func(v uint64) term.T { return p.BV(32, v) }
	i, j := p.Var(32, "i"), p.Var(32, "j")
	a := p.Table(32, 32, []uint64{90, 5, 0, 5})
	parts := []term.T{
		p.SLe(c(0), i), p.SLe(i, c(3)), p.SLe(c(0), j), p.SLe(j, c(3)),
		p.SLt(c(4), p.Add(i, j)),
	}
	r := New(p)
	if clash := addAll(r, parts...); clash != nil {
		t.Fatalf("the indices clash: %v", clash)
	}
	for _, v := range []term.T{i, j} {
		if lo, hi := r.Range(v); lo != 2 || hi != 3 {
			t.Errorf("%s in [%d, %d], want [2, 3]", p.Name(v), lo, hi)
		}
	}
	if clash := r.Add(p.SLt(c(10), p.Add(p.Select(a, i), p.Select(a, j)))); clash == nil {
		t.Error("the sum of two elements above 10 was not refuted")
	}
}

// The tests below each have a model that needs an operation to wrap around: a
// relaxation that read it as one of integers would refute them.

func TestSumWrapsAround(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	wantOpen(t, p, p.ULe(p.BV(8, 250), x), p.ULt(p.Add(x, p.BV(8, 10)), p.BV(8, 5)))
}

func TestDifferenceWrapsAround(t *testing.T) {
	p := term.NewPool()
	x, y := p.Var(8, "x"), p.Var(8, "y")
	wantOpen(t, p, p.ULt(x, y), p.ULt(p.BV(8, 200), p.Sub(x, y)))
}

func TestMultipleWrapsAround(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	wantOpen(t, p, p.ULe(p.BV(8, 64), x), p.Eq(p.Mul(x, p.BV(8, 4)), p.BV(8, 0)))
}

func TestShiftWrapsAround(t *testing.T) {
	p := term.NewPool()
	x := p.Var(16, "x")
	wantOpen(t, p, p.ULt(p.BV(16, 0x4000), x), p.ULt(p.Shl(x, p.BV(16, 2)), p.BV(16, 8)))
}

func TestSignedSumOverflows(t *testing.T) {
	p := term.NewPool()
	x := p.Var(32, "x")
	c := func(v int64) term.T { return p.BV(32, uint64(v)) }
	wantOpen(t, p, p.SLt(c(0), x), p.SLt(p.Add(x, c(1)), c(0)))
}

func TestIndexOf64BitsWrapsAround(t *testing.T) {
	p := term.NewPool()
	i := p.Var(32, "i")
	off := p.Add(p.Mul(p.SExt(i, 64), p.BV(64, 4)), p.BV(64, 16))
	// i = −4: the offset is 0, though i·4 is above 2^63.
	wantOpen(t, p, p.ULt(p.BV(64, 1<<62), p.SExt(i, 64)), p.ULt(off, p.BV(64, 8)))
}

func TestNegativeIndexIsLarge(t *testing.T) {
	p := term.NewPool()
	i := p.Var(32, "i")
	c := func(v int64) term.T { return p.BV(32, uint64(v)) }
	large := p.ULe(p.BV(64, 20), p.Mul(p.SExt(i, 64), p.BV(64, 4)))
	// i = −1: −4 is above 20 as an unsigned number of 64 bits.
	wantOpen(t, p, p.SLe(c(-1), i), p.SLt(i, c(3)), large)
	clash := addAll(New(p), p.SLe(c(0), i), p.SLt(i, c(3)), large)
	if !slices.Equal(clash, []int{0, 1, 2}) {
		t.Errorf("clash %v, want all parts", clash)
	}
}

func TestFullWordWrapsAround(t *testing.T) {
	p := term.NewPool()
	x := p.Var(64, "x")
	wantOpen(t, p, p.ULt(p.BV(64, 1<<63), x), p.ULt(p.Add(x, x), p.BV(64, 100)))
}

func TestSignExtensionKeepsItsSign(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	wantOpen(t, p, p.ULt(p.BV(8, 127), x), p.Eq(p.SExt(x, 16), p.BV(16, 0xff80)))
}

func TestRemainderOfWrappedSum(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	// x = 251: x + 10 = 5 and 5 mod 7 = 5, where 261 mod 7 = 2.
	wantOpen(t, p, p.Eq(x, p.BV(8, 251)), p.Eq(p.URem(p.Add(x, p.BV(8, 10)), p.BV(8, 7)), p.BV(8, 5)))
}

func TestTableIndexBeyondItsEnd(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	a := p.Table(8, 8, []uint64{3, 4, 5})
	wantOpen(t, p, p.ULt(p.BV(8, 1), x), p.Eq(p.Select(a, x), p.BV(8, 0)))
	if clash := addAll(New(p), p.ULt(x, p.BV(8, 3)), p.Eq(p.Select(a, x), p.BV(8, 0))); len(clash) != 2 {
		t.Errorf("clash %v, want both parts", clash)
	}
}

func TestEmptyTable(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	wantOpen(t, p, p.ULe(p.Select(p.Table(8, 8, nil), x), p.BV(8, 1)))
}

func wantOpen(t *testing.T, p *term.Pool, parts ...term.T) {
	t.Helper()
	if clash := addAll(New(p), parts...); clash != nil {
		t.Errorf("refuted by %v, but there is a model", clash)
	}
}

func TestTruncateRestores(t *testing.T) {
	p := term.NewPool()
	x, y := p.Var(16, "x"), p.Var(16, "y")
	r := New(p)
	addAll(r, p.ULt(x, y), p.ULt(y, p.BV(16, 100)))
	for range 3 {
		if clash := r.Add(p.ULt(p.BV(16, 98), x)); !slices.Equal(clash, []int{0, 1, 2}) {
			t.Fatalf("clash %v, want all parts", clash)
		}
		r.Truncate(2)
		if _, hi := r.Range(x); hi != 98 {
			t.Fatalf("x ≤ %d, want 98", hi)
		}
		r.Truncate(1)
		if clash := r.Add(p.ULt(y, p.BV(16, 100))); clash != nil {
			t.Fatalf("clash %v without the last part", clash)
		}
	}
}

// random makes terms of every operation the relaxation knows, and of others.
type random struct {
	p     *term.Pool
	r     *rand.Rand
	words []term.T
}

func (g *random) word(w int) term.T {
	t := g.words[g.r.Intn(len(g.words))]
	if g.r.Intn(4) == 0 {
		return g.p.BV(w, g.r.Uint64())
	}
	switch d := w - g.p.Width(t); {
	case d < 0:
		return g.p.Extract(t, g.r.Intn(2)*-d, w)
	case g.r.Intn(2) == 0:
		return g.p.SExt(t, w)
	}
	return g.p.ZExt(t, w)
}

func (g *random) grow() {
	p, w := g.p, 2+g.r.Intn(5)
	if g.r.Intn(6) == 0 {
		w = []int{60, 61, 62, 63, 64}[g.r.Intn(5)]
	}
	a, b := g.word(w), g.word(w)
	ops := []func(x, y term.T) term.T{
		p.Add, p.Add, p.Sub, p.Sub, p.Mul, p.UDiv, p.URem, p.BVAnd, p.BVOr, p.BVXor, p.Shl, p.LShr, p.SDiv,
		func(x, _ term.T) term.T { return p.Neg(x) },
		func(x, _ term.T) term.T { return p.BVNot(x) },
		func(x, y term.T) term.T { return p.Ite(p.ULt(x, y), x, y) },
		func(x, _ term.T) term.T {
			vals := make([]uint64, g.r.Intn(12))
			for i := range vals {
				vals[i] = g.r.Uint64() >> (64 - 5)
			}
			return p.Select(p.Table(w, min(w, 6), vals), x)
		},
		func(x, y term.T) term.T {
			if w > 30 {
				return x
			}
			return p.Concat(x, y)
		},
	}
	g.words = append(g.words, ops[g.r.Intn(len(ops))](a, b))
}

func (g *random) cond() term.T {
	w := 2 + g.r.Intn(5)
	if g.r.Intn(4) == 0 {
		w = 64 - g.r.Intn(4)
	}
	compare := []func(x, y term.T) term.T{g.p.Eq, g.p.ULt, g.p.SLt}
	t := compare[g.r.Intn(3)](g.word(w), g.word(w))
	if g.r.Intn(3) == 0 {
		t = g.p.Not(t)
	}
	return t
}

// soundness compares a random path with all assignments of its variables: a
// clash has no model, and the ranges hold in every model.
func soundness(t *testing.T, seed int64) (clashes, narrowed int) {
	t.Helper()
	g := &random{p: term.NewPool(), r: rand.New(rand.NewSource(seed))}
	vars := []term.T{g.p.Var(4, "x"), g.p.Var(3, "y"), g.p.Var(2, "z")}
	g.words = slices.Clone(vars)
	for range 10 {
		g.grow()
	}
	rel := New(g.p)
	var path []term.T
	for range 12 {
		n := len(path) - g.r.Intn(2)*g.r.Intn(len(path)+1)
		path = slices.Clone(path[:n])
		rel.Truncate(n)
		path = append(path, g.cond())
		clash := rel.Add(path[n])
		if clash != nil {
			clashes++
			var core []term.T
			for _, k := range clash {
				core = append(core, path[k])
			}
			eachModel(g.p, vars, core, func(ev *term.Evaluator) {
				t.Fatalf("seed %d: clash %v of %s has a model", seed, clash, text(g.p, path))
			})
			rel.Truncate(n)
			path = path[:n]
			continue
		}
		narrowed += checkRanges(t, seed, g, rel, vars, path)
	}
	return clashes, narrowed
}

func checkRanges(t *testing.T, seed int64, g *random, rel *Relaxation, vars, path []term.T) (narrowed int) {
	t.Helper()
	type bound struct {
		t      term.T
		lo, hi uint64
	}
	var bounds []bound
	for _, v := range g.words {
		if g.p.Width(v) > maxModulus {
			continue
		}
		lo, hi := rel.Range(v)
		if ulo, uhi := g.p.URange(v); lo > ulo || hi < uhi {
			narrowed++
		}
		bounds = append(bounds, bound{v, lo, hi})
	}
	eachModel(g.p, vars, path, func(ev *term.Evaluator) {
		for _, b := range bounds {
			if x := ev.BV(b.t); x < b.lo || x > b.hi {
				t.Fatalf("seed %d: %s = %d is outside [%d, %d] on %s", seed, g.p.String(b.t), x, b.lo, b.hi, text(g.p, path))
			}
		}
	})
	return narrowed
}

func eachModel(p *term.Pool, vars, conds []term.T, do func(*term.Evaluator)) {
	for i := range uint64(1) << 9 {
		m := term.NewModel()
		m.Set(vars[0], i&15)
		m.Set(vars[1], i>>4&7)
		m.Set(vars[2], i>>7)
		ev := term.NewEvaluator(p, m)
		if !slices.ContainsFunc(conds, func(c term.T) bool { return !ev.Bool(c) }) {
			do(ev)
		}
	}
}

func text(p *term.Pool, ts []term.T) string {
	s := ""
	for _, t := range ts {
		s += fmt.Sprintf("\n\t%s", p.String(t))
	}
	return s
}

func TestSoundness(t *testing.T) {
	clashes, narrowed := 0, 0
	for seed := range int64(200) {
		c, n := soundness(t, seed)
		clashes, narrowed = clashes+c, narrowed+n
	}
	if clashes < 20 || narrowed < 500 {
		t.Errorf("%d clashes and %d narrowed ranges: the relaxation derives next to nothing", clashes, narrowed)
	}
}

func FuzzSoundness(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { soundness(t, seed) })
}
