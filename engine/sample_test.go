package engine

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/search"
)

// sampled makes random runs of a program with one target, and nothing else.
func sampled(t *testing.T, text string) (*run, Verdict) {
	t.Helper()
	r, got := alone(t, text)
	r.sample(context.Background(), int64(budget.FirstSamples.N))
	return r, *got
}

// TestRandomRuns: random runs find what takes many steps in the same direction,
// by answers and by the lengths of arguments.
func TestRandomRuns(t *testing.T) {
	for name, text := range map[string]string{
		"answers": nondet + `
int main(void) {
  int level = 0;
  while (__VERIFIER_nondet_int()) {
    int way = __VERIFIER_nondet_int();
    if (way == 3) level++;
    else if (level > 0) level--;
    if (level == 20) return 10 / (level - 20); // @ division-by-zero
  }
  return 0;
}`,
		"arguments": `int main(int argc, char **argv) {
  char all[24]; int n = 0;
  for (int i = 1; i < argc; i++)
    for (char *p = argv[i]; *p; p++)
      all[n++] = *p; // @ out-of-bounds
  return n ? all[0] : 0;
}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, v := sampled(t, text); v.Status != Reachable || v.Witness == nil {
				t.Errorf("%v", v.Status)
			}
		})
	}
}

// TestRandomRunsProveNothing: however many runs there are, a target that none
// came to stays open, also where all possible runs were made.
func TestRandomRunsProveNothing(t *testing.T) {
	for name, text := range map[string]string{
		"inputs":    nondet + "int main(void) { int n = __VERIFIER_nondet_int() & 7; return 1 / (n + 1); // @ division-by-zero\n}",
		"no inputs": "int main(void) { volatile int n = 1; return 1 / (n * n + 1); // @ division-by-zero\n}",
	} {
		t.Run(name, func(t *testing.T) {
			if r, v := sampled(t, text); !r.board.waits(0) || r.best[0].verdict.Status != Undecided {
				t.Errorf("settled: %v", v)
			}
		})
	}
}

// TestWords: the numbers of a program are those that it compares with, adds,
// switches on, and declares arrays with.
func TestWords(t *testing.T) {
	p, _ := programText(t, nondet+`
int tab[1234];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 4711) n += 815;
  switch (n) { case 271828: return 1; }
  return 1 / n + tab[n & 1023]; // @ division-by-zero
}`)
	words := search.Words(p)
	for _, w := range []uint64{1234, 4711, 815, 271828, 1023} {
		if !slices.Contains(words, w) {
			t.Errorf("%d is missing in %v", w, words)
		}
	}
	if !slices.IsSorted(words) {
		t.Errorf("%v is not sorted", words)
	}
}

// alone is a run for one target that has not begun, and its verdict.
func alone(t *testing.T, text string) (*run, *Verdict) {
	t.Helper()
	p, targets := programText(t, text)
	opt := Options{}.withDefaults()
	entry, err := entryFunctions(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got Verdict
	return newRun(p, entry[0], newBoard(targets, 1, opt, func(_ int, v Verdict) { got = v }), new(gauge), opt), &got
}
