package triage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
)

// decidePart has the engine decide the targets of a program that the keeper
// does not know yet, within its share of the remaining time, and records every
// verdict as it falls.
func decidePart(ctx context.Context, a *console.App, j *job, p *decision.Part, share float64) error {
	tool, err := version.Identity()
	if err != nil {
		return fault.BadInput("keep the program file readable while it runs", "assay cannot read itself: %v", err)
	}
	replayer := decision.NewReplayer(j.s, p, j.shop.Builder.Tools().Clang)
	defer replayer.Close()
	record := &recorder{job: j, part: p, replayer: replayer, fell: map[int]bool{}}
	var open []int
	if record.ledger, open, err = j.keeper.program(a, record, tool); err != nil || len(open) == 0 {
		return err
	}
	todo := make([]engine.Target, len(open))
	for k, t := range open {
		todo[k] = p.Targets[t]
	}
	opt := j.s.EngineOptions(p.Program.Semantic.Trapv)
	begun := time.Now()
	remaining := j.s.Timeout - time.Since(j.start)
	opt.Timeout = max(time.Duration(float64(remaining)*share), time.Millisecond)
	opt.Progress = j.progress.Show
	opt.Confirm, opt.ProgramHash = replayer.Confirm, p.Program.Hash
	p.Tracer = decision.NewTracer(j.s, p.Tell)
	opt.Trace = p.Tracer.Listener(func(k int) int { return open[k] })
	stop := j.progress.KeepTime()
	result, err := decision.Decide(ctx, a, j.s, p.Program.IR, todo, opt, func(k int, v engine.Verdict) {
		cutOff := ctx.Err() != nil || time.Since(begun) >= opt.Timeout
		record.verdict(open[k], &v, !cutOff || v.Status == engine.Reachable || v.Status == engine.Unreachable)
	})
	stop()
	if err != nil {
		return err
	}
	for k := range open {
		if !record.fell[open[k]] {
			record.verdict(open[k], &result.Verdicts[k], false)
		}
	}
	for i := range result.Met {
		record.met(ctx, &result.Met[i])
	}
	if result.Partial {
		j.triage.Partial = j.whyPartial(ctx, time.Since(begun) >= opt.Timeout)
	}
	return record.err
}

// resumed takes the settled verdicts of an earlier run from the journal and
// returns the targets that remain, in order.
func (j *job) resumed(a *console.App, kept *journal, p *decision.Part) ([]int, error) {
	j.progress.Clear()
	known := map[string]JournalEntry{}
	if j.s.Resume {
		var bad int
		var err error
		if known, bad, err = kept.load(); err != nil {
			return nil, fault.BadInput("run without --resume", "the journal cannot be read: %v", err)
		}
		if bad > 0 {
			a.Notice("%d lines of the journal are damaged and were ignored", bad)
		}
	}
	var open []int
	for t := range p.Targets {
		key := p.Key(t)
		if j.answered(p, key) {
			continue
		}
		e, ok := known[key]
		if !ok || !e.settled(j.s.TimeoutPerAlarm) {
			open = append(open, t)
			continue
		}
		for _, i := range p.Asks[key] {
			j.triage.Alarms[i].Answer(key, e.Alarm.Outcome)
		}
	}
	if j.s.Resume {
		a.Notice("%d of %d targets were decided before", len(p.Targets)-len(open), len(p.Targets))
	}
	return open, nil
}

// recorder writes verdicts into the triage and the keeper's ledger.
type recorder struct {
	job      *job
	part     *decision.Part
	replayer *decision.Replayer
	ledger   ledger
	fell     map[int]bool
	err      error // the first failure to write
}

// verdict records the verdict on a target for every alarm that asks it. final
// verdicts are kept; those of searches that were cut off do not, so
// that a resumed run asks again.
func (r *recorder) verdict(target int, v *engine.Verdict, final bool) {
	r.fell[target] = true
	outcome := r.part.Tell.Outcome(v)
	key := r.part.Key(target)
	outcome.Given = r.ledger.given(target, outcome.Given)
	if v.Witness != nil {
		path, err := r.replayer.Save(key, v.Witness)
		r.keep(err)
		outcome.Witness = path
	}
	path, err := decision.SaveCertificates(r.job.s.Certificates, key, v)
	r.keep(err)
	outcome.Certificate = path
	for _, i := range r.part.Asks[key] {
		r.job.triage.Alarms[i].Answer(key, outcome)
	}
	if final {
		r.keep(r.ledger.verdict(target, key, &outcome))
	}
}

// met records an error met on the way. One that has a witness is replayed like
// that of an alarm, and shown unless the replay speaks against it.
func (r *recorder) met(ctx context.Context, m *engine.Met) {
	e := r.part.Tell.Met(m)
	if w := m.Witness; w != nil {
		c := r.replayer.Confirm(ctx, w)
		havoc := slices.ContainsFunc(w.Choices, func(c engine.Choice) bool { return c.Kind == "havoc" })
		e.Confirmed = c.Status == engine.Confirmed
		e.Shown = e.Confirmed || c.Status != engine.NotReproduced && !havoc
	}
	if e.Shown {
		e.Inputs, e.Path = r.part.Tell.Inputs(m.Witness), r.part.Tell.Path(m.Witness)
		var err error
		e.Witness, err = r.replayer.Save(decision.ShortHash(e.Key), m.Witness)
		r.keep(err)
	}
	r.ledger.met(e, m)
}

// meet keeps an error met on the way; of one met in several programs, an input that
// shows it.
func (j *job) meet(m report.Met) {
	at := slices.IndexFunc(j.triage.Met, func(old report.Met) bool { return old.Key == m.Key })
	switch {
	case at < 0:
		j.triage.Met = append(j.triage.Met, m)
	case m.Shown && !j.triage.Met[at].Shown:
		j.triage.Met[at] = m
	}
}

func (r *recorder) keep(err error) {
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("a verdict could not be kept: %w; free space, or give another directory with --state-dir", err)
	}
}

// whyPartial names what ended a run early.
func (j *job) whyPartial(ctx context.Context, outOfTime bool) string {
	switch {
	case ctx.Err() != nil:
		return "interrupted"
	case outOfTime:
		return "--timeout " + option.ShortDuration(j.s.Timeout) + " is over"
	}
	return "out of memory (--memory " + option.ShortSize(j.s.Memory) + ")"
}

// traced are the trees of the targets of all parts, each with the first alarm
// that asks it.
func (j *job) traced(parts []*decision.Part) []report.TraceSearch {
	var out []report.TraceSearch
	for _, p := range parts {
		for k := range p.Targets {
			alarms := p.Asks[p.Key(k)]
			if p.Tracer == nil || len(alarms) == 0 {
				continue
			}
			al := &j.triage.Alarms[alarms[0]]
			name := al.Place() + ": " + al.Rule
			if n := len(alarms) - 1; n > 0 {
				name += fmt.Sprintf(" (and %d more)", n)
			}
			out = append(out, p.Tracer.Search(k, name, &al.Outcome))
		}
	}
	return out
}
