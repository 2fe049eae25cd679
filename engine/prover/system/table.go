package system

import "slices"

// chunkObjects is how many objects states share at a time.
const chunkObjects = 64

// Table holds what a state knows of objects, by their number: nil where there is
// none now. Inlining makes thousands of objects of which a few live at a time, so
// the table is in chunks that states share until one changes them.
type Table []*tableChunk

type tableChunk struct {
	owner *owner
	objs  [chunkObjects]*ObjState
}

func (t Table) At(id int) *ObjState {
	if i := id / chunkObjects; i < len(t) && t[i] != nil {
		return t[i].objs[id%chunkObjects]
	}
	return nil
}

// put sets the state of an object in the table of the state that own marks.
func (t *Table) put(own *owner, id int, o *ObjState) {
	i := id / chunkObjects
	if i >= len(*t) {
		if o == nil {
			return
		}
		*t = append(*t, make([]*tableChunk, i+1-len(*t))...)
	}
	c := (*t)[i]
	switch {
	case c == nil && o == nil:
		return
	case c == nil:
		c = &tableChunk{owner: own}
	case c.objs[id%chunkObjects] == o:
		return
	case c.owner != own:
		c = &tableChunk{own, c.objs}
	}
	c.objs[id%chunkObjects] = o
	(*t)[i] = c
}

// each calls f for every object that there is, ascending. f may put what it is
// given.
func (t Table) each(f func(id int, o *ObjState)) {
	for i, c := range t {
		if c == nil {
			continue
		}
		for k, o := range c.objs {
			if o != nil {
				f(i*chunkObjects+k, o)
			}
		}
	}
}

// mergeTables joins two tables: what both share stays shared.
func mergeTables(x, y Table, own *owner, merge func(id int, x, y *ObjState) *ObjState) Table {
	n := max(len(x), len(y))
	x = append(slices.Clone(x), make([]*tableChunk, n-len(x))...)
	for i := range n {
		var c *tableChunk
		if i < len(y) {
			c = y[i]
		}
		if c == x[i] {
			continue
		}
		d := &tableChunk{owner: own}
		for k := range d.objs {
			id := i*chunkObjects + k
			if a, b := x.At(id), y.At(id); a != b {
				d.objs[k] = merge(id, a, b)
			} else {
				d.objs[k] = a
			}
		}
		x[i] = d
	}
	return x
}

// named lists the variables and blocks, whose lives can end, that some addresses
// name: what a place that holds them would lose with one of them.
type named struct {
	known bool
	epoch int   // of the points-to sets that it was made with
	ids   []int // ascending
}
