package term

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Bounds of String: terms are DAGs and may have no useful full text.
const (
	maxStringDepth = 32
	maxStringBytes = 2000
)

// String returns t in the manner of C, for people. Operators on unsigned values
// carry a u: x <u y, x /u y, x %u y, x >>u y; without it they are signed.
// (u32)x and (i32)x extend with zeros and with the sign, (u8)x cuts to the low
// bits, x[15:8] takes bits, a{i: v} is array a with element i replaced. What
// does not fit the bounds is shown as an ellipsis.
func (p *Pool) String(t T) string {
	if t == None {
		return "none"
	}
	s := stringer{p: p}
	s.expr(t, precLowest, 0)
	return s.b.String()
}

// Precedences of C, from the loosest.
const (
	precLowest = iota
	precCond
	precOrOr
	precAndAnd
	precOr
	precXor
	precAnd
	precEq
	precLess
	precShift
	precAdd
	precMul
	precUnary
	precPrimary
)

type stringer struct {
	p    *Pool
	b    strings.Builder
	full bool // the bound is reached and marked
}

// binaryText gives the symbol and precedence of the plain binary operators.
var binaryText = map[Op]struct {
	symbol string
	prec   int
}{
	OpULt: {" <u ", precLess}, OpSLt: {" < ", precLess}, OpEq: {" == ", precEq},
	OpAdd: {" + ", precAdd}, OpSub: {" - ", precAdd}, OpMul: {" * ", precMul},
	OpUDiv: {" /u ", precMul}, OpURem: {" %u ", precMul},
	OpSDiv: {" / ", precMul}, OpSRem: {" % ", precMul},
	OpBVAnd: {" & ", precAnd}, OpBVOr: {" | ", precOr}, OpBVXor: {" ^ ", precXor},
	OpShl: {" << ", precShift}, OpLShr: {" >>u ", precShift}, OpAShr: {" >> ", precShift},
}

// text appends to the output up to the bound.
func (s *stringer) text(x string) {
	if s.full {
		return
	}
	if s.b.Len()+len(x) > maxStringBytes {
		s.full = true
		x = "…"
	}
	s.b.WriteString(x)
}

// expr prints t for a place that needs at least precedence prec.
func (s *stringer) expr(t T, prec, depth int) {
	n := s.p.nodes[t]
	switch {
	case s.full:
		return
	case depth > maxStringDepth:
		s.text("…")
		return
	}
	switch n.op() {
	case OpConst:
		s.constant(t, true)
	case OpVar, OpArrayVar:
		s.variable(t)
	case OpTable:
		s.table(t)
	case OpNot:
		s.negation(n.a, prec, depth)
	case OpAnd:
		s.wrap(prec, precAndAnd, func() { s.chain(s.p.Conjuncts(t), " && ", precAndAnd+1, depth) })
	case OpIte:
		s.wrap(prec, precCond, func() {
			s.expr(n.a, precCond+1, depth+1)
			s.text(" ? ")
			s.expr(n.b, precCond, depth+1)
			s.text(" : ")
			s.expr(n.c, precCond, depth+1)
		})
	case OpNeg, OpBVNot:
		s.wrap(prec, precUnary, func() {
			s.text(map[Op]string{OpNeg: "-", OpBVNot: "~"}[n.op()])
			s.expr(n.a, precUnary, depth+1)
		})
	case OpExtract, OpZExt, OpSExt, OpConcat:
		s.wiring(n, prec, depth)
	case OpConstArray, OpStore, OpSelect:
		s.array(t, n, depth)
	default:
		s.binary(n, prec, depth)
	}
}

// wrap prints f in parentheses if its precedence is below the one needed.
func (s *stringer) wrap(need, have int, f func()) {
	if have < need {
		s.text("(")
		f()
		s.text(")")
		return
	}
	f()
}

func (s *stringer) chain(ts []T, symbol string, prec, depth int) {
	for i, t := range ts {
		if i > 0 {
			s.text(symbol)
		}
		if s.full {
			return
		}
		s.expr(t, prec, depth+1)
	}
}

// negation prints ¬t: a negated atom as its opposite, a negated conjunction as
// a disjunction.
func (s *stringer) negation(t T, prec, depth int) {
	n := s.p.nodes[t]
	switch op := n.op(); op {
	case OpAnd:
		s.wrap(prec, precOrOr, func() {
			for i, c := range s.p.Conjuncts(t) {
				if i > 0 {
					s.text(" || ")
				}
				if s.full {
					return
				}
				if m := s.p.nodes[c]; m.op() == OpNot {
					s.expr(m.a, precOrOr+1, depth+1)
				} else {
					s.negation(c, precOrOr+1, depth+1)
				}
			}
		})
	case OpEq:
		s.infix(n.a, " != ", n.b, precEq, prec, depth, true)
	case OpULt, OpSLt:
		symbol, a, b := " <= ", n.b, n.a
		if s.p.IsConst(n.b) {
			symbol, a, b = " >= ", n.a, n.b
		}
		if op == OpULt {
			symbol = symbol[:3] + "u "
		}
		s.infix(a, symbol, b, precLess, prec, depth, op == OpSLt)
	default:
		s.text("!")
		s.expr(t, precUnary, depth+1)
	}
}

// infix prints a symbol b; constants are read as signed or unsigned.
func (s *stringer) infix(a T, symbol string, b T, have, need, depth int, signed bool) {
	s.wrap(need, have, func() {
		s.operand(a, have, depth, signed)
		s.text(symbol)
		s.operand(b, have+1, depth, signed)
	})
}

func (s *stringer) operand(t T, prec, depth int, signed bool) {
	if s.p.IsConst(t) && !signed {
		s.constant(t, false)
		return
	}
	s.expr(t, prec, depth+1)
}

// binary prints a plain binary operator; x + c with a small negative c becomes
// x - |c|.
func (s *stringer) binary(n node, prec, depth int) {
	form := binaryText[n.op()]
	unsigned := strings.HasSuffix(form.symbol, "u ")
	if n.op() == OpAdd && s.p.IsConst(n.b) {
		if v, ok := s.p.Const(n.b); ok {
			if c := signed(v, n.width()); c < 0 && c > minSigned(n.width()) {
				s.infix(n.a, " - ", s.p.Neg(n.b), form.prec, prec, depth, true)
				return
			}
		}
	}
	s.infix(n.a, form.symbol, n.b, form.prec, prec, depth, !unsigned)
}

// constant prints a constant: decimal if it is small as a signed (or unsigned)
// number, else hexadecimal.
func (s *stringer) constant(t T, asSigned bool) {
	const small = 1 << 20
	v, ok := s.p.Const(t)
	w := s.p.Width(t)
	switch {
	case w == 0:
		s.text(strconv.FormatBool(v == 1))
	case !ok:
		b, _ := s.p.ConstBig(t)
		s.text("0x" + b.Text(16))
	case asSigned && signed(v, w) > -small && signed(v, w) < small:
		s.text(strconv.FormatInt(signed(v, w), 10))
	case !asSigned && v < small:
		s.text(strconv.FormatUint(v, 10))
	default:
		s.text("0x" + strconv.FormatUint(v, 16))
	}
}

func (s *stringer) variable(t T) {
	name := s.p.Name(t)
	if name == "" {
		name = "v" + strconv.Itoa(int(t))
	}
	s.text(name)
}

func (s *stringer) table(t T) {
	s.text("{")
	for i, v := range s.p.TableValues(t) {
		if i > 0 {
			s.text(", ")
		}
		if i == 8 {
			s.text("…")
			break
		}
		s.text(strconv.FormatUint(v, 10))
	}
	s.text("}")
}

// wiring prints slices, extensions and concatenations, shifts by constants
// among them.
func (s *stringer) wiring(n node, prec, depth int) {
	w := n.width()
	arg := s.p.nodes[n.a]
	shift := func(x T, symbol string, k int) {
		s.wrap(prec, precShift, func() {
			s.expr(x, precShift, depth+1)
			s.text(symbol + strconv.Itoa(k))
		})
	}
	cast := func(prefix string) {
		s.wrap(prec, precUnary, func() {
			s.text(prefix)
			s.expr(n.a, precUnary, depth+1)
		})
	}
	atTop := arg.op() == OpExtract && s.p.Width(arg.a) == w && int(arg.b)+arg.width() == w
	switch {
	case n.op() == OpZExt && atTop:
		shift(arg.a, " >>u ", int(arg.b))
	case n.op() == OpSExt && atTop:
		shift(arg.a, " >> ", int(arg.b))
	case n.op() == OpConcat && s.p.isZero(n.b) && arg.op() == OpExtract && arg.b == 0 && s.p.Width(arg.a) == w:
		shift(arg.a, " << ", s.p.Width(n.b))
	case n.op() == OpZExt && arg.op() == OpExtract && arg.b == 0 && s.p.Width(arg.a) == w:
		s.wrap(prec, precAnd, func() {
			s.expr(arg.a, precAnd, depth+1)
			m := new(big.Int).Lsh(big.NewInt(1), uint(arg.width()))
			s.text(" & 0x" + m.Sub(m, big.NewInt(1)).Text(16))
		})
	case n.op() == OpZExt:
		cast(fmt.Sprintf("(u%d)", w))
	case n.op() == OpSExt:
		cast(fmt.Sprintf("(i%d)", w))
	case n.op() == OpExtract && n.b == 0:
		cast(fmt.Sprintf("(u%d)", w))
	case n.op() == OpExtract:
		s.expr(n.a, precPrimary, depth+1)
		s.text(fmt.Sprintf("[%d:%d]", int(n.b)+w-1, n.b))
	default:
		s.text("concat(")
		s.chain([]T{n.a, n.b}, ", ", precLowest, depth)
		s.text(")")
	}
}

// array prints array operators; a chain of stores becomes one list, the
// earliest first.
func (s *stringer) array(t T, n node, depth int) {
	switch n.op() {
	case OpSelect:
		s.expr(n.a, precPrimary, depth+1)
		s.text("[")
		s.expr(n.b, precLowest, depth+1)
		s.text("]")
		return
	case OpConstArray:
		s.text("{*: ")
		s.expr(n.a, precLowest, depth+1)
		s.text("}")
		return
	}
	var stores []node
	for ; s.p.is(t, OpStore) && len(stores) < maxStringDepth; t = s.p.nodes[t].a {
		stores = append(stores, s.p.nodes[t])
	}
	s.expr(t, precPrimary, depth+1)
	s.text("{")
	for i := len(stores) - 1; i >= 0; i-- {
		s.expr(stores[i].b, precLowest, depth+1)
		s.text(": ")
		s.expr(stores[i].c, precLowest, depth+1)
		if i > 0 {
			s.text(", ")
		}
	}
	s.text("}")
}
