package oracle

// places lists the places of integer type in visible objects; index
// expressions are made by index.
func (g *gen) places(want func(*Type) bool) []func() *Expr {
	var out []func() *Expr
	var walk func(t *Type, make func() *Expr)
	walk = func(t *Type, make func() *Expr) {
		switch {
		case want(t):
			out = append(out, make)
		case t.Kind == Arr:
			walk(t.Elem, func() *Expr {
				return &Expr{Op: IndexPlace, Type: t.Elem, Args: []*Expr{make(), g.index(t.Len)}}
			})
		case t.Kind == Rec:
			for _, f := range t.Rec.Fields {
				walk(f.Type, func() *Expr { return &Expr{Op: FieldPlace, Type: f.Type, Field: f, Args: []*Expr{make()}} })
			}
		}
	}
	for _, v := range g.scope {
		walk(v.Type, func() *Expr { return varPlace(v) })
	}
	return out
}

func isInt(t *Type) bool { return t.Kind == Int }

// index is an index for n elements: mostly inside.
func (g *gen) index(n int) *Expr {
	if g.chance(40) {
		return lit(int64(g.r.IntN(n)))
	}
	v := small(g.atom())
	switch k := g.r.IntN(100); {
	case k < 35 && v.Type.Bits < 64:
		return v
	case k < 60:
		return g.bin("&", v, lit(int64(pick(g, []int{1, 3, n - 1, n}))))
	case k < 75:
		m := int64(n)
		if g.chance(20) {
			m++
		}
		return g.bin("&", g.bin("&", v, lit(7)), lit(m-1))
	}
	return lit(int64(g.r.IntN(n)))
}

// scalars are the integer variables.
func (g *gen) scalars(write bool) []*Var {
	var vs []*Var
	for _, v := range g.scope {
		if v.Type.Kind == Int && !(write && g.fixed[v]) {
			vs = append(vs, v)
		}
	}
	return vs
}

// atom is a variable or, without one, a number.
func (g *gen) atom() *Expr {
	if vs := g.scalars(false); len(vs) > 0 {
		return g.read(varPlace(pick(g, vs)))
	}
	return lit(int64(g.r.IntN(8)))
}

var numbers = []int64{0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 32767, 65535, 65536, -1, -2, -7, -128}

// bigNumbers are near the ends of the types.
var bigNumbers = []int64{1<<31 - 1, 1<<31 - 2, 1<<31 - 5, -1 << 31, -1<<31 + 1, -1<<31 + 3, 1 << 30, -1 << 30, 46341, 65537}

func (g *gen) number() *Expr {
	switch k := g.r.IntN(100); {
	case k < 75:
		return lit(pick(g, numbers[:8+g.r.IntN(len(numbers)-8)]))
	case k < 90:
		return lit(pick(g, bigNumbers))
	case k < 94:
		return &Expr{Op: Lit, Type: uintT, Val: pick(g, []int64{0, 1, 7, 1 << 31, 1<<32 - 1})}
	case k < 97:
		return &Expr{Op: Lit, Type: longT, Val: pick(g, []int64{1, 1<<63 - 1, -1 << 63, 1 << 32, -1<<63 + 2})}
	}
	return &Expr{Op: Lit, Type: ulongT, Val: pick(g, []int64{1, 3, -1, 1 << 32})}
}

// operand is what arithmetic that may go wrong is done on.
func (g *gen) operand() *Expr {
	if g.chance(70) {
		return g.atom()
	}
	return g.number()
}

// intExpr is an expression of integer type. Only additions and the like may go
// wrong in it, and go on.
func (g *gen) intExpr(depth int) *Expr {
	if depth <= 0 || g.chance(30) {
		if g.chance(65) {
			return g.atom()
		}
		return g.number()
	}
	switch k := g.r.IntN(100); {
	case k < 25:
		return g.variable(g.bin(pick(g, []string{"+", "-", "*"}), g.intExpr(depth-1), g.intExpr(depth-1)))
	case k < 45:
		return g.variable(g.bin(pick(g, []string{"&", "|", "^"}), g.intExpr(depth-1), g.intExpr(depth-1)))
	case k < 58:
		return g.cond(depth - 1)
	case k < 68:
		return &Expr{Op: Cast, Type: g.intType(), Args: []*Expr{g.intExpr(depth - 1)}}
	case k < 75:
		a := g.atom()
		return &Expr{Op: Un, Text: pick(g, []string{"-", "~"}), Type: a.Type.promoted(), Args: []*Expr{a}}
	case k < 85:
		a, b := g.intExpr(depth-1), g.intExpr(depth-1)
		return &Expr{Op: Cond, Type: common(a.Type, b.Type), Args: []*Expr{g.cond(depth - 1), a, b}}
	case k < 92:
		a := g.atom()
		amount := g.bin("&", g.atom(), lit(int64(a.Type.promoted().Bits-1)))
		if amount.Type.Bits >= 64 {
			amount = &Expr{Op: Cast, Type: intT, Args: []*Expr{amount}}
		}
		return g.bin(pick(g, []string{"<<", ">>"}), a, amount)
	}
	return g.atom()
}

// variable makes sure that a front end has nothing to fold: one side varies.
func (g *gen) variable(e *Expr) *Expr {
	if !constant(e) {
		return e
	}
	a := g.atom()
	if constant(a) {
		return a
	}
	return g.bin(e.Text, a, e.Args[1])
}

func constant(e *Expr) bool {
	if e.Op == Read || e.Op == Call || e.Op == CallPtr || e.Op == VarArgs {
		return false
	}
	for _, a := range e.Args {
		if !constant(a) {
			return false
		}
	}
	return true
}

// cond is a condition.
func (g *gen) cond(depth int) *Expr {
	if depth > 0 && g.chance(25) {
		return g.bin(pick(g, []string{"&&", "||"}), g.cond(depth-1), g.cond(depth-1))
	}
	if g.chance(15) {
		a := g.atom()
		return &Expr{Op: Un, Text: "!", Type: intT, Args: []*Expr{a}}
	}
	a := g.atom()
	if g.chance(25) {
		a = g.variable(g.bin(pick(g, []string{"&", "+", "-", "^"}), a, g.intExpr(depth-1)))
	}
	b := lit(int64(g.r.IntN(9)) - 1)
	if g.pr.Stdin && g.chance(30) {
		b = lit(pick(g, []int64{'7', '0', '-', ' ', 'x', 7, 70, -7}))
	}
	if g.chance(40) {
		b = g.operand()
	}
	return g.bin(pick(g, []string{"<", "<=", ">", ">=", "==", "!="}), a, b)
}

// pointee is a type that pointers point to.
func (g *gen) pointee() *Type {
	if len(g.pr.Records) > 0 && g.pr.Records[0].Name == "struct S" && g.chance(30) {
		return &Type{Kind: Rec, Rec: g.pr.Records[0]}
	}
	return pick(g, []*Type{intT, intT, intT, charT, longT, shortT, uintT})
}

// pointer is an address of an object of type t.
func (g *gen) pointer(t *Type) *Expr {
	pt := ptrTo(t)
	var forms []func() *Expr
	for _, place := range g.places(t.same) {
		forms = append(forms, func() *Expr {
			p := place()
			if root := rootOf(p); root == nil || root.Dirty || p.Field != nil && p.Field.Width > 0 {
				return &Expr{Op: Null, Type: pt}
			}
			return &Expr{Op: Addr, Type: pt, Args: []*Expr{p}}
		})
	}
	for _, v := range g.scope {
		switch {
		case v.Type.Kind == Arr && v.Type.Elem.same(t) && !v.Dirty:
			forms = append(forms, func() *Expr { return &Expr{Op: Decay, Type: pt, Args: []*Expr{varPlace(v)}} })
		case v.Type.pointsTo(t):
			forms = append(forms, func() *Expr { return g.moved(v) })
		}
	}
	for _, place := range g.places(pt.same) {
		forms = append(forms, func() *Expr { return g.read(place()) })
	}
	if g.pr.Heap && t.Kind == Int {
		forms = append(forms, func() *Expr { return g.malloc(t) })
	}
	if g.chance(10) && g.nesting < 2 {
		g.nesting++
		a, b := g.pointer(t), g.pointer(t)
		g.nesting--
		return &Expr{Op: Cond, Type: pt, Args: []*Expr{g.cond(1), a, b}}
	}
	if len(forms) == 0 || g.chance(8) {
		return &Expr{Op: Null, Type: pt}
	}
	return pick(g, forms)()
}

// moved is a pointer variable plus or minus something small.
func (g *gen) moved(v *Var) *Expr {
	e := &Expr{Op: PtrAdd, Type: v.Type, Args: []*Expr{g.read(varPlace(v)), lit(int64(g.r.IntN(4)) - 1)}}
	if v.Type.Elem.Kind == Int && g.chance(25) {
		e.Text = "cast"
		return e
	}
	if g.chance(30) {
		e.Args[1] = small(g.bin("&", g.atom(), lit(3)))
	}
	return e
}

func isPtr(t *Type) bool { return t.Kind == Ptr }

// pointers are the visible variables of pointer type.
func (g *gen) pointers() []*Var {
	var vs []*Var
	for _, v := range g.scope {
		if v.Type.Kind == Ptr {
			vs = append(vs, v)
		}
	}
	return vs
}

// pointerPlace is a visible place of pointer type, nil without one.
func (g *gen) pointerPlace() *Expr {
	ps := g.places(isPtr)
	if len(ps) == 0 {
		return nil
	}
	return pick(g, ps)()
}

// behind is a place of scalar type behind a pointer.
func (g *gen) behind(ptr *Expr) *Expr {
	p := g.read(ptr)
	if p.Type.Elem.Kind == Int && g.chance(15) {
		p = &Expr{Op: Cast, Type: ptrTo(pick(g, []*Type{ucharT, charT, shortT, intT, uintT})), Args: []*Expr{p}}
	}
	if p.Type.Elem.Kind == Rec && g.chance(30) {
		for _, f := range p.Type.Elem.Rec.Fields {
			if f.Type.Kind == Ptr {
				rec := &Expr{Op: DerefPlace, Type: p.Type.Elem, Args: []*Expr{p}}
				p = g.read(&Expr{Op: FieldPlace, Type: f.Type, Field: f, Args: []*Expr{rec}})
			}
		}
	}
	if g.chance(30) {
		p = &Expr{Op: PtrAdd, Type: p.Type, Args: []*Expr{p, g.index(3)}}
	}
	place := &Expr{Op: DerefPlace, Type: p.Type.Elem, Args: []*Expr{p}}
	for place.Type.Kind == Rec {
		var fs []*Field
		for _, f := range place.Type.Rec.Fields {
			if f.Type.Kind == Int || f.Type.Kind == Arr {
				fs = append(fs, f)
			}
		}
		f := pick(g, fs)
		place = &Expr{Op: FieldPlace, Type: f.Type, Field: f, Args: []*Expr{place}}
		if f.Type.Kind == Arr {
			place = &Expr{Op: IndexPlace, Type: f.Type.Elem, Args: []*Expr{place, g.index(f.Type.Len)}}
		}
	}
	return place
}

// malloc is a new block of a few elements of type t.
func (g *gen) malloc(t *Type) *Expr {
	n := lit(int64(1 + g.r.IntN(4)))
	if g.chance(25) {
		n = g.bin("&", g.atom(), lit(3))
	}
	return &Expr{Op: Malloc, Type: ptrTo(t), Val: int64(size(t)), Args: []*Expr{n}}
}
