package sums

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Stride is a set of signed numbers at one distance: a first one, and what lies multiples of
// a step from it between two ends (strided intervals: Reps, Balakrishnan and Lim,
// "Intermediate-representation recovery from low-level code", PEPM 2006).
type Stride struct {
	Step   int64 // not negative; 0: the one number First
	First  int64 // one of the numbers
	Lo, Hi int64 // the least and the greatest; Unbounded on either side: there is none
	some   bool  // there are any
}

// The ends of strides that have none.
const (
	unboundedBelow = math.MinInt64
	unboundedAbove = math.MaxInt64
)

// Number is the set of one number.
func Number(k int64) Stride { return Stride{First: k, Lo: k, Hi: k, some: true} }

// All is the set of all numbers.
func All() Stride { return Multiples(1) }

// Multiples is the set of all multiples of a step.
func Multiples(step int64) Stride {
	return Stride{Step: step, Lo: unboundedBelow, Hi: unboundedAbove, some: true}
}

// Between is the set of the multiples of a step from a first number on, to a last one.
func Between(step, lo, hi int64) Stride {
	if lo == hi {
		return Number(lo)
	}
	return Stride{Step: step, First: lo, Lo: lo, Hi: hi - (hi-lo)%step, some: true}
}

// None tells that there are no numbers in the set.
func (s Stride) None() bool { return !s.some }

// String says which numbers it has.
func (s Stride) String() string {
	switch {
	case s.None():
		return "none"
	case s.Step == 0:
		return strconv.FormatInt(s.First, 10)
	}
	text := fmt.Sprintf("%d plus a multiple of %d", s.First, s.Step)
	if s.Lo != unboundedBelow {
		text += fmt.Sprintf(", no less than %d", s.Lo)
	}
	if s.Hi != unboundedAbove {
		text += fmt.Sprintf(", no more than %d", s.Hi)
	}
	return text
}

// Join is the least stride around two.
func (s Stride) Join(t Stride) Stride {
	switch {
	case s.None():
		return t
	case t.None():
		return s
	}
	apart, ok := term.SubSigned(s.First, t.First)
	if !ok {
		return All()
	}
	return Stride{Step: gcd(gcd(s.Step, t.Step), apart), First: s.First, Lo: min(s.Lo, t.Lo), Hi: max(s.Hi, t.Hi), some: true}
}

// Widen is Join, without the ends that moved.
func (s Stride) Widen(t Stride) Stride {
	j := s.Join(t)
	if !s.None() && j.Lo < s.Lo {
		j.Lo = unboundedBelow
	}
	if !s.None() && j.Hi > s.Hi {
		j.Hi = unboundedAbove
	}
	return j
}

// Clamp is the numbers of the set between two.
func (s Stride) Clamp(lo, hi int64) Stride {
	s.Lo, s.Hi = max(s.Lo, lo), min(s.Hi, hi)
	if s.Lo > s.Hi {
		return Stride{}
	}
	return s
}

// Plus is the sums of a number of each, modulo 2^64. What has no end is taken for the offset of
// an address, which does not wrap around.
func (s Stride) Plus(t Stride) Stride {
	if s.None() || t.None() {
		return Stride{}
	}
	first, ok := term.AddSigned(s.First, t.First)
	if !ok {
		return All()
	}
	r := Stride{Step: gcd(s.Step, t.Step), First: first, Lo: unboundedBelow, Hi: unboundedAbove, some: true}
	wraps := false
	if s.Lo != unboundedBelow && t.Lo != unboundedBelow {
		lo, ok := term.AddSigned(s.Lo, t.Lo)
		if wraps = wraps || !ok; ok {
			r.Lo = lo
		}
	}
	if s.Hi != unboundedAbove && t.Hi != unboundedAbove {
		hi, ok := term.AddSigned(s.Hi, t.Hi)
		if wraps = wraps || !ok; ok {
			r.Hi = hi
		}
	}
	if wraps {
		return r.wrapped()
	}
	return r
}

// wrapped is a set of which some numbers wrapped around a power of 2: they are as far apart as
// the greatest one in the step.
func (s Stride) wrapped() Stride {
	s.Step, s.Lo, s.Hi = s.Step&-s.Step, unboundedBelow, unboundedAbove
	return s
}

// Minus is the differences between a number of each.
func (s Stride) Minus(t Stride) Stride { return s.Plus(t.negative()) }

// negative is the numbers with the other sign.
func (s Stride) negative() Stride {
	first, ok := term.SubSigned(0, s.First)
	if !ok {
		return All()
	}
	r := Stride{Step: s.Step, First: first, Lo: unboundedBelow, Hi: unboundedAbove, some: s.some}
	if s.Hi != unboundedAbove {
		r.Lo = -s.Hi
	}
	if s.Lo != unboundedBelow {
		r.Hi = -s.Lo
	}
	return r
}

// Times is the products with a number, modulo 2^64: where one may not fit, numbers of a program
// may have wrapped around.
func (s Stride) Times(k int64) Stride {
	switch {
	case s.None() || k == 0:
		return Stride{some: s.some}
	case k == 1:
		return s
	case k == -1:
		return s.negative()
	}
	first, ok := product(s.First, k)
	step, also := product(s.Step, k)
	if !ok || !also {
		return All()
	}
	r := Stride{Step: max(step, -step), First: first, some: true}
	lo, low := product(s.Lo, k)
	hi, high := product(s.Hi, k)
	if s.Lo == unboundedBelow || s.Hi == unboundedAbove || !low || !high {
		return r.wrapped()
	}
	r.Lo, r.Hi = min(lo, hi), max(lo, hi)
	return r
}

// Meets tells that one of n numbers from lo on is in the set.
func (s Stride) Meets(lo, n int64) bool {
	if s.None() || n <= 0 {
		return false
	}
	from, to := max(lo, s.Lo), min(lo+n-1, s.Hi)
	if s.Step == 0 {
		return from <= s.First && s.First <= to
	}
	next, ok := s.from(from)
	return !ok || next <= to
}

// from is the first number of the step from another on, whatever the ends.
func (s Stride) from(lo int64) (int64, bool) {
	apart, ok := term.SubSigned(s.First, lo)
	if !ok {
		return 0, false
	}
	return term.AddSigned(lo, (apart%s.Step+s.Step)%s.Step)
}

// Within lists the numbers of the set from 0 up to one, unless they are more than so many.
func (s Stride) Within(last int64, most int) (all []int64, ok bool) {
	switch {
	case s.None() || s.Step == 0 && (s.First < 0 || s.First > last):
		return nil, true
	case s.Step == 0:
		return []int64{s.First}, most > 0
	}
	x, ok := s.from(max(0, s.Lo))
	for more := ok; more && x <= min(last, s.Hi); x, more = term.AddSigned(x, s.Step) {
		if len(all) == most {
			return nil, false
		}
		all = append(all, x)
	}
	return all, ok
}

// MultipleOf tells that all numbers of the set are multiples of one.
func (s Stride) MultipleOf(k int64) bool { return s.None() || s.Step%k == 0 && s.First%k == 0 }

// Includes tells that a set is part of this one.
func (s Stride) Includes(t Stride) bool { return s.Join(t) == s.Join(s) }

// StrideOf is all that a number of at most 64 bits can be, as a signed one, where of says that of
// the parts of which it is the sum; alone: a part is in it once.
func (b *Sums) StrideOf(t term.T, of func(part term.T, alone bool) Stride) Stride {
	s := b.sumOf(t, 0)
	r := Number(op.Signed(s.width, s.plus))
	for _, x := range slices.Sorted(maps.Keys(s.of)) {
		times := op.Signed(s.width, s.of[x])
		r = r.Plus(of(x, times == 1).Times(times))
	}
	if most := int64(op.Mask(s.width) >> 1); s.width < 64 && !r.None() && (r.Lo < -most-1 || r.Hi > most) {
		return r.wrapped()
	}
	return r
}

func product(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && (b != -1 || a != math.MinInt64)
}
