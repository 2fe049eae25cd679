package solver

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/assay-dev/assay/engine/solver/solvertest"
)

// configurations are the layer combinations that every stream is run against.
var configurations = []struct {
	name string
	opts Options
}{
	{"all layers", Options{}},
	{"backend only", Options{Disable: AllLayers}},
	{"intervals only", Options{Disable: LayerLiterals | LayerModels | LayerSlices}},
	{"no slices", Options{Disable: LayerSlices}},
	{"no models", Options{Disable: LayerModels}},
	{"frequent resets", Options{MaxVariables: 50, CachedModels: 2}},
}

// runStream checks queries of one random stream against all configurations.
func runStream(t *testing.T, seed int64, queries, maxBits int) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	stream := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, maxBits))
	solvers := make([]Solver, len(configurations))
	for i, c := range configurations {
		solvers[i] = New(stream.Pool, c.opts)
	}
	for q := range queries {
		as := stream.Next()
		tight := Limits{Conflicts: int64(r.Intn(3)), Propagations: int64(r.Intn(200))}
		for i, s := range solvers {
			// A query that is given up must leave nothing behind.
			if res := s.Check(t.Context(), as, tight); res.Status == Sat {
				if err := solvertest.CheckModel(stream.Pool, res.Model, as); err != nil {
					t.Fatalf("seed %d, query %d, %s, limits %+v: %v", seed, q, configurations[i].name, tight, err)
				}
			}
			if err := stream.Verify(s, as); err != nil {
				t.Fatalf("seed %d, query %d, %s: %v", seed, q, configurations[i].name, err)
			}
		}
	}
}

func TestAgainstEnumeration(t *testing.T) {
	for seed := range int64(300) {
		runStream(t, seed, 30, 11)
	}
}

func FuzzAgainstEnumeration(f *testing.F) {
	f.Add(int64(1000))
	f.Fuzz(func(t *testing.T, seed int64) { runStream(t, seed, 40, 14) })
}

func TestDeterministic(t *testing.T) {
	run := func() string {
		r := rand.New(rand.NewSource(5))
		stream := solvertest.NewStream(r, solvertest.Config{Width: 8, Vars: 3, Arrays: true, Ops: 20})
		s := New(stream.Pool, Options{})
		out := ""
		for range 100 {
			as := stream.Next()
			res := s.Check(t.Context(), as, Limits{})
			out += fmt.Sprintln(res.Status, res.Core, res.Model)
		}
		return out + fmt.Sprint(s.Stats().Backend)
	}
	if a, b := run(), run(); a != b {
		t.Fatal("two runs of the same queries differ")
	}
}
