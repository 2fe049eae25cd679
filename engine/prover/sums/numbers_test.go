package sums

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestBounds: what a condition says of a number that it compares with a constant.
func TestBounds(t *testing.T) {
	p := term.NewPool()
	b, x := &Sums{Pool: p}, p.Var(8, "x")
	k := func(n uint64) term.T { return p.BV(8, n) }
	for _, c := range []term.T{
		p.ULt(x, k(10)), p.Not(p.ULt(x, k(10))), p.ULt(k(10), x), p.Not(p.ULt(k(10), x)), p.SLt(x, k(10)), p.Not(p.SLt(x, k(10))),
		p.SLt(k(10), x), p.Not(p.SLt(k(10), x)), p.ULt(x, k(200)), p.Not(p.ULt(k(200), x)), p.SLt(x, k(200)), p.SLt(k(200), x),
	} {
		within := b.NumbersUnder(b.Bounds(slices.Values([]term.T{c})), 100).Of(x)
		for n := range uint64(256) {
			m := term.NewModel()
			m.Set(x, n)
			if term.NewEvaluator(p, m).Bool(c) && !within.Meets(int64(int8(n)), 1) {
				t.Errorf("%s: %v lacks %d", p.String(c), within, int8(n))
			}
		}
	}
}
