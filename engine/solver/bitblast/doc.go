// Package bitblast turns array-free terms of engine/term into boolean gates, and
// gates into clauses of engine/solver/sat.
//
// Gates live in a hash-consed Graph that outlives SAT instances. A Blaster
// memoises the wires of every term it met. A CNF adds to one SAT instance the
// definitions (Tseitin 1968) of the gates a query needs, once each, and a Cone
// keeps the decisions of the instance restricted to the current query.
//
// Division has no circuit: n / d is a pair of fresh words q, r with the side
// constraint q·d + r = n ∧ r < d, which needs about half the gates and lets the
// solver reason in both directions. Side constraints take part exactly in the
// queries whose cone has one of their inputs.
package bitblast
