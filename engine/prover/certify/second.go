package certify

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/z3"
	"github.com/assay-dev/assay/engine/term"
)

// second asks another solver whether conditions exclude each other. That may work at it
// while the certifier goes on: the answer is waited for when it is needed.
type second func(conditions []term.T) answers

// answers waits for the answer to a question.
type answers func() backend.Status

// secondLimits are what the built-in second solver may take.
var secondLimits = backend.Limits{Conflicts: 5_000}

// consult makes the built-in second solver, where there is one, confirm what the
// first one finds. The caller releases it.
func (c *certifier) consult() (release func()) {
	s, err := z3.NewConfirmer(c.s.Sys.Pool)
	if err != nil { // not built in
		return func() {}
	}
	c.second = func(conditions []term.T) answers { return s.Ask(c.s.Ctx, conditions, secondLimits) }
	return s.Close
}

// counsel asks the second solver about a core that a claim rests on.
func (c *certifier) counsel(cl *claim, core []term.T) {
	if len(core) == 1 && core[0] == term.False {
		return
	}
	if c.second == nil {
		cl.alone = true
		return
	}
	key := fmt.Sprint(slices.Sorted(slices.Values(core)))
	a, ok := c.answers[key]
	if !ok {
		a = c.second(core)
		c.answers[key] = a
	}
	cl.asked = append(cl.asked, a)
}

// confirmed waits for the answers about a claim that was made and all it rests on. Where
// the second solver gives up, a claim rests on one solver. It reports false where a
// claim is contradicted, which does not hold then, or time was up.
func (c *certifier) confirmed(root any) bool {
	ok := true
	below := c.below(root)
	for _, cl := range below {
		for _, answer := range cl.asked {
			switch answer() {
			case backend.Unknown:
				cl.alone = true
				ok = ok && c.s.Ctx.Err() == nil
			case backend.Sat:
				cl.ok, cl.wrong, ok = false, true, false
			}
		}
		if ok { // what was not answered in time is not confirmed later
			cl.asked = nil
		}
	}
	for _, cl := range below {
		cl.final = ok && cl.ok
	}
	return ok
}

// below lists a claim that was made and all it rests on, but for what is final.
func (c *certifier) below(root any) (all []*claim) {
	seen := map[any]bool{}
	todo := []any{root}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		cl := c.claims[k]
		if seen[k] || cl == nil || cl.final {
			continue
		}
		seen[k] = true
		all = append(all, cl)
		todo = append(todo, cl.rests...)
	}
	return all
}

// foresee makes the claims that proofs of goals will need, so that the second solver has
// questions enough to work at. It waits for no answer: what it finds is used or made
// again by prove.
func (c *certifier) foresee(j *goal.Checker, goals []int) {
	var ks []*system.Check
	for _, g := range goals {
		ks = append(ks, c.about(j, g)...)
	}
	c.attempt(asAny(ks)...)
}

// foreseeStops is foresee for what has to be excluded for any of the goals that are wanted.
func (c *certifier) foreseeStops(j *goal.Checker, wanted func(g int) bool) {
	c.attempt(asAny(c.checks(func(k *system.Check) bool { return k.Why != "" && j.ConcernsAny(k, wanted) }))...)
}

func asAny(ks []*system.Check) (names []any) {
	for _, k := range ks {
		names = append(names, k)
	}
	return names
}
