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
// A fact is *proposed* by a family or by the user (hints.go: a comment /* assay: invariant EXPR
// */, read by internal/app/decision/hints.go). It is *kept* if no segment violates it from states
// in which the facts kept so far and those of its stage hold (houdini.go), or if the segments were
// made so that it holds (points-to sets). Facts about all blocks of a place become facts about
// those at which a model violates them (query/ask.go). It is *used* to try the checks (goal/checker.go). It is
// *checked* by certify.go, on segments built anew in which passed checks are literals: each claim
// is asked for itself, first with the facts of the stages up to the one that found it, its core
// names what it rests on, and checks that are not proved are given. Behind an access that failed a
// read gives anything, and behind a failed write or free that the run survives nothing is known
// (wild): whoever goes on there rests on the check. A fact that is not confirmed there is done
// without, where the rest suffices. What matters most is asked of a solver without a past where
// the old one gives up (Asker.Retry), and then with equal operands of divisions and products in
// each other's place, where that they are equal follows without these (equate.go). What a proof
// rests on is a set of claims (certify/basis.go), and what is confirmed with all it rests on is not looked
// at again. export.go writes the closure down; recheck.go (behind engine/cert/loops.go, assay
// check) makes the system anew from the program and proves every claim with no other premises than
// the certificate names.
//
// Most candidates are false, and what costs is to find that out at each cut. A state that a query
// finds is followed on through the segments by evaluation, on pseudo-random answers of the
// environment, and weakens the templates wherever it comes (houdini/simulate.go); candidates that
// say the same of each element of an array fall together; the solver's models differ in what is
// free (cdcl.Config.Diverse). A stage that runs out keeps the facts that are inductive among what
// it has proved (keepInductive), and what was looked at is looked at again only when it has
// changed.
//
//	s := houdini.New(knowledge, constants)
//	done := s.Fixpoint()  // of the templates in s.Current
//	s.Keep()              // s.Base now has their facts
package houdini
