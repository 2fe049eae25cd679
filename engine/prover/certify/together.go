package certify

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/term"
)

// together makes the claims among some that are about one cutpoint and were found in one stage,
// some at a time: one question for each way into it, instead of one for each fact. They rest
// on the same then, which is all needed for what asks for them. Where they do not hold
// together within limits, claimed makes them one by one. A checker follows what each
// rests on.
func (c *certifier) together(names []any) {
	if c.rely != nil || !c.lean {
		return
	}
	type group struct{ cut, round int }
	var order []group
	in := map[group][]factKey{}
	for _, name := range names {
		k, ok := name.(factKey)
		if !ok || k.n < 0 || c.claims[k] != nil {
			continue
		}
		g := group{k.cut, c.s.Base[k.cut][k.n].Round}
		if len(in[g]) == 0 {
			order = append(order, g)
		}
		in[g] = append(in[g], k)
	}
	for _, g := range order {
		for ks := range slices.Chunk(in[g], budget.ClaimedFacts.N) {
			if len(ks) > 1 {
				c.atOnce(ks)
			}
		}
	}
}

// atOnce makes the claims of some facts at one cutpoint if they hold on every way into it.
func (c *certifier) atOnce(ks []factKey) {
	all := &claim{}
	for _, w := range c.into[c.s.Sys.Cutpoints[ks[0].cut]] {
		holds := make([]term.T, len(ks))
		for i, k := range ks {
			holds[i] = c.s.Post(w.Edge, c.s.Base[k.cut][k.n].Term)
		}
		bad := c.s.Sys.Pool.Not(c.s.Sys.Pool.AndN(c.changed(all, w, holds)...))
		if bad != term.False && !c.refute(ks[0], all, w.Seg, w.Edge.State.Guard, bad) {
			return
		}
	}
	for _, k := range ks {
		cl := c.newClaim(k)
		cl.ok, cl.rests, cl.asked, cl.alone = true, all.rests, all.asked, all.alone
	}
}

// changed are the facts at the end of a way that are no facts at its beginning: what a segment
// does not change holds on, and a claim rests on it.
func (c *certifier) changed(cl *claim, w *invariant.Way, holds []term.T) (rest []term.T) {
	from := w.Seg.From
	if from == nil || !c.s.Reached[from.Index] || c.rely != nil {
		return holds
	}
	if c.known[from.Index] == nil {
		c.known[from.Index] = map[term.T]factKey{}
		for n, f := range c.s.Base[from.Index] {
			c.known[from.Index][f.Term] = factKey{from.Index, n}
		}
	}
	for _, t := range holds {
		if k, ok := c.known[from.Index][t]; ok && !c.refused[k] {
			cl.rests = append(cl.rests, k)
		} else {
			rest = append(rest, t)
		}
	}
	if len(rest) < len(holds) {
		c.restOnBuiltIn(cl, w.Seg)
	}
	return rest
}
