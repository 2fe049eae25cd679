package ir

import (
	"slices"
	"strings"
)

// A library model may say that it does not know what a call does, or that it has met
// a limit of its own (engine/libc/assay.h). A run of the program goes on there: the
// function that the model stands for may return, and call back what functions of its
// kind call back. So the graph has these transfers, though the model's text has none.

// stops says, for each function, whether a statement of a model to stop may be
// reached in it through calls of models, and what a function that it is part of may
// call back.
type stops struct {
	may  []bool
	back []callback
}

// isStop tells a statement of a model that it does not know what comes.
func (p *Program) isStop(in *Instr) bool {
	if in.Op != Call || in.Call.Callee < 0 {
		return false
	}
	name := p.Funcs[in.Call.Callee].Name
	return name == "__assay_undecided" || name == "__assay_bound"
}

// findStops computes may upwards over the callers that are models, then back
// downwards.
func (g *callGraph) findStops(p *Program) {
	g.stops = stops{make([]bool, len(p.Funcs)), make([]callback, len(p.Funcs))}
	var todo []FuncID
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if p.isStop(&b.Instrs[i]) && !g.stops.may[b.Func] {
				g.stops.may[b.Func] = true
				todo = append(todo, b.Func)
			}
		}
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, c := range g.callers[f] {
			if p.Funcs[c].Model && p.Funcs[f].Model && !g.stops.may[c] {
				g.stops.may[c] = true
				todo = append(todo, c)
			}
		}
	}
	g.findStopsBack(p)
}

// findStopsBack computes back: what the name of a function or its arguments say
// holds of the parts of its model.
func (g *callGraph) findStopsBack(p *Program) {
	var todo []FuncID
	join := func(f FuncID, k callback) {
		k = k.or(g.stops.back[f])
		if !g.stops.may[f] || g.stops.back[f] == k {
			return
		}
		g.stops.back[f] = k
		todo = append(todo, f)
	}
	for _, f := range p.Funcs {
		if f.Model {
			join(f.ID, callsBack[f.Name])
		}
	}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Model && p.handsFunction(in.Call) {
				join(in.Call.Callee, anyCallback)
			}
		}
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, c := range g.callees[f] {
			if p.Funcs[c].Model {
				join(c, g.stops.back[f])
			}
		}
	}
}

// handsFunction tells that an argument of a call is a function of the program.
func (p *Program) handsFunction(c *CallInfo) bool {
	for _, a := range c.Args {
		if a.Val.IsConst() && p.Consts[a.Val.ConstIndex()].Kind == CFunc {
			return true
		}
	}
	return false
}

// isOurs tells the functions that mean something to assay by their names: they enter
// nothing of the program.
func isOurs(name string) bool {
	for _, prefix := range []string{"__assay_", "__VERIFIER_", "klee_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// MayStop tells that a call of a library model may reach a statement that the model
// does not know what the call does, or that it has met a limit of its own.
func (p *Program) MayStop(f FuncID) bool { return p.graph().stops.may[f] }

// stopsIn tells that a call in a model is of a part of it that may stop: what the
// model stands for may then return at once.
func (g *callGraph) stopsIn(p *Program, f FuncID, c *CallInfo) bool {
	return p.Funcs[f].Model && c.Callee >= 0 && p.Funcs[c.Callee].Model && g.stops.may[c.Callee]
}

// FallsThrough lists the places of the program that are declared never to be executed, and that
// a run may come to: __builtin_unreachable, and what stands behind a function of the program's
// that is declared not to return and may.
func (p *Program) FallsThrough() []Point {
	g := p.graph()
	var list []Point
	for _, b := range p.Blocks {
		last := len(b.Instrs) - 1
		if last < 0 || b.Instrs[last].Op != Unreachable || p.Funcs[b.Func].Model {
			continue
		}
		stays := func(in Instr) bool {
			if in.Op != Call || !in.Call.NoReturn {
				return false
			}
			c := in.Call.Callee
			return c < 0 || len(p.Funcs[c].Blocks) == 0 || p.Funcs[c].Model || !g.mayReturn[c]
		}
		if !slices.ContainsFunc(b.Instrs, stays) {
			list = append(list, Point{Block: b.ID, Instr: int32(last)})
		}
	}
	return list
}
