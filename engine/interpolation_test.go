package engine

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/search"
)

// explore makes one depth-first search for the first target of a text.
func explore(t *testing.T, text string, c *interp.Config, loops int) *search.Outcome {
	t.Helper()
	p, targets := programText(t, text)
	opt := Options{}.withDefaults()
	entries, err := entryFunctions(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(p, entries[0], newBoard(targets, 1, opt, nil), nil, opt)
	return search.New(p, r.searchTargets([]int{0}), search.Config{Exec: r.execConfig(loops),
		Budget: search.Budget{Work: 50_000_000}, Interpolation: c,
		Accept: func(int, search.Hit) bool { return true }}).Run(context.Background())
}

// counting is Fig. 4 of TracerX as a loop: 2^n paths, n of them different.
func counting(n string) string {
	return strings.ReplaceAll(nondet+`
void fail(void) {}
int main(void) {
  int s = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_int() > 0) s += 1;
    else s += 2;
  }
  if (s > 2 * N)
    fail(); // @ reached
  return s;
}`, "N", n)
}

// TestPruningIsLinear: the tree has a few nodes per turn, not 2^n, and the
// interpolants stay flat (TracerX, Fig. 4).
func TestPruningIsLinear(t *testing.T) {
	c := interp.DefaultConfig
	small, large := explore(t, counting("50"), &c, 0), explore(t, counting("100"), &c, 0)
	for _, out := range []*search.Outcome{small, large} {
		if !out.Exhausted || out.Answered[0] {
			t.Fatalf("exhausted %v, answered %v", out.Exhausted, out.Answered[0])
		}
	}
	if large.Nodes > 2*small.Nodes+10 {
		t.Errorf("%d nodes for 50 turns, %d for 100", small.Nodes, large.Nodes)
	}
	if large.Interpolation.Largest > small.Interpolation.Largest {
		t.Errorf("interpolants grow: %d conjuncts for 50 turns, %d for 100", small.Interpolation.Largest, large.Interpolation.Largest)
	}
}

// shortestWay is Fig. 1 of TracerX: is there a way from node 1 to node n that is
// shorter than the shortest one?
func shortestWay(n int) string {
	length := func(i, j int) int { return (7*i+13*j)%50 + 1 }
	var rows strings.Builder
	shortest := make([]int, n+1)
	for i := range n + 1 {
		rows.WriteString("{")
		for j := range n + 1 {
			fmt.Fprintf(&rows, "%d,", length(i, j))
		}
		rows.WriteString("},")
		shortest[i] = math.MaxInt
		for k := 1; k < i; k++ {
			shortest[i] = min(shortest[i], shortest[k]+length(k, i))
		}
		if i == 1 {
			shortest[i] = 0
		}
	}
	return fmt.Sprintf(nondet+`
void __VERIFIER_assume(int);
void fail(void) {}
enum { N = %d };
static const int graph[N + 1][N + 1] = {%s};
int main(void) {
  int node = 1, d = 0;
  while (node < N) {
    int next = __VERIFIER_nondet_int();
    __VERIFIER_assume(node < next && next <= N);
    for (int i = node + 1; i <= N; i++) {
      if (next == i) {
        d += graph[node][next];
        break;
      }
    }
    node = next;
  }
  if (d < %d)
    fail(); // @ reached
  return d;
}`, n, rows.String(), shortest[n])
}

// TestOneClauseForAllSuccessors: what is asked of each successor of a node is one
// clause about all of them, so that interpolants do not grow with the graph.
func TestOneClauseForAllSuccessors(t *testing.T) {
	c := interp.DefaultConfig
	var largest []int64
	for _, n := range []int{12, 24} {
		out := explore(t, shortestWay(n), &c, 0)
		if !out.Exhausted || out.Answered[0] {
			t.Fatalf("N = %d: exhausted %v, answered %v", n, out.Exhausted, out.Answered[0])
		}
		largest = append(largest, out.Interpolation.Largest)
	}
	if largest[1] > largest[0] {
		t.Errorf("interpolants grow: %d conjuncts for 12 nodes, %d for 24", largest[0], largest[1])
	}
}

// TestProjectionAdmitsAllValues: what is claimed of a place instead of a guard on
// an input holds for all values of the place, not only for as many as leave other
// places free.
func TestProjectionAdmitsAllValues(t *testing.T) {
	const text = nondet + `
void fail(void) {}
static int a, b;
int main(void) {
  a = __VERIFIER_nondet_int();
  if (a < 0 || a > 9)
    return 0;
  if (a == K)
    return 0;
  int p = __VERIFIER_nondet_int();
  if (p < 0 || p > 4)
    return 0;
  if (p - b < 2 && p - a >= 4)
    fail(); // @ reached
  return a;
}`
	c := interp.DefaultConfig
	for k := range 10 { // models differ
		out := explore(t, strings.ReplaceAll(text, "K", fmt.Sprint(k)), &c, 0)
		if !out.Exhausted || out.Answered[0] {
			t.Fatalf("exhausted %v, answered %v", out.Exhausted, out.Answered[0])
		}
		for why, n := range out.Interpolation.Given {
			t.Errorf("a ≠ %d: %d nodes without interpolant: %s", k, n, why)
		}
	}
}

// TestEvictionLosesNoProof: a table that holds next to nothing makes the search
// longer, and changes nothing else.
func TestEvictionLosesNoProof(t *testing.T) {
	c := interp.DefaultConfig
	c.MaxEntries = 3
	out := explore(t, counting("12"), &c, 0)
	if !out.Exhausted || out.Answered[0] || out.Interpolation.Evictions == 0 {
		t.Errorf("exhausted %v, answered %v, %d evictions", out.Exhausted, out.Answered[0], out.Interpolation.Evictions)
	}
}

// TestBoundedPrunesOnlyWithinBounds: what was excluded with a turn of the loop
// left says nothing about a state with two. The path through the loop's body
// comes to the head again with x as it was before, one turn poorer.
func TestBoundedPrunesOnlyWithinBounds(t *testing.T) {
	const text = nondet + `
void fail(void) {}
int main(void) {
  int skip = __VERIFIER_nondet_int() != 0, x = 0, n = 0;
  if (skip) {
    while (__VERIFIER_nondet_int()) n = 1;
    n = 0;
  }
  while (__VERIFIER_nondet_int())
    x++;
  if (x == 3)
    fail(); // @ reached
  return n;
}`
	c := interp.DefaultConfig
	for bound := 1; bound <= 4; bound++ {
		with, without := explore(t, text, &c, bound), explore(t, text, nil, bound)
		if with.Answered[0] != without.Answered[0] {
			t.Errorf("with %d turns: answered %v, without interpolation %v", bound, with.Answered[0], without.Answered[0])
		}
	}
}

// TestHalfProvesNothing: a path that stopped at something unmodelled leaves no
// interpolant on the way to it.
func TestHalfProvesNothing(t *testing.T) {
	c := interp.DefaultConfig
	out := explore(t, nondet+`
void fail(void) {}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 0;
  if (a > 0) b = 1;
  if (a > 5) {
    __asm__ volatile("nop");
    if (b) fail(); // @ reached
  }
  return b;
}`, &c, 0)
	if len(out.Stops) == 0 {
		t.Fatal("the path did not stop")
	}
	if n := out.Interpolation.Given; len(n) == 0 {
		t.Error("no node was given up")
	}
}

// TestWaysToPruneAgree: none, deletion and weakest preconditions, with and
// without clauses and slackening, come to the same verdicts on every program
// with expectations.
func TestWaysToPruneAgree(t *testing.T) {
	files, _ := filepath.Glob("../testdata/engine/*.c")
	ways := []Options{
		{Interpolation: InterpolationNone},
		{Interpolation: InterpolationDeletion},
		{Interpolation: InterpolationWP},
		{Interpolation: InterpolationWP, Literals: -1, NoSlackening: true},
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			p := compile(t, f)
			var targets []Target
			for _, e := range expectations(t, f) {
				targets = append(targets, Target{Name: e.class.String(), Sites: sitesAt(p, e.line, e.class)})
			}
			for _, opt := range ways {
				opt.Plan, opt.Entry, opt.TimeoutPerTarget = PlanShallow, entry(t, f), 10*time.Second
				res, err := Run(context.Background(), p, targets, opt, nil)
				if err != nil {
					t.Fatal(err)
				}
				for i, e := range expectations(t, f) {
					got := res.Verdicts[i].Status
					if got.String() != e.status && got != Undecided && got != Bounded {
						t.Errorf("%s:%d: %v with %+v, want %s", f, e.line, got, opt.Interpolation, e.status)
					}
				}
			}
		})
	}
}

// TestPruningNamesWrapping: where states are pruned, one that stands for them
// need not overflow where they do (verdicts.md, rule 3).
func TestPruningNamesWrapping(t *testing.T) {
	c := interp.DefaultConfig
	out := explore(t, counting("6"), &c, 0)
	if out.Interpolation.Hits == 0 || !slices.ContainsFunc(out.Assumed, func(a string) bool { return strings.HasPrefix(a, "signed overflow wraps") }) {
		t.Errorf("%d states pruned, assumed %q", out.Interpolation.Hits, out.Assumed)
	}
}
