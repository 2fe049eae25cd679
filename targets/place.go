package targets

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/targets/acsl"
)

// addr reports whether operand o is the address of the place e.
func (m *matcher) addr(e acsl.Expr, o ir.Operand) match {
	e = acsl.StripCasts(e)
	if u, ok := e.(*acsl.Unary); ok && u.Op == "*" {
		return m.value(u.X, o)
	}
	if best := m.unionMember(e, o); best != no {
		return best
	}
	o = m.strip(o)
	if o.IsConst() {
		return m.constAddr(e, o)
	}
	d := m.def(o)
	switch {
	case d == nil || d.Op == ir.Alloca:
		id, ok := e.(*acsl.Ident)
		if !ok {
			return no
		}
		return m.variable(id.Name, ir.Reg(o))
	case d.Op == ir.GEP:
		return m.steps(e, d, len(d.Gep.Steps))
	}
	return no
}

// variable reports whether a register is the address of a local variable.
func (m *matcher) variable(name string, r ir.Reg) match {
	slot, ok := m.slots[r]
	if !ok {
		return no
	}
	if slot == "retval" && name == "__retres" {
		return yes
	}
	return m.meant.take(name, meaning{operand: ir.Operand(r)}, m.sameName(name, slot))
}

// sameName compares a name of Frama-C with one of the source. Frama-C numbers
// variables of which the name is taken already (x_0), also by a name that it has numbered, and
// calls the static x of function f f_x; such names are exact only if nothing else can have them.
func (m *matcher) sameName(framac, source string) match {
	base := unnumbered(framac)
	switch {
	case framac == source && (base != "" && (m.declares(base) || m.isGlobal(base)) || temporary(framac)):
		return maybe
	case framac == source:
		return yes
	case base != "" && base == source:
		return maybe
	}
	return no
}

// unnumbered is the name that Frama-C may have put a number behind, "" if there is none.
func unnumbered(name string) string {
	base, digits, ok := cutLast(name, '_')
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return base
}

// isGlobal reports whether a global variable or a function of the program has a name.
func (m *matcher) isGlobal(name string) bool {
	return slices.ContainsFunc(m.p.Globals, func(g ir.Global) bool { return g.Name == name || g.Source == name }) ||
		slices.ContainsFunc(m.p.Funcs, func(f *ir.Func) bool { return f.Source == name })
}

// cutLast cuts around the last separator.
func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// global reports whether a global variable has the name.
func (m *matcher) global(name string, g *ir.Global) match {
	return m.meant.take(name, meaning{symbol: g.Name}, m.globalName(name, g))
}

func (m *matcher) globalName(name string, g *ir.Global) match {
	if g.Source != "" && g.Source == name || g.Name == name {
		return yes
	}
	if fn, static, ok := strings.Cut(g.Name, "."); ok && fn+"_"+static == name {
		return yes
	}
	if g.Source == "" {
		return m.sameName(name, g.Name)
	}
	return m.sameName(name, g.Source)
}

// unionMember handles members of unions, which are casts of the union's
// address that clang names after the member.
func (m *matcher) unionMember(e acsl.Expr, o ir.Operand) match {
	f, ok := e.(*acsl.Field)
	d := m.def(o)
	if !ok || d == nil || d.Op != ir.Mov {
		return no
	}
	if hint := m.hint(d.Dst); hint != f.Name && !numbered(hint, f.Name) {
		return no
	}
	return m.base(f, d.Args[0])
}

// base reports whether o is the address of the aggregate that e is a member of.
func (m *matcher) base(e *acsl.Field, o ir.Operand) match {
	if e.Arrow {
		return m.value(e.X, o)
	}
	return m.addr(e.X, o)
}

// steps reports whether the first n steps of an address computation lead to e.
func (m *matcher) steps(e acsl.Expr, d *ir.Instr, n int) match {
	e = acsl.StripCasts(e)
	if u, ok := e.(*acsl.Unary); ok && u.Op == "*" {
		e = dereference(u)
	}
	if n == 0 {
		return m.addr(e, d.Args[0])
	}
	step := d.Gep.Steps[n-1]
	if step.Field >= 0 {
		return m.fieldStep(e, d, n)
	}
	if n == 1 {
		return m.firstStep(e, d)
	}
	if x, ok := e.(*acsl.Index); ok {
		return m.value(x.I, d.Args[step.Arg]).and(m.steps(x.X, d, n-1))
	}
	if m.zero(d.Args[step.Arg]) { // an array stands for its first element
		return m.steps(e, d, n-1)
	}
	return no
}

// dereference writes *(p + i) as p[i], the form that steps compares.
func dereference(u *acsl.Unary) acsl.Expr {
	if b, ok := acsl.StripCasts(u.X).(*acsl.Binary); ok && b.Op == "+" {
		return &acsl.Index{X: b.X, I: b.Y}
	}
	return u
}

func (m *matcher) fieldStep(e acsl.Expr, d *ir.Instr, n int) match {
	f, ok := e.(*acsl.Field)
	if !ok {
		return no
	}
	name := m.fields.is(m.p, stepType(m.p, d.Gep, n-1), d.Gep.Steps[n-1].Field, f.Name)
	if name == no {
		return no
	}
	if !f.Arrow {
		return name.and(m.steps(f.X, d, n-1))
	}
	if n != 2 || d.Gep.Steps[0].Field >= 0 || !m.zero(d.Args[d.Gep.Steps[0].Arg]) {
		return no
	}
	return name.and(m.value(f.X, d.Args[0]))
}

// firstStep compares the step over the pointer itself: p[i], or *p for 0.
func (m *matcher) firstStep(e acsl.Expr, d *ir.Instr) match {
	index := d.Args[d.Gep.Steps[0].Arg]
	best := no
	if x, ok := e.(*acsl.Index); ok {
		best = m.value(x.I, index).and(m.value(x.X, d.Args[0]))
	}
	if m.zero(index) {
		best = best.or(m.addr(e, d.Args[0]))
	}
	return best
}

// constAddr compares a place with a constant address: a global and an offset.
func (m *matcher) constAddr(e acsl.Expr, o ir.Operand) match {
	c := &m.p.Consts[o.ConstIndex()]
	if c.Kind == ir.CFunc {
		if id, ok := e.(*acsl.Ident); ok {
			return m.sameName(id.Name, m.p.Funcs[c.ID].Source)
		}
		return no
	}
	if c.Kind != ir.CGlobal {
		return no
	}
	g := &m.p.Globals[c.ID]
	offset, _, root, ok := m.layout(e, g)
	if !ok {
		return root.and(maybe)
	}
	return root.and(truth(offset == c.Offset))
}

// layout computes the offset and type of a place inside a global. root says
// whether the place is at a constant offset in that global at all; ok is false
// if the offset is not known because a member is not known by name.
func (m *matcher) layout(e acsl.Expr, g *ir.Global) (offset int64, typ ir.TypeID, root match, ok bool) {
	switch e := acsl.StripCasts(e).(type) {
	case *acsl.Ident:
		return 0, g.Type, m.global(e.Name, g), true
	case *acsl.Unary:
		if e.Op == "*" {
			if x, isIndex := dereference(e).(*acsl.Index); isIndex {
				return m.layout(x, g)
			}
		}
		return 0, 0, no, false
	case *acsl.Index:
		offset, typ, root, ok = m.layout(e.X, g)
		n, isNumber := acsl.StripCasts(e.I).(*acsl.Number)
		if !isNumber || n.Val == nil {
			return 0, 0, no, false
		}
		if root == no || !ok || m.p.Types[typ].Kind != ir.Array {
			return 0, 0, root, false
		}
		elem := m.p.Types[typ].Elem
		return offset + n.Val.Int64()*int64(m.p.Types[elem].Size), elem, root, true
	case *acsl.Field:
		if e.Arrow {
			return 0, 0, no, false
		}
		offset, typ, root, ok = m.layout(e.X, g)
		if root == no || !ok || m.p.Types[typ].Kind != ir.Struct {
			return 0, 0, root, false
		}
		i, found := m.fields.index(m.p, typ, e.Name)
		if !found {
			return 0, 0, root, false
		}
		f := m.p.Types[typ].Fields[i]
		return offset + int64(f.Offset), f.Type, root, true
	}
	return 0, 0, no, false
}
