package prover

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// late is a context that ends after it was asked n times.
type late struct {
	context.Context
	n int
}

func (c *late) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestDeadlineIsKept: whenever the time ends, the prover ends, and proves
// nothing that is not so.
func TestDeadlineIsKept(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/traps.c")
	for n := range 8 {
		start := time.Now()
		ctx := &late{context.Background(), n * n * n}
		out := Prove(ctx, p, goals, Config{Entry: p.FuncByName["main"]})
		for i, e := range exps {
			if out.Proofs[i].Proved && e.Status != "unreachable" {
				t.Errorf("%d: line %d: %v was proved", n, e.Line, e.Class)
			}
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("with time for %d looks at the clock: %v", n*n*n, d)
		}
	}
}

// TestWorkIsCounted: the construction of the segments ends when its work is
// used up.
func TestWorkIsCounted(t *testing.T) {
	src, err := filepath.Abs("../../testdata/induct/traps.c")
	if err != nil {
		t.Fatal(err)
	}
	b := system.NewBuilder(context.Background(), provertest.Compile(t, src), &system.Settings{})
	b.Config.Entry = b.Prog.FuncByName["main"]
	b.Work = int64(budget.SystemWork.N)
	b.Build()
	if b.Failed == "" {
		t.Error("a system was made without work")
	}
}
