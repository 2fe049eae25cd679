package goal

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/query"
)

// checker is about the expectations of a program, of which nothing is known yet.
func checker(t *testing.T, text string) *Checker {
	t.Helper()
	p, _, goals := provertest.Asked(t, provertest.Source(t, "p.c", text))
	b := provertest.System(t, p, goals)
	return New(houdini.New(invariant.NewKnowledge(query.New(context.Background(), b)), nil), goals)
}

// know makes a fact of a bound of a variable of the only loop.
func (j *Checker) know(t *testing.T, name string, most uint64) {
	t.Helper()
	p, c := j.Sys.Pool, j.Sys.Cutpoints[0]
	for _, v := range j.Sys.Variables(c) {
		if v.Name == name {
			j.Base[c.Index] = append(j.Base[c.Index], invariant.Fact{Term: p.ULe(v.Term, p.BV(v.Width, most)), Text: name + " is small"})
			return
		}
	}
	t.Fatalf("the loop has no %s", name)
}

// TestTry: a check is proved by the facts that exclude it, once they are there, and a goal
// by all of its checks.
func TestTry(t *testing.T) {
	j := checker(t, `int __VERIFIER_nondet_int(void);
int main(void)
{
	int a[4], i = 0;
	while (__VERIFIER_nondet_int()) {
		a[i] = 1; // @unreachable out-of-bounds
		i = (i + 1) & 3;
	}
	return i;
}
`)
	j.ReachAll()
	j.Try("nothing", false)
	k := j.Missing(0)
	if k == nil || !j.Open(k) || j.Settled() {
		t.Fatal("an access in a loop of which nothing is known is proved")
	}
	j.know(t, "i", 5)
	if j.Try("a weak bound", false); j.Missing(0) == nil {
		t.Error("proved by a bound behind the end")
	}
	j.know(t, "i", 3)
	if j.Try("a bound", false); j.Missing(0) != nil || !j.Settled() || j.Open(k) {
		t.Error("not proved by the bound")
	}
	if s := j.Counts(); !strings.Contains(s, "a bound:") || strings.Contains(s, "a weak bound") {
		t.Errorf("counted as %s", s)
	}
}

// TestConcerns: what is not modelled matters to the goals that a run can come to from there,
// and to no others.
func TestConcerns(t *testing.T) {
	j := checker(t, `int __VERIFIER_nondet_int(void);
static int a[4];
int main(void)
{
	int n = __VERIFIER_nondet_int();
	a[n & 7] = 1; // @reachable index-bound
	asm volatile("" : "+r"(n));
	a[n & 3] = 1; // @unreachable index-bound
	return 0;
}
`)
	if len(j.unsupported) != 1 {
		t.Fatalf("%d things are not modelled, want the assembly alone", len(j.unsupported))
	}
	stop := j.unsupported[0]
	if j.Concerns(stop, 0) || !j.Concerns(stop, 1) {
		t.Errorf("concerns what comes before: %t, and what comes behind: %t", j.Concerns(stop, 0), j.Concerns(stop, 1))
	}
	if j.Unsupported(0) != nil || j.Unsupported(1) != stop {
		t.Error("the goal behind does not rest on it")
	}
}
