package report

import "github.com/assay-dev/assay/engine"

// Policy says what a suppression may rest on.
type Policy struct {
	// Strict allows no proof with a given check (--given strict).
	Strict bool
	// Findings: a findings document is written in the same run, and the errors
	// in Triage.Met stand in it.
	Findings bool
}

// Suppress sets Alarm.Suppressed on every unreachable alarm that the output
// may suppress, and returns the indices of the unreachable ones it may not.
//
// A proof may be given earlier path-ending checks (docs/verdicts.md, rule 3).
// The output as a whole guarantees that in every run that goes wrong the first
// path-ending error is visible. So a given check must itself be visible: an
// alarm of the input that stays unsuppressed, or an entry of the findings.
// Two alarms may rest on each other; then suppressing both would hide the
// error, so the earlier in the output stays visible.
func Suppress(t *Triage, p Policy) []int {
	shown := map[string]int{} // check -> number of unsuppressed alarms that show it
	for i := range t.Alarms {
		a := &t.Alarms[i]
		a.Suppressed = a.State == Mapped && a.Outcome.Status == engine.Unreachable.String() && !a.ByUser
		if a.showsChecks() {
			a.show(shown)
		}
	}
	if p.Findings {
		for _, m := range t.Met {
			shown[m.Key]++
		}
	}
	withdraw(t.Alarms, shown, p.Strict)

	var kept []int
	for i := range t.Alarms {
		a := &t.Alarms[i]
		if a.Outcome.Status == engine.Unreachable.String() && !a.Suppressed && !a.ByUser {
			kept = append(kept, i)
		}
	}
	return kept
}

// withdraw takes back suppressions until every remaining one rests on visible
// checks only. Taking one back makes more checks visible, never fewer, so the
// passes end, and what an earlier pass accepted stays acceptable.
func withdraw(alarms []Alarm, shown map[string]int, strict bool) {
	for changed := true; changed; {
		changed = false
		for i := range alarms {
			a := &alarms[i]
			if !a.Suppressed || a.restsOnVisible(shown, strict) {
				continue
			}
			a.Suppressed = false
			a.show(shown)
			changed = true
		}
	}
}

func (a *Alarm) restsOnVisible(shown map[string]int, strict bool) bool {
	if strict {
		return len(a.Outcome.Given) == 0
	}
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
