package ir

import (
	"fmt"
)

// Sanity checks the representation: references in range, types that agree,
// one terminator per block at its end, phis that match the predecessors,
// definitions that dominate their uses. The error names function, block and
// instruction.
func Sanity(p *Program) error {
	for i := range p.Types {
		if err := checkType(p, &p.Types[i]); err != nil {
			return fmt.Errorf("type %d (%s): %w", i, p.Types[i].Name, err)
		}
	}
	for i := range p.Consts {
		if err := checkConst(p, &p.Consts[i], i); err != nil {
			return fmt.Errorf("constant %d: %w", i, err)
		}
	}
	for i := range p.Globals {
		if err := checkGlobal(p, &p.Globals[i]); err != nil {
			return fmt.Errorf("global %s: %w", p.Globals[i].Name, err)
		}
	}
	for i, b := range p.Blocks {
		if b.ID != int32(i) || !inRange(int(b.Func), len(p.Funcs)) {
			return fmt.Errorf("block %d has id %d of function %d", i, b.ID, b.Func)
		}
	}
	for i, f := range p.Funcs {
		if f.ID != FuncID(i) {
			return fmt.Errorf("function %s: id %d at %d", f.Name, f.ID, i)
		}
		if err := checkFunc(p, f); err != nil {
			return fmt.Errorf("function %s: %w", f.Name, err)
		}
	}
	return nil
}

func inRange(i, n int) bool { return i >= 0 && i < n }

func checkType(p *Program, t *Type) error {
	if (t.Kind == Array || t.Kind == Vector) && !inRange(int(t.Elem), len(p.Types)) {
		return fmt.Errorf("element type %d", t.Elem)
	}
	for _, f := range t.Fields {
		if !inRange(int(f.Type), len(p.Types)) {
			return fmt.Errorf("field type %d", f.Type)
		}
		if f.Offset+p.Types[f.Type].Size > t.Size {
			return fmt.Errorf("a field ends at %d behind the size %d", f.Offset+p.Types[f.Type].Size, t.Size)
		}
	}
	if t.Align == 0 || t.Align&(t.Align-1) != 0 {
		return fmt.Errorf("alignment %d", t.Align)
	}
	return nil
}

func checkConst(p *Program, c *Const, at int) error {
	if !inRange(int(c.Type), len(p.Types)) {
		return fmt.Errorf("type %d", c.Type)
	}
	ok := true
	switch c.Kind {
	case CGlobal:
		ok = inRange(int(c.ID), len(p.Globals))
	case CFunc:
		ok = inRange(int(c.ID), len(p.Funcs)) && p.Funcs[c.ID].AddressTaken
	case CBlock:
		ok = inRange(int(c.ID), len(p.Funcs)) && inRange(int(c.Offset), len(p.Funcs[c.ID].Blocks))
	}
	if !ok {
		return fmt.Errorf("refers to %d of kind %d", c.ID, c.Kind)
	}
	for _, e := range c.Elems {
		if !e.IsConst() || e.ConstIndex() >= at {
			return fmt.Errorf("element %d", e)
		}
	}
	return nil
}

func checkGlobal(p *Program, g *Global) error {
	if !inRange(int(g.Type), len(p.Types)) || !inRange(int(g.Loc), len(p.Locs)) {
		return fmt.Errorf("type %d or location %d", g.Type, g.Loc)
	}
	if uint64(len(g.Init)) > g.Size {
		return fmt.Errorf("image of %d bytes in %d", len(g.Init), g.Size)
	}
	for _, r := range g.Relocs {
		if r.Offset+uint64(r.Size) > uint64(len(g.Init)) || !r.Value.IsConst() || r.Value.ConstIndex() >= len(p.Consts) {
			return fmt.Errorf("address at %d", r.Offset)
		}
	}
	return nil
}

// funcChecker holds where each register of a function is defined.
type funcChecker struct {
	p        *Program
	f        *Func
	idom     []int32
	reached  []int32 // postorder rank, -1 for blocks without a path
	defBlock []int32 // -1: parameter or not defined
	defAt    []int32 // ordinal, -1 for phis and parameters
	defined  []bool
}

func checkFunc(p *Program, f *Func) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	n := len(f.RegTypes)
	if int(f.NumRegs) != n || len(f.RegNames) != n || len(f.Params) > n {
		return fmt.Errorf("%d registers, %d types, %d names, %d parameters", f.NumRegs, n, len(f.RegNames), len(f.Params))
	}
	c := &funcChecker{p: p, f: f, defBlock: make([]int32, n), defAt: make([]int32, n), defined: make([]bool, n)}
	for i := range f.RegTypes {
		c.defBlock[i], c.defAt[i] = -1, -1
	}
	for i := range f.Params {
		c.defined[i] = true
	}
	for _, b := range f.Blocks {
		if err := c.shape(b); err != nil {
			return fmt.Errorf("block %s: %w", blockName(b), err)
		}
	}
	c.idom = f.Dominators()
	_, c.reached = f.graph().postorder()
	for _, b := range f.Blocks {
		if err := c.uses(b); err != nil {
			return fmt.Errorf("block %s: %w", blockName(b), err)
		}
	}
	return nil
}

// shape checks terminators and edges, and collects definitions.
func (c *funcChecker) shape(b *Block) error {
	if len(b.Instrs) == 0 {
		return fmt.Errorf("no instructions")
	}
	for i := range b.Phis {
		if err := c.define(b.Phis[i].Dst, b.Phis[i].Type, b.Index, -1); err != nil {
			return err
		}
	}
	for i := range b.Instrs {
		in := &b.Instrs[i]
		last := i == len(b.Instrs)-1
		if in.IsTerminator() != last && !(last && in.Op == Unsupported) {
			return fmt.Errorf("%s at %d of %d", in.Op, i, len(b.Instrs))
		}
		if in.Dst != NoReg {
			t := in.Type
			if in.Op == Alloca { // Type is what is allocated
				t = c.f.RegTypes[in.Dst]
			}
			if err := c.define(in.Dst, t, b.Index, int32(i)); err != nil {
				return err
			}
		}
		for _, s := range in.Succs {
			if !inRange(int(s), len(c.f.Blocks)) || !contains(b.Succs, s) || !contains(c.f.Blocks[s].Preds, b.Index) {
				return fmt.Errorf("edge to %d", s)
			}
		}
		if !inRange(int(in.Loc), len(c.p.Locs)) {
			return fmt.Errorf("location %d", in.Loc)
		}
	}
	return nil
}

func (c *funcChecker) define(r Reg, t TypeID, block, at int32) error {
	if !inRange(int(r), len(c.defined)) || c.defined[r] {
		return fmt.Errorf("register %d defined twice or out of range", r)
	}
	if c.f.RegTypes[r] != t {
		return fmt.Errorf("register %s of type %s defined as %s", regName(c.f, r), c.p.TypeName(c.f.RegTypes[r]), c.p.TypeName(t))
	}
	c.defined[r], c.defBlock[r], c.defAt[r] = true, block, at
	return nil
}

// uses checks operands and phis.
func (c *funcChecker) uses(b *Block) error {
	for i := range b.Phis {
		if err := c.phi(b, &b.Phis[i]); err != nil {
			return fmt.Errorf("phi %s: %w", regName(c.f, b.Phis[i].Dst), err)
		}
	}
	for i := range b.Instrs {
		in := &b.Instrs[i]
		var err error
		in.EachOperand(func(op Operand) {
			if err == nil {
				err = c.visible(op, b.Index, int32(i))
			}
		})
		if err == nil {
			err = c.types(in)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.Op, err)
		}
	}
	return nil
}

func (c *funcChecker) phi(b *Block, phi *Phi) error {
	if len(phi.Preds) != len(phi.Vals) || len(phi.Preds) != len(b.Preds) {
		return fmt.Errorf("%d values for %d predecessors", len(phi.Preds), len(b.Preds))
	}
	for i, q := range phi.Preds {
		if !contains(b.Preds, q) {
			return fmt.Errorf("value for %d, no predecessor", q)
		}
		if err := c.visible(phi.Vals[i], q, int32(len(c.f.Blocks[q].Instrs))); err != nil {
			return err
		}
		if t := c.typeOf(phi.Vals[i]); t != phi.Type {
			return fmt.Errorf("value of type %s in a phi of %s", c.p.TypeName(t), c.p.TypeName(phi.Type))
		}
	}
	return nil
}

// visible checks that an operand exists and is defined on every path to the
// point (block, ordinal).
func (c *funcChecker) visible(op Operand, block, at int32) error {
	if op.IsConst() {
		if op.ConstIndex() >= len(c.p.Consts) {
			return fmt.Errorf("constant %d", op.ConstIndex())
		}
		return nil
	}
	if int(op) >= len(c.defined) || !c.defined[op] {
		return fmt.Errorf("register %d has no definition", op)
	}
	home := c.defBlock[op]
	switch {
	case home < 0 || c.reached[block] < 0:
		return nil // a parameter; or code that never runs
	case home == block && c.defAt[op] < at:
		return nil
	case home != block && Dominates(c.idom, home, block):
		return nil
	}
	return fmt.Errorf("%s is used before its definition", regName(c.f, Reg(op)))
}

func (c *funcChecker) typeOf(op Operand) TypeID {
	if op.IsConst() {
		return c.p.Consts[op.ConstIndex()].Type
	}
	return c.f.RegTypes[op]
}
