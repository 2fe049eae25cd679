package exec

import (
	"fmt"
	"math"

	"github.com/assay-dev/assay/engine/term"
)

// Script tells a run what the environment answers: a search with one follows
// this run as far as it goes, and explores what lies behind it.
type Script struct {
	// Answers are given in the order in which the path asks. What does not fit
	// the question ends the script.
	Answers []Answer
	// Args are the arguments of main, its name first; nil: any.
	Args [][]byte
}

// Answer is what the environment says to a question of a kind: Fed, StdinByte
// (all ones: standard input ends) or StdinConv.
type Answer struct {
	Kind  InputKind
	Value uint64
}

// scriptEnded is the number of answers asked for on a path that has left its
// script.
const scriptEnded = math.MaxInt32

// told is the script's answer to a question.
func (m *Machine) told(s *State, k InputKind) (value uint64, ok bool) {
	as := m.Config.Script.Answers
	if int(s.asked) >= len(as) || as[s.asked].Kind != k {
		s.asked = scriptEnded
		return 0, false
	}
	s.asked++
	return as[s.asked-1].Value, true
}

// answer is the environment's answer of w bits: the script's, or any.
func (m *Machine) answer(s *State, k InputKind, w int, name string) term.T {
	v, ok := m.told(s, k)
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
	if v, ok := m.told(s, Fed); ok {
		return v != 0
	}
	return m.choose(s, false)
}

// nextByte is the next byte of standard input, or its end: as the script has it,
// or both ways.
func (m *Machine) nextByte(s *State) (x term.T, ends bool) {
	if v, ok := m.told(s, StdinByte); ok {
		return m.Pool.BV(8, v&0xff), uint32(v) == math.MaxUint32
	}
	if m.choose(s, false) {
		return term.None, true
	}
	return m.Pool.Var(8, "stdin"), false
}
