package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// Asked is what one of several programs that an alarm's unit belongs to says of it.
type Asked struct {
	Program string   `json:"program"`
	Target  string   `json:"target,omitempty"`  // as Alarm.Target; "" where there is none, and the outcome says why
	Outcome *Outcome `json:"outcome,omitempty"` // nil where it was not asked: another one answers the alarm
}

// Asks are the targets whose verdicts answer the alarm.
func (a *Alarm) Asks() []string {
	if len(a.Programs) == 0 {
		return []string{a.Target}
	}
	var out []string
	for _, p := range a.Programs {
		if p.Target != "" {
			out = append(out, p.Target)
		}
	}
	return out
}

// Answer takes in the verdict on one of the alarm's targets.
func (a *Alarm) Answer(target string, o Outcome) {
	if len(a.Programs) == 0 {
		a.Outcome = o
		return
	}
	for i := range a.Programs {
		if a.Programs[i].Target == target {
			a.Programs[i].Outcome = &o
		}
	}
	a.Outcome = Unite(a.Programs)
}

// Answered says whether no further program can change the alarm's verdict.
func (a *Alarm) Answered() bool { return a.Outcome.Status == engine.Reachable.String() }

// Unite is the verdict on an alarm whose unit belongs to several programs: reachable
// if it is in one of them, unreachable if it is in all. Assumptions, bounds, and what
// is given, unite.
func Unite(programs []Asked) Outcome {
	var worst *Asked
	for i := range programs {
		p := &programs[i]
		if p.Outcome != nil && (worst == nil || weight(p.Outcome) > weight(worst.Outcome)) {
			worst = p
		}
	}
	if worst == nil {
		return Outcome{}
	}
	out := *worst.Outcome
	out.Assumptions, out.Given, out.Bounds = []string{}, []Given{}, []engine.Bound{}
	out.Effort, out.Seconds = engine.Effort{}, 0
	var names []string
	for i := range programs {
		o := programs[i].Outcome
		if o == nil {
			continue
		}
		names = append(names, programs[i].Program)
		out.Effort.Add(o.Effort)
		out.Seconds += o.Seconds
		if out.Status == engine.Reachable.String() && o != worst.Outcome {
			continue
		}
		out.Assumptions = union(out.Assumptions, o.Assumptions)
		out.Given = union(out.Given, o.Given)
		out.Bounds = union(out.Bounds, o.Bounds)
		if o.Checked != out.Checked {
			out.Checked = ""
		}
	}
	where := "in program " + worst.Program
	if out.Status == engine.Unreachable.String() {
		where = "in each of the programs " + strings.Join(names, ", ")
		out.Certificate = "" // one proves only a part of it; Asked has them
		out.Checked = ""
	}
	out.Assumptions = append(out.Assumptions, fmt.Sprintf("the programs are those of %s", strings.Join(programNames(programs), ", ")))
	if out.Reason = strings.TrimSuffix(where+": "+out.Reason, ": "); out.Status == engine.Reachable.String() {
		out.Inputs = append([]string{"program " + worst.Program}, out.Inputs...)
	}
	return out
}

// weight orders outcomes: what answers the alarm whatever the others say is heaviest.
func weight(o *Outcome) int {
	w := slices.Index([]string{engine.Unreachable.String(), engine.Bounded.String(), engine.Undecided.String(), engine.Reachable.String()}, o.Status) * 2
	if o.Confirmed {
		w++
	}
	return w
}

func programNames(programs []Asked) []string {
	var out []string
	for _, p := range programs {
		out = append(out, p.Program)
	}
	return out
}

// union appends what a does not have yet.
func union[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
