package induct

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// literal is a condition on the state at a cut: a comparison that the program
// makes, a bit, or one side of a bound of a number.
type literal struct {
	t     term.T
	v     term.T // of a bound: the number; None: no bound
	x     int64  // of a bound: signed, in the number's width
	upper bool   // v ≤ x, not v ≥ x
}

// vocabulary is what cubes at a cut are made of.
type vocabulary struct {
	vars        []term.T        // numbers, object numbers and bits
	own         map[term.T]bool // these
	comparisons []term.T        // that the segment behind the cut makes of them
}

// maxComparisons bounds the comparisons in the vocabulary of a cut.
const maxComparisons = 200

func (d *pdr) vocabulary(c *cut) *vocabulary {
	if v := d.vocab[c]; v != nil {
		return v
	}
	b := d.pr.b
	v := &vocabulary{own: map[term.T]bool{}}
	for _, x := range append(c.variables(), b.frozenNumbers()...) {
		if !b.pool.IsArray(x) && b.pool.Width(x) <= 64 && !b.isCount(c, x) {
			v.vars = append(v.vars, x)
			v.own[x] = true
		}
	}
	seen := map[term.T]bool{}
	seg := b.segments[c.index+1]
	for _, k := range seg.checks {
		v.mine(b, k.guard, seen)
		v.mine(b, k.cond, seen)
	}
	for _, o := range seg.outs {
		v.mine(b, o.state.guard, seen)
	}
	d.vocab[c] = v
	return v
}

// mine looks for comparisons in a term that are about nothing but the state.
func (v *vocabulary) mine(b *builder, t term.T, seen map[term.T]bool) {
	p := b.pool
	visit(p, t, seen, func(t term.T) {
		if p.Op(t) != term.OpULt && p.Op(t) != term.OpSLt && p.Op(t) != term.OpEq || len(v.comparisons) == maxComparisons ||
			p.IsArray(p.Arg(t, 0)) || !b.isSmall(t, maxMinedSize) {
			return
		}
		vs := p.Vars(t)
		if len(vs) > 0 && len(vs) <= maxMinedVars && !slices.ContainsFunc(vs, func(x term.T) bool { return !v.own[x] }) {
			v.comparisons = append(v.comparisons, t)
		}
	})
}

// lift generalises a model of conditions to a cube of states from each of which,
// on the same answers of the environment, the conditions hold: by the literals
// that exclude that they do not. Comparisons are tried first, then numbers, too.
func (d *pdr) lift(c *cut, m *term.Model, goal []term.T) []literal {
	p := d.pr.b.pool
	all := p.AndN(goal...)
	ev := term.NewEvaluator(p, m)
	voc := d.vocabulary(c)
	var answers []term.T
	about := map[term.T]bool{}
	for _, v := range p.Vars(all) {
		switch {
		case voc.own[v]:
			about[v] = true
		case !p.IsArray(v) && p.Width(v) <= 64:
			answers = append(answers, d.is(v, ev))
		}
	}
	coarse, exact := d.literals(voc, about, ev)
	whole := slices.Concat(coarse, exact)
	for _, cube := range [][]literal{coarse, whole} {
		asked := append(slices.Clone(answers), p.Not(all))
		of := map[term.T]literal{}
		for _, l := range cube {
			of[l.t] = l
			asked = append(asked, l.t)
		}
		r := d.pr.ask(question{goal: asked}, singleLimits)
		if r.Status != backend.Unsat {
			continue
		}
		var used []literal
		for _, t := range r.Core {
			if l, ok := of[t]; ok {
				used = append(used, l)
			}
		}
		return used
	}
	return whole // it reads arrays: not all states of the cube need go there
}

// is says that a variable has the value of a state.
func (d *pdr) is(v term.T, ev *term.Evaluator) term.T {
	p := d.pr.b.pool
	if w := p.Width(v); w > 0 {
		return p.Eq(v, p.BV(w, ev.BV(v)))
	}
	return holdsOrNot(p, v, ev)
}

func holdsOrNot(p *term.Pool, t term.T, ev *term.Evaluator) term.T {
	if ev.Bool(t) {
		return t
	}
	return p.Not(t)
}

// literals are those that hold in a state: comparisons and bits, and the values of
// numbers.
func (d *pdr) literals(voc *vocabulary, about map[term.T]bool, ev *term.Evaluator) (coarse, exact []literal) {
	b, p := d.pr.b, d.pr.b.pool
	for _, t := range voc.comparisons {
		if slices.ContainsFunc(p.Vars(t), func(v term.T) bool { return about[v] }) {
			coarse = append(coarse, literal{t: holdsOrNot(p, t, ev)})
		}
	}
	for _, v := range voc.vars {
		_, object := b.pts[v]
		switch w := p.Width(v); {
		case !about[v]:
		case w == 0 || object:
			coarse = append(coarse, literal{t: d.is(v, ev)})
		default:
			x := op.Signed(w, ev.BV(v))
			exact = append(exact, d.bound(v, x, true), d.bound(v, x, false))
		}
	}
	return coarse, exact
}

// bound is the literal v ≤ x, or v ≥ x.
func (d *pdr) bound(v term.T, x int64, upper bool) literal {
	p := d.pr.b.pool
	c := p.BV(p.Width(v), uint64(x)&op.Mask(p.Width(v)))
	if upper {
		return literal{p.SLe(v, c), v, x, true}
	}
	return literal{p.SLe(c, v), v, x, false}
}

// maxDrops bounds the literals of a cube that are tried to be done without.
const maxDrops = 24

// generalise makes an unreached cube larger: without literals, one by one, and
// with wider bounds.
func (d *pdr) generalise(o *obligation) {
	tries := 0
	for i := 0; i < len(o.cube) && len(o.cube) > 1 && tries < maxDrops && !d.spent(); {
		tries++
		less := obligation{o.at, slices.Delete(slices.Clone(o.cube), i, i+1), o.level}
		needed, status := d.unreached(less)
		switch {
		case status != backend.Unsat:
			i++
		case len(needed) > 0:
			o.cube = inOrder(less.cube, needed)
			i = min(i, len(o.cube))
		default:
			o.cube = less.cube
		}
	}
	for i := range o.cube {
		if o.cube[i].v != term.None && !d.spent() {
			d.slacken(o, i)
		}
	}
}

// inOrder are the literals of a cube that are among others.
func inOrder(cube, among []literal) []literal {
	return slices.DeleteFunc(slices.Clone(cube), func(l literal) bool { return !within([]literal{l}, among) })
}

// slacken moves one bound of an unreached cube out, to the farthest of the
// thresholds of its number that a search by halves finds.
func (d *pdr) slacken(o *obligation, i int) {
	l := o.cube[i]
	var out []int64 // from near to far
	for _, x := range d.r.thresholdsOf(d.pr.locations(o.at)[l.v]) {
		if w := d.pr.b.pool.Width(l.v); x != op.Signed(w, uint64(x)&op.Mask(w)) {
			continue
		}
		if l.upper && x > l.x {
			out = append(out, x)
		}
		if !l.upper && x < l.x {
			out = append([]int64{x}, out...)
		}
	}
	for lo, hi := 0, len(out); lo < hi; {
		mid := (lo + hi) / 2
		wider := obligation{o.at, slices.Clone(o.cube), o.level}
		wider.cube[i] = d.bound(l.v, out[mid], l.upper)
		if _, status := d.unreached(wider); status == backend.Unsat {
			o.cube, lo = wider.cube, mid+1
		} else {
			hi = mid
		}
	}
}

// words says a clause: that not all literals of a cube hold.
func (d *pdr) words(c *cut, cube []literal) string {
	named := map[term.T]*variable{}
	for _, v := range d.pr.b.variables(c) {
		named[v.t], named[v.u] = v, v
	}
	var parts []string
	for _, l := range cube {
		parts = append(parts, d.pr.b.denied(l, named))
	}
	return strings.Join(parts, " or ")
}

// denied says that a literal does not hold: in full where it compares a number
// with a constant, or asks whether a location is initialised.
func (b *builder) denied(l literal, named map[term.T]*variable) string {
	p := b.pool
	if v := named[l.v]; v != nil && l.upper {
		return fmt.Sprintf("%s > %d", v.name, l.x)
	} else if v != nil {
		return fmt.Sprintf("%s < %d", v.name, l.x)
	}
	t, not, sign := l.t, "", "≠"
	if p.Op(t) == term.OpNot {
		t, not, sign = p.Arg(t, 0), "not ", "="
	}
	if v := named[t]; v != nil && v.u == t {
		return v.name + " is " + not + "initialised"
	}
	if p.Op(t) == term.OpEq {
		w := p.Width(p.Arg(t, 0))
		if k, ok := p.Const(p.Arg(t, 1)); ok && w > 0 && w <= 64 && named[p.Arg(t, 0)] != nil {
			return fmt.Sprintf("%s %s %d", named[p.Arg(t, 0)].name, sign, op.Signed(w, k))
		}
	}
	var about []string
	for _, v := range p.Vars(t) {
		if named[v] != nil {
			about = append(about, named[v].name)
		}
	}
	return "a comparison of " + strings.Join(about, ", ")
}
