package ir

import (
	"math/big"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// In C the amount of a shift keeps its type: 1 << (1L << 32) shifts by 2^32, which is
// undefined. LLVM wants both operands of one width, and clang truncates a wider amount, so
// that 0 would be left of this one.

// shiftAmounts are the truncations in a body that C does not have: of amounts of shifts.
// They stand at the place of the shift itself; a cast that is written stands at its own.
// (Where both come out of one macro, they stand at its place, and a cast is taken for none.)
func shiftAmounts(body *lir.Func) map[*lir.InstTrunc]bool {
	var out map[*lir.InstTrunc]bool
	for _, lb := range body.Blocks {
		for _, inst := range lb.Insts {
			tr, ok := shiftedBy(inst).(*lir.InstTrunc)
			if !ok {
				continue
			}
			if _, scalar := tr.To.(*types.IntType); !scalar {
				continue
			}
			if at := dbgRef(inst.(attached).MDAttachments()); at != noRef && at == dbgRef(tr.MDAttachments()) {
				if out == nil {
					out = map[*lir.InstTrunc]bool{}
				}
				out[tr] = true
			}
		}
	}
	return out
}

// shiftedBy is the amount of a shift, nil for other instructions.
func shiftedBy(inst lir.Instruction) value.Value {
	switch i := inst.(type) {
	case *lir.InstShl:
		return i.Y
	case *lir.InstLShr:
		return i.Y
	case *lir.InstAShr:
		return i.Y
	}
	return nil
}

// shiftAmount converts the truncation of an amount: one that does not fit becomes the
// least or the greatest one that does, which are out of range like itself and of its sign.
func (b *funcBuilder) shiftAmount(tr *lir.InstTrunc) {
	from, to := b.r.width(tr.From.Type()), b.r.width(tr.To)
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(to-1)))
	greatest := new(big.Int).Not(least)
	at := b.operand(tr.From)
	at = b.bounded(SMax, at, b.r.intConst(least, from))
	at = b.bounded(SMin, at, b.r.intConst(greatest, from))
	b.value(tr, Instr{Op: Trunc, Args: []Operand{at}})
}

// bounded emits the greater or the lesser of a value and a constant.
func (b *funcBuilder) bounded(op Opcode, x, bound Operand) Operand {
	t := b.r.p.Consts[bound.ConstIndex()].Type
	dst := b.newReg(t, "")
	b.emit(Instr{Op: op, Type: t, Dst: dst, Args: []Operand{x, bound}, Flags: Synthetic})
	return Operand(dst)
}
