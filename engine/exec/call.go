package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

func call(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	m.reached(s, in)
	id := in.Call.Callee
	if id < 0 {
		id = m.callee(s, m.val(s, f, in.Args[0]))
	}
	args := make([]memory.Value, len(in.Call.Args))
	for i, a := range in.Call.Args {
		args[i] = m.val(s, f, a.Val)
	}
	m.invoke(s, in, id, args)
}

// callee resolves a function pointer.
func (m *Machine) callee(s *State, v memory.Value) ir.FuncID {
	v = m.asPointer(s, v)
	if v.Obj == 0 {
		if v.T == term.None && v.Bits < nullPage {
			m.fail(s, op.NullAccess, -1)
		}
		if v.T == term.None {
			m.fail(s, op.BadCall, -1)
		}
		m.stop(s, "a call through an address computed from an integer")
	}
	o := s.Mem.Get(v.Obj)
	if o.Dead {
		m.fail(s, op.DeadAccess, -1)
	}
	if o.Origin != memory.Code || v.T == term.None && v.Bits != 0 {
		m.fail(s, op.BadCall, -1)
	}
	if v.T != term.None {
		m.check(s, op.Check[term.T]{Class: op.BadCall, Cond: m.Pool.Not(m.Pool.Eq(v.T, m.size(0)))}, -1)
	}
	return o.Func
}

// invoke enters a function, or does what a function without body does.
func (m *Machine) invoke(s *State, in *ir.Instr, id ir.FuncID, args []memory.Value) {
	fn := m.Prog.Funcs[id]
	if b := m.builtin[id]; b != nil {
		b(m, s, in, args)
		return
	}
	if len(fn.Blocks) == 0 {
		m.external(s, in, fn, args)
		return
	}
	if len(args) < len(fn.Params) {
		// Calling with too few arguments is undefined; a call through a
		// wrong type is the error that a user can see.
		m.fail(s, op.BadCall, -1)
	}
	if m.Config.MaxDepth > 0 && len(s.frames) >= m.Config.MaxDepth {
		m.atBound(s, "recursion", m.userPoint(s), int64(m.Config.MaxDepth))
	}
	m.enter(s, in, fn, args)
}

// enter pushes an activation. The caller's instruction pointer moves on when
// it returns.
func (m *Machine) enter(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	f := &Frame{epoch: s.epoch, Fn: fn, Block: fn.Blocks[0], prev: -1, dst: ir.NoReg,
		Regs: make([]memory.Value, fn.NumRegs)}
	if in != nil {
		f.dst = in.Dst
	}
	for i := range fn.Params {
		v := args[i]
		if in != nil && in.Call.Args[i].ByVal >= 0 {
			v = m.privateCopy(s, f, v, in.Call.Args[i].ByVal)
		}
		f.Regs[i] = v
	}
	if fn.Variadic && in != nil {
		f.rest = m.variadic(s, f, in, args, len(fn.Params))
	}
	if in != nil && !fn.Model {
		s.mark(Entered, true, uint64(fn.ID))
	}
	s.frames = append(s.frames[:len(s.frames):len(s.frames)], f)
}

// privateCopy gives a byval parameter its own object in the callee.
func (m *Machine) privateCopy(s *State, f *Frame, v memory.Value, t ir.TypeID) memory.Value {
	ty := &m.Prog.Types[t]
	src := m.access(s, v, m.size(int(ty.Size)), false)
	id := m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: ty.Size, Align: uint64(ty.Align), Name: "parameter", Site: s.Point()})
	s.Mem.Copy(id, 0, src.Obj, m.settleOffset(s, src), ty.Size)
	return memory.Pointer(id, 0)
}

// variadic lays the arguments behind the fixed ones out in memory as the
// platform's va_list expects them: slots of the register size.
func (m *Machine) variadic(s *State, f *Frame, in *ir.Instr, args []memory.Value, fixed int) memory.ObjID {
	slot := uint64(m.Prog.PtrBits / 8)
	offs := make([]uint64, len(args))
	end := uint64(0)
	for i := fixed; i < len(args); i++ {
		a := in.Call.Args[i]
		t := a.Type
		if a.ByVal >= 0 {
			t = a.ByVal
		}
		ty := &m.Prog.Types[t]
		if al := uint64(ty.Align); al > slot {
			end = (end + al - 1) / al * al
		}
		offs[i] = end
		end += (ty.Size + slot - 1) / slot * slot
	}
	id := m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: end, Align: 16, Name: "arguments", Site: s.Point()})
	for i := fixed; i < len(args); i++ {
		a := in.Call.Args[i]
		dst := memory.Pointer(id, offs[i])
		if a.ByVal >= 0 {
			n := m.Prog.Types[a.ByVal].Size
			src := m.access(s, args[i], m.size(int(n)), false)
			s.Mem.Copy(id, offs[i], src.Obj, m.settleOffset(s, src), n)
			continue
		}
		m.storeValue(s, dst, a.Type, args[i])
	}
	return id
}

// vaStart fills a va_list: on x86-64 the register areas are marked used up, so
// that clang's code takes every argument from the overflow area.
func vaStart(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	rest := memory.Pointer(f.rest, 0)
	w := m.Prog.PtrBits / 8
	if m.Prog.PtrBits == 32 {
		p := m.access(s, m.val(s, f, in.Args[0]), m.size(w), true)
		s.Mem.Store(p.Obj, m.settleOffset(s, p), w, rest)
		s.next()
		return
	}
	p := m.access(s, m.val(s, f, in.Args[0]), m.size(24), true)
	off := m.settleOffset(s, p)
	s.Mem.Store(p.Obj, off, 4, memory.Const(48))
	s.Mem.Store(p.Obj, off+4, 4, memory.Const(304))
	s.Mem.Store(p.Obj, off+8, 8, rest)
	s.Mem.Store(p.Obj, off+16, 8, memory.Null())
	s.next()
}

func vaCopy(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	n := 24
	if m.Prog.PtrBits == 32 {
		n = 4
	}
	src := m.access(s, m.val(s, f, in.Args[1]), m.size(n), false)
	dst := m.access(s, m.val(s, f, in.Args[0]), m.size(n), true)
	s.Mem.Copy(dst.Obj, m.settleOffset(s, dst), src.Obj, m.settleOffset(s, src), uint64(n))
	s.next()
}

func ret(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	var v memory.Value
	if len(in.Args) > 0 {
		v = m.val(s, f, in.Args[0])
	}
	for _, id := range f.owned {
		if !s.Mem.Get(id).Dead {
			s.Mem.Kill(id)
		}
	}
	s.frames = s.frames[:len(s.frames)-1]
	if len(s.frames) == 0 {
		m.finish(s, v)
		return
	}
	if f.chained {
		return
	}
	g := s.top()
	if f.dst >= 0 {
		g.Regs[f.dst] = v
	}
	g.IP++
	if !f.Fn.Model && m.Obs.Cut(s, nil) {
		m.end(s, CutOff, "")
	}
}

// finish is the return from the entry function: main's goes on in exit, which
// runs the atexit handlers.
func (m *Machine) finish(s *State, v memory.Value) {
	if !m.entersMain() || m.exitFn == nil || len(m.exitFn.Params) != 1 {
		m.end(s, Exited, "")
	}
	if v.Kind != memory.Int {
		v = memory.Const(0)
	}
	m.enter(s, nil, m.exitFn, []memory.Value{v})
}

func unreachable(m *Machine, s *State, _ *ir.Instr) { m.fail(s, op.NoReturn, -1) }

func trap(m *Machine, s *State, _ *ir.Instr) { m.fail(s, op.Assert, -1) }

// result gives a call its value and moves on.
func (m *Machine) result(s *State, in *ir.Instr, v memory.Value) {
	f := s.top()
	if in.Dst >= 0 {
		f.Regs[in.Dst] = v
	}
	f.IP++
}
