package solver

import (
	"math/bits"

	"github.com/assay-dev/assay/engine/term"
)

// bounds is an inclusive interval of the values of a bit-vector of at most 64
// bits, in both readings at once.
type bounds struct {
	ulo, uhi uint64
	slo, shi int64
}

func widthMask(w int) uint64 { return ^uint64(0) >> (64 - w) }

func signExtend(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

// anything returns the bounds of an unknown vector of w bits.
func anything(w int) bounds {
	return bounds{0, widthMask(w), -1 << (w - 1), 1<<(w-1) - 1}
}

// empty reports whether no value is left.
func (b bounds) empty() bool { return b.ulo > b.uhi || b.slo > b.shi }

func (b bounds) meet(c bounds) bounds {
	return bounds{max(b.ulo, c.ulo), min(b.uhi, c.uhi), max(b.slo, c.slo), min(b.shi, c.shi)}
}

func (b bounds) join(c bounds) bounds {
	return bounds{min(b.ulo, c.ulo), max(b.uhi, c.uhi), min(b.slo, c.slo), max(b.shi, c.shi)}
}

// sharpen carries what one reading says over to the other where the sign is
// known.
func (b bounds) sharpen(w int) bounds {
	half := uint64(1) << (w - 1)
	if !b.empty() && (b.uhi < half || b.ulo >= half) {
		b = b.meet(bounds{0, widthMask(w), signExtend(b.ulo, w), signExtend(b.uhi, w)})
	}
	if !b.empty() && (b.slo >= 0 || b.shi < 0) {
		b = b.meet(bounds{uint64(b.slo) & widthMask(w), uint64(b.shi) & widthMask(w), b.slo, b.shi})
	}
	return b
}

// unsigned returns the bounds lo ≤ x ≤ hi, unsigned.
func unsigned(lo, hi uint64, w int) bounds {
	a := anything(w)
	a.ulo, a.uhi = lo, hi
	return a.sharpen(w)
}

// signed returns the bounds lo ≤ x ≤ hi, signed.
func signed(lo, hi int64, w int) bounds {
	a := anything(w)
	a.slo, a.shi = lo, hi
	return a.sharpen(w)
}

// combine returns bounds of an operator on two vectors of w bits, x and y not
// empty; anything where it knows nothing.
func combine(op term.Op, x, y bounds, w int) bounds {
	switch op {
	case term.OpAdd:
		return addBounds(x, y, w)
	case term.OpSub:
		return subBounds(x, y, w)
	case term.OpMul:
		return mulBounds(x, y, w)
	case term.OpUDiv:
		if y.ulo > 0 {
			return unsigned(x.ulo/y.uhi, x.uhi/y.ulo, w)
		}
	case term.OpURem:
		if y.ulo > 0 {
			if x.uhi < y.ulo {
				return x
			}
			return unsigned(0, min(x.uhi, y.uhi-1), w)
		}
		return unsigned(0, x.uhi, w) // x % 0 = x
	case term.OpSDiv:
		if y.slo > 0 {
			return signed(min(x.slo/y.slo, x.slo/y.shi), max(x.shi/y.slo, x.shi/y.shi), w)
		}
	case term.OpSRem:
		if y.slo > 0 {
			return sremBounds(x, y, w)
		}
	case term.OpBVAnd:
		return unsigned(0, min(x.uhi, y.uhi), w)
	case term.OpBVOr:
		return unsigned(max(x.ulo, y.ulo), widthMask(max(bits.Len64(x.uhi|y.uhi), 1)), w)
	case term.OpBVXor:
		return unsigned(0, widthMask(max(bits.Len64(x.uhi|y.uhi), 1)), w)
	case term.OpLShr:
		return unsigned(shiftRight(x.ulo, y.uhi), shiftRight(x.uhi, y.ulo), w)
	case term.OpShl:
		if y.uhi < uint64(w) && bits.Len64(x.uhi)+int(y.uhi) <= w {
			return unsigned(x.ulo<<y.ulo, x.uhi<<y.uhi, w)
		}
	case term.OpAShr:
		k, l := min(y.ulo, 63), min(y.uhi, 63)
		return signed(min(x.slo>>k, x.slo>>l), max(x.shi>>k, x.shi>>l), w)
	}
	return anything(w)
}

func shiftRight(v, by uint64) uint64 {
	if by > 63 {
		return 0
	}
	return v >> by
}

func addBounds(x, y bounds, w int) bounds {
	r := anything(w)
	if hi, carry := bits.Add64(x.uhi, y.uhi, 0); carry == 0 && hi <= widthMask(w) {
		r = unsigned(x.ulo+y.ulo, hi, w)
	}
	lo, ok := term.AddSigned(x.slo, y.slo)
	hi, ok2 := term.AddSigned(x.shi, y.shi)
	return r.meetSigned(lo, hi, ok && ok2, w)
}

func subBounds(x, y bounds, w int) bounds {
	r := anything(w)
	if x.ulo >= y.uhi {
		r = unsigned(x.ulo-y.uhi, x.uhi-y.ulo, w)
	}
	lo, ok := term.SubSigned(x.slo, y.shi)
	hi, ok2 := term.SubSigned(x.shi, y.slo)
	return r.meetSigned(lo, hi, ok && ok2, w)
}

func mulBounds(x, y bounds, w int) bounds {
	r := anything(w)
	if over, hi := bits.Mul64(x.uhi, y.uhi); over == 0 && hi <= widthMask(w) {
		r = unsigned(x.ulo*y.ulo, hi, w)
	}
	const limit = 1 << 31 // products of smaller numbers fit int64
	for _, v := range []int64{x.slo, x.shi, y.slo, y.shi} {
		if v >= limit || v <= -limit {
			return r
		}
	}
	a, b, c, d := x.slo*y.slo, x.slo*y.shi, x.shi*y.slo, x.shi*y.shi
	return r.meetSigned(min(a, b, c, d), max(a, b, c, d), true, w)
}

// sremBounds bounds x % y for positive y.
func sremBounds(x, y bounds, w int) bounds {
	if x.slo > -y.slo && x.shi < y.slo {
		return x
	}
	lo, hi := -(y.shi - 1), y.shi-1
	if x.slo >= 0 {
		lo = 0
	}
	if x.shi <= 0 {
		hi = 0
	}
	return signed(max(lo, min(x.slo, 0)), min(hi, max(x.shi, 0)), w)
}

// meetSigned adds lo ≤ x ≤ hi if that was computed without overflow and lies in
// the range of w bits, so that nothing wrapped around.
func (b bounds) meetSigned(lo, hi int64, ok bool, w int) bounds {
	if full := anything(w); !ok || lo < full.slo || hi > full.shi {
		return b
	}
	return b.meet(signed(lo, hi, w)).sharpen(w)
}
