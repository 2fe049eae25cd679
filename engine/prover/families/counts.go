package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Counts is the family of prefix counts: linear equations among them, at the
// program's indices, and the program's numbers; that they are what they are meant
// to be, and how far they can still rise; what a field holds where another has
// such a value; and how far counting down by two at such elements stays above 0,
// which is what makes an expression in postfix order well formed.
//
//	if (*s == '(') { st[n++] = '('; depth++; }    // depth = how many of st[0..n) are '('
//	if (depth > 0) while (st[n - 1] != '(') n--;  // n > 0
var Counts = &Family{
	ID: "counts", Title: "prefix counts",
	Says:   "how many elements so far are of a kind, in an array that is filled in order or a stack; linear equations with that; then how far a count can still rise, and that an expression in postfix order has its operands",
	Loop:   "brackets that match, an evaluator with a stack",
	Test:   "counts.c",
	passes: []pass{each((*proposer).counts), each((*proposer).descents)},
}

// counts are the templates of the family at a cutpoint.
func (pr *proposer) counts(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	b := pr.Sys
	lin := &affine{b: b, width: 32, when: term.True}
	add := func(t, when term.T, text string, reach int64) {
		if len(lin.terms) < budget.AffineNumbers.N && !slices.Contains(lin.terms, t) && !b.Pool.IsConst(t) {
			lin.add(t, when, text, reach)
		}
	}
	xs := pr.countable(c, r)
	for _, x := range xs {
		add(x.t, x.when, x.name, x.reach())
	}
	var ts []invariant.Template
	for _, k := range pr.countings(c) {
		ts = append(ts, k.least())
		for _, x := range xs {
			if k.indexed(c, x) {
				add(k.at(x), x.when, k.name(x.name), int64(k.o.Layout.Members[k.group]))
				ts = append(ts, k.defined(x))
			}
		}
	}
	if len(ts) == 0 {
		return nil
	}
	return append(ts, lin)
}

// descents are the templates of the family's second stage at a cutpoint.
func (pr *proposer) descents(c *system.Cutpoint, r *invariant.Relevance) (ts []invariant.Template) {
	xs := pr.countable(c, r)
	for _, k := range pr.countings(c) {
		for _, x := range xs {
			if k.indexed(c, x) {
				ts = append(ts, k.rise(x), k.descents(x))
				ts = append(ts, k.siblings(x, r)...)
			}
		}
	}
	return ts
}

// countings are the counts at a cutpoint.
func (pr *proposer) countings(c *system.Cutpoint) []*counting {
	s := pr.Sys.StateAt(c)
	var ks []*counting
	for id, o := range pr.Sys.Objects {
		if o == nil || o.Layout == nil || s.Obj(id) == nil || s.Obj(id).Cells == nil {
			continue
		}
		for i := range o.Layout.Counts {
			k := &counting{array{pr: pr, o: o, group: o.Layout.Counts[i].Group, cells: s.Obj(id).Cells}, &o.Layout.Counts[i]}
			if k.varies() {
				ks = append(ks, k)
			}
		}
	}
	return ks
}

// countable are the numbers at a cutpoint that equations are about.
func (pr *proposer) countable(c *system.Cutpoint, r *invariant.Relevance) []*operandOf {
	var xs []*operandOf
	for _, x := range pr.operands(c) {
		if x.obj == 0 && !x.frozen && !x.model && x.width >= 16 && x.width <= 32 && (r.Needed[x.at] || len(r.Consts[x.at]) > 0) {
			xs = append(xs, x)
		}
	}
	return xs[:min(len(xs), budget.AffineNumbers.N/3)]
}

// counting is an array, and one value of its elements that is counted.
type counting struct {
	array
	c *layout.PrefixCounts
}

// indexed: a number of the program is an index of the array at a cutpoint, or one
// behind its end, and may be so.
func (k *counting) indexed(c *system.Cutpoint, x *operandOf) bool {
	p, n := k.pr.Sys.Pool, int64(k.o.Layout.Members[k.group])
	if x.lo < 0 || x.hi < n-1 {
		return false
	}
	if x.hi <= n {
		return true
	}
	as := append(slices.Clone(k.pr.Sys.Facts), x.when, p.ULt(p.BV(x.width, uint64(n)), x.t))
	for _, f := range k.pr.Base[c.Index] {
		as = append(as, f.Term)
	}
	return k.pr.Ask(query.Question{Goal: as}, budget.Single.Limits()).Status == backend.Unsat
}

// before is the count before an index.
func (k *counting) before(i int) term.T { return k.cells[k.c.First+i].Term }

// at is the count before an index that is a number of the program.
func (k *counting) at(x *operandOf) term.T {
	p := k.pr.Sys.Pool
	n := k.o.Layout.Members[k.group]
	t := k.before(n)
	for i := n - 1; i >= 0; i-- {
		t = p.Ite(p.Eq(x.t, p.BV(x.width, uint64(i))), k.before(i), t)
	}
	return t
}

// name is the count before an index in words.
func (k *counting) name(before string) string {
	return fmt.Sprintf("#{%s[0..%s) = %d}", k.field(), before, k.c.Value)
}

// field is the array, or the part of its elements that is counted.
func (a *array) field() string {
	for i := range a.o.Layout.Cells {
		if c := &a.o.Layout.Cells[i]; c.Group == a.group {
			return a.o.Name + fieldOf(c.Path)
		}
	}
	return a.o.Name
}

// fieldOf is a path without its index.
func fieldOf(path string) string {
	for i := range path {
		if path[i] == ']' {
			return path[i+1:]
		}
	}
	return path
}

// least: no count is more than its index.
func (k *counting) least() invariant.Template {
	p := k.pr.Sys.Pool
	c := &invariant.Pointwise{Text: k.name("i") + " ≤ i"}
	for i := range k.o.Layout.Members[k.group] + 1 {
		c.Parts = append(c.Parts, p.ULe(k.before(i), p.BV(system.CountBits, uint64(i))))
	}
	return c
}

// below says something of the indices below a number.
func (k *counting) below(x *operandOf, text string, holds func(i int, v system.Value) term.T) invariant.Template {
	p := k.pr.Sys.Pool
	c := &invariant.Pointwise{Text: text}
	k.each(func(v system.Value, index []int) {
		when := p.And(x.when, p.SLt(p.BV(x.width, uint64(index[0])), x.t))
		c.Parts = append(c.Parts, p.Or(p.Not(when), holds(index[0], v)))
	})
	return c
}

// defined: below an index, counts differ by whether the element between has the
// value.
func (k *counting) defined(x *operandOf) invariant.Template {
	p := k.pr.Sys.Pool
	return k.below(x, fmt.Sprintf("%s counts for i ≤ %s", k.name("i"), x.name), func(i int, v system.Value) term.T {
		return p.Eq(k.before(i+1), p.Add(k.before(i), p.BoolToBV(k.c.Is(p, v.Term), system.CountBits)))
	})
}

// rise: from one index to another the count grows by no more than their
// distance.
func (k *counting) rise(x *operandOf) invariant.Template {
	p := k.pr.Sys.Pool
	n, at := k.pr.Sys.Dom.Resize(x.width, system.CountBits, x.t), k.at(x)
	text := fmt.Sprintf("%s ≤ %s − i + %s", k.name(x.name), x.name, k.name("i"))
	return k.below(x, text, func(i int, _ system.Value) term.T {
		return p.ULe(p.Add(at, p.BV(system.CountBits, uint64(i))), p.Add(n, k.before(i)))
	})
}

// descents bound, where an element has the value, its index less twice the
// count of such elements before it.
func (k *counting) descents(x *operandOf) invariant.Template {
	p := k.pr.Sys.Pool
	e := &elements{}
	text := fmt.Sprintf("where %s[i] = %d, i < %s: i − 2·%s", k.field(), k.c.Value, x.name, k.name("i"))
	k.each(func(v system.Value, index []int) {
		i := index[0]
		when := p.AndN(x.when, p.SLt(p.BV(x.width, uint64(i)), x.t), k.c.Is(p, v.Term))
		left := p.Sub(p.BV(system.CountBits, uint64(i)), p.Shl(k.before(i), p.BV(system.CountBits, 1)))
		e.parts = append(e.parts, &invariant.Bound{Sys: k.pr.Sys, When: when, Term: left, Signed: true,
			Thresholds: ends([]int64{-1, 0, 1, 2}, system.CountBits), Lo: 1, Hi: 0, Text: text, Hard: true})
	})
	return e
}

// siblings bound the other fields of an element where this one has the value.
func (k *counting) siblings(x *operandOf, r *invariant.Relevance) []invariant.Template {
	p := k.pr.Sys.Pool
	var ts []invariant.Template
	for g := range k.o.Layout.Groups() {
		o := &array{pr: k.pr, o: k.o, group: g, cells: k.cells}
		if g == k.group || k.o.Layout.Members[g] != k.o.Layout.Members[k.group] {
			continue
		}
		at := map[int]system.Value{}
		o.each(func(v system.Value, index []int) {
			if len(index) == 1 && v.ID == term.None && p.Width(v.Term) >= 8 && p.Width(v.Term) <= 32 {
				at[index[0]] = v
			}
		})
		e := &elements{}
		k.each(func(v system.Value, index []int) {
			w, ok := at[index[0]]
			if !ok {
				return
			}
			when := p.AndN(x.when, p.Not(w.Uninit), p.SLt(p.BV(x.width, uint64(index[0])), x.t), k.c.Is(p, v.Term))
			text := fmt.Sprintf("where %s[i] = %d, i < %s: %s[i]", k.field(), k.c.Value, x.name, o.field())
			e.parts = append(e.parts, k.pr.bound(when, w.Term, append(o.thresholds(r), k.pr.Compared...), text))
		})
		if len(e.parts) > 0 {
			ts = append(ts, e)
		}
	}
	return ts
}
