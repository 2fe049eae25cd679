package ir

import (
	"fmt"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// funcBuilder converts one function body.
type funcBuilder struct {
	r      *reader
	f      *Func
	tbaa   bool // the unit has !tbaa, so its absence says RawCopy
	regs   map[value.Value]Reg
	blocks map[*lir.Block]int32
	cur    *Block
	loc    LocID
	src    int32 // position in the text of the instruction being converted
	// amounts are the truncations of amounts of shifts, see shiftAmounts.
	amounts map[*lir.InstTrunc]bool
	err     error
}

// convertFunc converts a body: registers first (uses may precede their
// definition in the text), then instructions, then phis, whose constant
// expressions go to the predecessors.
func (r *reader) convertFunc(f *Func, body *lir.Func) error {
	b := &funcBuilder{
		r: r, f: f, tbaa: r.tbaa[f.Unit],
		regs: make(map[value.Value]Reg), blocks: make(map[*lir.Block]int32, len(body.Blocks)),
		amounts: shiftAmounts(body),
	}
	for i, p := range body.Params {
		b.regs[p] = Reg(i)
		f.RegTypes = append(f.RegTypes, f.Params[i].Type)
		f.RegNames = append(f.RegNames, f.Params[i].Name)
	}
	for i, lb := range body.Blocks {
		b.blocks[lb] = int32(i)
		blk := &Block{ID: int32(len(r.p.Blocks)), Func: f.ID, Index: int32(i), Name: r.localName(lb), Loop: -1, Outer: -1}
		blk.Key = blockKey(f, blk)
		r.p.Blocks = append(r.p.Blocks, blk)
		f.Blocks = append(f.Blocks, blk)
		for _, inst := range lb.Insts {
			b.define(inst)
		}
		b.define(lb.Term)
	}
	for i, lb := range body.Blocks {
		b.cur = f.Blocks[i]
		b.loc = 0
		b.block(lb)
	}
	for i, lb := range body.Blocks {
		b.phis(f.Blocks[i], lb)
	}
	for _, blk := range f.Blocks {
		b.markBools(blk)
	}
	f.NumRegs = int32(len(f.RegTypes))
	b.nameParams()
	return b.err
}

// markBools finds the loads of _Bool objects: clang reads the byte and
// truncates it to i1 at once, which it does for no other type.
func (b *funcBuilder) markBools(blk *Block) {
	types := b.r.p.Types
	for i := 1; i < len(blk.Instrs); i++ {
		ld, tr := &blk.Instrs[i-1], &blk.Instrs[i]
		if ld.Op == Load && tr.Op == Trunc && tr.Args[0] == Operand(ld.Dst) && types[ld.Type].Bits == 8 && types[tr.Type].Bits == 1 {
			ld.Flags |= Bool
		}
	}
}

// blockKey hashes function and block: the block's name where it has one,
// else its index.
func blockKey(f *Func, b *Block) uint64 {
	if b.Name != "" {
		return mix(f.Key, hashString(b.Name))
	}
	return mix(f.Key, uint64(b.Index)+1)
}

// define gives a value-producing instruction its register.
func (b *funcBuilder) define(inst any) {
	v, ok := inst.(value.Named)
	if !ok {
		return
	}
	t := v.Type()
	if t == nil {
		return
	}
	if _, void := t.(*types.VoidType); void {
		return
	}
	name := ""
	if u, ok := inst.(interface {
		IsUnnamed() bool
		Name() string
	}); ok {
		name = b.r.localName(u)
	}
	b.regs[v] = b.newReg(b.r.typ(t), name)
}

func (b *funcBuilder) newReg(t TypeID, name string) Reg {
	b.f.RegTypes = append(b.f.RegTypes, t)
	b.f.RegNames = append(b.f.RegNames, name)
	return Reg(len(b.f.RegTypes) - 1)
}

// emit appends an instruction to the current block at the current location.
func (b *funcBuilder) emit(in Instr) {
	in.Loc, in.Src = b.loc, b.src
	b.cur.Instrs = append(b.cur.Instrs, in)
}

// fail records the first error of the function.
func (b *funcBuilder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("block %q: %w", b.cur.Name, fmt.Errorf(format, args...))
	}
}

func (b *funcBuilder) block(lb *lir.Block) {
	for i, inst := range lb.Insts {
		if _, isPhi := inst.(*lir.InstPhi); isPhi {
			continue
		}
		b.src = int32(i)
		b.locate(inst)
		b.instruction(inst)
	}
	if lb.Term == nil {
		b.fail("no terminator")
		return
	}
	b.src = int32(len(lb.Insts))
	b.locate(lb.Term)
	if m, ok := lb.Term.(attached); ok {
		if ref := mdRef(m.MDAttachments(), "llvm.loop"); ref != noRef {
			b.r.backEdges[b.f.ID] = append(b.r.backEdges[b.f.ID], backEdge{b.cur.Index, ref})
		}
	}
	b.terminator(lb.Term)
}

// locate sets the position for the next instructions. What has no position of
// its own has none: a guess would attract alarms.
func (b *funcBuilder) locate(inst any) {
	b.loc = 0
	if m, ok := inst.(attached); ok {
		if ref := dbgRef(m.MDAttachments()); ref != noRef {
			b.loc = b.r.di.loc(ref)
		}
	}
}

// operand converts a value; constant expressions become instructions before
// the current place.
func (b *funcBuilder) operand(v value.Value) Operand {
	if reg, ok := b.regs[v]; ok {
		return Operand(reg)
	}
	switch v := v.(type) {
	case *lir.Arg:
		return b.operand(v.Value)
	case *constant.Index:
		return b.operand(v.Constant)
	case constant.Constant:
		op, ok := b.r.simpleConst(v)
		if !ok {
			return b.expand(v)
		}
		if symbol := b.r.madeByLinker(op); symbol != "" {
			return b.inOtherObjects(symbol, b.r.typ(v.Type()))
		}
		return op
	}
	b.fail("operand %s of kind %T is not supported", v.Ident(), v)
	return b.r.zero(b.r.tys.ptr)
}

func (b *funcBuilder) operands(vs ...value.Value) []Operand {
	ops := make([]Operand, len(vs))
	for i, v := range vs {
		ops[i] = b.operand(v)
	}
	return ops
}

// phis converts the phis of a block. Expansions of constant expressions are
// put before the predecessor's terminator.
func (b *funcBuilder) phis(blk *Block, lb *lir.Block) {
	for _, inst := range lb.Insts {
		lp, ok := inst.(*lir.InstPhi)
		if !ok {
			continue
		}
		b.locate(lp)
		phi := Phi{Dst: b.regs[lp], Type: b.r.typ(lp.Type())}
		seen := map[int32]bool{}
		for _, inc := range lp.Incs {
			pred, ok := inc.Pred.(*lir.Block)
			if !ok {
				b.cur = blk
				b.fail("phi without predecessor block")
				return
			}
			at := b.blocks[pred]
			if seen[at] { // several edges from one block carry one value
				continue
			}
			seen[at] = true
			phi.Preds = append(phi.Preds, at)
			phi.Vals = append(phi.Vals, b.operandAtEnd(b.f.Blocks[at], inc.X))
		}
		blk.Phis = append(blk.Phis, phi)
	}
}

// operandAtEnd converts a value for use on the edges out of a block.
func (b *funcBuilder) operandAtEnd(blk *Block, v value.Value) Operand {
	last := len(blk.Instrs) - 1
	term := blk.Instrs[last]
	b.cur, b.src = blk, term.Src
	blk.Instrs = blk.Instrs[:last]
	op := b.operand(v)
	blk.Instrs = append(blk.Instrs, term)
	return op
}

// nameParams copies the C types of the parameters' variables to the
// parameters, where they correspond one to one.
func (b *funcBuilder) nameParams() {
	args := 0
	for _, v := range b.f.Vars {
		if v.Arg > 0 {
			args++
		}
	}
	if args != len(b.f.Params) {
		return // coerced, or a hidden result pointer
	}
	for _, v := range b.f.Vars {
		if v.Arg > 0 && v.Arg <= len(b.f.Params) {
			b.f.Params[v.Arg-1].CType = v.Type
		}
	}
}
