package ir

import (
	"math/big"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/value"
)

// evalCase is the value of a switch case.
func (r *reader) evalCase(v value.Value) (*big.Int, bool) {
	c, ok := v.(constant.Constant)
	if !ok {
		return nil, false
	}
	x, ok := r.evalInt(c)
	return x.x, ok && x.base.kind == CNull
}

// expand turns a constant expression into instructions (marked Synthetic)
// before the current place and returns the register of its value.
func (b *funcBuilder) expand(c constant.Constant) Operand {
	switch c := c.(type) {
	case *constant.ExprGetElementPtr:
		dst := b.newReg(b.r.typ(c.Type()), "")
		indices := make([]value.Value, len(c.Indices))
		for i, ix := range c.Indices {
			indices[i] = ix
		}
		if !b.gep(dst, c.ElemType, c.Src, indices, c.InBounds, Synthetic) {
			b.emit(Instr{Op: Unsupported, Type: b.f.RegTypes[dst], Dst: dst, Flags: Synthetic, Reason: "constant address arithmetic on vectors"})
		}
		return Operand(dst)
	case *constant.ExprBitCast:
		return b.expandCast(c, Bitcast, c.From)
	case *constant.ExprAddrSpaceCast:
		return b.expandCast(c, Bitcast, c.From)
	case *constant.Array:
		return b.expandAggregate(c, c.Elems)
	case *constant.Struct:
		return b.expandAggregate(c, c.Fields)
	case *constant.Vector:
		return b.expandVector(c)
	case *constant.ExprICmp:
		return b.synthetic(c, Instr{Op: ICmp, Pred: intPreds[c.Pred], Args: b.compared(c.Pred, c.X, c.Y)})
	case *constant.ExprFCmp:
		return b.synthetic(c, Instr{Op: FCmp, Pred: floatPreds[c.Pred]}, c.X, c.Y)
	case *constant.ExprSelect:
		return b.synthetic(c, Instr{Op: Select}, c.Cond, c.X, c.Y)
	case *constant.ExprFNeg:
		return b.synthetic(c, Instr{Op: FNeg}, c.X)
	case *constant.ExprExtractValue:
		return b.synthetic(c, Instr{Op: ExtractValue, Path: path32(c.Indices)}, c.X)
	case *constant.ExprInsertValue:
		return b.synthetic(c, Instr{Op: InsertValue, Path: path32(c.Indices)}, c.X, c.Elem)
	case *constant.ExprExtractElement:
		return b.synthetic(c, Instr{Op: ExtractElement}, c.X, c.Index)
	case *constant.ExprInsertElement:
		return b.synthetic(c, Instr{Op: InsertElement}, c.X, c.Elem, c.Index)
	case *constant.ExprShuffleVector:
		return b.synthetic(c, Instr{Op: ShuffleVector}, c.X, c.Y, c.Mask)
	}
	if op, from, ok := conversionExpr(c); ok {
		return b.expandCast(c, op, from)
	}
	if op, x, y, flags, ok := binaryExpr(c); ok {
		return b.synthetic(c, Instr{Op: op, Flags: flags}, x, y)
	}
	return b.synthetic(c, Instr{Op: Unsupported, Reason: "a constant of a kind that C does not have"})
}

// synthetic emits an instruction for an expression, of which args are further operands.
func (b *funcBuilder) synthetic(c constant.Constant, in Instr, args ...constant.Constant) Operand {
	for _, a := range args {
		in.Args = append(in.Args, b.operand(a))
	}
	in.Type = b.r.typ(c.Type())
	in.Dst = b.newReg(in.Type, "")
	in.Flags |= Synthetic
	b.emit(in)
	return Operand(in.Dst)
}

// expandCast emits a conversion, unless it changes nothing.
func (b *funcBuilder) expandCast(c constant.Constant, op Opcode, from constant.Constant) Operand {
	if b.r.typ(c.Type()) == b.r.typ(from.Type()) {
		return b.operand(from)
	}
	return b.synthetic(c, Instr{Op: op}, from)
}

// expandAggregate builds an aggregate whose members are not all constants.
func (b *funcBuilder) expandAggregate(c constant.Constant, list []constant.Constant) Operand {
	t := b.r.typ(c.Type())
	acc := b.r.intern(Const{Kind: CUndef, Type: t})
	for i, e := range list {
		member := b.operand(e)
		dst := b.newReg(t, "")
		b.emit(Instr{Op: InsertValue, Type: t, Dst: dst, Args: []Operand{acc, member}, Path: []int32{int32(i)}, Flags: Synthetic})
		acc = Operand(dst)
	}
	return acc
}

func (b *funcBuilder) expandVector(c *constant.Vector) Operand {
	t := b.r.typ(c.Type())
	acc := b.r.intern(Const{Kind: CUndef, Type: t})
	for i, e := range c.Elems {
		member := b.operand(e)
		dst := b.newReg(t, "")
		index := b.r.intConst(big.NewInt(int64(i)), 32)
		b.emit(Instr{Op: InsertElement, Type: t, Dst: dst, Args: []Operand{acc, member, index}, Flags: Synthetic})
		acc = Operand(dst)
	}
	return acc
}

func conversionExpr(c constant.Constant) (op Opcode, from constant.Constant, ok bool) {
	switch c := c.(type) {
	case *constant.ExprTrunc:
		return Trunc, c.From, true
	case *constant.ExprZExt:
		return ZExt, c.From, true
	case *constant.ExprSExt:
		return SExt, c.From, true
	case *constant.ExprPtrToInt:
		return PtrToInt, c.From, true
	case *constant.ExprIntToPtr:
		return IntToPtr, c.From, true
	case *constant.ExprFPToSI:
		return FPToSI, c.From, true
	case *constant.ExprFPToUI:
		return FPToUI, c.From, true
	case *constant.ExprSIToFP:
		return SIToFP, c.From, true
	case *constant.ExprUIToFP:
		return UIToFP, c.From, true
	case *constant.ExprFPTrunc:
		return FPTrunc, c.From, true
	case *constant.ExprFPExt:
		return FPExt, c.From, true
	}
	return Invalid, nil, false
}

func binaryExpr(c constant.Constant) (op Opcode, x, y constant.Constant, f Flags, ok bool) {
	switch c := c.(type) {
	case *constant.ExprAdd:
		return Add, c.X, c.Y, overflow(c.OverflowFlags), true
	case *constant.ExprSub:
		return Sub, c.X, c.Y, overflow(c.OverflowFlags), true
	case *constant.ExprMul:
		return Mul, c.X, c.Y, overflow(c.OverflowFlags), true
	case *constant.ExprShl:
		return Shl, c.X, c.Y, overflow(c.OverflowFlags), true
	case *constant.ExprUDiv:
		return UDiv, c.X, c.Y, exact(c.Exact), true
	case *constant.ExprSDiv:
		return SDiv, c.X, c.Y, exact(c.Exact), true
	case *constant.ExprURem:
		return URem, c.X, c.Y, 0, true
	case *constant.ExprSRem:
		return SRem, c.X, c.Y, 0, true
	case *constant.ExprLShr:
		return LShr, c.X, c.Y, exact(c.Exact), true
	case *constant.ExprAShr:
		return AShr, c.X, c.Y, exact(c.Exact), true
	case *constant.ExprAnd:
		return And, c.X, c.Y, 0, true
	case *constant.ExprOr:
		return Or, c.X, c.Y, 0, true
	case *constant.ExprXor:
		return Xor, c.X, c.Y, 0, true
	case *constant.ExprFAdd:
		return FAdd, c.X, c.Y, 0, true
	case *constant.ExprFSub:
		return FSub, c.X, c.Y, 0, true
	case *constant.ExprFMul:
		return FMul, c.X, c.Y, 0, true
	case *constant.ExprFDiv:
		return FDiv, c.X, c.Y, 0, true
	case *constant.ExprFRem:
		return FRem, c.X, c.Y, 0, true
	}
	return Invalid, nil, nil, 0, false
}
