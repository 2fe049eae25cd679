package prover

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// site is a place that makes heap blocks, in the state at a cutpoint.
type site struct {
	b  *system.System
	o  *system.Object
	st *system.ObjState
}

// unsoundBlocks are facts about the blocks of a site that do not hold, as a
// defect in a family would keep them.
var unsoundBlocks = map[string]func(h *site) term.T{
	"heap blocks: initialised": func(h *site) term.T {
		b := h.b
		all := term.True
		for _, c := range h.st.Cells {
			all = b.Pool.And(all, b.Pool.Not(b.CellAt(c, b.Skolem(0)).Uninit))
		}
		return all
	},
	"heap blocks: links": func(h *site) term.T {
		b := h.b
		all := term.True
		for _, c := range h.st.Cells {
			if c.ID != term.None {
				x := b.CellAt(c, b.Skolem(0))
				all = b.Pool.AndN(all, b.Is(x, system.IDNull), b.Pool.Eq(x.Term, b.Size(0)))
			}
		}
		return all
	},
	"heap blocks: lives": func(h *site) term.T {
		return h.b.AliveAt(h.o, h.st, h.b.BlockOf(h.o, 0))
	},
	"ranks of list nodes": func(h *site) term.T {
		b := h.b
		all := term.True
		for i, c := range h.st.Cells {
			if h.o.Layout.Cells[i].Ghost {
				all = b.Pool.And(all, b.Pool.Eq(b.Pool.Select(c.Term, b.Skolem(0)), b.Pool.BV(system.RankBits, 7)))
			}
		}
		return all
	},
}

// TestCertificateCatchesUnsoundBlocks: what facts about all blocks of a site
// that do not hold seem to prove is not certified.
func TestCertificateCatchesUnsoundBlocks(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/heap_traps.c")
	for name, spoil := range unsoundBlocks {
		t.Run(name, func(t *testing.T) {
			b := provertest.System(t, p, goals)
			pr := newProver(context.Background(), b, goals, &Config{})
			pr.Ghosts = true
			kept := 0
			for i, c := range b.Cutpoints {
				pr.Reached[i] = true
				s := b.StateAt(c)
				for id, o := range b.Objects {
					if o != nil && o.Site && s.Obj(id) != nil && s.Obj(id).Cells != nil {
						h := &site{b, o, s.Obj(id)}
						pr.Base[i] = append(pr.Base[i], invariant.Fact{Term: spoil(h), Text: "unsound"})
						kept++
					}
				}
			}
			if kept == 0 {
				t.Fatal("no site at any cut")
			}
			pr.Try("unsound facts", true)
			certifiesNoError(t, pr, exps)
		})
	}
}

// TestBlocksAreOneObject: blocks of one call and one size are one object, however
// many ways lead to the call, and few sizes are told apart.
func TestBlocksAreOneObject(t *testing.T) {
	var s strings.Builder
	s.WriteString("#include <stdlib.h>\nstatic char *all[64];\nstatic char *block(size_t n) { return malloc(n); }\nint main(void) {\n")
	for i := range 40 {
		fmt.Fprintf(&s, "all[%d] = block(%d);\nall[%d] = block(24);\n", i, i, i+20)
	}
	s.WriteString("return 0; }\n")
	p := provertest.Compile(t, provertest.Source(t, "blocks.c", s.String()))
	b := provertest.System(t, p, nil)
	n := 0
	for k := range b.Blocks {
		kind := k
		kind.Way = nil
		if (b.Ways[kind] > budget.SiteWays.N) == (k.Way == nil) {
			n++
		}
	}
	if n != budget.SiteSizes.N+1 {
		t.Errorf("%d objects for the blocks of one call; want %d", n, budget.SiteSizes.N+1)
	}
}
