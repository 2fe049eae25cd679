package term

func negRules() []Rule {
	return []Rule{
		{"neg-neg", OpNeg, "-(-x) → x", negNeg},
		{"neg-not", OpNeg, "-(~x) → x + 1", negNot},
		{"neg-sub", OpNeg, "-(x - y) → y - x", negSub},
		{"neg-add-const", OpNeg, "-(x + c) → -c - x", negAddConst},
		{"neg-mul-const", OpNeg, "-(x · c) → x · -c", negMulConst},
		liftRule(OpNeg),
	}
}

func negNeg(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpNeg {
		return m.a
	}
	return None
}

func negNot(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpBVNot {
		return p.Add(m.a, p.one(m.a))
	}
	return None
}

func negSub(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpSub {
		return p.Sub(m.b, m.a)
	}
	return None
}

func negAddConst(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok {
		return p.Sub(p.Neg(c), x)
	}
	return None
}

func negMulConst(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpMul && p.IsConst(m.b) {
		return p.Mul(m.a, p.Neg(m.b))
	}
	return None
}

func addRules() []Rule {
	return []Rule{
		{"add-zero", OpAdd, "x + 0 → x", addZero},
		{"add-consts", OpAdd, "(x + c) + d → x + (c + d)", addConsts},
		{"add-sub-const", OpAdd, "(c - x) + d → (c + d) - x", addSubConst},
		{"add-not", OpAdd, "~x + c → (c - 1) - x; ~x + x → -1", addNot},
		{"add-neg", OpAdd, "x + (-y) → x - y", addNeg},
		{"add-const-out", OpAdd, "(x + c) + y → (x + y) + c", addConstOut},
		{"add-sub-cancel", OpAdd, "(x - y) + y → x", addSubCancel},
		{"add-same", OpAdd, "x + x → x << 1", addSame},
		{"add-mul-same", OpAdd, "x · c + x → x · (c + 1); x · c + x · d → x · (c + d)", addMulSame},
		{"add-disjoint", OpAdd, "x + zext(y) → x[k:w-k] ∘ y if the k low bits of x are 0 and y has k bits", disjoint},
		liftRule(OpAdd),
	}
}

func addZero(p *Pool, n node) T {
	if p.isZero(n.b) {
		return n.a
	}
	return None
}

func addConsts(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok && p.IsConst(n.b) {
		return p.Add(x, p.Add(c, n.b))
	}
	return None
}

func addSubConst(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpSub && p.IsConst(m.a) && p.IsConst(n.b) {
		return p.Sub(p.Add(m.a, n.b), m.b)
	}
	return None
}

func addNot(p *Pool, n node) T {
	if p.complementsBV(n.a, n.b) {
		return p.ones(n.a)
	}
	if m := p.nodes[n.a]; m.op() == OpBVNot && p.IsConst(n.b) {
		return p.Sub(p.Sub(n.b, p.one(n.b)), m.a)
	}
	return None
}

func addNeg(p *Pool, n node) T {
	if m := p.nodes[n.b]; m.op() == OpNeg {
		return p.Sub(n.a, m.a)
	}
	if m := p.nodes[n.a]; m.op() == OpNeg {
		return p.Sub(n.b, m.a)
	}
	return None
}

func addConstOut(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok {
		return p.Add(p.Add(x, n.b), c)
	}
	if x, c, ok := p.split(n.b); ok {
		return p.Add(p.Add(n.a, x), c)
	}
	return None
}

func addSubCancel(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpSub && m.b == n.b {
		return m.a
	}
	if m := p.nodes[n.b]; m.op() == OpSub && m.b == n.a {
		return m.a
	}
	return None
}

func addSame(p *Pool, n node) T {
	if n.a == n.b {
		return p.Shl(n.a, p.one(n.a))
	}
	return None
}

// factor writes t as x · c, with the constant c made on request.
func (p *Pool) factor(t T) (x T, c func() T) {
	n := p.nodes[t]
	if n.op() == OpMul && p.IsConst(n.b) {
		return n.a, func() T { return n.b }
	}
	if n.op() == OpShl && p.IsConst(n.b) {
		return n.a, func() T { return p.Shl(p.one(t), n.b) }
	}
	return t, func() T { return p.one(t) }
}

func addMulSame(p *Pool, n node) T {
	if !p.is(n.a, OpMul) && !p.is(n.b, OpMul) {
		return None // two shifts and a sum are cheaper than a product
	}
	x, c := p.factor(n.a)
	y, d := p.factor(n.b)
	if x == y {
		return p.Mul(x, p.Add(c(), d()))
	}
	return None
}

// disjoint is the rule for sums, disjunctions and exclusive disjunctions of a
// term with enough trailing zeros and a zero-extended one.
func disjoint(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		low := p.nodes[s[1]]
		if low.op() != OpZExt {
			continue
		}
		k := p.Width(low.a)
		if !p.endsInZeros(s[0], k) {
			continue
		}
		if hi := p.slice(s[0], k, n.width()-k); hi != None {
			return p.Concat(hi, low.a)
		}
	}
	return None
}

// endsInZeros reports whether the k low bits of t are known to be 0.
func (p *Pool) endsInZeros(t T, k int) bool {
	n := p.nodes[t]
	if n.width() <= 64 {
		return trailing(p.known(t).zeros) >= k
	}
	if n.op() == OpShl {
		c, ok := p.constShift(n.b, n.width())
		return ok && c >= k
	}
	return n.op() == OpConcat && p.isZero(n.b) && p.Width(n.b) >= k
}

func subRules() []Rule {
	return []Rule{
		{"sub-same", OpSub, "x - x → 0", subSame},
		{"sub-const", OpSub, "x - c → x + (-c)", subConst},
		{"sub-zero", OpSub, "0 - x → -x", subZero},
		{"sub-neg", OpSub, "x - (-y) → x + y", subNeg},
		{"sub-const-out", OpSub, "(x + c) - y → (x - y) + c; x - (y + c) → (x - y) + (-c)", subConstOut},
		{"sub-const-sub", OpSub, "c - (d - x) → x + (c - d)", subConstSub},
		{"sub-cancel", OpSub, "(x + y) - x → y; x - (x + y) → -y; x - (x - y) → y; (x - y) - x → -y", subCancel},
		{"sub-common", OpSub, "(x + y) - (x + z) → y - z", subCommon},
		liftRule(OpSub),
	}
}

func subSame(p *Pool, n node) T {
	if n.a == n.b {
		return p.zero(n.a)
	}
	return None
}

func subConst(p *Pool, n node) T {
	if p.IsConst(n.b) {
		return p.Add(n.a, p.Neg(n.b))
	}
	return None
}

func subZero(p *Pool, n node) T {
	if p.isZero(n.a) {
		return p.Neg(n.b)
	}
	return None
}

func subNeg(p *Pool, n node) T {
	if m := p.nodes[n.b]; m.op() == OpNeg {
		return p.Add(n.a, m.a)
	}
	return None
}

func subConstOut(p *Pool, n node) T {
	if y, c, ok := p.split(n.b); ok {
		return p.Add(p.Sub(n.a, y), p.Neg(c))
	}
	if x, c, ok := p.split(n.a); ok {
		return p.Add(p.Sub(x, n.b), c)
	}
	return None
}

func subConstSub(p *Pool, n node) T {
	if m := p.nodes[n.b]; m.op() == OpSub && p.IsConst(n.a) && p.IsConst(m.a) {
		return p.Add(m.b, p.Sub(n.a, m.a))
	}
	return None
}

func subCancel(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() == OpAdd {
		if y, ok := a.other(n.b); ok {
			return y
		}
	}
	if b.op() == OpAdd {
		if y, ok := b.other(n.a); ok {
			return p.Neg(y)
		}
	}
	switch {
	case b.op() == OpSub && b.a == n.a:
		return b.b
	case a.op() == OpSub && a.a == n.b:
		return p.Neg(a.b)
	}
	return None
}

func subCommon(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() != OpAdd || b.op() != OpAdd {
		return None
	}
	if z, ok := b.other(a.a); ok {
		return p.Sub(a.b, z)
	}
	if z, ok := b.other(a.b); ok {
		return p.Sub(a.a, z)
	}
	return None
}

func mulRules() []Rule {
	return []Rule{
		{"mul-zero", OpMul, "x · 0 → 0", mulZero},
		{"mul-one", OpMul, "x · 1 → x; x · -1 → -x", mulOne},
		{"mul-power", OpMul, "x · 2^k → x << k", mulPower},
		{"mul-consts", OpMul, "(x · c) · d → x · (c · d); (x << k) · c → x · (c << k)", mulConsts},
		{"mul-neg", OpMul, "-x · c → x · -c; -x · -y → x · y", mulNeg},
		{"mul-add-const", OpMul, "(x + c) · d → x · d + c · d", mulAddConst},
		liftRule(OpMul),
	}
}

func mulZero(p *Pool, n node) T {
	if p.isZero(n.b) {
		return n.b
	}
	return None
}

func mulOne(p *Pool, n node) T {
	switch {
	case p.isOne(n.b):
		return n.a
	case p.isOnes(n.b):
		return p.Neg(n.a)
	}
	return None
}

func mulPower(p *Pool, n node) T {
	if k, ok := p.powerOfTwo(n.b); ok {
		return p.Shl(n.a, p.BV(n.width(), uint64(k)))
	}
	return None
}

func mulConsts(p *Pool, n node) T {
	m := p.nodes[n.a]
	if !p.IsConst(n.b) || m.op() != OpMul && m.op() != OpShl || !p.IsConst(m.b) {
		return None
	}
	return p.Mul(m.a, p.binary(m.op(), n.b, m.b))
}

func mulNeg(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	switch {
	case a.op() != OpNeg:
	case b.op() == OpConst:
		return p.Mul(a.a, p.Neg(n.b))
	case b.op() == OpNeg:
		return p.Mul(a.a, b.a)
	}
	return None
}

func mulAddConst(p *Pool, n node) T {
	if x, c, ok := p.split(n.a); ok && p.IsConst(n.b) {
		return p.Add(p.Mul(x, n.b), p.Mul(c, n.b))
	}
	return None
}

func divisionRules() []Rule {
	return []Rule{
		{"udiv-one", OpUDiv, "x / 1 → x", divOne},
		{"udiv-zero", OpUDiv, "x / 0 → -1", udivZero},
		{"udiv-power", OpUDiv, "x / 2^k → x >> k", udivPower},
		{"udiv-small", OpUDiv, "x / y → 0 if x < y by intervals", udivSmall},
		{"udiv-zext", OpUDiv, "zext(x) / c → zext(x / c[0:k]) if 0 ≠ c fits", udivZExt},
		{"udiv-consts", OpUDiv, "(x / c) / d → x / (c · d), 0 if c · d overflows", udivConsts},
		liftRule(OpUDiv),
		{"urem-one", OpURem, "x % 1 → 0", remOne},
		{"urem-zero", OpURem, "x % 0 → x; 0 % x → 0", remZero},
		{"urem-same", OpURem, "x % x → 0", subSame},
		{"urem-power", OpURem, "x % 2^k → zext(x[0:k])", uremPower},
		{"urem-small", OpURem, "x % y → x if x < y by intervals", uremSmall},
		{"urem-zext", OpURem, "zext(x) % zext(y) → zext(x % y); y may be a constant that fits", uremZExt},
		{"urem-urem", OpURem, "(x % y) % y → x % y", remRem},
		liftRule(OpURem),
		{"sdiv-one", OpSDiv, "x / 1 → x; x / -1 → -x", sdivOne},
		{"sdiv-zero", OpSDiv, "x / 0 → x < 0 ? 1 : -1", sdivZero},
		{"sdiv-unsigned", OpSDiv, "x / y → x / y (unsigned) if neither is negative", sdivUnsigned},
		{"sdiv-small", OpSDiv, "x / c → 0 if |x| < |c| by intervals", sdivSmall},
		{"sdiv-sext", OpSDiv, "sext(x) / c → sext(x / c[0:k]) if c fits and is neither 0 nor -1", sdivSExt},
		liftRule(OpSDiv),
		{"srem-one", OpSRem, "x % 1 → 0; x % -1 → 0", sremOne},
		{"srem-zero", OpSRem, "x % 0 → x; 0 % x → 0", remZero},
		{"srem-same", OpSRem, "x % x → 0", subSame},
		{"srem-unsigned", OpSRem, "x % y → x % y (unsigned) if neither is negative", sremUnsigned},
		{"srem-small", OpSRem, "x % c → x if |x| < |c| by intervals", sremSmall},
		{"srem-sext", OpSRem, "sext(x) % c → sext(x % c[0:k]) if c fits", sremSExt},
		{"srem-sign", OpSRem, "x % c → x % -c if c < 0 is not the least value", sremSign},
		{"srem-srem", OpSRem, "(x % y) % y → x % y", remRem},
		liftRule(OpSRem),
	}
}

func divOne(p *Pool, n node) T {
	if p.isOne(n.b) {
		return n.a
	}
	return None
}

func udivZero(p *Pool, n node) T {
	if p.isZero(n.b) {
		return p.ones(n.b)
	}
	return None
}

func udivPower(p *Pool, n node) T {
	if k, ok := p.powerOfTwo(n.b); ok {
		return p.LShr(n.a, p.BV(n.width(), uint64(k)))
	}
	return None
}

// below reports whether x < y holds by the unsigned intervals.
func (p *Pool) below(x, y T) bool {
	return p.Width(x) <= 64 && p.known(x).uhi < p.known(y).ulo
}

func udivSmall(p *Pool, n node) T {
	if p.below(n.a, n.b) {
		return p.zero(n.a)
	}
	return None
}

func udivZExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpZExt, n.a, n.b); ok && p.IsConst(y) && !p.isZero(y) {
		return p.ZExt(p.UDiv(x, y), n.width())
	}
	return None
}

func udivConsts(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpUDiv || !p.IsConst(n.b) || !p.IsConst(m.b) || p.isZero(n.b) || p.isZero(m.b) {
		return None
	}
	c := p.Mul(m.b, n.b)
	if p.UDiv(c, n.b) == m.b {
		return p.UDiv(m.a, c)
	}
	return p.zero(n.a)
}

func remOne(p *Pool, n node) T {
	if p.isOne(n.b) {
		return p.zero(n.a)
	}
	return None
}

func remZero(p *Pool, n node) T {
	if p.isZero(n.b) || p.isZero(n.a) {
		return n.a
	}
	return None
}

func uremPower(p *Pool, n node) T {
	if k, ok := p.powerOfTwo(n.b); ok && k > 0 {
		return p.ZExt(p.Trunc(n.a, k), n.width())
	}
	return None
}

func uremSmall(p *Pool, n node) T {
	if p.below(n.a, n.b) {
		return n.a
	}
	return None
}

func uremZExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpZExt, n.a, n.b); ok {
		return p.ZExt(p.URem(x, y), n.width())
	}
	return None
}

func remRem(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == n.op() && m.b == n.b {
		return n.a
	}
	return None
}

func sdivOne(p *Pool, n node) T {
	// With one bit, 1 is -1; both results agree there.
	switch {
	case p.isOnes(n.b):
		return p.Neg(n.a)
	case p.isOne(n.b):
		return n.a
	}
	return None
}

func sdivZero(p *Pool, n node) T {
	if p.isZero(n.b) {
		return p.Ite(p.SLt(n.a, n.b), p.one(n.a), p.ones(n.a))
	}
	return None
}

// nonNegative reports whether the signed interval of t has no negative value.
func (p *Pool) nonNegative(t T) bool {
	n := p.nodes[t]
	if n.width() > 64 {
		return n.op() == OpZExt
	}
	return p.known(t).slo >= 0
}

func sdivUnsigned(p *Pool, n node) T {
	if p.nonNegative(n.a) && p.nonNegative(n.b) {
		return p.UDiv(n.a, n.b)
	}
	return None
}

// smallerThan reports whether |x| < |c| for every value of x, c a constant.
func (p *Pool) smallerThan(x, c T) bool {
	w := p.Width(x)
	if w > 64 || !p.IsConst(c) {
		return false
	}
	d := signed(p.nodes[c].value(), w)
	f := p.known(x)
	if d == minSigned(w) {
		return f.slo > d
	}
	if d < 0 {
		d = -d
	}
	return -d < f.slo && f.shi < d
}

func sdivSmall(p *Pool, n node) T {
	if p.smallerThan(n.a, n.b) {
		return p.zero(n.a)
	}
	return None
}

func sdivSExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpSExt, n.a, n.b); ok && p.IsConst(y) && !p.isZero(y) && !p.isOnes(y) {
		return p.SExt(p.SDiv(x, y), n.width())
	}
	return None
}

func sremOne(p *Pool, n node) T {
	if p.isOne(n.b) || p.isOnes(n.b) {
		return p.zero(n.a)
	}
	return None
}

func sremUnsigned(p *Pool, n node) T {
	if p.nonNegative(n.a) && p.nonNegative(n.b) {
		return p.URem(n.a, n.b)
	}
	return None
}

func sremSmall(p *Pool, n node) T {
	if p.smallerThan(n.a, n.b) {
		return n.a
	}
	return None
}

func sremSExt(p *Pool, n node) T {
	if x, y, ok := p.narrowed(OpSExt, n.a, n.b); ok && p.IsConst(y) {
		return p.SExt(p.SRem(x, y), n.width())
	}
	return None
}

func sremSign(p *Pool, n node) T {
	if p.IsConst(n.b) && p.SLt(n.b, p.zero(n.b)) == True && !p.isMin(n.b) {
		return p.SRem(n.a, p.Neg(n.b))
	}
	return None
}
