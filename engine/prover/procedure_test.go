package prover

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestBlocksOfProcedures: where no allocation fails, a block that a procedure
// makes may be known to be dead when the next one is made at its place; what
// names the former dangles all the same.
func TestBlocksOfProcedures(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/recursion_traps.c")
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], NoFail: map[string]bool{"malloc": true}})
	for i, e := range exps {
		if e.Status == "reachable" && out.Proofs[i].Proved {
			t.Errorf("line %d: %v was proved: %s", e.Line, e.Class, out.Proofs[i].Why)
		}
	}
}

// largeProgram calls a function of many instructions from several places.
func largeProgram(calls int) string {
	var s strings.Builder
	s.WriteString(`int __VERIFIER_nondet_int(void);
static int buf[16], len, total;
static int work(int k)
{
    int i, s = 0;
    if (k < 0 || k > 16)
        return 0;
    for (i = 0; i < k; i++) {
        buf[i] = __VERIFIER_nondet_int() & 15;
        s += buf[i] & 1;
    }
    while (len < 16 && __VERIFIER_nondet_int())
        buf[len++] = k; // @unreachable out-of-bounds
    switch (__VERIFIER_nondet_int()) {
`)
	for i := range 120 {
		fmt.Fprintf(&s, "    case %d: buf[s & 15] = %d; total = (total + buf[%d]) & 255; break;\n", i, i, i%16)
	}
	s.WriteString("    }\n    return s;\n}\nint main(void)\n{\n    int r;\n")
	for range calls {
		s.WriteString("    r = work(__VERIFIER_nondet_int() % 17);\n    if (r > 16 || r < 0 || len > 16 || len < 0)\n        buf[total + 20] = 1; // @unreachable out-of-bounds\n")
	}
	s.WriteString("    buf[r] = 2; // @reachable out-of-bounds\n    return 0;\n}\n")
	return s.String()
}

// TestLargeFunctions: a function that would be copied too often is not inlined,
// and what is proved of the program is the same.
func TestLargeFunctions(t *testing.T) {
	src := provertest.Source(t, "large.c", largeProgram(8))
	p, exps, goals := provertest.Asked(t, src)
	cfg := Config{Entry: p.FuncByName["main"]}
	b := system.New(context.Background(), p, goals, cfg.settings(), nil)
	if len(b.Summaries) != 1 || len(b.Cutpoints) != 4 {
		t.Errorf("%d procedures, %d cuts; want the entry, the return and two loops of one", len(b.Summaries), len(b.Cutpoints))
	}
	out := Prove(context.Background(), p, goals, cfg)
	for i, e := range exps {
		if out.Proofs[i].Proved != (e.Status == "unreachable") {
			t.Errorf("line %d: %v: proved %v, want %s (%s)", e.Line, e.Class, out.Proofs[i].Proved, e.Status, out.Proofs[i].Why)
		}
	}
}
