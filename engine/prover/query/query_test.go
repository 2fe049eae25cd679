package query

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// asker asks about terms of no program.
func asker() (*Asker, *term.Pool) {
	b := system.OfTerms(term.NewPool())
	b.Ctx = context.Background()
	return New(b.Ctx, b), b.Pool
}

var plenty = backend.Limits{Conflicts: 100_000, Propagations: 50_000_000}

// TestAsk: an answer names the facts that exclude the goal, and no other; a model makes
// all of them true.
func TestAsk(t *testing.T) {
	a, p := asker()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	below, other, above := p.ULt(x, p.BV(32, 5)), p.ULt(y, p.BV(32, 9)), p.ULt(p.BV(32, 7), x)
	r := a.Ask(Question{Facts: []term.T{other, below}, Goal: []term.T{above}}, plenty)
	if r.Status != backend.Unsat || !slices.Contains(r.Core, below) || slices.Contains(r.Core, other) {
		t.Errorf("%v, core %v; want %v without %v", r.Status, r.Core, below, other)
	}
	r = a.Ask(Question{Facts: []term.T{other, below}, Goal: []term.T{p.Eq(x, y)}}, plenty)
	if r.Status != backend.Sat {
		t.Fatalf("%v, want a model", r.Status)
	}
	ev := term.NewEvaluator(p, r.Model)
	if !ev.Bool(below) || !ev.Bool(other) || ev.BV(x) != ev.BV(y) {
		t.Errorf("x = %d, y = %d", ev.BV(x), ev.BV(y))
	}
	if a.Queries != 2 {
		t.Errorf("%d queries were counted", a.Queries)
	}
	if r := a.Ask(Question{Facts: []term.T{term.False}, Goal: []term.T{below}}, plenty); r.Status != backend.Unsat {
		t.Errorf("of nothing: %v", r.Status)
	}
}

// TestLimits: what is too hard is unknown, and a solver without a past is asked once more.
func TestLimits(t *testing.T) {
	a, p := asker()
	x, y := p.Var(64, "x"), p.Var(64, "y")
	small := func(v term.T) term.T { return p.And(p.ULt(p.BV(64, 1), v), p.ULt(v, p.BV(64, 1<<31))) }
	q := Question{Facts: []term.T{small(x), small(y)}, Goal: []term.T{p.Eq(p.Mul(x, y), p.BV(64, 4611685975477714963))}} // of two primes
	few := backend.Limits{Conflicts: 20, Propagations: 20_000}
	if r := a.Ask(q, few); r.Status != backend.Unknown {
		t.Errorf("%v, want unknown", r.Status)
	}
	old, before := a.Solver, a.Propagations()
	if r := a.Retry(q, few); r.Status != backend.Unknown || a.Solver == old {
		t.Errorf("%v, by the same solver: %t", r.Status, a.Solver == old)
	}
	if a.Propagations() <= before {
		t.Error("the work of the solver before is forgotten")
	}
	back := a.Fresh()
	fresh := a.Solver
	back()
	if a.Solver == fresh {
		t.Error("the solver for a while is kept")
	}
}

// TestDecide: where the other conditions make the operands of divisions equal, so are their
// quotients; each step excludes the conditions that it lists.
func TestDecide(t *testing.T) {
	a, p := asker()
	k := func(n uint64) term.T { return p.BV(32, n) }
	x, y, m, n := p.Var(32, "x"), p.Var(32, "y"), p.Var(32, "m"), p.Var(32, "n")
	month := func(v term.T) term.T { return p.And(p.ULe(k(1), v), p.ULe(v, k(12))) }
	year := func(v term.T) term.T { return p.ULt(v, k(5000)) }
	facts := []term.T{month(m), month(n), year(x), year(y),
		p.Eq(p.Add(p.Mul(k(12), x), m), p.Add(p.Mul(k(12), y), n))}
	goal := p.Not(p.Eq(p.Mul(p.UDiv(x, k(7)), p.Add(m, x)), p.Mul(p.UDiv(y, k(7)), p.Add(n, y))))
	r, steps := a.Decide(Question{Facts: facts, Goal: []term.T{goal}}, backend.Limits{Conflicts: 200, Propagations: 400_000})
	if r.Status != backend.Unsat || len(steps) < 2 {
		t.Fatalf("%v in %d steps", r.Status, len(steps))
	}
	for i, step := range steps {
		if s := a.Ask(Question{Goal: step}, plenty); s.Status != backend.Unsat {
			t.Errorf("step %d: %v", i, s.Status)
		}
	}
}
