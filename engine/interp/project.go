package interp

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// A projection takes variables out of a constraint: it looks for ranges of the
// terms that do not mention them, such that the constraint holds for every
// value of the variables that the guard admits. It is the abduction of TracerX
// (Fig. 7) with the weakest ranges instead of a core of given facts. They begin
// as narrow as the state allows, and are widened one after the other.
type projection struct {
	*Engine
	guard, goal term.T   // goal over the stand-ins
	terms       []term.T // that stay
	stands      []term.T // variables that stand for them in the goal
	at          []uint64 // their values in one state
	ranges      []spread
}

// spread is a range around a value: up numbers above it, down below, modulo
// the width. Of a Bool it is the value alone, or all.
type spread struct {
	up, down uint64
	all      bool
}

// project abduces from a state what with a guard implies q, without the
// variables of the guard and the inputs in q.
func (e *Engine) project(base *exec.State, guard, q term.T) (term.T, bool) {
	out := map[term.T]bool{}
	for _, v := range e.pool.Vars(q) {
		if _, ok := e.voc.Loc(v); !ok {
			out[v] = true
		}
	}
	for _, v := range e.pool.Vars(guard) {
		out[v] = true
	}
	asked := question{guard, q}
	for _, c := range e.projected[asked] {
		if c, ok := e.claimed(base, guard, c); ok {
			return c, true
		}
	}
	stays := e.staying(q, out)
	if len(stays) == 0 || len(stays) > budget.ProjectedTerms.N {
		return term.None, false
	}
	p := &projection{Engine: e, guard: guard}
	if !p.stand(base, q, stays) || !p.safe() {
		return term.None, false
	}
	for i := range p.terms {
		p.widen(i)
	}
	c := p.claim(p.terms)
	said, ok := e.claimed(base, guard, c)
	if known := e.projected[asked]; ok && len(known) < budget.KnownAnswers.N {
		e.projected[asked] = append(known, c)
	}
	return said, ok
}

// claimed is a condition that holds behind a guard as one that holds in base:
// itself, or a clause with the guard.
func (e *Engine) claimed(base *exec.State, guard, c term.T) (term.T, bool) {
	if e.holds(base, c) {
		return c, true
	}
	if guard == term.True || e.foreign(guard) {
		return term.None, false
	}
	c = e.pool.Or(e.pool.Not(guard), c)
	return c, len(e.pool.Disjuncts(c)) <= budget.ClauseLiterals.N && e.holds(base, c)
}

// stand makes variables that stand for terms of q, each with the values that it
// has in the states of base behind the guard; all of them must find room in the
// ranges, so that none may take it for itself.
func (p *projection) stand(base *exec.State, q term.T, terms []term.T) bool {
	condition, ok := p.instance(base, p.guard, identity)
	if !ok {
		return false
	}
	pc := append(append([]term.T(nil), base.PC()...), condition)
	behind := p.ask(pc)
	if behind.Status != solver.Sat {
		return false
	}
	by := map[term.T]term.T{}
	for _, t := range terms {
		v, ok := p.instance(base, t, identity)
		if !ok {
			return false
		}
		at := p.Machine.Value(behind.Model, v)
		r, ok := p.hull(pc, v, at)
		if !ok {
			return false
		}
		x := p.pool.Var(p.pool.Width(t), "kept")
		p.terms, p.stands, p.at, p.ranges = append(p.terms, t), append(p.stands, x), append(p.at, at), append(p.ranges, r)
		by[t] = x
	}
	p.goal = p.pool.Substitute(q, by)
	return true
}

// question is what a projection is about; its answers hold in other states, too.
type question struct{ guard, goal term.T }

// hull is the least spread around a value of t under a path condition that has
// all its values. For a Bool with both values it is all.
func (e *Engine) hull(pc []term.T, t term.T, at uint64) (r spread, ok bool) {
	p := e.pool
	w := p.Width(t)
	switch {
	case p.IsConst(t):
		return r, true
	case w == 0:
		only, _ := e.unsat(append(pc[:len(pc):len(pc)], p.Eq(t, p.Bool(at&1 == 0)))...)
		r.all = !only
		return r, true
	}
	x := p.BV(w, at)
	if r.up, ok = e.greatest(pc, p.Sub(t, x)); ok {
		r.down, ok = e.greatest(pc, p.Sub(x, t))
	}
	return r, ok
}

// greatest is the greatest signed value of d under a path condition, at least 0.
// It asks for more in steps that double with each success. ok is false if that
// takes too long.
func (e *Engine) greatest(pc []term.T, d term.T) (most uint64, ok bool) {
	p := e.pool
	w := p.Width(d)
	limit := uint64(1)<<(w-1) - 1
	step := uint64(1)
	for range budget.MaximumSteps.N {
		if most == limit {
			return most, true
		}
		mid := most + min(step, limit-most) - 1
		switch r := e.ask(append(pc[:len(pc):len(pc)], p.SLt(p.BV(w, mid), d))); r.Status {
		case solver.Sat:
			most = e.Machine.Value(r.Model, d)
			step *= 2
		case solver.Unsat:
			limit, step = mid, max(1, step/4)
		default:
			return 0, false
		}
	}
	return 0, false
}

// staying lists the greatest bit-vector and Bool terms below q, none of them q
// itself or a constant, that mention no variable of out.
func (e *Engine) staying(q term.T, out map[term.T]bool) []term.T {
	p := e.pool
	var found []term.T
	seen := map[term.T]bool{}
	var visit func(t term.T)
	visit = func(t term.T) {
		if seen[t] || len(found) > budget.ProjectedTerms.N {
			return
		}
		seen[t] = true
		vars := p.Vars(t)
		if len(vars) == 0 {
			return
		}
		free := true
		for _, v := range vars {
			free = free && !out[v]
		}
		// Of conditions only variables stay: ranges are of numbers.
		leaf := p.NumArgs(t) == 0
		if free && !p.IsArray(t) && p.Width(t) <= 64 && (leaf || p.Width(t) > 0) {
			found = append(found, t)
			return
		}
		for i := range p.NumArgs(t) {
			visit(p.Arg(t, i))
		}
	}
	visit(q)
	return found
}

// claim says that terms lie in their ranges.
func (p *projection) claim(ts []term.T) term.T {
	c := term.True
	for i, t := range ts {
		c = p.pool.And(c, p.inRange(t, i))
	}
	return c
}

func (p *projection) inRange(t term.T, i int) term.T {
	w, r := p.pool.Width(t), p.ranges[i]
	switch {
	case r.all:
		return term.True
	case w == 0 && p.at[i]&1 == 1:
		return t
	case w == 0:
		return p.pool.Not(t)
	}
	lo := p.pool.BV(w, p.at[i]-r.down)
	return p.pool.ULe(p.pool.Sub(t, lo), p.pool.BV(w, r.up+r.down))
}

// safe tells that the ranges and the guard imply the goal.
func (p *projection) safe() bool {
	no, _ := p.bad(term.None, 0)
	return no
}

// bad looks for a violation of the goal within the ranges, but with a condition
// instead of the range of term i, unless it is None; the model's value of the
// term comes back.
func (p *projection) bad(instead term.T, i int) (no bool, x uint64) {
	cs := []term.T{p.guard, p.pool.Not(p.goal)}
	for k := range p.stands {
		switch {
		case k != i:
			cs = append(cs, p.inRange(p.stands[k], k))
		case instead == term.None:
			cs = append(cs, p.inRange(p.stands[k], k))
		default:
			cs = append(cs, instead)
		}
	}
	r := p.ask(cs)
	if r.Status == solver.Sat {
		x = p.Machine.Value(r.Model, p.stands[i])
	}
	return r.Status == solver.Unsat, x
}

// widen makes the range of a term as large as the goal allows.
func (p *projection) widen(i int) {
	w := p.pool.Width(p.terms[i])
	x := p.stands[i]
	if w == 0 {
		no, _ := p.bad(p.pool.Eq(x, p.pool.Bool(p.at[i]&1 == 0)), i)
		p.ranges[i].all = no
		return
	}
	at := p.pool.BV(w, p.at[i])
	m := ^uint64(0) >> (64 - w)
	up := furthest(m, func(d uint64) (bool, uint64) {
		no, v := p.bad(p.pool.ULe(p.pool.Sub(x, at), p.pool.BV(w, d)), i)
		return no, (v - p.at[i]) & m
	})
	if up == m {
		p.ranges[i].all = true
		return
	}
	down := furthest(m-up-1, func(d uint64) (bool, uint64) {
		no, v := p.bad(p.pool.ULe(p.pool.Sub(at, x), p.pool.BV(w, d)), i)
		return no, (p.at[i] - v) & m
	})
	p.ranges[i].up, p.ranges[i].down = up, down
}

// furthest is the greatest distance up to limit within which nothing is bad, as far
// as none tells, which also gives the distance of something bad if it knows one. It
// tries all of it, then steps of growing length, then halves what is left: most
// ranges are everything or small.
func furthest(limit uint64, none func(within uint64) (no bool, found uint64)) uint64 {
	lo, hi := uint64(0), limit // lo is safe
	for lo < hi {
		mid := lo + (hi-lo+1)/2
		if hi == limit {
			mid = hi
		} else if lo < mid/8 {
			mid = 8*lo + 1
		}
		switch no, d := none(mid); {
		case no:
			lo = mid
		case d > 0 && d <= mid && d-1 < hi:
			hi = d - 1
		default: // unknown
			if mid-1 < lo {
				return lo
			}
			hi = mid - 1
		}
	}
	return lo
}
