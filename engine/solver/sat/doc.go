// Package sat is a persistent, incremental CDCL satisfiability solver in pure
// Go, made for streams of many small related queries over one growing clause
// set, as symbolic execution produces them.
//
// The solver is the classic conflict-driven clause-learning design (Marques-Silva
// and Sakallah 1999; Moskewicz et al. 2001; Eén and Sörensson, "An Extensible
// SAT-solver", 2003): two watched literals with blocking literals, binary
// clauses kept in the watch lists only, first-UIP learning with recursive
// minimisation, VSIDS decisions, phase saving, Luby restarts, and a learnt
// clause data base reduced by literal block distance (Audemard and Simon 2009).
//
// Four things are particular to the use in symbolic execution:
//
//   - Decisions are restricted to the variables switched on by SetDecision. The
//     caller switches on the cone of influence of a query, so the cost of a
//     query follows the size of the query and not that of the instance. This is
//     sound when every clause outside the cone can be satisfied by extending
//     any assignment of the cone, as is the case for gate definitions.
//   - Each assumption occupies one decision level, and the levels that two
//     consecutive queries have in common stay on the trail (Retain, Solve).
//   - Clauses may be added while the trail is not empty. A clause that is unit
//     under the trail assigns its literal at the level where it became unit, not
//     at the current one, and backtracking keeps such literals (compare Nadel
//     and Ryvchin, "Chronological Backtracking", 2018, where trails are out of
//     order in the same way).
//   - A model may leave open what does not matter (Justify), for callers that ask about a few
//     of very many gates.
//
// A solver is deterministic: the same sequence of calls gives the same answers,
// models, cores and counters. It is meant for a single goroutine.
package sat
