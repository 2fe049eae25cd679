// Package goal follows which checks of a program are proved, and which of them a goal
// rests on.
//
// A goal is proved when all its checks are, and when no unsupported operation from
// which a run could get to one of its sites is reached (influence.go). Checker tries
// the open checks by the facts that are known (checker.go), and says for one that stays
// open which candidate fact was missing (reasons.go).
//
//	c := goal.New(search, goals)
//	c.Try("intervals", false)
//	if k := c.Missing(0); k != nil { ... }  // a check of the first goal that is open
package goal
