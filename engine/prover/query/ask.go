package query

import (
	"context"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/cdcl"
	"github.com/assay-dev/assay/engine/term"
)

// Asker asks questions about a system of a solver.
type Asker struct {
	Sys     *system.System
	Ctx     context.Context
	Solver  backend.Backend
	past    int64 // propagations of the solvers before it
	loose   map[*system.Segment]*loosening
	Queries int64
}

// New is a solver without a past for a system.
func New(ctx context.Context, b *system.System) *Asker {
	return &Asker{Sys: b, Ctx: ctx, Solver: newSolver(b.Pool, true)}
}

// Question asks for a state of which facts hold and the goal, too.
type Question struct {
	Seg *system.Segment // that the facts are about
	// Facts with a skolem hold for any block, those with both for any two.
	Facts []term.T
	Goal  []term.T // its skolems are some blocks
	// Whole asks for a model with values for all that the facts speak of; without
	// it, blocks on which the goal does not depend may be anything.
	Whole  bool
	Wishes []term.T // that a model makes true if that is easy
}

// Answer is one to a question.
type Answer struct {
	backend.Result          // its core consists of facts, and conditions of the goal
	Steps          []term.T // what excludes each other, as the solver was asked
}

// Ask answers a question within limits. Facts about blocks are instantiated as
// models need it: at those of the segment's instance terms at which a model
// violates them (model-based quantifier instantiation: Ge and de Moura, "Complete
// instantiation for quantified formulas in satisfiability modulo theories", CAV
// 2009). An answer says no less than one with all instances, for a model that
// violates none is a model of all.
func (a *Asker) Ask(q Question, lim backend.Limits) Answer {
	a.Queries++
	if a.Sys.Pool.Len() >= budget.SystemTerms.N {
		return Answer{Result: backend.Result{Reason: backend.ReasonMemory}}
	}
	if slices.Contains(q.Facts, term.False) || slices.Contains(q.Goal, term.False) {
		never := []term.T{term.False}
		return Answer{backend.Result{Status: backend.Unsat, Core: never}, never}
	}
	l := a.begin(&q)
	for {
		before := a.Solver.Stats()
		r := a.Solver.Check(a.Ctx, backend.Query{Assumptions: l.asked, Wishes: q.Wishes}, lim)
		switch {
		case r.Status == backend.Unsat:
			return l.excluded(r)
		case r.Status != backend.Sat || !l.refine(r.Model):
			return Answer{Result: r}
		}
		after := a.Solver.Stats()
		lim.Conflicts -= after.Conflicts - before.Conflicts
		lim.Propagations -= after.Propagations - before.Propagations
		if lim.Conflicts <= 0 || lim.Propagations <= 0 {
			return Answer{Result: backend.Result{Reason: backend.ReasonConflicts}}
		}
	}
}

// instantiation is a question under way.
type instantiation struct {
	a      *Asker
	q      *Question
	about  []term.T          // facts about blocks
	asked  []term.T          // the other facts, the goal, and instances
	from   map[term.T]term.T // of instances: the fact
	arrays map[term.T]bool   // that the conditions asked depend on
	seen   map[term.T]bool   // parts of these
	all    bool              // facts about other arrays are instantiated, too
}

func (a *Asker) begin(q *Question) *instantiation {
	l := &instantiation{a: a, q: q, from: map[term.T]term.T{}, arrays: map[term.T]bool{}, seen: map[term.T]bool{}}
	for _, f := range q.Facts {
		if q.Seg != nil && a.Sys.Quantified(f) > 0 {
			l.about = append(l.about, f)
		} else {
			l.asked = append(l.asked, f)
		}
	}
	for _, f := range l.about {
		for _, t := range q.Seg.Useful[f] {
			l.add(f, t)
		}
	}
	l.asked = append(l.asked, q.Goal...)
	return l
}

func (l *instantiation) add(fact, instance term.T) {
	l.asked = append(l.asked, instance)
	l.from[instance] = fact
}

// excluded is the answer that the conditions exclude each other. What was of use is
// asked first the next time.
func (l *instantiation) excluded(r backend.Result) Answer {
	a := Answer{r, r.Core}
	a.Core = nil
	for _, t := range r.Core {
		f, ok := l.from[t]
		if !ok {
			f = t
		} else if known := l.q.Seg.Useful[f]; len(known) < budget.UsefulInstances.N && !slices.Contains(known, t) {
			if l.q.Seg.Useful == nil {
				l.q.Seg.Useful = map[term.T][]term.T{}
			}
			l.q.Seg.Useful[f] = append(known, t)
		}
		if !slices.Contains(a.Core, f) {
			a.Core = append(a.Core, f)
		}
	}
	return a
}

// refine adds instances that a model violates. It reports whether there are any.
func (l *instantiation) refine(m *term.Model) bool {
	if len(l.about) == 0 {
		return false
	}
	before := len(l.asked)
	if l.violated(m); len(l.asked) == before && l.q.Whole && !l.all {
		l.all = true
		l.violated(m)
	}
	return len(l.asked) > before
}

// violated adds the instances that a model violates, of facts about arrays that
// the conditions depend on.
func (l *instantiation) violated(m *term.Model) {
	b, seg := l.a.Sys, l.q.Seg
	facts := l.relevant()
	if len(facts) == 0 {
		return
	}
	at := b.IndicesOf(seg)
	ev := term.NewEvaluator(b.Pool, m)
	distinct := func(ts []term.T) (reps []term.T) {
		have := map[uint64]bool{}
		for _, t := range ts {
			if x := ev.BV(t); !have[x] {
				have[x] = true
				reps = append(reps, t)
			}
		}
		return reps
	}
	v := &violations{l: l, ev: ev, m: m.Clone()}
	v.at = term.NewEvaluator(b.Pool, v.m)
	about := func(skolems int, words bool) (some []term.T) {
		for _, f := range facts {
			if b.Quantified(f) == skolems && b.AboutWords(f) == words {
				some = append(some, f)
			}
		}
		return some
	}
	for _, words := range []bool{false, true} {
		if one := about(1, words); len(one) > 0 {
			for _, i := range distinct(at.Of(words)) {
				v.try(one, i, i)
			}
		}
		two := about(2, words)
		if len(two) == 0 {
			continue
		}
		some := distinct(at.Pairs(words))
		for n, j := range some {
			for _, i := range some[:n] {
				v.try(two, i, j)
			}
		}
	}
}

// violations looks for instances that a model violates.
type violations struct {
	l  *instantiation
	ev *term.Evaluator
	m  *term.Model // with values for the skolems
	at *term.Evaluator
}

// try adds the facts that are violated at one index, or at two.
func (v *violations) try(facts []term.T, i, j term.T) {
	b := v.l.a.Sys
	if b.Pool.Width(i) == system.WordBits {
		v.m.Set(b.Skolem(system.AnyWord), v.ev.BV(i))
		v.m.Set(b.Skolem(system.AnyOtherWord), v.ev.BV(j))
	} else {
		v.m.Set(b.Skolem(system.AnyBlock), v.ev.BV(i))
		v.m.Set(b.Skolem(system.AnyOther), v.ev.BV(j))
	}
	v.at.Reset()
	for _, f := range facts {
		if !v.at.Bool(f) {
			v.l.add(f, b.Instance(f, i, j))
		}
	}
}

// relevant lists the facts about arrays that the conditions depend on, and those about
// arrays whose elements are all known, as where a run starts; all facts, once these hold.
func (l *instantiation) relevant() (facts []term.T) {
	if l.all {
		return l.about
	}
	p := l.a.Sys.Pool
	for _, t := range l.asked {
		p.Visit(t, l.seen, func(t term.T) {
			if p.Op(t) == term.OpArrayVar {
				l.arrays[t] = true
			}
		})
	}
	for _, f := range l.about {
		known := func(v term.T) bool { return l.arrays[v] }
		if p.AnyVar(f, known) || !p.AnyVar(f, func(v term.T) bool { return p.Op(v) == term.OpArrayVar }) {
			facts = append(facts, f)
		}
	}
	return facts
}

// newSolver is a solver whose models are different ones, and partial if they may be.
func newSolver(pool *term.Pool, partial bool) backend.Backend {
	return cdcl.New(pool, cdcl.Config{MaxVariables: budget.QueryVariables.N, Diverse: true, Partial: partial, Names: []int{system.InstBits, system.TimestampBits}})
}

// Propagations is what all queries have taken so far.
func (a *Asker) Propagations() int64 { return a.past + a.Solver.Stats().Propagations }

// Retry is ask for what matters most. What thousands of queries have taught a
// solver can lead it astray for good: where it gives up on a quarter of what is
// allowed, one without a past takes its place. What is hard has mostly no model: where much
// is allowed, one that decides what met most conflicts is asked at last.
func (a *Asker) Retry(q Question, lim backend.Limits) Answer {
	r := a.Ask(q, quarter(lim))
	if r.Status != backend.Unknown || a.Ctx.Err() != nil {
		return r
	}
	return a.anew(q, lim)
}

// quarter is what a first try is worth.
func quarter(lim backend.Limits) backend.Limits {
	return backend.Limits{Conflicts: lim.Conflicts / 4, Propagations: lim.Propagations / 4}
}

// anew asks a solver without a past and, where a question is worth that, another one.
func (a *Asker) anew(q Question, lim backend.Limits) Answer {
	a.Fresh()
	r := a.Ask(q, lim)
	if r.Status != backend.Unknown || a.Ctx.Err() != nil || lim.Propagations < budget.Check.Limits().Propagations {
		return r
	}
	defer a.with(newSolver(a.Sys.Pool, false))()
	return a.Ask(q, lim)
}

// Fresh takes a solver without a past for what comes until back is called.
func (a *Asker) Fresh() (back func()) { return a.with(newSolver(a.Sys.Pool, true)) }

// with takes another solver for what comes until back is called.
func (a *Asker) with(s backend.Backend) (back func()) {
	old := a.Solver
	a.past = a.Propagations()
	a.Solver = s
	return func() {
		a.past = a.Propagations() - old.Stats().Propagations
		a.Solver = old
	}
}

// HoldsIn tells that facts hold in a state of a segment, those about blocks at its
// instance terms.
func (a *Asker) HoldsIn(seg *system.Segment, facts []term.T, m *term.Model) bool {
	ev := term.NewEvaluator(a.Sys.Pool, m)
	l := &instantiation{a: a, q: &Question{Seg: seg}, from: map[term.T]term.T{}, all: true}
	for _, f := range facts {
		if a.Sys.Quantified(f) > 0 {
			l.about = append(l.about, f)
		} else if !ev.Bool(f) {
			return false
		}
	}
	l.violated(m)
	return len(l.asked) == 0
}
