package sat

import "math/bits"

// watch is an entry of a watch list. If blocker is true the clause is satisfied
// and need not be visited. For a binary clause ref is binaryFlag alone, and the
// blocker is the other literal.
type watch struct {
	ref     clauseRef
	blocker Lit
}

// watchLists holds a list of watches per literal. All lists are blocks of a few
// large pages: propagation goes from list to list in no order, so what counts is
// that they take few cache lines; and the garbage collector has nothing to
// follow. Pages stay where they are, so that a large instance never stops to copy
// all of its lists.
type watchLists struct {
	lists []watchList
	pages [][]watch
	used  int          // entries of the last page that belong to blocks
	free  [33][]uint32 // starts of unused blocks, per binary logarithm of the size
}

// watchList is a block: its start, the entries in use, and its size, a power of
// two, or 0 for no block. A start is the number of the page shifted left by
// pageBits plus the entry in it; a block larger than pageSize is a page.
type watchList struct{ start, n, size uint32 }

const (
	minWatches = 4 // the size of the smallest block
	pageBits   = 13
	pageSize   = 1 << pageBits
)

// addVar adds the two lists of a variable.
func (w *watchLists) addVar() { w.lists = append(w.lists, watchList{}, watchList{}) }

// of returns the list of l, in place, until the next call of add for l.
func (w *watchLists) of(l Lit) []watch {
	ls := &w.lists[l]
	if ls.n == 0 {
		return nil
	}
	return w.block(ls.start)[:ls.n]
}

// block returns the entries from a start to the end of its page.
func (w *watchLists) block(start uint32) []watch {
	return w.pages[start>>pageBits][start&(pageSize-1):]
}

// truncate makes the list of l its first n entries.
func (w *watchLists) truncate(l Lit, n int) { w.lists[l].n = uint32(n) }

// add appends to the list of l.
func (w *watchLists) add(l Lit, e watch) {
	ls := &w.lists[l]
	if ls.n == ls.size {
		w.grow(ls)
	}
	w.block(ls.start)[ls.n] = e
	ls.n++
}

// grow moves a list to a block of twice the size.
func (w *watchLists) grow(ls *watchList) {
	size := max(minWatches, 2*ls.size)
	start := w.take(size)
	if ls.size > 0 {
		copy(w.block(start), w.block(ls.start)[:ls.n])
		old := bits.TrailingZeros32(ls.size)
		w.free[old] = append(w.free[old], ls.start)
	}
	ls.start, ls.size = start, size
}

// take returns the start of an unused block.
func (w *watchLists) take(size uint32) uint32 {
	free := &w.free[bits.TrailingZeros32(size)]
	if k := len(*free) - 1; k >= 0 {
		start := (*free)[k]
		*free = (*free)[:k]
		return start
	}
	if len(w.pages) == 0 || w.used+int(size) > len(w.pages[len(w.pages)-1]) {
		w.pages = append(w.pages, make([]watch, max(size, pageSize)))
		w.used = 0
	}
	start := uint32((len(w.pages)-1)<<pageBits + w.used)
	w.used += int(size)
	return start
}
