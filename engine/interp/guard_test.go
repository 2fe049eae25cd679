package interp

import (
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestDistancesSayMore compares with the comparison at all values of 4 bits.
func TestDistancesSayMore(t *testing.T) {
	p := term.NewPool()
	e := &Engine{pool: p}
	x, y := p.Var(4, "x"), p.Var(4, "y")
	for name, q := range map[string]term.T{
		"x < y": p.SLt(x, y), "x <= y": p.SLe(x, y), "x <u y": p.ULt(x, y), "x <=u y": p.ULe(x, y),
		"x+3 < y": p.SLt(p.Add(x, p.BV(4, 3)), y), "x <=u y-5": p.ULe(x, p.Sub(y, p.BV(4, 5))),
	} {
		c, ok := e.distances(q)
		if !ok {
			t.Errorf("%s: nothing", name)
			continue
		}
		hold := 0
		for i := range uint64(256) {
			m := term.NewModel()
			m.Set(x, i%16)
			m.Set(y, i/16)
			ev := term.NewEvaluator(p, m)
			if ev.Bool(c) {
				hold++
				if !ev.Bool(q) {
					t.Errorf("%s: claimed at x = %d, y = %d, where it is false", name, i%16, i/16)
				}
			}
		}
		if hold < 30 {
			t.Errorf("%s: claimed at %d values only", name, hold)
		}
	}
}
