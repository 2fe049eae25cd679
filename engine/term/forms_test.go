package term

import (
	"math/rand/v2"
	"testing"
)

// TestNormalForms checks that idioms of compiled C become the terms they mean.
func TestNormalForms(t *testing.T) {
	p := NewPool()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	c, d := p.Var(8, "c"), p.Var(8, "d")
	b, b2 := p.Var(0, "b"), p.Var(0, "b2")
	k := func(v int) T { return p.BV(32, uint64(v)) }
	z, s := func(t T) T { return p.ZExt(t, 32) }, func(t T) T { return p.SExt(t, 32) }
	low := p.Extract(x, 0, 1)
	tests := map[string][2]T{
		"(b ? 1 : 0) != 0":          {p.Not(p.Eq(p.ZExt(p.BoolToBV(b, 8), 32), k(0))), b},
		"((b&1) ^ 1) == 0":          {p.Eq(p.BVXor(p.BoolToBV(b, 8), p.BV(8, 1)), p.BV(8, 0)), b},
		"(x & 1) != 0":              {p.Not(p.Eq(p.BVAnd(x, k(1)), k(0))), p.Eq(low, p.BV(1, 1))},
		"c - '0' <= 9 in int":       {p.ULe(p.Sub(z(c), k('0')), k(9)), p.ULt(p.Add(z(c), k(-'0')), k(10))},
		"(unsigned char)c < 'a'":    {p.SLt(z(c), k('a')), p.ULt(c, p.BV(8, 'a'))},
		"c == 'a' as int":           {p.Eq(s(c), k('a')), p.Eq(c, p.BV(8, 'a'))},
		"c < 300":                   {p.SLt(z(c), k(300)), True},
		"x <= 10 and x < 11":        {p.ULe(x, k(10)), p.ULt(x, k(11))},
		"!(x < y)":                  {p.Not(p.SLt(x, y)), p.SLe(y, x)},
		"x + 3 - y - 3":             {p.Sub(p.Sub(p.Add(x, k(3)), y), k(3)), p.Sub(x, y)},
		"i*4+8 - (i+2)*4":           {p.Sub(p.Add(p.Mul(x, k(4)), k(8)), p.Mul(p.Add(x, k(2)), k(4))), k(0)},
		"(x << 24) >> 24 unsigned":  {p.LShr(p.Shl(x, k(24)), k(24)), z(p.Trunc(x, 8))},
		"(x << 24) >> 24 signed":    {p.AShr(p.Shl(x, k(24)), k(24)), s(p.Trunc(x, 8))},
		"c << 8 | d":                {p.BVOr(p.Shl(z(c), k(8)), z(d)), z(p.Concat(c, d))},
		"c * 256 + d":               {p.Add(p.Mul(z(c), k(256)), z(d)), z(p.Concat(c, d))},
		"(char)(c + 1)":             {p.Trunc(p.Add(s(c), k(1)), 8), p.Add(c, p.BV(8, 1))},
		"x % 16 unsigned":           {p.URem(x, k(16)), p.BVAnd(x, k(15))},
		"x / 16 unsigned":           {p.UDiv(x, k(16)), p.LShr(x, k(4))},
		"c % 10 signed":             {p.SRem(z(c), k(10)), z(p.URem(c, p.BV(8, 10)))},
		"x < 0 by its sign bit":     {p.Eq(p.LShr(x, k(31)), k(1)), p.SLt(x, k(0))},
		"x > 5 && x == 7":           {p.And(p.SLt(k(5), x), p.Eq(x, k(7))), p.Eq(x, k(7))},
		"x > 5 && x < 5":            {p.And(p.SLt(k(5), x), p.SLt(x, k(5))), False},
		"x >= 5 && x <= 5":          {p.And(p.SLe(k(5), x), p.SLe(x, k(5))), p.Eq(x, k(5))},
		"!(b && b2) && b":           {p.And(p.Not(p.And(b, b2)), b), p.And(b, p.Not(b2))},
		"b ? x : b2 ? x : y":        {p.Ite(b, x, p.Ite(b2, x, y)), p.Ite(p.Or(b, b2), x, y)},
		"y % x == x, x above y % x": {p.ULt(p.URem(y, x), x), p.Not(p.Eq(x, k(0)))},
		"x + 1 < x by wrap-around":  {p.ULt(p.Add(x, k(1)), x), p.Eq(x, k(-1))},
	}
	for name, test := range tests {
		if test[0] != test[1] {
			t.Errorf("%s: %s is not %s", name, p.dump(test[0]), p.dump(test[1]))
		}
	}
}

// TestByteReassembly stores a value byte by byte, also a merged one and at a
// symbolic address, and reads it back.
func TestByteReassembly(t *testing.T) {
	p := NewPool()
	mem := p.ArrayVar(64, 8, "mem")
	base, b := p.Var(64, "base"), p.Var(0, "b")
	for _, size := range []int{2, 4, 8, 16} {
		x, y := p.Var(8*size, "x"), p.Var(8*size, "y")
		for _, v := range []T{x, p.Ite(b, x, y), p.ZExt(p.Var(8, "c"), 8*size), p.SExt(p.Var(9, "d"), 8*size), p.BV(8*size, 0x1234)} {
			a := mem
			for i := range size {
				a = p.Store(a, p.Add(base, p.BV(64, uint64(i))), p.Extract(v, 8*i, 8))
			}
			back := p.Select(a, base)
			for i := 1; i < size; i++ {
				back = p.Concat(p.Select(a, p.Add(base, p.BV(64, uint64(i)))), back)
			}
			if back != v {
				t.Errorf("%d bytes: read %s, wrote %s", size, p.dump(back), p.dump(v))
			}
		}
		// Bytes merged one by one are the merged value.
		merged := p.Ite(b, p.Extract(x, 0, 8), p.Extract(y, 0, 8))
		for i := 1; i < size; i++ {
			merged = p.Concat(p.Ite(b, p.Extract(x, 8*i, 8), p.Extract(y, 8*i, 8)), merged)
		}
		if merged != p.Ite(b, x, y) {
			t.Errorf("%d bytes: merged %s", size, p.dump(merged))
		}
	}
}

// shadowArray is an array term with its contents under the checker's models.
type shadowArray struct {
	t    T
	vals [][8]uint64
}

// TestRandomArrays builds random array terms with 3-bit indices and compares
// every element with a plain array that underwent the same steps.
func TestRandomArrays(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		c := newChecker(t, r, 6)
		arrays := startArrays(c)
		elems := []T{c.variable(4, "v"), c.variable(4, "w"), c.p.BV(4, 3)}
		index := []T{c.variable(3, "i"), c.variable(3, "j"), c.p.BV(3, 2), c.p.BV(3, 5)}
		conds := []T{c.variable(0, "p"), c.variable(0, "q")}
		pick := func(ts []T) T { return ts[r.IntN(len(ts))] }
		for range 60 {
			a := arrays[r.IntN(len(arrays))]
			next := shadowArray{vals: make([][8]uint64, len(c.evs))}
			i, v, p := pick(index), pick(elems), pick(conds)
			o := arrays[r.IntN(len(arrays))]
			store := r.IntN(4) > 0
			if store {
				next.t = c.p.Store(a.t, i, v)
			} else {
				next.t = c.p.Ite(p, a.t, o.t)
			}
			read := c.p.Select(next.t, i)
			same := c.p.Eq(a.t, next.t)
			for m, e := range c.evs {
				next.vals[m] = a.vals[m]
				switch {
				case store:
					next.vals[m][e.BV(i)] = e.BV(v)
				case !e.Bool(p):
					next.vals[m] = o.vals[m]
				}
				if got, want := e.BV(read), next.vals[m][e.BV(i)]; got != want {
					t.Fatalf("%s is %d, want %d", c.p.dump(read), got, want)
				}
				if got, want := e.Bool(same), next.vals[m] == a.vals[m]; got != want {
					t.Fatalf("%s is %v, want %v", c.p.dump(same), got, want)
				}
			}
			arrays = append(arrays, next)
			elems = append(elems, read)
			index = append(index, c.p.Add(i, c.p.BV(3, uint64(r.IntN(8)))))
			conds = append(conds, c.p.ULt(read, v))
		}
	}
}

// startArrays returns an array variable, a table and a constant array.
func startArrays(c *checker) []shadowArray {
	v := c.array(3, 4, "a")
	starts := []shadowArray{{t: v}, {t: c.p.Table(3, 4, []uint64{1, 2, 3, 3, 3})}, {t: c.p.ConstArray(3, c.p.BV(4, 3))}}
	for _, e := range c.evs {
		var free [8]uint64
		for i := range free {
			free[i] = e.BV(c.p.Select(v, c.p.BV(3, uint64(i))))
		}
		starts[0].vals = append(starts[0].vals, free)
		starts[1].vals = append(starts[1].vals, [8]uint64{1, 2, 3, 3, 3})
		starts[2].vals = append(starts[2].vals, [8]uint64{3, 3, 3, 3, 3, 3, 3, 3})
	}
	return starts
}
