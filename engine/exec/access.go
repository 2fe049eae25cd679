package exec

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// access checks that n bytes may be read or written through a pointer, in the
// order null, lifetime, bounds, constness, and returns the pointer resolved to
// a live object with the access inside it.
func (m *Machine) access(s *State, v memory.Value, n term.T, write bool) memory.Value {
	v = m.located(s, v)
	return m.accessBy(s, v, n, write, m.through(s, v))
}

// accessBy is access through a located pointer that is a certain argument.
func (m *Machine) accessBy(s *State, v memory.Value, n term.T, write bool, arg int32) memory.Value {
	s.accessAt(m, v, n)
	if v.Obj == 0 {
		m.badAddress(s, v, arg)
	}
	o := s.Mem.Get(v.Obj)
	if o.Dead {
		m.failSide(s, op.DeadAccess, m.released(o), arg)
	}
	if o.Origin == memory.Code {
		m.failSide(s, op.ForeignAccess, term.False, arg)
	}
	m.freed(s, o, op.DeadAccess, arg)
	if size, _ := m.Pool.Const(n); o.Library && looksInside(s, size) {
		m.stop(s, op.LooksInside)
	}
	m.bounds(s, o, v, n, arg)
	if write && v.Obj == m.argv {
		m.stop(s, "a write into argv")
	}
	if write && o.Const {
		m.failSide(s, op.ConstWrite, m.Pool.Bool(o.Origin == memory.Static && m.Prog.Globals[o.Glob].Private), arg)
	}
	return v
}

// looksInside tells that an access to n bytes of what a library model has for itself is none of
// the model's: the program's own, or one of a function that takes memory byte by byte or as a
// whole. Those of the models are to members, none of which is a byte.
func looksInside(s *State, n uint64) bool {
	f := s.top()
	return !f.Fn.Model || f.Block.Instrs[f.IP].Op == ir.Call || n == 1
}

// freed checks that unknown code has not ended the life of an object.
func (m *Machine) freed(s *State, o *memory.Object, c op.Class, arg int32) {
	if o.FreedIf != term.None {
		s.opaque("unknown code may have freed an object")
		m.checkSides(s, op.Check[term.T]{Class: c, Cond: o.FreedIf}, m.released(o), arg)
	}
}

// released tells, of an object whose life has ended, that it was freed, and is no variable.
func (m *Machine) released(o *memory.Object) term.T { return m.Pool.Bool(o.Origin == memory.Heap) }

// through is the number of the argument that an access is made through, where the user's
// code hands pointers to something that accesses memory for it: a library model, a copy
// or a fill. It is the one that points into the object accessed; -1, any, where that is
// none of them or several, or where one of them is no plain pointer.
func (m *Machine) through(s *State, v memory.Value) int32 {
	pt := m.userPoint(s)
	if m.sitesAt(pt) == nil || v.Obj == 0 && v.T != term.None {
		return -1
	}
	i := len(s.frames) - 1
	for i > 0 && s.frames[i].Fn.Model {
		i--
	}
	f := s.frames[i]
	var args []ir.Operand
	switch in := &f.Block.Instrs[pt.Instr]; in.Op {
	case ir.Call:
		for _, a := range in.Call.Args {
			args = append(args, a.Val)
		}
	case ir.MemCpy, ir.MemMove, ir.MemSet:
		args = in.Args
	}
	found := int32(-1)
	for k, o := range args {
		switch a := m.ref(s, f, o); {
		case a.Kind == memory.Raw, a.Kind == memory.Ptr && a.Obj == 0 && a.T != term.None, a.Kind == memory.Ptr && a.Obj == v.Obj && found >= 0:
			return -1
		case a.Kind == memory.Ptr && a.Obj == v.Obj:
			found = int32(k)
		}
	}
	return found
}

// badAddress ends the path at an access through no object: null (with a field
// offset below the first page), or an address made from an integer.
func (m *Machine) badAddress(s *State, v memory.Value, arg int32) {
	if v.T == term.None {
		if v.Bits < NullPage {
			m.fail(s, op.NullAccess, arg)
		}
		m.failSide(s, op.ForeignAccess, term.False, arg)
	}
	null := m.Pool.ULt(v.T, m.Pool.BV(m.Prog.PtrBits, NullPage))
	m.check(s, op.Check[term.T]{Class: op.NullAccess, Cond: null}, arg)
	if m.namesNothing(s, v.T) {
		m.failSide(s, op.ForeignAccess, term.False, arg)
	}
	m.stop(s, "an access through an address computed from an integer")
}

// namesNothing tells that an address comes from numbers alone, those that are read or bytes that
// nothing wrote: it has no provenance, and names no object (verdicts.md, Provenance).
func (m *Machine) namesNothing(s *State, t term.T) bool {
	if !m.entersMain() {
		return false
	}
	var numbers map[term.T]bool
	for _, v := range m.Pool.Vars(t) {
		if _, _, unwritten := m.arena.Unwritten(v); unwritten {
			continue
		}
		if numbers == nil {
			numbers = s.numbers()
		}
		if !numbers[v] {
			return false
		}
	}
	return true
}

// numbers are the values that a path was told by its input.
func (s *State) numbers() map[term.T]bool {
	told := map[term.T]bool{}
	for _, in := range s.inputs {
		switch in.Kind {
		case StdinByte, StdinConv, StdinReal, Fed, ArgCount, ArgByte:
			if in.Value != term.None {
				told[in.Value] = true
			}
			for _, b := range in.Bytes {
				told[b] = true
			}
		}
	}
	return told
}

// NullPage is the size of the page at address 0, which is never mapped.
const NullPage = 4096

// bounds checks off + n ≤ size without wrap-around. An object that is no larger
// than an input bound allows may be larger beyond it, and hold the access.
func (m *Machine) bounds(s *State, o *memory.Object, v memory.Value, n term.T, arg int32) {
	if v.T == term.None && o.SizeT == term.None {
		if k, ok := m.Pool.Const(n); ok {
			if k <= o.Size && v.Bits <= o.Size-k {
				return
			}
			m.inputBoundIf(s, v.Obj, o.BoundAt, term.True)
			m.failSide(s, op.OutOfBounds, m.Pool.Bool(int64(v.Bits) < 0), arg)
		}
	}
	p := m.Pool
	size, off := s.Mem.SizeTerm(o), m.offset(v)
	ok := p.And(p.ULe(n, size), p.ULe(off, p.Sub(size, n)))
	m.inputBoundIf(s, v.Obj, o.BoundAt, p.Not(ok))
	m.checkSides(s, op.Check[term.T]{Class: op.OutOfBounds, Cond: p.Not(ok)}, p.SLt(off, m.size(0)), arg)
}

// size is a byte count as a term of pointer width.
func (m *Machine) size(n int) term.T { return m.Pool.BV(m.Prog.PtrBits, uint64(n)) }

// window bounds a symbolic offset of an access of n bytes that passed its
// bounds check: the object's size, the term's own range, its alignment, and
// for wide windows the path condition.
func (m *Machine) window(s *State, v memory.Value, n int) memory.Window {
	o := s.Mem.Get(v.Obj)
	lo, hi := m.Pool.URange(v.T)
	if last := o.Size - uint64(n); hi > last {
		hi = last
	}
	if lo > hi {
		lo = 0
	}
	zeros, ones := m.Pool.KnownBits(v.T)
	stride := uint64(1)
	for stride < pageStride && (zeros|ones)&(2*stride-1) == 2*stride-1 {
		stride *= 2
	}
	rest := ones & (stride - 1)
	lo = align(lo, stride, rest)
	if hi >= lo {
		hi = lo + (hi-lo)/stride*stride
	} else {
		hi = lo
	}
	return m.narrow(s, v.T, memory.Window{Lo: lo, Hi: hi, Stride: stride})
}

const pageStride = 4096

func align(lo, stride, rest uint64) uint64 {
	return lo + (rest-lo)&(stride-1)
}

// narrow halves a wide window while the path condition rules out one half.
func (m *Machine) narrow(s *State, t term.T, w memory.Window) memory.Window {
	p := m.Pool
	for w.Count() > 16 {
		mid := w.Lo + w.Count()/2*w.Stride
		above := p.Not(p.ULt(t, p.BV(m.Prog.PtrBits, mid)))
		if a, _ := m.feasible(s, above); a == no {
			w.Hi = mid - w.Stride
			continue
		}
		if a, _ := m.feasible(s, p.Not(above)); a == no {
			w.Lo = mid
			continue
		}
		break
	}
	return w
}

// accessKnown is access for a known number of bytes, with the common case of a
// known address inside a live object up front.
func (m *Machine) accessKnown(s *State, v memory.Value, n int, write bool) memory.Value {
	if v.Kind == memory.Ptr && v.Obj != 0 && v.T == term.None {
		o := s.Mem.Get(v.Obj)
		if !o.Dead && o.FreedIf == term.None && o.SizeT == term.None && o.Size >= uint64(n) && v.Bits <= o.Size-uint64(n) &&
			o.Origin != memory.Code && !(write && o.Const) && !(o.Library && looksInside(s, uint64(n))) {
			s.note(Note{Kind: At, Obj: v.Obj, K: v.Bits, N: uint64(n)})
			return v
		}
	}
	return m.access(s, v, m.size(n), write)
}

func load(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	ty := &m.Prog.Types[in.Type]
	p := m.accessKnown(s, *m.ref(s, f, in.Args[0]), int(ty.Store), false)
	if s.shared > 0 && s.Mem.Get(p.Obj).Shared {
		m.set(s, in, m.sharedRead(s, in.Type))
		return
	}
	if in.Flags&ir.Volatile != 0 && !m.Config.VolatileMemory && !f.Fn.Model {
		m.set(s, in, m.fresh(s, in.Type, "volatile"))
		return
	}
	switch ty.Kind {
	case ir.Struct, ir.Array, ir.Vector:
		m.set(s, in, m.loadAggregate(s, p, in.Type, in.Flags))
		return
	case ir.Int:
		if p.T == term.None && in.Flags&(ir.RawCopy|ir.Bool) == 0 && p.Obj != m.argv && ty.Bits == 8*int(ty.Store) {
			if v, u := s.Mem.Load(p.Obj, p.Bits, int(ty.Store)); u == term.False && v.IsInt() {
				m.inputBound(s, p, int(ty.Store)) // the end of a text is known
				*f.own(in.Dst) = v
				f.IP++
				return
			}
		}
	}
	m.set(s, in, m.loadScalar(s, p, in.Type, in.Flags))
}

// sharedRead is what is read of an object that other code may change at the same time.
func (m *Machine) sharedRead(s *State, t ir.TypeID) memory.Value {
	s.opaque("a read of what other code may change at the same time")
	made := Input{Kind: Choice, Key: "havoc", By: "code that runs at the same time", Point: m.userPoint(s)}
	first := len(s.inputs)
	v := m.fresh(s, t, "havoc")
	for _, c := range s.inputs[first:] {
		made.Made = append(made.Made, c.Value)
	}
	s.inputs = append(s.inputs, made)
	return v
}

// loadScalar reads a value that access has admitted.
func (m *Machine) loadScalar(s *State, p memory.Value, t ir.TypeID, fl ir.Flags) memory.Value {
	n := m.bytesOf(t)
	if p.Obj == m.argv && m.argv != 0 {
		return m.argument(s, p)
	}
	if p.T != term.None {
		return m.loadAt(s, p, t, fl)
	}
	m.inputBound(s, p, n)
	if fl&ir.RawCopy != 0 {
		return m.typed(s, s.Mem.LoadRaw(p.Obj, p.Bits, n), t)
	}
	v, u := s.Mem.Load(p.Obj, p.Bits, n)
	return m.loaded(s, v, u, t, fl)
}

// loaded makes the checks on a value that was read.
func (m *Machine) loaded(s *State, v memory.Value, u term.T, t ir.TypeID, fl ir.Flags) memory.Value {
	if u != term.False {
		m.reading(s, v, op.Check[term.T]{Class: op.UninitRead, Cond: u})
	}
	m.dangling(s, v)
	if fl&ir.Bool != 0 {
		v = m.boolByte(s, v)
	}
	return m.typed(s, v, t)
}

// boolByte is the byte of a _Bool object; one above 1 reads as any bool.
func (m *Machine) boolByte(s *State, v memory.Value) memory.Value {
	b := m.intTerm(s, v, 8)
	bad := m.Pool.ULt(m.Pool.BV(8, 1), b)
	if bad == term.False {
		return v
	}
	m.check(s, op.Check[term.T]{Class: op.BoolValue, Cond: bad}, -1)
	any := m.Pool.Var(0, "bool")
	s.choice("bool", any, bad)
	return m.fromTerm(m.Pool.Ite(bad, m.Pool.BoolToBV(any, 8), b))
}

// typed fits what memory returned to the register's type: integers of odd
// width lose their padding, numbers become addresses where they are.
func (m *Machine) typed(s *State, v memory.Value, t ir.TypeID) memory.Value {
	ty := &m.Prog.Types[t]
	switch {
	case ty.Kind == ir.Ptr:
		if v.Kind == memory.Raw {
			return v
		}
		return m.asPointer(s, v)
	case v.Kind == memory.Int && ty.Bits != 8*m.bytesOf(t):
		return m.fromTerm(m.sym.Trunc(8*m.bytesOf(t), ty.Bits, m.intTerm(s, v, 8*m.bytesOf(t))))
	}
	return v
}

// loadAt reads through a symbolic offset. Addresses stored there are told
// apart by forking.
func (m *Machine) loadAt(s *State, p memory.Value, t ir.TypeID, fl ir.Flags) memory.Value {
	n := m.bytesOf(t)
	w := m.window(s, p, n)
	m.inputBound(s, memory.Pointer(p.Obj, w.Hi), n)
	s.note(over(w))
	alts, err := s.Mem.LoadSymbolic(p.Obj, p.T, w, n)
	if err != nil {
		m.stop(s, err.Error())
	}
	for i := range alts[:len(alts)-1] {
		s.about = Decision{Kind: DecidedOffset, Offsets: alts[i].Offsets}
		if m.decide(s, alts[i].If, true) {
			return m.loaded(s, alts[i].Value, alts[i].Unwritten, t, fl)
		}
	}
	last := alts[len(alts)-1]
	return m.loaded(s, last.Value, last.Unwritten, t, fl)
}

func (m *Machine) loadAggregate(s *State, p memory.Value, t ir.TypeID, fl ir.Flags) memory.Value {
	ty := &m.Prog.Types[t]
	at := func(off uint64, et ir.TypeID) memory.Value {
		q := memory.PointerTerm(m.Pool, p.Obj, m.Pool.Add(m.offset(p), m.Pool.BV(m.Prog.PtrBits, off)))
		switch m.Prog.Types[et].Kind {
		case ir.Struct, ir.Array, ir.Vector:
			return m.loadAggregate(s, q, et, fl)
		}
		return m.loadScalar(s, q, et, fl)
	}
	v := memory.Value{Kind: memory.Agg}
	if ty.Kind == ir.Struct {
		for _, fd := range ty.Fields {
			v.Elems = append(v.Elems, at(fd.Offset, fd.Type))
		}
		return v
	}
	for i := range ty.Len {
		v.Elems = append(v.Elems, at(i*m.Prog.Types[ty.Elem].Size, ty.Elem))
	}
	return v
}

func store(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	n := m.bytesOf(in.Type)
	p := m.accessKnown(s, *m.ref(s, f, in.Args[1]), n, true)
	v := m.val(s, f, in.Args[0])
	if v.IsInt() && p.T == term.None && n <= 8 && p.Bits+uint64(n) <= memory.MaxObject {
		s.Mem.Store(p.Obj, p.Bits, n, v)
		f.IP++
		return
	}
	m.storeValue(s, p, in.Type, v)
	s.next()
}

// storeValue writes a value that access has admitted.
func (m *Machine) storeValue(s *State, p memory.Value, t ir.TypeID, v memory.Value) {
	ty := &m.Prog.Types[t]
	if v.Kind == memory.Agg {
		for i, e := range v.Elems {
			et, off := ty.Elem, uint64(0)
			if ty.Kind == ir.Struct {
				et, off = ty.Fields[i].Type, ty.Fields[i].Offset
			} else {
				off = uint64(i) * m.Prog.Types[ty.Elem].Size
			}
			q := memory.PointerTerm(m.Pool, p.Obj, m.Pool.Add(m.offset(p), m.Pool.BV(m.Prog.PtrBits, off)))
			m.storeValue(s, q, et, e)
		}
		return
	}
	n := m.bytesOf(t)
	if s.shared > 0 {
		defer m.shareIn(s, p.Obj)
	}
	if p.T == term.None {
		m.tooBig(s, p.Bits+uint64(n))
		s.Mem.Store(p.Obj, p.Bits, n, v)
		return
	}
	w := m.window(s, p, n)
	s.note(over(w))
	if s.Mem.StoreSymbolic(p.Obj, p.T, w, n, v) == nil {
		return
	}
	s.note(Note{Kind: Over}) // told apart after all
	s.Mem.Store(p.Obj, m.settle(s, p.T), n, v)
}

// settle tells the possible values of a term apart by forking and returns the
// one of this path.
func (m *Machine) settle(s *State, t term.T) uint64 {
	for range budget.StorePlaces.N {
		if x, ok := m.Pool.Const(t); ok {
			return x
		}
		if s.Model == nil {
			m.undecided(s, GaveUp, "the solver gave up on an address")
		}
		x := m.evaluator(s.Model).BV(t)
		s.about = Decision{Kind: DecidedOffset, Offsets: []uint64{x}}
		if m.decide(s, m.Pool.Eq(t, m.Pool.BV(m.Pool.Width(t), x)), true) {
			return x
		}
	}
	m.stop(s, "a pointer is stored at too many possible places")
	return 0
}

func (m *Machine) tooBig(s *State, end uint64) {
	if end > memory.MaxObject {
		m.stop(s, "an object of more than 256 MiB")
	}
}

// inputBound notes that a read met the end of what an input bound allows.
func (m *Machine) inputBound(s *State, p memory.Value, n int) {
	o := s.Mem.Get(p.Obj)
	if o.BoundKind != "" && p.Bits+uint64(n) > o.BoundAt {
		s.meetBound(m, o.BoundKind, int64(o.BoundAt))
	}
}

// meetBound records a bound that restricts what the path stands for, without
// ending it.
func (s *State) meetBound(m *Machine, kind string, limit int64) {
	for b := s.Bounds; b != nil; b = b.Up {
		if b.Kind == kind {
			return
		}
	}
	s.Bounds = &BoundHit{Kind: kind, Point: m.userPoint(s), Limit: limit, Up: s.Bounds}
	m.Obs.Bounded(s.Bounds)
}
