package induct

import (
	"iter"
	"slices"

	"github.com/assay-dev/assay/engine/induct/query"
	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/term"
)

// knowledge is what is known at the cuts of a system: the facts that are proved, and
// those of the stage at hand.
type knowledge struct {
	*query.Asker
	reached []bool                // by cut
	base    [][]fact              // by cut: facts that were proved inductive
	current [][]template          // by cut: those of the stage at hand
	bounds  []map[boundKey]limits // by cut: what facts say of numbers
	ghosts  bool                  // facts about ranks are tried, or there are some
	imports map[*system.Edge]*term.Importer
}

func newKnowledge(a *query.Asker) *knowledge {
	n := len(a.Sys.Cuts)
	return &knowledge{Asker: a, reached: make([]bool, n), base: make([][]fact, n), current: make([][]template, n),
		bounds: make([]map[boundKey]limits, n), imports: map[*system.Edge]*term.Importer{}}
}

// boundKey names a number and when it counts.
type boundKey struct{ t, when term.T }

// limits are what the facts say of a number at a cut.
type limits struct{ lo, hi int64 }

// fact is a proved fact at a cut.
type fact struct {
	t      term.T
	family string
	text   string
	hard   bool // worth more effort to prove
	round  int  // the stage that found it; it follows from the facts up to this one
}

// way is a way into a cut.
type way struct {
	seg *system.Segment
	out *system.Edge
}

// post is what a term over the target's variables is at the end of the way out.
func (kb *knowledge) post(o *system.Edge, t term.T) term.T {
	im := kb.imports[o]
	if im == nil {
		im = term.NewImporter(kb.Sys.Pool, kb.Sys.Pool, func(v term.T) term.T {
			if n, ok := o.Next[v]; ok {
				return n
			}
			return v
		})
		kb.imports[o] = im
	}
	return kb.Sys.Ordered(im.Import(t))
}

// axioms is what holds of the variables that a segment makes; of the ghosts only
// where that is asked for.
func (kb *knowledge) axioms(seg *system.Segment, ghosts bool) []term.T {
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

// stateFacts is what holds in every state at the start of a segment: facts of
// the environment and of what the segment makes, those proved, and those of the
// stage.
func (kb *knowledge) stateFacts(seg *system.Segment) []term.T {
	fs, from := slices.Clone(kb.Sys.Facts), seg.From
	fs = append(fs, kb.axioms(seg, kb.ghosts)...)
	fs = append(fs, kb.returnFacts(seg)...)
	if from == nil {
		return fs
	}
	if !kb.reached[from.Index] {
		return []term.T{term.False}
	}
	for _, f := range kb.base[from.Index] {
		fs = append(fs, kb.Sys.Ordered(f.t))
	}
	for _, t := range kb.current[from.Index] {
		for _, f := range t.facts() {
			fs = append(fs, kb.Sys.Ordered(f))
		}
	}
	return fs
}

// along asks for a state that goes by a way out, and of which more holds.
func (kb *knowledge) along(o *system.Edge, facts []term.T, more ...term.T) query.Question {
	return query.Question{Seg: kb.Sys.SegmentFrom(o.From), Facts: facts, Goal: append([]term.T{o.State.Guard}, more...), Whole: true}
}

// returnFacts is what holds behind the calls of a segment.
func (kb *knowledge) returnFacts(seg *system.Segment) []term.T {
	var fs []term.T
	for _, k := range seg.Calls {
		if k.Returned == term.None {
			continue
		}
		at := k.Summary.Exit.Index
		if !kb.reached[at] {
			fs = append(fs, kb.Sys.Pool.Not(k.Returned))
			continue
		}
		for _, f := range kb.base[at] {
			fs = append(fs, kb.Sys.Ordered(k.Premise(kb.Sys, f.t)))
		}
		for _, t := range kb.current[at] {
			for _, f := range t.facts() {
				fs = append(fs, kb.Sys.Ordered(k.Premise(kb.Sys, f)))
			}
		}
	}
	return fs
}

// known counts the facts that a segment may use.
func (kb *knowledge) known(seg *system.Segment) int {
	n := 0
	if seg.From != nil {
		n = len(kb.base[seg.From.Index])
	}
	for _, k := range seg.Calls {
		n += len(kb.base[k.Summary.Exit.Index])
	}
	return n
}

// ways are the ways out of the segments that are reached when their turn comes.
func (kb *knowledge) ways() iter.Seq2[*system.Segment, *system.Edge] {
	return func(yield func(*system.Segment, *system.Edge) bool) {
		for _, seg := range kb.Sys.Segments {
			if seg.From != nil && !kb.reached[seg.From.Index] {
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

// premises is what may be assumed on a way out, as a list and as a set.
func (kb *knowledge) premises(seg *system.Segment, o *system.Edge) ([]term.T, map[term.T]bool) {
	pre := kb.stateFacts(seg)
	known := make(map[term.T]bool, len(pre)+1)
	for _, f := range pre {
		known[f] = true
	}
	known[o.State.Guard] = true
	return pre, known
}

// limit remembers what a bound says.
func (kb *knowledge) limit(cut int, a *bound) {
	if a.lo > a.hi {
		return
	}
	if kb.bounds[cut] == nil {
		kb.bounds[cut] = map[boundKey]limits{}
	}
	kb.bounds[cut][boundKey{a.t, a.when}] = limits{a.thresholds[a.lo], a.thresholds[a.hi]}
}

// reachAll takes all cuts to be reached: it is not known better.
func (kb *knowledge) reachAll() {
	for i := range kb.reached {
		kb.reached[i] = true
	}
}
