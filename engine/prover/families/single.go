package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Singles is the non-relational family: what holds of one variable. A number lies in an
// interval, its low bits are known, it was written; a pointer points to one of
// a set of objects, inside it, aligned; a variable lives.
//
//	int i = 0;
//	while (in()) if (i < 9) i++;   // 0 ≤ i ≤ 9
//	a[i] = 1;
var Singles = &Family{
	ID: "singles", Title: "intervals, points-to and initialised variables",
	Says:   "a variable lies between two constants, is not 0, has known low bits, was written; a pointer is not null, names one of these objects, at these offsets; at a return, it is null only where the result is 0, or is not",
	Loop:   "cursors, ring buffers, state machines, flags of a lock protocol",
	Test:   "loops.c",
	passes: []pass{each((*proposer).singles)},
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

// singles are the templates of the non-relational family at a cutpoint.
func (pr *proposer) singles(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	at := pr.Locations(c)
	var ts []invariant.Template
	for i, s := range c.Slots {
		rep := c.Rep[i]
		switch {
		case b.Pool.IsArray(rep):
		case s.Key.Part == system.PartAlive && !b.Fixed(rep):
			ts = append(ts, &invariant.Candidate{Term: rep, Text: b.Objects[s.Key.Obj].Name + " is alive"})
		case s.Key.Part == system.PartUninit && !b.Fixed(rep) && c.First[rep] == i:
			ts = append(ts, &invariant.Candidate{Term: p.Not(rep), Text: b.SlotName(c, i) + " is initialised", Like: likeness(b, s.Key)})
		}
	}
	ts = append(ts, pr.failures(c)...)
	for _, v := range FrozenNumbers(b) {
		cs := r.ThresholdsOf(at[v])
		a := pr.bound(term.True, v, cs, p.Name(v))
		a.Climb, a.Strong = pr.climb(a.Text), cs
		ts = append(ts, a)
	}
	for _, v := range b.Variables(c) {
		if v.ID != term.None {
			ts = append(ts, pr.pointerSingles(v, r.ThresholdsOf(at[v.Term]), r.StrongOf(at[v.Term]))...)
			continue
		}
		if b.Fixed(v.Term) || v.Uninit == term.True || ofArray(b, v) {
			continue
		}
		if v.Width == 0 {
			ts = append(ts, &invariant.Candidate{Term: p.Or(v.Uninit, v.Term), Text: v.Name}, &invariant.Candidate{Term: p.Or(v.Uninit, p.Not(v.Term)), Text: "!" + v.Name})
			continue
		}
		if v.Width > 64 {
			continue
		}
		cs := r.ThresholdsOf(at[v.Term])
		if !v.Model {
			cs = append(slices.Clone(cs), pr.Compared...)
		}
		a := pr.bound(v.When, v.Term, cs, v.Name)
		a.Climb, a.Strong = pr.climb(v.Name), r.StrongOf(at[v.Term])
		if v.SmashedGhost() {
			rough(a, -1, 0, int64(v.Obj.Size)-1, int64(v.Obj.Size))
		}
		ts = append(ts, a)
		if v.Width <= 32 {
			ts = append(ts, &invariant.LowBits{Sys: b, When: v.When, Term: v.Term, N: 3, Text: v.Name})
			ts = append(ts, &invariant.Candidate{Term: p.Or(v.Uninit, p.Not(p.Eq(v.Term, p.BV(v.Width, 0)))), Text: v.Name + " ≠ 0"})
		}
	}
	return ts
}

// rough gives a bound more stops, and lets it move to these alone: of a place in an object it
// mostly matters whether it is inside.
func rough(a *invariant.Bound, stops ...int64) {
	a.Strong = append(slices.Clone(a.Strong), stops...)
	slices.Sort(a.Strong)
	a.Moves = [2]int{budget.WeakMoves.N + 1, budget.WeakMoves.N + 1}
}

// failures are the candidates at the return of a procedure that a pointer is null only
// where the result is 0, or only where it is not: what is told by whether a function has
// failed.
//
//	if (!more) { free(t->bytes); t->bytes = 0; return 0; }
func (pr *proposer) failures(c *system.Cutpoint) (ts []invariant.Template) {
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
		if v.ID == term.None || b.Fixed(v.ID) || len(ts) >= budget.Failures.N {
			continue
		}
		null := p.AndN(v.When, p.Not(r.Uninit), b.Is(v.Value(), system.IDNull))
		if null != term.False {
			ts = append(ts, &invariant.Candidate{Term: p.Or(p.Not(null), zero), Text: fmt.Sprintf("%s is null only if the result is 0", v.Name)},
				&invariant.Candidate{Term: p.Or(p.Not(null), p.Not(zero)), Text: fmt.Sprintf("%s is null only if the result is not 0", v.Name)})
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

// FrozenNumbers lists the frozen variables that are numbers.
func FrozenNumbers(b *system.System) []term.T {
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
func (pr *proposer) bound(when, t term.T, cs []int64, text string) *invariant.Bound {
	w := pr.Sys.Pool.Width(t)
	return &invariant.Bound{Sys: pr.Sys, When: when, Term: t, Signed: true, Thresholds: thresholds(cs, w, true), Lo: 1, Hi: 0, Text: text}
}

// pointerSingles: which objects, and where in each.
func (pr *proposer) pointerSingles(v *system.Variable, cs, strong []int64) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	var ts []invariant.Template
	val := v.Value()
	if !b.Fixed(v.ID) {
		for _, k := range b.IDs(v.ID) {
			text := isNot(v.Name, k)
			if k >= system.IDFirst {
				text = v.Name + " does not point to " + b.Objects[k].Name
			}
			ts = append(ts, &invariant.Candidate{Term: p.Or(v.Uninit, p.Not(b.Is(val, k))), Text: text})
		}
		if number := b.Is(val, system.IDNumber); number != term.False {
			ts = append(ts, &invariant.Candidate{Term: p.OrN(v.Uninit, p.Not(number), p.Eq(v.Term, b.Size(0))),
				Text: v.Name + " is null where it points to no object"})
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
		a.Strong, a.Climb = slices.Clone(strong), pr.climb(text)
		rough(a, ends...)
		ts = append(ts, a, &invariant.LowBits{Sys: b, When: when, Term: v.Term, N: 4, Text: text})
		if o.Text != nil {
			ts = append(ts, &invariant.Candidate{Term: p.Or(p.Not(when), p.ULe(v.Term, pr.Sys.LengthOf(o, val))), Text: text + " ≤ its length"},
				&invariant.Candidate{Term: p.Or(p.Not(when), p.ULt(v.Term, pr.Sys.LengthOf(o, val))), Text: text + " < its length"})
		}
	}
	return ts
}
