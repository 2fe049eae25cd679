package bitblast

import "slices"

// and returns x ∧ y.
func (g *Graph) and(x, y Ref) Ref {
	if x > y {
		x, y = y, x
	}
	switch {
	case x == False || x == y^1:
		return False
	case x == True || x == y:
		return y
	}
	if r, ok := g.absorb(x, y); ok {
		return r
	}
	if r, ok := g.absorb(y, x); ok {
		return r
	}
	return g.intern(gate{kind: kindAnd, args: [3]Ref{x, y}})
}

// absorb simplifies x ∧ y when x is a two-input conjunction that shares a wire
// with y (the one-level rules of Brummayer and Biere, "Local Two-Level
// And-Inverter Graph Minimization", 2006).
func (g *Graph) absorb(x, y Ref) (Ref, bool) {
	t := &g.gates[x.gate()]
	if t.kind != kindAnd {
		return 0, false
	}
	a, b := t.args[0], t.args[1]
	if x&1 == 0 {
		switch {
		case a == y || b == y: // (a∧b)∧a
			return x, true
		case a == y^1 || b == y^1: // (a∧b)∧¬a
			return False, true
		}
		return 0, false
	}
	switch {
	case a == y^1 || b == y^1: // ¬(a∧b)∧¬a
		return y, true
	case a == y: // ¬(a∧b)∧a
		return g.and(y, b^1), true
	case b == y:
		return g.and(y, a^1), true
	}
	return 0, false
}

// or returns x ∨ y.
func (g *Graph) or(x, y Ref) Ref { return g.and(x^1, y^1) ^ 1 }

// andN returns the conjunction of all wires; the slice is not changed or kept.
func (g *Graph) andN(wires []Ref) Ref {
	args := append(g.tmp[:0], wires...)
	g.tmp = args
	slices.Sort(args)
	args = slices.Compact(args)
	if len(args) > 0 && args[0] == False {
		return False
	}
	if len(args) > 0 && args[0] == True {
		args = args[1:]
	}
	for i := 1; i < len(args); i++ {
		if args[i-1] == args[i]^1 {
			return False
		}
	}
	switch len(args) {
	case 0:
		return True
	case 1:
		return args[0]
	case 2:
		return g.and(args[0], args[1])
	}
	return g.internWide(args)
}

// orN returns the disjunction of all wires.
func (g *Graph) orN(wires []Ref) Ref { return g.andN(invert(wires)) ^ 1 }

// xor returns x ⊕ y.
func (g *Graph) xor(x, y Ref) Ref {
	sign := (x ^ y) & 1
	x, y = x&^1, y&^1
	if x > y {
		x, y = y, x
	}
	switch {
	case x == False:
		return y ^ sign
	case x == y:
		return sign
	}
	return g.intern(gate{kind: kindXor, args: [3]Ref{x, y}}) ^ sign
}

// mux returns c ? t : e.
func (g *Graph) mux(c, t, e Ref) Ref {
	if c&1 == 1 {
		c, t, e = c^1, e, t
	}
	switch {
	case c == False:
		return e
	case t == e:
		return t
	case t == True || t == c:
		return g.or(c, e)
	case t == False || t == c^1:
		return g.and(c^1, e)
	case e == False || e == c:
		return g.and(c, t)
	case e == True || e == c^1:
		return g.or(c^1, t)
	case t == e^1:
		return g.xor(c, e)
	}
	sign := t & 1
	return g.intern(gate{kind: kindMux, args: [3]Ref{c, t ^ sign, e ^ sign}}) ^ sign
}

func sort3(x, y, z Ref) (Ref, Ref, Ref) {
	if x > y {
		x, y = y, x
	}
	if y > z {
		y, z = z, y
	}
	if x > y {
		x, y = y, x
	}
	return x, y, z
}

// xor3 returns x ⊕ y ⊕ z.
func (g *Graph) xor3(x, y, z Ref) Ref {
	sign := (x ^ y ^ z) & 1
	x, y, z = sort3(x&^1, y&^1, z&^1)
	switch {
	case x == False:
		return g.xor(y, z) ^ sign
	case x == y:
		return z ^ sign
	case y == z:
		return x ^ sign
	}
	return g.intern(gate{kind: kindXor3, args: [3]Ref{x, y, z}}) ^ sign
}

// maj returns whether at least two of the wires are true.
func (g *Graph) maj(x, y, z Ref) Ref {
	x, y, z = sort3(x, y, z)
	switch {
	case x == False:
		return g.and(y, z)
	case x == True:
		return g.or(y, z)
	case x == y:
		return x
	case y == z:
		return y
	case x == y^1:
		return z
	case y == z^1:
		return x
	}
	var sign Ref // maj(¬x,¬y,¬z) = ¬maj(x,y,z): keep at most one inversion
	if x&1+y&1+z&1 >= 2 {
		sign = 1
	}
	x, y, z = sort3(x^sign, y^sign, z^sign)
	return g.intern(gate{kind: kindMaj, args: [3]Ref{x, y, z}}) ^ sign
}
