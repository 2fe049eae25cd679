// Package pdr proposes clauses that exclude the checks which are open, from the errors
// backwards (property-directed reachability).
//
// It works relative to the facts that are known (houdini.Search), and nothing is believed of
// it: its clauses are candidates like others.
//
// Clauses are found from the checks backwards (ADR 0017): pdr.go excludes the states that fail a
// check, and those before them, level by level, until two levels have the same clauses; these are
// candidates like others. Where the start of the program leads to a failing check, the answers of
// its steps are a run (run.go, Proof.Run), which (*run).follow has the search execute.
//
//	pdr.Propose(search, context, checks, runs, propagations)  // search.Current has the clauses
package pdr
