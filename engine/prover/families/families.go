package families

import "github.com/assay-dev/assay/engine/prover/invariant"

// Family is one kind of fact, or a part of one.
type Family struct {
	Name string // as users see it
	// Built tells that the facts hold by the construction of the system: they are taken
	// without a query, as certificates prove what rests on them.
	Built   bool
	propose func(*proposer)
}

// Propose makes candidates at all cuts (Knowledge.Current).
func (f *Family) Propose(x *invariant.Context) { f.propose(&proposer{x}) }

// The families. Parts of one have its name.
var (
	PointsTo         = &Family{Name: "points-to sets", Built: true, propose: proposePointsTo}
	Singles          = &Family{Name: "intervals, points-to and initialised variables", propose: proposeSingles}
	Heap             = &Family{Name: "heap blocks", propose: proposeHeap}
	Words            = &Family{Name: "tables of addresses", propose: proposeWords}
	Owned            = &Family{Name: "ownership", propose: proposeOwned}
	Ranks            = &Family{Name: "ranks of list nodes", propose: proposeRanks}
	Arrays           = &Family{Name: "arrays and texts", propose: proposeArrays}
	Sizes            = &Family{Name: "sizes of heap blocks", propose: proposeSizes}
	Inner            = &Family{Name: "relations in a block", propose: proposeInner}
	Pairs            = &Family{Name: "equalities and differences", propose: proposePairs}
	Folds            = &Family{Name: "arrays and texts", propose: proposeFolds}
	Tables           = &Family{Name: "tables of addresses", propose: proposeTables}
	Elements         = &Family{Name: "numbers in large arrays", propose: proposeElements}
	ElementRelations = &Family{Name: "numbers in large arrays", propose: proposeElementRelations}
	Rings            = &Family{Name: "rings", propose: proposeRings}
	Terms            = &Family{Name: "expressions", propose: proposeTerms}
	Tested           = &Family{Name: "what was tested before", propose: proposeTested}
	Sets             = &Family{Name: "few values", propose: proposeSets}
	Linear           = &Family{Name: "linear equations", propose: proposeLinear}
	Slopes           = &Family{Name: "slopes", propose: proposeSlopes}
	Counts           = &Family{Name: "prefix counts", propose: proposeCounts}
	Descents         = &Family{Name: "prefix counts", propose: proposeDescents}
	Zeros            = &Family{Name: "what is zero together", propose: proposeZeros}
)

// proposer makes the candidates of the families.
type proposer struct{ *invariant.Context }
