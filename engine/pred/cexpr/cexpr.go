// Package cexpr writes conditions over bit-vectors as expressions of C that mean
// the same, for tools that read C.
package cexpr

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// Variable is what C calls a part of the state: an expression of an integer
// type, without side effects, that may be evaluated.
type Variable struct {
	Text string
	Bits int       // of its type: 8, 16, 32 or 64
	Sign pred.Sign // of its type; AnySign: it is not known
	// Known, if not nil, is an interval of its value, read as a signed number. The
	// expression means the condition, and is defined, where the variable lies in it.
	Known *Interval
}

// Interval has the numbers from Lo to Hi.
type Interval struct{ Lo, Hi int64 }

// Of writes a condition as a C expression over variables that name knows. It
// reports false where there is none. The expression is true just where the
// condition is: sums that could leave their type are computed in a wider one, or
// modulo their width in an unsigned one. What it takes for granted is an int of
// 32 bits, a long long of 64, and that the conversion of a number to a signed
// type too small for it keeps the low bits, which C leaves to the implementation
// (C17 6.3.1.3) and gcc and clang document. Nothing in it is undefined.
func Of(p *term.Pool, t term.T, name func(term.T) (Variable, bool)) (string, bool) {
	w := &writer{p: p, name: name, left: maxNodes}
	x, ok := w.condition(t)
	return x.text, ok
}

// maxNodes bounds the operators of a C expression.
const maxNodes = 200

type writer struct {
	p    *term.Pool
	name func(term.T) (Variable, bool)
	left int // nodes that may still be written
}

// ctype is the type of a C expression, after the integer promotions.
type ctype uint8

const (
	cInt ctype = iota
	cUnsigned
	cLong // 64 bits
	cUnsignedLong
)

// cvalue is a C expression.
type cvalue struct {
	text string
	prec int // of its operator
	typ  ctype
	neg  bool // its value may be negative
	big  bool // its value may be above the greatest long long
}

// Precedences of C, strongest binding last.
const (
	precCond = iota
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEqual
	precLess
	precShift
	precSum
	precProduct
	precUnary
	precPrimary
)

// within is the text as an operand of an operator of some precedence.
func (x cvalue) within(prec int) string {
	if x.prec < prec {
		return "(" + x.text + ")"
	}
	return x.text
}

// join applies a binary operator of a precedence; the right operand of those
// that are not associative binds stronger. Mixtures that people misread get
// parentheses that C does not ask for.
func join(op string, prec int, x, y cvalue) cvalue {
	left, right := prec, prec+1
	switch {
	case prec == precAnd:
		right = prec
	case prec == precOr:
		left, right = precBitOr, precBitOr
		if x.prec == precOr {
			left = precOr
		}
	case prec <= precBitAnd || prec == precShift:
		left, right = precUnary, precUnary
	}
	return cvalue{text: x.within(left) + " " + op + " " + y.within(right), prec: prec}
}

// condition writes a Bool.
func (w *writer) condition(t term.T) (cvalue, bool) {
	p := w.p
	if w.left--; w.left < 0 || p.Width(t) != 0 || p.IsArray(t) {
		return cvalue{}, false
	}
	if v, ok := p.Const(t); ok {
		return cvalue{text: fmt.Sprint(v), prec: precPrimary}, true
	}
	switch p.Op(t) {
	case term.OpNot:
		return w.negation(p.Arg(t, 0))
	case term.OpAnd:
		return w.chain("&&", precAnd, p.Conjuncts(t))
	case term.OpEq:
		return w.equal("==", t)
	case term.OpULt:
		return w.less("<", p.Arg(t, 0), p.Arg(t, 1), false)
	case term.OpSLt:
		return w.less("<", p.Arg(t, 0), p.Arg(t, 1), true)
	case term.OpIte:
		return w.chain("||", precOr, []term.T{p.And(p.Arg(t, 0), p.Arg(t, 1)), p.And(p.Not(p.Arg(t, 0)), p.Arg(t, 2))})
	}
	return cvalue{}, false
}

// negation writes the negation of a Bool.
func (w *writer) negation(t term.T) (cvalue, bool) {
	p := w.p
	switch p.Op(t) {
	case term.OpAnd:
		return w.chain("||", precOr, p.Disjuncts(p.Not(t)))
	case term.OpEq:
		return w.equal("!=", t)
	case term.OpULt:
		return w.less("<=", p.Arg(t, 1), p.Arg(t, 0), false)
	case term.OpSLt:
		return w.less("<=", p.Arg(t, 1), p.Arg(t, 0), true)
	}
	x, ok := w.condition(t)
	return cvalue{text: "!" + x.within(precUnary), prec: precUnary}, ok
}

// chain joins conditions.
func (w *writer) chain(op string, prec int, ts []term.T) (cvalue, bool) {
	var all cvalue
	for i, t := range ts {
		x, ok := w.condition(t)
		switch {
		case !ok:
			return x, false
		case i == 0:
			all = x
		default:
			all = join(op, prec, all, x)
		}
	}
	return all, len(ts) > 0
}

// equal compares two values or two truths.
func (w *writer) equal(op string, t term.T) (cvalue, bool) {
	a, b := w.p.Arg(t, 0), w.p.Arg(t, 1)
	if w.p.Width(a) == 0 && !w.p.IsArray(a) {
		x, ok := w.condition(a)
		y, ok2 := w.condition(b)
		return join(op, precEqual, x, y), ok && ok2
	}
	if c, ok := w.p.Const(b); ok && w.p.Op(a) == term.OpVar && w.p.Width(a) <= 64 && c < 1<<(w.p.Width(a)-1) {
		if v, ok := w.name(a); ok && v.Sign == pred.AnySign && v.Bits == w.p.Width(a) {
			return join(op, precEqual, cvalue{text: v.Text, prec: precPrimary}, literal(new(big.Int).SetUint64(c))), true // whatever its sign is
		}
	}
	first := w.signed(a)
	for _, s := range []bool{first, !first} {
		if x, ok := w.compare(op, precEqual, a, b, s); ok {
			return x, true
		}
	}
	return cvalue{}, false
}

// less compares by order; a constant goes to the right.
func (w *writer) less(op string, a, b term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(a)
	if n > 64 {
		return cvalue{}, false
	}
	ends := extentOfType(n, signed)
	switch {
	case p.IsConst(a) && op == "<" && w.extentOf(a, signed).hi.Cmp(ends.hi) < 0: // 3 < x is x >= 4
		return w.compare(">=", precLess, b, p.Add(a, p.BV(n, 1)), signed)
	case p.IsConst(a):
		return w.compare(strings.Replace(op, "<", ">", 1), precLess, b, a, signed)
	case p.IsConst(b) && op == "<" && w.extentOf(b, signed).lo.Cmp(ends.lo) > 0: // x < 4 is x <= 3
		return w.compare("<=", precLess, a, p.Sub(b, p.BV(n, 1)), signed)
	}
	return w.compare(op, precLess, a, b, signed)
}

func (w *writer) compare(op string, prec int, a, b term.T, signed bool) (cvalue, bool) {
	x, ok := w.value(a, signed)
	if !ok {
		return x, false
	}
	y, ok := w.value(b, signed)
	if !ok {
		return y, false
	}
	x, y, ok = usual(x, y)
	return join(op, prec, x, y), ok
}

// usual makes C's usual arithmetic conversions keep both values.
func usual(x, y cvalue) (cvalue, cvalue, bool) {
	unsafe := func(u, o cvalue) bool {
		return o.neg && (u.typ == cUnsigned && o.typ == cInt || u.typ == cUnsignedLong && o.typ != cUnsignedLong)
	}
	if unsafe(x, y) {
		if x.big {
			return x, y, false
		}
		x = convert(x, cLong)
	}
	if unsafe(y, x) {
		if y.big {
			return x, y, false
		}
		y = convert(y, cLong)
	}
	return x, y, true
}

// typeNames are the types by sign and bits.
var typeNames = map[bool]map[int]string{
	true:  {8: "signed char", 16: "short", 32: "int", 64: "long long"},
	false: {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"},
}

// convert converts an expression to a type; its value fits.
func convert(x cvalue, to ctype) cvalue {
	if x.typ == to {
		return x
	}
	name := [...]string{cInt: "int", cUnsigned: "unsigned int", cLong: "long long", cUnsignedLong: "unsigned long long"}[to]
	x.text, x.prec, x.typ = "("+name+")"+x.within(precUnary), precUnary, to
	return x
}

// low is the value of the low bits of an expression, by a conversion.
func low(x cvalue, bits int, signed bool) (cvalue, bool) {
	name, ok := typeNames[signed][bits]
	typ := cInt
	switch {
	case bits == 64 && signed:
		typ = cLong
	case bits == 64:
		typ = cUnsignedLong
	case bits == 32 && !signed:
		typ = cUnsigned
	}
	return cvalue{text: "(" + name + ")" + x.within(precUnary), prec: precUnary, typ: typ, neg: signed, big: bits == 64 && !signed}, ok
}

// signed says how a value reads with fewest conversions.
func (w *writer) signed(t term.T) bool {
	for range maxNodes {
		switch w.p.Op(t) {
		case term.OpVar:
			v, _ := w.name(t)
			return v.Sign != pred.Unsigned
		case term.OpZExt, term.OpExtract, term.OpULt:
			return false
		case term.OpSExt:
			return true
		case term.OpIte:
			t = w.p.Arg(t, 1)
		default:
			if w.p.NumArgs(t) == 0 {
				return true
			}
			t = w.p.Arg(t, 0)
		}
	}
	return true
}

// value writes a bit-vector of at most 64 bits as an expression whose value is
// the number that the bits are, signed or not.
func (w *writer) value(t term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(t)
	if w.left--; w.left < 0 || n < 1 || n > 64 || p.IsArray(t) {
		return cvalue{}, false
	}
	x, ok := w.valueOf(t, signed)
	if !ok {
		return x, false
	}
	r := w.extentOf(t, signed)
	x.neg, x.big = r.lo.Sign() < 0, !r.hi.IsInt64()
	return x, true
}

func (w *writer) valueOf(t term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(t)
	if c, ok := p.Const(t); ok {
		if signed {
			return literal(big.NewInt(int64(c<<(64-n)) >> (64 - n))), true
		}
		return literal(new(big.Int).SetUint64(c)), true
	}
	switch p.Op(t) {
	case term.OpVar:
		return w.variable(t, signed)
	case term.OpZExt:
		return w.value(p.Arg(t, 0), false)
	case term.OpSExt:
		if signed || w.extentOf(p.Arg(t, 0), true).lo.Sign() >= 0 {
			return w.value(p.Arg(t, 0), true)
		}
		return w.lowOf(p.Arg(t, 0), true, n, false)
	case term.OpExtract:
		return w.slice(t, signed)
	case term.OpIte:
		return w.choice(t, signed)
	case term.OpAdd, term.OpSub, term.OpMul, term.OpNeg, term.OpShl:
		return w.arithmetic(t, signed)
	case term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem:
		return w.division(t, signed)
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor, term.OpBVNot:
		return w.bits(t, signed)
	}
	return cvalue{}, false
}

// literal is a constant.
func literal(v *big.Int) cvalue {
	x := cvalue{text: v.String(), prec: precPrimary}
	least := v.Sign() < 0 && new(big.Int).Neg(v).TrailingZeroBits()+1 == uint(v.BitLen())
	suffix := ""
	switch {
	case v.IsInt64() && v.Int64() >= math.MinInt32 && v.Int64() <= math.MaxInt32:
		least = least && v.Int64() == math.MinInt32
	case v.IsInt64():
		x.typ, suffix = cLong, "LL"
		least = least && v.Int64() == math.MinInt64
	default:
		x.typ, suffix, least = cUnsignedLong, "ULL", false
	}
	switch {
	case least: // the number without its sign is no number of the type
		x.text, x.prec = new(big.Int).Add(v, big.NewInt(1)).String()+suffix+" - 1", precSum
	case v.Sign() < 0:
		x.text, x.prec = x.text+suffix, precUnary
	default:
		x.text += suffix
	}
	return x
}

func (w *writer) variable(t term.T, signed bool) (cvalue, bool) {
	v, ok := w.name(t)
	if _, known := typeNames[true][v.Bits]; !ok || !known || v.Bits != w.p.Width(t) {
		return cvalue{}, false
	}
	x := cvalue{text: v.Text, prec: precPrimary}
	natural := v.Known != nil && v.Known.Lo >= 0 // a number that is the same either way
	if v.Sign == pred.AnySign || !natural && (v.Sign == pred.Signed) != signed {
		return low(x, v.Bits, signed)
	}
	switch {
	case v.Bits == 64 && v.Sign == pred.Signed:
		x.typ = cLong
	case v.Bits == 64:
		x.typ = cUnsignedLong
	case v.Bits == 32 && v.Sign == pred.Unsigned:
		x.typ = cUnsigned
	}
	return x, true
}

// lowOf converts a value to a type.
func (w *writer) lowOf(t term.T, as bool, bits int, signed bool) (cvalue, bool) {
	x, ok := w.value(t, as)
	if !ok {
		return x, false
	}
	return low(x, bits, signed)
}

// slice writes some bits of a value.
func (w *writer) slice(t term.T, signed bool) (cvalue, bool) {
	p, n := w.p, w.p.Width(t)
	from, lo := p.Arg(t, 0), p.ExtractLo(t)
	if typeNames[signed][n] != "" && lo == 0 {
		return w.lowOf(from, w.signed(from), n, signed)
	}
	x, ok := w.value(from, false)
	if !ok || signed && typeNames[signed][n] == "" {
		return x, false
	}
	if lo > 0 {
		if lo >= 31 { // more than the lesser types have
			x = convert(x, cUnsignedLong)
		}
		typ := x.typ
		x = join(">>", precShift, x, literal(big.NewInt(int64(lo))))
		x.typ = typ
	}
	if lo+n < p.Width(from) {
		mask := literal(new(big.Int).SetUint64(1<<n - 1))
		typ := max(x.typ, mask.typ)
		x = join("&", precBitAnd, x, mask)
		x.typ = typ
	}
	if signed {
		return low(x, n, true)
	}
	return x, true
}

func (w *writer) choice(t term.T, signed bool) (cvalue, bool) {
	c, ok := w.condition(w.p.Arg(t, 0))
	if !ok {
		return c, false
	}
	x, ok := w.value(w.p.Arg(t, 1), signed)
	if !ok {
		return x, false
	}
	y, ok := w.value(w.p.Arg(t, 2), signed)
	if !ok {
		return y, false
	}
	x, y, ok = usual(x, y)
	return cvalue{text: c.within(precOr) + " ? " + x.within(precOr) + " : " + y.within(precOr), prec: precCond, typ: max(x.typ, y.typ)}, ok
}
