package sums

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestQuotient: what was multiplied is found again, but for the bits that a factor of 2 shifts out.
func TestQuotient(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		p := term.NewPool()
		b := &Sums{Pool: p}
		x, y, c := p.Var(64, "x"), p.Var(64, "y"), p.Var(0, "c")
		by := rng.Uint64N(100) + 1
		whole := p.Add(p.Mul(x, p.BV(64, by*(rng.Uint64N(4)+1))), p.BV(64, by*rng.Uint64N(9)))
		multiple := p.Ite(c, whole, p.Sub(y, whole)) // y is a multiple itself
		m := term.NewModel()
		m.Set(x, rng.Uint64()>>rng.IntN(64))
		m.Set(y, by*(rng.Uint64N(1<<40)))
		m.Set(c, rng.Uint64N(2))
		ev := term.NewEvaluator(p, m)
		exact := 64 - bits.TrailingZeros64(by)
		if got := ev.BV(b.Quotient(multiple, by, exact)); got*by != ev.BV(multiple) {
			t.Fatalf("%d times the quotient %d is not %d", by, got, ev.BV(multiple))
		}
		m.Set(y, by*rng.Uint64N(1<<12))
		ev.Reset()
		if got := ev.BV(b.Quotient(y, by, 12)); got*by != ev.BV(y) {
			t.Fatalf("%d times the quotient %d is not the small %d", by, got, ev.BV(y))
		}
	}
}
