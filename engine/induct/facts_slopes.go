package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// The family of slopes: a sum that may overflow is bounded by a multiple of a
// counter. The factor is the least by which no turn of the loop adds more.
//
//	while (i < n && in()) { sum += a[i] % 10; i++; }   // sum ≤ 9·i
//	for (i = n; i > 0; i--) if (a[i]) ones++;          // ones ≤ n − i

func proposeSlopes(pr *prover, j *judge) {
	r := j.relevance()
	factors := pr.b.slopes()
	for i, c := range pr.b.cuts {
		pr.current[i] = pr.slopes(c, r, factors)
	}
}

// maxSlopePairs bounds the pairs of a cut whose factor is looked for.
const maxSlopePairs = 60

// slopes are the templates of the family at a cut.
func (pr *prover) slopes(c *cut, r *relevance, factors []int64) []template {
	var ts []template
	turn := pr.b.turnOf(c)
	xs := pr.wideOperands(c)
	pairs := 0
	for _, x := range xs {
		if !r.sums[x.at] || x.bounded || x.model || x.obj != 0 || x.frozen {
			continue
		}
		for _, y := range xs {
			if x.at == y.at || !y.bounded || y.obj != 0 || y.frozen || y.model || pairs > maxSlopePairs || pr.exhausted() {
				continue
			}
			step, ok := pr.step(turn, y)
			if !ok {
				continue
			}
			pairs++
			for _, down := range []bool{false, true} {
				if s, ok := pr.factor(turn, x, y, step, factors, down); ok {
					ts = append(ts, pr.difference(x, y, s))
				}
			}
		}
	}
	return ts
}

// turnOf is the way from a cut to itself, nil if there is none that passes no
// other cut.
func (b *builder) turnOf(c *cut) *way {
	seg := b.segments[c.index+1]
	for _, o := range seg.outs {
		if o.to == c {
			return &way{seg, o}
		}
	}
	return nil
}

// step tells that a number moves, and whether up (1) or down (−1): it is what
// counts. Without a turn of its own a loop is taken to count up.
func (pr *prover) step(turn *way, y *operandOf) (int64, bool) {
	if turn == nil {
		return 1, true
	}
	p := pr.b.pool
	d := p.Sub(turn.out.next[y.t], y.t)
	lo, hi := p.SRange(d)
	switch {
	case d == pr.b.dom.Const(y.width, 0) || lo < -small || hi > small || lo < 0 && hi > 0:
		return 0, false
	case lo < 0:
		return -1, true
	}
	return 1, true
}

// factor is the least s of a few for which no turn adds more to x than s times
// what it adds to y; with down, the greatest for which none takes more away.
func (pr *prover) factor(turn *way, x, y *operandOf, step int64, factors []int64, down bool) (int64, bool) {
	if turn == nil {
		return 0, false
	}
	p := pr.b.pool
	const w = 52
	wide := func(t term.T) term.T {
		if n := p.Width(t); n > w {
			return p.Trunc(t, w)
		}
		return p.SExt(t, w)
	}
	// What is added, not the difference of what was and is: a sum may wrap.
	dx := wide(p.Sub(turn.out.next[x.t], x.t))
	dy := wide(p.Sub(turn.out.next[y.t], y.t))
	pre := append(pr.stateFacts(turn.seg), turn.out.state.guard, x.when, y.when)
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
		if pr.ask(append(slices.Clone(pre), more), hardLimits).Status == backend.Unsat {
			return s, true
		}
	}
	return 0, false
}

// slopes are the factors worth trying, ascending: what one turn can add, after
// a remainder or a mask.
func (b *builder) slopes() []int64 {
	set := map[int64]bool{0: true, 1: true, 2: true, 4: true, 8: true, 9: true, 255: true}
	for _, blk := range b.prog.Blocks {
		fn := b.prog.Funcs[blk.Func]
		if fn.Model {
			continue
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if len(in.Args) < 2 || !in.Args[1].IsConst() {
				continue
			}
			c := &b.prog.Consts[in.Args[1].ConstIndex()]
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
	return append(ss[:min(len(ss), maxSlopes)], 1<<31) // an int at a time
}

const maxSlopes = 14
