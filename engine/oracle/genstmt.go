package oracle

// block is a run of statements.
func (g *gen) block() []*Stmt {
	return g.inner(func() []*Stmt {
		var ss []*Stmt
		n := 2 + g.r.IntN(4)
		if g.depth == 1 {
			n = g.left
		}
		for range n {
			if g.left <= 0 {
				break
			}
			g.left--
			ss = append(ss, g.statement()...)
		}
		return ss
	})
}

// choice is a kind of statement and how often it comes.
type choice struct {
	weight int
	make   func(*gen) []*Stmt
}

// choices is the table of statements.
func choices() []choice {
	return []choice{
		{10, (*gen).declare},
		{9, one((*gen).arithmetic)},
		{6, one((*gen).division)},
		{5, one((*gen).shift)},
		{9, one((*gen).write)},
		{9, one((*gen).readInto)},
		{5, (*gen).newPointer},
		{5, one((*gen).setPointer)},
		{7, one((*gen).throughPointer)},
		{12, one((*gen).branch)},
		{6, one((*gen).loop)},
		{3, one((*gen).switchOn)},
		{3, one((*gen).mark)},
		{8, (*gen).bits},
		{4, (*gen).arrayWrite},
		{3, (*gen).neighbours},
		{3, (*gen).reuse},
		{5, one((*gen).call)},
		{3, one((*gen).jump)},
		{3, one((*gen).copyRecord)},
		{3, (*gen).escape},
		{4, (*gen).comparePointers},
		{2, (*gen).functionPointer},
		{3, (*gen).anotherDraw},
		{3, (*gen).dirty},
		{2, one((*gen).move)},
		{6, (*gen).standardInput},
		{4, one((*gen).free)},
		{1, one((*gen).spin)},
		{1, one((*gen).abort)},
	}
}

func (g *gen) statement() []*Stmt {
	total := 0
	for _, c := range g.choices {
		total += c.weight
	}
	k := g.r.IntN(total)
	for _, c := range g.choices {
		if k -= c.weight; k < 0 {
			return c.make(g)
		}
	}
	return nil
}

// one adapts a maker of at most one statement.
func one(f func(*gen) *Stmt) func(*gen) []*Stmt {
	return func(g *gen) []*Stmt {
		if s := f(g); s != nil {
			return []*Stmt{s}
		}
		return nil
	}
}

// declare makes an initialised variable.
func (g *gen) declare() []*Stmt {
	t := g.objectType()
	s := &Stmt{Kind: Decl}
	if t.Kind == Int {
		s.E = g.intExpr(2)
	} else {
		s.Zero = true
	}
	s.Var = g.newVar("v", t)
	return []*Stmt{s}
}

// dirty makes a variable that is perhaps not initialised, and perhaps
// initialises some of it.
func (g *gen) dirty() []*Stmt {
	t := pick(g, []*Type{intT, ucharT, charT, shortT, longT, arrOf(3, intT), arrOf(2, ucharT)})
	v := g.newVar("u", t)
	v.Dirty = true
	ss := []*Stmt{{Kind: Decl, Var: v}}
	place := varPlace(v)
	if t.Kind == Arr {
		place = &Expr{Op: IndexPlace, Type: t.Elem, Args: []*Expr{place, lit(int64(g.r.IntN(t.Len)))}}
	}
	set := &Stmt{Kind: Assign, Place: place, E: g.number()}
	switch g.r.IntN(3) {
	case 0:
		ss = append(ss, set)
	case 1:
		ss = append(ss, &Stmt{Kind: If, E: g.cond(1), Body: []*Stmt{set}})
	}
	return ss
}

func (g *gen) target() *Expr {
	if vs := g.scalars(true); len(vs) > 0 {
		return varPlace(pick(g, vs))
	}
	return nil
}

// assign is target = e, nil where there is no variable.
func (g *gen) assign(e *Expr) *Stmt {
	to := g.target()
	if to == nil {
		return nil
	}
	return &Stmt{Kind: Assign, Place: to, E: e}
}

func (g *gen) arithmetic() *Stmt {
	e := g.variable(g.bin(pick(g, []string{"+", "-", "*", "+", "-"}), g.operand(), g.operand()))
	if g.chance(20) {
		if to := g.target(); to != nil && !to.Var.Dirty {
			return &Stmt{Kind: Assign, Place: to, E: g.operand(), Text: pick(g, []string{"+", "-", "*", "^", "&", "|"})}
		}
	}
	return g.assign(e)
}

func (g *gen) division() *Stmt {
	return g.assign(g.variable(g.bin(pick(g, []string{"/", "%"}), g.operand(), g.operand())))
}

// shift has an amount that may be out of range; of its result only few bits
// are used.
func (g *gen) shift() *Stmt {
	b := g.operand()
	if b.Type.Bits >= 64 || b.Type == uintT {
		b = &Expr{Op: Cast, Type: intT, Args: []*Expr{b}}
	}
	e := g.bin(pick(g, []string{"<<", ">>"}), g.operand(), b)
	if constant(e) {
		return nil
	}
	e.Mask = pick(g, []int64{1, 3, 7})
	return g.assign(e)
}

func (g *gen) write() *Stmt {
	ps := g.places(isInt)
	if len(ps) == 0 {
		return nil
	}
	p := pick(g, ps)()
	if p.Op == VarPlace && g.fixed[p.Var] {
		return nil
	}
	return &Stmt{Kind: Assign, Place: p, E: g.intExpr(1)}
}

func (g *gen) readInto() *Stmt {
	ps := g.places(isInt)
	if len(ps) == 0 {
		return nil
	}
	return g.assign(g.read(pick(g, ps)()))
}

func (g *gen) newPointer() []*Stmt {
	t := g.pointee()
	e := g.pointer(t)
	return []*Stmt{{Kind: Decl, Var: g.newVar("p", ptrTo(t)), E: e}}
}

func (g *gen) setPointer() *Stmt {
	p := g.pointerPlace()
	if p == nil {
		return nil
	}
	return &Stmt{Kind: Assign, Place: p, E: g.pointer(p.Type.Elem)}
}

func (g *gen) throughPointer() *Stmt {
	p := g.pointerPlace()
	if p == nil {
		return nil
	}
	place := g.behind(p)
	if g.chance(50) {
		return &Stmt{Kind: Assign, Place: place, E: g.operand()}
	}
	return g.assign(g.read(place))
}

// move copies the bytes of one element from or to a variable.
func (g *gen) move() *Stmt {
	p := g.pointerPlace()
	if p == nil || p.Type.Elem.Kind != Int {
		return nil
	}
	var safe []*Var
	for _, v := range g.scope {
		if v.Type.same(p.Type.Elem) && !v.Dirty && !g.fixed[v] {
			safe = append(safe, v)
		}
	}
	if len(safe) == 0 || g.pr.Heap {
		return nil
	}
	to := g.read(p)
	from := &Expr{Op: Addr, Type: p.Type, Args: []*Expr{varPlace(pick(g, safe))}}
	if g.chance(50) {
		to, from = from, to
	}
	return &Stmt{Kind: Move, Place: to, E: from, Val: int64(size(p.Type.Elem))}
}

func (g *gen) free() *Stmt {
	p := g.pointerPlace()
	if p == nil || !g.pr.Heap || p.Type.Elem.Kind != Int {
		return nil
	}
	return &Stmt{Kind: Free, E: g.read(p)}
}

func (g *gen) branch() *Stmt {
	s := &Stmt{Kind: If, E: g.cond(2)}
	s.Body = g.block()
	if g.chance(40) {
		s.Else = g.block()
	}
	return s
}

func (g *gen) loop() *Stmt {
	if g.loops >= 2 {
		return nil
	}
	s := &Stmt{Kind: pick(g, []StmtKind{For, For, While, DoWhile, Again})}
	g.loops++
	defer func(b bool) { g.loops, g.breakable = g.loops-1, b }(g.breakable)
	g.breakable = true
	if s.Kind == For {
		s.E = lit(int64(1 + g.r.IntN(4)))
		if g.chance(40) {
			s.E = g.bin("&", g.atom(), lit(3))
		}
		s.Body = g.inner(func() []*Stmt {
			s.Var = g.newVar("i", intT)
			g.fixed[s.Var] = true
			return g.block()
		})
		return s
	}
	s.Val = int64(1 + g.r.IntN(4))
	s.E = g.cond(1)
	s.Var = &Var{Name: g.name("n"), Type: intT}
	g.breakable = s.Kind != Again
	s.Body = g.block()
	return s
}

func (g *gen) switchOn() *Stmt {
	s := &Stmt{Kind: Switch, E: g.bin("&", g.atom(), lit(7))}
	if s.E.Type.Bits >= 64 {
		s.E = &Expr{Op: Cast, Type: intT, Args: []*Expr{s.E}}
	}
	next := int64(0)
	for range 1 + g.r.IntN(3) {
		c := &Case{Vals: []int64{next}, Fall: g.chance(25)}
		if g.chance(30) {
			next++
			c.Vals = append(c.Vals, next)
		}
		next += 1 + int64(g.r.IntN(2))
		c.Body = g.block()
		s.Cases = append(s.Cases, c)
	}
	s.Cases = append(s.Cases, &Case{Body: g.block()})
	return s
}

func (g *gen) jump() *Stmt {
	kind := Goto
	if g.breakable && g.chance(70) {
		kind = pick(g, []StmtKind{Break, Continue})
	}
	if kind == Goto {
		g.fn.HasOut = true
	}
	s := &Stmt{Kind: kind}
	if g.chance(80) {
		return &Stmt{Kind: If, E: g.cond(1), Body: []*Stmt{s}}
	}
	return &Stmt{Kind: If, E: g.cond(0), Body: []*Stmt{s}}
}

// call calls an earlier function.
func (g *gen) call() *Stmt {
	var fs []*Func
	for _, f := range g.pr.Funcs {
		if f != g.fn && f.RetRec == nil {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return g.assign(&Expr{Op: VarArgs, Type: intT, Args: []*Expr{g.intArg(), g.intArg()}})
	}
	if e := g.callOf(pick(g, fs)); e != nil {
		return g.assign(e)
	}
	return nil
}

// callOf is a call of a function, nil if there is nothing to pass to it.
func (g *gen) callOf(f *Func) *Expr {
	e := &Expr{Op: Call, Type: intT, Fn: f}
	for i, v := range f.Params {
		a := g.argument(v.Type)
		if a == nil {
			return nil
		}
		if i == 0 && v.Name[0] == 'd' {
			a = g.bin("&", g.intArg(), lit(3))
		}
		e.Args = append(e.Args, a)
	}
	return e
}

func (g *gen) intArg() *Expr {
	return &Expr{Op: Cast, Type: intT, Args: []*Expr{g.operand()}}
}

func (g *gen) argument(t *Type) *Expr {
	switch t.Kind {
	case Int:
		return g.operand()
	case Ptr:
		return g.pointer(t.Elem)
	}
	for _, place := range g.places(t.same) {
		return place()
	}
	return nil
}

func (g *gen) copyRecord() *Stmt {
	if len(g.pr.Records) == 0 {
		return nil
	}
	t := &Type{Kind: Rec, Rec: pick(g, g.pr.Records)}
	ps := g.places(t.same)
	if len(ps) < 2 {
		return nil
	}
	return &Stmt{Kind: CopyRec, Place: pick(g, ps)(), E: pick(g, ps)()}
}

// escape lets the address of a variable leave its scope.
func (g *gen) escape() []*Stmt {
	first := &Stmt{Kind: Decl, E: &Expr{Op: Null, Type: ptrTo(intT)}}
	if g.chance(60) {
		first.E = g.pointer(intT)
	}
	p := g.newVar("p", ptrTo(intT))
	first.Var = p
	body := g.inner(func() []*Stmt {
		e := g.operand()
		t := g.newVar("t", intT)
		set := &Stmt{Kind: Assign, Place: varPlace(p), E: &Expr{Op: Addr, Type: p.Type, Args: []*Expr{varPlace(t)}}}
		ss := []*Stmt{{Kind: Decl, Var: t, E: e}}
		if g.chance(50) {
			set = &Stmt{Kind: If, E: g.cond(1), Body: []*Stmt{set}}
		}
		ss = append(ss, set)
		g.left -= 2
		for range 2 {
			ss = append(ss, g.statement()...)
		}
		return ss
	})
	return []*Stmt{first, {Kind: Block, Body: body}}
}

// comparePointers keeps the result in a variable of its own, and looks at it.
func (g *gen) comparePointers() []*Stmt {
	p := g.pointerPlace()
	if p == nil {
		return nil
	}
	t := p.Type.Elem
	var e *Expr
	if g.chance(20) {
		mask := int64(0)
		if t.Kind == Int {
			mask = int64(size(t)) - 1
		}
		e = &Expr{Op: ToInt, Type: intT, Args: []*Expr{g.read(p)}, Val: mask}
	} else {
		op := pick(g, []string{"==", "!=", "==", "!=", "<", ">="})
		e = &Expr{Op: PtrCmp, Type: intT, Text: op, Args: []*Expr{g.read(p), g.pointer(t)}}
	}
	v := g.newVar("q", intT)
	return []*Stmt{{Kind: Decl, Var: v, E: e}, g.markIf(g.bin("==", g.read(varPlace(v)), lit(int64(g.r.IntN(2)))))}
}

func (g *gen) markIf(c *Expr) *Stmt { return &Stmt{Kind: If, E: c, Body: []*Stmt{g.mark()}} }

// probe marks where a place has some value.
func (g *gen) probe() []*Stmt {
	ps := g.places(isInt)
	if len(ps) == 0 {
		return nil
	}
	e := g.read(pick(g, ps)())
	op := pick(g, []string{"==", "==", "!=", "<", ">"})
	if e.Type.Bits > 8 && g.chance(40) {
		e = g.bin("&", e, lit(pick(g, []int64{1, 2, 3, 4, 8, 15})))
		op = "=="
	}
	b := lit(int64(g.r.IntN(6)) - 1)
	if g.chance(25) {
		b = g.operand()
	}
	return []*Stmt{g.markIf(g.bin(op, e, b))}
}

// bits shifts by an amount in range and looks at the whole result.
func (g *gen) bits() []*Stmt {
	a := g.operand()
	amount := g.bin("&", g.atom(), lit(int64(a.Type.promoted().Bits-1)))
	if amount.Type.Bits >= 64 || amount.Type == uintT {
		amount = &Expr{Op: Cast, Type: intT, Args: []*Expr{amount}}
	}
	e := g.bin(pick(g, []string{"<<", ">>"}), a, amount)
	if constant(e) {
		return nil
	}
	v := g.newVar("s", e.Type)
	return []*Stmt{{Kind: Decl, Var: v, E: e},
		g.markIf(g.bin(pick(g, []string{"<", ">", "==", "!="}), g.read(varPlace(v)), g.number()))}
}

// arrayWrite stores at an index that varies, and looks at an element.
func (g *gen) arrayWrite() []*Stmt {
	var arrays []*Var
	for _, v := range g.scope {
		if v.Type.Kind == Arr && v.Type.Elem.Kind == Int {
			arrays = append(arrays, v)
		}
	}
	if len(arrays) == 0 {
		return nil
	}
	v := pick(g, arrays)
	i := small(g.bin("&", g.atom(), lit(int64(pick(g, []int{1, 3, 7})))))
	place := &Expr{Op: IndexPlace, Type: v.Type.Elem, Args: []*Expr{varPlace(v), i}}
	value := g.operand()
	seen := &Expr{Op: IndexPlace, Type: v.Type.Elem, Args: []*Expr{varPlace(v), lit(int64(g.r.IntN(v.Type.Len)))}}
	return []*Stmt{{Kind: Assign, Place: place, E: value}, g.markIf(g.bin(pick(g, []string{"==", "!="}), g.read(seen), g.operand()))}
}

// neighbours compares the addresses of two variables, or of what lies behind
// them.
func (g *gen) neighbours() []*Stmt {
	pt := ptrTo(intT)
	var vs []*Var
	for _, v := range g.scope {
		if v.Type == intT && !v.Dirty {
			vs = append(vs, v)
		}
	}
	if len(vs) < 2 {
		return nil
	}
	address := func() *Stmt {
		e := &Expr{Op: Addr, Type: pt, Args: []*Expr{varPlace(pick(g, vs))}}
		return &Stmt{Kind: Decl, Var: g.newVar("p", pt), E: e}
	}
	p, q := address(), address()
	return append([]*Stmt{p, q}, g.sameAddress(g.near(p.Var), g.near(q.Var))...)
}

// near is a pointer or the one behind it.
func (g *gen) near(p *Var) *Expr {
	if g.chance(50) {
		return g.read(varPlace(p))
	}
	return &Expr{Op: PtrAdd, Type: p.Type, Args: []*Expr{g.read(varPlace(p)), lit(1)}}
}

func (g *gen) sameAddress(a, b *Expr) []*Stmt {
	v := g.newVar("q", intT)
	e := &Expr{Op: PtrCmp, Type: intT, Text: "==", Args: []*Expr{a, b}}
	return []*Stmt{{Kind: Decl, Var: v, E: e}, g.markIf(g.bin("==", g.read(varPlace(v)), lit(1)))}
}

// reuse compares an old pointer with a new object: a variable of a block of
// its own, or a block of memory.
func (g *gen) reuse() []*Stmt {
	var vs []*Var
	for _, v := range g.pointers() {
		if v.Type.Elem == intT {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return nil
	}
	p := pick(g, vs)
	if !g.pr.Heap {
		return []*Stmt{{Kind: Block, Body: g.inner(func() []*Stmt {
			t := g.newVar("t", intT)
			e := &Expr{Op: Addr, Type: p.Type, Args: []*Expr{varPlace(t)}}
			return append([]*Stmt{{Kind: Decl, Var: t, E: lit(1)}}, g.sameAddress(g.read(varPlace(p)), e)...)
		})}}
	}
	first := &Stmt{Kind: Assign, Place: varPlace(p), E: g.malloc(intT)}
	block := &Stmt{Kind: Decl, E: g.malloc(intT), Var: g.newVar("p", p.Type)}
	ss := []*Stmt{first, {Kind: Free, E: g.read(varPlace(p))}, block}
	if g.chance(50) {
		ss[1], ss[2] = ss[2], ss[1]
	}
	return append(ss, g.sameAddress(g.read(varPlace(p)), g.read(varPlace(block.Var)))...)
}

func (g *gen) functionPointer() []*Stmt {
	if len(g.pr.Table) == 0 {
		return nil
	}
	fp := g.newVar("fp", funT)
	ref := func() *Expr {
		if g.chance(25) {
			return &Expr{Op: Null, Type: funT, Text: "fun"}
		}
		return &Expr{Op: FuncRef, Type: funT, Fn: pick(g, g.pr.Table)}
	}
	ss := []*Stmt{{Kind: Decl, Var: fp, E: ref()},
		{Kind: If, E: g.cond(1), Body: []*Stmt{{Kind: Assign, Place: varPlace(fp), E: ref()}}}}
	if s := g.assign(&Expr{Op: CallPtr, Type: intT, Args: []*Expr{g.read(varPlace(fp)), g.intArg(), g.intArg()}}); s != nil {
		ss = append(ss, s)
	}
	return ss
}

func (g *gen) anotherDraw() []*Stmt {
	if !g.inMain || g.budget <= 0 {
		return nil
	}
	return []*Stmt{g.draw()}
}

func (g *gen) spin() *Stmt {
	if g.chance(85) {
		return nil
	}
	return &Stmt{Kind: Spin, E: g.cond(0)}
}

func (g *gen) abort() *Stmt {
	return &Stmt{Kind: If, E: g.cond(1), Body: []*Stmt{{Kind: Abort}}}
}

// standardInput reads a character or a number.
func (g *gen) standardInput() []*Stmt {
	if !g.pr.Stdin || !g.inMain || g.loops > 1 {
		return nil
	}
	if g.chance(50) {
		e := &Expr{Op: Input, Text: "char", Type: intT}
		return []*Stmt{{Kind: Decl, Var: g.newVar("c", intT), E: e}}
	}
	first := &Stmt{Kind: Decl, Var: g.newVar("v", intT), E: lit(int64(g.r.IntN(9)))}
	result := &Stmt{Kind: Decl, Var: g.newVar("r", intT), E: lit(0)}
	return []*Stmt{first, result, {Kind: Scan, Var: first.Var, Place: varPlace(result.Var)}}
}
