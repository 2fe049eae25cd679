package spec

import "fmt"

// A sign says how a number of 64 bits in generated C is to be read.
type sign int

const (
	signed sign = iota
	unsigned
	either // a constant, or 0 or 1
)

// A term is C for a number of 64 bits, or for an address.
type term struct {
	c    string
	sign sign
}

// signOf is how numbers of an integer type are read.
func signOf(t *Type) sign {
	if t.Signed {
		return signed
	}
	return unsigned
}

// Numbers are of 64 bits, and operations mean what they mean in mathematics as
// far as these reach: comparing -1 with a size does not turn it into a size.

// convert is C for a value of an integer type or an address.
func convert(c string, t *Type) term {
	switch {
	case t.Kind == Pointer:
		return term{c, unsigned}
	case t.Signed:
		return term{"(long long)" + c, signed}
	}
	return term{"(u64)" + c, unsigned}
}

// local is the name of a parameter in generated C.
func local(name string) string { return "p_" + name }

// term is C for an expression.
func (e *Expr) term() term {
	switch e.Op {
	case "num":
		return term{fmt.Sprintf("%dLL", e.Num), either}
	case "null":
		return term{"NULL", unsigned}
	case "param":
		return convert(local(e.Name), e.Type)
	case "result":
		return convert("result", e.Type)
	case "deref":
		return convert(fmt.Sprintf("*(%s *)%s", e.Type.spelling(), local(e.Name)), e.Type)
	case "length":
		if e.Type.wide() {
			return term{"(u64)spec_wide_length(" + local(e.Name) + ")", unsigned}
		}
		return term{"(u64)strlen(" + local(e.Name) + ")", unsigned}
	case "sizeof":
		return term{"(u64)" + sizeOf(e.Type), unsigned}
	case "neg":
		return term{"-" + wrapped(e.Args[0].term().as(signed)), signed}
	case "!":
		return term{"!" + wrapped(e.Args[0].term().c), either}
	}
	return operation(e.Op, e.Args[0].term(), e.Args[1].term(), e.Args[0].pointer())
}

// sizeOf is C for the size of a type.
func sizeOf(t *Type) string {
	switch {
	case t.Kind == Pointer || t.C != "":
		return "sizeof(" + t.spelling() + ")"
	}
	return fmt.Sprintf("SIZE(%d, %d)", t.Size[0], t.Size[1])
}

func wrapped(c string) string { return "(" + c + ")" }

// as is C for the number read with a sign.
func (t term) as(s sign) string {
	if t.sign == s || t.sign == either && s == signed {
		return t.c
	}
	if s == unsigned {
		return "(u64)" + wrapped(t.c)
	}
	return "(long long)" + wrapped(t.c)
}

// operation is C for an operator on two numbers.
func operation(op string, a, b term, pointers bool) term {
	if pointers {
		return term{a.c + " " + op + " " + b.c, either}
	}
	switch op {
	case "&&", "||":
		return term{wrapped(a.c) + " " + op + " " + wrapped(b.c), either}
	case "==", "!=", "<", "<=", ">", ">=":
		return term{compare(op, a, b), either}
	}
	s := signed
	if a.sign == unsigned || b.sign == unsigned {
		s = unsigned
	}
	x, y := wrapped(a.as(s)), wrapped(b.as(s))
	switch {
	case op == "min" && a.sign != b.sign && a.sign != either && b.sign != either:
		// The one that may be negative decides the sign.
		small := "spec_less(" + mixed(a, b) + ")"
		return term{fmt.Sprintf("%s ? (long long)%s : (long long)%s", small, wrapped(ofSign(a, b, signed)), wrapped(ofSign(a, b, unsigned))), signed}
	case op == "max" && a.sign != b.sign && a.sign != either && b.sign != either:
		return term{fmt.Sprintf("spec_less(%s) ? (u64)%s : (u64)%s", mixed(a, b), wrapped(ofSign(a, b, unsigned)), wrapped(ofSign(a, b, signed))), unsigned}
	case op == "min":
		return term{fmt.Sprintf("%s < %s ? %s : %s", x, y, x, y), s}
	case op == "max":
		return term{fmt.Sprintf("%s < %s ? %s : %s", x, y, y, x), s}
	case op == "-" && s == unsigned:
		// A size that would be negative is 0.
		return term{fmt.Sprintf("%s < %s ? 0 : %s - %s", x, y, x, y), s}
	}
	return term{x + " " + op + " " + y, s}
}

// ofSign is C for the operand with that sign.
func ofSign(a, b term, s sign) string {
	if a.sign == s {
		return a.c
	}
	return b.c
}

// mixed are the operands, the signed one first.
func mixed(a, b term) string { return ofSign(a, b, signed) + ", " + ofSign(a, b, unsigned) }

// compare is C for a comparison that branches nowhere.
func compare(op string, a, b term) string {
	if a.sign == b.sign || a.sign == either || b.sign == either && a.sign == signed || b.sign == either {
		s := signed
		if a.sign == unsigned || b.sign == unsigned {
			s = unsigned
		}
		return wrapped(a.as(s)) + " " + op + " " + wrapped(b.as(s))
	}
	// One is signed, the other is not.
	x, y := wrapped(a.as(unsigned)), wrapped(b.as(unsigned))
	negative := "(" + wrapped(ofSign(a, b, signed)) + " < 0)"
	// The signed one is the smaller one where it is negative.
	if holds := op == "!=" || (op[0] == '<') == (a.sign == signed) && op != "=="; holds {
		return negative + " | (" + x + " " + op + " " + y + ")"
	}
	return "!" + negative + " & (" + x + " " + op + " " + y + ")"
}
