package pred

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Range is a set of numbers of a width of at most 64 bits: Lo, Lo+1, … up to
// Hi, modulo 2^width. It never is the whole set.
type Range struct{ Lo, Hi uint64 }

// atom reads a condition as "base lies in a range", base being a bit-vector
// term without constant summand.
func atom(p *term.Pool, c term.T) (base term.T, r Range, ok bool) {
	if p.Op(c) == term.OpNot {
		if base, r, ok = atom(p, p.Arg(c, 0)); ok {
			m := mask(p.Width(base))
			r = Range{(r.Hi + 1) & m, (r.Lo - 1) & m}
		}
		return base, r, ok
	}
	if p.NumArgs(c) != 2 {
		return 0, r, false
	}
	a, b := p.Arg(c, 0), p.Arg(c, 1)
	w := p.Width(a)
	if w == 0 || w > 64 || p.IsArray(a) {
		return 0, r, false
	}
	m := mask(w)
	low := uint64(1) << (w - 1) // the least signed number
	x, left := p.Const(a)
	y, right := p.Const(b)
	switch op := p.Op(c); {
	case left == right:
		return 0, r, false
	case op == term.OpEq && right:
		r = Range{y, y}
	case op == term.OpEq:
		r = Range{x, x}
	case op == term.OpULt && right && y > 0:
		r = Range{0, y - 1}
	case op == term.OpULt && left && x < m:
		r = Range{x + 1, m}
	case op == term.OpSLt && right && y != low:
		r = Range{low, (y - 1) & m}
	case op == term.OpSLt && left && x != low-1:
		r = Range{(x + 1) & m, low - 1}
	default:
		return 0, r, false
	}
	if left {
		a = b
	}
	base, k := summand(p, a)
	if r.Lo == (r.Hi+1)&m {
		return 0, r, false
	}
	return base, Range{(r.Lo - k) & m, (r.Hi - k) & m}, true
}

// summand splits base + constant.
func summand(p *term.Pool, t term.T) (base term.T, k uint64) {
	if p.Op(t) == term.OpAdd {
		if k, ok := p.Const(p.Arg(t, 1)); ok {
			return p.Arg(t, 0), k
		}
	}
	return t, 0
}

// condition writes an atom as a term.
func condition(p *term.Pool, base term.T, r Range) term.T {
	w := p.Width(base)
	switch low := uint64(1) << (w - 1); {
	case r.Lo == r.Hi:
		return p.Eq(base, p.BV(w, r.Lo))
	case r.Lo == low:
		return p.SLe(base, p.BV(w, r.Hi))
	case r.Hi == low-1:
		return p.SLe(p.BV(w, r.Lo), base)
	case r.Lo <= r.Hi && r.Lo > 0 && r.Hi < mask(w): // both bounds stay visible
		return p.And(p.ULe(p.BV(w, r.Lo), base), p.ULe(base, p.BV(w, r.Hi)))
	}
	return p.ULe(p.Sub(base, p.BV(w, r.Lo)), p.BV(w, (r.Hi-r.Lo)&mask(w)))
}

// Meet is the outcome of intersecting two ranges.
type Meet uint8

// The outcomes.
const (
	OneRange  Meet = iota
	NoNumber       // they are disjoint
	TwoRanges      // the intersection is no range
)

// Intersect intersects two ranges of width w.
func (a Range) Intersect(b Range, w int) (Range, Meet) {
	m := mask(w)
	n := (a.Hi - a.Lo) & m                 // a is [0, n] seen from a.Lo
	lo, hi := (b.Lo-a.Lo)&m, (b.Hi-a.Lo)&m // b, seen from there
	at := func(l, h uint64) Range { return Range{(a.Lo + l) & m, (a.Lo + h) & m} }
	if lo <= hi { // b does not wrap
		if lo > n {
			return Range{}, NoNumber
		}
		return at(lo, min(hi, n)), OneRange
	}
	if lo > n {
		return at(0, min(hi, n)), OneRange
	}
	return Range{}, TwoRanges // [0, hi] and [lo, n]
}

// united writes a clause with the ranges of each base as few as they can be: a
// loop that compares an input with one number after the other leaves a clause of
// neighbours.
func united(p *term.Pool, clause term.T) term.T {
	lits := p.Disjuncts(clause)
	ranges := map[term.T][]Range{}
	var bases []term.T
	out, n := term.False, 0
	for _, l := range lits {
		base, r, ok := span(p, l)
		if !ok {
			out = p.Or(out, l)
			n++
			continue
		}
		if ranges[base] == nil {
			bases = append(bases, base)
		}
		ranges[base] = append(ranges[base], r)
	}
	for _, b := range bases {
		rs, all := union(ranges[b], p.Width(b))
		if all {
			return term.True
		}
		for _, r := range rs {
			out = p.Or(out, condition(p, b, r))
		}
		n += len(rs)
	}
	if n == len(lits) {
		return clause
	}
	return out
}

// span reads a literal of a clause as a range: an atom, or both bounds of one as
// condition writes them.
func span(p *term.Pool, l term.T) (base term.T, r Range, ok bool) {
	if p.Op(l) != term.OpAnd {
		return atom(p, l)
	}
	base, r, ok = atom(p, p.Arg(l, 0))
	other, s, too := atom(p, p.Arg(l, 1))
	if !ok || !too || base != other {
		return 0, r, false
	}
	r, how := r.Intersect(s, p.Width(base))
	return base, r, how == OneRange
}

// union is the union of ranges of width w; all tells that it is every number.
func union(rs []Range, w int) (out []Range, all bool) {
	m := mask(w)
	var flat []Range // none wraps around
	for _, r := range rs {
		if r.Lo > r.Hi {
			flat = append(flat, Range{0, r.Hi})
			r.Hi = m
		}
		flat = append(flat, r)
	}
	slices.SortFunc(flat, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	for _, r := range flat {
		if n := len(out); n > 0 && (r.Lo <= out[n-1].Hi || r.Lo == out[n-1].Hi+1) {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	if first, last := out[0], out[len(out)-1]; first.Lo == 0 && last.Hi == m {
		if len(out) == 1 {
			return nil, true
		}
		out = append(out[1:len(out)-1], Range{last.Lo, first.Hi})
	}
	return out, false
}

// Within tells whether every number of a is in b.
func (a Range) Within(b Range, w int) bool {
	m := mask(w)
	return (a.Lo-b.Lo)&m <= (b.Hi-b.Lo)&m && (a.Hi-a.Lo)&m <= (b.Hi-a.Lo)&m && (a.Hi-b.Lo)&m <= (b.Hi-b.Lo)&m
}

// Count is the number of members, saturating.
func (a Range) Count(w int) uint64 {
	n, carry := bits.Add64((a.Hi-a.Lo)&mask(w), 1, 0)
	if carry != 0 {
		return ^uint64(0)
	}
	return n
}

func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }
