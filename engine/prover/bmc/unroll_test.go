package bmc

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// unrollText looks for runs to the line of a program that is marked with `// @`.
func unrollText(t *testing.T, text string) (runs []system.Run) {
	t.Helper()
	p, _, goals := provertest.Asked(t, provertest.Source(t, "program.c", text))
	b := provertest.System(t, p, goals)
	how := Search(context.Background(), b, goals, Client{
		Terms: 6_000_000, Propagations: 10_000_000,
		Open:  func(int) bool { return len(runs) == 0 },
		Found: func(_ int, r system.Run) { runs = append(runs, r) },
	})
	t.Log(how)
	return runs
}

// values are the answers of a run.
func values(r system.Run) (vs []int64) {
	for _, a := range r.Answers {
		vs = append(vs, op.Signed(32, a.Value))
	}
	return vs
}

// TestUnrollDeep: a violation behind many turns of a loop with several ways
// through it is found, with the answers that lead there in their order.
func TestUnrollDeep(t *testing.T) {
	runs := unrollText(t, `extern int __VERIFIER_nondet_int(void);
int main(void) {
	int up = 0, down = 0, both = 0;
	while (both < 1000) {
		int way = __VERIFIER_nondet_int();
		if (way == 7)
			up++;
		else if (way == 9 && down < up)
			down++;
		both = up + down;
		if (up == 20 && down == 13)
			return 10 / (both - 33); // @reachable division-by-zero
	}
	return 0;
}
`)
	if len(runs) != 1 {
		t.Fatalf("%d runs, want 1", len(runs))
	}
	up, down := 0, 0
	for _, v := range values(runs[0]) {
		switch {
		case v == 7:
			up++
		case v == 9 && down < up:
			down++
		}
	}
	if up != 20 || down != 13 {
		t.Errorf("the answers lead to up = %d, down = %d: %v", up, down, values(runs[0]))
	}
}

// TestUnrollInputs: bytes of standard input and arguments are told as the
// program asks for them.
func TestUnrollInputs(t *testing.T) {
	runs := unrollText(t, `#include <stdio.h>
int main(int argc, char **argv) {
	char a[3];
	int n = 0, c;
	if (argc < 2 || argv[1][0] != 'x' || argv[1][1] != 'y')
		return 0;
	while ((c = getchar()) != EOF)
		if (c == 'q')
			n++;
	a[n] = 0; // @reachable out-of-bounds
	return a[n];
}
`)
	if len(runs) != 1 {
		t.Fatalf("%d runs, want 1", len(runs))
	}
	r := runs[0]
	if len(r.Args) != 2 || len(r.Args[1]) < 2 || string(r.Args[1][:2]) != "xy" {
		t.Errorf("arguments %q, want two, the second beginning with xy", r.Args)
	}
	n, last := 0, uint32(0)
	for i, a := range r.Answers {
		switch a.Kind {
		case system.AnswerValue: // whether an error comes in the place of a byte, and what is behind an end
			continue
		case system.AnswerByte:
		default:
			t.Errorf("answer %d is of kind %d", i, a.Kind)
		}
		last = uint32(a.Value)
		if a.Value == 'q' {
			n++
		}
	}
	if n < 3 || last != 1<<32-1 {
		t.Errorf("%d times q, last byte %x; want 3 or more, and the end", n, last)
	}
}

// TestUnrollNothing: nothing is found in a program that cannot fail.
func TestUnrollNothing(t *testing.T) {
	runs := unrollText(t, `extern int __VERIFIER_nondet_int(void);
int main(void) {
	int a[4], n = 0;
	while (__VERIFIER_nondet_int()) {
		a[n] = 1; // @unreachable out-of-bounds
		n = (n + 1) & 3;
	}
	return n;
}
`)
	if len(runs) != 0 {
		t.Errorf("found %v", runs)
	}
}
