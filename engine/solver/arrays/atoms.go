package arrays

import (
	"math/bits"

	"github.com/assay-dev/assay/engine/term"
)

// atom returns the variable for the unsigned reading of t, with what always
// holds of it.
func (r *Relaxation) atom(t term.T, d int) int32 {
	k := key{t, value}
	if v, ok := r.of[k]; ok {
		return v
	}
	ulo, uhi := r.pool.URange(t)
	v := r.newVar(k, clip(ulo), clip(uhi))
	if d >= maxDepth {
		return v
	}
	p, w := r.pool, r.pool.Width(t)
	switch p.Op(t) {
	case term.OpUDiv, term.OpURem:
		if c, ok := p.Const(p.Arg(t, 1)); ok && c > 0 && c < 1<<31 {
			r.divide(t, v, p.Arg(t, 0), int64(c), p.Op(t) == term.OpURem, d+1)
		}
	case term.OpLShr:
		if c, ok := p.Const(p.Arg(t, 1)); ok && c < 31 && c < uint64(w) {
			r.divide(t, v, p.Arg(t, 0), 1<<c, false, d+1)
		}
	case term.OpBVAnd:
		if c, ok := p.Const(p.Arg(t, 1)); ok && c&(c+1) == 0 && bits.Len64(c) < 31 {
			r.divide(t, v, p.Arg(t, 0), int64(c)+1, true, d+1)
		}
	case term.OpExtract:
		x := p.Arg(t, 0)
		if lo := p.ExtractLo(t); p.Width(x) <= 64 && lo < 31 && lo+w == p.Width(x) {
			r.divide(t, v, x, 1<<lo, false, d+1)
		}
	case term.OpSelect:
		r.element(t, v, d+1)
	}
	return v
}

// clip makes a bound of a word a bound of a variable.
func clip(b uint64) int64 { return int64(min(b, uint64(infinite))) }

// divide relates v, the quotient or, if remainder, the remainder of x by c: x =
// c·q + m with 0 ≤ m < c.
func (r *Relaxation) divide(t term.T, v int32, x term.T, c int64, remainder bool, d int) {
	f, exact := r.unsigned(x, d)
	if !f.ok || !exact {
		return
	}
	if !remainder {
		m := f.plus(single(v), -c)
		r.addRow(m.shift(1-c), -1)
		r.addRow(constant(0).plus(m, -1), -1)
		return
	}
	_, hi := r.always(f)
	if hi < infinite {
		hi /= c
	}
	q := r.newVar(key{t, quotient}, 0, hi)
	r.equal(f.plus(single(q), -c), single(v), -1)
}

// element relates t, a read of a table, to its index.
func (r *Relaxation) element(t term.T, v int32, d int) {
	p := r.pool
	table, at := p.Arg(t, 0), p.Arg(t, 1)
	if p.Op(table) != term.OpTable || p.Width(t) > maxModulus || p.Width(at) > 64 {
		return
	}
	f, exact := r.unsigned(at, d)
	if !f.ok || !exact {
		return
	}
	i := r.indexVar(t, f)
	// The coefficients do not matter: the terms list the row with both variables.
	r.insert(row{terms: []monomial{{i, 0}, {v, 0}}, part: -1, isTable: true, table: p.TableValues(table), at: i, elem: v})
}

// indexVar returns a variable equal to f.
func (r *Relaxation) indexVar(t term.T, f form) int32 {
	if len(f.terms) == 1 && f.terms[0].c == 1 && f.constant == 0 {
		return f.terms[0].v
	}
	lo, hi := r.always(f)
	v := r.newVar(key{t, index}, max(lo, 0), hi)
	r.equal(single(v), f, -1)
	return v
}

// equal adds f = g.
func (r *Relaxation) equal(f, g form, part int32) {
	r.addRow(f.plus(g, -1), part)
	r.addRow(g.plus(f, -1), part)
}

// learn adds what part t, or its negation if not holds, says.
func (r *Relaxation) learn(t term.T, part int32, holds bool) {
	p := r.pool
	switch op := p.Op(t); op {
	case term.OpConst:
		if (t == term.True) != holds {
			r.addRow(constant(1), part)
		}
	case term.OpNot:
		r.learn(p.Arg(t, 0), part, !holds)
	case term.OpAnd:
		if holds {
			r.learn(p.Arg(t, 0), part, true)
			r.learn(p.Arg(t, 1), part, true)
		}
	case term.OpEq, term.OpULt, term.OpSLt:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if w := p.Width(x); p.IsArray(x) || w == 0 || w > 64 {
			return
		}
		switch {
		case op == term.OpEq && holds:
			r.same(x, y, part)
		case op == term.OpULt && holds:
			r.below(x, y, 1, part)
		case op == term.OpULt:
			r.below(y, x, 0, part)
		case op == term.OpSLt:
			f, g := r.signed(x, 0), r.signed(y, 0)
			if holds {
				r.addRow(f.plus(g, -1).shift(1), part)
			} else {
				r.addRow(g.plus(f, -1), part)
			}
		}
	}
}

// same adds x = y. Of two readings that are not exact both are or neither is
// negative, since a negative one is at least 2^63; so the forms are equal.
func (r *Relaxation) same(x, y term.T, part int32) {
	f, fe := r.unsigned(x, 0)
	g, ge := r.unsigned(y, 0)
	if fe && ge || r.within(f) && r.within(g) {
		r.equal(f, g, part)
	}
}

// within reports whether a form has bounds on every path.
func (r *Relaxation) within(f form) bool {
	lo, hi := r.always(f)
	return lo > -infinite && hi < infinite
}

// below adds x + gap ≤ y, unsigned. If the reading of x is not exact, then x is
// at least 2^63 where the form is negative, above a y that is always smaller.
// The reading of y must be exact on this path.
func (r *Relaxation) below(x, y term.T, gap int64, part int32) {
	f, fe := r.unsigned(x, 0)
	g, ge := r.unsigned(y, 0)
	var given []int32
	if !ge {
		if lo, _ := r.bounds(g); lo < 0 {
			return
		}
		for _, m := range g.terms {
			_, by, _ := r.least(m)
			given = append(given, by)
		}
	}
	if !fe {
		if !r.within(g) {
			return
		}
		r.addRow(constant(0).plus(f, -1), part, given...)
	}
	r.addRow(f.plus(g, -1).shift(gap), part, given...)
}
