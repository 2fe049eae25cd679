package engine

import (
	"context"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/bmc"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/search"
	"github.com/assay-dev/assay/engine/solver"
)

// unroll looks for runs to the open targets in the prover's transition system,
// unrolled from the start of the program, and has the search follow those that
// it finds: the system proposes, the search decides.
func (r *run) unroll(ctx context.Context, propagations, terms int) {
	open := r.board.open()
	if r.opt.NoProver || len(open) == 0 || ctx.Err() != nil {
		return
	}
	r.board.progress(open[0])
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, len(open))/time.Duration(budget.RunsPart.N))
	defer cancel()
	prover.Unroll(limited, r.prog, r.goals(open), r.systemConfig(), bmc.Client{
		Propagations: propagations, Terms: terms,
		Open:  func(g int) bool { return r.board.waits(open[g]) },
		Found: func(g int, way system.Run) { r.follow(ctx, limited, open[g], way) },
	})
}

// follow executes the program on the answers of a run that should come to a
// target, and looks around where they end. A replay has limits of its own.
func (r *run) follow(ctx, limited context.Context, t int, way system.Run) {
	start := time.Now()
	cfg := r.searchConfig(ctx, t, round{order: search.Interleaved, work: int64(budget.FollowWork.N)})
	cfg.Accept = func(_ int, h search.Hit) bool { return r.acceptBest(ctx, t, h) }
	cfg.Exec.Script = script(way)
	cfg.Exec.QueryLimits = followLimits
	out := r.explore(limited, r.searchTargets([]int{t}), cfg)
	b := &r.best[t]
	b.used += time.Since(start)
	b.effort.add(out)
	r.board.meet(out, r)
}

var followLimits = solver.Limits{Conflicts: 5000}

// acceptBest accepts a witness that depends on nothing but inputs; another one
// is put off.
func (r *run) acceptBest(ctx context.Context, t int, h search.Hit) bool {
	if len(h.Evidence.Open) > 0 {
		r.best[t].putOff = &h
		return false
	}
	return r.accept(ctx, t, h)
}

// acceptPutOff takes the witnesses that were put off where nothing better was
// found.
func (r *run) acceptPutOff(ctx context.Context) {
	for _, t := range r.board.open() {
		if h := r.best[t].putOff; h != nil {
			r.accept(ctx, t, *h)
		}
	}
}

// script puts a run into the form in which execution takes it.
func script(way system.Run) exec.Script {
	as := way.Answers
	return exec.Script{Args: way.Args, Tell: func(nth int, k exec.InputKind, _ int) (uint64, bool) {
		if nth >= len(as) || asked[as[nth].Kind] != k && !(as[nth].Kind == system.AnswerNumber && k == exec.StdinReal) {
			return 0, false
		}
		return as[nth].Value, true
	}}
}

// asked tells how execution asks for what the system asks for.
var asked = map[system.AnswerKind]exec.InputKind{
	system.AnswerFailure: exec.Fed, system.AnswerValue: exec.Fed, system.AnswerByte: exec.StdinByte, system.AnswerNumber: exec.StdinConv,
}
