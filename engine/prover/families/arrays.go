package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Arrays is the family of arrays: what holds of all elements, or of the first n. Every
// element is initialised, or those below an index; the initialised ones lie in
// an interval; the bytes from an address on are an initialised text with its
// NUL.
//
//	for (i = 0; i < n; i++) a[i] = in() % 10;   // a[0..i) is initialised, −9 ≤ a[…] ≤ 9
var Arrays = &Family{
	ID: "arrays", Title: "arrays and texts",
	Says:   "elements up to an index, or all, are written, lie in a range or point to objects; a text ends before the end of its array; in large arrays and blocks of computed size: how much is written, and where a text ends; once more when differences are known",
	Loop:   "tables that are filled, scanners, buffers that are built, copies of texts that lists and documents name",
	Test:   "folded.c",
	passes: []pass{each((*proposer).arrays), each((*proposer).smashedAt)},
}

// arrays are the templates of the family at a cutpoint.
func (pr *proposer) arrays(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	b := pr.Sys
	s := b.StateAt(c)
	xs := pr.indices(c)
	var ts []invariant.Template
	for id, o := range b.Objects {
		if o == nil || o.Site || o.Layout == nil || s.Obj(id) == nil || s.Obj(id).Cells == nil {
			continue
		}
		for g, n := range o.Layout.Members {
			if n > budget.SeparateElements.N {
				a := &array{pr: pr, o: o, group: g, cells: s.Obj(id).Cells}
				if a.varies() && a.needed(r) {
					ts = append(ts, a.templates(selecting(xs, r), r)...)
				}
			}
		}
	}
	ts = append(ts, pr.smashed(c, s, xs, r)...)
	return append(ts, pr.texts(c, s, xs, r)...)
}

// indices are the numbers at a cutpoint that may count elements.
func (pr *proposer) indices(c *system.Cutpoint) []*operandOf {
	b := pr.Sys
	var xs []*operandOf
	for _, x := range pr.operands(c) {
		static := x.at.Frame == -1 && x.model && b.Objects[x.at.Obj].Origin == memory.Static
		if x.obj == 0 && x.width >= 32 && x.at.Frame != system.FrameFrozen && !static && x.hi > 1 && len(xs) < budget.PartEnds.N {
			xs = append(xs, x)
		}
	}
	return xs
}

// selecting are the numbers among some that select elements.
func selecting(xs []*operandOf, r *invariant.Relevance) []*operandOf {
	return slices.DeleteFunc(slices.Clone(xs), func(x *operandOf) bool { return !r.Index[x.at] })
}

// array is the elements of one group of an object at a cutpoint.
type array struct {
	pr    *proposer
	o     *system.Object
	group int
	cells []system.Value
}

// each calls f for every element, with its indices.
func (a *array) each(f func(v system.Value, index []int)) {
	for i := range a.o.Layout.Cells {
		if c := &a.o.Layout.Cells[i]; c.Group == a.group && !a.cells[i].Absent() {
			f(a.cells[i], c.Index)
		}
	}
}

// varies: some element is no constant.
func (a *array) varies() bool {
	any := false
	a.each(func(v system.Value, _ []int) {
		any = any || !a.pr.Sys.Fixed(v.Term) || !a.pr.Sys.Fixed(v.Uninit)
	})
	return any
}

// needed: an open check reads an element, or what was one a turn ago.
func (a *array) needed(r *invariant.Relevance) bool {
	for i := range a.o.Layout.Cells {
		if a.o.Layout.Cells[i].Group == a.group && r.Reads(a.o, i) {
			return true
		}
	}
	return false
}

func (a *array) templates(xs []*operandOf, r *invariant.Relevance) []invariant.Template {
	p := a.pr.Sys.Pool
	var ts []invariant.Template
	written, some := term.True, false
	a.each(func(v system.Value, _ []int) {
		written = p.And(written, p.Not(v.Uninit))
		some = some || v.Uninit != term.False
	})
	if some {
		ts = append(ts, &invariant.Candidate{Term: written, Text: a.o.Name + "[…] is initialised"})
		for i, x := range xs {
			ts = append(ts, a.prefix(x))
			for _, y := range xs[:i] {
				if r.Pair(x.at, y.at) && len(ts) < budget.Prefixes.N {
					ts = append(ts, a.prefix(x, y))
				}
			}
		}
	}
	if a.pointers() {
		for _, x := range xs {
			ts = append(ts, a.pointing(x))
		}
	}
	if a.bytes() {
		for _, x := range xs {
			ts = append(ts, a.zeroAt(x), a.zeroFrom(x))
		}
	}
	e := &elements{}
	own := a.thresholds(r)
	all := append(slices.Clone(own), a.pr.Compared...)
	a.each(func(v system.Value, _ []int) {
		if v.ID == term.None && p.Width(v.Term) >= 8 && p.Width(v.Term) <= 64 {
			part := a.pr.bound(p.Not(v.Uninit), v.Term, all, a.o.Name+"[…]")
			part.Strong = own
			e.parts = append(e.parts, part)
		}
	})
	if len(e.parts) > 0 {
		ts = append(ts, e)
	}
	return ts
}

// thresholds are what any element is compared with.
func (a *array) thresholds(r *invariant.Relevance) []int64 {
	var cs []int64
	for i := range a.o.Layout.Cells {
		if a.o.Layout.Cells[i].Group == a.group {
			cs = append(cs, r.ThresholdsOf(invariant.Location{Frame: -1, Obj: int32(a.o.ID), Cell: int32(i)})...)
		}
	}
	slices.Sort(cs)
	return slices.Compact(cs)
}

// prefix says that the elements before all of some indices are initialised:
// the rows before them, where there are two dimensions.
func (a *array) prefix(xs ...*operandOf) invariant.Template {
	p := a.pr.Sys.Pool
	t, when, text := term.True, term.True, ""
	for i, x := range xs {
		when = p.And(when, x.when)
		if text += x.name; i < len(xs)-1 {
			text += " or "
		}
	}
	a.each(func(v system.Value, index []int) {
		before := term.True
		for _, x := range xs {
			before = p.And(before, p.SLt(p.BV(x.width, uint64(index[0])), x.t))
		}
		t = p.And(t, p.Or(p.Not(before), p.Not(v.Uninit)))
	})
	return &invariant.Candidate{Term: p.Or(p.Not(when), t), Text: fmt.Sprintf("%s is initialised up to %s", a.o.Name, text), Hard: true}
}

// pointers: the elements are pointers.
func (a *array) pointers() bool {
	any := false
	a.each(func(v system.Value, _ []int) { any = any || v.ID != term.None })
	return any
}

// pointing says that the elements before an index point to objects.
func (a *array) pointing(x *operandOf) invariant.Template {
	b, p := a.pr.Sys, a.pr.Sys.Pool
	object := func(v system.Value) term.T {
		is := p.Not(v.Uninit)
		for _, k := range b.ObjectsOf(v) {
			if k < system.IDFirst {
				is = p.And(is, p.Not(b.Is(v, k)))
			}
		}
		return is
	}
	return a.where(x, p.SLt, object, fmt.Sprintf("%s points to objects up to %s", a.o.Name, x.name))
}

// bytes: the elements are those of a text.
func (a *array) bytes() bool {
	return a.o.Layout.Groups() == 1 && a.o.Layout.Cells[0].Size == 1 && len(a.o.Layout.Cells[0].Index) == 1
}

// zeroAt says that the element at an index is 0.
func (a *array) zeroAt(x *operandOf) invariant.Template {
	return a.zeros(x, a.pr.Sys.Pool.Eq, true, fmt.Sprintf("%s[%s] = 0", a.o.Name, x.name))
}

// zeroFrom says that no element before an index is 0.
func (a *array) zeroFrom(x *operandOf) invariant.Template {
	return a.zeros(x, a.pr.Sys.Pool.SLt, false, fmt.Sprintf("%s[0..%s) ≠ 0", a.o.Name, x.name))
}

// zeros says that the elements whose index relates to a number are 0, or that
// they are not.
func (a *array) zeros(x *operandOf, related func(i, x term.T) term.T, zero bool, text string) invariant.Template {
	p := a.pr.Sys.Pool
	return a.where(x, related, func(v system.Value) term.T {
		is := p.Eq(v.Term, p.BV(8, 0))
		if !zero {
			is = p.Not(is)
		}
		return p.And(is, p.Not(v.Uninit))
	}, text)
}

// where says something of the elements whose index relates to a number.
func (a *array) where(x *operandOf, related func(i, x term.T) term.T, holds func(system.Value) term.T, text string) invariant.Template {
	p := a.pr.Sys.Pool
	t := term.True
	a.each(func(v system.Value, index []int) {
		t = p.And(t, p.Or(p.Not(related(p.BV(x.width, uint64(index[0])), x.t)), holds(v)))
	})
	return &invariant.Candidate{Term: p.Or(p.Not(x.when), t), Text: text, Hard: true}
}

// elements is one interval for all elements of an array.
type elements struct{ parts []*invariant.Bound }

func (e *elements) Facts() []term.T {
	var fs []term.T
	for _, a := range e.parts {
		fs = append(fs, a.Facts()...)
	}
	return fs
}

// Weaken widens all parts to what any of them has to admit.
func (e *elements) Weaken(v system.Valuation) {
	lo, hi, seen := 0, 0, false
	for _, a := range e.parts {
		a.Weaken(v)
		if a.Lo > a.Hi {
			continue
		}
		if !seen {
			lo, hi, seen = a.Lo, a.Hi, true
		}
		lo, hi = min(lo, a.Lo), max(hi, a.Hi)
	}
	for _, a := range e.parts {
		if seen {
			a.Lo, a.Hi = lo, hi
		}
	}
}

func (e *elements) Far() []term.T { return e.parts[0].Far() }

func (e *elements) Drop() {
	for _, a := range e.parts {
		a.Drop()
	}
}

func (e *elements) Refuse(term.T) { e.Drop() }

func (e *elements) Effort() invariant.Effort { return invariant.Little }

func (e *elements) String() string { return e.parts[0].String() }

// mayHoldText tells that an object may hold texts on which an open check hangs.
func (pr *proposer) mayHoldText(o *system.Object, s *system.State, r *invariant.Relevance) bool {
	if o.Smashed() {
		return readsAny(r, o, layout.GhostLast)
	}
	if o.Layout.Groups() != 1 || o.Layout.Members[0] <= budget.SeparateElements.N || o.Layout.Cells[0].Size != 1 {
		return false
	}
	a := &array{pr: pr, o: o, cells: s.Obj(o.ID).Cells}
	return a.needed(r) && a.varies()
}

// texts are candidates that an address starts a text.
func (pr *proposer) texts(c *system.Cutpoint, s *system.State, xs []*operandOf, r *invariant.Relevance) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	var ts []invariant.Template
	add := func(v system.Value, when term.T, text string) { ts = append(ts, pr.textAt(s, v, when, text)...) }
	for _, v := range b.Variables(c) {
		at := v.Value()
		if v.ID == term.None || b.Fixed(v.Term) && !b.MaySmash(at) || !mayNameText(b, at, r) {
			continue
		}
		add(at, v.When, v.Name)
		add(at, p.And(v.When, p.Not(b.Is(at, system.IDNull))), v.Name+", if not null,")
		add(at.Moved(p.Add(v.Term, b.Size(1))), v.When, v.Name+" + 1")
	}
	for id, o := range b.Objects {
		if o == nil || o.Site || o.Layout == nil || o.ReadOnly || s.Obj(id) == nil || s.Obj(id).Cells == nil || !pr.mayHoldText(o, s, r) {
			continue
		}
		base := b.Pointer(id, 0)
		add(base, term.True, o.Name)
		pr.textsFrom(base, xs, r, func(at system.Value, when term.T, text string) { add(at, when, o.Name+" + "+text) })
	}
	return ts
}

// mayNameText tells that an address may start a text; in smashed memory one on which an
// open check hangs.
func mayNameText(b *system.System, v system.Value, r *invariant.Relevance) bool {
	return slices.ContainsFunc(b.ObjectsOf(v), func(k int) bool {
		return k >= system.IDFirst && (!b.Objects[k].Smashed() || readsAny(r, b.Objects[k], layout.GhostLast))
	})
}

// textsBehind are candidates that a text starts at an index from a pointer into smashed
// memory.
func (pr *proposer) textsBehind(c *system.Cutpoint, s *system.State, xs []*operandOf, r *invariant.Relevance) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	var ts []invariant.Template
	places := pr.Locations(c)
	for _, v := range b.Variables(c) {
		at := v.Value()
		if v.ID == term.None || v.Frame == system.FrameOld || !b.MaySmash(at) || !mayNameText(b, at, r) {
			continue
		}
		along := slices.DeleteFunc(slices.Clone(xs), func(x *operandOf) bool {
			return x.at.Frame == system.FrameOld || !b.Fixed(v.Term) && !r.Pair(x.at, places[v.Term])
		})
		pr.textsFrom(at, along, r, func(at system.Value, when term.T, text string) {
			ts = append(ts, pr.textAt(s, at, p.And(v.When, when), v.Name+" + "+text)...)
		})
	}
	return ts
}

// textAt are the candidates that an address starts a text; of one in smashed memory also
// that there is a byte behind it that is 0, of which only the place of the last may be
// kept where a text is read twice.
func (pr *proposer) textAt(s *system.State, v system.Value, when term.T, text string) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	written, ends, upTo, last, some, folded, sites := term.True, term.True, term.True, term.True, false, false, false
	for _, k := range b.ObjectsOf(v) {
		w, e, u, l := term.False, term.False, term.False, term.False
		if k >= system.IDFirst && s.Obj(k) != nil {
			o := b.Objects[k]
			w, e = b.StringIn(s, o, v)
			if u, l = w, e; o.Smashed() {
				folded, sites = true, sites || o.Site
				f := b.SmashAt(s, o, v)
				f.Seen = b.NoOffset()
				u, l = f.Text(p, v.Term)
			}
		}
		other := p.Not(b.Is(v, k))
		some = some || e != term.False
		written, ends = p.And(written, p.Or(other, w)), p.And(ends, p.Or(other, e))
		upTo, last = p.And(upTo, p.Or(other, u)), p.And(last, p.Or(other, l))
	}
	ts := implication(b, when, p.And(written, ends), text+" starts a text")
	if !some || len(ts) == 0 {
		return nil
	}
	if folded {
		ts = append(ts, implication(b, when, ends, text+" has an end")...)
		ts = append(ts, implication(b, when, last, text+" has an end")...)
		if !sites { // of many blocks that costs more than it tells
			ts = append(ts, implication(b, when, p.And(upTo, last), text+" starts a text")...)
		}
	}
	return ts
}
