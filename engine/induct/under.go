package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// maxDecided bounds how many choices in a row under settles.
const maxDecided = 16

// under is what a term is where a guard holds: choices at its top that the guard's
// conditions decide are settled. A block that is made where an allocation succeeds
// leaves no trace so where it has failed.
func (b *builder) under(guard, t term.T) term.T {
	p := b.pool
	for range maxDecided {
		if t == term.None || p.Op(t) != term.OpIte {
			break
		}
		switch c := p.Arg(t, 0); {
		case b.decides(guard, c):
			t = p.Arg(t, 1)
		case b.decides(guard, p.Not(c)):
			t = p.Arg(t, 2)
		default:
			return t
		}
	}
	return t
}

// settled is under, for a condition: what the guard's conditions decide is true or false.
func (b *builder) settled(guard, c term.T) term.T {
	p := b.pool
	switch c = b.under(guard, c); {
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
func (b *builder) decides(guard, c term.T) bool {
	p := b.pool
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
func (b *builder) conditions(guard term.T) map[term.T]bool {
	holds, ok := b.guards[guard]
	if !ok {
		if len(b.guards) >= maxGuards {
			clear(b.guards)
		}
		holds = map[term.T]bool{}
		for _, t := range b.pool.Conjuncts(guard) {
			holds[t] = true
		}
		b.guards[guard] = holds
	}
	return holds
}

// maxGuards is how many guards' conditions are remembered.
const maxGuards = 64

// valueUnder is a value where a guard holds.
func (b *builder) valueUnder(guard term.T, v value) value {
	if v.absent() || v.elems != nil || guard == term.True {
		return v
	}
	t, u := b.under(guard, v.t), b.under(guard, v.u)
	if v.id == term.None {
		return value{t: t, u: u}
	}
	return b.addressIn(b.under(guard, v.id), b.under(guard, v.inst), t, u)
}

// split adds to a state's guard the condition of a way out of a switch. Where that tells
// apart paths that met before, what the state holds is what those left to it bring: clang
// leads every way out of a scope through one block, and a number says where it goes on
// from there. Behind other branches values stay merged: arithmetic on them is then done
// once, not on each way out.
//
//	{ struct buffer b; if (bad(&b)) goto failed; n = length(&b); } use(n);
func (x *run) split(s *state, c term.T) {
	b := x.b
	s.guard = b.pool.And(s.guard, c)
	tells := func(t term.T) bool { return b.met[t] || b.met[b.pool.Not(t)] }
	if s.guard == term.False || !tells(c) && !slices.ContainsFunc(b.pool.Conjuncts(c), tells) {
		return
	}
	s.objs.each(func(id int, o *objState) {
		b.spend(len(o.cells))
		if alive := b.settled(c, o.alive); alive != o.alive {
			s.own(id).alive = alive
		}
		b.narrow(c, o.cells, func() []value { return s.own(id).cells })
	})
	for i, f := range s.frames {
		b.spend(len(f.regs))
		b.narrow(c, f.regs, func() []value { return s.ownFrame(i).regs })
	}
}

// narrow sets values to what they are where a condition holds; own gives them for writing.
func (b *builder) narrow(c term.T, vs []value, own func() []value) {
	for i, v := range vs {
		if v.elems != nil {
			continue
		}
		w := b.valueUnder(c, v)
		if w.u = b.settled(c, w.u); !w.same(v) {
			own()[i] = w
		}
	}
}
