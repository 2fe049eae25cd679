package triage

import (
	"context"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
)

// A stage takes a job one step of the way from alarms to verdicts.
type stage struct {
	say  string            // what the line of progress says, if anything
	skip func(j *job) bool // nil: never
	run  func(ctx context.Context, a *console.App, j *job) error
}

// The ways of a job whose alarms are read. A run that is answered from an earlier one
// compiles nothing.
var (
	deciding = []stage{
		{run: findUnits},
		{run: recall},
		{"compiling", recalled, compile},
		{"linking and reading the program", recalled, link},
		{"mapping alarms", recalled, mapAlarms},
		{skip: recalled, run: decide},
		{run: finish},
	}
	previewing = []stage{
		{run: findUnits},
		{say: "compiling", run: compile},
		{say: "linking and reading the program", run: link},
		{say: "mapping alarms", run: mapAlarms},
		{run: preview},
	}
)

// process takes a job its way.
func process(ctx context.Context, a *console.App, j *job, way []stage) error {
	defer j.close()
	for _, s := range way {
		if s.skip != nil && s.skip(j) {
			continue
		}
		if s.say != "" {
			j.progress.Say(s.say)
		}
		if err := s.run(ctx, a, j); err != nil {
			return err
		}
	}
	return nil
}

func recalled(j *job) bool { return j.recalled }

// findUnits reads which sources make up the program, and with which flags.
func findUnits(_ context.Context, _ *console.App, j *job) (err error) {
	j.units, err = project.UnitsOf(j.s, j.sources, j.dir)
	return err
}

// recall answers the whole run from an earlier one, if nothing has changed since.
func recall(ctx context.Context, _ *console.App, j *job) (err error) {
	j.recalled, err = j.keeper.recall(ctx, j)
	return console.Interrupted(ctx, err)
}

// compile makes IR of every unit.
func compile(ctx context.Context, _ *console.App, j *job) (err error) {
	j.shop, err = project.NewWorkshop(ctx, j.s, j.units)
	return console.Interrupted(ctx, err)
}

// decide has the engine decide the targets of each program.
func decide(ctx context.Context, a *console.App, j *job) error {
	if err := j.keeper.begin(j); err != nil {
		return err
	}
	for i, p := range j.parts {
		if err := decidePart(ctx, a, j, p, share(j.parts[i:])); err != nil {
			return console.Interrupted(ctx, err)
		}
	}
	if j.s.Trace == "" {
		return nil
	}
	return decision.WriteTrace(a, j.s.Trace, j.traced(j.parts))
}

// share is the fraction of the remaining time that the first of the parts may
// take: by its number of targets.
func share(parts []*decision.Part) float64 {
	all := 0
	for _, p := range parts {
		all += len(p.Targets)
	}
	if all == 0 {
		return 1
	}
	return float64(len(parts[0].Targets)) / float64(all)
}

// preview prints which instructions the alarms mean.
func preview(_ context.Context, a *console.App, j *job) error {
	notices(a, j)
	return a.WriteText("-", report.Mapping(j.triage))
}
