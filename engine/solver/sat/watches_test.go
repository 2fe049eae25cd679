package sat

import (
	"math/rand"
	"slices"
	"testing"
)

// TestWatchLists compares the lists in blocks with one slice per literal, and
// checks that add tells when a slice is no longer in place.
func TestWatchLists(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var w watchLists
	var want [][]watch
	for range 20 {
		w.addVar()
		want = append(want, nil, nil)
	}
	told := false
	for i := range 20000 {
		l, held := Lit(r.Intn(len(want))), Lit(r.Intn(len(want)))
		if r.Intn(50) == 0 {
			n := r.Intn(len(want[l]) + 1)
			w.truncate(l, n)
			want[l] = want[l][:n]
			continue
		}
		slice := w.of(held)
		e := watch{clauseRef(i), l}
		moved := w.add(l, e)
		want[l] = append(want[l], e)
		told = told || moved
		if !moved && len(slice) > 0 && &slice[0] != &w.array[w.lists[held].start] && held != l {
			t.Fatalf("step %d: the list of %d moved", i, held)
		}
		for k := range want {
			if !slices.Equal(w.of(Lit(k)), want[k]) {
				t.Fatalf("step %d: list of %d is %v, want %v", i, k, w.of(Lit(k)), want[k])
			}
		}
	}
	if !told {
		t.Error("the array never moved")
	}
}
