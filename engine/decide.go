package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/search"
	"github.com/assay-dev/assay/engine/solver"
)

// run decides targets from one entry function.
type run struct {
	prog  *ir.Program
	entry ir.FuncID
	opt   Options
	board *board
	gauge *gauge
	best  []attempt // by target: what the searches showed so far
	// granted is takenForGranted, which reads the whole program.
	granted func() []string
	mu      sync.Mutex
}

// attempt is the best that is known of a target that is not settled.
type attempt struct {
	verdict Verdict // what it will be if nothing better is found; without a reason: see leftOpen
	stop    *exec.Stop
	limit   string // what ended the last search that did not end by itself (search.Outcome.Limit)
	within  *depth // to which a search was exhausted
	used    time.Duration
	effort  Effort
	refused int         // witnesses that did not replay
	putOff  *search.Hit // a witness that depends on more than inputs, while a better one is looked for
	proof   proof
	// unproved is why there is no proof without a bound, "" if none was tried.
	unproved string
	// coarse is a proof by a coarse abstraction of the program that takes errors as given.
	coarse *certify.Proof
}

func newRun(p *ir.Program, entry ir.FuncID, b *board, g *gauge, opt Options) *run {
	r := &run{prog: p, entry: entry, opt: opt, board: b, gauge: g, best: make([]attempt, len(b.targets))}
	r.granted = sync.OnceValue(r.takenForGranted)
	return r
}

// decide has every strategy of the plan try the open targets, and says of the rest why they
// are left open.
func (r *run) decide(ctx context.Context) {
	r.static()
	for _, s := range strategies[r.opt.Plan] {
		if s.when == nil || s.when(r) {
			start, open := time.Now(), len(r.board.open())
			r.contained(s.name, func() { s.do(r, ctx) })
			r.board.took(s.name, time.Since(start), open-len(r.board.open()))
		}
	}
	for _, t := range r.board.open() {
		r.settle(t, r.leftOpen(ctx, t))
	}
}

// turn runs one search for each open target that has time left, over the
// workers. It reports whether there was any.
func (r *run) turn(ctx context.Context, rd round) bool {
	var todo []int
	for _, t := range r.board.open() {
		if r.best[t].used < r.opt.TimeoutPerTarget {
			todo = append(todo, t)
		}
	}
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range min(r.opt.Workers, max(len(todo), 1)) {
		wg.Go(func() {
			for t := range jobs {
				if !r.contained("search", func() { r.attempt(ctx, t, rd) }) {
					r.giveUp(t)
				}
			}
		})
	}
	for _, t := range todo {
		jobs <- t
	}
	close(jobs)
	wg.Wait()
	return len(todo) > 0
}

// attempt is one turn of one target.
func (r *run) attempt(ctx context.Context, t int, rd round) {
	if ctx.Err() != nil || r.best[t].within.covers(rd) {
		return
	}
	r.board.progress(t)
	start := time.Now()
	// A replay has limits of its own and is not cut short by the search's.
	limited, cancel := context.WithTimeout(ctx, r.opt.TimeoutPerTarget-r.best[t].used)
	defer cancel()
	cfg := r.searchConfig(ctx, t, rd)
	out := r.explore(limited, r.searchTargets([]int{t}), cfg)
	b := &r.best[t]
	b.used += time.Since(start)
	b.effort.add(out)
	r.board.meet(out, r)
	b.proof = proof{cfg.Exec, cfg.Annotate}
	r.trace(t, rd, out)
	if !out.Answered[0] {
		r.conclude(ctx, t, out)
	}
	b.proof = proof{}
}

// explore makes one search, which the whole run's memory ends, too.
func (r *run) explore(ctx context.Context, targets []search.Target, cfg search.Config) *search.Outcome {
	cfg.Budget.Pressed = r.gauge.over.Load
	r.gauge.relieve()
	return search.New(r.prog, targets, cfg).Run(ctx)
}

// searchConfig configures a search for one target.
func (r *run) searchConfig(ctx context.Context, t int, rd round) search.Config {
	cfg := search.Config{Exec: r.execConfig(rd.turns), Solver: r.opt.Solver, Order: rd.order, Seed: r.opt.Seed,
		Budget: search.Budget{Work: rd.work, Memory: r.opt.Memory / int64(r.opt.Workers)},
		Accept: func(_ int, h search.Hit) bool { return r.accept(ctx, t, h) }}
	if rd.order == search.DepthFirst {
		cfg.Interpolation = r.interpolation()
		cfg.Annotate = r.annotate(cfg.Interpolation)
	}
	return cfg
}

// queryLimits bound a single solver call, deterministically.
var queryLimits = solver.Limits{Conflicts: 200_000}

// sideLimits bound the search for errors that nobody asked about.
var sideLimits = solver.Limits{Conflicts: 500}

func (r *run) execConfig(turns int) exec.Config {
	return exec.Config{
		Entry: r.entry, Extern: string(r.opt.Extern), NoFail: r.noFail(),
		VolatileMemory: r.opt.VolatileMemory,
		MaxArgc:        r.opt.MaxArgc, MaxArgLen: r.opt.MaxArgLen, MaxStdin: r.opt.MaxStdin,
		Trapv: r.opt.Trapv, MaxLoop: r.opt.MaxLoop, Turns: turns, MaxDepth: r.opt.MaxDepth, QueryLimits: queryLimits, SideLimits: sideLimits,
	}
}

// noFail are the failures that are switched off.
func (r *run) noFail() map[string]bool {
	off := map[string]bool{}
	for _, a := range r.opt.Assume {
		off[a] = true
	}
	return off
}

// interpolation is how depth-first searches prune, nil for not at all.
func (r *run) interpolation() *interp.Config {
	if r.opt.Interpolation == InterpolationNone {
		return nil
	}
	c := interp.DefaultConfig
	if r.opt.Literals != 0 {
		c.Literals = max(r.opt.Literals, 0)
	}
	c.Slacken, c.Deletion = !r.opt.NoSlackening, r.opt.Interpolation == InterpolationDeletion
	return &c
}

// shared explores for all open targets together: true alarms fall here.
func (r *run) shared(ctx context.Context, s sharing) {
	limited, cancel := context.WithTimeout(ctx, r.opt.TimeoutPerTarget)
	defer cancel()
	for _, rd := range s.rounds {
		open := r.board.open()
		if len(open) < 2 {
			return
		}
		r.board.progress(open[0])
		cfg := search.Config{Exec: r.execConfig(rd.turns), Solver: r.opt.Solver, Order: rd.order, Seed: r.opt.Seed,
			Budget: search.Budget{Work: rd.work, Memory: r.opt.Memory},
			Accept: func(i int, h search.Hit) bool { return r.accept(ctx, open[i], h) }}
		cfg.Exec.QueryLimits = s.limits
		r.merge(ctx, open, r.explore(limited, r.searchTargets(open), cfg))
	}
}

// merge takes over what the shared exploration found. Its bounds and stops may
// lie where a single target's search never goes, so they conclude nothing.
func (r *run) merge(ctx context.Context, open []int, out *search.Outcome) {
	r.board.meet(out, r)
	if !out.Complete() {
		return
	}
	for i, t := range open {
		if !out.Answered[i] {
			r.best[t].proof = r.retrace(ctx, t, int64(budget.LookWork.N))
			r.conclude(ctx, t, out)
			r.best[t].proof = proof{}
		}
	}
}

// static answers the targets that no chain of calls reaches from the entry. Calls by assembly
// are not seen.
func (r *run) static() {
	if r.prog.Assembly != "" {
		return
	}
	for _, t := range r.board.open() {
		var pts []ir.Point
		for _, s := range r.board.targets[t].Sites {
			pts = append(pts, s.Point)
		}
		d := ir.NewDistance(r.prog, pts)
		if d.Func(r.entry) == ir.Unreached && d.Exit() == ir.Unreached && !r.ctorReaches(d) {
			r.settle(t, Verdict{Status: Unreachable, Assumptions: r.assumptions(nil),
				Reason: "no path of calls and branches leads from " + r.prog.Funcs[r.entry].Source + " to it"})
		}
	}
}

func (r *run) ctorReaches(d *ir.Distance) bool {
	return slices.ContainsFunc(r.prog.Ctors, func(f ir.FuncID) bool { return d.Func(f) != ir.Unreached })
}

// searchTargets are targets in the form that a search takes.
func (r *run) searchTargets(ts []int) []search.Target {
	out := make([]search.Target, len(ts))
	for i, t := range ts {
		for _, s := range r.board.targets[t].Sites {
			out[i].Points = append(out[i].Points, s.Point)
			out[i].Sites = append(out[i].Sites, exec.Site{
				Classes: s.Classes, Side: s.Side, Arg: s.Arg, OnlyMade: s.OnlyMade, Made: s.Made, Via: r.board.targets[t].Via,
			})
		}
	}
	return out
}

// conclude turns the outcome of a search that did not find its target into a
// verdict: final where more effort cannot change it. `bounded` is said only of a
// search that was exhausted to the bounds of the run: what time, memory, or the
// depth of the search cut off is undecided.
func (r *run) conclude(ctx context.Context, t int, out *search.Outcome) {
	b := &r.best[t]
	if !out.Exhausted && !(out.Limit == "time" && b.limit == "memory") { // it would have needed no less
		b.limit = out.Limit
	}
	switch {
	case b.refused > 0:
		// A witness was found and did not replay: the model is wrong
		// somewhere, so nothing it excludes may be believed.
	case len(out.Stops) > 0:
		b.stoppedAt(out.Stops)
		if out.Exhausted && !out.Shallow {
			r.settle(t, undecided(r.blocked(b.stop)))
		}
	case !out.Exhausted:
	case out.Shallow:
		b.within = r.deepest(b.within, out)
	default:
		v := Verdict{Status: Unreachable, Assumptions: r.assumptions(out.Assumed), Given: r.given(out), Effort: b.effort}
		if len(out.Bounds) > 0 {
			v.Status, v.Bounds = Bounded, r.bounds(out)
			v.Reason, v.Next = "every path within the bounds was followed; none fails here", raise(v.Bounds)
			r.certify(ctx, t, &v)
			r.settle(t, v)
			return
		}
		v.Reason = "every path was followed to its end; none fails here" + r.because(t)
		r.speak(ctx, t, &v)
		r.certify(ctx, t, &v)
		r.settle(t, v)
	}
}

// leaksAtEnd is what a verdict about lost memory rests on.
const leaksAtEnd = "leaks are judged where the program ends: runs that do not end, or end by an error, lose no memory"

func (r *run) settle(t int, v Verdict) {
	if v.Status == Unreachable && r.board.targets[t].asksLeak() {
		v.Assumptions = append(slices.Clone(v.Assumptions), leaksAtEnd)
		slices.Sort(v.Assumptions)
	}
	r.mu.Lock()
	v.Effort, v.Time = r.best[t].effort, r.best[t].used
	switch why := r.best[t].unproved; {
	case why == "":
	case v.Status == Bounded:
		v.Reason += "; no proof beyond the bounds: " + why
		if strings.Contains(why, "a write into argv") {
			v.noLength()
		}
	case v.Status == Undecided && !strings.Contains(v.Reason, why): // with Plan, it is the reason
		v.Reason += "; no proof without a bound: " + why
	}
	r.mu.Unlock()
	r.board.settle(t, v)
}

func (e *Effort) add(out *search.Outcome) {
	e.Instructions += out.Instructions
	e.Nodes += out.Nodes
	e.Queries += out.Queries
	e.Propagations += out.Propagations
	e.Subsumed += out.Interpolation.Hits
	e.LargestInterpolant = max(e.LargestInterpolant, out.Interpolation.Largest)
}

// assumptions are those of the run plus those that a search named.
func (r *run) assumptions(found []string) []string {
	as := []string{
		"entry point " + r.prog.Funcs[r.entry].Source,
		"data model " + map[int]string{64: "LP64", 32: "ILP32"}[r.prog.PtrBits] + ", " + r.prog.Triple,
		"library functions behave as assay's models of them",
		"what C leaves open, such as the order of evaluation, is as clang does it",
		"unmodelled external functions: " + string(r.opt.Extern),
		"threads and signals as the program starts and handles them",
	}
	for _, a := range r.opt.Assume {
		if a != NoCallback && a != Closed { // named where they matter
			as = append(as, a+" does not fail")
		}
	}
	as = append(as, r.granted()...)
	as = append(as, found...)
	slices.Sort(as)
	return slices.Compact(as)
}

// uses tells that the program may call one of these functions of the library.
func (r *run) uses(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		id, ok := r.prog.FuncByName[name]
		return ok && (r.prog.Funcs[id].Model || len(r.prog.Funcs[id].Blocks) == 0) && r.prog.Used(id)
	})
}

// given are the path-ending errors met on the way, which the proof took as not
// happening where it went on.
func (r *run) given(out *search.Outcome) []Given {
	var gs []Given
	for _, m := range out.Met {
		gs = append(gs, Given{Error: m.Class.String(), At: r.prog.Where(m.Point), Point: m.Point})
	}
	slices.SortFunc(gs, func(a, b Given) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Error, b.Error)) })
	return gs
}
