package ir

import (
	"strings"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// instruction converts one instruction that is neither phi nor terminator.
func (b *funcBuilder) instruction(inst lir.Instruction) {
	if op, x, y, flags, ok := binaryInst(inst); ok {
		b.value(inst, Instr{Op: op, Args: b.operands(x, y), Flags: flags})
		return
	}
	if tr, ok := inst.(*lir.InstTrunc); ok && b.amounts[tr] {
		b.shiftAmount(tr)
		return
	}
	if op, x, to, ok := conversionInst(inst); ok {
		if b.pointerCast(x, to) {
			op = Mov
		}
		b.value(inst, Instr{Op: op, Args: b.operands(x)})
		return
	}
	switch inst := inst.(type) {
	case *lir.InstAlloca:
		b.alloca(inst)
	case *lir.InstLoad:
		b.load(inst)
	case *lir.InstStore:
		b.store(inst)
	case *lir.InstGetElementPtr:
		if !b.gep(b.regs[inst], inst.ElemType, inst.Src, inst.Indices, inst.InBounds, 0) {
			b.unsupported(inst, "address arithmetic on vectors")
		}
	case *lir.InstICmp:
		b.value(inst, Instr{Op: ICmp, Pred: intPreds[inst.Pred], Args: b.compared(inst.Pred, inst.X, inst.Y)})
	case *lir.InstFCmp:
		b.value(inst, Instr{Op: FCmp, Pred: floatPreds[inst.Pred], Args: b.operands(inst.X, inst.Y)})
	case *lir.InstCall:
		b.call(inst)
	case *lir.InstFence:
		// One thread of execution: a fence has no effect.
	default:
		b.otherInst(inst)
	}
}

// otherInst converts the rarer instructions.
func (b *funcBuilder) otherInst(inst lir.Instruction) {
	switch inst := inst.(type) {
	case *lir.InstSelect:
		b.value(inst, Instr{Op: Select, Args: b.operands(inst.Cond, inst.ValueTrue, inst.ValueFalse)})
	case *lir.InstFreeze:
		b.value(inst, Instr{Op: Freeze, Args: b.operands(inst.X)})
	case *lir.InstFNeg:
		b.value(inst, Instr{Op: FNeg, Args: b.operands(inst.X)})
	case *lir.InstExtractValue:
		b.value(inst, Instr{Op: ExtractValue, Args: b.operands(inst.X), Path: path32(inst.Indices)})
	case *lir.InstInsertValue:
		b.value(inst, Instr{Op: InsertValue, Args: b.operands(inst.X, inst.Elem), Path: path32(inst.Indices)})
	case *lir.InstExtractElement:
		b.value(inst, Instr{Op: ExtractElement, Args: b.operands(inst.X, inst.Index)})
	case *lir.InstInsertElement:
		b.value(inst, Instr{Op: InsertElement, Args: b.operands(inst.X, inst.Elem, inst.Index)})
	case *lir.InstShuffleVector:
		b.value(inst, Instr{Op: ShuffleVector, Args: b.operands(inst.X, inst.Y, inst.Mask)})
	case *lir.InstVAArg:
		b.value(inst, Instr{Op: VaArg, Args: b.operands(inst.ArgList)})
	case *lir.InstCmpXchg:
		b.value(inst, Instr{Op: CmpXchg, Args: b.operands(inst.Ptr, inst.Cmp, inst.New), Flags: Atomic | volatile(inst.Volatile)})
	case *lir.InstAtomicRMW:
		op, ok := rmwOps[inst.Op]
		if !ok {
			b.unsupported(inst, "atomic operation on floating-point values")
			return
		}
		b.value(inst, Instr{Op: AtomicRMW, Aux: int32(op), Args: b.operands(inst.Dst, inst.X), Flags: Atomic | volatile(inst.Volatile)})
	default:
		b.unsupported(inst, "exception handling (not C)")
	}
}

// value emits an instruction that defines the register of inst.
func (b *funcBuilder) value(inst any, in Instr) {
	v := inst.(value.Named)
	in.Dst = b.regs[v]
	in.Type = b.r.typ(v.Type())
	b.emit(in)
}

// unsupported emits the marker of what the engine does not model.
func (b *funcBuilder) unsupported(inst any, reason string) {
	in := Instr{Op: Unsupported, Dst: NoReg, Type: b.r.tys.void, Reason: reason}
	if v, ok := inst.(value.Named); ok {
		if reg, ok := b.regs[v]; ok {
			in.Dst, in.Type = reg, b.f.RegTypes[reg]
		}
	}
	b.emit(in)
}

func volatile(v bool) Flags {
	if v {
		return Volatile
	}
	return 0
}

func path32(ix []uint64) []int32 {
	p := make([]int32, len(ix))
	for i, x := range ix {
		p[i] = int32(x)
	}
	return p
}

func overflow(list []enum.OverflowFlag) (f Flags) {
	for _, o := range list {
		switch o {
		case enum.OverflowFlagNSW:
			f |= NSW
		case enum.OverflowFlagNUW:
			f |= NUW
		}
	}
	return f
}

func exact(e bool) Flags {
	if e {
		return Exact
	}
	return 0
}

// binaryInst recognises two-operand arithmetic.
func binaryInst(inst lir.Instruction) (op Opcode, x, y value.Value, f Flags, ok bool) {
	switch i := inst.(type) {
	case *lir.InstAdd:
		return Add, i.X, i.Y, overflow(i.OverflowFlags), true
	case *lir.InstSub:
		return Sub, i.X, i.Y, overflow(i.OverflowFlags), true
	case *lir.InstMul:
		return Mul, i.X, i.Y, overflow(i.OverflowFlags), true
	case *lir.InstShl:
		return Shl, i.X, i.Y, overflow(i.OverflowFlags), true
	case *lir.InstUDiv:
		return UDiv, i.X, i.Y, exact(i.Exact), true
	case *lir.InstSDiv:
		return SDiv, i.X, i.Y, exact(i.Exact), true
	case *lir.InstURem:
		return URem, i.X, i.Y, 0, true
	case *lir.InstSRem:
		return SRem, i.X, i.Y, 0, true
	case *lir.InstLShr:
		return LShr, i.X, i.Y, exact(i.Exact), true
	case *lir.InstAShr:
		return AShr, i.X, i.Y, exact(i.Exact), true
	case *lir.InstAnd:
		return And, i.X, i.Y, 0, true
	case *lir.InstOr:
		return Or, i.X, i.Y, 0, true
	case *lir.InstXor:
		return Xor, i.X, i.Y, 0, true
	case *lir.InstFAdd:
		return FAdd, i.X, i.Y, 0, true
	case *lir.InstFSub:
		return FSub, i.X, i.Y, 0, true
	case *lir.InstFMul:
		return FMul, i.X, i.Y, 0, true
	case *lir.InstFDiv:
		return FDiv, i.X, i.Y, 0, true
	case *lir.InstFRem:
		return FRem, i.X, i.Y, 0, true
	}
	return Invalid, nil, nil, 0, false
}

// conversionInst recognises conversions.
func conversionInst(inst lir.Instruction) (op Opcode, x value.Value, to types.Type, ok bool) {
	switch i := inst.(type) {
	case *lir.InstTrunc:
		return Trunc, i.From, i.To, true
	case *lir.InstZExt:
		return ZExt, i.From, i.To, true
	case *lir.InstSExt:
		return SExt, i.From, i.To, true
	case *lir.InstPtrToInt:
		return PtrToInt, i.From, i.To, true
	case *lir.InstIntToPtr:
		return IntToPtr, i.From, i.To, true
	case *lir.InstBitCast:
		return Bitcast, i.From, i.To, true
	case *lir.InstAddrSpaceCast:
		return Bitcast, i.From, i.To, true
	case *lir.InstFPToSI:
		return FPToSI, i.From, i.To, true
	case *lir.InstFPToUI:
		return FPToUI, i.From, i.To, true
	case *lir.InstSIToFP:
		return SIToFP, i.From, i.To, true
	case *lir.InstUIToFP:
		return UIToFP, i.From, i.To, true
	case *lir.InstFPTrunc:
		return FPTrunc, i.From, i.To, true
	case *lir.InstFPExt:
		return FPExt, i.From, i.To, true
	}
	return Invalid, nil, nil, false
}

// pointerCast says whether a conversion leaves the value alone.
func (b *funcBuilder) pointerCast(x value.Value, to types.Type) bool {
	return b.r.typ(x.Type()) == b.r.typ(to)
}

func (b *funcBuilder) alloca(inst *lir.InstAlloca) {
	in := Instr{Op: Alloca, Type: b.r.typ(inst.ElemType), Dst: b.regs[inst], Align: uint32(inst.Align)}
	if strings.HasPrefix(inst.LocalName, ".compoundliteral") { // clang's name for them
		in.Flags |= Literal
	}
	if inst.NElems != nil {
		if n, isConst := constIndex(inst.NElems); !isConst || n != 1 {
			in.Args = b.operands(inst.NElems)
		}
	}
	if in.Align == 0 {
		in.Align = b.r.p.Types[in.Type].Align
	}
	b.emit(in)
}

func (b *funcBuilder) load(inst *lir.InstLoad) {
	in := Instr{Op: Load, Args: b.operands(inst.Src), Align: uint32(inst.Align), Flags: volatile(inst.Volatile)}
	in.Flags |= b.access(inst, inst.Atomic)
	if in.Align == 0 {
		in.Align = b.r.p.Types[b.r.typ(inst.ElemType)].Align
	}
	b.value(inst, in)
}

func (b *funcBuilder) store(inst *lir.InstStore) {
	in := Instr{
		Op: Store, Dst: NoReg, Type: b.r.typ(inst.Src.Type()), Align: uint32(inst.Align),
		Args: b.operands(inst.Src, inst.Dst), Flags: volatile(inst.Volatile),
	}
	in.Flags |= b.access(inst, inst.Atomic)
	if in.Align == 0 {
		in.Align = b.r.p.Types[in.Type].Align
	}
	b.emit(in)
}

// access gives the flags common to loads and stores.
func (b *funcBuilder) access(inst attached, atomic bool) (f Flags) {
	if b.tbaa && !hasMD(inst.MDAttachments(), "tbaa") {
		f |= RawCopy
	}
	if atomic {
		f |= Atomic
	}
	return f
}

var intPreds = map[enum.IPred]Pred{
	enum.IPredEQ: EQ, enum.IPredNE: NE, enum.IPredUGT: UGT, enum.IPredUGE: UGE, enum.IPredULT: ULT,
	enum.IPredULE: ULE, enum.IPredSGT: SGT, enum.IPredSGE: SGE, enum.IPredSLT: SLT, enum.IPredSLE: SLE,
}

var floatPreds = map[enum.FPred]Pred{
	enum.FPredFalse: FFalse, enum.FPredOEQ: FOEQ, enum.FPredOGT: FOGT, enum.FPredOGE: FOGE,
	enum.FPredOLT: FOLT, enum.FPredOLE: FOLE, enum.FPredONE: FONE, enum.FPredORD: FORD,
	enum.FPredUNO: FUNO, enum.FPredUEQ: FUEQ, enum.FPredUGT: FUGT, enum.FPredUGE: FUGE,
	enum.FPredULT: FULT, enum.FPredULE: FULE, enum.FPredUNE: FUNE, enum.FPredTrue: FTrue,
}

var rmwOps = map[enum.AtomicOp]RMWOp{
	enum.AtomicOpXChg: RMWXchg, enum.AtomicOpAdd: RMWAdd, enum.AtomicOpSub: RMWSub,
	enum.AtomicOpAnd: RMWAnd, enum.AtomicOpNAnd: RMWNand, enum.AtomicOpOr: RMWOr,
	enum.AtomicOpXor: RMWXor, enum.AtomicOpMax: RMWMax, enum.AtomicOpMin: RMWMin,
	enum.AtomicOpUMax: RMWUMax, enum.AtomicOpUMin: RMWUMin,
}

// terminator converts the last instruction of a block.
func (b *funcBuilder) terminator(t lir.Terminator) {
	switch t := t.(type) {
	case *lir.TermRet:
		in := Instr{Op: Ret, Dst: NoReg, Type: b.r.tys.void}
		if t.X != nil {
			in.Args, in.Type = b.operands(t.X), b.r.typ(t.X.Type())
		}
		b.emit(in)
	case *lir.TermBr:
		b.jump(Br, nil, t.Target)
	case *lir.TermCondBr:
		b.jump(CondBr, b.operands(t.Cond), t.TargetTrue, t.TargetFalse)
	case *lir.TermSwitch:
		b.switchTerm(t)
	case *lir.TermIndirectBr:
		b.jump(IndirectBr, b.operands(t.Addr), t.ValidTargets...)
	case *lir.TermUnreachable:
		b.emit(Instr{Op: Unreachable, Dst: NoReg, Type: b.r.tys.void})
	default:
		if br, ok := t.(*lir.TermCallBr); ok {
			if text, ok := br.Callee.(*lir.InlineAsm); ok {
				b.assembly(text)
			}
		}
		b.unsupported(t, unsupportedTerm(t))
		in := &b.cur.Instrs[len(b.cur.Instrs)-1]
		for _, s := range t.Succs() {
			in.Succs = append(in.Succs, b.blocks[s])
		}
	}
}

func unsupportedTerm(t lir.Terminator) string {
	if _, ok := t.(*lir.TermCallBr); ok {
		return "inline assembly with jump targets (asm goto)"
	}
	return "exception handling (not C)"
}

func (b *funcBuilder) jump(op Opcode, args []Operand, targets ...value.Value) {
	in := Instr{Op: op, Dst: NoReg, Type: b.r.tys.void, Args: args}
	for _, t := range targets {
		in.Succs = append(in.Succs, b.target(t))
	}
	b.emit(in)
}

func (b *funcBuilder) target(v value.Value) int32 {
	if lb, ok := v.(*lir.Block); ok {
		return b.blocks[lb]
	}
	b.fail("jump to %s, which is no block", strings.TrimSpace(v.Ident()))
	return 0
}

func (b *funcBuilder) switchTerm(t *lir.TermSwitch) {
	in := Instr{Op: Switch, Dst: NoReg, Type: b.r.typ(t.X.Type()), Args: b.operands(t.X)}
	in.Succs = []int32{b.target(t.TargetDefault)}
	width := b.r.width(t.X.Type())
	for _, c := range t.Cases {
		v, ok := b.r.evalCase(c.X)
		if !ok {
			b.fail("switch case %s is no integer", c.X.Ident())
			return
		}
		sc := SwitchCase{Succ: int32(len(in.Succs))}
		v = unsigned(v, width)
		if width <= 64 {
			sc.Value = v.Uint64()
		} else {
			sc.Wide = v
		}
		in.Switch = append(in.Switch, sc)
		in.Succs = append(in.Succs, b.target(c.Target))
	}
	b.emit(in)
}
