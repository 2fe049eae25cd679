package cexpr

import (
	"fmt"
	"math/big"

	"github.com/assay-dev/assay/engine/term"
)

// extent is an interval of numbers.
type extent struct{ lo, hi *big.Int }

// extentOf is an interval in which the values of a term lie.
func (w *writer) extentOf(t term.T, signed bool) extent {
	p, n := w.p, w.p.Width(t)
	if r, ok := w.narrow(t, signed); ok && r.in(extentOfType(n, signed)) {
		return r
	}
	if signed {
		lo, hi := p.SRange(t)
		return extent{big.NewInt(lo), big.NewInt(hi)}
	}
	lo, hi := p.URange(t)
	return extent{new(big.Int).SetUint64(lo), new(big.Int).SetUint64(hi)}
}

// narrow is the interval of a term's value that follows from what is known of the
// variables, if its operations do not leave their type.
func (w *writer) narrow(t term.T, signed bool) (extent, bool) {
	p := w.p
	switch p.Op(t) {
	case term.OpVar:
		v, ok := w.name(t)
		if !ok || v.Known == nil || !signed && v.Known.Lo < 0 {
			return extent{}, false
		}
		return extent{big.NewInt(v.Known.Lo), big.NewInt(v.Known.Hi)}, true
	case term.OpSExt:
		r := w.extentOf(p.Arg(t, 0), true)
		return r, signed || r.lo.Sign() >= 0
	case term.OpZExt:
		return w.extentOf(p.Arg(t, 0), false), true
	case term.OpAdd, term.OpSub, term.OpMul, term.OpNeg, term.OpShl:
		if o, ok := w.operationOf(t); ok {
			return w.extentOf(o.a, signed).apply(o.op, w.extentOf(o.b, signed)), true
		}
	}
	return extent{}, false
}

// extentOfType has all numbers of so many bits.
func extentOfType(bits int, signed bool) extent {
	if signed {
		top := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
		return extent{new(big.Int).Neg(top), top.Sub(top, big.NewInt(1))}
	}
	top := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return extent{new(big.Int), top.Sub(top, big.NewInt(1))}
}

func (s extent) in(t extent) bool { return s.lo.Cmp(t.lo) >= 0 && s.hi.Cmp(t.hi) <= 0 }

// apply is the interval of the results of +, − or ·.
func (s extent) apply(op string, t extent) extent {
	var all []*big.Int
	for _, x := range []*big.Int{s.lo, s.hi} {
		for _, y := range []*big.Int{t.lo, t.hi} {
			z := new(big.Int)
			switch op {
			case "+":
				z.Add(x, y)
			case "-":
				z.Sub(x, y)
			default:
				z.Mul(x, y)
			}
			all = append(all, z)
		}
	}
	out := extent{all[0], all[0]}
	for _, z := range all[1:] {
		if z.Cmp(out.lo) < 0 {
			out.lo = z
		}
		if z.Cmp(out.hi) > 0 {
			out.hi = z
		}
	}
	return out
}

// operation is a sum, difference or product of two terms.
type operation struct {
	op   string
	prec int
	a, b term.T
}

// operationOf takes a term apart; a shift by a constant is a product, the sum
// with a negative constant a difference.
func (w *writer) operationOf(t term.T) (operation, bool) {
	p, n := w.p, w.p.Width(t)
	switch p.Op(t) {
	case term.OpNeg:
		return operation{"-", precSum, p.BV(n, 0), p.Arg(t, 0)}, true
	case term.OpShl:
		k, ok := p.Const(p.Arg(t, 1))
		if !ok || k >= uint64(n) {
			return operation{}, false
		}
		return operation{"*", precProduct, p.Arg(t, 0), p.BV(n, 1<<k)}, true
	case term.OpMul:
		return operation{"*", precProduct, p.Arg(t, 0), p.Arg(t, 1)}, true
	case term.OpSub:
		return operation{"-", precSum, p.Arg(t, 0), p.Arg(t, 1)}, true
	}
	a, b := p.Arg(t, 0), p.Arg(t, 1)
	if _, isConst := p.Const(b); isConst {
		if lo, _ := p.SRange(b); lo < 0 && p.Neg(b) != b {
			return operation{"-", precSum, a, p.Neg(b)}, true
		}
	}
	return operation{"+", precSum, a, b}, true
}

// arithmetic writes a sum, difference or product: as it is where its numbers
// stay within the width of the term, else modulo that width.
func (w *writer) arithmetic(t term.T, signed bool) (cvalue, bool) {
	o, ok := w.operationOf(t)
	if !ok {
		return cvalue{}, false
	}
	n := w.p.Width(t)
	for _, as := range []bool{signed, !signed} {
		r := w.extentOf(o.a, as).apply(o.op, w.extentOf(o.b, as))
		if r.in(extentOfType(n, as)) && r.in(extentOfType(n, signed)) && r.in(extentOfType(64, true)) {
			return w.exact(o, as, r)
		}
	}
	return w.modular(o, n, signed)
}

// exact computes in a type in which nothing overflows.
func (w *writer) exact(o operation, signed bool, r extent) (cvalue, bool) {
	x, ok := w.value(o.a, signed)
	if !ok {
		return x, false
	}
	y, ok := w.value(o.b, signed)
	if !ok || x.big || y.big {
		return y, false
	}
	typ := cInt
	if x.typ != cInt || y.typ != cInt || !r.in(extentOfType(32, true)) {
		typ = cLong
		if y.typ == cUnsignedLong {
			y = convert(y, cLong)
		}
		if x.typ == cUnsignedLong || y.typ != cLong {
			x = convert(x, cLong)
		}
	}
	z := join(o.op, o.prec, x, y)
	z.typ = typ
	return z, true
}

// modular computes modulo the width of the term.
func (w *writer) modular(o operation, bits int, signed bool) (cvalue, bool) {
	x, ok := w.residue(o.a, bits)
	if !ok {
		return x, false
	}
	y, ok := w.residue(o.b, bits)
	if !ok {
		return y, false
	}
	return wrapped(join(o.op, o.prec, x, y), bits, signed)
}

// residue is an expression of an unsigned type of at least the width, equal to a
// term modulo that width.
func (w *writer) residue(t term.T, bits int) (cvalue, bool) {
	typ := cUnsigned
	if bits > 32 {
		typ = cUnsignedLong
	}
	if c, ok := w.p.Const(t); ok {
		return cvalue{text: fmt.Sprintf("%d%s", c, [...]string{cUnsigned: "U", cUnsignedLong: "ULL"}[typ]), prec: precPrimary, typ: typ}, true
	}
	first := w.signed(t)
	for _, s := range []bool{first, !first} {
		if x, ok := w.value(t, s); ok {
			return convert(x, typ), true
		}
	}
	return cvalue{}, false
}

// wrapped cuts a result of unsigned arithmetic to a width of some type of C.
func wrapped(x cvalue, bits int, signed bool) (cvalue, bool) {
	switch {
	case typeNames[signed][bits] == "":
		return x, false
	case bits == 32 && !signed:
		x.typ = cUnsigned
		return x, true
	case bits == 64 && !signed:
		x.typ = cUnsignedLong
		return x, true
	}
	return low(x, bits, signed)
}

// division writes a quotient or rest by a constant that is neither 0 nor −1.
func (w *writer) division(t term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(t)
	as, op := true, "/"
	switch p.Op(t) {
	case term.OpUDiv:
		as = false
	case term.OpURem:
		as, op = false, "%"
	case term.OpSRem:
		op = "%"
	}
	c, known := p.Const(p.Arg(t, 1))
	if !known || c == 0 || as && c == uint64(1)<<(n-1)<<1-1 {
		return cvalue{}, false
	}
	x, ok := w.value(p.Arg(t, 0), as)
	if !ok {
		return x, false
	}
	y, ok := w.value(p.Arg(t, 1), as)
	if !ok {
		return y, false
	}
	x, y, ok = usual(x, y)
	z := join(op, precProduct, x, y)
	z.typ = max(x.typ, y.typ)
	if !w.extentOf(t, as).in(extentOfType(n, signed)) {
		return low(z, n, signed)
	}
	return z, ok
}

// bits writes a bitwise operation.
func (w *writer) bits(t term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(t)
	x, ok := w.residue(p.Arg(t, 0), n)
	if !ok {
		return x, false
	}
	if p.Op(t) == term.OpBVNot {
		return wrapped(cvalue{text: "~" + x.within(precUnary), prec: precUnary, typ: x.typ}, n, signed)
	}
	y, ok := w.residue(p.Arg(t, 1), n)
	if !ok {
		return y, false
	}
	op, prec := "&", precBitAnd
	switch p.Op(t) {
	case term.OpBVOr:
		op, prec = "|", precBitOr
	case term.OpBVXor:
		op, prec = "^", precBitXor
	}
	return wrapped(join(op, prec, x, y), n, signed)
}
