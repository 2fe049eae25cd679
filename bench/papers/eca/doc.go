// Package eca makes event-condition-action programs with known truth: in each
// of a bounded number of steps a program reads an input, errs if the state
// satisfies the condition of one of its labels, and otherwise takes the first
// rule that the state and the input enable.
//
// The shapes follow the programs of section 6 of "TracerX: Dynamic Symbolic
// Execution with Interpolation": those of the RERS challenge with plain
// assignments, with arithmetic, and with arrays and data structures, and those
// that PSYCO generates, whose inputs are parameters of methods. Which labels
// are reachable is found by visiting every state that a run can have, on the
// syntax tree, without the engine.
package eca
