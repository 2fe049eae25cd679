package prover

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
)

// TestEndsOfArrays: an array is said to be written up to numbers that select its
// elements, by a read, a write or in a function that is called, and to what is compared
// with one; not up to numbers that have nothing to do with it.
func TestEndsOfArrays(t *testing.T) {
	p, _, goals := provertest.Asked(t, provertest.Source(t, "ends.c", `int __VERIFIER_nondet_int(void);
static int seven;
static int at(const int *a, int place) { return a[place]; } // @unreachable uninitialised-read
int main(void)
{
	int a[40], filled = 0, size = __VERIFIER_nondet_int() & 31, lines = 0, taken = 0, sum = 0;
	while (__VERIFIER_nondet_int()) {
		lines++;
		if (filled < size)
			a[filled++] = lines;
		if (taken < filled)
			sum ^= at(a, taken++);
		if (lines == 7)
			seven++;
	}
	return sum;
}
`))
	b := provertest.System(t, p, goals)
	pr := newProver(context.Background(), b, goals, &Config{}).context()
	proposed := map[string]bool{}
	families.Arrays.Propose(pr, 0)
	for i := range b.Cutpoints {
		for _, ts := range pr.Current[i] {
			if a, ok := ts.(*invariant.Candidate); ok {
				proposed[a.Text] = true
			}
		}
	}
	for _, x := range []string{"filled", "taken", "size", "lines", "sum"} {
		if got, want := proposed["a is initialised up to "+x], !strings.Contains("lines sum", x); got != want {
			t.Errorf("up to %s: proposed %v, want %v", x, got, want)
		}
	}
}
