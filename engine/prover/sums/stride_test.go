package sums

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// someStride is a small stride and its numbers.
func someStride(r *rand.Rand) (Stride, []int64) {
	var all []int64
	first, step, n := r.Int64N(41)-20, r.Int64N(7), r.Int64N(5)
	for i := range n + 1 {
		all = append(all, first+i*step)
	}
	if step == 0 || n == 0 {
		return Number(first), all[:1]
	}
	return Between(step, first, first+n*step), all
}

// TestStrides: what is said of sets of numbers holds of each of them.
func TestStrides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		s, ss := someStride(r)
		u, us := someStride(r)
		k, lo, n := r.Int64N(9)-4, r.Int64N(60)-30, r.Int64N(8)
		meets := false
		for _, x := range ss {
			meets = meets || lo <= x && x < lo+n
			for c, of := range map[string]Stride{"a join": s.Join(u), "a join from the other side": u.Join(s), "a widening": u.Widen(s)} {
				if !of.Includes(Number(x)) {
					t.Fatalf("%s of %v and %v lacks %d", c, s, u, x)
				}
			}
			if !s.Times(k).Includes(Number(x * k)) {
				t.Fatalf("%v times %d lacks %d", s, k, x*k)
			}
			if lo <= x && x <= lo+n && !s.Clamp(lo, lo+n).Meets(x, 1) {
				t.Fatalf("%v between %d and %d lacks %d", s, lo, lo+n, x)
			}
			if s.MultipleOf(4) && x%4 != 0 {
				t.Fatalf("%v is said to be multiples of 4", s)
			}
			for _, y := range us {
				if !s.Plus(u).Includes(Number(x+y)) || !s.Minus(u).Includes(Number(x-y)) {
					t.Fatalf("%v and %v: the sum or the difference of %d and %d is missing", s, u, x, y)
				}
			}
		}
		if meets != s.Meets(lo, n) {
			t.Fatalf("%v meets the %d numbers from %d on: %v", s, n, lo, !meets)
		}
		checkWithin(t, s, ss, lo)
	}
}

// checkWithin: the numbers of a set between 0 and another are listed, unless they are too many.
func checkWithin(t *testing.T, s Stride, numbers []int64, last int64) {
	t.Helper()
	var want []int64
	for _, x := range numbers {
		if 0 <= x && x <= last {
			want = append(want, x)
		}
	}
	got, ok := s.Within(last, 3)
	if ok != (len(want) <= 3) || ok && len(got) != len(want) {
		t.Fatalf("of %v between 0 and %d: %v %v, want %v", s, last, got, ok, want)
	}
}

// TestUnboundedStrides: where an end overflows there is none.
func TestUnboundedStrides(t *testing.T) {
	far := Number(1 << 62)
	for name, s := range map[string]Stride{
		"a sum": far.Plus(far), "a product": far.Times(4), "a difference": Number(-1 << 62).Minus(far).Minus(far),
		"a join": Number(-1 << 63).Join(far),
	} {
		if !s.Meets(5, 1) {
			t.Errorf("%s of great numbers is %v, which lacks some", name, s)
		}
	}
	if s := Number(8).Widen(Number(16)); s.Meets(0, 8) || !s.Meets(800, 1) || s.Meets(801, 7) {
		t.Errorf("8 and then 16 widen to %v, want all multiples of 8 from 8 on", s)
	}
	if all := Multiples(8); !all.Meets(-16, 1) || all.Meets(1, 7) {
		t.Errorf("the multiples of 8 are %v", all)
	}
}

// TestStrideOf: an offset is the sum of its variables, times what they are multiplied with.
func TestStrideOf(t *testing.T) {
	p := term.NewPool()
	b := &Sums{Pool: p}
	i, j := p.Var(64, "i"), p.Var(64, "j")
	times := func(x term.T, k int64) term.T { return p.Mul(x, p.BV(64, uint64(k))) }
	n := p.Var(64, "n")
	known := map[term.T]Stride{i: All(), j: Between(1, 0, 3), n: Between(1, 0, 1000)}
	for _, c := range []struct {
		off  term.T
		want Stride
	}{
		{p.BV(64, 40), Number(40)},
		{p.Add(times(n, 24), p.BV(64, 8)), Between(24, 8, 24008)},
		{p.Sub(p.Add(times(n, 24), times(j, -36)), p.BV(64, 8)), Between(12, -116, 23992)},
		{p.Add(times(i, 24), p.BV(64, 8)), Multiples(8)}, // 24·i may wrap around
		{p.Sub(p.Add(times(i, 24), times(j, -36)), p.BV(64, 8)), Multiples(4)},
		{p.Add(times(j, 8), p.BV(64, 16)), Between(8, 16, 40)},
		{p.Add(times(i, 24), j), All()},
	} {
		got := b.StrideOf(c.off, func(part term.T, _ bool) Stride {
			if k, ok := p.Const(part); ok {
				return Number(op.Signed(64, k))
			}
			return known[part]
		})
		if !got.Includes(c.want) || !c.want.Includes(got) {
			t.Errorf("%s: %v, want %v", p.String(c.off), got, c.want)
		}
	}
}

// TestWrappedSums: what is said of a sum holds where parts of it, or all of it, wrap around.
func TestWrappedSums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := term.NewPool()
	b := &Sums{Pool: p}
	x, y := p.Var(8, "x"), p.Var(8, "y")
	for range 300 {
		k, l, plus := r.Uint64N(256), r.Uint64N(256), r.Uint64N(256)
		off := p.Add(p.Add(p.Mul(x, p.BV(8, k)), p.Mul(y, p.BV(8, l))), p.BV(8, plus))
		hi := map[term.T]int64{x: r.Int64N(128), y: r.Int64N(40)}
		s := b.StrideOf(off, func(part term.T, _ bool) Stride {
			if of, ok := hi[part]; ok {
				return Between(1, 0, of)
			}
			return All()
		})
		for n := range uint64(hi[x] + 1) {
			for m := range uint64(hi[y] + 1) {
				if got := int64(int8(k*n + l*m + plus)); !s.Meets(got, 1) {
					t.Fatalf("%d·%d + %d·%d + %d is %d in 8 bits, which %v lacks", k, n, l, m, plus, got, s)
				}
			}
		}
	}
	for _, k := range []uint64{3, 12, 24, 1<<33 + 8} {
		inverse := uint64(1)
		odd := k >> bits.TrailingZeros64(k)
		for range 6 {
			inverse *= 2 - odd*inverse
		}
		if got := int64(k * inverse); !All().Times(int64(k)).Meets(got, 1) {
			t.Errorf("%d times %d is %d in 64 bits, which the products of all numbers lack", k, inverse, got)
		}
	}
}
