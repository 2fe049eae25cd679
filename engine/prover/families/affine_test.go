package families

import (
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// TestAffineHull: the equations are those of all states admitted, and of no
// fewer.
func TestAffineHull(t *testing.T) {
	p := term.NewPool()
	b := system.OfTerms(p)
	x, y, z := p.Var(32, "x"), p.Var(32, "y"), p.Var(32, "z")
	a := &affine{b: b, width: 32, when: term.True, terms: []term.T{x, y, z}, whens: []term.T{term.True, term.True, term.True},
		texts: []string{"x", "y", "z"}, reach: []int64{int64(budget.SmallNumber.N), int64(budget.SmallNumber.N), int64(budget.SmallNumber.N)}, gone: make([]bool, 3)}
	if fs := a.Facts(); len(fs) != 1 || fs[0] != term.False {
		t.Fatalf("nothing was admitted: %v", fs)
	}
	state := func(values [3]uint64) system.Valuation {
		m := term.NewModel()
		for i, v := range []term.T{x, y, z} {
			m.Set(v, values[i])
		}
		return term.NewEvaluator(p, m)
	}
	states := [][3]uint64{{0, 3, 0}, {1, 5, 7}, {4, 11, 1 << 31}, {9, 21, 5}}
	want := []string{"x = 0, y = 3, z = 0", "", "", "2·x − y = -3"}
	for i, s := range states {
		a.Weaken(state(s))
		if want[i] != "" && a.String() != want[i] {
			t.Errorf("after %d states: %s, want %s", i+1, a, want[i])
		}
		for _, seen := range states[:i+1] {
			for _, f := range a.Facts() {
				if !state(seen).Bool(f) {
					t.Errorf("after %d states: %s does not hold of %v", i+1, a, seen)
				}
			}
		}
	}
	a.Drop()
	if len(a.Facts()) != 0 || a.String() != "" {
		t.Errorf("dropped: %v", a)
	}
}

// TestAffineReduced: equations of few numbers are found as such, whatever sums of
// them the states lead to.
func TestAffineReduced(t *testing.T) {
	p := term.NewPool()
	a := &affine{b: system.OfTerms(p), width: 32, when: term.True}
	var vars []term.T
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		vars = append(vars, p.Var(32, name))
		a.add(vars[len(vars)-1], term.True, name, 9)
	}
	for i := range uint64(40) {
		x, y := i*i%17, 3*i%11
		m := term.NewModel()
		for k, v := range []uint64{x + y + i%5, y, x, i % 5, x} { // a = b + c + d, c = e
			m.Set(vars[k], v)
		}
		a.Weaken(term.NewEvaluator(p, m))
	}
	if got := a.String(); got != "c − e = 0, a − b − d − e = 0" {
		t.Errorf("found %s", got)
	}
}

// TestRefusedBeforeSeen: what is too hard to decide before any state was seen is
// given up; the search for facts asks until nothing is left to ask.
func TestRefusedBeforeSeen(t *testing.T) {
	p := term.NewPool()
	x := p.Var(32, "x")
	a := &affine{b: system.OfTerms(p), width: 32, when: term.True, terms: []term.T{x}, whens: []term.T{term.True},
		texts: []string{"x"}, reach: []int64{int64(budget.SmallNumber.N)}, gone: make([]bool, 1)}
	fs := a.Facts()
	if len(fs) != 1 {
		t.Fatalf("before any state: %v", fs)
	}
	a.Refuse(fs[0])
	if fs = a.Facts(); len(fs) != 0 {
		t.Errorf("given up, and still claimed: %v", fs)
	}
}
