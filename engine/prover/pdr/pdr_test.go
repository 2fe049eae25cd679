package pdr

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/query"
)

// proposed runs the family on the goal of a program, and returns what became of it.
func proposed(t *testing.T, text string) *goal.Checker {
	t.Helper()
	p, _, goals := provertest.Asked(t, provertest.Source(t, "p.c", text))
	b := provertest.System(t, p, goals)
	j := goal.New(houdini.New(invariant.NewKnowledge(query.New(context.Background(), b)), families.ConstantsOf(b)), goals)
	j.ReachAll()
	x := &invariant.Context{Knowledge: j.Knowledge, Compared: j.Compared, Near: families.NearConstants(j.Compared), Open: j.Open, Exhausted: j.Exhausted}
	Propose(j.Search, x, j.Checks, j.Runs, 30_000_000)
	if !j.Fixpoint() {
		t.Fatal("ran out")
	}
	j.Keep()
	j.Try("clauses", true)
	return j
}

// machine goes through its states in an order: where it divides, the flag was set.
const machine = `int __VERIFIER_nondet_int(void);
int main(void)
{
	int state = 0, flag = 0;
	while (__VERIFIER_nondet_int())
		switch (state) {
		case 0: state = 1; break;
		case 1: flag = FLAG; state = 3; break;
		case 3: flag = 7 / flag; state = 0; break; // @unreachable division-by-zero
		}
	return 0;
}
`

// TestClauses: a clause over two variables excludes the error, from the error backwards.
func TestClauses(t *testing.T) {
	j := proposed(t, "#define FLAG 2\n"+machine)
	if j.Missing(0) != nil {
		t.Errorf("not proved; %d facts", len(j.Base[0]))
	}
}

// TestRuns: where the error can happen, nothing excludes it, and the way there is a run.
func TestRuns(t *testing.T) {
	j := proposed(t, "#define FLAG (__VERIFIER_nondet_int() & 1)\n"+machine)
	if j.Missing(0) == nil {
		t.Fatal("an error that happens is excluded")
	}
	if r := j.Ran(0); r == nil || len(r.Answers) < 3 {
		t.Errorf("the run there is %v", r)
	}
}
