package houdini

import (
	"math/rand/v2"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// A state that a query found at a cutpoint is followed on, without a solver: the
// segments behind it are evaluated on pseudo-random answers of the environment,
// and the templates wherever it comes are weakened to admit it. Most candidates
// that do not hold fall so, which would cost a query for each cutpoint otherwise. An
// simulation assumes no more than a query does: each step satisfies the premises of
// its segment. What it does not find the queries do.

// simulate follows the state that arrives by an edge under a model, on several ways.
func (h *Search) simulate(o *system.Edge, m *term.Model) {
	if h.NoSimulation {
		return
	}
	for range budget.SimulatedRuns.N {
		h.follow(o, m)
	}
}

// follow goes on from a state on one way, as long as that changes anything now and then.
func (h *Search) follow(o *system.Edge, m *term.Model) {
	for step, idle := 0, 0; step < budget.SimulatedSteps.N && idle < budget.IdleSteps.N; step++ {
		seg := h.Sys.SegmentFrom(o.To)
		if len(seg.Calls) > 0 {
			return
		}
		next := h.after(o, m)
		if o, m = h.onward(seg, next); o == nil {
			return
		}
		idle++
		if h.arrived(o, m) {
			idle = 0
		}
	}
}

// arrived admits a state that arrives by an edge. It reports whether that
// changed anything.
func (h *Search) arrived(o *system.Edge, m *term.Model) (changed bool) {
	if !h.Reached[o.To.Index] {
		h.Reached[o.To.Index], changed = true, true
		h.changes[o.To.Index]++
	}
	return h.weakenAll(o, m) || changed
}

// after is the state in which a model arrives by an edge.
func (h *Search) after(o *system.Edge, m *term.Model) *term.Model {
	next := term.NewModel()
	h.Carry(o, m, next)
	return next
}

// Carry gives a model the state in which another one arrives by an edge, with
// all that is the same in the whole run.
func (h *Search) Carry(o *system.Edge, m, next *term.Model) {
	p, ev := h.Sys.Pool, term.NewEvaluator(h.Sys.Pool, m)
	set := func(v, t term.T) {
		if p.IsArray(v) {
			values, rest := ev.Array(t)
			next.SetArray(v, values, rest)
		} else {
			next.SetBig(v, ev.Big(t))
		}
	}
	for v := range h.Sys.Frozen {
		set(v, v)
	}
	for _, v := range h.Sys.Skolems {
		if v != term.None {
			set(v, v)
		}
	}
	for v := range o.To.First {
		set(v, h.Post(o, v))
	}
}

// onward goes from a state to the next cut, on answers under which all premises of
// the segment hold; without one it returns nil.
func (h *Search) onward(seg *system.Segment, from *term.Model) (*system.Edge, *term.Model) {
	pre, made := h.StateFacts(seg), h.madeIn(seg)
	for range budget.SimulatedTries.N {
		m := from.Clone()
		for _, v := range made {
			h.answer(m, v)
		}
		if !h.HoldsIn(seg, pre, m) {
			continue
		}
		ev := term.NewEvaluator(h.Sys.Pool, m)
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
func (h *Search) answer(m *term.Model, v term.T) {
	p := h.Sys.Pool
	if p.IsArray(v) {
		return
	}
	switch h.random.IntN(4) {
	case 0:
		m.Set(v, h.random.Uint64())
	case 1:
		m.Set(v, h.random.Uint64N(4))
	case 2:
		if n := len(h.Compared); n > 0 {
			m.Set(v, uint64(h.Compared[h.random.IntN(n)]))
		}
	}
}

// madeIn lists the variables that a segment made: those of its edges, checks
// and axioms that are neither its cutpoint's nor the same in the whole run.
func (h *Search) madeIn(seg *system.Segment) []term.T {
	if seg.Made != nil {
		return seg.Made
	}
	seen := map[term.T]bool{}
	add := func(t term.T) {
		for _, v := range h.Sys.Pool.Vars(t) {
			if _, ok := seg.From.First[v]; !ok && !h.Sys.Frozen[v] && !slices.Contains(h.Sys.Skolems[:], v) {
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

// newRandom is what pseudo-random answers are drawn from, the same in each run.
func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
