package prover

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/provertest"
)

// knownFiles are programs with facts of many families, about numbers, arrays, heap
// blocks and procedures.
var knownFiles = []string{"heap.c", "clauses.c", "recursion.c"}

// TestKnownFacts: what the facts that a run has learnt prove is proved by them
// alone in the next run, also where functions were added before and behind.
func TestKnownFacts(t *testing.T) {
	for _, f := range knownFiles {
		t.Run(f, func(t *testing.T) {
			text, err := os.ReadFile("../../testdata/induct/" + f)
			if err != nil {
				t.Fatal(err)
			}
			first := provertest.Source(t, f, string(text))
			learnt := proveKnown(t, first, nil, nil)
			moved := provertest.Source(t, f, "static int elsewhere[3]; int new_one(int n) { while (n > 3) n -= 2; elsewhere[n & 1] = n; return n; }\n"+string(text))
			for _, src := range []string{first, moved} {
				again := proveKnown(t, src, learnt.Learnt, Families()[2:])
				want, got := 0, 0
				for i := range learnt.Proofs {
					if learnt.Proofs[i].Proved {
						want++
					}
					if again.Proofs[i].Proved {
						got++
					}
				}
				if want == 0 || got < want*9/10 {
					t.Errorf("%s: %d of %d proofs from what was learnt (%d facts)", src, got, want, len(learnt.Learnt))
				}
			}
		})
	}
}

// proveKnown proves the goals of a program with facts of an earlier run, as they
// come back from a file.
func proveKnown(t *testing.T, src string, known []certify.Known, without []string) *Outcome {
	t.Helper()
	data, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	var back []certify.Known
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	p, _, goals := provertest.Asked(t, src)
	return Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Known: back, Learn: true, Without: without})
}

// TestKnownFactsAreProved: facts that do not hold, and those that are about
// nothing there is, prove nothing.
func TestKnownFactsAreProved(t *testing.T) {
	const text = `int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
	int i = 0;
	while (__VERIFIER_nondet_int()) if (i < LIMIT) i++;
	return a[i]; // @unreachable index-bound
}
`
	learnt := proveKnown(t, provertest.Source(t, "p.c", strings.Replace(text, "LIMIT", "9", 1)), nil, nil)
	if !learnt.Proofs[0].Proved || len(learnt.Learnt) == 0 {
		t.Fatalf("nothing learnt: %+v", learnt.Proofs[0])
	}
	odd := append([]certify.Known{{Cut: "nowhere"}, learnt.Learnt[0], learnt.Learnt[0]}, learnt.Learnt...)
	odd[1].Formula.Claim = "(declare-fun"
	odd[2].Formula.Places = nil
	if out := proveKnown(t, provertest.Source(t, "p.c", strings.Replace(text, "LIMIT", "10", 1)), odd, nil); out.Proofs[0].Proved {
		t.Errorf("proved: %s", out.Proofs[0].Why)
	}
	if out := proveKnown(t, provertest.Source(t, "p.c", strings.Replace(text, "LIMIT", "9", 1)), odd, Families()[2:]); !out.Proofs[0].Proved {
		t.Errorf("not proved from what was learnt: %s", out.Proofs[0].Why)
	}
}
