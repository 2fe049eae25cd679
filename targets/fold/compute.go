package fold

import (
	"math"
	"math/big"
)

// note records an operation with what may be wrong with it.
func (p *parser) note(sign string, may Fault) {
	if may != 0 {
		p.found = append(p.found, Operation{sign, may})
	}
}

// prefix computes an operator with one operand.
func (p *parser) prefix(sign string, v value) value {
	if !v.constant || sign == "+" {
		return v
	}
	switch {
	case sign == "!":
		return value{constant: true, typ: intType}
	case v.typ.Float:
		return value{constant: true, typ: v.typ, f: -v.f, known: v.known, nonZero: v.nonZero}
	case sign == "~":
		if v.n == nil || v.typ.Bits == 0 {
			return value{constant: true, typ: v.typ.promoted()}
		}
		t := v.typ.promoted()
		return intValue(t.wrap(new(big.Int).Not(v.n)), t)
	}
	if v.n == nil {
		v.typ = v.typ.promoted()
		p.note("-", overflows(v.typ))
		return value{constant: true, typ: v.typ, nonZero: v.nonZero}
	}
	return p.result("-", new(big.Int).Neg(v.n), v.typ.promoted())
}

// overflows is what may be wrong with a result that is not known.
func overflows(t Type) Fault {
	switch {
	case t.Float:
		return 0
	case t.Bits == 0:
		return Overflow | Wrap
	case t.Unsigned:
		return Wrap
	}
	return Overflow
}

// result is the value of an operation whose exact result is n.
func (p *parser) result(sign string, n *big.Int, t Type) value {
	if t.Bits == 0 {
		p.note(sign, overflows(t))
		return unknown
	}
	if !t.within(n) {
		p.note(sign, overflows(t))
	}
	return intValue(t.wrap(n), t)
}

// binary computes an operator with two operands. An operation is computed by the compiler
// only if both are constants.
func (p *parser) binary(sign string, x, y value) value {
	if !x.constant || !y.constant {
		return value{}
	}
	t := common(x.typ, y.typ)
	switch sign {
	case "<<", ">>":
		return p.shift(sign, x, y)
	case "/", "%":
		if !t.Float {
			return p.divide(sign, x, y, t)
		}
	case "+", "-", "*", "&", "|", "^":
	default: // comparisons
		return value{constant: true, typ: intType}
	}
	switch {
	case t.Float:
		return floating(sign, x, y)
	case x.n == nil || y.n == nil:
		if sign == "+" || sign == "-" || sign == "*" {
			p.note(sign, overflows(t))
		}
		return value{constant: true, typ: t}
	}
	a, b := x.n, y.n
	if t.Bits > 0 {
		a, b = t.wrap(a), t.wrap(b)
	}
	n := new(big.Int)
	switch sign {
	case "+":
		n.Add(a, b)
	case "-":
		n.Sub(a, b)
	case "*":
		n.Mul(a, b)
	case "&":
		n.And(a, b)
	case "|":
		n.Or(a, b)
	case "^":
		n.Xor(a, b)
	}
	return p.result(sign, n, t)
}

// divide computes a quotient or a remainder of integers.
func (p *parser) divide(sign string, x, y value, t Type) value {
	least := x.n == nil && !x.size || x.n != nil && t.Bits > 0 && !t.within(new(big.Int).Neg(t.wrap(x.n)))
	minusOne := y.n == nil && !y.size || y.n != nil && y.n.Cmp(big.NewInt(-1)) == 0
	may := Fault(0)
	if !y.nonZero {
		may |= Division
	}
	if least && minusOne && !t.Unsigned {
		may |= Overflow
	}
	p.note(sign, may)
	if may != 0 || x.n == nil || y.n == nil || t.Bits == 0 {
		return value{constant: true, typ: t}
	}
	quotient, rest := new(big.Int).QuoRem(t.wrap(x.n), t.wrap(y.n), new(big.Int))
	if sign == "%" {
		return intValue(rest, t)
	}
	return intValue(quotient, t)
}

// shift computes a shift, whose type is that of its left operand.
func (p *parser) shift(sign string, x, y value) value {
	t := x.typ.promoted()
	width := max(t.Bits, 32) // of a type that is not known, at least
	inRange := y.n != nil && y.n.Sign() >= 0 && y.n.Cmp(big.NewInt(int64(width))) < 0
	may := Fault(0)
	if !inRange {
		may |= Amount
	}
	result := value{constant: true, typ: t}
	if inRange && x.n != nil && t.Bits > 0 {
		amount := uint(y.n.Int64())
		n := new(big.Int).Lsh(x.n, amount)
		if sign == ">>" {
			n.Rsh(x.n, amount)
		}
		result = intValue(t.wrap(n), t)
		if sign == "<<" && !t.Unsigned && (x.n.Sign() < 0 || !t.within(n)) {
			may |= Left
		}
	} else if sign == "<<" && !t.Unsigned {
		may |= Left
	}
	p.note(sign, may)
	return result
}

// floating computes an operation of floating type.
func floating(sign string, x, y value) value {
	a, okA := x.float()
	b, okB := y.float()
	if !okA || !okB {
		return value{constant: true, typ: Type{Float: true}}
	}
	switch sign {
	case "+":
		return floatValue(a + b)
	case "-":
		return floatValue(a - b)
	case "*":
		return floatValue(a * b)
	}
	return floatValue(a / b)
}

// float is a value as a floating number, if it is known.
func (v value) float() (float64, bool) {
	if v.typ.Float {
		return v.f, v.known
	}
	if v.n == nil {
		return 0, false
	}
	f, _ := new(big.Float).SetInt(v.n).Float64()
	return f, true
}

// cast converts a constant to an arithmetic type.
func (p *parser) cast(t Type, v value) value {
	switch {
	case !v.constant:
		return value{}
	case t.Float:
		f, ok := v.float()
		return value{constant: true, typ: t, f: f, known: ok, nonZero: v.nonZero}
	case v.typ.Float:
		n, _ := new(big.Float).SetFloat64(whole(v)).Int(nil)
		if !v.known || t.Bits == 0 || n == nil || !t.within(n) || math.IsNaN(v.f) {
			p.note("cast", FloatRange)
			return value{constant: true, typ: t}
		}
		return intValue(n, t)
	case v.n == nil || t.Bits == 0:
		p.note("cast", Narrowing)
		return value{constant: true, typ: t, size: v.size && t.Bits >= 32, nonZero: v.size && v.nonZero && t.Bits >= 32}
	}
	if !t.within(v.n) {
		p.note("cast", Narrowing)
	}
	if t.Bits == 1 { // _Bool
		return value{constant: true, typ: t}
	}
	return intValue(t.wrap(v.n), t)
}

// whole is a floating value without its fraction, 0 if it is no number.
func whole(v value) float64 {
	if math.IsNaN(v.f) {
		return 0
	}
	return math.Trunc(v.f)
}
