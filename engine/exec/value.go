package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// ref is an operand's value, for reading.
func (m *Machine) ref(_ *State, f *Frame, o ir.Operand) *memory.Value {
	if o >= 0 {
		return f.reg(ir.Reg(o))
	}
	return &m.consts[^o]
}

// val is an operand's value. Undefined constants become a fresh unwritten
// value each time they are read.
func (m *Machine) val(s *State, f *Frame, o ir.Operand) memory.Value {
	if o >= 0 {
		return *f.reg(ir.Reg(o))
	}
	if c := &m.Prog.Consts[^o]; c.Kind == ir.CUndef {
		return m.undef(s, c.Type)
	}
	return m.consts[^o]
}

func (m *Machine) undef(s *State, t ir.TypeID) memory.Value {
	ty := &m.Prog.Types[t]
	switch ty.Kind {
	case ir.Struct:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, len(ty.Fields))}
		for i, fl := range ty.Fields {
			v.Elems[i] = m.undef(s, fl.Type)
		}
		return v
	case ir.Array, ir.Vector:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, ty.Len)}
		for i := range v.Elems {
			v.Elems[i] = m.undef(s, ty.Elem)
		}
		return v
	}
	return s.Mem.Undef(int(ty.Store))
}

func (m *Machine) set(s *State, in *ir.Instr, v memory.Value) {
	f := s.top()
	*f.own(in.Dst) = v
	f.IP++
}

func (m *Machine) typeOf(f *Frame, o ir.Operand) ir.TypeID {
	if o >= 0 {
		return f.Fn.RegTypes[o]
	}
	return m.Prog.Consts[^o].Type
}

// width is the width in bits of an operand of integer, pointer or float type.
func (m *Machine) width(_ *State, f *Frame, o ir.Operand) int {
	return m.bits(m.typeOf(f, o))
}

func (m *Machine) bits(t ir.TypeID) int {
	ty := &m.Prog.Types[t]
	if ty.Kind == ir.Ptr {
		return m.Prog.PtrBits
	}
	return ty.Bits
}

// bytesOf is the number of bytes a load or store of the type moves.
func (m *Machine) bytesOf(t ir.TypeID) int { return int(m.Prog.Types[t].Store) }

// intTerm is a value as a term of width w (Bool for 1); addresses become
// numbers, raw copies are read.
func (m *Machine) intTerm(s *State, v memory.Value, w int) term.T {
	if v.Kind == memory.Int {
		if v.T != term.None {
			return v.T
		}
		return m.sym.Const(w, v.Bits)
	}
	switch v.Kind {
	case memory.Raw:
		n := (w + 7) / 8
		return m.sym.Trunc(8*n, w, s.Mem.IntTerm(v, 8*n))
	case memory.Agg:
		m.undecided(s, Instruction, vectors)
	}
	if v.Obj != 0 {
		s.opaque("an address is used as a number")
	}
	return m.sym.Trunc(m.Prog.PtrBits, w, s.Mem.Address(v))
}

// vectors is why operations on SIMD types end a path. Their values only move.
const vectors = "arithmetic on vectors"

// cond is an i1 as a condition.
func (m *Machine) cond(s *State, v memory.Value) term.T { return m.intTerm(s, v, 1) }

// fromTerm makes the value of a term.
func (m *Machine) fromTerm(t term.T) memory.Value { return memory.Term(m.Pool, t) }

// cooked is a register's value with raw copies of n bytes read.
func (m *Machine) cooked(s *State, v memory.Value, w int) memory.Value {
	if v.Kind != memory.Raw {
		return v
	}
	n := (w + 7) / 8
	c := s.Mem.Cook(v, n)
	if c.Kind == memory.Int && w != 8*n {
		return m.fromTerm(m.sym.Trunc(8*n, w, s.Mem.IntTerm(c, 8*n)))
	}
	return c
}

// constants evaluates the program's constant table once the globals have
// their objects.
func (m *Machine) constants(s *State) {
	m.consts = make([]memory.Value, len(m.Prog.Consts))
	for i := range m.Prog.Consts {
		m.consts[i] = m.constant(s, &m.Prog.Consts[i])
	}
}

func (m *Machine) constant(s *State, c *ir.Const) memory.Value {
	switch c.Kind {
	case ir.CInt, ir.CFloat:
		if c.Wide != nil {
			return m.fromTerm(m.Pool.BVBig(m.Prog.Types[c.Type].Bits, c.Wide))
		}
		return memory.Const(c.Bits)
	case ir.CNull:
		return memory.Null()
	case ir.CGlobal:
		if g := &m.Prog.Globals[c.ID]; g.Weak {
			return m.missing(g.Name, c.Offset)
		}
		return memory.Pointer(m.globals[c.ID], uint64(c.Offset)&ptrMask(m.Prog.PtrBits))
	case ir.CFunc:
		if f := m.Prog.Funcs[c.ID]; m.isMissing(f) {
			return m.missing(f.Name, 0)
		}
		return memory.Pointer(m.funcs[c.ID], 0)
	case ir.CBlock: // the address of a label: never 0, never the function's
		return memory.Pointer(m.funcs[c.ID], uint64(c.Offset)+1)
	case ir.CZero:
		return m.zero(c.Type)
	case ir.CAggr:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, len(c.Elems))}
		for i, e := range c.Elems {
			v.Elems[i] = m.constant(s, &m.Prog.Consts[e.ConstIndex()])
		}
		return v
	case ir.CUndef:
		return m.undef(s, c.Type)
	}
	panic("exec: unknown constant")
}

// missing is an address relative to a symbol that is only declared, as weak.
func (m *Machine) missing(name string, offset int64) memory.Value {
	m.Obs.Assumed("the weak symbol " + name + " is defined nowhere: its address is null")
	return memory.Pointer(0, uint64(offset)&ptrMask(m.Prog.PtrBits))
}

func (m *Machine) isMissing(f *ir.Func) bool {
	return f.Weak && len(f.Blocks) == 0 && m.builtin[f.ID] == nil
}

func (m *Machine) zero(t ir.TypeID) memory.Value {
	ty := &m.Prog.Types[t]
	switch ty.Kind {
	case ir.Ptr:
		return memory.Null()
	case ir.Struct:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, len(ty.Fields))}
		for i, fl := range ty.Fields {
			v.Elems[i] = m.zero(fl.Type)
		}
		return v
	case ir.Array, ir.Vector:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, ty.Len)}
		for i := range v.Elems {
			v.Elems[i] = m.zero(ty.Elem)
		}
		return v
	}
	if ty.Bits > 64 {
		return m.fromTerm(m.Pool.BV(ty.Bits, 0))
	}
	return memory.Const(0)
}

func ptrMask(bits int) uint64 { return ^uint64(0) >> (64 - uint(bits)) }

// extractValue and insertValue take aggregates apart and put them together.
func extractValue(m *Machine, s *State, in *ir.Instr) {
	v := m.val(s, s.Top(), in.Args[0])
	for _, i := range in.Path {
		v = v.Elems[i]
	}
	m.set(s, in, v)
}

func insertValue(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	m.set(s, in, inserted(m.val(s, f, in.Args[0]), in.Path, m.val(s, f, in.Args[1])))
}

func inserted(agg memory.Value, path []int32, v memory.Value) memory.Value {
	if len(path) == 0 {
		return v
	}
	elems := append([]memory.Value(nil), agg.Elems...)
	elems[path[0]] = inserted(elems[path[0]], path[1:], v)
	return memory.Value{Kind: memory.Agg, Elems: elems}
}

// move copies a value: pointer casts, no-op casts, freeze.
func move(m *Machine, s *State, in *ir.Instr) {
	v := m.val(s, s.Top(), in.Args[0])
	from, to := &m.Prog.Types[m.typeOf(s.Top(), in.Args[0])], &m.Prog.Types[in.Type]
	if in.Op == ir.Bitcast && (from.Kind == ir.Vector || to.Kind == ir.Vector) {
		m.stop(s, "a vector reinterpreted as another type")
	}
	m.set(s, in, v)
}

// selectValue forks on addresses, aggregates and floats, whose arithmetic needs
// known values; integers become an ite.
func selectValue(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	c := m.cond(s, m.val(s, f, in.Args[0]))
	a, b := m.val(s, f, in.Args[1]), m.val(s, f, in.Args[2])
	number := m.Prog.Types[in.Type].Kind == ir.Int
	if !number && (c == term.True || c == term.False) {
		s.decided(Decision{Kind: DecidedBranch, Holds: c == term.True})
	}
	switch {
	case c == term.True:
		m.set(s, in, a)
	case c == term.False:
		m.set(s, in, b)
	case a.Kind == memory.Int && b.Kind == memory.Int && m.Prog.Types[in.Type].Kind != ir.Float:
		w := m.bits(in.Type)
		m.set(s, in, m.fromTerm(m.Pool.Ite(c, m.intTerm(s, a, w), m.intTerm(s, b, w))))
	case m.decideBranch(s, c):
		m.set(s, in, a)
	default:
		m.set(s, in, b)
	}
}
