package families

import (
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// weakened are the templates of all families, over two numbers of 16 bits and a
// condition.
var weakened = map[string]func(b *system.System, x, y, c term.T) invariant.Template{
	"interval": func(b *system.System, x, _, c term.T) invariant.Template {
		return &invariant.Bound{Sys: b, When: c, Term: x, Signed: true, Thresholds: thresholds([]int64{0, 9, 100}, 16, true), Lo: 1, Hi: 0, Text: "x"}
	},
	"difference": func(b *system.System, x, y, c term.T) invariant.Template {
		left, right := b.Pool.SExt(x, 34), b.Pool.SExt(y, 34)
		return &invariant.Bound{Sys: b, When: c, Term: b.Pool.Sub(left, right), Signed: true, Thresholds: ends([]int64{-100, -1, 0, 1, 100}, 34),
			Lo: 1, Hi: 0, Text: "x − y", Left: left, Right: right}
	},
	"low bits": func(b *system.System, x, _, c term.T) invariant.Template {
		return &invariant.LowBits{Sys: b, When: c, Term: x, N: 3, Text: "x"}
	},
	"equalities": func(b *system.System, x, y, c term.T) invariant.Template {
		return &invariant.Equals{Sys: b, Terms: []term.T{x, y}, Whens: []term.T{c, term.True}, Texts: []string{"x", "y"}, Leader: []int{0, 0}}
	},
	"elements": func(b *system.System, x, y, c term.T) invariant.Template {
		e := &elements{}
		for _, t := range []term.T{x, y} {
			e.parts = append(e.parts, &invariant.Bound{Sys: b, When: c, Term: t, Signed: true, Thresholds: thresholds([]int64{0, 9, 100}, 16, true), Lo: 1, Hi: 0})
		}
		return e
	},
	"candidate": func(b *system.System, x, y, c term.T) invariant.Template {
		return &invariant.Candidate{Term: b.Pool.Or(b.Pool.Not(c), b.Pool.SLe(x, y)), Text: "x ≤ y"}
	},
	"pointwise": func(b *system.System, x, y, c term.T) invariant.Template {
		return &invariant.Pointwise{Parts: []term.T{b.Pool.Or(b.Pool.Not(c), b.Pool.SLe(x, y)), b.Pool.ULe(x, b.Pool.BV(16, 90))}}
	},
	"linear equations": func(b *system.System, x, y, c term.T) invariant.Template {
		a := &affine{b: b, width: 16, when: c}
		a.add(x, term.True, "x", int64(budget.SmallNumber.N))
		a.add(y, term.True, "y", int64(budget.SmallNumber.N))
		return a
	},
	"few values": func(b *system.System, x, _, c term.T) invariant.Template {
		return &fewValues{b: b, when: c, t: x, text: "x"}
	},
	"remainder": func(b *system.System, x, _, c term.T) invariant.Template {
		return &remainder{b: b, when: c, t: x, most: 1<<15 - 1, text: "x"}
	},
}

// TestTemplatesAdmit: whatever states a template has admitted, its facts hold in
// all of them, and of a template that was dropped nothing is said.
func TestTemplatesAdmit(t *testing.T) {
	steps := [][2]uint64{{1, 1}, {3, 1}, {6, 12}, {0x7fff, 0xffff}} // what states differ by, at random times
	for name, make := range weakened {
		rng := rand.New(rand.NewPCG(1, 2))
		said := 0
		for range 50 {
			p := term.NewPool()
			b := system.OfTerms(p)
			x, y, c := p.Var(16, "x"), p.Var(16, "y"), p.Var(0, "c")
			a := make(b, x, y, c)
			step, apart := steps[rng.IntN(len(steps))], rng.Uint64N(2)*7
			var states []system.Valuation
			for range 12 {
				m := term.NewModel()
				k := rng.Uint64N(30)
				m.Set(x, k*step[0]&0xffff)
				m.Set(y, (apart+k*step[1])&0xffff)
				m.Set(c, rng.Uint64N(4)&1)
				states = append(states, term.NewEvaluator(p, m))
				a.Weaken(states[len(states)-1])
				for i, s := range states {
					for _, f := range a.Facts() {
						if !s.Bool(f) {
							t.Fatalf("%s: %s does not hold in state %d of %d that were admitted", name, p.String(f), i+1, len(states))
						}
					}
				}
			}
			if len(a.Facts()) > 0 {
				said++
			}
			if a.Drop(); len(a.Facts()) != 0 {
				t.Errorf("%s: dropped, it says %s", name, p.String(a.Facts()[0]))
			}
		}
		if said == 0 {
			t.Errorf("%s never says anything, so the test shows nothing", name)
		}
	}
}

// TestFarStates: the states that are wished for violate the bound, the first of
// them by most.
func TestFarStates(t *testing.T) {
	p := term.NewPool()
	b := system.OfTerms(p)
	x := p.Var(16, "x")
	a := &invariant.Bound{Sys: b, When: term.True, Term: x, Signed: true, Thresholds: []int64{-32768, -100, -9, 0, 9, 100, 1000, 32766, 32767}, Lo: 3, Hi: 4, Moves: [2]int{1, budget.NearMoves.N - 1}}
	m := term.NewModel()
	beyond := func(v int64) (n int) {
		m.Set(x, uint64(v)&0xffff)
		ev := term.NewEvaluator(p, m)
		for _, f := range a.Far() {
			if ev.Bool(f) {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		x    int64
		want int
	}{{0, 0}, {9, 0}, {100, 0}, {999, 0}, {1000, 1}, {32766, 2}, {32767, 3}, {-9, 0}, {-99, 0}, {-100, 1}, {-32768, 2}} {
		if got := beyond(c.x); got != c.want {
			t.Errorf("%d of the far states are x = %d, want %d", got, c.x, c.want)
		}
	}
	m.Set(x, 32767)
	if ev := term.NewEvaluator(p, m); !ev.Bool(a.Far()[0]) {
		t.Error("the greatest number is not wished for first")
	}
}
