package sat

import (
	"math/rand"
	"slices"
	"testing"
)

// TestWatchLists compares the lists in blocks with one slice per literal, and
// checks that lists stay in place while others grow beyond a page.
func TestWatchLists(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var w watchLists
	var want [][]watch
	for range 12 {
		w.addVar()
		want = append(want, nil, nil)
	}
	for i := range 6000 {
		l, held := Lit(r.Intn(len(want))), Lit(r.Intn(len(want)))
		if r.Intn(50) == 0 {
			n := r.Intn(len(want[l]) + 1)
			w.truncate(l, n)
			want[l] = want[l][:n]
			continue
		}
		slice := w.of(held)
		grown := 1
		if r.Intn(600) == 0 {
			grown = r.Intn(3 * pageSize)
		}
		for k := range grown {
			e := watch{clauseRef(i), Lit(k)}
			w.add(l, e)
			want[l] = append(want[l], e)
		}
		if held != l && len(slice) > 0 && &slice[0] != &w.of(held)[0] {
			t.Fatalf("step %d: the list of %d moved", i, held)
		}
		for _, k := range []Lit{l, held} {
			if !slices.Equal(w.of(k), want[k]) {
				t.Fatalf("step %d: list of %d has %d entries, want %d", i, k, len(w.of(k)), len(want[k]))
			}
		}
	}
	for k := range want {
		if !slices.Equal(w.of(Lit(k)), want[k]) {
			t.Errorf("list of %d differs in the end", k)
		}
	}
}
