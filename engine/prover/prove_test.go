package prover

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
)

// TestHardChecksWait: a check that little effort does not decide is decided in the last
// round, if not before, also when others have used up the share of those that are hard.
func TestHardChecksWait(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/equal.c")
	b := provertest.System(t, p, goals)
	j := newProver(context.Background(), b, goals, &Config{})
	j.Hard = 1 << 60
	j.search(schedule)
	late := 0
	for i, e := range exps {
		if proved := j.Missing(i) == nil; proved != (e.Status == "unreachable") {
			t.Errorf("line %d: %v: proved %v, want %s", e.Line, e.Class, proved, e.Status)
		}
		for _, c := range j.ByGoal[i] {
			if by, ok := j.Proved[c]; ok && by.Round == j.Round {
				late++
			}
		}
	}
	if late == 0 {
		t.Error("no check is hard, so the test shows nothing")
	}
}
