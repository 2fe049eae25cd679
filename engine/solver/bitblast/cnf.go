package bitblast

import "github.com/assay-dev/assay/engine/solver/sat"

// CNF adds the gates of a graph to one SAT instance, on demand and once each.
type CNF struct {
	graph  *Graph
	solver *sat.Solver
	lits   []sat.Lit // per gate; 0 = not in the instance
	groups []bool    // per group: its side constraints are in the instance
	fresh  []int32   // gates found by the current call, in discovery order
	found  []int     // groups found by the current call
	mark   []bool    // per gate: in fresh
	alias  map[int32]Ref
	stack  []int32
	stop   func() bool // of the current call
	polls  int
}

// NewCNF returns an encoder of graph into solver, which must be empty.
func NewCNF(graph *Graph, solver *sat.Solver) *CNF {
	return &CNF{graph: graph, solver: solver, alias: map[int32]Ref{}}
}

// Encode adds the definitions of all gates in the cone of a wire that is no
// constant. It returns false if stop, which may be nil, returned true: the
// instance is then incomplete and must be thrown away.
func (c *CNF) Encode(r Ref, stop func() bool) bool {
	c.grow()
	if c.lits[r.gate()] != 0 {
		return true
	}
	c.stop = stop
	if !c.discover(r.gate()) {
		return false
	}
	for _, n := range c.fresh {
		if c.poll() {
			return false
		}
		c.assign(n)
	}
	for _, n := range c.fresh {
		if c.poll() {
			return false
		}
		c.mark[n] = false
		c.define(n)
	}
	for _, k := range c.found {
		c.addSides(&c.graph.sides[k])
	}
	clear(c.alias)
	return true
}

// Lit returns the literal of an encoded wire.
func (c *CNF) Lit(r Ref) sat.Lit { return c.lits[r.gate()] ^ sat.Lit(r&1) }

// Has reports whether the wire is encoded.
func (c *CNF) Has(r Ref) bool {
	return int(r.gate()) < len(c.lits) && c.lits[r.gate()] != 0
}

// poll asks now and then whether to stop. It counts over calls of Encode: there
// are many small ones.
func (c *CNF) poll() bool {
	c.polls++
	return c.polls%pollGates == 0 && c.stop != nil && c.stop()
}

func (c *CNF) grow() {
	c.lits = grown(c.lits, len(c.graph.gates))
	c.mark = grown(c.mark, len(c.graph.gates))
	for len(c.groups) < len(c.graph.sides) {
		c.groups = append(c.groups, len(c.groups) == 0)
	}
}

// grown returns s with at least n elements, new ones zero.
func grown[E any](s []E, n int) []E {
	if len(s) < n {
		s = append(s, make([]E, n-len(s))...)
	}
	return s
}

// discover collects the gates below root without a literal, and the groups of
// side constraints their inputs bring along. It returns false if it was stopped.
func (c *CNF) discover(root int32) bool {
	c.fresh, c.found = c.fresh[:0], c.found[:0]
	c.stack = append(c.stack[:0], root)
	for len(c.stack) > 0 {
		n := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if n == 0 || c.mark[n] || c.lits[n] != 0 {
			continue
		}
		if c.poll() {
			return false
		}
		c.mark[n] = true
		c.fresh = append(c.fresh, n)
		if t := &c.graph.gates[n]; t.kind == kindInput && !c.groups[t.args[0]] {
			c.addGroup(int(t.args[0]))
		}
		c.graph.children(n, func(r Ref) { c.stack = append(c.stack, r.gate()) })
	}
	return true
}

// addGroup notes a new group. Where a side constraint says x = y and x has no
// literal yet, x shares that of y, which saves a variable and its clauses.
func (c *CNF) addGroup(k int) {
	c.groups[k] = true
	c.found = append(c.found, k)
	for _, p := range c.graph.sides[k].pairs {
		x, y := p[0], p[1]
		if _, taken := c.alias[x.gate()]; !taken && c.lits[x.gate()] == 0 {
			c.alias[x.gate()] = y ^ x&1
		}
	}
}

// assign gives gate n a literal: that of its alias, else a new variable. Aliases
// lead from the inputs of a division to older wires, so the recursion ends.
func (c *CNF) assign(n int32) sat.Lit {
	if c.lits[n] != 0 {
		return c.lits[n]
	}
	if y, ok := c.alias[n]; ok {
		c.lits[n] = c.assign(y.gate()) ^ sat.Lit(y&1)
	} else {
		c.lits[n] = sat.MkLit(c.solver.NewVar(), false)
	}
	return c.lits[n]
}

// addSides adds the side constraints of a group, whose gates have literals. Their clauses are no
// definitions: all that they relate needs a value.
func (c *CNF) addSides(s *group) {
	complete := func(r Ref) { c.solver.Complete(c.Lit(r).Var()) }
	for _, w := range s.wires {
		c.assert(w)
		complete(w)
		if k := c.graph.gates[w.gate()].kind; k == kindAnd || k == kindAndN { // assert may have taken it apart
			c.graph.children(w.gate(), complete)
		}
	}
	for _, p := range s.pairs {
		x, y := c.Lit(p[0]), c.Lit(p[1])
		if x != y {
			c.solver.AddClause(x^1, y)
			c.solver.AddClause(x, y^1)
		}
		c.solver.Complete(x.Var(), y.Var())
	}
}

// assert adds the clauses that make a wire true.
func (c *CNF) assert(w Ref) {
	if w.isConst() {
		panic("bitblast: a side constraint is contradictory")
	}
	t := &c.graph.gates[w.gate()]
	switch {
	case t.kind == kindAnd && w&1 == 1:
		c.solver.AddClause(c.Lit(t.args[0])^1, c.Lit(t.args[1])^1)
	case t.kind == kindAndN && w&1 == 1:
		var ls []sat.Lit
		for _, a := range c.graph.wideArgs(t) {
			ls = append(ls, c.Lit(a)^1)
		}
		c.solver.AddClause(ls...)
	default:
		c.solver.AddClause(c.Lit(w))
	}
}

// define adds the clauses of gate n.
func (c *CNF) define(n int32) {
	t := &c.graph.gates[n]
	o := c.lits[n]
	s := c.solver
	switch t.kind {
	case kindAnd:
		x, y := c.Lit(t.args[0]), c.Lit(t.args[1])
		s.AddClause(o^1, x)
		s.AddClause(o^1, y)
		s.AddClause(o, x^1, y^1)
		s.Define(o, sat.And, x, y)
	case kindAndN:
		c.defineWide(o, c.graph.wideArgs(t))
	case kindXor:
		x, y := c.Lit(t.args[0]), c.Lit(t.args[1])
		s.AddClause(o^1, x, y)
		s.AddClause(o^1, x^1, y^1)
		s.AddClause(o, x^1, y)
		s.AddClause(o, x, y^1)
		s.Define(o, sat.Xor, x, y)
	case kindMux:
		x, y, z := c.Lit(t.args[0]), c.Lit(t.args[1]), c.Lit(t.args[2])
		s.AddClause(x^1, y^1, o)
		s.AddClause(x^1, y, o^1)
		s.AddClause(x, z^1, o)
		s.AddClause(x, z, o^1)
		// Implied, but lets equal branches propagate before x is known.
		s.AddClause(y^1, z^1, o)
		s.AddClause(y, z, o^1)
		s.Define(o, sat.Mux, x, y, z)
	case kindXor3:
		x, y, z := c.Lit(t.args[0]), c.Lit(t.args[1]), c.Lit(t.args[2])
		for k := range sat.Lit(8) {
			// One clause per assignment of x, y, z: it implies the output.
			sx, sy, sz := k&1, k>>1&1, k>>2&1
			s.AddClause(x^1^sx, y^1^sy, z^1^sz, o^sx^sy^sz)
		}
		s.Define(o, sat.Xor, x, y, z)
	case kindMaj:
		x, y, z := c.Lit(t.args[0]), c.Lit(t.args[1]), c.Lit(t.args[2])
		s.AddClause(x^1, y^1, o)
		s.AddClause(x^1, z^1, o)
		s.AddClause(y^1, z^1, o)
		s.AddClause(x, y, o^1)
		s.AddClause(x, z, o^1)
		s.AddClause(y, z, o^1)
		s.Define(o, sat.Majority, x, y, z)
	}
}

func (c *CNF) defineWide(o sat.Lit, args []Ref) {
	all := []sat.Lit{o}
	var each []sat.Lit
	for _, a := range args {
		x := c.Lit(a)
		c.solver.AddClause(o^1, x)
		all, each = append(all, x^1), append(each, x)
	}
	c.solver.AddClause(all...)
	c.solver.Define(o, sat.And, each...)
}
