package op

import "math/bits"

// Concrete is the domain of known values of width ≤ 64: the bits, zero-extended
// to 64. It is the fast path of the executor.
type Concrete struct{}

// Mask has the low w bits set (1 ≤ w ≤ 64).
func Mask(w int) uint64 { return ^uint64(0) >> (64 - uint(w)) }

// Signed is the two's complement value of the low w bits of x.
func Signed(w int, x uint64) int64 {
	s := 64 - uint(w)
	return int64(x<<s) >> s
}

// Const truncates x to w bits.
func (Concrete) Const(w int, x uint64) uint64 { return x & Mask(w) }

// Add is a + b modulo 2^w.
func (Concrete) Add(w int, a, b uint64) uint64 { return (a + b) & Mask(w) }

// Sub is a − b modulo 2^w.
func (Concrete) Sub(w int, a, b uint64) uint64 { return (a - b) & Mask(w) }

// Mul is a · b modulo 2^w.
func (Concrete) Mul(w int, a, b uint64) uint64 { return (a * b) & Mask(w) }

// UDiv is the unsigned quotient; all ones when b is 0.
func (Concrete) UDiv(w int, a, b uint64) uint64 {
	if b == 0 {
		return Mask(w)
	}
	return a / b
}

// SDiv is the signed quotient, truncated towards zero.
func (Concrete) SDiv(w int, a, b uint64) uint64 {
	x, y := Signed(w, a), Signed(w, b)
	switch y {
	case 0:
		return Mask(w)
	case -1:
		return uint64(-x) & Mask(w)
	}
	return uint64(x/y) & Mask(w)
}

// URem is the unsigned remainder; a when b is 0.
func (Concrete) URem(_ int, a, b uint64) uint64 {
	if b == 0 {
		return a
	}
	return a % b
}

// SRem is the signed remainder with the sign of a.
func (Concrete) SRem(w int, a, b uint64) uint64 {
	x, y := Signed(w, a), Signed(w, b)
	switch y {
	case 0:
		return a
	case -1:
		return 0
	}
	return uint64(x%y) & Mask(w)
}

// And is the bitwise conjunction.
func (Concrete) And(_ int, a, b uint64) uint64 { return a & b }

// Or is the bitwise disjunction.
func (Concrete) Or(_ int, a, b uint64) uint64 { return a | b }

// Xor is the bitwise exclusive or.
func (Concrete) Xor(_ int, a, b uint64) uint64 { return a ^ b }

// Shl shifts left; 0 when b ≥ w.
func (Concrete) Shl(w int, a, b uint64) uint64 {
	if b >= uint64(w) {
		return 0
	}
	return a << b & Mask(w)
}

// LShr shifts right, filling with zeros; 0 when b ≥ w.
func (Concrete) LShr(w int, a, b uint64) uint64 {
	if b >= uint64(w) {
		return 0
	}
	return a >> b
}

// AShr shifts right, filling with the sign.
func (Concrete) AShr(w int, a, b uint64) uint64 {
	if b >= uint64(w) {
		b = uint64(w - 1)
	}
	return uint64(Signed(w, a)>>b) & Mask(w)
}

// Trunc keeps the low bits.
func (Concrete) Trunc(_, to int, a uint64) uint64 { return a & Mask(to) }

// ZExt extends with zeros.
func (Concrete) ZExt(_, _ int, a uint64) uint64 { return a }

// SExt extends with the sign.
func (Concrete) SExt(from, to int, a uint64) uint64 { return uint64(Signed(from, a)) & Mask(to) }

// Eq is equality.
func (Concrete) Eq(_ int, a, b uint64) bool { return a == b }

// ULt is the unsigned order.
func (Concrete) ULt(_ int, a, b uint64) bool { return a < b }

// SLt is the signed order.
func (Concrete) SLt(w int, a, b uint64) bool { return Signed(w, a) < Signed(w, b) }

// MulLeaves: see Domain.
func (Concrete) MulLeaves(w int, a, b uint64) (low, high bool) {
	x, y := Signed(w, a), Signed(w, b)
	neg := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	limit := uint64(1) << (w - 1) // largest magnitude of a negative value
	if !neg {
		limit--
	}
	out := hi != 0 || lo > limit
	return out && neg, out && !neg
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// True is the condition that always holds.
func (Concrete) True() bool { return true }

// Not is negation.
func (Concrete) Not(c bool) bool { return !c }

// Both is conjunction.
func (Concrete) Both(c, d bool) bool { return c && d }

// Either is disjunction.
func (Concrete) Either(c, d bool) bool { return c || d }

// Ite selects.
func (Concrete) Ite(_ int, c bool, a, b uint64) uint64 {
	if c {
		return a
	}
	return b
}

// FromCond is 1 or 0.
func (Concrete) FromCond(c bool) uint64 {
	if c {
		return 1
	}
	return 0
}
