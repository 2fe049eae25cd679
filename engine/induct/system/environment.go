package system

import "github.com/assay-dev/assay/engine/term"

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
