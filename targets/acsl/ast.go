// Package acsl parses the predicates that Frama-C attaches to its alarms:
// the part of ACSL (ANSI/ISO C Specification Language 1.17, sections 2.2 and
// 2.3) that its kernel and Eva print, in Unicode or in ASCII.
package acsl

import (
	"math/big"
	"strings"
)

// Expr is a term or a predicate. ACSL keeps the two apart; alarms do not need
// that, so one tree serves for both. Operators are spelled as in C and ACSL's
// ASCII form whatever the input used: "<=", "!=", "&&", "==>", "!".
type Expr interface {
	// String prints the expression fully parenthesised, so that parsing the
	// text gives the same expression again.
	String() string
	expr()
}

type (
	// Ident is a variable, an enumerator or a nullary logic constant
	// (`\result`, `\null`; the backslash is part of the name).
	Ident struct{ Name string }

	// Number is a numeric or character constant.
	Number struct {
		Text string
		// Val is nil for floating constants.
		Val *big.Int
	}

	// Str is a string literal, quotes included.
	Str struct{ Text string }

	// Unary is an operator of - + ~ ! * & applied to X.
	Unary struct {
		Op string
		X  Expr
	}

	// Binary is an arithmetic, bitwise or logical operator.
	Binary struct {
		Op   string
		X, Y Expr
	}

	// Chain is x0 op0 x1 op1 x2 …, which means x0 op0 x1 && x1 op1 x2 && ….
	// Single comparisons are chains of two.
	Chain struct {
		Ops []string
		Xs  []Expr
	}

	// Cast is (Type)X.
	Cast struct {
		Type string
		X    Expr
	}

	// Index is X[I].
	Index struct{ X, I Expr }

	// Field is X.Name, or X->Name when Arrow.
	Field struct {
		X     Expr
		Name  string
		Arrow bool
	}

	// App applies a logic function or predicate: `\valid{L}(p)`, `strlen(s)`.
	App struct {
		Name   string
		Labels []string
		Args   []Expr
	}

	// Range is Lo .. Hi; either may be nil.
	Range struct{ Lo, Hi Expr }

	// Cond is C ? X : Y.
	Cond struct{ C, X, Y Expr }

	// Quant is \forall or \exists with its binders as text.
	Quant struct {
		Name    string
		Binders string
		Body    Expr
	}

	// SizeOf is sizeof of a type or of an expression, as text.
	SizeOf struct{ Text string }
)

func (*Ident) expr()  {}
func (*Number) expr() {}
func (*Str) expr()    {}
func (*Unary) expr()  {}
func (*Binary) expr() {}
func (*Chain) expr()  {}
func (*Cast) expr()   {}
func (*Index) expr()  {}
func (*Field) expr()  {}
func (*App) expr()    {}
func (*Range) expr()  {}
func (*Cond) expr()   {}
func (*Quant) expr()  {}
func (*SizeOf) expr() {}

// String is the name.
func (e *Ident) String() string { return e.Name }

// String is the constant as written.
func (e *Number) String() string { return e.Text }

// String is the literal as written.
func (e *Str) String() string { return e.Text }

// String is the operator and its operand in parentheses.
func (e *Unary) String() string { return "(" + e.Op + e.X.String() + ")" }

// String is the operation in parentheses.
func (e *Binary) String() string {
	return "(" + e.X.String() + " " + e.Op + " " + e.Y.String() + ")"
}

// String is the chain in parentheses.
func (e *Chain) String() string {
	var b strings.Builder
	b.WriteByte('(')
	for i, x := range e.Xs {
		if i > 0 {
			b.WriteString(" " + e.Ops[i-1] + " ")
		}
		b.WriteString(x.String())
	}
	b.WriteByte(')')
	return b.String()
}

// String is the cast with its operand in parentheses.
func (e *Cast) String() string { return "(" + e.Type + ")" + paren(e.X) }

// String is the subscript.
func (e *Index) String() string { return atom(e.X) + "[" + e.I.String() + "]" }

// String is the member access.
func (e *Field) String() string {
	if e.Arrow {
		return atom(e.X) + "->" + e.Name
	}
	return atom(e.X) + "." + e.Name
}

// String is the application.
func (e *App) String() string {
	var b strings.Builder
	b.WriteString(e.Name)
	if len(e.Labels) > 0 {
		b.WriteString("{" + strings.Join(e.Labels, ", ") + "}")
	}
	b.WriteByte('(')
	for i, a := range e.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.String())
	}
	b.WriteByte(')')
	return b.String()
}

// String is the range in parentheses.
func (e *Range) String() string {
	lo, hi := "", ""
	if e.Lo != nil {
		lo = e.Lo.String() + " "
	}
	if e.Hi != nil {
		hi = " " + e.Hi.String()
	}
	return "(" + lo + ".." + hi + ")"
}

// String is the conditional in parentheses.
func (e *Cond) String() string {
	return "(" + e.C.String() + " ? " + e.X.String() + " : " + e.Y.String() + ")"
}

// String is the quantified predicate in parentheses.
func (e *Quant) String() string {
	return "(" + e.Name + " " + e.Binders + "; " + e.Body.String() + ")"
}

// String is the operator with its operand.
func (e *SizeOf) String() string { return "sizeof(" + e.Text + ")" }

// paren puts an expression in parentheses unless it brings its own.
func paren(e Expr) string {
	s := e.String()
	switch e.(type) {
	case *Unary, *Binary, *Chain, *Range, *Cond, *Quant:
		return s
	}
	return "(" + s + ")"
}

// atom prints what may stand before a postfix operator. A number needs
// parentheses there: "0.x" would be a single token.
func atom(e Expr) string {
	switch e.(type) {
	case *Cast, *Number:
		return "(" + e.String() + ")"
	}
	return e.String()
}

// StripCasts removes casts at the top of an expression.
func StripCasts(e Expr) Expr {
	for {
		c, ok := e.(*Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}
