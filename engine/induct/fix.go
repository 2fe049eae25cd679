package induct

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/assay-dev/assay/engine/induct/families"
	"github.com/assay-dev/assay/engine/induct/invariant"
	"github.com/assay-dev/assay/engine/induct/query"
	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// prover finds facts that hold at the cuts of a system and proves checks by
// them.
type prover struct {
	*invariant.Knowledge
	cfg      *Config
	explored bool                                 // a stage has looked which cuts are reached
	round    int                                  // the stages so far
	family   string                               // of the stage at hand
	hinted   []hinted                             // what the user proposes
	compared []int64                              // numbers that the program compares with, and their neighbours
	lost     [][]lost                             // by cut: candidates that did not hold, the last ones
	began    int64                                // propagations when the stage began
	late     int64                                // from which query on what still changes is dropped
	changes  []int64                              // by cut: how often its facts changed in the stage at hand
	seen     map[*system.Edge]int64               // with which changes a way out was looked at last
	shown    map[*system.Edge]map[term.T][]term.T // of the stage, by way out: facts that were proved one by one, and from what
	chunked  map[*system.Edge][]*chunk            // of the stage, by way out: its templates in groups
	later    map[*system.Edge]map[term.T]bool     // of the stage, by way out: facts that are too hard to decide now, and put off
	patient  bool                                 // the stage is about those that were put off
	counted  []FamilyCount
	dice     *rand.Rand // of echoes
}

// Limits of the queries, deterministic. A query costs by its propagations; the
// conflicts are for those that propagate little. A conflict in a segment with several
// calls takes some 5,000 propagations, so singleLimits end many queries there about
// facts that are true: these are put off until what is easier has settled, for most
// that are false have fallen then, and get hardLimits. So are facts that are worth more
// by their kind: one that is false is refuted at less cost then.
var (
	chunkLimits  = backend.Limits{Conflicts: 1500, Propagations: 1_500_000}
	singleLimits = backend.Limits{Conflicts: 1500, Propagations: 600_000}
	hardLimits   = backend.Limits{Conflicts: 20_000, Propagations: 20_000_000}
	linearLimits = backend.Limits{Conflicts: 20_000, Propagations: 10_000_000}
	checkLimits  = backend.Limits{Conflicts: 4000, Propagations: 4_000_000}
	hastyLimits  = backend.Limits{Conflicts: 400, Propagations: 200_000}
)

const (
	// A stage has stageQueries and cutQueries for each cut.
	stageQueries = 12000
	cutQueries   = 1000
	// stagePropagations is for all queries of one stage, allPropagations for
	// those of the search for facts together, judgePropagations for these and
	// the trials of checks, claimPropagations for these and the certificates;
	// all of them for usualCuts cuts, and in proportion for more (budget).
	stagePropagations = 120_000_000
	allPropagations   = 400_000_000
	judgePropagations = 600_000_000
	claimPropagations = 1_200_000_000
	// earlyPropagations are for a first try of clauses, latePropagations for the
	// last one.
	earlyPropagations = stagePropagations / 4
	latePropagations  = stagePropagations / 2
	// patientShare is which part of what is left of a stage one fact may take that was
	// put off
	patientShare = 10
	// hardShare is which part of all effort so far checks may have that are hard to
	// decide, freeHard what they have anyway, before the last stage
	hardShare = 5
	freeHard  = 60_000_000
	// of a stage in an outline, which has many cuts with little in each
	outlinePropagations = stagePropagations / 24
	usualCuts           = 20
)

func newProver(ctx context.Context, b *system.System, cfg *Config) *prover {
	return &prover{Knowledge: invariant.NewKnowledge(query.New(ctx, b)), cfg: cfg, lost: make([][]lost, len(b.Cuts)),
		hinted: hintsIn(b, cfg.Hints), dice: newDice(), compared: families.ConstantsOf(b)}
}

// chunk is a group of templates at the end of one way out, with why they hold.
type chunk struct {
	from, to int
	goal     []term.T // facts they stated when they were proved
	core     []term.T
	done     bool
}

const chunkSize = 12

// stage runs the templates of pr.current to facts that hold at all cuts
// together. Where it runs out, what was proved by then is kept. It reports
// whether it was done.
func (pr *prover) stage() bool {
	start := pr.Queries
	limit := int64(stageQueries + cutQueries*len(pr.Sys.Cuts))
	pr.late = start + limit/2
	pr.changes = make([]int64, len(pr.Sys.Cuts))
	pr.seen = map[*system.Edge]int64{}
	pr.shown = map[*system.Edge]map[term.T][]term.T{}
	pr.later, pr.patient = map[*system.Edge]map[term.T]bool{}, false
	pr.chunked = map[*system.Edge][]*chunk{}
	for {
		if !pr.settle(start + limit) {
			pr.salvage()
			return false
		}
		if len(pr.later) == 0 {
			return true
		}
		pr.later, pr.patient = map[*system.Edge]map[term.T]bool{}, true
		pr.seen = map[*system.Edge]int64{}
	}
}

// settle looks at the ways out until no template changes. It reports false where the
// stage runs out.
func (pr *prover) settle(limit int64) bool {
	for changed := true; changed; {
		changed = false
		for seg, o := range pr.Ways() {
			if pr.chunked[o] == nil {
				pr.chunked[o] = pr.chunks(o)
			}
			changed = pr.arrive(seg, o, pr.chunked[o]) || changed
			if pr.Queries > limit || pr.exhausted() {
				return false
			}
		}
	}
	return true
}

// salvage keeps, of a stage that ran out, the largest set of facts of which each
// was proved at every way into its cut from nothing but facts that are kept.
func (pr *prover) salvage() {
	for _, o := range pr.Ways() {
		for _, t := range pr.Current[o.To.Index] {
			if slices.ContainsFunc(t.Facts(), func(f term.T) bool { return pr.later[o][f] }) {
				t.Drop()
			}
		}
	}
	pr.later = nil // a goal leaves nothing out any more
	for changed := true; changed; {
		changed = false
		for seg, o := range pr.Ways() {
			if pr.Ctx.Err() != nil {
				pr.abandon()
				return
			}
			changed = pr.keepProved(seg, o, pr.chunked[o]) || changed
		}
	}
}

// keepProved drops the templates at the end of a way out that were not proved
// there. It reports whether anything changed.
func (pr *prover) keepProved(seg *system.Segment, o *system.Edge, cs []*chunk) (changed bool) {
	pre, known := pr.Premises(seg, o)
	if !pr.Reached[o.To.Index] {
		if pr.Ask(query.Question{Seg: seg, Facts: pre, Goal: []term.T{o.State.Guard}}, checkLimits).Status == backend.Unsat {
			return false
		}
		pr.Reached[o.To.Index] = true
		changed = true
	}
	if cs == nil {
		cs = pr.chunks(o)
	}
	for _, c := range cs[1:] {
		if pr.holds(o, c, known) {
			continue
		}
		for _, t := range pr.Current[o.To.Index][c.from:c.to] {
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

// stamp changes when the facts do that a way out rests on or states.
func (pr *prover) stamp(seg *system.Segment, o *system.Edge) int64 {
	n := pr.changes[o.To.Index] + 1
	if seg.From != nil {
		n += pr.changes[seg.From.Index]
	}
	for _, k := range seg.Calls {
		n += pr.changes[k.Summary.Exit.Index]
	}
	return n
}

func (pr *prover) chunks(o *system.Edge) []*chunk {
	n := len(pr.Current[o.To.Index])
	cs := []*chunk{{}} // an empty one: whether the cut is reached at all
	for i := 0; i < n; {
		c := &chunk{from: i, to: i + 1}
		if !pr.pointwise(o, i) {
			for c.to < n && !pr.pointwise(o, c.to) && (c.to < i+chunkSize || pr.sameKind(o, c.to)) {
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
func (pr *prover) sameKind(o *system.Edge, i int) bool {
	a, ok := pr.Current[o.To.Index][i-1].(*invariant.Candidate)
	c, also := pr.Current[o.To.Index][i].(*invariant.Candidate)
	return ok && also && c.Like != 0 && a.Like == c.Like
}

// pointwise tells that a template at the end of a way out is one whose facts are
// asked for one by one.
func (pr *prover) pointwise(o *system.Edge, i int) bool {
	_, ok := pr.Current[o.To.Index][i].(*invariant.Pointwise)
	return ok
}

// arrive makes the templates at the end of a way out admit all that arrives by
// it. It reports whether they, or what is reached, changed.
func (pr *prover) arrive(seg *system.Segment, o *system.Edge, cs []*chunk) (changed bool) {
	stamp := pr.stamp(seg, o)
	if pr.seen[o] == stamp {
		return false
	}
	pre, known := pr.Premises(seg, o)
	if !pr.Reached[o.To.Index] {
		r := pr.Ask(pr.Along(o, pre), checkLimits)
		if r.Status == backend.Unsat {
			pr.seen[o] = stamp
			return false
		}
		pr.Reached[o.To.Index] = true
		pr.changes[o.To.Index]++
		changed = true
		if r.Status == backend.Sat {
			pr.admit(o, r.Model)
			pr.echo(o, r.Model)
		}
	}
	for _, c := range cs[1:] {
		for !pr.holds(o, c, known) {
			if pr.exhausted() {
				return true
			}
			if !pr.strengthen(o, c, pre, known) {
				break
			}
			changed = true
			pre, known = pr.Premises(seg, o) // may have been weakened, too
		}
	}
	if !changed {
		pr.seen[o] = stamp
	}
	return changed
}

// budget is how many propagations a system may take that a usual one may take n.
func (pr *prover) budget(n int64) int64 {
	return n * max(usualCuts, int64(len(pr.Sys.Cuts))) / usualCuts
}

// spent: no effort is left for the search for facts.
func (pr *prover) spent() bool {
	return pr.Ctx.Err() != nil || pr.Propagations() > pr.budget(allPropagations)
}

// exhausted: no effort is left for the stage at hand.
func (pr *prover) exhausted() bool {
	limit := int64(stagePropagations)
	if pr.Sys.Outline != nil {
		limit = outlinePropagations
	}
	return pr.spent() || pr.Propagations() > pr.began+pr.budget(limit)
}

// holds: the chunk was proved, and nothing it rests on has changed.
func (pr *prover) holds(o *system.Edge, c *chunk, known map[term.T]bool) bool {
	return c.done && subset(pr.goal(o, c), c.goal) && among(c.core, known)
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
func (pr *prover) goal(o *system.Edge, c *chunk) []term.T {
	var fs []term.T
	for _, t := range pr.Current[o.To.Index][c.from:c.to] {
		for _, f := range t.Facts() {
			if !pr.later[o][f] {
				fs = append(fs, f)
			}
		}
	}
	return fs
}

// strengthen asks whether a state arrives that violates the chunk. It reports
// whether the templates had to be weakened.
func (pr *prover) strengthen(o *system.Edge, c *chunk, pre []term.T, known map[term.T]bool) bool {
	goal := pr.goal(o, c)
	all := term.True
	var core []term.T
	for _, g := range goal {
		if t := pr.Post(o, g); known[t] && !pr.cfg.silent { // nothing that it is about has changed
			core = append(core, t)
		} else {
			all = pr.Sys.Pool.And(all, t)
		}
	}
	bad := pr.Sys.Pool.Not(all)
	if bad == term.False {
		c.done, c.goal, c.core = true, goal, core
		return false
	}
	if c.from < c.to && pr.pointwise(o, c.from) {
		return pr.oneByOne(o, c, pre, known)
	}
	q := pr.Along(o, pre, bad)
	q.Wishes = pr.worst(o, c)
	r := pr.Ask(q, chunkLimits)
	if r.Status == backend.Unknown && c.to-c.from > chunkSize && pr.Sys.Outline == nil && !pr.exhausted() {
		if pr.putOffAll(o, goal) {
			return false
		}
		pr.halve(o, c)
		return true
	}
	switch r.Status {
	case backend.Sat:
		standing := pr.alike(o, c)
		pr.admit(o, r.Model)
		pr.echo(o, r.Model)
		for _, t := range standing {
			if t.Dead {
				pr.together(o, t.Like, pre)
				break
			}
		}
		return true
	case backend.Unsat:
		c.done, c.goal = true, goal
		c.core = append(core, slices.DeleteFunc(slices.Clone(r.Core), func(t term.T) bool { return t == bad })...)
		return false
	}
	return pr.oneByOne(o, c, pre, known)
}

// halve makes two chunks of one that is too hard at once.
func (pr *prover) halve(o *system.Edge, c *chunk) {
	middle := (c.from + c.to) / 2
	pr.chunked[o] = append(pr.chunked[o], &chunk{from: middle, to: c.to})
	c.to = middle
}

// worst are states at the end of a way out that violate much of a chunk.
func (pr *prover) worst(o *system.Edge, c *chunk) (states []term.T) {
	for _, t := range pr.Current[o.To.Index][c.from:c.to] {
		if a, ok := t.(interface{ Far() []term.T }); ok {
			for _, f := range a.Far() {
				states = append(states, pr.Post(o, f))
			}
		}
		for _, f := range t.Facts() {
			states = append(states, pr.Sys.Pool.Not(pr.Post(o, f)))
		}
	}
	return states
}

// alike lists the candidates of a chunk that are one of many like them.
func (pr *prover) alike(o *system.Edge, c *chunk) (cs []*invariant.Candidate) {
	for _, t := range pr.Current[o.To.Index][c.from:c.to] {
		if a, ok := t.(*invariant.Candidate); ok && a.Like != 0 && !a.Dead {
			cs = append(cs, a)
		}
	}
	return cs
}

// together asks for one state that arrives and violates all candidates like one
// that fell, instead of one such state for each.
func (pr *prover) together(o *system.Edge, like int, pre []term.T) {
	if pr.cfg.silent {
		return
	}
	var bad []term.T
	for _, t := range pr.Current[o.To.Index] {
		if a, ok := t.(*invariant.Candidate); ok && a.Like == like && !a.Dead {
			bad = append(bad, pr.Sys.Pool.Not(pr.Post(o, a.Term)))
		}
	}
	for range maxTries {
		if len(bad) < 2 || pr.exhausted() {
			return
		}
		r := pr.Ask(pr.Along(o, pre, bad...), chunkLimits)
		if r.Status == backend.Sat {
			pr.admit(o, r.Model)
			pr.echo(o, r.Model)
		}
		if r.Status != backend.Unsat {
			return
		}
		bad = slices.DeleteFunc(bad, func(t term.T) bool { return slices.Contains(r.Core, t) })
	}
}

// oneByOne settles a chunk that is too hard at once: what is too hard alone is put off,
// or dropped.
func (pr *prover) oneByOne(o *system.Edge, c *chunk, pre []term.T, known map[term.T]bool) (changed bool) {
	var core []term.T
	shown := pr.shown[o]
	if shown == nil {
		shown = map[term.T][]term.T{}
		pr.shown[o] = shown
	}
	for _, t := range pr.Current[o.To.Index][c.from:c.to] {
		for again := true; again; {
			again = false
			for _, f := range t.Facts() {
				bad := pr.Sys.Pool.Not(pr.Post(o, f))
				if bad == term.False {
					continue
				}
				if why, ok := shown[f]; ok && among(why, known) {
					core = append(core, why...)
					continue
				}
				if pr.later[o][f] {
					continue
				}
				r := pr.try(pr.Along(o, pre, bad), pr.effort(t))
				if r.Status == backend.Unknown && pr.exhausted() {
					return true
				}
				switch r.Status {
				case backend.Sat:
					pr.admit(o, r.Model)
					changed, again = true, true
				case backend.Unsat:
					shown[f] = slices.DeleteFunc(slices.Clone(r.Core), func(t term.T) bool { return t == bad })
					core = append(core, shown[f]...)
				default:
					if pr.putOff(o, f) {
						continue
					}
					t.Refuse(f)
					pr.changes[o.To.Index]++
					changed, again = true, true
				}
				if again {
					break
				}
			}
		}
	}
	if !changed {
		c.done, c.goal, c.core = true, pr.goal(o, c), core
	}
	return changed
}

// effort is what a template is worth in the stage at hand: little before what is easier
// has settled; then more, but no more than a share of what is left, so that enough is
// left to settle what falls with those that are too hard.
func (pr *prover) effort(t invariant.Template) backend.Limits {
	lim := limitsOf[t.Effort()]
	switch {
	case pr.Sys.Outline != nil:
		return lim
	case !pr.patient:
		return singleLimits
	case lim == singleLimits:
		lim = hardLimits
	}
	left := pr.began + pr.budget(stagePropagations) - pr.Propagations()
	lim.Propagations = max(singleLimits.Propagations, min(lim.Propagations, left/patientShare))
	return lim
}

// putOff puts off a fact that is too hard for now. It reports false where that was done
// before.
func (pr *prover) putOff(o *system.Edge, f term.T) bool {
	if pr.patient || pr.Sys.Outline != nil {
		return false
	}
	if pr.later[o] == nil {
		pr.later[o] = map[term.T]bool{}
	}
	pr.later[o][f] = true
	return true
}

// putOffAll puts off facts that are like each other and too hard at once for now. It
// reports false where that was done before.
func (pr *prover) putOffAll(o *system.Edge, facts []term.T) bool {
	for _, f := range facts {
		if !pr.putOff(o, f) {
			return false
		}
	}
	return true
}

// try asks about one fact: with a solver without a past, too, where it is worth
// that.
func (pr *prover) try(q query.Question, lim backend.Limits) query.Answer {
	if lim.Propagations <= singleLimits.Propagations {
		return pr.Ask(q, lim)
	}
	return pr.Retry(q, lim)
}

// limitsOf are those of a query about one fact, by the effort that it is worth.
var limitsOf = [...]backend.Limits{invariant.Little: singleLimits, invariant.Middle: linearLimits, invariant.Much: hardLimits}

// admit weakens all templates at the end of a way out by a state that arrives.
// It reports whether that changed any.
func (pr *prover) admit(o *system.Edge, m *term.Model) (changed bool) {
	v := &arriving{pr, o, term.NewEvaluator(pr.Sys.Pool, m)}
	for _, t := range pr.Current[o.To.Index] {
		if pr.Queries < pr.late {
			changed = pr.weaken(o, t, v) || changed
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
		pr.changes[o.To.Index]++
	}
	return changed
}

// arriving evaluates terms of a cut in the state in which a model arrives.
type arriving struct {
	pr *prover
	o  *system.Edge
	ev *term.Evaluator
}

func (a *arriving) Bool(t term.T) bool { return a.ev.Bool(a.pr.Post(a.o, t)) }
func (a *arriving) BV(t term.T) uint64 { return a.ev.BV(a.pr.Post(a.o, t)) }

// keep makes the facts of the stage part of the base. It returns how many
// templates say something.
func (pr *prover) keep() (survived int) {
	for i, ts := range pr.Current {
		have := map[term.T]bool{}
		for _, f := range pr.Base[i] {
			have[f.Term] = true
		}
		for _, t := range ts {
			if a, ok := t.(*invariant.Bound); ok {
				pr.Limit(i, a)
			}
			if t.String() != "" {
				survived++
			}
			for _, f := range t.Facts() {
				if !have[f] && f != term.True {
					have[f] = true
					pr.Base[i] = append(pr.Base[i], invariant.Fact{Term: f, Family: pr.family, Text: t.String(), Hard: t.Effort() == invariant.Much, Round: pr.round})
				}
			}
		}
		pr.Current[i] = nil
	}
	return survived
}
