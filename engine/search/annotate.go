package search

import (
	"cmp"
	"slices"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/pred"
)

// Annotated is the search tree with its interpolants, as certificates and
// traces take it: every node and leaf in the order in which they closed, so
// that children come before their parents.
type Annotated struct {
	Nodes []Annotation
	// Engine made the interpolants and can carry them over edges.
	Engine *interp.Engine
	// Born is, by ID, how many instructions all paths had executed when the
	// node was made.
	Born []int64
	// Limit is the number of nodes from which on none are kept; 0: no limit.
	// Dropped tells that there were more.
	Limit   int
	Dropped bool
}

// Annotation is a node or a leaf of an annotated tree.
type Annotation struct {
	ID, Parent int // Parent is -1 for a root
	Kind       AnnotationKind
	// Other: it lies behind the answer opposite to the one in its parent's
	// Decision.
	Other bool
	// State is what the node stands for, or what the leaf ended in, to be read
	// only; Edge is what ran from the parent to here.
	State *exec.State
	Edge  *exec.Edge
	// Decision is where a Fork splits.
	Decision exec.Decision
	// Psi excludes the targets below; nil if the node is half.
	Psi *pred.Psi
	// End tells how the path of a leaf ended, nil if it ended otherwise.
	End *exec.End
	// By is the node whose stored interpolant subsumes the leaf.
	By            int
	Half, Bounded bool
}

// AnnotationKind classifies an Annotation.
type AnnotationKind uint8

// The kinds of annotation.
const (
	Root     AnnotationKind = iota
	Forking                 // the path condition grew: one child or two
	Joining                 // paths may join: its interpolant is stored
	Ended                   // a leaf: the path ended
	Subsumed                // a leaf: an interpolant stored earlier excludes the targets
	Cut                     // a leaf: no target can be reached, whatever the state
	Waiting                 // a leaf that was open when the search ended
)

// annotates tells whether nodes are kept.
func (t *tree) annotates() bool {
	to := t.search.cfg.Annotate
	return to != nil && !to.Dropped
}

// annotate keeps a closed node.
func (t *tree) annotate(a Annotation) {
	to := t.search.cfg.Annotate
	if to.Limit > 0 && len(to.Nodes) >= to.Limit {
		to.Nodes, to.Born, to.Dropped = nil, nil, true
		return
	}
	to.Nodes = append(to.Nodes, a)
}

// annotateOpen keeps what is open when the search ends, leaves first.
func (t *tree) annotateOpen() {
	if !t.annotates() {
		return
	}
	states := make([]*exec.State, 0, len(t.under))
	for st := range t.under {
		states = append(states, st)
	}
	slices.SortFunc(states, func(a, b *exec.State) int {
		x, y := t.under[a], t.under[b]
		if c := cmp.Compare(y.of.id, x.of.id); c != 0 || x.other == y.other {
			return c
		}
		return map[bool]int{true: 1, false: -1}[x.other]
	})
	open := map[*branch]bool{}
	for _, st := range states {
		at := t.under[st]
		t.annotateLeaf(st, at, nil, leaf{kind: Waiting, half: true})
		for b := at.of; b != nil && !open[b]; b = b.up.of {
			open[b] = true
		}
	}
	nodes := make([]*branch, 0, len(open))
	for b := range open {
		nodes = append(nodes, b)
	}
	slices.SortFunc(nodes, func(a, b *branch) int { return cmp.Compare(b.id, a.id) })
	for _, b := range nodes {
		b.half = true
		t.annotateNode(b)
	}
}

// annotateLeaf keeps the end of a path; psi is what the end proves.
func (t *tree) annotateLeaf(st *exec.State, at child, psi *pred.Psi, l leaf) {
	id := t.id()
	if !t.annotates() {
		return
	}
	a := Annotation{ID: id, Parent: at.of.id, Kind: l.kind, Other: at.other, State: st, Edge: st.Edge(),
		End: l.end, By: l.by, Half: l.half, Bounded: l.bounded}
	if !l.half {
		a.Psi = psi.Clone()
	}
	t.annotate(a)
}
