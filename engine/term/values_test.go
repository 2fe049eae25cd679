package term

import (
	"fmt"
	"maps"
	"math/rand"
	"testing"
)

// TestModelCopies: models and copies of copies of them agree with maps, however
// changes to them alternate.
func TestModelCopies(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	models, want := []*Model{NewModel()}, []map[T]uint64{{}}
	found := 0
	for range 200_000 {
		i := r.Intn(len(models))
		v := T(r.Intn(1 << (1 + r.Intn(20))))
		switch k := r.Intn(100); {
		case k < 5:
			c, w := models[i].Clone(), maps.Clone(want[i])
			if len(models) < 30 {
				models, want = append(models, c), append(want, w)
			} else {
				j := r.Intn(len(models))
				models[j], want[j] = c, w
			}
		case k < 50:
			x := r.Uint64()
			models[i].Set(v, x)
			want[i][v] = x
		case k < 55:
			models[i].scalars.remove(v)
			delete(want[i], v)
		default:
			x, ok := models[i].Get(v)
			y, has := want[i][v]
			if x != y || ok != has {
				t.Fatalf("value of %d: %d, %v; want %d, %v", v, x, ok, y, has)
			}
			if has {
				found++
			}
		}
	}
	for i, m := range models {
		if got, want := m.String(), fmt.Sprint(want[i], map[T]int{}, map[T]int{}); got != want {
			t.Fatalf("values %s; want %s", got, want)
		}
		for v, y := range want[i] {
			if x, ok := m.Get(v); !ok || x != y {
				t.Fatalf("value of %d: %d, %v; want %d", v, x, ok, y)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d values were found: too few to show anything", found)
	}
}
