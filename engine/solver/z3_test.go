//go:build z3

package solver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/solver/z3"
	"github.com/assay-dev/assay/engine/term"
)

// differential is how many queries a stream of the differential tests has.
const differential = 100

// opponents returns the solvers that answer the queries of a stream: ours with
// and without layers and Z3, and for every fourth seed the combinations of both.
func opponents(p *term.Pool, seed int64) []Solver {
	solvers := []Solver{
		New(p, Options{}),
		New(p, Options{Disable: AllLayers}),
		New(p, Options{Backend: BackendZ3, Disable: AllLayers}),
	}
	if seed%4 == 0 {
		solvers = append(solvers,
			New(p, Options{Backend: BackendZ3}),
			New(p, Options{Backend: BackendZ3Push, Disable: AllLayers}),
			New(p, Options{Fallback: BackendZ3, FallbackConflicts: 1}))
	}
	return solvers
}

// runDifferential asks our solver, Z3 and enumeration, and requires one answer;
// models are evaluated, and cores checked by enumeration and by a Z3 of their
// own. It returns how many of the queries were satisfiable.
func runDifferential(t *testing.T, seed int64, minWidth, maxBits int) (sat int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	stream := solvertest.NewStream(r, solvertest.RandomConfig(r, minWidth, maxBits))
	solvers := opponents(stream.Pool, seed)
	oracle, err := z3.New(stream.Pool, z3.Assume)
	if err != nil {
		t.Fatal(err)
	}
	defer oracle.Close()
	for q := range differential {
		as := stream.Next()
		for i, s := range solvers {
			if err := stream.Verify(s, as); err != nil {
				t.Fatalf("seed %d, query %d, solver %d: %v", seed, q, i, err)
			}
		}
		res := solvers[0].Check(context.Background(), as, Limits{})
		if res.Status == Sat {
			sat++
			continue
		}
		again := oracle.Check(context.Background(), backend.Query{Assumptions: res.Core}, Limits{})
		if again.Status != Unsat {
			t.Fatalf("seed %d, query %d: Z3 finds core %v %v", seed, q, res.Core, again.Status)
		}
	}
	for _, s := range solvers {
		s.Close()
	}
	return sat
}

func TestDifferential(t *testing.T) {
	for seed := range int64(15) {
		runDifferential(t, 1_000_000+seed, 1, 10)
	}
}

func FuzzDifferential(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { runDifferential(t, seed, 1, 10) })
}

// The long run of TestDifferentialLong: how many queries in all, and the file
// that keeps the count, so that a run that was ended goes on where it was.
const (
	longQueries = "ASSAY_FUZZ_QUERIES"
	longState   = "ASSAY_FUZZ_STATE"
)

// TestDifferentialLong is TestDifferential with as many queries as asked for, at
// widths of 3 to 8 bits; make fuzz runs a million. Without ASSAY_FUZZ_QUERIES it
// does one stream.
func TestDifferentialLong(t *testing.T) {
	want, state := differential, filepath.Join(t.TempDir(), "state")
	if v := os.Getenv(longQueries); v != "" {
		var err error
		if want, err = strconv.Atoi(v); err != nil {
			t.Fatalf("%s: %v", longQueries, err)
		}
	}
	if v := os.Getenv(longState); v != "" {
		state = v
	}
	done, sat := readCounts(t, state)
	for done < want {
		sat += runDifferential(t, int64(3_000_000+done/differential), 3, 12)
		if done += differential; done%(50*differential) == 0 || done >= want {
			if err := os.WriteFile(state, fmt.Appendf(nil, "%d %d\n", done, sat), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d queries, %d of them satisfiable: no disagreement", done, sat)
}

// readCounts reads what an earlier run left, zero if there was none.
func readCounts(t *testing.T, name string) (queries, sat int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(text), &queries, &sat); err != nil {
		t.Fatalf("%s: %v: remove it to start anew", name, err)
	}
	return queries, sat
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
