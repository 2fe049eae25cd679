package triage

import (
	"context"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/report"
)

// A keeper keeps verdicts from one run to the next: the journal of a triage, or the verdict
// file of a filter run.
type keeper interface {
	// recall answers all alarms of a job before anything is compiled; false if it cannot.
	recall(ctx context.Context, j *job) (bool, error)
	// begin is called when the alarms are mapped.
	begin(j *job) error
	// program hands the verdicts on a program that still hold to the alarms that ask for
	// them, and returns the targets that remain, in order. tool is the version of assay.
	program(a *console.App, r *recorder, tool string) (ledger, []int, error)
	// end is called when all verdicts have fallen, before anything is suppressed.
	end(a *console.App, j *job) error
	// again says what becomes of a run that ended early.
	again() string
	close()
}

// A ledger keeps the verdicts on one program.
type ledger interface {
	// given are the earlier checks that a verdict on a target rests on, of those that the
	// search names.
	given(target int, given []report.Given) []report.Given
	// verdict keeps one that is final.
	verdict(target int, key string, o *report.Outcome) error
	// met keeps an error met on the way.
	met(e report.Met, m *engine.Met)
}

// close gives back what a job holds.
func (j *job) close() {
	j.progress.Clear()
	if j.shop != nil {
		j.shop.Close()
	}
	if j.keeper != nil {
		j.keeper.close()
	}
}

// journaled is the journal of a triage as its keeper.
type journaled struct{ journal *journal }

func (k *journaled) recall(context.Context, *job) (bool, error) { return false, nil }

func (k *journaled) begin(j *job) (err error) {
	k.journal, err = openJournal(j.s.StateDir, j.s.Resume)
	return err
}

func (k *journaled) program(a *console.App, r *recorder, tool string) (ledger, []int, error) {
	p := r.part.Program
	k.journal.run = runKey(tool, decision.ShortHash(environmentOf(p), p.Hash), r.job.s.Meaning()+decision.HintKey(decision.HintsOf(p.IR)))
	open, err := r.job.resumed(a, k.journal, r.part)
	return &page{k.journal, r.job, r.part}, open, err
}

func (k *journaled) end(*console.App, *job) error { return nil }
func (k *journaled) again() string                { return "--resume goes on from it" }

func (k *journaled) close() {
	if k.journal != nil {
		k.journal.close()
	}
}

// page is what the journal keeps of one program.
type page struct {
	journal *journal
	job     *job
	part    *decision.Part
}

func (p *page) given(_ int, given []report.Given) []report.Given { return given }

// verdict keeps it once for each alarm that asks.
func (p *page) verdict(_ int, key string, o *report.Outcome) error {
	for _, i := range p.part.Asks[key] {
		asked := p.job.triage.Alarms[i]
		asked.Target, asked.Programs, asked.Outcome = key, nil, *o
		if err := p.journal.add(JournalEntry{Budget: p.job.s.TimeoutPerAlarm.Seconds(), Alarm: asked}); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) met(e report.Met, _ *engine.Met) { p.job.meet(e) }
