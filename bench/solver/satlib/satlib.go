// Package satlib binds SAT solvers of others to the benchmark of engine/solver,
// and to nothing else: the product has no part of them. Each is compiled in by a
// build tag of its own and needs cgo and a C++ compiler:
//
//   - bench_cadical: CaDiCaL, Debian and Ubuntu package libcadical-dev.
//   - bench_minisat: MiniSat 2.2, package minisat, which has the header and
//     the library beside the program.
package satlib

// Increment is what is added to an instance before a query, and the query.
// Literals are those of DIMACS: a variable from 1 on, negative if complemented.
type Increment struct {
	Fresh   bool    // the query goes to a new instance
	Vars    int     // number of variables of the instance
	Clauses []int32 // each ends with 0
	Decide  []int32 // variables to switch on (positive) or off for decisions
	Assume  []int32
	Sat     bool // the answer
}

// Instance is one incremental solver.
type Instance interface {
	// Ask applies an increment and answers its query.
	Ask(inc *Increment) (sat bool)
	// Close releases the instance.
	Close()
}

// Library is a solver that is compiled in.
type Library struct {
	Name string
	Open func() Instance
}

// Libraries are the solvers compiled in.
var Libraries []Library
