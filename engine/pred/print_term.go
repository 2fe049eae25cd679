package pred

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/term"
)

// peel rewrites "base lies in r" into a range of a simpler term, without
// changing what it says: extensions, products without overflow, sums with
// constants and negations are undone.
func peel(p *term.Pool, base term.T, r Range) (term.T, Range) {
	for {
		x, s, ok := peelOne(p, base, r)
		if !ok || s.Lo == (s.Hi+1)&mask(p.Width(x)) {
			return base, r
		}
		base, r = x, s
	}
}

func peelOne(p *term.Pool, base term.T, r Range) (x term.T, s Range, ok bool) {
	if p.NumArgs(base) == 0 {
		return base, r, false
	}
	m := mask(p.Width(base))
	x = p.Arg(base, 0)
	switch p.Op(base) {
	case term.OpSExt:
		s, ok = peelSigned(r, p.Width(base), p.Width(x), 1, least(p.Width(x)), -least(p.Width(x))-1)
	case term.OpZExt:
		s, ok = peelZExt(r, mask(p.Width(x)))
	case term.OpMul, term.OpShl:
		f, known := p.Const(p.Arg(base, 1))
		if p.Op(base) == term.OpShl && f < 32 {
			f = 1 << f
		}
		lo, hi := p.SRange(x)
		if known && f > 1 && f < 1<<31 && lo >= least(p.Width(base))/int64(f) && hi <= -(least(p.Width(base))+1)/int64(f) {
			s, ok = peelSigned(r, p.Width(base), p.Width(x), int64(f), lo, hi)
		}
	case term.OpConcat: // x times a power of two, plus a constant
		c, known := p.Const(p.Arg(base, 1))
		if k := p.Width(p.Arg(base, 1)); known && k < 32 {
			s, ok = peelSigned(above(r, c, p.Width(base)), p.Width(base), p.Width(x), 1<<k, least(p.Width(x)), -least(p.Width(x))-1)
		}
	case term.OpAdd:
		k, known := p.Const(p.Arg(base, 1))
		return x, Range{(r.Lo - k) & m, (r.Hi - k) & m}, known
	case term.OpNeg:
		return x, Range{-r.Hi & m, -r.Lo & m}, true
	case term.OpSub:
		if k, known := p.Const(x); known {
			return p.Arg(base, 1), Range{(k - r.Hi) & m, (k - r.Lo) & m}, true
		}
	}
	return x, s, ok
}

// above is a signed range less c, for numbers of which all are at least c above
// the least one. A range that wraps stays one.
func above(r Range, c uint64, w int) Range {
	low := uint64(1) << (w - 1)
	if r.Lo^low > r.Hi^low || r.Hi^low < c {
		return Range{low - 1, low} // not peeled
	}
	return Range{(max(r.Lo^low, c) - c) ^ low, ((r.Hi ^ low) - c) ^ low}
}

// least is the least signed number of a width.
func least(w int) int64 { return -1 << (w - 1) }

// peelSigned divides a signed range by a factor, for a term of k bits with
// values from least to most.
func peelSigned(r Range, w, k int, factor, least, most int64) (Range, bool) {
	lo, hi := int64(r.Lo<<(64-w))>>(64-w), int64(r.Hi<<(64-w))>>(64-w)
	if lo > hi {
		return r, false
	}
	down := hi / factor
	if hi%factor < 0 {
		down--
	}
	up := lo / factor
	if lo%factor > 0 {
		up++
	}
	lo, hi = max(up, least), min(down, most)
	return Range{uint64(lo) & mask(k), uint64(hi) & mask(k)}, lo <= hi
}

// peelZExt restricts a range to the numbers up to most.
func peelZExt(r Range, most uint64) (Range, bool) {
	switch {
	case r.Lo <= r.Hi && r.Lo <= most:
		return Range{r.Lo, min(r.Hi, most)}, true
	case r.Lo > r.Hi && r.Lo > most:
		return Range{0, min(r.Hi, most)}, true
	}
	return r, false
}

// condition writes a Bool term, in parentheses below a level.
func (w *writer) condition(t term.T, level int) string {
	if w.left() {
		return "…"
	}
	p := w.Pool
	switch p.Op(t) {
	case term.OpConst:
		return map[bool]string{true: "true", false: "false"}[t == term.True]
	case term.OpVar:
		return w.variable(t).text
	case term.OpAnd:
		return parenthesised(w.list(p.Conjuncts(t), " and "), level > 0)
	case term.OpIte:
		return parenthesised(w.condition(p.Arg(t, 0), 1)+" ? "+w.condition(p.Arg(t, 1), 1)+" : "+w.condition(p.Arg(t, 2), 1), level > 0)
	case term.OpEq, term.OpULt, term.OpSLt:
		return w.comparison(t, false)
	case term.OpNot:
		return w.negation(p.Arg(t, 0), level)
	}
	w.plain = false
	return "…"
}

// negation writes ¬t.
func (w *writer) negation(t term.T, level int) string {
	p := w.Pool
	switch p.Op(t) {
	case term.OpAnd:
		return parenthesised(w.list(p.Disjuncts(p.Not(t)), " or "), level > 0)
	case term.OpEq, term.OpULt, term.OpSLt:
		return w.comparison(t, true)
	case term.OpVar:
		x := w.variable(t)
		if l, ok := w.Loc(t); ok && l.Role == Written {
			return strings.TrimSuffix(x.text, " is initialised") + " is not initialised"
		}
		return "not " + parenthesised(x.text, x.prec < precAtom)
	}
	return "not " + w.condition(t, 1)
}

func parenthesised(s string, yes bool) string {
	if yes {
		return "(" + s + ")"
	}
	return s
}

func (w *writer) list(ts []term.T, sep string) string {
	parts := make([]string, 0, len(ts))
	for _, t := range ts {
		if base, r, ok := atom(w.Pool, t); ok {
			base, r = peel(w.Pool, base, r)
			x := w.value(base)
			text := Between(parenthesised(x.text, x.prec < precShift), x.sign, r, w.Pool.Width(base))
			parts = append(parts, parenthesised(text, strings.Contains(text, " or ")))
			continue
		}
		parts = append(parts, w.condition(t, 1))
	}
	return strings.Join(parts, sep)
}

// comparison writes an equation or an inequality, or its negation.
func (w *writer) comparison(t term.T, not bool) string {
	p := w.Pool
	a, b := p.Arg(t, 0), p.Arg(t, 1)
	if p.Width(a) == 0 {
		return w.condition(a, 1) + map[bool]string{true: " ≠ ", false: " = "}[not] + w.condition(b, 1)
	}
	rel, sign := " = ", AnySign
	switch op := p.Op(t); {
	case op == term.OpEq && not:
		rel = " ≠ "
	case op == term.OpEq:
	case not:
		rel, a, b = " ≤ ", b, a
	default:
		rel = " < "
	}
	switch p.Op(t) {
	case term.OpULt:
		sign = Unsigned
	case term.OpSLt:
		sign = Signed
	}
	return w.as(a, sign, precShift).text + rel + w.as(b, sign, precShift).text
}

// as writes a bit-vector read with a sign, in parentheses where its operator
// binds less than prec.
func (w *writer) as(t term.T, s Sign, prec int) written {
	if k, ok := w.Pool.Const(t); ok {
		return written{number(k, s, w.Pool.Width(t)), AnySign, precAtom}
	}
	x := w.value(t)
	if s != AnySign && x.sign != s && !w.never(t) {
		return written{cast(s, w.Pool.Width(t)) + parenthesised(x.text, x.prec < precUnary), s, precUnary}
	}
	return written{parenthesised(x.text, x.prec < prec), x.sign, precAtom}
}

// never tells that a value is negative under no reading.
func (w *writer) never(t term.T) bool {
	if w.Pool.Width(t) > 64 {
		return false
	}
	lo, _ := w.Pool.SRange(t)
	return lo >= 0
}

// operators are the operations with two operands.
var operators = map[term.Op]struct {
	text string
	prec int
	sign Sign // with which operands are read
}{
	term.OpAdd: {" + ", precSum, AnySign}, term.OpSub: {" - ", precSum, AnySign}, term.OpMul: {" * ", precProduct, AnySign},
	term.OpUDiv: {" / ", precProduct, Unsigned}, term.OpURem: {" % ", precProduct, Unsigned},
	term.OpSDiv: {" / ", precProduct, Signed}, term.OpSRem: {" % ", precProduct, Signed},
	term.OpBVAnd: {" & ", precBits, AnySign}, term.OpBVOr: {" | ", precBits, AnySign}, term.OpBVXor: {" ^ ", precBits, AnySign},
	term.OpShl: {" << ", precShift, AnySign}, term.OpLShr: {" >> ", precShift, Unsigned}, term.OpAShr: {" >> ", precShift, Signed},
}

// value writes a bit-vector.
func (w *writer) value(t term.T) written {
	p := w.Pool
	if w.left() {
		return written{"…", AnySign, precAtom}
	}
	switch op := p.Op(t); op {
	case term.OpConst:
		if k, ok := p.Const(t); ok {
			return written{number(k, AnySign, p.Width(t)), AnySign, precAtom}
		}
		k, _ := p.ConstBig(t)
		return written{k.String(), AnySign, precAtom}
	case term.OpVar:
		return w.variable(t)
	case term.OpSExt, term.OpZExt:
		return w.extension(t)
	case term.OpExtract:
		return w.extract(t)
	case term.OpNeg, term.OpBVNot:
		x := w.value(p.Arg(t, 0))
		sign := map[term.Op]string{term.OpNeg: "-", term.OpBVNot: "~"}[op]
		return written{sign + parenthesised(x.text, x.prec < precUnary), x.sign, precUnary}
	case term.OpIte:
		a, b := w.value(p.Arg(t, 1)), w.value(p.Arg(t, 2))
		text := w.condition(p.Arg(t, 0), 1) + " ? " + a.text + " : " + b.text
		return written{text, joint(a.sign, b.sign), precCond}
	case term.OpConcat:
		return w.concat(t)
	}
	if _, ok := operators[p.Op(t)]; ok {
		return w.operation(t)
	}
	w.plain = false
	return written{"…", AnySign, precAtom}
}

// concat writes the parts of a value; with zeros at the end it is a product.
func (w *writer) concat(t term.T) written {
	p := w.Pool
	hi, lo := p.Arg(t, 0), p.Arg(t, 1)
	k := p.Width(lo)
	if c, ok := p.Const(lo); ok && c == 0 && k < 32 {
		if p.Op(hi) == term.OpExtract && p.ExtractLo(hi) == 0 && p.Width(p.Arg(hi, 0)) == p.Width(t) {
			hi = p.Arg(hi, 0)
		}
		x := w.value(hi)
		return written{fmt.Sprintf("%s * %d", parenthesised(x.text, x.prec < precProduct), 1<<k), x.sign, precProduct}
	}
	x, y := w.value(hi), w.value(lo)
	w.plain = false // the parts are narrower than C's operations
	text := fmt.Sprintf("%s << %d | %s", parenthesised(x.text, x.prec < precShift), k, parenthesised(y.text, y.prec < precBits))
	return written{text, AnySign, precBits}
}

func (w *writer) operation(t term.T) written {
	p := w.Pool
	o := operators[p.Op(t)]
	w.plain = w.plain && p.Width(t) >= 32 // C computes with int at least
	a, b := p.Arg(t, 0), p.Arg(t, 1)
	if k, ok := p.Const(b); ok && p.Op(t) == term.OpAdd && int64(k<<(64-p.Width(t))) < 0 {
		x := w.value(a)
		return written{parenthesised(x.text, x.prec < precSum) + " - " + number(-k&mask(p.Width(t)), AnySign, p.Width(t)), x.sign, precSum}
	}
	x, y := w.as(a, o.sign, o.prec), w.as(b, o.sign, o.prec+1)
	sign := o.sign
	if sign == AnySign {
		sign = joint(x.sign, y.sign)
	}
	return written{x.text + o.text + y.text, sign, o.prec}
}

// joint is the sign of an operation on two values: C prefers unsigned.
func joint(a, b Sign) Sign {
	if a == AnySign {
		return b
	}
	if b == AnySign || a == b {
		return a
	}
	return Unsigned
}

// extension writes a value that was made wider: C does so by itself, if it
// reads the sign so.
func (w *writer) extension(t term.T) written {
	p := w.Pool
	x := p.Arg(t, 0)
	s := Signed
	if p.Op(t) == term.OpZExt {
		s = Unsigned
	}
	v := w.value(x)
	if v.sign == s || w.never(x) {
		return written{v.text, Signed, v.prec}
	}
	return written{cast(s, p.Width(x)) + parenthesised(v.text, v.prec < precUnary), Signed, precUnary}
}

// extract writes the low bits of a value, or others.
func (w *writer) extract(t term.T) written {
	p := w.Pool
	x := w.value(p.Arg(t, 0))
	k, lo := p.Width(t), p.ExtractLo(t)
	text := parenthesised(x.text, x.prec < precUnary)
	if lo > 0 {
		text = fmt.Sprintf("(%s >> %d)", parenthesised(x.text, x.prec < precShift), lo)
	}
	if k == 8 || k == 16 || k == 32 || k == 64 {
		return written{cast(Unsigned, k) + text, Unsigned, precUnary}
	}
	return written{fmt.Sprintf("%s & %#x", text, mask(min(k, 64))), Unsigned, precBits}
}
