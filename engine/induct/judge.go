package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/induct/budget"
	"github.com/assay-dev/assay/engine/induct/houdini"
	"github.com/assay-dev/assay/engine/induct/query"
	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// stageOf is the stage that proves a check: its name, and how many there were.
type stageOf struct {
	name  string
	round int
}

// judge follows which checks are proved.
type judge struct {
	*houdini.Search
	goals     []system.Goal
	checks    []*system.Check
	proved    map[*system.Check]stageOf
	byGoal    [][]*system.Check
	distances []*ir.Distance    // by goal: to its sites, made when asked for
	jumps     bool              // the program may leave functions other than by returning
	again     []*system.Segment // the certifier's: they go on behind errors that always come first
	calls     map[*system.Summary][]*system.SummaryCall
	stops     []*system.Check
	matters   map[*system.Check]bool       // a goal is about it, or it is a stop that concerns one
	tried     map[*system.Check]int        // with how many facts it was tried last
	hard      int64                        // propagations for checks that are hard to decide
	runs      map[*system.Check]system.Run // that should come to it
}

func newJudge(s *houdini.Search, goals []system.Goal) *judge {
	j := &judge{Search: s, goals: goals, jumps: jumps(s.Sys.Prog), proved: map[*system.Check]stageOf{}, matters: map[*system.Check]bool{}, tried: map[*system.Check]int{}, runs: map[*system.Check]system.Run{}, byGoal: make([][]*system.Check, len(goals)), distances: make([]*ir.Distance, len(goals))}
	for _, seg := range s.Sys.Segments {
		for _, c := range seg.Checks {
			j.checks = append(j.checks, c)
			if c.Why != "" && j.concernsAny(c, func(int) bool { return true }) {
				j.stops = append(j.stops, c)
				j.matters[c] = true
			}
			for g := range goals {
				if goals[g].Asks(c) {
					j.byGoal[g] = append(j.byGoal[g], c)
					j.matters[c] = true
				}
			}
		}
	}
	return j
}

// concernsAny tells that a stop concerns one of the goals among those that matter.
func (j *judge) concernsAny(stop *system.Check, among func(g int) bool) bool {
	for g := range j.goals {
		if among(g) && j.concerns(stop, g) {
			return true
		}
	}
	return false
}

// try tries every check that is not proved by the facts there are: all with little
// effort, for nearly all that can be proved are then, and those that this leaves open as
// long as they have not had more than their share, or it is the last time.
func (j *judge) try(stage string, last bool) {
	var hard []*system.Check
	for _, c := range j.checks {
		if j.stale(c) {
			switch j.Ask(j.violation(c), budget.Hasty).Status {
			case backend.Unsat:
				j.proved[c] = stageOf{stage, j.Round}
			case backend.Unknown:
				hard = append(hard, c)
				continue
			}
			j.tried[c] = j.Known(c.Seg)
		}
	}
	for _, c := range hard {
		before := j.Propagations()
		if j.Ctx.Err() != nil || before > j.Budget(budget.Checks) || !last && j.hard > max(budget.FreeHard, before/budget.HardShare) {
			return
		}
		j.tried[c] = j.Known(c.Seg)
		if j.impossible(c) {
			j.proved[c] = stageOf{stage, j.Round}
		}
		j.hard += j.Propagations() - before
	}
}

// stale: a check is not proved, and there are facts that it was not tried with.
func (j *judge) stale(c *system.Check) bool {
	n, again := j.tried[c]
	_, proved := j.proved[c]
	return !proved && !(again && n == j.Known(c.Seg)) && j.Ctx.Err() == nil && j.Propagations() <= j.Budget(budget.Checks)
}

// open: a check that matters is not proved.
func (j *judge) open(c *system.Check) bool {
	_, ok := j.proved[c]
	return !ok && j.matters[c]
}

// impossible: no state with the facts commits the violation.
func (j *judge) impossible(c *system.Check) bool {
	r, _ := j.Decide(j.violation(c), budget.Check)
	return r.Status == backend.Unsat
}

// violation asks for a state with the facts that commits it.
func (j *judge) violation(c *system.Check) query.Question {
	b := j.Sys
	return query.Question{Seg: c.Seg, Facts: j.StateFacts(c.Seg), Goal: []term.T{b.Ordered(c.Guard), b.Ordered(c.Cond)}}
}

// settled: nothing is left to prove.
func (j *judge) settled() bool {
	if slices.ContainsFunc(j.stops, j.open) {
		return false
	}
	for g := range j.goals {
		if j.missing(g) != nil {
			return false
		}
	}
	return len(j.proved) > 0
}

// missing is a check of a goal that is not proved, nil if all are.
func (j *judge) missing(g int) *system.Check {
	for _, c := range j.byGoal[g] {
		if j.open(c) {
			return c
		}
	}
	return nil
}

// ran is a run to a goal, nil if none was found.
func (j *judge) ran(g int) *system.Run {
	for _, c := range j.byGoal[g] {
		if r, ok := j.runs[c]; ok && j.open(c) {
			return &r
		}
	}
	return nil
}

func (j *judge) counts() string {
	n := map[string]int{}
	for _, s := range j.proved {
		n[s.name]++
	}
	return fmt.Sprint(n)
}

// stopped is a stop that is not excluded and that concerns a goal, nil if there
// is none.
func (j *judge) stopped(g int) *system.Check {
	for _, c := range j.stops {
		if j.open(c) && j.concerns(c, g) {
			return c
		}
	}
	return nil
}

// where is a point as file:line.
func (j *judge) where(pt ir.Point) string {
	prog := j.Sys.Prog
	l := prog.LocOf(pt)
	if l.Line == 0 {
		return prog.FuncOf(pt).Source
	}
	return fmt.Sprintf("%s:%d", prog.Files[l.File], l.Line)
}
