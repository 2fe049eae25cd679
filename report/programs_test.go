package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
)

// TestUnite: reachable in one program is reachable, unreachable needs all; what the
// verdicts rest on unites.
func TestUnite(t *testing.T) {
	verdict := func(program, status string) Asked {
		return Asked{Program: program, Target: program, Outcome: &Outcome{
			Status: status, Confirmed: program == "sure", Reason: "because of " + program, Assumptions: []string{"shared", "of " + program},
			Given: []Given{{Error: "null", Key: program}}, Bounds: []engine.Bound{{Kind: "loop", At: program, Limit: 3}},
			Certificate: program + ".json", Checked: "z3", Effort: engine.Effort{Nodes: 2}, Seconds: 1,
		}}
	}
	reachable, unreachable, bounded, undecided := "reachable", "unreachable", "bounded", "undecided"
	for _, c := range []struct {
		name     string
		programs []Asked
		want     string
		reason   string
	}{
		{"all", []Asked{verdict("one", unreachable), verdict("two", unreachable)}, unreachable, "in each of the programs one, two: because of one"},
		{"one of them", []Asked{verdict("one", unreachable), verdict("two", reachable)}, reachable, "in program two: because of two"},
		{"confirmed before others", []Asked{verdict("one", reachable), verdict("sure", reachable)}, reachable, "in program sure: because of sure"},
		{"not known of one", []Asked{verdict("one", unreachable), verdict("two", undecided), verdict("three", bounded)}, undecided, "in program two: because of two"},
		{"bounded in one", []Asked{verdict("one", bounded), verdict("two", unreachable)}, bounded, "in program one: because of one"},
		{"not asked", []Asked{verdict("one", reachable), {Program: "two", Target: "two"}}, reachable, "in program one: because of one"},
	} {
		o := Unite(c.programs)
		if o.Status != c.want || o.Reason != c.reason {
			t.Errorf("%s: %s, %s", c.name, o.Status, o.Reason)
		}
		var asked []Asked
		for _, p := range c.programs {
			if p.Outcome != nil {
				asked = append(asked, p)
			}
		}
		if o.Effort.Nodes != int64(2*len(asked)) || o.Seconds != float64(len(asked)) {
			t.Errorf("%s: effort %+v in %v s", c.name, o.Effort, o.Seconds)
		}
		if c.want == reachable {
			if o.Inputs[0] != "program "+strings.Fields(c.reason)[2][:len(strings.Fields(c.reason)[2])-1] {
				t.Errorf("%s: inputs %q", c.name, o.Inputs)
			}
			continue
		}
		for _, p := range asked {
			if !slices.Contains(o.Assumptions, "of "+p.Program) || !slices.Contains(o.Given, p.Outcome.Given[0]) || !slices.Contains(o.Bounds, p.Outcome.Bounds[0]) {
				t.Errorf("%s: does not rest on %s: %+v", c.name, p.Program, o)
			}
		}
		if len(o.Assumptions) != len(asked)+2 {
			t.Errorf("%s: assumptions %q", c.name, o.Assumptions)
		}
	}
}

// TestAnswer: a verdict on one target is not yet one on the alarm.
func TestAnswer(t *testing.T) {
	a := Alarm{Target: "x", Programs: []Asked{{Program: "one", Target: "x"}, {Program: "two", Target: "y"}, {Program: "three", Outcome: &Outcome{Status: "undecided"}}}}
	if got := a.Asks(); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("asks %q", got)
	}
	a.Answer("x", Outcome{Status: "unreachable"})
	if a.Outcome.Status != "undecided" || a.Answered() {
		t.Errorf("%+v", a.Outcome)
	}
	a.Answer("y", Outcome{Status: "reachable"})
	if a.Outcome.Status != "reachable" || !a.Answered() {
		t.Errorf("%+v", a.Outcome)
	}
	alone := Alarm{Target: "x"}
	if alone.Answer("x", Outcome{Status: "bounded"}); alone.Outcome.Status != "bounded" || !slices.Equal(alone.Asks(), []string{"x"}) {
		t.Errorf("%+v", alone)
	}
}
