package op

import (
	"fmt"

	"github.com/assay-dev/assay/engine/ir"
)

// Binary is the value of an integer operation on width w, for arguments on
// which no path-ending check failed. A shift whose amount is out of range has
// any value: see AnyValue.
func Binary[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V) V {
	switch o {
	case ir.Add:
		return d.Add(w, a, b)
	case ir.Sub:
		return d.Sub(w, a, b)
	case ir.Mul:
		return d.Mul(w, a, b)
	case ir.UDiv:
		return d.UDiv(w, a, b)
	case ir.SDiv:
		return d.SDiv(w, a, b)
	case ir.URem:
		return d.URem(w, a, b)
	case ir.SRem:
		return d.SRem(w, a, b)
	case ir.Shl:
		return d.Shl(w, a, b)
	case ir.LShr:
		return d.LShr(w, a, b)
	case ir.AShr:
		return d.AShr(w, a, b)
	case ir.And:
		return d.And(w, a, b)
	case ir.Or:
		return d.Or(w, a, b)
	case ir.Xor:
		return d.Xor(w, a, b)
	}
	return extremum[V, B](d, o, w, a, b)
}

// extremum computes the min/max and saturating intrinsics.
func extremum[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V) V {
	switch o {
	case ir.SMax:
		return d.Ite(w, d.SLt(w, a, b), b, a)
	case ir.SMin:
		return d.Ite(w, d.SLt(w, a, b), a, b)
	case ir.UMax:
		return d.Ite(w, d.ULt(w, a, b), b, a)
	case ir.UMin:
		return d.Ite(w, d.ULt(w, a, b), a, b)
	case ir.UAddSat:
		sum := d.Add(w, a, b)
		return d.Ite(w, d.ULt(w, sum, a), d.Const(w, ^uint64(0)), sum)
	case ir.USubSat:
		return d.Ite(w, d.ULt(w, a, b), d.Const(w, 0), d.Sub(w, a, b))
	case ir.SAddSat, ir.SSubSat:
		plain := ir.Add
		if o == ir.SSubSat {
			plain = ir.Sub
		}
		low, high := Leaves[V, B](d, plain, w, a, b)
		min := minSigned[V, B](d, w)
		max := d.Sub(w, min, d.Const(w, 1))
		return d.Ite(w, low, min, d.Ite(w, high, max, Binary[V, B](d, plain, w, a, b)))
	}
	panic(fmt.Sprintf("op: %d is no binary integer operation", o))
}

// Leaves tells when the exact signed result of Add, Sub, Mul or Shl lies below
// or above the signed range of width w. For Shl the amount must be in range.
func Leaves[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V) (low, high B) {
	zero := d.Const(w, 0)
	na, nb := d.SLt(w, a, zero), d.SLt(w, b, zero)
	switch o {
	case ir.Add, ir.Sub:
		nr := d.SLt(w, Binary[V, B](d, o, w, a, b), zero)
		if o == ir.Sub {
			nb = d.Not(nb) // by the sign of b itself: −b wraps for INT_MIN
		}
		low = d.Both(d.Both(na, nb), d.Not(nr))
		high = d.Both(d.Both(d.Not(na), d.Not(nb)), nr)
		return low, high
	case ir.Mul:
		return d.MulLeaves(w, a, b)
	case ir.Shl:
		back := d.AShr(w, d.Shl(w, a, b), b)
		lost := d.Not(d.Eq(w, back, a))
		return d.Both(na, lost), d.Both(d.Not(na), lost)
	}
	panic(fmt.Sprintf("op: %d has no signed range check", o))
}

// UnsignedLeaves tells when the exact unsigned result of Add, Sub, Mul leaves
// [0, 2^w).
func UnsignedLeaves[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V) B {
	switch o {
	case ir.Add:
		return d.ULt(w, d.Add(w, a, b), a)
	case ir.Sub:
		return d.ULt(w, a, b)
	case ir.Mul:
		zero := d.Const(w, 0)
		q := d.UDiv(w, d.Mul(w, a, b), d.Ite(w, d.Eq(w, b, zero), d.Const(w, 1), b))
		return d.Both(d.Not(d.Eq(w, b, zero)), d.Not(d.Eq(w, q, a)))
	}
	panic(fmt.Sprintf("op: %d has no unsigned range check", o))
}

// ArithmeticChecks appends what the integer operation o can do wrong, in the
// order in which it is judged, restricted to the classes wanted.
func ArithmeticChecks[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V, want Set, out []Check[B]) []Check[B] {
	switch o {
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if want.Has(DivByZero) {
			out = append(out, Check[B]{DivByZero, AnySide, d.Eq(w, b, d.Const(w, 0))})
		}
		if (o == ir.SDiv || o == ir.SRem) && want.Has(DivOverflow) {
			over := d.Both(d.Eq(w, b, d.Const(w, ^uint64(0))), d.Eq(w, a, minSigned[V, B](d, w)))
			out = append(out, Check[B]{DivOverflow, High, over})
		}
	case ir.Shl, ir.LShr, ir.AShr:
		if want.Has(ShiftRange) {
			neg := d.SLt(w, b, d.Const(w, 0))
			out = append(out,
				Check[B]{ShiftRange, Low, neg},
				Check[B]{ShiftRange, High, d.Both(d.Not(neg), AnyValue[V, B](d, o, w, b))})
		}
		if o == ir.Shl && want.Has(SignedOverflow) {
			inRange := d.Not(AnyValue[V, B](d, o, w, b))
			low, high := Leaves[V, B](d, o, w, a, b)
			out = append(out,
				Check[B]{SignedOverflow, Low, d.Both(inRange, low)},
				Check[B]{SignedOverflow, High, d.Both(inRange, high)})
		}
	case ir.Add, ir.Sub, ir.Mul:
		if want.Has(SignedOverflow) {
			low, high := Leaves[V, B](d, o, w, a, b)
			out = append(out, Check[B]{SignedOverflow, Low, low}, Check[B]{SignedOverflow, High, high})
		}
		if want.Has(Unsigned) {
			out = append(out, Check[B]{Unsigned, AnySide, UnsignedLeaves[V, B](d, o, w, a, b)})
		}
	}
	return out
}

// AnyValue tells when the operation's result is left open: a shift whose
// amount is negative or not below the width. The result is then any value,
// the same for this one execution of the operation.
func AnyValue[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, amount V) B {
	switch o {
	case ir.Shl, ir.LShr, ir.AShr:
		if w == 1 {
			return d.Eq(w, amount, d.Const(w, 1)) // the width itself does not fit
		}
		return d.Not(d.ULt(w, amount, d.Const(w, uint64(w))))
	}
	return d.Not(d.True())
}

// DowncastChecks appends the ways in which truncation from one width to a
// smaller one loses value: signedTo tells the signedness of the destination,
// signedFrom that of the source.
func DowncastChecks[V, B any, D Domain[V, B]](d D, from, to int, a V, signedFrom, signedTo bool, out []Check[B]) []Check[B] {
	t := d.Trunc(from, to, a)
	var back V
	if signedTo {
		back = d.SExt(to, from, t)
	} else {
		back = d.ZExt(to, from, t)
	}
	lost := d.Not(d.Eq(from, back, a))
	neg := d.SLt(from, a, d.Const(from, 0))
	if !signedFrom {
		neg = d.Not(d.True())
	}
	return append(out,
		Check[B]{Downcast, Low, d.Both(neg, lost)},
		Check[B]{Downcast, High, d.Both(d.Not(neg), lost)})
}

// IndexChecks appends the violations of a declared array bound: index is
// signed of width w, bound the number of elements (Low: index < 0).
func IndexChecks[V, B any, D Domain[V, B]](d D, w int, index V, bound uint64, out []Check[B]) []Check[B] {
	neg := d.SLt(w, index, d.Const(w, 0))
	return append(out,
		Check[B]{IndexBound, Low, neg},
		Check[B]{IndexBound, High, d.Both(d.Not(neg), d.Not(d.ULt(w, index, d.Const(w, bound))))})
}

// Compare is an integer comparison.
func Compare[V, B any, D Domain[V, B]](d D, p ir.Pred, w int, a, b V) B {
	switch p {
	case ir.EQ:
		return d.Eq(w, a, b)
	case ir.NE:
		return d.Not(d.Eq(w, a, b))
	case ir.ULT:
		return d.ULt(w, a, b)
	case ir.ULE:
		return d.Not(d.ULt(w, b, a))
	case ir.UGT:
		return d.ULt(w, b, a)
	case ir.UGE:
		return d.Not(d.ULt(w, a, b))
	case ir.SLT:
		return d.SLt(w, a, b)
	case ir.SLE:
		return d.Not(d.SLt(w, b, a))
	case ir.SGT:
		return d.SLt(w, b, a)
	case ir.SGE:
		return d.Not(d.SLt(w, a, b))
	}
	panic(fmt.Sprintf("op: %d is no integer predicate", p))
}

// Overflowing is the value and the carry of the *.with.overflow intrinsics.
func Overflowing[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b V) (V, B) {
	plain := map[ir.Opcode]ir.Opcode{ir.SAddO: ir.Add, ir.UAddO: ir.Add, ir.SSubO: ir.Sub, ir.USubO: ir.Sub, ir.SMulO: ir.Mul, ir.UMulO: ir.Mul}[o]
	v := Binary[V, B](d, plain, w, a, b)
	switch o {
	case ir.SAddO, ir.SSubO, ir.SMulO:
		low, high := Leaves[V, B](d, plain, w, a, b)
		return v, d.Either(low, high)
	}
	return v, UnsignedLeaves[V, B](d, plain, w, a, b)
}

// Unary computes the bit-counting and byte-order intrinsics, Abs included.
func Unary[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a V) V {
	switch o {
	case ir.Abs:
		return d.Ite(w, d.SLt(w, a, d.Const(w, 0)), d.Sub(w, d.Const(w, 0), a), a)
	case ir.BSwap:
		return permute[V, B](d, w, 8, a)
	case ir.BitReverse:
		return permute[V, B](d, w, 1, a)
	case ir.CtPop:
		r := d.Const(w, 0)
		for i := 0; i < w; i++ {
			r = d.Add(w, r, bit[V, B](d, w, a, i))
		}
		return r
	case ir.CtLZ, ir.CtTZ:
		r := d.Const(w, uint64(w))
		for i := 0; i < w; i++ {
			pos, n := i, w-1-i // from the lowest bit up: the highest one set wins
			if o == ir.CtTZ {
				pos, n = w-1-i, w-1-i
			}
			set := d.Eq(w, bit[V, B](d, w, a, pos), d.Const(w, 1))
			r = d.Ite(w, set, d.Const(w, uint64(n)), r)
		}
		return r
	}
	panic(fmt.Sprintf("op: %d is no unary integer operation", o))
}

func bit[V, B any, D Domain[V, B]](d D, w int, a V, i int) V {
	return d.And(w, d.LShr(w, a, d.Const(w, uint64(i))), d.Const(w, 1))
}

// permute reverses the order of the unit-bit groups of a.
func permute[V, B any, D Domain[V, B]](d D, w, unit int, a V) V {
	r := d.Const(w, 0)
	m := d.Const(w, Mask(unit))
	for i := 0; i < w; i += unit {
		g := d.And(w, d.LShr(w, a, d.Const(w, uint64(i))), m)
		r = d.Or(w, r, d.Shl(w, g, d.Const(w, uint64(w-unit-i))))
	}
	return r
}

// FunnelShift is llvm.fshl / llvm.fshr: the amount is taken modulo w.
func FunnelShift[V, B any, D Domain[V, B]](d D, o ir.Opcode, w int, a, b, n V) V {
	m := d.URem(w, n, d.Const(w, uint64(w)))
	inv := d.Sub(w, d.Const(w, uint64(w)), m)
	zero := d.Eq(w, m, d.Const(w, 0))
	if o == ir.FShl {
		return d.Ite(w, zero, a, d.Or(w, d.Shl(w, a, m), d.LShr(w, b, inv)))
	}
	return d.Ite(w, zero, b, d.Or(w, d.LShr(w, b, m), d.Shl(w, a, inv)))
}
