package engine

import (
	"slices"
	"strings"
	"testing"
)

// TestInvariantsOfUnrolledLoops: where a proof follows the turns of a loop one by
// one, invariants come from another proof, which takes no more errors as given.
func TestInvariantsOfUnrolledLoops(t *testing.T) {
	const text = nondet + `extern void reach_error(void);
static int t[16];
int main(void) {
	unsigned k = 1;
	int i;
	for (i = 0; i < 3; i++)
		k = k * 7 % 11;
	t[k] = 1;
	if (k > 15 || i > 3)
		reach_error(); // @ reached
	return 0;
}`
	// With four elements, the other proof knows k only from the check behind the
	// loop.
	small := strings.Replace(strings.Replace(text, "t[16]", "t[4]", 1), "k > 15", "k > 3", 1)
	for name, c := range map[string]struct {
		text string
		opt  Options
		says bool
	}{
		"not asked for": {text, Options{}, false},
		"prover":        {text, Options{Invariants: true}, true},
		"search":        {text, Options{Invariants: true, Plan: PlanDepthFirst}, true},
		"no prover":     {text, Options{Invariants: true, NoProver: true}, false},
		"more is given": {small, Options{Invariants: true}, false},
		"given, search": {small, Options{Invariants: true, Plan: PlanDepthFirst}, false},
	} {
		v := decideText(t, c.text, c.opt).Verdicts[0]
		says := slices.ContainsFunc(v.Invariants, func(i LoopInvariant) bool { return strings.Contains(i.Value, "i <= 3") })
		if v.Status != Unreachable || len(v.Given) > 0 || says != c.says {
			t.Errorf("%s: %v, given %v: %+v", name, v.Status, v.Given, v.Invariants)
		}
	}
}
