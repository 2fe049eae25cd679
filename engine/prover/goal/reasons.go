package goal

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Missed says in words what a proof of a check lacks: the loop before it, the
// candidate about what the check reads that held longest, and how it fails.
func (j *Checker) Missed(c *system.Check) string {
	from := c.Seg.From
	if from == nil {
		return "no loop lies before it"
	}
	at := j.HeadOf(from)
	vars := j.Sys.Pool.Vars(c.Cond)
	if c.Cond == term.True {
		vars = j.Sys.Pool.Vars(c.Guard)
	}
	var best *houdini.Refuted
	for i := range j.Refuted[from.Index] {
		l := &j.Refuted[from.Index][i]
		about := slices.ContainsFunc(l.Vars, func(v term.T) bool { return slices.Contains(vars, v) })
		if about && (best == nil || l.Strength() > best.Strength()) {
			best = l
		}
	}
	if l := best; l != nil {
		before, after := j.Values(from, l.Vars, l.Before), j.Values(from, l.Vars, l.After)
		switch {
		case after == "":
			return fmt.Sprintf("%s, the candidate “%s” does not hold", at, l.Text)
		case !l.Turned:
			return fmt.Sprintf("%s, the candidate “%s” does not hold when it is entered with %s", at, l.Text, after)
		}
		return fmt.Sprintf("%s, the candidate “%s” is not kept: a turn from %s leads to %s", at, l.Text, before, after)
	}
	return at + ", no candidate is about it"
}

// HeadOf says in words what a cutpoint is.
func (j *Checker) HeadOf(c *system.Cutpoint) string {
	switch c.Kind {
	case system.AtEntry:
		return "at the entry of " + c.Ctx.Func.Source
	case system.AtReturn:
		return "at the return of " + c.Ctx.Func.Source
	}
	return "at the loop of " + j.Sys.Prog.Where(ir.Point{Block: c.Block.ID})
}
