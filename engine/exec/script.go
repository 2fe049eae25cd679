package exec

import (
	"fmt"
	"math"

	"github.com/assay-dev/assay/engine/term"
)

// Script tells runs what the environment answers: a search with one follows
// them as far as the script goes, and explores what lies behind.
type Script struct {
	Tell Teller
	// Args are the arguments of main, its name first; nil: any.
	Args [][]byte
}

// Teller is what the environment answers to question nth of a path, which is
// one of a kind: Fed, StdinByte (all ones: standard input ends) or StdinConv,
// for that many bits; 0 bits: whether an operation fails. Nothing is told from
// there on where it is not ok.
type Teller func(nth int, k InputKind, bits int) (value uint64, ok bool)

// Retell is a copy of a state, which another teller answers from now on.
func (m *Machine) Retell(s *State, tell Teller) *State {
	t := m.fork(s)
	t.tell, t.asked = tell, 0
	return t
}

// Asked is how many questions the path has asked its teller.
func (s *State) Asked() int { return int(s.asked) }

// told is the script's answer to a question.
func (s *State) told(k InputKind, bits int) (value uint64, ok bool) {
	if s.tell == nil {
		return 0, false
	}
	v, ok := s.tell(int(s.asked), k, bits)
	if !ok {
		s.tell = nil
	}
	s.asked++
	return v, ok
}

// answer is the environment's answer of w bits: the script's, or any.
func (m *Machine) answer(s *State, k InputKind, w int, name string) term.T {
	v, ok := s.told(k, w)
	switch {
	case !ok || w > 64:
		return m.Pool.Var(boolWidth(w), name)
	case w == 1:
		return m.Pool.Bool(v&1 != 0)
	}
	return m.Pool.BV(w, v)
}

// numArgs is how many arguments of main have a text, argLength how long text k
// is: as the script has it, or bounded by what bound names.
func (m *Machine) numArgs() int {
	if args := m.Config.Script.Args; args != nil {
		return len(args)
	}
	return m.Config.MaxArgc
}

func (m *Machine) argLength(k int) (n int, bound string) {
	if args := m.Config.Script.Args; args != nil {
		return len(args[k]), ""
	}
	return m.Config.MaxArgLen, "argv"
}

// argByte is byte i of argument k of main: the script's, or any.
func (m *Machine) argByte(k, i int) term.T {
	if args := m.Config.Script.Args; args != nil {
		return m.Pool.BV(8, uint64(args[k][i]))
	}
	return m.Pool.Var(8, fmt.Sprintf("argv[%d][%d]", k, i))
}

// fails tells whether an operation of the environment fails: as the script has
// it, or both ways.
func (m *Machine) fails(s *State) bool {
	if v, ok := s.told(Fed, 0); ok {
		return v != 0
	}
	return m.choose(s, false)
}

// nextByte is the next byte of standard input, or its end: as the script has it,
// or both ways.
func (m *Machine) nextByte(s *State) (x term.T, ends bool) {
	if v, ok := s.told(StdinByte, 8); ok {
		return m.Pool.BV(8, v&0xff), uint32(v) == math.MaxUint32
	}
	if m.choose(s, false) {
		return term.None, true
	}
	return m.Pool.Var(8, "stdin"), false
}
