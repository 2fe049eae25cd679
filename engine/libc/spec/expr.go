package spec

// An Expr is an expression of a clause.
type Expr struct {
	Op    string // see below
	Args  []*Expr
	Num   int64
	Place       // of "value" and "deref"; of "length"
	Type  *Type // of the value, of what is behind the pointer, or of sizeof
}

// Operators of Expr: "num", "value" (P), "null", "deref" (*P),
// "length" (length(P)), "sizeof", "cast" (to Type), "min", "max", "neg", "!", and the binary
// operators of C by their sign.

// levels are the binary operators, those that bind weakest first.
var levels = [][]string{
	{"||"}, {"&&"}, {"|"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

// plus is the level of + and -.
const plus = 7

const exprRemedy = "an expression is made of parameters, `result`, numbers, `null`, `*P`, `length(P)`, `sizeof(TYPE)`, `min(A, B)`, `max(A, B)` and C's operators"

// An exprParser reads the expressions of a function's clause.
type exprParser struct {
	declParser
	fn     *Func
	scope  map[string]*Type // parameters and arguments declared by clauses
	result bool             // a result clause stands before
}

func (p *exprParser) expr() *Expr { return p.binary(0, 0) }

func (p *exprParser) binary(level, depth int) *Expr {
	if depth > deepest*len(levels) {
		p.fail(exprRemedy, "the expression is nested too deeply")
	}
	if p.err != nil {
		return &Expr{Op: "num"}
	}
	if level == len(levels) {
		return p.unary(depth + 1)
	}
	left := p.binary(level+1, depth+1)
	for p.err == nil {
		op := ""
		for _, o := range levels[level] {
			if p.accept(o) {
				op = o
			}
			if op != "" {
				break
			}
		}
		if op == "" {
			break
		}
		left = p.checked(&Expr{Op: op, Args: []*Expr{left, p.binary(level+1, depth+1)}})
	}
	return left
}

// checked fails if an operator has operands that it cannot have.
func (p *exprParser) checked(e *Expr) *Expr {
	a, b := e.Args[0], e.Args[1]
	switch {
	case a.pointer() != b.pointer() || a.pointer() && e.Op != "==" && e.Op != "!=":
		p.fail("compare pointers with `null` or each other by == and !=, and use numbers elsewhere", "`%s` cannot have these operands", e.Op)
	case (e.Op == "/" || e.Op == "%") && (b.Op != "num" || b.Num == 0):
		p.fail("divide by a number other than 0", "`%s` could divide by zero", e.Op)
	case e.Op == "==" || e.Op == "!=":
		e.Args[0], e.Args[1] = a.like(b), b.like(a)
	case (e.Op == "<<" || e.Op == ">>") && (b.Op != "num" || b.Num > 62):
		p.fail("shift by a number below 63", "`%s` could shift too far", e.Op)
	}
	return e
}

// like is the expression, or, of a negative constant that is compared with a
// number without sign, what C makes of it: -1 is the largest size, by which
// functions tell a failure.
func (e *Expr) like(other *Expr) *Expr {
	v, ok := e.constant()
	t := other.Type
	if !ok || v >= 0 || other.Op != "value" && other.Op != "deref" || t.Kind != Integer || t.Signed {
		return e
	}
	return &Expr{Op: "cast", Args: []*Expr{e}, Type: t}
}

// pointer says whether the expression is an address.
func (e *Expr) pointer() bool {
	return e.Op == "null" || (e.Op == "value" || e.Op == "deref") && e.Type.Kind == Pointer
}

func (p *exprParser) unary(depth int) *Expr {
	switch t := p.peek(); {
	case p.accept("-"):
		return p.integer(&Expr{Op: "neg", Args: []*Expr{p.unary(depth + 1)}})
	case p.accept("!"):
		return p.integer(&Expr{Op: "!", Args: []*Expr{p.unary(depth + 1)}})
	case p.accept("*"):
		at, t := p.pointerTo("*")
		if p.err == nil && t.Kind != Integer && t.Kind != Pointer {
			p.fail("only numbers and addresses can be used", "`*%s` is no number", at)
		}
		return &Expr{Op: "deref", Place: at, Type: t}
	case p.accept("("):
		e := p.binary(0, depth+1)
		p.expect(")", "close the parenthesis")
		return e
	case t.kind == number:
		p.next()
		return &Expr{Op: "num", Num: t.value}
	case t.kind == word:
		p.next()
		return p.named(t.text, depth)
	}
	p.fail(exprRemedy, "an expression is expected before %v", p.peek())
	return &Expr{Op: "num"}
}

func (p *exprParser) integer(e *Expr) *Expr {
	if e.Args[0].pointer() {
		p.fail("compare it with `null`", "an address is no number")
	}
	return e
}

func (p *exprParser) named(name string, depth int) *Expr {
	switch name {
	case "null":
		return &Expr{Op: "null"}
	case "sizeof":
		p.expect("(", exprRemedy)
		t := p.typeName()
		p.expect(")", exprRemedy)
		if p.err == nil && t.Size[0] == 0 && t.Members == nil {
			p.fail("give its sizes: `type "+t.Name+" SIZE64 SIZE32`", "the size of `%s` is not known", t.Name)
		}
		return &Expr{Op: "sizeof", Type: t}
	case "length":
		p.expect("(", exprRemedy)
		at, t := p.pointerTo("length of ")
		p.expect(")", exprRemedy)
		return &Expr{Op: "length", Place: at, Type: t}
	case "min", "max":
		e := &Expr{Op: name}
		p.expect("(", exprRemedy)
		e.Args = append(e.Args, p.binary(0, depth+1))
		p.expect(",", exprRemedy)
		e.Args = append(e.Args, p.binary(0, depth+1))
		p.expect(")", exprRemedy)
		return p.checkedNumbers(e)
	}
	at := p.place(name)
	if p.err == nil && at.Type.Kind != Integer && at.Type.Kind != Pointer {
		p.fail("only integers and addresses can be used", "`%s` is no integer", at)
	}
	if p.err != nil {
		return &Expr{Op: "num"}
	}
	return &Expr{Op: "value", Place: at, Type: at.Type}
}

func (p *exprParser) checkedNumbers(e *Expr) *Expr {
	if e.Args[0].pointer() || e.Args[1].pointer() {
		p.fail("use numbers", "`%s` of an address", e.Op)
	}
	return e
}

// typeName is a type in parentheses: specifiers and stars.
func (p *exprParser) typeName() *Type {
	t := p.specifiers()
	for p.accept("*") {
		t = &Type{Kind: Pointer, Elem: t, Size: [2]int{8, 4}}
	}
	return t
}

// param is the type of a parameter, or fails.
func (p *exprParser) param(name string) *Type {
	t := p.scope[name]
	if t == nil {
		p.fail("use the names of its prototype", "%s has no parameter `%s`", p.fn.Name, name)
		return basics["int"]
	}
	return t
}

// pointerTo reads a place that is a pointer, and returns what it points to.
func (p *exprParser) pointerTo(what string) (Place, *Type) {
	at := p.place(p.name("a parameter", exprRemedy))
	if p.err == nil && at.Type.Kind != Pointer {
		p.fail("use a parameter that is a pointer", "`%s%s`: `%s` is no pointer", what, at, at)
	}
	if p.err != nil {
		return Place{Type: basics["int"]}, basics["int"]
	}
	return at, at.Type.Elem
}

// constant is the value of an expression of numbers alone.
func (e *Expr) constant() (int64, bool) {
	switch e.Op {
	case "num":
		return e.Num, true
	case "neg":
		v, ok := e.Args[0].constant()
		return -v, ok
	}
	return 0, false
}
