// Package invariant has the language of facts about a transition system, and what
// is known in it.
//
// A Template is a set of candidate facts at one cutpoint that every state which
// is found to arrive there weakens, until what is left is inductive
// (templates.go). Knowledge holds the facts that are proved at each cutpoint and
// the templates of the round at hand, and makes the premises of a question from
// them (knowledge.go). Relevance says which variables are worth a fact, by what
// the program compares and what the open checks read (relevance.go). A Context
// is what families of facts propose from (propose.go).
//
// The package proves nothing, and it knows no family.
//
//	x := &invariant.Bound{Sys: sys, When: term.True, Term: n, Signed: true, Thresholds: ts, Lo: 1, Hi: 0, Text: "n"}
//	x.Weaken(state)  // n is what it is in the state
//	x.Facts()        // two terms: n is no less than …, and no more than …
package invariant
