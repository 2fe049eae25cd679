package oracle

import (
	"path/filepath"
	"slices"
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
	first, n := uint64(number(t, "ASSAY_SEED", 1)), number(t, "ASSAY_BOUNDED_PROGRAMS", 12)
	for seed := first; seed < first+uint64(n); seed++ {
		if err := l.TryBounded(seed, 2*time.Second, s); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range s.Wrong {
		t.Error(w)
	}
	t.Log(s)
	if s.Status[engine.Bounded] == 0 || len(s.Listed) < 2 || s.Hit == 0 {
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
func tryText(t *testing.T, p *BoundedProgram) []engine.Verdict {
	t.Helper()
	for i, line := range strings.Split(p.Text, "\n") {
		if strings.Contains(line, "hit(") {
			p.Hits = append(p.Hits, i+1)
		}
	}
	s := &BoundedStats{}
	verdicts, err := newLab(t).tryBounded(p, 20*time.Second, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Wrong {
		t.Error(w)
	}
	return verdicts
}

// boundedCases are programs in which an input fails just within the bounds, or just
// beyond one of them.
var boundedCases = []struct {
	name, letters, text string
	opt                 engine.Options
	loops               map[string]int
	status              engine.Status
	listed              string
}{
	{"a word just fits", "ab\n", `#include "bounded.h"
int main(void)
{
    char w[8];
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < 7)
            w[n++] = (char)c;
    w[n] = 0;
    if (strcmp(w, "abba") == 0)
        hit(0);
    return 0;
}
`, engine.Options{MaxStdin: 4}, nil, engine.Reachable, ""},
	{"input ends where its bound is", "ab", `#include "bounded.h"
int main(void)
{
    int n = 0;
    while (getchar() != EOF)
        n++;
    if (n == 3 && feof(stdin))
        hit(0);
    return 0;
}
`, engine.Options{MaxStdin: 3}, nil, engine.Reachable, ""},
	{"a byte too much", "ab", `#include "bounded.h"
int main(void)
{
    char w[8] = {0};
    if (fread(w, 1, 5, stdin) == 4 && w[3] == 'b')
        hit(0);
    return 0;
}
`, engine.Options{MaxStdin: 3}, nil, engine.Bounded, "stdin: 3 bytes"},
	{"brackets too deep", "ab", `#include "bounded.h"
static int depth(void)
{
    called();
    int d = getchar() == 'a' ? 1 + depth() : 0;
    returned();
    return d;
}
int main(void)
{
    if (depth() == 2)
        hit(0);
    return 0;
}
`, engine.Options{MaxDepth: 3}, nil, engine.Bounded, "recursion at p.c:5: 3 activations"},
	{"a turn too much inside", "ab", `#include "bounded.h"
int main(void)
{
    int most = 0, n, i;
    entered(0);
    for (i = 0; i < 2; i++) {
        n = 0;
        entered(1);
        while (getchar() == 'a') {
            n++;
            turned(1);
        }
        if (n > most)
            most = n;
        turned(0);
    }
    if (most == 3)
        hit(0);
    return 0;
}
`, engine.Options{MaxLoop: 2, MaxStdin: 6}, map[string]int{"6": 0, "9": 1}, engine.Bounded, "loop at p.c:9: 2 turns that depend on input"},
	{"an option of three letters", "a", `#include "bounded.h"
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "aba") == 0)
        hit(0);
    return 0;
}
`, engine.Options{MaxArgc: 2, MaxArgLen: 2}, nil, engine.Bounded, "argv: 2 bytes each"},
}

// TestBoundsOfPrograms: their verdicts, held against their runs.
func TestBoundsOfPrograms(t *testing.T) {
	for _, c := range boundedCases {
		t.Run(c.name, func(t *testing.T) {
			c.opt.Plan = engine.PlanDepthFirst
			p := &BoundedProgram{Letters: c.letters, Words: "ab", Loops: c.loops, Options: c.opt, Text: c.text}
			v := tryText(t, p)[0]
			var listed []string
			for _, b := range v.Bounds {
				b.At = filepath.Base(b.At)
				listed = append(listed, b.String())
			}
			if v.Status != c.status || c.listed != "" && !slices.Contains(listed, c.listed) {
				t.Errorf("%v, bounds %v", v.Status, listed)
			}
		})
	}
}

// TestModelsHaveNoBoundsOfTheProgram: neither turns of loops nor activations of the
// library's models count for bounds that a user checks in the program.
func TestModelsHaveNoBoundsOfTheProgram(t *testing.T) {
	vs := tryText(t, &BoundedProgram{Letters: "ab", Words: "a", Loops: map[string]int{},
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
    if (argc > 1)
        return next();
    char *r = fgets(w, sizeof w, stdin);
    if (r && strcmp(w, "aba") == 0)
        hit(0);
    if (r && w[0] == 'b' && w[3] == 'a')
        hit(1);
    return 0;
}
`})
	if vs[0].Status != engine.Reachable || vs[1].Status != engine.Bounded || !slices.Equal(engine.BoundTexts(vs[1].Bounds), []string{"stdin: 3 bytes"}) {
		t.Errorf("%v (%s), %v (%s) within %q", vs[0].Status, vs[0].Reason, vs[1].Status, vs[1].Reason, engine.BoundTexts(vs[1].Bounds))
	}
}
