package memory

import "github.com/assay-dev/assay/engine/term"

// Fix writes a number wherever an object holds a term that is known to be equal
// to it. It changes no meaning, but what is known is cheaper, and is told apart
// from nothing.
func (s *Space) Fix(t term.T, x uint64) {
	for id := ObjID(1); id < s.next; id++ {
		o := s.Get(id)
		for i, p := range o.pages {
			if p != nil && p.cells != nil && p.holds(t) {
				s.fixPage(id, i, t, x)
			}
		}
	}
}

// holds tells whether a value of the page is the term.
func (p *page) holds(t term.T) bool {
	for k, st := range p.st {
		if st == symbolic && p.cells[k].v.v.T == t {
			return true
		}
	}
	return false
}

func (s *Space) fixPage(id ObjID, i int, t term.T, x uint64) {
	p := s.writable(s.Own(id), i)
	addresses := map[*stored]*stored{}
	for k, st := range p.st {
		c := p.cells[k]
		if st != symbolic || c.v.v.T != t {
			continue
		}
		switch {
		case c.v.v.Kind == Int && c.unwritten == term.None:
			p.st[k], p.data[k] = known, byte(x>>(8*c.i))
		case c.v.v.Kind == Ptr:
			v := addresses[c.v]
			if v == nil {
				v = &stored{Pointer(c.v.v.Obj, x), c.v.n}
				addresses[c.v] = v
			}
			p.cells[k].v = v
		}
	}
}
