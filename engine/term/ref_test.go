package term

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

// reference computes a scalar operator on unsigned numbers straight from the
// definitions of SMT-LIB's theory FixedSizeBitVectors, sharing no code with the
// evaluator. ws are the widths of the arguments.
func reference(op Op, w, lo int, ws []int, args []*big.Int) *big.Int {
	pow := func(k int) *big.Int { return new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(k)), nil) }
	mod := func(x *big.Int) *big.Int { return new(big.Int).Mod(x, pow(w)) } // Euclidean
	toInt := func(i int) *big.Int {
		if args[i].Cmp(pow(ws[i]-1)) >= 0 {
			return new(big.Int).Sub(args[i], pow(ws[i]))
		}
		return args[i]
	}
	truth := func(b bool) *big.Int {
		if b {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	minusOne := mod(big.NewInt(-1))
	if len(args) == 0 {
		panic("reference: leaf")
	}
	a := args[0]
	var b *big.Int
	if len(args) > 1 {
		b = args[1]
	}
	switch op {
	case OpNot:
		return truth(a.Sign() == 0)
	case OpAnd:
		return truth(a.Sign() != 0 && b.Sign() != 0)
	case OpIte:
		if a.Sign() != 0 {
			return b
		}
		return args[2]
	case OpEq:
		return truth(a.Cmp(b) == 0)
	case OpULt:
		return truth(a.Cmp(b) < 0)
	case OpSLt:
		return truth(toInt(0).Cmp(toInt(1)) < 0)
	case OpNeg:
		return mod(new(big.Int).Sub(pow(w), a))
	case OpAdd:
		return mod(new(big.Int).Add(a, b))
	case OpSub:
		return mod(new(big.Int).Sub(a, b))
	case OpMul:
		return mod(new(big.Int).Mul(a, b))
	case OpBVNot:
		return new(big.Int).Sub(minusOne, a)
	case OpConcat:
		return new(big.Int).Add(new(big.Int).Mul(a, pow(ws[1])), b)
	case OpExtract:
		return mod(new(big.Int).Div(a, pow(lo)))
	case OpZExt:
		return a
	case OpSExt:
		return mod(toInt(0))
	case OpBVAnd, OpBVOr, OpBVXor:
		r := new(big.Int)
		for i := range w {
			x, y := a.Bit(i), b.Bit(i)
			r.SetBit(r, i, map[Op]uint{OpBVAnd: x * y, OpBVOr: max(x, y), OpBVXor: (x + y) % 2}[op])
		}
		return r
	case OpUDiv:
		if b.Sign() == 0 {
			return minusOne
		}
		return new(big.Int).Div(a, b)
	case OpURem:
		if b.Sign() == 0 {
			return a
		}
		return new(big.Int).Mod(a, b)
	case OpSDiv, OpSRem:
		return referenceSigned(op, mod, a, toInt(0), toInt(1))
	}
	k := w
	if b.Cmp(big.NewInt(int64(w))) < 0 {
		k = int(b.Int64())
	}
	switch op {
	case OpShl:
		return mod(new(big.Int).Mul(a, pow(k)))
	case OpLShr:
		return new(big.Int).Div(a, pow(k))
	case OpAShr: // Div rounds to minus infinity for positive divisors
		return mod(new(big.Int).Div(toInt(0), pow(k)))
	}
	panic(fmt.Sprint("reference: ", op))
}

func referenceSigned(op Op, mod func(*big.Int) *big.Int, a, s, t *big.Int) *big.Int {
	if t.Sign() == 0 {
		switch {
		case op == OpSRem:
			return a
		case s.Sign() < 0:
			return big.NewInt(1)
		}
		return mod(big.NewInt(-1))
	}
	q := new(big.Int).Div(new(big.Int).Abs(s), new(big.Int).Abs(t))
	if s.Sign()*t.Sign() < 0 {
		q.Neg(q)
	}
	if op == OpSDiv {
		return mod(q)
	}
	return mod(new(big.Int).Sub(s, q.Mul(q, t)))
}

// scalarOps are the operators reference defines, Ite included.
var scalarOps = []Op{
	OpNot, OpAnd, OpIte, OpEq, OpULt, OpSLt, OpNeg, OpAdd, OpSub, OpMul,
	OpUDiv, OpURem, OpSDiv, OpSRem, OpBVNot, OpBVAnd, OpBVOr, OpBVXor,
	OpShl, OpLShr, OpAShr, OpConcat, OpExtract, OpZExt, OpSExt,
}

// testWidths are the widths at which random tests run.
var testWidths = []int{1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 63, 64, 65, 100}

// randomValue returns a number below 2^w, often near a corner.
func randomValue(r *rand.Rand, w int) *big.Int {
	one := big.NewInt(1)
	v := new(big.Int)
	switch r.IntN(6) {
	case 0:
		v.SetInt64(int64(r.IntN(4)))
	case 1:
		v.SetInt64(-int64(1 + r.IntN(4)))
	case 2: // around a power of two
		v.Lsh(one, uint(r.IntN(w+1)))
		v.Add(v, big.NewInt(int64(r.IntN(3)-1)))
	default:
		for v.BitLen() < w {
			v.Lsh(v, 32)
			v.Or(v, new(big.Int).SetUint64(uint64(r.Uint32())|1<<31))
		}
		v.Rsh(v, uint(r.IntN(2)*r.IntN(w+1)))
	}
	m := new(big.Int).Lsh(one, uint(w))
	return v.Mod(v, m)
}

// TestFoldAgainstReference compares the 64-bit and the big evaluation with the
// reference on every operator: exhaustively up to 4 bits, at random beyond.
func TestFoldAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, op := range scalarOps {
		if op == OpIte || op == OpNot || op == OpAnd {
			continue
		}
		for _, w := range testWidths {
			for _, args := range argumentValues(r, op, w) {
				checkFold(t, op, w, r.IntN(w), args)
			}
		}
	}
}

func argumentValues(r *rand.Rand, op Op, w int) [][]*big.Int {
	var all [][]*big.Int
	if w <= 4 {
		for a := range int64(1) << w {
			for b := range int64(1) << w {
				all = append(all, []*big.Int{big.NewInt(a), big.NewInt(b)}[:op.NumArgs()])
			}
		}
		return all
	}
	for range 300 {
		all = append(all, []*big.Int{randomValue(r, w), randomValue(r, w)}[:op.NumArgs()])
	}
	return all
}

// checkFold checks op on arguments of w bits; lo serves for OpExtract.
func checkFold(t *testing.T, op Op, w, lo int, args []*big.Int) {
	t.Helper()
	rw, wb := w, w
	switch op {
	case OpEq, OpULt, OpSLt:
		rw = 0
	case OpConcat:
		rw = 2 * w
	case OpExtract:
		rw, wb = w-lo, lo
	case OpZExt, OpSExt:
		rw, wb = w+3, 0
	}
	want := reference(op, max(rw, 1), lo, []int{w, w}, args)
	b := new(big.Int)
	if len(args) > 1 {
		b = args[1]
	}
	got := evalBig(op, rw, w, wb, args[0], b)
	if got.Cmp(want) != 0 {
		t.Errorf("evalBig: %s of width %d on %v = %v, want %v", op, w, args, got, want)
	}
	if rw <= 64 && w <= 64 {
		if got := eval64(op, rw, w, wb, args[0].Uint64(), b.Uint64()); got != want.Uint64() {
			t.Errorf("eval64: %s of width %d on %v = %v, want %v", op, w, args, got, want)
		}
	}
}
