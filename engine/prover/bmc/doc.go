// Package bmc looks for runs to errors by unrolling a transition system from the start
// of the program (bounded model checking).
//
// What it finds is a proposal: the answers of the environment and the arguments that should
// lead a run there. The caller executes the program on them.
//
//	bmc.Search(ctx, sys, goals, bmc.Client{Propagations: 8_000_000, Terms: 100_000, Open: open, Found: func(goal int, r system.Run) { ... }})
package bmc
