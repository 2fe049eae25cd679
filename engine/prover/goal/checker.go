package goal

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// proof is how a check was proved: the name of the stage, how many there were, and the facts that
// excluded the violation.
type proof struct {
	name  string
	Round int
	Core  []term.T
}

// patience is how often a check was too hard to decide, and the stage behind which it is worth the
// effort again: what the stages in between find makes few of them easier.
type patience struct{ times, next int }

// Checker follows which checks are proved.
type Checker struct {
	*houdini.Search
	Goals       []system.Goal
	Checks      []*system.Check
	Proved      map[*system.Check]proof
	ByGoal      [][]*system.Check
	Distances   []*ir.Distance    // by goal: to its sites, made when asked for
	jumps       bool              // the program may leave functions other than by returning
	Again       []*system.Segment // the certifier's: they go on behind errors that always come first
	Calls       map[*system.Summary][]*system.SummaryCall
	unsupported []*system.Check
	matters     map[*system.Check]bool        // a goal is about it, or it is a stop, or an access through a number, that concerns one
	tried       map[*system.Check]int         // with how many facts it was tried last
	unsure      map[*system.Check]patience    // that was given up, with less effort than there is at last
	violated    map[*system.Check]*term.Model // by which state when it was tried last
	Hard        int64                         // propagations for checks that are hard to decide
	Runs        map[*system.Check]system.Run  // that should come to it
}

// New finds the checks that goals are about; none is proved yet.
func New(s *houdini.Search, goals []system.Goal) *Checker {
	j := &Checker{Search: s, Goals: goals, jumps: jumps(s.Sys.Prog), Proved: map[*system.Check]proof{}, matters: map[*system.Check]bool{}, tried: map[*system.Check]int{}, unsure: map[*system.Check]patience{}, violated: map[*system.Check]*term.Model{}, Runs: map[*system.Check]system.Run{}, ByGoal: make([][]*system.Check, len(goals)), Distances: make([]*ir.Distance, len(goals))}
	for _, seg := range s.Sys.Segments {
		for _, c := range seg.Checks {
			j.Checks = append(j.Checks, c)
			if (c.Why != "" || c.Numeric) && j.ConcernsAny(c, func(int) bool { return true }) {
				j.matters[c] = true
				if c.Why != "" {
					j.unsupported = append(j.unsupported, c)
				}
			}
			for g := range goals {
				if goals[g].Asks(c) {
					j.ByGoal[g] = append(j.ByGoal[g], c)
					j.matters[c] = true
				}
			}
		}
	}
	return j
}

// ConcernsAny tells that a stop concerns one of the goals among those that matter.
func (j *Checker) ConcernsAny(stop *system.Check, among func(g int) bool) bool {
	for g := range j.Goals {
		if among(g) && j.Concerns(stop, g) {
			return true
		}
	}
	return false
}

// Try tries every check that matters and is not proved by the facts there are, at last also
// those that proofs take as given: all with little effort, for nearly all that can be proved are
// then, and those that this leaves open as long as they have not had more than their share, less
// and less often, or it is the last time and a goal is open.
func (j *Checker) Try(stage string, last bool) {
	var hard []*system.Check
	for _, c := range j.Checks {
		if !last && !j.matters[c] || !j.stale(c, last) {
			continue
		}
		r := j.easyTry(c)
		switch r.Status {
		case backend.Unsat:
			j.Proved[c] = proof{stage, j.Round, r.Core}
		case backend.Unknown:
			hard = append(hard, c)
			continue
		}
		j.tried[c] = j.Known(c.Seg)
	}
	needed := last && !j.Settled()
	for _, c := range hard {
		before := j.Propagations()
		if j.Ctx.Err() != nil || before > j.Budget(budget.Checks) || !needed && j.Hard > max(int64(budget.FreeHard.N), before/int64(budget.HardShare.N)) {
			return
		}
		j.tried[c] = j.Known(c.Seg)
		if next := max(2, j.unsure[c].next); !last && j.Round < next { // the first stage finds nothing out
			j.unsure[c] = patience{j.unsure[c].times, next}
			continue
		}
		r := j.hardTry(c, last)
		switch r.Status {
		case backend.Unsat:
			j.Proved[c] = proof{stage, j.Round, r.Core}
		case backend.Unknown:
			j.giveUp(c, last)
		}
		j.Hard += j.Propagations() - before
	}
}

// easyTry asks with little effort whether a state with the facts commits the violation. The one that
// did before the last stage may have all the facts since, too, which is told without a solver.
func (j *Checker) easyTry(c *system.Check) query.Answer {
	q := j.violation(c)
	if m := j.violated[c]; m != nil && j.HoldsIn(c.Seg, q.Facts, m) {
		return query.Answer{Result: backend.Result{Status: backend.Sat}}
	}
	r := j.Ask(q, budget.Hasty.Limits())
	j.violated[c] = r.Model
	return r
}

// stale: a check is not proved, and there are facts that it was not tried with, or at last
// effort.
func (j *Checker) stale(c *system.Check, last bool) bool {
	n, again := j.tried[c]
	_, proved := j.Proved[c]
	_, unsure := j.unsure[c]
	return !proved && !(again && n == j.Known(c.Seg) && !(last && unsure)) && j.Ctx.Err() == nil && j.Propagations() <= j.Budget(budget.Checks)
}

// giveUp puts off a check that is too hard to decide, twice as long as the last time.
func (j *Checker) giveUp(c *system.Check, last bool) {
	if last {
		delete(j.unsure, c)
		return
	}
	n := j.unsure[c].times
	j.unsure[c] = patience{n + 1, j.Round + 1<<n}
}

// Open: a check that matters is not proved.
func (j *Checker) Open(c *system.Check) bool {
	_, ok := j.Proved[c]
	return !ok && j.matters[c]
}

// hardTry asks whether a state with the facts commits the violation. Before the last try it is
// worth no more than one fact: what follows from the facts mostly shows soon, and what does not
// is tried again with the next ones.
func (j *Checker) hardTry(c *system.Check, last bool) query.Answer {
	lim := budget.Single
	if last {
		lim = budget.Check
	}
	r, _ := j.Decide(j.violation(c), lim.Limits())
	return r
}

// violation asks for a state with the facts that commits it.
func (j *Checker) violation(c *system.Check) query.Question {
	b := j.Sys
	return query.Question{Seg: c.Seg, Facts: j.StateFacts(c.Seg), Goal: []term.T{b.Ordered(c.Guard), b.Ordered(c.Cond)}}
}

// Settled: nothing is left to prove.
func (j *Checker) Settled() bool {
	if slices.ContainsFunc(j.unsupported, j.Open) {
		return false
	}
	for g := range j.Goals {
		if j.Missing(g) != nil {
			return false
		}
	}
	return len(j.Proved) > 0
}

// Missing is a check of a goal that is not proved, nil if all are.
func (j *Checker) Missing(g int) *system.Check {
	for _, c := range j.ByGoal[g] {
		if j.Open(c) {
			return c
		}
	}
	return nil
}

// Ran is a run to a goal, nil if none was found.
func (j *Checker) Ran(g int) *system.Run {
	for _, c := range j.ByGoal[g] {
		if r, ok := j.Runs[c]; ok && j.Open(c) {
			return &r
		}
	}
	return nil
}

// Counts says how many checks each stage proved, for measurements.
func (j *Checker) Counts() string {
	n := map[string]int{}
	for _, s := range j.Proved {
		n[s.name]++
	}
	return fmt.Sprint(n)
}

// Unsupported is a stop that is not excluded and that concerns a goal, nil if there
// is none.
func (j *Checker) Unsupported(g int) *system.Check {
	for _, c := range j.unsupported {
		if j.Open(c) && j.Concerns(c, g) {
			return c
		}
	}
	return nil
}
