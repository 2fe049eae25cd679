package exec

import (
	"context"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// handler executes one instruction. It ends by m.next (go on behind it) or by
// having moved the state itself (branch, call, return).
type handler func(m *Machine, s *State, in *ir.Instr)

// handlers is the instruction set. It is filled by init to break the
// initialisation cycle through Machine.
var handlers [ir.NumOpcodes]handler

func init() {
	handlers = [ir.NumOpcodes]handler{
		ir.Add: binary, ir.Sub: binary, ir.Mul: binary,
		ir.And: binary, ir.Or: binary, ir.Xor: binary,
		ir.UDiv: binary, ir.SDiv: binary, ir.URem: binary, ir.SRem: binary,
		ir.Shl: binary, ir.LShr: binary, ir.AShr: binary,
		ir.SMax: binary, ir.SMin: binary, ir.UMax: binary, ir.UMin: binary,
		ir.SAddSat: binary, ir.UAddSat: binary, ir.SSubSat: binary, ir.USubSat: binary,
		ir.SAddO: overflowing, ir.UAddO: overflowing, ir.SSubO: overflowing,
		ir.USubO: overflowing, ir.SMulO: overflowing, ir.UMulO: overflowing,
		ir.Abs: unary, ir.BSwap: unary, ir.BitReverse: unary, ir.CtPop: unary,
		ir.CtLZ: unary, ir.CtTZ: unary, ir.FShl: funnel, ir.FShr: funnel,
		ir.ICmp: compare, ir.Trunc: convert, ir.ZExt: convert, ir.SExt: convert,
		ir.PtrToInt: ptrToInt, ir.IntToPtr: intToPtr, ir.Bitcast: move, ir.Mov: move, ir.Freeze: move,
		ir.Select: selectValue, ir.ExtractValue: extractValue, ir.InsertValue: insertValue,
		ir.FAdd: float, ir.FSub: float, ir.FMul: float, ir.FDiv: float, ir.FRem: float,
		ir.FNeg: float, ir.FCmp: float, ir.FMath: float,
		ir.FPToSI: float, ir.FPToUI: float, ir.SIToFP: float, ir.UIToFP: float,
		ir.FPTrunc: float, ir.FPExt: float,
		ir.Alloca: alloca, ir.Load: load, ir.Store: store, ir.GEP: gep,
		ir.MemCpy: memCopy, ir.MemMove: memCopy, ir.MemSet: memSet,
		ir.LifetimeStart: lifetimeStart, ir.LifetimeEnd: lifetimeEnd,
		ir.StackSave: stackSave, ir.StackRestore: stackRestore,
		ir.CmpXchg: cmpXchg, ir.AtomicRMW: atomicRMW,
		ir.Folded:  folded,
		ir.VaStart: vaStart, ir.VaEnd: skip, ir.VaCopy: vaCopy,
		ir.Call: call, ir.Ret: ret, ir.Br: br, ir.CondBr: condBr, ir.Switch: switchTo, ir.IndirectBr: indirectBr,
		ir.Unreachable: unreachable, ir.Trap: trap,
		ir.Invalid: unsupported, ir.ExtractElement: unsupported, ir.InsertElement: unsupported, ir.ShuffleVector: unsupported,
		ir.FrameAddress: unsupported, ir.ReturnAddress: unsupported, ir.VaArg: unsupported, ir.Unsupported: unsupported,
	}
}

// Run executes a state until its path ends, fuel instructions were executed,
// or the context is done; it reports how the path ended, nil if it did not.
// Forks are handed to the Observer on the way. This is the main loop.
func (m *Machine) Run(ctx context.Context, s *State, fuel int64) (end *End) {
	m.ctx = ctx
	start := s.Instrs
	defer func() {
		m.Executed += s.Instrs - start
		if r := recover(); r != nil {
			e, ok := r.(pathEnd)
			if !ok {
				panic(r)
			}
			end = &e.End
			if s.log != nil {
				s.log.cut()
			}
		}
	}()
	for limit := s.Instrs + fuel; s.Instrs < limit; s.Instrs++ {
		if s.Instrs&0xfff == 0 && ctx.Err() != nil {
			return nil
		}
		f := s.top()
		in := &f.Block.Instrs[f.IP]
		if in.Op != ir.Call {
			m.reached(s)
		}
		if s.records() {
			s.log.at, s.log.depth = ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}, len(s.frames)-1
		}
		handlers[in.Op](m, s, in)
		if len(s.Mem.Pending) > 0 {
			s.drain(m)
		}
		if len(s.taken)+len(s.forced) > 0 {
			s.taken, s.forced = s.taken[:0], nil
		}
		if len(s.learnt) > 0 {
			m.learn(s)
		}
		if s.log != nil && (!s.log.mute || parts[in.Op]) && m.recorded(s, in) {
			s.Instrs++
			return &End{Kind: Junction, Point: s.Point()}
		}
	}
	return nil
}

// learn replaces the terms of the state that the path condition has just fixed
// by their values.
func (m *Machine) learn(s *State) {
	for _, c := range s.learnt {
		for _, e := range m.Pool.Conjuncts(c) {
			if m.Pool.Op(e) != term.OpEq {
				continue
			}
			t := m.Pool.Arg(e, 0)
			if x, ok := m.Pool.Const(m.Pool.Arg(e, 1)); ok && m.Pool.Width(t) > 0 && !m.Pool.IsArray(t) {
				s.Mem.Fix(t, x)
				m.fixRegisters(s, t, x)
			}
		}
	}
	s.learnt = s.learnt[:0]
}

func (m *Machine) fixRegisters(s *State, t term.T, x uint64) {
	for i, f := range s.frames {
		f.eachReg(func(r ir.Reg, v *memory.Value) {
			if v.T != t {
				return
			}
			if f.epoch != s.epoch {
				f = f.clone(s.epoch)
				s.frames[i] = f
			}
			known := *v
			known.T, known.Bits = term.None, x
			*f.own(r) = known
		})
	}
}

// next moves behind the current instruction.
func (s *State) next() { s.top().IP++ }

func unsupported(m *Machine, s *State, in *ir.Instr) {
	why := in.Reason
	if why == "" {
		why = "an instruction that assay does not model"
	}
	m.undecided(s, Instruction, why)
}

func skip(_ *Machine, s *State, _ *ir.Instr) { s.next() }

// jump enters block index to of the current function: phis in parallel, loop
// accounting, and the cut of paths that can reach no open target.
func (m *Machine) jump(s *State, f *Frame, to int32) {
	from := f.Block
	b := f.Fn.Blocks[to]
	if len(b.Phis) > 0 {
		m.phis(s, f, from.Index, b)
	}
	if b.LoopHead {
		m.turn(s, f, from, b)
	}
	f.prev, f.Block, f.IP = from.Index, b, 0
}

func (m *Machine) phis(s *State, f *Frame, from int32, b *ir.Block) {
	if len(b.Phis) == 1 {
		*f.own(b.Phis[0].Dst) = m.val(s, f, incoming(&b.Phis[0], from))
		return
	}
	tmp := m.phiScratch[:0]
	for i := range b.Phis {
		tmp = append(tmp, m.val(s, f, incoming(&b.Phis[i], from)))
	}
	for i := range b.Phis {
		*f.own(b.Phis[i].Dst) = tmp[i]
	}
	m.phiScratch = tmp
}

func incoming(p *ir.Phi, from int32) ir.Operand {
	for i, q := range p.Preds {
		if q == from {
			return p.Vals[i]
		}
	}
	panic("exec: phi without entry for its predecessor")
}

// turn counts a loop iteration. Only turns in which something symbolic was
// decided count: concrete loops run to their end.
func (m *Machine) turn(s *State, f *Frame, from, head *ir.Block) {
	back := m.post[from.ID] <= m.post[head.ID] // a retreating edge of the CFG
	for i := range f.loops {
		t := &f.loops[i]
		if t.head != head.Index {
			continue
		}
		switch {
		case !back:
			t.n, t.forks = 0, s.forks
		case t.forks != s.forks:
			t.n, t.forks = t.n+1, s.forks
			m.turned(s, f, head, int(t.n))
		}
		return
	}
	f.loops = append(f.loops, turn{head.Index, 0, s.forks})
}

// turned ends a path that makes more turns of a loop than it may.
func (m *Machine) turned(s *State, f *Frame, head *ir.Block, n int) {
	pt := ir.Point{Block: head.ID}
	if most := m.Config.MaxLoop; most > 0 && n > most && !f.Fn.Model {
		m.atBound(s, "loop", pt, int64(most))
	}
	if most := m.Config.Turns; most > 0 && n > most {
		m.beyond(s, BoundHit{Kind: "loop", Point: pt, Limit: int64(most), Shallow: true})
	}
}

func br(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	m.jump(s, f, in.Succs[0])
}

func condBr(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	v := *m.ref(s, f, in.Args[0])
	var taken bool
	if v.IsInt() {
		taken = v.Bits&1 == 1
	} else {
		then, els := f.Fn.Blocks[in.Succs[0]], f.Fn.Blocks[in.Succs[1]]
		before := s.forks
		s.about = Decision{Kind: DecidedBranch}
		taken = m.decide(s, m.cond(s, v), m.Obs.Prefer(s, then, els))
		f = s.top()
		if s.forks != before || len(s.taken) > 0 {
			s.mark(Branch, taken, 0)
			to := then
			if !taken {
				to = els
			}
			if m.Obs.Cut(s, to) {
				m.end(s, CutOff)
			}
		}
	}
	if taken {
		m.jump(s, f, in.Succs[0])
	} else {
		m.jump(s, f, in.Succs[1])
	}
}

func switchTo(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	v := *m.ref(s, f, in.Args[0])
	w := m.width(s, f, in.Args[0])
	to := in.Succs[0]
	if v.IsInt() && w <= 64 {
		for _, c := range in.Switch {
			if c.Value == v.Bits {
				to = in.Succs[c.Succ]
				break
			}
		}
		m.jump(s, f, to)
		return
	}
	to = m.chooseCase(s, f, in, m.intTerm(s, v, w), w)
	f = s.top()
	s.mark(Branch, true, uint64(to))
	if m.Obs.Cut(s, f.Fn.Blocks[to]) {
		m.end(s, CutOff)
	}
	m.jump(s, f, to)
}

// chooseCase decides which successor a symbolic switch takes. The order of the
// questions is fixed, because a fork repeats them; which answer to go on with
// is the observer's preference.
func (m *Machine) chooseCase(s *State, f *Frame, in *ir.Instr, t term.T, w int) int32 {
	conds := m.SwitchConds(in, t, w)
	for i := len(in.Succs) - 1; i > 0; i-- {
		here, rest := f.Fn.Blocks[in.Succs[i]], f.Fn.Blocks[in.Succs[0]]
		for _, j := range in.Succs[1:i] {
			if m.Obs.Prefer(s, f.Fn.Blocks[j], rest) {
				rest = f.Fn.Blocks[j]
			}
		}
		s.about = Decision{Kind: DecidedCase, Index: int32(i)}
		if m.decide(s, conds[i], m.Obs.Prefer(s, here, rest)) {
			return in.Succs[i]
		}
	}
	return in.Succs[0]
}

// SwitchConds gives each successor's condition; the default's is not needed.
func (m *Machine) SwitchConds(in *ir.Instr, t term.T, w int) []term.T {
	conds := make([]term.T, len(in.Succs))
	for i := range conds {
		conds[i] = term.False
	}
	for _, c := range in.Switch {
		k := m.sym.Const(w, c.Value)
		if c.Wide != nil {
			k = m.Pool.BVBig(w, c.Wide)
		}
		conds[c.Succ] = m.Pool.Or(conds[c.Succ], m.Pool.Eq(t, k))
	}
	return conds
}

// indirectBr is a computed goto.
func indirectBr(m *Machine, s *State, in *ir.Instr) {
	f := s.top()
	v := m.asPointer(s, m.val(s, f, in.Args[0]))
	if v.Obj == 0 || v.T != term.None || s.Mem.Get(v.Obj).Func != f.Fn.ID || v.Bits == 0 {
		m.stop(s, "a computed goto to an address that is no label of the function")
	}
	m.jump(s, f, int32(v.Bits-1))
}
