package term

import (
	"math/bits"
	"strings"
)

func bitLen(v uint64) int { return bits.Len64(v) }

func bvnotRules() []Rule {
	return []Rule{
		{"bvnot-bvnot", OpBVNot, "~~x → x", bvnotBVNot},
		{"bvnot-neg", OpBVNot, "~(-x) → x + (-1)", bvnotNeg},
		liftRule(OpBVNot),
	}
}

func bvnotBVNot(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpBVNot {
		return m.a
	}
	return None
}

func bvnotNeg(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpNeg {
		return p.Add(m.a, p.ones(m.a))
	}
	return None
}

func bvandRules() []Rule {
	return []Rule{
		{"bvand-const", OpBVAnd, "x & 0 → 0; x & -1 → x", bvandConst},
		{"bvand-same", OpBVAnd, "x & x → x", same},
		{"bvand-complement", OpBVAnd, "x & ~x → 0", bvandComplement},
		{"bvand-consts", OpBVAnd, "(x & c) & d → x & (c & d)", bitwiseConsts},
		{"bvand-known", OpBVAnd, "x & c → x if every bit that can be 1 in x is 1 in c", bvandKnown},
		{"bvand-low-mask", OpBVAnd, "x & (2^k - 1) → zext(x[0:k])", bvandLowMask},
		{"bvand-absorb", OpBVAnd, "x & (x | y) → x; x & (x & y) → x & y", bitwiseAbsorb},
		{"bvand-concat-mask", OpBVAnd, "(x ∘ y) & (c ∘ d) → (x & c) ∘ (y & d) if both c and d are 0 or -1", bvandConcatMask},
		{"bvand-zext", OpBVAnd, "zext(x) & zext(y) → zext(x & y); y may be a constant, cut to x", bvandZExt},
		liftRule(OpBVAnd),
	}
}

func bvandConst(p *Pool, n node) T {
	switch {
	case p.isZero(n.b):
		return n.b
	case p.isOnes(n.b):
		return n.a
	}
	return None
}

func bvandComplement(p *Pool, n node) T {
	if p.complementsBV(n.a, n.b) {
		return p.zero(n.a)
	}
	return None
}

// bitwiseConsts is the rule (x op c) op d → x op (c op d).
func bitwiseConsts(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == n.op() && p.IsConst(n.b) && p.IsConst(m.b) {
		return p.binary(n.op(), m.a, p.binary(n.op(), m.b, n.b))
	}
	return None
}

func bvandKnown(p *Pool, n node) T {
	if n.width() > 64 {
		return None
	}
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		f, g := p.known(s[0]), p.known(s[1])
		if f.zeros|g.ones == mask(n.width()) {
			return s[0]
		}
	}
	return None
}

func bvandLowMask(p *Pool, n node) T {
	if k, ok := p.lowMask(n.b); ok && k < n.width() {
		return p.ZExt(p.Trunc(n.a, k), n.width())
	}
	return None
}

// bitwiseAbsorb is the rule x op (x dual y) → x, x op (x op y) → x op y for
// conjunction and disjunction.
func bitwiseAbsorb(p *Pool, n node) T {
	dual := OpBVAnd
	if n.op() == OpBVAnd {
		dual = OpBVOr
	}
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		m := p.nodes[s[1]]
		if m.op() != dual && m.op() != n.op() {
			continue
		}
		if _, ok := m.other(s[0]); !ok {
			continue
		}
		if m.op() == dual {
			return s[0]
		}
		return s[1]
	}
	return None
}

func bvandConcatMask(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpConcat || !p.IsConst(n.b) {
		return None
	}
	hi, lo := p.concatConst(m, n.b)
	if (p.isZero(hi) || p.isOnes(hi)) && (p.isZero(lo) || p.isOnes(lo)) {
		return p.Concat(p.BVAnd(m.a, hi), p.BVAnd(m.b, lo))
	}
	return None
}

func bvandZExt(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	switch {
	case a.op() == OpZExt && b.op() == OpConst:
		return p.ZExt(p.BVAnd(a.a, p.Trunc(n.b, p.Width(a.a))), n.width())
	case a.op() == OpZExt && b.op() == OpZExt && p.Width(a.a) == p.Width(b.a):
		return p.ZExt(p.BVAnd(a.a, b.a), n.width())
	}
	return None
}

func bvorRules() []Rule {
	return []Rule{
		{"bvor-const", OpBVOr, "x | 0 → x; x | -1 → -1", bvorConst},
		{"bvor-same", OpBVOr, "x | x → x", same},
		{"bvor-complement", OpBVOr, "x | ~x → -1", bvorComplement},
		{"bvor-consts", OpBVOr, "(x | c) | d → x | (c | d)", bitwiseConsts},
		{"bvor-known", OpBVOr, "x | c → x if every 1 of c is known to be 1 in x", bvorKnown},
		{"bvor-absorb", OpBVOr, "x | (x & y) → x; x | (x | y) → x | y", bitwiseAbsorb},
		{"bvor-disjoint", OpBVOr, "x | zext(y) → x[k:w-k] ∘ y if the k low bits of x are 0 and y has k bits", disjoint},
		{"bvor-concat-low", OpBVOr, "(x ∘ y) | zext(z) → x ∘ (y | zext(z)) if z is no wider than y; z may be a constant", concatLow},
		{"bvor-zext", OpBVOr, "zext(x) | zext(y) → zext(x | y); y may be a constant that fits", bitwiseZExt},
		liftRule(OpBVOr),
	}
}

func bvorConst(p *Pool, n node) T {
	switch {
	case p.isZero(n.b):
		return n.a
	case p.isOnes(n.b):
		return n.b
	}
	return None
}

func bvorComplement(p *Pool, n node) T {
	if p.complementsBV(n.a, n.b) {
		return p.ones(n.a)
	}
	return None
}

func bvorKnown(p *Pool, n node) T {
	if n.width() > 64 {
		return None
	}
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		f, g := p.known(s[0]), p.known(s[1])
		if f.ones|g.zeros == mask(n.width()) {
			return s[0]
		}
	}
	return None
}

// concatLow is the rule for a disjunction or exclusive disjunction that touches
// the low half of a concatenation only.
func concatLow(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		m, o := p.nodes[s[0]], p.nodes[s[1]]
		if m.op() != OpConcat {
			continue
		}
		k := p.Width(m.b)
		var low T
		switch {
		case o.op() == OpZExt && p.Width(o.a) <= k:
			low = p.ZExt(o.a, k)
		case o.op() == OpConst && p.constFits(OpZExt, s[1], k):
			low = p.Trunc(s[1], k)
		default:
			continue
		}
		return p.Concat(m.a, p.binary(n.op(), m.b, low))
	}
	return None
}

func bitwiseZExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpZExt, n.a, n.b); ok {
		return p.ZExt(p.binary(n.op(), x, y), n.width())
	}
	return None
}

func bvxorRules() []Rule {
	return []Rule{
		{"bvxor-const", OpBVXor, "x ^ 0 → x; x ^ -1 → ~x", bvxorConst},
		{"bvxor-same", OpBVXor, "x ^ x → 0", subSame},
		{"bvxor-complement", OpBVXor, "x ^ ~x → -1", bvorComplement},
		{"bvxor-consts", OpBVXor, "(x ^ c) ^ d → x ^ (c ^ d)", bitwiseConsts},
		{"bvxor-not", OpBVXor, "~x ^ y → ~(x ^ y); ~x ^ c → x ^ ~c", bvxorNot},
		{"bvxor-cancel", OpBVXor, "x ^ (x ^ y) → y", bvxorCancel},
		{"bvxor-disjoint", OpBVXor, "x ^ zext(y) → x[k:w-k] ∘ y if the k low bits of x are 0 and y has k bits", disjoint},
		{"bvxor-concat-low", OpBVXor, "(x ∘ y) ^ zext(z) → x ∘ (y ^ zext(z)) if z is no wider than y; z may be a constant", concatLow},
		{"bvxor-zext", OpBVXor, "zext(x) ^ zext(y) → zext(x ^ y); y may be a constant that fits", bitwiseZExt},
		liftRule(OpBVXor),
	}
}

func bvxorConst(p *Pool, n node) T {
	switch {
	case p.isZero(n.b):
		return n.a
	case p.isOnes(n.b):
		return p.BVNot(n.a)
	}
	return None
}

func bvxorNot(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpBVNot {
		if p.IsConst(n.b) {
			return p.BVXor(m.a, p.BVNot(n.b))
		}
		return p.BVNot(p.BVXor(m.a, n.b))
	}
	if m := p.nodes[n.b]; m.op() == OpBVNot {
		return p.BVNot(p.BVXor(n.a, m.a))
	}
	return None
}

func bvxorCancel(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		if m := p.nodes[s[1]]; m.op() == OpBVXor {
			if y, ok := m.other(s[0]); ok {
				return y
			}
		}
	}
	return None
}

func shiftRules() []Rule {
	rules := []Rule{
		{"shl-concat", OpShl, "x << c → x[0:w-c] ∘ 0 if that slice needs no Extract", shlConcat},
		{"shl-shl", OpShl, "(x << c) << d → x << (c + d), 0 if that is w or more", shlShl},
		{"shl-mul", OpShl, "(x · c) << d → x · (c << d)", shlMul},
		{"shl-add-const", OpShl, "(x + c) << d → (x << d) + (c << d)", shlAddConst},
		{"lshr-extract", OpLShr, "x >> c → zext(x[c:w-c])", lshrExtract},
		{"ashr-extract", OpAShr, "x >> c → sext(x[c:w-c]), at least one bit", ashrExtract},
		{"ashr-unsigned", OpAShr, "x >> y → x >> y (logical) if x is never negative", ashrUnsigned},
	}
	for _, op := range [...]Op{OpShl, OpLShr, OpAShr} {
		rules = append(rules,
			Rule{strings.ToLower(op.String()) + "-zero", op, "x shifted by 0 → x; 0 shifted → 0", shiftZero},
			liftRule(op))
	}
	for _, op := range [...]Op{OpShl, OpLShr} {
		rules = append(rules,
			Rule{strings.ToLower(op.String()) + "-out", op, "x shifted by w or more → 0", shiftOut})
	}
	return rules
}

func shiftZero(p *Pool, n node) T {
	if p.isZero(n.b) || p.isZero(n.a) {
		return n.a
	}
	return None
}

func shiftOut(p *Pool, n node) T {
	w := n.width()
	if k, ok := p.constShift(n.b, w); ok && k == w || w <= 64 && p.known(n.b).ulo >= uint64(w) {
		return p.zero(n.a)
	}
	return None
}

// properShift returns the amount of a shift by a constant in 1 … w-1.
func (p *Pool) properShift(n node) (k int, ok bool) {
	k, ok = p.constShift(n.b, n.width())
	return k, ok && k > 0 && k < n.width()
}

func shlConcat(p *Pool, n node) T {
	k, ok := p.properShift(n)
	if !ok {
		return None
	}
	hi := p.slice(n.a, 0, n.width()-k)
	if hi == None {
		return None
	}
	return p.Concat(hi, p.BV(k, 0))
}

func shlShl(p *Pool, n node) T {
	m := p.nodes[n.a]
	k, ok := p.properShift(n)
	if !ok || m.op() != OpShl || !p.IsConst(m.b) {
		return None
	}
	j, _ := p.constShift(m.b, n.width())
	if j+k >= n.width() {
		return p.zero(n.a)
	}
	return p.Shl(m.a, p.BV(n.width(), uint64(j+k)))
}

func shlMul(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpMul && p.IsConst(m.b) && p.IsConst(n.b) {
		return p.Mul(m.a, p.Shl(m.b, n.b))
	}
	return None
}

func shlAddConst(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok && p.IsConst(n.b) {
		return p.Add(p.Shl(x, n.b), p.Shl(c, n.b))
	}
	return None
}

func lshrExtract(p *Pool, n node) T {
	if k, ok := p.properShift(n); ok {
		return p.ZExt(p.Extract(n.a, k, n.width()-k), n.width())
	}
	return None
}

func ashrExtract(p *Pool, n node) T {
	k, ok := p.constShift(n.b, n.width()-1)
	if ok && k > 0 {
		return p.SExt(p.Extract(n.a, k, n.width()-k), n.width())
	}
	return None
}

func ashrUnsigned(p *Pool, n node) T {
	if p.nonNegative(n.a) && !p.IsConst(n.a) {
		return p.LShr(n.a, n.b)
	}
	return None
}

func concatRules() []Rule {
	return []Rule{
		{"concat-zero", OpConcat, "0 ∘ x → zext(x)", concatZero},
		{"concat-join", OpConcat, "x[i+k:m] ∘ x[i:k] → x[i:m+k]; also c ∘ d, and one level deep: (z ∘ x₁) ∘ (x₀ ∘ v)", concatJoin},
		{"concat-sign", OpConcat, "s ∘ x → sext(x) if every bit of s is the sign of x", concatSign},
		{"concat-extend", OpConcat, "ext(x) ∘ y → ext(x ∘ y), ext one of zext, sext", concatExtend},
		{"concat-ite", OpConcat, "(p ? x : y) ∘ (p ? z : v) → p ? x ∘ z : y ∘ v", concatIte},
		liftRule(OpConcat),
	}
}

func concatZero(p *Pool, n node) T {
	if p.isZero(n.a) {
		return p.ZExt(n.b, n.width())
	}
	return None
}

// join returns hi ∘ lo if it is one piece: two constants, or adjacent slices
// of one term.
func (p *Pool) join(hi, lo T) T {
	h, l := p.nodes[hi], p.nodes[lo]
	if h.op() == OpConst && l.op() == OpConst {
		return p.Concat(hi, lo)
	}
	if h.op() != OpExtract {
		return None
	}
	src, from := lo, 0
	if l.op() == OpExtract {
		src, from = l.a, int(l.b)
	}
	if h.a == src && int(h.b) == from+l.width() {
		return p.Extract(src, from, h.width()+l.width())
	}
	return None
}

func concatJoin(p *Pool, n node) T {
	if t := p.join(n.a, n.b); t != None {
		return t
	}
	a, b := p.nodes[n.a], p.nodes[n.b]
	if b.op() == OpConcat {
		if t := p.join(n.a, b.a); t != None {
			return p.Concat(t, b.b)
		}
	}
	if a.op() == OpConcat {
		if t := p.join(a.b, n.b); t != None {
			return p.Concat(a.a, t)
		}
		if b.op() == OpConcat {
			if t := p.join(a.b, b.a); t != None {
				return p.Concat(a.a, p.Concat(t, b.b))
			}
		}
	}
	return None
}

// topBit returns the highest bit of t as bit i of a term x, seen through
// slices, sign extensions and concatenations.
func (p *Pool) topBit(t T) (x T, i int) {
	for {
		n := p.nodes[t]
		switch n.op() {
		case OpExtract:
			return n.a, int(n.b) + n.width() - 1
		case OpSExt, OpConcat:
			t = n.a
		default:
			return t, n.width() - 1
		}
	}
}

func concatSign(p *Pool, n node) T {
	s := n.a
	if m := p.nodes[s]; m.op() == OpSExt {
		s = m.a
	}
	if p.Width(s) != 1 {
		return None
	}
	x, i := p.topBit(s)
	if y, j := p.topBit(n.b); x == y && i == j {
		return p.SExt(n.b, n.width())
	}
	return None
}

func concatExtend(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpZExt || m.op() == OpSExt {
		return p.extend(m.op(), p.Concat(m.a, n.b), n.width())
	}
	return None
}

func concatIte(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() == OpIte && b.op() == OpIte && a.a == b.a {
		return p.Ite(a.a, p.Concat(a.b, b.b), p.Concat(a.c, b.c))
	}
	return None
}

func extractRules() []Rule {
	return []Rule{
		{"extract-slice", OpExtract, "the slice of a concatenation, extension, extraction or shift by a constant → a slice of its argument", extractSlice},
		{"extract-ite", OpExtract, "(p ? x : y)[i:k] → p ? x[i:k] : y[i:k] if neither slice needs an Extract", extractIte},
		{"extract-mask", OpExtract, "(x op c)[i:k] → x[i:k], 0, -1 where the slice of c is 0 or -1, for &, |, ^", extractMask},
		{"extract-bitwise", OpExtract, "(x op y)[i:k] → x[i:k] op y[i:k] if neither slice needs an Extract, for &, |, ^, ~", extractBitwise},
		{"extract-low", OpExtract, "(x op y)[0:k] → x[0:k] op y[0:k] if neither slice needs an Extract, for +, -, ·, negation", extractLow},
	}
}

func extractSlice(p *Pool, n node) T { return p.sliceNode(n.a, int(n.b), n.width()) }

// slice returns Extract(t, lo, w) if that is no new OpExtract over t, else None.
func (p *Pool) slice(t T, lo, w int) T {
	if lo == 0 && w == p.Width(t) {
		return t
	}
	if p.IsConst(t) || p.iteOfConsts(t) {
		return p.Extract(t, lo, w)
	}
	return p.sliceNode(t, lo, w)
}

// sliceNode is slice for a proper part of t.
func (p *Pool) sliceNode(t T, lo, w int) T {
	n := p.nodes[t]
	switch n.op() {
	case OpExtract:
		return p.Extract(n.a, int(n.b)+lo, w)
	case OpIte:
		if p.iteOfConsts(t) {
			return p.Ite(n.a, p.Extract(n.b, lo, w), p.Extract(n.c, lo, w))
		}
	case OpConcat:
		return p.sliceConcat(n, lo, w)
	case OpZExt, OpSExt:
		return p.sliceExtension(n, lo, w)
	case OpShl:
		k, ok := p.constShift(n.b, n.width())
		switch {
		case !ok:
		case lo >= k:
			return p.Extract(n.a, lo-k, w)
		case lo+w <= k:
			return p.BV(w, 0)
		}
	}
	return None
}

func (p *Pool) sliceConcat(n node, lo, w int) T {
	k := p.Width(n.b)
	switch {
	case lo+w <= k:
		return p.Extract(n.b, lo, w)
	case lo >= k:
		return p.Extract(n.a, lo-k, w)
	}
	// The slice spans the border: worth it only if one part is taken whole, so
	// that no term is added.
	if lo == 0 || lo+w == n.width() {
		return p.Concat(p.Extract(n.a, 0, lo+w-k), p.Extract(n.b, lo, k-lo))
	}
	return None
}

func (p *Pool) sliceExtension(n node, lo, w int) T {
	k := p.Width(n.a)
	switch {
	case lo+w <= k:
		return p.Extract(n.a, lo, w)
	case lo < k:
		return p.extend(n.op(), p.Extract(n.a, lo, k-lo), w)
	case n.op() == OpZExt:
		return p.BV(w, 0)
	}
	return p.SExt(p.Extract(n.a, k-1, 1), w)
}

func extractIte(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpIte {
		return None
	}
	x, y := p.slicePair(m.b, m.c, int(n.b), n.width())
	if x == None {
		return None
	}
	return p.Ite(m.a, x, y)
}

// slicePair returns the slices of a and b if neither needs an Extract.
func (p *Pool) slicePair(a, b T, lo, w int) (x, y T) {
	if x = p.slice(a, lo, w); x == None {
		return None, None
	}
	if y = p.slice(b, lo, w); y == None {
		return None, None
	}
	return x, y
}

func extractMask(p *Pool, n node) T {
	m := p.nodes[n.a]
	op := m.op()
	if op != OpBVAnd && op != OpBVOr && op != OpBVXor || !p.IsConst(m.b) {
		return None
	}
	c := p.Extract(m.b, int(n.b), n.width())
	if !p.isZero(c) && !(p.isOnes(c) && op != OpBVXor) {
		return None
	}
	if p.isZero(c) == (op == OpBVAnd) {
		return c
	}
	return p.Extract(m.a, int(n.b), n.width())
}

func extractBitwise(p *Pool, n node) T {
	m := p.nodes[n.a]
	switch m.op() {
	case OpBVNot:
		if x := p.slice(m.a, int(n.b), n.width()); x != None {
			return p.BVNot(x)
		}
	case OpBVAnd, OpBVOr, OpBVXor:
		if x, y := p.slicePair(m.a, m.b, int(n.b), n.width()); x != None {
			return p.binary(m.op(), x, y)
		}
	}
	return None
}

func extractLow(p *Pool, n node) T {
	m := p.nodes[n.a]
	if n.b != 0 {
		return None
	}
	switch m.op() {
	case OpNeg:
		if x := p.slice(m.a, 0, n.width()); x != None {
			return p.Neg(x)
		}
	case OpAdd, OpSub, OpMul:
		if x, y := p.slicePair(m.a, m.b, 0, n.width()); x != None {
			return p.binary(m.op(), x, y)
		}
	}
	return None
}

func extendRules() []Rule {
	return []Rule{
		{"zext-zext", OpZExt, "zext(zext(x)) → zext(x)", extendTwice},
		liftRule(OpZExt),
		{"sext-sext", OpSExt, "sext(sext(x)) → sext(x); sext(zext(x)) → zext(x)", extendTwice},
		{"sext-unsigned", OpSExt, "sext(x) → zext(x) if x is never negative", sextUnsigned},
		liftRule(OpSExt),
	}
}

func extendTwice(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() == OpZExt || m.op() == OpSExt && n.op() == OpSExt {
		return p.extend(m.op(), m.a, n.width())
	}
	return None
}

func sextUnsigned(p *Pool, n node) T {
	if p.nonNegative(n.a) {
		return p.ZExt(n.a, n.width())
	}
	return None
}
