package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// offset is a pointer's offset as a term.
func (m *Machine) offset(v memory.Value) term.T {
	if v.T != term.None {
		return v.T
	}
	return m.Pool.BV(m.Prog.PtrBits, v.Bits)
}

// asPointer makes sure a value is an address: integers that came from a cast
// are recognised by their object's address variable.
func (m *Machine) asPointer(s *State, v memory.Value) memory.Value {
	v = m.cooked(s, v, m.Prog.PtrBits)
	if v.Kind == memory.Ptr {
		if v.Obj == 0 && v.T != term.None {
			if p, ok := s.Mem.FindBase(v.T); ok {
				return p
			}
		}
		return v
	}
	if v.Kind == memory.Agg {
		m.undecided(s, Instruction, vectors)
	}
	if v.T == term.None {
		return memory.Pointer(0, v.Bits)
	}
	if p, ok := s.Mem.FindBase(v.T); ok {
		return p
	}
	return memory.PointerTerm(m.Pool, 0, v.T)
}

// located is asPointer for an address that is about to be used: one computed
// from an integer (tag bits cleared, bytes put together) lies in an object
// whose address it mentions if no value of it on this path lies outside.
func (m *Machine) located(s *State, v memory.Value) memory.Value {
	v = m.asPointer(s, v)
	if v.Obj != 0 || v.T == term.None {
		return v
	}
	p := m.Pool
	for _, id := range s.Mem.Mentioned(v.T) {
		s.opaque("an address was computed as a number")
		o := s.Mem.Get(id)
		off := p.Sub(v.T, o.Base)
		if outside, _ := m.feasible(s, p.Not(p.ULe(off, s.Mem.SizeTerm(o)))); outside != no {
			continue
		}
		if s.Model != nil {
			k := p.BV(m.Prog.PtrBits, m.evaluator(s.Model).BV(off))
			if other, _ := m.feasible(s, p.Not(p.Eq(off, k))); other == no {
				off = k
			}
		}
		return memory.PointerTerm(p, id, off)
	}
	return v
}

// gep computes an address: base + constant + Σ index·scale, modulo the width.
func gep(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	base := *m.ref(s, f, in.Args[0])
	if base.Kind == memory.Ptr && base.T == term.None && m.sites[f.Block.ID] == nil {
		off := base.Bits + uint64(in.Gep.Const)
		plain := true
		for i := range in.Gep.Terms {
			t := &in.Gep.Terms[i]
			x := m.ref(s, f, in.Args[t.Arg])
			if !x.IsInt() {
				plain = false
				break
			}
			off += uint64(op.Signed(int(t.Bits), x.Bits)) * uint64(t.Scale)
		}
		if plain {
			*f.own(in.Dst) = memory.Pointer(base.Obj, off&ptrMask(m.Prog.PtrBits))
			f.IP++
			return
		}
	}
	m.slowGEP(s, in, f, base)
}

func (m *Machine) slowGEP(s *State, in *ir.Instr, f *Frame, base memory.Value) {
	if m.Prog.Types[in.Type].Kind != ir.Ptr {
		m.stop(s, "vectors of addresses")
	}
	base = m.asPointer(s, base)
	w := m.Prog.PtrBits
	off := m.Pool.Add(m.offset(base), m.Pool.BV(w, uint64(in.Gep.Const)&ptrMask(w)))
	wantIndex := m.wanted(s).Has(op.IndexBound)
	for i := range in.Gep.Terms {
		t := &in.Gep.Terms[i]
		bits := int(t.Bits)
		x := m.intTerm(s, m.cooked(s, *m.ref(s, f, in.Args[t.Arg]), bits), bits)
		if wantIndex && t.Bound >= 0 {
			m.checks = op.IndexChecks(m.sym, bits, x, uint64(t.Bound), m.checks[:0])
			for _, c := range m.checks {
				m.check(s, c, t.Arg)
			}
		}
		x = m.sym.Resize(bits, w, x)
		off = m.Pool.Add(off, m.Pool.Mul(x, m.Pool.BV(w, uint64(t.Scale)&ptrMask(w))))
	}
	v := memory.PointerTerm(m.Pool, base.Obj, off)
	m.checkPointerArithmetic(s, v)
	m.set(s, in, v)
}

// checkPointerArithmetic looks for addresses beyond one past the end, and for those
// that are computed from null and are not null, when a target asks.
func (m *Machine) checkPointerArithmetic(s *State, v memory.Value) {
	if !m.wanted(s).Has(op.PtrOverflow) {
		return
	}
	if v = m.located(s, v); v.Obj == 0 {
		m.check(s, op.Check[term.T]{Class: op.PtrOverflow, Cond: m.Pool.Not(m.Pool.Eq(m.offset(v), m.size(0)))}, -1)
		return
	}
	size := s.Mem.SizeTerm(s.Mem.Get(v.Obj))
	m.check(s, op.Check[term.T]{Class: op.PtrOverflow, Cond: m.Pool.ULt(size, m.offset(v))}, -1)
}

// addressArithmetic keeps addresses in integer registers symbolic where that
// is exact: p + n, p − n, and the difference of two addresses into one object.
func (m *Machine) addressArithmetic(s *State, in *ir.Instr, a, b memory.Value) (memory.Value, bool) {
	pa, pb := a.Kind == memory.Ptr, b.Kind == memory.Ptr
	if !pa && !pb || m.bits(in.Type) != m.Prog.PtrBits {
		return a, false
	}
	w := m.Prog.PtrBits
	if pa != pb && m.leads(s, a, b) {
		return a, false
	}
	s.note(Note{Kind: Pointers, Obj: a.Obj, Obj2: b.Obj})
	switch {
	case in.Op == ir.Sub && pa && pb:
		if a.Obj == b.Obj {
			return m.fromTerm(m.Pool.Sub(m.offset(a), m.offset(b))), true
		}
		m.fromDifferentObjects(s, op.PtrDiff, a, b)
		return a, false
	case in.Op == ir.Sub && pa:
		return memory.PointerTerm(m.Pool, a.Obj, m.Pool.Sub(m.offset(a), m.intTerm(s, b, w))), true
	case in.Op == ir.Add && pa && !pb:
		return memory.PointerTerm(m.Pool, a.Obj, m.Pool.Add(m.offset(a), m.intTerm(s, b, w))), true
	case in.Op == ir.Add && pb && !pa:
		return memory.PointerTerm(m.Pool, b.Obj, m.Pool.Add(m.offset(b), m.intTerm(s, a, w))), true
	}
	return a, false
}

// leads tells that an address plus a number, in integers, may be an address in another object:
// the number is computed with that object's address.
func (m *Machine) leads(s *State, a, b memory.Value) bool {
	n, obj := a, b.Obj
	if a.Kind == memory.Ptr {
		n, obj = b, a.Obj
	}
	if n.T == term.None {
		return false
	}
	return slices.ContainsFunc(s.Mem.Mentioned(n.T), func(id memory.ObjID) bool { return id != obj })
}

func (m *Machine) fromDifferentObjects(s *State, c op.Class, a, b memory.Value) {
	if m.wanted(s).Has(c) {
		m.check(s, op.Check[term.T]{Class: c, Cond: term.True}, -1)
	}
}

func ptrToInt(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	v := m.asPointer(s, m.val(s, f, in.Args[0]))
	to := m.Prog.Types[in.Type].Bits
	if to == m.Prog.PtrBits {
		m.set(s, in, v)
		return
	}
	if v.Obj != 0 {
		s.opaque("an address is used as a number")
	}
	a := s.Mem.Address(v)
	if to < m.Prog.PtrBits {
		m.set(s, in, m.fromTerm(m.sym.Trunc(m.Prog.PtrBits, to, a)))
		return
	}
	m.set(s, in, m.fromTerm(m.Pool.ZExt(a, to)))
}

func intToPtr(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	v := m.val(s, f, in.Args[0])
	from := m.width(s, f, in.Args[0])
	if v.Kind != memory.Ptr && from != m.Prog.PtrBits {
		t := m.intTerm(s, m.cooked(s, v, from), from)
		if from > m.Prog.PtrBits {
			t = m.sym.Trunc(from, m.Prog.PtrBits, t)
		} else {
			t = m.sym.ZExt(from, m.Prog.PtrBits, t)
		}
		v = m.fromTerm(t)
	}
	m.set(s, in, m.asPointer(s, v))
}

// comparePointers compares addresses under the rules of verdicts.md: inside
// one object by offset; pointers to distinct live objects, both inside them,
// differ; everything else by address, which the path condition leaves open.
func (m *Machine) comparePointers(s *State, in *ir.Instr, a, b memory.Value) {
	a, b = m.asPointer(s, a), m.asPointer(s, b)
	s.note(Note{Kind: Pointers, Obj: a.Obj, Obj2: b.Obj})
	w := m.Prog.PtrBits
	if a.Obj == b.Obj {
		m.set(s, in, m.fromTerm(m.compareOffsets(in.Pred, a, b, w)))
		return
	}
	if m.wanted(s).Has(op.DanglingRead) {
		m.dangling(s, a)
		m.dangling(s, b)
	}
	if in.Pred == ir.EQ || in.Pred == ir.NE {
		if m.knownDistinct(s, a, b) {
			if m.sharing(s, a, b) {
				s.opaque("addresses of objects that may touch or share memory are compared")
			}
			m.set(s, in, memory.Const(concrete.FromCond(in.Pred == ir.NE)))
			return
		}
	} else if a.Obj != 0 && b.Obj != 0 {
		m.fromDifferentObjects(s, op.PtrCompare, a, b)
	}
	s.opaque("addresses of different objects are compared")
	c := op.Compare[term.T, term.T](m.sym, in.Pred, w, s.Mem.Address(a), s.Mem.Address(b))
	m.set(s, in, m.fromTerm(c))
}

// compareOffsets orders pointers into one object. Offsets are compared as
// signed distances from its start: objects do not straddle the top of the
// address space, and p − 1 < p although the offset of p may be 0.
func (m *Machine) compareOffsets(p ir.Pred, a, b memory.Value, w int) term.T {
	return op.Compare[term.T, term.T](m.sym, OffsetPredicate(p, a.Obj), w, m.offset(a), m.offset(b))
}

// OffsetPredicate is the predicate that orders the offsets of two addresses in
// one object as p orders the addresses.
func OffsetPredicate(p ir.Pred, o memory.ObjID) ir.Pred {
	if o != 0 {
		switch p {
		case ir.ULT:
			p = ir.SLT
		case ir.ULE:
			p = ir.SLE
		case ir.UGT:
			p = ir.SGT
		case ir.UGE:
			p = ir.SGE
		}
	}
	return p
}

// knownDistinct tells that two pointers of different objects cannot be equal:
// one is null and the other inside a live object (or one past its end), or
// both are inside live objects.
func (m *Machine) knownDistinct(s *State, a, b memory.Value) bool {
	if a.IsNull() {
		a, b = b, a
	}
	if a.Obj == 0 || !m.inside(s, a, b.IsNull()) || m.mayBeSame(s, a, b) {
		return false
	}
	return b.IsNull() || b.Obj != 0 && m.inside(s, b, false)
}

// mayBeSame tells that two addresses in different objects may be one: what unknown code
// made may be a function of the program, and what it freed may be used again; its malloc
// lends parts of the program's memory, and the linker may merge constants.
func (m *Machine) mayBeSame(s *State, a, b memory.Value) bool {
	if a.Obj == 0 || b.Obj == 0 {
		return false
	}
	o, o2 := s.Mem.Get(a.Obj), s.Mem.Get(b.Obj)
	if ir.MayMerge(o.Merged, o2.Merged) {
		return a.T != term.None || b.T != term.None || o.Size-a.Bits == o2.Size-b.Bits
	}
	return memory.MayCoincide(o, o2) || memory.MayFollow(o, o2)
}

// sharing tells that it takes more than two offsets inside their objects to make
// addresses differ.
func (m *Machine) sharing(s *State, a, b memory.Value) bool {
	if a.Obj == 0 || b.Obj == 0 {
		return false
	}
	o, o2 := s.Mem.Get(a.Obj), s.Mem.Get(b.Obj)
	return o.Extent != term.None || o2.Extent != term.None || ir.MayMerge(o.Merged, o2.Merged)
}

// inside reports that a pointer surely points into its live object. The end
// of the object counts when orEnd is set: no object ends at address 0.
func (m *Machine) inside(s *State, v memory.Value, orEnd bool) bool {
	o := s.Mem.Get(v.Obj)
	if o.Dead && !orEnd {
		return false
	}
	if o.SizeT == term.None && v.T == term.None && (o.Extent == term.None || v.Bits == 0) {
		return v.Bits < o.Size || v.Bits == 0 && o.Origin == memory.Code || orEnd && v.Bits <= o.Size
	}
	in := m.Pool.ULt(m.offset(v), s.Mem.Extent(o))
	if orEnd {
		in = m.Pool.ULe(m.offset(v), s.Mem.Extent(o))
	}
	if v.Bits == 0 && v.T == term.None && orEnd {
		return true
	}
	bad, _ := m.feasible(s, m.Pool.Not(in))
	return bad == no
}

// dangling checks a pointer value that is looked at for pointing to a freed or
// dead object.
func (m *Machine) dangling(s *State, v memory.Value) {
	if v.Kind != memory.Ptr || v.Obj == 0 {
		return
	}
	if o := s.Mem.Get(v.Obj); o.Dead {
		m.checkSides(s, op.Check[term.T]{Class: op.DanglingRead, Cond: term.True}, m.released(o), -1)
	}
}
