// Package prover proves that alarms cannot come true in programs with loops,
// without a bound on the turns (docs/adr/0015).
//
// The program becomes one transition system: its cutpoints are loop heads, in the
// context of the calls that lead there, and a segment is everything that can be
// executed from one cutpoint to the next, with the paths between them merged into
// guarded terms (package system). Facts over the variables at the cutpoints are
// proposed by families (package families), round by round (schedule.go), and weakened
// until what remains is inductive at all cutpoints at once (package houdini). A target
// is proved when no segment can violate it from a state in which the facts hold (package
// goal), and once more, trimmed, by another solver (package certify). Where there is no
// proof, package goal says which candidate was missing.
//
//	out := prover.Prove(ctx, program, goals, prover.Config{Entry: program.FuncByName["main"]})
//	if out.Proofs[0].Proved { ... } // out.Proofs[0].Given are errors that come first
//
// What the package does not model ends a path as unsupported. It spoils only the targets
// that the control flow can still come to from there, unless the facts show that nothing
// gets there (goal/influence.go). Paths on which no open target can come any more, by the
// graph of branches and calls, are no part of the system (system/slice.go; certificates
// name the sites it leads to); while a library model runs, its call is still to come, and
// where a model stops, what it stands for may return and call back (ir/stops.go).
//
// The engine hands all open targets to Prove together, after short explorations
// (engine/prover.go). The segments of a certificate are built anew; the second solver
// confirms its claims on goroutines of its own (certify/second.go), the relaxed question
// first (engine/solver/z3/relax.go). Errors that a proof takes as not happening are looked
// for by a search of their own, so that they stay visible ((*run).show).
//
// What the proofs of a run rested on is kept in the state directory
// (internal/app/decision/facts.go), by the content of the function that the loop is in, in
// words that mean the same in another version of the program (certify/earlier.go). The next
// run tries it before anything else, as candidates.
package prover
