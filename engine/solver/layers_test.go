package solver

import (
	"context"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/term"
)

// answeredBy returns the name of the layer that answered the last query, given
// the statistics before it.
func answeredBy(before, after Stats) string {
	for i := range after.Layers {
		if after.Layers[i].Answered > before.Layers[i].Answered {
			return after.Layers[i].Name
		}
	}
	return "none"
}

// step is a query with the layer that is to answer it.
type step struct {
	name  string
	as    []term.T
	want  Status
	layer string
	core  []term.T // if want is Unsat
}

func runSteps(t *testing.T, p *term.Pool, steps []step) {
	t.Helper()
	s := New(p, Options{})
	for _, q := range steps {
		before := s.Stats()
		res := s.Check(t.Context(), q.as, Limits{})
		if res.Status != q.want {
			t.Fatalf("%s: answer %v, want %v", q.name, res.Status, q.want)
		}
		if layer := answeredBy(before, s.Stats()); layer != q.layer {
			t.Errorf("%s: answered by %s, want %s", q.name, layer, q.layer)
		}
		if res.Status == Sat {
			if err := solvertest.CheckModel(p, res.Model, q.as); err != nil {
				t.Errorf("%s: %v", q.name, err)
			}
		} else if !slices.Equal(res.Core, q.core) {
			t.Errorf("%s: core %v, want %v", q.name, res.Core, q.core)
		}
	}
}

func TestLayers(t *testing.T) {
	p := term.NewPool()
	c := func(v uint64) term.T { return p.BV(32, v) }
	x, y, z := p.Var(32, "x"), p.Var(32, "y"), p.Var(32, "z")
	small := p.ULt(x, c(100))
	odd := p.Eq(p.Extract(x, 0, 1), p.BV(1, 1))
	both := p.And(small, odd)
	square := p.Eq(p.Mul(y, y), c(49))
	runSteps(t, p, []step{
		{name: "first", as: []term.T{small, odd}, want: Sat, layer: "backend"},
		{name: "again", as: []term.T{small, odd}, want: Sat, layer: "models"},
		{name: "prefix", as: []term.T{small}, want: Sat, layer: "models"},
		{name: "conjunction", as: []term.T{both}, want: Sat, layer: "models"},
		{name: "False", as: []term.T{small, term.False}, want: Unsat, layer: "literals", core: []term.T{term.False}},
		{name: "complement", as: []term.T{small, odd, p.Not(small)}, want: Unsat, layer: "literals",
			core: []term.T{small, p.Not(small)}},
		{name: "complement of a conjunct", as: []term.T{both, p.Not(odd)}, want: Unsat, layer: "literals",
			core: []term.T{both, p.Not(odd)}},
		{name: "out of bounds", as: []term.T{odd, small, p.ULt(c(500), p.Add(x, c(3)))}, want: Unsat, layer: "intervals",
			core: []term.T{small, p.ULt(c(500), p.Add(x, c(3)))}},
		{name: "independent", as: []term.T{small, odd, square}, want: Sat, layer: "slices"},
		{name: "definition", as: []term.T{small, odd, square, p.Eq(z, p.Add(x, y))}, want: Sat, layer: "models"},
		{name: "all true", as: []term.T{term.True}, want: Sat, layer: "models"},
	})
}

// TestDefinitionAcrossIntervals checks that bounds pass through equations.
func TestDefinitionAcrossIntervals(t *testing.T) {
	p := term.NewPool()
	c := func(v int64) term.T { return p.BV(32, uint64(v)) }
	s := []term.T{p.Var(32, "s0")}
	path := []term.T{p.Eq(s[0], c(0))}
	for range 5 {
		d, next := p.Var(32, "d"), p.Var(32, "s")
		path = append(path, p.SLe(c(-1), d), p.SLe(d, c(1)), p.Eq(next, p.Add(s[len(s)-1], d)))
		s = append(s, next)
	}
	// The bounds of a term are kept for both directions at once, so the core has
	// the lower bounds as well.
	q := append(path, p.SLt(c(5), s[5]))
	runSteps(t, p, []step{{name: "sum above its bound", as: q, want: Unsat, layer: "intervals", core: q}})
}

// hard returns a query without a quick answer: the factors of a product of two
// primes near 2^28.
func hard(p *term.Pool) []term.T {
	x, y := p.Var(64, "x"), p.Var(64, "y")
	limit, one := p.BV(64, 1<<29), p.BV(64, 1)
	product := p.BV(64, 268435399*268435367)
	return []term.T{p.ULt(x, limit), p.ULt(y, limit), p.ULt(one, x), p.ULt(one, y), p.Eq(p.Mul(x, y), product)}
}

func TestLimitsGiveReasons(t *testing.T) {
	p := term.NewPool()
	s := New(p, Options{})
	q := hard(p)
	tests := []struct {
		lim  Limits
		want string
	}{
		{Limits{Conflicts: 200}, backend.ReasonConflicts},
		{Limits{Propagations: 20000}, backend.ReasonPropagations},
	}
	for _, tt := range tests {
		if res := s.Check(t.Context(), q, tt.lim); res.Status != Unknown || res.Reason != tt.want {
			t.Errorf("limits %+v: %v %q, want unknown %q", tt.lim, res.Status, res.Reason, tt.want)
		}
	}
}

func TestCancellation(t *testing.T) {
	p := term.NewPool()
	s := New(p, Options{})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if res := s.Check(cancelled, hard(p), Limits{}); res.Status != Unknown || res.Reason != backend.ReasonCancelled {
		t.Errorf("cancelled before: %v %q", res.Status, res.Reason)
	}
	later, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if res := s.Check(later, hard(p), Limits{}); res.Status != Unknown || res.Reason != backend.ReasonCancelled {
		t.Errorf("cancelled under way: %v %q", res.Status, res.Reason)
	}
	x := p.Var(8, "x")
	if res := s.Check(t.Context(), []term.T{p.Eq(p.Mul(x, x), p.BV(8, 4))}, Limits{}); res.Status != Sat {
		t.Errorf("after a cancelled query: %v", res.Status)
	}
}

// looks is a context that is cancelled when it is looked at for the n-th time.
type looks struct {
	context.Context
	n int
}

func (c *looks) Done() <-chan struct{} { return make(chan struct{}) }

func (c *looks) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere cancels queries of random streams at every look at the
// context: what the layers keep must stay in order.
func TestCancelledAnywhere(t *testing.T) {
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		stream := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, 10))
		s := New(stream.Pool, Options{})
		for q := range 20 {
			as := stream.Next()
			res := s.Check(&looks{t.Context(), r.Intn(3 * len(as))}, as, Limits{})
			switch {
			case res.Status == Unknown && res.Reason != backend.ReasonCancelled:
				t.Fatalf("seed %d, query %d: reason %q", seed, q, res.Reason)
			case res.Status != Unknown && stream.Satisfiable(as) != (res.Status == Sat):
				t.Fatalf("seed %d, query %d: %v under cancellation", seed, q, res.Status)
			}
			if r.Intn(2) == 0 { // the next query may find what the cancelled one left
				as = stream.Next()
			}
			if err := stream.Verify(s, as); err != nil {
				t.Fatalf("seed %d, query %d: %v", seed, q, err)
			}
		}
	}
}
