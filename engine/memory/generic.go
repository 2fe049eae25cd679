package memory

import "github.com/assay-dev/assay/engine/term"

// The functions below make memories that nothing is known about, for proofs
// that hold for every state of a kind.

// Blank makes the bytes of an object arbitrary, and of each it is possible
// that it was never written.
func (s *Space) Blank(id ObjID) {
	o := s.Own(id)
	o.zero, o.pages, o.arr, o.written = false, nil, term.None, term.None
}

// Place puts a value of n bytes at a known place of an object; it was never
// written under a condition.
func (s *Space) Place(id ObjID, off uint64, n int, v Value, unwrittenIf term.T) {
	if unwrittenIf == term.False {
		unwrittenIf = term.None
	}
	s.storeCells(id, off, &stored{v, n}, unwrittenIf)
}

// CopyOf is a copy of the n bytes of a value, which were never written under a
// condition.
func (s *Space) CopyOf(v Value, n int, unwrittenIf term.T) Value {
	if unwrittenIf == term.False {
		unwrittenIf = term.None
	}
	x := &stored{v, n}
	r := &rawBytes{bytes: make([]rawByte, n)}
	for k := range n {
		r.bytes[k] = rawByte{st: symbolic, cell: cell{v: x, i: uint16(k), unwritten: unwrittenIf}}
	}
	return Value{Kind: Raw, raw: r}
}
