package pdr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// literal is a condition on the state at a cutpoint: a comparison that the program
// makes, a bit, or one side of a bound of a number.
type literal struct {
	t     term.T
	v     term.T // of a bound: the number; None: no bound
	x     int64  // of a bound: signed, in the number's width
	upper bool   // v ≤ x, not v ≥ x
}

// vocabulary is what cubes at a cutpoint are made of.
type vocabulary struct {
	vars        []term.T        // numbers, object numbers and bits
	own         map[term.T]bool // these
	at          map[term.T]invariant.Location
	linked      [][2]term.T // numbers of one width that comparisons link
	comparisons []term.T    // that the segment behind the cutpoint makes of them
	terms       []term.T    // of them that it compares with other things
}

func (d *search) vocabulary(c *system.Cutpoint) *vocabulary {
	if v := d.vocab[c]; v != nil {
		return v
	}
	b := d.s.Sys
	v := &vocabulary{own: map[term.T]bool{}, at: d.s.Locations(c)}
	for _, x := range append(c.Variables(), families.FrozenNumbers(b)...) {
		if !b.Pool.IsArray(x) && b.Pool.Width(x) <= 64 && !b.IsCount(c, x) {
			v.vars = append(v.vars, x)
			v.own[x] = true
		}
	}
	v.link(b, d.r)
	seen := map[term.T]bool{}
	seg := b.SegmentFrom(c)
	for _, k := range seg.Checks {
		v.mine(b, k.Guard, seen)
		v.mine(b, k.Cond, seen)
	}
	for _, o := range seg.Outs {
		v.mine(b, o.State.Guard, seen)
	}
	d.vocab[c] = v
	return v
}

// link finds the pairs of numbers that are compared somewhere.
func (v *vocabulary) link(b *system.System, r *invariant.Relevance) {
	for i, x := range v.vars {
		for _, y := range v.vars[:i] {
			if w := b.Pool.Width(x); w >= 8 && w == b.Pool.Width(y) && b.Pts[x] == nil && b.Pts[y] == nil && r.Pair(v.at[x], v.at[y]) && len(v.linked) < budget.PdrLinks.N {
				v.linked = append(v.linked, [2]term.T{x, y})
			}
		}
	}
}

// mine looks for comparisons in a term that are about nothing but the state, and
// for what else is compared that is computed from the state.
func (v *vocabulary) mine(b *system.System, t term.T, seen map[term.T]bool) {
	p := b.Pool
	p.Visit(t, seen, func(t term.T) {
		if o := p.Op(t); o != term.OpULt && o != term.OpSLt && o != term.OpEq || p.IsArray(p.Arg(t, 0)) {
			return
		}
		if v.states(b, t) {
			if len(v.comparisons) < budget.PdrComparisons.N {
				v.comparisons = append(v.comparisons, t)
			}
			return
		}
		for i := range 2 {
			x := p.Arg(t, i)
			if w := p.Width(x); w > 0 && w <= 64 && p.Op(x) != term.OpVar && len(v.terms) < budget.PdrComputed.N && v.states(b, x) && !slices.Contains(v.terms, x) {
				v.terms = append(v.terms, x)
			}
		}
	})
}

// states tells that a term is about nothing but the state.
func (v *vocabulary) states(b *system.System, t term.T) bool {
	return families.IsMined(b, t, func(x term.T) bool { return v.own[x] })
}

// lift generalises a model of conditions to a cube of states from each of which,
// on the same answers of the environment, the conditions hold: by the literals
// that exclude that they do not. Comparisons are tried first, then numbers, too.
func (d *search) lift(c *system.Cutpoint, m *term.Model, goal []term.T) []literal {
	p := d.s.Sys.Pool
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
	kinds := d.literals(c, about, ev)
	for _, t := range goal {
		if t = d.before(voc, t, ev); p.Width(t) == 0 && voc.states(d.s.Sys, t) {
			kinds[byWay] = append(kinds[byWay], literal{t: holdsOrNot(p, t, ev)})
		}
	}
	var cube []literal
	for _, more := range kinds {
		cube = append(cube, more...)
		asked := append(slices.Clone(answers), p.Not(all))
		of := map[term.T]literal{}
		for _, l := range cube {
			of[l.t] = l
			asked = append(asked, l.t)
		}
		r := d.s.Ask(query.Question{Goal: asked}, budget.Single.Limits())
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
	return cube // it reads arrays: not all states of the cube need go there
}

// before is the weakest precondition of a condition on the way that a model takes,
// on its answers.
func (d *search) before(voc *vocabulary, t term.T, ev *term.Evaluator) term.T {
	p := d.s.Sys.Pool
	known := map[term.T]term.T{}
	p.Visit(t, map[term.T]bool{}, func(u term.T) {
		switch {
		case p.Op(u) == term.OpIte:
			known[p.Arg(u, 0)] = p.Bool(ev.Bool(p.Arg(u, 0)))
		case p.Op(u) != term.OpVar || voc.own[u] || p.Width(u) > 64:
		case p.Width(u) == 0:
			known[u] = p.Bool(ev.Bool(u))
		default:
			known[u] = p.BV(p.Width(u), ev.BV(u))
		}
	})
	return d.s.Sys.Ordered(p.Substitute(t, known))
}

// is says that a number or a bit has the value of a state.
func (d *search) is(v term.T, ev *term.Evaluator) term.T {
	p := d.s.Sys.Pool
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

// The kinds of literals, in the order in which a cube is tried to be made of them.
const (
	byComparison = iota // that the program makes, and bits
	byInterval          // between thresholds
	byWay               // weakest preconditions
	byValue
	numKinds
)

// literals are those that hold in a state, about some variables.
func (d *search) literals(c *system.Cutpoint, about map[term.T]bool, ev *term.Evaluator) (ls [numKinds][]literal) {
	b, p, voc := d.s.Sys, d.s.Sys.Pool, d.vocabulary(c)
	concerns := func(t term.T) bool { return slices.ContainsFunc(p.Vars(t), func(v term.T) bool { return about[v] }) }
	add := func(kind int, l literal) {
		if l.t != term.True {
			ls[kind] = append(ls[kind], l)
		}
	}
	for _, t := range voc.comparisons {
		if concerns(t) {
			add(byComparison, literal{t: holdsOrNot(p, t, ev)})
		}
	}
	for _, t := range voc.terms {
		if concerns(t) {
			add(byComparison, literal{t: d.is(t, ev)})
		}
	}
	for _, xy := range voc.linked {
		if about[xy[0]] && about[xy[1]] {
			add(byComparison, d.apart(xy[0], xy[1], ev))
		}
	}
	for _, v := range voc.vars {
		_, object := b.Pts[v]
		switch w := p.Width(v); {
		case !about[v]:
		case w == 0 || object:
			add(byComparison, literal{t: d.is(v, ev)})
		default:
			x := op.Signed(w, ev.BV(v))
			cs := d.r.ThresholdsOf(voc.at[v])
			above, equal := slices.BinarySearch(cs, x)
			below := above - 1
			if equal {
				below = above
			}
			if above < len(cs) && inWidth(cs[above], w) {
				add(byInterval, d.bound(v, cs[above], true))
			}
			if below >= 0 && inWidth(cs[below], w) {
				add(byInterval, d.bound(v, cs[below], false))
			}
			add(byValue, d.bound(v, x, true))
			add(byValue, d.bound(v, x, false))
		}
	}
	return ls
}

// inWidth tells that a signed number has so many bits at most.
func inWidth(x int64, w int) bool { return x == op.Signed(w, uint64(x)&op.Mask(w)) }

// apart is how much one number is greater than another one, or that it is.
func (d *search) apart(x, y term.T, ev *term.Evaluator) literal {
	p, w := d.s.Sys.Pool, d.s.Sys.Pool.Width(x)
	by := (ev.BV(x) - ev.BV(y)) & op.Mask(w)
	if n := op.Signed(w, by); -int64(budget.PdrNearby.N) <= n && n <= int64(budget.PdrNearby.N) {
		return literal{t: p.Eq(x, p.Add(y, p.BV(w, by)))}
	}
	return literal{t: holdsOrNot(p, p.SLt(x, y), ev)}
}

// bound is the literal v ≤ x, or v ≥ x.
func (d *search) bound(v term.T, x int64, upper bool) literal {
	p := d.s.Sys.Pool
	c := p.BV(p.Width(v), uint64(x)&op.Mask(p.Width(v)))
	if upper {
		return literal{p.SLe(v, c), v, x, true}
	}
	return literal{p.SLe(c, v), v, x, false}
}

// generalise makes an unreached cube larger: without literals, one by one, and
// with wider bounds.
func (d *search) generalise(o *obligation) {
	tries := 0
	for i := 0; i < len(o.cube) && len(o.cube) > 1 && tries < budget.PdrDrops.N && !d.spent(); {
		tries++
		less := obligation{at: o.at, cube: slices.Delete(slices.Clone(o.cube), i, i+1), level: o.level}
		needed, ok := d.unreached(less)
		switch {
		case !ok:
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
func (d *search) slacken(o *obligation, i int) {
	l := o.cube[i]
	var out []int64 // from near to far
	for _, x := range d.r.ThresholdsOf(d.vocabulary(o.at).at[l.v]) {
		if !inWidth(x, d.s.Sys.Pool.Width(l.v)) {
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
		wider := obligation{at: o.at, cube: slices.Clone(o.cube), level: o.level}
		wider.cube[i] = d.bound(l.v, out[mid], l.upper)
		if _, ok := d.unreached(wider); ok {
			o.cube, lo = wider.cube, mid+1
		} else {
			hi = mid
		}
	}
}

// words says a clause: that not all literals of a cube hold.
func (d *search) words(c *system.Cutpoint, cube []literal) string {
	named := map[term.T]*system.Variable{}
	for _, v := range d.s.Sys.Variables(c) {
		named[v.Term], named[v.Uninit] = v, v
	}
	var parts []string
	for _, l := range cube {
		parts = append(parts, denied(d.s.Sys, l, named))
	}
	return strings.Join(parts, " or ")
}

// denied says that a literal does not hold: in full where it compares a number
// with a constant, or asks whether a location is initialised.
func denied(b *system.System, l literal, named map[term.T]*system.Variable) string {
	p := b.Pool
	if v := named[l.v]; v != nil && l.upper {
		return fmt.Sprintf("%s > %d", v.Name, l.x)
	} else if v != nil {
		return fmt.Sprintf("%s < %d", v.Name, l.x)
	}
	t, not, sign := l.t, "", "≠"
	if p.Op(t) == term.OpNot {
		t, not, sign = p.Arg(t, 0), "not ", "="
	}
	if v := named[t]; v != nil && v.Uninit == t {
		return v.Name + " is " + not + "initialised"
	}
	if p.Op(t) == term.OpEq {
		w := p.Width(p.Arg(t, 0))
		if k, ok := p.Const(p.Arg(t, 1)); ok && w > 0 && w <= 64 && named[p.Arg(t, 0)] != nil {
			return fmt.Sprintf("%s %s %d", named[p.Arg(t, 0)].Name, sign, op.Signed(w, k))
		}
	}
	var about []string
	for _, v := range p.Vars(t) {
		if named[v] != nil {
			about = append(about, named[v].Name)
		}
	}
	return "a comparison of " + strings.Join(about, ", ")
}
