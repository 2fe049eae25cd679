package cdcl

import (
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// storeWord stores the n bytes of v at index at, as memory does.
func storeWord(p *term.Pool, a, at, v term.T, n int) term.T {
	for k := range n {
		a = p.Store(a, p.Add(at, p.BV(p.Width(at), uint64(k))), p.Extract(v, 8*k, 8))
	}
	return a
}

func loadWord(p *term.Pool, a, at term.T, n int) term.T {
	t := p.Select(a, at)
	for k := 1; k < n; k++ {
		t = p.Concat(p.Select(a, p.Add(at, p.BV(p.Width(at), uint64(k)))), t)
	}
	return t
}

// words is an array of n-byte words with m stores at unknown indices.
func words(p *term.Pool, contents term.T, n, m int) (array term.T, at, vals []term.T) {
	for range m {
		i, v := p.Shl(p.Var(32, "i"), p.BV(32, 2)), p.Var(8*n, "v")
		contents = storeWord(p, contents, i, v, n)
		at, vals = append(at, i), append(vals, v)
	}
	return contents, at, vals
}

func TestElementIsReadAsOne(t *testing.T) {
	p := term.NewPool()
	a, at, vals := words(p, p.ConstArray(32, p.BV(8, 0)), 4, 2)
	j := p.Shl(p.Var(32, "j"), p.BV(32, 2))
	l := newLowering(p, ArraysTyped)
	got, why := l.lower(loadWord(p, a, j, 4), nil)
	want := p.Ite(p.Eq(j, at[1]), vals[1], p.Ite(p.Eq(j, at[0]), vals[0], p.BV(32, 0)))
	if why != "" || got != want {
		t.Errorf("lowered to %s, want %s", p.String(got), p.String(want))
	}
}

func TestInitialisedArrayIsATable(t *testing.T) {
	p := term.NewPool()
	a := p.ConstArray(32, p.BV(8, 0))
	for k := range uint64(20) {
		a = storeWord(p, a, p.BV(32, 2*k), p.BV(16, 1000+k), 2)
	}
	j := p.Shl(p.Var(32, "j"), p.BV(32, 1))
	got, why := newLowering(p, ArraysTyped).lower(loadWord(p, a, j, 2), nil)
	if why != "" || p.Op(got) != term.OpSelect || p.Op(p.Arg(got, 0)) != term.OpTable {
		t.Errorf("lowered to %s, want a read of a table", p.String(got))
	}
	b := New(p, Config{})
	wantSat(t, b, p.Eq(loadWord(p, a, j, 2), p.BV(16, 1007)))
	wantUnsat(t, b, p.Eq(loadWord(p, a, j, 2), p.BV(16, 999)))
	wantSat(t, b, p.Eq(loadWord(p, a, j, 2), p.BV(16, 0))) // beyond the stores
}

// TestBytesBetweenWords mixes the types: what is not an element is read byte by
// byte, and means the same.
func TestBytesBetweenWords(t *testing.T) {
	for _, arrays := range []Arrays{ArraysTyped, ArraysBytes, ArraysLazy} {
		p := term.NewPool()
		a, at, vals := words(p, p.ArrayVar(32, 8, "A"), 4, 1)
		k := p.Var(32, "k")
		a = p.Store(a, k, p.BV(8, 0xee))
		read := loadWord(p, a, at[0], 4)
		b := New(p, Config{Arrays: arrays})
		wantSat(t, b, p.Eq(read, p.BV(32, 0x00ee0000)), p.Eq(vals[0], p.BV(32, 0)))
		wantUnsat(t, b, p.Eq(read, p.BV(32, 0xee)), p.Not(p.Eq(k, at[0])), p.Eq(vals[0], p.BV(32, 0)))
		wantSat(t, b, p.Eq(p.Select(a, p.Add(at[0], p.BV(32, 1))), p.BV(8, 7)))
	}
}

// TestUnalignedWordsOverlap: two words one byte apart share three bytes.
func TestUnalignedWordsOverlap(t *testing.T) {
	for _, arrays := range []Arrays{ArraysTyped, ArraysLazy} {
		p := term.NewPool()
		i := p.Var(32, "i")
		next := p.Add(i, p.BV(32, 1))
		a := storeWord(p, p.ConstArray(32, p.BV(8, 0)), i, p.BV(32, 0x44332211), 4)
		wantUnsat(t, New(p, Config{Arrays: arrays}), p.Not(p.Eq(loadWord(p, a, next, 4), p.BV(32, 0x443322))))
	}
}

func TestStoreAxiomsAreAddedWhenViolated(t *testing.T) {
	p := term.NewPool()
	const stores = 40
	a, at, vals := words(p, p.ConstArray(32, p.BV(8, 0)), 4, stores)
	j := p.Shl(p.Var(32, "j"), p.BV(32, 2))
	read := loadWord(p, a, j, 4)
	b := New(p, Config{Arrays: ArraysLazy})
	last := stores - 1
	wantUnsat(t, b, p.Eq(j, at[last]), p.Not(p.Eq(read, vals[last])))
	lemmas := b.Stats().Lemmas
	if lemmas == 0 || lemmas > stores/4 {
		t.Errorf("%d axioms for a read of which one store matters", lemmas)
	}
	wantSat(t, b, p.Eq(read, p.BV(32, 77)), p.Eq(vals[3], p.BV(32, 77)), p.Eq(j, at[3]))
	path := []term.T{p.Eq(read, p.BV(32, 77))}
	for i := range stores {
		path = append(path, p.Not(p.Eq(j, at[i])))
	}
	wantUnsat(t, b, path...)
}

// TestReadBetweenKnownStores: one lemma covers all indices between two stores
// at known places, and neither of these.
func TestReadBetweenKnownStores(t *testing.T) {
	p := term.NewPool()
	a := p.ConstArray(32, p.BV(8, 0))
	var vals []term.T
	for k := range uint64(40) {
		vals = append(vals, p.Var(8, "v"))
		a = p.Store(a, p.BV(32, 10*k), vals[k])
	}
	j := p.Var(32, "j")
	read := p.Select(a, j)
	at := func(v uint64) term.T { return p.Eq(j, p.BV(32, v)) }
	b := New(p, Config{Arrays: ArraysLazy})
	wantSat(t, b, at(55), p.Eq(read, p.BV(8, 0)))
	wantUnsat(t, b, at(56), p.Not(p.Eq(read, p.BV(8, 0))))
	for _, k := range []uint64{5, 6} {
		wantSat(t, b, at(10*k), p.Eq(read, p.BV(8, 9)))
		wantUnsat(t, b, at(10*k), p.Not(p.Eq(read, vals[k])))
	}
}
