package term

import (
	"bytes"
	"strings"
	"testing"
)

// deep is a depth at which recursion on the host stack would be felt: every
// function that walks terms must get by with a bounded stack.
const deep = 1_000_000

// chain returns a term of the given depth over one variable that no rule
// flattens.
func chain(p *Pool, x T, depth int) T {
	t := x
	for range depth / 2 {
		t = p.Mul(p.BVXor(t, x), x)
	}
	return t
}

// chainValue is the value of chain for x = v.
func chainValue(v uint32, depth int) uint32 {
	t := v
	for range depth / 2 {
		t = (t ^ v) * v
	}
	return t
}

func TestDeepTerms(t *testing.T) {
	p := NewPool()
	x := p.Var(32, "x")
	c := chain(p, x, deep)
	m := NewModel()
	m.Set(x, 12345)
	want := uint64(chainValue(12345, deep))
	if got := NewEvaluator(p, m).BV(c); got != want {
		t.Errorf("evaluates to %d, want %d", got, want)
	}
	if vars := p.Vars(c); len(vars) != 1 || vars[0] != x {
		t.Errorf("variables %v", vars)
	}
	if s := p.String(c); !strings.Contains(s, "…") {
		t.Errorf("text %s", s)
	}

	q := NewPool()
	y := q.Var(32, "y")
	copied := Import(q, p, c, func(T) T { return y })
	if copied != chain(q, y, deep) {
		t.Error("the imported term differs from the same term built there")
	}

	z := p.Var(32, "z")
	if p.Substitute(c, map[T]T{x: z}) != chain(p, z, deep) {
		t.Error("the substituted term differs from the same term built from scratch")
	}
}

func TestDeepSMT(t *testing.T) {
	p := NewPool()
	x := p.Var(32, "x")
	var out bytes.Buffer
	w := NewSMTWriter(&out, p)
	w.Assert(p.Eq(chain(p, x, deep/4), x))
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	q := NewPool()
	script, err := ParseSMT(q, "deep.smt2", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if v := script.Vars[0]; script.Commands[0].Terms[0] != q.Eq(chain(q, v, deep/4), v) {
		t.Error("read back as another term")
	}
	nested := "(declare-const p Bool)(assert " + strings.Repeat("(not (or p ", deep/4) + "p" + strings.Repeat("))", deep/4) + ")"
	if _, err := ParseSMT(NewPool(), "nested.smt2", []byte(nested)); err != nil {
		t.Error(err)
	}
}

// TestDeepStores reads through a long chain of stores at symbolic indices.
func TestDeepStores(t *testing.T) {
	const n = 200_000
	p := NewPool()
	a, i := p.ArrayVar(32, 8, "a"), p.Var(32, "i")
	t1 := a
	for k := range n {
		t1 = p.Store(t1, p.Mul(i, p.BV(32, uint64(2*k+3))), p.BV(8, uint64(k)))
	}
	m := NewModel()
	m.Set(i, 7)
	m.SetArray(a, map[uint64]uint64{1: 99}, 5)
	e := NewEvaluator(p, m)
	if got := e.BV(p.Select(t1, p.Mul(i, p.BV(32, 3)))); got != 0 {
		t.Errorf("the first element stored is %d, want 0", got)
	}
	if got := e.BV(p.Select(t1, p.BV(32, 1))); got != 99 {
		t.Errorf("an element never stored is %d, want 99", got)
	}
	if e.Bool(p.Eq(t1, a)) {
		t.Error("the stores changed nothing")
	}
}

// TestDeepRewrites builds terms on which the rules themselves go deep.
func TestDeepRewrites(t *testing.T) {
	p := NewPool()
	x, b := p.Var(64, "x"), p.Var(0, "b")
	// Slicing this goes into both branches of every Ite down to x.
	u := x
	for range 64 {
		u = p.Ite(p.ULt(u, p.BV(p.Width(u), 1000)), p.ZExt(u, p.Width(u)+1), p.Concat(p.BoolToBV(b, 1), u))
	}
	before := p.Len()
	p.Extract(u, 0, 3)
	if made := p.Len() - before; made > 10_000 {
		t.Errorf("a slice made %d terms", made)
	}
	// Every And is rewritten at its child.
	s := x
	for k := range 100_000 {
		s = p.BVOr(p.BVAnd(s, p.BV(64, ^uint64(k))), p.BV(64, uint64(k)*3))
	}
	m := NewModel()
	m.Set(x, 77)
	want := uint64(77)
	for k := range uint64(100_000) {
		want = want&^k | k*3
	}
	if got := NewEvaluator(p, m).BV(s); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
	if got := NewEvaluator(p, m).BV(p.Extract(s, 5, 9)); got != want>>5&0x1ff {
		t.Errorf("slice is %#x, want %#x", got, want>>5&0x1ff)
	}
}

// TestStoppedWalks stops walks over large terms again and again: they go on
// where they were, and end with what they give at once.
func TestStoppedWalks(t *testing.T) {
	p := NewPool()
	var sum T = p.BV(32, 0)
	m := NewModel()
	want := uint32(0)
	for i := range 2 * maxSupport { // too many variables for one memoised set
		x := p.Var(32, "x")
		m.Set(x, uint64(i))
		sum = p.BVXor(p.Mul(sum, x), chain(p, x, 200))
		want = want*uint32(i) ^ chainValue(uint32(i), 200)
	}
	always := func() bool { return true }
	if _, ok := p.VarsUntil(sum, always); ok {
		t.Fatal("the term is too small for the test")
	}
	calls := 0
	vars, ok := p.VarsUntil(sum, always)
	for ; !ok && calls < 1000; calls++ {
		vars, ok = p.VarsUntil(sum, always)
	}
	if len(vars) != 2*maxSupport {
		t.Errorf("%d variables after %d calls", len(vars), calls)
	}
	e := NewEvaluator(p, m)
	calls = 0
	for ; !e.Evaluate(sum, always) && calls < 1000; calls++ {
	}
	if calls == 0 || e.BV(sum) != uint64(want) {
		t.Errorf("%d after %d calls, want %d", e.BV(sum), calls, want)
	}
}
