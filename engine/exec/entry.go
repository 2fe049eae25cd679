package exec

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// start is an initial state with the arguments of its entry function.
type start struct {
	state *State
	args  []memory.Value
}

// entries makes the initial states of an entry function other than main
// (verdicts.md, Entry other than main): parameters hold any
// number, and pointers are null, point anywhere into an object of any size and
// content, or into the object of an earlier parameter or an exposed variable.
func (m *Machine) entries(s *State, fn *ir.Func) []start {
	starts := []start{{state: s}}
	for i := range fn.Params {
		p := &fn.Params[i]
		if m.Prog.Types[p.Type].Kind == ir.Ptr && p.ByVal < 0 {
			starts = m.pointerStarts(starts, fn, i)
			continue
		}
		for k := range starts {
			starts[k].args = append(starts[k].args, m.scalar(starts[k].state, p))
		}
	}
	return starts
}

// scalar is a parameter that is no pointer, or a struct passed by value.
func (m *Machine) scalar(s *State, p *ir.Param) memory.Value {
	ty := &m.Prog.Types[p.Type]
	switch {
	case p.ByVal >= 0:
		return m.structure(s, p)
	case ty.Kind == ir.Int || ty.Kind == ir.Float:
		return m.fromTerm(m.nondet(s, ty.Bits, "parameter:"+p.Name))
	}
	return m.fresh(s, p.Type, "parameter")
}

// structure is a structure of any contents that is passed by value.
func (m *Machine) structure(s *State, p *ir.Param) memory.Value {
	id := s.Mem.New(memory.Object{Origin: memory.Input, Align: 16, Name: p.Name, Size: m.Prog.Types[p.ByVal].Size}, false)
	s.Mem.Havoc(id)
	return memory.Pointer(id, 0)
}

// pointerStarts multiplies the starts by what pointer parameter i may be. One to a function
// may be each of the program that fits, told apart only to find more: the code that it
// leads to otherwise may be any of them.
func (m *Machine) pointerStarts(starts []start, fn *ir.Func, i int) []start {
	var out []start
	p := &fn.Params[i]
	for k, st := range starts {
		alias := m.aliasable(st)
		if p.Code != "" {
			alias = m.callable(p.Code)
		}
		if len(out)+(2+len(alias))*(len(starts)-k) > budget.EntryStarts.N {
			alias = nil
			if p.Code == "" {
				m.Obs.Assumed(fmt.Sprintf("pointer parameter %s of %s aliases no other parameter or variable", p.Name, fn.Source))
			}
		}
		for _, id := range alias {
			out = append(out, m.with(st, func(s *State) memory.Value {
				if p.Code != "" {
					return memory.Pointer(id, 0)
				}
				return m.somewhereIn(s, id, p.Name)
			}))
		}
		out = append(out, m.with(st, func(*State) memory.Value { return memory.Null() }))
		out = append(out, m.with(st, func(s *State) memory.Value { return m.anywhere(s, fn, i) }))
	}
	return out
}

// callable lists the functions of a type that a caller from outside the program may know.
func (m *Machine) callable(signature string) (ids []memory.ObjID) {
	for _, f := range m.Prog.Funcs {
		if f.Signature == signature && m.known(f) && len(ids) < budget.Callable.N {
			ids = append(ids, m.funcs[f.ID])
		}
	}
	return ids
}

// known tells whether callers from outside the program may know a function of it: by its
// name, or because they were given its address.
func (m *Machine) known(f *ir.Func) bool {
	return f.Nameable() || f.AddressTaken && len(f.Blocks) > 0 && !f.Model
}

// callers gives the code that calls an entry what it has: the objects that it passed, and
// the functions that it knows.
func (m *Machine) callers(st start) {
	w := newWalk()
	for _, a := range st.args {
		st.state.Mem.PointersIn(a, w.visit)
	}
	for _, f := range m.Prog.Funcs {
		if m.known(f) && !m.Config.NoFail[NoCallback] {
			w.visit(m.funcs[f.ID])
		}
	}
	st.state.keep(w.todo)
}

// with forks a start and appends an argument.
func (m *Machine) with(st start, arg func(*State) memory.Value) start {
	s := m.fork(st.state)
	return start{s, append(st.args[:len(st.args):len(st.args)], arg(s))}
}

// aliasable lists the objects that a pointer parameter may share: those of
// earlier parameters and the variables that other code can name.
func (m *Machine) aliasable(st start) []memory.ObjID {
	var ids []memory.ObjID
	for _, a := range st.args {
		if a.Kind == memory.Ptr && a.Obj != 0 {
			ids = append(ids, a.Obj)
		}
	}
	for g := range m.Prog.Globals {
		if m.exposed[g] && !m.Prog.Globals[g].Const {
			ids = append(ids, m.globals[g])
		}
	}
	return ids
}

// anywhere is a pointer to any byte of a fresh object of any size, or one past
// its end.
func (m *Machine) anywhere(s *State, fn *ir.Func, i int) memory.Value {
	name := fn.Params[i].Name
	w := m.Prog.PtrBits
	o := memory.Object{Origin: memory.Input, Align: 16, Name: name, SizeT: m.Pool.Var(w, "size of *"+name), Size: 1<<(w-1) - 1, Foreign: true}
	s.assume(m.Pool.ULe(o.SizeT, m.Pool.BV(w, o.Size)))
	m.Obs.Assumed("objects that parameters of " + fn.Source + " point to hold no valid pointers")
	id := s.Mem.New(o, false)
	s.Mem.Havoc(id)
	return m.somewhereIn(s, id, name)
}

func (m *Machine) somewhereIn(s *State, id memory.ObjID, name string) memory.Value {
	off := m.Pool.Var(m.Prog.PtrBits, "offset of "+name)
	s.choice("parameter", off, term.True)
	s.assume(m.Pool.ULe(off, s.Mem.SizeTerm(s.Mem.Get(id))))
	return memory.PointerTerm(m.Pool, id, off)
}
