package engine

import (
	"fmt"
	"runtime/debug"
)

// A Defect is a panic in one part of a run: always an error of assay's own, and
// never an answer.
type Defect struct {
	Part    string // which part of the run it ended
	Problem string // what the panic said
	Stack   []byte
}

// contained runs one part of the work on the targets. What panics there costs
// what that part would have decided and nothing else, and Options.Defect is
// told; without one, as in tests, it goes on. It reports whether the part came
// to its end.
func (r *run) contained(part string, f func()) (ended bool) {
	if r.opt.Defect == nil {
		f()
		return true
	}
	defer func() {
		if p := recover(); p != nil {
			r.opt.Defect(Defect{part, fmt.Sprint(p), debug.Stack()})
		}
	}()
	f()
	return true
}

// giveUp ends the work on a target on which the search had a defect.
func (r *run) giveUp(t int) {
	b := &r.best[t]
	b.used = r.opt.TimeoutPerTarget
	b.verdict = undecided(because{Crashed, "an internal error of assay ended the search"})
}
