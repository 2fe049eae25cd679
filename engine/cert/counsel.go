package cert

import (
	"context"

	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Opinion is a second solver. It is asked to confirm that conditions exclude
// each other: on such answers alone the check rests, for a satisfiable one
// only adds paths to follow and claims to refuse.
type Opinion interface {
	// Name is the solver with its version.
	Name() string
	// Unsat tells whether the conditions, Bool terms, exclude each other;
	// false also if it does not know. An error means that it cannot be asked
	// any more.
	Unsat(ctx context.Context, cs []term.T) (bool, error)
	Close()
}

// counsel is a solver whose unsatisfiable answers a second one confirms.
type counsel struct {
	first  solver.Solver
	second Opinion // nil: none
	failed error   // of the second
}

// Check asks the first solver, and where it sees no solution the second.
func (c *counsel) Check(ctx context.Context, cs []term.T, lim solver.Limits) solver.Result {
	r := c.first.Check(ctx, cs, lim)
	if r.Status != solver.Unsat || c.second == nil {
		return r
	}
	if c.failed == nil {
		ok, err := c.second.Unsat(ctx, cs)
		if c.failed = err; ok && err == nil {
			return r
		}
	}
	return solver.Result{Status: solver.Unknown, Reason: "the second solver does not confirm it"}
}

func (c *counsel) Stats() solver.Stats { return c.first.Stats() }

func (c *counsel) Propagations() int64 { return c.first.Propagations() }

// Close closes both.
func (c *counsel) Close() {
	c.first.Close()
	if c.second != nil {
		c.second.Close()
	}
}

// BuiltIn is assay's other backend as second solver, without the layers before
// it; nil in a build without one.
func BuiltIn() func(*term.Pool) (Opinion, error) {
	o := solver.Options{Backend: solver.BackendZ3, Disable: solver.AllLayers}
	if o.Check() != nil {
		return nil
	}
	return func(p *term.Pool) (Opinion, error) { return &builtin{"z3 (built in)", solver.New(p, o)}, nil }
}

type builtin struct {
	name string
	s    solver.Solver
}

func (b *builtin) Name() string { return b.name }

func (b *builtin) Unsat(ctx context.Context, cs []term.T) (bool, error) {
	return b.s.Check(ctx, cs, solver.Limits{}).Status == solver.Unsat, nil
}

func (b *builtin) Close() { b.s.Close() }
