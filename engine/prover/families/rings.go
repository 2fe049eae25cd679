package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Rings is the family of rings: the elements of an array that are in use are some that follow
// each other, behind the last the first, from an index on, either as many as a counter
// says or up to another index. Those in use are set (not 0, not null) or initialised,
// the others are not set; and where the part ends that a counter is the length of.
//
//	if (n < 8) { busy[end] = 1; end = (end + 1) % 8; n++; }
//	if (busy[first]) { busy[first] = 0; first = (first + 1) % 8; n--; }   // 0 ≤ n ≤ 8
var Rings = &Family{
	ID: "rings", Title: "rings",
	Says:   "the elements in use follow each other from an index on, behind the last the first, as many as a counter says or up to another index: these are set, or written, the others are not",
	Loop:   "queues in an array with a first and a next index, descriptors that belong to a device",
	Test:   "rings.c",
	passes: []pass{each((*proposer).rings)},
}

// rings are the templates of the family at a cutpoint.
func (pr *proposer) rings(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	s := pr.Sys.StateAt(c)
	xs := pr.indices(c)
	if len(xs) < 2 {
		return nil
	}
	var ts []invariant.Template
	lengths := map[term.T]bool{} // what is said of the numbers alone, which several arrays share
	for id, o := range pr.Sys.Objects {
		if o == nil || o.Site || o.Layout == nil || s.Obj(id) == nil || s.Obj(id).Cells == nil {
			continue
		}
		for g := range o.Layout.Groups() {
			a := &array{pr: pr, o: o, group: g, cells: s.Obj(id).Cells}
			if n := o.Layout.Members[g]; n <= 1 || n > budget.RingElements.N || !a.varies() || !a.needed(r) || !a.inOneRow() {
				continue
			}
			for _, part := range a.partsOfRing(xs, r, o.Layout.Members[g]) {
				ts = append(ts, part.contents()...)
				for _, l := range part.lengths() {
					if !lengths[l.Term] {
						lengths[l.Term] = true
						ts = append(ts, l)
					}
				}
			}
		}
	}
	return ts
}

// inOneRow tells that one index selects an element.
func (a *array) inOneRow() bool {
	one := true
	a.each(func(_ system.Value, index []int) { one = one && len(index) == 1 })
	return one
}

// ringPart is the part of an array of n elements that begins at first and, if end is
// no counter, ends in front of end.
type ringPart struct {
	array
	n          int
	first, end *operandOf
	counter    bool         // as many elements as end says
	ends       []*operandOf // where a counted part may end
}

// partsOfRing are the parts that numbers of the program may tell.
func (a *array) partsOfRing(xs []*operandOf, r *invariant.Relevance, n int) []*ringPart {
	var ends, counters []*operandOf
	for _, x := range xs {
		switch {
		case x.lo >= 0 && x.hi == int64(n)-1 && r.Index[x.at]:
			ends = append(ends, x)
		case slices.Contains(r.StrongOf(x.at), int64(n)):
			counters = append(counters, x)
		}
	}
	ends = ends[:min(len(ends), budget.RingEnds.N)]
	var parts []*ringPart
	add := func(first, end *operandOf, counter bool) {
		if first != end && first.width == end.width && len(parts) < budget.RingParts.N {
			parts = append(parts, &ringPart{*a, n, first, end, counter, ends})
		}
	}
	for _, first := range ends {
		for _, x := range counters {
			add(first, x, true)
		}
		for _, x := range ends {
			add(first, x, false)
		}
	}
	return parts
}

// when is where all numbers of the part have values.
func (k *ringPart) when() term.T { return k.pr.Sys.Pool.And(k.first.when, k.end.when) }

// at is a constant of the width of the part's numbers.
func (k *ringPart) at(i int) term.T { return k.pr.Sys.Pool.BV(k.first.width, uint64(i)) }

// contains tells that element i is in the part.
func (k *ringPart) contains(i int) term.T {
	p := k.pr.Sys.Pool
	at, first, end := k.at(i), k.first.t, k.end.t
	behind := p.ULe(first, at)
	if k.counter {
		distance := p.Sub(at, first)
		return p.Ite(behind, p.ULt(distance, end), p.ULt(p.Add(distance, k.at(k.n)), end))
	}
	before := p.ULt(at, end)
	return p.Ite(p.ULe(first, end), p.And(behind, before), p.Or(behind, before))
}

// contents say what holds of the elements in the part and outside.
func (k *ringPart) contents() []invariant.Template {
	p := k.pr.Sys.Pool
	within := "from " + k.first.name + " to " + k.end.name
	if k.counter {
		within = k.end.name + " from " + k.first.name + " on"
	}
	within += ", around the end"
	unset := func(v system.Value) term.T { return p.Or(v.Uninit, p.Not(k.isSet(v))) }
	written := func(v system.Value) term.T { return p.Not(v.Uninit) }
	inside := func(i int) term.T { return p.And(k.when(), k.contains(i)) }
	outside := func(i int) term.T { return p.And(k.when(), p.Not(k.contains(i))) }
	return slices.Concat(
		k.where(outside, unset, fmt.Sprintf("%s[…] is 0 but for those %s", k.field(), within)),
		k.where(inside, k.isSet, fmt.Sprintf("%s[…] is not 0 for those %s", k.field(), within)),
		k.where(inside, written, fmt.Sprintf("%s[…] is initialised for those %s", k.field(), within)))
}

// isSet tells that an element is not 0, or not null.
func (k *ringPart) isSet(v system.Value) term.T {
	p := k.pr.Sys.Pool
	if v.ID != term.None {
		return p.Not(k.pr.Sys.Is(v, system.IDNull))
	}
	return p.Not(p.Eq(v.Term, p.BV(p.Width(v.Term), 0)))
}

// where says something of the elements with some indices.
func (k *ringPart) where(in func(i int) term.T, holds func(system.Value) term.T, text string) []invariant.Template {
	p := k.pr.Sys.Pool
	var parts []term.T
	k.each(func(v system.Value, index []int) {
		if t := p.Or(p.Not(in(index[0])), holds(v)); t != term.True {
			parts = append(parts, t)
		}
	})
	if len(parts) == 0 {
		return nil
	}
	return []invariant.Template{&invariant.Pointwise{Text: text, Parts: parts}}
}

// lengths say how long a counted part is, and where it ends.
func (k *ringPart) lengths() []*invariant.Candidate {
	if !k.counter {
		return nil
	}
	p := k.pr.Sys.Pool
	cs := []*invariant.Candidate{{Term: p.Or(p.Not(k.when()), p.ULe(k.end.t, k.at(k.n))), Text: fmt.Sprintf("0 ≤ %s ≤ %d", k.end.name, k.n), Hard: true}}
	sum := p.Add(k.first.t, k.end.t)
	around := p.Ite(p.ULt(sum, k.at(k.n)), sum, p.Sub(sum, k.at(k.n)))
	for _, x := range k.ends {
		if x != k.first && x.width == k.first.width {
			cs = append(cs, &invariant.Candidate{Term: p.Or(p.Not(p.And(k.when(), x.when)), p.Eq(x.t, around)),
				Text: fmt.Sprintf("%s = (%s + %s) %% %d", x.name, k.first.name, k.end.name, k.n), Hard: true})
		}
	}
	return cs
}
