package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reasons are programs with a target that cannot be reached, and what is said
// of it.
var reasons = map[string]struct{ text, want string }{
	"guard": {`
int main(void) {
	int n = __VERIFIER_nondet_int();
	int k = 0;
	if (n > 16)
		n = 16;
	while (k < 2) {
		if (__VERIFIER_nondet_int()) k += 1; else k += 2;
	}
	if (n > 16)
		reach_error(); // @ reached
	return 0;
}`, "n ≤ 16 holds whenever line 11 is reached"},
	"sum of paths": {`
int main(void) {
	int s = 0;
	for (int i = 0; i < 4; i++) {
		if (__VERIFIER_nondet_int())
			s += 1;
		else
			s += 2;
	}
	if (s > 8)
		reach_error(); // @ reached
	return 0;
}`, "s ≤ 8 holds whenever line 11 is reached"},
	"unsigned": {`
int main(void) {
	unsigned n = __VERIFIER_nondet_int();
	if (n > 5)
		return 0;
	int k = __VERIFIER_nondet_int() ? 1 : 2;
	if (n >= 6 && k)
		reach_error(); // @ reached
	return 0;
}`, "n ≤ 5 holds whenever `n >= 6` in line 8 is evaluated"},
	"array element": {`
int buf[5];
int main(void) {
	buf[3] = __VERIFIER_nondet_int() ? 0 : 1;
	int k = __VERIFIER_nondet_int();
	if (k) buf[2] = 1; else buf[1] = 1;
	if (buf[3] > 1)
		reach_error(); // @ reached
	return 0;
}`, "buf[3] ≤ 1 holds whenever line 8 is reached"},
	"target itself": {`
int buf[17];
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 16)
		return 1;
	buf[n] = 0; // @ out-of-bounds
	return 0;
}`, "0 ≤ n ≤ 16 holds whenever line 8 is reached"},
	"by a pointer": {`
struct node { int key; struct node *next; };
struct node a, b;
int main(void) {
	struct node *p = __VERIFIER_nondet_int() ? &a : &b;
	int k = 1;
	p->key = 4;
	if (__VERIFIER_nondet_int()) k = 2;
	if (p->key != 4)
		reach_error(); // @ reached
	return k;
}`, "none fails here"},
	// The line is reached twice, with other values: what is said holds
	// both times.
	"two calls": {`
static void check(int n, int limit) {
	if (n > limit)
		reach_error(); // @ reached
}
int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n > 3) n = 3;
	check(n, 3);
	check(n, 100);
	return 0;
}`, "none fails here: n ≤ limit holds whenever line 4 is reached"},
	// After the loop line 4 is reached with any n, but no target is ahead.
	"no target ahead": {`
int main(void) {
	int n = 0;
	for (int i = 0; i < 2; i++) {
		n = 2;
		if (n > 2)
			reach_error(); // @ reached
		n = 9;
	}
	return n;
}`, "n ≤ 2 holds whenever line 7 is reached"},
}

// TestReasons: an unreachable target's verdict says what holds where the proof
// turned, and nothing that some visit of that line contradicts.
func TestReasons(t *testing.T) {
	for name, c := range reasons {
		t.Run(name, func(t *testing.T) {
			v := decideText(t, nondet+"extern void reach_error(void);\n"+strings.TrimPrefix(c.text, "\n"), Options{Plan: PlanDepthFirst}).Verdicts[0]
			if v.Status != Unreachable || !strings.HasSuffix(v.Reason, c.want) {
				t.Errorf("%v: %s\nwant … %s", v.Status, v.Reason, c.want)
			}
		})
	}
}

var (
	claimed  = regexp.MustCompile(`none fails here: (.*) holds? whenever line (\d+) is reached$`)
	twoSided = regexp.MustCompile(`^(-?\d+) ≤ (.*) (≤ -?\d+)$`)
)

// TestReasonsHold: a program that checks what is said of a line, at that line,
// never finds it wrong, by a search without interpolants; and it does get there.
func TestReasonsHold(t *testing.T) {
	inC := strings.NewReplacer("≤", "<=", "≥", ">=", "≠", "!=", " = ", " == ", " or ", " || ")
	checked := 0
	for name, c := range reasons {
		text := nondet + "extern void reach_error(void);\n" + strings.TrimPrefix(c.text, "\n")
		m := claimed.FindStringSubmatch(decideText(t, text, Options{Plan: PlanDepthFirst}).Verdicts[0].Reason)
		if m == nil {
			continue
		}
		var conds []string
		for _, claim := range strings.Split(m[1], " and ") {
			conds = append(conds, "("+inC.Replace(twoSided.ReplaceAllString(claim, "$1 ≤ $2 && $2 $3"))+")")
		}
		lines := strings.Split(strings.ReplaceAll(text, "// @", "//"), "\n")
		line, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		for cond, want := range map[string]Status{strings.Join(conds, " && "): Unreachable, "0": Reachable} {
			check := fmt.Sprintf("if (!(%s))\n reach_error(); // @ reached", cond)
			with := strings.Join(slices.Insert(slices.Clone(lines), line-1, check), "\n")
			v := decideText(t, with, Options{Plan: PlanDepthFirst, Interpolation: InterpolationNone}).Verdicts[0]
			if v.Status != want {
				t.Errorf("%s: at line %d the contrary of %s is %v, want %v", name, line, cond, v.Status, want)
			}
		}
		checked++
	}
	if checked < 5 {
		t.Errorf("only %d reasons are about lines", checked)
	}
}

// TestUnsettledSaysWhatProofsMiss: a verdict that leaves a target open says why there
// is no proof, once.
func TestUnsettledSaysWhatProofsMiss(t *testing.T) {
	const search, missing = "the search did not end within its budget", "no candidate is about it"
	const told = "no proof without a bound: " + missing
	for _, c := range []struct {
		status       Status
		reason, want string
	}{
		{Bounded, search, search + "; no proof beyond the bounds: " + missing},
		{Undecided, search, search + "; " + told},
		{Undecided, told, told},
		{Reachable, search, search},
	} {
		var got Verdict
		r := newRun(nil, 0, newBoard(make([]Target, 1), 1, Options{}, func(_ int, v Verdict) { got = v }), nil, Options{})
		r.best[0].unproved = missing
		if r.settle(0, Verdict{Status: c.status, Reason: c.reason}); got.Reason != c.want {
			t.Errorf("%v: %q, want %q", c.status, got.Reason, c.want)
		}
	}
}
