package cert

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// objects matches the objects of a predicate with those of a state, one to
// one. Static objects match themselves.
type objects struct {
	to   map[uint32]memory.ObjID
	from map[memory.ObjID]uint32
}

func newObjects() *objects { return &objects{map[uint32]memory.ObjID{}, map[memory.ObjID]uint32{}} }

// bind matches two objects; false if either is matched otherwise.
func (m *objects) bind(o uint32, x memory.ObjID) bool {
	if old, ok := m.to[o]; ok {
		return old == x
	}
	if old, ok := m.from[x]; ok {
		return old == o
	}
	m.to[o], m.from[x] = x, o
	return true
}

// object is the state's object for one of a predicate's.
func (c *checker) object(m *objects, o uint32) (memory.ObjID, bool) {
	if _, fixed := c.machine.Fixed(memory.ObjID(o)); fixed {
		return memory.ObjID(o), true
	}
	x, ok := m.to[o]
	return x, ok
}

// demand is what a predicate says about one place.
type demand struct {
	number, written int // index in label.vars, or -1
	offset          int
	holder          int // index in Psi.Holders, or -1
}

func (l *label) demands() (at map[Place]*demand, order []Place) {
	at = map[Place]*demand{}
	of := func(p Place) *demand {
		d := at[p]
		if d == nil {
			d = &demand{-1, -1, -1, -1}
			at[p] = d
			order = append(order, p)
		}
		return d
	}
	for i, v := range l.vars {
		switch v.Role {
		case Number:
			of(v.Place).number = i
		case Offset:
			of(v.Place).offset = i
		case Written:
			of(v.Place).written = i
		}
	}
	for i, h := range l.node.Psi.Holders {
		of(h.Place).holder = i
	}
	return at, order
}

// generic makes the state of which is known only that it satisfies a label:
// what the label does not mention is arbitrary. A reason tells what cannot be
// made.
func (c *checker) generic(l *label) (s *exec.State, why string) {
	c.opaque = map[memory.ObjID]bool{}
	s = c.machine.Generic(l.at, c.facts, l.node.Stdin)
	m := newObjects()
	if !c.variadic(l, s, m) {
		return nil, "variadic arguments in other objects than they are"
	}
	slots := c.slots(l, s)
	for _, dead := range []bool{true, false} { // the dead first: least is known of their addresses
		for i := range l.node.Psi.Objects {
			if o := &l.node.Psi.Objects[i]; o.Dead == dead {
				c.make(l, s, m, o)
			}
		}
	}
	at, order := l.demands()
	if why = c.registers(l, s, m, at, slots); why != "" {
		return nil, why
	}
	if why = c.cells(l, s, m, at, order); why != "" {
		return nil, why
	}
	for _, t := range l.conds {
		x, ok := c.instance(s, m, l, t)
		if !ok {
			return nil, "a condition on a place of another kind"
		}
		if x == term.False {
			c.vacuous = true
		}
		s.Assume(x)
	}
	return s, ""
}

// make makes an object as a label describes it.
func (c *checker) make(l *label, s *exec.State, m *objects, d *Object) {
	if _, ok := m.to[d.ID]; ok {
		return
	}
	o := memory.Object{Size: d.Size, Align: 1, Const: d.Constant, Begun: d.Begun, Name: fmt.Sprintf("o%d", d.ID)}
	o.Origin, _ = originOf(d.Origin)
	if d.Site != nil {
		o.Site, _ = c.places.find(*d.Site)
	}
	if d.AnySize {
		w := c.prog.PtrBits
		o.Size = uint64(1)<<(w-1) - 1
		o.SizeT = c.variable(Place{Object: d.ID}, Size, w)
		s.Assume(c.pool.ULe(o.SizeT, c.pool.BV(w, o.Size)))
	}
	id := s.Mem.New(o, false)
	m.bind(d.ID, id)
	if d.Owner >= 0 {
		s.Give(d.Owner, id)
	}
	if d.Dead {
		s.Mem.Kill(id)
	}
}

// unknown makes an object of which nothing is known, not even whether it is
// alive: a step that looks at it is not checked.
func (c *checker) unknown(s *exec.State, site ir.Point, size uint64) memory.ObjID {
	id := s.Mem.New(memory.Object{Origin: memory.Stack, Size: size, Align: 1, Site: site, Begun: true, Name: "unknown"}, false)
	s.Mem.Kill(id)
	c.opaque[id] = true
	return id
}

// slots gives the registers that hold the address of a local variable an
// object of its own, for the markers of its lifetime; not those whose variable
// may be one of the label's objects.
func (c *checker) slots(l *label, s *exec.State) map[[2]int32]memory.ObjID {
	type variable struct {
		site  ir.Point
		owner int
	}
	taken := map[variable]bool{}
	for _, o := range l.node.Psi.Objects {
		if o.Site != nil && !o.Dead { // markers do the same to all dead ones
			pt, _ := c.places.find(*o.Site)
			taken[variable{pt, o.Owner}] = true
		}
	}
	out := map[[2]int32]memory.ObjID{}
	for d, a := range l.at {
		for _, b := range c.funcAt(a.At).Blocks {
			for i := range b.Instrs {
				in, pt := &b.Instrs[i], ir.Point{Block: b.ID, Instr: int32(i)}
				if in.Op == ir.Alloca && len(in.Args) == 0 && !taken[variable{pt, d}] {
					out[[2]int32{int32(d), int32(in.Dst)}] = c.unknown(s, pt, c.prog.Types[in.Type].Size)
				}
			}
		}
	}
	return out
}

// variadic names the objects of the variadic arguments of frames, which are
// there in every state.
func (c *checker) variadic(l *label, s *exec.State, m *objects) bool {
	for i, a := range s.Activations() {
		if f := l.node.Stack[i].Variadic; f != nil && (!m.bind(f.Stack, a.Stack) || f.Saved != 0 && !m.bind(f.Saved, a.Saved)) {
			return false
		}
	}
	return true
}

// registers gives all registers values.
func (c *checker) registers(l *label, s *exec.State, m *objects, at map[Place]*demand, slots map[[2]int32]memory.ObjID) string {
	for d, a := range l.at {
		fn := c.funcAt(a.At)
		for r := range fn.NumRegs {
			p := Place{Depth: int32(d), Reg: r}
			t := fn.RegTypes[r]
			v := c.arbitrary(p, "", t)
			if x, ok := slots[[2]int32{int32(d), r}]; ok {
				v = memory.Pointer(x, 0)
			}
			if dm := at[p]; dm != nil {
				x, why := c.demanded(l, m, p, dm)
				if why != "" {
					return why
				}
				v = x
			}
			if c.raw != nil && c.raw.of[fn.ID][r] {
				if v = c.copied(l, s, p, at[p], t, v); v.Kind == memory.Agg {
					return "an aggregate that may be uninitialised in part"
				}
			}
			for i := range v.Elems {
				p.Element = int32(i) + 1
				if dm := at[p]; dm != nil {
					x, why := c.demanded(l, m, p, dm)
					if why != "" {
						return why
					}
					v.Elems[i] = x
				}
			}
			s.SetRegister(d, ir.Reg(r), v)
		}
	}
	return ""
}

// copied is a value of type t as a copy of bytes that may be unwritten.
func (c *checker) copied(l *label, s *exec.State, p Place, d *demand, t ir.TypeID, v memory.Value) memory.Value {
	ty := &c.prog.Types[t]
	n, unwritten := int(ty.Store), term.True
	if v.Kind == memory.Agg || n == 0 {
		return v
	}
	if d != nil {
		unwritten = c.unwritten(l, d, p)
	} else if v.Kind == memory.Int && ty.Bits != 8*n && ty.Kind != ir.Ptr {
		v = memory.Value{T: c.variable(p, "bytes", 8*n)}
	}
	if v.Kind == memory.Int && v.T != term.None && c.pool.Width(v.T) != 8*n {
		return memory.Value{Kind: memory.Agg}
	}
	return s.Mem.CopyOf(v, n, unwritten)
}

// arbitrary is any number in place of a register's value. An address among
// them cannot be followed: then the step is not checked. path leads to an
// element of an aggregate.
func (c *checker) arbitrary(p Place, path string, t ir.TypeID) memory.Value {
	ty := &c.prog.Types[t]
	switch ty.Kind {
	case ir.Int, ir.Float:
		return memory.Value{T: c.variable(p, "any"+path, ty.Bits)}
	case ir.Ptr:
		x := c.variable(p, "any"+path, c.prog.PtrBits)
		c.anywhere[x] = true
		return memory.Value{T: x}
	case ir.Struct:
		v := memory.Value{Kind: memory.Agg}
		for i, f := range ty.Fields {
			v.Elems = append(v.Elems, c.arbitrary(p, fmt.Sprintf("%s.%d", path, i), f.Type))
		}
		return v
	case ir.Array, ir.Vector:
		v := memory.Value{Kind: memory.Agg}
		for i := range min(ty.Len, uint64(budget.RegisterElements.N)) {
			v.Elems = append(v.Elems, c.arbitrary(p, fmt.Sprintf("%s.%d", path, i), ty.Elem))
		}
		return v
	}
	return memory.Value{}
}

// demanded is the value of a place of which something is known.
func (c *checker) demanded(l *label, m *objects, p Place, d *demand) (memory.Value, string) {
	w := c.prog.PtrBits
	switch {
	case d.holder >= 0:
		v := memory.Value{Kind: memory.Ptr}
		x, ok := c.object(m, l.node.Psi.Holders[d.holder].Target)
		if t := l.node.Psi.Holders[d.holder].Target; t != 0 && !ok {
			return v, "an address in an object that is not described"
		} else if t != 0 {
			v.Obj = x
		}
		t := c.constantOr(l, d.offset, p, Offset, w)
		if d.offset < 0 && d.number >= 0 {
			t = c.constantOr(l, d.number, p, Number, w)
		}
		if x, ok := c.pool.Const(t); ok {
			v.Bits = x
		} else {
			v.T = t
		}
		return v, ""
	case d.offset >= 0:
		return memory.Value{}, "the offset of an address in an unknown object"
	case d.number >= 0:
		t := c.constantOr(l, d.number, p, Number, int(l.vars[d.number].Width))
		switch {
		case t == term.True:
			return memory.Const(1), ""
		case t == term.False:
			return memory.Const(0), ""
		}
		return memory.Term(c.pool, t), ""
	}
	if w = int(8 * p.Bytes); p.Object == 0 {
		w = c.widthOf(c.funcAt(l.at[p.Depth].At).RegTypes[p.Reg])
	}
	return memory.Value{T: c.variable(p, "any", w)}, "" // only whether it was written is known
}

// constantOr is the number to which a label fixes its variable i, or else the
// variable of a place.
func (c *checker) constantOr(l *label, i int, p Place, role string, w int) term.T {
	if i >= 0 {
		if x, ok := l.values[i]; ok {
			return x
		}
	}
	return c.variable(p, role, w)
}

// variable is the variable for an aspect of a place in generic states; all
// states share them. Numbers of one bit are Bools.
func (c *checker) variable(p Place, role string, w int) term.T {
	if w == 1 {
		w = 0
	}
	k := aspect{p, role, w}
	t, ok := c.vars[k]
	if !ok {
		t = c.pool.Var(w, fmt.Sprintf("%s %+v", role, p))
		c.vars[k] = t
	}
	return t
}

type aspect struct {
	Place
	role  string
	width int
}

// cells puts what a label knows of the bytes of objects into memory. Constant
// static objects hold what they hold.
func (c *checker) cells(l *label, s *exec.State, m *objects, at map[Place]*demand, order []Place) string {
	for i, p := range order {
		if p.Object == 0 {
			continue
		}
		x, ok := c.object(m, p.Object)
		if !ok {
			return "a place in an object that is not described"
		}
		o := s.Mem.Get(x)
		if o.Dead || o.Origin == memory.Code || p.At+uint64(p.Bytes) > o.Size {
			return "a place outside every live object"
		}
		if _, fixed := c.machine.Fixed(x); fixed && o.Const {
			continue
		}
		d := at[p]
		if overlaps(order, i) {
			if d.holder >= 0 || d.offset >= 0 {
				return "an address that overlaps another place"
			}
			c.bytes(s, x, p)
			continue
		}
		v := memory.Value{T: c.variable(p, Number, 8*int(p.Bytes))}
		if d.number >= 0 || d.holder >= 0 || d.offset >= 0 {
			var why string
			if v, why = c.demanded(l, m, p, d); why != "" {
				return why
			}
		}
		s.Mem.Place(x, p.At, int(p.Bytes), v, c.unwritten(l, d, p))
	}
	return ""
}

// unwritten is the condition that a place was never written: true, unless
// something is known about it.
func (c *checker) unwritten(l *label, d *demand, p Place) term.T {
	if d.written < 0 {
		return term.True
	}
	return c.pool.Not(c.constantOr(l, d.written, p, Written, 0))
}

// bytes puts separate bytes into a place that overlaps others.
func (c *checker) bytes(s *exec.State, x memory.ObjID, p Place) {
	for k := range uint64(p.Bytes) {
		q := Place{Object: p.Object, At: p.At + k, Bytes: 1}
		s.Mem.Place(x, q.At, 1, memory.Value{T: c.variable(q, Number, 8)}, c.pool.Not(c.variable(q, Written, 0)))
	}
}

func overlaps(ps []Place, i int) bool {
	for j, q := range ps {
		if p := ps[i]; j != i && q.Object == p.Object && q.At < p.At+uint64(p.Bytes) && p.At < q.At+uint64(q.Bytes) {
			return true
		}
	}
	return false
}

// looksAtUnknown tells whether a path looked at an object that its label does
// not describe, other than by a marker of its lifetime.
func (c *checker) looksAtUnknown(e *exec.Edge) bool {
	if len(c.opaque) == 0 || e == nil {
		return false
	}
	steps, k := e.Steps, 0
	if e.Opaque != "" {
		steps = nil
	}
	for _, st := range steps {
		notes := e.Notes[k:min(k+int(st.Notes), len(e.Notes))]
		k += len(notes)
		if o := c.prog.At(st.Point).Op; o == ir.LifetimeStart || o == ir.LifetimeEnd {
			continue
		}
		if c.mentionsUnknown(notes) {
			return true
		}
	}
	return c.mentionsUnknown(e.Notes[k:])
}

func (c *checker) mentionsUnknown(notes []exec.Note) bool {
	for _, n := range notes {
		if c.opaque[n.Obj] || c.opaque[n.Obj2] {
			return true
		}
	}
	return false
}

// widthOf is the width of a scalar type.
func (c *checker) widthOf(t ir.TypeID) int {
	ty := &c.prog.Types[t]
	if ty.Kind == ir.Ptr {
		return c.prog.PtrBits
	}
	return ty.Bits
}
