package arrays

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// form is Σ terms + constant; not ok if it has no exact representation.
type form struct {
	terms    []monomial
	constant int64
	ok       bool
}

func constant(c int64) form { return form{constant: c, ok: c > -infinite && c < infinite} }

// plus returns f + c·g.
func (f form) plus(g form, c int64) form {
	if !f.ok || !g.ok {
		return form{}
	}
	s := form{terms: slices.Clone(f.terms)}
	k, ok := mul(g.constant, c)
	s.constant, s.ok = add(f.constant, k)
	s.ok = s.ok && ok
	for _, m := range g.terms {
		d, ok := mul(m.c, c)
		s.ok = s.ok && ok
		i, found := slices.BinarySearchFunc(s.terms, m.v, func(a monomial, v int32) int { return int(a.v - v) })
		if !found {
			s.terms = slices.Insert(s.terms, i, monomial{m.v, d})
			continue
		}
		d, ok = add(s.terms[i].c, d)
		s.ok = s.ok && ok
		if s.terms[i].c = d; d == 0 {
			s.terms = slices.Delete(s.terms, i, i+1)
		}
	}
	return s
}

func (f form) shift(c int64) form { return f.plus(constant(c), 1) }

// bounds returns the bounds of a form under the current ones of its variables,
// ±infinite where it has none.
func (r *Relaxation) bounds(f form) (lo, hi int64) {
	return r.boundsBy(f, func(v *variable) (int64, int64) { return v.lo, v.hi })
}

// always returns the bounds of a form on every path.
func (r *Relaxation) always(f form) (lo, hi int64) {
	return r.boundsBy(f, func(v *variable) (int64, int64) { return v.least, v.great })
}

func (r *Relaxation) boundsBy(f form, of func(*variable) (int64, int64)) (lo, hi int64) {
	if !f.ok {
		return -infinite, infinite
	}
	lo, hi = f.constant, f.constant
	okLo, okHi := true, true
	for _, m := range f.terms {
		l, h := of(&r.vars[m.v])
		if m.c < 0 {
			l, h = h, l
		}
		lo, okLo = accumulate(lo, okLo, m.c, l)
		hi, okHi = accumulate(hi, okHi, m.c, h)
	}
	if !okLo {
		lo = -infinite
	}
	if !okHi {
		hi = infinite
	}
	return lo, hi
}

// accumulate returns sum + c·b unless that is without bound or not exact.
func accumulate(sum int64, ok bool, c, b int64) (int64, bool) {
	if !ok || b <= -infinite || b >= infinite {
		return 0, false
	}
	p, fine := mul(c, b)
	if !fine {
		return 0, false
	}
	return add(sum, p)
}

// newVar returns the variable for k, with its bounds on every path.
func (r *Relaxation) newVar(k key, lo, hi int64) int32 {
	id := int32(len(r.vars))
	r.vars = append(r.vars, variable{lo: lo, hi: hi, loBy: -1, hiBy: -1, least: lo, great: hi, key: k})
	r.of[k] = id
	return id
}

func single(v int32) form { return form{terms: []monomial{{v, 1}}, ok: true} }

// congruent returns a form that differs from t by a multiple of 2^Width(t).
func (r *Relaxation) congruent(t term.T, depth int) form {
	f := form{}
	if depth < maxDepth {
		f = r.linear(t, depth+1)
	}
	if !f.ok || len(f.terms) > maxTerms {
		return single(r.atom(t, depth))
	}
	return f
}

// maxTerms is the number of summands beyond which a sum is one variable.
const maxTerms = 24

// linear is congruent for the linear operations; the form is not ok for others.
func (r *Relaxation) linear(t term.T, d int) form {
	p, w := r.pool, r.pool.Width(t)
	arg := func(i int) form { return r.congruent(p.Arg(t, i), d) }
	if c, ok := p.Const(t); ok {
		return constant(int64(c<<(64-w)) >> (64 - w))
	}
	switch p.Op(t) {
	case term.OpAdd:
		return arg(0).plus(arg(1), 1)
	case term.OpSub:
		return arg(0).plus(arg(1), -1)
	case term.OpNeg:
		return constant(0).plus(arg(0), -1)
	case term.OpBVNot:
		return constant(-1).plus(arg(0), -1)
	case term.OpMul:
		for i := range 2 {
			if c, ok := p.Const(p.Arg(t, i)); ok {
				return constant(0).plus(arg(1-i), int64(c<<(64-w))>>(64-w))
			}
		}
	case term.OpShl:
		if k, ok := p.Const(p.Arg(t, 1)); ok && k < 32 {
			return constant(0).plus(arg(0), 1<<k)
		}
	case term.OpZExt:
		f, exact := r.unsigned(p.Arg(t, 0), d)
		f.ok = f.ok && exact
		return f
	case term.OpSExt:
		return r.signed(p.Arg(t, 0), d)
	case term.OpExtract:
		if p.ExtractLo(t) == 0 && p.Width(p.Arg(t, 0)) <= 64 {
			return arg(0)
		}
	case term.OpConcat:
		if k := p.Width(p.Arg(t, 1)); k < 32 {
			low, exact := r.unsigned(p.Arg(t, 1), d)
			low.ok = low.ok && exact
			return low.plus(arg(0), 1<<k)
		}
	}
	return form{}
}

// maxModulus is the greatest width w whose 2^w is a coefficient.
const maxModulus = 60

// unsigned returns the unsigned reading of t. If it is not exact, it is that
// only where it is not negative, and t is at least 2^63 where it is.
func (r *Relaxation) unsigned(t term.T, d int) (f form, exact bool) {
	w := r.pool.Width(t)
	f = r.congruent(t, d)
	lo, hi := r.always(f)
	switch {
	case lo >= 0 && (w < 62 && hi < 1<<w || w >= 62 && hi < infinite), r.isAtom(f, t):
		return f, true
	case w <= maxModulus && lo > -infinite && hi < infinite:
		return r.reduce(f, key{t, wraps}, lo, hi, 0, 1<<w-1), true
	case w == 64 && lo > -infinite && hi < infinite:
		return f, false
	}
	return single(r.atom(t, d)), true
}

func (r *Relaxation) isAtom(f form, t term.T) bool {
	if len(f.terms) != 1 || f.terms[0].c != 1 || f.constant != 0 {
		return false
	}
	return r.vars[f.terms[0].v].key == key{t, value}
}

// signed returns the signed reading of t; it is not ok if that is out of reach.
func (r *Relaxation) signed(t term.T, d int) form {
	w := r.pool.Width(t)
	f := r.congruent(t, d)
	lo, hi := r.always(f)
	if lo <= -infinite || hi >= infinite {
		return form{}
	}
	if w > maxModulus {
		if w < 63 {
			return form{}
		}
		return f
	}
	half := int64(1) << (w - 1)
	if lo >= -half && hi < half {
		return f
	}
	return r.reduce(f, key{t, signs}, lo, hi, -half, half-1)
}

// reduce returns f − 2^w·q for the q that takes it into [least, greatest], a
// range of 2^w numbers. q is a variable: nothing is lost where f wraps around.
func (r *Relaxation) reduce(f form, k key, lo, hi, least, greatest int64) form {
	if g, ok := r.read[k]; ok {
		return g
	}
	modulus := greatest - least + 1
	q := r.newVar(k, floorDiv(lo-least, modulus), floorDiv(hi-least, modulus))
	g := f.plus(single(q), -modulus)
	r.read[k] = g
	r.addRow(g.shift(-greatest), -1)
	r.addRow(constant(least).plus(g, -1), -1)
	return g
}
