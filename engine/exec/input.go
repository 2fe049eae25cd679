package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// InputKind says where an input came from and how a replay feeds it.
type InputKind uint8

// The kinds of input.
const (
	StdinByte InputKind = iota // one byte of standard input
	StdinEnd                   // standard input ended here
	StdinConv                  // an integer in standard input, read by a conversion (Key: "d", "u", "x", …)
	StdinReal                  // a floating-point number there (Key: "g"): its bits
	Fed                        // the answer of a function the replay can replace (Key)
	FedBytes                   // bytes delivered by such a function (Key)
	ArgCount                   // argc
	ArgByte                    // byte Index of argv[Arg]
	Choice                     // a value that the language leaves open (Key: "unwritten", "shift", …)
)

// Input is an answer of the environment on a path, in the order in which the
// path asked. Value is a term, or None for a known answer in Known.
type Input struct {
	Kind  InputKind
	Key   string
	Value term.T
	Known uint64
	Bytes []term.T // FedBytes
	Arg   int
	Index int // ArgByte: of the byte; StdinConv, StdinReal: bits of the number
	// When is the condition under which a Choice was made at all.
	When term.T
	// Made are the variables that the call of an unmodelled function made,
	// Forked that it chose among ways to go on, and By what made the choice.
	// Such a Choice has no Value.
	Made   []term.T
	Forked bool
	By     string
	Point  ir.Point
}

func (m *Machine) input(s *State, in Input) {
	in.Point = m.userPoint(s)
	s.inputs = append(s.inputs, in)
	if in.Value != term.None {
		s.note(Note{Kind: Fresh, Off: in.Value})
	}
	for _, b := range in.Bytes {
		s.note(Note{Kind: Fresh, Off: b})
	}
	s.trace = &Mark{Point: in.Point, Kind: Read, N: uint64(len(s.inputs) - 1), Up: s.trace}
}

// choice records a value that the language leaves open where a condition
// holds.
func (s *State) choice(kind string, t, when term.T) {
	s.inputs = append(s.inputs, Input{Kind: Choice, Key: kind, Value: t, When: when, Point: s.Point()})
	s.note(Note{Kind: Fresh, Off: t})
}

// fresh is an arbitrary value of a type; kind names its source for a witness.
func (m *Machine) fresh(s *State, t ir.TypeID, kind string) memory.Value {
	ty := &m.Prog.Types[t]
	switch ty.Kind {
	case ir.Struct:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, len(ty.Fields))}
		for i, f := range ty.Fields {
			v.Elems[i] = m.fresh(s, f.Type, kind)
		}
		return v
	case ir.Array, ir.Vector:
		v := memory.Value{Kind: memory.Agg, Elems: make([]memory.Value, ty.Len)}
		for i := range v.Elems {
			v.Elems[i] = m.fresh(s, ty.Elem, kind)
		}
		return v
	case ir.Ptr:
		m.stop(s, "a pointer of arbitrary value ("+kind+")")
	}
	x := m.Pool.Var(boolWidth(ty.Bits), kind)
	s.choice(kind, x, term.True)
	return memory.Value{T: x}
}

// nondet makes a fresh value of w bits that a replay feeds under a key.
func (m *Machine) nondet(s *State, w int, key string) term.T {
	if key == byStranger {
		return m.decidedElsewhere(s, w)
	}
	x := m.answer(s, Fed, w, key)
	m.input(s, Input{Kind: Fed, Key: key, Value: x})
	return x
}

// byStranger is the key under which models ask for what unknown code has decided.
const byStranger = "unknown"

// decidedElsewhere is a number that unknown code decided, through the library: no replay
// can tell the library what to answer, for the code may not be such that it comes about.
func (m *Machine) decidedElsewhere(s *State, w int) term.T {
	by := "code that is not there"
	if s.stranger != nil {
		by = s.stranger.Name
	}
	return m.decidedBy(s, w, by)
}

func (m *Machine) decidedBy(s *State, w int, by string) term.T {
	x := m.Pool.Var(w, "havoc")
	s.choice("havoc", x, term.True)
	s.inputs = append(s.inputs, Input{Kind: Choice, Key: "havoc", By: by, Point: m.userPoint(s), Made: []term.T{x}})
	return x
}

// ByOptimiser ends the name of what chose a value that an optimiser knows.
const ByOptimiser = " of the optimiser"

// folded is a value that depends on what the optimiser knows: no replay can tell it.
func folded(m *Machine, s *State, in *ir.Instr) {
	x := m.decidedBy(s, boolWidth(m.bits(in.Type)), in.Reason+ByOptimiser)
	m.set(s, in, memory.Value{T: x})
}
