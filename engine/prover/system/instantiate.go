package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/term"
)

// Facts and axioms about all blocks of a site, or about all words of smashed memory,
// mention skolems. As premises of a segment they are instantiated at its index terms:
// those at which it reads or writes such an array, those that arrive at a cutpoint, and the
// skolems themselves, for which goals are asked, with what they link to. A question
// takes those of them that it needs (query/ask.go); where turns are unrolled or numbers
// equated, all are taken.

// indices are the index terms of a segment, the skolems first.
type indices struct {
	blocks []term.T
	linked []term.T // blocks that the skolems link to: of no use in pairs
	places []term.T // of words
}

// Of are the index terms at which a fact is instantiated that is about one index.
func (x *indices) Of(words bool) []term.T {
	if words {
		return x.places
	}
	return slices.Concat(x.blocks, x.linked)
}

// Pairs are those that are taken in pairs.
func (x *indices) Pairs(words bool) []term.T {
	all := x.blocks
	if words {
		all = x.places
	}
	return all[:min(len(all), budget.PairTerms.N)]
}

// Premise is a fact or an axiom as a segment may assume it.
func (b *System) Premise(seg *Segment, t term.T) term.T {
	if b.Skolems == [anySkolems]term.T{} {
		return b.Ordered(t)
	}
	if p, ok := seg.done[t]; ok {
		return p
	}
	r := b.Ordered(t)
	if n := b.Quantified(t); n > 0 {
		r = b.instances(seg, t, n)
	}
	if seg.done == nil {
		seg.done = map[term.T]term.T{}
	}
	seg.done[t] = r
	return r
}

// instances is a fact with so many skolems at all index terms, or at all pairs of them:
// in one order, since the facts about two are symmetric.
func (b *System) instances(seg *Segment, t term.T, skolems int) term.T {
	at := b.IndicesOf(seg)
	r := term.True
	if skolems == 1 {
		for _, i := range at.Of(b.AboutWords(t)) {
			r = b.Pool.And(r, b.Instance(t, i, i))
		}
		return r
	}
	some := at.Pairs(b.AboutWords(t))
	for n, j := range some {
		for _, i := range some[:n] {
			r = b.Pool.And(r, b.Instance(t, i, j))
		}
	}
	return r
}

// Instance is a fact at one index, or at two.
func (b *variables) Instance(t, i, j term.T) term.T {
	if b.Pool.Width(i) == WordBits {
		return b.Pool.Substitute(t, map[term.T]term.T{b.Skolem(AnyWord): i, b.Skolem(AnyOtherWord): j})
	}
	return b.Pool.Substitute(t, map[term.T]term.T{b.Skolem(AnyBlock): i, b.Skolem(AnyOther): j})
}

// IndicesOf looks for the index terms of a segment, once.
func (b *System) IndicesOf(seg *Segment) *indices {
	if seg.index == nil {
		c := &indexCollector{b: b, seg: seg, have: map[term.T]bool{}, seen: map[term.T]bool{}}
		c.add(b.Skolem(AnyBlock))
		c.add(b.Skolem(AnyOther))
		c.add(b.Skolem(AnyWord))
		c.add(b.Skolem(AnyOtherWord))
		c.collect()
		seg.index = &c.indices
	}
	return seg.index
}

// indexCollector looks for index terms.
type indexCollector struct {
	indices
	b    *System
	seg  *Segment
	have map[term.T]bool
	seen map[term.T]bool
}

func (c *indexCollector) add(t term.T) {
	switch {
	case c.have[t]:
		return
	case c.b.Pool.Width(t) == WordBits:
		c.places = append(c.places, t)
	default:
		c.blocks = append(c.blocks, t)
	}
	c.have[t] = true
}

// walk adds the terms at which arrays are read and written in a term. Where addresses have
// 64 bits, an offset in argv or in a text of the environment is as wide as the place of a
// word (wordBits) and is taken for one: an instance at it is sound, if of little use.
func (c *indexCollector) walk(t term.T) {
	p := c.b.Pool
	p.Visit(t, c.seen, func(t term.T) {
		if o := p.Op(t); o != term.OpSelect && o != term.OpStore {
			return
		}
		if n := p.IndexWidth(p.Arg(t, 0)); n == InstBits || n == WordBits {
			c.add(p.Arg(t, 1))
		}
	})
}

func (c *indexCollector) collect() {
	seg := c.seg
	for _, k := range seg.Checks {
		c.walk(k.Guard)
		c.walk(k.Cond)
	}
	for _, a := range slices.Concat(seg.Axioms, seg.Ghosts) {
		c.walk(a)
	}
	for _, k := range seg.Calls {
		c.parts(k.Summary.Exit, k.Values)
	}
	for _, o := range seg.Outs {
		c.walk(o.State.Guard)
		c.parts(o.To, o.Next)
	}
	c.copied()
}

// parts adds those of what arrives at a cutpoint, and what it links to.
func (c *indexCollector) parts(to *Cutpoint, values map[term.T]term.T) {
	p := c.b.Pool
	for i, r := range to.Rep {
		n, ok := values[r]
		if !ok {
			continue
		}
		c.walk(n)
		if to.Slots[i].Key.Part != partInstance {
			continue
		}
		if !p.IsArray(n) {
			c.add(n)
		} else if n = p.Select(n, c.b.AnyOf(n)); !c.have[n] {
			c.have[n] = true
			c.linked = append(c.linked, n) // where a goal follows a link
		}
	}
}

// copied adds the places from which what is read was copied: an axiom on a copy leads
// from one to the other.
func (c *indexCollector) copied() {
	for _, a := range c.seg.Axioms {
		if !c.b.AboutWords(a) {
			continue
		}
		for _, at := range c.places {
			if len(c.places) < budget.CopiedPlaces.N {
				c.walk(c.b.Instance(a, at, at))
			}
		}
	}
}

// quantifiers tell of the skolems in a fact.
type quantifiers struct {
	n     int  // how many there are
	words bool // it is about words
}

// Quantified counts the skolems of a fact.
func (b *variables) Quantified(t term.T) int { return b.quantifiersOf(t).n }

// AboutWords tells that a fact is about all words.
func (b *variables) AboutWords(t term.T) bool { return b.quantifiersOf(t).words }

func (b *variables) quantifiersOf(t term.T) quantifiers {
	if b.Skolems == [anySkolems]term.T{} {
		return quantifiers{}
	}
	q, ok := b.quantifiers[t]
	if !ok {
		for i, s := range b.Skolems {
			if s != term.None && b.Pool.AnyVar(t, func(v term.T) bool { return v == s }) {
				q.n++
				q.words = q.words || i >= AnyWord
			}
		}
		b.quantifiers[t] = q
	}
	return q
}
