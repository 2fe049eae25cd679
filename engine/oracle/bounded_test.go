package oracle

import (
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
)

// TestBoundedIsAClaim: what a bounded verdict lists is all that a run must exceed to
// hit its target. ASSAY_BOUNDED_PROGRAMS and ASSAY_SEED make it longer.
func TestBoundedIsAClaim(t *testing.T) {
	l := newLab(t)
	s := &BoundedStats{}
	first, n := uint64(number(t, "ASSAY_SEED", 1)), number(t, "ASSAY_BOUNDED_PROGRAMS", 24)
	for seed := first; seed < first+uint64(n); seed++ {
		if err := l.TryBounded(seed, 2*time.Second, s); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range s.Wrong {
		t.Error(w)
	}
	t.Log(s)
	for _, kind := range []string{"loop", "stdin", "argc", "argv", "recursion"} {
		if s.Listed[kind] == 0 {
			t.Errorf("no verdict is bounded by %s: this is no test", kind)
		}
	}
	if s.Status[engine.Bounded] == 0 || s.Hit == 0 {
		t.Error("nothing is bounded, or nothing happens: this is no test")
	}
}

// TestFalseBoundsAreSeen: a bounded verdict that leaves out what a run exceeds, or lists
// it too high, is a disagreement.
func TestFalseBoundsAreSeen(t *testing.T) {
	p := &BoundedProgram{Hits: []int{9}, Loops: map[string]int{"7": 0}}
	uses := []use{{target: 0, bytes: 3, argc: 1, depth: 2, turns: [8]int{2}}}
	for _, c := range []struct {
		bounds []engine.Bound
		wrong  bool
	}{
		{nil, true},
		{[]engine.Bound{{Kind: "stdin", Limit: 2}}, false},
		{[]engine.Bound{{Kind: "stdin", Limit: 3}}, true},
		{[]engine.Bound{{Kind: "loop", At: "p.c:7", Limit: 1}}, false},
		{[]engine.Bound{{Kind: "loop", At: "p.c:7", Limit: 2}, {Kind: "recursion", Limit: 2}}, true},
		{[]engine.Bound{{Kind: "loop", At: "p.c:8", Limit: 1}}, true},
		{[]engine.Bound{{Kind: "recursion", Limit: 1}}, false},
		{[]engine.Bound{{Kind: "argv", Limit: 1}, {Kind: "argc", Limit: 1}}, true},
	} {
		s := &BoundedStats{}
		s.judge(p, 0, &engine.Verdict{Status: engine.Bounded, Bounds: c.bounds}, uses)
		seen := len(s.Wrong) > 0 && strings.Contains(s.Wrong[0], "a run hits it")
		if seen != c.wrong {
			t.Errorf("%v: %v", c.bounds, s.Wrong)
		}
	}
}

// tryText holds the verdicts on a program of one's own against its runs.
func tryText(t *testing.T, p *BoundedProgram) *BoundedStats {
	t.Helper()
	for i, line := range strings.Split(p.Text, "\n") {
		if strings.Contains(line, "hit(") {
			p.Hits = append(p.Hits, i+1)
		}
	}
	s := &BoundedStats{}
	if err := newLab(t).tryBounded(p, 20*time.Second, s); err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Wrong {
		t.Error(w)
	}
	return s
}

// TestModelsHaveNoBoundsOfTheProgram: neither turns of loops nor activations of the
// library's models count for bounds that a user checks in the program.
func TestModelsHaveNoBoundsOfTheProgram(t *testing.T) {
	s := tryText(t, &BoundedProgram{Letters: "ab", Words: "a", Loops: map[string]int{},
		Options: engine.Options{MaxStdin: 3, MaxArgc: 1, MaxArgLen: 1, MaxLoop: 1, MaxDepth: 2, Plan: engine.PlanDepthFirst},
		Text: `#include "bounded.h"
static int next(void)
{
    called();
    int c = getchar();
    returned();
    return c;
}
int main(int argc, char **argv)
{
    char w[8] = {0};
    if (argc > 1 && next() == 'b')
        return 1;
    if (fgets(w, sizeof w, stdin) && strcmp(w, "aba") == 0)
        hit(0);
    if (w[0] == 'b' && w[1] == 0 && next() == 'b')
        hit(1);
    return 0;
}
`})
	if s.Status[engine.Reachable] != 1 || s.Status[engine.Bounded] != 1 || s.Listed["stdin"] == 0 || s.Listed["loop"]+s.Listed["recursion"] > 0 {
		t.Error(s)
	}
}
