package triage

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/integrations/deps"
	"github.com/assay-dev/assay/integrations/premerge"
	"github.com/assay-dev/assay/integrations/verdicts"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif/importers"
)

// filter is the verdict file as the keeper of a filter run, and what the run compares with.
type filter struct {
	verdicts *verdicts.File
	against  string // what the alarms are compared with, in words

	// One of these is what was before.
	baseline []premerge.Alarm // of --baseline
	commit   string           // of --new-from-rev
	changes  *changes         // of --new-from-rev and --diff

	head    string   // the commit that the sources are, "" if they are none
	strange []string // files that are no part of that commit
	met     map[string]report.Met
	reasons map[int]bool // alarms whose dependencies the diff touches
	decided int          // targets
	reused  int
	run     string              // verdicts.Entry.Run of the last program
	caches  []*cache            // of the programs that were loaded
	asked   *inquiry            // what is recorded of them for the next run
	lines   map[string][]string // of sources, by path
}

// Filter is the command: a triage that starts from the verdicts of earlier
// runs and ends with a comparison.
func Filter(ctx context.Context, a *console.App, s *option.Settings, paths, sources []string) error {
	given := 0
	for _, v := range []string{s.Baseline, s.NewFromRev, s.Diff} {
		if v != "" {
			given++
		}
	}
	if given != 1 {
		return fault.BadInput("", "say what the alarms are to be compared with: one of --baseline OLD.sarif, --new-from-rev REV, --diff FILE")
	}
	j, err := newJob(a, s, paths, sources)
	if err != nil {
		return err
	}
	j.progress.Clear()
	if j.keeper, err = newFilter(ctx, a, j); err != nil {
		return err
	}
	return process(ctx, a, j, deciding)
}

// newFilter reads what was before.
func newFilter(ctx context.Context, a *console.App, j *job) (*filter, error) {
	f := &filter{met: map[string]report.Met{}, reasons: map[int]bool{}}
	var err error
	if f.verdicts, err = openVerdicts(a, j.s); err != nil {
		return nil, err
	}
	repo := repository{dir: j.dir}
	switch {
	case j.s.Baseline != "":
		f.against = j.s.Baseline
		f.baseline, err = readBaseline(a, j, j.s.Baseline)
	case j.s.NewFromRev != "":
		f.against = j.s.NewFromRev
		if f.commit, err = repo.commit(ctx, j.s.NewFromRev); err == nil {
			f.changes, err = repo.changesSince(ctx, f.commit)
		}
	default:
		f.against = j.s.Diff
		f.changes, err = readDiff(ctx, repo, j.s.Diff)
	}
	if err != nil {
		return nil, err
	}
	f.head, f.strange = repo.head(ctx), repo.untracked(ctx)
	return f, nil
}

// readBaseline reads the alarms from before the change.
func readBaseline(a *console.App, j *job, path string) ([]premerge.Alarm, error) {
	old, err := importers.Import(path)
	if err != nil {
		return nil, err
	}
	tools := premerge.Tools(old)
	var missing []string
	common := false
	for _, d := range j.docs {
		for _, t := range premerge.Tools(d) {
			if slices.Contains(tools, t) {
				common = true
			} else if !slices.Contains(missing, t) {
				missing = append(missing, t)
			}
		}
	}
	switch {
	case len(missing) > 0 && !common && len(tools) > 0:
		return nil, fault.BadInput("give the alarms of the same analyzer from before the change",
			"%s is of another tool: it has alarms of %s, and these are of %s", path, strings.Join(tools, ", "), strings.Join(missing, ", "))
	case len(missing) > 0:
		a.Notice("%s has no run of %s: all its alarms are new", path, strings.Join(missing, ", "))
	}
	alarms, _ := premerge.Alarms(old)
	return alarms, nil
}

func (f *filter) begin(j *job) error {
	f.asked.compiled(j.shop.Compiled, j.parts)
	return nil
}

func (f *filter) program(_ *console.App, r *recorder, tool string) (ledger, []int, error) {
	c := newCache(f.verdicts, r.job.s, r.part, r.replayer.WitnessFiles, tool)
	f.caches = append(f.caches, c)
	return &column{c, f}, f.take(r.job, c, c.answers()), nil
}

func (f *filter) again() string { return "the next run goes on from it" }
func (f *filter) close()        {}

// column is what the verdict file keeps of one program.
type column struct {
	*cache
	filter *filter
}

func (c *column) verdict(target int, _ string, o *report.Outcome) error {
	c.add(target, o)
	return nil
}

func (c *column) met(e report.Met, m *engine.Met) {
	if c.filter.meet(e) {
		class, _ := op.ParseClass(m.Class)
		c.addMet(&e, engine.Site{Point: m.Point, Classes: op.SetOf(class), Arg: -1})
	}
}

// answers are what earlier runs say of a program.
type answers struct {
	outcomes []*report.Outcome // by target, nil where there is none that holds
	met      []report.Met
	complete bool // nothing is missing
}

func (c *cache) answers() answers {
	a := answers{outcomes: make([]*report.Outcome, len(c.program.Targets))}
	a.met, a.complete = c.earlierMet()
	for t := range a.outcomes {
		if o, ok := c.find(t); ok {
			a.outcomes[t] = o
		} else {
			a.complete = false
		}
	}
	return a
}

// take hands answers to the alarms that ask for them and returns the targets
// without one.
func (f *filter) take(j *job, c *cache, ans answers) []int {
	f.run = c.program.Run
	for file := range c.program.Readers {
		if slices.Contains(f.strange, file) {
			f.head = ""
		}
	}
	for _, m := range ans.met {
		f.meet(m)
	}
	touched := newTouched(f.changes, c)
	asks := map[string][]int{}
	for i := range j.triage.Alarms {
		if al := &j.triage.Alarms[i]; al.State == report.Mapped {
			for _, key := range al.Asks() {
				asks[key] = append(asks[key], i)
			}
		}
	}
	var open []int
	for t, outcome := range ans.outcomes {
		key := c.program.Targets[t].Key
		because := ""
		switch {
		case outcome != nil:
			f.reused++
		case !slices.ContainsFunc(asks[key], func(i int) bool { return !j.triage.Alarms[i].Answered() }):
			continue // by another program
		default:
			f.decided++
			open = append(open, t)
			because = c.because(t)
		}
		affected := f.changes != nil && touched.set(c.sets[t])
		for _, i := range asks[key] {
			al := &j.triage.Alarms[i]
			if outcome != nil {
				al.Answer(key, *outcome)
			}
			al.Because = cmp.Or(al.Because, because)
			f.reasons[i] = f.reasons[i] || affected
		}
	}
	return open
}

// meet keeps an error met on the way, and says whether it is news: one that is
// shown stays as it is.
func (f *filter) meet(m report.Met) bool {
	if old, ok := f.met[m.Key]; ok && (old.Shown || !m.Shown) {
		return false
	}
	f.met[m.Key] = m
	return true
}

// end keeps the verdicts and tells the alarms that are new from those that are not.
func (f *filter) end(a *console.App, j *job) error {
	j.triage.Met = append(j.triage.Met, sortedMet(f.met)...)
	alarms, places := j.identified()
	ids := premerge.Identities(alarms, func(a *premerge.Alarm) string { return f.lineText(j, a) })
	c := &report.Comparison{Against: f.against, Fixed: []report.Fixed{}, Decided: f.decided, Reused: f.reused}
	seen := f.history(alarms)
	switch {
	case f.baseline != nil || f.changes == nil:
		f.fromBaseline(j, c, alarms, places)
	case seen != nil:
		f.fromHistory(j, c, alarms, places, ids, seen)
	default:
		f.fromChanges(j, alarms, places)
	}
	j.triage.Compare(c)
	f.remember(j, alarms, places, ids)
	if j.triage.Partial == "" {
		f.record(j)
	}
	if err := f.verdicts.Save(); err != nil {
		a.Notice("the verdicts could not be kept for the next run: %v", err)
	}
	return nil
}

// identified are the counted alarms with what identifies them, and their
// indices in Triage.Alarms.
func (j *job) identified() (alarms []premerge.Alarm, places []int) {
	at := map[[3]int]int{}
	for i := range j.triage.Alarms {
		al := &j.triage.Alarms[i]
		at[[3]int{al.Input, al.Run, al.Index}] = i
	}
	for d, doc := range j.docs {
		list, results := premerge.Alarms(doc)
		for k := range list {
			alarms = append(alarms, list[k])
			places = append(places, at[[3]int{d, results[k][0], results[k][1]}])
		}
	}
	return alarms, places
}

// lineText is the text of the line that an alarm is on.
func (f *filter) lineText(j *job, a *premerge.Alarm) string {
	lines := f.sourceLines(j, a.File)
	if a.Line < 1 || a.Line > len(lines) {
		return ""
	}
	return lines[a.Line-1]
}

// sourceLines are the lines of the file that an alarm names.
func (f *filter) sourceLines(j *job, name string) []string {
	for i := range j.triage.Alarms {
		if j.triage.Alarms[i].File == name && i < len(j.files) && j.files[i] != "" {
			name = j.files[i]
			break
		}
	}
	if f.lines == nil {
		f.lines = map[string][]string{}
	}
	if _, ok := f.lines[name]; !ok {
		text, _ := os.ReadFile(name) // an alarm without a file has no text
		f.lines[name] = strings.Split(string(text), "\n")
	}
	return f.lines[name]
}

// fromBaseline compares with --baseline.
func (f *filter) fromBaseline(j *job, c *report.Comparison, alarms []premerge.Alarm, places []int) {
	found := premerge.Match(f.baseline, alarms)
	gone := make([]bool, len(f.baseline))
	for i := range gone {
		gone[i] = true
	}
	for i, b := range found {
		al := &j.triage.Alarms[places[i]]
		al.Known = b >= 0
		if b >= 0 {
			gone[b] = false
			al.Was = string(f.baseline[b].Status)
			f.fixed(c, al)
		}
	}
	for b, is := range gone {
		if old := &f.baseline[b]; is {
			c.Fixed = append(c.Fixed, report.Fixed{Rule: old.Rule, File: old.File, Line: old.Line, Message: old.Message,
				Was: string(old.Status), Now: report.Gone})
		}
	}
}

// fixed notes an alarm that was not unreachable and is now.
func (f *filter) fixed(c *report.Comparison, al *report.Alarm) {
	unreachable := engine.Unreachable.String()
	if al.Was != "" && al.Was != unreachable && al.Outcome.Status == unreachable {
		c.Fixed = append(c.Fixed, report.Fixed{Rule: al.Rule, File: al.File, Line: al.Line, Message: al.Message, Was: al.Was, Now: unreachable})
	}
}

// history is what was said of these tools' alarms on the commit that the alarms
// are compared with; nil where that is not known of each tool.
func (f *filter) history(alarms []premerge.Alarm) map[string]string {
	if f.commit == "" {
		return nil
	}
	out := map[string]string{}
	tools := map[string]bool{}
	for i := range alarms {
		tools[alarms[i].Tool] = true
	}
	for t := range tools {
		seen, ok := f.verdicts.SeenAt(f.commit, f.run, t)
		if !ok {
			return nil
		}
		for id, status := range seen {
			out[id] = status
		}
	}
	return out
}

// fromHistory compares with the recorded run on the commit.
func (f *filter) fromHistory(j *job, c *report.Comparison, alarms []premerge.Alarm, places []int, ids []string, seen map[string]string) {
	f.against += " (as recorded)"
	c.Against = f.against
	for i := range alarms {
		al := &j.triage.Alarms[places[i]]
		if al.Was, al.Known = seen[ids[i]]; al.Known {
			f.fixed(c, al)
		}
	}
}

// fromChanges compares with nothing but a diff: an alarm is new if it is on a
// line that the diff adds, or if what it depends on is touched, since then
// nobody knows whether it was there before, and as what.
func (f *filter) fromChanges(j *job, alarms []premerge.Alarm, places []int) {
	for i := range alarms {
		at := places[i]
		al := &j.triage.Alarms[at]
		change := f.changes.of(j.files[at])
		onLine := change != nil && al.Line > 0 && change.Adds(al.Line, al.Line)
		if al.State == report.Unmapped {
			al.Known = change == nil || !change.Touches(al.Line, al.Line)
			continue
		}
		al.Known = !onLine && !f.reasons[at]
	}
}

// remember keeps what was said of the alarms, if the sources are those of a
// commit and all verdicts fell.
func (f *filter) remember(j *job, alarms []premerge.Alarm, places []int, ids []string) {
	if f.head == "" || j.triage.Partial != "" || f.run == "" {
		return
	}
	byTool := map[string]map[string]string{}
	for i := range alarms {
		t := alarms[i].Tool
		if byTool[t] == nil {
			byTool[t] = map[string]string{}
		}
		byTool[t][ids[i]] = j.triage.Alarms[places[i]].Outcome.Status
	}
	for _, d := range j.docs {
		for _, t := range premerge.Tools(d) {
			if byTool[t] == nil {
				byTool[t] = map[string]string{} // it reported nothing, which is worth knowing
			}
		}
	}
	for _, t := range sortedTools(byTool) {
		f.verdicts.AddSeen(verdicts.Seen{Commit: f.head, Run: f.run, Tool: t, Alarms: byTool[t]})
	}
}

func sortedTools(m map[string]map[string]string) []string {
	var out []string
	for t := range m {
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

// touched answers what of a program a diff touches.
type touched struct {
	all       bool            // something that everything may depend on
	functions map[string]bool // by linkage name
	variables map[string]bool
}

// newTouched finds the functions and variables that the changes touch. A
// changed line outside all functions (a macro, a type, a variable, a function
// taken out) may concern the whole unit; in a file that several units read,
// everything.
func newTouched(c *changes, k *cache) *touched {
	t := &touched{functions: map[string]bool{}, variables: map[string]bool{}}
	if c == nil {
		return t
	}
	t.all = c.build
	for file, readers := range k.program.Readers {
		change := c.of(file)
		if change == nil {
			continue
		}
		outside := change.whole || change.FileScope()
		for _, l := range change.Lines() {
			if !t.line(k.program.Functions, file, l) {
				outside = true
			}
		}
		switch {
		case outside && (len(readers) > 1 || readers[0] != file):
			t.all = true
		case outside:
			t.unit(k, file)
		}
	}
	return t
}

// line marks the functions that a line belongs to; false if there are none.
func (t *touched) line(functions []deps.Lines, file string, l int) (inside bool) {
	for _, f := range functions {
		if f.File == file && f.From <= l && l <= f.To {
			t.functions[f.Function], inside = true, true
		}
	}
	return inside
}

// unit marks what a unit's source defines, and what it compiled from headers.
func (t *touched) unit(k *cache, source string) {
	units := map[int32]bool{}
	for _, f := range k.program.Functions {
		if f.File == source {
			units[f.Unit] = true
		}
	}
	for _, f := range k.program.Functions {
		if units[f.Unit] {
			t.functions[f.Function] = true
		}
	}
	for name, file := range k.program.Variables {
		if file == source {
			t.variables[name] = true
		}
	}
}

// set says whether the diff touches what a verdict depends on.
func (t *touched) set(s *deps.Set) bool {
	for f := range s.Functions {
		if t.functions[f] {
			return true
		}
	}
	for g := range s.Globals {
		if t.variables[g] {
			return true
		}
	}
	return t.all
}
