package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/term"
)

// simplifyUnder is what a term is where a guard holds: choices at its top that the guard's
// conditions decide are settled. A block that is made where an allocation succeeds
// leaves no trace so where it has failed.
func (b *terms) simplifyUnder(guard, t term.T) term.T {
	p := b.Pool
	if t == term.None {
		return t
	}
	for range budget.DecidedChoices.N {
		i := b.taken(guard, t)
		if i == 0 {
			break
		}
		t = p.Arg(t, i)
	}
	if p.Op(t) == term.OpAdd && p.IsConst(p.Arg(t, 1)) { // as an object number that was chosen with it
		return p.Add(b.simplifyUnder(guard, p.Arg(t, 0)), p.Arg(t, 1))
	}
	return t
}

// taken is the argument that a term is where a guard holds, if the guard's conditions decide
// which; 0: they do not, or the term is no choice.
func (b *terms) taken(guard, t term.T) int {
	p := b.Pool
	if p.Op(t) != term.OpIte {
		return 0
	}
	switch c := p.Arg(t, 0); {
	case b.decides(guard, c):
		return 1
	case b.decides(guard, p.Not(c)):
		return 2
	}
	return 0
}

// decidedUnder is under, for a condition: what the guard's conditions decide is true or false.
func (b *terms) decidedUnder(guard, c term.T) term.T {
	p := b.Pool
	switch c = b.simplifyUnder(guard, c); {
	case c == term.None || p.IsConst(c) || p.IsArray(c): // of heap blocks: one for each
		return c
	case b.decides(guard, c):
		return term.True
	case b.decides(guard, p.Not(c)):
		return term.False
	}
	return c
}

// decides tells that a guard's conditions make c hold: it is a conjunction of some
// of them, or the negation of one in which a condition does not hold.
func (b *terms) decides(guard, c term.T) bool {
	p := b.Pool
	holds := b.conditions(guard)
	all := func(c term.T) bool {
		return !slices.ContainsFunc(p.Conjuncts(c), func(t term.T) bool { return !holds[t] })
	}
	if p.Op(c) == term.OpNot && !holds[c] {
		return slices.ContainsFunc(p.Conjuncts(p.Arg(c, 0)), func(t term.T) bool { return all(p.Not(t)) })
	}
	return all(c)
}

// conditions are those of which a guard is the conjunction.
func (b *terms) conditions(guard term.T) map[term.T]bool {
	holds, ok := b.guards[guard]
	if !ok {
		if len(b.guards) >= budget.Guards.N {
			clear(b.guards)
		}
		holds = map[term.T]bool{}
		for _, t := range b.Pool.Conjuncts(guard) {
			holds[t] = true
		}
		b.guards[guard] = holds
	}
	return holds
}

// valueUnder is a value where a guard holds.
func (b *objects) valueUnder(guard term.T, v Value) Value {
	if v.Absent() || v.Elems != nil || guard == term.True {
		return v
	}
	t, u := b.simplifyUnder(guard, v.Term), b.simplifyUnder(guard, v.Uninit)
	if v.ID == term.None {
		return Value{Term: t, Uninit: u}
	}
	return b.narrowed(v, b.addressIn(b.simplifyUnder(guard, v.ID), b.simplifyUnder(guard, v.Inst), t, u))
}

// split adds to a state's guard the condition of an edge of a switch. Where that tells
// apart paths that met before, what the state holds is what those left to it bring: clang
// leads every edge of a scope through one block, and a number says where it goes on
// from there. Behind other branches values stay merged: arithmetic on them is then done
// once, not on each edge.
//
//	{ struct buffer b; if (bad(&b)) goto failed; n = length(&b); } use(n);
func (x *run) split(s *State, c term.T) {
	b := x.Sys
	s.Guard = b.Pool.And(s.Guard, c)
	tells := func(t term.T) bool { return b.met[t] || b.met[b.Pool.Not(t)] }
	if s.Guard == term.False || !tells(c) && !slices.ContainsFunc(b.Pool.Conjuncts(c), tells) {
		return
	}
	s.Objs.Each(func(id int, o *ObjState) {
		b.spend(len(o.Cells))
		read := o.read
		if alive := b.decidedUnder(c, o.Alive); alive != o.Alive {
			s.own(id).Alive = alive
		}
		b.narrow(c, o.Cells, func() []Value { return s.own(id).Cells })
		if len(read) > 0 { // nothing is written here
			s.own(id).read = read
		}
	})
	for i, f := range s.Frames {
		b.spend(len(f.Regs))
		b.narrow(c, f.Regs, func() []Value { return s.ownFrame(i).Regs })
	}
}

// narrow sets values to what they are where a condition holds; own gives them for writing.
func (b *objects) narrow(c term.T, vs []Value, own func() []Value) {
	for i, v := range vs {
		if v.Elems != nil {
			continue
		}
		w := b.valueUnder(c, v)
		if w.Uninit = b.decidedUnder(c, w.Uninit); !w.Same(v) {
			own()[i] = w
		}
	}
}
