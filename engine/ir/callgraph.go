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
	flow      flowGraph
}

// callsBack are functions of the C library that call functions of the program
// without getting them as an argument (handlers registered before), or whose
// argument may be a variable. Every other external function that is handed a
// function directly is treated alike. Signals that arrive by themselves are
// not covered: whoever models signal() owes the assumption.
var callsBack = map[string]bool{
	"exit": true, "quick_exit": true, "abort": true, "raise": true, "kill": true, "pthread_kill": true,
	"atexit": true, "at_quick_exit": true, "on_exit": true, "__cxa_atexit": true,
	"signal": true, "sigaction": true, "__sysv_signal": true, "sigset": true, "alarm": true, "pause": true,
	"sigsuspend": true, "qsort": true, "qsort_r": true, "bsearch": true, "lfind": true, "lsearch": true,
	"tsearch": true, "tfind": true, "tdelete": true, "twalk": true, "twalk_r": true, "tdestroy": true,
	"ftw": true, "nftw": true, "scandir": true, "glob": true, "fopencookie": true, "dl_iterate_phdr": true,
	"pthread_create": true, "pthread_once": true, "pthread_atfork": true, "pthread_key_create": true,
	"pthread_exit": true, "thrd_create": true, "thrd_exit": true, "call_once": true, "tss_create": true,
	"makecontext": true, "swapcontext": true, "setcontext": true, "timer_create": true,
	"register_printf_function": true, "register_printf_specifier": true, "fork": true,
	"argp_parse": true, "error": true, "error_at_line": true, "mcheck": true, "clone": true,
}

// atExitNames register functions that run when the program ends.
var atExitNames = []string{"atexit", "at_quick_exit", "on_exit", "__cxa_atexit"}

// Compatible reports whether a call through a pointer may execute f: f gets
// at least the arguments it names. A call site without prototype, or with
// surplus arguments, fits; one with too few does not, and executing it is an
// error of the program.
func Compatible(c *CallInfo, f *Func) bool { return len(c.Args) >= len(f.Params) }

// graph returns the call graph.
func (p *Program) graph() *callGraph {
	g := &p.calls
	g.once.Do(func() {
		for _, f := range p.Funcs {
			if f.AddressTaken {
				g.taken = append(g.taken, f.ID)
			}
		}
		g.link(p)
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
				g.callees[b.Func] = append(g.callees[b.Func], p.callTargets(in, g.taken)...)
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
func (p *Program) callTargets(in *Instr, taken []FuncID) []FuncID {
	c := in.Call
	if c.Callee < 0 {
		var list []FuncID
		for _, t := range taken {
			if Compatible(c, p.Funcs[t]) {
				list = append(list, t)
			}
		}
		return list
	}
	list := []FuncID{c.Callee}
	if p.callsBack(c) {
		list = append(append(list, taken...), p.Dtors...)
	}
	return list
}

// callsBack says whether a direct call of an external function may enter
// functions of the program.
func (p *Program) callsBack(c *CallInfo) bool {
	f := p.Funcs[c.Callee]
	if len(f.Blocks) > 0 {
		return false
	}
	if callsBack[f.Name] {
		return true
	}
	for _, a := range c.Args {
		if a.Val.IsConst() && p.Consts[a.Val.ConstIndex()].Kind == CFunc {
			return true
		}
	}
	return false
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
func (p *Program) CallTargets(in *Instr) []FuncID { return p.callTargets(in, p.graph().taken) }

// MayReturn reports whether a call of f may come back. False is certain.
func (p *Program) MayReturn(f FuncID) bool { return p.graph().mayReturn[f] }

// callReturns reports whether control may go on behind a call.
func (g *callGraph) callReturns(p *Program, in *Instr) bool {
	c := in.Call
	if c.NoReturn {
		return false
	}
	return c.Callee < 0 || g.mayReturn[c.Callee]
}

// findReturning computes mayReturn as the least fixpoint over callers.
func (g *callGraph) findReturning(p *Program) {
	g.mayReturn = make([]bool, len(p.Funcs))
	queued := make([]bool, len(p.Funcs))
	var work []FuncID
	for _, f := range p.Funcs {
		if len(f.Blocks) == 0 {
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
		if g.mayReturn[f] || !g.reachesReturn(p, p.Funcs[f]) {
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
