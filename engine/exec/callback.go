package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
)

// doubtCallbacks: a function without body and model that was handed a function of
// the program, directly or in what its arguments point to, or that is known to call
// what was registered, may call it back. The assumption that it does not is no answer
// for a target that lies behind such a call.
func (m *Machine) doubtCallbacks(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	back := m.Prog.CallsBack(in, fn.ID)
	if len(back) == 0 {
		return
	}
	reached := m.reachable(s, args, false)
	handed := slices.DeleteFunc(slices.Clone(back), func(f ir.FuncID) bool { return !slices.Contains(reached, m.funcs[f]) })
	if len(handed) > 0 || !m.Prog.Registers(fn.ID) {
		back = handed
	}
	for _, f := range back {
		if m.Obs.Leads(f) {
			m.Obs.Unsure(Stop{Kind: NoBody, Reason: fn.Source + ", which has no body and no model, may call " + m.Prog.Funcs[f].Source + " back", Point: m.userPoint(s)})
		}
	}
}

// reachable lists the objects that a function outside the program can get at: from
// its arguments and, with exposed, from the variables that other code can name or was
// given the address of.
func (m *Machine) reachable(s *State, args []memory.Value, exposed bool) (reached []memory.ObjID) {
	w := newWalk()
	for _, a := range args {
		m.pointersIn(s, a, w.visit)
	}
	for i := range m.Prog.Globals {
		if exposed && m.exposed[i] {
			w.visit(m.globals[i])
		}
	}
	for id := w.next(); id != 0; id = w.next() {
		o := s.Mem.Get(id)
		if o.Dead {
			continue
		}
		if o.Origin != memory.Code {
			s.Mem.Pointers(id, w.visit)
		}
		reached = append(reached, id)
	}
	return reached
}

// walk goes over objects, each once, in the order in which they are met.
type walk struct {
	seen map[memory.ObjID]bool
	todo []memory.ObjID
}

func newWalk() *walk { return &walk{seen: map[memory.ObjID]bool{}} }

// visit meets an object; 0 is none.
func (w *walk) visit(id memory.ObjID) {
	if id != 0 && !w.seen[id] {
		w.seen[id] = true
		w.todo = append(w.todo, id)
	}
}

// next is the object to go on with, 0 when all were.
func (w *walk) next() (id memory.ObjID) {
	if len(w.todo) > 0 {
		id, w.todo = w.todo[0], w.todo[1:]
	}
	return id
}
