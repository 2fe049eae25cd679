package engine

import (
	"context"

	"github.com/assay-dev/assay/engine/search"
)

// sample executes the program on random answers of the environment, for all open
// targets together: what needs many steps but no rare ones falls here.
func (r *run) sample(ctx context.Context, work int64) {
	open := r.board.open()
	if len(open) == 0 || ctx.Err() != nil || r.prog.Funcs[r.entry].Name != "main" {
		return // the parameters of other entries are no answers
	}
	r.board.progress(open[0])
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, len(open))/runsPart)
	defer cancel()
	budget, words := work, search.Words(r.prog)
	arguments := len(r.prog.Funcs[r.entry].Params) > 0
	if arguments {
		budget = argumentWork
	}
	for n := int64(0); work > 0 && len(open) > 0 && limited.Err() == nil; n++ {
		cfg := search.Config{Exec: r.execConfig(0), Solver: r.opt.Solver, Order: search.Sampled, Seed: r.opt.Seed + n,
			Budget: search.Budget{Work: min(work, budget), Memory: r.opt.Memory},
			Accept: func(i int, h search.Hit) bool {
				return r.best[open[i]].refused == 0 && r.acceptBest(ctx, open[i], h)
			}}
		cfg.Exec.QueryLimits = followLimits
		if arguments {
			cfg.Exec.Script.Args = search.Arguments(words, uint64(cfg.Seed))
		}
		out := r.explore(limited, r.searchTargets(open), cfg)
		r.board.meet(out, r)
		work -= roundWork + out.Work
		open = r.board.open()
	}
}

// Of programs that take arguments, each choice of them gets so much work; to
// begin anew takes roundWork. In units (search.Budget).
const (
	argumentWork = 60_000
	roundWork    = 10_000
)

// What random runs may take: a little before everything else, and more where
// that and the prover settled nothing.
const (
	firstSamples = 1_000_000
	moreSamples  = 30_000_000
)
