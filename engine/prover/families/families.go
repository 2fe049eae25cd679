package families

import (
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
)

// Family is one kind of fact. What it says of itself is what docs/loops.md has of it.
type Family struct {
	ID     string // stable
	Title  string // in reports
	Says   string // what its facts say
	Loop   string // what loops need it
	Test   string // a program in testdata/induct that does
	Source string // the paper, or the ADR, that it is from
	// Built tells that the facts hold by the construction of the system: they are taken
	// without a query, as certificates prove what rests on them.
	Built bool
	// Ghosts tells that the facts speak of ghosts, whose axioms are assumed then.
	Ghosts bool
	// passes are what is proposed in turns: a later one rests on what other families find
	// between them.
	passes []pass
}

// All lists the families, in the order of their first passes.
var All = []*Family{
	PointsTo, Singles, Heap, Words, Owned, Ranks, Arrays, Sizes, Inner, Pairs, Elements, Rings,
	Terms, Tested, Sets, Linear, Slopes, Counts, Zeros,
}

// pass is what a family proposes at one time. It prepares what is the same at all cutpoints,
// and gives the candidates at each.
type pass func(*proposer) func(*system.Cutpoint) []invariant.Template

// each is a pass that only needs to know which variables matter.
func each(at func(*proposer, *system.Cutpoint, *invariant.Relevance) []invariant.Template) pass {
	return func(pr *proposer) func(*system.Cutpoint) []invariant.Template {
		r := pr.Relevance()
		return func(c *system.Cutpoint) []invariant.Template { return at(pr, c, r) }
	}
}

// proposer makes the candidates of the families.
type proposer struct {
	*invariant.Context
	climbs map[string]*invariant.Climb // by what is bounded, in words
}

// climb is that of the bounds of one number.
func (pr *proposer) climb(text string) *invariant.Climb {
	if pr.climbs[text] == nil {
		pr.climbs[text] = &invariant.Climb{}
	}
	return pr.climbs[text]
}

// Passes is how often the family proposes.
func (f *Family) Passes() int { return len(f.passes) }

// Propose makes the candidates of a pass at all cutpoints (Knowledge.Current).
func (f *Family) Propose(x *invariant.Context, pass int) {
	at := f.passes[pass](&proposer{x, map[string]*invariant.Climb{}})
	for i, c := range x.Sys.Cutpoints {
		x.Current[i] = at(c)
		x.Ghosts = x.Ghosts || f.Ghosts && len(x.Current[i]) > 0
	}
}
