package sums

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// someTerm is a random term of 8 bits, someCondition one that compares such
// terms.
type termMaker struct {
	p    *term.Pool
	rng  *rand.Rand
	vars []term.T
	cond []term.T
}

func (g *termMaker) someTerm(depth int) term.T {
	p := g.p
	if depth == 0 || g.rng.IntN(6) == 0 {
		if g.rng.IntN(3) == 0 {
			return p.BV(8, g.rng.Uint64N(256))
		}
		return g.vars[g.rng.IntN(len(g.vars))]
	}
	x, y := g.someTerm(depth-1), g.someTerm(depth-1)
	switch g.rng.IntN(7) {
	case 0:
		return p.Add(x, y)
	case 1:
		return p.Sub(x, y)
	case 2:
		return p.Neg(x)
	case 3:
		return p.Mul(x, p.Ite(p.Bool(g.rng.IntN(3) > 0), p.BV(8, g.rng.Uint64N(256)), p.Add(y, p.BV(8, g.rng.Uint64N(4)))))
	case 4:
		return p.Shl(x, p.BV(8, g.rng.Uint64N(10)))
	case 5:
		return p.BVAnd(x, y)
	}
	return p.Ite(g.someCondition(depth-1), x, p.Add(x, y))
}

func (g *termMaker) someCondition(depth int) term.T {
	p := g.p
	if depth <= 0 {
		return g.cond[g.rng.IntN(len(g.cond))]
	}
	x, y := g.someTerm(depth), g.someTerm(depth)
	switch g.rng.IntN(6) {
	case 0:
		return p.ULt(x, y)
	case 1:
		return p.SLt(x, y)
	case 2:
		return p.Not(g.someCondition(depth - 1))
	case 3:
		return p.And(g.someCondition(depth-1), g.someCondition(depth-1))
	case 4:
		return p.SLt(p.Ite(g.someCondition(depth-1), p.ZExt(x, 16), p.BV(16, 400)), p.BV(16, g.rng.Uint64N(512)))
	}
	return p.Eq(x, y)
}

// TestOrdered: a condition whose equations are brought into order says what it
// said, and many are changed.
func TestOrdered(t *testing.T) {
	p := term.NewPool()
	b := &Sums{Pool: p}
	g := &termMaker{p: p, rng: rand.New(rand.NewPCG(3, 4)), vars: []term.T{p.Var(8, "x"), p.Var(8, "y"), p.Var(8, "z")},
		cond: []term.T{p.Var(0, "c"), p.Var(0, "d")}}
	changed := 0
	for range 3000 {
		c := g.someCondition(3)
		r := b.Ordered(c)
		if r != c {
			changed++
		}
		for range 20 {
			m := term.NewModel()
			for _, v := range g.vars {
				m.Set(v, g.rng.Uint64N(256)&(g.rng.Uint64N(2)*255|7))
			}
			for _, v := range g.cond {
				m.Set(v, g.rng.Uint64N(2))
			}
			if ev := term.NewEvaluator(p, m); ev.Bool(c) != ev.Bool(r) {
				t.Fatalf("%s became %s", p.String(c), p.String(r))
			}
		}
	}
	if changed < 300 {
		t.Errorf("%d of 3000 conditions changed, so the test shows little", changed)
	}
}

// TestOrderedCancels: what is added to both sides of an equation of sums on the
// same paths is gone.
func TestOrderedCancels(t *testing.T) {
	p := term.NewPool()
	b := &Sums{Pool: p}
	x, y, c := p.Var(32, "x"), p.Var(32, "y"), p.Var(0, "c")
	add := func(t term.T) term.T { return p.Ite(c, p.Add(t, p.BV(32, 10)), t) }
	if got, want := b.Ordered(p.Eq(p.Sub(add(x), add(y)), p.BV(32, 3))), b.Ordered(p.Eq(p.Sub(x, y), p.BV(32, 3))); got != want {
		t.Errorf("%s, want %s", p.String(got), p.String(want))
	}
}

// TestOrderedProducts: what is multiplied out to the same is the same.
func TestOrderedProducts(t *testing.T) {
	p := term.NewPool()
	b := &Sums{Pool: p}
	n, m := p.Var(32, "n"), p.Var(32, "m")
	plus := func(x term.T, k uint64) term.T { return p.Add(x, p.BV(32, k)) }
	square := plus(p.Add(p.Mul(n, n), p.Mul(n, p.BV(32, 2))), 1)
	if got := b.Ordered(p.Eq(p.Mul(plus(n, 1), plus(n, 1)), square)); got != term.True {
		t.Errorf("(n + 1)·(n + 1) = n·n + 2·n + 1 became %s", p.String(got))
	}
	area := p.Add(p.Mul(m, n), m)
	if got := b.Ordered(p.Eq(p.Mul(m, plus(n, 1)), area)); got != term.True {
		t.Errorf("m·(n + 1) = m·n + m became %s", p.String(got))
	}
	if c := p.Eq(p.Mul(p.Add(n, m), p.Add(n, m)), m); b.Ordered(c) != c {
		t.Errorf("%s became %s, with more products", p.String(c), p.String(b.Ordered(c)))
	}
}

// TestSharedChoices: what is made of choices that share their sides takes as long as there are
// sides, not ways through them.
func TestSharedChoices(t *testing.T) {
	p := term.NewPool()
	b := &Sums{Pool: p}
	n := p.Var(16, "first")
	for i := range 64 {
		c, d, e := p.Var(0, fmt.Sprint("c", i)), p.Var(0, fmt.Sprint("d", i)), p.Var(0, fmt.Sprint("e", i))
		n = p.Ite(c, p.Ite(d, n, p.Var(16, fmt.Sprint("x", i))), p.Ite(e, n, p.Var(16, fmt.Sprint("y", i))))
	}
	if less := p.ULt(n, p.BV(16, 5)); b.branches(less, 0) != less {
		t.Error("a comparison that nothing settles was taken apart")
	}
}
