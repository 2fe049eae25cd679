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
// A proof is said in C by invariants.go (Config.Invariants, Verdict.Invariants): of each loop
// statement (ir.Block.Stmt, from the metadata of its back edge) the certified facts of its cuts,
// one alternative per context, over variables in scope at the keyword (ir.LoopStmt.Vars; members
// and elements by ir.Program.Integer) whose flag "unset" is proved false, with constants and
// copies built into the cut. Nothing is said of a loop that a stop which is not excluded may lead
// to, nor what needs more given than the proof. engine/pred/cexpr writes a condition over
// bit-vectors as an expression that is true just where the condition is: exact where intervals
// show that nothing overflows, else in unsigned types, modulo the width; it is compared natively
// with random terms under the undefined-behaviour sanitizer.
//
//	c := certify.New(ctx, checker, certify.Options{Certificates: true})
//	c.Ahead(some) // while the search goes on
//	known := c.Goals(proofs)
//	v, err := certify.Check(ctx, prog, target, proofs[0].Basis, settings, second)
package certify
