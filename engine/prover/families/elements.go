package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Elements is the family of numbers in large arrays: what holds of every element of smashed memory,
// perhaps before an index, or from one on; in the blocks of a site, and of what may be
// addresses, of those that are initialised. It lies in an interval, as does what it is
// more than its index, and relates to a number beside the array, or to what another array
// has there.
//
//	for (i = 0; i < n; i++) order[i] = i;                     // order[…] before i is its index
//	for (i = 0; i < n; i++) if (least > a[i]) least = a[i];   // a[…] before i ≥ least
var Elements = &Family{
	ID: "elements", Title: "numbers in large arrays",
	Says: "elements of large arrays, of blocks of computed size and of arrays of variable length: in a range, one of few values; then no more than a number beside the array, by so much more than their index, the same as in another array; all of them, or those before an index or from one on",
	Loop: "index arrays (`a[order[i]]`), tables of flags, copies, the least or greatest element",
	Test: "elements.c", Source: "ADR 0023",
	passes: []pass{each((*proposer).intervals), each((*proposer).relations)},
}

// intervals are the candidates of the first pass at a cutpoint.
func (pr *proposer) intervals(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	return pr.elements(c, r, (*elementsAt).intervals)
}

// relations are those of the second pass, of what is no constant then.
func (pr *proposer) relations(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	return pr.elements(c, r, (*elementsAt).relations)
}

func (pr *proposer) elements(c *system.Cutpoint, r *invariant.Relevance, propose func(*elementsAt)) []invariant.Template {
	s := pr.Sys.StateAt(c)
	var all []*tableWords
	for _, o := range pr.Sys.Objects {
		all = append(all, pr.wordsAt(s, o)...)
	}
	var ts []invariant.Template
	for _, w := range all {
		if r.Reads(w.o.Words, w.column) {
			e := &elementsAt{tableWords: w, c: c, r: r, all: all}
			propose(e)
			ts = append(ts, e.ts...)
		}
	}
	return slices.DeleteFunc(ts, func(t invariant.Template) bool { return pr.isFact(c, t) })
}

// location is where the column is.
func (w *tableWords) location() invariant.Location {
	return invariant.Location{Frame: -1, Obj: int32(w.o.Words.ID), Cell: int32(w.column)}
}

// elementsAt makes the candidates about the elements of one object at one cutpoint.
type elementsAt struct {
	*tableWords
	c   *system.Cutpoint
	r   *invariant.Relevance
	all []*tableWords // of all objects
}

// intervals are the candidates that the elements of each part lie in an interval, and all
// of them have few values.
func (e *elementsAt) intervals() {
	number, t := e.number()
	own := e.r.ThresholdsOf(e.location())
	for i, k := range e.parts() {
		when := e.pr.Sys.Pool.And(number, k.when)
		interval := e.pr.bound(when, t, append(slices.Clone(own), e.pr.Compared...), k.name)
		interval.Strong = own
		if e.ts = append(e.ts, interval); i == 0 {
			e.ts = append(e.ts, &fewValues{b: e.pr.Sys, when: when, t: t, text: k.name})
		}
	}
}

// relations are the candidates about the elements of each part that compare them with
// their index, with numbers, and with other arrays.
func (e *elementsAt) relations() {
	b, p := e.pr.Sys, e.pr.Sys.Pool
	number, t := e.number()
	at := e.location()
	near := slices.DeleteFunc(e.pr.operands(e.c), func(y *operandOf) bool {
		return y.width != p.Width(t) || y.obj != 0 || y.model || y.ghost || !e.r.Pair(y.at, at)
	})
	own := slices.DeleteFunc(slices.Clone(e.r.ThresholdsOf(at)), func(c int64) bool { return c < -int64(budget.AboveIndex.N) || c > int64(budget.AboveIndex.N) })
	index := b.Dom.ResizeUnsigned(b.PtrBits, p.Width(t), e.nth)
	for _, k := range e.parts() {
		when := p.And(number, k.when)
		if l, ok := e.pr.Bounds[e.c.Index][invariant.BoundKey{Term: t, When: when}]; ok && l.Lo >= l.Hi {
			continue
		}
		if e.o.Plain() {
			above := e.pr.bound(when, p.Sub(t, index), own, k.name+" − its index")
			above.Strong = own
			e.ts = append(e.ts, above)
		}
		for _, y := range near[:min(len(near), budget.ElementRelations.N)] {
			e.claim(p.And(when, y.when), p.SLe(t, y.t), "%s ≤ %s", k.name, y.name)
			e.claim(p.And(when, y.when), p.SLe(y.t, t), "%s ≥ %s", k.name, y.name)
			e.claim(p.And(when, y.when), p.ULt(t, y.t), "%s < %s, unsigned", k.name, y.name)
		}
		e.others(when, t, k)
	}
}

// number is the element as a number, and when it is one.
func (w *tableWords) number() (when, t term.T) {
	b := w.pr.Sys
	switch {
	case b.Numeric(w.o):
		return w.is, w.word.Term
	case !w.addresses():
		return w.when, w.word.Term
	}
	return b.Pool.And(w.when, b.Absolute(w.word)), b.Offset(w.word)
}

func (e *elementsAt) claim(when, then term.T, format string, args ...any) {
	if len(e.ts) < budget.ElementFacts.N {
		e.ts = append(e.ts, implication(e.pr.Sys, when, then, fmt.Sprintf(format, args...))...)
	}
}

// parts are the kinds of elements, those before an index, with the first and without it,
// and those from one on.
func (e *elementsAt) parts() []part {
	b, p := e.pr.Sys, e.pr.Sys.Pool
	name := e.name
	all := e.kinds()
	xs := slices.DeleteFunc(selecting(e.pr.indices(e.c), e.r), func(x *operandOf) bool { return x.ghost })
	for _, x := range xs[:min(len(xs), budget.WordEnds.N)] {
		counts, first := e.before(x)
		before := p.And(counts, first)
		all = append(all, part{before, fmt.Sprintf("%s before %s", name, x.name)},
			part{p.And(before, p.Not(p.Eq(e.nth, b.Size(0)))), fmt.Sprintf("%s but the first before %s", name, x.name)},
			part{p.And(counts, p.Not(first)), fmt.Sprintf("%s from %s on", name, x.name)})
	}
	return all
}

// others are the candidates about the elements that other arrays have there.
func (e *elementsAt) others(when, t term.T, k part) {
	p := e.pr.Sys.Pool
	for _, other := range e.all {
		is, u := other.number()
		if other.o == e.o && other.column == e.column || other.o != e.o && (other.o.Site || e.o.Site || other.o.Record != e.o.Record) || p.Width(u) != p.Width(t) || !e.r.Pair(e.location(), other.location()) {
			continue
		}
		both := p.And(when, is)
		e.claim(both, p.Eq(t, u), "%s is as in %s", k.name, other.name)
		e.claim(both, p.SLe(t, u), "%s is no more than in %s", k.name, other.name)
		e.claim(both, p.SLt(t, u), "%s is less than in %s", k.name, other.name)
	}
}
