package exec

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// external is the call of a function that has neither body nor model, under
// the run's policy (verdicts.md, the table's last rows).
func (m *Machine) external(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) {
	does := "return any value and to change what it can reach; to free nothing, call nothing back, and return"
	if fn.Jumps() {
		m.stop(s, fmt.Sprintf("non-local jump (%s)", fn.Name))
	}
	switch m.Config.Extern {
	case "stop":
		m.undecided(s, NoBody, fmt.Sprintf("a call of %s, which has no body and no model (--extern stop)", fn.Source))
	case "pure":
		does = "change nothing and to return any value"
	case "havoc-free":
		does = "return any value, to change and to free what it can reach; to call nothing back, and return"
	}
	m.Obs.Assumed(fn.Name + " is unmodelled: taken to " + does)
	if m.Config.Extern != "pure" {
		m.doubtCallbacks(s, in, fn, args)
	}
	s.opaque("a call of " + fn.Name + ", which is unmodelled")
	// The value first: its choices fork, and a fork executes the call again.
	made := Input{Kind: Choice, Key: "havoc", Known: uint64(fn.ID), Point: m.userPoint(s)}
	first := len(s.inputs)
	v := m.anyResult(s, in, fn, args)
	for _, c := range s.inputs[first:] {
		made.Made = append(made.Made, c.Value)
	}
	made.Forked = v.Kind == memory.Ptr
	if m.Config.Extern != "pure" {
		changed, forked := m.havocReachable(s, fn, args, m.Config.Extern == "havoc-free")
		made.Made, made.Forked = append(made.Made, changed...), made.Forked || forked
	}
	s.inputs = append(s.inputs, made)
	if in.Call.NoReturn || fn.NoReturn {
		m.Obs.Assumed(op.UnmodelledEnds(fn.Name))
		m.end(s, Exited)
	}
	m.result(s, in, v)
}

func (m *Machine) anyResult(s *State, in *ir.Instr, fn *ir.Func, args []memory.Value) memory.Value {
	switch {
	case in.Dst < 0:
		return memory.Value{}
	case m.Prog.Types[in.Type].Kind == ir.Ptr:
		return m.anyPointer(s, fn, args)
	}
	return m.fresh(s, in.Type, "havoc")
}

// anyPointer is a pointer that an unmodelled function returns: null, one into
// an object it was given, or a fresh object of any size and content.
func (m *Machine) anyPointer(s *State, fn *ir.Func, args []memory.Value) memory.Value {
	if m.choose(s, true) {
		return memory.Null()
	}
	w := m.Prog.PtrBits
	for _, a := range args {
		if a.Kind != memory.Ptr || a.Obj == 0 {
			continue
		}
		if m.choose(s, false) {
			off := m.Pool.Var(w, "offset")
			s.choice("havoc", off, term.True)
			v := memory.PointerTerm(m.Pool, a.Obj, off)
			s.require(m, m.Pool.ULe(off, s.Mem.SizeTerm(s.Mem.Get(a.Obj))), Decision{})
			return v
		}
	}
	m.Obs.Assumed(op.UnmodelledPointer(fn.Name))
	size := m.Pool.Var(w, "size")
	limit := uint64(1)<<(w-1) - 1
	s.choice("havoc", size, term.True)
	s.assume(m.Pool.ULe(size, m.Pool.BV(w, limit)))
	pt := m.userPoint(s)
	id := s.Mem.New(memory.Object{Origin: memory.Input, SizeT: size, Size: limit, Align: 16, Name: "*" + fn.Name + "()",
		Site: pt, Occ: s.occurrence(pt)}, false)
	s.Mem.Havoc(id)
	return memory.Pointer(id, 0)
}

// havocReachable makes arbitrary every byte that an unknown function could
// write: what is reachable from its arguments and from the variables that
// other code can name or was given the address of. With frees set it may also
// free the heap blocks among them, each for itself. That it leaves argv alone, and
// nothing unwritten, are assumptions. It returns the variables that stand for what was
// written, and whether it chose what to free.
func (m *Machine) havocReachable(s *State, fn *ir.Func, args []memory.Value, frees bool) (changed []term.T, forked bool) {
	reached := m.reachable(s, args, true)
	// All choices before all changes: a fork executes the call again.
	freed := map[memory.ObjID]bool{}
	for _, id := range reached {
		if frees && s.Mem.Get(id).Origin == memory.Heap {
			freed[id], forked = m.choose(s, false), true
		}
	}
	for _, id := range reached {
		switch o := s.Mem.Get(id); {
		case freed[id]:
			s.Mem.Kill(id)
		case id == m.argv:
			m.Obs.Assumed(op.UnmodelledArgv(fn.Name))
		case !o.Const && o.Origin != memory.Code:
			if s.Mem.MayBeUnwritten(id) {
				m.Obs.Assumed(op.UnmodelledWrites(fn.Name))
			}
			changed = append(changed, s.Mem.Havoc(id))
		}
	}
	return changed, forked
}

func (m *Machine) pointersIn(s *State, v memory.Value, visit func(memory.ObjID)) {
	v = m.asPointerIfAny(s, v)
	if v.Kind == memory.Ptr {
		visit(v.Obj)
	}
	for _, e := range v.Elems {
		m.pointersIn(s, e, visit)
	}
}

// asPointerIfAny recognises addresses in integers and raw copies.
func (m *Machine) asPointerIfAny(s *State, v memory.Value) memory.Value {
	if v.Kind == memory.Int && v.T != term.None && m.Pool.Width(v.T) == m.Prog.PtrBits {
		if p, ok := s.Mem.FindBase(v.T); ok {
			return p
		}
	}
	return v
}

// exposedGlobals finds the variables that code outside the program may write:
// all but constants and the static ones whose address goes nowhere.
func exposedGlobals(p *ir.Program) []bool {
	ex := make([]bool, len(p.Globals))
	for i := range p.Globals {
		g := &p.Globals[i]
		ex[i] = !g.Const && !g.Private && !g.Static && !modelGlobal(p, g)
	}
	mark := func(o ir.Operand) {
		if o.IsConst() {
			if c := &p.Consts[o.ConstIndex()]; c.Kind == ir.CGlobal && !p.Globals[c.ID].Const {
				ex[c.ID] = ex[c.ID] || !modelGlobal(p, &p.Globals[c.ID])
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

// modelGlobal tells the private state of the library models.
func modelGlobal(p *ir.Program, g *ir.Global) bool {
	return g.Loc != 0 && strings.HasPrefix(p.Files[p.Locs[g.Loc].File], "<assay-model>/")
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
