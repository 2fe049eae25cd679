package triage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/integrations/verdicts"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets"
	"github.com/assay-dev/assay/targets/build"
)

// What costs time where every verdict still holds is to compile, link and read
// the program and to find the alarms in it. A filter run therefore records what
// it saw (verdicts.Program) with fingerprints of all that it was made from, and
// a run that is asked the same about equal files goes by the record. A record
// decides nothing: the verdicts are those that the file has on the recorded
// targets, under the digests of what they depend on.

// inquiry is what a filter run is asked, and on what.
type inquiry struct {
	in    *build.Input
	key   string // verdicts.Program.Key
	units string // verdicts.Program.Units, before anything is compiled; "" without
	// What the models are compiled from; unknown until something is. As in the
	// cache of compiled models, a header that newly shadows one of them is not
	// noticed.
	files   []string
	asGiven bool // build.Compiled.AsGiven
}

// newInquiry digests the question. Programs that have no fingerprint are compiled
// in each run.
func (j *job) newInquiry(ctx context.Context, in *build.Input) (*inquiry, error) {
	tool, err := version.Identity()
	if err != nil {
		return nil, fault.BadInput("keep the program file readable while it runs", "assay cannot read itself: %v", err)
	}
	units, err := json.Marshal(in.Units)
	if err != nil {
		return nil, fault.InternalError{Err: err}
	}
	texts := []string{tool, j.dir, j.s.Meaning(), string(units)}
	texts = append(texts, in.Notes...)
	texts = append(append(texts, in.Binaries...), build.FilesPrint(append(slices.Clone(in.Binaries), j.s.Specs...)))
	for i := range option.Table {
		switch o := &option.Table[i]; o.Name {
		case "source-root", "path-map", "link-set":
			texts = append(texts, o.Value(j.s).String())
		}
	}
	for i := range j.triage.Alarms {
		al := &j.triage.Alarms[i]
		counted := j.docs[al.Input].Runs[al.Run].Results[al.Index].Counted()
		texts = append(texts, fmt.Sprintf("%t %#v", counted, targets.FromDocument(j.docs[al.Input], al.Run, al.Index)))
	}
	a := &inquiry{in: in, key: decision.ShortHash(texts...)}
	if print, err := build.Fingerprint(ctx, in.Units, j.s.Workers); err == nil {
		a.units = print
	}
	return a, ctx.Err()
}

// compiled notes what was compiled after all.
func (q *inquiry) compiled(c *build.Compiled, parts []*decision.Part) {
	q.asGiven = c.AsGiven(q.in)
	for _, p := range parts {
		q.files = append(q.files, p.Program.ModelDeps...)
	}
	slices.Sort(q.files)
	q.files = slices.Compact(q.files)
}

// recall asks the record of an earlier run.
func (f *filter) recall(ctx context.Context, j *job) (bool, error) {
	var err error
	if f.asked, err = j.newInquiry(ctx, j.units); err != nil {
		return false, err
	}
	return f.answer(j), nil
}

// answer answers the run from the record of an earlier one; false if there is
// none, or if anything is not as it was.
func (f *filter) answer(j *job) bool {
	rec := f.verdicts.Program(f.asked.key)
	if rec == nil || rec.Units != f.asked.units || rec.FilesSum != build.FilesPrint(rec.Files) || len(rec.Alarms) != len(j.triage.Alarms) {
		return false
	}
	caches, found := make([]*cache, len(rec.Parts)), make([]answers, len(rec.Parts))
	for i, p := range rec.Parts {
		var ok bool
		if caches[i], ok = recordedCache(f.verdicts, j.s, p, j.dir); !ok {
			return false
		}
		if found[i] = caches[i].answers(); !found[i].complete {
			return false
		}
	}
	j.files = nil
	for i := range rec.Alarms {
		was, al := &rec.Alarms[i].Alarm, &j.triage.Alarms[i]
		al.State, al.Source, al.Property, al.Candidates = was.State, was.Source, was.Property, was.Candidates
		al.FirstLine, al.LastLine = was.FirstLine, was.LastLine
		al.Target, al.Classes, al.Covers, al.Settles, al.Outcome = was.Target, was.Classes, was.Covers, was.Settles, was.Outcome
		al.Programs = slices.Clone(was.Programs)
		j.files = append(j.files, rec.Alarms[i].File)
	}
	j.noteNewer(j.focus())
	for i, c := range caches {
		j.triage.Program = append(j.triage.Program, c.program.Info)
		for _, n := range c.program.Notes {
			j.note(n)
		}
		f.take(j, c, found[i])
	}
	return true
}

// record keeps what a run saw for the next one, if the files are still those
// that it began with.
func (f *filter) record(j *job) {
	q := f.asked
	if len(f.caches) == 0 || q.units == "" || !q.asGiven {
		return
	}
	if print, err := build.Fingerprint(context.Background(), q.in.Units, j.s.Workers); err != nil || print != q.units {
		return
	}
	p := verdicts.Program{Key: q.key, Units: q.units, Files: q.files, FilesSum: build.FilesPrint(q.files)}
	for _, c := range f.caches {
		p.Parts = append(p.Parts, c.program)
	}
	for i := range j.triage.Alarms {
		al := &j.triage.Alarms[i]
		was := report.Alarm{
			State: al.State, Source: al.Source, Property: al.Property, Candidates: al.Candidates, Target: al.Target,
			Classes: al.Classes, Covers: al.Covers, Settles: al.Settles, FirstLine: al.FirstLine, LastLine: al.LastLine,
		}
		if al.State == report.Unmapped {
			was.Outcome = al.Outcome
		}
		for _, p := range al.Programs {
			if p.Target != "" {
				p.Outcome = nil
			}
			was.Programs = append(was.Programs, p)
		}
		p.Alarms = append(p.Alarms, verdicts.Alarm{File: j.files[i], Alarm: was})
	}
	f.verdicts.AddProgram(p)
}
