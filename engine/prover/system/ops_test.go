package system

import (
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// TestFits: an overflow check is left out only where no two values of the
// operands' ranges overflow, in ranges of 4 bits that a mask and a sum make.
func TestFits(t *testing.T) {
	const w = 4
	p := term.NewPool()
	b := OfTerms(p)
	left, yes := 0, 0
	operand := func(name string, mask, plus uint64) term.T {
		return p.Add(p.BVAnd(p.Var(w, name), p.BV(w, mask)), p.BV(w, plus))
	}
	for _, mask := range []uint64{0, 1, 3, 7, 15} {
		for _, plus := range []uint64{0, 3, 7, 8, 12, 15} {
			x, y := operand("x", mask, plus), operand("y", mask>>1, 15-plus)
			for _, o := range []ir.Opcode{ir.Add, ir.Sub, ir.Mul} {
				fits := b.fits(o, w, x, y)
				for _, k := range op.ArithmeticChecks(b.Dom, o, w, x, y, op.SetOf(op.SignedOverflow), nil) {
					for v := range uint64(256) {
						m := term.NewModel()
						for i, name := range p.Vars(k.Cond) {
							m.Set(name, v>>(4*i)&15)
						}
						if bad := term.NewEvaluator(p, m).Bool(k.Cond); bad && fits {
							t.Fatalf("%v of %s and %s leaves the type", o, p.String(x), p.String(y))
						}
					}
				}
				if fits {
					yes++
				} else {
					left++
				}
			}
		}
	}
	if yes == 0 || left == 0 {
		t.Errorf("%d fit, %d do not: the test shows nothing", yes, left)
	}
}
