package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// State is ⟨program point, call stack, memory, path condition, inputs⟩. States
// share what they have in common; a fork costs the lists' headers.
type State struct {
	Mem    *memory.Space
	frames []*Frame
	epoch  uint64

	// pc is the path condition Π, a conjunction of Bool terms. Its backing
	// array is shared with other states and never overwritten.
	pc []term.T
	// Model satisfies Π, or is nil when the solver gave up on the way here.
	Model *term.Model

	inputs []Input
	trace  *Mark

	// taken are the decisions of the current instruction so far; forced are
	// those to repeat when it is executed again after a fork.
	taken, forced []decision
	// learnt are conditions that joined Π in the current instruction.
	learnt []term.T
	forks  int32  // decisions on symbolic conditions so far
	tell   Teller // nil: nothing is told any more
	asked  int32  // questions to it so far
	joined int32  // forks when the state last stood at a junction
	Instrs int64
	occ    *occurrences
	Bounds *BoundHit // bounds met on this path, newest first
	// What unknown code was given, ascending; what was executed last, if any; and which
	// may have changed argv.
	kept     []memory.ObjID
	stranger *Stranger
	argvBy   string
	shared   uint32   // objects that code which runs at the same time may change
	log      *Edge    // nil: not recorded
	about    Decision // what the next decision is about
	passed   uint64   // points that leaks are asked about (Site.Via), by the machine's numbers
}

// Frame is an activation of a function.
type Frame struct {
	epoch uint64
	Fn    *ir.Func
	Block *ir.Block
	IP    int
	prev  int32 // index in Fn.Blocks of the block control came from
	regs  registers
	dst   ir.Reg         // register of the caller that takes the result
	owned []memory.ObjID // stack objects that die with the activation
	rest  varArgs        // the variadic arguments, for va_start
	loops []turn
	// forked is where the paths that forked off will come together, while the
	// state records: indices of blocks, or one of the constants below zero.
	forked []int32
	// chained: started by the engine on top of the frame below, which starts
	// as it stands when this one returns (constructors before main).
	chained bool
}

// turn counts the iterations of a loop that a symbolic decision took part in.
type turn struct {
	head  int32 // index in Fn.Blocks
	n     int32
	forks int32 // State.forks when the head was last reached
}

// Mark is a step of the path for people: the newest first.
type Mark struct {
	Point ir.Point
	Kind  MarkKind
	Taken bool   // Branch
	N     uint64 // Switch: the value's successor; Call: the function; Read: index of the input
	Up    *Mark
}

// MarkKind classifies a Mark.
type MarkKind uint8

// The kinds of step worth telling.
const (
	Branch MarkKind = iota
	Entered
	Read
)

// Stranger is unknown code that was executed at a point.
type Stranger struct {
	Name  string
	Point ir.Point
}

// BoundHit is a bound that a path met: the path ended there, or stands for runs
// within the bound only.
type BoundHit struct {
	Kind  string
	Point ir.Point
	Limit int64
	// Shallow: no bound of the run, but the depth of this search (Config.Turns).
	Shallow bool
	Up      *BoundHit
}

// occurrences counts the objects made per site, persistently.
type occurrences struct {
	site ir.Point
	n    uint32
	up   *occurrences
}

// Top is the current frame, for reading.
func (s *State) Top() *Frame { return s.frames[len(s.frames)-1] }

// Depth is the number of activations.
func (s *State) Depth() int { return len(s.frames) }

// Frame returns activation i, 0 being the entry function's.
func (s *State) Frame(i int) *Frame { return s.frames[i] }

// Point is where the state stands; before the entry function is entered, the
// zero point.
func (s *State) Point() ir.Point {
	if len(s.frames) == 0 {
		return ir.Point{}
	}
	f := s.Top()
	return ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}
}

// PC is the path condition; do not modify.
func (s *State) PC() []term.T { return s.pc }

// Inputs is what the environment answered so far, in order; do not modify.
func (s *State) Inputs() []Input { return s.inputs }

// Trace is the newest step of the path.
func (s *State) Trace() *Mark { return s.trace }

// top returns the current frame for writing.
func (s *State) top() *Frame {
	i := len(s.frames) - 1
	f := s.frames[i]
	if f.epoch != s.epoch {
		f = f.clone(s.epoch)
		s.frames[i] = f
	}
	return f
}

func (f *Frame) clone(epoch uint64) *Frame {
	g := *f
	g.epoch = epoch
	g.regs.share()
	g.owned = f.owned[:len(f.owned):len(f.owned)]
	g.loops = append([]turn(nil), f.loops...)
	return &g
}

// fork returns a copy of the state at the same point.
func (m *Machine) fork(s *State) *State {
	t := *s
	t.Mem = s.Mem.Fork()
	t.frames = append([]*Frame(nil), s.frames...)
	t.pc = s.pc[:len(s.pc):len(s.pc)]
	t.inputs = s.inputs[:len(s.inputs):len(s.inputs)]
	t.taken, t.forced, t.learnt = nil, nil, nil
	m.epoch += 2
	s.epoch, t.epoch = m.epoch-1, m.epoch
	return &t
}

func (s *State) assume(c term.T) {
	if c != term.True {
		s.pc = append(s.pc, c)
		s.learnt = append(s.learnt, c)
	}
}

func (s *State) mark(k MarkKind, taken bool, n uint64) {
	s.trace = &Mark{Point: s.Point(), Kind: k, Taken: taken, N: n, Up: s.trace}
}

// occurrence numbers the objects made at a site.
func (s *State) occurrence(p ir.Point) uint32 {
	n := uint32(0)
	for o := s.occ; o != nil; o = o.up {
		if o.site == p {
			n = o.n + 1
			break
		}
	}
	s.occ = &occurrences{p, n, s.occ}
	return n
}

// Hit reports that a target's violation is possible at the state's point.
type Hit struct {
	Target int
	Site   int // index in the target's sites
	Class  op.Class
	Side   op.Side
	// Path leads up to the instruction that fails; Model satisfies its path
	// condition and Cond, the violation. Model is nil when the solver gave up.
	Path  Snapshot
	Cond  term.T
	Model *term.Model
}

// Met is a path-ending error that is possible on a path, target or not.
type Met struct {
	Class op.Class
	Point ir.Point // of the user's code: the call, for errors inside a library model
	Path  Snapshot
	Cond  term.T
	Model *term.Model // nil when the solver could not decide whether it happens
}

// Stop is something that leaves a part of the search undecided.
type Stop struct {
	Kind   StopKind
	Reason string // for the user
	Point  ir.Point
}

// StopKind tells what would have to change for the path to go on.
type StopKind uint8

// The kinds of stop.
const (
	Unmodelled  StopKind = iota // assay: it does not model something
	NoBody                      // the program: a function is not there
	GaveUp                      // the question: it is too hard for the solver
	Elsewhere                   // the alarm: it is about other runs
	Instruction                 // assay: it does not follow an instruction, which no function stands for
	NumStopKinds
)

// EndKind tells how a path ended.
type EndKind uint8

// The ways in which a path ends.
const (
	Exited     EndKind = iota // the program ended
	Failed                    // a path-ending error, always
	Infeasible                // nothing satisfies the path condition
	AtBound                   // a bound was met (Bound says which)
	Stopped                   // something the engine does not model, or gave up on: undecided
	CutOff                    // no open target can be reached from here
	Cancelled                 // the context ended in the middle
	Junction                  // not ended: it stands where paths join, with a recorded edge behind it
)

// End describes how a path ended.
type End struct {
	Kind   EndKind
	Stop   StopKind // Stopped
	Reason string   // Stopped: for the user
	Point  ir.Point
	Bound  *BoundHit
	Class  op.Class // Failed: the error
}

// Resume is the point at which frame i goes on when the activation above it
// returns (ir.Resumed).
func (s *State) Resume(i int) ir.Point {
	f, above := s.frames[i], s.frames[i+1]
	at := ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}
	if above.chained {
		return at
	}
	return ir.Resumed(at, f.Fn, above.Fn)
}

// Snapshot is what a state tells about the way it came.
type Snapshot struct {
	Point  ir.Point // of the user's code
	Inputs []Input
	Trace  *Mark
	PC     []term.T
	mem    *memory.Space
	read   term.T // the value whose reading is the violation, or None
}

func (m *Machine) snapshot(s *State) Snapshot {
	return Snapshot{m.userPoint(s), s.inputs[:len(s.inputs):len(s.inputs)], s.trace, s.pc[:len(s.pc):len(s.pc)], s.Mem, m.read}
}
