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
//
// The prover (ADR 0015): After short explorations for all targets together engine/prover.go hands
// all open targets to engine/prover, which builds one transition system, finds facts that hold at
// the loop heads, and proves checks by them, with no bound. The segments of its certificate are
// built anew; a second solver confirms its claims on goroutines of its own
// (engine/prover/certify/second.go, z3.Confirmer), the relaxed question first
// (engine/solver/z3/relax.go). Errors that a proof takes as not happening are looked for by a
// search of their own, so that they stay visible ((*run).show). What it does not model is a
// unsupported; it spoils only the targets that the control flow can still come to from there (goal/influence.go).
// Paths on which no open target can come any more, by the graph of branches and calls, are no part
// of the system (system/slice.go; certificates name the sites it leads to); while a library model runs,
// its call is still to come, and where a model stops, what it stands for may return and call back
// (ir/stops.go).
//
// What the proofs of a run rested on is kept by internal/app/decision/facts.go in the state
// directory, by the content of the function that the loop is in, in words that mean the same in
// another version of the program (earlier.go: places by name, objects by where they are made). The
// next run tries it before anything else, as candidates.
package prover
