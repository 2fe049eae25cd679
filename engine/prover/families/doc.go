// Package families has the kinds of facts that the prover tries.
//
// A Family proposes candidates at each cutpoint from what is known there and from
// what the program and the open checks suggest (invariant.Context). A file has one
// family: what it says, with an example in C, its limits, and how it proposes.
// pairs.go, heap.go, arrays.go and words.go also have the operands, blocks and
// indices that others propose about.
//
// The package asks nothing of a run and keeps nothing: what holds of its candidates is
// found out elsewhere.
//
//	families.Singles.Propose(x, 0)   // x.Current now has intervals of each variable
package families
