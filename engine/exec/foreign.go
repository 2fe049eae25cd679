package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// The intrinsics by which models say what code does that is not there: what a library
// writes that the model does not compute, which pointers it keeps, what it calls back,
// and what runs at the same time.

// anyBytes: void __assay_any(void *p, unsigned long n). n bytes at p become any values.
func anyBytes(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	n := m.byteCount(s, in, args, 1)
	if m.decide(s, m.Pool.Eq(n, m.size(0)), false) {
		s.next()
		return
	}
	s.opaque("bytes that a model does not compute")
	dst := m.access(s, args[0], n, true)
	off := m.settleOffset(s, dst)
	limit := m.largest(s, n, s.Mem.Get(dst.Obj).Size-off)
	if limit > maxAny {
		m.stop(s, "too many bytes that a model does not compute")
	}
	m.tooBig(s, off+limit)
	bytes := make([]term.T, limit)
	for i := range bytes {
		bytes[i] = m.Pool.Var(8, "any")
	}
	if err := s.Mem.Scatter(dst.Obj, off, bytes, n); err != nil {
		m.stop(s, err.Error())
	}
	m.input(s, Input{Kind: FedBytes, Key: "any", Bytes: bytes})
	s.next()
}

// maxAny bounds the bytes that one call of __assay_any may write.
const maxAny = 1 << 16

// keepPointer: void __assay_keep(const void *p). Unknown code has p from now on.
func keepPointer(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	s.opaque("a pointer that a library keeps")
	w := newWalk()
	s.Mem.PointersIn(args[0], w.visit)
	s.keep(w.todo)
	by := m.library(s)
	s.stranger = &by
	s.next()
}

// privateBlock: void __assay_private(void *p). The block of p is state of the library models.
func privateBlock(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	s.Mem.Own(args[0].Obj).Library = true
	s.next()
}

// keptPointer: void *__assay_kept(void). Null, a pointer into what unknown code has, or
// to something of its own.
func keptPointer(m *Machine, s *State, in *ir.Instr, _ []memory.Value) {
	s.opaque("a pointer of a library's own")
	fn := m.Prog.Funcs[m.libraryCall(s)]
	r := m.closure(s, s.kept)
	m.result(s, in, m.anyPointer(s, fn, &r, nil))
}

// namedPointer: void *__assay_named(void). The same, or what code can name that is not there.
func namedPointer(m *Machine, s *State, in *ir.Instr, _ []memory.Value) {
	s.opaque("a pointer that a library finds by a name")
	fn := m.Prog.Funcs[m.libraryCall(s)]
	w := newWalk()
	for i := range m.Prog.Globals {
		if g := &m.Prog.Globals[i]; !g.Private && !g.Static && !m.ofModels[i] {
			w.visit(m.globals[i])
		}
	}
	for _, f := range m.nameable {
		w.visit(m.funcs[f])
	}
	r := m.closure(s, append(w.todo, s.kept...))
	s.keep(r.objects)
	m.result(s, in, m.anyPointer(s, fn, &r, nil))
}

// callBack: void __assay_call_back(const void *f). The library calls the function f of
// the program, if it is one, any number of times, with what it has.
func callBack(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	by := m.library(s)
	m.happen(s, by, m.closure(s, append(m.called(s, args[0]), s.kept...)))
	s.next()
}

// unknown: void __assay_unknown(void). Whatever unknown code may do.
func unknown(m *Machine, s *State, _ *ir.Instr, _ []memory.Value) {
	m.happen(s, m.library(s), m.reach(s, nil))
	s.next()
}

// concurrently: void __assay_concurrently(const void *f, const void *arg). The function f
// may run at any time from now on, on arg: what it may write is any value whenever it is
// read.
func concurrently(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	by := m.library(s)
	s.opaque("code that runs at the same time")
	roots := m.called(s, args[0])
	s.Mem.PointersIn(args[1], func(id memory.ObjID) { roots = append(roots, id) })
	r := m.closure(s, roots)
	m.doubtCallbacks(by, r.code)
	if r.frees {
		m.stop(s, "what "+by.Name+" starts may free memory at any time")
	}
	m.share(s, r.objects)
	s.next()
}

// library is the library function that the program has called, as code that is not there.
func (m *Machine) library(s *State) Stranger {
	return Stranger{m.Prog.Funcs[m.libraryCall(s)].Source, m.userPoint(s)}
}

// called are the functions of the program that a function pointer may be; null is none.
func (m *Machine) called(s *State, v memory.Value) []memory.ObjID {
	v = m.located(s, v)
	if v.Obj == 0 && v.T != term.None {
		m.stop(s, "a call through an address computed from an integer")
	}
	if v.Obj == 0 {
		return nil
	}
	return []memory.ObjID{v.Obj}
}

// share marks objects as such that other code may change at any time.
func (m *Machine) share(s *State, ids []memory.ObjID) {
	for _, id := range ids {
		if o := s.Mem.Get(id); !o.Const && !o.Shared && o.Origin != memory.Code && !modelObject(m, o) {
			s.Mem.Own(id).Shared = true
			s.shared++
		}
	}
}

// shareIn marks what is reachable from an object that is shared.
func (m *Machine) shareIn(s *State, id memory.ObjID) {
	if s.Mem.Get(id).Shared {
		r := m.closure(s, []memory.ObjID{id})
		m.share(s, r.objects)
	}
}

// unshared ends the path where the contents of an object are looked at in a way that
// takes them for stable.
func (m *Machine) unshared(s *State, id memory.ObjID) {
	if o := s.Mem.Get(id); o.Shared {
		m.stop(s, o.Name+" may be changed at the same time")
	}
}

// closure is reach from some objects alone.
func (m *Machine) closure(s *State, roots []memory.ObjID) reach {
	w := newWalk()
	for _, id := range roots {
		w.visit(id)
	}
	return m.follow(s, w)
}
