// Package chunks has tables that are copied on write, a chunk at a time.
//
// States of a transition system know of thousands of objects of which a few live at a time;
// they share what none of them changes.
//
//	var t chunks.Table[State]
//	t.Put(own, 70, &State{})
//	u := slices.Clone(t)           // shares all chunks
//	u.Put(other, 70, &State{})     // t has what it had
package chunks

import "slices"

// size is how many values tables share at a time.
const size = 64

// Owner marks what only one table may change.
type Owner struct{ _ byte }

// Table holds values by number, nil where there is none.
type Table[T any] []*chunk[T]

type chunk[T any] struct {
	owner  *Owner
	values [size]*T
}

// At is the value of a number.
func (t Table[T]) At(id int) *T {
	if i := id / size; i < len(t) && t[i] != nil {
		return t[i].values[id%size]
	}
	return nil
}

// Put sets the value of a number in the table that own marks.
func (t *Table[T]) Put(own *Owner, id int, v *T) {
	i := id / size
	if i >= len(*t) {
		if v == nil {
			return
		}
		*t = append(*t, make([]*chunk[T], i+1-len(*t))...)
	}
	c := (*t)[i]
	switch {
	case c == nil && v == nil:
		return
	case c == nil:
		c = &chunk[T]{owner: own}
	case c.values[id%size] == v:
		return
	case c.owner != own:
		c = &chunk[T]{own, c.values}
	}
	c.values[id%size] = v
	(*t)[i] = c
}

// Each calls f for every value that there is, ascending. f may put what it is
// given.
func (t Table[T]) Each(f func(id int, v *T)) {
	for i, c := range t {
		if c == nil {
			continue
		}
		for k, v := range c.values {
			if v != nil {
				f(i*size+k, v)
			}
		}
	}
}

// Merge joins two tables to one that own marks: what both share stays shared.
func Merge[T any](x, y Table[T], own *Owner, merge func(id int, x, y *T) *T) Table[T] {
	n := max(len(x), len(y))
	x = append(slices.Clone(x), make([]*chunk[T], n-len(x))...)
	for i := range n {
		var c *chunk[T]
		if i < len(y) {
			c = y[i]
		}
		if c == x[i] {
			continue
		}
		d := &chunk[T]{owner: own}
		for k := range d.values {
			id := i*size + k
			if a, b := x.At(id), y.At(id); a != b {
				d.values[k] = merge(id, a, b)
			} else {
				d.values[k] = a
			}
		}
		x[i] = d
	}
	return x
}
