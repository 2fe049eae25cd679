package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/system"
)

// deepText fails after 24 turns of a loop with three ways through each.
const deepText = nondet + `
int main(void) {
  int level = 0, peak = 0, n = 0;
  while (n < 1000) {
    int way = __VERIFIER_nondet_int();
    if (way == 3 && level < 12) level++;
    if (way == 5 && level > 0) level--;
    if (level == 12) peak = 1;
    if (peak && level == 0) return 10 / level; // @ division-by-zero
    n++;
  }
  return 0;
}`

// TestDeepLoop: a violation deep in a loop is found by a run that the transition
// system proposes, and the search follows that one path.
func TestDeepLoop(t *testing.T) {
	v := decideText(t, deepText, Options{}).Verdicts[0]
	if v.Status != Reachable || v.Witness == nil {
		t.Fatalf("%v: %s", v.Status, v.Reason)
	}
	ups, downs := 0, 0
	for _, f := range v.Witness.Feeds {
		switch f.Value {
		case 3:
			ups++
		case 5:
			downs++
		}
	}
	if ups < 12 || downs < 12 {
		t.Errorf("%d times up, %d times down: want 12 and more of each", ups, downs)
	}
}

// followed follows a run in a program with one target.
func followed(t *testing.T, text string, way system.Run) (*run, Verdict) {
	t.Helper()
	r, got := alone(t, text)
	r.follow(context.Background(), context.Background(), 0, way)
	return r, *got
}

// TestWrongRun: a run that does not lead to the target settles nothing, and one
// that ends early, or answers other questions, only says where to look first.
func TestWrongRun(t *testing.T) {
	const text = nondet + `
int main(int argc, char **argv) {
  int c = __VERIFIER_nondet_int();
  return argc == 2 && argv[1][0] == 'k' && c == 'x' ? 1 / (c - 'x') : 0; // @ division-by-zero
}`
	fed := func(vs ...uint64) (as []system.Answer) {
		for _, v := range vs {
			as = append(as, system.Answer{Kind: system.AnswerValue, Value: v})
		}
		return as
	}
	args := [][]byte{nil, []byte("k")}
	for name, test := range map[string]struct {
		way   system.Run
		found bool
	}{
		"right":            {system.Run{Answers: fed('x'), Args: args}, true},
		"too long":         {system.Run{Answers: fed('x', 'y', 'z'), Args: args}, true},
		"nothing told":     {system.Run{}, true},
		"ends early":       {system.Run{Args: args}, true},
		"another question": {system.Run{Answers: []system.Answer{{Kind: system.AnswerNumber, Value: 1}}, Args: args}, true},
		"wrong value":      {system.Run{Answers: fed('y'), Args: args}, false},
		"wrong argument":   {system.Run{Answers: fed('x'), Args: [][]byte{nil, nil}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r, v := followed(t, text, test.way)
			if test.found {
				if v.Status != Reachable || v.Witness == nil || len(v.Witness.Feeds) != 1 || v.Witness.Feeds[0].Value != 'x' || len(v.Witness.Argv) != 2 || !strings.HasPrefix(string(v.Witness.Argv[1]), "k") {
					t.Errorf("%v %+v", v.Status, v.Witness)
				}
				return
			}
			if !r.board.waits(0) || r.best[0].verdict.Status != Undecided {
				t.Errorf("settled: %v", v)
			}
		})
	}
}

// TestArgumentEnds: an argument that a run is told ends where it ends, so that
// reading behind it is seen.
func TestArgumentEnds(t *testing.T) {
	const text = `int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *p = argv[1];
  while (*p) p++;
  return p[1]; // @ out-of-bounds
}`
	_, v := followed(t, text, system.Run{Args: [][]byte{nil, []byte("ab")}})
	if v.Status != Reachable {
		t.Fatalf("%v: %s", v.Status, v.Reason)
	}
	if got := string(v.Witness.Argv[1]); got != "ab" {
		t.Errorf("argument %q, want ab", got)
	}
}

// TestRunOfTheProver: where the prover finds that a violation is reached from the
// start, the search follows that run.
func TestRunOfTheProver(t *testing.T) {
	r, v := alone(t, deepText)
	r.prove(context.Background())
	if v.Status != Reachable || v.Witness == nil || len(v.Witness.Feeds) < 24 {
		t.Fatalf("%v: %s", v.Status, v.Reason)
	}
}
