package induct

import (
	"context"
	"testing"
)

// TestBlocksOfProcedures: where no allocation fails, a block that a procedure
// makes may be known to be dead when the next one is made at its place; what
// names the former dangles all the same.
func TestBlocksOfProcedures(t *testing.T) {
	p, exps, goals := asked(t, "../../testdata/induct/recursion_traps.c")
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], NoFail: map[string]bool{"malloc": true}})
	for i, e := range exps {
		if e.status == "reachable" && out.Proofs[i].Proved {
			t.Errorf("line %d: %v was proved: %s", e.line, e.class, out.Proofs[i].Why)
		}
	}
}
