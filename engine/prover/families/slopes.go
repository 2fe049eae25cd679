package families

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Slopes is the family of slopes: a sum that may overflow is bounded by a multiple of a
// counter. The factor is the least by which no turn of the loop adds more.
//
//	while (i < n && in()) { sum += a[i] % 10; i++; }   // sum ≤ 9·i
//	for (i = n; i > 0; i--) if (a[i]) ones++;          // ones ≤ n − i
//
// A loop within another adds no more, in a turn of the outer one, than its factor
// times the numbers that its counter goes through:
//
//	for (i = 0; i < n; i++)                            // near ≤ 8·i
//		for (j = 0; j < 8; j++) if (close(i, j)) near++;   // near ≤ 8·i + j
var Slopes = &Family{
	ID: "slopes", Title: "slopes",
	Says:   "a sum is bounded by a multiple of a counter, or of those of the loops around it: `x ≤ c·n + d`",
	Loop:   "sums in loops",
	Test:   "loops.c",
	passes: []pass{proposeSlopes},
}

// proposeSlopes looks at all cutpoints first: what a loop adds within others is proposed at these.
func proposeSlopes(pr *proposer) func(*system.Cutpoint) []invariant.Template {
	r := pr.Relevance()
	factors := slopes(pr.Sys)
	h := &slopesAt{pr: pr, xs: make([][]*operandOf, len(pr.Sys.Cutpoints)), ts: make([][]invariant.Template, len(pr.Sys.Cutpoints))}
	for i, c := range pr.Sys.Cutpoints {
		h.xs[i] = pr.wideOperands(c)
	}
	for i, c := range pr.Sys.Cutpoints {
		for _, s := range pr.slopes(c, h.xs[i], r, factors) {
			h.ts[i] = append(h.ts[i], pr.difference(s.x, s.y, s.factor))
			if len(h.ts[i]) < budget.Slopes.N {
				h.nested(s)
			}
		}
	}
	return func(c *system.Cutpoint) []invariant.Template { return h.ts[c.Index] }
}

// slopesAt are the operands and the templates of the family, by cutpoint.
type slopesAt struct {
	pr *proposer
	xs [][]*operandOf
	ts [][]invariant.Template
}

// slope bounds x by factor·y; down: from below.
type slope struct {
	cut    *system.Cutpoint
	x, y   *operandOf
	factor int64
	down   bool
}

// nested proposes, for a slope of a loop that may lie within others, what these
// add by it: with each number z that the loop leaves alone, at the loop itself and
// at those that z counts.
func (h *slopesAt) nested(s slope) {
	pr, xs := h.pr, h.xs
	k := max(s.factor, -s.factor) * (s.y.hi - s.y.lo)
	if s.down {
		k = -k
	}
	if k == 0 || max(k, -k) >= small {
		return
	}
	turn := turnOf(pr.Sys, s.cut)
	for _, z := range xs[s.cut.Index] {
		if !z.bounded || z.obj != 0 || z.frozen || z.model || z.at == s.x.at || turn.Edge.Next[z.t] != z.t {
			continue
		}
		h.ts[s.cut.Index] = append(h.ts[s.cut.Index], pr.within(s, z, k))
		for i, c := range pr.Sys.Cutpoints {
			if turnOf(pr.Sys, c) != nil {
				continue
			}
			at := func(l invariant.Location) int {
				return slices.IndexFunc(xs[i], func(o *operandOf) bool { return o.at == l })
			}
			if x, z := at(s.x.at), at(z.at); x >= 0 && z >= 0 {
				h.ts[i] = append(h.ts[i], pr.difference(xs[i][x], xs[i][z], k))
			}
		}
	}
}

// within bounds x − factor·y − k·z for a slope.
func (pr *proposer) within(s slope, z *operandOf, k int64) invariant.Template {
	p := pr.Sys.Pool
	const w = 52
	return &invariant.Bound{Sys: pr.Sys, When: p.AndN(s.x.when, s.y.when, z.when), Signed: true,
		Term:       p.Sub(multiple(pr.Sys, 1, s.x.t, w), p.Add(multiple(pr.Sys, s.factor, s.y.t, w), multiple(pr.Sys, k, z.t, w))),
		Thresholds: ends([]int64{-256, -64, -16, -1, 0, 1, 16, 64, 256}, w), Lo: 1, Hi: 0, Hard: true, Moves: invariant.PartlyMoved,
		Text: s.x.name + " " + product(-s.factor, s.y.name, false) + " " + product(-k, z.name, false)}
}

// slopes are those that the turn of a loop keeps; xs are the operands at its cutpoint.
func (pr *proposer) slopes(c *system.Cutpoint, xs []*operandOf, r *invariant.Relevance, factors []int64) (found []slope) {
	turn := turnOf(pr.Sys, c)
	if turn == nil {
		return nil
	}
	pairs := 0
	for _, x := range xs {
		if !r.Sums[x.at] || x.bounded || x.model || x.obj != 0 || x.frozen {
			continue
		}
		for _, y := range xs {
			if x.at == y.at || !y.bounded || y.obj != 0 || y.frozen || y.model || pairs > budget.SlopePairs.N || pr.Exhausted() {
				continue
			}
			step, ok := pr.step(turn, y)
			if !ok {
				continue
			}
			pairs++
			for _, down := range []bool{false, true} {
				if s, ok := pr.factor(turn, x, y, step, factors, down); ok {
					found = append(found, slope{c, x, y, s, down})
				}
			}
		}
	}
	return found
}

// turnOf is the way from a cutpoint to itself, nil if there is none that passes no
// other cut.
func turnOf(b *system.System, c *system.Cutpoint) *invariant.Way {
	seg := b.SegmentFrom(c)
	for _, o := range seg.Outs {
		if o.To == c {
			return &invariant.Way{Seg: seg, Edge: o}
		}
	}
	return nil
}

// step tells that a number moves, and whether up (1) or down (−1): it is what
// counts.
func (pr *proposer) step(turn *invariant.Way, y *operandOf) (int64, bool) {
	p := pr.Sys.Pool
	d := p.Sub(turn.Edge.Next[y.t], y.t)
	lo, hi := p.SRange(d)
	switch {
	case d == pr.Sys.Dom.Const(y.width, 0) || lo < -small || hi > small || lo < 0 && hi > 0:
		return 0, false
	case lo < 0:
		return -1, true
	}
	return 1, true
}

// factor is the least s of a few for which no turn adds more to x than s times
// what it adds to y; with down, the greatest for which none takes more away.
func (pr *proposer) factor(turn *invariant.Way, x, y *operandOf, step int64, factors []int64, down bool) (int64, bool) {
	p := pr.Sys.Pool
	const w = 52
	// What is added, not the difference of what was and is: a sum may wrap.
	dx := pr.Sys.Dom.Resize(x.width, w, p.Sub(turn.Edge.Next[x.t], x.t))
	dy := pr.Sys.Dom.Resize(y.width, w, p.Sub(turn.Edge.Next[y.t], y.t))
	pre := pr.StateFacts(turn.Seg)
	for _, f := range factors {
		s := f * step
		if down {
			s = -s
		}
		m := p.Mul(dy, p.BV(w, uint64(s)&op.Mask(w)))
		more := p.SLt(m, dx)
		if down {
			more = p.SLt(dx, m)
		}
		q := query.Question{Seg: turn.Seg, Facts: pre, Goal: []term.T{turn.Edge.State.Guard, x.when, y.when, more}}
		if pr.Ask(q, budget.Hard.Limits()).Status == backend.Unsat {
			return s, true
		}
	}
	return 0, false
}

// slopes are the factors worth trying, ascending: what one turn can add, after
// a remainder or a mask.
func slopes(b *system.System) []int64 {
	set := map[int64]bool{0: true, 1: true, 2: true, 4: true, 8: true, 9: true, 255: true}
	for _, blk := range b.Prog.Blocks {
		fn := b.Prog.Funcs[blk.Func]
		if fn.Model {
			continue
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if len(in.Args) < 2 || !in.Args[1].IsConst() {
				continue
			}
			c := &b.Prog.Consts[in.Args[1].ConstIndex()]
			switch {
			case c.Kind != ir.CInt || c.Wide != nil || c.Bits < 2 || c.Bits > 1<<17:
			case in.Op == ir.SRem || in.Op == ir.URem:
				set[int64(c.Bits)-1] = true
			case in.Op == ir.And || in.Op == ir.Mul:
				set[int64(c.Bits)] = true
			}
		}
	}
	var ss []int64
	for s := range set {
		ss = append(ss, s)
	}
	slices.Sort(ss)
	return append(ss[:min(len(ss), budget.SlopeFactors.N)], 1<<31) // an int at a time
}
