package exec

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// external is the call of a function that has neither body nor model, under
// the run's policy (verdicts.md, the table's last rows).
func (m *Machine) external(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	if fn.Jumps() {
		m.stop(s, fmt.Sprintf("non-local jump (%s)", fn.Name))
	}
	if m.Config.Extern == "stop" {
		m.undecided(s, NoBody, fmt.Sprintf("a call of %s, which has no body and no model (--extern stop)", fn.Source))
	}
	m.check(s, op.Check[term.T]{Class: op.NoText, Cond: term.True}, -1) // no model tells
	m.Obs.Assumed(op.Unmodelled(fn.Source, m.Config.Extern, m.Config.NoFail[NoCallback]))
	s.opaque("a call of " + fn.Name + ", which is unmodelled")
	made := Input{Kind: Choice, Key: "havoc", By: fn.Source + "()", Point: m.userPoint(s)}
	r := reach{}
	if m.Config.Extern != "pure" {
		r = m.reach(s, m.handed(s, in, args))
		if m.exits(s, fn, &r) {
			return
		}
	}
	// The value first: its choices fork, and a fork executes the call again.
	first := len(s.inputs)
	v := m.anyResult(s, in, fn, &r, args)
	for _, c := range s.inputs[first:] {
		made.Made = append(made.Made, c.Value)
	}
	made.Forked = v.Kind == memory.Ptr
	if m.Config.Extern != "pure" {
		made.Made = append(made.Made, m.executed(s, Stranger{fn.Source, m.userPoint(s)}, &r)...)
	}
	s.inputs = append(s.inputs, made)
	if in.Call.NoReturn || fn.NoReturn && !fn.Model {
		m.Obs.Assumed(op.UnmodelledEnds(fn.Source))
		m.end(s, Exited)
	}
	m.result(s, in, v)
	if m.unknownFn != nil && m.Config.Extern != "pure" {
		m.enter(s, nil, m.unknownFn, nil)
		s.Top().chained = true
	}
}

// handed are the objects that the arguments of a call lead to. Of a structure that is
// passed by value these are what its copy leads to.
func (m *Machine) handed(s *State, in *ir.Instr, args []memory.Value) (ids []memory.ObjID) {
	add := func(id memory.ObjID) { ids = append(ids, id) }
	for i, a := range args {
		if i < len(in.Call.Args) && in.Call.Args[i].ByVal >= 0 && a.Obj != 0 {
			s.Mem.Pointers(a.Obj, add)
			continue
		}
		s.Mem.PointersIn(a, add)
	}
	return ids
}

// exits tells that unknown code ends the program by exit on this path, which is tried
// where a target is behind that: what atexit registered runs on the state that is.
func (m *Machine) exits(s *State, fn *ir.Func, r *reach) bool {
	if m.atEnd == nil || !m.Obs.Leads(m.atEnd.ID) || !m.choose(s, false) {
		return false
	}
	by := Stranger{fn.Source, m.userPoint(s)}
	s.inputs = append(s.inputs, Input{Kind: Choice, Key: "havoc", By: fn.Source + "()", Forked: true, Point: by.Point})
	m.happen(s, by, *r)
	var status []memory.Value
	for _, p := range m.atEnd.Params {
		status = append(status, m.fresh(s, p.Type, "havoc"))
	}
	m.enter(s, nil, m.atEnd, status)
	return true
}

func (m *Machine) anyResult(s *State, in *ir.Instr, fn *ir.Func, r *reach, args []memory.Value) memory.Value {
	switch {
	case in.Dst < 0:
		return memory.Value{}
	case m.Prog.Types[in.Type].Kind == ir.Ptr:
		return m.anyPointer(s, fn, r, args)
	}
	return m.fresh(s, in.Type, "havoc")
}

// anyPointer is a pointer that an unmodelled function returns: null, one into an object
// that it can get at, or one to something of its own, data or code.
func (m *Machine) anyPointer(s *State, fn *ir.Func, r *reach, args []memory.Value) memory.Value {
	if m.choose(s, true) {
		return memory.Null()
	}
	for _, id := range r.returned(m, args) {
		if m.choose(s, false) {
			return m.intoObject(s, id)
		}
	}
	if m.choose(s, false) {
		return m.elsewhere(s, fn, r)
	}
	m.Obs.Assumed(op.UnmodelledPointer(fn.Source))
	w := m.Prog.PtrBits
	size := m.Pool.Var(w, "size")
	limit := uint64(1)<<(w-1) - 1
	s.choice("havoc", size, term.True)
	s.assume(m.Pool.ULe(size, m.Pool.BV(w, limit)))
	pt := m.userPoint(s)
	id := s.Mem.New(memory.Object{Origin: memory.Input, SizeT: size, Size: limit, Align: 1, Name: "*" + fn.Name + "()",
		Site: pt, Occ: s.occurrence(pt), Foreign: true}, false)
	s.Mem.Havoc(id)
	if m.Config.Extern != "pure" {
		s.keep([]memory.ObjID{id})
	}
	return memory.Pointer(id, 0)
}

// elsewhere is an address that is none of those: of an object in reach, where these are too
// many to be told apart, or of none at all, as -1 is. It may be equal to any other.
func (m *Machine) elsewhere(s *State, fn *ir.Func, r *reach) memory.Value {
	x := m.Pool.Var(m.Prog.PtrBits, "offset")
	s.choice("havoc", x, term.True)
	if len(r.objects) > budget.ReturnedObjects.N && m.Config.Extern != "pure" {
		s.require(m, m.Pool.ULe(m.size(NullPage), x), Decision{})
		return memory.PointerTerm(m.Pool, 0, x)
	}
	id := s.Mem.New(memory.Object{Origin: memory.Input, Align: 1, Name: "*" + fn.Name + "()", Site: m.userPoint(s), Foreign: true}, false)
	s.Mem.Kill(id)
	return memory.PointerTerm(m.Pool, id, x)
}

// returned lists the objects that a returned pointer is tried to lead into, one after the
// other: all that can be got at where they are few. What a pure function returns leads
// into its arguments.
func (r *reach) returned(m *Machine, args []memory.Value) []memory.ObjID {
	if m.Config.Extern == "pure" {
		w := newWalk()
		for _, a := range args {
			if a.Kind == memory.Ptr {
				w.visit(a.Obj)
			}
		}
		return w.todo
	}
	if len(r.objects) > budget.ReturnedObjects.N {
		return nil
	}
	return r.objects
}

// intoObject is a pointer into an object, or to its end.
func (m *Machine) intoObject(s *State, id memory.ObjID) memory.Value {
	o := s.Mem.Get(id)
	if o.Origin == memory.Code {
		return memory.Pointer(id, 0)
	}
	off := m.Pool.Var(m.Prog.PtrBits, "offset")
	s.choice("havoc", off, term.True)
	s.require(m, m.Pool.ULe(off, s.Mem.SizeTerm(o)), Decision{})
	return memory.PointerTerm(m.Pool, id, off)
}

// exposedGlobals finds the variables that code outside the program may name: all but the
// static ones whose address goes nowhere. It writes no constants, but gets at what their
// addresses lead to.
func exposedGlobals(p *ir.Program) []bool {
	ex := make([]bool, len(p.Globals))
	leads := func(g *ir.Global) bool { return (!g.Const || len(g.Relocs) > 0) && !modelGlobal(p, g) }
	for i := range p.Globals {
		g := &p.Globals[i]
		ex[i] = !g.Private && !g.Static && leads(g)
	}
	mark := func(o ir.Operand) {
		if o.IsConst() {
			if c := &p.Consts[o.ConstIndex()]; c.Kind == ir.CGlobal {
				ex[c.ID] = ex[c.ID] || leads(&p.Globals[c.ID])
			}
		}
	}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			escapes(&b.Instrs[i], mark)
		}
		for _, ph := range b.Phis {
			for _, v := range ph.Vals {
				mark(v)
			}
		}
	}
	for i := range p.Globals {
		for _, r := range p.Globals[i].Relocs {
			mark(r.Value)
		}
	}
	return ex
}

// modelGlobal tells the state of the library models that programs do not name. What they
// do name, as optarg, is a variable as any other; that the standard streams stay those
// that they are is an assumption (op.UnmodelledLeaves).
func modelGlobal(p *ir.Program, g *ir.Global) bool {
	if !p.OfModels(g) {
		return false
	}
	return g.Static || strings.HasPrefix(g.Name, "__") || g.Name == "stdin" || g.Name == "stdout" || g.Name == "stderr"
}

// escapes calls mark for the operands whose value leaves the instruction as an
// address: everything but the place that a load or store touches directly.
func escapes(in *ir.Instr, mark func(ir.Operand)) {
	switch in.Op {
	case ir.Load, ir.ICmp:
		return
	case ir.Store:
		mark(in.Args[0])
		return
	case ir.Call:
		for _, a := range in.Call.Args {
			mark(a.Val)
		}
		return
	}
	for _, a := range in.Args {
		mark(a)
	}
}
