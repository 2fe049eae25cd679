// Package certify proves once more, trimmed and by a second solver, what the search for
// facts has proved, and checks such proofs from what they state.
//
// A certificate is a set of claims that rest on each other: that a fact holds on every
// edge into its cutpoint, or that a check cannot fail (certify.go). The segments are built
// anew, with a literal for each path-ending check, so that a claim names those whose
// passing it assumes. Goals answers the goals of a search (goals.go); Check proves a goal
// again from a proof as it was written down (recheck.go, export.go). What proofs know of
// loops is said in C (invariants.go), and what they rest on is kept for later runs
// (earlier.go).
//
// The package believes nothing of the search: what it takes from it is which facts to try.
//
//	known := certify.Goals(checker, proofs, certify.Options{Certificates: true})
//	v, err := certify.Check(ctx, prog, target, proofs[0].Basis, settings, second)
package certify
