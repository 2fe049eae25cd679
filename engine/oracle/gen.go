package oracle

import (
	"fmt"
	"math/rand/v2"
)

// Generate makes the program of a seed.
func Generate(seed uint64) *Program {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x6f7261636c65)), pr: &Program{Seed: seed}, budget: 12, choices: choices()}
	g.swarm()
	g.pr.Heap, g.pr.Stdin, g.pr.Args = g.chance(30), g.chance(15), g.chance(10)
	g.records()
	g.globals()
	if g.chance(20) {
		g.maker()
	}
	n := g.r.IntN(4)
	for i := range n {
		g.function(fmt.Sprintf("f%d", i))
	}
	g.main()
	return g.pr
}

// swarm makes some statements frequent and leaves others out: programs that
// do much of one thing meet what a fair mixture never does. Most programs are
// made of shapes that join paths, with a few other statements between.
func (g *gen) swarm() {
	if g.chance(65) {
		for i := range g.choices {
			g.choices[i].weight *= pick(g, []int{0, 0, 0, 1})
		}
		for _, s := range shapes() {
			g.choices = append(g.choices, choice{2 * s.weight, s.make})
		}
	}
	for i := range g.choices {
		g.choices[i].weight *= pick(g, []int{0, 1, 1, 1, 3, 6})
	}
	g.choices = append(g.choices, choice{12, (*gen).probe}, choice{6, one((*gen).branch)})
}

// gen makes a program.
type gen struct {
	r         *rand.Rand
	pr        *Program
	scope     []*Var // visible, outermost first
	fixed     map[*Var]bool
	fn        *Func
	names     int
	marks     int64
	budget    int  // bits of input left
	nesting   int  // of conditional pointers
	loops     int  // depth
	breakable bool // inside a loop of C, not of goto
	left      int  // statements that the current function may still have
	inMain    bool
	depth     int
	choices   []choice
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *gen, xs []T) T { return xs[g.r.IntN(len(xs))] }

func (g *gen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// newVar makes a variable visible.
func (g *gen) newVar(prefix string, t *Type) *Var {
	v := &Var{Name: g.name(prefix), Type: t}
	g.scope = append(g.scope, v)
	return v
}

// inner runs body in a scope of its own.
func (g *gen) inner(body func() []*Stmt) []*Stmt {
	n := len(g.scope)
	g.depth++
	ss := body()
	g.depth--
	g.scope = g.scope[:n]
	return ss
}

func (g *gen) records() {
	if g.chance(60) {
		r := &Record{Name: "struct S"}
		for i := range 2 + g.r.IntN(3) {
			t := pick(g, intTypes)
			f := &Field{Name: fmt.Sprintf("m%d", i), Type: t}
			if g.chance(25) {
				f.Type = arrOf(2+g.r.IntN(2), pick(g, []*Type{intT, charT, shortT, ucharT}))
			}
			r.Fields = append(r.Fields, f)
		}
		if g.chance(30) {
			r.Fields = append(r.Fields, &Field{Name: "next", Type: ptrTo(&Type{Kind: Rec, Rec: r})})
		}
		g.pr.Records = append(g.pr.Records, r)
	}
	if g.chance(20) {
		r := &Record{Name: "struct B"}
		for i := range 2 + g.r.IntN(3) {
			t := pick(g, []*Type{intT, uintT, uintT, ucharT, shortT})
			r.Fields = append(r.Fields, &Field{Name: fmt.Sprintf("b%d", i), Type: t, Width: 1 + g.r.IntN(min(t.Bits-1, 12))})
		}
		g.pr.Records = append(g.pr.Records, r)
	}
	if g.chance(20) {
		r := &Record{Name: "union U", Union: true}
		r.Fields = []*Field{
			{Name: "i", Type: pick(g, []*Type{intT, uintT, longT})},
			{Name: "s", Type: pick(g, []*Type{shortT, ushortT, ucharT, charT})},
			{Name: "c", Type: arrOf(2+2*g.r.IntN(2), ucharT)},
		}
		g.pr.Records = append(g.pr.Records, r)
	}
}

func (g *gen) globals() {
	for range g.r.IntN(3) {
		t := g.objectType()
		v := g.newVar("g", t)
		v.Global = true
		if t.Kind == Int && g.chance(12) {
			v.Dirty, v.Volatile = true, true
		}
		d := &Stmt{Kind: Decl, Var: v}
		if t.Kind == Int && g.chance(70) {
			d.E = &Expr{Op: Lit, Type: intT, Val: int64(g.r.IntN(9))}
		}
		g.pr.Globals = append(g.pr.Globals, d)
	}
}

// objectType is the type of a variable.
func (g *gen) objectType() *Type {
	switch k := g.r.IntN(100); {
	case k < 55:
		return g.intType()
	case k < 75:
		return arrOf(2+g.r.IntN(5), g.intType())
	case k < 79:
		return arrOf(2, ptrTo(intT))
	case k < 82:
		return ptrTo(intT)
	case k < 86:
		return arrOf(2+g.r.IntN(2), arrOf(2+g.r.IntN(2), pick(g, []*Type{intT, shortT, ucharT})))
	case k < 96 && len(g.pr.Records) > 0:
		return &Type{Kind: Rec, Rec: pick(g, g.pr.Records)}
	}
	return intT
}

func (g *gen) intType() *Type {
	if g.chance(45) {
		return intT
	}
	if g.chance(3) {
		return pick(g, []*Type{hugeT, hugeT, uhugeT})
	}
	return pick(g, intTypes)
}

// function makes a function that later ones may call.
func (g *gen) function(name string) {
	f := &Func{Name: name}
	outer := len(g.scope)
	g.fn, g.fixed, g.left = f, map[*Var]bool{}, 4+g.r.IntN(7)
	recursive := g.chance(25)
	table := !recursive && g.chance(40)
	switch {
	case table:
		f.Params = []*Var{g.newVar("a", intT), g.newVar("b", intT)}
	case recursive:
		f.Params = []*Var{g.newVar("d", intT), g.newVar("a", intT)}
		g.fixed[f.Params[0]] = true
	default:
		for range 1 + g.r.IntN(3) {
			f.Params = append(f.Params, g.newVar("a", g.paramType()))
		}
	}
	if recursive {
		f.Body = append(f.Body, g.recursion(f))
	}
	f.Body = append(f.Body, g.block()...)
	f.Ret = g.intExpr(1)
	g.scope = g.scope[:outer]
	g.pr.Funcs = append(g.pr.Funcs, f)
	if table {
		g.pr.Table = append(g.pr.Table, f)
	}
}

func (g *gen) paramType() *Type {
	switch k := g.r.IntN(10); {
	case k < 5:
		return g.intType()
	case k < 8:
		return ptrTo(g.pointee())
	}
	for _, r := range g.pr.Records {
		return &Type{Kind: Rec, Rec: r}
	}
	return intT
}

// recursion is `if (d > 0) { a = f(d - 1, …); }`.
func (g *gen) recursion(f *Func) *Stmt {
	d, a := f.Params[0], f.Params[1]
	call := &Expr{Op: Call, Type: intT, Fn: f, Args: []*Expr{
		g.bin("-", g.read(varPlace(d)), lit(1)), g.bin("&", g.read(varPlace(a)), lit(15))}}
	return &Stmt{Kind: If, E: g.bin(">", g.read(varPlace(d)), lit(0)),
		Body: []*Stmt{{Kind: Assign, Place: varPlace(a), E: call}}}
}

func (g *gen) main() {
	f := &Func{Name: "main"}
	g.fn, g.fixed, g.left, g.inMain = f, map[*Var]bool{}, 6+g.r.IntN(18), true
	for range 2 + g.r.IntN(2) {
		f.Body = append(f.Body, g.draw())
	}
	f.Body = append(f.Body, g.block()...)
	f.Body = append(f.Body, g.mark())
	for range 2 {
		f.Body = append(f.Body, g.probe()...)
	}
	g.pr.Funcs = append(g.pr.Funcs, f)
}

// draw declares a variable with an input of few values.
func (g *gen) draw() *Stmt {
	bits := min(1+g.r.IntN(4), g.budget)
	if bits <= 0 {
		v := g.newVar("x", intT)
		return &Stmt{Kind: Decl, Var: v, E: lit(int64(g.r.IntN(10)))}
	}
	if g.loops > 0 {
		bits = 1
		g.budget -= 3
	}
	g.budget -= bits
	e := &Expr{Op: Input}
	vt := g.intType()
	switch k := g.r.IntN(10); {
	case k < 4:
		e.Text, e.Type, e.Val = "and", pick(g, inputTypes[1:]), 1<<bits-1
	case k < 6:
		e.Text, e.Type, e.Val = "mod", pick(g, []*Type{ucharT, uintT, ulongT}), 1<<bits-int64(g.r.IntN(2))
	case k < 9 && bits > 1:
		e.Text, e.Type = "range", pick(g, []*Type{charT, shortT, intT, longT})
		e.Val = pick(g, []int64{0, -1, -2, 1, -3, 4, -8, -100, 30})
		e.Val2 = e.Val + 1<<bits - 1
		vt = e.Type
	default:
		e.Text, e.Type = "bool", boolT
	}
	if e.Text == "mod" {
		e.Val = max(e.Val, 1)
	}
	v := g.newVar("x", vt)
	return &Stmt{Kind: Decl, Var: v, E: e}
}

func lit(v int64) *Expr { return &Expr{Op: Lit, Type: intT, Val: v} }

func (g *gen) read(place *Expr) *Expr {
	e := &Expr{Op: Read, Type: place.Type, Args: []*Expr{place}}
	root := rootOf(place)
	if place.Type.Kind == Int && (root == nil && g.pr.Heap || root != nil && root.Dirty) {
		e.Mask = readMask
		if root != nil && root.Volatile {
			e.Mask = 1
		}
		e.Type = place.Type.promoted()
	}
	return e
}

// rootOf is the variable that a place lies in, nil behind a pointer.
func rootOf(e *Expr) *Var {
	for e.Op == IndexPlace || e.Op == FieldPlace {
		e = e.Args[0]
	}
	return e.Var
}

func (g *gen) bin(op string, a, b *Expr) *Expr {
	e := &Expr{Op: Bin, Text: op, Args: []*Expr{a, b}}
	switch op {
	case "<", "<=", ">", ">=", "==", "!=", "&&", "||":
		e.Type = intT
	case "<<", ">>":
		e.Type = a.Type.promoted()
	default:
		e.Type = common(a.Type, b.Type)
	}
	return e
}

func (g *gen) mark() *Stmt {
	g.marks++
	return &Stmt{Kind: Mark, Val: g.marks}
}
