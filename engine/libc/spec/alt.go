package spec

import "fmt"

const altRemedy = "an alternative is a value, A..B, any, null, P, P + A..B, static T, new N [zero|any|text], kept, descriptor or function"

// alternatives reads ALT [or ALT …] for a value of type t.
func (p *clauseParser) alternatives(t *Type) {
	for p.err == nil {
		a := p.alternative(t)
		if p.conditional && p.accept("if") {
			a.If = p.condition()
		}
		p.c.Alts = append(p.c.Alts, a)
		if !p.accept("or") {
			return
		}
	}
}

// alternative reads one ALT.
func (p *clauseParser) alternative(t *Type) Alt {
	pointer := func(a Alt) Alt {
		if p.err == nil && t.Kind != Pointer {
			p.fail("write a number, A..B or any", "this is an address, and the value is none")
		}
		return a
	}
	switch {
	case p.accept("any"):
		return Alt{Kind: Any}
	case p.accept("null"):
		return pointer(Alt{Kind: Null})
	case p.accept("kept"):
		return pointer(Alt{Kind: Kept})
	case p.accept("function"):
		return pointer(Alt{Kind: Code})
	case p.accept("static"):
		return pointer(p.storage(Alt{Kind: Static}))
	case p.accept("new"):
		return pointer(p.storage(Alt{Kind: New}))
	case p.accept("descriptor"):
		if t.Kind != Integer {
			p.fail("a descriptor is an int", "the value is no integer")
		}
		return Alt{Kind: Descriptor}
	case t.Kind == Real || t.Kind == Object:
		p.fail("write any", "only `any` describes a value of type `%s`", t.C)
		return Alt{}
	}
	if q := p.scope[p.peek().text]; q != nil && q.Kind == Pointer && p.ahead(1).text == "+" {
		name := p.next().text
		p.next()
		a := Alt{Kind: Into, Param: name, From: p.number()}
		a.To = a.From
		if p.accept("..") {
			a.To = p.number()
		}
		return pointer(a)
	}
	a := Alt{Kind: Value, From: p.expr()}
	if t.Kind == Pointer {
		p.address(a.From)
		return a
	}
	if a.From.pointer() {
		p.fail("write a number, A..B or any", "this is an address, and the value is none")
	}
	if p.accept("..") {
		a.Kind, a.To = Range, p.number()
	}
	p.ordered(a, t)
	return a
}

// ordered fails for a range of numbers that holds none, or begins below what
// its type has.
func (p *clauseParser) ordered(a Alt, t *Type) {
	if a.Kind != Range {
		return
	}
	from, ok1 := a.From.constant()
	to, ok2 := a.To.constant()
	if ok1 && from < 0 && !t.Signed {
		p.fail("write `-1 or 0..N`", "the range begins at %d, and the type has no sign", from)
	}
	if ok1 && ok2 && from > to {
		p.fail("write the smaller number first", "nothing lies in %d..%d", from, to)
	}
}

// address fails for what is neither an address nor a constant such as -1,
// which some functions return for failure.
func (p *clauseParser) address(e *Expr) {
	if _, ok := e.constant(); !ok && !e.pointer() && p.err == nil {
		p.fail(altRemedy, "a number is no address")
	}
}

// storage reads what follows `static` or `new`: a type, a size, or `text`.
func (p *clauseParser) storage(a Alt) Alt {
	switch t := p.peek(); {
	case p.accept("text"):
		a.Fill = "text"
		if p.accept("max") {
			a.Size = p.fixed(a.Kind)
		}
		return p.shared(a)
	case t.kind == word && (basicWords[t.text] || t.text == "struct" || t.text == "union" || p.types[t.text] != nil):
		a.Type = p.specifiers()
		if p.err == nil && a.Type.Size[0] == 0 && a.Type.Members == nil {
			p.fail("give its sizes: `type "+a.Type.Name+" SIZE64 SIZE32`", "the size of `%s` is not known", a.Type.Name)
		}
	default:
		a.Size = p.fixed(a.Kind)
	}
	if a.Kind == New {
		for _, fill := range []string{"zero", "any", "text"} {
			if a.Fill == "" && p.accept(fill) {
				a.Fill = fill
			}
		}
	}
	if p.accept("{") {
		a.Members = p.links(a.Type)
	}
	return p.shared(a)
}

// shared reads the name by which functions share static storage.
func (p *clauseParser) shared(a Alt) Alt {
	if p.accept("as") {
		a.Shared = p.name("a name", "write `static T as NAME`")
		if p.err == nil && a.Kind != Static {
			p.fail("leave `as` out: every block is new", "only static storage can be shared")
		}
	}
	return a
}

// form is what all functions that share storage must say of it.
func (a *Alt) form() string {
	s := a.Fill
	if a.Type != nil {
		s += " " + a.Type.Name
	}
	if a.Size != nil {
		s += fmt.Sprint(" ", a.Size.Num)
	}
	for _, l := range a.Members {
		s += " " + l.Member + ":" + l.What
		if l.Size != nil {
			s += fmt.Sprint(" ", l.Size.Num)
		}
	}
	return s
}

// fixed reads a size; that of static storage is a number.
func (p *clauseParser) fixed(kind AltKind) *Expr {
	e := p.number()
	if v, ok := e.constant(); p.err == nil && kind == Static && (!ok || v <= 0 || v > 1<<20) {
		p.fail("write a number or a type", "the size of static storage is the same at each call")
	}
	return e
}

// links reads `member: text, other: any 16 }`.
func (p *clauseParser) links(t *Type) []Link {
	if t == nil || t.Members == nil {
		p.fail("declare its members: `type struct NAME { char *text; int number; }`", "the members of this object are not known")
		return nil
	}
	var out []Link
	for p.err == nil {
		link := Link{Member: p.name("a member", "write `{ member: text }`")}
		m := t.member(link.Member)
		if p.err == nil && (m == nil || m.Type.Kind != Pointer || m.Count > 0) {
			p.fail("use the pointers among its members", "`%s` is no pointer of `%s`", link.Member, t.Name)
		}
		p.expect(":", "write `{ member: text }`")
		link.What = p.name("text, texts, null or any N", "write `{ member: text }`")
		switch link.What {
		case "text", "texts", "null", "kept":
		case "any":
			link.Size = p.number()
		default:
			p.fail("write text, texts, null, kept, or any N", "`%s` does not say what a pointer points to", link.What)
		}
		if p.accept("?") {
			link.What += "?"
		}
		out = append(out, link)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "close the braces")
	return out
}

// member is a member by name, or nil.
func (t *Type) member(name string) *Member {
	for i := range t.Members {
		if t.Members[i].Name == name {
			return &t.Members[i]
		}
	}
	return nil
}
