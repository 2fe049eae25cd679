package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// float executes floating-point operations. On known values of the two IEEE formats that
// hardware has it computes; a register holds the bits. On others the result is open.
func float(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	m.checkFormat(s, in.Type)
	args, known := make([]uint64, len(in.Args)), true
	for i, a := range in.Args {
		m.checkFormat(s, m.typeOf(f, a))
		w := m.width(s, f, a)
		v := m.cooked(s, m.val(s, f, a), w)
		if signOnly(in) {
			if in.Op == ir.FMath && v.IsInt() {
				m.floatResult(s, in, []uint64{v.Bits})
				return
			}
			m.set(s, in, m.fromTerm(m.changeSign(in, w, m.intTerm(s, v, w))))
			return
		}
		args[i], known = v.Bits, known && v.IsInt()
	}
	if !known {
		m.openFloat(s, in)
		return
	}
	m.floatResult(s, in, args)
}

// floatResult computes an operation on known values.
func (m *Machine) floatResult(s *State, in *ir.Instr, args []uint64) {
	r, ok := op.Float(in, m.width(s, s.Top(), in.Args[0]), m.bits(in.Type), args)
	switch {
	case !ok:
		m.openFloat(s, in)
		return
	case r.Unfused:
		m.Obs.Assumed("floating-point products and sums are rounded one by one: the machine does not fuse them")
	}
	if r.Violated {
		m.check(s, op.Check[term.T]{Class: r.Class, Side: r.Side, Cond: term.True}, -1)
	}
	if r.Open {
		m.set(s, in, m.fresh(s, in.Type, "float-to-int"))
		return
	}
	m.set(s, in, memory.Const(r.Bits))
}

// ByFloat is what decides the results of floating-point operations on values that are not
// known: no replay can be told them.
const ByFloat = "floating-point arithmetic on values that are not known"

// openFloat leaves the result of an operation open, and whether it violates anything.
func (m *Machine) openFloat(s *State, in *ir.Instr) {
	for _, c := range []op.Class{op.FloatToInt, op.NaN, op.Infinite} {
		if mayViolate(in, c) && m.asked(s, c) {
			some := m.decidedBy(s, 1, ByFloat)
			m.check(s, op.Check[term.T]{Class: c, Cond: m.Pool.Eq(some, m.Pool.BV(1, 1))}, -1)
		}
	}
	m.set(s, in, memory.Value{T: m.decidedBy(s, boolWidth(m.bits(in.Type)), ByFloat)})
}

// mayViolate tells the classes that an operation can violate.
func mayViolate(in *ir.Instr, c op.Class) bool {
	converts := in.Op == ir.FPToSI || in.Op == ir.FPToUI
	return converts == (c == op.FloatToInt) && in.Op != ir.FCmp
}

// asked tells that a target asks for a class where a state is.
func (m *Machine) asked(s *State, c op.Class) bool {
	for _, st := range m.sitesAt(m.userPoint(s)) {
		if st.Classes.Has(c) {
			return true
		}
	}
	return false
}

// signOnly tells the operations that touch nothing but the sign bit, so that
// they need not know the value, and leave a signaling NaN one.
func signOnly(in *ir.Instr) bool { return in.Op == ir.FNeg || in.Op == ir.FMath && in.Reason == "fabs" }

func (m *Machine) changeSign(in *ir.Instr, w int, t term.T) term.T {
	if in.Op == ir.FNeg {
		return m.sym.Xor(w, t, m.sym.Const(w, 1<<(w-1)))
	}
	return m.sym.And(w, t, m.sym.Const(w, op.Mask(w-1)))
}

// checkFormat ends the path at types that no operation here knows.
func (m *Machine) checkFormat(s *State, t ir.TypeID) {
	ty := &m.Prog.Types[t]
	if ty.Kind == ir.Float && ty.Bits != 32 && ty.Bits != 64 {
		m.undecided(s, Instruction, "floating-point arithmetic in a format other than float and double")
	}
	if ty.Kind == ir.Vector {
		m.undecided(s, Instruction, vectors)
	}
}
