package system

import (
	"cmp"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
)

// A path on which no goal can come any more is not followed: what a run does behind
// the last place that somebody asks about changes no answer. What decides is the
// graph of branches and calls (ir.Distance), which has every control transfer that
// can happen, and not what the values allow.

// SitesOf lists the places of goals, ascending.
func SitesOf(goals []Goal) []ir.Point {
	var sites []ir.Point
	for _, g := range goals {
		for _, s := range g.Sites {
			sites = append(sites, s.Point)
		}
	}
	slices.SortFunc(sites, func(a, b ir.Point) int { return cmp.Or(int(a.Block-b.Block), int(a.Instr-b.Instr)) })
	return slices.Compact(sites)
}

// lead makes the system one of the paths that lead to some places (nil: all).
func (b *program) lead(ahead []ir.Point) {
	if len(ahead) > 0 {
		b.Sites, b.ahead = ahead, ir.NewDistance(b.Prog, ahead)
	}
}

// leadsTo tells that the system is one of the paths to a point.
func (b *program) leadsTo(at ir.Point) bool {
	return b.ahead == nil || slices.Contains(b.Sites, at)
}

// beyond tells that no goal can come from the start of a block in an activation on.
// What a procedure returns to is not looked at.
func (b *program) beyond(ctx *Activation, blk *ir.Block) bool {
	if b.ahead == nil {
		return false
	}
	known, ok := ctx.beyond[blk.ID]
	if !ok {
		stack := StackAt(ctx, ir.Point{Block: blk.ID})
		known = b.ahead.Stack(stack) == ir.Unreached && (ctx.Summary() == nil || !b.ahead.Returns(stack))
		if ctx.beyond == nil {
			ctx.beyond = map[int32]bool{}
		}
		ctx.beyond[blk.ID] = known
	}
	return known
}
