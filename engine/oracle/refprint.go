package oracle

import (
	"fmt"

	"github.com/assay-dev/assay/engine/op"
)

// Candidate is a place at which a violation may happen.
type Candidate struct {
	Line  int
	Class op.Class
}

// refClasses are the classes as the runtime calls them.
var refClasses = []struct {
	name  string
	class op.Class
}{
	{"NULL", op.NullAccess}, {"FOREIGN", op.ForeignAccess}, {"DEAD", op.DeadAccess}, {"BOUNDS", op.OutOfBounds},
	{"BADFREE", op.BadFree}, {"DOUBLEFREE", op.DoubleFree}, {"BADCALL", op.BadCall}, {"DIVZERO", op.DivByZero},
	{"DIVOVER", op.DivOverflow}, {"OVERFLOW", op.SignedOverflow}, {"SHIFT", op.ShiftRange}, {"INDEX", op.IndexBound},
	{"UNINIT", op.UninitRead}, {"DANGLING", op.DanglingRead}, {"COMPARE", op.PtrCompare}, {"ASSERT", op.Assert},
	{"REACH", op.Reach}, {"DOWNCAST", op.Downcast}, {"PTRDIFF", op.PtrDiff}, {"LEAK", op.Leak}, {"BOOL", op.BoolValue}, {"COUNT", op.NumClasses},
}

// classesHeader is classes.h of the runtime.
func classesHeader() string {
	s := fmt.Sprintf("enum { READ_MASK = %d };\n", readMask)
	for _, c := range refClasses {
		s += fmt.Sprintf("#define C_%s %d\n", c.name, c.class)
	}
	return s
}

// Reference prints the reference form of a program whose plain form was
// printed before, and lists what can be asked about it.
func (pr *Program) Reference() (string, map[Candidate]bool) {
	p := &printer{ref: true, cands: map[Candidate]bool{}}
	p.records(pr)
	for _, f := range pr.Funcs {
		p.put("%s(%s);", f.refHead(), p.refParams(f))
	}
	p.callThrough(pr)
	globals := pr.allGlobals()
	for _, g := range globals {
		p.put("static int %s;", g.Var.Name)
	}
	p.put("static void reset_globals(void) {")
	for _, g := range globals {
		p.at = g.Line
		p.put("  %s = fresh(sizeof(%s), 1);", g.Var.Name, p.typeName(g.Var.Type))
		if g.E != nil {
			p.store(varPlace(g.Var), p.rexpr(g.E))
		}
	}
	p.put("}")
	for _, f := range pr.Funcs {
		p.function(f)
	}
	leaks := ""
	if pr.Heap {
		p.at = pr.endLine
		p.may(op.Leak)
		for _, g := range globals {
			leaks += fmt.Sprintf("root(%s); ", g.Var.Name)
		}
		leaks += fmt.Sprintf("leaks(%d);", p.at)
	}
	p.put("static void ref_main(void) { f_main(); %s }", leaks)
	return p.out.String(), p.cands
}

// callThrough writes the calls through function pointers.
func (p *printer) callThrough(pr *Program) {
	p.put("static int call_through(int line, P f, int a, int b) {")
	p.put("  switch (f >> 40) {")
	for i, f := range pr.Table {
		p.put("  case FUNCTIONS + %d: return f_%s(a, b);", i, f.Name)
		f.index = i
	}
	p.put("  }")
	p.put("  fail(line, f == 0 ? C_NULL : C_BADCALL);")
	p.put("  return 0;")
	p.put("}")
}

// refHead is the result and name of a function. A record goes to an address
// that the caller gives.
func (f *Func) refHead() string {
	if f.RetRec != nil {
		return "static void f_" + f.Name
	}
	return "static int f_" + f.Name
}

func (p *printer) refParams(f *Func) string {
	s := ""
	if f.RetRec != nil {
		s = "P out_"
	}
	for _, v := range f.Params {
		if s != "" {
			s += ", "
		}
		if v.Type.Kind == Rec {
			s += "P in_" + v.Name
		} else {
			s += p.declare(v.Type, "in_"+v.Name)
		}
	}
	if s == "" {
		return "void"
	}
	return s
}

func (p *printer) function(f *Func) {
	p.put("%s(%s) {", f.refHead(), p.refParams(f))
	p.put("  turn();")
	for _, v := range f.Params {
		p.at = 0
		if v.Type.Kind == Rec {
			p.put("  COPY_OF(%s, 0, in_%s, sizeof(%s));", v.Name, v.Name, p.typeName(v.Type))
			continue
		}
		p.put("  VAR(%s, sizeof(%s));", v.Name, p.typeName(v.Type))
		p.store(varPlace(v), "in_"+v.Name)
	}
	if f.RetRec != nil {
		p.rstmts(f.Body)
		p.put("  copy(%d, out_, PTR(%s, 0), sizeof(%s));", f.retLine, f.RetRec.Name, p.typeName(f.RetRec.Type))
		p.put("}")
		return
	}
	p.put("  {")
	p.indent = 2
	p.rstmts(f.Body)
	if f.Ret != nil {
		p.rstmt(&Stmt{Kind: Return, E: f.Ret, Line: f.retLine})
	}
	p.indent = 0
	p.put("  }")
	if f.HasOut {
		p.put("out:")
	}
	p.put("  return 0;")
	p.put("}")
}

// may notes a candidate at the current statement.
func (p *printer) may(cs ...op.Class) {
	for _, c := range cs {
		p.cands[Candidate{p.at, c}] = true
	}
}

// store writes an assignment of a value, given as text, to a place.
func (p *printer) store(place *Expr, value string) {
	if place.Op == FieldPlace && place.Field.Width > 0 {
		p.put("STBITS(%d, %s, %s, %s, %s);", p.at, place.Args[0].Type.Rec.Name, place.Field.Name, p.addr(place.Args[0]), value)
		return
	}
	if place.Type.Kind == Ptr || place.Type.Kind == Fun {
		p.put("STP(%d, %s, %s);", p.at, p.addr(place), value)
		return
	}
	p.put("ST(%d, %s, %s, %s);", p.at, p.refType(place.Type), p.addr(place), value)
}

func (p *printer) refType(t *Type) string {
	if t.Kind == Ptr || t.Kind == Fun {
		return "P"
	}
	return p.typeName(t)
}

func (p *printer) rstmts(ss []*Stmt) {
	for _, s := range ss {
		p.rstmt(s)
	}
}

func (p *printer) rstmt(s *Stmt) {
	p.at = s.Line
	switch s.Kind {
	case Decl:
		if s.Var.Static {
			return
		}
		p.put("VAR(%s, sizeof(%s));", s.Var.Name, p.typeName(s.Var.Type))
		if s.Zero {
			p.put("{ %s z_ = {0}; store(%d, PTR(%s, 0), sizeof z_, &z_); }", p.typeofVar(s.Var), p.at, s.Var.Name)
		}
		if s.E != nil {
			p.store(varPlace(s.Var), p.rexpr(s.E))
		}
	case Assign:
		p.assign(s)
	case Scan:
		p.put("{ int v_, n_ = scan(&v_); if (n_ == 1) store(%d, PTR(%s, 0), sizeof v_, &v_);", p.at, s.Var.Name)
		p.store(s.Place, "n_")
		p.put("}")
	case Move:
		p.may(op.NullAccess, op.OutOfBounds, op.DeadAccess)
		to, from := p.rexpr(s.Place), p.rexpr(s.E)
		p.put("{ P to_ = %s, from_ = %s; copy(%d, to_, from_, %d); }", to, from, p.at, s.Val)
	case CopyRec:
		to, from := p.addr(s.Place), p.addr(s.E)
		p.put("{ P to_ = %s, from_ = %s; copy(%d, to_, from_, sizeof(%s)); }", to, from, p.at, p.typeName(s.Place.Type))
	case CallRec:
		args := p.rargs(s.E.Args)
		if args != "" {
			args = ", " + args
		}
		p.put("f_%s(%s%s);", s.E.Fn.Name, p.addr(s.Place), args)
	case Eval:
		p.put("(void)%s;", p.rexpr(s.E))
	case Mark:
		p.may(op.Reach)
		p.put("note(%d, C_REACH);", p.at)
	case Break:
		p.put("break;")
	case Continue:
		p.put("continue;")
	case Goto:
		p.put("goto out;")
	case Return:
		p.put("return %s;", p.rexpr(s.E))
	case Free:
		p.may(op.DoubleFree, op.BadFree)
		p.put("free_(%d, %s);", p.at, p.rexpr(s.E))
	case Abort:
		p.may(op.Assert)
		p.put("note(%d, C_ASSERT);", p.at)
		p.put("stop_run();")
	case Spin:
		p.put("if (%s) spin();", p.rexpr(s.E))
	default:
		p.rcompound(s)
	}
}

func (p *printer) typeofVar(v *Var) string {
	if v.Type.Kind == Arr {
		return fmt.Sprintf("__typeof__(%s)", p.typeName(v.Type))
	}
	return p.typeName(v.Type)
}

// assign writes `place = e` and `place op= e`.
func (p *printer) assign(s *Stmt) {
	if s.Text == "" {
		p.store(s.Place, p.rexpr(s.E))
		return
	}
	read := &Expr{Op: Read, Type: s.Place.Type, Args: []*Expr{s.Place}}
	bin := &Expr{Op: Bin, Text: s.Text, Args: []*Expr{read, s.E}}
	bin.Type = common(read.Type, s.E.Type)
	p.store(s.Place, fmt.Sprintf("(%s)%s", p.refType(s.Place.Type), p.rexpr(bin)))
}

func (p *printer) rcompound(s *Stmt) {
	body := func() { p.rstmts(s.Body) }
	counted := func(e *Expr) string {
		v := varPlace(s.Var)
		return fmt.Sprintf("({ int c_ = LD(0, int, %s); int n_ = c_ + 1; store(0, %s, sizeof n_, &n_); turn(); c_ < %d; }) && %s",
			p.addr(v), p.addr(v), s.Val, p.rexpr(e))
	}
	zero := func() {
		p.put("VAR(%s, sizeof(int));", s.Var.Name)
		p.store(varPlace(s.Var), "0")
	}
	switch s.Kind {
	case Block:
		p.open("", body)
	case If:
		p.open("if ("+p.rexpr(s.E)+")", body)
		if len(s.Else) > 0 {
			p.open("else", func() { p.rstmts(s.Else) })
		}
	case For:
		p.put("{")
		zero()
		v := p.addr(varPlace(s.Var))
		p.open(fmt.Sprintf("for (; turn(), LD(0, int, %s) < %s; ({ int n_ = LD(0, int, %s) + 1; store(0, %s, sizeof n_, &n_); }))",
			v, p.rexpr(s.E), v, v), body)
		p.put("}")
	case While:
		zero()
		p.open(fmt.Sprintf("while (%s)", counted(s.E)), body)
	case DoWhile:
		zero()
		p.open("do", body)
		p.at = s.Line
		p.put("while (%s);", counted(s.E))
	case Again:
		zero()
		p.put("again%s:", s.Var.Name)
		p.open("", body)
		p.at = s.Line
		p.put("if (%s) goto again%s;", counted(s.E), s.Var.Name)
	case Switch:
		p.open("switch ("+p.rexpr(s.E)+")", func() { p.cases(s, func(c *Case) { p.rstmts(c.Body) }) })
	}
}

// addr is the address of a place, as the runtime has it.
func (p *printer) addr(e *Expr) string {
	switch e.Op {
	case VarPlace:
		return fmt.Sprintf("PTR(%s, 0)", e.Var.Name)
	case IndexPlace:
		p.may(op.IndexBound, op.OutOfBounds)
		base := p.addr(e.Args[0])
		return fmt.Sprintf("index_(%d, %s, %s, %d, sizeof(%s))", p.at, base, p.rexpr(e.Args[1]), e.Args[0].Type.Len, p.typeName(e.Type))
	case FieldPlace:
		return fmt.Sprintf("step_(%s, offsetof(%s, %s), 1)", p.addr(e.Args[0]), e.Args[0].Type.Rec.Name, e.Field.Name)
	case DerefPlace:
		p.may(op.NullAccess, op.OutOfBounds, op.DeadAccess)
		return p.rexpr(e.Args[0])
	}
	panic(fmt.Sprintf("oracle: expression %d is no place", e.Op))
}

var suffix = map[*Type]string{intT: "i32", uintT: "u32", longT: "i64", ulongT: "u64", hugeT: "i128", uhugeT: "u128"}

// rexpr is an expression in the reference form.
func (p *printer) rexpr(e *Expr) string {
	arg := func(i int) string { return p.rexpr(e.Args[i]) }
	switch e.Op {
	case Lit:
		return literal(e.Val, e.Type)
	case Null:
		return "((P)0)"
	case FuncRef:
		return fmt.Sprintf("PTR(FUNCTIONS + %d, 0)", e.Fn.index)
	case Read:
		return p.rread(e)
	case Bin:
		return p.rbin(e)
	case Un:
		if e.Text == "-" {
			return p.arith(op.SignedOverflow, "neg", e.Type, arg(0))
		}
		return fmt.Sprintf("(%s%s)", e.Text, arg(0))
	case Cast:
		return fmt.Sprintf("((%s)%s)", p.refType(e.Type), arg(0))
	case Cond:
		return fmt.Sprintf("(%s ? %s : %s)", arg(0), arg(1), arg(2))
	case Call:
		return fmt.Sprintf("f_%s(%s)", e.Fn.Name, p.rargs(e.Args))
	case CallPtr:
		p.may(op.NullAccess)
		return fmt.Sprintf("call_through(%d, %s)", p.at, p.rargs(e.Args))
	case Addr, Decay:
		return p.addrOf(e.Args[0])
	case PtrAdd:
		return fmt.Sprintf("step_(%s, %s, sizeof(%s))", arg(0), arg(1), p.refType(e.Type.Elem))
	case Narrow:
		p.may(op.Downcast)
		return fmt.Sprintf("NARROW(%d, %s, %s)", p.at, e.Type.Name, arg(0))
	case PtrSub:
		p.may(op.PtrDiff)
		return fmt.Sprintf("subtract_pointers(%d, %s, %s, sizeof(%s))", p.at, arg(0), arg(1), p.refType(e.Args[0].Type.Elem))
	case PtrCmp:
		return p.rptrCmp(e)
	case ToInt:
		return fmt.Sprintf("((int)low_bits(%s, %d))", arg(0), e.Val)
	case Input:
		switch e.Text {
		case "char":
			return "next_char()"
		case "arg":
			return fmt.Sprintf("(arg(%d, %d) & %d)", e.Val2>>4, e.Val2&15, e.Val)
		}
		form := map[string]string{"and": "AND", "mod": "MOD", "range": "RANGE", "bool": "BOOL"}[e.Text]
		return fmt.Sprintf("((%s)input(%q, %s, %d, %d, %d))", e.Type.Name, inputKey(e.Type), form, e.Val, e.Val2, size(e.Type))
	case Malloc:
		return fmt.Sprintf("malloc_((int64_t)%s * %d)", arg(0), e.Val)
	case VarArgs:
		return fmt.Sprintf("variadic(%d, %s)", len(e.Args), p.rargs(e.Args))
	}
	panic(fmt.Sprintf("oracle: expression %d", e.Op))
}

// addrOf is & of a place: indexing there makes an address, no access.
func (p *printer) addrOf(e *Expr) string {
	if e.Op == DerefPlace {
		return p.rexpr(e.Args[0])
	}
	return p.addr(e)
}

func (p *printer) rargs(es []*Expr) string {
	s := ""
	for i, e := range es {
		if i > 0 {
			s += ", "
		}
		if e.Op < Lit { // a record, by value
			s += p.addr(e)
		} else {
			s += p.rexpr(e)
		}
	}
	return s
}

func (p *printer) rread(e *Expr) string {
	place := e.Args[0]
	if place.Op == FieldPlace && place.Field.Width > 0 {
		base := p.addr(place.Args[0])
		return fmt.Sprintf("LDBITS(%d, %s, %s, %s)", p.at, place.Args[0].Type.Rec.Name, place.Field.Name, base)
	}
	if root := rootOf(place); root != nil && root.Volatile {
		return fmt.Sprintf("((%s)pick(%d))", p.refType(place.Type), e.Mask+1)
	}
	if e.Mask != 0 {
		p.may(op.UninitRead)
	}
	if place.Type.Kind == Ptr {
		p.may(op.DanglingRead)
		return fmt.Sprintf("LDP(%d, %s)", p.at, p.addr(place))
	}
	if place.Type.Kind == Fun {
		return fmt.Sprintf("LDP(%d, %s)", p.at, p.addr(place))
	}
	if place.Type == boolT {
		p.may(op.BoolValue)
		return masked(fmt.Sprintf("load_bool(%d, %s)", p.at, p.addr(place)), e.Mask)
	}
	return masked(fmt.Sprintf("LD(%d, %s, %s)", p.at, p.refType(place.Type), p.addr(place)), e.Mask)
}

// arith is a call of an arithmetic function of the runtime.
func (p *printer) arith(c op.Class, name string, t *Type, args ...string) string {
	if c == op.SignedOverflow {
		if t.Signed {
			p.may(c)
		}
	} else {
		p.may(c)
	}
	s := fmt.Sprintf("%s_%s(%d", name, suffix[t], p.at)
	for _, a := range args {
		s += ", " + a
	}
	return s + ")"
}

func (p *printer) rbin(e *Expr) string {
	a, b := p.rexpr(e.Args[0]), p.rexpr(e.Args[1])
	if e.Type.Kind == Flt {
		return fmt.Sprintf("(%s %s %s)", a, e.Text, b)
	}
	switch e.Text {
	case "+", "-", "*":
		return p.arith(op.SignedOverflow, map[string]string{"+": "add", "-": "sub", "*": "mul"}[e.Text], e.Type, a, b)
	case "/", "%":
		if e.Type.Signed {
			p.may(op.DivOverflow)
		}
		return p.arith(op.DivByZero, map[string]string{"/": "div", "%": "rem"}[e.Text], e.Type, a, b)
	case "<<", ">>":
		s := p.arith(op.ShiftRange, map[string]string{"<<": "shl", ">>": "shr"}[e.Text], e.Type, a, b, fmt.Sprint(e.Mask))
		return masked(s, e.Mask)
	}
	return fmt.Sprintf("(%s %s %s)", a, e.Text, b)
}

func (p *printer) rptrCmp(e *Expr) string {
	name := map[string]string{"==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}[e.Text]
	if name != "EQ" && name != "NE" {
		p.may(op.PtrCompare)
	}
	return fmt.Sprintf("compare_pointers(%d, %s, %s, %s)", p.at, p.rexpr(e.Args[0]), p.rexpr(e.Args[1]), name)
}

func varPlace(v *Var) *Expr { return &Expr{Op: VarPlace, Type: v.Type, Var: v} }
