package oracle

import "fmt"

// shapes is the table of groups of statements in which paths part and join
// again, or reach one point with states that differ in little: what pruning
// has to tell apart.
func shapes() []choice {
	return []choice{
		{10, (*gen).diamonds},
		{6, (*gen).bitLoop},
		{8, (*gen).machine},
		{8, (*gen).flags},
		{8, (*gen).aliasStores},
		{6, (*gen).cells},
		{6, (*gen).sites},
		{6, (*gen).earlyError},
		{5, (*gen).drawOnOneSide},
		{6, (*gen).table},
		{4, (*gen).copyAndLook},
		{3, (*gen).recordFromCall},
		{4, (*gen).counter},
		{4, (*gen).drawLoop},
		{3, (*gen).narrow},
		{3, (*gen).difference},
		{3, (*gen).floating},
		{3, (*gen).argument0},
	}
}

// small makes an integer expression one that C takes as an index or operand of
// pointer arithmetic.
func small(e *Expr) *Expr {
	if e.Type.Bits <= 64 {
		return e
	}
	return &Expr{Op: Cast, Type: intT, Args: []*Expr{e}}
}

// local declares an int with a value.
func (g *gen) local(prefix string, e *Expr) (*Var, *Stmt) {
	v := g.newVar(prefix, intT)
	return v, &Stmt{Kind: Decl, Var: v, E: e}
}

func (g *gen) rd(v *Var) *Expr { return g.read(varPlace(v)) }

func set(v *Var, e *Expr) *Stmt { return &Stmt{Kind: Assign, Place: varPlace(v), E: e} }

func when(c *Expr, ss ...*Stmt) *Stmt { return &Stmt{Kind: If, E: c, Body: ss} }

// bit is a condition that is true of about half of the inputs.
func (g *gen) bit() *Expr {
	switch g.r.IntN(4) {
	case 0:
		return g.bin("<", g.atom(), lit(int64(g.r.IntN(4))))
	case 1:
		return g.bin("==", g.bin("&", g.atom(), lit(1<<g.r.IntN(3))), lit(0))
	}
	return g.bin("!=", g.bin("&", g.atom(), lit(1<<g.r.IntN(3))), lit(0))
}

// step is an assignment to v from its old value and a small number.
func (g *gen) step(v *Var) *Stmt {
	k := lit(int64(g.r.IntN(4)))
	switch g.r.IntN(5) {
	case 0:
		return set(v, k)
	case 1:
		return set(v, g.bin("^", g.rd(v), k))
	}
	return set(v, g.bin(pick(g, []string{"+", "+", "-"}), g.rd(v), k))
}

// look marks where v has some small value, or one far off.
func (g *gen) look(v *Var) *Stmt {
	k := int64(g.r.IntN(9) - 1)
	if g.chance(20) {
		k = int64(g.r.IntN(40))
	}
	return g.markIf(g.bin(pick(g, []string{"==", ">", "<", "=="}), g.rd(v), lit(k)))
}

// diamonds is a sequence of branches whose sides join; some sides have the
// same effect, some none that matters.
func (g *gen) diamonds() []*Stmt {
	v, first := g.local("v", lit(int64(g.r.IntN(3))))
	w, second := g.local("w", lit(0))
	ss := []*Stmt{first, second}
	for range 2 + g.r.IntN(4) {
		x := v
		if g.chance(25) {
			x = w
		}
		d := when(g.bit(), g.step(x))
		if g.chance(60) {
			d.Else = []*Stmt{g.step(x)}
		}
		ss = append(ss, d)
		if g.chance(20) {
			ss = append(ss, g.look(v))
		}
	}
	ss = append(ss, g.look(v))
	if g.chance(40) {
		ss = append(ss, g.markIf(g.bin(pick(g, []string{">", "==", "!="}), g.rd(v), g.rd(w))))
	}
	return ss
}

// bitLoop is the same as a loop over the bits of a variable.
func (g *gen) bitLoop() []*Stmt {
	v, first := g.local("v", lit(0))
	s := &Stmt{Kind: For, E: lit(int64(2 + g.r.IntN(3)))}
	s.Body = g.inner(func() []*Stmt {
		s.Var = g.newVar("i", intT)
		g.fixed[s.Var] = true
		a := g.atom()
		if a.Type.Bits > 64 {
			a = small(a)
		}
		bit := g.bin("&", g.bin(">>", a, g.rd(s.Var)), lit(1))
		d := when(bit, g.step(v))
		if g.chance(50) {
			d.Else = []*Stmt{g.step(v)}
		}
		body := []*Stmt{d}
		if g.chance(30) {
			body = append(body, g.look(v))
		}
		return body
	})
	return []*Stmt{first, s, g.look(v)}
}

// event is a fresh input of one bit, where there is one left for the turns of
// a loop; else a bit of a variable.
func (g *gen) event() *Expr {
	if g.inMain && g.budget >= 4 {
		g.budget -= 4
		return &Expr{Op: Input, Text: "bool", Type: boolT}
	}
	return g.bin("&", g.atom(), lit(1))
}

// machine is a loop over events that moves a state.
func (g *gen) machine() []*Stmt {
	if g.loops > 0 {
		return nil
	}
	st, first := g.local("st", lit(0))
	s := &Stmt{Kind: For, E: lit(int64(2 + g.r.IntN(3)))}
	states := 3 + g.r.IntN(3)
	s.Body = g.inner(func() []*Stmt {
		s.Var = g.newVar("i", intT)
		g.fixed[s.Var] = true
		e, draw := g.local("e", g.event())
		var chain *Stmt
		for range 2 + g.r.IntN(4) {
			c := g.bin("&&", g.bin("==", g.rd(st), lit(int64(g.r.IntN(states)))), g.bin("==", g.rd(e), lit(int64(g.r.IntN(2)))))
			next := when(c, set(st, lit(int64(g.r.IntN(states)))))
			if chain != nil {
				next.Else = []*Stmt{chain}
			}
			chain = next
		}
		body := []*Stmt{draw, chain}
		if g.chance(60) {
			body = append(body, g.markIf(g.bin("==", g.rd(st), lit(int64(g.r.IntN(states))))))
		}
		return body
	})
	return []*Stmt{first, s, g.markIf(g.bin("==", g.rd(st), lit(int64(g.r.IntN(states)))))}
}

// flags sets bits on conditions and asks for them together with the conditions.
func (g *gen) flags() []*Stmt {
	f, first := g.local("f", lit(0))
	ss := []*Stmt{first}
	var cs []*Expr
	for i := range 2 + g.r.IntN(2) {
		c := g.bit()
		cs = append(cs, c)
		ss = append(ss, when(c, set(f, g.bin("|", g.rd(f), lit(1<<i)))))
		if g.chance(25) {
			ss = append(ss, g.statement()...)
		}
	}
	not := &Expr{Op: Un, Text: "!", Type: intT, Args: []*Expr{pick(g, cs)}}
	has := g.bin("&", g.rd(f), lit(int64(1+g.r.IntN(3))))
	ss = append(ss, g.markIf(g.bin("&&", has, not)))
	return append(ss, g.markIf(g.bin("==", g.rd(f), lit(int64(g.r.IntN(8))))))
}

// aliasStores writes through a pointer that leads to one of two variables.
func (g *gen) aliasStores() []*Stmt {
	a, first := g.local("a", lit(int64(g.r.IntN(3))))
	b, second := g.local("b", lit(int64(g.r.IntN(3))))
	pt := ptrTo(intT)
	to := func(v *Var) *Expr { return &Expr{Op: Addr, Type: pt, Args: []*Expr{varPlace(v)}} }
	p := g.newVar("p", pt)
	q := g.newVar("p", pt)
	through := func(v *Var) *Expr { return &Expr{Op: DerefPlace, Type: intT, Args: []*Expr{g.rd(v)}} }
	ss := []*Stmt{first, second,
		{Kind: Decl, Var: p, E: &Expr{Op: Cond, Type: pt, Args: []*Expr{g.bit(), to(a), to(b)}}},
		{Kind: Decl, Var: q, E: to(pick(g, []*Var{a, b}))}}
	if g.chance(40) {
		ss = append(ss, when(g.bit(), &Stmt{Kind: Assign, Place: varPlace(q), E: g.rd(p)}))
	}
	for range 1 + g.r.IntN(3) {
		ss = append(ss, &Stmt{Kind: Assign, Place: through(pick(g, []*Var{p, q})), E: lit(int64(g.r.IntN(4)))})
	}
	look := func(place *Expr) *Stmt {
		return g.markIf(g.bin("==", g.read(place), lit(int64(g.r.IntN(4)))))
	}
	return append(ss, look(varPlace(a)), look(varPlace(b)), look(through(pick(g, []*Var{p, q}))))
}

// cells has two pointers to one block, or to a block each.
func (g *gen) cells() []*Stmt {
	if !g.pr.Heap || g.loops > 0 {
		return nil
	}
	pt := ptrTo(intT)
	one := func() *Expr { return &Expr{Op: Malloc, Type: pt, Val: 4, Args: []*Expr{lit(1)}} }
	y, z := g.newVar("p", pt), g.newVar("p", pt)
	through := func(v *Var) *Expr { return &Expr{Op: DerefPlace, Type: intT, Args: []*Expr{g.rd(v)}} }
	ss := []*Stmt{{Kind: Decl, Var: y, E: one()}, {Kind: Decl, Var: z, E: g.rd(y)}}
	other := []*Stmt{{Kind: Assign, Place: varPlace(z), E: one()}}
	if g.chance(30) {
		other = []*Stmt{{Kind: Free, E: g.rd(y)}, {Kind: Assign, Place: varPlace(y), E: one()}}
	}
	ss = append(ss, when(g.bit(), other...))
	null := &Expr{Op: Null, Type: pt}
	both := g.bin("&&", &Expr{Op: PtrCmp, Type: intT, Text: "!=", Args: []*Expr{g.rd(y), null}},
		&Expr{Op: PtrCmp, Type: intT, Text: "!=", Args: []*Expr{g.rd(z), null}})
	var body []*Stmt
	for _, v := range []*Var{z, y, pick(g, []*Var{y, z})} {
		body = append(body, &Stmt{Kind: Assign, Place: through(v), E: lit(int64(g.r.IntN(2)))})
	}
	body = append(body, g.markIf(g.bin("==", g.read(through(z)), lit(int64(g.r.IntN(2))))))
	if g.chance(50) {
		body = append(body, &Stmt{Kind: Free, E: g.rd(pick(g, []*Var{y, z}))},
			g.markIf(g.bin("==", g.read(through(y)), lit(int64(g.r.IntN(2))))))
	}
	if g.chance(30) {
		return append(ss, body...) // the failure of malloc shows
	}
	return append(ss, when(both, body...))
}

// sites calls one function from several places with different arguments.
func (g *gen) sites() []*Stmt {
	var ss []*Stmt
	var fs []*Func
	for _, f := range g.pr.Funcs {
		if f != g.fn && f.RetRec == nil {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	f := pick(g, fs)
	v, first := g.local("v", lit(0))
	ss = append(ss, first)
	for range 2 + g.r.IntN(2) {
		if e := g.callOf(f); e != nil {
			ss = append(ss, when(g.bit(), set(v, e)))
		}
	}
	return append(ss, g.look(v))
}

// earlyError reads or writes an array at an index that is outside of it on one
// side, and marks what the index says.
func (g *gen) earlyError() []*Stmt {
	t := arrOf(2+g.r.IntN(3), intT)
	a := g.newVar("a", t)
	in, out := lit(int64(g.r.IntN(t.Len))), lit(int64(t.Len+g.r.IntN(20)))
	if g.chance(50) {
		in, out = out, in
	}
	i, second := g.local("i", &Expr{Op: Cond, Type: intT, Args: []*Expr{g.bit(), in, out}})
	place := &Expr{Op: IndexPlace, Type: intT, Args: []*Expr{varPlace(a), g.rd(i)}}
	access := &Stmt{Kind: Assign, Place: place, E: lit(0)}
	ss := []*Stmt{{Kind: Decl, Var: a, Zero: true}, second}
	if g.chance(50) {
		x, third := g.local("x", g.read(place))
		ss = append(ss, third, g.look(x))
	} else {
		ss = append(ss, access)
	}
	if g.chance(30) {
		return append(ss, g.mark())
	}
	return append(ss, g.markIf(g.bin(pick(g, []string{">", "<"}), g.rd(i), lit(int64(t.Len+g.r.IntN(6))))))
}

// drawOnOneSide reads an input on one side of a branch, so that the paths that
// join have read different numbers of them, and another one after.
func (g *gen) drawOnOneSide() []*Stmt {
	if !g.inMain || g.budget < 3 {
		return nil
	}
	g.budget -= 3
	input := func() *Expr { return &Expr{Op: Input, Text: "bool", Type: boolT} }
	v, first := g.local("v", lit(int64(g.r.IntN(2))))
	side := when(g.bit(), set(v, input()))
	if g.chance(40) {
		side.Body = append(side.Body, set(v, g.bin("+", g.rd(v), input())))
	}
	w, second := g.local("w", input())
	return []*Stmt{first, side, second,
		g.markIf(g.bin(pick(g, []string{"==", ">", "!="}), g.rd(v), g.rd(w)))}
}

// table stores into an array, perhaps of arrays, at indices that vary.
func (g *gen) table() []*Stmt {
	n := 2 + g.r.IntN(3)
	elem := pick(g, []*Type{intT, ucharT, shortT})
	t := arrOf(n, elem)
	two := g.chance(50)
	if two {
		t = arrOf(2, t)
	}
	a := g.newVar("a", t)
	index := func(n int) *Expr {
		if g.chance(30) {
			return lit(int64(g.r.IntN(n)))
		}
		return small(g.bin("&", g.atom(), lit(int64(pick(g, []int{1, 1, n - 1, 3})))))
	}
	cell := func() *Expr {
		p := varPlace(a)
		if two {
			p = &Expr{Op: IndexPlace, Type: t.Elem, Args: []*Expr{p, index(2)}}
		}
		return &Expr{Op: IndexPlace, Type: elem, Args: []*Expr{p, index(n)}}
	}
	ss := []*Stmt{{Kind: Decl, Var: a, Zero: true}}
	for range 1 + g.r.IntN(2) {
		ss = append(ss, &Stmt{Kind: Assign, Place: cell(), E: lit(int64(1 + g.r.IntN(3)))})
	}
	return append(ss, g.markIf(g.bin("==", g.read(cell()), lit(int64(g.r.IntN(4))))), g.markIf(g.bin("==", g.read(cell()), g.read(cell()))))
}

// recordType is a struct of the program, nil without one.
func (g *gen) recordType() *Type {
	for _, r := range g.pr.Records {
		if !r.Union {
			return &Type{Kind: Rec, Rec: r}
		}
	}
	return nil
}

// field is a place of integer type in a record.
func (g *gen) field(of *Expr) *Expr {
	var fs []*Field
	for _, f := range of.Type.Rec.Fields {
		if f.Type.Kind == Int {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return nil
	}
	f := pick(g, fs)
	return &Expr{Op: FieldPlace, Type: f.Type, Field: f, Args: []*Expr{of}}
}

// copyAndLook copies a record on one side of a branch.
func (g *gen) copyAndLook() []*Stmt {
	t := g.recordType()
	if t == nil {
		return nil
	}
	a, b := g.newVar("r", t), g.newVar("r", t)
	ss := []*Stmt{{Kind: Decl, Var: a, Zero: true}, {Kind: Decl, Var: b, Zero: true}}
	if f := g.field(varPlace(a)); f != nil {
		ss = append(ss, when(g.bit(), &Stmt{Kind: Assign, Place: f, E: lit(1)}))
	}
	c := &Stmt{Kind: CopyRec, Place: varPlace(b), E: varPlace(a)}
	if g.chance(60) {
		c.Text = "memcpy"
	}
	if g.chance(50) {
		c = when(g.bit(), c)
	}
	ss = append(ss, c)
	if f := g.field(varPlace(b)); f != nil {
		ss = append(ss, g.markIf(g.bin("==", g.read(f), lit(int64(g.r.IntN(3))))))
	}
	return ss
}

// maker makes a function that returns a record.
func (g *gen) maker() {
	t := g.recordType()
	if t == nil {
		return
	}
	outer := len(g.scope)
	f := &Func{Name: fmt.Sprintf("mk%d", len(g.pr.Funcs))}
	g.fn, g.fixed = f, map[*Var]bool{}
	f.Params = []*Var{g.newVar("a", intT), g.newVar("b", g.intType())}
	f.RetRec = g.newVar("r", t)
	f.Body = []*Stmt{{Kind: Decl, Var: f.RetRec, Zero: true}}
	for range 1 + g.r.IntN(2) {
		if place := g.field(varPlace(f.RetRec)); place != nil {
			f.Body = append(f.Body, when(g.bit(), &Stmt{Kind: Assign, Place: place, E: g.intExpr(1)}))
		}
	}
	g.scope = g.scope[:outer]
	g.pr.Funcs = append(g.pr.Funcs, f)
}

// recordFromCall takes a record from a function that returns one.
func (g *gen) recordFromCall() []*Stmt {
	for _, f := range g.pr.Funcs {
		if f.RetRec == nil {
			continue
		}
		r := g.newVar("r", f.RetRec.Type)
		ss := []*Stmt{{Kind: Decl, Var: r, Zero: true}}
		e := g.callOf(f)
		if e == nil {
			return ss
		}
		e.Type = r.Type
		c := &Stmt{Kind: CallRec, Place: varPlace(r), E: e}
		if g.chance(40) {
			c = when(g.bit(), c)
		}
		ss = append(ss, c)
		if place := g.field(varPlace(r)); place != nil {
			ss = append(ss, g.markIf(g.bin("==", g.read(place), lit(int64(g.r.IntN(3))))))
		}
		return ss
	}
	return nil
}

// counter counts in a variable that keeps its value between calls.
func (g *gen) counter() []*Stmt {
	v := g.newVar("n", intT)
	v.Static = true
	d := &Stmt{Kind: Decl, Var: v, E: lit(int64(g.r.IntN(3)))}
	up := set(v, g.bin("+", g.rd(v), lit(1)))
	if g.chance(60) {
		up = when(g.bit(), up)
	}
	return []*Stmt{d, up, g.look(v)}
}

// drawLoop goes on for as long as inputs say, and counts.
func (g *gen) drawLoop() []*Stmt {
	if !g.inMain || g.loops > 0 || g.budget < 4 {
		return nil
	}
	n, first := g.local("v", lit(0))
	s := &Stmt{Kind: While, Val: int64(2 + g.r.IntN(3)), Var: &Var{Name: g.name("n"), Type: intT}, E: g.event()}
	s.Body = []*Stmt{g.look(n), set(n, g.bin("+", g.rd(n), lit(1)))}
	if g.chance(40) {
		s.Body = append(s.Body, when(g.bit(), g.step(n)))
	}
	return []*Stmt{first, s, g.look(n)}
}

// narrow converts to a narrower type.
func (g *gen) narrow() []*Stmt {
	to := pick(g, []*Type{charT, shortT, intT})
	var vs []*Var
	for _, v := range g.scalars(false) {
		if v.Type.Signed && v.Type.Bits > to.Bits && !v.Dirty {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return nil
	}
	e := &Expr{Op: Narrow, Type: to, Args: []*Expr{g.rd(pick(g, vs))}}
	return []*Stmt{{Kind: Decl, Var: g.newVar("v", to), E: e}}
}

// difference subtracts two pointers.
func (g *gen) difference() []*Stmt {
	p := g.pointerPlace()
	if p == nil || p.Type.Elem.Kind != Int {
		return nil
	}
	e := &Expr{Op: PtrSub, Type: longT, Args: []*Expr{g.read(p), g.pointer(p.Type.Elem)}}
	v := g.newVar("q", longT)
	return []*Stmt{{Kind: Decl, Var: v, E: e}, g.markIf(g.bin("==", g.rd(v), lit(int64(g.r.IntN(3)))))}
}

// floating computes with a number that is known on every path.
func (g *gen) floating() []*Stmt {
	t := pick(g, []*Type{doubleT, floatT})
	quarters := func() *Expr { return &Expr{Op: Lit, Type: t, Val: int64(g.r.IntN(33)) - 8} }
	v := &Var{Name: g.name("d"), Type: t}
	calc := func() *Stmt {
		e := &Expr{Op: Bin, Text: pick(g, []string{"+", "-", "*"}), Type: t, Args: []*Expr{g.rd(v), quarters()}}
		return set(v, e)
	}
	return []*Stmt{{Kind: Decl, Var: v, E: quarters()}, when(g.bit(), calc()), calc(),
		g.markIf(&Expr{Op: Bin, Text: pick(g, []string{"<", ">", "==", ">="}), Type: intT, Args: []*Expr{g.rd(v), quarters()}})}
}

// argument0 reads a byte of an argument of the program.
func (g *gen) argument0() []*Stmt {
	if !g.inMain || !g.pr.Args || g.loops > 0 || g.budget < 4 {
		return nil
	}
	g.budget -= 5
	e := &Expr{Op: Input, Text: "arg", Type: intT, Val: pick(g, []int64{1, 3, 7}), Val2: int64(1+g.r.IntN(2))<<4 + int64(g.r.IntN(2))}
	v, first := g.local("x", e)
	return []*Stmt{first, g.look(v)}
}
