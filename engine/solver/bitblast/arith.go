package bitblast

import "math/big"

// columns is a sum under construction: the wires of equal weight 2^i are
// collected in column i and then compressed by full adders, first in first out,
// as in a Wallace tree.
type columns struct {
	g    *Graph
	cols [][]Ref
	ones *big.Int // sum of the constant wires
	over []Ref    // carries out of the last column
}

func (g *Graph) newColumns(width int) *columns {
	return &columns{g: g, cols: make([][]Ref, width), ones: new(big.Int)}
}

// addWire adds w·2^i.
func (c *columns) addWire(i int, w Ref) {
	switch {
	case w == False:
	case w == True:
		c.ones.Add(c.ones, new(big.Int).Lsh(big.NewInt(1), uint(i)))
	case i >= len(c.cols):
		c.over = append(c.over, w)
	default:
		c.cols[i] = append(c.cols[i], w)
	}
}

// addWord adds x·2^shift, as far as it lies in the columns.
func (c *columns) addWord(x []Ref, shift int) {
	for i, w := range x {
		if i+shift < len(c.cols) {
			c.addWire(i+shift, w)
		}
	}
}

// sum returns the sum of all wires modulo 2^width. Afterwards c.over holds the
// carries that were lost.
func (c *columns) sum() []Ref {
	g := c.g
	r := make([]Ref, len(c.cols))
	for i := range c.cols {
		if g.stopped {
			break
		}
		q := c.cols[i]
		if c.ones.Bit(i) == 1 {
			q = append(q, True)
		}
		for len(q) > 2 {
			c.addWire(i+1, g.maj(q[0], q[1], q[2]))
			q = append(q[3:], g.xor3(q[0], q[1], q[2]))
		}
		switch len(q) {
		case 2:
			c.addWire(i+1, g.and(q[0], q[1]))
			r[i] = g.xor(q[0], q[1])
		case 1:
			r[i] = q[0]
		}
		c.cols[i] = nil
	}
	return r
}

// mul returns x · y modulo 2^len(x).
func (g *Graph) mul(x, y []Ref) []Ref {
	if isConstWord(x) {
		x, y = y, x
	}
	if isConstWord(y) {
		return g.mulConst(x, wordValue(y), len(x))
	}
	if bitLen(y) > bitLen(x) {
		x, y = y, x
	}
	c := g.newColumns(len(x))
	for i, bit := range y {
		for j := 0; i+j < len(x) && !g.stopped; j++ {
			c.addWire(i+j, g.and(x[j], bit))
		}
	}
	return c.sum()
}

// mulConst returns x · k modulo 2^width, with x unsigned and k in canonical
// signed digits, where at most every other digit is not zero (Booth 1951;
// Reitwiesner 1960).
func (g *Graph) mulConst(x []Ref, k *big.Int, width int) []Ref {
	c := g.newColumns(width)
	g.addMultiple(c, resize(x, width, False), k)
	return c.sum()
}

// addMultiple adds x · k to the columns, which are as many as x has wires.
func (g *Graph) addMultiple(c *columns, x []Ref, k *big.Int) {
	width := len(x)
	carry := uint(0)
	for i := 0; i < width; i++ {
		d := k.Bit(i) + carry
		switch {
		case d == 0 || d == 2:
			carry = d / 2
		case k.Bit(i+1) == 1: // digit −1: add ¬x + 1
			carry = 1
			c.addWord(invert(x[:width-i]), i)
			c.addWire(i, True)
		default:
			carry = 0
			c.addWord(x[:width-i], i)
		}
	}
}

// wordValue returns the value of a constant word.
func wordValue(x []Ref) *big.Int {
	v := new(big.Int)
	for i, r := range x {
		if r == True {
			v.SetBit(v, i, 1)
		}
	}
	return v
}

func constWord(v *big.Int, width int) []Ref {
	r := make([]Ref, width)
	for i := range r {
		r[i] = Ref(v.Bit(i))
	}
	return r
}

// powerOfTwo returns k for v = 2^k.
func powerOfTwo(v *big.Int) (int, bool) {
	k := v.BitLen() - 1
	return k, k >= 0 && int(v.TrailingZeroBits()) == k
}

// udivrem returns the quotient and remainder of n / d unsigned, with the values
// of SMT-LIB for d = 0.
func (g *Graph) udivrem(n, d []Ref) (quo, rem []Ref) {
	w := len(n)
	if isConstWord(d) {
		return g.udivremConst(n, wordValue(d))
	}
	group := g.newGroup()
	quo = g.inputs(group, w)
	rem = g.inputs(group, w)
	// q·d + r = n without overflow; d = 0 makes this r = n.
	c := g.newColumns(w)
	clear := True // the bits of d from w−i on are all zero
	for i := range w {
		if i > 0 {
			clear = g.and(clear, d[w-i]^1)
		}
		g.constrain(group, g.or(quo[i]^1, clear))
		for j := 0; i+j < w && !g.stopped; j++ {
			c.addWire(i+j, g.and(quo[i], d[j]))
		}
	}
	c.addWord(rem, 0)
	g.equate(group, c.sum(), n)
	g.constrain(group, invert(c.over)...)
	zero := g.and(clear, d[0]^1)
	g.constrain(group, g.or(zero, g.ult(rem, d)))
	for _, q := range quo {
		g.constrain(group, g.or(q, zero^1))
	}
	return quo, rem
}

func (g *Graph) inputs(group, n int) []Ref {
	r := make([]Ref, n)
	for i := range r {
		r[i] = g.input(group)
	}
	return r
}

// udivremConst is udivrem for a constant divisor: the relation q·d + r = n and
// r < d, with q and r no wider than they can get.
func (g *Graph) udivremConst(n []Ref, d *big.Int) (quo, rem []Ref) {
	w := len(n)
	if d.Sign() == 0 {
		return fill(True, w), n
	}
	if k, ok := powerOfTwo(d); ok {
		return resize(n[k:], w, False), resize(n[:k], w, False)
	}
	n = n[:bitLen(n)]
	k := d.BitLen()
	if len(n) < k {
		return fill(False, w), resize(n, w, False)
	}
	group := g.newGroup()
	quo = g.inputs(group, len(n)-k+1)
	rem = g.inputs(group, k)
	// The sum is below 2^(len(n)+1) for any q and any r < d.
	wide := len(n) + 1
	c := g.newColumns(wide)
	g.addMultiple(c, resize(quo, wide, False), d)
	c.addWord(rem, 0)
	g.equate(group, c.sum(), resize(n, wide, False))
	g.constrain(group, g.ult(rem, constWord(d, k)))
	return resize(quo, w, False), resize(rem, w, False)
}

// sdivrem is the division of two's complement numbers, truncating, with the
// values of SMT-LIB for d = 0.
func (g *Graph) sdivrem(n, d []Ref) (quo, rem []Ref) {
	w := len(n)
	ns, ds := n[w-1], d[w-1]
	if ns == False && isConstWord(d) && ds == False {
		return g.udivremConst(n, wordValue(d))
	}
	if isConstWord(d) && wordValue(d).Sign() != 0 {
		m := wordValue(d)
		if ds == True {
			m.Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), m)
		}
		quo, rem = g.sdivremConst(n, m)
		if ds == True {
			quo = g.neg(quo)
		}
		return quo, rem
	}
	quo, rem = g.udivrem(g.negIf(ns, n), g.negIf(ds, d))
	return g.negIf(g.xor(ns, ds), quo), g.negIf(ns, rem)
}

// sdivremConst divides the signed n by the constant m, 1 ≤ m ≤ 2^(len(n)−1).
func (g *Graph) sdivremConst(n []Ref, m *big.Int) (quo, rem []Ref) {
	w := len(n)
	sign := n[w-1]
	if k, ok := powerOfTwo(m); ok {
		// Round towards zero by adding m − 1 to negative numbers.
		biased := g.sum(n, resize(fill(sign, k), w, False), False)
		quo = resize(biased[k:], w, biased[w-1])
		return quo, resize(n[:k], w, g.and(sign, g.orN(n[:k])))
	}
	k := m.BitLen()
	group := g.newGroup()
	q := g.inputs(group, w-k+1)
	r := g.inputs(group, k+1)
	qs, rs := q[w-k], r[k]
	// q·m + r = n modulo 2^w. With |q| ≤ ⌊2^(w−1)/m⌋, |r| < m, and r zero or of
	// the sign of n, a sum out of range would wrap to the wrong sign.
	c := g.newColumns(w)
	g.addMultiple(c, resize(q, w, qs), m)
	c.addWord(resize(r, w, rs)[:w], 0)
	g.equate(group, c.sum(), n)
	limit := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	limit.Quo(limit, m)
	g.constrain(group,
		g.within(q, limit),
		g.within(r, new(big.Int).Sub(m, big.NewInt(1))),
		g.or(rs^1, sign),
		g.orN([]Ref{sign ^ 1, rs, g.orN(r) ^ 1}))
	return resize(q, w, qs), resize(r, w, rs)
}

// within returns −limit ≤ x ≤ limit, signed; limit fits the width of x.
func (g *Graph) within(x []Ref, limit *big.Int) Ref {
	upper := constWord(limit, len(x))
	lower := constWord(new(big.Int).Neg(limit), len(x))
	return g.and(g.slt(upper, x)^1, g.slt(x, lower)^1)
}
