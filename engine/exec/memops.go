package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// alloca makes a stack object. Each execution makes a new one, and so does
// each lifetime.start: a pointer to the variable's former life dangles.
func alloca(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	ty := &m.Prog.Types[in.Type]
	o := memory.Object{Origin: memory.Stack, Size: ty.Size, Align: uint64(max(in.Align, 1))}
	if len(in.Args) > 0 {
		n := m.val(s, f, in.Args[0])
		w := m.width(s, f, in.Args[0])
		if n.IsInt() {
			o.Size = n.Bits * ty.Size
		} else {
			t := m.sym.ResizeUnsigned(w, m.Prog.PtrBits, m.intTerm(s, n, w))
			o.SizeT = m.Pool.Mul(t, m.size(int(ty.Size)))
			_, o.Size = m.Pool.URange(o.SizeT)
			o.Size = min(o.Size, memory.MaxObject)
		}
	}
	o.Site, o.Name = s.Point(), m.slotName(f, in.Dst)
	s.note(Note{Kind: Made, Obj: m.newLocal(s, f, in.Dst, o)})
	f.IP++
}

func (m *Machine) slotName(f *Frame, r ir.Reg) string {
	if int(r) < len(f.Fn.RegNames) {
		return f.Fn.RegNames[r]
	}
	return ""
}

func (m *Machine) newLocal(s *State, f *Frame, dst ir.Reg, o memory.Object) memory.ObjID {
	id := s.Mem.New(o, false)
	f.owned = append(f.owned, id)
	if dst >= 0 {
		*f.own(dst) = memory.Pointer(id, 0)
	}
	return id
}

// lifetimeStart gives a variable a fresh object unless it is still untouched.
func lifetimeStart(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	p := m.val(s, f, in.Args[0])
	if p.Kind == memory.Ptr && p.Obj != 0 {
		s.note(Note{Kind: At, Obj: p.Obj, K: p.Bits, Off: p.T})
		o := s.Mem.Get(p.Obj)
		switch {
		case o.Origin != memory.Stack:
		case o.Dead || o.Begun || s.Mem.Touched(p.Obj):
			m.rebirth(s, f, p.Obj)
		default:
			s.Mem.Begin(p.Obj)
			s.note(Note{Kind: Made, Obj: p.Obj, Obj2: p.Obj, K: uint64(m.slotOf(f, o))})
		}
	}
	f.IP++
}

// slotOf is the register of a frame's function that holds the address of a
// variable, NoReg if there is none.
func (m *Machine) slotOf(f *Frame, o *memory.Object) ir.Reg {
	if b := m.Prog.Blocks[o.Site.Block]; b.Func == f.Fn.ID {
		return b.Instrs[o.Site.Instr].Dst
	}
	return ir.NoReg
}

// rebirth ends an object's life and gives its slot a new one.
func (m *Machine) rebirth(s *State, f *Frame, old memory.ObjID) {
	o := *s.Mem.Get(old)
	if !o.Dead {
		s.Mem.Kill(old)
	}
	slot := m.slotOf(f, &o)
	id := m.newLocal(s, f, slot, memory.Object{Origin: memory.Stack, Size: o.Size, SizeT: o.SizeT,
		Align: o.Align, Site: o.Site, Name: o.Name, Occ: o.Occ + 1, Begun: true})
	s.note(Note{Kind: Made, Obj: id, Obj2: old, K: uint64(slot)})
	for i, d := range f.owned[:len(f.owned)-1] {
		if d == old { // the dead one needs no second death at return
			f.owned[i] = id
			f.owned = f.owned[:len(f.owned)-1]
			break
		}
	}
}

func lifetimeEnd(m *Machine, s *State, in *ir.Instr) {
	p := m.val(s, s.Top(), in.Args[0])
	if p.Kind == memory.Ptr && p.Obj != 0 {
		s.note(Note{Kind: At, Obj: p.Obj, K: p.Bits, Off: p.T})
		if o := s.Mem.Get(p.Obj); o.Origin == memory.Stack && !o.Dead {
			s.Mem.Kill(p.Obj)
		}
	}
	s.next()
}

// memCopy is memcpy and memmove of the IR: struct assignment and calls of the
// C functions alike. Bytes move as they are, written or not.
func memCopy(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.width(s, f, in.Args[2])
	n := m.sym.ResizeUnsigned(w, m.Prog.PtrBits, m.intTerm(s, m.cooked(s, m.val(s, f, in.Args[2]), w), w))
	m.copyBytes(s, m.val(s, f, in.Args[0]), m.val(s, f, in.Args[1]), n, op.RangesOf(in))
	s.next()
}

// copyBytes moves n bytes between ranges that have to lie in a certain way.
func (m *Machine) copyBytes(s *State, dst, src memory.Value, n term.T, ranges op.Ranges) {
	if m.decide(s, m.Pool.Eq(n, m.size(0)), false) {
		return
	}
	if s.Top().Fn.Model {
		src, dst = m.access(s, src, n, false), m.access(s, dst, n, true)
	} else {
		src, dst = m.accessBy(s, m.located(s, src), n, false, 1), m.accessBy(s, m.located(s, dst), n, true, 0)
	}
	soff, doff := m.settleOffset(s, src), m.settleOffset(s, dst)
	m.unshared(s, src.Obj)
	if ranges != op.Anyhow && src.Obj == dst.Obj {
		if soff != doff && m.overlaps(s, soff, doff, n) {
			m.scramble(s, dst.Obj, doff, n)
			return
		}
		if soff == doff && ranges == op.Apart {
			m.check(s, op.Check[term.T]{Class: op.Overlap, Cond: term.True}, -1)
		}
	}
	k, known := m.Pool.Const(n)
	if !known {
		s.opaque("a copy of unknown length")
		limit := m.largest(s, n, min(s.Mem.Get(src.Obj).Size-soff, s.Mem.Get(dst.Obj).Size-doff))
		m.copyBound(s, src.Obj, soff, n)
		if limit <= uint64(budget.GuardedCopy.N) && s.Mem.CopyGuarded(dst.Obj, doff, src.Obj, soff, n, limit) == nil {
			return
		}
		k = m.settle(s, n)
	}
	m.tooBig(s, max(doff, soff)+k)
	m.inputBound(s, memory.Pointer(src.Obj, soff), int(k))
	s.note(Note{Kind: Copied, Obj: dst.Obj, K: doff, Obj2: src.Obj, K2: soff, N: k})
	s.Mem.Copy(dst.Obj, doff, src.Obj, soff, k)
	m.shareIn(s, dst.Obj)
}

// copyBound notes the input bound that a copy of unknown length may meet.
func (m *Machine) copyBound(s *State, src memory.ObjID, soff uint64, n term.T) {
	if o := s.Mem.Get(src); o.BoundKind != "" {
		past := m.Pool.ULt(m.size(int(o.BoundAt-min(soff, o.BoundAt))), n)
		m.inputBoundIf(s, src, o.BoundAt, past)
	}
}

func (m *Machine) settleOffset(s *State, v memory.Value) uint64 {
	if v.T == term.None {
		return v.Bits
	}
	return m.settle(s, v.T)
}

// largest narrows an upper limit of a term down to what the path allows.
func (m *Machine) largest(s *State, n term.T, limit uint64) uint64 {
	_, hi := m.Pool.URange(n)
	limit = min(limit, hi)
	for c := limit / 2; c > 0 && limit > 16; c /= 2 {
		if a, _ := m.feasible(s, m.Pool.ULt(m.size(int(limit-c)), n)); a == no {
			limit -= c
		}
	}
	return limit
}

// overlaps checks that ranges which must be apart are, and tells whether they
// overlap on this path.
func (m *Machine) overlaps(s *State, soff, doff uint64, n term.T) bool {
	d := max(soff, doff) - min(soff, doff)
	over := m.Pool.ULt(m.size(int(d)), n)
	if over != term.False {
		s.opaque("a copy between ranges that may overlap")
	}
	m.check(s, op.Check[term.T]{Class: op.Overlap, Cond: over}, -1)
	return m.decide(s, over, false)
}

// scramble leaves any bytes in the destination of a copy between overlapping
// ranges.
func (m *Machine) scramble(s *State, dst memory.ObjID, doff uint64, n term.T) {
	k := m.settle(s, n)
	m.tooBig(s, doff+k)
	for i := range k {
		x := m.Pool.Var(8, "overlap")
		s.choice("overlap", x, term.True)
		s.Mem.Store(dst, doff+i, 1, memory.Value{T: x})
	}
}

func memSet(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.width(s, f, in.Args[2])
	n := m.sym.ResizeUnsigned(w, m.Prog.PtrBits, m.intTerm(s, m.cooked(s, m.val(s, f, in.Args[2]), w), w))
	m.fillBytes(s, m.val(s, f, in.Args[0]), m.cooked(s, m.val(s, f, in.Args[1]), 8), n)
	s.next()
}

func (m *Machine) fillBytes(s *State, dst, b memory.Value, n term.T) {
	if m.decide(s, m.Pool.Eq(n, m.size(0)), false) {
		return
	}
	dst = m.access(s, dst, n, true)
	off := m.settleOffset(s, dst)
	k, known := m.Pool.Const(n)
	if !known {
		s.opaque("a fill of unknown length")
		limit := m.largest(s, n, s.Mem.Get(dst.Obj).Size-off)
		if limit <= uint64(budget.GuardedCopy.N) && s.Mem.FillGuarded(dst.Obj, off, b, n, limit) == nil {
			return
		}
		k = m.settle(s, n)
	}
	m.tooBig(s, off+k)
	s.note(Note{Kind: Filled, Obj: dst.Obj, K: off, N: k})
	s.Mem.Fill(dst.Obj, off, k, b)
}

// stackSave and stackRestore bracket the life of variable-length arrays; what a restore
// ends, the program's representation says, so that no run has to know what was saved.
func stackSave(m *Machine, s *State, in *ir.Instr) { m.set(s, in, memory.Null()) }

func stackRestore(_ *Machine, s *State, in *ir.Instr) {
	f := s.top()
	left := make([]memory.ObjID, 0, len(f.owned)) // what the activation still owns
	for _, id := range f.owned {
		o := s.Mem.Get(id)
		if !slices.Contains(in.Ends, o.Site) {
			left = append(left, id)
		} else if !o.Dead {
			s.Mem.Kill(id)
		}
	}
	f.owned = left
	s.next()
}

// cmpXchg and atomicRMW are the atomic operations of a single thread.
func cmpXchg(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	t := m.typeOf(f, in.Args[1])
	w := m.bits(t)
	p := m.access(s, m.val(s, f, in.Args[0]), m.size(m.bytesOf(t)), true)
	old := m.loadScalar(s, p, t, 0)
	want, repl := m.val(s, f, in.Args[1]), m.val(s, f, in.Args[2])
	same := m.Pool.Eq(m.intTerm(s, old, w), m.intTerm(s, want, w))
	done := m.decide(s, same, true)
	if done {
		m.storeValue(s, p, t, repl)
	}
	m.set(s, in, memory.Value{Kind: memory.Agg, Elems: []memory.Value{old, memory.Const(concrete.FromCond(done))}})
}

func atomicRMW(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	w := m.bits(in.Type)
	p := m.access(s, m.val(s, f, in.Args[0]), m.size(m.bytesOf(in.Type)), true)
	old := m.loadScalar(s, p, in.Type, 0)
	arg := m.val(s, f, in.Args[1])
	repl := arg
	if ir.RMWOp(in.Aux) != ir.RMWXchg {
		repl = m.fromTerm(m.rmw(ir.RMWOp(in.Aux), w, m.intTerm(s, old, w), m.intTerm(s, arg, w)))
	}
	m.storeValue(s, p, in.Type, repl)
	m.set(s, in, old)
}

func (m *Machine) rmw(o ir.RMWOp, w int, a, b term.T) term.T {
	if o == ir.RMWNand {
		return m.sym.Xor(w, m.sym.And(w, a, b), m.sym.Const(w, ^uint64(0)))
	}
	plain := map[ir.RMWOp]ir.Opcode{ir.RMWAdd: ir.Add, ir.RMWSub: ir.Sub, ir.RMWAnd: ir.And, ir.RMWOr: ir.Or, ir.RMWXor: ir.Xor,
		ir.RMWMax: ir.SMax, ir.RMWMin: ir.SMin, ir.RMWUMax: ir.UMax, ir.RMWUMin: ir.UMin}[o]
	return op.Binary[term.T, term.T](m.sym, plain, w, a, b)
}
