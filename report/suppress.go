package report

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/op"
)

// Policy says what a suppression may rest on.
type Policy struct {
	// Strict allows no proof with a given check (--given strict).
	Strict bool
	// Findings: a findings document with all of Triage.Met is written in the
	// same run.
	Findings bool
}

// Suppress sets Alarm.Suppressed on every unreachable alarm that the output
// may suppress, and returns the indices of the unreachable ones it may not.
//
// A proof may be given earlier path-ending checks (docs/verdicts.md, rule 3).
// The output as a whole guarantees that in every run that goes wrong the first
// path-ending error is visible. So a given check must itself be visible: an
// alarm of the input that stays unsuppressed, or an entry of the findings.
// When findings are written, given checks that no alarm shows are added to
// Triage.Met. Otherwise, where two alarms rest on each other, suppressing both
// would hide the error, so the earlier in the output stays visible.
//
// An alarm in whose statement an error of its kind was met, or a failing assertion, stays
// visible as well: should the proof answer another question than the alarm asks, the
// reader has both before him.
func Suppress(t *Triage, p Policy) []int {
	shown := map[string]int{} // check -> number of unsuppressed alarms that show it
	for i := range t.Alarms {
		a := &t.Alarms[i]
		a.Suppressed = a.State == Mapped && a.Outcome.Status == engine.Unreachable.String() && !a.ByUser &&
			!(p.Strict && len(a.Outcome.Given) > 0)
		if m := a.metThere(t.Met); a.Suppressed && m != nil {
			a.Suppressed = false
			a.Kept = fmt.Sprintf("not suppressed: %s was met on that line", m.Text)
			if m.Line != a.Line {
				a.Kept = fmt.Sprintf("not suppressed: %s was met on line %d of that statement", m.Text, m.Line)
			}
		}
		if a.showsChecks() {
			a.show(shown)
		}
	}
	if p.Findings {
		for _, m := range t.Met {
			shown[m.Key]++
		}
		addGiven(t, shown)
	} else {
		withdraw(t.Alarms, shown)
	}

	var kept []int
	for i := range t.Alarms {
		a := &t.Alarms[i]
		if a.Outcome.Status == engine.Unreachable.String() && !a.Suppressed && !a.ByUser {
			kept = append(kept, i)
		}
	}
	return kept
}

// spans says whether a line is the alarm's, or one of the statement there.
func (a *Alarm) spans(line int) bool {
	return line == a.Line || line >= a.FirstLine && line <= a.LastLine
}

// metThere finds an error met in the statement at the alarm's line that is of its kind, or
// a failing assertion.
func (a *Alarm) metThere(met []Met) *Met {
	for i := range met {
		m := &met[i]
		if a.spans(m.Line) && m.File != "" && m.File == a.Source && a.kindred(m.Class) {
			return m
		}
	}
	return nil
}

// ofMemory are errors that an access through a pointer may end in, of which analyzers tell one
// where assay tells another: a null pointer given to a function is a violated precondition.
var ofMemory = op.SetOf(op.NullAccess, op.NullString, op.LibPrecond, op.OutOfBounds, op.IndexBound, op.ForeignAccess, op.DeadAccess,
	op.ConstWrite, op.BadFree, op.DoubleFree, op.DanglingRead, op.Overlap)

// kindred reports whether an error may be the one that the alarm is about, or is a failing
// assertion.
func (a *Alarm) kindred(class string) bool {
	if class == op.Assert.String() || slices.Contains(a.Classes, class) {
		return true
	}
	memory := func(name string) bool {
		c, ok := op.ParseClass(name)
		return ok && ofMemory.Has(c)
	}
	return memory(class) && slices.ContainsFunc(a.Classes, memory)
}

// DropKnown removes from Triage.Met the errors that a visible alarm of the input
// stands for already and says to be reachable: they are no news.
func DropKnown(t *Triage) {
	known := map[string]int{}
	for i := range t.Alarms {
		if a := &t.Alarms[i]; a.showsChecks() && a.Outcome.Status == engine.Reachable.String() {
			a.show(known)
		}
	}
	t.Met = slices.DeleteFunc(t.Met, func(m Met) bool { return known[m.Key] > 0 })
}

// addGiven makes findings of the checks that suppressed alarms rest on and
// nothing else shows.
func addGiven(t *Triage, shown map[string]int) {
	for i := range t.Alarms {
		if !t.Alarms[i].Suppressed {
			continue
		}
		for _, g := range t.Alarms[i].Outcome.Given {
			if shown[g.Key] > 0 {
				continue
			}
			shown[g.Key]++
			t.Met = append(t.Met, Met{
				Class: g.Error, Text: g.Text, File: g.File, Line: g.Line, Col: g.Col, Function: g.Function, Key: g.Key,
			})
		}
	}
}

// withdraw takes back suppressions until every remaining one rests on visible
// checks only. Taking one back makes more checks visible, never fewer, so the
// passes end, and what an earlier pass accepted stays acceptable.
func withdraw(alarms []Alarm, shown map[string]int) {
	for changed := true; changed; {
		changed = false
		for i := range alarms {
			a := &alarms[i]
			if !a.Suppressed || a.restsOnVisible(shown) {
				continue
			}
			a.Suppressed = false
			a.show(shown)
			changed = true
		}
	}
}

func (a *Alarm) restsOnVisible(shown map[string]int) bool {
	for _, g := range a.Outcome.Given {
		if shown[g.Key] == 0 {
			return false
		}
	}
	return true
}

// showsChecks: a reader of the output sees this alarm, and sees it as one.
func (a *Alarm) showsChecks() bool {
	return a.State.Counts() && !a.Suppressed && !a.ByUser
}

func (a *Alarm) show(shown map[string]int) {
	for _, key := range a.Covers {
		shown[key]++
	}
}
