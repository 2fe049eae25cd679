// Package backend defines what the layers of engine/solver need from a complete
// decision procedure, and the types that queries and answers share. Each
// procedure lives in a package of its own.
package backend

import (
	"context"

	"github.com/assay-dev/assay/engine/term"
)

// Status is the answer to a query.
type Status uint8

// The answers.
const (
	Unknown Status = iota // given up; Result.Reason tells why
	Sat                   // some model satisfies all assumptions
	Unsat                 // none does
)

// String returns the answer in SMT-LIB spelling.
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Reasons for Unknown.
const (
	ReasonConflicts    = "conflicts"    // Limits.Conflicts was reached
	ReasonPropagations = "propagations" // Limits.Propagations was reached
	ReasonCancelled    = "cancelled"    // the context was cancelled
	ReasonMemory       = "memory"       // an operation is too large to translate
	ReasonUnsupported  = "unsupported"  // the procedure has no translation for a term
)

// Limits bounds the work of one query in deterministic units. Zero means no
// limit.
type Limits struct {
	Conflicts    int64 // conflicts of the search
	Propagations int64 // literals propagated by the search
}

// Result is the answer to a query.
type Result struct {
	Status Status
	// Model, if Sat, has a value for every variable on which the assumptions
	// depend; variables without a value read as 0. It must not be changed.
	Model *term.Model
	// Core, if Unsat, is a subset of the assumptions without a common model, in
	// the order of the assumptions. It need not be minimal.
	Core []term.T
	// Reason, if Unknown, is one of the Reason constants.
	Reason string
}

// Stats counts the work of a procedure since it was made.
type Stats struct {
	Queries      int64
	Conflicts    int64
	Propagations int64
	Decisions    int64
	Resets       int64 // times the instance was thrown away and refilled
	Lemmas       int64 // array consistency lemmas added
	Gates        int64 // gates of the bit-level graph now
	Variables    int64 // variables of the SAT instance now
}

// Query is a conjunction to decide.
type Query struct {
	// Assumptions are Bool terms.
	Assumptions []term.T
	// Open lists the positions of the assumptions that need a model, ascending;
	// nil means all. The others are known to have a model together, and share
	// no variable with the open ones. They are given nevertheless because a
	// backend gains from seeing every path in its order.
	Open []int
	// Wishes are Bool terms over the variables of the open assumptions that a model
	// makes true where that is easy, the first ones rather than the last. A backend
	// may ignore them; they change no answer.
	Wishes []term.T
}

// OpenTerms returns the assumptions at the open positions.
func (q Query) OpenTerms() []term.T {
	if q.Open == nil {
		return q.Assumptions
	}
	ts := make([]term.T, len(q.Open))
	for i, k := range q.Open {
		ts[i] = q.Assumptions[k]
	}
	return ts
}

// Backend is a complete decision procedure for the terms of one pool. It is
// used by a single goroutine.
type Backend interface {
	// Check decides whether the assumptions have a common model. The model it
	// returns has values for the variables of the open ones.
	Check(ctx context.Context, q Query, lim Limits) Result
	// Stats returns the counters.
	Stats() Stats
	// Close releases what the garbage collector does not.
	Close()
}
