package cert

import (
	"slices"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// The methods below are the checker's side of exec.Observer.

// Forked queues the other side of a decision.
func (c *checker) Forked(f exec.Fork) {
	if f.Other != nil {
		f.Other.Restart(exec.Everywhere)
		c.todo = append(c.todo, f.Other)
	}
}

// Open: the one target always is.
func (c *checker) Open(int) bool { return true }

// Hit refuses the label at hand: a state that satisfies it violates the
// target.
func (c *checker) Hit(h exec.Hit) {
	c.fail(!c.follows(h.Cond), "a state that satisfies the annotation violates the target: "+h.Class.String()+" at "+c.prog.Where(h.Path.Point))
}

// Met: the proof takes it that the error does not happen, so the claim must
// say so, if the target can still be reached.
func (c *checker) Met(e exec.Met) {
	if c.cut(c.running) {
		return
	}
	g := Given{Error: e.Class.String(), At: c.prog.Where(e.Point)}
	if !slices.Contains(c.cert.Claim.Given, g) {
		c.fail(!c.follows(e.Cond), "the proof is given that a check passes which the claim does not list: "+g.Error+" at "+g.At)
	}
}

// follows tells whether a condition is about an address of which nothing is
// known: then the question is not answered, rather than answered wrong.
func (c *checker) follows(t term.T) bool {
	return slices.ContainsFunc(c.pool.Vars(t), func(v term.T) bool { return c.anywhere[v] })
}

// Assumed: assumptions are the search's to name.
func (c *checker) Assumed(string) {}

// Unsure keeps the label at hand from being confirmed.
func (c *checker) Unsure(k exec.Stop) {
	c.fail(false, k.Reason+" at "+c.prog.Where(k.Point))
}

// Bounded: a bound restricts what the path stands for.
func (c *checker) Bounded(b *exec.BoundHit) {
	x := Bound{b.Kind, c.prog.Where(b.Point), b.Limit}
	if !slices.Contains(c.cert.Claim.Bounds, x) {
		c.fail(true, "a path meets a bound that the claim does not list: "+x.String())
	}
}

// Prefer takes the first side first.
func (c *checker) Prefer(*exec.State, *ir.Block, *ir.Block) bool { return true }

// Cut tells that no target can be reached from a state that is about to enter
// b, or, with b nil, to go on where it stands.
func (c *checker) Cut(s *exec.State, b *ir.Block) bool {
	pt := s.Point()
	if b != nil {
		pt = ir.Point{Block: b.ID}
	}
	return c.dist.Stack(stackOf(s, pt)) == ir.Unreached
}

// Leads tells that the target can be reached from the entry of a function.
func (c *checker) Leads(f ir.FuncID) bool { return c.dist.Func(f) != ir.Unreached }
