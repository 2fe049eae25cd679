package induct

import (
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
