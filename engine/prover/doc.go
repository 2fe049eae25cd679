// Package prover proves that alarms cannot come true in programs with loops,
// without a bound on the turns (docs/adr/0015).
//
// The program becomes one transition system: its cutpoint points are loop heads, in
// the context of the calls that lead there, and a segment is everything that
// can be executed from one cutpoint point to the next, with the paths between them
// merged into guarded terms (package system). Facts over the variables at the cutpoint
// points are proposed by families (package families), round by round (schedule.go), and
// weakened until what remains is inductive at all cut points at once (package houdini).
// A target is proved when no segment can violate it from a state in which the facts hold
// (package goal), and once more, trimmed, by another solver (package certify). Where there
// is no proof, package goal says which candidate was missing.
//
// Whatever the package does not model ends the path at a stop, and nothing that
// a run could come to from there is proved unless the facts show that the stop
// is not reached (goal/influence.go).
package prover
