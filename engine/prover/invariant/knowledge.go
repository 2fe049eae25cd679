package invariant

import (
	"iter"
	"slices"

	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Knowledge is what is known at the cutpoints of a system: the facts that are proved, and
// those of the stage at hand.
type Knowledge struct {
	*query.Asker
	Reached []bool                // by cutpoint
	Base    [][]Fact              // by cutpoint: facts that were proved inductive
	Current [][]Template          // by cutpoint: those of the stage at hand
	Bounds  []map[BoundKey]limits // by cutpoint: what facts say of numbers
	Ghosts  bool                  // facts about ranks are tried, or there are some
	Imports map[*system.Edge]*term.Importer
}

// NewKnowledge has no fact, and no cutpoint is reached.
func NewKnowledge(a *query.Asker) *Knowledge {
	n := len(a.Sys.Cutpoints)
	return &Knowledge{Asker: a, Reached: make([]bool, n), Base: make([][]Fact, n), Current: make([][]Template, n),
		Bounds: make([]map[BoundKey]limits, n), Imports: map[*system.Edge]*term.Importer{}}
}

// BoundKey names a number and when it counts.
type BoundKey struct{ Term, When term.T }

// limits are what the facts say of a number at a cutpoint.
type limits struct{ Lo, Hi int64 }

// Fact is a proved fact at a cutpoint.
type Fact struct {
	Term   term.T
	Family string
	Text   string
	Hard   bool // worth more effort to prove
	Round  int  // the stage that found it; it follows from the facts up to this one
}

// Way is a way into a cutpoint.
type Way struct {
	Seg  *system.Segment
	Edge *system.Edge
}

// Post is what a term over the target's variables is at the end of the edge.
func (kb *Knowledge) Post(o *system.Edge, t term.T) term.T {
	im := kb.Imports[o]
	if im == nil {
		im = term.NewImporter(kb.Sys.Pool, kb.Sys.Pool, func(v term.T) term.T {
			if n, ok := o.Next[v]; ok {
				return n
			}
			return v
		})
		kb.Imports[o] = im
	}
	return kb.Sys.Ordered(im.Import(t))
}

// Axioms is what holds of the variables that a segment makes; of the ghosts only
// where that is asked for.
func (kb *Knowledge) Axioms(seg *system.Segment, ghosts bool) []term.T {
	var as []term.T
	for _, a := range seg.Axioms {
		as = append(as, kb.Sys.Ordered(a))
	}
	if ghosts {
		for _, a := range seg.Ghosts {
			as = append(as, kb.Sys.Ordered(a))
		}
	}
	return as
}

// StateFacts is what holds in every state at the start of a segment: facts of
// the environment and of what the segment makes, those proved, and those of the
// stage.
func (kb *Knowledge) StateFacts(seg *system.Segment) []term.T {
	fs, from := slices.Clone(kb.Sys.Facts), seg.From
	fs = append(fs, kb.Axioms(seg, kb.Ghosts)...)
	fs = append(fs, kb.returnFacts(seg)...)
	if from == nil {
		return fs
	}
	if !kb.Reached[from.Index] {
		return []term.T{term.False}
	}
	for _, f := range kb.Base[from.Index] {
		fs = append(fs, kb.Sys.Ordered(f.Term))
	}
	for _, t := range kb.Current[from.Index] {
		for _, f := range t.Facts() {
			fs = append(fs, kb.Sys.Ordered(f))
		}
	}
	return fs
}

// Along asks for a state that goes by an edge, and of which more holds.
func (kb *Knowledge) Along(o *system.Edge, facts []term.T, more ...term.T) query.Question {
	return query.Question{Seg: kb.Sys.SegmentFrom(o.From), Facts: facts, Goal: append([]term.T{o.State.Guard}, more...), Whole: true}
}

// returnFacts is what holds behind the calls of a segment.
func (kb *Knowledge) returnFacts(seg *system.Segment) []term.T {
	var fs []term.T
	for _, k := range seg.Calls {
		if k.Returned == term.None {
			continue
		}
		at := k.Summary.Exit.Index
		if !kb.Reached[at] {
			fs = append(fs, kb.Sys.Pool.Not(k.Returned))
			continue
		}
		for _, f := range kb.Base[at] {
			fs = append(fs, kb.Sys.Ordered(k.Premise(kb.Sys, f.Term)))
		}
		for _, t := range kb.Current[at] {
			for _, f := range t.Facts() {
				fs = append(fs, kb.Sys.Ordered(k.Premise(kb.Sys, f)))
			}
		}
	}
	return fs
}

// Known counts the facts that a segment may use.
func (kb *Knowledge) Known(seg *system.Segment) int {
	n := 0
	if seg.From != nil {
		n = len(kb.Base[seg.From.Index])
	}
	for _, k := range seg.Calls {
		n += len(kb.Base[k.Summary.Exit.Index])
	}
	return n
}

// Ways are the edges of the segments that are reached when their turn comes.
func (kb *Knowledge) Ways() iter.Seq2[*system.Segment, *system.Edge] {
	return func(yield func(*system.Segment, *system.Edge) bool) {
		for _, seg := range kb.Sys.Segments {
			if seg.From != nil && !kb.Reached[seg.From.Index] {
				continue
			}
			for _, o := range seg.Outs {
				if !yield(seg, o) {
					return
				}
			}
		}
	}
}

// Premises is what may be assumed on an edge, as a list and as a set.
func (kb *Knowledge) Premises(seg *system.Segment, o *system.Edge) ([]term.T, map[term.T]bool) {
	pre := kb.StateFacts(seg)
	known := make(map[term.T]bool, len(pre)+1)
	for _, f := range pre {
		known[f] = true
	}
	known[o.State.Guard] = true
	return pre, known
}

// Limit remembers what a bound says.
func (kb *Knowledge) Limit(cut int, a *Bound) {
	if a.Lo > a.Hi {
		return
	}
	if kb.Bounds[cut] == nil {
		kb.Bounds[cut] = map[BoundKey]limits{}
	}
	kb.Bounds[cut][BoundKey{a.Term, a.When}] = limits{a.Thresholds[a.Lo], a.Thresholds[a.Hi]}
}

// ReachAll takes all cutpoints to be reached: it is not known better.
func (kb *Knowledge) ReachAll() {
	for i := range kb.Reached {
		kb.Reached[i] = true
	}
}
