package sums

import (
	"iter"
	"math/bits"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Numbers finds what numbers can be where conditions hold, for so many steps.
type Numbers struct {
	*Sums
	bounds map[term.T]Stride
	left   int
}

// NumbersUnder finds what numbers can be within bounds, in so many steps.
func (b *Sums) NumbersUnder(bounds map[term.T]Stride, steps int) *Numbers {
	return &Numbers{b, bounds, steps}
}

// Step takes a step. It reports false where none is left.
func (w *Numbers) Step() bool {
	w.left--
	return w.left >= 0
}

// Bounds are the numbers that conditions compare with constants, and what they can be then.
func (b *Sums) Bounds(conditions iter.Seq[term.T]) map[term.T]Stride {
	bounds := map[term.T]Stride{}
	for c := range conditions {
		if t, s, ok := b.bound(c); ok {
			if old, known := bounds[t]; known {
				s = s.Clamp(old.Lo, old.Hi)
			}
			bounds[t] = s
		}
	}
	return bounds
}

// bound is the number that a condition compares with a small constant, and what it can be then.
func (b *Sums) bound(c term.T) (t term.T, s Stride, ok bool) {
	p, holds := b.Pool, true
	if p.Op(c) == term.OpNot {
		c, holds = p.Arg(c, 0), false
	}
	if o := p.Op(c); o != term.OpULt && o != term.OpSLt || p.Width(p.Arg(c, 0)) > 64 {
		return t, s, false
	}
	signed := p.Op(c) == term.OpSLt
	limit := func(i int) (int64, bool) {
		k, ok := p.Const(p.Arg(c, i))
		n := op.Signed(p.Width(p.Arg(c, i)), k)
		return n, ok && n < 1<<62 && (signed || n >= 0) && n > -1<<62
	}
	below, isBelow := limit(1) // t < k, or not
	above, isAbove := limit(0) // k < t, or not
	switch all := All(); {
	case isBelow && holds && signed:
		return p.Arg(c, 0), all.Clamp(all.Lo, below-1), true
	case isBelow && holds:
		return p.Arg(c, 0), all.Clamp(0, below-1), true
	case isBelow && signed:
		return p.Arg(c, 0), all.Clamp(below, all.Hi), true
	case isAbove && holds && signed:
		return p.Arg(c, 1), all.Clamp(above+1, all.Hi), true
	case isAbove && !holds && signed:
		return p.Arg(c, 1), all.Clamp(all.Lo, above), true
	case isAbove && !holds:
		return p.Arg(c, 1), all.Clamp(0, above), true
	}
	return t, s, false
}

// Of is all that a number can be.
func (w *Numbers) Of(t term.T) Stride {
	s := w.computed(t)
	if bound, ok := w.bounds[t]; ok {
		s = s.Clamp(bound.Lo, bound.Hi)
	}
	return s
}

// computed is what a number can be by how it is computed.
func (w *Numbers) computed(t term.T) (s Stride) {
	p := w.Pool
	if !w.Step() {
		return All()
	}
	if c, ok := p.Const(t); ok {
		return Number(op.Signed(p.Width(t), c))
	}
	switch o := p.Op(t); o {
	case term.OpZExt, term.OpSExt:
		if part := w.Of(p.Arg(t, 0)); p.Width(p.Arg(t, 0)) <= 64 && (o == term.OpSExt || part.Lo >= 0) {
			return part
		}
	case term.OpConcat:
		low := p.Arg(t, 1)
		if k, ok := p.Const(low); ok && k == 0 && p.Width(t) <= 64 && p.Width(low) <= maxStep {
			return w.Of(p.Arg(t, 0)).Times(1 << p.Width(low))
		}
	case term.OpIte, term.OpStore, term.OpSelect, term.OpConstArray:
		for _, i := range Chosen(o) {
			s = s.Join(w.chosenIf(t, i))
		}
		return s
	case term.OpAdd, term.OpSub, term.OpMul, term.OpNeg, term.OpShl:
		known := w.ranged(t)
		s = w.StrideOf(t, func(part term.T, _ bool) Stride {
			if part == t {
				return known
			}
			return w.Of(part)
		})
		if s.Step < known.Step {
			return known.Clamp(s.Lo, s.Hi)
		}
		return s.Clamp(known.Lo, known.Hi)
	}
	return w.ranged(t)
}

// chosenIf is what a part of a term is where it is chosen: the lesser of two numbers is at most
// either.
func (w *Numbers) chosenIf(t term.T, i int) Stride {
	part := w.Pool.Arg(t, i)
	s := w.Of(part)
	if w.Pool.Op(t) != term.OpIte {
		return s
	}
	c := w.Pool.Arg(t, 0)
	if i == 2 {
		c = w.Pool.Not(c)
	}
	if at, bound, ok := w.bound(c); ok && at == part {
		s = s.Clamp(bound.Lo, bound.Hi)
	}
	return s
}

// maxStep is the binary logarithm of the greatest step that is told apart.
const maxStep = 30

// ranged is what the bits of a term say that it can be.
func (w *Numbers) ranged(t term.T) Stride {
	if w.Pool.Width(t) > 64 || w.Pool.IsArray(t) {
		return All()
	}
	zeros, _ := w.Pool.KnownBits(t)
	step := int64(1) << min(bits.TrailingZeros64(^zeros), maxStep)
	if lo, hi := w.Pool.SRange(t); lo > -1<<62 && hi < 1<<62 {
		return Between(step, (lo+step-1)&-step, hi)
	}
	return Multiples(step)
}

// Chosen are the arguments of an operation whose result is one of theirs.
func Chosen(o term.Op) []int {
	switch o {
	case term.OpIte:
		return []int{1, 2}
	case term.OpStore:
		return []int{0, 2}
	}
	return []int{0}
}
