package cdcl

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// The memory of the engine is made of bytes. A program that treats an array as
// words reads and writes all bytes of a word together, so that n selects and n
// stores stand for one access to an element: an access type in the sense of
// Shuai et al., "Type and Interval Aware Array Constraint Solving for Symbolic
// Execution" (ISSTA 2021), section 3.2. The type is not declared but found in
// the terms: n neighbouring bytes from a multiple of n on. Two such elements
// are equal or disjoint, so axioms relate elements with elements only, and a
// byte of one with no other byte of another. An array with any other store in
// it has no elements of that width, and is read byte by byte.

// link is a store of an element of n bytes, or the bottom of a chain of them.
type link struct {
	index, value term.T // lowered; of the bottom: None
	next         *link  // nil: this is the bottom
	length       int    // stores down to the bottom
	array        term.T // of the bottom: a variable, constant array or table
	table        bool   // of the bottom: array is a table of elements, not of bytes
}

type chainKey struct {
	array term.T
	n     int
}

// elementKey is a read of the elements below a link.
type elementKey struct {
	head  *link
	index term.T
}

// access is a read of n bytes of a byte array that belong to one element.
type access struct {
	array term.T
	index term.T // of the first byte, not lowered; a multiple of n
	n     int
}

// accessOf recognizes the concatenation of the bytes of an element.
func (l *lowering) accessOf(t term.T) (access, bool) {
	p := l.pool
	if p.Op(t) != term.OpConcat {
		return access{}, false
	}
	var leaves []term.T // from the lowest byte
	stack := []term.T{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case p.Op(u) == term.OpConcat:
			stack = append(stack, p.Arg(u, 0), p.Arg(u, 1))
		case p.Op(u) == term.OpSelect && p.Width(u) <= 8 && len(leaves) < maxElement:
			leaves = append(leaves, u)
		default:
			return access{}, false
		}
	}
	n := len(leaves)
	top := leaves[n-1]
	a := access{array: p.Arg(top, 0), index: p.Arg(leaves[0], 1), n: n}
	if !l.aligned(a.index, n) {
		return access{}, false
	}
	for k, u := range leaves {
		if p.Width(u) != p.Width(top) {
			return access{}, false
		}
		// Stores of a whole element are one below the other, so the bytes are
		// read from arrays of different depth.
		if u != p.Select(a.array, p.Add(a.index, p.BV(p.Width(a.index), uint64(k)))) {
			return access{}, false
		}
	}
	return a, true
}

// maxElement is the number of bytes of the widest element.
const maxElement = 8

// aligned reports whether t, an index, is a multiple of n, a power of two.
func (l *lowering) aligned(t term.T, n int) bool {
	if n&(n-1) != 0 || l.pool.Width(t) > 64 {
		return false
	}
	zeros, _ := l.pool.KnownBits(t)
	return zeros&uint64(n-1) == uint64(n-1)
}

// chain returns the stores of elements of n bytes that make up array a, whose
// parts are visited; nil if a is made otherwise, or if it was stopped.
func (l *lowering) chain(a term.T, n int) *link {
	p := l.pool
	var above []*link
	var arrays []term.T
	var bottom *link
	for bottom == nil {
		if l.poll() {
			return nil
		}
		if known, ok := l.chains[chainKey{a, n}]; ok {
			bottom = known
			break
		}
		arrays = append(arrays, a)
		switch p.Op(a) {
		case term.OpStore:
			s, below, ok := l.elementStore(a, n)
			if !ok {
				return l.noChain(arrays, n)
			}
			above, a = append(above, s), below
			continue
		case term.OpArrayVar, term.OpConstArray, term.OpTable:
			bottom = &link{array: a}
			l.chains[chainKey{a, n}] = bottom
			arrays = arrays[:len(arrays)-1]
			continue
		}
		return l.noChain(arrays, n)
	}
	if bottom == nil { // known to have no chain
		return l.noChain(arrays, n)
	}
	if k := l.knownRun(above, bottom); k > 0 {
		m := len(above) - k
		bottom = l.tabulate(above[m:], bottom, n)
		l.chains[chainKey{arrays[m], n}] = bottom
		above, arrays = above[:m], arrays[:m]
	}
	for i := len(above) - 1; i >= 0; i-- {
		above[i].next, above[i].length = bottom, bottom.length+1
		bottom = above[i]
		l.chains[chainKey{arrays[i], n}] = bottom
	}
	return bottom
}

func (l *lowering) noChain(arrays []term.T, n int) *link {
	for _, a := range arrays {
		l.chains[chainKey{a, n}] = nil
	}
	return nil
}

// elementStore reads the n outermost stores of a as one of an element.
func (l *lowering) elementStore(a term.T, n int) (s *link, below term.T, ok bool) {
	p := l.pool
	w := p.IndexWidth(a)
	first := p.Arg(a, 1)
	if n > 1 {
		first = p.Sub(first, p.BV(w, uint64(n-1)))
		if !l.aligned(first, n) {
			return nil, a, false
		}
	}
	s = &link{}
	for k := n - 1; k >= 0; k-- {
		if p.Op(a) != term.OpStore || p.Arg(a, 1) != p.Add(first, p.BV(w, uint64(k))) {
			return nil, a, false
		}
		v := l.get(p.Arg(a, 2))
		if k == n-1 {
			s.value = v
		} else {
			s.value = p.Concat(s.value, v)
		}
		s.index = l.get(p.Arg(a, 1))
		a = p.Arg(a, 0)
	}
	return s, a, true
}

// Bounds of the tables that initialised arrays become.
const (
	minRun   = 8
	maxTable = 1 << 16
)

// knownRun counts the lowest stores of known values at known indices, if they
// are worth a table and lie on zeros.
func (l *lowering) knownRun(above []*link, bottom *link) int {
	p := l.pool
	if bottom.next != nil || bottom.table || p.Op(bottom.array) != term.OpConstArray {
		return 0
	}
	if v, ok := p.Const(p.Arg(bottom.array, 0)); !ok || v != 0 {
		return 0
	}
	k := 0
	for i := len(above) - 1; i >= 0; i-- {
		at, ok := p.Const(above[i].index)
		if _, known := p.Const(above[i].value); !ok || !known || at >= maxTable {
			break
		}
		k++
	}
	if k < minRun {
		return 0
	}
	return k
}

// tabulate returns the bottom that has the contents of the stores, outermost
// first, over zeros.
func (l *lowering) tabulate(stores []*link, bottom *link, n int) *link {
	p := l.pool
	var vals []uint64
	for i := len(stores) - 1; i >= 0; i-- {
		at, _ := p.Const(stores[i].index)
		at /= uint64(n)
		for uint64(len(vals)) <= at {
			vals = append(vals, 0)
		}
		vals[at], _ = p.Const(stores[i].value)
	}
	return &link{array: p.Table(p.IndexWidth(bottom.array), n*p.Width(bottom.array), vals), table: true}
}

// readElement returns the image of an access; its array and index are visited.
func (l *lowering) readElement(a access) (term.T, bool) {
	head := l.chain(a.array, a.n)
	if head == nil {
		return term.None, false
	}
	return l.elementBelow(head, l.get(a.index), a.n), true
}

// elementBelow returns the element at the lowered index of the array that a link
// heads, None if it was stopped.
func (l *lowering) elementBelow(head *link, index term.T, n int) term.T {
	p := l.pool
	var above []*link // stores that may be hit, outermost first
	t := term.None
	for ; t == term.None; head = head.next {
		if l.poll() {
			return term.None
		}
		if head.next == nil {
			t = l.bottomElement(head, index, n)
			break
		}
		same := p.Eq(index, head.index)
		known, ok := l.elements[elementKey{head, index}]
		switch {
		case same == term.False:
		case ok:
			t = known
		case same == term.True:
			t = head.value
		case l.arrays == ArraysLazy && head.length >= lazyStores:
			t = l.newStoreRead(head, index, n)
			l.elements[elementKey{head, index}] = t
		default:
			above = append(above, head)
		}
	}
	for _, s := range slices.Backward(above) {
		if l.poll() {
			return term.None
		}
		t = p.Ite(p.Eq(index, s.index), s.value, t)
		l.elements[elementKey{s, index}] = t
	}
	return t
}

// bottomElement returns the element at index of the bottom of a chain.
func (l *lowering) bottomElement(b *link, index term.T, n int) term.T {
	p := l.pool
	w := p.Width(index)
	if b.table {
		return p.Select(b.array, p.LShr(index, p.BV(w, uint64(bits.TrailingZeros(uint(n))))))
	}
	var t term.T
	for k := n - 1; k >= 0; k-- {
		at := p.Add(index, p.BV(w, uint64(k)))
		key := readKey{b.array, at}
		if _, ok := l.at[key]; !ok {
			l.at[key] = l.combine(b.array, at)
		}
		if k == n-1 {
			t = l.at[key]
		} else {
			t = p.Concat(t, l.at[key])
		}
	}
	return t
}
