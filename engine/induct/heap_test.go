package induct

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// unsoundBlocks are facts about the blocks of a site that do not hold, as a
// defect in a family would keep them.
var unsoundBlocks = map[string]func(h *blocks) term.T{
	"heap blocks: initialised": func(h *blocks) term.T {
		b := h.pr.b
		all := term.True
		for _, c := range h.st.cells {
			all = b.pool.And(all, b.pool.Not(b.cellAt(c, b.skolem(0)).u))
		}
		return all
	},
	"heap blocks: links": func(h *blocks) term.T {
		b := h.pr.b
		all := term.True
		for _, c := range h.st.cells {
			if c.id != term.None {
				x := b.cellAt(c, b.skolem(0))
				all = b.pool.AndN(all, b.is(x, idNull), b.pool.Eq(x.t, b.size(0)))
			}
		}
		return all
	},
	"heap blocks: lives": func(h *blocks) term.T {
		return h.pr.b.aliveAt(h.o, h.st, h.block(0))
	},
	"ranks of list nodes": func(h *blocks) term.T {
		b := h.pr.b
		all := term.True
		for i, c := range h.st.cells {
			if h.o.lay.cells[i].ghost {
				all = b.pool.And(all, b.pool.Eq(b.pool.Select(c.t, b.skolem(0)), b.pool.BV(rankBits, 7)))
			}
		}
		return all
	},
}

// TestCertificateCatchesUnsoundBlocks: what facts about all blocks of a site
// that do not hold seem to prove is not certified.
func TestCertificateCatchesUnsoundBlocks(t *testing.T) {
	p, exps, goals := asked(t, "../../testdata/induct/heap_traps.c")
	for name, spoil := range unsoundBlocks {
		t.Run(name, func(t *testing.T) {
			b := system(context.Background(), p, goals, &Config{Entry: p.FuncByName["main"]})
			if b.failed != "" {
				t.Fatal(b.failed)
			}
			pr := newProver(context.Background(), b)
			pr.ghosts = true
			kept := 0
			for i, c := range b.cuts {
				pr.reached[i] = true
				s := b.stateAt(c)
				for id, o := range b.objects {
					if o != nil && o.site && s.obj(id) != nil && s.obj(id).cells != nil {
						h := &blocks{pr: pr, s: s, o: o, st: s.obj(id)}
						pr.base[i] = append(pr.base[i], fact{t: spoil(h), text: "unsound"})
						kept++
					}
				}
			}
			if kept == 0 {
				t.Fatal("no site at any cut")
			}
			j := newJudge(pr, goals)
			j.judge("unsound facts")
			out := &Outcome{Proofs: make([]Proof, len(goals))}
			j.report(out)
			for i, e := range exps {
				if e.status == "reachable" && out.Proofs[i].Proved {
					t.Errorf("line %d: %v was certified from a fact that does not hold", e.line, e.class)
				}
			}
		})
	}
}

// TestAffineHull: the equations are those of all states admitted, and of no
// fewer.
func TestAffineHull(t *testing.T) {
	p := term.NewPool()
	b := &builder{pool: p, dom: terms{p}}
	x, y, z := p.Var(32, "x"), p.Var(32, "y"), p.Var(32, "z")
	a := &affine{b: b, terms: []term.T{x, y, z}, whens: []term.T{term.True, term.True, term.True},
		texts: []string{"x", "y", "z"}, small: make([]bool, 3), gone: make([]bool, 3)}
	if fs := a.facts(); len(fs) != 1 || fs[0] != term.False {
		t.Fatalf("nothing was admitted: %v", fs)
	}
	state := func(values [3]uint64) valuation {
		m := term.NewModel()
		for i, v := range []term.T{x, y, z} {
			m.Set(v, values[i])
		}
		return term.NewEvaluator(p, m)
	}
	states := [][3]uint64{{0, 3, 0}, {1, 5, 7}, {4, 11, 1 << 31}, {9, 21, 5}}
	want := []string{"x = 0, y = 3, z = 0", "", "", "−2·x + y = 3"}
	for i, s := range states {
		a.admit(state(s))
		if want[i] != "" && a.String() != want[i] {
			t.Errorf("after %d states: %s, want %s", i+1, a, want[i])
		}
		for _, seen := range states[:i+1] {
			for _, f := range a.facts() {
				if !state(seen).Bool(f) {
					t.Errorf("after %d states: %s does not hold of %v", i+1, a, seen)
				}
			}
		}
	}
	a.drop()
	if len(a.facts()) != 0 || a.String() != "" {
		t.Errorf("dropped: %v", a)
	}
}
