package bitblast

import "github.com/assay-dev/assay/engine/solver/sat"

// Cone keeps the decision variables of a SAT instance equal to the union of the
// cones of a stack of wires.
type Cone struct {
	cnf    *CNF
	gates  []bool // per gate: in the cone
	vars   []bool // per variable: in the cone (two gates may share one)
	levels []coneLevel
	stack  []int32
}

// coneLevel is what one wire added to the cone.
type coneLevel struct {
	gates []int32
	vars  []sat.Var
}

// NewCone returns an empty cone over the instance of cnf.
func NewCone(cnf *CNF) *Cone { return &Cone{cnf: cnf} }

// Len returns the number of wires on the stack.
func (c *Cone) Len() int { return len(c.levels) }

// Push adds the cone of a wire that has a literal.
func (c *Cone) Push(r Ref) {
	for len(c.gates) < len(c.cnf.graph.gates) {
		c.gates = append(c.gates, false)
	}
	for len(c.vars) <= c.cnf.solver.NumVars() {
		c.vars = append(c.vars, false)
	}
	if n := len(c.levels); n < cap(c.levels) {
		c.levels = c.levels[:n+1] // reuse the slices of an earlier level
	} else {
		c.levels = append(c.levels, coneLevel{})
	}
	lv := &c.levels[len(c.levels)-1]
	lv.gates, lv.vars = lv.gates[:0], lv.vars[:0]
	c.stack = append(c.stack[:0], r.gate())
	for len(c.stack) > 0 {
		n := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		if n == 0 || c.gates[n] {
			continue
		}
		c.gates[n] = true
		lv.gates = append(lv.gates, n)
		if v := c.cnf.lits[n].Var(); !c.vars[v] {
			c.vars[v] = true
			lv.vars = append(lv.vars, v)
		}
		c.cnf.graph.children(n, func(r Ref) {
			if !c.gates[r.gate()] {
				c.stack = append(c.stack, r.gate())
			}
		})
	}
	c.cnf.solver.SetDecision(lv.vars, true)
}

// Pop removes what the last Push added.
func (c *Cone) Pop() {
	lv := &c.levels[len(c.levels)-1]
	for _, n := range lv.gates {
		c.gates[n] = false
	}
	for _, v := range lv.vars {
		c.vars[v] = false
	}
	c.cnf.solver.SetDecision(lv.vars, false)
	c.levels = c.levels[:len(c.levels)-1]
}
