//go:build z3

package solver

import (
	"context"
	"math/rand"
	"os"
	"strconv"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/solver/z3"
	"github.com/assay-dev/assay/engine/term"
)

// runDifferential asks our solver, with and without layers, Z3 in both modes,
// and enumeration, and requires one answer; models are evaluated, and cores
// checked by enumeration and by a fresh Z3.
func runDifferential(t *testing.T, seed int64, queries, maxBits int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	stream := solvertest.NewStream(r, solvertest.RandomConfig(r, maxBits))
	solvers := []Solver{
		New(stream.Pool, Options{}),
		New(stream.Pool, Options{Disable: AllLayers}),
		New(stream.Pool, Options{Backend: BackendZ3, Disable: AllLayers}),
		New(stream.Pool, Options{Backend: BackendZ3}),
		New(stream.Pool, Options{Backend: BackendZ3Push, Disable: AllLayers}),
		New(stream.Pool, Options{Fallback: BackendZ3, FallbackConflicts: 1}),
	}
	oracle, err := z3.New(stream.Pool, z3.Assume)
	if err != nil {
		t.Fatal(err)
	}
	defer oracle.Close()
	for q := range queries {
		as := stream.Next()
		for i, s := range solvers {
			if err := stream.Verify(s, as); err != nil {
				t.Fatalf("seed %d, query %d, solver %d: %v", seed, q, i, err)
			}
		}
		res := solvers[0].Check(context.Background(), as, Limits{})
		if res.Status == Unsat {
			again := oracle.Check(context.Background(), backend.Query{Assumptions: res.Core}, Limits{})
			if again.Status != Unsat {
				t.Fatalf("seed %d, query %d: Z3 finds core %v %v", seed, q, res.Core, again.Status)
			}
		}
	}
	for _, s := range solvers {
		s.Close()
	}
}

// TestDifferential runs ASSAY_FUZZ_STREAMS random streams, default 60.
func TestDifferential(t *testing.T) {
	n := 60
	if v := os.Getenv("ASSAY_FUZZ_STREAMS"); v != "" {
		var err error
		if n, err = strconv.Atoi(v); err != nil {
			t.Fatalf("ASSAY_FUZZ_STREAMS: %v", err)
		}
	}
	for seed := range int64(n) {
		runDifferential(t, 1_000_000+seed, 25, 10)
	}
}

func FuzzDifferential(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { runDifferential(t, seed, 25, 10) })
}

// TestRealWidths compares with Z3 at widths where enumeration is impossible.
func TestRealWidths(t *testing.T) {
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		w := []int{16, 24, 32, 64, 70}[r.Intn(5)]
		stream := solvertest.NewStream(r, solvertest.Config{Width: w, Vars: 3, Bools: 1, Ops: 8})
		own := New(stream.Pool, Options{})
		oracle := New(stream.Pool, Options{Backend: BackendZ3, Disable: AllLayers})
		for q := range 12 {
			as := stream.Next()
			lim := Limits{Conflicts: 3000}
			a := own.Check(context.Background(), as, lim)
			b := oracle.Check(context.Background(), as, lim)
			if a.Status != b.Status && a.Status != Unknown && b.Status != Unknown {
				t.Fatalf("seed %d, query %d, width %d: own %v, z3 %v", seed, q, w, a.Status, b.Status)
			}
			checkAnswer(t, stream.Pool, oracle, as, a)
			checkAnswer(t, stream.Pool, own, as, b)
		}
		own.Close()
		oracle.Close()
	}
}

// checkAnswer checks a model by evaluation and a core by another solver.
func checkAnswer(t *testing.T, p *term.Pool, other Solver, as []term.T, res Result) {
	t.Helper()
	switch res.Status {
	case Sat:
		if err := solvertest.CheckModel(p, res.Model, as); err != nil {
			t.Fatal(err)
		}
	case Unsat:
		if err := solvertest.CheckCore(res.Core, as); err != nil {
			t.Fatal(err)
		}
		if st := other.Check(context.Background(), res.Core, Limits{Conflicts: 3000}).Status; st == Sat {
			t.Fatalf("core %v is satisfiable for the other solver", res.Core)
		}
	}
}
