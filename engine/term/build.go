package term

import "fmt"

// maxRewriteDepth bounds how deep rewrites may start further rewrites, so that
// construction needs a bounded stack whatever the term. Beyond it a node is
// built as it stands, which is always correct.
const maxRewriteDepth = 200

// rewriteCacheSize is the number of recent rewrites a pool remembers. A node
// that is rewritten is not in the hash table; without the cache a rule that goes
// into both branches of a shared term could take exponential time.
const rewriteCacheSize = 1 << 11

// rewriteEntry says that n became t.
type rewriteEntry struct {
	n node
	t T
}

// mk returns the term op(a, b, c) of the given sort: arguments ordered,
// constants folded, an existing node found, else rewritten by the first rule
// that matches, else inserted. A node that exists was not rewritable when it was
// made, hence the look-up comes before the rules.
func (p *Pool) mk(op Op, idx, w int, a, b, c T) T {
	if opTable[op].commutative && p.swapped(a, b) {
		a, b = b, a
	}
	n := node{header(op, idx, w), a, b, c}
	if p.foldable(n) {
		return p.fold(n)
	}
	if t := p.lookup(n); t != None {
		return t
	}
	if t := p.simplify(n); t != None {
		return t
	}
	if w == 0 || w > 64 || idx != 0 {
		return p.insert(n, facts{}, false)
	}
	f := p.transfer(n)
	if f.ulo == f.uhi {
		return p.const64(w, f.ulo)
	}
	return p.insert(n, f, f != top(w))
}

// simplify returns what n is rewritten to, or None.
func (p *Pool) simplify(n node) T {
	if p.depth >= maxRewriteDepth {
		return None
	}
	i := n.hash() % rewriteCacheSize
	if p.cache != nil && p.cache[i].n == n {
		return p.cache[i].t
	}
	p.depth++
	t := p.rewrite(n)
	p.depth--
	if t != None {
		if p.cache == nil {
			p.cache = new([rewriteCacheSize]rewriteEntry)
		}
		p.cache[i] = rewriteEntry{n, t}
	}
	return t
}

// rewrite returns the result of the first rule that matches n, or None.
func (p *Pool) rewrite(n node) T {
	for i := range ruleTable[n.op()] {
		r := &ruleTable[n.op()][i]
		if t := r.apply(p, n); t != None {
			if p.rewritten != nil {
				p.rewritten(r, n, t)
			}
			return t
		}
	}
	return None
}

// swapped reports whether commutative arguments are out of order: constants
// come last, others by handle.
func (p *Pool) swapped(a, b T) bool {
	ca, cb := p.IsConst(a), p.IsConst(b)
	if ca != cb {
		return ca
	}
	return a > b
}

// Not returns ¬a.
func (p *Pool) Not(a T) T {
	p.wantBool(OpNot, a)
	switch {
	case a == False:
		return True
	case a == True:
		return False
	case p.nodes[a].op() == OpNot:
		return p.nodes[a].a
	}
	return p.mk(OpNot, 0, 0, a, 0, 0)
}

// And returns a ∧ b.
func (p *Pool) And(a, b T) T {
	p.wantBool(OpAnd, a)
	p.wantBool(OpAnd, b)
	return p.mk(OpAnd, 0, 0, a, b, 0)
}

// Or returns a ∨ b, as ¬(¬a ∧ ¬b).
func (p *Pool) Or(a, b T) T { return p.Not(p.And(p.Not(a), p.Not(b))) }

// Xor returns a ⊕ b on Bool, as ¬(a = b).
func (p *Pool) Xor(a, b T) T {
	p.wantBool(OpEq, a)
	return p.Not(p.Eq(a, b))
}

// Implies returns a → b, as ¬(a ∧ ¬b).
func (p *Pool) Implies(a, b T) T { return p.Not(p.And(a, p.Not(b))) }

// AndN returns the conjunction of ts, True for none.
func (p *Pool) AndN(ts ...T) T {
	r := True
	for _, t := range ts {
		r = p.And(r, t)
	}
	return r
}

// OrN returns the disjunction of ts, False for none.
func (p *Pool) OrN(ts ...T) T {
	r := False
	for _, t := range ts {
		r = p.Or(r, t)
	}
	return r
}

// Ite returns c ? a : b for a and b of one sort.
func (p *Pool) Ite(c, a, b T) T {
	p.wantBool(OpIte, c)
	p.wantSame(OpIte, a, b)
	n := p.nodes[a]
	return p.mk(OpIte, n.index(), n.width(), c, a, b)
}

// Eq returns a = b for a and b of one sort. Arrays are equal if they agree on
// every index.
func (p *Pool) Eq(a, b T) T {
	p.wantSame(OpEq, a, b)
	return p.mk(OpEq, 0, 0, a, b, 0)
}

// ULt returns a < b, unsigned.
func (p *Pool) ULt(a, b T) T { return p.compare(OpULt, a, b) }

// ULe returns a ≤ b, unsigned, as ¬(b < a).
func (p *Pool) ULe(a, b T) T { return p.Not(p.compare(OpULt, b, a)) }

// UGt returns a > b, unsigned.
func (p *Pool) UGt(a, b T) T { return p.ULt(b, a) }

// UGe returns a ≥ b, unsigned.
func (p *Pool) UGe(a, b T) T { return p.ULe(b, a) }

// SLt returns a < b in two's complement.
func (p *Pool) SLt(a, b T) T { return p.compare(OpSLt, a, b) }

// SLe returns a ≤ b in two's complement, as ¬(b < a).
func (p *Pool) SLe(a, b T) T { return p.Not(p.compare(OpSLt, b, a)) }

// SGt returns a > b in two's complement.
func (p *Pool) SGt(a, b T) T { return p.SLt(b, a) }

// SGe returns a ≥ b in two's complement.
func (p *Pool) SGe(a, b T) T { return p.SLe(b, a) }

func (p *Pool) compare(op Op, a, b T) T {
	p.wantBV(op, a)
	p.wantSame(op, a, b)
	return p.mk(op, 0, 0, a, b, 0)
}

func (p *Pool) unary(op Op, a T) T {
	p.wantBV(op, a)
	return p.mk(op, 0, p.Width(a), a, 0, 0)
}

func (p *Pool) binary(op Op, a, b T) T {
	p.wantBV(op, a)
	p.wantSame(op, a, b)
	return p.mk(op, 0, p.Width(a), a, b, 0)
}

// Neg returns -a modulo 2^w.
func (p *Pool) Neg(a T) T { return p.unary(OpNeg, a) }

// BVNot returns the bitwise complement of a.
func (p *Pool) BVNot(a T) T { return p.unary(OpBVNot, a) }

// Add returns a + b modulo 2^w.
func (p *Pool) Add(a, b T) T { return p.binary(OpAdd, a, b) }

// Sub returns a - b modulo 2^w.
func (p *Pool) Sub(a, b T) T { return p.binary(OpSub, a, b) }

// Mul returns a · b modulo 2^w.
func (p *Pool) Mul(a, b T) T { return p.binary(OpMul, a, b) }

// UDiv returns the unsigned quotient; a/0 = 2^w-1.
func (p *Pool) UDiv(a, b T) T { return p.binary(OpUDiv, a, b) }

// URem returns the unsigned remainder; a%0 = a.
func (p *Pool) URem(a, b T) T { return p.binary(OpURem, a, b) }

// SDiv returns the two's complement quotient rounded towards zero;
// a/0 = (a < 0 ? 1 : -1), and the least value divided by -1 is itself.
func (p *Pool) SDiv(a, b T) T { return p.binary(OpSDiv, a, b) }

// SRem returns the two's complement remainder, with the sign of a; a%0 = a.
func (p *Pool) SRem(a, b T) T { return p.binary(OpSRem, a, b) }

// BVAnd returns the bitwise conjunction.
func (p *Pool) BVAnd(a, b T) T { return p.binary(OpBVAnd, a, b) }

// BVOr returns the bitwise disjunction.
func (p *Pool) BVOr(a, b T) T { return p.binary(OpBVOr, a, b) }

// BVXor returns the bitwise exclusive or.
func (p *Pool) BVXor(a, b T) T { return p.binary(OpBVXor, a, b) }

// Shl returns a shifted left by b bits, 0 if b ≥ w.
func (p *Pool) Shl(a, b T) T { return p.binary(OpShl, a, b) }

// LShr returns a shifted right by b bits filling with zeros, 0 if b ≥ w.
func (p *Pool) LShr(a, b T) T { return p.binary(OpLShr, a, b) }

// AShr returns a shifted right by b bits filling with the sign.
func (p *Pool) AShr(a, b T) T { return p.binary(OpAShr, a, b) }

// Concat returns the bits of hi above those of lo.
func (p *Pool) Concat(hi, lo T) T {
	p.wantBV(OpConcat, hi)
	p.wantBV(OpConcat, lo)
	w := p.Width(hi) + p.Width(lo)
	checkWidth(w)
	return p.mk(OpConcat, 0, w, hi, lo, 0)
}

// Extract returns bits lo … lo+w-1 of t as a term of w bits.
func (p *Pool) Extract(t T, lo, w int) T {
	p.wantBV(OpExtract, t)
	if lo < 0 || w < 1 || lo+w > p.Width(t) {
		panic(fmt.Sprintf("term: Extract of bits %d to %d from %d bits", lo, lo+w-1, p.Width(t)))
	}
	if w == p.Width(t) {
		return t
	}
	return p.mk(OpExtract, 0, w, t, T(lo), 0)
}

// Trunc returns the w lowest bits of t.
func (p *Pool) Trunc(t T, w int) T { return p.Extract(t, 0, w) }

// ZExt returns t extended with zeros to w ≥ Width(t) bits.
func (p *Pool) ZExt(t T, w int) T { return p.extend(OpZExt, t, w) }

// SExt returns t extended with its sign to w ≥ Width(t) bits.
func (p *Pool) SExt(t T, w int) T { return p.extend(OpSExt, t, w) }

func (p *Pool) extend(op Op, t T, w int) T {
	p.wantBV(op, t)
	checkWidth(w)
	if w < p.Width(t) {
		panic(fmt.Sprintf("term: %s from %d to %d bits", op, p.Width(t), w))
	}
	if w == p.Width(t) {
		return t
	}
	return p.mk(op, 0, w, t, 0, 0)
}

// BoolToBV returns b ? 1 : 0 in w bits.
func (p *Pool) BoolToBV(b T, w int) T { return p.Ite(b, p.BV(w, 1), p.BV(w, 0)) }

// Select returns element i of array a.
func (p *Pool) Select(a, i T) T {
	p.wantIndex(OpSelect, a, i)
	return p.mk(OpSelect, 0, p.Width(a), a, i, 0)
}

// Store returns array a with element i replaced by v.
func (p *Pool) Store(a, i, v T) T {
	p.wantIndex(OpStore, a, i)
	if p.IsArray(v) || p.Width(v) != p.Width(a) {
		panic(fmt.Sprintf("term: Store of %d bits into elements of %d bits", p.Width(v), p.Width(a)))
	}
	return p.mk(OpStore, p.IndexWidth(a), p.Width(a), a, i, v)
}

// apply builds op over args through the public constructors; w is the result's
// width and lo the lowest bit, both for the operators that need them. It serves
// whatever rebuilds terms.
func (p *Pool) apply(op Op, idx, w, lo int, a, b, c T) T {
	switch op {
	case OpNot:
		return p.Not(a)
	case OpAnd:
		return p.And(a, b)
	case OpIte:
		return p.Ite(a, b, c)
	case OpEq:
		return p.Eq(a, b)
	case OpULt, OpSLt:
		return p.compare(op, a, b)
	case OpNeg, OpBVNot:
		return p.unary(op, a)
	case OpConcat:
		return p.Concat(a, b)
	case OpExtract:
		return p.Extract(a, lo, w)
	case OpZExt, OpSExt:
		return p.extend(op, a, w)
	case OpConstArray:
		return p.ConstArray(idx, a)
	case OpStore:
		return p.Store(a, b, c)
	case OpSelect:
		return p.Select(a, b)
	}
	return p.binary(op, a, b)
}

func (p *Pool) wantBool(op Op, t T) {
	if n := p.nodes[t]; n.width() != 0 || t == None {
		panic(fmt.Sprintf("term: %s needs Bool, got %s", op, p.sortString(t)))
	}
}

func (p *Pool) wantBV(op Op, t T) {
	if n := p.nodes[t]; n.width() == 0 || n.index() != 0 {
		panic(fmt.Sprintf("term: %s needs a bit-vector, got %s", op, p.sortString(t)))
	}
}

func (p *Pool) wantSame(op Op, a, b T) {
	const sortMask = ^uint32(1<<opBits - 1)
	if (p.nodes[a].hdr^p.nodes[b].hdr)&sortMask != 0 || a == None || b == None {
		panic(fmt.Sprintf("term: %s of %s and %s", op, p.sortString(a), p.sortString(b)))
	}
}

func (p *Pool) wantIndex(op Op, a, i T) {
	if !p.IsArray(a) || p.IsArray(i) || p.Width(i) != p.IndexWidth(a) {
		panic(fmt.Sprintf("term: %s on %s with index %s", op, p.sortString(a), p.sortString(i)))
	}
}

// sortString names the sort of t for messages.
func (p *Pool) sortString(t T) string {
	n := p.nodes[t]
	switch {
	case t == None:
		return "None"
	case n.index() != 0:
		return fmt.Sprintf("Array(%d→%d)", n.index(), n.width())
	case n.width() == 0:
		return "Bool"
	}
	return fmt.Sprintf("BV(%d)", n.width())
}
