package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
)

// leaks judges an end of the program: is there a heap object that was never
// freed and that nothing points to any more? At a return the activation's own
// variables are gone; at a call of exit those of all activations still count.
func (m *Machine) leaks(s *State, in *ir.Instr, of *Site) bool {
	w := newWalk()
	if in.Op == ir.Ret && len(s.frames) > 1 {
		return false // an inner activation of the entry function
	}
	if in.Op != ir.Ret {
		for _, f := range s.frames {
			f.eachReg(func(_ ir.Reg, v *memory.Value) { s.Mem.PointersIn(*v, w.visit) })
			for _, id := range f.owned {
				w.visit(id)
			}
		}
	}
	heap := false
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		switch o := s.Mem.Get(id); o.Origin {
		case memory.Static:
			w.visit(id)
		case memory.Heap:
			heap = heap || !o.Dead
		}
	}
	if !heap {
		return false
	}
	for id := w.next(); id != 0; id = w.next() {
		if s.Mem.Get(id).Dead {
			continue
		}
		if s.Mem.Blurred(id) {
			m.stop(s, "whether memory is lost depends on addresses kept in an array of unknown contents")
		}
		s.Mem.Pointers(id, w.visit)
	}
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		if o := s.Mem.Get(id); o.Origin == memory.Heap && !o.Dead && !w.seen[id] && (!of.OnlyMade || o.Site == of.Made) {
			return true
		}
	}
	return false
}
