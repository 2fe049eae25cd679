package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Edge is the record of what a path executed between two nodes of the search
// tree, made so that predicates can be carried back over it: which
// instructions ran, where their accesses went, what was decided. Everything
// else follows from the program. A machine records if a state has an edge.
type Edge struct {
	Steps     []Executed
	Notes     []Note     // of all steps, in order
	Decisions []Decision // of all steps, in order
	// Opaque says what the path did that the record does not tell; "" if
	// nothing.
	Opaque string
	// notes and decisions of the current instruction start here.
	notes, decisions int
	stops            Stops
	most             int // number of steps beyond which nothing is recorded
	// Partial: the path ended inside the last step, which did not complete.
	Partial bool
	mute    bool // nothing is recorded, but the state stops as if it were
	// The instruction under way.
	at    ir.Point
	depth int
	vague string // Opaque, of this instruction
}

// Executed is an instruction that a path executed.
type Executed struct {
	Point ir.Point
	// To is the index in the function's Blocks of the block that a terminator
	// led to, or the function that a call named.
	To               int32
	Depth            uint16 // of the frame that executed it
	Notes, Decisions uint8  // how many of the edge's belong to it
}

// NoteKind tells what a Note is about.
type NoteKind uint8

// The kinds of note.
const (
	// At: an access of N bytes (0: not known) through a pointer that was
	// resolved to Obj and the offset K, or the term Off.
	At NoteKind = iota
	// Over: the symbolic offset of the access before lies in a window.
	Over
	// Made: the object Obj came to life. Freed: it ended.
	Made
	Freed
	// Copied: N bytes at K of Obj came from K2 of Obj2. Filled: they were set.
	Copied
	Filled
	// Passed: argument K2 of the call was put at K of Obj, N bytes.
	Passed
	// Pointers: the operands were addresses in Obj and Obj2 (0: absolute).
	Pointers
	// Known: the result was K, for a reason that is no state of the program.
	Known
	// Fresh: the result is a new input.
	Fresh
)

// Note is a fact about the execution of one instruction.
type Note struct {
	K, K2, N  uint64
	Obj, Obj2 memory.ObjID
	Off       term.T
	Kind      NoteKind
}

// over notes the window of a symbolic offset.
func over(w memory.Window) Note { return Note{Kind: Over, K: w.Lo, K2: w.Hi, N: w.Stride} }

// Window is what a note of the kind Over tells.
func (n Note) Window() memory.Window { return memory.Window{Lo: n.K, Hi: n.K2, Stride: n.N} }

// DecisionKind tells what was decided.
type DecisionKind uint8

// The kinds of decision.
const (
	DecidedOther  DecisionKind = iota
	DecidedBranch              // the condition of a branch or select
	DecidedCase                // whether a switch goes to successor Index
	DecidedOffset              // whether the offset of the access is one of Offsets
	DecidedFree                // a free choice
	DecidedCheck               // that the check of Class, on Side, holds good
	DecidedAssume              // an assumption of the program
)

// Decision is a question that execution settled for a path.
type Decision struct {
	Kind    DecisionKind
	Class   op.Class
	Side    op.Side
	Holds   bool // the answer
	Split   bool // the other answer was possible, too
	Index   int32
	Offsets []uint64
}

// Fork is a place where the search tree gets a node: the path condition grew.
type Fork struct {
	// Base is the state before the decision, to be read only. Went goes on
	// with the answer At.Holds; Other, if any, with the opposite.
	Base, Went, Other *State
	At                Decision
}

// Stops tells where a recording state stops as at a junction.
type Stops uint8

// The places to stop.
const (
	// AtJoins: where the paths that forked behind the last junction come
	// together, and at the head of a loop with a fork in it.
	AtJoins Stops = iota
	// Everywhere: at the beginning of each block and behind each return.
	Everywhere
)

// Record makes a state record a new edge from here on.
func (s *State) Record(at Stops) {
	old := s.log
	s.log = &Edge{stops: at, most: budget.EdgeSteps.N}
	if old != nil { // an instruction is under way: what it did so far
		s.log.Notes = append(s.log.Notes, old.Notes[old.notes:]...)
		s.log.Decisions = append(s.log.Decisions, old.Decisions[old.decisions:]...)
		s.log.at, s.log.depth, s.log.vague, s.log.Opaque = old.at, old.depth, old.vague, old.vague
		old.Notes, old.Decisions = old.Notes[:old.notes], old.Decisions[:old.decisions]
	}
}

// Restart makes a state that is about to execute its instruction again record
// a new edge.
func (s *State) Restart(at Stops) { s.log = &Edge{stops: at, most: budget.EdgeSteps.N} }

// Mute makes a state record nothing until Record or Restart is called, and stop
// at junctions all the same.
func (s *State) Mute(at Stops) { s.log = &Edge{stops: at, mute: true, Opaque: "not recorded"} }

// Limit lowers the number of steps beyond which nothing is recorded.
func (e *Edge) Limit(steps int) { e.most = min(e.most, steps) }

// Edge is what a state recorded, nil if it does not record.
func (s *State) Edge() *Edge { return s.log }

// records tells whether what a state does is written down.
func (s *State) records() bool { return s.log != nil && !s.log.mute }

// accessAt notes where an access of n bytes goes; n may be None.
func (s *State) accessAt(m *Machine, v memory.Value, n term.T) {
	if !s.records() {
		return
	}
	k := uint64(0)
	if n != term.None {
		k, _ = m.Pool.Const(n)
	}
	s.note(Note{Kind: At, Obj: v.Obj, Off: v.T, K: v.Bits, N: k})
}

// note adds to the record of the current instruction.
func (s *State) note(n Note) {
	if s.records() {
		s.log.Notes = append(roomy(s.log.Notes), n)
	}
}

// roomy doubles a full list: records get long, and the small factor by which
// append grows long lists would copy each element several times.
func roomy[T any](list []T) []T {
	if n := len(list); n == cap(list) {
		return slices.Grow(list, max(n, 16))
	}
	return list
}

// opaque notes that what the instruction does is not recorded in full.
func (s *State) opaque(why string) {
	if !s.records() {
		return
	}
	s.log.vague = why
	if s.log.Opaque == "" {
		s.log.Opaque = why
	}
}

// decided adds a decision to the record of the current instruction.
func (s *State) decided(d Decision) {
	if s.records() {
		s.log.Decisions = append(s.log.Decisions, d)
	}
}

// step closes the record of the instruction under way.
func (e *Edge) step(to int32) {
	if e.mute {
		return
	}
	pt, depth := e.at, e.depth
	notes, decisions := len(e.Notes)-e.notes, len(e.Decisions)-e.decisions
	if notes > 255 || decisions > 255 || depth > 65535 || len(e.Steps) >= e.most {
		if e.Opaque == "" {
			e.Opaque = "more steps than are recorded"
		}
		e.Steps = nil
	}
	switch {
	case e.Opaque != "" && e.stops == AtJoins: // nobody will read it
		e.Notes, e.Decisions, e.mute = nil, nil, true
	case e.Opaque == "":
		e.Steps = append(roomy(e.Steps), Executed{Point: pt, To: to, Depth: uint16(depth), Notes: uint8(notes), Decisions: uint8(decisions)})
	}
	e.notes, e.decisions, e.vague = len(e.Notes), len(e.Decisions), ""
}

// cut closes the record of the instruction in which the path ended.
func (e *Edge) cut() {
	e.step(-1)
	e.Partial = true
}

// parts tells behind which instructions a state that records nothing may be at a
// junction.
var parts = [ir.NumOpcodes]bool{ir.Br: true, ir.CondBr: true, ir.Switch: true, ir.IndirectBr: true, ir.Ret: true}

// recorded closes the record of an instruction and tells whether the state
// should stop at a junction.
func (m *Machine) recorded(s *State, in *ir.Instr) (junction bool) {
	to := int32(-1)
	switch in.Op {
	case ir.Call:
		to = int32(in.Call.Callee)
		if above := s.log.depth + 1; len(s.frames) > above {
			to = int32(s.frames[above].Fn.ID)
		}
	case ir.Br, ir.CondBr, ir.Switch, ir.IndirectBr:
		to = s.Top().Block.Index
	case ir.Ret:
	default:
		s.log.step(to)
		return false
	}
	s.log.step(to)
	if in.Op != ir.Call && (m.meets(s, to) || s.log.stops == Everywhere) {
		s.joined = s.forks
		return true
	}
	return false
}

// meets tells whether a state that came to the beginning of a block, or, with
// to negative, back from a call, can meet states there that forked off on its
// way.
func (m *Machine) meets(s *State, to int32) bool {
	if len(s.frames) == 0 || s.forks == s.joined && len(s.Top().forked) == 0 {
		return false
	}
	f := s.top()
	if to < 0 {
		return f.meets(joinHere)
	}
	return f.meets(to) || f.Block.LoopHead && s.forks != s.joined
}

// Where the paths of a fork come together, besides the indices of blocks.
const (
	joinReturn int32 = -1 - iota // behind the return from the function
	joinHere                     // behind the return that is under way, or in the next block
)

// parts notes that the paths of a fork will come together: those of a branch
// where the control flow graph says so, those of another instruction behind it.
func (s *State) parts() {
	if s.log == nil || len(s.frames) == 0 {
		return
	}
	f := s.top()
	at := joinHere
	switch f.Block.Instrs[f.IP].Op {
	case ir.CondBr, ir.Switch:
		at = f.Block.Join
	}
	f.parts(at)
}

func (f *Frame) parts(at int32) {
	if !slices.Contains(f.forked, at) {
		f.forked = append(f.forked[:len(f.forked):len(f.forked)], at)
	}
}

// meets takes off the list what comes together in a block.
func (f *Frame) meets(block int32) bool {
	var left []int32
	for _, at := range f.forked {
		if at != block && at != joinHere {
			left = append(left, at)
		}
	}
	met := len(left) < len(f.forked)
	f.forked = left
	return met
}

// reading back what a state holds, for interpolation

// Reg is the value of a register of frame depth.
func (s *State) Reg(depth int, r ir.Reg) memory.Value { return *s.frames[depth].reg(r) }

// Global and Function give the objects of globals and functions, the same in
// all states of a machine.
func (m *Machine) Global(g ir.GlobalID) memory.ObjID { return m.globals[g] }

// Function is the object that stands for the code of a function.
func (m *Machine) Function(f ir.FuncID) memory.ObjID { return m.funcs[f] }

// Fixed describes an object that was made before execution began: it has the
// same id in all states. ok is false for others.
func (m *Machine) Fixed(o memory.ObjID) (obj *memory.Object, ok bool) {
	if int(o) > m.initial.Len() {
		return nil, false
	}
	return m.initial.Get(o), true
}

// Unchanging reads n bytes of an object that no run
// writes; ok is false for others, and where they are no known number.
func (m *Machine) Unchanging(o memory.ObjID, at uint64, n int) (x uint64, ok bool) {
	obj, fixed := m.Fixed(o)
	if !fixed || !obj.Const || obj.Dead || obj.Origin == memory.Code || n > 8 || at+uint64(n) > obj.Size {
		return 0, false
	}
	v, unwritten := m.initial.Load(o, at, n)
	if v.Kind == memory.Raw {
		v = m.initial.Cook(v, n)
	}
	return v.Bits, unwritten == term.False && v.IsInt()
}

// Owner is the depth of the frame with which an object dies, -1 if none.
func (s *State) Owner(o memory.ObjID) int {
	for d, f := range s.frames {
		for _, x := range f.owned {
			if x == o {
				return d
			}
		}
	}
	return -1
}

// Builtin tells whether the engine itself executes a function.
func (m *Machine) Builtin(f ir.FuncID) bool { return m.builtin[f] != nil }

// Sites lists what is looked for at a point.
func (m *Machine) Sites(pt ir.Point) []Site { return m.sitesAt(pt) }

// Matches tells whether a site asks about a check, of operand arg (-1: the
// only one).
func (st *Site) Matches(c op.Class, side op.Side, arg int32) bool {
	return st.matches(op.Check[term.T]{Class: c, Side: side}, arg)
}

// Argv is the object of main's argument vector, 0 if there is none.
func (m *Machine) Argv() memory.ObjID { return m.argv }

// Turns calls yield for every loop whose turns the state counts, with the
// depth of its frame.
func (s *State) Turns(yield func(depth int, t Turn)) {
	for d, f := range s.frames {
		for _, t := range f.loops {
			yield(d, Turn{t.head, t.n, t.forks != s.forks})
		}
	}
}

// StdinLength is the number of bytes of standard input read so far, each
// number of a conversion counted as one.
func (s *State) StdinLength() int { return s.stdinLength() }

// Constant is the value of an entry of the program's constant table; ok is
// false for undefined ones, which differ from read to read.
func (m *Machine) Constant(o ir.Operand) (v memory.Value, ok bool) {
	if m.Prog.Consts[o.ConstIndex()].Kind == ir.CUndef {
		return v, false
	}
	return m.consts[o.ConstIndex()], true
}
