package cdcl

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

func check(b *Backend, as ...term.T) backend.Result {
	return b.Check(context.Background(), backend.Query{Assumptions: as}, backend.Limits{})
}

// wantSat asks a query and evaluates the model.
func wantSat(t *testing.T, b *Backend, as ...term.T) *term.Model {
	t.Helper()
	res := check(b, as...)
	if res.Status != backend.Sat {
		t.Fatalf("answer %v %s, want sat", res.Status, res.Reason)
	}
	ev := term.NewEvaluator(b.pool, res.Model)
	for _, a := range as {
		if !ev.Bool(a) {
			t.Fatalf("false under the model: %s", b.pool.String(a))
		}
	}
	return res.Model
}

func wantUnsat(t *testing.T, b *Backend, as ...term.T) []term.T {
	t.Helper()
	res := check(b, as...)
	if res.Status != backend.Unsat {
		t.Fatalf("answer %v %s, want unsat", res.Status, res.Reason)
	}
	return res.Core
}

func TestArrayReadsAreConsistent(t *testing.T) {
	p := term.NewPool()
	a := p.ArrayVar(32, 8, "A")
	i, j := p.Var(32, "i"), p.Var(32, "j")
	x, y := p.Select(a, i), p.Select(a, j)
	b := New(p, Config{})
	differ := p.Not(p.Eq(x, y))
	wantSat(t, b, differ)
	core := wantUnsat(t, b, p.Eq(i, j), differ)
	if len(core) != 2 {
		t.Errorf("core %v, want both assumptions", core)
	}
	if b.Stats().Lemmas == 0 {
		t.Error("no consistency lemma was needed: the test does not test lemmas")
	}
	// The lemma must not hold back queries in which the indices differ.
	m := wantSat(t, b, differ, p.Eq(p.Add(i, p.BV(32, 1)), j))
	if _, _, ok := m.GetArray(a); !ok {
		t.Error("the model has no value for the array")
	}
}

func TestReadsNestedInIndices(t *testing.T) {
	p := term.NewPool()
	a := p.ArrayVar(8, 8, "A")
	i, j := p.Var(8, "i"), p.Var(8, "j")
	ai, aj := p.Select(a, i), p.Select(a, j)
	b := New(p, Config{})
	wantUnsat(t, b, p.Eq(ai, aj), p.Not(p.Eq(p.Select(a, ai), p.Select(a, aj))))
	wantSat(t, b, p.Not(p.Eq(ai, aj)), p.Eq(p.Select(a, ai), p.Select(a, aj)))
}

func TestLongStoreChain(t *testing.T) {
	p := term.NewPool()
	a := p.ConstArray(32, p.BV(8, 0))
	const n = 2000
	for k := range uint64(n) {
		a = p.Store(a, p.BV(32, k), p.BV(8, k%251))
	}
	i := p.Var(32, "i")
	b := New(p, Config{})
	m := wantSat(t, b, p.Eq(p.Select(a, i), p.BV(8, 250)))
	if v, _ := m.Get(i); v%251 != 250 || v >= n {
		t.Errorf("i = %d", v)
	}
	wantUnsat(t, b, p.Eq(p.Select(a, i), p.BV(8, 251)))
}

func TestResetsAreInvisible(t *testing.T) {
	p := term.NewPool()
	b := New(p, Config{MaxVariables: 100})
	x := p.Var(16, "x")
	for k := range uint64(40) {
		c := p.BV(16, 2*k+1)
		wantSat(t, b, p.Eq(p.Mul(x, c), p.BV(16, 17)))
		wantUnsat(t, b, p.ULt(x, p.BV(16, 10)), p.ULt(p.BV(16, 200), p.Mul(x, c)), p.Eq(x, p.BV(16, 3)), p.ULt(c, p.BV(16, 60)))
	}
	if b.Stats().Resets == 0 {
		t.Error("the instance was never replaced: the test does not test resets")
	}
}

func TestUnsupported(t *testing.T) {
	p := term.NewPool()
	b := New(p, Config{})
	x, y := p.ArrayVar(8, 8, "x"), p.ArrayVar(8, 8, "y")
	if res := check(b, p.Eq(x, y)); res.Status != backend.Unknown || res.Reason != backend.ReasonUnsupported {
		t.Errorf("equation of arrays: %v %q", res.Status, res.Reason)
	}
	wide := p.Select(p.ArrayVar(8, 100, "w"), p.Var(8, "i"))
	if res := check(b, p.Eq(wide, p.BV(100, 1))); res.Reason != backend.ReasonUnsupported {
		t.Errorf("wide elements: %v %q", res.Status, res.Reason)
	}
	huge := p.Var(40000, "h")
	if res := check(b, p.Eq(p.Mul(huge, huge), p.BV(40000, 2))); res.Reason != backend.ReasonMemory {
		t.Errorf("product of 40000 bits: %v %q", res.Status, res.Reason)
	}
	wantSat(t, b, p.ULt(p.Var(8, "v"), p.BV(8, 3)))
}

// TestOpenPart checks that only open assumptions need values, and that closed
// ones take part in conflicts.
func TestOpenPart(t *testing.T) {
	p := term.NewPool()
	b := New(p, Config{})
	x, y := p.Var(8, "x"), p.Var(8, "y")
	as := []term.T{p.ULt(x, p.BV(8, 9)), p.ULt(y, p.BV(8, 5)), p.ULt(p.BV(8, 2), y)}
	res := b.Check(context.Background(), backend.Query{Assumptions: as, Open: []int{1, 2}}, backend.Limits{})
	if res.Status != backend.Sat {
		t.Fatalf("answer %v", res.Status)
	}
	if v, _ := res.Model.Get(y); v != 3 && v != 4 {
		t.Errorf("y = %d", v)
	}
	if _, ok := res.Model.Get(x); ok {
		t.Error("the model has a value for a closed variable")
	}
}

// countdown is a context that is cancelled at the n-th look at it.
type countdown struct {
	context.Context
	n int
}

func (c *countdown) Done() <-chan struct{} { return make(chan struct{}) }

func (c *countdown) Err() error {
	if c.n--; c.n < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere interrupts queries at every point where they poll and
// asks them again.
func TestCancelledAnywhere(t *testing.T) {
	tests := []struct {
		name string
		cfg  Config
		make func(p *term.Pool) (query []term.T, easy term.T)
	}{
		{"gates", Config{}, func(p *term.Pool) ([]term.T, term.T) {
			x, y := p.Var(64, "x"), p.Var(64, "y")
			odd := p.Eq(p.Extract(x, 0, 1), p.BV(1, 1))
			sum := p.Add(p.Mul(x, y), p.Mul(p.BVXor(x, y), p.BVOr(x, y)))
			return []term.T{odd, p.Eq(p.Mul(sum, p.Mul(sum, y)), p.BV(64, 0)), p.ULt(p.BV(64, 5), x)}, odd
		}},
		{"elements", Config{}, manyStores},
		{"bytes", Config{Arrays: ArraysBytes}, manyStores},
		{"lazy", Config{Arrays: ArraysLazy}, manyStores},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for n := 0; ; n++ {
				p := term.NewPool()
				b := New(p, tt.cfg)
				q, easy := tt.make(p)
				ctx := &countdown{context.Background(), n}
				res := b.Check(ctx, backend.Query{Assumptions: q}, backend.Limits{})
				if res.Status == backend.Unknown && res.Reason != backend.ReasonCancelled {
					t.Fatalf("cancelled at poll %d: reason %q", n, res.Reason)
				}
				wantSat(t, b, q...)
				wantSat(t, b, easy)
				if res.Status != backend.Unknown {
					if n < 5 {
						t.Fatalf("only %d polls: the query is too small for the test", n)
					}
					return
				}
			}
		})
	}
}

// manyStores reads words of an array over many stores of words, and compares
// branches of it.
func manyStores(p *term.Pool) (query []term.T, easy term.T) {
	a := p.ArrayVar(16, 8, "A")
	word := func(name string) term.T { return p.Shl(p.Var(16, name), p.BV(16, 1)) }
	for range 60 {
		a = storeWord(p, a, word("i"), p.Var(16, "v"), 2)
	}
	b := p.Store(a, p.Var(16, "k"), p.Var(8, "c"))
	i, j := word("i"), word("j")
	easy = p.ULt(i, j)
	return []term.T{
		easy,
		p.Eq(loadWord(p, a, i, 2), p.BV(16, 1234)),
		p.Not(p.Eq(loadWord(p, a, j, 2), loadWord(p, a, i, 2))),
		p.Eq(p.Select(p.Ite(p.ULt(i, p.BV(16, 99)), a, b), j), p.BV(8, 7)),
	}, easy
}
