package system

import (
	"github.com/assay-dev/assay/engine/term"

	"github.com/assay-dev/assay/engine/budget"
)

// AnswerKind says what the environment was asked for.
type AnswerKind uint8

// The kinds of answer, as the intrinsics of engine/libc/assay.h ask for them.
const (
	AnswerFailure AnswerKind = iota // whether an operation fails: 0 or 1
	AnswerValue                     // a value of a function that the environment implements
	AnswerByte                      // a byte of standard input; all ones at its end
	AnswerNumber                    // a number that stands next in standard input
)

// Answer is one answer of the environment.
type Answer struct {
	Kind  AnswerKind
	Value uint64 // unsigned, in the width that was asked for
}

// Run is what the environment tells a run: the answers in the order in which it
// asks, and the arguments of main, the program's name first; nil: any.
type Run struct {
	Answers []Answer
	Args    [][]byte
}

// asking is a place of a segment that asks the environment: where the guard
// holds, for t. On every path the askings of a segment stand in their order.
type asking struct {
	Kind        AnswerKind
	Guard, Term term.T
}

// answered notes that the environment is asked for t here.
func (x *run) answered(k AnswerKind, t term.T) term.T {
	x.seg.Asked = append(x.seg.Asked, asking{k, x.s.Guard, t})
	return t
}

// Valuation evaluates terms over a cutpoint's variables in one state.
type Valuation interface {
	Bool(t term.T) bool
	BV(t term.T) uint64
}

// ValueOf is a variable's value in a state.
func ValueOf(p *term.Pool, v Valuation, x term.T) uint64 {
	if p.Width(x) > 0 {
		return v.BV(x)
	}
	if v.Bool(x) {
		return 1
	}
	return 0
}

// Answers are those that a segment gets in a state; image is what its terms are there.
func (seg *Segment) Answers(p *term.Pool, v Valuation, image func(term.T) term.T) (as []Answer) {
	for _, a := range seg.Asked {
		if v.Bool(image(a.Guard)) {
			as = append(as, Answer{Kind: a.Kind, Value: ValueOf(p, v, image(a.Term))})
		}
	}
	return as
}

// Arguments are what main is given: the strings that the system tells apart.
func (b *objects) Arguments(ev *term.Evaluator) [][]byte {
	a := b.Argv
	if a == nil {
		return nil
	}
	args := make([][]byte, min(ev.BV(a.Argc), uint64(budget.ArgumentStrings.N)))
	for k := range args {
		v := b.Argument(b.Size(uint64(k * b.PtrBits / 8)))
		o := b.Objects[b.ObjectsOf(v)[0]]
		args[k] = make([]byte, min(ev.BV(b.LengthOf(o, v)), longestArgument))
		for i := range args[k] {
			// A byte that no question was about reads as 0, and ends no string.
			if c := byte(ev.BV(b.CharAt(o, v.Moved(b.Size(uint64(i)))))); c != 0 {
				args[k][i] = c
			} else {
				args[k][i] = 'a'
			}
		}
	}
	return args
}

// longestArgument bounds what is written down of an argument.
const longestArgument = 4096
