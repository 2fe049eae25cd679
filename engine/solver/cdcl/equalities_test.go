package cdcl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// names are variables of one width.
func names(p *term.Pool, n, width int) []term.T {
	var vs []term.T
	for i := range n {
		vs = append(vs, p.Var(width, fmt.Sprint("n", i)))
	}
	return vs
}

// diamonds is a chain of equalities that each may go one of two ways, from one end to
// another one that differs.
func diamonds(p *term.Pool, n, width int) (ts []term.T) {
	vs := names(p, 3*n+1, width)
	for i := range n {
		from, to := vs[3*i], vs[3*i+3]
		way := func(by term.T) term.T { return p.And(p.Eq(from, by), p.Eq(by, to)) }
		ts = append(ts, p.Or(way(vs[3*i+1]), way(vs[3*i+2])))
	}
	return append(ts, p.Not(p.Eq(vs[0], vs[3*n])))
}

// TestChainsOfEqualities: a query that is out of reach of the bits alone is decided.
func TestChainsOfEqualities(t *testing.T) {
	p := term.NewPool()
	const width = 24
	q := backend.Query{Assumptions: diamonds(p, 40, width)}
	lim := backend.Limits{Conflicts: 3 * easyConflicts}
	if r := New(p, Config{Names: []int{width}}).Check(context.Background(), q, lim); r.Status != backend.Unsat {
		t.Errorf("related: %v (%s)", r.Status, r.Reason)
	}
	if r := New(p, Config{}).Check(context.Background(), q, lim); r.Status != backend.Unknown {
		t.Errorf("bits alone: %v: the test shows nothing", r.Status)
	}
}

// TestRelatedEqualities: what clauses of transitivity are added to has the answers that
// it has without them, and its models are models.
func TestRelatedEqualities(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	const width = 3 // of few values, so that what is not equal has to be different
	answers := map[backend.Status]int{}
	p := term.NewPool()
	vs := names(p, 7, width)
	related := New(p, Config{Names: []int{width}})
	for range 300 {
		var ts []term.T
		for range 4 + rng.IntN(22) {
			c := term.False
			for range 1 + rng.IntN(3) {
				e := p.Eq(vs[rng.IntN(len(vs))], vs[rng.IntN(len(vs))])
				if rng.IntN(2) == 0 {
					e = p.Not(e)
				}
				c = p.Or(c, e)
			}
			ts = append(ts, c)
		}
		q := backend.Query{Assumptions: ts}
		want := New(p, Config{}).Check(context.Background(), q, backend.Limits{})
		if _, done := related.load(ts, nil); !done && !related.relate(related.compared(), nil) {
			t.Fatal("stopped")
		}
		got := related.Check(context.Background(), q, backend.Limits{})
		if got.Status != want.Status {
			t.Fatalf("%v with the clauses, %v without", got.Status, want.Status)
		}
		answers[got.Status]++
		if got.Status == backend.Sat {
			ev := term.NewEvaluator(p, got.Model)
			for _, c := range ts {
				if !ev.Bool(c) {
					t.Fatalf("the model violates %s", p.String(c))
				}
			}
		}
	}
	if answers[backend.Sat] < 30 || answers[backend.Unsat] < 30 {
		t.Errorf("one-sided: %v", answers)
	}
}

// TestTriangles: the graph is chordal then, and each of its triangles is there once.
func TestTriangles(t *testing.T) {
	ring := func() edges {
		g := edges{}
		for i := range term.T(6) {
			g.join(i+1, (i+1)%6+1)
		}
		return g
	}
	ts := ring().triangles()
	if len(ts) != 4 { // a hexagon is cut into four
		t.Errorf("%v", ts)
	}
	seen := map[[3]term.T]bool{}
	for _, x := range ts {
		if seen[x] || x[0] >= x[1] || x[1] >= x[2] {
			t.Errorf("%v of %v", x, ts)
		}
		seen[x] = true
	}
}
