package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
)

// decidePart has the engine decide the targets of a program that the journal
// does not know yet, within its share of the remaining time, and records every
// verdict as it falls.
func (a *app) decidePart(ctx context.Context, j *job, p *part, share float64) error {
	tool, err := version.Identity()
	if err != nil {
		return fault.BadInput("keep the program file readable while it runs", "assay cannot read itself: %v", err)
	}
	replayer := newReplayer(j.s, p, j.clang)
	defer replayer.close()
	record := &recorder{job: j, part: p, replayer: replayer, fell: map[int]bool{}}
	open, err := j.known(a, record, tool)
	if err != nil || len(open) == 0 {
		return err
	}
	todo := make([]engine.Target, len(open))
	for k, t := range open {
		todo[k] = p.targets[t]
	}
	opt := j.s.EngineOptions(p.program.Semantic.Trapv)
	begun := time.Now()
	remaining := j.s.Timeout - time.Since(j.start)
	opt.Timeout = max(time.Duration(float64(remaining)*share), time.Millisecond)
	opt.Progress = j.progress.show
	opt.Confirm, opt.ProgramHash = replayer.confirm, p.program.hash
	p.tracer = newTracer(j.s, p.tell)
	opt.Trace = p.tracer.listener(func(k int) int { return open[k] })
	stop := j.progress.keepTime()
	result, err := a.decideHinted(ctx, j.s, p.program.ir, todo, opt, func(k int, v engine.Verdict) {
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

// known takes over the verdicts of earlier runs and returns the targets that
// remain, in order. A filter run has a verdict file in the journal's place.
func (j *job) known(a *app, r *recorder, tool string) ([]int, error) {
	if j.filter != nil {
		r.cache = newCache(j.filter.verdicts, j.s, r.part, r.replayer.witnessFiles, tool)
		return j.reused(r.cache), nil
	}
	j.journal.run = runKey(tool, shortHash(environmentOf(r.part.program), r.part.program.hash), j.s.Meaning()+hintKey(hintsOf(r.part.program.ir)))
	return j.resumed(a, r.part)
}

// resumed takes the settled verdicts of an earlier run from the journal and
// returns the targets that remain, in order.
func (j *job) resumed(a *app, p *part) ([]int, error) {
	j.progress.clear()
	known := map[string]journalEntry{}
	if j.s.Resume {
		var bad int
		var err error
		if known, bad, err = j.journal.load(); err != nil {
			return nil, fault.BadInput("run without --resume", "the journal cannot be read: %v", err)
		}
		if bad > 0 {
			a.notice("%d lines of the journal are damaged and were ignored", bad)
		}
	}
	var open []int
	for t := range p.targets {
		key := p.key(t)
		if j.answered(p, key) {
			continue
		}
		e, ok := known[key]
		if !ok || !e.settled(j.s.TimeoutPerAlarm) {
			open = append(open, t)
			continue
		}
		for _, i := range p.asks[key] {
			j.triage.Alarms[i].Answer(key, e.Alarm.Outcome)
		}
	}
	if j.s.Resume {
		a.notice("%d of %d targets were decided before", len(p.targets)-len(open), len(p.targets))
	}
	return open, nil
}

// key is Alarm.Target of the target at an index.
func (p *part) key(target int) string { return p.tell.targetKey(&p.targets[target]) }

// recorder writes verdicts into the triage and the journal.
type recorder struct {
	job      *job
	part     *part
	replayer *replayer
	cache    *cache // nil but in a filter run
	fell     map[int]bool
	err      error // the first failure to write
}

// verdict records the verdict on a target for every alarm that asks it. final
// verdicts go to the journal; those of searches that were cut off do not, so
// that a resumed run asks again.
func (r *recorder) verdict(target int, v *engine.Verdict, final bool) {
	r.fell[target] = true
	outcome := r.part.tell.outcome(v)
	key := r.part.key(target)
	if r.cache != nil {
		outcome.Given = r.cache.relevant(target, outcome.Given)
	}
	if v.Witness != nil {
		path, err := r.replayer.save(key, v.Witness)
		r.keep(err)
		outcome.Witness = path
	}
	path, err := saveCertificates(r.job.s.Certificates, key, v)
	r.keep(err)
	outcome.Certificate = path
	for _, i := range r.part.asks[key] {
		al := &r.job.triage.Alarms[i]
		al.Answer(key, outcome)
		if final && r.cache == nil {
			asked := *al
			asked.Target, asked.Programs, asked.Outcome = key, nil, outcome
			r.keep(r.job.journal.add(journalEntry{Budget: r.job.s.TimeoutPerAlarm.Seconds(), Alarm: asked}))
		}
	}
	if final && r.cache != nil {
		r.cache.add(target, &outcome)
	}
}

// met records an error met on the way. One that has a witness is replayed like
// that of an alarm, and shown unless the replay speaks against it.
func (r *recorder) met(ctx context.Context, m *engine.Met) {
	e := r.part.tell.met(m)
	if w := m.Witness; w != nil {
		c := r.replayer.confirm(ctx, w)
		havoc := slices.ContainsFunc(w.Choices, func(c engine.Choice) bool { return c.Kind == "havoc" })
		e.Confirmed = c.Status == engine.Confirmed
		e.Shown = e.Confirmed || c.Status != engine.NotReproduced && !havoc
	}
	if e.Shown {
		e.Inputs, e.Path = r.part.tell.inputs(m.Witness), r.part.tell.path(m.Witness)
		var err error
		e.Witness, err = r.replayer.save(shortHash(e.Key), m.Witness)
		r.keep(err)
	}
	if r.cache == nil {
		r.job.meet(e)
		return
	}
	if r.job.filter.meet(e) {
		class, _ := op.ParseClass(m.Class)
		r.cache.addMet(&e, engine.Site{Point: m.Point, Classes: op.SetOf(class), Arg: -1})
	}
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
