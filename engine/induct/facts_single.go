package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/term"
)

// The non-relational family: what holds of one variable. A number lies in an
// interval, its low bits are known, it was written; a pointer points to one of
// a set of objects, inside it, aligned; a variable lives.
//
//	int i = 0;
//	while (in()) if (i < 9) i++;   // 0 ≤ i ≤ 9
//	a[i] = 1;

func proposeSingles(pr *proposer) {
	r := pr.relevance()
	for i, c := range pr.Sys.Cuts {
		pr.current[i] = pr.singles(c, r)
	}
}

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
func (pr *proposer) singles(c *system.Cut, r *relevance) []template {
	b, p := pr.Sys, pr.Sys.Pool
	at := pr.locations(c)
	var ts []template
	for i, s := range c.Slots {
		rep := c.Rep[i]
		switch {
		case b.Pool.IsArray(rep):
		case s.Key.Part == system.PartAlive && !b.Fixed(rep):
			ts = append(ts, &candidate{t: rep, text: b.Objects[s.Key.Obj].Name + " is alive"})
		case s.Key.Part == system.PartUnset && !b.Fixed(rep) && c.First[rep] == i:
			ts = append(ts, &candidate{t: p.Not(rep), text: b.SlotName(c, i) + " is initialised", like: likeness(b, s.Key)})
		}
	}
	ts = append(ts, pr.failures(c)...)
	for _, v := range frozenNumbers(b) {
		ts = append(ts, pr.bound(term.True, v, r.thresholdsOf(at[v]), p.Name(v)))
	}
	for _, v := range b.Variables(c) {
		if v.ID != term.None {
			ts = append(ts, pr.pointerSingles(v, r.thresholdsOf(at[v.Term]), r.strongOf(at[v.Term]))...)
			continue
		}
		if b.Fixed(v.Term) || v.Uninit == term.True || ofArray(b, v) {
			continue
		}
		if v.Width == 0 {
			ts = append(ts, &candidate{t: p.Or(v.Uninit, v.Term), text: v.Name}, &candidate{t: p.Or(v.Uninit, p.Not(v.Term)), text: "!" + v.Name})
			continue
		}
		if v.Width > 64 {
			continue
		}
		cs := r.thresholdsOf(at[v.Term])
		if !v.Model {
			cs = append(slices.Clone(cs), pr.compared...)
		}
		a := pr.bound(v.When, v.Term, cs, v.Name)
		a.strong = r.strongOf(at[v.Term])
		ts = append(ts, a)
		if v.Width <= 32 {
			ts = append(ts, &lowBits{b: b, when: v.When, t: v.Term, n: 3, text: v.Name})
			ts = append(ts, &candidate{t: p.Or(v.Uninit, p.Not(p.Eq(v.Term, p.BV(v.Width, 0)))), text: v.Name + " ≠ 0"})
		}
	}
	return ts
}

// failures are the candidates at the return of a procedure that a pointer is null only
// where the result is 0, or only where it is not: what is told by whether a function has
// failed.
//
//	if (!more) { free(t->bytes); t->bytes = 0; return 0; }
func (pr *proposer) failures(c *system.Cut) (ts []template) {
	b, p := pr.Sys, pr.Sys.Pool
	if c.Kind != system.AtReturn {
		return nil
	}
	r := b.ValueAt(c, system.SlotKey{Frame: system.FrameResult}, nil)
	if r.Absent() || r.IsPointer() || r.Elems != nil || b.Fixed(r.Term) {
		return nil
	}
	zero := isFalse(pr.Sys, r.Term)
	for _, v := range b.Variables(c) {
		if v.ID == term.None || b.Fixed(v.ID) || len(ts) >= maxFailures {
			continue
		}
		null := p.AndN(v.When, p.Not(r.Uninit), b.Is(v.Value(), system.IDNull))
		if null != term.False {
			ts = append(ts, &candidate{t: p.Or(p.Not(null), zero), text: fmt.Sprintf("%s is null only if the result is 0", v.Name)},
				&candidate{t: p.Or(p.Not(null), p.Not(zero)), text: fmt.Sprintf("%s is null only if the result is not 0", v.Name)})
		}
	}
	return ts
}

// isFalse tells that a number is 0.
func isFalse(b *system.System, t term.T) term.T {
	if w := b.Pool.Width(t); w > 0 {
		return b.Pool.Eq(t, b.Pool.BV(w, 0))
	}
	return b.Pool.Not(t)
}

// maxFailures bounds these candidates.
const maxFailures = 40

// frozenNumbers lists the frozen variables that are numbers.
func frozenNumbers(b *system.System) []term.T {
	var vs []term.T
	for v := range b.Frozen {
		if !b.Pool.IsArray(v) && !b.Argv.LeavesOut(v) {
			vs = append(vs, v)
		}
	}
	slices.Sort(vs)
	return vs
}

// ofArray: an element of an array, whose elements share their facts.
func ofArray(b *system.System, v *system.Variable) bool {
	if v.Obj == nil || v.Obj.Layout == nil {
		return false
	}
	return v.Obj.Layout.Shared(v.Cell)
}

// likeness is candidate.like of a cell.
func likeness(b *system.System, k system.SlotKey) int {
	if k.Frame != -1 && k.Frame != system.FrameOld || k.Cell < 0 {
		return 0
	}
	lay := b.Objects[k.Obj].Layout
	if lay == nil || !lay.Shared(int(k.Cell)) {
		return 0
	}
	return int(k.Obj)<<16 | lay.Cells[k.Cell].Group + 1
}

// bound is the interval of a signed number.
func (pr *proposer) bound(when, t term.T, cs []int64, text string) *bound {
	w := pr.Sys.Pool.Width(t)
	return &bound{b: pr.Sys, when: when, t: t, signed: true, thresholds: thresholds(cs, w, true), lo: 1, hi: 0, text: text}
}

// pointerSingles: which objects, and where in each.
func (pr *proposer) pointerSingles(v *system.Variable, cs, strong []int64) []template {
	b, p := pr.Sys, pr.Sys.Pool
	var ts []template
	val := v.Value()
	if !b.Fixed(v.ID) {
		for _, k := range b.IDs(v.ID) {
			text := isNot(v.Name, k)
			if k >= system.IDFirst {
				text = v.Name + " does not point to " + b.Objects[k].Name
			}
			ts = append(ts, &candidate{t: p.Or(v.Uninit, p.Not(b.Is(val, k))), text: text})
		}
		if number := b.Is(val, system.IDNumber); number != term.False {
			ts = append(ts, &candidate{t: p.OrN(v.Uninit, p.Not(number), p.Eq(v.Term, b.Size(0))),
				text: v.Name + " is null where it points to no object"})
		}
	}
	if b.Fixed(v.Term) {
		return ts
	}
	for _, k := range b.PointsTo(v) {
		o := b.Objects[k]
		when := p.And(v.When, b.Is(val, k))
		ends := []int64{0, int64(o.Size), int64(o.Size) - 1}
		text := fmt.Sprintf("%s − %s", v.Name, o.Name)
		a := pr.bound(when, v.Term, append(slices.Clone(cs), ends...), text)
		a.strong = append(slices.Clone(strong), ends...)
		slices.Sort(a.strong)
		ts = append(ts, a, &lowBits{b: b, when: when, t: v.Term, n: 4, text: text})
		if o.Text != nil {
			ts = append(ts, &candidate{t: p.Or(p.Not(when), p.ULe(v.Term, pr.Sys.LengthOf(o, val))), text: text + " ≤ its length"},
				&candidate{t: p.Or(p.Not(when), p.ULt(v.Term, pr.Sys.LengthOf(o, val))), text: text + " < its length"})
		}
	}
	return ts
}
