package chunks

import (
	"slices"
	"testing"
)

// TestTable: a copy has what it is given, and the table that it was made of what it had.
func TestTable(t *testing.T) {
	var table Table[int]
	own, other := new(Owner), new(Owner)
	one, two, three := 1, 2, 3
	table.Put(own, 3, &one)
	table.Put(own, 200, &two)
	table.Put(own, 70, nil)
	copied := slices.Clone(table)
	copied.Put(other, 3, &three)
	copied.Put(other, 200, nil)
	if *table.At(3) != 1 || *table.At(200) != 2 || *copied.At(3) != 3 || copied.At(200) != nil || table.At(70) != nil || table.At(9000) != nil {
		t.Error("a table and its copy are not apart")
	}
	var ids []int
	table.Each(func(id int, _ *int) { ids = append(ids, id) })
	if !slices.Equal(ids, []int{3, 200}) {
		t.Errorf("each: %v", ids)
	}
	merged := Merge(table, copied, new(Owner), func(id int, x, y *int) *int {
		if y == nil {
			return x
		}
		sum := *x + *y
		return &sum
	})
	if *merged.At(3) != 4 || *merged.At(200) != 2 || *table.At(3) != 1 {
		t.Error("the merged table has other values")
	}
}
