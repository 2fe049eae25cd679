package engine

import (
	"context"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/search"
	"github.com/assay-dev/assay/engine/solver"
)

// A strategy is one way to settle the open targets of a run.
type strategy struct {
	name string          // as a report of a defect calls it
	when func(*run) bool // nil: always
	do   func(*run, context.Context)
}

// strategies are what each plan tries, in order. The portfolio takes what is cheap first.
var strategies = map[Plan][]strategy{
	PlanPortfolio: {
		{"coarse abstraction", (*run).coarseFirst, (*run).coarse},
		{"random runs", nil, sampling(budget.FirstSamples)},
		{"unrolling", nil, unrolling(budget.FirstUnrolling, budget.FirstUnrolledTerms)},
		{"shared search", nil, sharing{solver.Limits{Conflicts: 5000}, shortRounds}.explore},
		{"prover", nil, (*run).prove},
		{"coarse abstraction", (*run).coarseLater, (*run).coarse},
		{"coarse abstraction", nil, (*run).fallBack},
		{"shared search", nil, sharing{queryLimits, sharedRounds}.explore},
		{"random runs", nil, sampling(budget.MoreSamples)},
		{"unrolling", nil, unrolling(budget.LongUnrolling, budget.UnrolledTerms)},
		{"search", nil, (*run).turns},
		{"witnesses put off", nil, (*run).acceptPutOff},
	},
	PlanCoarse: {
		{"coarse abstraction", nil, (*run).coarse},
		{"coarse abstraction", nil, (*run).fallBack},
	},
	PlanProver:     {{"prover", nil, (*run).prove}},
	PlanDepthFirst: {{"search", nil, once(round{search.DepthFirst, 0, 1 << 60})}}, // time ends it
	PlanShallow:    {{"search", nil, once(round{search.DepthFirst, 0, 4_000_000})}},
}

func sampling(work *budget.Number) func(*run, context.Context) {
	return func(r *run, ctx context.Context) { r.sample(ctx, int64(work.N)) }
}

func unrolling(propagations, terms *budget.Number) func(*run, context.Context) {
	return func(r *run, ctx context.Context) { r.unroll(ctx, propagations.N, terms.N) }
}

func once(rd round) func(*run, context.Context) {
	return func(r *run, ctx context.Context) { r.turn(ctx, rd) }
}

// coarseFirst tells that a coarse abstraction of the program comes before the system with
// all of its memory, which takes long, or is not made at all. Of smaller programs it
// comes after it, for what that leaves open.
func (r *run) coarseFirst() bool {
	return r.prog.Size() >= budget.LargeProgram.N || r.prog.Funcs[r.entry].Name != "main"
}

func (r *run) coarseLater() bool {
	return !r.coarseFirst() && r.prog.Size() >= budget.FairProgram.N
}

// A round is one turn of every open target: a search in this order and to this
// depth. The depth is no bound of a verdict: a later round goes further.
type round struct {
	order search.Order
	turns int   // of each loop; 0: any number
	work  int64 // budget in units (search.Budget)
}

// rounds are the turns in order; the last one repeats, twice as deep and with twice
// the budget each time, until the target's time is used up.
var rounds = []round{
	{search.DepthFirst, 1, 400_000},
	{search.DepthFirst, 0, 2_000_000},
	{search.Interleaved, 0, 2_000_000},
	{search.Interleaved, 4, 2_000_000},
	{search.DepthFirst, 3, 8_000_000},
	{search.Interleaved, 0, 8_000_000},
	{search.DepthFirst, 0, 8_000_000},
	{search.Interleaved, 6, 10_000_000},
	{search.Interleaved, 10, 16_000_000},
	{search.DepthFirst, 6, 16_000_000},
	{search.Interleaved, 0, 30_000_000},
	{search.DepthFirst, 0, 30_000_000},
	{search.Interleaved, 20, 60_000_000},
	{search.DepthFirst, 12, 120_000_000},
}

// turns goes through the rounds until time is used up.
func (r *run) turns(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		if !r.turn(ctx, roundAt(n)) {
			break
		}
	}
}

// roundAt is the round of turn n.
func roundAt(n int) round {
	rd := rounds[min(n, len(rounds)-1)]
	for extra := n - len(rounds); extra >= 0 && rd.work < maxWork; extra-- {
		rd.work *= 2
		rd.turns *= 2
	}
	return rd
}

// maxWork is more than any search does.
const maxWork = 1 << 50

// sharing is explorations for all targets together: some violations need many turns of a
// loop, others hide behind the paths of its first few. The short ones come before the
// prover, which then has less to do; the others after it.
type sharing struct {
	limits solver.Limits // of a query
	rounds []round
}

var (
	shortRounds  = []round{{search.Interleaved, 0, 1_500_000}, {search.Interleaved, 6, 1_500_000}}
	sharedRounds = []round{{search.Interleaved, 0, 10_000_000}, {search.Interleaved, 6, 10_000_000}}
)

func (s sharing) explore(r *run, ctx context.Context) { r.shared(ctx, s) }
