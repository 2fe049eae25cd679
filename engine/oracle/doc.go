// Package oracle tests the engine against the truth: it makes small random C
// programs whose inputs are few enough to be enumerated, runs every input
// natively, and compares what happened with the engine's verdicts.
//
// A program is a typed syntax tree with two printed forms. The plain one is
// what the engine reads. The reference has the same lines, but every operation
// that may go wrong is a call of a small runtime (reference/runtime.c) which
// keeps the objects with their bytes, lifetimes and initialisation, records
// the violations, and goes on or ends as the table of docs/verdicts.md says.
// Nothing undefined is executed natively. Choices that the language leaves
// open (the result of a bad shift, an unwritten byte, whether malloc fails,
// the order of addresses) are enumerated like inputs.
//
// Programs are compiled in batches, all of a batch in one call of clang, once
// for the engine (split.go) and once for the reference. The engine runs on each
// in the baseline configuration and in others that are drawn from a table of
// axes (axes.go). Two kinds of program alternate at random: mixtures of
// everything, and shapes that join paths (genshape.go), which is what pruning
// by interpolants has to get right. TestTraps runs the programs that hold the
// design's counterexamples in every way to prune.
//
// Loops have an oracle of their own (loopgen.go): programs whose loops end when
// an input says so, over variables of few values. Their states at the loop
// heads, for all inputs, are explored natively (reference/explore.c), which
// tells what can happen in runs of any length. The prover alone is compared
// with that, and the whole engine on a share of the programs. A share of them has
// objects of bytes (loopmem.go): blocks of computed size, a large array, a structure
// with padding, copies between them and texts in them; another share looks at its
// arguments and calls a function without a body (loopargs.go).
//
// `go test` tries a fixed share of the programs. For longer runs say
// `go run -tags z3 ./bench/oracle`, which can start at any seed, goes on where
// it ended (-state) and keeps what it finds (-keep).
package oracle
