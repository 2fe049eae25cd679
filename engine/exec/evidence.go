package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Evidence is a path with a concrete value for every input: what leaves the
// search, free of its arena.
type Evidence struct {
	Class  op.Class
	Point  ir.Point
	Inputs []Given
	// Steps of the path, oldest first.
	Steps []Step
	// Open are the values that the path depends on and that no input
	// determines.
	Open []Open
}

// Given is an input with its value.
type Given struct {
	Input
	Value uint64
	Bytes []byte
	// Needed: the path depends on what an unmodelled function did.
	Needed bool
}

// Step is a step of a path.
type Step struct {
	Point ir.Point
	Kind  MarkKind
	Taken bool
	N     uint64
}

// Modest is a model like the given one with as few arguments of the program as
// a few questions find: people read and type them.
func (m *Machine) Modest(path Snapshot, cond term.T, model *term.Model) *term.Model {
	if m.argc == term.None {
		return model
	}
	w := m.Pool.Width(m.argc)
	as := append(path.PC[:len(path.PC):len(path.PC)], cond)
	for most := uint64(1); most <= uint64(m.Config.MaxArgc) && m.evalTerm(term.NewEvaluator(m.Pool, model), m.argc) > most; most++ {
		m.Queries++
		r := m.Solver.Check(m.ctx, append(as[:len(as):len(as)], m.Pool.SLe(m.argc, m.Pool.BV(w, most))), m.Config.SideLimits)
		if r.Status == solver.Sat {
			return r.Model
		}
	}
	return model
}

// Evidence evaluates a path under a model of its condition and of cond, while
// the state that the path leads to has not moved on.
func (m *Machine) Evidence(path Snapshot, cond term.T, model *term.Model, c op.Class) *Evidence {
	e := &Evidence{Class: c, Point: path.Point}
	ev := term.NewEvaluator(m.Pool, model)
	for _, in := range path.Inputs {
		g := Given{Input: in, Value: in.Known}
		if in.Value != term.None {
			g.Value = m.evalTerm(ev, in.Value)
		}
		for _, b := range in.Bytes {
			g.Bytes = append(g.Bytes, byte(ev.BV(b)))
		}
		e.Inputs = append(e.Inputs, g)
	}
	for t := path.Trace; t != nil; t = t.Up {
		e.Steps = append(e.Steps, Step{t.Point, t.Kind, t.Taken, t.N})
	}
	slices.Reverse(e.Steps)
	n := m.needsOf(ev, append(path.PC[:len(path.PC):len(path.PC)], cond))
	e.Open = m.open(&path, ev, n)
	for i, in := range path.Inputs {
		e.Inputs[i].Needed = in.Forked || slices.ContainsFunc(in.Made, n.has)
	}
	return e
}

func (m *Machine) evalTerm(ev *term.Evaluator, t term.T) uint64 {
	switch w := m.Pool.Width(t); {
	case w == 0:
		return concrete.FromCond(ev.Bool(t))
	case w > 64:
		return ev.Big(t).Uint64()
	}
	return ev.BV(t)
}
