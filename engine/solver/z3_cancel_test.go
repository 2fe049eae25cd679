//go:build z3

package solver

import (
	"context"
	"math/rand"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/solver/z3"
)

// TestZ3Interrupted cancels queries of one instance at different moments: an
// answer that is given all the same, and every later one, must be right. An
// interrupt that hit an assertion once made Z3 answer without it.
func TestZ3Interrupted(t *testing.T) {
	cancelled := 0
	for seed := range int64(6) {
		r := rand.New(rand.NewSource(seed))
		stream := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, 8))
		s, err := z3.New(stream.Pool, z3.Assume)
		if err != nil {
			t.Fatal(err)
		}
		for q := range 60 {
			as := stream.Next()
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.Intn(400))*time.Microsecond)
			res := s.Check(ctx, backend.Query{Assumptions: as}, backend.Limits{})
			cancel()
			switch res.Status {
			case backend.Unknown:
				cancelled++
			case backend.Sat:
				if err := solvertest.CheckModel(stream.Pool, res.Model, as); err != nil {
					t.Fatalf("seed %d, query %d: %v", seed, q, err)
				}
			case backend.Unsat:
				if stream.Satisfiable(as) {
					t.Fatalf("seed %d, query %d: unsat, but it is satisfiable", seed, q)
				}
			}
		}
		s.Close()
	}
	if cancelled == 0 {
		t.Error("no query was cancelled")
	}
}
