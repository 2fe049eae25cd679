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
	// Saved and Stack hold the variadic arguments, 0 where there are none;
	// GP and FP are the offsets of the first free registers (see varArgs).
	Saved, Stack memory.ObjID
	GP, FP       uint64
	Turns        []Turn
}

// Turn is how many turns of a loop a frame has taken that count.
type Turn struct {
	Head int32 // index in the function's Blocks
	N    int32
}

// Activations describes the frames of a state, outermost first.
func (s *State) Activations() []Activation {
	as := make([]Activation, len(s.frames))
	for i, f := range s.frames {
		as[i] = Activation{At: ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}, Chained: f.chained,
			Saved: f.rest.saved, Stack: f.rest.stack, GP: f.rest.gp, FP: f.rest.fp}
		for _, t := range f.loops {
			as[i].Turns = append(as[i].Turns, Turn{t.head, t.n})
		}
	}
	return as
}

// Generic makes a state that stands where the activations say and of which
// nothing else is known but what holds in all states: static objects exist,
// constant ones hold their values, and pc, over the fixed inputs. All other
// bytes of static objects are arbitrary, registers have their zero value until
// SetRegister. stdin bytes of standard input count as read. The activations'
// objects are those of the new state; make them in its Mem afterwards and name
// them by Variadic. Start must have been called.
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
		f := &Frame{epoch: s.epoch, Fn: fn, Block: b, IP: int(a.At.Instr), prev: -1, dst: ir.NoReg,
			Regs: make([]memory.Value, fn.NumRegs), chained: a.Chained}
		if i > 0 && !a.Chained {
			if below := m.Prog.At(as[i-1].At); below.Op == ir.Call {
				f.dst = below.Dst
			}
		}
		for _, t := range a.Turns {
			f.loops = append(f.loops, turn{t.Head, t.N, 0})
		}
		s.frames = append(s.frames, f)
	}
	return s
}

// SetRegister gives a register of a generic state its value.
func (s *State) SetRegister(depth int, r ir.Reg, v memory.Value) { s.frames[depth].Regs[r] = v }

// SetVariadic tells a generic state where the variadic arguments of a frame
// lie.
func (s *State) SetVariadic(depth int, a Activation) {
	s.frames[depth].rest = varArgs{a.Saved, a.Stack, a.GP, a.FP}
}

// Give makes an object of a generic state die with a frame.
func (s *State) Give(depth int, o memory.ObjID) {
	s.frames[depth].owned = append(s.frames[depth].owned, o)
}

// Assume adds a condition to the path of a generic state.
func (s *State) Assume(c term.T) { s.assume(c) }
