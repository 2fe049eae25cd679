package prover

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// said is what the proof that __VERIFIER_error is not called says of the loop
// statements of a program, by line.
func said(t *testing.T, code string) map[int]certify.LoopInvariant {
	t.Helper()
	return saidWith(t, code, Config{Invariants: true})
}

func saidWith(t *testing.T, code string, cfg Config) map[int]certify.LoopInvariant {
	t.Helper()
	p, g := asserted(t, code)
	cfg.Entry = p.FuncByName["main"]
	out := Prove(context.Background(), p, []system.Goal{g}, cfg)
	if !out.Proofs[0].Proved {
		t.Fatal(out.Proofs[0].Why)
	}
	all := map[int]certify.LoopInvariant{}
	for _, i := range out.Proofs[0].Invariants {
		stmt := p.Blocks[i.Head.Block].Stmt
		all[int(p.LocOf(ir.Point{Block: i.Head.Block}).Line)] = i
		if stmt == nil {
			t.Errorf("%s is said of no loop statement", i.Value)
		}
	}
	return all
}

// asserted compiles a program; the goal is that it does not call
// __VERIFIER_error.
func asserted(t *testing.T, code string) (*ir.Program, system.Goal) {
	t.Helper()
	code = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_error(void);\n" + code
	p := provertest.Compile(t, provertest.Source(t, "p.c", code))
	line := strings.Count(code[:strings.Index(code, "__VERIFIER_error();")], "\n") + 1
	return p, provertest.GoalOf(p, provertest.Expectation{Line: line, Status: "unreachable", Class: op.Assert})
}

// mentions: an invariant has some texts, and not others (those that begin with
// !).
func mentions(t *testing.T, inv certify.LoopInvariant, texts ...string) {
	t.Helper()
	for _, x := range texts {
		x, not := strings.CutPrefix(x, "!")
		if strings.Contains(inv.Value, x) == not {
			t.Errorf("%q should have %q: %t", inv.Value, x, !not)
		}
	}
}

func TestInvariantsAreInScope(t *testing.T) {
	inv := said(t, `int bound;
int main(void) {
  int n = __VERIFIER_nondet_int(), hidden = 0;
  bound = 5;
  if (n < 0 || n > 50) return 0;
  for (int i = 0; i < n; i++) {       // line 7
    int hidden = i;
    while (__VERIFIER_nondet_int())   // line 9
      if (hidden < 60) hidden++;
    if (hidden > 60 || i >= n) __VERIFIER_error();
  }
  return hidden;
}
`)
	mentions(t, inv[7], "n >= 0", "hidden == 0", "bound == 5", "!i >", "!i <")
	mentions(t, inv[9], "i >= 0", "!hidden")
	if len(inv[7].Left) == 0 || len(inv[9].Left) == 0 {
		t.Errorf("nothing is left out: %v", inv)
	}
}

// TestInvariantsOfAllContexts: of a function that is called twice, what is said
// holds in each call.
func TestInvariantsOfAllContexts(t *testing.T) {
	inv := said(t, `static int to(int at, int end) {
  while (at < end && __VERIFIER_nondet_int())   // line 3
    at++;
  return at;
}
int main(void) {
  int a = to(0, 10), b = to(100, 200);
  if (a > 10 || b > 200) __VERIFIER_error();
  return 0;
}
`)
	mentions(t, inv[3], "end == 10) || (", "end == 200)")
}

// TestInvariantsBehindStops: behind what is not modelled nothing is known of the
// runs that go on, even where no target is.
func TestInvariantsBehindStops(t *testing.T) {
	inv := said(t, `int main(void) {
  int i = 0, z = 0;
  while (__VERIFIER_nondet_int())   // line 4
    if (i < 5) i++;
  if (i > 5) __VERIFIER_error();
  if (__VERIFIER_nondet_int())
    __asm__ volatile("movl $1, %0" : "=m"(z));
  while (__VERIFIER_nondet_int())   // line 9
    if (i < 50) i++;
  return z;
}
`)
	mentions(t, inv[4], "z == 0", "i ")
	if inv[9].Value != "1" || len(inv[9].Left) != 1 || !strings.Contains(inv[9].Left[0], "nothing is known") {
		t.Errorf("behind the assembly: %v", inv[9])
	}
}

// TestInvariantOfDeadLoop: no run arrives at the loop's head.
func TestInvariantOfDeadLoop(t *testing.T) {
	inv := said(t, `int main(void) {
  int i = 0, n = 0;
  while (__VERIFIER_nondet_int())   // line 4
    if (i < 5) { i++; n += 2; }
  if (n > 2 * i)
    while (__VERIFIER_nondet_int())   // line 7
      if (i < 50) i++;
  if (i > 5) __VERIFIER_error();
  return 0;
}
`)
	mentions(t, inv[4], "i ")
	if inv[7].Value != "0" {
		t.Errorf("a loop that no run comes to: %v", inv[7])
	}
}

// TestInvariantsTakeNothingMoreAsGiven: that a is 2 rests on the read behind the
// array's end, which the proof of the target does not need.
func TestInvariantsTakeNothingMoreAsGiven(t *testing.T) {
	inv := said(t, `int main(void) {
  unsigned char t[4] = {0}, a = 2;
  int i = 0;
  while (__VERIFIER_nondet_int())   // line 5
    if (i < 5) i++;
  if (i > 5) __VERIFIER_error();
  while (__VERIFIER_nondet_int())   // line 8
    if (__VERIFIER_nondet_int())
      a = t[a + a];
  return a;
}
`)
	mentions(t, inv[5], "a == 2", "i ")
	mentions(t, inv[8], "!a ==")
}

func TestInvariantsOfMembers(t *testing.T) {
	inv := said(t, `struct ring { void *data; unsigned char used; int seen[2]; };
static struct ring global;
int main(void) {
  struct ring q = {0};
  while (__VERIFIER_nondet_int()) {   // line 6
    if (q.used < 8) q.used++;
    if (global.seen[1] < 5) global.seen[1] += 2;
    q.seen[0] = -1;
  }
  if (q.used > 8 || global.seen[1] > 6) __VERIFIER_error();
  return 0;
}
`)
	mentions(t, inv[6], "q.used <= 8", "global.seen[1] <= 6", "!seen[0] ")
}

// TestCutAll: loops that would be unrolled are cut where that is asked for, not
// those of library models.
func TestCutAll(t *testing.T) {
	const code = `#include <string.h>
int main(void) {
  char text[8] = "seven";
  int i, j = 0;
  for (i = 0; i < 6; i++)   // line 6
    for (j = 0; j < 3; j++)   // line 7
      ;
  if (strlen(text) != 5 || i > 6 || j > 3) __VERIFIER_error();
  return 0;
}
`
	if inv := said(t, code); len(inv) != 0 {
		t.Errorf("the loops are not unrolled: %v", inv)
	}
	inv := saidWith(t, code, Config{Invariants: true, CutAll: true})
	mentions(t, inv[6], "i <= 6")
	mentions(t, inv[7], "i <= 5", "j <= 3")
}
