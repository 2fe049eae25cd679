package sums

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// A comparison of sums is hard for a solver that works on bits when the same
// numbers are added in another order. So equations are brought into one form
// before they are asked for: the variables first, in their order, then what is
// added to them on some paths only.
//
//	ite(c, x + 10, x) − ite(c, y + 10, y) = 0   becomes   x − y = 0
//	ite(c, x + 10, x) − y = 0                   becomes   x − y + ite(c, 10, 0) = 0

// Sums is terms as sums, with what has been found out about them.
type Sums struct {
	Pool     *term.Pool
	sums     map[term.T]*linear
	inOrder  map[term.T]term.T // conditions with their equations in order
	branched map[term.T]term.T // comparisons by what branches makes of them
}

// linear is a sum of multiples of terms and a constant, modulo 2^width.
type linear struct {
	width int
	of    map[term.T]uint64
	plus  uint64
}

// sumOf writes a term as a sum; a term that is none is its only part.
func (b *Sums) sumOf(t term.T, depth int) *linear {
	if s, ok := b.sums[t]; ok {
		return s
	}
	s := b.split(t, depth)
	if s == nil || len(s.of) > budget.SumParts.N {
		s = &linear{width: b.Pool.Width(t), of: map[term.T]uint64{t: 1}}
	}
	if b.sums == nil {
		b.sums = map[term.T]*linear{}
	}
	b.sums[t] = s
	return s
}

// split is sumOf of the arguments put together, nil if the term is no sum.
func (b *Sums) split(t term.T, depth int) *linear {
	p, w := b.Pool, b.Pool.Width(t)
	if k, ok := p.Const(t); ok {
		return &linear{width: w, plus: k}
	}
	if depth > budget.SumDepth.N || w > 64 {
		return nil
	}
	arg := func(i int) *linear { return b.sumOf(p.Arg(t, i), depth+1) }
	switch p.Op(t) {
	case term.OpAdd:
		return arg(0).plusTimes(1, arg(1))
	case term.OpSub:
		return arg(0).plusTimes(op.Mask(w), arg(1))
	case term.OpNeg:
		return (&linear{width: w}).plusTimes(op.Mask(w), arg(0))
	case term.OpMul:
		return b.product(arg(0), arg(1))
	case term.OpShl:
		if k, ok := p.Const(p.Arg(t, 1)); ok && k < uint64(w) {
			return (&linear{width: w}).plusTimes(1<<k, arg(0))
		}
	case term.OpIte:
		return b.splitIte(p.Arg(t, 0), b.sumOf(p.Arg(t, 1), depth+1), b.sumOf(p.Arg(t, 2), depth+1))
	}
	return nil
}

// plusTimes is s + k·t.
func (s *linear) plusTimes(k uint64, t *linear) *linear {
	mask := op.Mask(s.width)
	r := &linear{width: s.width, of: map[term.T]uint64{}, plus: (s.plus + k*t.plus) & mask}
	for x, c := range s.of {
		r.of[x] = c
	}
	for x, c := range t.of {
		if r.of[x] = (r.of[x] + k*c) & mask; r.of[x] == 0 {
			delete(r.of, x)
		}
	}
	return r
}

// product multiplies two sums where that makes no more products of terms than
// one, nil where it does, or nothing changes.
//
//	(n + 1) · (n + 2)   becomes   n·n + 3·n + 2
func (b *Sums) product(x, y *linear) *linear {
	if len(x.of) == 0 {
		return (&linear{width: x.width}).plusTimes(x.plus, y)
	}
	r := (&linear{width: x.width}).plusTimes(y.plus, x)
	if len(y.of) == 0 {
		return r
	}
	if len(x.of) > 1 || len(y.of) > 1 {
		return nil
	}
	for t, k := range x.of {
		for u, l := range y.of {
			if k*l&op.Mask(x.width) == 1 && x.plus == 0 && y.plus == 0 {
				return nil
			}
			both := &linear{width: x.width, of: map[term.T]uint64{b.Pool.Mul(t, u): 1}}
			r = r.plusTimes(k*l, both).plusTimes(x.plus, &linear{width: x.width, of: map[term.T]uint64{u: l}})
		}
	}
	return r
}

// splitIte takes out of both sides what they have in common, nil if nothing.
func (b *Sums) splitIte(c term.T, x, y *linear) *linear {
	common := &linear{width: x.width, of: map[term.T]uint64{}}
	for t, k := range x.of {
		if y.of[t] == k {
			common.of[t] = k
		}
	}
	if len(common.of) == 0 {
		return nil
	}
	minus := op.Mask(x.width)
	rest := b.Pool.Ite(c, b.sum(x.plusTimes(minus, common)), b.sum(y.plusTimes(minus, common)))
	if k, ok := b.Pool.Const(rest); ok {
		common.plus = k
		return common
	}
	return common.plusTimes(1, &linear{width: x.width, of: map[term.T]uint64{rest: 1}})
}

// sum is the term of a sum: its variables first, what is negative last.
func (b *Sums) sum(s *linear) term.T {
	p := b.Pool
	parts := make([]term.T, 0, len(s.of))
	for t := range s.of {
		parts = append(parts, t)
	}
	plain := func(t term.T) int {
		if p.Op(t) == term.OpVar {
			return 0
		}
		return 1
	}
	slices.SortFunc(parts, func(x, y term.T) int {
		if d := plain(x) - plain(y); d != 0 {
			return d
		}
		return int(x) - int(y)
	})
	r := p.BV(s.width, 0)
	for _, t := range parts {
		r = p.Add(r, p.Mul(t, p.BV(s.width, s.of[t])))
	}
	return p.Add(r, p.BV(s.width, s.plus))
}

// Quotient is how many times a number goes into one that is a multiple of it, of which the lowest
// bits are right: w−z of them, where the width is w and the divisor has z factors of 2. Where that
// is less than 2^lowest, which is no more, it is right. No division is left: what is multiplied by
// the divisor stays, and an odd divisor has an inverse modulo 2^w, few of whose bits matter then.
//
//	20·i + p + 40, by 20   becomes   i + (p >> 2) · 0xcc…cd + 2
func (b *Sums) Quotient(t term.T, by uint64, lowest int) term.T {
	p := b.Pool
	if p.Op(t) == term.OpIte {
		return p.Ite(p.Arg(t, 0), b.Quotient(p.Arg(t, 1), by, lowest), b.Quotient(p.Arg(t, 2), by, lowest))
	}
	s := b.sumOf(t, 0)
	times := func(k uint64) (uint64, bool) {
		n := op.Signed(s.width, k)
		return uint64(n/int64(by)) & op.Mask(s.width), n%int64(by) == 0
	}
	whole := &linear{width: s.width, of: map[term.T]uint64{}}
	rest := &linear{width: s.width, of: map[term.T]uint64{}}
	for x, k := range s.of {
		if n, ok := times(k); ok {
			whole.of[x] = n
		} else {
			rest.of[x] = k
		}
	}
	if n, ok := times(s.plus); ok {
		whole.plus = n
	} else {
		rest.plus = s.plus
	}
	z := bits.TrailingZeros64(by)
	if len(rest.of) == 0 && rest.plus == 0 {
		return p.Extract(b.sum(whole), 0, s.width-z)
	}
	odd := p.Extract(b.sum(rest), z, lowest)
	q := p.Add(p.Extract(b.sum(whole), 0, lowest), p.Mul(odd, p.BV(lowest, inverse(by>>z)&op.Mask(lowest))))
	return p.ZExt(q, s.width-z)
}

// inverse is that of an odd number modulo 2^64 (Newton: each step doubles the bits that are right).
func inverse(odd uint64) uint64 {
	x := odd // right in its lowest 3 bits
	for range 5 {
		x *= 2 - odd*x
	}
	return x
}

// Ordered brings the equations in a condition into the form of sums.
func (b *Sums) Ordered(t term.T) term.T {
	if r, ok := b.inOrder[t]; ok {
		return r
	}
	r := b.order(t)
	if b.inOrder == nil {
		b.inOrder = map[term.T]term.T{}
	}
	b.inOrder[t] = r
	return r
}

func (b *Sums) order(t term.T) term.T {
	p := b.Pool
	switch p.Op(t) {
	case term.OpNot:
		return p.Not(b.Ordered(p.Arg(t, 0)))
	case term.OpAnd:
		return p.And(b.Ordered(p.Arg(t, 0)), b.Ordered(p.Arg(t, 1)))
	case term.OpEq:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if o := p.Op(x); (o == term.OpURem || o == term.OpSRem) && p.IsConst(p.Arg(x, 1)) && p.IsConst(y) {
			if r := b.remainderIs(x, y); r != t {
				return b.Ordered(r)
			}
		}
		if w := p.Width(x); w < 8 || w > 64 || p.IsArray(x) || !b.isSum(x) && !b.isSum(y) {
			return t
		}
		s := b.sumOf(x, 0).plusTimes(op.Mask(p.Width(x)), b.sumOf(y, 0))
		k := -s.plus & op.Mask(s.width)
		s.plus = 0
		return p.Eq(b.sum(s), p.BV(s.width, k))
	case term.OpULt, term.OpSLt:
		return b.branches(t, 0)
	}
	return t
}

// remainderIs is the equation of a remainder by a constant with another one. It is asked of each
// number that the dividend may be: of most of them it is known, and to find out that a number has
// the remainder of one of two means to compare two circuits of a division.
//
//	links{n: front}[k] % 24 = 0   becomes   n = k ? front % 24 = 0 : links[k] % 24 = 0
func (b *Sums) remainderIs(x, y term.T) term.T {
	p := b.Pool
	rest := p.URem
	if p.Op(x) == term.OpSRem {
		rest = p.SRem
	}
	return p.OverChoices(p.Arg(x, 0), budget.RemainderParts.N, func(t term.T) term.T { return p.Eq(rest(t, p.Arg(x, 1)), y) })
}

// branches takes a comparison into the sides of a conditional that is compared,
// where that settles it on one of them: what is known of the other side need not
// be found out from the bits of both.
//
//	ite(c, x · y, z) ≤ 81, where x · y ≤ 81 for all x and y   becomes   c or z ≤ 81
func (b *Sums) branches(t term.T, depth int) term.T {
	p := b.Pool
	if o := p.Op(t); depth > budget.ComparisonParts.N || o != term.OpULt && o != term.OpSLt {
		return t
	}
	if r, ok := b.branched[t]; ok { // conditionals share their sides
		return r
	}
	r := b.branch(t, depth)
	if b.branched == nil {
		b.branched = map[term.T]term.T{}
	}
	b.branched[t] = r
	return r
}

func (b *Sums) branch(t term.T, depth int) term.T {
	p := b.Pool
	less := p.ULt
	if p.Op(t) == term.OpSLt {
		less = p.SLt
	}
	x, y := p.Arg(t, 0), p.Arg(t, 1)
	var c, yes, no term.T
	switch {
	case p.Op(x) == term.OpIte:
		c, yes, no = p.Arg(x, 0), less(p.Arg(x, 1), y), less(p.Arg(x, 2), y)
	case p.Op(y) == term.OpIte:
		c, yes, no = p.Arg(y, 0), less(x, p.Arg(y, 1)), less(x, p.Arg(y, 2))
	default:
		return t
	}
	yes, no = b.branches(yes, depth+1), b.branches(no, depth+1)
	if p.IsConst(yes) || p.IsConst(no) {
		return p.Ite(c, yes, no)
	}
	return t
}

// isSum tells that a term adds or multiplies.
func (b *Sums) isSum(t term.T) bool {
	switch b.Pool.Op(t) {
	case term.OpAdd, term.OpSub, term.OpNeg, term.OpMul:
		return true
	}
	return false
}

// gcd is the greatest common divisor, 0 of zeros.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
