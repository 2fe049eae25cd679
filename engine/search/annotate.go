package search

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/pred"
)

// Annotated is the search tree with its interpolants, as certificates and
// traces take it: every node and leaf in the order in which they closed, so
// that children come before their parents.
type Annotated struct {
	Nodes []Annotation
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
)

// annotate keeps a closed node.
func (t *tree) annotate(a Annotation) {
	if to := t.search.cfg.Annotate; to != nil {
		to.Nodes = append(to.Nodes, a)
	}
}

// annotateLeaf keeps the end of a path; psi is what the end proves.
func (t *tree) annotateLeaf(st *exec.State, at child, psi *pred.Psi, l leaf) {
	id := t.id()
	if t.search.cfg.Annotate == nil {
		return
	}
	a := Annotation{ID: id, Parent: at.of.id, Kind: l.kind, Other: at.other, State: st, Edge: st.Edge(),
		End: l.end, By: l.by, Half: l.half, Bounded: l.bounded}
	if !l.half {
		a.Psi = psi.Clone()
	}
	t.annotate(a)
}
