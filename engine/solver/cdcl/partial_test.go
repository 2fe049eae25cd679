package cdcl

import (
	"context"
	"math/rand"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/term"
)

type checker struct{ *Backend }

func (c checker) Check(ctx context.Context, as []term.T, lim backend.Limits) backend.Result {
	return c.Backend.Check(ctx, backend.Query{Assumptions: as}, lim)
}

// TestPartialModels compares backends with partial models with enumeration: answers are
// those of any other, and what such a model leaves open may be anything, also where divisions,
// or reads at places that other reads tell, are among it.
func TestPartialModels(t *testing.T) {
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		s := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, 11))
		for _, diverse := range []bool{false, true} {
			c := checker{New(s.Pool, Config{Partial: true, Diverse: diverse})}
			for q := range 30 {
				if err := s.Verify(c, s.Next()); err != nil {
					t.Fatalf("seed %d, diverse %v, query %d: %v", seed, diverse, q, err)
				}
			}
		}
	}
}

// TestPartialLeavesOpen: what does not matter to a query costs it nothing.
func TestPartialLeavesOpen(t *testing.T) {
	decisions := func(partial bool) int64 {
		p := term.NewPool()
		b := New(p, Config{Partial: partial})
		var some []term.T
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			x := p.Var(32, name)
			some = append(some, p.ULt(p.Mul(x, x), p.Mul(x, p.BV(32, 77))))
		}
		wantSat(t, b, p.OrN(some...))
		return b.Stats().Decisions
	}
	if all, some := decisions(false), decisions(true); some*4 > all {
		t.Errorf("%d decisions, %d where all of it is decided", some, all)
	}
}

// TestPartialModelsReadChains: a read that a model leaves open can be where another one reads.
func TestPartialModelsReadChains(t *testing.T) {
	p := term.NewPool()
	a, i := p.ArrayVar(8, 8, "A"), p.Var(8, "i")
	b := New(p, Config{Partial: true, Diverse: true})
	next := p.Select(a, i)
	far := p.Select(a, p.Select(a, next))
	for n := range uint64(40) {
		wantSat(t, b, p.ULt(p.BV(8, n), far), p.Eq(p.Select(a, p.BV(8, n)), p.BV(8, n/2)))
	}
}
