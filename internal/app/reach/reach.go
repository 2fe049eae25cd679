package reach

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
)

// Run decides the targets of the settings and prints their verdicts; its error has the exit code.
func Run(ctx context.Context, a *console.App, s *option.Settings, sources []string) error {
	start := time.Now()
	if len(s.Calls)+len(s.Lines)+len(s.Labels) == 0 {
		return fault.BadInput("add --call FUNC, --line FILE:LINE or --label NAME", "there is no target")
	}
	if err := errors.Join(decision.CheckTrace(s), checkSVComp(s)); err != nil {
		return err
	}
	line := console.NewProgress(a.Terminal, start.Add(s.Timeout))
	defer line.Clear()
	dir, err := console.WorkingDir()
	if err != nil {
		return err
	}
	units, err := project.UnitsOf(s, sources, dir)
	if err != nil {
		return err
	}
	line.Say("compiling")
	shop, err := project.NewWorkshop(ctx, s, units)
	if err != nil {
		return console.Interrupted(ctx, err)
	}
	defer shop.Close()
	j := &job{s: s, dir: dir, shop: shop, line: line, end: start.Add(s.Timeout)}
	defer j.close()
	if err := j.load(ctx); err != nil {
		return console.Interrupted(ctx, err)
	}
	if err := j.decide(ctx, a); err != nil {
		return console.Interrupted(ctx, err)
	}
	line.Clear()
	return reached(a, j)
}

// parsePlace takes FILE:LINE apart.
func parsePlace(s string) (file string, line int, err error) {
	i := strings.LastIndexByte(s, ':')
	if i > 0 {
		line, err = strconv.Atoi(s[i+1:])
	}
	if i <= 0 || err != nil || line < 1 {
		return "", 0, fault.BadInput("write for example main.c:42", "--line %s is not of the form FILE:LINE", s)
	}
	return s[:i], line, nil
}

// restsOn says what a verdict holds for, one line for each list that is not empty:
// the bounds of the search, the earlier checks that are taken to pass, and the
// assumptions. The lines are indented, so that verdicts begin a line and they do not.
func restsOn(o *report.Outcome) []byte {
	var b bytes.Buffer
	for _, l := range []struct {
		title string
		items []string
	}{{"bounds", engine.BoundTexts(o.Bounds)}, {"given no", report.GivenTexts(o.Given)}, {"assumes", o.Assumptions}} {
		if len(l.items) > 0 {
			fmt.Fprintf(&b, "  %s: %s\n", l.title, strings.Join(l.items, " | "))
		}
	}
	return b.Bytes()
}

// reached prints the verdicts, on stderr what a reader may want beside them,
// and says with which code to end.
func reached(a *console.App, j *job) error {
	noted := map[string]bool{}
	for _, p := range j.parts {
		for _, n := range p.Program.AllNotes() {
			if !noted[n] {
				noted[n] = true
				a.NoteAll("", []string{n}, j.s.VerboseLog)
			}
		}
	}
	gate := false
	var traces []report.TraceSearch
	for i, t := range j.targets {
		o := j.outcome(i)
		if _, err := fmt.Fprintf(a.Stdout, "VERDICT %s %s\n", o.Status, t.name); err != nil {
			return err
		}
		if _, err := a.Stdout.Write(restsOn(&o)); err != nil {
			return err
		}
		al := report.Alarm{Outcome: o}
		detail := cmp.Or(al.Beside(), o.Reason)
		if o.Status == engine.Bounded.String() && o.Next != "" {
			detail += "; → " + o.Next
		}
		files, err := j.save(i)
		if err != nil {
			return err
		}
		if detail = strings.TrimPrefix(detail+files, "; "); detail != "" {
			a.Notice("%s: %s", t.name, detail)
		}
		if p := j.parts[0]; p.Tracer != nil {
			traces = append(traces, p.Tracer.Search(i, t.name, &o))
		}
		gate = gate || slices.Contains(j.s.FailOn, o.Status)
	}
	if j.s.Trace != "" {
		if err := decision.WriteTrace(a, j.s.Trace, traces); err != nil {
			return err
		}
	}
	if j.s.SvcompWitness != "" {
		if err := writeSVComp(a, j.s, j.parts[0].Part, &j.parts[0].result.Verdicts[0]); err != nil {
			return err
		}
	}
	switch {
	case gate:
		return fault.Exit{Code: fault.Gate}
	case j.partial:
		return fault.Exit{Code: fault.Partial}
	}
	return nil
}
