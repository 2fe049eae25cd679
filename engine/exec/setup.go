package exec

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Start makes the initial states: static objects with their initial values,
// the environment, and the entry function about to run, constructors first.
// There is one state for each way in which the entry's pointer parameters may
// be null or alias. Elsewhere than at main, constructors have run long ago, and destructors
// run later: they have starts of their own. Call it once per machine.
func (m *Machine) Start() []*State {
	m.epoch++
	s := &State{Mem: memory.NewSpace(m.arena), epoch: m.epoch, Model: term.NewModel(), tell: m.Config.Script.Tell}
	m.makeStatics(s)
	m.constants(s)
	m.initialise(s)
	if order := m.Prog.OrderOfUnits(); order != "" {
		m.Obs.Assumed(order)
	}
	env := m.environment(s)
	entry := m.Prog.Funcs[m.Config.Entry]
	var states []*State
	var starts []start
	if m.entersMain() {
		starts = []start{{state: s, args: m.startArguments(s, entry, env)}}
	} else {
		if len(m.Prog.Ctors) > 0 {
			states = append(states, m.fork(s))
			m.chain(states[0], m.Prog.Ctors, env)
		}
		m.anyGlobals(s)
		if len(m.Prog.Dtors) > 0 {
			t := m.fork(s)
			m.chain(t, m.Prog.Dtors, nil)
			states = append(states, t)
		}
	}
	m.initial = s.Mem.Fork()
	if !m.entersMain() {
		starts = m.entries(s, entry)
	}
	for _, st := range starts {
		m.around(st.state)
		m.enter(st.state, nil, entry, st.args)
		if m.entersMain() {
			m.chain(st.state, m.Prog.Ctors, env)
			m.beforeMain(st.state)
		} else {
			m.callers(st)
		}
		states = append(states, st.state)
	}
	return states
}

// chain makes functions run next, one after the other, each before what is on the stack of
// calls.
func (m *Machine) chain(s *State, fs []ir.FuncID, env []memory.Value) {
	for _, f := range slices.Backward(fs) {
		fn := m.Prog.Funcs[f]
		m.enter(s, nil, fn, m.startArguments(s, fn, env))
		s.Top().chained = len(s.frames) > 1
	}
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
		o := memory.Object{Origin: memory.Static, Size: g.Size, Align: uint64(max(g.Align, 1)),
			Const: g.Const, Glob: ir.GlobalID(i), Name: name, Library: g.Inner}
		if g.Merged {
			o.Merged = g
		}
		if g.External && g.Size == 0 { // extern int table[]; struct opaque x
			o.SizeT, o.Size = m.anySize(s, "size of "+name)
		}
		m.globals[i] = s.Mem.New(o, true)
	}
	for i, f := range m.Prog.Funcs {
		m.funcs[i] = s.Mem.New(memory.Object{Origin: memory.Code, Align: 1, Func: ir.FuncID(i), Name: f.Source}, false)
	}
}

// anySize is the unknown size of an object that other code defines, with the
// largest that it can be.
func (m *Machine) anySize(s *State, name string) (term.T, uint64) {
	w := m.Prog.PtrBits
	most := uint64(1)<<(w-1) - 1
	size := m.Pool.Var(w, name)
	s.choice("havoc", size, term.True)
	s.assume(m.Pool.ULe(size, m.Pool.BV(w, most)))
	return size, most
}

// initialise stores the globals' images. The ones that other code defines
// hold arbitrary bytes.
func (m *Machine) initialise(s *State) {
	for i := range m.Prog.Globals {
		g, id := &m.Prog.Globals[i], m.globals[i]
		if g.External {
			s.Mem.Havoc(id)
			if used, _ := m.Prog.UsesOf(g.Name); used {
				m.Obs.Assumed(fmt.Sprintf("the external variable %s holds any value", g.Name))
			}
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
	}
}

// anyGlobals: entered elsewhere than at main, a program has run before, and
// its variables hold anything (verdicts.md, Entry other than main).
func (m *Machine) anyGlobals(s *State) {
	for i := range m.Prog.Globals {
		if g := &m.Prog.Globals[i]; !g.Const && !g.Private {
			s.Mem.Havoc(m.globals[i])
		}
	}
}

func (m *Machine) entersMain() bool { return m.Prog.Funcs[m.Config.Entry].Name == "main" }

// environment is what main and constructors are called with, as far as one of them has
// parameters: argc, argv and envp.
func (m *Machine) environment(s *State) (env []memory.Value) {
	most := 0
	for _, f := range m.Prog.Ctors {
		most = max(most, len(m.Prog.Funcs[f].Params))
	}
	if m.entersMain() {
		most = max(most, len(m.Prog.Funcs[m.Config.Entry].Params))
	}
	for i, make := range []func(*State) memory.Value{m.argumentCount, m.arguments, m.environmentPointer} {
		if i < most {
			env = append(env, make(s))
		}
	}
	return env
}

// startArguments are the arguments of a function that the code before main calls, in the
// types of its parameters. Those that it names beyond the environment hold anything.
func (m *Machine) startArguments(s *State, fn *ir.Func, env []memory.Value) []memory.Value {
	args := make([]memory.Value, len(fn.Params))
	for i := range fn.Params {
		p := &fn.Params[i]
		ty := &m.Prog.Types[p.Type]
		switch {
		case p.ByVal >= 0:
			args[i] = m.structure(s, p)
		case i >= len(env) || !scalar(ty):
			args[i] = m.undef(s, p.Type)
		case i == 0:
			args[i] = m.refitted(s, env[i], argcBits, ty)
		default:
			args[i] = m.refitted(s, env[i], m.Prog.PtrBits, ty)
		}
	}
	return args
}

// argcBits is the width of argc.
const argcBits = 32

// argumentCount is argc: at least 1 (an assumption about the platform).
func (m *Machine) argumentCount(s *State) memory.Value {
	x := m.Pool.BV(argcBits, uint64(len(m.Config.Script.Args)))
	if m.Config.Script.Args == nil {
		x = m.Pool.Var(argcBits, "argc")
		s.assume(m.Pool.SLt(m.Pool.BV(argcBits, 0), x))
		s.Model.Set(x, 1)
	}
	m.argc = x
	s.inputs = append(s.inputs, Input{Kind: ArgCount, Value: x})
	m.Obs.Assumed("argc ≥ 1")
	return m.fromTerm(x)
}

// environmentPointer is main's third argument: not null, and no object that is
// modelled, so that a path which looks into it ends as undecided.
func (m *Machine) environmentPointer(s *State) memory.Value {
	x := m.Pool.Var(m.Prog.PtrBits, "envp")
	s.choice("parameter", x, term.True)
	s.assume(m.Pool.ULe(m.size(NullPage), x))
	s.Model.Set(x, NullPage)
	return memory.PointerTerm(m.Pool, 0, x)
}

// arguments makes argv: argv[k] is string k for k < argc and null for k =
// argc, decided when it is read (see argument).
func (m *Machine) arguments(s *State) memory.Value {
	w := m.Prog.PtrBits
	slot := uint64(w / 8)
	count := m.Pool.Add(m.sym.Resize(m.Pool.Width(m.argc), w, m.argc), m.Pool.BV(w, 1))
	o := memory.Object{Origin: memory.Input, Align: slot, Name: "argv",
		Size: 1 << 31 * slot, SizeT: m.Pool.Mul(count, m.Pool.BV(w, slot))}
	if w == 32 {
		o.Size = 1<<31 - 1
	}
	m.argv = s.Mem.New(o, false)
	m.argStrings = make([]memory.ObjID, m.numArgs())
	for k := range m.argStrings {
		n, bound := m.argLength(k)
		id := s.Mem.New(memory.Object{Origin: memory.Input, Size: uint64(n) + 1, Align: 1, Name: fmt.Sprintf("argv[%d]", k),
			BoundAt: uint64(n), BoundKind: bound}, false)
		bytes := make([]term.T, n)
		for i := range n {
			bytes[i] = m.argByte(k, i)
			x := bytes[i]
			s.inputs = append(s.inputs, Input{Kind: ArgByte, Value: x, Arg: k, Index: i})
			s.Mem.Store(id, uint64(i), 1, m.fromTerm(x))
		}
		s.Mem.Store(id, uint64(n), 1, memory.Const(0))
		m.argStrings[k] = id
		m.placeArgument(s, k, bytes, bound != "")
	}
	return memory.Pointer(m.argv, 0)
}

// placeArgument says where argument k lies: right behind the one before, as Linux has it,
// up to its terminator, which may be behind what is modelled of it.
func (m *Machine) placeArgument(s *State, k int, bytes []term.T, longer bool) {
	p, w := m.Pool, m.Prog.PtrBits
	extent := m.size(len(bytes) + 1)
	if longer {
		extent = p.Add(extent, p.ZExt(p.Var(maxArgBits, fmt.Sprintf("rest of argv[%d]", k)), w))
	}
	for i := len(bytes) - 1; i >= 0; i-- {
		extent = p.Ite(p.Eq(bytes[i], p.BV(8, 0)), m.size(i+1), extent)
	}
	o := s.Mem.Own(m.argStrings[k])
	o.Extent = extent
	if k > 0 {
		o.After = m.argStrings[k-1]
	}
}

// maxArgBits: a string of argv has at most 131,072 bytes.
const maxArgBits = 17

// argument reads argv at an offset that the bounds check admitted.
func (m *Machine) argument(s *State, p memory.Value) memory.Value {
	if s.argvBy != "" {
		m.stop(s, s.argvBy+" may have changed argv")
	}
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
