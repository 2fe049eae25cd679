package term

import "math/big"

// foldable reports whether every argument of n is a constant and the result is
// one too (arrays are no constants in this sense).
func (p *Pool) foldable(n node) bool {
	op := n.op()
	if op == OpIte || n.index() != 0 || op == OpSelect {
		return false
	}
	for i := 0; i < opTable[op].args; i++ {
		if !p.IsConst(n.arg(i)) {
			return false
		}
	}
	return true
}

// fold computes a foldable node.
func (p *Pool) fold(n node) T {
	w := n.width()
	wa := p.Width(n.a)
	if w <= 64 && wa <= 64 {
		var b uint64
		wb := int(n.b)
		if opTable[n.op()].args > 1 {
			wb = p.Width(n.b)
			b = p.nodes[n.b].value()
		}
		return p.const64(w, eval64(n.op(), w, wa, wb, p.nodes[n.a].value(), b))
	}
	a, _ := p.ConstBig(n.a)
	var b *big.Int
	wb := int(n.b)
	if opTable[n.op()].args > 1 {
		wb = p.Width(n.b)
		b, _ = p.ConstBig(n.b)
	}
	v := evalBig(n.op(), w, wa, wb, a, b)
	if w == 0 {
		return p.Bool(v.Sign() != 0)
	}
	return p.BVBig(w, v)
}

// eval64 applies a scalar operator to values of at most 64 bits. wa is the
// width of the first argument, wb that of the second (the lowest bit for
// OpExtract).
func eval64(op Op, w, wa, wb int, a, b uint64) uint64 {
	m := mask(w)
	switch op {
	case OpNot, OpBVNot:
		return ^a & m
	case OpAnd, OpBVAnd:
		return a & b
	case OpBVOr:
		return a | b
	case OpBVXor:
		return a ^ b
	case OpEq:
		return bit(a == b)
	case OpULt:
		return bit(a < b)
	case OpSLt:
		return bit(signed(a, wa) < signed(b, wa))
	case OpNeg:
		return -a & m
	case OpAdd:
		return (a + b) & m
	case OpSub:
		return (a - b) & m
	case OpMul:
		return (a * b) & m
	case OpConcat:
		return a<<uint(wb) | b
	case OpExtract:
		return a >> uint(wb) & m
	case OpZExt:
		return a
	case OpSExt:
		return uint64(signed(a, wa)) & m
	case OpShl, OpLShr, OpAShr:
		return shift64(op, w, a, b)
	}
	return divide64(op, w, a, b)
}

func shift64(op Op, w int, a, b uint64) uint64 {
	if op == OpAShr {
		return uint64(signed(a, w)>>min(b, uint64(w-1))) & mask(w)
	}
	if b >= uint64(w) {
		return 0
	}
	if op == OpShl {
		return a << b & mask(w)
	}
	return a >> b
}

func divide64(op Op, w int, a, b uint64) uint64 {
	m := mask(w)
	switch op {
	case OpUDiv:
		if b == 0 {
			return m
		}
		return a / b
	case OpURem:
		if b == 0 {
			return a
		}
		return a % b
	}
	// The signed operators are the unsigned ones on magnitudes; this gives the
	// standard's values for zero divisors as well.
	na, nb := a>>uint(w-1) == 1, b>>uint(w-1) == 1
	if na {
		a = -a & m
	}
	if nb {
		b = -b & m
	}
	if op == OpSDiv {
		q := divide64(OpUDiv, w, a, b)
		if na != nb {
			q = -q & m
		}
		return q
	}
	r := divide64(OpURem, w, a, b)
	if na {
		r = -r & m
	}
	return r
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// evalBig is eval64 for any width; the result is new and lies in [0, 2^w).
func evalBig(op Op, w, wa, wb int, a, b *big.Int) *big.Int {
	r := new(big.Int)
	switch op {
	case OpBVNot, OpNot:
		return wrapBig(r.Not(a), max(w, 1))
	case OpAnd, OpBVAnd:
		return r.And(a, b)
	case OpBVOr:
		return r.Or(a, b)
	case OpBVXor:
		return r.Xor(a, b)
	case OpEq:
		return r.SetUint64(bit(a.Cmp(b) == 0))
	case OpULt:
		return r.SetUint64(bit(a.Cmp(b) < 0))
	case OpSLt:
		return r.SetUint64(bit(signedBig(a, wa).Cmp(signedBig(b, wa)) < 0))
	case OpNeg:
		return wrapBig(r.Neg(a), w)
	case OpAdd:
		return wrapBig(r.Add(a, b), w)
	case OpSub:
		return wrapBig(r.Sub(a, b), w)
	case OpMul:
		return wrapBig(r.Mul(a, b), w)
	case OpConcat:
		return r.Or(r.Lsh(a, uint(wb)), b)
	case OpExtract:
		return wrapBig(r.Rsh(a, uint(wb)), w)
	case OpZExt:
		return r.Set(a)
	case OpSExt:
		return wrapBig(r.Set(signedBig(a, wa)), w)
	case OpShl, OpLShr, OpAShr:
		return shiftBig(op, w, a, b)
	}
	return divideBig(op, w, a, b)
}

func shiftBig(op Op, w int, a, b *big.Int) *big.Int {
	k := uint(w)
	if b.IsUint64() && b.Uint64() < uint64(w) {
		k = uint(b.Uint64())
	}
	r := new(big.Int)
	switch op {
	case OpShl:
		return wrapBig(r.Lsh(a, k), w)
	case OpLShr:
		return r.Rsh(a, k)
	}
	return wrapBig(r.Rsh(signedBig(a, w), k), w)
}

func divideBig(op Op, w int, a, b *big.Int) *big.Int {
	r := new(big.Int)
	switch op {
	case OpUDiv:
		if b.Sign() == 0 {
			return wrapBig(r.SetInt64(-1), w)
		}
		return r.Quo(a, b)
	case OpURem:
		if b.Sign() == 0 {
			return r.Set(a)
		}
		return r.Rem(a, b)
	}
	sa, sb := signedBig(a, w), signedBig(b, w)
	switch {
	case op == OpSRem && sb.Sign() == 0:
		return r.Set(a)
	case op == OpSRem:
		return wrapBig(r.Rem(sa, sb), w)
	case sb.Sign() != 0:
		return wrapBig(r.Quo(sa, sb), w)
	case sa.Sign() < 0:
		return r.SetInt64(1)
	}
	return wrapBig(r.SetInt64(-1), w)
}

// wrapBig reduces v in place into [0, 2^w).
func wrapBig(v *big.Int, w int) *big.Int {
	if v.Sign() >= 0 && v.BitLen() <= w {
		return v
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return v.And(v, m.Sub(m, big.NewInt(1)))
}

// signedBig reads v of [0, 2^w) as two's complement.
func signedBig(v *big.Int, w int) *big.Int {
	if v.Bit(w-1) == 0 {
		return v
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return m.Sub(v, m)
}
