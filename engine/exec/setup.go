package exec

import (
	"fmt"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Start makes the initial state: static objects with their initial values,
// the environment, and the entry function about to run, constructors first.
// Call it once per machine.
func (m *Machine) Start() *State {
	m.epoch++
	s := &State{Mem: memory.NewSpace(m.arena), epoch: m.epoch, Model: term.NewModel()}
	m.makeStatics(s)
	m.constants(s)
	m.initialise(s)
	entry := m.Prog.Funcs[m.Config.Entry]
	m.enter(s, nil, entry, m.entryArguments(s, entry))
	for i := len(m.Prog.Ctors) - 1; i >= 0; i-- {
		ctor := m.Prog.Funcs[m.Prog.Ctors[i]]
		m.enter(s, nil, ctor, make([]memory.Value, len(ctor.Params)))
		s.Top().chained = true
	}
	return s
}

// makeStatics gives globals and functions their objects.
func (m *Machine) makeStatics(s *State) {
	m.globals = make([]memory.ObjID, len(m.Prog.Globals))
	m.funcs = make([]memory.ObjID, len(m.Prog.Funcs))
	for i := range m.Prog.Globals {
		g := &m.Prog.Globals[i]
		name := g.Source
		if name == "" {
			name = g.Name
		}
		m.globals[i] = s.Mem.New(memory.Object{Origin: memory.Static, Size: g.Size, Align: uint64(max(g.Align, 1)),
			Const: g.Const, Glob: ir.GlobalID(i), Name: name}, true)
	}
	for i, f := range m.Prog.Funcs {
		m.funcs[i] = s.Mem.New(memory.Object{Origin: memory.Code, Align: 1, Func: ir.FuncID(i), Name: f.Source}, false)
	}
}

// initialise stores the globals' images. The ones that other code defines
// hold arbitrary bytes.
func (m *Machine) initialise(s *State) {
	for i := range m.Prog.Globals {
		g, id := &m.Prog.Globals[i], m.globals[i]
		if g.External {
			s.Mem.Havoc(id)
			m.Obs.Assumed(fmt.Sprintf("the external variable %s holds any value", g.Name))
			continue
		}
		s.Mem.Init(id, g.Init)
		for _, r := range g.Relocs {
			v := m.consts[r.Value.ConstIndex()]
			if v.Kind == memory.Raw { // an expression that only a linker can evaluate
				v = m.fresh(s, m.Prog.Consts[r.Value.ConstIndex()].Type, "address")
			}
			s.Mem.Store(id, r.Offset, int(r.Size), v)
		}
		if m.anyInitial(g) {
			s.Mem.Havoc(id)
		}
	}
}

// anyInitial: entered elsewhere than at main, a program has run before, and
// its variables hold anything (verdicts.md, Entry other than main).
func (m *Machine) anyInitial(g *ir.Global) bool {
	return !m.entersMain() && !g.Const && !g.Private
}

func (m *Machine) entersMain() bool { return m.Prog.Funcs[m.Config.Entry].Name == "main" }

func (m *Machine) entryArguments(s *State, fn *ir.Func) []memory.Value {
	args := make([]memory.Value, len(fn.Params))
	if m.entersMain() {
		if len(fn.Params) >= 1 {
			args[0] = m.argumentCount(s, fn.Params[0].Type)
		}
		if len(fn.Params) >= 2 {
			args[1] = m.arguments(s, args[0])
		}
		if len(fn.Params) >= 3 {
			args[2] = m.arbitrary(s, fn, 2)
		}
		return args
	}
	for i := range args {
		args[i] = m.arbitrary(s, fn, i)
	}
	return args
}

// arbitrary is a parameter of an entry function other than main's first two:
// any number, or the start of an object of any size and content.
func (m *Machine) arbitrary(s *State, fn *ir.Func, i int) memory.Value {
	p := fn.Params[i]
	ty := &m.Prog.Types[p.Type]
	key := "parameter:" + p.Name
	if ty.Kind == ir.Int || ty.Kind == ir.Float {
		return m.nondet(s, ty.Bits, key)
	}
	if ty.Kind != ir.Ptr {
		return m.fresh(s, p.Type, "parameter")
	}
	o := memory.Object{Origin: memory.Input, Align: 16, Name: p.Name}
	if p.ByVal >= 0 {
		o.Size = m.Prog.Types[p.ByVal].Size
	} else {
		w := m.Prog.PtrBits
		o.SizeT = m.Pool.Var(w, "size of *"+p.Name)
		o.Size = 1<<(w-1) - 1
		s.assume(m.Pool.ULe(o.SizeT, m.Pool.BV(w, o.Size)))
		m.Obs.Assumed("pointer parameters of " + fn.Source + " are not null, do not alias, and point to the start of objects that hold no pointers")
	}
	id := s.Mem.New(o, false)
	s.Mem.Havoc(id)
	return memory.Pointer(id, 0)
}

// argumentCount is argc: at least 1 (an assumption about the platform).
func (m *Machine) argumentCount(s *State, t ir.TypeID) memory.Value {
	w := m.bits(t)
	x := m.Pool.Var(w, "argc")
	m.argc = x
	s.inputs = append(s.inputs, Input{Kind: ArgCount, Value: x})
	s.assume(m.Pool.SLt(m.Pool.BV(w, 0), x))
	s.Model.Set(x, 1)
	m.Obs.Assumed("argc ≥ 1")
	return memory.Value{T: x}
}

// arguments makes argv: argv[k] is string k for k < argc and null for k =
// argc, decided when it is read (see argument).
func (m *Machine) arguments(s *State, argc memory.Value) memory.Value {
	w := m.Prog.PtrBits
	slot := uint64(w / 8)
	count := m.Pool.Add(m.sym.resize(m.Pool.Width(argc.T), w, argc.T), m.Pool.BV(w, 1))
	o := memory.Object{Origin: memory.Input, Align: slot, Name: "argv", Const: true,
		Size: 1 << 31 * slot, SizeT: m.Pool.Mul(count, m.Pool.BV(w, slot))}
	if w == 32 {
		o.Size = 1<<31 - 1
	}
	m.argv = s.Mem.New(o, false)
	m.argStrings = make([]memory.ObjID, m.Config.MaxArgc)
	n := m.Config.MaxArgLen
	for k := range m.argStrings {
		id := s.Mem.New(memory.Object{Origin: memory.Input, Size: uint64(n) + 1, Align: 1, Name: fmt.Sprintf("argv[%d]", k),
			BoundAt: uint64(n), BoundKind: "argv"}, false)
		for i := range n {
			x := m.Pool.Var(8, fmt.Sprintf("argv[%d][%d]", k, i))
			s.inputs = append(s.inputs, Input{Kind: ArgByte, Value: x, Arg: k, Index: i})
			s.Mem.Store(id, uint64(i), 1, memory.Value{T: x})
		}
		s.Mem.Store(id, uint64(n), 1, memory.Const(0))
		m.argStrings[k] = id
	}
	return memory.Pointer(m.argv, 0)
}

// argument reads argv at an offset that the bounds check admitted.
func (m *Machine) argument(s *State, p memory.Value) memory.Value {
	slot := uint64(m.Prog.PtrBits / 8)
	off := m.settleOffset(s, p)
	if off%slot != 0 {
		m.stop(s, "a misaligned read of argv")
	}
	k := off / slot
	w := m.Pool.Width(m.argc)
	if !m.decide(s, m.Pool.SLt(m.Pool.BV(w, k), m.argc), true) {
		return memory.Null()
	}
	if k >= uint64(len(m.argStrings)) {
		m.atBound(s, "argc", m.userPoint(s), int64(len(m.argStrings)))
	}
	return memory.Pointer(m.argStrings[k], 0)
}
