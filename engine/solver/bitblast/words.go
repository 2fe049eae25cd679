package bitblast

// A word is a vector of wires, least significant first. Functions on words do
// not change their arguments; results may share memory with them.

// invert returns the bitwise complement of x.
func invert(x []Ref) []Ref {
	r := make([]Ref, len(x))
	for i := range x {
		r[i] = x[i] ^ 1
	}
	return r
}

// fill returns a word of n equal wires.
func fill(w Ref, n int) []Ref {
	r := make([]Ref, n)
	if w != 0 {
		for i := range r {
			r[i] = w
		}
	}
	return r
}

// resize truncates x to n wires or extends it with the wire ext.
func resize(x []Ref, n int, ext Ref) []Ref {
	if n <= len(x) {
		return x[:n]
	}
	return append(x[:len(x):len(x)], fill(ext, n-len(x))...)
}

func isConstWord(x []Ref) bool {
	for _, r := range x {
		if !r.isConst() {
			return false
		}
	}
	return true
}

// bitLen returns the number of wires of x up to its highest one that is not the
// constant false.
func bitLen(x []Ref) int {
	n := len(x)
	for n > 0 && x[n-1] == False {
		n--
	}
	return n
}

// muxWord returns c ? x : y.
func (g *Graph) muxWord(c Ref, x, y []Ref) []Ref {
	switch c {
	case True:
		return x
	case False:
		return y
	}
	r := make([]Ref, len(x))
	for i := range x {
		r[i] = g.mux(c, x[i], y[i])
	}
	return r
}

// add returns x + y + c as a ripple-carry adder of full adders; the carry out of
// the last position comes second.
func (g *Graph) add(x, y []Ref, c Ref) ([]Ref, Ref) {
	r := make([]Ref, len(x))
	for i := range x {
		r[i] = g.xor3(x[i], y[i], c)
		c = g.maj(x[i], y[i], c)
	}
	return r, c
}

// sum is add without the carry out, whose gate is then never made.
func (g *Graph) sum(x, y []Ref, c Ref) []Ref {
	n := len(x) - 1
	r, c := g.add(x[:n], y[:n], c)
	return append(r, g.xor3(x[n], y[n], c))
}

func (g *Graph) sub(x, y []Ref) []Ref { return g.sum(x, invert(y), True) }

func (g *Graph) neg(x []Ref) []Ref { return g.sum(invert(x), fill(False, len(x)), True) }

// negIf returns c ? −x : x.
func (g *Graph) negIf(c Ref, x []Ref) []Ref {
	r := make([]Ref, len(x))
	for i := range x {
		r[i] = g.xor(x[i], c)
	}
	return g.sum(r, fill(False, len(x)), c)
}

// ult returns x < y unsigned: the borrow of x − y.
func (g *Graph) ult(x, y []Ref) Ref {
	c := False
	for i := range x {
		c = g.maj(x[i]^1, y[i], c)
	}
	return c
}

// slt returns x < y signed: unsigned comparison with the sign bits exchanged.
func (g *Graph) slt(x, y []Ref) Ref {
	n := len(x) - 1
	return g.maj(x[n], y[n]^1, g.ult(x[:n], y[:n]))
}

// eq returns x = y.
func (g *Graph) eq(x, y []Ref) Ref {
	same := make([]Ref, len(x))
	for i := range x {
		same[i] = g.xor(x[i], y[i]) ^ 1
		if same[i] == False {
			return False
		}
	}
	return g.andN(same)
}

// shiftLeft returns x << y for a barrel shifter of one stage per relevant bit of
// y; amounts of len(x) and more give zero.
func (g *Graph) shiftLeft(x, y []Ref) []Ref {
	return g.shift(x, y, False, func(i, by int) int { return i - by })
}

// shiftRight returns x >> y with ext shifted in.
func (g *Graph) shiftRight(x, y []Ref, ext Ref) []Ref {
	return g.shift(x, y, ext, func(i, by int) int { return i + by })
}

func (g *Graph) shift(x, y []Ref, ext Ref, source func(i, by int) int) []Ref {
	w := len(x)
	cur := x
	var excess []Ref
	for k, bit := range y {
		if k >= 31 || 1<<k >= w {
			excess = append(excess, bit)
			continue
		}
		if bit == False {
			continue
		}
		moved := make([]Ref, w)
		for i := range moved {
			moved[i] = ext
			if s := source(i, 1<<k); s >= 0 && s < w {
				moved[i] = cur[s]
			}
		}
		cur = g.muxWord(bit, moved, cur)
	}
	return g.muxWord(g.orN(excess), fill(ext, w), cur)
}

// lookup reads entry index of vals, constants of elemWidth bits, by a balanced
// tree of multiplexers over the index bits. Entries outside [lo, hi], and those
// beyond vals if hi reaches so far, are: the first never read, the second zero.
func (g *Graph) lookup(vals []uint64, elemWidth int, index []Ref, lo, hi uint64) []Ref {
	r := make([]Ref, elemWidth)
	n := len(index)
	for n > 0 && n < 65 && hi>>(n-1) == 0 {
		n-- // the upper index bits are zero in the range
	}
	for k := range r {
		t := tableBit{g: g, vals: vals, bit: k, index: index, lo: lo, hi: hi}
		r[k], _ = t.build(min(n, 64), 0)
	}
	return r
}

// tableBit builds the multiplexer tree of one output bit of a table.
type tableBit struct {
	g      *Graph
	vals   []uint64
	bit    int
	index  []Ref
	lo, hi uint64
}

// build returns the wire for the 2^n entries from base on; used is false if none
// of them lies in the range, when any wire will do.
func (t *tableBit) build(n int, base uint64) (wire Ref, used bool) {
	last := base + (1<<n - 1)
	if base > t.hi || last < t.lo || t.g.stopped {
		return False, false
	}
	if base >= uint64(len(t.vals)) {
		return False, true
	}
	if n == 0 {
		// An element wider than 64 bits has zeros above.
		return constRef(t.bit < 64 && t.vals[base]>>t.bit&1 == 1), true
	}
	high, usedHigh := t.build(n-1, base+1<<(n-1))
	low, usedLow := t.build(n-1, base)
	switch {
	case !usedHigh:
		return low, true
	case !usedLow:
		return high, true
	}
	return t.g.mux(t.index[n-1], high, low), true
}
