package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/assay-dev/assay/bench/solver/satlib"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/cdcl"
	"github.com/assay-dev/assay/engine/solver/sat"
	"github.com/assay-dev/assay/engine/term"
)

// increments records what our backend asks of its SAT solver. The same clauses,
// decision variables and assumptions are then replayed against every SAT solver.
type increments struct {
	list []satlib.Increment
	next satlib.Increment
}

func dimacs(l sat.Lit) int32 {
	if l.Neg() {
		return -int32(l.Var())
	}
	return int32(l.Var())
}

// NewInstance, Clause, Decide and Solve implement sat.Trace.
func (r *increments) NewInstance() { r.next = satlib.Increment{Fresh: true} }

func (r *increments) Clause(lits []sat.Lit) {
	for _, l := range lits {
		r.next.Clauses = append(r.next.Clauses, dimacs(l))
		r.next.Vars = max(r.next.Vars, int(l.Var()))
	}
	r.next.Clauses = append(r.next.Clauses, 0)
}

func (r *increments) Decide(vars []sat.Var, on bool) {
	for _, v := range vars {
		r.next.Vars = max(r.next.Vars, int(v))
		if on {
			r.next.Decide = append(r.next.Decide, int32(v))
		} else {
			r.next.Decide = append(r.next.Decide, -int32(v))
		}
	}
}

func (r *increments) Solve(assumptions []sat.Lit, answer sat.Status) {
	for _, l := range assumptions {
		r.next.Assume = append(r.next.Assume, dimacs(l))
		r.next.Vars = max(r.next.Vars, int(l.Var()))
	}
	r.next.Sat = answer == sat.Sat
	r.list = append(r.list, r.next)
	r.next = satlib.Increment{Vars: r.next.Vars}
}

// recordIncrements replays a stream against our backend alone.
func recordIncrements(s *stream) *increments {
	own := s.copyTo()
	r := &increments{}
	r.NewInstance()
	b := cdcl.New(own.pool, cdcl.Config{})
	b.Trace(r)
	own.replay(func(as []term.T) bool {
		var parts []term.T
		for _, t := range as {
			parts = append(parts, own.pool.Conjuncts(t)...)
		}
		b.Check(context.Background(), backend.Query{Assumptions: parts}, backend.Limits{})
		return true
	})
	return r
}

// ours is package sat as a satlib.Instance.
type ours struct {
	s    *sat.Solver
	lits []sat.Lit
}

func lit(l int32) sat.Lit {
	if l < 0 {
		return sat.MkLit(sat.Var(-l), true)
	}
	return sat.MkLit(sat.Var(l), false)
}

// Ask applies an increment and answers its query.
func (o *ours) Ask(inc *satlib.Increment) bool {
	for o.s.NumVars() < inc.Vars {
		o.s.NewVar()
	}
	assume := make([]sat.Lit, len(inc.Assume))
	for i, l := range inc.Assume {
		assume[i] = lit(l)
	}
	o.s.Retain(assume)
	o.lits = o.lits[:0]
	for _, l := range inc.Clauses {
		if l != 0 {
			o.lits = append(o.lits, lit(l))
			continue
		}
		o.s.AddClause(o.lits...)
		o.lits = o.lits[:0]
	}
	for _, v := range inc.Decide {
		o.s.SetDecision([]sat.Var{sat.Var(max(v, -v))}, v > 0)
	}
	return o.s.Solve(assume, sat.Limits{}) == sat.Sat
}

// Close does nothing.
func (o *ours) Close() {}

// compareCores measures our SAT solver and the libraries compiled in on the same
// increments.
func (b *bench) compareCores(s *stream) error {
	r := recordIncrements(s)
	cores := append([]satlib.Library{{Name: "own", Open: func() satlib.Instance { return &ours{s: sat.New()} }}}, satlib.Libraries...)
	runs := make([][][]time.Duration, len(cores))
	for range b.rounds {
		for i, c := range cores {
			runtime.GC() // what the run before left is not to be paid by this one
			times, err := replayCore(r.list, c, b.cut)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			runs[i] = append(runs[i], times)
		}
	}
	var first []time.Duration
	for i, c := range cores {
		times := median(runs[i], func(ts []time.Duration) time.Duration { return sum(ts) / time.Duration(len(ts)) })
		if first == nil {
			first = times
		}
		n := min(len(times), len(first))
		fmt.Printf("  sat %-8s %6d increments %8.3f s %6.2f×\n", c.Name, len(times),
			sum(times).Seconds(), float64(sum(times[:n]))/float64(sum(first[:n])))
	}
	return nil
}

// replayCore returns the CPU time of each increment.
func replayCore(list []satlib.Increment, c satlib.Library, cut time.Duration) ([]time.Duration, error) {
	var times []time.Duration
	var in satlib.Instance
	total := time.Duration(0)
	for i := range list {
		start := cpuTime()
		if list[i].Fresh {
			if in != nil {
				in.Close()
			}
			in = c.Open()
		}
		if in.Ask(&list[i]) != list[i].Sat {
			return nil, fmt.Errorf("%s answers increment %d with %v", c.Name, i+1, !list[i].Sat)
		}
		d := cpuTime() - start
		times = append(times, d)
		if total += d; total > cut {
			break
		}
	}
	if in != nil {
		in.Close()
	}
	return times, nil
}
