package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

var concrete op.Concrete

// binary executes two-operand integer arithmetic. Known values take the
// concrete instance of the semantics, all others the symbolic one.
func binary(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	a, b := m.ref(s, f, in.Args[0]), m.ref(s, f, in.Args[1])
	w := m.Prog.Types[in.Type].Bits
	if a.IsInt() && b.IsInt() && w <= 64 && m.sites[f.Block.ID] == nil && harmless(in.Op, w, b.Bits) {
		if in.Flags&ir.NSW != 0 && wraps(in.Op, w, a.Bits, b.Bits) {
			m.arithmetic(s, in, *a, *b, w)
			return
		}
		*f.own(in.Dst) = memory.Value{Bits: op.Binary[uint64, bool](concrete, in.Op, w, a.Bits, b.Bits)}
		f.IP++
		return
	}
	m.arithmetic(s, in, *a, *b, w)
}

// harmless tells that an operation with a known right operand can neither trap
// nor leave its value open.
func harmless(o ir.Opcode, w int, b uint64) bool {
	switch o {
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		return b != 0 && b != op.Mask(w)
	case ir.Shl, ir.LShr, ir.AShr:
		return b < uint64(w)
	}
	return true
}

// arithmetic is the general case: checks in order, then the value.
func (m *Machine) arithmetic(s *State, in *ir.Instr, a, b memory.Value, w int) {
	a, b = m.cooked(s, a, w), m.cooked(s, b, w)
	if v, ok := m.addressArithmetic(s, in, a, b); ok {
		m.set(s, in, v)
		return
	}
	want := m.wanted(s) | op.SetOf(op.DivByZero, op.DivOverflow)
	if in.Flags&ir.NSW != 0 {
		want |= op.SetOf(op.SignedOverflow)
	}
	x, y := m.intTerm(s, a, w), m.intTerm(s, b, w)
	m.checks = op.ArithmeticChecks(m.sym, in.Op, w, x, y, want, m.checks[:0])
	for i := range m.checks {
		m.check(s, m.checks[i], -1)
	}
	v := op.Binary[term.T, term.T](m.sym, in.Op, w, x, y)
	if any := op.AnyValue[term.T, term.T](m.sym, in.Op, w, y); any != term.False {
		open := m.Pool.Var(boolWidth(w), "shift")
		s.choice("shift", open, any)
		v = m.Pool.Ite(any, open, v)
	}
	m.set(s, in, m.fromTerm(v))
}

// boolWidth is the term width of an LLVM integer width: i1 is Bool.
func boolWidth(w int) int {
	if w == 1 {
		return 0
	}
	return w
}

// wraps tells that a known signed sum, difference or product leaves its type.
func wraps(o ir.Opcode, w int, a, b uint64) bool {
	low, high := op.Leaves[uint64, bool](concrete, o, w, a, b)
	return low || high
}

func unary(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.bits(in.Type)
	v := m.cooked(s, m.val(s, f, in.Args[0]), w)
	if v.IsInt() && w <= 64 {
		m.set(s, in, memory.Const(op.Unary[uint64, bool](concrete, in.Op, w, v.Bits)))
		return
	}
	m.set(s, in, m.fromTerm(op.Unary[term.T, term.T](m.sym, in.Op, w, m.intTerm(s, v, w))))
}

func funnel(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.bits(in.Type)
	var t [3]term.T
	for i := range t {
		t[i] = m.intTerm(s, m.val(s, f, in.Args[i]), w)
	}
	m.set(s, in, m.fromTerm(op.FunnelShift[term.T, term.T](m.sym, in.Op, w, t[0], t[1], t[2])))
}

func overflowing(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.width(s, f, in.Args[0])
	a, b := m.intTerm(s, m.val(s, f, in.Args[0]), w), m.intTerm(s, m.val(s, f, in.Args[1]), w)
	v, c := op.Overflowing[term.T, term.T](m.sym, in.Op, w, a, b)
	m.set(s, in, memory.Value{Kind: memory.Agg, Elems: []memory.Value{m.fromTerm(v), m.fromTerm(c)}})
}

func convert(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	from, to := m.width(s, f, in.Args[0]), m.Prog.Types[in.Type].Bits
	v := m.ref(s, f, in.Args[0])
	if v.IsInt() && from <= 64 && to <= 64 && m.sites[f.Block.ID] == nil {
		x := v.Bits
		switch in.Op {
		case ir.Trunc:
			x &= op.Mask(to)
		case ir.SExt:
			x = concrete.SExt(from, to, x)
		}
		*f.own(in.Dst) = memory.Value{Bits: x}
		f.IP++
		return
	}
	t := m.intTerm(s, m.cooked(s, *v, from), from)
	var r term.T
	switch in.Op {
	case ir.Trunc:
		m.downcast(s, from, to, t)
		r = m.sym.Trunc(from, to, t)
	case ir.ZExt:
		r = m.sym.ZExt(from, to, t)
	default:
		r = m.sym.SExt(from, to, t)
	}
	m.set(s, in, m.fromTerm(r))
}

// downcast checks a narrowing that some target asks about.
func (m *Machine) downcast(s *State, from, to int, t term.T) {
	if !m.wanted(s).Has(op.Downcast) {
		return
	}
	m.checks = op.DowncastChecks(m.sym, from, to, t, true, true, m.checks[:0])
	for i := range m.checks {
		m.check(s, m.checks[i], -1)
	}
}

func compare(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	a, b := m.ref(s, f, in.Args[0]), m.ref(s, f, in.Args[1])
	w := m.width(s, f, in.Args[0])
	if a.IsInt() && b.IsInt() && w <= 64 {
		c := op.Compare[uint64, bool](concrete, in.Pred, w, a.Bits, b.Bits)
		*f.own(in.Dst) = memory.Value{Bits: concrete.FromCond(c)}
		f.IP++
		return
	}
	x, y := m.cooked(s, *a, w), m.cooked(s, *b, w)
	if x.Kind == memory.Ptr || y.Kind == memory.Ptr {
		m.comparePointers(s, in, x, y)
		return
	}
	c := op.Compare[term.T, term.T](m.sym, in.Pred, w, m.intTerm(s, x, w), m.intTerm(s, y, w))
	m.set(s, in, m.fromTerm(c))
}
