package search

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
)

// The methods below are the search's side of exec.Observer.

// Forked makes a node of the tree and queues the sibling of a state.
func (s *Search) Forked(f exec.Fork) {
	if s.tree != nil {
		s.tree.forked(f)
	}
	if f.Other != nil {
		s.visits[f.Went.Point().Block]++
		s.queue(f.Other)
	}
}

// Reaches tells whether an open target can be reached from a call stack, given
// as the points that are next to execute, innermost first.
func (s *Search) Reaches(stack []ir.Point) bool { return s.dist.Stack(stack) != ir.Unreached }

// doubt notes that the running path left a question about a target open.
func (s *Search) doubt() {
	if s.tree != nil {
		s.tree.doubt(s.running)
	}
}

// Open tells whether a target still waits for its answer.
func (s *Search) Open(target int) bool { return s.open[target] }

// Hit closes a target if its witness is accepted.
func (s *Search) Hit(h exec.Hit) {
	if h.Model == nil {
		s.doubt()
		return
	}
	ev := s.machine.Evidence(h.Path, h.Cond, s.machine.Modest(h.Path, h.Cond, h.Model), h.Class)
	if !s.cfg.Accept(h.Target, Hit{h.Site, h.Side, ev}) {
		s.doubt()
		return
	}
	s.open[h.Target] = false
	s.out.Answered[h.Target] = true
	s.left--
	if s.left > 0 {
		s.aim()
	}
}

// Met keeps the first path that shows an error at a point; one with a model is
// better than one without.
func (s *Search) Met(e exec.Met) {
	k := metKey{e.Class, e.Point}
	i, ok := s.seen.met[k]
	if ok && (s.out.Met[i].Evidence != nil || e.Model == nil) {
		return
	}
	m := Met{Class: e.Class, Point: e.Point}
	if e.Model != nil {
		m.Evidence = s.machine.Evidence(e.Path, e.Cond, e.Model, e.Class)
	}
	if ok {
		s.out.Met[i] = m
		return
	}
	s.seen.met[k] = len(s.out.Met)
	s.out.Met = append(s.out.Met, m)
}

// Assumed collects the assumptions of the run.
func (s *Search) Assumed(a string) {
	if !s.seen.assumed[a] {
		s.seen.assumed[a] = true
		s.out.Assumed = append(s.out.Assumed, a)
	}
}

// Unsure collects what makes the search incomplete.
func (s *Search) Unsure(k exec.Stop) {
	s.doubt()
	if !s.seen.stops[k] {
		s.seen.stops[k] = true
		s.out.Stops = append(s.out.Stops, k)
	}
}

// Bounded collects the bounds that were met.
func (s *Search) Bounded(b *exec.BoundHit) {
	if b.Shallow {
		s.out.Shallow = true
		return
	}
	k := *b
	k.Up = nil
	if !s.seen.bounds[k] {
		s.seen.bounds[k] = true
		s.out.Bounds = append(s.out.Bounds, k)
	}
}

// Prefer takes the side that is nearer to a target first.
func (s *Search) Prefer(_ *exec.State, then, els *ir.Block) bool {
	a, b := s.dist.Block(then.ID), s.dist.Block(els.ID)
	if a == b {
		return true
	}
	return b == ir.Unreached || a != ir.Unreached && a < b
}

// Cut tells that no open target can be reached from a state that is about to
// enter b, or, with b nil, to go on where it stands.
func (s *Search) Cut(st *exec.State, b *ir.Block) bool {
	pt := st.Point()
	if b != nil {
		pt = ir.Point{Block: b.ID}
	}
	return s.left == 0 || s.dist.Stack(stackOf(st, pt)) == ir.Unreached
}

// Leads tells that an open target can be reached from the entry of a function.
func (s *Search) Leads(f ir.FuncID) bool { return s.left > 0 && s.dist.Func(f) != ir.Unreached }
