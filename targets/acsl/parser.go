package acsl

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of an expression, so that hostile input cannot
// exhaust the stack.
const maxDepth = 200

// Annotation is an alarm's annotation, taken apart.
type Annotation struct {
	// Clause is "assert", "check", "requires", … or "" if none was written.
	Clause string
	// Names are the labels before the predicate, outermost first: for an
	// alarm its kind ("signed_overflow"), for a library precondition the
	// precondition's name ("room_string").
	Names []string
	// Pred is the predicate.
	Pred Expr
}

// clauses are the keywords that may introduce a predicate.
var clauses = map[string]bool{
	"assert": true, "check": true, "admit": true, "requires": true,
	"ensures": true, "assumes": true, "invariant": true, "terminates": true,
}

// Parse reads an annotation: `assert signed_overflow: x + 1 ≤ 2147483647;`,
// where the clause, the names and the semicolon may be missing. White space,
// also line breaks inside, does not matter. The error names the column in
// bytes, from 1.
func Parse(src string) (*Annotation, error) {
	toks, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &parser{toks: toks}
	a := &Annotation{}
	if t := p.peek(); t.kind == tIdent && clauses[t.text] && p.at(1).text != ":" {
		a.Clause = t.text
		p.i++
	}
	for p.peek().kind == tIdent && p.at(1).text == ":" {
		a.Names = append(a.Names, p.peek().text)
		p.i += 2
	}
	a.Pred = p.expr()
	p.accept(";")
	if p.err == nil && p.peek().kind != tEOF {
		p.fail("unexpected %q", p.peek().text)
	}
	if p.err != nil {
		return nil, p.err
	}
	return a, nil
}

// parser is a recursive-descent parser; the first error sticks and every
// method returns at once after it.
type parser struct {
	toks  []token
	i     int
	depth int
	err   error
}

var bad Expr = &Ident{Name: "?"}

func (p *parser) at(k int) token {
	if p.i+k < len(p.toks) {
		return p.toks[p.i+k]
	}
	return p.toks[len(p.toks)-1]
}

func (p *parser) peek() token { return p.at(0) }

func (p *parser) fail(format string, args ...any) Expr {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: "+format, append([]any{p.peek().pos + 1}, args...)...)
	}
	return bad
}

// accept consumes an operator if it stands here.
func (p *parser) accept(op string) bool {
	if t := p.peek(); p.err == nil && t.kind == tOp && t.text == op {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(op string) {
	if !p.accept(op) {
		if p.peek().kind == tEOF {
			p.fail("%q expected at the end", op)
			return
		}
		p.fail("%q expected, not %q", op, p.peek().text)
	}
}

// enter guards the recursion; it returns false when the nesting is too deep.
func (p *parser) enter() bool {
	if p.depth++; p.depth > maxDepth && p.err == nil {
		p.err = errors.New("nested too deeply")
	}
	return p.err == nil
}

// expr parses everything: quantifier, range, conditional, operators.
func (p *parser) expr() Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return bad
	}
	if t := p.peek(); t.kind == tIdent && (t.text == `\forall` || t.text == `\exists`) {
		return p.quant()
	}
	if p.accept("..") {
		return &Range{Hi: p.rangeEnd()}
	}
	x := p.binary(0)
	if p.accept("..") {
		return &Range{Lo: x, Hi: p.rangeEnd()}
	}
	if p.accept("?") {
		y := p.expr()
		p.expect(":")
		return &Cond{C: x, X: y, Y: p.expr()}
	}
	return x
}

// rangeEnd parses the upper end of a range, nil if it is left open.
func (p *parser) rangeEnd() Expr {
	if t := p.peek(); t.kind == tEOF || t.kind == tOp && (t.text == ")" || t.text == "]" || t.text == ",") {
		return nil
	}
	return p.binary(0)
}

func (p *parser) quant() Expr {
	name := p.peek().text
	p.i++
	var words []string
	for p.err == nil && !p.accept(";") {
		if p.peek().kind == tEOF {
			return p.fail("%q expected after the variables of %s", ";", name)
		}
		words = append(words, p.peek().text)
		p.i++
	}
	return &Quant{Name: name, Binders: strings.Join(words, " "), Body: p.expr()}
}

// levels are the binary operators from the loosest to the tightest binding
// (ACSL 1.17, figure 2.3). Level relLevel holds the comparisons, which chain.
var levels = [][]string{
	{"<==>"}, {"==>"}, {"||"}, {"^^"}, {"&&"},
	{"<-->"}, {"-->"}, {"|"}, {"^"}, {"&"},
	{"<=", ">=", "==", "!=", "<", ">"},
	{"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

const (
	impliesLevel = 1
	relLevel     = 10
)

// binary parses operators of the level and tighter ones.
func (p *parser) binary(level int) Expr {
	if level == len(levels) {
		return p.unary()
	}
	x := p.binary(level + 1)
	if level == relLevel {
		return p.chain(x)
	}
	for p.err == nil {
		op := p.operator(level)
		if op == "" {
			break
		}
		if level == impliesLevel { // associates to the right
			if !p.enter() {
				return bad
			}
			y := p.binary(level)
			p.depth--
			return &Binary{Op: op, X: x, Y: y}
		}
		x = &Binary{Op: op, X: x, Y: p.binary(level + 1)}
	}
	return x
}

func (p *parser) chain(x Expr) Expr {
	c := &Chain{Xs: []Expr{x}}
	for p.err == nil {
		op := p.operator(relLevel)
		if op == "" && p.peek().text == `\in` {
			p.i++
			op = `\in`
		}
		if op == "" {
			break
		}
		c.Ops = append(c.Ops, op)
		c.Xs = append(c.Xs, p.binary(relLevel+1))
	}
	if len(c.Ops) == 0 {
		return x
	}
	return c
}

// operator consumes an operator of the level and returns it, or "".
func (p *parser) operator(level int) string {
	for _, op := range levels[level] {
		if p.accept(op) {
			return op
		}
	}
	return ""
}

func (p *parser) unary() Expr {
	defer func() { p.depth-- }()
	if !p.enter() {
		return bad
	}
	for _, op := range []string{"-", "+", "~", "!", "*", "&"} {
		if p.accept(op) {
			return &Unary{Op: op, X: p.unary()}
		}
	}
	if typ, n := p.castType(); n > 0 {
		p.i += n
		return &Cast{Type: typ, X: p.unary()}
	}
	return p.postfix(p.primary())
}

func (p *parser) postfix(x Expr) Expr {
	for p.err == nil {
		switch {
		case p.accept("["):
			i := p.expr()
			p.expect("]")
			x = &Index{X: x, I: i}
		case p.accept("."):
			x = &Field{X: x, Name: p.name()}
		case p.accept("->"):
			x = &Field{X: x, Name: p.name(), Arrow: true}
		default:
			return x
		}
	}
	return x
}

func (p *parser) name() string {
	t := p.peek()
	if t.kind != tIdent {
		p.fail("a member name expected, not %q", t.text)
		return "?"
	}
	p.i++
	return t.text
}

func (p *parser) primary() Expr {
	t := p.peek()
	switch t.kind {
	case tNumber:
		p.i++
		return number(t.text)
	case tChar:
		p.i++
		return character(t.text)
	case tString:
		p.i++
		return &Str{Text: t.text}
	case tIdent:
		p.i++
		return p.named(t.text)
	case tEOF:
		return p.fail("the predicate ends too early")
	}
	if p.accept("(") {
		x := p.expr()
		p.expect(")")
		return x
	}
	return p.fail("unexpected %q", t.text)
}

// named parses what follows a name: labels and arguments, or nothing.
func (p *parser) named(name string) Expr {
	if name == "sizeof" {
		return p.sizeOf()
	}
	var labels []string
	if p.peek().text == "{" && !p.peek().space && p.accept("{") {
		for p.err == nil {
			labels = append(labels, p.name())
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
	}
	if !p.accept("(") {
		if labels != nil {
			return p.fail("%q expected after the labels of %s", "(", name)
		}
		return &Ident{Name: name}
	}
	app := &App{Name: name, Labels: labels}
	if p.accept(")") {
		return app
	}
	for p.err == nil {
		app.Args = append(app.Args, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return app
}

// sizeOf takes the operand of sizeof as text.
func (p *parser) sizeOf() Expr {
	p.expect("(")
	var words []string
	for open := 1; p.err == nil; p.i++ {
		t := p.peek()
		switch {
		case t.kind == tEOF:
			return p.fail("%q expected after sizeof", ")")
		case t.text == "(":
			open++
		case t.text == ")":
			open--
		}
		if open == 0 {
			p.i++
			break
		}
		words = append(words, t.text)
	}
	return &SizeOf{Text: strings.Join(words, " ")}
}

// typeWords are the words that only types begin with.
var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true,
	"float": true, "double": true, "signed": true, "unsigned": true,
	"_Bool": true, "struct": true, "union": true, "enum": true, "const": true,
	"volatile": true, "integer": true, "real": true, "boolean": true,
	"__int128": true, "_Float128": true, "_Complex": true,
}

// castType recognises a parenthesised type that is a cast and returns its text
// and number of tokens, or 0. A name that is no keyword of C may be a typedef:
// `(size_t)n`, `(u8)(x - 1)`, `(t)*p`.
func (p *parser) castType() (string, int) {
	if p.err != nil || p.peek().text != "(" || p.peek().kind != tOp {
		return "", 0
	}
	var words []string
	known, stars, n := false, 0, 1
	for ; p.at(n).text != ")"; n++ {
		t := p.at(n)
		switch {
		case t.kind == tIdent && stars == 0 && t.text[0] != '\\':
			known = known || typeWords[t.text]
		case t.kind == tIdent && (t.text == "const" || t.text == "volatile"):
		case t.kind == tOp && t.text == "*" && len(words) > 0:
			stars++
		case known && t.kind == tOp && strings.Contains("*()[],", t.text) && t.text != ",":
			return p.abstractType()
		default:
			return "", 0
		}
		words = append(words, t.text)
	}
	if len(words) == 0 {
		return "", 0
	}
	if !known && !p.castOperand(n+1, len(words)-stars, stars) {
		return "", 0
	}
	return strings.Join(words, " "), n + 1
}

// abstractType takes a type with nested parentheses or brackets (pointers to
// functions and arrays) as text, up to the parenthesis that closes the cast.
func (p *parser) abstractType() (string, int) {
	var words []string
	for n, open := 1, 1; p.at(n).kind != tEOF; n++ {
		switch p.at(n).text {
		case "(":
			open++
		case ")":
			open--
		}
		if open == 0 {
			return strings.Join(words, " "), n + 1
		}
		words = append(words, p.at(n).text)
	}
	return "", 0
}

// castOperand decides whether the token after "(name)" or "(name *)" makes it
// a cast: an operand does, and so does a prefix operator without a space.
func (p *parser) castOperand(k, names, stars int) bool {
	if names != 1 {
		return false
	}
	t := p.at(k)
	switch t.kind {
	case tIdent, tNumber, tChar, tString:
		return t.text != `\in`
	case tOp:
		switch t.text {
		case "(", "~", "!":
			return true
		case "*", "&", "-", "+":
			return stars > 0 || !t.space && !p.at(k+1).space
		}
	}
	return false
}

// number reads a C constant, suffixes included.
func number(text string) Expr {
	n := &Number{Text: text}
	digits := strings.TrimRight(text, "uUlL")
	if v, ok := new(big.Int).SetString(digits, 0); ok {
		n.Val = v
	}
	return n
}

// character reads a character constant; its value is nil for one that is not
// a single byte.
func character(text string) Expr {
	n := &Number{Text: text}
	body := strings.ReplaceAll(text[1:len(text)-1], `\0`, `\000`)
	if s, err := strconv.Unquote(`'` + body + `'`); err == nil && len(s) == 1 {
		n.Val = big.NewInt(int64(int8(s[0])))
	}
	return n
}
