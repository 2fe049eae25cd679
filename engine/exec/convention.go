package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// match fits the arguments to the function that a call reached: through a
// pointer of another type, or without prototype, they may differ. Integers and
// addresses share registers, so their widths may differ; everything else is a
// call of the wrong type. Arguments too many are harmless.
func (m *Machine) match(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	if len(args) < len(fn.Params) {
		m.fail(s, op.BadCall, -1)
	}
	for i := range fn.Params {
		p, a := &fn.Params[i], &in.Call.Args[i]
		if p.Type == a.Type && p.ByVal == a.ByVal {
			continue
		}
		if (p.ByVal >= 0) != (a.ByVal >= 0) || !m.compatible(a.Type, p.Type) ||
			p.ByVal >= 0 && m.Prog.Types[p.ByVal].Size != m.Prog.Types[a.ByVal].Size {
			m.fail(s, op.BadCall, -1)
		}
		args[i] = m.refit(s, args[i], a.Type, p.Type)
	}
	if in.Dst >= 0 && fn.Ret != in.Type && m.Prog.Types[fn.Ret].Kind != ir.Void && !m.compatible(fn.Ret, in.Type) {
		m.fail(s, op.BadCall, -1)
	}
}

// compatible tells that a value of one type arrives where another is expected.
func (m *Machine) compatible(from, to ir.TypeID) bool {
	a, b := &m.Prog.Types[from], &m.Prog.Types[to]
	if scalar(a) && scalar(b) {
		limit := m.Prog.PtrBits // wider ones take two registers or slots
		return m.bits(from) == m.bits(to) || m.bits(from) <= limit && m.bits(to) <= limit
	}
	if a.Kind != b.Kind || a.Bits != b.Bits || a.Size != b.Size || a.Len != b.Len || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		x, y := a.Fields[i].Type, b.Fields[i].Type
		if m.Prog.Types[x].Size != m.Prog.Types[y].Size || !m.compatible(x, y) {
			return false
		}
	}
	return a.Len == 0 || m.Prog.Types[a.Elem].Size == m.Prog.Types[b.Elem].Size && m.compatible(a.Elem, b.Elem)
}

func scalar(t *ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Ptr }

// refit makes a value of one of two compatible types one of the other.
func (m *Machine) refit(s *State, v memory.Value, from, to ir.TypeID) memory.Value {
	if from == to || !scalar(&m.Prog.Types[to]) {
		return v
	}
	return m.refitted(s, v, m.bits(from), &m.Prog.Types[to])
}

// refitted makes a number or address of fw bits one of a scalar type. The
// upper bits of a register that received a narrower value are any.
func (m *Machine) refitted(s *State, v memory.Value, fw int, to *ir.Type) memory.Value {
	tw := to.Bits
	if to.Kind == ir.Ptr {
		tw = m.Prog.PtrBits
	}
	if fw != tw {
		t := m.intTerm(s, m.cooked(s, v, fw), fw)
		switch {
		case fw > tw:
			t = m.sym.Trunc(fw, tw, t)
		case fw == 1 && tw <= 8:
			t = m.sym.ZExt(fw, tw, t)
		default:
			low := max(fw, 8)
			upper := m.Pool.Var(tw-low, "upper")
			s.choice("havoc", upper, term.True)
			t = m.Pool.Concat(upper, m.sym.ZExt(fw, low, t))
		}
		v = m.fromTerm(t)
	}
	if to.Kind == ir.Ptr {
		return m.asPointer(s, v)
	}
	return v
}

// returned fits a result to the type that the call expects; a function
// without result leaves an unwritten one.
func (m *Machine) returned(s *State, v memory.Value, from, to ir.TypeID) memory.Value {
	if m.Prog.Types[from].Kind == ir.Void {
		return m.undef(s, to)
	}
	return m.refit(s, v, from, to)
}
