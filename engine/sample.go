package engine

import (
	"context"
	"time"

	"github.com/assay-dev/assay/engine/budget"
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
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, len(open))/time.Duration(budget.RunsPart.N))
	defer cancel()
	most, words := work, search.Words(r.prog)
	arguments := len(r.prog.Funcs[r.entry].Params) > 0
	if arguments {
		most = int64(budget.ArgumentWork.N)
	}
	for n := int64(0); work > 0 && len(open) > 0 && limited.Err() == nil; n++ {
		cfg := search.Config{Exec: r.execConfig(0), Solver: r.opt.Solver, Order: search.Sampled, Seed: r.opt.Seed + n,
			Budget: search.Budget{Work: min(work, most), Memory: r.opt.Memory},
			Accept: func(i int, h search.Hit) bool {
				return r.best[open[i]].refused == 0 && r.acceptBest(ctx, open[i], h)
			}}
		cfg.Exec.QueryLimits = followLimits
		if arguments {
			cfg.Exec.Script.Args = search.Arguments(words, uint64(cfg.Seed))
		}
		out := r.explore(limited, r.searchTargets(open), cfg)
		r.board.meet(out, r)
		work -= int64(budget.AnewWork.N) + out.Work
		open = r.board.open()
	}
}
