package goal

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/system"
)

// A stop ends what is known of a path. It matters to a goal only if a run could
// get from there to one of the goal's sites: by the calls that lead to the stop,
// whatever is called, however memory looks. A run that reaches a site without
// passing such a stop is modelled up to there.

// Concerns tells that a goal rests on a stop not being reached.
func (j *Checker) Concerns(stop *system.Check, g int) bool { return j.Precedes(stop.Stack, stop.In, g) }

// Precedes tells that a run may get from a call stack, given as the points where
// it goes on, innermost first, to one of a goal's sites; in is the procedure that
// the stack is in.
func (j *Checker) Precedes(stack []ir.Point, in *system.Summary, g int) bool {
	if j.jumps {
		return true
	}
	if j.Calls == nil {
		j.Calls = map[*system.Summary][]*system.SummaryCall{}
		for _, seg := range slices.Concat(j.Sys.Segments, j.Again) {
			for _, k := range seg.Calls {
				j.Calls[k.Summary] = append(j.Calls[k.Summary], k)
			}
		}
	}
	if j.Distances[g] == nil {
		j.Distances[g] = ir.NewDistance(j.Sys.Prog, system.SitesOf(j.Goals[g:g+1]))
	}
	return j.leads(stack, in, g, map[*system.Summary]bool{})
}

// leads tells that a run can get from a stack to a site of a goal; in is the
// procedure at the bottom, which any of its calls may have called.
func (j *Checker) leads(stack []ir.Point, in *system.Summary, g int, seen map[*system.Summary]bool) bool {
	if j.Distances[g].Stack(stack) != ir.Unreached {
		return true
	}
	if in == nil || seen[in] {
		return false
	}
	seen[in] = true
	return slices.ContainsFunc(j.Calls[in], func(k *system.SummaryCall) bool { return j.leads(k.Stack, k.Caller, g, seen) })
}

// jumps: the program may leave functions other than by returning.
func jumps(p *ir.Program) bool {
	for name := range p.FuncByName {
		if strings.Contains(name, "setjmp") || strings.Contains(name, "longjmp") || strings.Contains(name, "context") {
			return true
		}
	}
	return false
}
