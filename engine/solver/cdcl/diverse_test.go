package cdcl

import (
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

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
