// Package prover proves that alarms cannot come true in programs with loops,
// without a bound on the turns (docs/adr/0015).
//
// The program becomes one transition system: its cut points are loop heads, in
// the context of the calls that lead there, and a segment is everything that
// can be executed from one cut point to the next, with the paths between them
// merged into guarded terms (build.go). A value at a cut point is a constant, a
// copy of another, or a variable (slots.go). A place that makes heap blocks in a
// loop is one object with many instances (heap.go). Facts over these variables
// are proposed by families (facts_*.go) and weakened until what remains is
// inductive at all cut points at once (fix.go); those about all instances are
// instantiated (ask.go, instantiate.go). A target is proved when no segment can violate
// it from a state in which the facts hold (prove.go), and once more, trimmed, by
// another solver (certify.go). Where there is no proof, lost.go says which
// candidate was missing.
//
// Whatever the package does not model ends the path at a stop, and nothing that
// a run could come to from there is proved unless the facts show that the stop
// is not reached (cone.go).
package prover
