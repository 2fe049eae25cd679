package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Facts and axioms about all blocks of a site mention skolems. As premises of a
// segment they are instantiated at its instance terms: those at which it reads
// or writes a site, those that arrive at a cut, and the skolems themselves, for
// which goals are asked, with what they link to. A question takes those of them that
// it needs (ask.go); where turns are unrolled or numbers equated, all are taken.

// maxPairTerms bounds the instance terms that are taken in pairs.
const maxPairTerms = 40

// premise is a fact or an axiom as a segment may assume it.
func (b *builder) premise(seg *segment, t term.T) term.T {
	if b.skolems[0] == term.None {
		return b.ordered(t)
	}
	if p, ok := seg.done[t]; ok {
		return p
	}
	vs := b.pool.Vars(t)
	_, one := slices.BinarySearch(vs, b.skolem(0))
	_, two := slices.BinarySearch(vs, b.skolem(1))
	r := b.ordered(t)
	if one || two {
		r = b.instances(seg, t, one && two)
	}
	if seg.done == nil {
		seg.done = map[term.T]term.T{}
	}
	seg.done[t] = r
	return r
}

// instances is a fact at all instance terms, or at all pairs of them: in one
// order, since the facts about two are symmetric.
func (b *builder) instances(seg *segment, t term.T, pairs bool) term.T {
	p := b.pool
	if seg.index == nil {
		seg.index, seg.linked = b.instanceTerms(seg)
	}
	r := term.True
	if !pairs {
		for _, i := range slices.Concat(seg.index, seg.linked) {
			r = p.And(r, p.Substitute(t, map[term.T]term.T{b.skolem(0): i, b.skolem(1): i}))
		}
		return r
	}
	some := seg.index[:min(len(seg.index), maxPairTerms)]
	for n, j := range some {
		for _, i := range some[:n] {
			r = p.And(r, p.Substitute(t, map[term.T]term.T{b.skolem(0): i, b.skolem(1): j}))
		}
	}
	return r
}

// instanceTerms lists the instance terms of a segment, the skolems first, and
// apart what the skolems link to, which is of no use in pairs.
func (b *builder) instanceTerms(seg *segment) (list, linked []term.T) {
	p := b.pool
	list = []term.T{b.skolem(0), b.skolem(1)}
	have := map[term.T]bool{list[0]: true, list[1]: true}
	add := func(t term.T) {
		if !have[t] {
			have[t] = true
			list = append(list, t)
		}
	}
	seen := map[term.T]bool{}
	walk := func(t term.T) {
		p.Visit(t, seen, func(t term.T) {
			if o := p.Op(t); (o == term.OpSelect || o == term.OpStore) && p.IndexWidth(p.Arg(t, 0)) == instBits {
				add(p.Arg(t, 1))
			}
		})
	}
	for _, c := range seg.checks {
		walk(c.guard)
		walk(c.cond)
	}
	for _, a := range slices.Concat(seg.axioms, seg.ghosts) {
		walk(a)
	}
	parts := func(c *cut, values map[term.T]term.T) {
		for i, r := range c.rep {
			n, ok := values[r]
			if !ok {
				continue
			}
			walk(n)
			if c.slots[i].key.part != partInstance {
				continue
			}
			if !p.IsArray(n) {
				add(n)
			} else if n = p.Select(n, b.skolem(0)); !have[n] {
				have[n] = true
				linked = append(linked, n) // where a goal follows a link
			}
		}
	}
	for _, k := range seg.calls {
		parts(k.proc.exit, k.values)
	}
	for _, o := range seg.outs {
		walk(o.state.guard)
		parts(o.to, o.next)
	}
	return list, linked
}
