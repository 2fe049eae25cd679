package interp

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// Node makes of the predicate behind a guard one before it, for the states of
// base (TracerX, section 5): each constraint is dropped if the
// guard implies it, kept if it holds before the guard, becomes a short clause,
// or is abduced from the facts of base. psi is not used afterwards. With guard
// None the decision has no condition in the vocabulary, and constraints can
// only be kept.
func (e *Engine) Node(base *exec.State, psi *pred.Psi, guard term.T) (*pred.Psi, string) {
	out := pred.New(e.voc)
	why := ""
	psi.Holders(func(p pred.Place, o memory.ObjID) {
		if x, ok := e.holder(base, p, identity); !ok || x != o {
			why = "an address that is known only behind a guard"
		}
		out.Hold(p, o)
	})
	if why != "" {
		return nil, why
	}
	e.spent += 2 * int64(budget.TermCost.N) * int64(psi.Size())
	conjuncts, ok := e.specialised(base, psi)
	if !ok {
		return nil, "a contradiction"
	}
	for _, q := range conjuncts {
		p, ok := e.before(base, guard, q)
		if !ok {
			return nil, "a constraint that no guard and no fact implies"
		}
		out.Add(p)
	}
	if out.False {
		return nil, "a contradiction"
	}
	return out, ""
}

// specialised lists the conjuncts of a predicate, some of them with values that
// places have in base written in, and these values as conjuncts of their own.
// Written in are, where many places are mentioned, those of static storage: a
// sum over a table is a claim about the rest for each way through it, equalities
// are one for each element; and in clauses the known ones that are equated with
// unknown ones: an input compared with a counter is one compared with its value
// in this turn. ok is false if the conjuncts contradict each other.
func (e *Engine) specialised(base *exec.State, psi *pred.Psi) ([]term.T, bool) {
	cs := psi.Conjuncts()
	var values []term.T
	for i, q := range cs {
		vars := e.pool.Vars(q)
		clause := len(vars) > 1 && len(e.pool.Disjuncts(q)) > 1
		if clause {
			vars = e.equated(q)
		}
		if len(vars) <= budget.ConjunctPlaces.N && !clause {
			continue
		}
		by := map[term.T]term.T{}
		for _, v := range vars {
			l, ok := e.voc.Loc(v)
			if !ok || l.Role != pred.Number || l.Width == 0 {
				continue
			}
			if _, static := e.Machine.Fixed(l.Obj); !clause && (!static || l.Obj == 0) {
				continue
			}
			if t, ok := e.term(base, l, identity); ok && e.pool.IsConst(t) {
				by[v] = t
			}
		}
		if len(by) == 0 || clause && len(by) == len(vars) {
			continue
		}
		cs[i] = e.pool.Substitute(q, by)
		for _, v := range vars {
			if t, ok := by[v]; ok {
				values = append(values, e.pool.Eq(v, t))
			}
		}
	}
	out := pred.New(e.voc)
	for _, q := range append(cs, values...) {
		out.Add(q)
	}
	return out.Conjuncts(), !out.False
}

// equated lists the variables of the equations between variables in a clause.
func (e *Engine) equated(clause term.T) []term.T {
	var out []term.T
	for _, l := range e.pool.Disjuncts(clause) {
		if e.pool.Op(l) == term.OpNot {
			l = e.pool.Arg(l, 0)
		}
		if e.pool.Op(l) != term.OpEq || len(e.pool.Vars(e.pool.Arg(l, 0))) == 0 || len(e.pool.Vars(e.pool.Arg(l, 1))) == 0 {
			continue
		}
		for _, v := range e.pool.Vars(l) {
			if !contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// before is the constraint before a guard that stands for q behind it.
func (e *Engine) before(base *exec.State, guard, q term.T) (term.T, bool) {
	foreign := e.foreign(q)
	known := guard != term.None
	if e.Config.Deletion {
		if p, ok := e.abduce(base, term.True, q); ok {
			e.Stats.Abduced++
			return p, true
		}
	}
	if known && guard != term.True && e.covers(guard, q) {
		e.Stats.Dropped++
		return term.True, true
	}
	if foreign {
		if p, ok := e.native(q); ok && e.holds(base, p) {
			e.Stats.Kept++
			return p, true
		}
	} else if p, ok := e.distances(q); ok && e.holds(base, p) {
		e.Stats.Kept++
		return p, true
	} else if guard == term.True || e.holds(base, q) {
		e.Stats.Kept++
		return q, true
	}
	if !known {
		guard = term.True
	}
	if c := e.pool.Or(e.pool.Not(guard), q); known && !foreign && len(e.pool.Disjuncts(c)) <= e.Config.Literals {
		e.Stats.Clauses++
		return c, true
	}
	if p, ok := e.project(base, guard, q); ok {
		e.Stats.Projected++
		return p, true
	}
	if p, ok := e.abduce(base, guard, q); ok {
		e.Stats.Abduced++
		return p, true
	}
	if c := e.pool.Or(e.pool.Not(guard), q); known && !foreign && len(e.pool.Disjuncts(c)) <= budget.ClauseLiterals.N {
		e.Stats.Clauses++
		return c, true
	}
	return term.None, false
}

// native is a clause without the literals that mention inputs, if it has others:
// it says more.
func (e *Engine) native(clause term.T) (term.T, bool) {
	lits := e.pool.Disjuncts(clause)
	out := term.False
	for _, l := range lits {
		if !e.foreign(l) {
			out = e.pool.Or(out, l)
		}
	}
	return out, len(lits) > 1 && out != term.False
}

// distances says more than a comparison of two terms: that the lesser one is
// at most a quarter of the numbers (a half, if they are unsigned), and how far
// above it the other one is, at most as many. Such ranges of differences
// merge, as the comparisons of a loop's turns do not.
func (e *Engine) distances(q term.T) (term.T, bool) {
	p := e.pool
	c, strict := q, uint64(1)
	if p.Op(q) == term.OpNot {
		c, strict = p.Arg(q, 0), 0
	}
	op := p.Op(c)
	if op != term.OpSLt && op != term.OpULt {
		return term.None, false
	}
	low, high := p.Arg(c, 0), p.Arg(c, 1)
	if strict == 0 {
		low, high = high, low
	}
	w := p.Width(low)
	if w < 3 || w > 64 || p.IsConst(low) || p.IsConst(high) {
		return term.None, false
	}
	d := p.Sub(high, low)
	if op == term.OpULt {
		half := uint64(1) << (w - 1)
		return p.And(p.ULe(low, p.BV(w, half-1)), p.ULe(p.Sub(d, p.BV(w, strict)), p.BV(w, half-strict))), true
	}
	quarter := uint64(1) << (w - 2)
	return p.And(p.SLe(low, p.BV(w, quarter-1)), p.ULe(p.Sub(d, p.BV(w, strict)), p.BV(w, quarter-strict))), true
}

// foreign tells whether a constraint mentions an input: one that was read
// below the node, so that the constraint must hold for every value of it.
func (e *Engine) foreign(q term.T) bool {
	for _, v := range e.pool.Vars(q) {
		if _, ok := e.voc.Loc(v); !ok {
			return true
		}
	}
	return false
}

// covers tells whether a guard implies a constraint.
func (e *Engine) covers(guard, q term.T) bool {
	if guard == q {
		return true
	}
	if !e.share(guard, q) {
		return false
	}
	no, _ := e.unsat(guard, e.pool.Not(q))
	return no
}

// share tells whether two terms have a variable in common.
func (e *Engine) share(a, b term.T) bool {
	x, y := e.pool.Vars(a), e.pool.Vars(b)
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] == y[0]:
			return true
		case x[0] < y[0]:
			x = x[1:]
		default:
			y = y[1:]
		}
	}
	return false
}

// abduce finds facts of a state that together with a guard imply a constraint,
// whatever the inputs in it are: the core of the refutation of its negation,
// each fact slackened as far as that goes (TracerX, Fig. 7; Heap Programs).
func (e *Engine) abduce(base *exec.State, guard, q term.T) (term.T, bool) {
	facts := e.facts(base, e.pool.And(guard, q))
	neg := e.pool.Not(q)
	no, core := e.unsat(append(facts, guard, neg)...)
	if !no {
		return term.None, false
	}
	var used []term.T
	for _, c := range core {
		if c != guard && c != neg && !contains(used, c) {
			used = append(used, c)
		}
	}
	if e.Config.Slacken && !e.Config.Deletion {
		e.slacken(used, guard, neg)
	}
	return e.pool.AndN(used...), true
}

func contains(ts []term.T, t term.T) bool {
	for _, x := range ts {
		if x == t {
			return true
		}
	}
	return false
}

// facts are what a state says about the variables of a condition, one by one:
// their value, or the range that the terms themselves tell.
func (e *Engine) facts(base *exec.State, c term.T) []term.T {
	var out []term.T
	p := e.pool
	for _, v := range p.Vars(c) {
		l, ok := e.voc.Loc(v)
		if !ok {
			continue
		}
		t, ok := e.term(base, l, identity)
		if !ok {
			continue
		}
		w := int(l.Width)
		switch {
		case t == term.True:
			out = append(out, v)
		case t == term.False:
			out = append(out, p.Not(v))
		case w == 0:
		case p.IsConst(t):
			out = append(out, p.Eq(v, t))
		case w <= 64:
			lo, hi := p.URange(t)
			out = append(out, p.ULe(p.BV(w, lo), v), p.ULe(v, p.BV(w, hi)))
			slo, shi := p.SRange(t)
			out = append(out, p.SLe(p.BV(w, uint64(slo)), v), p.SLe(v, p.BV(w, uint64(shi))))
		}
	}
	kept := out[:0]
	for _, f := range out {
		if f != term.True {
			kept = append(kept, f)
		}
	}
	return kept
}

// slacken replaces equalities with constants by inequalities, in place, where
// the refutation still succeeds (Heap Programs, slackening).
func (e *Engine) slacken(facts []term.T, rest ...term.T) {
	p := e.pool
	for i, f := range facts {
		if p.Op(f) != term.OpEq || !p.IsConst(p.Arg(f, 1)) {
			continue
		}
		x, c := p.Arg(f, 0), p.Arg(f, 1)
		for _, weaker := range []term.T{p.SLe(x, c), p.SLe(c, x), p.ULe(x, c), p.ULe(c, x)} {
			if weaker == f || weaker == term.True {
				continue
			}
			facts[i] = weaker
			if no, _ := e.unsat(append(append([]term.T(nil), facts...), rest...)...); no {
				break
			}
			facts[i] = f
		}
	}
}

// Sound checks by evaluation that a predicate holds at its own state; a false
// answer is a defect.
func (e *Engine) Sound(base *exec.State, psi *pred.Psi) bool {
	if base.Model == nil {
		return true
	}
	e.spent += int64(budget.TermCost.N) * int64(psi.Size())
	for _, q := range psi.Conjuncts() {
		t, ok := e.instance(base, q, identity)
		if !ok || !e.Machine.Evaluate(base.Model, t) {
			return false
		}
	}
	return true
}
