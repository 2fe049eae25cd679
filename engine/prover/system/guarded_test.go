package system

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestUnder: choices that a guard decides are settled, others stay.
func TestUnder(t *testing.T) {
	p := term.NewPool()
	b := OfTerms(p)
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
		if got := b.simplifyUnder(c.guard, choice); got != want {
			t.Errorf("%s: %s under %s is %s", c.name, p.String(choice), p.String(c.guard), p.String(got))
		}
	}
}

// TestSettled: a condition that a guard decides is settled, others stay.
func TestSettled(t *testing.T) {
	p := term.NewPool()
	b := OfTerms(p)
	x, y, z := p.Var(0, "x"), p.Var(0, "y"), p.Var(0, "z")
	for _, c := range []struct{ t, want term.T }{
		{x, term.True}, {p.Not(x), term.False}, {p.And(x, y), term.True}, {p.And(x, z), p.And(x, z)}, {z, z}, {p.Not(z), p.Not(z)},
	} {
		if got := b.decidedUnder(p.And(x, y), c.t); got != c.want {
			t.Errorf("%s is %s, want %s", p.String(c.t), p.String(got), p.String(c.want))
		}
	}
}

// TestSplit: behind an edge of a switch that tells apart paths which met, a state holds what those
// left to it bring, in registers and in memory; the state that was split keeps the rest.
func TestSplit(t *testing.T) {
	p := term.NewPool()
	b := OfTerms(p)
	b.Ctx, b.Objects = context.Background(), []*Object{{}}
	x, y, z := p.Var(0, "x"), p.Var(0, "y"), p.Var(0, "z")
	one, two := p.BV(8, 1), p.BV(8, 2)
	failed := p.And(x, y)
	path := func(guard, k, alive term.T) *State {
		s := &State{owner: new(owner), Guard: guard, Frames: []*frame{{Regs: []Value{number(k)}}}}
		s.put(0, &ObjState{owner: s.owner, Alive: alive, Cells: []Value{number(k)}})
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
		(&run{Sys: b}).split(s, c.by)
		if s.Guard != p.And(met.Guard, c.by) {
			t.Errorf("%s: the guard is %s", c.name, p.String(s.Guard))
		}
		if c.want == term.None {
			c.want, c.alive = met.top().Regs[0].Term, met.Obj(0).Alive
		}
		if o := s.Obj(0); o.Cells[0].Term != c.want || s.top().Regs[0].Term != c.want || o.Alive != c.alive {
			t.Errorf("%s: %s in memory and %s in a register, alive %s", c.name, p.String(o.Cells[0].Term), p.String(s.top().Regs[0].Term), p.String(o.Alive))
		}
	}
	if met.Obj(0).Cells[0].Term == one || met.top().Regs[0].Term == two {
		t.Error("the state that was split has changed")
	}
}
