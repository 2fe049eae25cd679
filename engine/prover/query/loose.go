package query

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// loosening takes the hard operations of conditions for any numbers, of which the same may be known
// as of the results. What holds at the end of a segment with a product in it may have nothing to
// do with the product, and a solver looks for its factors before it tells so.
//
//	area = rows * cols;
//	while (i < area) …        // i ≥ 0, whatever the area is
type loosening struct {
	seen  map[term.T]bool
	free  map[term.T]term.T // the number in the place of an operation
	s     *term.Substituter
	about []term.T          // what holds of these numbers
	shown map[term.T]term.T // that, of the operations themselves
}

func newLoosening(p *term.Pool) *loosening {
	return &loosening{seen: map[term.T]bool{}, free: map[term.T]term.T{}, s: term.NewSubstituter(p), shown: map[term.T]term.T{}}
}

// meet puts numbers in the place of the hard operations of conditions, and lists those that are new.
func (l *loosening) meet(p *term.Pool, conditions []term.T) (hard []term.T) {
	hard = hardOperations(p, conditions, l.seen)
	for _, t := range hard {
		l.free[t] = p.Var(p.Width(t), "any number")
		l.s.Replace(t, l.free[t])
	}
	return hard
}

// Loosely answers a question with hard operations taken for any numbers. That nothing is among
// more states than there are answers the question, too; else the answer is unknown. Facts about
// any block that have hard operations are left out, for each block has numbers of its own. Steps are
// as those of Decide.
func (a *Asker) Loosely(q Question, lim backend.Limits) (Answer, [][]term.T) {
	l := a.loosened(q)
	if l == nil {
		return Answer{}, nil
	}
	from := map[term.T]term.T{}
	image := func(t term.T) term.T {
		u := l.s.Apply(t)
		from[u] = t
		return u
	}
	loose := Question{Seg: q.Seg, Facts: slices.Clone(l.about)}
	for _, f := range q.Facts {
		if u := image(f); u == f || q.Seg == nil || a.Sys.Quantified(f) == 0 {
			loose.Facts = append(loose.Facts, u)
		}
	}
	for _, g := range q.Goal {
		loose.Goal = append(loose.Goal, image(g))
	}
	r := a.Ask(loose, lim)
	if r.Status != backend.Unsat {
		return Answer{}, nil
	}
	var steps [][]term.T
	var core []term.T
	for _, t := range r.Core {
		if real, ok := l.shown[t]; ok {
			steps = append(steps, []term.T{a.Sys.Pool.Not(real)})
		} else {
			core = append(core, from[t])
		}
	}
	steps = append(steps, r.Steps)
	r.Core, r.Model = core, nil
	return r, steps
}

// Loosens tells that what was asked about a segment had hard operations.
func (a *Asker) Loosens(seg *system.Segment) bool {
	return a.loose[seg] != nil && len(a.loose[seg].free) > 0
}

// loosened is the loosening of the segment that a question is about, which knows all its hard
// operations; nil if there are none.
func (a *Asker) loosened(q Question) *loosening {
	l, p := a.loose[q.Seg], a.Sys.Pool
	if l == nil {
		l = newLoosening(p)
		if a.loose == nil {
			a.loose = map[*system.Segment]*loosening{}
		}
		a.loose[q.Seg] = l
	}
	for _, t := range l.meet(p, slices.Concat(q.Facts, q.Goal)) {
		for _, holds := range ofResult(p, t) {
			l.know(a, holds)
		}
	}
	if len(l.free) == 0 {
		return nil
	}
	return l
}

// know notes what holds of the result of a hard operation, if a solver confirms it.
func (l *loosening) know(a *Asker, holds term.T) {
	p := a.Sys.Pool
	if p.IsConst(holds) || a.Ask(Question{Goal: []term.T{p.Not(holds)}}, budget.Hasty.Limits()).Status != backend.Unsat {
		return
	}
	if u := l.s.Apply(holds); l.shown[u] == term.None {
		l.about = append(l.about, u)
		l.shown[u] = holds
	}
}

// ofResult is what holds of the result of a hard operation, whatever its operands are.
func ofResult(p *term.Pool, t term.T) []term.T {
	x, y, w := p.Arg(t, 0), p.Arg(t, 1), p.Width(t)
	if w > 64 {
		return nil
	}
	zero := p.BV(w, 0)
	lo, hi := p.URange(t)
	all := []term.T{p.ULe(p.BV(w, lo), t), p.ULe(t, p.BV(w, hi))}
	switch p.Op(t) {
	case term.OpUDiv:
		all = append(all, p.Or(p.Eq(y, zero), p.ULe(t, x)))
	case term.OpURem:
		all = append(all, p.ULe(t, x), p.Or(p.Eq(y, zero), p.ULt(t, y)))
	case term.OpSDiv:
		low, high := p.SRange(t)
		positive := p.SLt(zero, y)
		all = append(all, p.SLe(p.BV(w, uint64(low)), t), p.SLe(t, p.BV(w, uint64(high))),
			p.OrN(p.Not(positive), p.SLt(x, zero), p.And(p.SLe(zero, t), p.SLe(t, x))),
			p.OrN(p.Not(positive), p.SLe(zero, x), p.And(p.SLe(x, t), p.SLe(t, zero))))
	case term.OpSRem:
		positive := p.SLt(zero, y)
		all = append(all, p.Or(p.SLt(x, zero), p.And(p.SLe(zero, t), p.SLe(t, x))),
			p.Or(p.SLe(zero, x), p.And(p.SLe(x, t), p.SLe(t, zero))),
			p.Or(p.Not(positive), p.And(p.SLt(t, y), p.SLt(p.Neg(y), t))))
	}
	return all
}

// hardOperations lists the operations of conditions that are hard for a solver, but for what was
// seen before.
func hardOperations(p *term.Pool, conditions []term.T, seen map[term.T]bool) (hard []term.T) {
	for _, c := range conditions {
		p.Visit(c, seen, func(t term.T) {
			switch p.Op(t) {
			case term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem:
				hard = append(hard, t)
			case term.OpMul:
				if !p.IsConst(p.Arg(t, 1)) {
					hard = append(hard, t)
				}
			}
		})
	}
	return hard
}
