package decision

import (
	"bytes"
	"fmt"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/report"
)

// maxTraced is how many nodes of search trees a page holds in all: larger ones
// make browsers slow. Trees beyond it are left out, later targets first.
const maxTraced = 300_000

// Tracer keeps the last search tree of each target of a program. The nil tracer
// wants none.
type Tracer struct {
	tell *Teller
	last map[int]*engine.Trace
}

// NewTracer makes a tracer if the settings ask for a trace.
func NewTracer(s *option.Settings, tell *Teller) *Tracer {
	if s.Trace == "" {
		return nil
	}
	return &Tracer{tell, map[int]*engine.Trace{}}
}

// CheckTrace refuses settings under which there are no trees.
func CheckTrace(s *option.Settings) error {
	if s.Trace != "" && s.Interpolation == string(engine.InterpolationNone) {
		return fault.BadInput("leave one of them out", "--trace shows interpolants, and --interpolation none makes none")
	}
	return nil
}

// Listener is what the engine calls; number translates its targets.
func (t *Tracer) Listener(number func(int) int) func(int, *engine.Trace) {
	if t == nil {
		return nil
	}
	return func(k int, tr *engine.Trace) {
		for i := range tr.Nodes {
			if n := &tr.Nodes[i]; n.Started {
				n.File = t.tell.File(t.tell.Program.LocOf(n.Point))
			}
		}
		t.last[number(k)] = tr
	}
}

// Search is the tree of a target with what became of it.
func (t *Tracer) Search(target int, name string, o *report.Outcome) report.TraceSearch {
	return report.TraceSearch{Target: name, Status: o.Status, Reason: ReasonText(o), Trace: t.last[target]}
}

// WriteTrace writes the page of --trace.
func WriteTrace(a *console.App, path string, searches []report.TraceSearch) error {
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
	return a.WriteText(path, page.String())
}

// ReasonText joins the reason and the next step, which have one place in SARIF.
func ReasonText(o *report.Outcome) string {
	if o.Next == "" {
		return o.Reason
	}
	if o.Reason == "" {
		return "next step: " + o.Next
	}
	return o.Reason + "; next step: " + o.Next
}
