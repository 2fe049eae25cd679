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
	s := &BoundedStats{Listed: map[string]int{}}
	first, n := uint64(number(t, "ASSAY_SEED", 1)), number(t, "ASSAY_BOUNDED_PROGRAMS", 40)
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
		s := &BoundedStats{Listed: map[string]int{}}
		s.judge(p, 0, &engine.Verdict{Status: engine.Bounded, Bounds: c.bounds}, uses)
		seen := len(s.Wrong) > 0 && strings.Contains(s.Wrong[0], "a run hits it")
		if seen != c.wrong {
			t.Errorf("%v: %v", c.bounds, s.Wrong)
		}
	}
}
