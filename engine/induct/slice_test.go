package induct

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
)

// TestSlice: what is proved of each goal alone, on the paths that lead to it, is what
// is proved on all paths, and what the programs say; and certificates of the one
// system are confirmed.
func TestSlice(t *testing.T) {
	for _, outline := range []bool{false, true} {
		p, exps, goals := asked(t, "../../testdata/induct/slice.c")
		cfg := Config{Entry: p.FuncByName["main"], Outline: outline, Certificates: true}
		whole := cfg
		whole.Whole = true
		smaller := 0
		for i, e := range exps {
			one := goals[i : i+1]
			sliced, all := Prove(context.Background(), p, one, cfg).Proofs[0], Prove(context.Background(), p, one, whole).Proofs[0]
			if sliced.Proved != all.Proved || !outline && sliced.Proved != (e.status == "unreachable") {
				t.Errorf("line %d, outline %t: proved %t (%s), on all paths %t (%s)", e.line, outline, sliced.Proved, sliced.Why, all.Proved, all.Why)
			}
			if sliced.Proved {
				confirmed(t, p, one[0], &sliced, cfg)
				confirmed(t, p, one[0], &all, cfg)
			}
			a, b := system(context.Background(), p, one, &cfg, cfg.ahead(one)), system(context.Background(), p, one, &cfg, nil)
			if len(a.cuts) < len(b.cuts) {
				smaller++
			}
		}
		if smaller < 2 {
			t.Errorf("outline %t: only %d goals have a smaller system than the whole program", outline, smaller)
		}
	}
}

// TestSlicedCertificate: a certificate says which paths its system has; those to the
// goal are among them, whatever it says.
func TestSlicedCertificate(t *testing.T) {
	p, exps, goals := asked(t, "../../testdata/induct/slice.c")
	cfg := Config{Entry: p.FuncByName["main"]}
	entry := ir.Point{Block: p.Funcs[cfg.Entry].Blocks[0].ID}
	for i, e := range exps {
		v, err := Check(context.Background(), p, goals[i], &Basis{Sites: []ir.Point{entry}}, cfg, nil)
		if e.status == "reachable" && (err != nil || v.Problem == "") {
			t.Errorf("line %d: a proof of a goal that is reached is confirmed (%v)", e.line, err)
		}
	}
}
