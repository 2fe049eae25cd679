package pred

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// literal is a disjunct of a clause; with a base it says that this lies in r.
type literal struct {
	t    term.T
	base term.T // None: no range
	r    Range
}

const (
	maxLiterals = 6       // up to where clauses are simplified by the other conjuncts
	maxClauses  = 1 << 16 // of which the reading is remembered
)

// literals are those of a clause, of which the vocabulary remembers the reading;
// nil for what is none, or a longer one than maxLiterals.
func (v *Vocabulary) literals(t term.T) []literal {
	if v.Pool.Op(t) != term.OpNot {
		return nil
	}
	ls, known := v.clauses[t]
	if known {
		return ls
	}
	if ds := v.Pool.Disjuncts(t); len(ds) > 1 && len(ds) <= maxLiterals {
		for _, d := range ds {
			l := literal{t: d}
			if base, r, ok := span(v.Pool, d); ok {
				l.base, l.r = base, r
			}
			ls = append(ls, l)
		}
	}
	if len(v.clauses) >= maxClauses {
		clear(v.clauses)
	}
	v.clauses[t] = ls
	return ls
}

// under is a clause without what the conjuncts of one term each say already: True
// if one of them implies a literal, and without the literals that they exclude.
func (q *Psi) under(t term.T) term.T {
	p := q.voc.Pool
	out, without := term.False, false
	for _, l := range q.voc.literals(t) {
		implied, excluded := q.holds[l.t], false
		if l.base == term.None {
			excluded = q.holds[p.Not(l.t)]
		} else if r, ok := q.ranges[l.base]; ok {
			w := p.Width(l.base)
			_, how := r.Intersect(l.r, w)
			implied, excluded = implied || r.Within(l.r, w), how == NoNumber
		}
		switch {
		case implied:
			return term.True
		case excluded:
			without = true
		default:
			out = p.Or(out, l.t)
		}
	}
	if !without {
		return t
	}
	return out
}

// known is a condition with the values of the variables that have one; but the
// condition itself if it tells one.
func (q *Psi) known(t term.T) term.T {
	p := q.voc.Pool
	var values map[term.T]term.T
	for _, v := range p.Vars(t) {
		x, ok := q.value(v)
		if !ok {
			continue
		}
		if tells(p, t, v) {
			return t
		}
		if values == nil {
			values = map[term.T]term.T{}
		}
		values[v] = x
	}
	if values == nil {
		return t
	}
	return p.Substitute(t, values)
}

// value is that of a variable, if one conjunct tells it.
func (q *Psi) value(v term.T) (term.T, bool) {
	p := q.voc.Pool
	if r, ok := q.ranges[v]; ok {
		if r.Lo != r.Hi {
			return term.None, false
		}
		return p.BV(p.Width(v), r.Lo), true
	}
	if p.Width(v) > 0 {
		return term.None, false
	}
	if q.holds[v] {
		return term.True, true
	}
	return term.False, q.holds[p.Not(v)]
}

// tells reports whether a condition is about nothing but the value of a
// variable: a range of it, or of a Bool itself or its negation.
func tells(p *term.Pool, t, v term.T) bool {
	if p.Width(v) == 0 {
		return t == v || t == p.Not(v)
	}
	base, _, ok := atom(p, t)
	return ok && base == v
}

// learnt simplifies the other conjuncts by what is known of a term now.
func (q *Psi) learnt(base term.T, r Range) {
	if p := q.voc.Pool; r.Lo == r.Hi && p.NumArgs(base) == 0 {
		q.insert(base, p.BV(p.Width(base), r.Lo))
	}
	q.narrowed(base)
}

// narrowed simplifies the clauses about a term of which more is known now.
func (q *Psi) narrowed(base term.T) {
	about := func(l literal) bool { return l.base == base }
	var again []term.T
	for i, t := range q.rest {
		if t == term.None || !slices.ContainsFunc(q.voc.literals(t), about) {
			continue
		}
		if u := q.under(t); u != t {
			q.drop(i)
			again = append(again, u)
		}
	}
	q.compact()
	for _, t := range again {
		q.Add(t)
	}
}

// drop takes a conjunct of rest away; None stays in its place.
func (q *Psi) drop(i int) {
	t := q.rest[i]
	q.rest[i] = term.None
	delete(q.holds, t)
	q.count(t, -1)
}

// partner looks for a clause that differs from a new one in the range of one
// term, (x ∈ r) ∨ c and (x ∈ s) ∨ c, and makes one of the two: (x ∈ r ∩ s) ∨ c.
// A loop that looks at one number of x in each turn leaves a clause a number:
// so they stay one. It returns where the other clause stands, or -1.
func (q *Psi) partner(t term.T) (at int, both term.T) {
	ls := q.voc.literals(t)
	if ls == nil {
		return -1, t
	}
	for i, u := range q.rest {
		if u == term.None {
			continue
		}
		os := q.voc.literals(u)
		if len(os) != len(ls) {
			continue
		}
		a, b, ok := difference(ls, os)
		if !ok || a.base == term.None || a.base != b.base {
			continue
		}
		p := q.voc.Pool
		r, how := a.r.Intersect(b.r, p.Width(a.base))
		if how == TwoRanges {
			continue
		}
		both = term.False
		if how == OneRange {
			both = condition(p, a.base, r)
		}
		for _, l := range ls {
			if l.t != a.t {
				both = p.Or(both, l.t)
			}
		}
		return i, both
	}
	return -1, t
}

// difference finds the only literals in which two clauses of one length differ.
func difference(as, bs []literal) (a, b literal, ok bool) {
	in := func(l literal, ls []literal) bool {
		return slices.ContainsFunc(ls, func(o literal) bool { return o.t == l.t })
	}
	n := 0
	for _, l := range as {
		if !in(l, bs) {
			a = l
			n++
		}
	}
	if n != 1 {
		return a, b, false
	}
	for _, l := range bs {
		if !in(l, as) {
			return a, l, true
		}
	}
	return a, b, false // a literal stands twice
}
