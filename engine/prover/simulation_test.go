package prover

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestSimulations: what is proved with simulation is what is proved without, for less
// than half the queries.
func TestSimulations(t *testing.T) {
	queries := map[bool]int64{}
	for _, name := range []string{"build_hex", "cursor_gap", "hash_chain", "list_heap", "owner_slots", "queue_array", "queue_linked", "scan_words", "token_ident"} {
		src := filepath.Join("../../testdata/loops", name+".c")
		p := provertest.Compile(t, src)
		var goals []system.Goal
		for _, e := range provertest.Expectations(t, src) {
			goals = append(goals, provertest.GoalOf(p, e))
		}
		outcome := map[bool]*Outcome{}
		for _, silent := range []bool{true, false} {
			cfg := Config{Entry: p.FuncByName["main"], silent: silent}
			outcome[silent] = Prove(context.Background(), p, goals, cfg)
			for _, f := range outcome[silent].Families {
				queries[silent] += f.Queries
			}
		}
		for i := range goals {
			with, without := &outcome[false].Proofs[i], &outcome[true].Proofs[i]
			if with.Proved != without.Proved {
				t.Errorf("%s, goal %d: proved %v with simulation (%s), %v without (%s)", name, i, with.Proved, with.Why, without.Proved, without.Why)
			}
		}
	}
	if t.Logf("queries: %d with simulation, %d without", queries[false], queries[true]); 2*queries[false] > queries[true] {
		t.Errorf("%d queries with simulation, %d without", queries[false], queries[true])
	}
}
