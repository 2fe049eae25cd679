package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// userPoint is where the user sees the current instruction: errors inside
// library models belong to the call that entered them.
func (m *Machine) userPoint(s *State) ir.Point {
	i := len(s.frames) - 1
	for i > 0 && s.frames[i].Fn.Model {
		i--
	}
	if i < 0 {
		return ir.Point{}
	}
	f := s.frames[i]
	return ir.Point{Block: f.Block.ID, Instr: int32(f.IP)}
}

// wanted is the union of the classes that open targets look for here.
func (m *Machine) wanted(s *State) op.Set {
	var w op.Set
	for _, st := range m.sitesAt(m.userPoint(s)) {
		if m.Obs.Open(st.Target) {
			w |= st.Classes
		}
	}
	return w
}

// reached answers targets that only ask whether the instruction is executed.
func (m *Machine) reached(s *State) {
	f := s.Top()
	b := m.sites[f.Block.ID]
	if b == nil || b[f.IP] == nil || f.Fn.Model {
		return
	}
	for _, st := range b[f.IP] {
		s.passed |= st.pass
		if !m.Obs.Open(st.Target) {
			continue
		}
		if st.Classes.Has(op.Reach) {
			m.hit(s, st, op.Check[term.T]{Class: op.Reach, Cond: term.True})
		}
	}
}

// check settles one thing an operation may do wrong. A target that asks for it
// is answered when it is possible. Path-ending violations are reported, and
// the path goes on where they did not happen; continuing ones change nothing
// here. arg is the operand concerned, -1 where there is only one.
//
// The forced replay of a fork repeats no question: a check forks never.
func (m *Machine) check(s *State, c op.Check[term.T], arg int32) { m.checkSides(s, c, term.None, arg) }

// checkSides is check for a violation of either of two sides that ends the path in the same way;
// low tells which one it is where it happens. A target that asks for one side is not answered by
// the other, and left open where that is possible.
func (m *Machine) checkSides(s *State, c op.Check[term.T], low term.T, arg int32) {
	if c.Cond == term.False {
		return
	}
	for _, st := range m.sitesAt(m.userPoint(s)) {
		switch {
		case !st.matches(c, arg) || !m.Obs.Open(st.Target):
		case st.Arg >= 0 && arg < 0:
			m.untold(s, c, "an error is possible there, and through which argument is not told")
		case c.Class == op.NoText:
			m.untold(s, c, "nothing fails in the call, but its argument may be no text")
		case st.Side != op.AnySide && low != term.None:
			m.hitSide(s, st, c, low)
		default:
			m.hit(s, st, c)
		}
	}
	switch {
	case m.effect(s, c.Class) == op.Ends:
		m.survive(s, c)
	case c.Class == op.SignedOverflow:
		m.assumeWraps(s)
	}
}

// effect is the table's, but for programs compiled with -ftrapv, where signed
// overflow ends the program; the library is not compiled so.
func (m *Machine) effect(s *State, c op.Class) op.Effect {
	if c == op.SignedOverflow && m.Config.Trapv && !s.Top().Fn.Model {
		return op.Ends
	}
	return c.Effect()
}

func (st *Site) matches(c op.Check[term.T], arg int32) bool {
	return st.Classes.Has(c.Class) &&
		(st.Side == op.AnySide || c.Side == op.AnySide || st.Side == c.Side) &&
		(st.Arg < 0 || arg < 0 || st.Arg == arg)
}

// untold leaves a target open where something may hold that is no answer: an error that may
// be made through the argument that the target asks about or through another.
func (m *Machine) untold(s *State, c op.Check[term.T], why string) {
	s.drain(m)
	if a, _ := m.feasible(s, c.Cond); a != no {
		m.Obs.Unsure(Stop{Kind: Unmodelled, Reason: why, Point: m.userPoint(s)})
	}
}

// hitSide answers a target that asks for one side of a violation.
func (m *Machine) hitSide(s *State, st Site, c op.Check[term.T], low term.T) {
	meant, other := c, c
	meant.Cond, other.Cond = m.Pool.And(c.Cond, low), m.Pool.And(c.Cond, m.Pool.Not(low))
	if st.Side == op.High {
		meant, other = other, meant
	}
	if meant.Cond != term.False {
		m.hit(s, st, meant)
	}
	if other.Cond != term.False {
		m.untold(s, other, "another error is possible there than the one that is meant")
	}
}

func (m *Machine) hit(s *State, st Site, c op.Check[term.T]) {
	s.drain(m)
	a, model := m.feasible(s, c.Cond)
	if a == no {
		return
	}
	if a == maybe {
		m.Obs.Unsure(Stop{GaveUp, "the solver gave up on a question about it", m.userPoint(s)})
		return
	}
	model = m.withoutChoices(s, c.Cond, model)
	m.Obs.Hit(Hit{Target: st.Target, Site: st.Index, Class: c.Class, Side: c.Side, Path: m.snapshot(s), Cond: c.Cond, Model: model})
}

// survive lets the path go on where a path-ending violation did not happen.
func (m *Machine) survive(s *State, c op.Check[term.T]) {
	s.drain(m)
	bad, model := m.ask(s, c.Cond, m.Config.SideLimits)
	if bad == no {
		return
	}
	m.Obs.Met(Met{Class: c.Class, Point: m.userPoint(s), Path: m.snapshot(s), Cond: c.Cond, Model: model})
	ok := m.Pool.Not(c.Cond)
	about := Decision{Kind: DecidedCheck, Class: c.Class, Side: c.Side}
	good, model := m.feasible(s, ok)
	if good == no {
		s.decided(about)
		m.failed(s, c.Class)
	}
	about.Holds = true
	m.narrowTo(s, ok, model, about)
}

// failed ends a path that commits an error for certain.
func (m *Machine) failed(s *State, c op.Class) {
	panic(pathEnd{End{Kind: Failed, Reason: c.Text(), Point: m.userPoint(s), Class: c}})
}

// fail is check for a violation that is certain on this path.
func (m *Machine) fail(s *State, class op.Class, arg int32) { m.failSide(s, class, term.None, arg) }

// failSide is checkSides for a violation that is certain on this path.
func (m *Machine) failSide(s *State, class op.Class, low term.T, arg int32) {
	m.checkSides(s, op.Check[term.T]{Class: class, Cond: term.True}, low, arg)
	if m.effect(s, class) == op.Ends {
		m.failed(s, class)
	}
}

// assumeWraps names the assumption that signed arithmetic wraps here.
func (m *Machine) assumeWraps(s *State) {
	m.Obs.Assumed("signed overflow wraps as -fwrapv at " + m.Prog.Where(m.userPoint(s)))
}
