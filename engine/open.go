package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/search"
)

// leftOpen is the verdict on a target that nothing has settled.
func (r *run) leftOpen(ctx context.Context, t int) Verdict {
	b := &r.best[t]
	if b.verdict.Reason != "" {
		return b.verdict
	}
	if why := b.unproved; why != "" && (r.opt.Plan == PlanProver || r.opt.Plan == PlanCoarse) {
		return undecided(because{NoProof, "no proof without a bound: " + why})
	}
	var whys []because
	if b.stop != nil {
		whys = append(whys, r.blocked(b.stop))
	}
	return undecided(append(whys, r.cut(ctx, b))...)
}

// cut is what ended the search for a target.
func (r *run) cut(ctx context.Context, b *attempt) because {
	once := r.opt.Plan == PlanDepthFirst || r.opt.Plan == PlanShallow
	switch {
	case b.limit == "memory":
		return because{OutOfMemory, "memory ran out before the search ended" + b.within.text()}
	case once && b.limit == "budget":
		return because{OutOfBudget, "the search did not end within its budget"}
	case errors.Is(ctx.Err(), context.Canceled):
		return because{Interrupted, "the run was interrupted before the search ended" + b.within.text()}
	}
	what := "time ran out before the search ended" + b.within.text()
	if b.limit == "" && b.within == nil && b.stop == nil {
		what = "time ran out before the search reached it"
	}
	if ctx.Err() != nil && b.used < r.opt.TimeoutPerTarget {
		return because{RunTime, what}
	}
	return because{TargetTime, what}
}

// stoppedAt keeps what ended paths undecided: of several stops the first in the
// program.
func (b *attempt) stoppedAt(stops []exec.Stop) {
	for _, s := range stops {
		if b.stop == nil || before(s, *b.stop) < 0 {
			b.stop = &s
		}
	}
}

func before(x, y exec.Stop) int {
	return cmp.Or(cmp.Compare(x.Point.Block, y.Point.Block), cmp.Compare(x.Point.Instr, y.Point.Instr), cmp.Compare(x.Reason, y.Reason))
}

// blocked is a stop as a reason.
func (r *run) blocked(s *exec.Stop) because {
	return because{stopCauses[s.Kind], s.Reason + " at " + r.prog.Where(s.Point)}
}

// depth is how deep a search was exhausted: to so many turns of every loop, and
// within the bounds that it met.
type depth struct {
	turns  int
	bounds []Bound
}

// covers tells that a round would find nothing that is not known.
func (d *depth) covers(rd round) bool { return d != nil && rd.turns > 0 && rd.turns <= d.turns }

// deepest takes over how deep a search was exhausted.
func (r *run) deepest(old *depth, out *search.Outcome) *depth {
	if old != nil && old.turns >= out.Turns {
		return old
	}
	return &depth{out.Turns, r.bounds(out)}
}

// text says what is known of a program that was searched to a depth.
func (d *depth) text() string {
	if d == nil {
		return ""
	}
	turns := "turns"
	if d.turns == 1 {
		turns = "turn"
	}
	within := []string{fmt.Sprintf("%d %s of every loop, library calls included", d.turns, turns)}
	within = append(within, BoundTexts(d.bounds)...)
	return "; no run fails within " + strings.Join(within, ", ")
}

func (r *run) bounds(out *search.Outcome) []Bound {
	var bs []Bound
	for _, b := range out.Bounds {
		bs = append(bs, Bound{Kind: b.Kind, At: r.prog.Where(b.Point), Limit: b.Limit})
	}
	slices.SortFunc(bs, func(a, b Bound) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Limit, b.Limit))
	})
	return slices.Compact(bs)
}

// String says what a bound allows, so that a reader can check it.
func (b Bound) String() string {
	k := boundKinds[b.Kind]
	at := ""
	if k.placed {
		at = " at " + b.At
	}
	unit := k.many
	if b.Limit == 1 {
		unit = k.one
	}
	return fmt.Sprintf("%s%s: %d%s", b.Kind, at, b.Limit, unit)
}

// BoundTexts are bounds in words, each once: where standard input ends is no news
// at every read of it.
func BoundTexts(bounds []Bound) []string {
	var texts []string
	for _, b := range bounds {
		if text := b.String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}
