package families

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Tested is the family of what was tested before: a condition of the way to a loop head,
// about nothing that the way changes, holds at the head; what no turn of the
// loop changes either is as it was tested.
//
//	if (rank(*s) >= 0) { while (n > 0 && more()) n--; st[n++] = *s; }   // rank(*s) ≥ 0 behind the loop
var Tested = &Family{
	ID: "tested", Title: "what was tested before",
	Says:   "a condition of the way to a loop head, about nothing that the way changes",
	Loop:   "a loop behind a test",
	Test:   "families.c",
	passes: []pass{proposeTested},
}

func proposeTested(pr *proposer) func(*system.Cutpoint) []invariant.Template {
	ways := pr.Ways()
	return func(c *system.Cutpoint) (ts []invariant.Template) {
		for _, o := range ways {
			if o.To == c {
				ts = append(ts, pr.tested(o)...)
			}
		}
		return ts
	}
}

// tested are the conditions of a way that can be said where it ends.
func (pr *proposer) tested(o *system.Edge) []invariant.Template {
	p := pr.Sys.Pool
	there := map[term.T]term.T{} // by variable where the way begins: one at its end that has its value
	for _, v := range o.To.Variables() {
		if u := o.Next[v]; p.Op(u) == term.OpVar && there[u] == term.None {
			there[u] = v
		}
	}
	var ts []invariant.Template
	for _, t := range p.Conjuncts(o.State.Guard) {
		vs := p.Vars(t)
		if len(ts) == budget.Tested.N || len(vs) > budget.TestedVariables.N || !isSmall(pr.Sys, t, budget.TestedSize.N) ||
			slices.ContainsFunc(vs, func(v term.T) bool { return there[v] == term.None && !pr.Sys.Frozen[v] }) {
			continue
		}
		ts = append(ts, &invariant.Candidate{Term: p.Substitute(t, there), Text: "a condition that was tested before"})
	}
	return ts
}
