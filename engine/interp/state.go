package interp

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// match is a matching of the objects of a predicate with those of a state.
type match struct {
	to   map[memory.ObjID]memory.ObjID
	from map[memory.ObjID]memory.ObjID
}

// identity is the matching of a state with predicates about itself.
var identity = (*match)(nil)

// object is the state's object for one of the predicate's; ok is false where
// none is known yet.
func (e *Engine) object(m *match, o memory.ObjID) (memory.ObjID, bool) {
	if m == nil || o == 0 {
		return o, true
	}
	if _, fixed := e.Machine.Fixed(o); fixed {
		return o, true
	}
	x, ok := m.to[o]
	return x, ok
}

// bind matches two objects; false if either is matched to another one.
func (e *Engine) bind(m *match, o, x memory.ObjID) bool {
	if old, ok := e.object(m, o); ok {
		return old == x
	}
	if _, fixed := e.Machine.Fixed(x); fixed || x == 0 {
		return false
	}
	if old, ok := m.from[x]; ok {
		return old == o
	}
	m.to[o], m.from[x] = x, o
	return true
}

// read is the value at a place of a state, with the condition that a part of it
// was never written; ok is false if the place does not exist.
func (e *Engine) read(s *exec.State, p pred.Place, m *match) (v memory.Value, unwritten term.T, ok bool) {
	if p.Obj == 0 {
		if int(p.Depth) >= s.Depth() || p.Reg < 0 {
			return v, term.False, false
		}
		v = s.Reg(int(p.Depth), p.Reg)
		if p.Elem > 0 {
			if v.Kind != memory.Agg || int(p.Elem) > len(v.Elems) {
				return v, term.False, false
			}
			v = v.Elems[p.Elem-1]
		}
		return v, term.False, v.Kind != memory.Agg
	}
	x, ok := e.object(m, p.Obj)
	if !ok || x == 0 {
		return v, term.False, false
	}
	o := s.Mem.Get(x)
	end := p.At + uint64(p.N)
	if o.Dead || o.Origin == memory.Code || end > o.Size || end > memory.MaxObject || x == e.Machine.Argv() {
		return v, term.False, false
	}
	v, unwritten = s.Mem.Load(x, p.At, int(p.N))
	return v, unwritten, true
}

// term is the value of a state variable in a state.
func (e *Engine) term(s *exec.State, l pred.Loc, m *match) (term.T, bool) {
	if l.Role == pred.Size {
		x, ok := e.object(m, l.Obj)
		if !ok {
			return term.None, false
		}
		return s.Mem.SizeTerm(s.Mem.Get(x)), true
	}
	v, unwritten, ok := e.read(s, l.Place, m)
	if !ok {
		return term.None, false
	}
	if l.Role == pred.Written {
		return e.pool.Not(unwritten), true
	}
	if v.Kind == memory.Raw {
		v = s.Mem.Cook(v, max(1, (int(l.Width)+7)/8))
	}
	switch {
	case v.Kind == memory.Ptr && (l.Role == pred.Offset || v.Obj == 0):
	case v.Kind == memory.Int:
	default:
		return term.None, false
	}
	return e.scalar(v, int(l.Width))
}

// scalar is a number of width w (0: Bool) as a term.
func (e *Engine) scalar(v memory.Value, w int) (term.T, bool) {
	if v.T != term.None {
		return v.T, e.pool.Width(v.T) == w
	}
	if w == 0 {
		return e.pool.Bool(v.Bits&1 == 1), true
	}
	return e.pool.BV(w, v.Bits), true
}

// holder is the object that the address at a place lies in.
func (e *Engine) holder(s *exec.State, p pred.Place, m *match) (memory.ObjID, bool) {
	v, _, ok := e.read(s, p, m)
	if !ok {
		return 0, false
	}
	if v.Kind == memory.Raw {
		v = s.Mem.Cook(v, e.ptrBits/8)
	}
	switch {
	case v.Kind == memory.Ptr:
		return v.Obj, true
	case v.IsInt():
		return 0, true
	}
	return 0, false
}

// instance is a condition with the state's values for its variables.
func (e *Engine) instance(s *exec.State, c term.T, m *match) (term.T, bool) {
	vals := map[term.T]term.T{}
	for _, v := range e.pool.Vars(c) {
		l, ok := e.voc.Loc(v)
		if !ok {
			continue
		}
		t, ok := e.term(s, l, m)
		if !ok {
			return term.None, false
		}
		vals[v] = t
	}
	return e.pool.Substitute(c, vals), true
}

// holds tells whether a condition holds in every concrete state of s.
func (e *Engine) holds(s *exec.State, c term.T) bool {
	t, ok := e.instance(s, c, identity)
	return ok && e.entails(s, t)
}

// entails tells whether the path condition implies a condition over inputs.
func (e *Engine) entails(s *exec.State, t term.T) bool {
	switch t {
	case term.True:
		return true
	case term.False:
		return false
	}
	if s.Model != nil && !e.Machine.Evaluate(s.Model, t) {
		return false
	}
	as := append(append([]term.T(nil), s.PC()...), e.pool.Not(t))
	no, _ := e.unsat(as...)
	return no
}
