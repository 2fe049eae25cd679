package induct

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestUnder: choices that a guard decides are settled, others stay.
func TestUnder(t *testing.T) {
	p := term.NewPool()
	b := &builder{pool: p, guards: map[term.T]map[term.T]bool{}}
	x, y, z := p.Var(0, "x"), p.Var(0, "y"), p.Var(0, "z")
	one, two := p.Var(8, "one"), p.Var(8, "two")
	both := p.And(x, y)
	for _, c := range []struct {
		name           string
		guard, c, want term.T // want: of c ? one : two; None: it stays
	}{
		{"it is a condition of the guard", p.AndN(z, x), x, one},
		{"its negation is", p.AndN(z, p.Not(x)), x, two},
		{"all its conditions are", p.AndN(x, z, y), both, one},
		{"one of its conditions is not", p.And(z, p.Not(x)), both, two},
		{"some of its conditions are", p.And(z, x), both, term.None},
		{"a condition of it excludes others", p.And(x, y), p.And(z, p.Not(both)), two},
		{"nothing is known of it", p.And(x, y), z, term.None},
		{"the guard is a choice", p.Not(p.And(p.Not(x), p.Not(y))), x, term.None},
		{"a condition of it excludes one of two", p.And(z, p.Not(both)), x, term.None},
	} {
		choice := p.Ite(c.c, one, two)
		want := c.want
		if want == term.None {
			want = choice
		}
		if got := b.under(c.guard, choice); got != want {
			t.Errorf("%s: %s under %s is %s", c.name, p.String(choice), p.String(c.guard), p.String(got))
		}
	}
}

// TestSettled: a condition that a guard decides is settled, others stay.
func TestSettled(t *testing.T) {
	p := term.NewPool()
	b := &builder{pool: p, guards: map[term.T]map[term.T]bool{}}
	x, y, z := p.Var(0, "x"), p.Var(0, "y"), p.Var(0, "z")
	for _, c := range []struct{ t, want term.T }{
		{x, term.True}, {p.Not(x), term.False}, {p.And(x, y), term.True}, {p.And(x, z), p.And(x, z)}, {z, z}, {p.Not(z), p.Not(z)},
	} {
		if got := b.settled(p.And(x, y), c.t); got != c.want {
			t.Errorf("%s is %s, want %s", p.String(c.t), p.String(got), p.String(c.want))
		}
	}
}

// TestSplit: behind a way out of a switch that tells apart paths which met, a state holds what those
// left to it bring, in registers and in memory; the state that was split keeps the rest.
func TestSplit(t *testing.T) {
	p := term.NewPool()
	b := &builder{ctx: context.Background(), pool: p, guards: map[term.T]map[term.T]bool{}, met: map[term.T]bool{}, objects: []*object{{}}}
	x, y, z := p.Var(0, "x"), p.Var(0, "y"), p.Var(0, "z")
	one, two := p.BV(8, 1), p.BV(8, 2)
	failed := p.And(x, y)
	path := func(guard, k, alive term.T) *state {
		s := &state{owner: new(owner), guard: guard, frames: []*frame{{regs: []value{number(k)}}}}
		s.put(0, &objState{owner: s.owner, alive: alive, cells: []value{number(k)}})
		return s
	}
	met := b.mergeTwo(path(failed, one, term.False), path(p.And(z, p.Not(failed)), two, term.True))
	for _, c := range []struct {
		name        string
		by          term.T
		want, alive term.T // None: both are left
	}{
		{"the paths that failed", failed, one, term.False},
		{"the others", p.Not(failed), two, term.True},
		{"the others, with more", p.And(z, p.Not(failed)), two, term.True},
		{"all of them", z, term.None, term.None},
	} {
		s := met.fork()
		(&run{b: b}).split(s, c.by)
		if s.guard != p.And(met.guard, c.by) {
			t.Errorf("%s: the guard is %s", c.name, p.String(s.guard))
		}
		if c.want == term.None {
			c.want, c.alive = met.top().regs[0].t, met.obj(0).alive
		}
		if o := s.obj(0); o.cells[0].t != c.want || s.top().regs[0].t != c.want || o.alive != c.alive {
			t.Errorf("%s: %s in memory and %s in a register, alive %s", c.name, p.String(o.cells[0].t), p.String(s.top().regs[0].t), p.String(o.alive))
		}
	}
	if met.obj(0).cells[0].t == one || met.top().regs[0].t == two {
		t.Error("the state that was split has changed")
	}
}
