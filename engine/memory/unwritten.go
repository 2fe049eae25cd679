package memory

import "github.com/assay-dev/assay/engine/term"

// home says which bytes an unwritten variable stands for.
type home struct {
	id  ObjID
	off uint64
}

// unwrittenVar makes the arbitrary constant of n bytes that nothing wrote.
func (s *Space) unwrittenVar(id ObjID, off uint64, n int) term.T {
	v := s.Pool.Var(8*n, "unwritten")
	s.settleIn(v, id, off)
	return v
}

func (a *Arena) settleIn(v term.T, id ObjID, off uint64) {
	a.homes[v] = home{id, off}
	a.bytes += homeBytes
}

// homeBytes estimates an entry of Arena.homes.
const homeBytes = 48

// Unwritten tells which bytes a variable stands for that a load of unwritten
// ones made: of an object, from an offset on; an array variable stands for all
// bytes of its object. ok is false for other variables. The id is that of every
// space on whose path the variable can occur.
func (a *Arena) Unwritten(v term.T) (id ObjID, off uint64, ok bool) {
	h, ok := a.homes[v]
	return h.id, h.off, ok
}
