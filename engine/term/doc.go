// Package term implements hash-consed terms over Bool, bit-vectors and arrays:
// the formulas of SMT-LIB's logic QF_ABV, without uninterpreted functions.
//
// A [Pool] owns terms; a [T] is a handle into it. Building the same term twice
// yields the same handle, so equality of handles is equality of terms, and a
// formula is a DAG whose shared parts exist once. A pool only grows; make one
// per search and drop it as a whole.
//
// # Construction rewrites
//
// The constructors ([Pool.Add], [Pool.Ite], [Pool.Select], …) fold constants
// and apply the rewrite rules listed by [Rules] before a node is made, so the
// term one gets may have another operator than the constructor's name says; it
// is equal under every assignment. Some normal forms are worth knowing when
// taking terms apart:
//
//   - There is no or, implies, xor on Bool, and no ≤: see [Op]. A disjunction
//     is ¬(¬p ∧ ¬q); [Pool.Conjuncts] and [Pool.Disjuncts] split formulas.
//   - The constant of a comparison is on the right; of a commutative operator
//     too. x - c is x + (-c).
//   - x >> c is an extension of a slice of x, x & (2^k - 1) likewise.
//   - Concatenated slices of one term become one slice: a value written to
//     memory byte by byte and read back is the value.
//
// # Ranges
//
// For every bit-vector of at most 64 bits the pool keeps an unsigned and a
// signed interval and its known bits ([Pool.URange], [Pool.SRange],
// [Pool.KnownBits]). They follow from the structure of the term alone and hold
// under every assignment.
//
// # Values
//
// A [Model] gives values to variables; an [Evaluator] computes terms under it.
// All operators are total, with the values of SMT-LIB: x/0 is all ones, x%0 is
// x, shifts by the width or more leave zeros or the sign.
//
// # Text
//
// [Pool.String] writes a term in the manner of C, for people; [SMTWriter] and
// [ParseSMT] write and read SMT-LIB 2 scripts, for other solvers.
//
// Misuse — operands of different sorts, a handle of another pool — is a bug of
// the caller and panics. Only ParseSMT, which reads other people's text, returns
// errors.
package term
