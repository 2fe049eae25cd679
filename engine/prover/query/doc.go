// Package query asks a solver about segments of a transition system.
//
// A question is a conjunction of facts and a goal over the variables of one
// segment (Question). Facts that hold for all blocks of a site or all words
// are instantiated as models need it (ask.go). Where a query is lost in
// divisions and products, operands that the rest of it makes equal are
// replaced by each other first (equate.go).
//
// The package does not know what the facts are for, nor which of them are
// proved: it is told.
//
//	a := query.New(ctx, sys)
//	r := a.Ask(query.Question{Seg: seg, Facts: facts, Goal: violation}, limits)
//	if r.Status == backend.Unsat { ... } // r.Core names the facts that exclude it
package query
