package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
)

// suite reads the pairs whose names begin with a prefix.
func suite(t *testing.T, prefixes ...string) []pair {
	t.Helper()
	t.Chdir("../..")
	pairs, err := readSuite("testdata/loops", prefixes)
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// TestSuite: all files can be read, each is two programs, and together they are
// as many as is said of them.
func TestSuite(t *testing.T) {
	pairs := suite(t)
	if 2*len(pairs) < 100 {
		t.Errorf("%d programs", 2*len(pairs))
	}
	for _, p := range pairs {
		if len(p.asked(true)) == 0 || len(p.asked(false)) == 0 {
			t.Errorf("%s: %d expectations of the safe program, %d of the other", p.name, len(p.asked(false)), len(p.asked(true)))
		}
	}
}

// fast are pairs that take the prover and the search a second or so.
var fast = []string{"cursor_wrap", "build_escape", "ring_struct"}

// TestFastPairs decides a part of the suite, runs the witnesses natively, and
// demands that nothing is wrong and that what was settled once still is.
func TestFastPairs(t *testing.T) {
	var total totals
	dir := t.TempDir()
	pairs := suite(t, fast...)
	for i := range pairs {
		for _, bug := range []bool{false, true} {
			a, err := pairs[i].decide(context.Background(), bug, engine.Options{TimeoutPerTarget: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if err := a.replay(dir); err != nil {
				t.Fatal(err)
			}
			total.add(a)
			if o := a.outcome(); o != proved && o != found {
				t.Errorf("%s, BUG %v: %s (%s)", pairs[i].name, bug, o, a.technique())
			}
		}
	}
	if total.wrong > 0 || total.replayed != total.reachable || total.reachable == 0 {
		t.Error(&total)
	}
}

// TestNativeHarness: the safe program of a pair does not fail on random inputs,
// the other does, at the line that is expected.
func TestNativeHarness(t *testing.T) {
	dir := t.TempDir()
	p := suite(t, "cursor_wrap")[0]
	bad, err := p.safeNatively(dir, 40)
	if err != nil {
		t.Fatal(err)
	}
	if len(bad) > 0 {
		t.Errorf("the safe program fails: %v", bad)
	}
	n, err := p.buildNative(dir, true, "address")
	if err != nil {
		t.Fatal(err)
	}
	want := p.asked(true)
	f, err := n.search(want, 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range want {
		if f[e.line] == "" {
			t.Errorf("line %d: %v was not seen; seen: %v", e.line, e.class, f)
		}
	}
}

// TestWrongIsSeen: verdicts that contradict the expectations are WRONG.
func TestWrongIsSeen(t *testing.T) {
	for _, a := range []*answer{
		{verdicts: []engine.Verdict{{Status: engine.Reachable}}},
		{bug: true, verdicts: []engine.Verdict{{Status: engine.Reachable}, {Status: engine.Unreachable}}},
	} {
		if a.outcome() != wrong {
			t.Errorf("BUG %v: %s", a.bug, a.outcome())
		}
	}
}

// TestBadExpectations: files that say nothing are errors.
func TestBadExpectations(t *testing.T) {
	for _, text := range []string{
		"int main(void) { return 0; }",
		"#ifdef BUG\n#endif\nx(); // @unreachable nonsense unless BUG\n",
		"#ifdef BUG\n#endif\nx(); // @unreachable assertion\n",
	} {
		if _, err := expectations(text); err == nil {
			t.Errorf("%q is taken", strings.SplitN(text, "\n", 2)[0])
		}
	}
	if _, err := readSuite(os.TempDir(), []string{"no such program"}); err == nil {
		t.Error("an empty suite is taken")
	}
}
