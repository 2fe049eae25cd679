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
	case "value":
		return convert(e.Place.c(), e.Type)
	case "deref":
		return convert(fmt.Sprintf("*(%s *)%s", e.Type.Spelling(), e.Place.c()), e.Type)
	case "length":
		if e.Type.wide() {
			return term{"(u64)spec_wide_length(" + e.Place.c() + ")", unsigned}
		}
		return term{"(u64)strlen(" + e.Place.c() + ")", unsigned}
	case "sizeof":
		return term{"(u64)" + sizeOf(e.Type), unsigned}
	case "neg":
		return term{"-" + wrapped(e.Args[0].term().as(signed)), signed}
	case "cast":
		return convert(wrapped(e.Type.C)+wrapped(e.Args[0].term().c), e.Type)
	case "!":
		return term{"!" + wrapped(e.Args[0].term().c), either}
	}
	return operation(e.Op, e.Args[0].term(), e.Args[1].term(), e.Args[0].pointer())
}

// sizeOf is C for the size of a type.
func sizeOf(t *Type) string {
	switch {
	case t.Kind == Pointer || t.C != "":
		return "sizeof(" + t.Spelling() + ")"
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
	s := common(a, b)
	x, y := a.as(s), b.as(s)
	switch {
	case op == "min" && opposite(a, b):
		return term{"spec_min(" + mixed(a, b) + ")", signed}
	case op == "max" && opposite(a, b):
		return term{"spec_max(" + mixed(a, b) + ")", unsigned}
	case op == "min" || op == "max":
		return term{fmt.Sprintf("spec_%s_%s(%s, %s)", op, suffixes[s], x, y), s}
	case op == "-" && s == unsigned:
		return term{"spec_minus(" + x + ", " + y + ")", s}
	}
	return term{wrapped(x) + " " + op + " " + wrapped(y), s}
}

// suffixes tell functions of the prelude for both signs apart.
var suffixes = map[sign]string{signed: "signed", unsigned: "unsigned"}

// common is the sign in which an operator takes its operands.
func common(a, b term) sign {
	if a.sign == unsigned || b.sign == unsigned {
		return unsigned
	}
	return signed
}

// opposite says that one operand has a sign and the other has none.
func opposite(a, b term) bool { return a.sign != b.sign && a.sign != either && b.sign != either }

// mixed are the operands, the signed one first.
func mixed(a, b term) string {
	if a.sign == signed {
		return a.c + ", " + b.c
	}
	return b.c + ", " + a.c
}

// compare is C for a comparison that branches nowhere.
func compare(op string, a, b term) string {
	if !opposite(a, b) {
		s := common(a, b)
		return wrapped(a.as(s)) + " " + op + " " + wrapped(b.as(s))
	}
	if a.sign == unsigned { // the signed one is on the left
		op = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}[op]
	}
	f := map[string]string{
		"<": "spec_less", ">=": "!spec_less", "<=": "spec_at_most", ">": "!spec_at_most", "==": "spec_equal", "!=": "!spec_equal",
	}[op]
	return f + "(" + mixed(a, b) + ")"
}
