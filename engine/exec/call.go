package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

func call(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	m.reached(s)
	id := in.Call.Callee
	var foreign *ir.Func
	if id < 0 {
		id, foreign = m.callee(s, m.val(s, f, in.Args[0]))
	}
	args := make([]memory.Value, len(in.Call.Args))
	for i, a := range in.Call.Args {
		args[i] = m.val(s, f, a.Val)
	}
	if foreign != nil {
		m.external(s, in, foreign, args)
		return
	}
	m.invoke(s, in, id, args)
}

// callee resolves a function pointer. A pointer that unknown code made may be one to
// a function of its own.
func (m *Machine) callee(s *State, v memory.Value) (fn ir.FuncID, foreign *ir.Func) {
	v = m.located(s, v)
	s.accessAt(m, v, term.None)
	if v.Obj == 0 {
		if v.T == term.None && v.Bits < NullPage {
			m.fail(s, op.NullAccess, -1)
		}
		if v.T == term.None {
			m.fail(s, op.BadCall, -1)
		}
		if !m.holdsGiven(v.T) {
			m.stop(s, "a call through an address computed from an integer")
		}
		m.check(s, op.Check[term.T]{Class: op.NullAccess, Cond: m.Pool.Eq(v.T, m.size(0))}, -1)
		return 0, m.givenCode(s, "(*pointer in memory)", m.Pool.ULe(m.size(NullPage), v.T))
	}
	o := s.Mem.Get(v.Obj)
	if o.Dead {
		m.failSide(s, op.DeadAccess, m.released(o), -1)
	}
	if o.Foreign {
		return 0, m.givenCode(s, o.Name, m.Pool.Eq(m.offset(v), m.size(0)))
	}
	if o.Origin != memory.Code || v.T == term.None && v.Bits != 0 {
		m.fail(s, op.BadCall, -1)
	}
	if v.T != term.None {
		m.check(s, op.Check[term.T]{Class: op.BadCall, Cond: m.Pool.Not(m.Pool.Eq(v.T, m.size(0)))}, -1)
	}
	return o.Func, nil
}

// holdsGiven tells that a term is what memory held when the entry function began, no number
// that was computed.
func (m *Machine) holdsGiven(t term.T) bool {
	p := m.Pool
	switch p.Op(t) {
	case term.OpConcat:
		return m.holdsGiven(p.Arg(t, 0)) && m.holdsGiven(p.Arg(t, 1))
	case term.OpSelect:
		a := p.Arg(t, 0)
		_, _, unwritten := m.arena.Unwritten(a)
		return !m.entersMain() && p.Op(a) == term.OpArrayVar && !unwritten
	}
	return false
}

// givenCode is the code behind a pointer that came from outside the program and is called:
// any function of the program that its callers know, or unknown code. That it is one is an
// assumption.
func (m *Machine) givenCode(s *State, name string, valid term.T) *ir.Func {
	s.opaque("a call of a function that is not in the program")
	m.Obs.Assumed("function pointers that come from outside the program and are called lead to functions")
	s.require(m, valid, Decision{})
	return &ir.Func{ID: -1, Name: name, Source: name}
}

// invoke enters a function, or does what a function without body does.
func (m *Machine) invoke(s *State, in *ir.Instr, id ir.FuncID, args []memory.Value) {
	fn := m.Prog.Funcs[id]
	if b := m.builtin[id]; b != nil {
		b(m, s, in, args)
		return
	}
	if m.isMissing(fn) {
		m.fail(s, op.NullAccess, -1)
	}
	if m.Prog.EntersUnknown(in.Call, fn) {
		m.external(s, in, fn, args)
		return
	}
	m.match(s, in, fn, args)
	if fn == m.atEnd {
		m.leaving(s)
	}
	m.interposed(s, fn)
	if most := m.Config.MaxDepth; most > 0 && len(s.frames) >= most && !fn.Model && s.activations() >= most {
		m.atBound(s, "recursion", m.userPoint(s), int64(most))
	}
	m.enter(s, in, fn, args)
}

// activations counts those of the program's functions: who checks the bound on
// them does not see the library's.
func (s *State) activations() int {
	n := 0
	for _, f := range s.frames {
		if !f.Fn.Model {
			n++
		}
	}
	return n
}

// enter pushes an activation. The caller's instruction pointer moves on when
// it returns.
func (m *Machine) enter(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	f := &Frame{epoch: s.epoch, Fn: fn, Block: fn.Blocks[0], prev: -1, dst: ir.NoReg}
	f.regs.init(int(fn.NumRegs), s.epoch)
	if in != nil {
		f.dst = in.Dst
	}
	for i := range fn.Params {
		v := args[i]
		if in != nil && in.Call.Args[i].ByVal >= 0 {
			v = m.privateCopy(s, f, v, in.Call.Args[i].ByVal)
		}
		*f.own(ir.Reg(i)) = v
	}
	switch {
	case fn.Variadic && in != nil:
		f.rest = m.variadic(s, f, in, args)
	case fn.Variadic:
		f.rest = m.anyVariadic(s, f)
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
	off := m.settleOffset(s, src)
	s.note(Note{Kind: Made, Obj: id})
	s.note(Note{Kind: Copied, Obj: id, Obj2: src.Obj, K2: off, N: ty.Size})
	m.inputBound(s, memory.Pointer(src.Obj, off), int(ty.Size))
	s.Mem.Copy(id, 0, src.Obj, off, ty.Size)
	return memory.Pointer(id, 0)
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
		m.finish(s, f.Fn, v)
		return
	}
	if f.chained {
		return
	}
	g := s.top()
	if slices.Contains(f.forked, joinReturn) {
		g.parts(joinHere)
	}
	if f.dst >= 0 {
		if to := g.Fn.RegTypes[f.dst]; to != f.Fn.Ret {
			s.opaque("a result of another type than the call expects")
			v = m.returned(s, v, f.Fn.Ret, to)
		}
		*g.own(f.dst) = v
	}
	m.interposed(s, f.Fn)
	g.IP++
	if !f.Fn.Model && m.Obs.Cut(s, nil) {
		m.end(s, CutOff)
	}
}

// finish is the return from the outermost function: main's goes on in what runs at the
// end of the program, exit or the destructors alone.
func (m *Machine) finish(s *State, fn *ir.Func, v memory.Value) {
	ends := fn.ID == m.Config.Entry && m.entersMain()
	if ends {
		m.leaving(s)
	}
	if !ends || m.atEnd == nil {
		m.endWith(s, Exited, v)
	}
	if v.Kind != memory.Int {
		v = memory.Const(0)
	}
	m.enter(s, nil, m.atEnd, []memory.Value{v})
}

func unreachable(m *Machine, s *State, _ *ir.Instr) { m.fail(s, op.NoReturn, -1) }

func trap(m *Machine, s *State, _ *ir.Instr) { m.fail(s, op.Assert, -1) }

// result gives a call its value and moves on.
func (m *Machine) result(s *State, in *ir.Instr, v memory.Value) {
	f := s.top()
	if in.Dst >= 0 {
		*f.own(in.Dst) = v
	}
	f.IP++
}
