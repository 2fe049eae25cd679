package op_test

import (
	"math/bits"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

var dom op.Concrete

// exact computes an operation on unbounded integers; ok is false where C
// leaves the result open or the path ends.
func exact(o ir.Opcode, w int, a, b uint64) (r int64, ok bool) {
	x, y := op.Signed(w, a), op.Signed(w, b)
	switch o {
	case ir.Add:
		return x + y, true
	case ir.Sub:
		return x - y, true
	case ir.Mul:
		return x * y, true
	case ir.SDiv:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case ir.SRem:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case ir.UDiv:
		if b == 0 {
			return 0, false
		}
		return int64(a / b), true
	case ir.URem:
		if b == 0 {
			return 0, false
		}
		return int64(a % b), true
	case ir.Shl:
		return x << b, b < uint64(w)
	case ir.LShr:
		return int64(a >> b), b < uint64(w)
	case ir.AShr:
		return x >> b, b < uint64(w)
	case ir.And:
		return int64(a & b), true
	case ir.Or:
		return int64(a | b), true
	case ir.Xor:
		return int64(a ^ b), true
	}
	panic("no reference")
}

var arithmetic = []ir.Opcode{ir.Add, ir.Sub, ir.Mul, ir.SDiv, ir.SRem, ir.UDiv, ir.URem, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor}

// eachPair calls f with all pairs of values of all widths up to 6.
func eachPair(f func(w int, a, b uint64)) {
	for w := 1; w <= 6; w++ {
		for a := range uint64(1) << w {
			for b := range uint64(1) << w {
				f(w, a, b)
			}
		}
	}
}

func TestBinaryAgreesWithExactArithmetic(t *testing.T) {
	eachPair(func(w int, a, b uint64) {
		for _, o := range arithmetic {
			want, ok := exact(o, w, a, b)
			if !ok {
				continue
			}
			if got := op.Binary[uint64, bool](dom, o, w, a, b); got != uint64(want)&op.Mask(w) {
				t.Fatalf("op %d, width %d: %d, %d gives %d, want %d", o, w, a, b, got, want)
			}
		}
	})
}

func TestChecksAgreeWithExactArithmetic(t *testing.T) {
	all := ^op.Set(0)
	eachPair(func(w int, a, b uint64) {
		for _, o := range arithmetic {
			got := map[op.Class]op.Side{}
			for _, c := range op.ArithmeticChecks(dom, o, w, a, b, all, nil) {
				if c.Cond {
					got[c.Class] = c.Side
				}
			}
			for c, side := range violations(o, w, a, b) {
				if s, ok := got[c]; !ok || s != side {
					t.Fatalf("op %d, width %d: %d, %d: %v on side %d, want %d (found %v)", o, w, a, b, c, s, side, ok)
				}
				delete(got, c)
			}
			if len(got) > 0 {
				t.Fatalf("op %d, width %d: %d, %d: unexpected %v", o, w, a, b, got)
			}
		}
	})
}

// violations is the table of verdicts.md for arithmetic, on exact numbers.
func violations(o ir.Opcode, w int, a, b uint64) map[op.Class]op.Side {
	v := map[op.Class]op.Side{}
	min, max := -int64(1)<<(w-1), int64(1)<<(w-1)-1
	x, y := op.Signed(w, a), op.Signed(w, b)
	r, ok := exact(o, w, a, b)
	signed := func() {
		switch {
		case r < min:
			v[op.SignedOverflow] = op.Low
		case r > max:
			v[op.SignedOverflow] = op.High
		}
	}
	switch o {
	case ir.Add, ir.Sub, ir.Mul:
		signed()
		u := map[ir.Opcode]int64{ir.Add: int64(a + b), ir.Sub: int64(a) - int64(b), ir.Mul: int64(a * b)}[o]
		if u < 0 || u > int64(op.Mask(w)) {
			v[op.Unsigned] = op.AnySide
		}
	case ir.SDiv, ir.SRem, ir.UDiv, ir.URem:
		if b == 0 {
			v[op.DivByZero] = op.AnySide
		}
		if (o == ir.SDiv || o == ir.SRem) && y == -1 && x == min {
			v[op.DivOverflow] = op.High
		}
	case ir.Shl, ir.LShr, ir.AShr:
		switch {
		case y < 0:
			v[op.ShiftRange] = op.Low
		case !ok:
			v[op.ShiftRange] = op.High
		case o == ir.Shl:
			signed()
		}
	}
	return v
}

func TestCompareAgreesWithIntegers(t *testing.T) {
	preds := map[ir.Pred]func(a, b uint64, x, y int64) bool{
		ir.EQ: func(a, b uint64, _, _ int64) bool { return a == b }, ir.NE: func(a, b uint64, _, _ int64) bool { return a != b },
		ir.ULT: func(a, b uint64, _, _ int64) bool { return a < b }, ir.ULE: func(a, b uint64, _, _ int64) bool { return a <= b },
		ir.UGT: func(a, b uint64, _, _ int64) bool { return a > b }, ir.UGE: func(a, b uint64, _, _ int64) bool { return a >= b },
		ir.SLT: func(_, _ uint64, x, y int64) bool { return x < y }, ir.SLE: func(_, _ uint64, x, y int64) bool { return x <= y },
		ir.SGT: func(_, _ uint64, x, y int64) bool { return x > y }, ir.SGE: func(_, _ uint64, x, y int64) bool { return x >= y },
	}
	eachPair(func(w int, a, b uint64) {
		for p, want := range preds {
			if op.Compare[uint64, bool](dom, p, w, a, b) != want(a, b, op.Signed(w, a), op.Signed(w, b)) {
				t.Fatalf("predicate %d, width %d: %d, %d", p, w, a, b)
			}
		}
	})
}

func TestUnaryAgreesWithMathBits(t *testing.T) {
	for _, w := range []int{8, 16, 32, 64} {
		for _, x := range []uint64{0, 1, 2, 0x80, 0xff, 0x1234, 0x8000, 0x80000000, 0xdeadbeef, 1 << 63, ^uint64(0)} {
			x &= op.Mask(w)
			want := map[ir.Opcode]uint64{
				ir.CtPop: uint64(bits.OnesCount64(x)), ir.CtLZ: uint64(bits.LeadingZeros64(x) - (64 - w)),
				ir.CtTZ: uint64(min(bits.TrailingZeros64(x), w)), ir.BitReverse: bits.Reverse64(x) >> (64 - w),
			}
			if w > 8 {
				want[ir.BSwap] = bits.ReverseBytes64(x) >> (64 - w)
			}
			for o, r := range want {
				if got := op.Unary[uint64, bool](dom, o, w, x); got != r {
					t.Errorf("op %d, width %d: %#x gives %#x, want %#x", o, w, x, got, r)
				}
			}
		}
	}
}

func TestDowncastAndIndexChecks(t *testing.T) {
	for a := range uint64(1) << 6 {
		x := op.Signed(6, a)
		for _, c := range op.DowncastChecks(dom, 6, 3, a, true, true, nil) {
			want := c.Side == op.Low && x < -4 || c.Side == op.High && x > 3
			if c.Cond != want {
				t.Errorf("downcast of %d: side %d is %v", x, c.Side, c.Cond)
			}
		}
		for _, c := range op.IndexChecks(dom, 6, a, 5, nil) {
			want := c.Side == op.Low && x < 0 || c.Side == op.High && x >= 5
			if c.Cond != want {
				t.Errorf("index %d: side %d is %v", x, c.Side, c.Cond)
			}
		}
	}
}

func TestEveryClassHasARow(t *testing.T) {
	for c := op.NoClass; c < op.NumClasses; c++ {
		if back, ok := op.ParseClass(c.String()); !ok || back != c || c.Text() == "" {
			t.Errorf("class %d has no proper row: %q", c, c)
		}
	}
}
