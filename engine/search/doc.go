// Package search explores the tree of states of a program towards its targets:
// which state goes next, which are cut, when to stop. The tree is explicit, so
// that depth costs no host stack and any order is possible.
//
// search.Search owns one arena, one solver and an explicit frontier: depth-first, or interleaved
// between nearest to a target, least visited, and oldest. Budgets are in deterministic units;
// wall-clock time and memory only abort. engine.Run first explores for all targets together, then
// gives each open target its turns (rounds in decide.go), over the workers.
package search
