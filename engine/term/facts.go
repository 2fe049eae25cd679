package term

import "math/bits"

// facts is what the structure of a bit-vector of 1 to 64 bits says about its
// value: bits known to be 0 and 1, an unsigned and a signed interval. All three
// hold at once and refine each other (normalize).
//
// The known-bits transfer functions for sums follow LLVM's KnownBits; the
// interval functions are the textbook ones of Cousot & Cousot, "Static
// determination of dynamic properties of programs" (1976), made wrap-aware.
type facts struct {
	zeros, ones uint64
	ulo, uhi    uint64
	slo, shi    int64
}

// top holds for every value of w bits.
func top(w int) facts {
	if w == 0 {
		return facts{uhi: 1, shi: 1}
	}
	return facts{uhi: mask(w), slo: minSigned(w), shi: maxSigned(w)}
}

// exactly holds for the value v only.
func exactly(v uint64, w int) facts {
	s := int64(v)
	if w > 0 {
		s = signed(v, w)
	}
	return facts{zeros: ^v & mask(w), ones: v, ulo: v, uhi: v, slo: s, shi: s}
}

func minSigned(w int) int64 { return -1 << uint(w-1) }
func maxSigned(w int) int64 { return int64(mask(w) >> 1) }

// known returns the facts of a Bool or of a bit-vector of at most 64 bits.
func (p *Pool) known(t T) facts {
	if i := p.fact[t]; i != 0 {
		return p.facts[i]
	}
	n := p.nodes[t]
	if n.op() == OpConst && n.width() <= 64 {
		return exactly(n.value(), n.width())
	}
	return top(n.width())
}

// URange returns an unsigned interval that contains every value of t, whatever
// its variables. Width(t) must be at most 64; a Bool is 0 or 1.
func (p *Pool) URange(t T) (lo, hi uint64) {
	f := p.known(t)
	return f.ulo, f.uhi
}

// SRange returns a two's complement interval that contains every value of t,
// whatever its variables. Width(t) must be at most 64; a Bool is 0 or 1.
func (p *Pool) SRange(t T) (lo, hi int64) {
	f := p.known(t)
	return f.slo, f.shi
}

// KnownBits returns the bits of t that are 0 and those that are 1 in every
// value of t. Width(t) must be at most 64.
func (p *Pool) KnownBits(t T) (zeros, ones uint64) {
	f := p.known(t)
	return f.zeros, f.ones
}

// transfer computes the facts of a new bit-vector node of 1 to 64 bits from
// those of its arguments, in constant time.
func (p *Pool) transfer(n node) facts {
	w := n.width()
	f := top(w)
	switch n.op() {
	case OpIte:
		f = join(p.known(n.b), p.known(n.c))
	case OpSelect:
		if p.nodes[n.a].op() == OpTable {
			t := &p.tables[p.nodes[n.a].b]
			f.uhi = t.max
			if p.known(n.b).uhi < uint64(len(t.values)) { // no index reads the 0 beyond
				f.ulo = t.min
			}
		}
	case OpExtract:
		if p.Width(n.a) > 64 {
			return f
		}
		f = extractFacts(p.known(n.a), uint(n.b), w)
	case OpConcat:
		f = concatFacts(p.known(n.a), p.known(n.b), uint(p.Width(n.b)))
	case OpZExt:
		a := p.known(n.a)
		f.zeros, f.ones = a.zeros|mask(w)&^mask(p.Width(n.a)), a.ones
		f.ulo, f.uhi = a.ulo, a.uhi
	case OpSExt:
		f = sextFacts(p.known(n.a), p.Width(n.a), w)
	case OpNeg:
		f = subFacts(exactly(0, w), p.known(n.a), w)
	case OpBVNot:
		a := p.known(n.a)
		f = facts{a.ones, a.zeros, ^a.uhi & mask(w), ^a.ulo & mask(w), ^a.shi, ^a.slo}
	default:
		f = binaryFacts(n.op(), p.known(n.a), p.known(n.b), w)
	}
	return f.normalize(w)
}

func binaryFacts(op Op, a, b facts, w int) facts {
	switch op {
	case OpAdd:
		return addFacts(a, b, w)
	case OpSub:
		return subFacts(a, b, w)
	case OpMul:
		return mulFacts(a, b, w)
	case OpUDiv:
		return udivFacts(a, b, w)
	case OpURem:
		return uremFacts(a, b, w)
	case OpSDiv:
		return sdivFacts(a, b, w)
	case OpSRem:
		return sremFacts(a, b, w)
	case OpShl:
		return shlFacts(a, b, w)
	case OpLShr:
		return lshrFacts(a, b, w)
	case OpAShr:
		return ashrFacts(a, b, w)
	}
	return bitwiseFacts(op, a, b, w)
}

// normalize lets bits, unsigned and signed interval refine each other. Two
// rounds reach nearly everything; more would only cost.
func (f facts) normalize(w int) facts {
	m := mask(w)
	for range 2 {
		f.ulo = max(f.ulo, f.ones)
		f.uhi = min(f.uhi, ^f.zeros&m)
		// Bits above the highest one in which the bounds differ are known.
		prefix := m &^ mask64(bits.Len64(f.ulo^f.uhi))
		f.ones |= f.ulo & prefix
		f.zeros |= ^f.ulo & prefix
		half := uint64(1) << uint(w-1)
		if f.uhi < half || f.ulo >= half { // one sign: both orders agree
			f.slo = max(f.slo, signed(f.ulo, w))
			f.shi = min(f.shi, signed(f.uhi, w))
		}
		if f.slo >= 0 || f.shi < 0 {
			f.ulo = max(f.ulo, uint64(f.slo)&m)
			f.uhi = min(f.uhi, uint64(f.shi)&m)
		}
	}
	return f
}

// mask64 is mask with width 0 meaning no bits.
func mask64(k int) uint64 {
	if k == 0 {
		return 0
	}
	return mask(k)
}

func join(a, b facts) facts {
	return facts{
		a.zeros & b.zeros, a.ones & b.ones,
		min(a.ulo, b.ulo), max(a.uhi, b.uhi),
		min(a.slo, b.slo), max(a.shi, b.shi),
	}
}

func extractFacts(a facts, lo uint, w int) facts {
	f := top(w)
	m := mask(w)
	f.zeros, f.ones = a.zeros>>lo&m, a.ones>>lo&m
	l, h := a.ulo>>lo, a.uhi>>lo
	if l&^m == h&^m { // nothing above the slice varies
		f.ulo, f.uhi = l&m, h&m
	}
	if lo == 0 && a.slo >= f.slo && a.shi <= f.shi {
		f.slo, f.shi = a.slo, a.shi
	}
	return f
}

func concatFacts(hi, lo facts, k uint) facts {
	// k < 64: both parts have at least one bit and together at most 64.
	f := facts{zeros: hi.zeros<<k | lo.zeros, ones: hi.ones<<k | lo.ones}
	f.ulo, f.uhi = hi.ulo<<k|lo.ulo, hi.uhi<<k|lo.uhi
	f.slo, f.shi = hi.slo<<k|int64(lo.ulo), hi.shi<<k|int64(lo.uhi)
	return f
}

func sextFacts(a facts, wa, w int) facts {
	f := top(w)
	f.slo, f.shi = a.slo, a.shi
	high := mask(w) &^ mask(wa)
	sign := uint64(1) << uint(wa-1)
	f.zeros, f.ones = a.zeros, a.ones
	if a.zeros&sign != 0 {
		f.zeros |= high
	}
	if a.ones&sign != 0 {
		f.ones |= high
	}
	return f
}

// addBits returns the known bits of a + b + carry: a bit of the sum is known
// where both operands and the incoming carry are.
func addBits(a, b facts, carry uint64, m uint64) (zeros, ones uint64) {
	most := (^a.zeros & m) + (^b.zeros & m) + carry
	least := a.ones + b.ones + carry
	carryZero := ^(most ^ a.zeros ^ b.zeros) // carries cannot exceed those of most
	carryOne := least ^ a.ones ^ b.ones
	known := (a.zeros | a.ones) & (b.zeros | b.ones) & (carryZero | carryOne)
	return ^most & known & m, least & known & m
}

func addFacts(a, b facts, w int) facts {
	f := top(w)
	m := mask(w)
	f.zeros, f.ones = addBits(a, b, 0, m)
	lo, c1 := bits.Add64(a.ulo, b.ulo, 0)
	hi, c2 := bits.Add64(a.uhi, b.uhi, 0)
	if w < 64 {
		c1, c2 = lo>>uint(w), hi>>uint(w)
	}
	if c1 == c2 { // all sums wrap, or none does
		f.ulo, f.uhi = lo&m, hi&m
	}
	slo, ok1 := addSigned(a.slo, b.slo, w)
	shi, ok2 := addSigned(a.shi, b.shi, w)
	if ok1 && ok2 {
		f.slo, f.shi = slo, shi
	}
	return f
}

// addSigned returns x + y and whether it fits in w bits.
func addSigned(x, y int64, w int) (int64, bool) {
	s := x + y
	if (x >= 0) == (y >= 0) && (s >= 0) != (x >= 0) {
		return 0, false
	}
	return s, s >= minSigned(w) && s <= maxSigned(w)
}

func subFacts(a, b facts, w int) facts {
	f := top(w)
	m := mask(w)
	f.zeros, f.ones = addBits(a, facts{zeros: b.ones, ones: b.zeros}, 1, m)
	// The differences range from a.ulo-b.uhi to a.uhi-b.ulo; they wrap all or not at all.
	if (a.ulo < b.uhi) == (a.uhi < b.ulo) {
		f.ulo, f.uhi = (a.ulo-b.uhi)&m, (a.uhi-b.ulo)&m
	}
	slo, ok1 := subSigned(a.slo, b.shi, w)
	shi, ok2 := subSigned(a.shi, b.slo, w)
	if ok1 && ok2 {
		f.slo, f.shi = slo, shi
	}
	return f
}

// subSigned returns x - y and whether it fits in w bits.
func subSigned(x, y int64, w int) (int64, bool) {
	s := x - y
	if (x >= 0) != (y >= 0) && (s >= 0) != (x >= 0) {
		return 0, false
	}
	return s, s >= minSigned(w) && s <= maxSigned(w)
}

func mulFacts(a, b facts, w int) facts {
	f := top(w)
	m := mask(w)
	// Trailing zeros add up; below them plus the run of known bits the product
	// is that of the known parts.
	tz := min(trailing(a.zeros)+trailing(b.zeros), w)
	f.zeros = mask64(tz)
	k := min(trailing(a.zeros|a.ones), trailing(b.zeros|b.ones), w)
	low := a.ones * b.ones & mask64(k)
	f.zeros |= ^low & mask64(k)
	f.ones |= low
	if h, l := bits.Mul64(a.uhi, b.uhi); h == 0 && l <= m {
		f.ulo, f.uhi = a.ulo*b.ulo, l
	}
	lo, hi, ok := mulSigned(a, b)
	if ok && lo >= minSigned(w) && hi <= maxSigned(w) {
		f.slo, f.shi = lo, hi
	}
	return f
}

// mulSigned returns the extremes of the products of two signed intervals; ok is
// false if a product might not fit in 64 bits.
func mulSigned(a, b facts) (lo, hi int64, ok bool) {
	const limit = 1 << 31
	for _, x := range [...]int64{a.slo, a.shi, b.slo, b.shi} {
		if x <= -limit || x >= limit {
			return 0, 0, false
		}
	}
	p, q, r, s := a.slo*b.slo, a.slo*b.shi, a.shi*b.slo, a.shi*b.shi
	return min(p, q, r, s), max(p, q, r, s), true
}

// AddSigned is the sum of two signed numbers of 64 bits, and whether it fits in 64 bits.
func AddSigned(x, y int64) (int64, bool) {
	s := x + y
	return s, (s > x) == (y > 0)
}

// SubSigned is the difference, and whether it fits.
func SubSigned(x, y int64) (int64, bool) {
	s := x - y
	return s, (s < x) == (y > 0)
}

func trailing(x uint64) int { return bits.TrailingZeros64(^x) }

func udivFacts(a, b facts, w int) facts {
	f := top(w)
	if b.uhi != 0 {
		f.ulo = a.ulo / b.uhi // also a bound for x/0, which is the greatest value
	} else {
		f.ulo = mask(w)
	}
	if b.ulo != 0 {
		f.uhi = a.uhi / b.ulo
	}
	return f
}

func uremFacts(a, b facts, w int) facts {
	f := top(w)
	f.uhi = a.uhi
	if a.uhi < b.ulo {
		return a
	}
	if b.ulo != 0 {
		f.uhi = min(f.uhi, b.uhi-1)
	}
	// A remainder by a multiple of 2^k keeps the low k bits.
	k := min(trailing(b.zeros), w)
	f.zeros, f.ones = a.zeros&mask64(k), a.ones&mask64(k)
	return f
}

func sdivFacts(a, b facts, w int) facts {
	if a.slo >= 0 && b.slo >= 0 {
		return udivFacts(a, b, w) // x/0 = -1 is the greatest unsigned value
	}
	f := top(w)
	if b.slo <= 0 && b.shi >= -1 { // the divisor may be 0 or -1
		return f
	}
	// |quotient| ≤ |dividend| / least |divisor|.
	d := b.slo
	if b.shi < 0 {
		d = -(b.shi)
	}
	if a.slo == minSigned(64) {
		return f
	}
	q := max(a.shi, -a.slo) / d
	f.slo, f.shi = max(f.slo, -q), min(f.shi, q)
	switch {
	case b.slo > 0 && a.slo >= 0, b.shi < 0 && a.shi <= 0:
		f.slo = 0
	case b.slo > 0 && a.shi <= 0, b.shi < 0 && a.slo >= 0:
		f.shi = 0
	}
	return f
}

func sremFacts(a, b facts, w int) facts {
	f := top(w)
	// The remainder has the dividend's sign and at most its magnitude, also for
	// a zero divisor.
	f.slo, f.shi = min(a.slo, 0), max(a.shi, 0)
	if (b.slo > 0 || b.shi < 0) && b.slo != minSigned(64) {
		m := max(b.shi, -b.slo) - 1
		f.slo, f.shi = max(f.slo, -m), min(f.shi, m)
	}
	return f
}

func shlFacts(a, b facts, w int) facts {
	f := top(w)
	m := mask(w)
	if b.ulo >= uint64(w) {
		return exactly(0, w)
	}
	if b.ulo == b.uhi {
		k := uint(b.ulo)
		f.zeros, f.ones = (a.zeros<<k|mask64(int(k)))&m, a.ones<<k&m
	} else {
		f.zeros = mask64(min(trailing(a.zeros)+int(b.ulo), w))
	}
	if b.uhi < uint64(w) && a.uhi <= m>>b.uhi { // no bit is lost
		f.ulo, f.uhi = a.ulo<<b.ulo, a.uhi<<b.uhi
	}
	return f
}

func lshrFacts(a, b facts, w int) facts {
	f := top(w)
	if b.ulo >= uint64(w) {
		return exactly(0, w)
	}
	f.uhi = a.uhi >> b.ulo
	f.ulo = 0
	if b.uhi < uint64(w) {
		f.ulo = a.ulo >> b.uhi
	}
	return f
}

func ashrFacts(a, b facts, w int) facts {
	f := top(w)
	l, h := min(b.ulo, uint64(w-1)), min(b.uhi, uint64(w-1))
	// Shifting moves towards 0 or -1: non-negative bounds shrink, negative grow.
	f.slo = min(a.slo>>l, a.slo>>h)
	f.shi = max(a.shi>>l, a.shi>>h)
	return f
}

func bitwiseFacts(op Op, a, b facts, w int) facts {
	f := top(w)
	switch op {
	case OpBVAnd:
		f.zeros, f.ones = a.zeros|b.zeros, a.ones&b.ones
		f.uhi = min(a.uhi, b.uhi)
	case OpBVOr:
		f.zeros, f.ones = a.zeros&b.zeros, a.ones|b.ones
		f.ulo = max(a.ulo, b.ulo)
	case OpBVXor:
		f.zeros = a.zeros&b.zeros | a.ones&b.ones
		f.ones = a.zeros&b.ones | a.ones&b.zeros
	}
	return f
}
