// Package budget holds the numbers by which the engine's effort, and with it its
// precision, is tuned: how many candidates of a kind a cutpoint gets, how often a loop is
// unrolled, what a query or a search may cost.
//
// Each is a Number: what it counts, what it bounds, its default, and the measurement that
// chose it, where there was one. None of them decides what is right: a smaller number costs
// verdicts, a larger one time and memory. Limits that are part of a meaning (the width of
// an address, what an assumption of a verdict says) stand where they are meant.
//
// All count work, never time, so that a run can be repeated: candidates, queries,
// propagations and conflicts of the solver, instructions.
//
// A measurement may Set a number before the engine starts. All lists them; assay prints
// those that differ from their defaults with -v.
package budget
