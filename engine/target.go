package engine

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Target is what one alarm asks: can any of the sites be executed with its
// condition violated, with no path-ending error before (verdicts.md)?
type Target struct {
	// Name identifies the target in output: "file:line: rule".
	Name string
	// Sites are the candidate instructions. `unreachable` needs all of them
	// unreachable, `reachable` one of them.
	Sites []Site
	// Via restricts Leak to runs that come to one of these points; nil: all runs.
	Via []ir.Point
}

// asksLeak tells that a target is about memory that is lost.
func (t *Target) asksLeak() bool {
	return slices.ContainsFunc(t.Sites, func(s Site) bool { return s.Classes.Has(op.Leak) })
}

// Site is one candidate instruction with the violation looked for there.
type Site struct {
	Point   ir.Point
	Classes op.Set // any of these
	// Side restricts SignedOverflow, IndexBound, ShiftRange, Downcast, FloatToInt, and accesses:
	// OutOfBounds before the object (Low) or behind its end, DeadAccess and DanglingRead to freed memory (Low) or
	// to a dead variable, ConstWrite to a string literal (Low) or to something else; no
	// ForeignAccess is Low.
	Side op.Side
	// Arg restricts the check to one operand: for IndexBound the GEP term
	// whose index is Instr.Args[Arg], for calls the argument number;
	// -1: any.
	Arg int32
	// OnlyMade restricts Leak to memory that the instruction at Made allocated.
	OnlyMade bool
	Made     ir.Point
}
