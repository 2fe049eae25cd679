package extent

// maxDepth bounds how deep expressions nest; what is deeper is not read.
const maxDepth = 200

// Parse reads the expressions of a line of C. Of a statement that goes on in other lines it
// reads what stands in this one.
func Parse(line string) *Line {
	p := &parser{ts: tokens(line), line: &Line{owners: map[int]*Node{}}}
	for p.peek().kind != end {
		before := p.i
		if n := p.expression(0); n != nil {
			p.line.roots = append(p.line.roots, n)
		}
		if p.i == before {
			p.i++ // what is no part of an expression
		}
	}
	return p.line
}

type parser struct {
	ts    []token
	i     int
	depth int
	line  *Line
}

func (p *parser) peek() token { return p.ts[p.i] }

func (p *parser) is(text string) bool { return p.ts[p.i].kind == operator && p.ts[p.i].text == text }

// take makes a token one of an expression.
func (p *parser) take(n *Node) token {
	t := p.ts[p.i]
	for c := t.from; c < t.to; c++ {
		p.line.owners[c] = n
	}
	n.From, n.To = min(n.From, t.from), max(n.To, t.to)
	p.i++
	return t
}

// node is an operation on operands, nil ones left out.
func node(at int, kids ...*Node) *Node {
	n := &Node{From: at, To: at, At: at}
	for _, k := range kids {
		n.adopt(k)
	}
	return n
}

func (n *Node) adopt(k *Node) {
	if k == nil {
		return
	}
	k.Parent = n
	n.Kids = append(n.Kids, k)
	n.From, n.To = min(n.From, k.From), max(n.To, k.To)
}

// binding is how strongly binary operators bind: the least is that of the comma.
var binding = map[string]int{
	",": 1,
	"=": 2, "+=": 2, "-=": 2, "*=": 2, "/=": 2, "%=": 2, "&=": 2, "|=": 2, "^=": 2, "<<=": 2, ">>=": 2,
	"?": 3, "||": 4, "&&": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "<": 10, ">": 10, "<=": 10, ">=": 10,
	"<<": 11, ">>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13,
}

// expression reads an expression of operators that bind at least so strongly.
func (p *parser) expression(least int) *Node {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil
	}
	left := p.unary()
	for left != nil && p.peek().kind == operator {
		b := binding[p.peek().text]
		if b == 0 || b < least {
			break
		}
		n := node(p.peek().from, left)
		n.Stores = b == binding["="]
		if p.take(n).text == "?" {
			n.adopt(p.expression(1))
			if p.is(":") {
				p.take(n)
			}
		}
		if b > 3 || b == 1 { // the others group from the right
			b++
		}
		n.adopt(p.expression(b))
		left = n
	}
	return left
}

// prefix are the operators in front of their operand.
var prefix = map[string]bool{"*": true, "&": true, "-": true, "+": true, "!": true, "~": true, "++": true, "--": true}

func (p *parser) unary() *Node {
	t := p.peek()
	switch {
	case t.kind == operator && prefix[t.text], t.kind == word && t.text == "sizeof":
		n := node(t.from)
		n.Stores = t.text == "++" || t.text == "--"
		p.take(n)
		p.depth++
		if p.depth <= maxDepth {
			n.adopt(p.unary())
		}
		p.depth--
		return n
	}
	return p.postfix(p.primary())
}

func (p *parser) primary() *Node {
	t := p.peek()
	switch {
	case t.kind == word || t.kind == literal:
		n := node(t.from)
		n.Leaf = true
		p.take(n)
		for t.kind == literal && t.text[0] == '"' && p.peek().kind == literal && p.peek().text[0] == '"' {
			p.take(n)
		}
		return n
	case p.is("("):
		n := node(t.from)
		p.take(n)
		for p.peek().kind == keyword { // a type
			p.take(n)
		}
		n.adopt(p.expression(0))
		for p.peek().kind == operator && (p.is("*") || p.is("[") || p.is("]")) { // of a type
			p.take(n)
		}
		if p.is(")") {
			p.take(n)
		}
		if p.castAhead() {
			p.depth++
			if p.depth <= maxDepth {
				n.adopt(p.unary())
			}
			p.depth--
		}
		return n
	}
	return nil
}

// castAhead tells that what follows a closing bracket can only be the operand of a cast.
func (p *parser) castAhead() bool {
	t := p.peek()
	return t.kind == word || t.kind == literal || p.is("!") || p.is("~")
}

func (p *parser) postfix(n *Node) *Node {
	for n != nil && p.peek().kind == operator {
		switch t := p.peek(); t.text {
		case "[":
			n = p.closed(node(n.From, n), "]")
		case "(":
			n = p.closed(node(n.From, n), ")")
			n.Call = true
		case ".", "->":
			m := node(t.from, n)
			p.take(m)
			if p.peek().kind == word {
				m.At = p.peek().from
				p.take(m)
			}
			n = m
		case "++", "--":
			m := node(t.from, n)
			m.Stores = true
			p.take(m)
			n = m
		default:
			return n
		}
	}
	return n
}

// closed reads what stands in the brackets of an index or a call.
func (p *parser) closed(n *Node, bracket string) *Node {
	p.take(n)
	for p.peek().kind == keyword { // a type, of a macro or of va_arg
		p.take(n)
	}
	n.adopt(p.expression(0))
	if p.is(bracket) {
		p.take(n)
	}
	return n
}
