package bmc

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/cdcl"
	"github.com/assay-dev/assay/engine/term"
)

// Unrolling looks for runs to the goals instead of proofs: bounded model
// checking (Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without
// BDDs", TACAS 1999) of the transition system from the start of the program. A
// step is a segment, whose paths are merged, and so are the states that come to
// one cutpoint in equally many steps: a bug behind twenty turns of a loop with ten
// ways through it is one question, not 10^20 paths.
//
// What is found is only what a run is to be told (Run). The system leaves more
// open than the program, and nothing is believed of it: the caller has the
// program executed on these answers.

var (
	unrollLimits = backend.Limits{Conflicts: 60_000, Propagations: 40_000_000}
	modestLimits = backend.Limits{Conflicts: 500, Propagations: 500_000}
)

// unrolling is the system, unrolled so far.
type unrolling struct {
	b      *system.System
	ctx    context.Context
	solver backend.Backend
	goals  []system.Goal
	client Client
	misses []int      // by goal: runs that did not come to it
	places [][]*place // by step, by cutpoint + 1; nil: not reached
	known  []term.T   // what holds of the environment, and of what the steps made
	due    []due      // violations that were not asked for yet
}

// place is a cutpoint after some steps.
type place struct {
	seg   *system.Segment
	reach term.T            // some run comes here
	vals  map[term.T]term.T // by variable of the cutpoint
	im    *term.Importer    // of the terms of its segment
	from  []arrived
}

// arrived is one of the ways to a place: it was taken where the condition holds.
type arrived struct {
	place *place
	cond  term.T
}

// due is a check of a goal at a place.
type due struct {
	goal int
	at   *place
	cond term.T
}

// Client is who wants runs.
type Client struct {
	// Propagations is what the search for runs may take, Terms how many the unrolled system
	// may have.
	Propagations, Terms int
	// Open tells whether a run to a goal is still wanted.
	Open func(goal int) bool
	// Found is told a run that should come to a goal.
	Found func(goal int, r system.Run)
}

// Search looks for runs to the goals in a system. What it returns tells how far the system
// was unrolled, for measurements.
func Search(ctx context.Context, b *system.System, goals []system.Goal, client Client) string {
	u := &unrolling{b: b, ctx: ctx, goals: goals, client: client, misses: make([]int, len(goals)), known: slices.Clone(b.Facts),
		solver: cdcl.New(b.Pool, cdcl.Config{MaxVariables: budget.UnrolledVariables.N})}
	u.unroll()
	st := u.solver.Stats()
	return fmt.Sprintf("%d steps, %d terms, %d queries, %d propagations, %d variables", len(u.places), b.Pool.Len(), st.Queries, st.Propagations, st.Variables)
}

// unroll makes step after step, and asks now and then.
func (u *unrolling) unroll() {
	first := &place{seg: u.b.SegmentFrom(nil), reach: term.True, vals: map[term.T]term.T{}}
	row := make([]*place, len(u.b.Segments))
	row[0] = first
	for next := 1; row != nil && u.wanted() && !u.spent(); {
		u.places = append(u.places, row)
		row = u.step(row)
		if n := len(u.places); n >= next || row == nil || n == budget.UnrolledSteps.N {
			u.ask()
			next = n + 1 + n/4
		}
	}
}

// open: a run to a goal is wanted, and worth looking for.
func (u *unrolling) open(g int) bool {
	return u.misses[g] < budget.UnrolledMisses.N && u.client.Open(g)
}

// wanted: some goal is open.
func (u *unrolling) wanted() bool {
	for g := range u.goals {
		if u.open(g) {
			return true
		}
	}
	return false
}

// spent: no effort is left.
func (u *unrolling) spent() bool {
	return u.ctx.Err() != nil || len(u.places) >= budget.UnrolledSteps.N || u.b.Pool.Len() > u.client.Terms || u.solver.Stats().Propagations > int64(u.client.Propagations)
}

// step executes the segments of all places of a row, and returns the places
// that they lead to, nil if there are none.
func (u *unrolling) step(row []*place) []*place {
	next := make([]*place, len(row))
	any := false
	for _, at := range row {
		if at == nil || u.b.Ctx.Err() != nil {
			continue
		}
		u.enter(at)
		for _, o := range at.seg.Outs {
			cond := u.b.Pool.And(at.reach, at.im.Import(o.State.Guard))
			if cond == term.False || u.b.SegmentFrom(o.To) == nil {
				continue
			}
			any = true
			to := &next[system.SegmentIndex(o.To)]
			if *to == nil {
				*to = &place{seg: u.b.SegmentFrom(o.To), reach: term.False, vals: map[term.T]term.T{}}
			}
			u.arrive(*to, at, o, cond)
		}
	}
	if !any {
		return nil
	}
	return next
}

// enter makes the copy of a place's segment: what it makes is new, and the
// checks of open goals are due.
func (u *unrolling) enter(at *place) {
	b, p := u.b, u.b.Pool
	at.im = term.NewImporter(p, p, func(v term.T) term.T {
		if t, ok := at.vals[v]; ok {
			return t
		}
		if b.Frozen[v] {
			return v
		}
		return term.None
	})
	for _, a := range at.seg.Axioms {
		u.known = append(u.known, at.im.Import(b.Premise(at.seg, a)))
	}
	for _, c := range at.seg.Checks {
		for g := range u.goals {
			if !u.open(g) || !u.goals[g].Asks(c) {
				continue
			}
			if cond := p.AndN(at.reach, at.im.Import(c.Guard), at.im.Import(c.Cond)); cond != term.False {
				u.due = append(u.due, due{g, at, cond})
			}
		}
	}
}

// arrive merges what comes by an edge into a place.
func (u *unrolling) arrive(to, at *place, o *system.Edge, cond term.T) {
	p := u.b.Pool
	for _, v := range o.To.Variables() {
		t := at.im.Import(o.Next[v])
		if old, ok := to.vals[v]; ok {
			t = p.Ite(cond, t, old)
		}
		to.vals[v] = t
	}
	to.reach = p.Or(to.reach, cond)
	to.from = append(to.from, arrived{at, cond})
}

// ask looks for a run to each open goal that has checks due.
func (u *unrolling) ask() {
	p := u.b.Pool
	for g := range u.goals {
		any := term.False
		for _, d := range u.due {
			if d.goal == g {
				any = p.Or(any, d.cond)
			}
		}
		if any == term.False || !u.open(g) || u.spent() {
			continue
		}
		m := u.model(any)
		if m == nil {
			continue
		}
		ev := term.NewEvaluator(p, m)
		i := slices.IndexFunc(u.due, func(d due) bool { return d.goal == g && ev.Bool(d.cond) })
		u.client.Found(g, u.run(u.due[i].at, ev))
		u.misses[g]++
	}
	u.due = u.due[:0]
}

// model is one of a violation, with few arguments of the program, which people
// have to read and type; nil if there is none, or none was found.
func (u *unrolling) model(violation term.T) *term.Model {
	as := append(slices.Clip(u.known), violation)
	r := u.solver.Check(u.ctx, backend.Query{Assumptions: as}, unrollLimits)
	if r.Status != backend.Sat || u.b.Argv == nil {
		return r.Model
	}
	argc := u.b.Argv.Argc
	ev := term.NewEvaluator(u.b.Pool, r.Model)
	for most := uint64(1); most < min(ev.BV(argc), uint64(budget.ArgumentStrings.N)+1); most++ {
		few := u.b.Pool.ULe(argc, u.b.Size(most))
		if r := u.solver.Check(u.ctx, backend.Query{Assumptions: append(slices.Clip(as), few)}, modestLimits); r.Status == backend.Sat {
			return r.Model
		}
	}
	return r.Model
}

// run collects what a run to a place is told.
func (u *unrolling) run(at *place, ev *term.Evaluator) system.Run {
	var way []*place
	for at != nil {
		way = append(way, at)
		i := slices.IndexFunc(at.from, func(a arrived) bool { return ev.Bool(a.cond) })
		if i < 0 {
			break
		}
		at = at.from[i].place
	}
	r := system.Run{Args: u.b.Arguments(ev)}
	for _, at := range slices.Backward(way) {
		r.Answers = append(r.Answers, at.seg.Answers(u.b.Pool, ev, at.im.Import)...)
	}
	return r
}
