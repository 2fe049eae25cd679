package fold

import (
	"slices"

	"github.com/assay-dev/assay/targets/scan"
)

// Fault is what may be wrong with an operation, as a set.
type Fault uint8

// The faults.
const (
	Division   Fault = 1 << iota // the divisor is zero
	Overflow                     // a signed result leaves its type
	Wrap                         // an unsigned result leaves its type
	Amount                       // the amount of a shift is negative or too large
	Left                         // a shift of a negative value, or one that leaves its type
	FloatRange                   // a floating value leaves the integer type
	Narrowing                    // an integer leaves the type that it is converted to

	all = Division | Overflow | Wrap | Amount | Left | FloatRange | Narrowing
)

// Operation is an operation on constants that may be undefined.
type Operation struct {
	// Sign is the operator; "cast" for a conversion, a number for one that is converted where
	// the text does not show it, and a name for what may be in a macro.
	Sign string
	// May is what may be wrong with it.
	May Fault
}

// Names tell what the names in the text stand for.
type Names struct {
	// Variable reports whether a name is that of an object or a function which the compiled
	// code uses there. Other names are constants.
	Variable func(name string) bool
	// Constants are those that the text around defines.
	Constants Constants
	// Long is the width of a long.
	Long int
	// Known reports whether a name is one of the program's; others may be those of macros, in
	// which there may be any operation. nil: there are no macros.
	Known func(name string) bool
}

// Operations lists the operations on constants in a text that may be undefined.
func Operations(text string, names Names) []Operation {
	fuel := maxDefinitions
	p := &parser{tokens: tokens(text), names: names, fuel: &fuel}
	p.within("")
	return p.found
}

type parser struct {
	tokens []token
	at     int
	names  Names
	found  []Operation
	// depth and fuel bound how constants are defined by other constants.
	depth int
	fuel  *int
}

const (
	maxDepth       = 8
	maxDefinitions = 1000
)

func (p *parser) peek(ahead int) token {
	if p.at+ahead >= len(p.tokens) || p.at+ahead < 0 {
		return token{}
	}
	return p.tokens[p.at+ahead]
}

// accept takes a sign if it is the next token.
func (p *parser) accept(s string) bool {
	if t := p.peek(0); t.kind == scan.Sign && t.text == s {
		p.at++
		return true
	}
	return false
}

// within reads expressions up to a closing sign or the end, with what is between them. The
// value is that of a single expression.
func (p *parser) within(closing string) value {
	var v value
	for n := 0; p.at < len(p.tokens); n++ {
		if closing != "" && p.accept(closing) {
			break
		}
		start := p.at
		if v = p.expression(1); p.at == start {
			p.at++
		}
		if n > 0 {
			v = value{}
		}
	}
	return v
}

const (
	assignment  = 1
	conditional = 2
)

// binding are the binary operators by how tightly they bind.
var binding = map[string]int{
	"=": assignment, "+=": assignment, "-=": assignment, "*=": assignment, "/=": assignment, "%=": assignment,
	"<<=": assignment, ">>=": assignment, "&=": assignment, "|=": assignment, "^=": assignment,
	"?": conditional, "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8, "!=": 8,
	"<": 9, ">": 9, "<=": 9, ">=": 9, "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "%": 12,
}

// expression reads operators that bind at least so tightly.
func (p *parser) expression(least int) value {
	left := p.unary()
	for {
		t := p.peek(0)
		bind := binding[t.text]
		if t.kind != scan.Sign || bind == 0 || bind < least {
			return left
		}
		p.at++
		switch bind {
		case assignment:
			p.expression(assignment)
			left = value{}
		case conditional:
			yes := p.expression(assignment)
			p.accept(":")
			no := p.expression(conditional)
			left = choice(left, yes, no)
		default:
			left = p.binary(t.text, left, p.expression(bind+1))
		}
	}
}

// choice is the value of a conditional expression.
func choice(condition, yes, no value) value {
	switch {
	case !condition.constant || !yes.constant || !no.constant:
		return value{}
	case condition.n == nil:
		return value{constant: true, typ: common(yes.typ, no.typ)}
	case condition.n.Sign() != 0:
		return yes
	}
	return no
}

// statementWords stand before expressions.
var statementWords = map[string]bool{
	"return": true, "if": true, "else": true, "while": true, "for": true, "do": true, "switch": true, "case": true, "goto": true,
}

// measures are operators whose operand is not computed.
var measures = []string{"sizeof", "_Alignof", "__alignof__", "__alignof", "alignof", "__builtin_offsetof", "offsetof", "__builtin_types_compatible_p"}

func (p *parser) unary() value {
	t := p.peek(0)
	p.at++
	switch t.kind {
	case scan.Number:
		return p.literal(t.text)
	case scan.Character:
		return characterValue(t.text)
	case scan.Text:
		return p.postfix(value{})
	case scan.Word:
		return p.named(t.text)
	case scan.Sign:
		switch t.text {
		case "(":
			return p.parenthesis()
		case "-", "+", "~", "!":
			return p.prefix(t.text, p.unary())
		case "*", "&", "++", "--", "&&":
			p.unary()
			return value{}
		}
	}
	p.at--
	return value{}
}

// literal is the value of a number. One beyond the narrowest type may be converted where the
// text does not show it.
func (p *parser) literal(s string) value {
	v := literal(s, p.names.Long)
	if v.n != nil && !(Type{Bits: 8}).within(v.n) {
		p.found = append(p.found, Operation{s, Narrowing})
	}
	return v
}

func (p *parser) named(word string) value {
	switch {
	case slices.Contains(measures, word):
		if p.accept("(") {
			p.skip()
		} else {
			n := len(p.found)
			p.unary()
			p.found = p.found[:n]
		}
		return value{constant: true, typ: Type{Bits: p.names.Long, Unsigned: true}, nonZero: word == "sizeof", size: true}
	case statementWords[word]:
		return p.unary()
	case typeWords[word] || p.declares():
		p.at--
		p.typeName()
		return p.unary()
	}
	return p.postfix(p.constant(word))
}

// skip passes what parentheses hold.
func (p *parser) skip() {
	for depth := 1; depth > 0 && p.at < len(p.tokens); p.at++ {
		switch t := p.tokens[p.at]; {
		case t.kind == scan.Sign && t.text == "(":
			depth++
		case t.kind == scan.Sign && t.text == ")":
			depth--
		}
	}
}

// declares reports whether the name before begins a declaration: T *p.
func (p *parser) declares() bool {
	before := p.peek(-2)
	if before.kind == scan.Number || before.kind == scan.Word && !typeWords[before.text] || before.kind == scan.Sign && !slices.Contains([]string{"(", ",", ";", "{", "}", ":"}, before.text) {
		return false
	}
	if word := p.peek(-1).text; p.names.Variable(word) || p.names.Constants.values[word] != "" {
		return false
	}
	n := 0
	for p.peek(n).text == "*" {
		n++
	}
	follows := p.peek(n + 1)
	return n > 0 && p.peek(n).kind == scan.Word && (follows.kind == scan.None || slices.Contains([]string{"=", ";", ",", "[", ")"}, follows.text))
}

// constant is the value of a name.
func (p *parser) constant(word string) value {
	if p.names.Variable(word) {
		return value{}
	}
	definition := p.names.Constants.values[word]
	if definition == "" && p.names.Known != nil && !p.names.Known(word) {
		p.found = append(p.found, Operation{word, all})
	}
	if *p.fuel--; definition == "" || p.depth > maxDepth || *p.fuel < 0 {
		return unknown
	}
	inner := &parser{tokens: tokens(definition), names: p.names, depth: p.depth + 1, fuel: p.fuel}
	v := inner.expression(conditional)
	if !v.constant || inner.at < len(inner.tokens) {
		return unknown
	}
	return v
}

// postfix reads what follows a primary expression.
func (p *parser) postfix(v value) value {
	for {
		switch {
		case p.accept("("):
			p.within(")")
			v = value{}
		case p.accept("["):
			p.within("]")
			v = value{}
		case p.accept("."), p.accept("->"):
			p.at++
			v = value{constant: v.constant}
		case p.accept("++"), p.accept("--"):
			v = value{}
		default:
			return v
		}
	}
}

// parenthesis reads a cast or an expression, behind the opening sign.
func (p *parser) parenthesis() value {
	start := p.at
	if words, pointer, ok := p.typeName(); ok && p.accept(")") {
		if p.peek(0).text == "{" { // a compound literal
			return value{}
		}
		if p.castOf(words) {
			v := p.unary()
			if pointer || len(words) == 0 || words[0] == "void" {
				return value{}
			}
			return p.cast(p.names.typeOf(words), v)
		}
	}
	p.at = start
	return p.postfix(p.within(")"))
}

// castOf reports whether what stands in parentheses before is the type of a cast: a name
// alone may be an operand, too.
func (p *parser) castOf(words []string) bool {
	if len(words) != 1 || typeWords[words[0]] || p.peek(-2).text == "*" {
		return true
	}
	if p.names.typeOf(words) != (Type{}) {
		return true
	}
	t := p.peek(0)
	return t.kind != scan.None && (t.kind != scan.Sign || t.text == "(" || t.text == "~" || t.text == "!")
}

// typeName reads the words of a type, and whether it is one of pointers.
func (p *parser) typeName() (words []string, pointer, ok bool) {
	for {
		t := p.peek(0)
		switch {
		case t.kind == scan.Word && (t.text == "struct" || t.text == "union" || t.text == "enum"):
			words = append(words, t.text)
			p.at++
		case t.kind == scan.Word && typeWords[t.text]:
			if t.text != "const" && t.text != "volatile" {
				words = append(words, t.text)
			}
		case t.kind == scan.Word && len(words) == 0 && !p.names.Variable(t.text) && p.names.Constants.values[t.text] == "" && !statementWords[t.text] && !slices.Contains(measures, t.text):
			words = append(words, t.text)
		case t.kind == scan.Sign && t.text == "*" && len(words) > 0:
			pointer = true
		default:
			return words, pointer, len(words) > 0
		}
		p.at++
	}
}
