package query

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// TestLoosely: what does not depend on the result of a hard operation, or on its range alone, is
// told without it; what does is not told. Each step excludes the conditions that it lists.
func TestLoosely(t *testing.T) {
	a, p := asker()
	k := func(n uint64) term.T { return p.BV(32, n) }
	x, y, i := p.Var(32, "x"), p.Var(32, "y"), p.Var(32, "i")
	area, rest, share := p.Mul(x, y), p.URem(x, y), p.SDiv(x, k(10))
	other := p.ULt(y, k(9))
	for _, c := range []struct {
		name        string
		facts, goal []term.T
		want        backend.Status
	}{
		{"below the product", []term.T{p.SLt(i, area), other}, []term.T{p.SLt(area, i)}, backend.Unsat},
		{"a remainder is less", []term.T{p.Not(p.Eq(y, k(0)))}, []term.T{p.ULe(y, rest)}, backend.Unsat},
		{"a remainder by 0", nil, []term.T{p.ULe(y, rest)}, backend.Unknown},
		{"a share is no more", []term.T{p.SLt(x, k(50)), p.SLt(k(0), x)}, []term.T{p.SLt(k(50), share)}, backend.Unsat},
		{"a share of a negative number", []term.T{p.SLt(x, k(50))}, []term.T{p.SLt(share, k(0))}, backend.Unknown},
		{"the factors matter", []term.T{p.Eq(x, k(2)), p.Eq(y, k(3))}, []term.T{p.Eq(p.Mul(p.Add(x, i), y), k(7)), p.Eq(i, k(0))}, backend.Unknown},
	} {
		r, steps := a.Loosely(Question{Facts: c.facts, Goal: c.goal}, plenty)
		if r.Status != c.want {
			t.Errorf("%s: %v, want %v", c.name, r.Status, c.want)
		}
		for _, core := range r.Core {
			if !slices.Contains(c.facts, core) && !slices.Contains(c.goal, core) || core == other {
				t.Errorf("%s: %v in the core", c.name, p.String(core))
			}
		}
		for n, step := range steps {
			if s := a.Ask(Question{Goal: step}, plenty); s.Status != backend.Unsat {
				t.Errorf("%s, step %d: %v", c.name, n, s.Status)
			}
		}
	}
	if !a.Loosens(nil) {
		t.Error("no hard operation was seen")
	}
}

// TestLooselyOfBlocks: what holds of any block says nothing where there is none, though a
// hard operation in it is taken for one number.
func TestLooselyOfBlocks(t *testing.T) {
	a, p := asker()
	block, x := p.Var(32, "block"), p.Var(32, "x")
	a.Sys.Skolems[0] = block
	every := p.Eq(p.URem(block, p.BV(32, 3)), x)
	q := Question{Seg: &system.Segment{}, Facts: []term.T{every}, Goal: []term.T{p.Eq(x, p.BV(32, 7))}}
	if n := a.Sys.Quantified(every); n != 1 {
		t.Fatalf("the fact is about %d blocks", n)
	}
	if r, _ := a.Loosely(q, plenty); r.Status != backend.Unknown {
		t.Errorf("%v, want unknown", r.Status)
	}
}
