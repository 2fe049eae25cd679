// Package targets turns the alarms of static analyzers into targets of the
// engine: which instructions of the program an alarm speaks of, and which
// violation of which operand has to be reached there.
//
// Three tables and one matcher do it. The rule catalogue (rules_*.go) says for
// each rule of each analyzer which classes of violation it claims and what
// kind of instruction commits them ([Look]). The index of positions finds the
// instructions of that kind at the alarm's place. Frama-C's ACSL predicate,
// or the names in another analyzer's message, then narrow the candidates, but
// only where they match exactly (verdicts.md, rule 7): an expression matches
// an operand if operators, constants, variables and member names agree all
// the way down to the loads of named variables.
package targets
