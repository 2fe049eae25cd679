package query

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Divisions, remainders and products of two numbers are what a solver over bits
// is worst at: that quotients of equal numbers are equal it finds bit by bit.
// Often the rest of a query says that some of their operands are equal. That is
// asked with these operations taken for any numbers; what is equal is put in each
// other's place, and the operations become the same terms (sweeping, Kuehlmann and
// Krohm, "Equivalence checking using cutpoints and heaps", DAC 1997, for numbers).
//
//	months = 12 * (b.y - a.y) + b.m - a.m;   // 0, and 1 ≤ a.m, b.m ≤ 12: a.y = b.y and a.m = b.m
//	days = b.y / 4 - a.y / 4 + b.d - a.d;    // b.d − a.d
type equating struct {
	a     *Asker
	now   []term.T     // the conditions, with equal numbers in each other's place
	any   *loosening   // of their hard operations
	used  map[int]bool // conditions that are needed, by place
	steps [][]term.T
}

// Decide is Retry that does not give up at hard operations (loosely, equating). Steps are lists of
// conditions that exclude each other: the last one shows the answer, those before
// it which numbers stand in each other's place there.
func (a *Asker) Decide(q Question, lim backend.Limits) (r Answer, steps [][]term.T) {
	r = a.Ask(q, quarter(lim))
	if r.Status == backend.Unknown && a.Ctx.Err() == nil {
		if loose, steps := a.Loosely(q, quarter(lim)); loose.Status == backend.Unsat {
			return loose, steps
		}
		r = a.anew(q, lim)
	}
	if r.Status == backend.Unsat {
		return r, [][]term.T{r.Steps}
	}
	if r.Status != backend.Unknown || a.Ctx.Err() != nil {
		return r, nil
	}
	conditions := slices.Concat(q.Facts, q.Goal)
	if len(hardOperations(a.Sys.Pool, conditions, map[term.T]bool{})) == 0 {
		return r, nil
	}
	e := &equating{a: a, now: a.instantiated(q), any: newLoosening(a.Sys.Pool), used: map[int]bool{}}
	if e.merge(); len(e.steps) == 0 {
		return r, nil
	}
	asked := e.loose()
	s := a.Ask(Question{Goal: asked}, lim)
	if s.Status != backend.Unsat {
		asked = e.now
		s = a.Retry(Question{Goal: asked}, lim)
	}
	if s.Status != backend.Unsat {
		return r, nil
	}
	e.step(s.Core, asked)
	s.Core = nil
	for i, t := range conditions {
		if e.used[i] {
			s.Core = append(s.Core, t)
		}
	}
	return s, e.steps
}

// instantiated is a question with its facts about blocks at all instance terms.
func (a *Asker) instantiated(q Question) []term.T {
	ts := slices.Clone(q.Facts)
	for i, f := range ts {
		if a.Ctx.Err() == nil { // at the skolems alone it holds, too
			ts[i] = a.Sys.Premise(q.Seg, f)
		}
	}
	return append(ts, q.Goal...)
}

// step notes a core of conditions that were asked in the place of the given ones.
func (e *equating) step(core, asked []term.T) {
	for _, t := range core {
		if i := slices.Index(asked, t); i >= 0 {
			e.used[i] = true
		}
	}
	e.steps = append(e.steps, core)
}

// merge finds equal operands of hard operations and puts them in each other's
// place.
func (e *equating) merge() {
	p := e.a.Sys.Pool
	classes, loose := e.operands(), e.loose()
	for range budget.EquationQueries.N {
		i := slices.IndexFunc(classes, func(c []term.T) bool { return len(c) > 1 })
		if i < 0 || e.a.Ctx.Err() != nil {
			return
		}
		x, y := classes[i][0], classes[i][1]
		differ := p.Not(p.Eq(x, y))
		r := e.a.Ask(Question{Goal: append(slices.Clone(loose), differ)}, budget.Hard.Limits())
		switch r.Status {
		case backend.Sat:
			classes = split(classes, term.NewEvaluator(p, r.Model))
			continue
		case backend.Unsat:
			e.step(r.Core, loose)
			for k, t := range e.now {
				e.now[k] = p.Substitute(t, map[term.T]term.T{y: x})
			}
			loose = e.loose()
		}
		classes[i] = slices.Delete(classes[i], 1, 2)
	}
}

// split tells apart what differs in a model.
func split(classes [][]term.T, ev *term.Evaluator) (apart [][]term.T) {
	for _, c := range classes {
		at := map[uint64]int{}
		for _, v := range c {
			x := ev.BV(v)
			if _, ok := at[x]; !ok {
				at[x] = len(apart)
				apart = append(apart, nil)
			}
			apart[at[x]] = append(apart[at[x]], v)
		}
	}
	return apart
}

// operands are the numbers in hard operations, by width.
func (e *equating) operands() (classes [][]term.T) {
	p := e.a.Sys.Pool
	var vars []term.T
	for _, t := range hardOperations(p, e.now, map[term.T]bool{}) {
		vars = append(vars, p.Vars(t)...)
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	at := map[int]int{}
	for _, v := range vars[:min(len(vars), budget.EquatedNumbers.N)] {
		w := p.Width(v)
		if p.IsArray(v) || w < 8 || w > 64 {
			continue
		}
		if _, ok := at[w]; !ok {
			at[w] = len(classes)
			classes = append(classes, nil)
		}
		classes[at[w]] = append(classes[at[w]], v)
	}
	return classes
}

// loose is the conditions with hard operations taken for any numbers.
func (e *equating) loose() []term.T {
	e.any.meet(e.a.Sys.Pool, e.now)
	loose := make([]term.T, len(e.now))
	for i, t := range e.now {
		loose[i] = e.any.s.Apply(t)
	}
	return loose
}
