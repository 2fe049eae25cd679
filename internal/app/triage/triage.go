package triage

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/build"
)

// job is one triage on its way.
type job struct {
	s        *option.Settings
	sources  []string
	dir      string // working directory
	start    time.Time
	progress *console.Progress
	keeper   keeper // nil in a dry run

	docs   []*sarif.Document
	triage *report.Triage
	asking

	// What the stages hand on.
	units    *build.Input
	recalled bool
	shop     *project.Workshop
	programs []*project.Program
	parts    []*decision.Part // by program
}

// asking is what is known of each alarm besides its report.
type asking struct {
	members [][]int  // by program: the alarms in its files
	files   []string // by alarm: the file of the program that it is in, "" if not known
	shared  []bool   // by alarm: several programs have its unit
	// lineHashes are the fingerprints of lines, by file, of those asked for.
	lineHashes map[string][]string
}

// Run is the whole way of the data: alarms and sources in, targets,
// verdicts, annotated alarms out.
func Run(ctx context.Context, a *console.App, s *option.Settings, paths, sources []string) error {
	if err := decision.CheckTrace(s); err != nil {
		return err
	}
	j, err := newJob(a, s, paths, sources)
	if err != nil {
		return err
	}
	if s.DryRun {
		return process(ctx, a, j, previewing)
	}
	j.keeper = &journaled{}
	return process(ctx, a, j, deciding)
}

// newJob reads the alarms and makes sure that what comes out can be written.
func newJob(a *console.App, s *option.Settings, paths, sources []string) (*job, error) {
	dir, err := console.WorkingDir()
	if err != nil {
		return nil, err
	}
	if err := checkOutputs(s, paths); err != nil {
		return nil, err
	}
	j := &job{s: s, sources: sources, dir: dir, start: time.Now()}
	j.progress = console.NewProgress(a.Terminal, j.start.Add(s.Timeout))
	j.progress.Say("reading alarms")
	if j.docs, err = readInputs(paths); err != nil {
		j.progress.Clear()
		return nil, err
	}
	j.triage = &report.Triage{Tool: "assay " + version.Of(), Inputs: paths, Met: []report.Met{}, Notes: []string{}}
	for i, d := range j.docs {
		number := 0
		for r := range d.Runs {
			for k := range d.Runs[r].Results {
				j.triage.Alarms = append(j.triage.Alarms, NewAlarm(d, i, r, k, number))
				number++
			}
		}
	}
	return j, nil
}

// NewAlarm describes a result before anything is known about it.
func NewAlarm(d *sarif.Document, input, run, index, number int) report.Alarm {
	al := d.Alarm(run, index)
	return report.Alarm{
		Input: input, Run: run, Index: index, Number: number, Fingerprint: al.Fingerprint,
		Rule: al.RuleID, Message: al.Message, File: al.Location.Path,
		Line: al.Location.Region.Line, Col: al.Location.Region.Col,
		ByUser: suppressedByUser(&d.Runs[run].Results[index]),
	}
}

// suppressedByUser: somebody suppressed the result before (§3.27.23: by at
// least one suppression that is accepted, none under review or rejected).
func suppressedByUser(r *sarif.Result) bool {
	for _, s := range r.Suppressions {
		if s.Status != "" && s.Status != "accepted" {
			return false
		}
	}
	return len(r.Suppressions) > 0
}

// finish decides what may be suppressed, writes the outputs and says with
// which code to end.
func finish(_ context.Context, a *console.App, j *job) error {
	j.progress.Clear()
	notices(a, j)
	for i := range j.triage.Alarms {
		j.triage.Alarms[i].Restrict()
	}
	if err := j.keeper.end(a, j); err != nil {
		return err
	}
	report.DropKnown(j.triage)
	kept := report.Suppress(j.triage, report.Policy{Strict: j.s.Given == "strict", Findings: j.writes(report.FormatFindings)})
	if len(kept) > 0 {
		noticeKept(a, j, kept)
	}
	if err := writeOutputs(a, j); err != nil {
		return err
	}
	hit := j.triage.Gate(j.s.FailOn)
	switch {
	case len(hit) > 0:
		first := hit[0]
		fmt.Fprintf(a.Stderr, "assay: --fail-on: %d of %d alarms, the first %s: %s (%s)\n",
			len(hit), report.Count(j.triage.Alarms, nil).Total, first.Place(), first.Rule, first.Outcome.Status)
		return fault.Exit{Code: fault.Gate}
	case j.triage.Partial != "":
		fmt.Fprintf(a.Stderr, "assay: ended early: %s; what is known was written, %s\n", j.triage.Partial, j.keeper.again())
		return fault.Exit{Code: fault.Partial}
	}
	return nil
}

// noticeKept says why unreachable alarms stay visible: those that kept lists.
func noticeKept(a *console.App, j *job, kept []int) {
	n, met := 0, 0
	for _, i := range kept {
		if j.triage.Alarms[i].Kept != "" {
			met++
		} else {
			n++
		}
	}
	if met > 0 {
		a.Notice("not suppressed, although unreachable, because an error of the kind or a failing assertion was met on the line: %d", met)
	}
	if n == 0 {
		return
	}
	what := fmt.Sprintf("%d unreachable alarms are not suppressed: their proofs rest", n)
	if n == 1 {
		what = "1 unreachable alarm is not suppressed: its proof rests"
	}
	if j.s.Given == "strict" {
		a.Notice("%s on earlier checks (--given strict)", what)
		return
	}
	a.Notice("%s on earlier checks that no other alarm shows; -o findings=PATH writes those checks down and suppresses", what)
}

// writes says whether a format is among the outputs.
func (j *job) writes(format string) bool {
	for _, o := range j.s.Outputs {
		if o.Format == format {
			return true
		}
	}
	return false
}

// notices prints the notes of the run.
func notices(a *console.App, j *job) {
	j.progress.Clear()
	a.NoteAll("", j.triage.Notes, j.s.VerboseLog)
}
