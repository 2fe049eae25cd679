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
