package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
)

// leaks judges an end of the program: is there a heap object that was never
// freed and that nothing points to any more? At a return the activation's own
// variables are gone; at a call of exit those of all activations still count.
func (m *Machine) leaks(s *State, in *ir.Instr) bool {
	seen := map[memory.ObjID]bool{}
	var todo []memory.ObjID
	visit := func(id memory.ObjID) {
		if id != 0 && !seen[id] {
			seen[id] = true
			todo = append(todo, id)
		}
	}
	if in.Op == ir.Ret && len(s.frames) > 1 {
		return false // an inner activation of the entry function
	}
	if in.Op != ir.Ret {
		for _, f := range s.frames {
			f.eachReg(func(_ ir.Reg, v *memory.Value) { m.pointersIn(s, *v, visit) })
			for _, id := range f.owned {
				visit(id)
			}
		}
	}
	heap := false
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		switch o := s.Mem.Get(id); o.Origin {
		case memory.Static:
			visit(id)
		case memory.Heap:
			heap = heap || !o.Dead
		}
	}
	if !heap {
		return false
	}
	for len(todo) > 0 {
		id := todo[0]
		todo = todo[1:]
		if s.Mem.Get(id).Dead {
			continue
		}
		if s.Mem.Blurred(id) {
			m.stop(s, "whether memory is lost depends on addresses kept in an array of unknown contents")
		}
		s.Mem.Pointers(id, visit)
	}
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		if o := s.Mem.Get(id); o.Origin == memory.Heap && !o.Dead && !seen[id] {
			return true
		}
	}
	return false
}
