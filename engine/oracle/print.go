package oracle

import (
	"fmt"
	"strings"
)

// printer writes one of the two forms of a program.
type printer struct {
	out    strings.Builder
	line   int
	indent int
	ref    bool
	cands  map[Candidate]bool // collected by the reference form
	at     int                // line of the statement being written, reference form
	fn     *Func
}

// put writes one line.
func (p *printer) put(format string, args ...any) {
	p.line++
	p.out.WriteString(strings.Repeat("  ", p.indent))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// Plain prints the program as the engine gets it and sets the lines of its
// statements.
func (pr *Program) Plain() string {
	p := &printer{}
	p.put("#include <stdarg.h>")
	p.put("#include <stdint.h>")
	p.put("#include <stdio.h>")
	p.put("#include <stdlib.h>")
	p.put("#include <string.h>")
	for _, t := range inputTypes {
		p.put("extern %s %s(void);", t.Name, inputKey(t))
	}
	p.put("extern void __VERIFIER_assume(int);")
	p.put("extern void __VERIFIER_error(void);")
	p.put("static void T(int k) { (void)k; }")
	p.put("static int variadic(int n, ...) {")
	p.indent++
	for _, l := range []string{"va_list ap;", "va_start(ap, n);", "unsigned s = 0;", "while (n-- > 0)",
		"  s += (unsigned)va_arg(ap, int);", "va_end(ap);", "return (int)(s & 1023);"} {
		p.put("%s", l)
	}
	p.indent--
	p.put("}")
	if pr.Args {
		p.put("static int arg(int argc, char **argv, int i, int k) {")
		p.put("  return i >= argc || (k > 0 && argv[i][0] == 0) ? 0 : argv[i][k];")
		p.put("}")
	}
	p.records(pr)
	for _, f := range pr.Funcs {
		if f.Name != "main" {
			p.put("static %s(%s);", p.declare(f.result(), f.Name), p.params(f))
		}
	}
	for _, g := range pr.Globals {
		g.Line = p.line + 1
		p.put("static %s;", p.declaration(g))
	}
	for _, f := range pr.Funcs {
		p.fn = f
		head := "static " + p.declare(f.result(), f.Name)
		params := p.params(f)
		if f.Name == "main" {
			head = "int main"
			if pr.Args {
				params = "int argc, char **argv"
			}
		}
		p.put("%s(%s) {", head, params)
		p.indent++
		p.body(f)
		p.indent--
		p.put("}")
	}
	pr.endLine = p.line - 1 // where main returns
	return p.out.String()
}

// result is the type that a function returns.
func (f *Func) result() *Type {
	if f.RetRec != nil {
		return f.RetRec.Type
	}
	return intT
}

func (p *printer) body(f *Func) {
	if f.RetRec != nil {
		p.stmts(f.Body)
		f.retLine = p.line + 1
		p.put("return %s;", f.RetRec.Name)
		return
	}
	p.put("{")
	p.indent++
	p.stmts(f.Body)
	if f.Ret != nil {
		f.retLine = p.line + 1
		p.stmt(&Stmt{Kind: Return, E: f.Ret})
	}
	p.indent--
	p.put("}")
	if f.HasOut {
		p.put("out:")
	}
	p.put("  return 0;")
}

func (p *printer) records(pr *Program) {
	for _, r := range pr.Records {
		p.put("%s {", r.Name)
		for _, f := range r.Fields {
			if f.Width > 0 {
				p.put("  %s : %d;", p.declare(f.Type, f.Name), f.Width)
			} else {
				p.put("  %s;", p.declare(f.Type, f.Name))
			}
		}
		p.put("};")
	}
}

func (p *printer) params(f *Func) string {
	var ps []string
	for _, v := range f.Params {
		ps = append(ps, p.declare(v.Type, v.Name))
	}
	if len(ps) == 0 {
		return "void"
	}
	return strings.Join(ps, ", ")
}

// declare is a declarator: the type around a name.
func (p *printer) declare(t *Type, name string) string {
	switch t.Kind {
	case Ptr:
		if p.ref {
			return "P " + name
		}
		if t.Elem.Kind == Arr {
			return p.declare(t.Elem, "(*"+name+")")
		}
		return p.declare(t.Elem, "*"+name)
	case Arr:
		return p.declare(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	case Rec:
		return t.Rec.Name + " " + name
	case Fun:
		if p.ref {
			return "P " + name
		}
		return fmt.Sprintf("int (*%s)(int, int)", name)
	}
	return t.Name + " " + name
}

func (p *printer) typeName(t *Type) string { return strings.TrimSpace(p.declare(t, "")) }

// declaration is a Decl without its semicolon, plain form.
func (p *printer) declaration(s *Stmt) string {
	d := p.declare(s.Var.Type, s.Var.Name)
	if s.Var.Volatile {
		d = "volatile " + d
	}
	if s.Var.Static {
		d = "static " + d
	}
	switch {
	case s.E != nil:
		return d + " = " + p.expr(s.E)
	case s.Zero:
		return d + " = {0}"
	}
	return d
}

func (p *printer) stmts(ss []*Stmt) {
	for _, s := range ss {
		p.stmt(s)
	}
}

// open writes the head of a compound statement, runs body inside, closes it.
func (p *printer) open(head string, body func()) {
	p.put("%s", strings.TrimSpace(head+" {"))
	p.indent++
	body()
	p.indent--
	p.put("}")
}

func (p *printer) stmt(s *Stmt) {
	s.Line = p.line + 1
	switch s.Kind {
	case Decl:
		p.put("%s;", p.declaration(s))
		if e := s.E; e != nil && e.Op == Input && e.Text == "range" {
			p.put("__VERIFIER_assume(%s >= %s && %s <= %s);", s.Var.Name, literal(e.Val, e.Type), s.Var.Name, literal(e.Val2, e.Type))
		}
	case Assign:
		p.put("%s %s= %s;", p.expr(s.Place), s.Text, p.expr(s.E))
	case Scan:
		p.put("%s = scanf(\"%%d\", &%s);", p.expr(s.Place), s.Var.Name)
	case Move:
		p.put("memmove(%s, %s, %d);", p.expr(s.Place), p.expr(s.E), s.Val)
	case CopyRec:
		if s.Text == "memcpy" {
			p.put("memcpy(&%s, &%s, sizeof(%s));", p.expr(s.Place), p.expr(s.E), p.typeName(s.E.Type))
			return
		}
		p.put("%s = %s;", p.expr(s.Place), p.expr(s.E))
	case CallRec:
		p.put("%s = %s;", p.expr(s.Place), p.expr(s.E))
	case Eval:
		p.put("%s;", p.expr(s.E))
	case Mark:
		p.put("T(%d);", s.Val)
	case Break:
		p.put("break;")
	case Continue:
		p.put("continue;")
	case Goto:
		p.put("goto out;")
	case Return:
		p.put("return %s;", p.expr(s.E))
	case Free:
		p.put("free(%s);", p.expr(s.E))
	case Abort:
		p.put("__VERIFIER_error();")
	case Spin:
		p.put("while (%s) {}", p.expr(s.E))
	default:
		p.compound(s)
	}
}

func (p *printer) compound(s *Stmt) {
	body := func() { p.stmts(s.Body) }
	switch s.Kind {
	case Block:
		p.open("", body)
	case If:
		p.open("if ("+p.expr(s.E)+")", body)
		if len(s.Else) > 0 {
			p.open("else", func() { p.stmts(s.Else) })
		}
	case For:
		v := s.Var.Name
		p.open(fmt.Sprintf("for (int %s = 0; %s < %s; %s++)", v, v, p.expr(s.E), v), body)
	case While:
		v := s.Var.Name
		p.put("int %s = 0;", v)
		s.Line = p.line + 1
		p.open(fmt.Sprintf("while (%s++ < %d && %s)", v, s.Val, p.expr(s.E)), body)
	case DoWhile:
		v := s.Var.Name
		p.put("int %s = 0;", v)
		p.open("do", body)
		s.Line = p.line + 1
		p.put("while (%s++ < %d && %s);", v, s.Val, p.expr(s.E))
	case Again:
		v := s.Var.Name
		p.put("int %s = 0;", v)
		p.put("again%s:", v)
		p.open("", body)
		s.Line = p.line + 1
		p.put("if (%s++ < %d && %s) goto again%s;", v, s.Val, p.expr(s.E), v)
	case Switch:
		p.open("switch ("+p.expr(s.E)+")", func() { p.cases(s, func(c *Case) { p.stmts(c.Body) }) })
	default:
		panic(fmt.Sprintf("oracle: statement %d", s.Kind))
	}
}

func (p *printer) cases(s *Stmt, body func(*Case)) {
	for i, c := range s.Cases {
		head := "default:"
		if i < len(s.Cases)-1 {
			head = ""
			for _, v := range c.Vals {
				head += fmt.Sprintf("case %d: ", v)
			}
		}
		p.open(strings.TrimSpace(head), func() { body(c) })
		if !c.Fall {
			p.put("break;")
		}
	}
}

// expr is an expression or place in plain C, fully parenthesised.
func (p *printer) expr(e *Expr) string {
	arg := func(i int) string { return p.expr(e.Args[i]) }
	switch e.Op {
	case VarPlace:
		return e.Var.Name
	case IndexPlace:
		return fmt.Sprintf("%s[%s]", arg(0), arg(1))
	case FieldPlace:
		return fmt.Sprintf("%s.%s", arg(0), e.Field.Name)
	case DerefPlace:
		return fmt.Sprintf("(*%s)", arg(0))
	case Lit:
		return literal(e.Val, e.Type)
	case Null:
		return fmt.Sprintf("((%s)0)", p.typeName(e.Type))
	case FuncRef:
		return e.Fn.Name
	case Read:
		return masked(arg(0), e.Mask)
	case Bin:
		return masked(fmt.Sprintf("(%s %s %s)", arg(0), e.Text, arg(1)), e.Mask)
	case Un:
		return fmt.Sprintf("(%s%s)", e.Text, arg(0))
	case Cast, Narrow:
		return fmt.Sprintf("((%s)%s)", p.typeName(e.Type), arg(0))
	case Cond:
		return fmt.Sprintf("(%s ? %s : %s)", arg(0), arg(1), arg(2))
	case Call:
		return fmt.Sprintf("%s(%s)", e.Fn.Name, p.list(e.Args))
	case CallPtr:
		return fmt.Sprintf("%s(%s)", arg(0), p.list(e.Args[1:]))
	case Addr:
		return fmt.Sprintf("(&%s)", arg(0))
	case Decay:
		return arg(0)
	case PtrAdd:
		if e.Text == "cast" {
			return fmt.Sprintf("((%s)((uintptr_t)%s + %d))", p.typeName(e.Type), arg(0), e.Args[1].Val*int64(size(e.Type.Elem)))
		}
		return fmt.Sprintf("(%s + %s)", arg(0), arg(1))
	case PtrSub:
		return fmt.Sprintf("(%s - (%s)%s)", arg(0), p.typeName(e.Args[0].Type), arg(1))
	case PtrCmp:
		return fmt.Sprintf("(%s %s %s)", arg(0), e.Text, arg(1))
	case ToInt:
		return fmt.Sprintf("((int)((uintptr_t)%s & %d))", arg(0), e.Val)
	case Input:
		return p.inputExpr(e)
	case Malloc:
		return fmt.Sprintf("malloc((size_t)%s * %d)", arg(0), e.Val)
	case VarArgs:
		return fmt.Sprintf("variadic(%d, %s)", len(e.Args), p.list(e.Args))
	}
	panic(fmt.Sprintf("oracle: expression %d", e.Op))
}

func (p *printer) list(es []*Expr) string {
	var l []string
	for _, e := range es {
		l = append(l, p.expr(e))
	}
	return strings.Join(l, ", ")
}

func masked(s string, mask int64) string {
	if mask == 0 {
		return s
	}
	return fmt.Sprintf("(%s & %d)", s, mask)
}

// literal writes a number with a type that holds it.
func literal(v int64, t *Type) string {
	switch {
	case t.Kind == Flt:
		return fmt.Sprintf("%.2f", float64(v)/4)
	case t.Bits == 64 && t.Signed && v == -1<<63:
		return "(-9223372036854775807L - 1)"
	case t.Bits == 64 && t.Signed:
		return fmt.Sprintf("%dL", v)
	case t.Bits == 64:
		return fmt.Sprintf("%dUL", uint64(v))
	case t.Bits == 32 && !t.Signed:
		return fmt.Sprintf("%dU", uint32(v))
	case v == -1<<31:
		return "(-2147483647 - 1)"
	}
	return fmt.Sprint(v)
}

// inputTypes are the types that inputs have.
var inputTypes = []*Type{boolT, charT, ucharT, shortT, intT, uintT, longT, ulongT}

func inputKey(t *Type) string {
	return "__VERIFIER_nondet_" + map[*Type]string{boolT: "bool", charT: "char", ucharT: "uchar", shortT: "short",
		intT: "int", uintT: "uint", longT: "long", ulongT: "ulong"}[t]
}

// inputExpr is a fresh input with its few values.
func (p *printer) inputExpr(e *Expr) string {
	switch e.Text {
	case "char":
		return "getchar()"
	case "arg":
		return fmt.Sprintf("(arg(argc, argv, %d, %d) & %d)", e.Val2>>4, e.Val2&15, e.Val)
	}
	call := inputKey(e.Type) + "()"
	switch e.Text {
	case "and":
		return fmt.Sprintf("(%s & %d)", call, e.Val)
	case "mod":
		return fmt.Sprintf("(%s %% %d)", call, e.Val)
	}
	return call
}

// size is the number of bytes of a type.
func size(t *Type) int {
	switch t.Kind {
	case Ptr, Fun:
		return 8
	case Arr:
		return t.Len * size(t.Elem)
	case Rec:
		panic("oracle: size of a record is the compiler's business")
	}
	return max(t.Bits/8, 1)
}
