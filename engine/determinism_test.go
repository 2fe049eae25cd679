package engine

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestSameRunSameResult: verdicts, witnesses, given, bounds and effort do not
// depend on the number of workers or on what ran before (verdicts.md, rule 6).
func TestSameRunSameResult(t *testing.T) {
	const text = nondet + `
static int tab[8];
static int pick(int i, int j) {
  if (i < 0 || i > 9)
    return 1;
  tab[i] = j; // @ index-bound
  int s = 0;
  for (int k = 0; k < 8; k++)
    if (tab[k] > 3)
      s += tab[k] / (j - 5); // @ division-by-zero
  return s;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int r = pick(a, b);
  if (r == 77)
    return 1 / (r - 77); // @ division-by-zero
  if (a > 100 && a < 50)
    r = 1 / (a - a); // @ division-by-zero
  return 10 / (r * r + 1); // @ division-by-zero
}`
	p, targets := programText(t, text)
	var first *Result
	for _, workers := range []int{1, 2, 1, 2} {
		res, err := Run(context.Background(), p, targets, Options{Workers: workers, Seed: 7, TimeoutPerTarget: time.Minute}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = res
			continue
		}
		if diff := cmp.Diff(first, res, cmpopts.IgnoreFields(Verdict{}, "Time"), cmpopts.IgnoreFields(Spent{}, "Time")); diff != "" {
			t.Fatalf("with %d workers (-first +now):\n%s", workers, diff)
		}
	}
	for i, v := range first.Verdicts {
		if v.Status == Undecided {
			t.Errorf("target %d: undecided, so that time may have had a hand in it: %s", i, v.Reason)
		}
	}
}
