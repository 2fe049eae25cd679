package library

import (
	"fmt"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// number is C for an expression as a num, the type in which nothing wraps: what it means
// in mathematics, apart from what the models make of it.
func number(e *spec.Expr) string {
	switch e.Op {
	case "num":
		return fmt.Sprintf("(num)%dLL", e.Num)
	case "null":
		return "(num)0"
	case "value":
		return asNumber(place(e.Place), e.Type)
	case "deref":
		return asNumber(fmt.Sprintf("*(%s *)%s", e.Type.Spelling(), place(e.Place)), e.Type)
	case "length":
		f := "length_of"
		if isWide(e.Type) {
			f = "wide_length_of"
		}
		return fmt.Sprintf("%s(%s)", f, place(e.Place))
	case "sizeof":
		return size(e.Type)
	case "neg":
		return "(-" + number(e.Args[0]) + ")"
	case "!":
		return "(num)!" + number(e.Args[0])
	case "cast":
		return fmt.Sprintf("(num)(%s)%s", e.Type.C, number(e.Args[0]))
	}
	a, b := number(e.Args[0]), number(e.Args[1])
	switch e.Op {
	case "min":
		return fmt.Sprintf("smaller(%s, %s)", a, b)
	case "max":
		return fmt.Sprintf("larger(%s, %s)", a, b)
	case "-":
		return fmt.Sprintf("less(%s, %s, %d)", a, b, truth(withoutSign(e.Args[0]) || withoutSign(e.Args[1])))
	}
	return fmt.Sprintf("(num)(%s %s %s)", a, e.Op, b)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// withoutSign says whether C takes the expression for a number without sign.
func withoutSign(e *spec.Expr) bool {
	switch e.Op {
	case "value", "deref", "cast":
		return e.Type.Kind == spec.Pointer || !e.Type.Signed
	case "length", "sizeof":
		return true
	case "+", "-", "*", "/", "%", "&", "|", "<<", ">>", "min", "max":
		return withoutSign(e.Args[0]) || withoutSign(e.Args[1])
	}
	return false
}

func asNumber(c string, t *spec.Type) string {
	if t.Kind == spec.Pointer {
		return "(num)(uintptr_t)" + c
	}
	return "(num)" + c
}

func isWide(t *spec.Type) bool { return t.Kind == spec.Integer && t.Size == [2]int{4, 4} }

// size is C for the size of a type.
func size(t *spec.Type) string {
	if t.Kind == spec.Pointer || t.C != "" {
		return "(num)sizeof(" + t.Spelling() + ")"
	}
	return fmt.Sprintf("(num)%d", t.Size[0])
}

// place is C for the value of a place.
func place(at spec.Place) string {
	base := "p_" + at.Name
	if at.Name == "result" {
		base = "result"
	}
	if at.Member == "" {
		return base
	}
	return fmt.Sprintf("((%s *)%s)->%s", at.Object.C, base, at.Member)
}

// each calls f on the expression and its parts.
func each(e *spec.Expr, f func(*spec.Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, a := range e.Args {
		each(a, f)
	}
}

// uses says whether the expression speaks of a place of that name.
func uses(e *spec.Expr, name string) (found bool) {
	each(e, func(e *spec.Expr) { found = found || e.Place.Name == name })
	return found
}
