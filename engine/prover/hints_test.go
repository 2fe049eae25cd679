package prover

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

const hintProgram = `extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int t[4];
static unsigned char bytes[3];
int main(void)
{
    unsigned a = 0, b = 0, c = 0;
    int i = 0;
    /* the hint stands here */
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { a += 2; b += 1; } else { a -= 1; b += 4; }
        c++;
        if (i < 3) i++;
        t[i] = i;
        bytes[2] = 200;
    }
    if (a + b != 3 * c) __VERIFIER_error();
    return 0;
}
`

// hintedRun proves the assertion of hintProgram with a hint.
func hintedRun(t *testing.T, hint string) *Outcome {
	t.Helper()
	src := provertest.Source(t, "p.c", hintProgram)
	p := provertest.Compile(t, src)
	var lines []int
	for i, l := range strings.Split(hintProgram, "\n") {
		if strings.Contains(l, "the hint stands here") || strings.Contains(l, "__VERIFIER_error();") {
			lines = append(lines, i+1)
		}
	}
	g := provertest.GoalOf(p, provertest.Expectation{Line: lines[1], Status: "unreachable", Class: op.Assert})
	return Prove(context.Background(), p, []system.Goal{g}, Config{Entry: p.FuncByName["main"], Without: Families()[1:], Hints: []Hint{{src, lines[0], hint}}})
}

// TestHints: a hint that holds proves what needs it; one that does not is not
// used, whatever it would prove, and the answer says why.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		hint, why string
		proved    bool
	}{
		{"a + b == 3 * c", "", true},
		{"(a + b) == (c << 1) + c && 1", "", true},
		{"i <= 3", "", false},
		{"a + b == 3 * c && i <= 2", "a turn of the loop does not keep it", false},
		{"0", "may be false when the loop is reached", false},
		{"c == 0", "a turn of the loop does not keep it", false},
		{"a + nothing == 3", "no integer variable nothing", false},
		{"a + == 3", "not understood", false},
		{"t == 0", "no integer", false},
		{"a b", "is not expected", false},
	} {
		out := hintedRun(t, c.hint)
		if out.Proofs[0].Proved != c.proved || (c.why == "") != (out.Hints[0] == "") || !strings.Contains(out.Hints[0], c.why) {
			t.Errorf("%s: proved %v (%s), hint: %q", c.hint, out.Proofs[0].Proved, out.Proofs[0].Why, out.Hints[0])
		}
	}
}

// TestHintExpressions holds expressions against what C says of them.
func TestHintExpressions(t *testing.T) {
	src := provertest.Source(t, "p.c", hintProgram)
	p := provertest.Compile(t, src)
	b := provertest.System(t, p, nil)
	if len(b.Cutpoints) != 1 {
		t.Fatalf("%d cuts", len(b.Cutpoints))
	}
	for _, text := range []string{
		"1 + 2 * 3 == 7", "(1 + 2) * 3 == 9", "-7 / 2 == -3", "-7 % 2 == -1", "7u / 2u == 3", "-1 > 0u", "!(-1 > 0)", "~0 == -1",
		"1 << 3 == 8", "-8 >> 1 == -4", "(0x80000000 >> 31) == 1", "1 ? 2 : 3", "0 ? 0 : 1", "1 || 0 && 0", "!(1 && 0)", "5 & 3 ^ 1 | 8",
		"'a' == 97", "10 - 3 - 2 == 5", "2 < 3 == 1", "4 >= 4 && 4 <= 4 && 4 != 5", "-1L < 1", "2147483647 + 1 == -2147483647 - 1", "+3 == 3",
		"t[1] == t[0 + 1]", "bytes[2] >= 0 && bytes[2] <= 255", "b == b",
	} {
		got, err := readHint(b, b.Cutpoints[0], &Hint{src, 9, text})
		if err != nil || got != term.True {
			t.Errorf("%s: %v, %v", text, got == term.True, err)
		}
	}
}
