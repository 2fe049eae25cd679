package induct

import (
	"math/rand/v2"
	"slices"

	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/term"
)

// A state that a query found at a cut is followed on, without a solver: the
// segments behind it are evaluated on pseudo-random answers of the environment,
// and the templates wherever it comes are weakened to admit it. Most candidates
// that do not hold fall so, which would cost a query for each cut otherwise. An
// echo assumes no more than a query does: each step satisfies the premises of
// its segment. What it does not find the queries do.

// What an echo may take: maxIdle steps in a row that change nothing, maxTries
// choices of answers for each step.
const (
	maxIdle   = 3
	maxEchoes = 200
	maxTries  = 4
)

// echo follows the state that arrives by a way out under a model.
func (pr *prover) echo(o *system.Edge, m *term.Model) {
	if pr.cfg.silent {
		return
	}
	for step, idle := 0, 0; step < maxEchoes && idle < maxIdle; step++ {
		seg := pr.Sys.SegmentFrom(o.To)
		if len(seg.Calls) > 0 {
			return
		}
		next := pr.after(o, m)
		if o, m = pr.onward(seg, next); o == nil {
			return
		}
		idle++
		if pr.arrived(o, m) {
			idle = 0
		}
	}
}

// arrived admits a state that arrives by a way out. It reports whether that
// changed anything.
func (pr *prover) arrived(o *system.Edge, m *term.Model) (changed bool) {
	if !pr.Reached[o.To.Index] {
		pr.Reached[o.To.Index], changed = true, true
		pr.changes[o.To.Index]++
	}
	return pr.admit(o, m) || changed
}

// after is the state in which a model arrives by a way out.
func (pr *prover) after(o *system.Edge, m *term.Model) *term.Model {
	next := term.NewModel()
	pr.carry(o, m, next)
	return next
}

// carry gives a model the state in which another one arrives by a way out, with
// all that is the same in the whole run.
func (pr *prover) carry(o *system.Edge, m, next *term.Model) {
	p, ev := pr.Sys.Pool, term.NewEvaluator(pr.Sys.Pool, m)
	set := func(v, t term.T) {
		if p.IsArray(v) {
			values, rest := ev.Array(t)
			next.SetArray(v, values, rest)
		} else {
			next.SetBig(v, ev.Big(t))
		}
	}
	for v := range pr.Sys.Frozen {
		set(v, v)
	}
	for _, v := range pr.Sys.Skolems {
		if v != term.None {
			set(v, v)
		}
	}
	for v := range o.To.First {
		set(v, pr.Post(o, v))
	}
}

// onward goes from a state to the next cut, on answers under which all premises of
// the segment hold; without one it returns nil.
func (pr *prover) onward(seg *system.Segment, from *term.Model) (*system.Edge, *term.Model) {
	pre, made := pr.StateFacts(seg), pr.madeIn(seg)
	for range maxTries {
		m := from.Clone()
		for _, v := range made {
			pr.answer(m, v)
		}
		if !pr.HoldsIn(seg, pre, m) {
			continue
		}
		ev := term.NewEvaluator(pr.Sys.Pool, m)
		for _, o := range seg.Outs {
			if ev.Bool(o.State.Guard) {
				return o, m
			}
		}
	}
	return nil, nil
}

// answer gives a variable that a segment made a pseudo-random value: one with
// which the program compares, a small one, or any.
func (pr *prover) answer(m *term.Model, v term.T) {
	p := pr.Sys.Pool
	if p.IsArray(v) {
		return
	}
	switch pr.dice.IntN(4) {
	case 0:
		m.Set(v, pr.dice.Uint64())
	case 1:
		m.Set(v, pr.dice.Uint64N(4))
	case 2:
		if n := len(pr.compared); n > 0 {
			m.Set(v, uint64(pr.compared[pr.dice.IntN(n)]))
		}
	}
}

// madeIn lists the variables that a segment made: those of its ways out, checks
// and axioms that are neither its cut's nor the same in the whole run.
func (pr *prover) madeIn(seg *system.Segment) []term.T {
	if seg.Made != nil {
		return seg.Made
	}
	seen := map[term.T]bool{}
	add := func(t term.T) {
		for _, v := range pr.Sys.Pool.Vars(t) {
			if _, ok := seg.From.First[v]; !ok && !pr.Sys.Frozen[v] && !slices.Contains(pr.Sys.Skolems[:], v) {
				seen[v] = true
			}
		}
	}
	for _, o := range seg.Outs {
		add(o.State.Guard)
		for _, t := range o.Next {
			add(t)
		}
	}
	for _, a := range seg.Axioms {
		add(a)
	}
	seg.Made = make([]term.T, 0, len(seen))
	for v := range seen {
		seg.Made = append(seg.Made, v)
	}
	slices.Sort(seg.Made)
	return seg.Made
}

// newDice is what pseudo-random answers are drawn from, the same in each run.
func newDice() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
