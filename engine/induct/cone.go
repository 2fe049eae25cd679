package induct

import (
	"strings"

	"github.com/assay-dev/assay/engine/ir"
)

// A stop ends what is known of a path. It matters to a goal only if a run could
// get from there to one of the goal's sites: by the calls that lead to the stop,
// whatever is called, however memory looks. A run that reaches a site without
// passing such a stop is modelled up to there.

// concerns tells that a goal rests on a stop not being reached.
func (j *judge) concerns(stop *check, g int) bool {
	if j.pr.b.jumps() {
		return true
	}
	if j.distances[g] == nil {
		var sites []ir.Point
		for _, s := range j.goals[g].Sites {
			sites = append(sites, s.Point)
		}
		j.distances[g] = ir.NewDistance(j.pr.b.prog, sites)
	}
	return j.distances[g].Stack(stop.stack) != ir.Unreached
}

// jumps: the program may leave functions other than by returning.
func (b *builder) jumps() bool {
	for name := range b.prog.FuncByName {
		if strings.Contains(name, "setjmp") || strings.Contains(name, "longjmp") || strings.Contains(name, "context") {
			return true
		}
	}
	return false
}

// stack is where a run goes on from the current instruction: here, and behind
// each call that led here. A model that stops stands for a function that may
// return with anything, whatever its text says of what comes next; it is left
// out.
func (x *run) stack() []ir.Point {
	ps := []ir.Point{{Block: x.n.block.ID, Instr: x.n.instr}}
	for c := x.n.ctx; c != nil && c.parent != nil; c = c.parent {
		ps = append(ps, ir.Point{Block: c.call.block.ID, Instr: c.call.instr + 1})
	}
	for len(ps) > 1 && x.b.prog.FuncOf(ps[0]).Model {
		ps = ps[1:]
	}
	return ps
}
