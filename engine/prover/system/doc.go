// Package system makes the transition system of a program.
//
// Its cutpoints are loop heads, and entries and returns of procedures, in the context of the
// calls that lead there. A segment is everything that can be executed from one cutpoint to the
// next, with the paths between them merged into guarded terms (build.go, run.go). A value at a
// cutpoint is a constant, a copy of another, or a variable (slots.go). A place that makes heap
// blocks in a loop is one object with many instances (heap.go); memory without cells is smashed
// into arrays (smashed.go, words.go). What is not modelled ends a path at a check that has a
// reason (Check.Why).
//
// The package knows no facts over the variables, and asks no solver.
//
//	sys := system.New(ctx, prog, goals, &system.Settings{Entry: main}, nil)
//	if sys.Failed != "" { ... }  // why there is none
//	for _, seg := range sys.Segments { ... }
package system
