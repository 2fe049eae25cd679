package bitblast

import "github.com/assay-dev/assay/engine/solver/sat"

// Cone keeps the decision variables of a SAT instance equal to the union of the
// cones of a sequence of wires.
type Cone struct {
	cnf    *CNF
	gates  []bool // per gate: in the cone
	vars   []bool // per variable: in the cone (two gates may share one)
	wires  []Ref
	levels []coneLevel // per wire
	stack  []int32
}

// coneLevel is what one wire added to the cone.
type coneLevel struct {
	gates []int32
	vars  []sat.Var
}

// NewCone returns an empty cone over the instance of cnf.
func NewCone(cnf *CNF) *Cone { return &Cone{cnf: cnf} }

// Set makes the cone that of the given wires, which are encoded. What it has in
// common at the front with the sequence before is kept.
func (c *Cone) Set(wires []Ref) {
	k := 0
	for k < len(wires) && k < len(c.wires) && wires[k] == c.wires[k] {
		k++
	}
	for len(c.levels) > k {
		c.pop()
	}
	c.wires = append(c.wires[:k], wires[k:]...)
	for _, w := range wires[k:] {
		c.push(w)
	}
}

// push adds the cone of a wire.
func (c *Cone) push(r Ref) {
	c.gates = grown(c.gates, len(c.cnf.graph.gates))
	c.vars = grown(c.vars, c.cnf.solver.NumVars()+1)
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

// pop removes what the last push added.
func (c *Cone) pop() {
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
