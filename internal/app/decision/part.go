// Package decision is one program of a run with its targets, and how what the engine says of
// them is told: in words, as witness files that are replayed natively, as certificates. It also
// asks the engine, with the hints in the sources and the facts of earlier runs.
package decision

import (
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
)

// Key is Alarm.Target of the target at an index.
func (p *Part) Key(target int) string { return p.Tell.TargetKey(&p.Targets[target]) }

// A part is one program with the alarms that are decided on it.
type Part struct {
	Program *project.Program
	Tell    *Teller
	Alarms  []int            // indices in Triage.Alarms
	Targets []engine.Target  // distinct
	Asks    map[string][]int // alarms by Alarm.Target
	Index   map[string]int   // index in targets by Alarm.Target
	Tracer  *Tracer          // nil: no trace is wanted
}

// CheckEntry makes sure that runs have somewhere to start.
func CheckEntry(s *option.Settings, p *project.Program) error {
	entries := s.Entry
	if len(entries) == 0 {
		entries = []string{"main"}
	}
	for _, e := range entries {
		if e == option.Exported {
			continue
		}
		id, ok := p.IR.FuncByName[e]
		if ok && len(p.IR.Funcs[id].Blocks) > 0 {
			continue
		}
		if ok {
			return fault.BadInput("add the source that defines it", "the entry %s is declared but not defined in the sources given", e)
		}
		return fault.BadInput("name where runs start with --entry F, or take --entry exported",
			"the program has no function %s", e)
	}
	return nil
}

// Merged are the items of both lists, each once, the first list's first.
func Merged[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}

// Undecided is the outcome of an alarm that never reached the engine.
func Undecided(reason, next string) report.Outcome {
	return report.Outcome{
		Status: engine.Undecided.String(), Reason: reason, Next: next,
		Assumptions: []string{}, Given: []report.Given{}, Bounds: []engine.Bound{},
	}
}
