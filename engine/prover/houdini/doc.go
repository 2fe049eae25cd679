// Package houdini finds out which candidate facts hold at all cutpoints together.
//
// A round weakens the templates of one family until what they say is inductive
// (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001):
// a state that arrives at a cutpoint and violates a template weakens it
// (houdini.go). Such a state is followed on without a solver, which strikes out
// most candidates that do not hold (simulate.go). A round that runs out of effort
// keeps the largest set of facts that was shown inductive. What was struck out last
// is remembered for the reason of a verdict (refuted.go).
//
// The package does not know what the facts are for.
//
//	s := houdini.New(knowledge, constants)
//	done := s.Fixpoint()  // of the templates in s.Current
//	s.Keep()              // s.Base now has their facts
package houdini
