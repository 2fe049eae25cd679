package houdini

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Search finds the largest sets of facts that are inductive together, round after round.
type Search struct {
	*invariant.Knowledge
	NoSimulation bool                                 // every candidate is asked for by itself: no state is followed on (simulation)
	Explored     bool                                 // a stage has looked which cutpoints are reached
	Round        int                                  // the stages so far
	Family       string                               // of the stage at hand
	Compared     []int64                              // numbers that the program compares with, and their neighbours
	Refuted      [][]Refuted                          // by cutpoint: candidates that did not hold, the last ones
	Began        int64                                // propagations when the stage began
	until        time.Time                            // when it has had its share of the time; zero: there is no end
	late         int64                                // from which query on what still changes is dropped
	changes      []int64                              // by cutpoint: how often its facts changed in the stage at hand
	seen         map[*system.Edge]int64               // with which changes an edge was looked at last
	shown        map[*system.Edge]map[term.T][]term.T // of the stage, by edge: facts that were proved one by one, and from what
	chunked      map[*system.Edge][]*chunk            // of the stage, by edge: its templates in groups
	deferred     map[*system.Edge]map[term.T]bool     // of the stage, by edge: facts that are too hard to decide now, and put off
	hard         map[*system.Edge]map[term.T]bool     // of the stage, by edge: facts that had been put off
	retrying     bool                                 // the stage is about those
	tooHard      map[*system.Edge]int                 // of the stage, by edge: facts that were too hard alone
	extra        int64                                // propagations for what is left of a stage that ran out
	random       *rand.Rand                           // of simulations
}

// Copy is a search with a solver and memory of its own, and with the same facts.
func (h *Search) Copy() *Search {
	s, k, a := *h, *h.Knowledge, *h.Asker
	k.Asker, k.Imports = &a, map[*system.Edge]*term.Importer{}
	s.Knowledge = &k
	return &s
}

// New is a search that begins with what is known; compared are the numbers from which it draws
// answers of the environment.
func New(k *invariant.Knowledge, compared []int64) *Search {
	return &Search{Knowledge: k, Compared: compared, Refuted: make([][]Refuted, len(k.Sys.Cutpoints)), random: newRandom()}
}

// chunk is a group of templates at the end of one edge, with why they hold.
type chunk struct {
	from, to int
	goal     []term.T // facts they stated when they were proved
	core     []term.T
	done     bool
}

// Fixpoint runs the templates of h.current to facts that hold at all cutpoints
// together. Where it runs out, what was proved by then is kept. It reports
// whether it was done.
func (h *Search) Fixpoint() bool {
	start := h.Queries
	limit := int64(budget.RoundQueries.N + budget.CutQueries.N*len(h.Sys.Cutpoints))
	h.late = start + limit/2
	h.changes = make([]int64, len(h.Sys.Cutpoints))
	h.seen = map[*system.Edge]int64{}
	h.shown = map[*system.Edge]map[term.T][]term.T{}
	h.deferred, h.hard, h.retrying = map[*system.Edge]map[term.T]bool{}, nil, false
	h.chunked, h.tooHard = map[*system.Edge][]*chunk{}, map[*system.Edge]int{}
	for {
		if !h.iterate(start + limit) {
			h.dropDeferred()
			h.extra = h.Budget(h.allowed()) / int64(budget.SettleShare.N)
			h.grant(budget.SettleShare.N)
			if h.Spent() || !h.iterate(start+limit+limit/int64(budget.SettleShare.N)) {
				h.keepInductive()
			}
			return false
		}
		if len(h.deferred) == 0 {
			return true
		}
		h.hard, h.deferred, h.retrying = h.deferred, map[*system.Edge]map[term.T]bool{}, true
		h.seen = map[*system.Edge]int64{}
	}
}

// iterate looks at the edges until no template changes. It reports false where the
// stage runs out.
func (h *Search) iterate(limit int64) bool {
	for changed := true; changed; {
		changed = false
		for seg, o := range h.Ways() {
			if h.chunked[o] == nil {
				h.chunked[o] = h.chunks(o)
			}
			changed = h.arrive(seg, o, h.chunked[o]) || changed
			if h.Queries > limit || h.Exhausted() {
				return false
			}
		}
	}
	return true
}

// dropDeferred drops, in a stage that ran out, the facts that were put off and not proved
// since: with what is left of it, those that do not need them are settled.
func (h *Search) dropDeferred() {
	for _, o := range h.Ways() {
		for _, t := range h.Current[o.To.Index] {
			if slices.ContainsFunc(t.Facts(), func(f term.T) bool { return h.deferred[o][f] || h.hard[o][f] && h.shown[o][f] == nil }) {
				t.Drop()
				h.changes[o.To.Index]++
			}
		}
	}
	h.deferred, h.retrying = map[*system.Edge]map[term.T]bool{}, true // from now on, what is too hard is dropped
	h.seen = map[*system.Edge]int64{}
}

// keepInductive keeps, of a stage that ran out, the largest set of facts of which each
// was proved at every way into its cutpoint from nothing but facts that are kept.
func (h *Search) keepInductive() {
	for changed := true; changed; {
		changed = false
		for seg, o := range h.Ways() {
			if h.Ctx.Err() != nil {
				h.abandon()
				return
			}
			changed = h.keepProved(seg, o, h.chunked[o]) || changed
		}
	}
}

// keepProved drops the templates at the end of an edge that were not proved
// there. It reports whether anything changed.
func (h *Search) keepProved(seg *system.Segment, o *system.Edge, cs []*chunk) (changed bool) {
	pre, known := h.Premises(seg, o)
	if !h.Reached[o.To.Index] {
		if h.Ask(query.Question{Seg: seg, Facts: pre, Goal: []term.T{o.State.Guard}}, budget.Check.Limits()).Status == backend.Unsat {
			return false
		}
		h.Reached[o.To.Index] = true
		changed = true
	}
	if cs == nil {
		cs = h.chunks(o)
	}
	for _, c := range cs[1:] {
		if h.holds(o, c, known) {
			continue
		}
		for _, t := range h.Current[o.To.Index][c.from:c.to] {
			changed = changed || len(t.Facts()) > 0
			t.Drop()
		}
	}
	return changed
}

// among tells that all facts are in a set.
func among(facts []term.T, set map[term.T]bool) bool {
	return !slices.ContainsFunc(facts, func(t term.T) bool { return !set[t] })
}

// stamp changes when the facts do that an edge rests on or states.
func (h *Search) stamp(seg *system.Segment, o *system.Edge) int64 {
	n := h.changes[o.To.Index] + 1
	if seg.From != nil {
		n += h.changes[seg.From.Index]
	}
	for _, k := range seg.Calls {
		n += h.changes[k.Summary.Exit.Index]
	}
	return n
}

func (h *Search) chunks(o *system.Edge) []*chunk {
	n := len(h.Current[o.To.Index])
	cs := []*chunk{{}} // an empty one: whether the cutpoint is reached at all
	for i := 0; i < n; {
		c := &chunk{from: i, to: i + 1}
		if !h.pointwise(o, i) {
			for c.to < n && !h.pointwise(o, c.to) && (c.to < i+budget.ChunkFacts.N || h.sameKind(o, c.to)) {
				c.to++
			}
		}
		cs = append(cs, c)
		i = c.to
	}
	return cs
}

// sameKind tells that a candidate says of an element of an array what the one
// before it says of another: mostly they hold or fall together.
func (h *Search) sameKind(o *system.Edge, i int) bool {
	a, ok := h.Current[o.To.Index][i-1].(*invariant.Candidate)
	c, also := h.Current[o.To.Index][i].(*invariant.Candidate)
	return ok && also && c.Like != 0 && a.Like == c.Like
}

// pointwise tells that a template at the end of an edge is one whose facts are
// asked for one by one.
func (h *Search) pointwise(o *system.Edge, i int) bool {
	_, ok := h.Current[o.To.Index][i].(*invariant.Pointwise)
	return ok
}

// arrive makes the templates at the end of an edge admit all that arrives by
// it. It reports whether they, or what is reached, changed.
func (h *Search) arrive(seg *system.Segment, o *system.Edge, cs []*chunk) (changed bool) {
	stamp := h.stamp(seg, o)
	if h.seen[o] == stamp {
		return false
	}
	pre, known := h.Premises(seg, o)
	if !h.Reached[o.To.Index] {
		r := h.Ask(h.Along(o, pre), budget.Check.Limits())
		if r.Status == backend.Unsat {
			h.seen[o] = stamp
			return false
		}
		h.Reached[o.To.Index] = true
		h.changes[o.To.Index]++
		changed = true
		if r.Status == backend.Sat {
			h.weakenAll(o, r.Model)
			h.simulate(o, r.Model)
		}
	}
	for _, c := range cs[1:] {
		for !h.holds(o, c, known) {
			if h.Exhausted() {
				return true
			}
			if !h.strengthen(o, c, pre, known) {
				break
			}
			changed = true
			pre, known = h.Premises(seg, o) // may have been weakened, too
		}
	}
	if !changed {
		h.seen[o] = stamp
	}
	return changed
}

// Budget is how many propagations a system may take that a usual one may take n.
func (h *Search) Budget(n *budget.Number) int64 {
	return budget.For(len(h.Sys.Cutpoints), n)
}

// Spent: no effort is left for the search for facts.
func (h *Search) Spent() bool {
	return h.Ctx.Err() != nil || h.Propagations() > h.Budget(budget.Rounds)
}

// Begin begins a stage. It has a share of the time there is: those behind it know other things,
// and what is proved by then is tried.
func (h *Search) Begin() {
	h.Began, h.extra = h.Propagations(), 0
	h.grant(1)
}

// grant gives the stage one part in so many of its share of the time that is left.
func (h *Search) grant(part int) {
	h.until = time.Time{}
	if end, limited := h.Ctx.Deadline(); limited {
		h.until = time.Now().Add(time.Until(end) * time.Duration(budget.StageShare.N) / time.Duration(100*part))
	}
}

// Exhausted: no effort is left for the stage at hand.
func (h *Search) Exhausted() bool {
	return h.Spent() || h.Propagations() > h.Began+h.Budget(h.allowed())+h.extra || !h.until.IsZero() && time.Now().After(h.until)
}

// allowed is the effort of a stage.
func (h *Search) allowed() *budget.Number {
	if h.Sys.Coarse != nil {
		return budget.CoarseRound
	}
	return budget.Round
}

// holds: the chunk was proved, and nothing it rests on has changed.
func (h *Search) holds(o *system.Edge, c *chunk, known map[term.T]bool) bool {
	return c.done && subset(h.goal(o, c), c.goal) && among(c.core, known)
}

// subset tells that the facts are among others, in whose order they stand.
func subset(facts, others []term.T) bool {
	for _, f := range facts {
		i := slices.Index(others, f)
		if i < 0 {
			return false
		}
		others = others[i+1:]
	}
	return true
}

// goal lists the facts of a chunk but for those that were put off.
func (h *Search) goal(o *system.Edge, c *chunk) []term.T {
	var fs []term.T
	for _, t := range h.Current[o.To.Index][c.from:c.to] {
		for _, f := range t.Facts() {
			if !h.deferred[o][f] {
				fs = append(fs, f)
			}
		}
	}
	return fs
}

// strengthen asks whether a state arrives that violates the chunk. It reports
// whether the templates had to be weakened.
func (h *Search) strengthen(o *system.Edge, c *chunk, pre []term.T, known map[term.T]bool) bool {
	goal := h.goal(o, c)
	all := term.True
	var core []term.T
	for _, g := range goal {
		if t := h.Post(o, g); known[t] && !h.NoSimulation { // nothing that it is about has changed
			core = append(core, t)
		} else {
			all = h.Sys.Pool.And(all, t)
		}
	}
	bad := h.Sys.Pool.Not(all)
	if bad == term.False {
		c.done, c.goal, c.core = true, goal, core
		return false
	}
	if c.from < c.to && h.pointwise(o, c.from) {
		return h.oneByOne(o, c, pre, known)
	}
	q := h.Along(o, pre, bad)
	q.Wishes = h.worst(o, c)
	r := h.chunk(o, q)
	if r.Status == backend.Unknown && c.to-c.from > budget.ChunkFacts.N && h.Sys.Coarse == nil && !h.Exhausted() {
		if h.postponeAll(o, goal) {
			return false
		}
		h.halve(o, c)
		return true
	}
	switch r.Status {
	case backend.Sat:
		standing := h.alike(o, c)
		h.weakenAll(o, r.Model)
		h.simulate(o, r.Model)
		for _, t := range standing {
			if t.Dead {
				h.together(o, t.Like, pre)
				break
			}
		}
		return true
	case backend.Unsat:
		c.done, c.goal = true, goal
		c.core = append(core, slices.DeleteFunc(slices.Clone(r.Core), func(t term.T) bool { return t == bad })...)
		return false
	}
	return h.oneByOne(o, c, pre, known)
}

// halve makes two chunks of one that is too hard at once.
func (h *Search) halve(o *system.Edge, c *chunk) {
	middle := (c.from + c.to) / 2
	h.chunked[o] = append(h.chunked[o], &chunk{from: middle, to: c.to})
	c.to = middle
}

// worst are states at the end of an edge that violate much of a chunk.
func (h *Search) worst(o *system.Edge, c *chunk) (states []term.T) {
	for _, t := range h.Current[o.To.Index][c.from:c.to] {
		if a, ok := t.(interface{ Far() []term.T }); ok {
			for _, f := range a.Far() {
				states = append(states, h.Post(o, f))
			}
		}
		for _, f := range t.Facts() {
			states = append(states, h.Sys.Pool.Not(h.Post(o, f)))
		}
	}
	return states
}

// alike lists the candidates of a chunk that are one of many like them.
func (h *Search) alike(o *system.Edge, c *chunk) (cs []*invariant.Candidate) {
	for _, t := range h.Current[o.To.Index][c.from:c.to] {
		if a, ok := t.(*invariant.Candidate); ok && a.Like != 0 && !a.Dead {
			cs = append(cs, a)
		}
	}
	return cs
}

// together asks for one state that arrives and violates all candidates like one
// that fell, instead of one such state for each.
func (h *Search) together(o *system.Edge, like int, pre []term.T) {
	if h.NoSimulation {
		return
	}
	var bad []term.T
	for _, t := range h.Current[o.To.Index] {
		if a, ok := t.(*invariant.Candidate); ok && a.Like == like && !a.Dead {
			bad = append(bad, h.Sys.Pool.Not(h.Post(o, a.Term)))
		}
	}
	for range budget.SimulatedTries.N {
		if len(bad) < 2 || h.Exhausted() {
			return
		}
		r := h.Ask(h.Along(o, pre, bad...), budget.Chunk.Limits())
		if r.Status == backend.Sat {
			h.weakenAll(o, r.Model)
			h.simulate(o, r.Model)
		}
		if r.Status != backend.Unsat {
			return
		}
		bad = slices.DeleteFunc(bad, func(t term.T) bool { return slices.Contains(r.Core, t) })
	}
}

// oneByOne settles a chunk that is too hard at once: what is too hard alone is put off,
// or dropped.
func (h *Search) oneByOne(o *system.Edge, c *chunk, pre []term.T, known map[term.T]bool) (changed bool) {
	var core []term.T
	shown := h.shown[o]
	if shown == nil {
		shown = map[term.T][]term.T{}
		h.shown[o] = shown
	}
	for _, t := range h.Current[o.To.Index][c.from:c.to] {
		for again := true; again; {
			again = false
			for _, f := range t.Facts() {
				bad := h.Sys.Pool.Not(h.Post(o, f))
				if bad == term.False {
					continue
				}
				if why, ok := shown[f]; ok && among(why, known) {
					core = append(core, why...)
					continue
				}
				if h.deferred[o][f] {
					continue
				}
				r := h.single(o, h.Along(o, pre, bad), h.effort(t))
				if r.Status == backend.Unknown && h.Exhausted() {
					return true
				}
				switch r.Status {
				case backend.Sat:
					h.weakenAll(o, r.Model)
					changed, again = true, true
				case backend.Unsat:
					shown[f] = slices.DeleteFunc(slices.Clone(r.Core), func(t term.T) bool { return t == bad })
					core = append(core, shown[f]...)
				default:
					if h.postpone(o, f) {
						continue
					}
					t.Refuse(f)
					h.changes[o.To.Index]++
					changed, again = true, true
				}
				if again {
					break
				}
			}
		}
	}
	if !changed {
		c.done, c.goal, c.core = true, h.goal(o, c), core
	}
	return changed
}

// chunk asks about the facts of one, loosely where they are too hard.
func (h *Search) chunk(o *system.Edge, q query.Question) (r query.Answer) {
	if h.tooHard[o] < budget.HardTries.N || !h.Loosens(q.Seg) {
		if r = h.Ask(q, budget.Chunk.Limits()); r.Status != backend.Unknown || h.Exhausted() {
			return r
		}
	}
	r, _ = h.Loosely(q, budget.Chunk.Limits())
	return r
}

// single asks about one fact, which is too hard among others. Behind some that were too hard alone
// because of the hard operations on the way, others are asked loosely only.
func (h *Search) single(o *system.Edge, q query.Question, lim backend.Limits) query.Answer {
	r, _ := h.Loosely(q, budget.Single.Limits())
	if r.Status == backend.Unsat || h.tooHard[o] >= budget.HardTries.N && h.Loosens(q.Seg) {
		return r
	}
	if r = h.try(q, lim); r.Status == backend.Unknown {
		h.tooHard[o]++
	}
	return r
}

// effort is what a template is worth in the stage at hand: little before what is easier
// has settled; then more, but no more than a share of what is left, so that enough is
// left to settle what falls with those that are too hard.
func (h *Search) effort(t invariant.Template) backend.Limits {
	lim := limitsOf[t.Effort()].Limits()
	switch {
	case h.Sys.Coarse != nil:
		return lim
	case !h.retrying || h.extra > 0:
		return budget.Single.Limits()
	case lim == budget.Single.Limits():
		lim = budget.Hard.Limits()
	}
	left := h.Began + h.Budget(budget.Round) - h.Propagations()
	lim.Propagations = max(budget.Single.Limits().Propagations, min(lim.Propagations, left/int64(budget.PatientShare.N)))
	return lim
}

// postpone puts off a fact that is too hard for now. It reports false where that was done
// before.
func (h *Search) postpone(o *system.Edge, f term.T) bool {
	if h.retrying || h.Sys.Coarse != nil {
		return false
	}
	if h.deferred[o] == nil {
		h.deferred[o] = map[term.T]bool{}
	}
	h.deferred[o][f] = true
	return true
}

// postponeAll puts off facts that are like each other and too hard at once for now. It
// reports false where that was done before.
func (h *Search) postponeAll(o *system.Edge, facts []term.T) bool {
	for _, f := range facts {
		if !h.postpone(o, f) {
			return false
		}
	}
	return true
}

// try asks about one fact: with a solver without a past, too, where it is worth
// that.
func (h *Search) try(q query.Question, lim backend.Limits) query.Answer {
	if lim.Propagations <= budget.Single.Limits().Propagations {
		return h.Ask(q, lim)
	}
	return h.Retry(q, lim)
}

// limitsOf are those of a query about one fact, by the effort that it is worth.
var limitsOf = [...]budget.Query{invariant.Little: budget.Single, invariant.Middle: budget.Linear, invariant.Much: budget.Hard}

// weakenAll weakens all templates at the end of an edge by a state that arrives.
// It reports whether that changed any.
func (h *Search) weakenAll(o *system.Edge, m *term.Model) (changed bool) {
	v := h.Arriving(o, m)
	for _, t := range h.Current[o.To.Index] {
		if h.Queries < h.late {
			changed = h.weaken(o, t, v) || changed
			continue
		}
		if a, ok := t.(*invariant.Bound); ok {
			a.Moves = invariant.AllMoved // the side that moves is given up
		}
		before := t.Facts()
		if t.Weaken(v); !slices.Equal(before, t.Facts()) {
			changed = true
			if _, ok := t.(*invariant.Bound); !ok {
				t.Drop()
			}
		}
	}
	if changed {
		h.changes[o.To.Index]++
	}
	return changed
}

// arriving evaluates terms of a cutpoint in the state in which a model arrives.
type arriving struct {
	h  *Search
	o  *system.Edge
	ev *term.Evaluator
}

// Arriving is the state in which a model arrives over an edge.
func (h *Search) Arriving(o *system.Edge, m *term.Model) *arriving {
	return &arriving{h, o, term.NewEvaluator(h.Sys.Pool, m)}
}

func (a *arriving) Bool(t term.T) bool { return a.ev.Bool(a.h.Post(a.o, t)) }
func (a *arriving) BV(t term.T) uint64 { return a.ev.BV(a.h.Post(a.o, t)) }

// Keep makes the facts of the stage part of the base. It returns how many
// templates say something.
func (h *Search) Keep() (survived int) {
	for i, ts := range h.Current {
		have := map[term.T]bool{}
		for _, f := range h.Base[i] {
			have[f.Term] = true
		}
		for _, t := range ts {
			if a, ok := t.(*invariant.Bound); ok {
				h.Limit(i, a)
			}
			if t.String() != "" {
				survived++
			}
			for _, f := range t.Facts() {
				if !have[f] && f != term.True {
					have[f] = true
					h.Base[i] = append(h.Base[i], invariant.Fact{Term: f, Family: h.Family, Text: t.String(), Hard: t.Effort() == invariant.Much, Round: h.Round})
				}
			}
		}
		h.Current[i] = nil
	}
	return survived
}

// Explore lets the first stage that asks anything find out which cutpoints are reached.
func (h *Search) Explore() {
	if !h.Explored {
		clear(h.Reached)
	}
}

// abandon forgets a stage that ran out.
func (h *Search) abandon() {
	if !h.Explored {
		h.ReachAll()
	}
	for i := range h.Current {
		h.Current[i] = nil
	}
}
