package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/triage"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets"
)

func explainCommand(a *console.App) *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:   "explain SARIF#INDEX | SARIF#FINGERPRINT | FINGERPRINT",
		Short: "Say everything about one alarm: verdict, assumptions, inputs, path, reproducer",
		Long: "Explains one alarm of a SARIF file that `assay triage` wrote: by its number in the table, or by\n" +
			"its fingerprint. A fingerprint alone is looked up in the journal of the last run.",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			alarm, err := findAlarm(args[0], dir)
			if err != nil {
				return err
			}
			return a.WriteText("-", report.Explain(alarm))
		},
	}
	cmd.Flags().StringVar(&dir, "state-dir", ".assay", "directory of the journal")
	return cmd
}

// findAlarm finds what the argument of explain names.
func findAlarm(ref, stateDir string) (*report.Alarm, error) {
	path, which, ok := cutLastHash(ref)
	if !ok {
		if _, err := os.Stat(ref); err == nil {
			return nil, fault.BadInput("add the number from the table: "+ref+"#0", "which alarm of %s?", ref)
		}
		return alarmInJournal(ref, stateDir)
	}
	doc, err := sarif.Read(path)
	if err != nil {
		return nil, err
	}
	run, i, ok := doc.Find(which)
	if n, err := strconv.Atoi(which); !ok && err == nil {
		run, i, ok = numbered(doc, n)
	}
	if !ok {
		return nil, fault.BadInput("numbers go from 0; fingerprints stand in the JSON output",
			"%s has no alarm %s among its %d results", path, which, doc.Count())
	}
	return annotatedAlarm(doc, run, i)
}

// cutLastHash separates FILE#WHICH; file names may hold a # too.
func cutLastHash(ref string) (path, which string, ok bool) {
	i := strings.LastIndexByte(ref, '#')
	if i < 0 {
		return "", "", false
	}
	return ref[:i], ref[i+1:], true
}

// numbered is the n-th result of all runs.
func numbered(doc *sarif.Document, n int) (run, i int, ok bool) {
	for r := range doc.Runs {
		if n >= 0 && n < len(doc.Runs[r].Results) {
			return r, n, true
		}
		n -= len(doc.Runs[r].Results)
	}
	return 0, 0, false
}

// annotatedAlarm reads back what triage wrote about a result.
func annotatedAlarm(doc *sarif.Document, run, i int) (*report.Alarm, error) {
	al := triage.NewAlarm(doc, 0, run, i, 0)
	res := &doc.Runs[run].Results[i]
	src := doc.Alarm(run, i)
	switch {
	case !res.Counted():
		al.State = report.NoAlarm
		return &al, nil
	case res.Triage == nil && !targets.RuleFor(src.Tool, src.RuleID, src.Message).Checkable:
		al.State = report.NotCheckable
		return &al, nil
	case res.Triage == nil:
		return nil, fault.BadInput("explain the file that assay triage -o sarif=… wrote", "%s: %s has no verdict", doc.Name, res)
	}
	t := res.Triage
	al.State, al.Candidates = report.Mapped, t.Candidates
	al.Outcome = report.Outcome{
		Status: string(t.Status), Confirmed: t.Confirmed, Reason: t.Reason,
		Assumptions: t.Assumptions, Witness: triage.FileBeside(doc.Name, t.Witness), Effort: engine.Effort(t.Effort),
	}
	for _, g := range t.Given {
		al.Outcome.Given = append(al.Outcome.Given, givenAt(g))
	}
	for _, b := range t.Bounds {
		al.Outcome.Bounds = append(al.Outcome.Bounds, engine.Bound(b))
	}
	for _, f := range doc.Flows(run, i) {
		if f.Assay {
			addFlow(&al.Outcome, &f)
		}
	}
	return &al, nil
}

func addFlow(o *report.Outcome, f *sarif.Flow) {
	for _, in := range f.Initial {
		o.Inputs = append(o.Inputs, in.Name+" = "+in.Value)
	}
	for _, s := range f.Steps {
		o.Path = append(o.Path, report.Step{
			File: s.Path, Line: s.Region.Line, Col: s.Region.Col, Function: s.Function, Text: s.Text,
		})
	}
}

// givenAt takes file:line:col apart again.
func givenAt(g sarif.Given) report.Given {
	out := report.Given{Error: g.Error, Text: decision.ClassText(g.Error), File: g.At}
	rest, col, ok := cutLastNumber(g.At)
	if !ok {
		return out
	}
	if file, line, ok := cutLastNumber(rest); ok {
		out.File, out.Line, out.Col = file, line, col
	}
	return out
}

func cutLastNumber(s string) (rest string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

// alarmInJournal finds the last verdict on an alarm in the journal.
func alarmInJournal(fingerprint, dir string) (*report.Alarm, error) {
	path := filepath.Join(dir, triage.JournalName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.BadInput("name a file and a number, for example triaged.sarif#3",
			"%q is no file, and there is no journal to look for a fingerprint in: %v", fingerprint, err)
	}
	var found *report.Alarm
	for _, line := range strings.Split(string(text), "\n") {
		var e triage.JournalEntry
		if json.Unmarshal([]byte(line), &e) != nil || e.Alarm.Fingerprint != fingerprint {
			continue
		}
		found = &e.Alarm
	}
	if found == nil {
		return nil, fault.BadInput("fingerprints stand in the JSON output of assay triage",
			"%s has no alarm with the fingerprint %q", path, fingerprint)
	}
	return found, nil
}
