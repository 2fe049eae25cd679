package exec

import (
	"fmt"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// start is an initial state with the arguments of its entry function.
type start struct {
	state *State
	args  []memory.Value
}

// maxStarts bounds the ways in which pointer parameters are combined; beyond
// it aliasing is left out, as a named assumption.
const maxStarts = 64

// entries makes the initial states of an entry function (verdicts.md, Entry
// other than main): main gets argc and argv; parameters elsewhere hold any
// number, and pointers are null, point anywhere into an object of any size and
// content, or into the object of an earlier parameter or an exposed variable.
func (m *Machine) entries(s *State, fn *ir.Func) []start {
	starts := []start{{state: s}}
	for i := range fn.Params {
		ty := &m.Prog.Types[fn.Params[i].Type]
		switch {
		case m.entersMain() && i == 0 && ty.Kind == ir.Int:
			starts[0].args = append(starts[0].args, m.argumentCount(s, fn.Params[0].Type))
		case m.entersMain() && i == 1:
			starts[0].args = append(starts[0].args, m.arguments(s))
		case m.entersMain() && i == 2 && ty.Kind == ir.Ptr:
			starts[0].args = append(starts[0].args, m.environment(s))
		case ty.Kind == ir.Ptr && fn.Params[i].ByVal < 0:
			starts = m.pointerStarts(starts, fn, i)
		default:
			for k := range starts {
				starts[k].args = append(starts[k].args, m.scalar(starts[k].state, fn, i))
			}
		}
	}
	return starts
}

// environment is main's third argument: not null, and no object that is
// modelled, so that a path which looks into it ends as undecided.
func (m *Machine) environment(s *State) memory.Value {
	x := m.Pool.Var(m.Prog.PtrBits, "envp")
	s.choice("parameter", x, term.True)
	s.assume(m.Pool.ULe(m.size(NullPage), x))
	s.Model.Set(x, NullPage)
	return memory.PointerTerm(m.Pool, 0, x)
}

// scalar is a parameter that is no pointer, or a struct passed by value.
func (m *Machine) scalar(s *State, fn *ir.Func, i int) memory.Value {
	p := fn.Params[i]
	ty := &m.Prog.Types[p.Type]
	if p.ByVal >= 0 {
		id := s.Mem.New(memory.Object{Origin: memory.Input, Align: 16, Name: p.Name, Size: m.Prog.Types[p.ByVal].Size}, false)
		s.Mem.Havoc(id)
		return memory.Pointer(id, 0)
	}
	if ty.Kind == ir.Int || ty.Kind == ir.Float {
		return m.fromTerm(m.nondet(s, ty.Bits, "parameter:"+p.Name))
	}
	return m.fresh(s, p.Type, "parameter")
}

// pointerStarts multiplies the starts by what pointer parameter i may be.
func (m *Machine) pointerStarts(starts []start, fn *ir.Func, i int) []start {
	var out []start
	for k, st := range starts {
		alias := m.aliasable(st)
		if len(out)+(2+len(alias))*(len(starts)-k) > maxStarts {
			alias = nil
			m.Obs.Assumed(fmt.Sprintf("pointer parameter %s of %s aliases no other parameter or variable", fn.Params[i].Name, fn.Source))
		}
		for _, id := range alias {
			out = append(out, m.with(st, func(s *State) memory.Value { return m.somewhereIn(s, id, fn.Params[i].Name) }))
		}
		out = append(out, m.with(st, func(*State) memory.Value { return memory.Null() }))
		out = append(out, m.with(st, func(s *State) memory.Value { return m.anywhere(s, fn, i) }))
	}
	return out
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
		if m.exposed[g] {
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
	o := memory.Object{Origin: memory.Input, Align: 16, Name: name, SizeT: m.Pool.Var(w, "size of *"+name), Size: 1<<(w-1) - 1}
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
