package main

import (
	"bytes"
	"fmt"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/report"
)

// maxTraced is how many nodes of search trees a page holds in all: larger ones
// make browsers slow. Trees beyond it are left out, later targets first.
const maxTraced = 300_000

// tracer keeps the last search tree of each target of a program. The nil tracer
// wants none.
type tracer struct {
	tell *teller
	last map[int]*engine.Trace
}

// newTracer makes a tracer if the settings ask for a trace.
func newTracer(s *option.Settings, tell *teller) *tracer {
	if s.Trace == "" {
		return nil
	}
	return &tracer{tell, map[int]*engine.Trace{}}
}

// checkTrace refuses settings under which there are no trees.
func checkTrace(s *option.Settings) error {
	if s.Trace != "" && s.Interpolation == string(engine.InterpolationNone) {
		return fault.BadInput("leave one of them out", "--trace shows interpolants, and --interpolation none makes none")
	}
	return nil
}

// listener is what the engine calls; number translates its targets.
func (t *tracer) listener(number func(int) int) func(int, *engine.Trace) {
	if t == nil {
		return nil
	}
	return func(k int, tr *engine.Trace) {
		for i := range tr.Nodes {
			if n := &tr.Nodes[i]; n.Started {
				n.File = t.tell.file(t.tell.program.LocOf(n.Point))
			}
		}
		t.last[number(k)] = tr
	}
}

// search is the tree of a target with what became of it.
func (t *tracer) search(target int, name string, o *report.Outcome) report.TraceSearch {
	return report.TraceSearch{Target: name, Status: o.Status, Reason: reasonText(o), Trace: t.last[target]}
}

// writeTrace writes the page of --trace.
func (a *app) writeTrace(path string, searches []report.TraceSearch) error {
	nodes := 0
	for i := range searches {
		t := searches[i].Trace
		if t == nil {
			continue
		}
		if nodes += len(t.Nodes); nodes > maxTraced {
			nodes -= len(t.Nodes)
			searches[i].Trace = &engine.Trace{Dropped: true}
		}
	}
	var page bytes.Buffer
	if err := report.TraceHTML(&page, "Search trees", searches); err != nil {
		return fault.InternalError{Err: fmt.Errorf("trace: %w", err)}
	}
	return a.writeText(path, page.String())
}

// traced are the trees of the targets of all parts, each with the first alarm
// that asks it.
func (j *job) traced(parts []*part) []report.TraceSearch {
	var out []report.TraceSearch
	for _, p := range parts {
		for k := range p.targets {
			alarms := p.asks[p.key(k)]
			if p.tracer == nil || len(alarms) == 0 {
				continue
			}
			al := &j.triage.Alarms[alarms[0]]
			name := al.Place() + ": " + al.Rule
			if n := len(alarms) - 1; n > 0 {
				name += fmt.Sprintf(" (and %d more)", n)
			}
			out = append(out, p.tracer.search(k, name, &al.Outcome))
		}
	}
	return out
}
