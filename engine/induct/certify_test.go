package induct

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// unsound are facts of each family that do not hold, as a defect in it would
// keep them.
var unsound = map[string]func(*builder, *variable) term.T{
	"intervals": func(b *builder, v *variable) term.T {
		if v.width != 32 {
			return term.True
		}
		return b.pool.Or(v.u, b.pool.SLe(v.t, b.pool.BV(32, 3)))
	},
	"low bits": func(b *builder, v *variable) term.T {
		if v.width != 32 {
			return term.True
		}
		return b.pool.Or(v.u, b.pool.Eq(b.pool.Extract(v.t, 0, 1), b.pool.BV(1, 0)))
	},
	"initialised": func(b *builder, v *variable) term.T { return b.pool.Not(v.u) },
	"points-to": func(b *builder, v *variable) term.T {
		if v.id == term.None {
			return term.True
		}
		return b.pool.Or(v.u, b.pool.Not(b.is(v.value(), idNull)))
	},
	"relations": func(b *builder, v *variable) term.T {
		all := term.True
		for _, w := range b.variables(b.cuts[0]) {
			if v.width == 32 && w.width == 32 {
				all = b.pool.AndN(all, b.pool.Eq(v.t, w.t))
			}
		}
		return all
	},
}

// TestCertificateCatchesUnsoundFacts: what facts that do not hold seem to prove
// is not certified.
func TestCertificateCatchesUnsoundFacts(t *testing.T) {
	p, exps, goals := asked(t, "../../testdata/induct/unsound.c")
	for name, fact := range unsound {
		t.Run(name, func(t *testing.T) { keepUnsound(t, p, exps, goals, fact) })
	}
}

func keepUnsound(t *testing.T, p *ir.Program, exps []expectation, goals []Goal, spoil func(*builder, *variable) term.T) {
	b := system(context.Background(), p, goals, &Config{Entry: p.FuncByName["main"]})
	if b.failed != "" || len(b.cuts) != 1 {
		t.Fatalf("%d cuts, %s", len(b.cuts), b.failed)
	}
	pr := newProver(context.Background(), b)
	pr.reached[0] = true
	for _, v := range b.variables(b.cuts[0]) {
		pr.base[0] = append(pr.base[0], fact{t: spoil(b, v), text: "unsound"})
	}
	j := newJudge(pr, goals)
	j.judge("unsound facts")
	out := &Outcome{Proofs: make([]Proof, len(goals))}
	j.report(out)
	fooled := 0
	for i, e := range exps {
		if e.status != "reachable" {
			continue
		}
		if j.missing(i) == nil {
			fooled++
		}
		if out.Proofs[i].Proved {
			t.Errorf("line %d: %v was certified from a fact that does not hold", e.line, e.class)
		}
	}
	if fooled == 0 {
		t.Error("the facts exclude nothing, so the test shows nothing")
	}
}
