package cdcl

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// TestWishes: a model satisfies what is wished where that is possible, the first
// wish rather than one it excludes; wishes change no answer, and end with the query.
func TestWishes(t *testing.T) {
	p := term.NewPool()
	x, y := p.Var(16, "x"), p.Var(16, "y")
	b := New(p, Config{})
	over := func(v term.T, n uint64) term.T { return p.ULt(p.BV(16, n), v) }
	wished := func(assumption term.T, wishes ...term.T) backend.Result {
		return b.Check(context.Background(), backend.Query{Assumptions: []term.T{assumption, p.ULt(x, y)}, Wishes: wishes}, backend.Limits{})
	}
	for range 10 {
		r := wished(over(x, 10), over(x, 5000), p.Not(over(x, 4000)), over(y, 60000), term.False)
		vx, _ := r.Model.Get(x)
		vy, _ := r.Model.Get(y)
		if vx <= 5000 || vy <= 60000 {
			t.Errorf("x = %d, y = %d", vx, vy)
		}
		if r := wished(over(x, 65534), over(x, 5000)); r.Status != backend.Unsat {
			t.Errorf("no y is greater: %v", r.Status)
		}
		if r := wished(over(x, 10), over(x, 65534)); r.Status != backend.Sat {
			t.Errorf("a wish that cannot be made true: %v", r.Status)
		}
	}
}

// TestDiverseModels: the models of a diverse backend differ in what is free; the
// answers are those of any other.
func TestDiverseModels(t *testing.T) {
	for _, diverse := range []bool{false, true} {
		p := term.NewPool()
		x, y := p.Var(16, "x"), p.Var(16, "y")
		b := New(p, Config{Diverse: diverse})
		seen := map[uint64]bool{}
		for range 20 {
			m := wantSat(t, b, p.ULt(x, p.BV(16, 5000)), p.Not(p.Eq(x, y)))
			v, _ := m.Get(y)
			seen[v] = true
			wantUnsat(t, b, p.ULt(x, p.BV(16, 5000)), p.ULt(p.BV(16, 6000), x))
		}
		if diverse && len(seen) < 10 || !diverse && len(seen) > 2 {
			t.Errorf("diverse %v: %d values of y in 20 models", diverse, len(seen))
		}
	}
}
