package exec

import (
	"context"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/op/symbolic"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Config is what a Machine needs to know of the run.
type Config struct {
	Entry          ir.FuncID
	Extern         string          // "havoc", "havoc-free", "pure", "stop"
	NoFail         map[string]bool // failures switched off, by key ("malloc")
	VolatileMemory bool
	Trapv          bool // signed overflow ends the program
	MaxArgc        int  // bound on argc
	MaxArgLen      int  // bound on the length of each argv string
	MaxStdin       int  // bound on bytes of standard input; 0: none
	// MaxLoop bounds the turns of a loop of the program in which a symbolic
	// decision took part; 0: no bound. Turns does so for all loops, those of the
	// library's models too, of a search that is to go no deeper for now; what it
	// cuts is not beyond a bound but not searched yet.
	MaxLoop, Turns int
	MaxDepth       int // bound on activations
	// Script is what the environment answers on the runs that are wanted.
	Script Script
	// QueryLimits bound each solver call. SideLimits bound the question
	// whether a path-ending error that nobody asked about can happen: what is
	// not refuted within them counts as possible, and proofs are given that it
	// does not.
	QueryLimits, SideLimits solver.Limits
}

// Site is a place where a target's violation is looked for.
type Site struct {
	Target  int
	Index   int // of the site in the target
	Classes op.Set
	Side    op.Side
	Arg     int32
	// OnlyMade restricts Leak to memory that the instruction at Made allocated.
	OnlyMade bool
	Made     ir.Point
	// Via restricts Leak to runs that come to one of these points; nil: all runs.
	Via []ir.Point

	pass uint64 // at such a point: the bit of State.passed
}

// Observer is told what happens during execution. Calls come in execution
// order from the goroutine that runs the machine.
type Observer interface {
	// Forked: a state continues one way, and a copy of it at the same point
	// is to be run later. Where a state records, it is also called, without
	// such a copy, when the path condition grows otherwise.
	Forked(Fork)
	// Open tells whether a target still needs an answer.
	Open(target int) bool
	// Hit: a target's violation is possible. Met: an error is.
	Hit(Hit)
	Met(Met)
	// Assumed: a verdict that relies on this run rests on the sentence.
	Assumed(string)
	// Unsure: a question about a target stayed open; the path goes on.
	Unsure(Stop)
	// Bounded: a path met a bound that restricts what it stands for.
	Bounded(*BoundHit)
	// Prefer orders the two sides of a branch: true to take the first
	// successor (or "condition holds") first. Cut tells that no open target
	// can be reached from a state about to enter block b in its top frame.
	Prefer(s *State, then, els *ir.Block) bool
	Cut(s *State, b *ir.Block) bool
	// Leads tells that an open target can be reached from the entry of a function.
	Leads(ir.FuncID) bool
}

// Machine executes states of one search: it owns the terms and the solver.
type Machine struct {
	Prog   *ir.Program
	Pool   *term.Pool
	Solver solver.Solver
	Config Config
	Obs    Observer
	// Watched: the Observer is told of every fork with the state before it,
	// even where nothing is recorded.
	Watched bool

	arena   *memory.Arena
	ctx     context.Context
	sym     symbolic.Terms
	consts  []memory.Value
	globals []memory.ObjID
	initial *memory.Space // the objects that all states have in common
	funcs   []memory.ObjID
	sites   [][]siteList // by block, then instruction; nil where there are none
	builtin []builtin    // by function; nil where it is an ordinary one
	epoch   uint64
	// The environment of main.
	argc       term.T
	argv       memory.ObjID
	argStrings []memory.ObjID
	leakSites  []Site      // the ways in which targets ask about leaks
	atEnd      *ir.Func    // what runs when main returns (ir.Program.AtEnd)
	unknownFn  *ir.Func    // the library models' part of what unknown code does
	exposed    []bool      // by global: code outside the program may name it
	ofModels   []bool      // by global: state of the library models (modelGlobal)
	nameable   []ir.FuncID // functions that code outside the program can call by name
	extents    map[ir.FuncID]ir.Extent
	post       []int32            // by block: DFS postorder number within its function
	checks     []op.Check[term.T] // scratch
	read       term.T             // the value being read, while its reading is checked
	phiScratch []memory.Value
	evals      [evaluators]struct {
		model *term.Model
		ev    *term.Evaluator
	}
	nextEval int
	// Queries counts the solver calls, Executed the instructions of all states.
	Queries, Executed int64
}

type siteList []Site

// New makes a machine. Sites maps points to what is looked for there.
func New(p *ir.Program, s solver.Solver, pool *term.Pool, cfg Config, obs Observer) *Machine {
	m := &Machine{
		Prog: p, Pool: pool, Solver: s, Config: cfg, Obs: obs,
		arena: memory.NewArena(pool, p.PtrBits),
		sym:   symbolic.Terms{Pool: pool},
		sites: make([][]siteList, len(p.Blocks)),
		ctx:   context.Background(),
	}
	m.builtin = make([]builtin, len(p.Funcs))
	for i, f := range p.Funcs {
		if len(f.Blocks) == 0 {
			m.builtin[i] = builtins[f.Name]
		}
	}
	m.post = postorder(p)
	m.ofModels = make([]bool, len(p.Globals))
	for i := range p.Globals {
		m.ofModels[i] = modelGlobal(p, &p.Globals[i])
	}
	m.exposed, m.nameable, m.extents = exposedGlobals(p), p.Nameable(), map[ir.FuncID]ir.Extent{}
	if id, ok := p.FuncByName["__model_unknown"]; ok && len(p.Funcs[id].Blocks) > 0 {
		m.unknownFn = p.Funcs[id]
	}
	m.atEnd = p.AtEnd()
	return m
}

// postorder numbers the blocks of each function in DFS postorder; an edge to a
// block with a number at least as high is a retreating one.
func postorder(p *ir.Program) []int32 {
	post := make([]int32, len(p.Blocks))
	for _, fn := range p.Funcs {
		n := int32(0)
		seen := make([]bool, len(fn.Blocks))
		type visit struct {
			b    *ir.Block
			next int
		}
		var stack []visit
		if len(fn.Blocks) > 0 {
			stack = append(stack, visit{b: fn.Blocks[0]})
			seen[0] = true
		}
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			if v.next == len(v.b.Succs) {
				n++
				post[v.b.ID] = n
				stack = stack[:len(stack)-1]
				continue
			}
			c := v.b.Succs[v.next]
			v.next++
			if !seen[c] {
				seen[c] = true
				stack = append(stack, visit{b: fn.Blocks[c]})
			}
		}
	}
	return post
}

// Watch adds a site.
func (m *Machine) Watch(pt ir.Point, s Site) {
	b := m.sites[pt.Block]
	if b == nil {
		b = make([]siteList, len(m.Prog.Blocks[pt.Block].Instrs))
		m.sites[pt.Block] = b
	}
	b[pt.Instr] = append(b[pt.Instr], s)
	if s.Classes.Has(op.Leak) {
		m.watchLeaks(s)
	}
}

// Bytes estimates the memory of what stays for as long as the machine: its terms
// and what memory keeps about them. States come and go.
func (m *Machine) Bytes() int64 { return m.arena.Bytes() + int64(m.Pool.Bytes()) }

func (m *Machine) sitesAt(pt ir.Point) siteList {
	if b := m.sites[pt.Block]; b != nil {
		return b[pt.Instr]
	}
	return nil
}
