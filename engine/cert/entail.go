package cert

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// read is the value at a place of a state, with the condition that a part of
// it was never written; ok is false if there is no such place.
func (c *checker) read(s *exec.State, m *objects, p Place) (v memory.Value, unwritten term.T, ok bool) {
	if p.Object == 0 {
		if int(p.Depth) >= s.Depth() || int(p.Reg) >= s.Frame(int(p.Depth)).NumRegs() {
			return v, term.False, false
		}
		v = s.Reg(int(p.Depth), ir.Reg(p.Reg))
		if p.Element > 0 {
			if v.Kind != memory.Agg || int(p.Element) > len(v.Elems) {
				return v, term.False, false
			}
			v = v.Elems[p.Element-1]
		}
		return v, term.False, v.Kind != memory.Agg
	}
	x, ok := c.object(m, p.Object)
	if !ok || x == 0 || p.Bytes <= 0 {
		return v, term.False, false
	}
	o := s.Mem.Get(x)
	if o.Dead || o.Origin == memory.Code || p.At+uint64(p.Bytes) > o.Size || p.At+uint64(p.Bytes) > memory.MaxObject || x == c.machine.Argv() {
		return v, term.False, false
	}
	v, unwritten = s.Mem.Load(x, p.At, int(p.Bytes))
	return v, unwritten, true
}

// value is what a state variable stands for in a state.
func (c *checker) value(s *exec.State, m *objects, v *Variable) (term.T, bool) {
	w := int(v.Width)
	if v.Role == Size {
		x, ok := c.object(m, v.Object)
		if !ok || x == 0 {
			return term.None, false
		}
		return s.Mem.SizeTerm(s.Mem.Get(x)), true
	}
	x, unwritten, ok := c.read(s, m, v.Place)
	if !ok {
		return term.None, false
	}
	if v.Role == Written {
		if x.Kind == memory.Raw && v.Object == 0 {
			unwritten = s.Mem.RawUnwritten(x)
		}
		return c.pool.Not(unwritten), true
	}
	if x.Kind == memory.Raw {
		x = s.Mem.Cook(x, max(1, (w+7)/8))
	}
	if x.Kind != memory.Int && (x.Kind != memory.Ptr || x.Obj != 0 && v.Role != Offset) {
		return term.None, false
	}
	switch {
	case x.T != term.None:
		return x.T, c.pool.Width(x.T) == w && !c.pool.IsArray(x.T)
	case w == 0:
		return c.pool.Bool(x.Bits&1 == 1), true
	}
	return c.pool.BV(w, x.Bits), true
}

// instance is a condition of a label over the values of a state.
func (c *checker) instance(s *exec.State, m *objects, l *label, t term.T) (term.T, bool) {
	vals := map[term.T]term.T{}
	for _, x := range c.pool.Vars(t) {
		for i := range l.vars {
			if l.vars[i].t == x {
				y, ok := c.value(s, m, &l.vars[i].Variable)
				if !ok {
					return term.None, false
				}
				vals[x] = y
			}
		}
	}
	return c.pool.Substitute(t, vals), true
}

// matched finds the objects of a label in a state that stands at its call
// stack: by the holders, from registers and static objects on.
func (c *checker) matched(s *exec.State, as []exec.Activation, l *label) (*objects, bool) {
	m := newObjects()
	for i, f := range l.node.Stack {
		if f.Variadic == nil {
			continue
		}
		if !m.bind(f.Variadic.Stack, as[i].Stack) || f.Variadic.Saved != 0 && !m.bind(f.Variadic.Saved, as[i].Saved) {
			return nil, false
		}
	}
	todo := l.node.Psi.Holders
	for len(todo) > 0 {
		var later []Holder
		for _, h := range todo {
			if _, ok := c.object(m, h.Object); h.Object != 0 && !ok {
				later = append(later, h)
			} else if !c.held(s, m, h) {
				return nil, false
			}
		}
		if len(later) == len(todo) {
			return nil, false
		}
		todo = later
	}
	for i := range l.node.Psi.Objects {
		if x, ok := m.to[l.node.Psi.Objects[i].ID]; !ok || !c.alike(s, &l.node.Psi.Objects[i], x) {
			return nil, false
		}
	}
	return m, true
}

// held tells whether a place holds an address in the object that a holder
// names.
func (c *checker) held(s *exec.State, m *objects, h Holder) bool {
	v, _, ok := c.read(s, m, h.Place)
	if !ok {
		return false
	}
	if v.Kind == memory.Raw {
		v = s.Mem.Cook(v, c.prog.PtrBits/8)
	}
	if v.Kind != memory.Ptr && !v.IsInt() {
		return false
	}
	if h.Target == 0 {
		return v.Kind != memory.Ptr || v.Obj == 0
	}
	if v.Kind != memory.Ptr || v.Obj == 0 {
		return false
	}
	if _, fixed := c.machine.Fixed(memory.ObjID(h.Target)); fixed {
		return v.Obj == memory.ObjID(h.Target)
	}
	if _, fixed := c.machine.Fixed(v.Obj); fixed {
		return false
	}
	return m.bind(h.Target, v.Obj)
}

// alike tells whether an object has the attributes that a label demands.
func (c *checker) alike(s *exec.State, d *Object, x memory.ObjID) bool {
	o := s.Mem.Get(x)
	if c.opaque[x] || OriginName(o.Origin) != d.Origin || o.Dead != d.Dead || o.Const != d.Constant || s.Owner(x) != d.Owner && !d.Dead {
		return false
	}
	if d.AnySize != (o.SizeT != term.None) || !d.AnySize && o.Size != d.Size {
		return false
	}
	if o.Origin == memory.Stack && !d.Dead && o.Begun != d.Begun {
		return false
	}
	if d.Site != nil {
		pt, err := c.places.find(*d.Site)
		return err == nil && pt == o.Site
	}
	return true
}

// satisfies tells whether every concrete state that a state stands for
// satisfies a label.
func (c *checker) satisfies(s *exec.State, as []exec.Activation, l *label) bool {
	if l.node.Bounded && !within(s, as, l) {
		return false
	}
	m, ok := c.matched(s, as, l)
	if !ok {
		return false
	}
	open := []term.T{}
	for _, t := range l.conds {
		x, ok := c.instance(s, m, l, t)
		if !ok || x == term.False || s.Model != nil && x != term.True && !c.machine.Evaluate(s.Model, x) {
			return false
		}
		if x != term.True {
			open = append(open, x)
		}
	}
	for _, x := range open {
		if !c.entails(s, x) {
			return false
		}
	}
	return true
}

// entails tells whether the path condition of a state implies a condition.
func (c *checker) entails(s *exec.State, t term.T) bool {
	as := append(append([]term.T(nil), s.PC()...), c.pool.Not(t))
	return c.solver.Check(c.ctx, as, c.machine.Config.QueryLimits).Status == solver.Unsat
}

// within tells that a state has no more of the bounds left than the node of a
// bounded label had.
func within(s *exec.State, as []exec.Activation, l *label) bool {
	if s.StdinLength() < l.node.Stdin {
		return false
	}
	for i, f := range l.node.Stack {
		for _, t := range f.Turns {
			if have := turnsOf(as[i], t.Head); have.N < t.N || have.N == t.N && t.Forked && !have.Forked {
				return false
			}
		}
	}
	return true
}

func turnsOf(a exec.Activation, head int32) exec.Turn {
	for _, t := range a.Turns {
		if t.Head == head {
			return t
		}
	}
	return exec.Turn{}
}
