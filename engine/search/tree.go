package search

import (
	"context"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// tree is the search tree as far as interpolation needs it: the nodes that
// still have open children. A node closes when its last child does; then its
// interpolant is complete, is stored if paths join there, and moves up.
type tree struct {
	engine *interp.Engine
	table  *interp.Table
	under  map[*exec.State]child // where a waiting or running state belongs
	search *Search
	nextID int             // of nodes and leaves
	stored map[int64]entry // by entry of the table
	saved  int64           // work that pruning saved
	rest   allowance
}

// entry is the node that an entry of the table belongs to, and the work it took
// to explore what lies below the node.
type entry struct {
	node int
	work int64
}

// child is a position below a node.
type child struct {
	of *branch
	// other: behind the answer that the node's path did not go on with.
	other bool
}

// branch is an inner node of the search tree.
type branch struct {
	id   int
	up   child
	edge *exec.Edge  // from up to here
	base *exec.State // the state here
	kind branchKind
	at   exec.Decision // fork: what was decided, with the answer of the first child
	open int           // children that are not closed
	psi  *pred.Psi     // of the children closed so far
	// The marks of TracerX-WP: half proves nothing; bounded holds
	// under the bounds of base.
	half    bool
	bounded bool
	since   int64 // effort when the node was made
}

type branchKind uint8

const (
	root branchKind = iota
	fork
	junction
)

func (k branchKind) annotation() AnnotationKind {
	return [...]AnnotationKind{root: Root, fork: Forking, junction: Joining}[k]
}

func newTree(ctx context.Context, s *Search, c interp.Config) *tree {
	t := &tree{search: s, under: map[*exec.State]child{}, stored: map[int64]entry{}}
	t.engine = interp.New(ctx, s.machine, s, c)
	t.table = interp.NewTable(t.engine)
	if to := s.cfg.Annotate; to != nil {
		to.Engine = t.engine
		s.machine.Watched = true
	}
	return t
}

// plant makes a start of the program the root of a tree.
func (t *tree) plant(st *exec.State) {
	t.under[st] = child{of: &branch{id: t.id(), kind: root, base: t.search.machine.Copy(st), open: 1, psi: t.engine.True()}}
	st.Record(exec.AtJoins)
	st.Edge().Limit(budget.RootSteps.N)
}

// forked makes a node where the path condition grew; none where it would prove
// nothing.
func (t *tree) forked(f exec.Fork) {
	up := t.under[f.Went]
	if f.Base == nil {
		t.silent(up, f.Other)
		return
	}
	if why := f.Base.Edge().Opaque; why != "" {
		t.lose(up.of, why)
	}
	if up.of.half && !t.annotates() {
		f.Went.Mute(exec.AtJoins)
		t.silent(up, f.Other)
		return
	}
	b := &branch{id: t.id(), up: up, edge: f.Base.Edge(), base: f.Base, kind: fork, at: f.At, open: 1, psi: t.engine.True(), half: up.of.half}
	t.under[f.Went] = child{of: b}
	if f.Other != nil {
		b.open = 2
		t.under[f.Other] = child{b, true}
		f.Other.Restart(exec.AtJoins)
	}
	f.Went.Record(exec.AtJoins)
}

// silent takes in the sibling of a state below a node that proves nothing,
// without recording how it gets on.
func (t *tree) silent(up child, other *exec.State) {
	if other == nil {
		return
	}
	up.of.open++
	t.under[other] = up
	other.Mute(exec.AtJoins)
}

// lose makes a node, and so all above it, prove nothing.
func (t *tree) lose(b *branch, why string) {
	if !b.half {
		t.engine.GiveUp(why)
	}
	b.lose()
}

func (b *branch) lose() {
	for ; b != nil && !b.half; b = b.up.of {
		b.half = true
	}
}

// junction asks the table where paths join. It reports whether the state is
// subsumed; if not, a node is made. Interpolation that cannot be afforded is not
// begun: the paths from here to the next junctions are not recorded, and nodes
// above prove nothing.
func (t *tree) junction(st *exec.State) bool {
	up := t.under[st]
	if e, psi := t.table.Find(st); e != nil {
		of := t.stored[e.ID]
		t.saved = min(t.saved+of.work, plenty)
		t.close(st, psi, leaf{kind: Subsumed, by: of.node, bounded: e.Bounded})
		return true
	}
	poor := t.affords() <= 0
	if poor {
		t.lose(up.of, interp.NotWorth)
	}
	if poor && !t.annotates() {
		st.Mute(exec.AtJoins)
		return false
	}
	t.under[st] = child{of: &branch{id: t.id(), up: up, edge: st.Edge(), base: t.search.machine.Copy(st), kind: junction, open: 1, psi: t.engine.True(), half: poor, since: t.effort()}}
	st.Record(exec.AtJoins)
	return false
}

// leaf tells how a path ended.
type leaf struct {
	kind          AnnotationKind
	end           *exec.End
	by            int // the node that subsumes it
	half, bounded bool
}

// failed is the error for which the path ended.
func (l leaf) failed() op.Class {
	if l.end == nil {
		return op.NoClass
	}
	return l.end.Class
}

// ended closes the path of a state.
func (t *tree) ended(st *exec.State, e *exec.End) {
	l := leaf{kind: Ended, end: e, bounded: e.Kind == exec.AtBound || st.Bounds != nil}
	if e.Kind == exec.Stopped || e.Kind == exec.Infeasible && !refuted(st.Edge()) {
		l.half = true
		if !t.under[st].of.half {
			t.engine.GiveUp("the path stopped: " + e.Reason)
		}
	}
	t.close(st, t.engine.True(), l)
}

// refuted tells that a path ended because an assumption of the program failed.
func refuted(e *exec.Edge) bool {
	n := len(e.Decisions)
	return n > 0 && e.Decisions[n-1].Kind == exec.DecidedAssume && !e.Decisions[n-1].Holds
}

// unreached closes the path of a state from which no target can be reached,
// whatever it holds.
func (t *tree) unreached(st *exec.State) {
	t.close(st, t.engine.True(), leaf{kind: Cut, bounded: st.Bounds != nil})
}

// close carries a predicate that excludes the targets from the end of a path up
// the tree, as far as nodes close.
func (t *tree) close(st *exec.State, psi *pred.Psi, l leaf) {
	at := t.under[st]
	delete(t.under, st)
	edge, end := st.Edge(), st
	t.annotateLeaf(st, at, psi, l)
	for b := at.of; b != nil; b = at.of {
		t.join(at, psi, edge, end, l)
		if b.open--; b.open > 0 {
			return
		}
		if b.kind == junction && !b.half {
			t.stored[t.table.Store(b.base, b.psi.Clone(), b.bounded)] = entry{b.id, t.effort() - b.since}
		}
		t.annotateNode(b)
		psi, edge, end, at = b.psi, b.edge, b.base, b.up
		l = leaf{half: b.half, bounded: b.bounded}
	}
}

// id numbers nodes and leaves.
func (t *tree) id() int {
	t.nextID++
	if t.annotates() {
		to := t.search.cfg.Annotate
		to.Born = append(to.Born, t.search.machine.Executed)
	}
	return t.nextID - 1
}

// annotateNode keeps an inner node that closed.
func (t *tree) annotateNode(b *branch) {
	if !t.annotates() {
		return
	}
	a := Annotation{ID: b.id, Parent: -1, Kind: b.kind.annotation(), State: b.base, Edge: b.edge, Decision: b.at, Half: b.half, Bounded: b.bounded}
	if b.up.of != nil {
		a.Parent, a.Other = b.up.of.id, b.up.other
	}
	if !b.half {
		a.Psi = b.psi.Clone()
	}
	t.annotate(a)
}

// join takes what a child proved into its node.
func (t *tree) join(c child, psi *pred.Psi, edge *exec.Edge, end *exec.State, l leaf) {
	b := c.of
	b.bounded = b.bounded || l.bounded
	if l.half {
		b.lose()
	}
	if b.half {
		return
	}
	why := ""
	if left := t.affords(); left > 0 {
		t.engine.Allow(left)
		psi, why = t.engine.Edge(psi, edge, end, l.failed())
	} else {
		why = interp.NotWorth
	}
	switch {
	case why != "":
	case b.kind == fork:
		psi, why = t.guarded(b, psi, c.other)
	default: // inputs read below are to leave the predicate, cores to be made
		psi, why = t.engine.Node(b.base, psi, term.True)
	}
	if why == "" {
		if b.psi.Join(psi); b.psi.False || !t.engine.Sound(b.base, b.psi) {
			why = "an interpolant that does not hold at its node"
		}
	}
	if why != "" {
		t.lose(b, why)
	}
}

// Interpolation may take what pruning saved, a share of what the search itself
// takes, and something in any case, so that it finds out whether it pays; once it
// pruned, more, as what is saved grows with each level of the tree. Where nothing
// can be pruned, a search is slower by the share. What it cannot afford is not
// begun, so that what it can has no gaps; when nothing is left it rests until it
// can afford twice as much as last time: a large subtree without gaps may pay where
// many small ones do not.
const (
	share  = 0.08
	plenty = 1 << 60 // of work saved: it doubles with each turn of some loops
)

// affords is how much work interpolation may take now.
func (t *tree) affords() int64 {
	some := int64(budget.InterpolationAnyway.N)
	if t.saved > 0 {
		some = int64(budget.InterpolationHopeful.N)
	}
	return t.rest.open(some + int64(share*float64(t.work())) + t.saved - t.engine.Spent())
}

// allowance lets interpolation rest when nothing is left.
type allowance struct {
	rests bool
	burst int64 // what ends the rest
}

// open is what may be taken of what is left.
func (p *allowance) open(left int64) int64 {
	switch {
	case p.rests:
		p.rests = left < p.burst
	case left <= 0:
		p.rests, p.burst = true, max(int64(budget.InterpolationAnyway.N), 2*p.burst)
	}
	if p.rests {
		return 0
	}
	return left
}

// work is what execution took so far, in the units of interp.Engine.Spent.
func (t *tree) work() int64 {
	m := t.search.machine
	return m.Executed + int64(budget.QueryCost.N)*m.Queries + t.search.solver.Propagations()
}

// effort is the work done so far, and what pruning saved.
func (t *tree) effort() int64 { return t.work() + t.saved }

// guarded carries a child's predicate over the decision of its node.
func (t *tree) guarded(b *branch, psi *pred.Psi, other bool) (*pred.Psi, string) {
	d := b.at
	if other {
		d.Holds = !d.Holds
	}
	if d.Kind == exec.DecidedFree {
		return t.engine.Node(b.base, psi, term.True)
	}
	guard, why := t.engine.Guard(b.base, d)
	if why != "" {
		return nil, why
	}
	return t.engine.Node(b.base, psi, guard)
}

// doubt makes the node of a state prove nothing: what happened there was not
// settled.
func (t *tree) doubt(st *exec.State) {
	if c, ok := t.under[st]; ok {
		t.lose(c.of, "a question about a target that was not settled")
	}
}
