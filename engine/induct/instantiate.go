package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Facts and axioms about all blocks of a site, or about all words of folded memory,
// mention skolems. As premises of a segment they are instantiated at its index terms:
// those at which it reads or writes such an array, those that arrive at a cut, and the
// skolems themselves, for which goals are asked, with what they link to. A question
// takes those of them that it needs (ask.go); where turns are unrolled or numbers
// equated, all are taken.

// maxPairTerms bounds the instance terms that are taken in pairs.
const maxPairTerms = 40

// indices are the index terms of a segment, the skolems first.
type indices struct {
	blocks []term.T
	linked []term.T // blocks that the skolems link to: of no use in pairs
	places []term.T // of words
}

// of are the index terms at which a fact is instantiated that is about one index.
func (x *indices) of(words bool) []term.T {
	if words {
		return x.places
	}
	return slices.Concat(x.blocks, x.linked)
}

// pairs are those that are taken in pairs.
func (x *indices) pairs(words bool) []term.T {
	all := x.blocks
	if words {
		all = x.places
	}
	return all[:min(len(all), maxPairTerms)]
}

// premise is a fact or an axiom as a segment may assume it.
func (b *builder) premise(seg *segment, t term.T) term.T {
	if b.skolems == [anySkolems]term.T{} {
		return b.ordered(t)
	}
	if p, ok := seg.done[t]; ok {
		return p
	}
	r := b.ordered(t)
	if n := b.quantified(t); n > 0 {
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
func (b *builder) instances(seg *segment, t term.T, skolems int) term.T {
	at := b.indicesOf(seg)
	r := term.True
	if skolems == 1 {
		for _, i := range at.of(b.aboutWords(t)) {
			r = b.pool.And(r, b.instance(t, i, i))
		}
		return r
	}
	some := at.pairs(b.aboutWords(t))
	for n, j := range some {
		for _, i := range some[:n] {
			r = b.pool.And(r, b.instance(t, i, j))
		}
	}
	return r
}

// instance is a fact at one index, or at two.
func (b *builder) instance(t, i, j term.T) term.T {
	if b.pool.Width(i) == wordBits {
		return b.pool.Substitute(t, map[term.T]term.T{b.skolem(anyWord): i, b.skolem(anyOtherWord): j})
	}
	return b.pool.Substitute(t, map[term.T]term.T{b.skolem(anyBlock): i, b.skolem(anyOther): j})
}

// indicesOf looks for the index terms of a segment, once.
func (b *builder) indicesOf(seg *segment) *indices {
	if seg.index == nil {
		c := &indexCollector{b: b, seg: seg, have: map[term.T]bool{}, seen: map[term.T]bool{}}
		c.add(b.skolem(anyBlock))
		c.add(b.skolem(anyOther))
		c.add(b.skolem(anyWord))
		c.add(b.skolem(anyOtherWord))
		c.collect()
		seg.index = &c.indices
	}
	return seg.index
}

// indexCollector looks for index terms.
type indexCollector struct {
	indices
	b    *builder
	seg  *segment
	have map[term.T]bool
	seen map[term.T]bool
}

func (c *indexCollector) add(t term.T) {
	switch {
	case c.have[t]:
		return
	case c.b.pool.Width(t) == wordBits:
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
	p := c.b.pool
	p.Visit(t, c.seen, func(t term.T) {
		if o := p.Op(t); o != term.OpSelect && o != term.OpStore {
			return
		}
		if n := p.IndexWidth(p.Arg(t, 0)); n == instBits || n == wordBits {
			c.add(p.Arg(t, 1))
		}
	})
}

func (c *indexCollector) collect() {
	seg := c.seg
	for _, k := range seg.checks {
		c.walk(k.guard)
		c.walk(k.cond)
	}
	for _, a := range slices.Concat(seg.axioms, seg.ghosts) {
		c.walk(a)
	}
	for _, k := range seg.calls {
		c.parts(k.proc.exit, k.values)
	}
	for _, o := range seg.outs {
		c.walk(o.state.guard)
		c.parts(o.to, o.next)
	}
	c.copied()
}

// parts adds those of what arrives at a cut, and what it links to.
func (c *indexCollector) parts(to *cut, values map[term.T]term.T) {
	p := c.b.pool
	for i, r := range to.rep {
		n, ok := values[r]
		if !ok {
			continue
		}
		c.walk(n)
		if to.slots[i].key.part != partInstance {
			continue
		}
		if !p.IsArray(n) {
			c.add(n)
		} else if n = p.Select(n, c.b.anyOf(n)); !c.have[n] {
			c.have[n] = true
			c.linked = append(c.linked, n) // where a goal follows a link
		}
	}
}

// maxPlaces bounds the places of words that copies are followed to.
const maxPlaces = 40

// copied adds the places from which what is read was copied: an axiom on a copy leads
// from one to the other.
func (c *indexCollector) copied() {
	for _, a := range c.seg.axioms {
		if !c.b.aboutWords(a) {
			continue
		}
		for _, at := range c.places {
			if len(c.places) < maxPlaces {
				c.walk(c.b.instance(a, at, at))
			}
		}
	}
}

// quantifiers tell of the skolems in a fact.
type quantifiers struct {
	n     int  // how many there are
	words bool // it is about words
}

// quantified counts the skolems of a fact.
func (b *builder) quantified(t term.T) int { return b.quantifiersOf(t).n }

// aboutWords tells that a fact is about all words.
func (b *builder) aboutWords(t term.T) bool { return b.quantifiersOf(t).words }

func (b *builder) quantifiersOf(t term.T) quantifiers {
	if b.skolems == [anySkolems]term.T{} {
		return quantifiers{}
	}
	q, ok := b.quantifiers[t]
	if !ok {
		for i, s := range b.skolems {
			if s != term.None && b.pool.AnyVar(t, func(v term.T) bool { return v == s }) {
				q.n++
				q.words = q.words || i >= anyWord
			}
		}
		b.quantifiers[t] = q
	}
	return q
}
