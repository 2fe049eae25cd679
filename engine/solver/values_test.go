package solver

import (
	"math/rand"
	"testing"

	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/term"
)

// TestFewValues: conditions on one byte within small bounds, beside another
// variable, are decided without the backend; answers, models and cores agree
// with trying all 256 values.
func TestFewValues(t *testing.T) {
	sat, unsat, tried := 0, 0, 0
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		p := term.NewPool()
		x, y := p.Var(8, "x"), p.Var(8, "y")
		k := func() term.T { return p.BV(8, uint64(r.Intn(256))) }
		lo := uint64(r.Intn(256))
		// Signed bounds may lie on both sides of zero.
		low, high := p.SLe(p.BV(8, lo), x), p.SLe(x, p.BV(8, lo+uint64(r.Intn(14))))
		as := []term.T{p.Eq(p.Mul(y, y), p.BV(8, 49)), low, high}
		s := New(p, Options{})
		for range 6 {
			before := s.Stats()
			res := s.Check(t.Context(), as, Limits{})
			if len(as) > 3 && answeredBy(before, s.Stats()) == "slices" && s.Stats().Backend.Queries == before.Backend.Queries {
				tried++
			}
			switch {
			case res.Status == Sat:
				sat++
				if err := solvertest.CheckModel(p, res.Model, as); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			case satisfiable(p, x, y, res.Core):
				t.Fatalf("seed %d: the core %v has a model", seed, res.Core)
			default:
				unsat++
			}
			// What the last answer said is contradicted now and then.
			c := []term.T{p.Not(p.Eq(x, k())), p.Not(p.Eq(p.Mul(x, x), k())), p.ULt(p.BVXor(x, k()), k()), p.Eq(p.Mul(x, k()), k())}[r.Intn(4)]
			if res.Status == Sat {
				v, _ := res.Model.Get(x)
				c = []term.T{c, p.Not(p.Eq(x, p.BV(8, v))), p.Not(p.Eq(p.Add(x, x), p.BV(8, 2*v)))}[r.Intn(3)]
			}
			as = append(as, c)
		}
		s.Close()
	}
	if sat < 200 || unsat < 200 || tried < 200 {
		t.Errorf("%d sat, %d unsat, %d without the backend: too few to show anything", sat, unsat, tried)
	}
}

// satisfiable tries all values of x, and those of y that matter.
func satisfiable(p *term.Pool, x, y term.T, as []term.T) bool {
	for v := range uint64(256) {
		m := term.NewModel()
		m.Set(x, v)
		m.Set(y, 7)
		if solvertest.CheckModel(p, m, as) == nil {
			return true
		}
	}
	return false
}
