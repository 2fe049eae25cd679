package term

// undecided, surely and never are the answers of decideEq.
type truth int8

const (
	undecided truth = iota
	surely
	never
)

// decideEq says whether two terms of one bit-vector sort are equal in every
// model, in none, or neither is obvious. It builds no terms, so that walks over
// stores may ask it freely.
func (p *Pool) decideEq(a, b T) truth {
	for {
		if a == b {
			return surely
		}
		na, nb := p.nodes[a], p.nodes[b]
		if na.op() == OpConst && nb.op() == OpConst {
			return never
		}
		if na.op() != nb.op() || na.op() != OpZExt && na.op() != OpSExt || p.Width(na.a) != p.Width(nb.a) {
			break
		}
		a, b = na.a, nb.a
	}
	baseA, offA, okA := p.split(a)
	baseB, offB, okB := p.split(b)
	if baseA == baseB && (okA || okB) && offA != offB { // x + c against x + d, or x
		return never
	}
	if p.complementsBV(a, b) {
		return never
	}
	if p.Width(a) > 64 {
		return undecided
	}
	return p.known(a).decideEq(p.known(b))
}

// decideEq is the part of Pool.decideEq that facts settle.
func (f facts) decideEq(g facts) truth {
	if f.uhi < g.ulo || g.uhi < f.ulo || f.shi < g.slo || g.shi < f.slo ||
		f.ones&g.zeros != 0 || f.zeros&g.ones != 0 {
		return never
	}
	return undecided
}

// complementsBV reports whether a = ~b.
func (p *Pool) complementsBV(a, b T) bool {
	na, nb := p.nodes[a], p.nodes[b]
	return na.op() == OpBVNot && na.a == b || nb.op() == OpBVNot && nb.a == a
}

func eqRules() []Rule {
	return []Rule{
		{"eq-same", OpEq, "x = x → true", eqSame},
		{"eq-bool-const", OpEq, "p = true → p; p = false → ¬p", eqBoolConst},
		{"eq-bool-not", OpEq, "¬p = q → ¬(p = q)", eqBoolNot},
		{"eq-decided", OpEq, "x = y → false if bits, intervals or constant offsets differ", eqDecided},
		{"eq-bit", OpEq, "x = 0 → ¬(x = 1) if x has one bit", eqBit},
		{"eq-sign-bit", OpEq, "x[w-1:1] = 1 → x < 0 (signed) if x has w > 1 bits", eqSignBit},
		liftRule(OpEq),
		{"eq-ite-const", OpEq, "(p ? c : x) = d → ¬p ∧ x = d if c ≠ d, else p ∨ x = d", eqIteConst},
		{"eq-ite-same", OpEq, "(p ? x : y) = x → p ∨ y = x", eqIteSame},
		{"eq-add-const", OpEq, "x + c = d → x = d - c; x + c = y + d → x = y + (d - c)", eqAddConst},
		{"eq-add-same", OpEq, "x + y = x → y = 0; x + y = x + z → y = z", eqAddSame},
		{"eq-sub", OpEq, "x - y = 0 → x = y; c - x = d → x = c - d; x - y = x → y = 0", eqSub},
		{"eq-invert", OpEq, "-x = c → x = -c; ~x = c → x = ~c; -x = -y → x = y; ~x = ~y → x = y", eqInvert},
		{"eq-xor", OpEq, "x ^ c = d → x = c ^ d; x ^ y = 0 → x = y; x ^ y = x → y = 0", eqXor},
		{"eq-mul-odd", OpEq, "x · c = d → x = d · c⁻¹; x · c = y · c → x = y, for odd c", eqMulOdd},
		{"eq-extend", OpEq, "ext(x) = ext(y) → x = y; ext(x) = c → x = c[0:k]", eqExtend},
		{"eq-concat", OpEq, "x ∘ y = z → the two halves, if one of them is decided and z a constant or such a concatenation", eqConcat},
	}
}

func eqSame(_ *Pool, n node) T {
	if n.a == n.b {
		return True
	}
	return None
}

func eqBoolConst(p *Pool, n node) T {
	switch n.b {
	case True:
		return n.a
	case False:
		return p.Not(n.a)
	}
	return None
}

func eqBoolNot(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpNot {
		return p.Not(p.Eq(m.a, n.b))
	}
	if m := p.nodes[n.b]; m.op() == OpNot {
		return p.Not(p.Eq(n.a, m.a))
	}
	return None
}

func eqDecided(p *Pool, n node) T {
	if p.Width(n.a) == 0 || p.IsArray(n.a) {
		return None
	}
	switch p.decideEq(n.a, n.b) {
	case surely:
		return True
	case never:
		return False
	}
	return None
}

func eqBit(p *Pool, n node) T {
	if p.Width(n.a) == 1 && p.isZero(n.b) {
		return p.Not(p.Eq(n.a, p.one(n.a)))
	}
	return None
}

func eqSignBit(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpExtract || m.width() != 1 || !p.isOne(n.b) {
		return None
	}
	if w := p.Width(m.a); int(m.b) == w-1 {
		return p.SLt(m.a, p.zero(m.a))
	}
	return None
}

func eqIteConst(p *Pool, n node) T {
	i := p.nodes[n.a]
	if i.op() != OpIte || !p.IsConst(n.b) {
		return None
	}
	cond, other := i.a, i.c
	c := i.b
	if !p.IsConst(c) {
		cond, c, other = p.Not(i.a), i.c, i.b
	}
	switch {
	case !p.IsConst(c):
		return None
	case c == n.b:
		return p.Or(cond, p.Eq(other, n.b))
	}
	return p.And(p.Not(cond), p.Eq(other, n.b))
}

func eqIteSame(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		i := p.nodes[s[0]]
		switch {
		case i.op() != OpIte:
		case i.b == s[1]:
			return p.Or(i.a, p.Eq(i.c, s[1]))
		case i.c == s[1]:
			return p.Or(p.Not(i.a), p.Eq(i.b, s[1]))
		}
	}
	return None
}

func eqAddConst(p *Pool, n node) T {
	x, c, ok := p.split(n.a)
	if ok && p.IsConst(n.b) {
		return p.Eq(x, p.Sub(n.b, c))
	}
	if y, d, both := p.split(n.b); ok && both {
		return p.Eq(x, p.Add(y, p.Sub(d, c)))
	}
	return None
}

// other returns the argument of a binary node that is not x, if x is one.
func (n node) other(x T) (T, bool) {
	switch x {
	case n.a:
		return n.b, true
	case n.b:
		return n.a, true
	}
	return None, false
}

func eqAddSame(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() == OpAdd {
		if y, ok := a.other(n.b); ok {
			return p.Eq(y, p.zero(y))
		}
	}
	if b.op() == OpAdd {
		if y, ok := b.other(n.a); ok {
			return p.Eq(y, p.zero(y))
		}
	}
	if a.op() != OpAdd || b.op() != OpAdd {
		return None
	}
	if z, ok := b.other(a.a); ok {
		return p.Eq(a.b, z)
	}
	if z, ok := b.other(a.b); ok {
		return p.Eq(a.a, z)
	}
	return None
}

func eqSub(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		m := p.nodes[s[0]]
		switch {
		case m.op() != OpSub:
		case p.isZero(s[1]):
			return p.Eq(m.a, m.b)
		case p.IsConst(m.a) && p.IsConst(s[1]):
			return p.Eq(m.b, p.Sub(m.a, s[1]))
		case m.a == s[1]:
			return p.Eq(m.b, p.zero(m.b))
		}
	}
	return None
}

func eqInvert(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	for _, op := range [...]Op{OpNeg, OpBVNot} {
		switch {
		case a.op() != op:
		case b.op() == op:
			return p.Eq(a.a, b.a)
		case b.op() == OpConst:
			return p.Eq(a.a, p.unary(op, n.b))
		}
	}
	return None
}

func eqXor(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		m := p.nodes[s[0]]
		if m.op() != OpBVXor {
			continue
		}
		switch {
		case p.IsConst(m.b) && p.IsConst(s[1]):
			return p.Eq(m.a, p.BVXor(m.b, s[1]))
		case p.isZero(s[1]):
			return p.Eq(m.a, m.b)
		}
		if y, ok := m.other(s[1]); ok {
			return p.Eq(y, p.zero(y))
		}
	}
	return None
}

func eqMulOdd(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpMul || m.width() > 64 || !p.IsConst(m.b) {
		return None
	}
	c := p.nodes[m.b].value()
	if c&1 == 0 {
		return None
	}
	if p.IsConst(n.b) {
		return p.Eq(m.a, p.Mul(n.b, p.const64(m.width(), inverse(c))))
	}
	if o := p.nodes[n.b]; o.op() == OpMul && o.b == m.b {
		return p.Eq(m.a, o.a)
	}
	return None
}

// inverse returns the inverse of an odd number modulo 2^64 by Newton's
// iteration, which doubles the number of right bits in each step.
func inverse(c uint64) uint64 {
	x := c // 3 bits are right
	for range 5 {
		x *= 2 - c*x
	}
	return x
}

func eqExtend(p *Pool, n node) T {
	for _, op := range [...]Op{OpZExt, OpSExt} {
		if x, y, ok := p.narrowed(op, n.a, n.b); ok {
			return p.Eq(x, y)
		}
		// A constant that is no extension is never equal.
		if m := p.nodes[n.a]; m.op() == op && p.IsConst(n.b) {
			return False
		}
	}
	return None
}

func eqConcat(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() != OpConcat {
		a, b = b, a
		n.a, n.b = n.b, n.a
	}
	if a.op() != OpConcat {
		return None
	}
	k := p.Width(a.b)
	var hi, lo T
	switch {
	case b.op() == OpConst:
		hi, lo = p.Extract(n.b, k, a.width()-k), p.Trunc(n.b, k)
	case b.op() == OpConcat && p.Width(b.b) == k:
		hi, lo = b.a, b.b
	default:
		return None
	}
	eqHi, eqLo := p.decideEq(a.a, hi), p.decideEq(a.b, lo)
	switch {
	case eqHi == never || eqLo == never:
		return False
	case eqHi == surely:
		return p.Eq(a.b, lo)
	case eqLo == surely:
		return p.Eq(a.a, hi)
	}
	return None
}

func ultRules() []Rule {
	return []Rule{
		{"ult-same", OpULt, "x < x → false", irreflexive},
		{"ult-range", OpULt, "x < y → true or false if the intervals decide it", ultRange},
		{"ult-zero", OpULt, "x < 0 → false; -1 < x → false", ultZero},
		{"ult-const-left", OpULt, "c < x → ¬(x < c + 1)", ultConstLeft},
		{"ult-edge", OpULt, "x < 1 → x = 0; x < -1 → ¬(x = -1)", ultEdge},
		{"ult-sign", OpULt, "x < 100…0 → ¬(x < 0 signed)", ultSign},
		liftRule(OpULt),
		{"ult-extend", OpULt, "ext(x) < ext(y) → x < y; ext(x) < c → x < c[0:k] if c fits", ultExtend},
		{"ult-zext-const", OpULt, "zext(x) < c → true if c exceeds every x", ultZExtConst},
		{"ult-not", OpULt, "~x < ~y → y < x; ~x < c → ~c < x", ultNot},
		{"ult-add-overflow", OpULt, "x + c < x → ¬(x < -c); x < x + c → x < -c, for c ≠ 0", ultAddOverflow},
		{"ult-add-const", OpULt, "x + c < d → x < d - c if x + c never wraps", ultAddConst},
		{"ult-concat-const", OpULt, "x ∘ y < c ∘ 0 → x < c; x ∘ d < c ∘ e → x < c if not d < e", ultConcatConst},
		{"ult-concat-same", OpULt, "z ∘ x < z ∘ y → x < y", ultConcatSame},
		{"ult-rem", OpULt, "x % y < y → ¬(y = 0)", ultRem},
	}
}

func irreflexive(_ *Pool, n node) T {
	if n.a == n.b {
		return False
	}
	return None
}

func ultRange(p *Pool, n node) T {
	if p.Width(n.a) > 64 {
		return None
	}
	a, b := p.known(n.a), p.known(n.b)
	switch {
	case a.uhi < b.ulo:
		return True
	case a.ulo >= b.uhi:
		return False
	}
	return None
}

func ultZero(p *Pool, n node) T {
	if p.isZero(n.b) || p.isOnes(n.a) {
		return False
	}
	return None
}

func ultConstLeft(p *Pool, n node) T {
	if p.IsConst(n.a) {
		return p.Not(p.ULt(n.b, p.Add(n.a, p.one(n.a))))
	}
	return None
}

func ultEdge(p *Pool, n node) T {
	switch {
	case p.isOne(n.b):
		return p.Eq(n.a, p.zero(n.a))
	case p.isOnes(n.b):
		return p.Not(p.Eq(n.a, n.b))
	}
	return None
}

func ultSign(p *Pool, n node) T {
	if p.isMin(n.b) {
		return p.Not(p.SLt(n.a, p.zero(n.a)))
	}
	return None
}

func ultExtend(p *Pool, n node) T {
	// Sign extension keeps the unsigned order as well.
	for _, op := range [...]Op{OpZExt, OpSExt} {
		if x, y, ok := p.narrowed(op, n.a, n.b); ok {
			return p.ULt(x, y)
		}
	}
	return None
}

func ultZExtConst(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() == OpZExt && p.IsConst(n.b) && !p.constFits(OpZExt, n.b, p.Width(m.a)) {
		return True
	}
	return None
}

func ultNot(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	switch {
	case a.op() != OpBVNot:
	case b.op() == OpBVNot:
		return p.ULt(b.a, a.a)
	case b.op() == OpConst:
		return p.ULt(p.BVNot(n.b), a.a)
	}
	return None
}

func ultAddOverflow(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok && x == n.b {
		return p.Not(p.ULt(x, p.Neg(c)))
	}
	if x, c, ok := p.split(n.b); ok && x == n.a {
		return p.ULt(x, p.Neg(c))
	}
	return None
}

func ultAddConst(p *Pool, n node) T {
	x, c, ok := p.split(n.a)
	if !ok || !p.IsConst(n.b) || p.Width(x) > 64 {
		return None
	}
	cv, d := p.nodes[c].value(), p.nodes[n.b].value()
	if p.known(x).uhi > mask(p.Width(x))-cv || d < cv {
		return None
	}
	return p.ULt(x, p.Sub(n.b, c))
}

// concatConst splits constant c along m = x ∘ y.
func (p *Pool) concatConst(m node, c T) (hi, lo T) {
	k := p.Width(m.b)
	return p.Extract(c, k, m.width()-k), p.Trunc(c, k)
}

// concatBound is the rule x ∘ y < c ∘ d → x < c if the low part decides nothing
// at x = c, that is if y < d never holds there.
func concatBound(p *Pool, n node, less func(a, b T) T) T {
	m := p.nodes[n.a]
	if m.op() != OpConcat || !p.IsConst(n.b) {
		return None
	}
	hi, lo := p.concatConst(m, n.b)
	if p.isZero(lo) || p.IsConst(m.b) && p.ULt(m.b, lo) == False {
		return less(m.a, hi)
	}
	return None
}

func ultConcatConst(p *Pool, n node) T { return concatBound(p, n, p.ULt) }

func ultConcatSame(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() != OpConcat {
		return None
	}
	if p.IsConst(n.b) && p.IsConst(a.a) {
		if hi, lo := p.concatConst(a, n.b); hi == a.a {
			return p.ULt(a.b, lo)
		}
		return None
	}
	if b.op() == OpConcat && a.a == b.a {
		return p.ULt(a.b, b.b)
	}
	return None
}

func ultRem(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpURem && m.b == n.b {
		return p.Not(p.Eq(n.b, p.zero(n.b)))
	}
	return None
}

func sltRules() []Rule {
	return []Rule{
		{"slt-same", OpSLt, "x < x → false", irreflexive},
		{"slt-range", OpSLt, "x < y → true or false if the intervals decide it", sltRange},
		{"slt-unsigned", OpSLt, "x < y (signed) → x < y (unsigned) if both have the same known sign", sltUnsigned},
		{"slt-const-left", OpSLt, "c < x → ¬(x < c + 1), false for the greatest c", sltConstLeft},
		{"slt-edge", OpSLt, "x < min → false; x < min + 1 → x = min; x < max → ¬(x = max)", sltEdge},
		liftRule(OpSLt),
		{"slt-sext", OpSLt, "sext(x) < sext(y) → x < y; sext(x) < c → x < c[0:k] if c fits", sltSExt},
		{"slt-not", OpSLt, "~x < ~y → y < x; ~x < c → ~c < x", sltNot},
		{"slt-add-const", OpSLt, "x + c < d → x < d - c if neither side overflows", sltAddConst},
		{"slt-concat-const", OpSLt, "x ∘ y < c ∘ 0 → x < c; x ∘ d < c ∘ e → x < c if not d < e", sltConcatConst},
	}
}

func sltRange(p *Pool, n node) T {
	if p.Width(n.a) > 64 {
		return None
	}
	a, b := p.known(n.a), p.known(n.b)
	switch {
	case a.shi < b.slo:
		return True
	case a.slo >= b.shi:
		return False
	}
	return None
}

func sltUnsigned(p *Pool, n node) T {
	if p.Width(n.a) > 64 {
		return None
	}
	a, b := p.known(n.a), p.known(n.b)
	if a.slo >= 0 && b.slo >= 0 || a.shi < 0 && b.shi < 0 {
		return p.ULt(n.a, n.b)
	}
	return None
}

func sltConstLeft(p *Pool, n node) T {
	switch {
	case !p.IsConst(n.a):
		return None
	case p.isMax(n.a):
		return False
	}
	return p.Not(p.SLt(n.b, p.Add(n.a, p.one(n.a))))
}

func sltEdge(p *Pool, n node) T {
	if !p.IsConst(n.b) {
		return None
	}
	switch {
	case p.isMin(n.b):
		return False
	case p.isMin(p.Sub(n.b, p.one(n.b))):
		return p.Eq(n.a, p.Sub(n.b, p.one(n.b)))
	case p.isMax(n.b):
		return p.Not(p.Eq(n.a, n.b))
	}
	return None
}

func sltSExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpSExt, n.a, n.b); ok {
		return p.SLt(x, y)
	}
	return None
}

func sltNot(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	switch {
	case a.op() != OpBVNot:
	case b.op() == OpBVNot:
		return p.SLt(b.a, a.a)
	case b.op() == OpConst:
		return p.SLt(p.BVNot(n.b), a.a)
	}
	return None
}

func sltAddConst(p *Pool, n node) T {
	x, c, ok := p.split(n.a)
	if !ok || !p.IsConst(n.b) || p.Width(x) > 64 {
		return None
	}
	w := p.Width(x)
	cv := signed(p.nodes[c].value(), w)
	f := p.known(x)
	_, ok1 := addSigned(f.slo, cv, w)
	_, ok2 := addSigned(f.shi, cv, w)
	_, ok3 := subSigned(signed(p.nodes[n.b].value(), w), cv, w)
	if ok1 && ok2 && ok3 {
		return p.SLt(x, p.Sub(n.b, c))
	}
	return None
}

func sltConcatConst(p *Pool, n node) T { return concatBound(p, n, p.SLt) }
