package term

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// reference computes a scalar operator on unsigned numbers straight from the
// definitions of SMT-LIB's theory FixedSizeBitVectors, sharing no code with the
// evaluator. ws are the widths of the arguments.
func reference(op Op, w, lo int, ws []int, args []*big.Int) *big.Int {
	a := args[0]
	b := new(big.Int)
	if len(args) > 1 {
		b = args[1]
	}
	s := func(i int) *big.Int { return refSigned(args[i], ws[i]) }
	truth := func(b bool) *big.Int {
		if b {
			return big.NewInt(1)
		}
		return new(big.Int)
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
		return truth(s(0).Cmp(s(1)) < 0)
	case OpNeg:
		return refMod(new(big.Int).Sub(refPow(w), a), w)
	case OpAdd:
		return refMod(new(big.Int).Add(a, b), w)
	case OpSub:
		return refMod(new(big.Int).Sub(a, b), w)
	case OpMul:
		return refMod(new(big.Int).Mul(a, b), w)
	case OpBVNot:
		return refMod(new(big.Int).Sub(big.NewInt(-1), a), w)
	case OpConcat:
		return new(big.Int).Add(new(big.Int).Mul(a, refPow(ws[1])), b)
	case OpExtract:
		return refMod(new(big.Int).Div(a, refPow(lo)), w)
	case OpZExt:
		return a
	case OpSExt:
		return refMod(s(0), w)
	case OpBVAnd, OpBVOr, OpBVXor:
		return refBitwise(op, w, a, b)
	case OpShl, OpLShr, OpAShr:
		return refShift(op, w, a, b)
	}
	return refDivision(op, w, a, b)
}

func refPow(k int) *big.Int { return new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(k)), nil) }

// refMod is the remainder modulo 2^w, never negative.
func refMod(x *big.Int, w int) *big.Int { return new(big.Int).Mod(x, refPow(w)) }

// refSigned reads x as two's complement.
func refSigned(x *big.Int, w int) *big.Int {
	if x.Cmp(refPow(w-1)) >= 0 {
		return new(big.Int).Sub(x, refPow(w))
	}
	return x
}

func refBitwise(op Op, w int, a, b *big.Int) *big.Int {
	r := new(big.Int)
	for i := range w {
		x, y := a.Bit(i), b.Bit(i)
		r.SetBit(r, i, map[Op]uint{OpBVAnd: x * y, OpBVOr: max(x, y), OpBVXor: (x + y) % 2}[op])
	}
	return r
}

func refShift(op Op, w int, a, b *big.Int) *big.Int {
	k := w
	if b.Cmp(big.NewInt(int64(w))) < 0 {
		k = int(b.Int64())
	}
	switch op {
	case OpShl:
		return refMod(new(big.Int).Mul(a, refPow(k)), w)
	case OpLShr:
		return new(big.Int).Div(a, refPow(k))
	}
	// Div rounds to minus infinity for positive divisors.
	return refMod(new(big.Int).Div(refSigned(a, w), refPow(k)), w)
}

func refDivision(op Op, w int, a, b *big.Int) *big.Int {
	zero := b.Sign() == 0
	switch {
	case zero && (op == OpURem || op == OpSRem):
		return a
	case zero && op == OpSDiv && refSigned(a, w).Sign() < 0:
		return big.NewInt(1)
	case zero:
		return refMod(big.NewInt(-1), w)
	case op == OpUDiv:
		return new(big.Int).Div(a, b)
	case op == OpURem:
		return new(big.Int).Mod(a, b)
	}
	s, t := refSigned(a, w), refSigned(b, w)
	q := new(big.Int).Div(new(big.Int).Abs(s), new(big.Int).Abs(t))
	if s.Sign()*t.Sign() < 0 {
		q.Neg(q)
	}
	if op == OpSDiv {
		return refMod(q, w)
	}
	return refMod(new(big.Int).Sub(s, q.Mul(q, t)), w)
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
