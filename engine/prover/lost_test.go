package prover

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestMissed: where there is no proof the reason names the loop, a candidate
// and the state from which a turn violates it.
func TestMissed(t *testing.T) {
	text := `int __VERIFIER_nondet_int(void);
static int a[8];
int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        a[i] = 1; // @reachable out-of-bounds
        i = i * 3 + 1;
    }
    return 0;
}
`
	src := provertest.Source(t, "missed.c", text)
	p := provertest.Compile(t, src)
	out := Prove(context.Background(), p, []system.Goal{provertest.GoalOf(p, provertest.Expectations(t, src)[0])}, Config{Entry: p.FuncByName["main"]})
	why := out.Proofs[0].Why
	for _, part := range []string{"out-of-bounds", "missed.c:7", "at the loop of ", "missed.c:6", "the candidate “", "i ≤ ", "leads to i = "} {
		if !strings.Contains(why, part) {
			t.Errorf("%q is not in %q", part, why)
		}
	}
}
