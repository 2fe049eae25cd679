package induct

import (
	"context"
	"fmt"
	"strings"
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
			b := newSystem(context.Background(), p, goals, &settings{Entry: p.FuncByName["main"]}, nil)
			if b.failed != "" {
				t.Fatal(b.failed)
			}
			pr := newProver(context.Background(), b, &Config{})
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
			j.judge("unsound facts", true)
			certifiesNoError(t, j, exps)
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
	p := compile(t, source(t, "blocks.c", s.String()))
	b := newSystem(context.Background(), p, nil, &settings{Entry: p.FuncByName["main"]}, nil)
	if b.failed != "" {
		t.Fatal(b.failed)
	}
	n := 0
	for k := range b.blocks {
		kind := k
		kind.way = nil
		if (b.ways[kind] > maxWays) == (k.way == nil) {
			n++
		}
	}
	if n != maxSizes+1 {
		t.Errorf("%d objects for the blocks of one call; want %d", n, maxSizes+1)
	}
}
