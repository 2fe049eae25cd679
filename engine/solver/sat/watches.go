package sat

import "math/bits"

// watch is an entry of a watch list. If blocker is true the clause is satisfied
// and need not be visited. For a binary clause ref is binaryFlag alone, and the
// blocker is the other literal.
type watch struct {
	ref     clauseRef
	blocker Lit
}

// watchLists holds a list of watches per literal. All lists are blocks of one
// array: propagation goes from list to list in no order, so what counts is that
// they take few cache lines; and the garbage collector has nothing to follow.
type watchLists struct {
	lists []watchList
	array []watch
	free  [33][]uint32 // starts of unused blocks, per binary logarithm of the size
}

// watchList is a block of array: its start, the entries in use, and its size, a
// power of two, or 0 for no block.
type watchList struct{ start, n, size uint32 }

// minWatches is the size of the smallest block.
const minWatches = 4

// addVar adds the two lists of a variable.
func (w *watchLists) addVar() { w.lists = append(w.lists, watchList{}, watchList{}) }

// of returns the list of l, in place, until the next call of add.
func (w *watchLists) of(l Lit) []watch {
	ls := &w.lists[l]
	return w.array[ls.start:][:ls.n]
}

// truncate makes the list of l its first n entries.
func (w *watchLists) truncate(l Lit, n int) { w.lists[l].n = uint32(n) }

// add appends to the list of l. It reports whether slices returned by of are no
// longer in place.
func (w *watchLists) add(l Lit, e watch) (moved bool) {
	ls := &w.lists[l]
	if ls.n == ls.size {
		moved = w.grow(ls)
	}
	w.array[ls.start+ls.n] = e
	ls.n++
	return moved
}

// grow moves a list to a block of twice the size. It reports whether the array
// moved.
func (w *watchLists) grow(ls *watchList) (moved bool) {
	size := max(minWatches, 2*ls.size)
	class := bits.TrailingZeros32(size)
	var start uint32
	if f := w.free[class]; len(f) > 0 {
		start = f[len(f)-1]
		w.free[class] = f[:len(f)-1]
	} else {
		start = uint32(len(w.array))
		moved = cap(w.array)-len(w.array) < int(size)
		w.array = append(w.array, make([]watch, size)...)
	}
	copy(w.array[start:], w.array[ls.start:][:ls.n])
	if ls.size > 0 {
		old := bits.TrailingZeros32(ls.size)
		w.free[old] = append(w.free[old], ls.start)
	}
	ls.start, ls.size = start, size
	return moved
}
