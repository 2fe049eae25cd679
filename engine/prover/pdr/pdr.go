package pdr

import (
	"math"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Property-directed reachability (Bradley, "SAT-based model checking without
// unrolling", VMCAI 2011; Eén, Mishchenko and Brayton, FMCAD 2011) on the words of
// the transition system, relative to the facts there are. It starts from states
// in which an open check fails, and excludes them, and those from which they are
// reached, by clauses: a clause of level n holds of every state that is reached in
// at most n segments. Clauses of a level that the next one has, too, are inductive.
//
// Nothing is believed of it: what is inductive here is proposed as a family of
// facts, and proved like others.
type search struct {
	s       *houdini.Search
	r       *invariant.Relevance
	into    map[*system.Cutpoint][]*invariant.Way
	clauses [][]*clause // by cutpoint
	vocab   map[*system.Cutpoint]*vocabulary
	top     int   // states of at most so many segments do not fail the check at hand
	limit   int64 // of propagations, for the check at hand
	blocked int   // obligations of the check at hand
	runs    map[*system.Check]system.Run
}

// clause excludes the states of a cube.
type clause struct {
	cube  []literal
	t     term.T
	level int
}

// inductive is the level of clauses that hold of all states.
const inductive = math.MaxInt

// obligation is a cube at a cutpoint of which no state may be reached in at most level
// segments.
type obligation struct {
	at    *system.Cutpoint
	cube  []literal
	level int
	then  *step // how its states fail the check
}

// Propose adds templates of clauses that exclude open checks to those of the round. Runs
// that should come to a check are noted in runs. What its queries teach a solver is of no
// use to other families: it has one of its own.
func Propose(s *houdini.Search, x *invariant.Context, checks []*system.Check, runs map[*system.Check]system.Run, propagations int64) {
	d := &search{s: s, r: x.Relevance(), runs: runs, into: map[*system.Cutpoint][]*invariant.Way{}, clauses: make([][]*clause, len(s.Sys.Cutpoints)), vocab: map[*system.Cutpoint]*vocabulary{}}
	for seg, o := range s.Ways() {
		d.into[o.To] = append(d.into[o.To], &invariant.Way{Seg: seg, Edge: o})
	}
	defer s.Fresh()()
	for _, k := range checks {
		if left := s.Began + propagations - s.Propagations(); x.Open(k) && k.Seg.From != nil && left > 0 {
			d.limit = s.Propagations() + left/int64(budget.PdrPart.N)
			d.exclude(k)
		}
	}
	for i, c := range s.Sys.Cutpoints {
		for _, cl := range d.clauses[i] {
			if cl.level == inductive {
				s.Current[i] = append(s.Current[i], &invariant.Candidate{Term: cl.t, Text: d.words(c, cl.cube), Hard: true})
			}
		}
	}
}

// exclude looks for inductive clauses by which a check cannot fail. It reports
// whether there are some.
func (d *search) exclude(k *system.Check) bool {
	for d.top, d.blocked = 1, 0; d.top <= budget.PdrLevels.N; d.top++ {
		for {
			cube, m, status := d.failing(k)
			if status == backend.Unsat {
				break
			}
			if status != backend.Sat || !d.block(k, obligation{k.Seg.From, cube, d.top, &step{model: m}}) {
				return false
			}
		}
		if d.converged() {
			return true
		}
	}
	return false
}

// spent: no effort is left for the check at hand.
func (d *search) spent() bool {
	return d.s.Exhausted() || d.s.Propagations() > d.limit || d.blocked > budget.PdrObligations.N
}

// frame is what is known of the states at the start of a segment that are reached
// in at most so many segments.
func (d *search) frame(seg *system.Segment, level int) []term.T {
	fs := d.s.StateFacts(seg)
	if seg.From != nil {
		for _, cl := range d.clauses[seg.From.Index] {
			if cl.level >= level {
				fs = append(fs, d.s.Sys.Ordered(cl.t))
			}
		}
	}
	return fs
}

// failing is a cube of states at the top level that fail a check, and one of them.
func (d *search) failing(k *system.Check) ([]literal, *term.Model, backend.Status) {
	b := d.s.Sys
	goal := []term.T{b.Ordered(k.Guard), b.Ordered(k.Cond)}
	r := d.s.Ask(query.Question{Seg: k.Seg, Facts: d.frame(k.Seg, d.top), Goal: goal, Whole: true}, budget.Check.Limits())
	if r.Status != backend.Sat {
		return nil, nil, r.Status
	}
	return d.lift(k.Seg.From, r.Model, goal), r.Model, backend.Sat
}

// block excludes a cube whose states fail a check, and the cubes from which it is
// reached. It reports false where the cube is reached from the start of the
// program, which is noted as a run, or effort runs out.
func (d *search) block(k *system.Check, root obligation) bool {
	for queue := []obligation{root}; len(queue) > 0; {
		if d.spent() {
			return false
		}
		d.blocked++
		next := len(queue) - 1
		for i := range queue {
			if queue[i].level < queue[next].level {
				next = i
			}
		}
		o := queue[next]
		queue = slices.Delete(queue, next, next+1)
		if d.excluded(o) {
			continue
		}
		pre, needed, status := d.arrives(o, budget.Hard.Limits())
		switch {
		case status == backend.Unsat:
			if level := d.learn(obligation{at: o.at, cube: inOrder(o.cube, needed), level: o.level}); level < d.top {
				o.level = level + 1
				queue = append(queue, o)
			}
		case status != backend.Sat:
			return false
		case pre.way.Seg.From == nil:
			d.ran(k, &step{pre.model, pre.way.Edge, o.then})
			return false
		default:
			at := pre.way.Seg.From
			queue = append(queue, o, obligation{at, d.lift(at, pre.model, pre.goal), o.level - 1, &step{pre.model, pre.way.Edge, o.then}})
		}
	}
	return true
}

// excluded tells that a clause excludes an obligation's cube already.
func (d *search) excluded(o obligation) bool {
	return slices.ContainsFunc(d.clauses[o.at.Index], func(cl *clause) bool { return cl.level >= o.level && within(cl.cube, o.cube) })
}

// within tells that all literals are among others.
func within(cube, others []literal) bool {
	return !slices.ContainsFunc(cube, func(l literal) bool {
		return !slices.ContainsFunc(others, func(m literal) bool { return l.t == m.t })
	})
}

// predecessor is a state from which a cube is reached.
type predecessor struct {
	way   *invariant.Way
	model *term.Model
	goal  []term.T // what it satisfies
}

// arrives asks whether a state of an obligation's cube is reached from a state of
// the level before, and not of the cube itself. Where none is, it returns the
// literals of the cube that show it.
func (d *search) arrives(o obligation, lim backend.Limits) (pre *predecessor, needed []literal, status backend.Status) {
	for _, w := range d.into[o.at] {
		if w.Seg.From != nil && (o.level == 1 || !d.s.Reached[w.Seg.From.Index]) {
			continue
		}
		r, goal, used := d.arrivesBy(w, o, lim)
		if r.Status != backend.Unsat {
			return &predecessor{w, r.Model, goal}, nil, r.Status
		}
		needed = append(needed, used...)
	}
	return nil, needed, backend.Unsat
}

// unreached tells that nothing arrives, as far as little effort shows, and by which
// literals.
func (d *search) unreached(o obligation) (needed []literal, ok bool) {
	_, needed, status := d.arrives(o, budget.Single.Limits())
	return needed, status == backend.Unsat
}

// arrivesBy asks that of one way into the cutpoint. It returns what was asked, and the
// literals that the answer rests on.
func (d *search) arrivesBy(w *invariant.Way, o obligation, lim backend.Limits) (r query.Answer, goal []term.T, used []literal) {
	pr := d.s
	goal = append(goal, w.Edge.State.Guard)
	of := map[term.T]literal{}
	for _, l := range o.cube {
		t := pr.Post(w.Edge, l.t)
		if t == term.False {
			return query.Answer{Result: backend.Result{Status: backend.Unsat}}, nil, []literal{l}
		}
		if _, ok := of[t]; !ok && t != term.True {
			of[t] = l
			goal = append(goal, t)
		}
	}
	facts := d.frame(w.Seg, o.level-1)
	if w.Seg.From == o.at {
		facts = append(facts, pr.Sys.Ordered(d.exclusion(o.cube)))
	}
	r = pr.Ask(query.Question{Seg: w.Seg, Facts: facts, Goal: goal, Whole: true}, lim)
	for _, t := range r.Core {
		if l, ok := of[t]; ok {
			used = append(used, l)
		}
	}
	return r, goal, used
}

// exclusion is the clause of a cube.
func (d *search) exclusion(cube []literal) term.T {
	t := term.False
	for _, l := range cube {
		t = d.s.Sys.Pool.Or(t, d.s.Sys.Pool.Not(l.t))
	}
	return t
}

// learn adds the clause of a cube that is not reached, as strong and of as high a
// level as it comes. It returns the level.
func (d *search) learn(o obligation) int {
	d.generalise(&o)
	for o.level < d.top {
		up := obligation{at: o.at, cube: o.cube, level: o.level + 1}
		if _, ok := d.unreached(up); !ok {
			break
		}
		o.level++
	}
	d.add(&clause{o.cube, d.exclusion(o.cube), o.level}, o.at)
	return o.level
}

// add adds a clause, and drops those that say less.
func (d *search) add(cl *clause, at *system.Cutpoint) {
	d.clauses[at.Index] = slices.DeleteFunc(d.clauses[at.Index], func(old *clause) bool {
		return old.level <= cl.level && within(cl.cube, old.cube)
	})
	d.clauses[at.Index] = append(d.clauses[at.Index], cl)
}

// converged moves clauses to the levels of which they hold, too. It reports
// whether two levels have the same clauses: these are inductive.
func (d *search) converged() bool {
	for level := 1; level <= d.top; level++ {
		left := false
		for i, c := range d.s.Sys.Cutpoints {
			for _, cl := range d.clauses[i] {
				if cl.level != level {
					continue
				}
				if _, ok := d.unreached(obligation{at: c, cube: cl.cube, level: level + 1}); ok {
					cl.level++
				} else {
					left = true
				}
				if d.s.Exhausted() {
					return false
				}
			}
		}
		if !left {
			d.close(level)
			return true
		}
	}
	return false
}

// close makes the clauses above a level inductive.
func (d *search) close(level int) {
	for i := range d.clauses {
		for _, cl := range d.clauses[i] {
			if cl.level > level {
				cl.level = inductive
			}
		}
	}
}
