package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Activation is what makes a frame of a state stand where it stands, without
// the values in it.
type Activation struct {
	At ir.Point // the instruction under way: below another frame, its call
	// Chained: started by the engine on top of the frame below.
	Chained bool
	// Saved and Stack hold the variadic arguments, 0 where there are none (see
	// varArgs). Generic makes its own.
	Saved, Stack memory.ObjID
	Turns        []Turn
}

// Turn is how many turns of a loop a frame has taken that count.
type Turn struct {
	Head int32 // index in the function's Blocks
	N    int32
	// Forked: something symbolic was decided since, so that the turn under way
	// will count.
	Forked bool
}

// Activations describes the frames of a state, outermost first.
func (s *State) Activations() []Activation {
	as := make([]Activation, len(s.frames))
	for i, f := range s.frames {
		as[i] = Activation{At: ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}, Chained: f.chained,
			Saved: f.rest.saved, Stack: f.rest.stack}
		for _, t := range f.loops {
			as[i].Turns = append(as[i].Turns, Turn{t.head, t.n, t.forks != s.forks})
		}
	}
	return as
}

// Generic makes a state that stands where the activations say and of which
// nothing else is known but what holds in all states: static objects exist,
// constant ones hold their values, and pc, over the fixed inputs. All other
// bytes of static objects are arbitrary, registers have their zero value until
// SetRegister. stdin bytes of standard input count as read. Start must have
// been called.
func (m *Machine) Generic(as []Activation, pc []term.T, stdin int) *State {
	m.epoch++
	s := &State{Mem: m.initial.Fork(), epoch: m.epoch, pc: pc[:len(pc):len(pc)]}
	for id := memory.ObjID(1); int(id) <= m.initial.Len(); id++ {
		if o := s.Mem.Get(id); !o.Const && o.Origin != memory.Code {
			s.Mem.Blank(id)
		}
	}
	for range stdin {
		s.inputs = append(s.inputs, Input{Kind: StdinByte})
	}
	for i, a := range as {
		b := m.Prog.Blocks[a.At.Block]
		fn := m.Prog.Funcs[b.Func]
		f := &Frame{epoch: s.epoch, Fn: fn, Block: b, IP: int(a.At.Instr), prev: -1, dst: ir.NoReg, chained: a.Chained}
		f.regs.init(int(fn.NumRegs), s.epoch)
		switch {
		case i == 0 || a.Chained:
			if fn.Variadic {
				f.rest = m.anyVariadic(s, f)
			}
		default:
			if below := m.Prog.At(as[i-1].At); below.Op == ir.Call {
				f.dst = below.Dst
				m.giveVariadic(s, f, as[i-1].At)
			}
		}
		for _, t := range a.Turns {
			forks := s.forks
			if t.Forked {
				forks--
			}
			f.loops = append(f.loops, turn{t.Head, t.N, forks})
		}
		s.frames = append(s.frames, f)
	}
	return s
}

// SetRegister gives a register of a generic state its value.
func (s *State) SetRegister(depth int, r ir.Reg, v memory.Value) { *s.frames[depth].own(r) = v }

// giveVariadic gives an activation the objects of its variadic arguments, with
// arbitrary contents.
func (m *Machine) giveVariadic(s *State, f *Frame, pt ir.Point) {
	in := m.Prog.At(pt)
	fixed := len(f.Fn.Params)
	if !f.Fn.Variadic || len(in.Call.Args) < fixed {
		return
	}
	_, size := m.stackOffsets(in.Call.Args, fixed)
	f.rest = varArgs{fp: gpEnd}
	if m.Prog.PtrBits == 64 {
		f.rest.saved = m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: fpEnd, Align: 16, Name: "arguments", Site: pt})
	}
	f.rest.stack = m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: size, Align: 16, Name: "arguments", Site: pt})
	for i := range fixed {
		gp, fp := m.registers(&in.Call.Args[i])
		f.rest.gp, f.rest.fp = min(f.rest.gp+8*gp, gpEnd), min(f.rest.fp+16*fp, fpEnd)
	}
}

// Give makes an object of a generic state die with a frame.
func (s *State) Give(depth int, o memory.ObjID) {
	s.frames[depth].owned = append(s.frames[depth].owned, o)
}

// Assume adds a condition to the path of a generic state.
func (s *State) Assume(c term.T) { s.assume(c) }
