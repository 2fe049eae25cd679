package ir

import (
	"slices"
	"sync"
)

// callGraph is who may call whom, computed once on demand.
type callGraph struct {
	once      sync.Once
	taken     []FuncID // address-taken functions, ascending
	callees   [][]FuncID
	callers   [][]FuncID
	mayReturn []bool
	stops     stops
	unknown   bool   // some call may execute unknown code
	used      []bool // by function: see Program.Used
	flow      flowGraph
}

// callback says which functions of the program a library function may enter.
type callback int

const (
	noCallback  callback = iota
	anyCallback          // whatever has its address taken, and destructors
	atExit               // destructors and what may be registered with atexit
	onSignal             // what may be registered with signal
	unknownCode          // all that unknown code can call: see Nameable
	allocation           // the program's own functions for memory: see Interposed
)

// or is the least kind that covers two.
func (k callback) or(l callback) callback {
	switch {
	case k == l || l == noCallback:
		return k
	case k == noCallback:
		return l
	case k == unknownCode || l == unknownCode:
		return unknownCode
	}
	return anyCallback
}

// callsBack are the functions of the C library that call functions of the program
// which were registered, or which they get through a variable: what a model of one
// may enter where it stops.
var callsBack = map[string]callback{
	"exit": atExit, "quick_exit": atExit, "pthread_exit": atExit, "thrd_exit": atExit, "error": atExit,
	"error_at_line": atExit, "err": atExit, "errx": atExit, "verr": atExit, "verrx": atExit,
	"abort": onSignal, "raise": onSignal, "kill": onSignal, "pthread_kill": onSignal, "alarm": onSignal,
	"pause": onSignal, "sigsuspend": onSignal, "sleep": onSignal, "usleep": onSignal, "nanosleep": onSignal,
	"signal": onSignal, "sigaction": onSignal, "__sysv_signal": onSignal, "sigset": onSignal,
	"atexit": atExit, "at_quick_exit": atExit, "on_exit": atExit, "__cxa_atexit": atExit,
	"qsort": anyCallback, "qsort_r": anyCallback, "bsearch": anyCallback, "lfind": anyCallback,
	"lsearch": anyCallback, "tsearch": anyCallback, "tfind": anyCallback, "tdelete": anyCallback,
	"twalk": anyCallback, "twalk_r": anyCallback, "tdestroy": anyCallback, "ftw": anyCallback,
	"nftw": anyCallback, "scandir": anyCallback, "glob": anyCallback, "fopencookie": anyCallback,
	"dl_iterate_phdr": anyCallback, "pthread_create": anyCallback, "pthread_once": anyCallback,
	"pthread_atfork": anyCallback, "pthread_key_create": anyCallback, "thrd_create": anyCallback,
	"call_once": anyCallback, "tss_create": anyCallback, "makecontext": anyCallback,
	"swapcontext": anyCallback, "setcontext": anyCallback, "timer_create": anyCallback, "clone": anyCallback,
	"fork": anyCallback, "argp_parse": anyCallback, "register_printf_function": anyCallback,
	"register_printf_specifier": anyCallback,
}

// registrars are the functions through which handlers get known, with the
// number of arguments that the handlers receive.
var registrars = map[callback]map[string]int{
	atExit:   {"atexit": 0, "at_quick_exit": 0, "__cxa_atexit": 1, "on_exit": 2},
	onSignal: {"signal": 1, "__sysv_signal": 1, "sigset": 1, "sigaction": 3},
}

// callbackTargets lists the functions of the program that a library function
// of the given kind may enter. A handler that names more parameters than it
// receives is not Compatible.
func (p *Program) callbackTargets(kind callback, taken []FuncID) []FuncID {
	var list []FuncID
	most := -1
	switch kind {
	case noCallback:
		return nil
	case allocation:
		return p.Interposed
	case anyCallback, unknownCode:
		most = 1 << 30
	default:
		for name, n := range registrars[kind] {
			if _, ok := p.FuncByName[name]; ok {
				most = max(most, n)
			}
		}
	}
	for _, t := range taken {
		if len(p.Funcs[t].Params) <= most {
			list = append(list, t)
		}
	}
	if kind == unknownCode {
		list = append(list, p.Nameable()...)
	}
	if kind != onSignal {
		list = append(list, p.Dtors...)
	}
	return list
}

// Compatible reports whether a call through a pointer may execute f: f gets
// at least the arguments it names. A call site without prototype, or with
// surplus arguments, fits; one with too few does not, and executing it is an
// error of the program.
func Compatible(c *CallInfo, f *Func) bool { return len(c.Args) >= len(f.Params) }

// graph returns the call graph.
func (p *Program) graph() *callGraph {
	g := &p.calls[0]
	if p.Open {
		g = &p.calls[1]
	}
	g.once.Do(func() {
		for _, f := range p.Funcs {
			if f.AddressTaken {
				g.taken = append(g.taken, f.ID)
			}
		}
		g.findUnknown(p)
		g.link(p)
		g.findUsed(p)
		g.findStops(p)
		g.findReturning(p)
		g.flow.build(p, g)
	})
	return g
}

// link collects callees and callers.
func (g *callGraph) link(p *Program) {
	g.callees = make([][]FuncID, len(p.Funcs))
	g.callers = make([][]FuncID, len(p.Funcs))
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == Call {
				g.callees[b.Func] = append(g.callees[b.Func], p.callTargets(in, g)...)
			}
		}
	}
	for f := range g.callees {
		slices.Sort(g.callees[f])
		g.callees[f] = slices.Compact(g.callees[f])
		for _, c := range g.callees[f] {
			g.callers[c] = append(g.callers[c], FuncID(f))
		}
	}
}

// callTargets lists the functions a call may enter, those entered by a
// library function on its behalf included. External functions are listed too.
func (p *Program) callTargets(in *Instr, g *callGraph) []FuncID {
	c := in.Call
	if c.Callee < 0 {
		var list []FuncID
		for _, t := range g.taken {
			if Compatible(c, p.Funcs[t]) {
				list = append(list, t)
			}
		}
		return append(list, p.callbackTargets(g.throughPointer(p), g.taken)...)
	}
	return append([]FuncID{c.Callee}, p.callbackTargets(p.callback(c), g.taken)...)
}

// throughPointer says what a call through a pointer may enter besides functions of the
// program: where there is unknown code, the pointer may be one to it.
func (g *callGraph) throughPointer(p *Program) callback {
	switch {
	case g.unknown:
		return unknownCode
	case len(p.Interposed) > 0:
		return allocation
	}
	return noCallback
}

// callback says what a direct call may enter besides its callee.
func (p *Program) callback(c *CallInfo) callback {
	switch f := p.Funcs[c.Callee]; {
	case p.IsUnknown(c):
		return unknownCode
	case isOurs(f.Name):
		return calls[f.Name]
	case p.Allocates(f):
		return allocation
	}
	return noCallback
}

// Callees lists the functions that f may call, ascending: directly, through
// pointers (every address-taken function that is Compatible), and through
// library functions that call back.
func (p *Program) Callees(f FuncID) []FuncID { return p.graph().callees[f] }

// Callers lists the functions that may call f in the sense of Callees,
// ascending.
func (p *Program) Callers(f FuncID) []FuncID { return p.graph().callers[f] }

// CallTargets lists the functions that a Call instruction may enter: the
// direct callee first, else the address-taken functions that are Compatible.
func (p *Program) CallTargets(in *Instr) []FuncID { return p.callTargets(in, p.graph()) }

// MayReturn reports whether a call of f may come back. False is certain.
func (p *Program) MayReturn(f FuncID) bool { return p.graph().mayReturn[f] }

// callReturns reports whether control may go on behind a call.
func (g *callGraph) callReturns(p *Program, in *Instr) bool {
	c := in.Call
	if c.NoReturn {
		return false
	}
	return c.Callee < 0 || g.mayReturn[c.Callee] || p.IsUnknown(c) && p.Funcs[c.Callee].Model
}

// findReturning computes mayReturn as the least fixpoint over callers.
func (g *callGraph) findReturning(p *Program) {
	g.mayReturn = make([]bool, len(p.Funcs))
	queued := make([]bool, len(p.Funcs))
	var work []FuncID
	for _, f := range p.Funcs {
		if len(f.Blocks) == 0 || p.MayBeReplaced(f) {
			g.mayReturn[f.ID] = !f.NoReturn
			continue
		}
		work = append(work, f.ID)
		queued[f.ID] = true
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		queued[f] = false
		if g.mayReturn[f] || !g.stops.may[f] && !g.reachesReturn(p, p.Funcs[f]) {
			continue
		}
		g.mayReturn[f] = true
		for _, c := range g.callers[f] {
			if !g.mayReturn[c] && !queued[c] {
				work = append(work, c)
				queued[c] = true
			}
		}
	}
}

// reachesReturn searches a path from the entry to a return over calls that
// are known to come back.
func (g *callGraph) reachesReturn(p *Program, f *Func) bool {
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	work := []int32{0}
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		if !g.fallsThrough(p, b) {
			continue
		}
		if b.Instrs[len(b.Instrs)-1].Op == Ret {
			return true
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// fallsThrough reports whether control may reach the end of a block.
func (g *callGraph) fallsThrough(p *Program, b *Block) bool {
	for i := range b.Instrs {
		if in := &b.Instrs[i]; in.Op == Call && !g.callReturns(p, in) {
			return false
		}
	}
	return true
}
