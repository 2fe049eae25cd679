package solver

import (
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// LayerSet is a set of layers, for Options.Disable.
type LayerSet uint

// The layers that can be switched off.
const (
	LayerLiterals LayerSet = 1 << iota
	LayerModels
	LayerIntervals
	LayerSlices
	LayerLinear
	layerBackend

	// AllLayers leaves the backend alone.
	AllLayers = layerBackend - 1
)

// layer is one step of Check. try either answers the query or passes it on; a
// core it returns is in terms of path.parts.
type layer struct {
	id   LayerSet
	name string
	try  func(s *layered, q *query) (Result, bool)
}

// layers is the chain, in the order of asking. The order is by cost: each layer
// is to be cheaper than the expected saving behind it.
var layers = []layer{
	// A conjunct that is false, or whose complement is on the path: found while
	// the query is loaded, so this only looks.
	{LayerLiterals, "literals", (*layered).tryLiterals},
	// Models of earlier queries, newest first. Each remembers how long a prefix
	// of the path it satisfies, so usually only the last conjunct is evaluated.
	{LayerModels, "models", (*layered).tryModels},
	// Bounds of single terms that follow from the path: refutes conjuncts out of
	// bounds without a search. It cannot answer sat.
	{LayerIntervals, "intervals", (*layered).tryIntervals},
	// The same through sums of several terms and reads of tables, for paths over
	// tables: package arrays.
	{LayerLinear, "linear", (*layered).tryLinear},
	// The conjuncts no cached model satisfies, with those that share variables
	// with them: only this slice needs a model, the cached one covers the rest.
	{LayerSlices, "slices", (*layered).trySlices},
	// Everything else.
	{layerBackend, "backend", (*layered).askBackend},
}

func (s *layered) tryLiterals(*query) (Result, bool) {
	if len(s.path.clashes) > 0 {
		return Result{Status: Unsat, Core: s.path.clashes[0].parts}, true
	}
	return Result{}, false
}

func (s *layered) tryModels(q *query) (Result, bool) {
	if m := s.models.satisfying(&s.path, q); m != nil {
		return Result{Status: Sat, Model: m.result()}, true
	}
	return Result{}, false
}

func (s *layered) tryIntervals(q *query) (Result, bool) {
	clash := s.intervals.refute(&s.path, q)
	if clash == nil {
		return Result{}, false
	}
	core := make([]term.T, len(clash))
	for i, pos := range clash {
		core[i] = s.path.parts[pos]
	}
	return Result{Status: Unsat, Core: core}, true
}

func (s *layered) askBackend(q *query) (Result, bool) {
	res := s.decide(q, backend.Query{Assumptions: s.path.parts})
	if res.Status == Sat {
		s.models.add(&s.path, res.Model)
	}
	return res, true
}
