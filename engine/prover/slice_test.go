package prover

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestSlice: what is proved of each goal alone, on the paths that lead to it, is what
// is proved on all paths, and what the programs say; and certificates of the one
// system are confirmed.
func TestSlice(t *testing.T) {
	for _, coarse := range []bool{false, true} {
		p, exps, goals := provertest.Asked(t, "../../testdata/induct/slice.c")
		cfg := Config{Entry: p.FuncByName["main"], Coarse: coarse, Certificates: true}
		whole := cfg
		whole.Whole = true
		smaller := 0
		for i, e := range exps {
			one := goals[i : i+1]
			sliced, all := Prove(context.Background(), p, one, cfg).Proofs[0], Prove(context.Background(), p, one, whole).Proofs[0]
			if sliced.Proved != all.Proved || !coarse && sliced.Proved != (e.Status == "unreachable") {
				t.Errorf("line %d, coarse %t: proved %t (%s), on all paths %t (%s)", e.Line, coarse, sliced.Proved, sliced.Why, all.Proved, all.Why)
			}
			if sliced.Proved {
				confirmed(t, p, one[0], &sliced, cfg)
				confirmed(t, p, one[0], &all, cfg)
			}
			a, b := system.New(context.Background(), p, one, cfg.settings(), cfg.ahead(one)), system.New(context.Background(), p, one, cfg.settings(), nil)
			if len(a.Cutpoints) < len(b.Cutpoints) {
				smaller++
			}
		}
		if smaller < 2 {
			t.Errorf("coarse %t: only %d goals have a smaller system than the whole program", coarse, smaller)
		}
	}
}

// TestSlicedCertificate: a certificate says which paths its system has; those to the
// goal are among them, whatever it says.
func TestSlicedCertificate(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/slice.c")
	cfg := Config{Entry: p.FuncByName["main"]}
	entry := ir.Point{Block: p.Funcs[cfg.Entry].Blocks[0].ID}
	for i, e := range exps {
		for name, g := range map[string]system.Goal{"a goal": goals[i], "a goal of many places": scattered(t, p, goals[i])} {
			v, err := certify.Check(context.Background(), p, g, &certify.Basis{Sites: []ir.Point{entry}}, cfg.settings(), nil)
			if e.Status == "reachable" && (err != nil || v.Problem == "") {
				t.Errorf("line %d: a proof of %s that is reached is confirmed (%v)", e.Line, name, err)
			}
		}
	}
}

// scattered is a goal with more places than are worth slicing for.
func scattered(t *testing.T, p *ir.Program, g system.Goal) system.Goal {
	t.Helper()
	sites := slices.Clone(g.Sites)
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			site := g.Sites[0]
			site.Point = ir.Point{Block: b.ID, Instr: int32(i)}
			sites = append(sites, site)
		}
	}
	if g.Sites = sites; len(sites) <= budget.Watched.N {
		t.Fatalf("a goal of only %d places", len(sites))
	}
	return g
}

// TestSliceKeepsStops: a path in a model that ends in a stop is as good as one that
// returns, and so leads to the goals behind the call.
func TestSliceKeepsStops(t *testing.T) {
	p, g := asserted(t, `#include <stdio.h>
#include <unistd.h>
int main(void)
{
	char b;
	getchar();
	if (read(0, &b, 1) == 1)
		__VERIFIER_error();
	return 0;
}
`)
	cfg := Config{Entry: p.FuncByName["main"]}
	if cfg.ahead([]system.Goal{g}) == nil {
		t.Fatal("the system is not sliced")
	}
	if out := Prove(context.Background(), p, []system.Goal{g}, cfg); out.Proofs[0].Proved {
		t.Errorf("proved, in spite of a stop before it: %s", out.Proofs[0].Why)
	}
}
