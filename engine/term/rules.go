package term

import "strings"

// Rule is one rewrite of the simplifier: terms with operator Op at the root are
// matched against the left side of Doc and replaced by its right side.
//
// In Doc, x y z are bit-vectors, p q Bools, a an array, c d e constants, 0 1 -1
// the constants of the width at hand; x[i:w] is Extract(x, i, w); x ∘ y is
// Concat. A condition follows "if".
type Rule struct {
	Name string
	Op   Op
	Doc  string // "match → result"

	// apply returns the replacement of n, or None if the rule does not match.
	apply func(p *Pool, n node) T
}

// ruleTable holds the rules of every operator in the order in which they are
// tried; the first that matches wins. Constant folding has gone before, and
// commutative operators have a constant argument second.
var ruleTable [numOps][]Rule

// The table refers to the constructors and they to the table, hence it is
// filled at start.
func init() {
	for _, rules := range [][]Rule{
		notRules(), andRules(), iteRules(), eqRules(), ultRules(), sltRules(),
		negRules(), addRules(), subRules(), mulRules(), divisionRules(),
		bvnotRules(), bvandRules(), bvorRules(), bvxorRules(), shiftRules(),
		concatRules(), extractRules(), extendRules(), arrayRules(),
	} {
		for _, r := range rules {
			ruleTable[r.Op] = append(ruleTable[r.Op], r)
		}
	}
}

// Rules returns all rewrite rules, by operator and in the order they are tried.
func Rules() []Rule {
	var all []Rule
	for _, rules := range ruleTable {
		all = append(all, rules...)
	}
	return all
}

// zero returns the constant 0 of the width of t.
func (p *Pool) zero(t T) T { return p.BV(p.Width(t), 0) }

// one returns the constant 1 of the width of t.
func (p *Pool) one(t T) T { return p.BV(p.Width(t), 1) }

// ones returns the constant -1 of the width of t.
func (p *Pool) ones(t T) T { return p.BVNot(p.zero(t)) }

// isZero reports whether t is a bit-vector constant 0.
func (p *Pool) isZero(t T) bool {
	n := p.nodes[t]
	if n.op() != OpConst || n.width() == 0 {
		return false
	}
	if n.width() > 64 {
		return p.wide[n.b].Sign() == 0
	}
	return n.value() == 0
}

// isOne reports whether t is a bit-vector constant 1.
func (p *Pool) isOne(t T) bool {
	k, ok := p.powerOfTwo(t)
	return ok && k == 0
}

// isOnes reports whether t is a bit-vector constant with all bits set.
func (p *Pool) isOnes(t T) bool {
	k, ok := p.lowMask(t)
	return ok && k == p.Width(t)
}

// isMin reports whether t is the least two's complement constant.
func (p *Pool) isMin(t T) bool {
	k, ok := p.powerOfTwo(t)
	return ok && k == p.Width(t)-1
}

// isMax reports whether t is the greatest two's complement constant.
func (p *Pool) isMax(t T) bool {
	if p.Width(t) == 1 {
		return p.isZero(t)
	}
	k, ok := p.lowMask(t)
	return ok && k == p.Width(t)-1
}

// powerOfTwo returns k if t is the bit-vector constant 2^k.
func (p *Pool) powerOfTwo(t T) (k int, ok bool) {
	n := p.nodes[t]
	if n.op() != OpConst || n.width() == 0 {
		return 0, false
	}
	if n.width() > 64 {
		v := p.wide[n.b]
		if v.Sign() == 0 {
			return 0, false
		}
		k = v.BitLen() - 1
		return k, int(v.TrailingZeroBits()) == k
	}
	v := n.value()
	if v == 0 || v&(v-1) != 0 {
		return 0, false
	}
	return bitLen(v) - 1, true
}

// lowMask returns k > 0 if t is the bit-vector constant 2^k - 1.
func (p *Pool) lowMask(t T) (k int, ok bool) {
	n := p.nodes[t]
	if n.op() != OpConst || n.width() == 0 {
		return 0, false
	}
	if n.width() > 64 {
		v := p.wide[n.b]
		k = v.BitLen()
		for i := 0; i < k; i++ {
			if v.Bit(i) == 0 {
				return 0, false
			}
		}
		return k, k > 0
	}
	v := n.value()
	if v == 0 || v&(v+1) != 0 {
		return 0, false
	}
	return bitLen(v), true
}

// constShift returns the value of constant t capped at limit.
func (p *Pool) constShift(t T, limit int) (k int, ok bool) {
	n := p.nodes[t]
	if n.op() != OpConst {
		return 0, false
	}
	if n.width() > 64 {
		v := p.wide[n.b]
		if !v.IsUint64() || v.Uint64() > uint64(limit) {
			return limit, true
		}
		return int(v.Uint64()), true
	}
	return int(min(n.value(), uint64(limit))), true
}

// constFits reports whether constant c equals the extension (op OpZExt or
// OpSExt) of its k lowest bits.
func (p *Pool) constFits(op Op, c T, k int) bool {
	if n := p.nodes[c]; n.width() <= 64 {
		v := n.value() & mask(k)
		if op == OpSExt {
			v = uint64(signed(v, k)) & mask(n.width())
		}
		return v == n.value()
	}
	return p.extend(op, p.Trunc(c, k), p.Width(c)) == c
}

// is reports whether t has op at its root.
func (p *Pool) is(t T, op Op) bool { return p.nodes[t].op() == op }

// split writes t as base + offset with a constant offset other than 0; ok is
// false if t has no such summand.
func (p *Pool) split(t T) (base, offset T, ok bool) {
	n := p.nodes[t]
	if n.op() == OpAdd && p.IsConst(n.b) && !p.isZero(n.b) {
		return n.a, n.b, true
	}
	return t, None, false
}

// iteOfConsts reports whether t is c ? d : e with constant d and e.
func (p *Pool) iteOfConsts(t T) bool {
	n := p.nodes[t]
	return n.op() == OpIte && p.IsConst(n.b) && p.IsConst(n.c)
}

// lift is the rule op(p ? c : d, e) → p ? op(c, e) : op(d, e), and its mirror
// image, for every operator whose other arguments are constants.
func lift(p *Pool, n node) T {
	op := n.op()
	args := opTable[op].args
	switch {
	case p.iteOfConsts(n.a) && (args == 1 || p.IsConst(n.b)):
		i := p.nodes[n.a]
		return p.Ite(i.a, p.reapply(n, i.b, n.b), p.reapply(n, i.c, n.b))
	case args == 2 && p.IsConst(n.a) && p.iteOfConsts(n.b):
		i := p.nodes[n.b]
		return p.Ite(i.a, p.reapply(n, n.a, i.b), p.reapply(n, n.a, i.c))
	}
	return None
}

// reapply builds n's operator over other arguments.
func (p *Pool) reapply(n node, a, b T) T {
	return p.mk(n.op(), 0, n.width(), a, b, 0)
}

// liftRule is lift as a table entry for op.
func liftRule(op Op) Rule {
	return Rule{strings.ToLower(opTable[op].name) + "-ite-consts", op,
		"op(p ? c : d, e) → p ? op(c, e) : op(d, e)", lift}
}
