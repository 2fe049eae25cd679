package cert

import (
	"fmt"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// label is an annotated node: the claim that no state which stands at its call
// stack and satisfies its predicate reaches the target.
type label struct {
	node  *Node
	key   string
	at    []exec.Activation
	vars  []variable
	conds []term.T
	// values are what the conditions fix variables to.
	values map[int]term.T
	// exits are the labels that paths from here lead to, by key.
	exits map[string][]*label
}

// variable is a state variable with the term that stands for it in the
// conditions.
type variable struct {
	Variable
	t term.T
}

// labelOf reads an annotated node.
func (c *checker) labelOf(n *Node) (*label, error) {
	l := &label{node: n, exits: map[string][]*label{}, values: map[int]term.T{}}
	for i, f := range n.Stack {
		pt, err := c.places.find(f.Point)
		if err != nil {
			return nil, err
		}
		a := exec.Activation{At: pt, Chained: f.Chained}
		if i == 0 && f.Chained || i+1 < len(n.Stack) && !n.Stack[i+1].Chained && c.prog.At(pt).Op != ir.Call {
			return nil, fmt.Errorf("node %d: a call stack that no run has", n.ID)
		}
		for _, t := range f.Turns {
			a.Turns = append(a.Turns, exec.Turn{Head: t.Head, N: t.N, Forked: t.Forked})
		}
		l.at = append(l.at, a)
	}
	if len(l.at) == 0 {
		return nil, fmt.Errorf("node %d: no call stack", n.ID)
	}
	l.key = keyOf(l.at)
	if err := c.conditions(l); err != nil {
		return nil, fmt.Errorf("node %d: %w", n.ID, err)
	}
	return l, c.wellFormed(l)
}

// conditions reads the conditions of a label.
func (c *checker) conditions(l *label) error {
	script, err := term.ParseSMT(c.pool, "conditions", []byte(l.node.Psi.Conditions))
	if err != nil {
		return err
	}
	declared := map[string]term.T{}
	for _, v := range script.Vars {
		declared[c.pool.Name(v)] = v
	}
	index := map[term.T]int{}
	for _, v := range l.node.Psi.Variables {
		t, ok := declared[v.Name]
		if !ok || int32(c.pool.Width(t)) != v.Width || c.pool.IsArray(t) {
			return fmt.Errorf("variable %s is not declared, or of another width", v.Name)
		}
		delete(declared, v.Name)
		index[t] = len(l.vars)
		l.vars = append(l.vars, variable{v, t})
	}
	for name := range declared {
		return fmt.Errorf("%s is no state variable", name)
	}
	for _, cmd := range script.Commands {
		if cmd.Kind != term.CmdAssert {
			return fmt.Errorf("the conditions contain more than assertions")
		}
		for _, t := range cmd.Terms {
			l.conds = append(l.conds, c.pool.Conjuncts(t)...)
		}
	}
	for _, t := range l.conds {
		if v, x, ok := c.fixes(t); ok {
			if i, ok := index[v]; ok {
				l.values[i] = x
			}
		}
	}
	return nil
}

// fixes tells that a condition gives a variable its value.
func (c *checker) fixes(t term.T) (v, x term.T, ok bool) {
	p := c.pool
	switch p.Op(t) {
	case term.OpVar:
		return t, term.True, true
	case term.OpNot:
		return p.Arg(t, 0), term.False, p.Op(p.Arg(t, 0)) == term.OpVar
	case term.OpEq:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if p.IsConst(a) {
			a, b = b, a
		}
		return a, b, p.Op(a) == term.OpVar && p.IsConst(b)
	}
	return 0, 0, false
}

// wellFormed checks that the places and objects of a label can exist.
func (c *checker) wellFormed(l *label) error {
	known := map[uint32]bool{0: true}
	for _, o := range l.node.Psi.Objects {
		if _, fixed := c.machine.Fixed(memory.ObjID(o.ID)); fixed || known[o.ID] || o.ID == 0 || o.Owner >= len(l.at) {
			return fmt.Errorf("node %d: object %d is no object of its own", l.node.ID, o.ID)
		}
		if _, err := originOf(o.Origin); err != nil {
			return fmt.Errorf("node %d: %w", l.node.ID, err)
		}
		known[o.ID] = true
	}
	bad := func(o uint32) bool {
		_, fixed := c.machine.Fixed(memory.ObjID(o))
		return !fixed && !known[o]
	}
	place := func(p Place) error {
		switch {
		case bad(p.Object):
			return fmt.Errorf("node %d: object %d is not described", l.node.ID, p.Object)
		case p.Object != 0 && (p.Bytes < 0 || p.Bytes > 1<<16 || p.At > memory.MaxObject):
			return fmt.Errorf("node %d: a place outside every object", l.node.ID)
		case p.Object != 0:
			return nil
		case p.Depth < 0 || int(p.Depth) >= len(l.at) || p.Reg < 0 || p.Reg >= c.funcAt(l.at[p.Depth].At).NumRegs:
			return fmt.Errorf("node %d: no register %d of frame %d", l.node.ID, p.Reg, p.Depth)
		}
		return nil
	}
	for _, v := range l.vars {
		if err := place(v.Place); err != nil {
			return err
		}
	}
	for _, h := range l.node.Psi.Holders {
		if err := place(h.Place); err != nil {
			return err
		}
		if bad(h.Target) {
			return fmt.Errorf("node %d: object %d is not described", l.node.ID, h.Target)
		}
	}
	return nil
}

func (c *checker) funcAt(pt ir.Point) *ir.Func { return c.prog.Funcs[c.prog.Blocks[pt.Block].Func] }
