package z3

import (
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestLaws: the laws of a hard operator hold for all its operands, and for some operands
// exclude some value.
func TestLaws(t *testing.T) {
	const w = 4
	for _, op := range []term.Op{term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem, term.OpMul} {
		p := term.NewPool()
		x, y, v := p.Var(w, "x"), p.Var(w, "y"), p.Var(w, "v")
		u := map[term.Op]func(a, b term.T) term.T{term.OpUDiv: p.UDiv, term.OpURem: p.URem, term.OpSDiv: p.SDiv, term.OpSRem: p.SRem, term.OpMul: p.Mul}[op](x, y)
		r := newRelaxer(p)
		laws := p.AndN(r.laws(u, v)...)
		excluded := 0
		for i := range uint64(1 << (3 * w)) {
			m := term.NewModel()
			m.Set(x, i&15)
			m.Set(y, i>>4&15)
			m.Set(v, i>>8)
			ev := term.NewEvaluator(p, m)
			holds := ev.Bool(laws)
			if ev.BV(u) == i>>8 && !holds {
				t.Errorf("%v of %d and %d is %d, which the laws exclude", op, i&15, i>>4&15, i>>8)
			}
			if !holds {
				excluded++
			}
		}
		if excluded == 0 && op != term.OpMul {
			t.Errorf("the laws of %v say nothing", op)
		}
	}
}

// TestRelax: hard terms are replaced, also within others, each by one variable, and
// nothing else is.
func TestRelax(t *testing.T) {
	p := term.NewPool()
	x, y := p.Var(8, "x"), p.Var(8, "y")
	r := newRelaxer(p)
	easy := p.ULt(p.Mul(x, p.BV(8, 5)), y)
	if _, some := r.relax([]term.T{easy}); some {
		t.Error("a product with a constant is replaced")
	}
	inner := p.URem(x, y)
	hard := p.Eq(p.UDiv(p.Add(inner, x), p.BV(8, 7)), inner)
	relaxed, some := r.relax([]term.T{easy, hard})
	if !some || relaxed[0] != easy {
		t.Fatalf("relaxed: %v, easy: %s", some, p.String(relaxed[0]))
	}
	for _, c := range relaxed {
		p.Visit(c, map[term.T]bool{}, func(u term.T) {
			if r.hard(u) {
				t.Errorf("left: %s", p.String(c))
			}
		})
	}
	again, _ := r.relax([]term.T{hard})
	if again[0] != relaxed[1] {
		t.Errorf("%s, then %s", p.String(relaxed[1]), p.String(again[0]))
	}
}

// TestTakeApart: a remainder of what is chosen or stored is one of the remainders, and the same.
func TestTakeApart(t *testing.T) {
	p := term.NewPool()
	x, y, c := p.Var(8, "x"), p.Var(8, "y"), p.Var(0, "c")
	a, i, k := p.ArrayVar(4, 8, "a"), p.Var(4, "i"), p.Var(4, "k")
	r := newRelaxer(p)
	for _, of := range []term.T{p.Ite(c, x, y), p.Add(p.Ite(c, x, y), p.BV(8, 3)), p.Select(p.Store(a, i, x), k), p.Select(a, p.Ite(c, i, k))} {
		for _, op := range []term.Op{term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem} {
			whole := p.ULt(r.divided(op, of, p.BV(8, 6)), p.BV(8, 2))
			apart := r.takeApart([]term.T{whole})[0]
			if apart == whole {
				t.Errorf("%s is not taken apart", p.String(whole))
			}
			for n := range uint64(1 << 13) {
				m := term.NewModel()
				m.Set(x, n)
				m.Set(y, n>>3)
				m.Set(c, n&1)
				m.Set(i, n>>5&15)
				m.Set(k, n>>9)
				m.SetArray(a, map[uint64]uint64{n >> 5 & 15: n ^ 77, n >> 9: n ^ 21}, 9)
				if ev := term.NewEvaluator(p, m); ev.Bool(whole) != ev.Bool(apart) {
					t.Fatalf("%s is not %s", p.String(whole), p.String(apart))
				}
			}
		}
	}
}
