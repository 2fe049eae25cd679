package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// pathEnd unwinds from inside an operation to Run; it never leaves the package.
type pathEnd struct{ End }

func (m *Machine) end(s *State, k EndKind) { m.endWith(s, k, memory.Value{}) }

// endWith ends a path; at the end of the program, returned is what its entry returned.
func (m *Machine) endWith(s *State, k EndKind, returned memory.Value) {
	if k == Exited {
		m.lost(s, returned)
	}
	panic(pathEnd{End{Kind: k, Point: m.userPoint(s)}})
}

// stop ends a path at something the engine does not model.
func (m *Machine) stop(s *State, reason string) { m.undecided(s, Unmodelled, reason) }

// undecided ends a path for want of something.
func (m *Machine) undecided(s *State, k StopKind, reason string) {
	panic(pathEnd{End{Kind: Stopped, Stop: k, Reason: reason, Point: m.userPoint(s)}})
}

// atBound ends a path that met a bound.
func (m *Machine) atBound(s *State, kind string, pt ir.Point, limit int64) {
	m.beyond(s, BoundHit{Kind: kind, Point: pt, Limit: limit})
}

func (m *Machine) beyond(s *State, b BoundHit) {
	b.Up = s.Bounds
	s.Bounds = &b
	panic(pathEnd{End{Kind: AtBound, Point: b.Point, Bound: s.Bounds}})
}

// answer is what is known of a condition on a path.
type answer uint8

const (
	no    answer = iota // unsatisfiable together with Π
	maybe               // the solver gave up
	yes                 // satisfiable; a model is at hand
)

// feasible asks whether Π ∧ c is satisfiable. The state's model is tried
// first: most questions are answered by evaluating it.
func (m *Machine) feasible(s *State, c term.T) (answer, *term.Model) {
	return m.ask(s, c, m.Config.QueryLimits)
}

func (m *Machine) ask(s *State, c term.T, lim solver.Limits) (answer, *term.Model) {
	switch c {
	case term.False:
		return no, nil
	case term.True:
		if s.Model != nil {
			return yes, s.Model
		}
	}
	if s.Model != nil && m.evaluator(s.Model).Bool(c) {
		return yes, s.Model
	}
	m.Queries++
	as := append(s.pc[:len(s.pc):len(s.pc)], c)
	r := m.Solver.Check(m.ctx, as, lim)
	if m.ctx.Err() != nil { // with a long path condition, even cheap answers take long
		m.end(s, Cancelled)
	}
	switch r.Status {
	case solver.Sat:
		return yes, r.Model
	case solver.Unsat:
		return no, nil
	}
	return maybe, nil
}

// decide settles a condition on the path, forking when both sides are
// possible. Operations call it before they change anything: the fork executes
// the same instruction again and takes the other side. prefer is the side to
// go on with.
func (m *Machine) decide(s *State, c term.T, prefer bool) bool {
	about := s.about
	s.about = Decision{}
	switch c {
	case term.True, term.False:
		about.Holds = c == term.True
		s.decided(about)
		return about.Holds
	}
	for _, d := range s.forced {
		if d.cond == c {
			s.taken = append(s.taken, d)
			about.Holds, about.Split = d.side, d.split
			s.decided(about)
			if d.side {
				s.learnt = append(s.learnt, c)
			}
			return d.side
		}
	}
	s.drain(m)
	neg := m.Pool.Not(c)
	yesT, modelT := m.feasible(s, c)
	yesF, modelF := m.feasible(s, neg)
	if yesT == no && yesF == no {
		m.end(s, Infeasible)
	}
	if yesT == no || yesF == no {
		d := yesT != no
		if d {
			s.Model = modelT
			s.learnt = append(s.learnt, c)
		} else {
			s.Model = modelF
			s.learnt = append(s.learnt, neg)
		}
		s.taken = append(s.taken, decision{c, d, false})
		about.Holds = d
		s.decided(about)
		return d
	}
	base := m.base(s)
	t := m.split(s, decision{c, !prefer, true})
	if prefer {
		s.assume(c)
		t.assume(neg)
		s.Model, t.Model = modelT, modelF
	} else {
		s.assume(neg)
		t.assume(c)
		s.Model, t.Model = modelF, modelT
	}
	s.taken = append(s.taken, decision{c, prefer, true})
	about.Holds, about.Split = prefer, true
	m.Obs.Forked(Fork{base, s, t, about})
	s.decided(about)
	return prefer
}

// decideBranch is decide about the condition of the instruction itself.
func (m *Machine) decideBranch(s *State, c term.T) bool {
	s.about = Decision{Kind: DecidedBranch}
	return m.decide(s, c, true)
}

// base is a copy of a state that is about to fork, for the node of the search
// tree; nil if nothing is recorded, and nobody looks on.
func (m *Machine) base(s *State) *State {
	if !s.records() && !m.Watched {
		return nil
	}
	return m.fork(s)
}

// Copy is a copy of a state where it stands, to be read only.
func (m *Machine) Copy(s *State) *State { return m.fork(s) }

// decision is the answer that a path gave to a condition, or, with cond None,
// to a free choice.
type decision struct {
	cond  term.T
	side  bool
	split bool // the other answer is explored, too
}

// split makes the sibling that will execute the current instruction again,
// repeat the decisions so far and then take d.
func (m *Machine) split(s *State, d decision) *State {
	s.forks++
	s.parts()
	t := m.fork(s)
	t.forced = append(append([]decision(nil), s.taken...), d)
	return t
}

// choose explores both answers to a question that nothing constrains (does
// malloc fail?). prefer is the answer to go on with.
func (m *Machine) choose(s *State, prefer bool) bool {
	free := Decision{Kind: DecidedFree, Split: true}
	nth := 0
	for _, d := range s.taken {
		if d.cond == term.None {
			nth++
		}
	}
	for _, d := range s.forced {
		if d.cond != term.None {
			continue
		}
		if nth == 0 {
			s.taken = append(s.taken, d)
			free.Holds = d.side
			s.decided(free)
			return d.side
		}
		nth--
	}
	base := m.base(s)
	t := m.split(s, decision{side: !prefer, split: true})
	s.taken = append(s.taken, decision{side: prefer, split: true})
	free.Holds = prefer
	m.Obs.Forked(Fork{base, s, t, free})
	s.decided(free)
	return prefer
}

// drain adds the pending facts about addresses to the path condition. They
// never exclude a path (some placement of the objects always exists), but the
// model may have to move.
func (s *State) drain(m *Machine) {
	if len(s.Mem.Pending) == 0 {
		return
	}
	pend := s.Mem.Pending
	s.Mem.Pending = nil
	for _, c := range pend {
		s.require(m, c, Decision{})
	}
}

// require adds a condition that restricts the path; infeasible paths end.
func (s *State) require(m *Machine, c term.T, about Decision) {
	if c == term.True {
		return
	}
	about.Holds = true
	a, model := m.feasible(s, c)
	if a == no {
		about.Holds = false
		s.decided(about)
		m.end(s, Infeasible)
	}
	m.narrowTo(s, c, model, about)
}

// narrowTo lets a path go on where a condition holds that may also not hold.
func (m *Machine) narrowTo(s *State, c term.T, model *term.Model, about Decision) {
	base := m.base(s)
	s.assume(c)
	s.Model = model
	about.Split = true
	if base != nil {
		m.Obs.Forked(Fork{Base: base, Went: s, At: about})
	}
	s.decided(about)
}

// evaluators is how many models keep their memo of evaluated terms.
const evaluators = 16

// evaluator is the memoising evaluator of a model. Models change hands between
// states; the few in use keep their memos. It is good until the next call, which
// may give its memory to another model.
func (m *Machine) evaluator(model *term.Model) *term.Evaluator {
	for i := range m.evals {
		if m.evals[i].model == model {
			return m.evals[i].ev
		}
	}
	slot := &m.evals[m.nextEval]
	m.nextEval = (m.nextEval + 1) % evaluators
	slot.model = model
	if slot.ev == nil {
		slot.ev = term.NewEvaluator(m.Pool, model)
	} else {
		slot.ev.Rebind(model)
	}
	return slot.ev
}

// Evaluate tells whether a condition holds under a model.
func (m *Machine) Evaluate(model *term.Model, c term.T) bool { return m.evaluator(model).Bool(c) }

// Value is the value of a term of at most 64 bits under a model.
func (m *Machine) Value(model *term.Model, t term.T) uint64 {
	if m.Pool.Width(t) == 0 {
		return concrete.FromCond(m.evaluator(model).Bool(t))
	}
	return m.evaluator(model).BV(t)
}
