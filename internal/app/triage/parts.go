package triage

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets"
	"github.com/assay-dev/assay/targets/build"
)

// link makes the programs that the alarms' files belong to. Nearly always there is one.
func link(ctx context.Context, _ *console.App, j *job) error {
	sets, err := j.linkSets(j.shop.Compiled)
	if err != nil {
		return err
	}
	j.programs, err = j.shop.Load(ctx, sets)
	return console.Interrupted(ctx, err)
}

// mapAlarms finds the instructions of the alarms in each program.
func mapAlarms(ctx context.Context, _ *console.App, j *job) error {
	j.shared = make([]bool, len(j.triage.Alarms))
	seen := map[int]bool{}
	for _, i := range slices.Concat(j.members...) {
		j.shared[i], seen[i] = seen[i], true
	}
	for i, p := range j.programs {
		if err := decision.CheckEntry(j.s, p); err != nil {
			return err
		}
		j.triage.Program = append(j.triage.Program, p.Info())
		for _, n := range p.AllNotes() {
			j.note(n)
		}
		pt := &decision.Part{
			Program: p, Tell: decision.NewTeller(p, p.LinkSet, j.dir, !j.s.Reproducible),
			Alarms: j.members[i], Asks: map[string][]int{}, Index: map[string]int{},
		}
		if err := j.mapPart(ctx, pt); err != nil {
			return console.Interrupted(ctx, err)
		}
		j.parts = append(j.parts, pt)
	}
	return nil
}

// note adds a note for the user, once.
func (j *job) note(text string) {
	if !slices.Contains(j.triage.Notes, text) {
		j.triage.Notes = append(j.triage.Notes, text)
	}
}

// linkSets chooses the programs: those that hold files with alarms, each with the
// alarms in these files. An alarm in a file that several programs share is decided in
// each of them, unless --link-set names one.
func (j *job) linkSets(c *build.Compiled) ([]build.LinkSet, error) {
	files := j.alarmFiles(c)
	j.files = files
	for i, f := range files {
		if f != "" {
			j.triage.Alarms[i].Source = decision.Relative(j.dir, f)
		}
	}
	j.noteNewer(j.focus())
	all := make([]int, len(j.triage.Alarms))
	for i := range all {
		all[i] = i
	}
	sets := c.LinkSets()
	if j.s.LinkSet != "" || len(sets) < 2 {
		set, err := c.Choose(j.s.LinkSet, nil)
		j.members = [][]int{all}
		return []build.LinkSet{set}, err
	}
	members := make([][]int, len(sets))
	for i, f := range files {
		switch in := c.Holding(sets, f); {
		case len(in) > 0:
			for _, k := range in {
				members[k] = append(members[k], i)
			}
		case f != "" && c.Knows(f):
			j.unmap(i, "no program of the database needs its unit", "judge the unit by itself: --link-set "+filepath.Base(f)+" --entry exported")
		default: // the mapping says why it has no place
			members[0] = append(members[0], i)
		}
	}
	var chosen []build.LinkSet
	for k := range sets {
		if len(members[k]) > 0 {
			chosen, j.members = append(chosen, sets[k]), append(j.members, members[k])
		}
	}
	return chosen, nil
}

// focus are the files that alarms are in, each once.
func (j *job) focus() []string {
	var focus []string
	for _, f := range j.files {
		if f != "" && !slices.Contains(focus, f) {
			focus = append(focus, f)
		}
	}
	return focus
}

// noteNewer tells of sources that were written after the alarms. That alone
// proves nothing (a fresh checkout is newer than everything), so it is a note;
// an alarm behind the end of its file is an error (mapPart).
func (j *job) noteNewer(files []string) {
	var units []build.Unit
	for _, f := range files {
		units = append(units, build.Unit{Source: f})
	}
	for _, name := range j.triage.Inputs {
		info, err := os.Stat(name)
		if err != nil {
			continue // read a moment ago; its removal is not our concern
		}
		newer := build.ChangedSince(units, info.ModTime().Add(checkoutTime))
		for i := range newer {
			newer[i] = decision.Relative(j.dir, newer[i])
		}
		if len(newer) > 0 {
			j.note(strings.Join(newer, ", ") + ": written after " + name + "; if lines moved since the analysis, run the analyzer again")
		}
	}
}

// checkoutTime is how much later than the alarms a source may be written by the
// same checkout or copy.
const checkoutTime = 10 * time.Second

// alarmFiles finds for each alarm the file that the units read, "" if none or
// several fit.
func (j *job) alarmFiles(c *build.Compiled) []string {
	var known []string
	for _, u := range c.Units {
		known = append(known, u.Source)
		known = append(known, u.Deps...)
	}
	for _, f := range c.Failed {
		known = append(known, f.Unit.Source)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	cache := map[string]string{}
	files := make([]string, len(j.triage.Alarms))
	for i := range j.triage.Alarms {
		name := j.triage.Alarms[i].File
		found, ok := cache[name]
		if !ok {
			found = closest(j.mappedPath(name), known)
			cache[name] = found
		}
		files[i] = found
	}
	return files
}

// mappedPath applies --path-map and --source-root to the path of an alarm.
func (j *job) mappedPath(name string) string {
	for _, m := range j.s.PathMaps {
		if rest, ok := strings.CutPrefix(name, m.From); ok {
			return filepath.Join(m.To, rest)
		}
	}
	if j.s.SourceRoot != "" && !filepath.IsAbs(name) {
		return filepath.Join(j.s.SourceRoot, name)
	}
	return name
}

// closest is the known path that shares the most trailing components with
// name, "" if none shares its last or two share equally many.
func closest(name string, known []string) string {
	if name == "" {
		return ""
	}
	best, most, rivals := "", 0, 0
	want := strings.Split(filepath.Clean(name), "/")
	for _, k := range known {
		have := strings.Split(k, "/")
		n := 0
		for n < len(have) && n < len(want) && have[len(have)-1-n] == want[len(want)-1-n] {
			n++
		}
		switch {
		case n > most:
			best, most, rivals = k, n, 0
		case n == most:
			rivals++
		}
	}
	if most == 0 || rivals > 0 {
		return ""
	}
	return best
}

// mapPart turns the alarms of a part into targets. Alarms that mean the same
// share one.
func (j *job) mapPart(ctx context.Context, pt *decision.Part) error {
	failed := failedFiles(pt.Program)
	opt := j.s.MapOptions()
	var failure error
	opt.Expand = func(path string) (lines []string, text string) {
		lines, text, err := j.shop.Builder.Expand(ctx, pt.Program.Units, path)
		failure = cmp.Or(failure, err)
		return lines, text
	}
	mapper := targets.New(pt.Program.IR, opt)
	for _, i := range pt.Alarms {
		al := &j.triage.Alarms[i]
		m := mapper.Map(targets.FromDocument(j.docs[al.Input], al.Run, al.Index))
		switch {
		case !j.docs[al.Input].Runs[al.Run].Results[al.Index].Counted():
			al.State = report.NoAlarm
		case !m.Checkable:
			al.State, al.Property = report.NotCheckable, m.Note
		case m.Target != nil:
			j.mapped(pt, i, &m)
		default:
			if m.Unmapped.Cause == targets.ChangedSource {
				return fault.BadInput("check out the sources that were analysed, or run the analyzer again",
					"%s changed since the analysis: %s", al.Place(), m.Unmapped.Reason)
			}
			if why := failed[closest(j.mappedPath(al.File), keys(failed))]; why != "" {
				m.Unmapped = &targets.Unmapped{Cause: targets.NotCompiled, Reason: why}
			}
			j.unmapped(pt, i, m.Unmapped)
		}
	}
	return failure
}

// unmapped records that alarm i has no target in a part. Where several programs have
// its unit, that leaves it open, unless the part just has no code there.
func (j *job) unmapped(pt *decision.Part, i int, why *targets.Unmapped) {
	al := &j.triage.Alarms[i]
	if j.shared[i] && why.Cause != targets.NoCode && why.Cause != targets.NotCompiled {
		o := decision.Undecided(why.Reason, why.Next)
		al.Programs = append(al.Programs, report.Asked{Program: pt.Tell.Name, Outcome: &o})
	}
	if al.State == "" {
		j.unmap(i, why.Reason, why.Next)
	}
}

// mapped records the target of alarm i in a part, which may be one of several.
func (j *job) mapped(pt *decision.Part, i int, m *targets.Mapping) {
	al := &j.triage.Alarms[i]
	key := pt.Tell.TargetKey(m.Target)
	if al.State != report.Mapped {
		al.State, al.Outcome = report.Mapped, report.Outcome{}
		al.Target = key
		al.Property = pt.Tell.Property(m.Target)
		if m.Note != "" {
			al.Property += "; " + m.Note
		}
	}
	if j.shared[i] {
		al.Programs = append(al.Programs, report.Asked{Program: pt.Tell.Name, Target: key})
	}
	al.Candidates += len(m.Target.Sites)
	al.FirstLine, al.LastLine = widened(al.FirstLine, m.First, al.LastLine, m.Last)
	al.Classes = decision.Merged(al.Classes, decision.ClassNames(m.Target))
	al.Covers = decision.Merged(al.Covers, pt.Tell.Covers(m.Target))
	if why := pt.Program.CopiedOf(m.File); why != "" {
		m.Settles = targets.Settles{OnlyReachable: true, OnlyUnreachable: m.Settles.OnlyUnreachable, Why: why}
	}
	settles := report.Settles{OnlyReachable: m.Settles.OnlyReachable, OnlyUnreachable: m.Settles.OnlyUnreachable, Why: m.Settles.Why}
	for _, at := range m.Settles.Except {
		settles.Except = append(settles.Except, pt.Tell.Place(at))
	}
	al.Settles = al.Settles.And(settles)
	if _, ok := pt.Index[key]; !ok {
		pt.Index[key] = len(pt.Targets)
		pt.Targets = append(pt.Targets, *m.Target)
	}
	pt.Asks[key] = append(pt.Asks[key], i)
}

// widened is the range of lines that holds two; 0 is none.
func widened(first, first2, last, last2 int) (int, int) {
	if first == 0 || first2 > 0 && first2 < first {
		first = first2
	}
	return first, max(last, last2)
}

// answered says whether another program answers all alarms that ask for a target.
func (j *job) answered(p *decision.Part, key string) bool {
	for _, i := range p.Asks[key] {
		if !j.triage.Alarms[i].Answered() {
			return false
		}
	}
	return true
}

// unmap records that alarm i has no target.
func (j *job) unmap(i int, reason, next string) {
	al := &j.triage.Alarms[i]
	al.State = report.Unmapped
	al.Outcome = decision.Undecided(reason, next)
}

// failedFiles are the sources that no program has, with the reason.
func failedFiles(p *project.Program) map[string]string {
	out := map[string]string{}
	for _, f := range p.Failed {
		out[f.Unit.Source] = f.Error() + "; give the flags that this unit needs"
	}
	for _, e := range p.Excluded {
		out[e.Unit.Source] = e.Reason
	}
	return out
}

func keys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
