package interp

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
)

// region is what lies between a conditional branch and the block where its
// directions come together.
type region struct {
	// silent: on no way through the region anything happens to memory, an error
	// or a target, and none goes round in a circle. Registers that are set there
	// are read nowhere else, as the block behind it has no phis.
	silent bool
	inside map[int32]bool // indices of blocks
	exits  []int32        // blocks that are not silent: a way out of the region
	join   int32
	spared bool // some interpolant left the branch's condition out
}

// Beside tells whether states that interpolants prune may come to a point on
// ways that no predicate tells of: through a region.
func (e *Engine) Beside(pt ir.Point) bool {
	at := e.Machine.Prog.Blocks[pt.Block]
	for b, r := range e.regions {
		if r.spared && e.Machine.Prog.Blocks[b].Func == at.Func && (r.inside[at.Index] || slices.Contains(r.exits, at.Index)) {
			return true
		}
	}
	return false
}

// spared tells that the direction which a conditional branch took need not be
// demanded, since the other one makes no difference: the path came to where the
// directions come together, in the state in which a path in the other direction
// comes there, if it does not leave for a block from which no target can be
// reached. So what was demanded behind that place is demanded here, and suffices.
func (b *backward) spared() bool {
	blk := b.Machine.Prog.Blocks[b.step.Point.Block]
	r := b.region(blk)
	if !r.silent || !b.came(r) {
		return false
	}
	for _, out := range r.exits {
		if b.leads(out) {
			return false
		}
	}
	r.spared = true
	return true
}

// came tells whether the path went from the current branch through the region
// to the block behind it.
func (b *backward) came(r *region) bool {
	blocks, join := b.Machine.Prog.Blocks, b.fn.Blocks[r.join].ID
	for i := b.at + 1; i < len(b.edge.Steps); i++ {
		s := &b.edge.Steps[i]
		switch {
		case s.Point.Block == join:
			return true
		case int32(s.Depth) != b.depth() || !r.inside[blocks[s.Point.Block].Index]:
			return false
		}
	}
	return !b.edge.Partial && len(b.end) == int(b.depth())+1 && b.end[len(b.end)-1] == ir.Point{Block: join}
}

// region finds out what lies behind the branch at the end of a block.
func (e *Engine) region(blk *ir.Block) *region {
	r := e.regions[blk.ID]
	if r != nil {
		return r
	}
	fn := e.Machine.Prog.Funcs[blk.Func]
	r = &region{inside: map[int32]bool{}, join: blk.Join}
	r.silent = blk.Join >= 0 && len(fn.Blocks[blk.Join].Phis) == 0 && !fn.Irreducible
	todo := append([]int32(nil), blk.Succs...)
	for len(todo) > 0 && r.silent {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next := fn.Blocks[i]
		switch {
		case i == r.join || r.inside[i]:
		case next.LoopHead || i == blk.Index || len(r.inside) >= budget.RegionBlocks.N:
			r.silent = false
		case e.silent(next):
			r.inside[i] = true
			todo = append(todo, next.Succs...)
		default:
			r.exits = append(r.exits, i)
		}
	}
	e.regions[blk.ID] = r
	return r
}

// silent tells whether a block does nothing but compute from variables of static
// storage, without anything that could go wrong, and branch.
func (e *Engine) silent(blk *ir.Block) bool {
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if len(e.Machine.Sites(ir.Point{Block: blk.ID, Instr: int32(i)})) > 0 {
			return false
		}
		switch in.Op {
		case ir.Br:
		case ir.CondBr, ir.ICmp, ir.ZExt, ir.SExt, ir.And, ir.Or, ir.Xor:
			if !e.numbers(blk, in) {
				return false
			}
		case ir.Load:
			if !e.plainLoad(in) {
				return false
			}
		default:
			return false
		}
	}
	return len(blk.Phis) == 0
}

// numbers tells that all operands are integers.
func (e *Engine) numbers(blk *ir.Block, in *ir.Instr) bool {
	p := e.Machine.Prog
	for _, o := range in.Args {
		if o.IsConst() && p.Consts[o.ConstIndex()].Kind != ir.CInt {
			return false
		}
		if !o.IsConst() && p.Types[p.Funcs[blk.Func].RegTypes[o]].Kind != ir.Int {
			return false
		}
	}
	return true
}

// plainLoad tells whether an instruction reads an integer that lies in a
// variable of static storage, at a constant offset.
func (e *Engine) plainLoad(in *ir.Instr) bool {
	p := e.Machine.Prog
	if in.Flags&^ir.RawCopy != 0 || p.Types[in.Type].Kind != ir.Int || !in.Args[0].IsConst() {
		return false
	}
	c := &p.Consts[in.Args[0].ConstIndex()]
	if c.Kind != ir.CGlobal {
		return false
	}
	g := &p.Globals[c.ID]
	return !g.External && !g.Weak && !g.Thread && c.Offset >= 0 && uint64(c.Offset)+p.Types[in.Type].Store <= g.Size
}
