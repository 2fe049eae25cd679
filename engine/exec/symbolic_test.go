package exec

import (
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/op/symbolic"
	"github.com/assay-dev/assay/engine/term"
)

// TestSymbolicDomainAgreesWithConcrete evaluates every operation on variables
// under all small values and compares with the concrete instance.
func TestSymbolicDomainAgreesWithConcrete(t *testing.T) {
	ops := []ir.Opcode{ir.Add, ir.Sub, ir.Mul, ir.SDiv, ir.SRem, ir.UDiv, ir.URem, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or,
		ir.Xor, ir.SMax, ir.SMin, ir.UMax, ir.UMin, ir.SAddSat, ir.UAddSat, ir.SSubSat, ir.USubSat}
	for w := 1; w <= 4; w++ {
		p := term.NewPool()
		d := symbolic.Terms{Pool: p}
		x, y := p.Var(boolWidth(w), "x"), p.Var(boolWidth(w), "y")
		for _, o := range ops {
			val := op.Binary[term.T, term.T](d, o, w, x, y)
			checks := op.ArithmeticChecks(d, o, w, x, y, ^op.Set(0), nil)
			for a := range uint64(1) << w {
				for b := range uint64(1) << w {
					md := term.NewModel()
					md.Set(x, a)
					md.Set(y, b)
					ev := term.NewEvaluator(p, md)
					compareDomains(t, ev, p, o, w, a, b, val, checks)
				}
			}
		}
	}
}

func compareDomains(t *testing.T, ev *term.Evaluator, p *term.Pool, o ir.Opcode, w int, a, b uint64, val term.T, checks []op.Check[term.T]) {
	t.Helper()
	ends := false
	for i, c := range op.ArithmeticChecks(concrete, o, w, a, b, ^op.Set(0), nil) {
		if got := ev.Bool(checks[i].Cond); got != c.Cond {
			t.Errorf("op %d, width %d, %d, %d: check %v is %v, concretely %v", o, w, a, b, c.Class, got, c.Cond)
		}
		ends = ends || c.Cond && (c.Class == op.DivByZero || c.Class == op.DivOverflow || c.Class == op.ShiftRange)
	}
	if ends {
		return
	}
	got := uint64(0)
	if p.Width(val) == 0 {
		got = concrete.FromCond(ev.Bool(val))
	} else {
		got = ev.BV(val)
	}
	if want := op.Binary[uint64, bool](concrete, o, w, a, b); got != want {
		t.Errorf("op %d, width %d: %d, %d gives %d, concretely %d", o, w, a, b, got, want)
	}
}
