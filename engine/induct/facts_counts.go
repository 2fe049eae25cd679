package induct

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// The family of prefix counts: how many of the first n elements of an array
// have a value that elements are compared with. Linear equations among these
// counts and the program's numbers; what a field holds where another has such a
// value; and how far counting down by two at such elements stays above 0, which
// is what makes an expression in postfix order well formed.
//
//	if (*s == '(') { st[n++] = '('; depth++; }    // depth = how many of st[0..n) are '('
//	if (depth > 0) while (st[n - 1] != '(') n--;  // n > 0

func proposeCounts(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		pr.current[i] = pr.counts(c, r)
	}
}

// Limits of the family.
const (
	maxCountedCells = 64 // elements of an array that are counted
	maxAffine       = 26 // numbers in equations at a cut
	maxKinds        = 8  // values of elements that are told apart
)

// counts are the templates of the family at a cut.
func (pr *prover) counts(c *cut, r *relevance) []template {
	b := pr.b
	s := b.stateAt(c)
	lin := &affine{b: b, width: 32, when: term.True}
	add := func(t, when term.T, text string, small bool) {
		if len(lin.terms) < maxAffine && !slices.Contains(lin.terms, t) && !b.pool.IsConst(t) {
			lin.add(t, when, text, small)
		}
	}
	xs := pr.countable(c, r)
	for _, x := range xs {
		add(x.t, x.when, x.name, x.lo > -maxSmall && x.hi < maxSmall)
	}
	var ts []template
	some := false
	for id, o := range b.objects {
		if o == nil || o.lay == nil || o.site || b.ofModel(o) || s.obj(id) == nil || s.obj(id).cells == nil {
			continue
		}
		a := pr.discriminator(o, s.obj(id), r)
		if a == nil {
			continue
		}
		n := o.lay.members[a.group]
		for _, value := range a.values(r) {
			for _, x := range xs {
				if x.lo < 0 || x.hi != int64(n) && x.hi != int64(n)-1 || x.width > 32 {
					continue
				}
				some = true
				add(a.count(value, n, x.t), x.when, fmt.Sprintf("#{%s[0..%s) = %d}", a.name(), x.name, value), true)
				ts = append(ts, a.descents(value, x)...)
				ts = append(ts, a.siblings(value, x, r)...)
			}
		}
	}
	if !some {
		return nil
	}
	return append(ts, lin)
}

// discriminator is the part of an array's elements that is compared with the
// fewest values, but more than one: what tells kinds of elements apart; nil if
// none is compared.
func (pr *prover) discriminator(o *object, st *objState, r *relevance) *array {
	var best *array
	for g, n := range o.lay.members {
		a := &array{pr: pr, o: o, group: g, cells: st.cells}
		if n <= maxSeparate || n > maxCountedCells || !a.varies() || !a.flat() || len(a.values(r)) == 0 {
			continue
		}
		if best == nil || a.kinds(r) < best.kinds(r) {
			best = a
		}
	}
	return best
}

// kinds orders parts of elements by how likely they tell kinds apart: a few
// values are best, one tells little.
func (a *array) kinds(r *relevance) int {
	n := len(a.values(r))
	if n == 1 {
		return maxKinds + 1
	}
	return n
}

// countable are the numbers at a cut that equations are about.
func (pr *prover) countable(c *cut, r *relevance) []*operandOf {
	var xs []*operandOf
	for _, x := range pr.operands(c) {
		if x.obj == 0 && !x.frozen && !x.model && x.width >= 16 && x.width <= 32 && (r.needed[x.at] || len(r.consts[x.at]) > 0) {
			xs = append(xs, x)
		}
	}
	return xs[:min(len(xs), maxAffine/3)]
}

// flat: the elements have one index, and are numbers.
func (a *array) flat() bool {
	flat := true
	a.each(func(v value, index []int) {
		flat = flat && len(index) == 1 && v.id == term.None && a.pr.b.pool.Width(v.t) <= 32
	})
	return flat
}

func (a *array) name() string {
	for i := range a.o.lay.cells {
		if c := &a.o.lay.cells[i]; c.group == a.group {
			return a.o.name + fieldOf(c.path)
		}
	}
	return a.o.name
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

// values are what elements are compared with for equality.
func (a *array) values(r *relevance) []int64 {
	var vs []int64
	for i := range a.o.lay.cells {
		if a.o.lay.cells[i].group == a.group {
			for v := range r.equal[location{-1, int32(a.o.id), int32(i)}] {
				vs = append(vs, v)
			}
		}
	}
	slices.Sort(vs)
	vs = slices.Compact(vs)
	return vs[:min(len(vs), maxKinds)]
}

// is tells that an element has a value.
func (a *array) is(v value, k int64) term.T {
	p := a.pr.b.pool
	w := p.Width(v.t)
	return p.Eq(v.t, p.BV(w, uint64(k)&op.Mask(w)))
}

// countBits is the width of counts: they are no less than minus the number of
// elements.
func (a *array) countBits() int { return bits.Len(uint(a.o.lay.members[a.group])) + 2 }

// count is how many of the elements before an index, of the first n, have a
// value.
func (a *array) count(k int64, n int, before term.T) term.T {
	p := a.pr.b.pool
	w := a.countBits()
	sum := p.BV(w, 0)
	a.each(func(v value, index []int) {
		if index[0] < n {
			c := a.is(v, k)
			if before != term.None {
				c = p.And(c, p.SLt(p.BV(p.Width(before), uint64(index[0])), before))
			}
			sum = p.Add(sum, p.BoolToBV(c, w))
		}
	})
	return sum
}

// descents bound, where an element has the value, its index less twice the
// count of such elements before it.
func (a *array) descents(k int64, x *operandOf) []template {
	p := a.pr.b.pool
	e := &elements{}
	a.each(func(v value, index []int) {
		i := index[0]
		when := p.AndN(x.when, p.SLt(p.BV(x.width, uint64(i)), x.t), a.is(v, k))
		w := a.countBits()
		left := p.Sub(p.BV(w, uint64(i)), p.Shl(a.count(k, i, term.None), p.BV(w, 1)))
		text := fmt.Sprintf("where %s[i] = %d, i < %s: i − 2·#{%s[0..i) = %d}", a.name(), k, x.name, a.name(), k)
		e.parts = append(e.parts, &bound{b: a.pr.b, when: when, t: left, signed: true,
			thresholds: ends([]int64{-1, 0, 1, 2}, w), lo: 1, hi: 0, text: text})
	})
	return []template{e}
}

// siblings bound the other fields of an element where this one has the value.
func (a *array) siblings(k int64, x *operandOf, r *relevance) []template {
	p := a.pr.b.pool
	var ts []template
	for g, n := range a.o.lay.members {
		o := &array{pr: a.pr, o: a.o, group: g, cells: a.cells}
		if g == a.group || n != a.o.lay.members[a.group] || !o.flat() {
			continue
		}
		at := map[int]value{}
		o.each(func(v value, index []int) { at[index[0]] = v })
		e := &elements{}
		a.each(func(v value, index []int) {
			w, ok := at[index[0]]
			if !ok || p.Width(w.t) < 8 {
				return
			}
			when := p.AndN(x.when, p.Not(w.u), p.SLt(p.BV(x.width, uint64(index[0])), x.t), a.is(v, k))
			text := fmt.Sprintf("where %s[i] = %d, i < %s: %s[i]", a.name(), k, x.name, o.name())
			e.parts = append(e.parts, a.pr.bound(when, w.t, append(o.thresholds(r), a.pr.compared...), text))
		})
		if len(e.parts) > 0 {
			ts = append(ts, e)
		}
	}
	return ts
}
