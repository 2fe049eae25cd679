// Package pdr proposes clauses that exclude the checks which are open, from the errors
// backwards (property-directed reachability).
//
// It works relative to the facts that are known (houdini.Search), and nothing is believed of
// it: its clauses are candidates like others.
//
//	pdr.Propose(search, context, checks, runs, propagations)  // search.Current has the clauses
package pdr
