package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// The non-relational family: what holds of one variable. A number lies in an
// interval, its low bits are known, it was written; a pointer points to one of
// a set of objects, inside it, aligned; a variable lives.
//
//	int i = 0;
//	while (in()) if (i < 9) i++;   // 0 ≤ i ≤ 9
//	a[i] = 1;

// thresholds are the places at which a bound of a number of w bits may stand.
func thresholds(cs []int64, w int, signed bool) []int64 {
	lo, hi := int64(0), int64(1)<<min(w, 62)-1
	if signed {
		lo, hi = -1<<(min(w, 63)-1), 1<<(min(w, 63)-1)-1
	}
	if w == 64 && signed {
		lo, hi = -1<<63, 1<<63-1
	}
	ts := []int64{lo, hi, lo + 1, hi - 1}
	for _, c := range cs {
		ts = append(ts, c)
	}
	for _, k := range []int{8, 16, 24, 30, 40} {
		if k < w-1 {
			ts = append(ts, 1<<k, 1<<k-1, -1<<k)
		}
	}
	if w > 32 {
		ts = append(ts, 1<<31, 1<<31-1, -1<<31, 1<<32-1)
	}
	slices.Sort(ts)
	ts = slices.Compact(ts)
	return slices.DeleteFunc(ts, func(x int64) bool { return x < lo || x > hi })
}

// singles are the templates of the non-relational family at a cut.
func (pr *prover) singles(c *cut, r *relevance) []template {
	b, p := pr.b, pr.b.pool
	at := pr.locations(c)
	var ts []template
	for i, s := range c.slots {
		rep := c.rep[i]
		switch {
		case b.pool.IsArray(rep):
		case s.key.part == partAlive && !b.fixed(rep):
			ts = append(ts, &candidate{t: rep, text: b.objects[s.key.obj].name + " is alive"})
		case s.key.part == partUnset && !b.fixed(rep) && c.first[rep] == i:
			ts = append(ts, &candidate{t: p.Not(rep), text: b.slotName(c, i) + " is initialised", like: b.likeness(s.key)})
		}
	}
	ts = append(ts, pr.failures(c)...)
	for _, v := range b.frozenNumbers() {
		ts = append(ts, pr.bound(term.True, v, r.thresholdsOf(at[v]), p.Name(v)))
	}
	for _, v := range b.variables(c) {
		if v.id != term.None {
			ts = append(ts, pr.pointerSingles(v, r.thresholdsOf(at[v.t]), r.strongOf(at[v.t]))...)
			continue
		}
		if b.fixed(v.t) || v.u == term.True || b.ofArray(v) {
			continue
		}
		if v.width == 0 {
			ts = append(ts, &candidate{t: p.Or(v.u, v.t), text: v.name}, &candidate{t: p.Or(v.u, p.Not(v.t)), text: "!" + v.name})
			continue
		}
		if v.width > 64 {
			continue
		}
		cs := r.thresholdsOf(at[v.t])
		if !v.model {
			cs = append(slices.Clone(cs), pr.compared...)
		}
		a := pr.bound(v.when, v.t, cs, v.name)
		a.strong = r.strongOf(at[v.t])
		ts = append(ts, a)
		if v.width <= 32 {
			ts = append(ts, &lowBits{b: b, when: v.when, t: v.t, n: 3, text: v.name})
			ts = append(ts, &candidate{t: p.Or(v.u, p.Not(p.Eq(v.t, p.BV(v.width, 0)))), text: v.name + " ≠ 0"})
		}
	}
	return ts
}

// failures are the candidates at the return of a procedure that a pointer is null only
// where the result is 0, or only where it is not: what is told by whether a function has
// failed.
//
//	if (!more) { free(t->bytes); t->bytes = 0; return 0; }
func (pr *prover) failures(c *cut) (ts []template) {
	b, p := pr.b, pr.b.pool
	if c.kind != atReturn {
		return nil
	}
	r := b.valueAt(c, slotKey{frame: frameResult}, nil)
	if r.absent() || r.isPointer() || r.elems != nil || b.fixed(r.t) {
		return nil
	}
	zero := pr.b.isFalse(r.t)
	for _, v := range b.variables(c) {
		if v.id == term.None || b.fixed(v.id) || len(ts) >= maxFailures {
			continue
		}
		null := p.AndN(v.when, p.Not(r.u), b.is(v.value(), idNull))
		if null != term.False {
			ts = append(ts, &candidate{t: p.Or(p.Not(null), zero), text: fmt.Sprintf("%s is null only if the result is 0", v.name)},
				&candidate{t: p.Or(p.Not(null), p.Not(zero)), text: fmt.Sprintf("%s is null only if the result is not 0", v.name)})
		}
	}
	return ts
}

// isFalse tells that a number is 0.
func (b *builder) isFalse(t term.T) term.T {
	if w := b.pool.Width(t); w > 0 {
		return b.pool.Eq(t, b.pool.BV(w, 0))
	}
	return b.pool.Not(t)
}

// maxFailures bounds these candidates.
const maxFailures = 40

// frozenNumbers lists the frozen variables that are numbers.
func (b *builder) frozenNumbers() []term.T {
	var vs []term.T
	for v := range b.frozen {
		if !b.pool.IsArray(v) && !b.argv.leavesOut(v) {
			vs = append(vs, v)
		}
	}
	slices.Sort(vs)
	return vs
}

// ofArray: an element of an array, whose elements share their facts.
func (b *builder) ofArray(v *variable) bool {
	if v.obj == nil || v.obj.lay == nil {
		return false
	}
	return v.obj.lay.shared(v.cell)
}

// likeness is candidate.like of a cell.
func (b *builder) likeness(k slotKey) int {
	if k.frame != -1 && k.frame != frameOld || k.cell < 0 {
		return 0
	}
	lay := b.objects[k.obj].lay
	if lay == nil || !lay.shared(int(k.cell)) {
		return 0
	}
	return int(k.obj)<<16 | lay.cells[k.cell].group + 1
}

// bound is the interval of a signed number.
func (pr *prover) bound(when, t term.T, cs []int64, text string) *bound {
	w := pr.b.pool.Width(t)
	return &bound{b: pr.b, when: when, t: t, signed: true, thresholds: thresholds(cs, w, true), lo: 1, hi: 0, text: text}
}

// pointerSingles: which objects, and where in each.
func (pr *prover) pointerSingles(v *variable, cs, strong []int64) []template {
	b, p := pr.b, pr.b.pool
	var ts []template
	val := v.value()
	if !b.fixed(v.id) {
		for _, k := range b.ids(v.id) {
			text := isNot(v.name, k)
			if k >= idFirst {
				text = v.name + " does not point to " + b.objects[k].name
			}
			ts = append(ts, &candidate{t: p.Or(v.u, p.Not(b.is(val, k))), text: text})
		}
		if number := b.is(val, idNumber); number != term.False {
			ts = append(ts, &candidate{t: p.OrN(v.u, p.Not(number), p.Eq(v.t, b.size(0))),
				text: v.name + " is null where it points to no object"})
		}
	}
	if b.fixed(v.t) {
		return ts
	}
	for _, k := range b.pointsTo(v) {
		o := b.objects[k]
		when := p.And(v.when, b.is(val, k))
		ends := []int64{0, int64(o.size), int64(o.size) - 1}
		text := fmt.Sprintf("%s − %s", v.name, o.name)
		a := pr.bound(when, v.t, append(slices.Clone(cs), ends...), text)
		a.strong = append(slices.Clone(strong), ends...)
		slices.Sort(a.strong)
		ts = append(ts, a, &lowBits{b: b, when: when, t: v.t, n: 4, text: text})
		if o.text != nil {
			ts = append(ts, &candidate{t: p.Or(p.Not(when), p.ULe(v.t, pr.b.lengthOf(o, val))), text: text + " ≤ its length"},
				&candidate{t: p.Or(p.Not(when), p.ULt(v.t, pr.b.lengthOf(o, val))), text: text + " < its length"})
		}
	}
	return ts
}
