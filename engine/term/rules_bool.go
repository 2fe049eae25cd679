package term

func notRules() []Rule { return nil }

func andRules() []Rule {
	return []Rule{
		{"and-const", OpAnd, "p ∧ true → p; p ∧ false → false", andConst},
		{"and-same", OpAnd, "p ∧ p → p", same},
		{"and-complement", OpAnd, "p ∧ ¬p → false", andComplement},
		{"and-absorb", OpAnd, "p ∧ (p ∧ q) → p ∧ q; ¬p ∧ (p ∧ q) → false", andAbsorb},
		{"and-absorb-not", OpAnd, "p ∧ ¬(p ∧ q) → p ∧ ¬q; ¬p ∧ ¬(p ∧ q) → ¬p", andAbsorbNot},
		{"and-clash", OpAnd, "(p ∧ q) ∧ (¬p ∧ r) → false", andClash},
		{"and-resolve", OpAnd, "¬(p ∧ q) ∧ ¬(p ∧ ¬q) → ¬p", andResolve},
		{"and-eq-consts", OpAnd, "x = c ∧ x = d → false; x = c ∧ ¬(x = d) → x = c", andEqConsts},
		{"and-eq-bound", OpAnd, "x = c ∧ x < d → false or x = c; same with ¬(x < d) and signed", andEqBound},
		{"and-bounds", OpAnd, "x < c ∧ x < d → the tighter; x < c ∧ ¬(x < d) → false or x = d if at most one value is left", andBounds},
		{"and-order", OpAnd, "x < y ∧ y < x → false; x ≤ y ∧ y ≤ x → x = y; x = y ∧ x < y → false", andOrder},
	}
}

// same is the rule op(x, x) → x.
func same(_ *Pool, n node) T {
	if n.a == n.b {
		return n.a
	}
	return None
}

func andConst(_ *Pool, n node) T {
	switch n.b {
	case True:
		return n.a
	case False:
		return False
	}
	return None
}

// complements reports whether a = ¬b, without building terms.
func (p *Pool) complements(a, b T) bool {
	na, nb := p.nodes[a], p.nodes[b]
	return na.op() == OpNot && na.a == b || nb.op() == OpNot && nb.a == a
}

func andComplement(p *Pool, n node) T {
	if p.complements(n.a, n.b) {
		return False
	}
	return None
}

func andAbsorb(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		m := p.nodes[s[1]]
		if m.op() != OpAnd {
			continue
		}
		if m.a == s[0] || m.b == s[0] {
			return s[1]
		}
		if p.complements(m.a, s[0]) || p.complements(m.b, s[0]) {
			return False
		}
	}
	return None
}

// notAnd returns q and r if t is ¬(q ∧ r).
func (p *Pool) notAnd(t T) (q, r T, ok bool) {
	if n := p.nodes[t]; n.op() == OpNot {
		if m := p.nodes[n.a]; m.op() == OpAnd {
			return m.a, m.b, true
		}
	}
	return None, None, false
}

func andAbsorbNot(p *Pool, n node) T {
	for _, s := range [...][2]T{{n.a, n.b}, {n.b, n.a}} {
		q, r, ok := p.notAnd(s[1])
		switch {
		case !ok:
		case q == s[0]:
			return p.And(s[0], p.Not(r))
		case r == s[0]:
			return p.And(s[0], p.Not(q))
		case p.complements(q, s[0]) || p.complements(r, s[0]):
			return s[0]
		}
	}
	return None
}

func andClash(p *Pool, n node) T {
	a, b := p.nodes[n.a], p.nodes[n.b]
	if a.op() != OpAnd || b.op() != OpAnd {
		return None
	}
	if p.complements(a.a, b.a) || p.complements(a.a, b.b) ||
		p.complements(a.b, b.a) || p.complements(a.b, b.b) {
		return False
	}
	return None
}

func andResolve(p *Pool, n node) T {
	q, r, ok1 := p.notAnd(n.a)
	s, t, ok2 := p.notAnd(n.b)
	if !ok1 || !ok2 {
		return None
	}
	switch {
	case q == s && p.complements(r, t), q == t && p.complements(r, s):
		return p.Not(q)
	case r == s && p.complements(q, t), r == t && p.complements(q, s):
		return p.Not(r)
	}
	return None
}

// literal is an atom with its sign and, if it compares with a constant on the
// right, that constant.
type literal struct {
	op      Op
	x, c    T
	negated bool
}

// constLiteral reads t as (¬)(x op c) with a constant c.
func (p *Pool) constLiteral(t T) (l literal, ok bool) {
	n := p.nodes[t]
	if n.op() == OpNot {
		l.negated = true
		n = p.nodes[n.a]
	}
	switch n.op() {
	case OpEq, OpULt, OpSLt:
		l.op, l.x, l.c = n.op(), n.a, n.b
		return l, p.IsConst(n.b)
	}
	return l, false
}

// constLiterals reads both arguments of a conjunction as comparisons of one
// term with constants.
func (p *Pool) constLiterals(n node) (a, b literal, ok bool) {
	a, ok1 := p.constLiteral(n.a)
	b, ok2 := p.constLiteral(n.b)
	return a, b, ok1 && ok2 && a.x == b.x
}

func andEqConsts(p *Pool, n node) T {
	a, b, ok := p.constLiterals(n)
	if !ok || a.op != OpEq || b.op != OpEq {
		return None
	}
	switch { // a.c and b.c differ, or an earlier rule had matched
	case !a.negated && !b.negated:
		return False
	case !a.negated:
		return n.a
	case !b.negated:
		return n.b
	}
	return None
}

func andEqBound(p *Pool, n node) T {
	a, b, ok := p.constLiterals(n)
	if !ok {
		return None
	}
	eq := n.a
	if b.op == OpEq {
		a, b, eq = b, a, n.b
	}
	if a.op != OpEq || a.negated || b.op == OpEq {
		return None
	}
	if (p.compare(b.op, a.c, b.c) == True) != b.negated {
		return eq
	}
	return False
}

func andBounds(p *Pool, n node) T {
	a, b, ok := p.constLiterals(n)
	if !ok || a.op != b.op || a.op == OpEq {
		return None
	}
	if a.negated == b.negated {
		// Upper bounds: the smaller wins; lower bounds: the greater.
		if (p.compare(a.op, a.c, b.c) == True) != a.negated {
			return n.a
		}
		return n.b
	}
	if a.negated {
		a, b = b, a
	}
	// b.c ≤ x < a.c
	if p.compare(a.op, b.c, a.c) == False {
		return False
	}
	if p.Add(b.c, p.one(b.c)) == a.c {
		return p.Eq(a.x, b.c)
	}
	return None
}

func andOrder(p *Pool, n node) T {
	a, sa := p.atom(n.a)
	b, sb := p.atom(n.b)
	ordered := func(o Op) bool { return o == OpULt || o == OpSLt }
	if a.op() == OpEq {
		a, sa, b, sb = b, sb, a, sa
	}
	switch {
	case ordered(a.op()) && a.op() == b.op() && a.a == b.b && a.b == b.a:
		if sa && sb {
			return False
		}
		if !sa && !sb {
			return p.Eq(a.a, a.b)
		}
	case ordered(a.op()) && sa && sb && b.op() == OpEq &&
		(a.a == b.a && a.b == b.b || a.a == b.b && a.b == b.a):
		return False
	}
	return None
}

// atom strips a negation: t is the node if positive, else its complement.
func (p *Pool) atom(t T) (n node, positive bool) {
	n = p.nodes[t]
	if n.op() == OpNot {
		return p.nodes[n.a], false
	}
	return n, true
}

func iteRules() []Rule {
	return []Rule{
		{"ite-const", OpIte, "true ? x : y → x; false ? x : y → y", iteConst},
		{"ite-same", OpIte, "p ? x : x → x", iteSame},
		{"ite-not", OpIte, "¬p ? x : y → p ? y : x", iteNot},
		{"ite-bool", OpIte, "p ? true : q → p ∨ q and the three others with a constant branch", iteBool},
		{"ite-cond-branch", OpIte, "p ? p : q → p ∨ q; p ? q : p → p ∧ q; also with ¬p", iteCondBranch},
		{"ite-xor", OpIte, "p ? q : ¬q → p = q", iteXor},
		{"ite-nots", OpIte, "p ? ¬q : ¬r → ¬(p ? q : r)", iteNots},
		{"ite-nested", OpIte, "p ? (p ? x : y) : z → p ? x : z; p ? x : (p ? y : z) → p ? x : z", iteNested},
		{"ite-merge", OpIte, "p ? (q ? x : y) : y → p ∧ q ? x : y and the three others with a shared branch", iteMerge},
		{"ite-eq", OpIte, "x = y ? x : y → y", iteEq},
		{"ite-extend", OpIte, "p ? ext(x) : ext(y) → ext(p ? x : y), ext one of zext, sext; also with a constant that fits", iteExtend},
		{"ite-concat", OpIte, "p ? z ∘ x : z ∘ y → z ∘ (p ? x : y); also with a shared low part", iteConcat},
	}
}

func iteConst(_ *Pool, n node) T {
	switch n.a {
	case True:
		return n.b
	case False:
		return n.c
	}
	return None
}

func iteSame(_ *Pool, n node) T {
	if n.b == n.c {
		return n.b
	}
	return None
}

func iteNot(p *Pool, n node) T {
	if c := p.nodes[n.a]; c.op() == OpNot {
		return p.Ite(c.a, n.c, n.b)
	}
	return None
}

func iteBool(p *Pool, n node) T {
	switch {
	case n.b == True:
		return p.Or(n.a, n.c)
	case n.b == False:
		return p.And(p.Not(n.a), n.c)
	case n.c == True:
		return p.Or(p.Not(n.a), n.b)
	case n.c == False:
		return p.And(n.a, n.b)
	}
	return None
}

func iteCondBranch(p *Pool, n node) T {
	switch {
	case n.a == n.b:
		return p.Or(n.a, n.c)
	case n.a == n.c:
		return p.And(n.a, n.b)
	case n.width() != 0:
	case p.complements(n.a, n.b):
		return p.And(n.b, n.c)
	case p.complements(n.a, n.c):
		return p.Or(n.b, n.c)
	}
	return None
}

func iteXor(p *Pool, n node) T {
	if n.width() == 0 && p.complements(n.b, n.c) {
		return p.Eq(n.a, n.b)
	}
	return None
}

func iteNots(p *Pool, n node) T {
	b, c := p.nodes[n.b], p.nodes[n.c]
	if b.op() == OpNot && c.op() == OpNot {
		return p.Not(p.Ite(n.a, b.a, c.a))
	}
	return None
}

func iteNested(p *Pool, n node) T {
	if b := p.nodes[n.b]; b.op() == OpIte && b.a == n.a {
		return p.Ite(n.a, b.b, n.c)
	}
	if c := p.nodes[n.c]; c.op() == OpIte && c.a == n.a {
		return p.Ite(n.a, n.b, c.c)
	}
	return None
}

func iteMerge(p *Pool, n node) T {
	if b := p.nodes[n.b]; b.op() == OpIte {
		switch n.c {
		case b.c:
			return p.Ite(p.And(n.a, b.a), b.b, n.c)
		case b.b:
			return p.Ite(p.And(n.a, p.Not(b.a)), b.c, n.c)
		}
	}
	if c := p.nodes[n.c]; c.op() == OpIte {
		switch n.b {
		case c.b:
			return p.Ite(p.Or(n.a, c.a), n.b, c.c)
		case c.c:
			return p.Ite(p.Or(n.a, p.Not(c.a)), n.b, c.b)
		}
	}
	return None
}

func iteEq(p *Pool, n node) T {
	c := p.nodes[n.a]
	if c.op() == OpEq && (c.a == n.b && c.b == n.c || c.a == n.c && c.b == n.b) {
		return n.c
	}
	return None
}

func iteExtend(p *Pool, n node) T {
	b, c := p.nodes[n.b], p.nodes[n.c]
	for _, op := range [...]Op{OpZExt, OpSExt} {
		x, y, ok := p.narrowed(op, n.b, n.c)
		if ok && (b.op() == op || c.op() == op) {
			return p.extend(op, p.Ite(n.a, x, y), n.width())
		}
	}
	return None
}

// narrowed returns x and y of one width with a = op(x) and b = op(y), op being
// OpZExt or OpSExt; one of a and b may be a constant that fits.
func (p *Pool) narrowed(op Op, a, b T) (x, y T, ok bool) {
	na, nb := p.nodes[a], p.nodes[b]
	switch {
	case na.op() == op && nb.op() == op:
		return na.a, nb.a, p.Width(na.a) == p.Width(nb.a)
	case na.op() == op && nb.op() == OpConst:
		k := p.Width(na.a)
		return na.a, p.Trunc(b, k), p.constFits(op, b, k)
	case na.op() == OpConst && nb.op() == op:
		k := p.Width(nb.a)
		return p.Trunc(a, k), nb.a, p.constFits(op, a, k)
	}
	return None, None, false
}

func iteConcat(p *Pool, n node) T {
	b, c := p.nodes[n.b], p.nodes[n.c]
	if b.op() != OpConcat || c.op() != OpConcat {
		return None
	}
	if b.a == c.a {
		return p.Concat(b.a, p.Ite(n.a, b.b, c.b))
	}
	if b.b == c.b {
		return p.Concat(p.Ite(n.a, b.a, c.a), b.b)
	}
	return None
}
