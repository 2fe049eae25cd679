package interp

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// rules are the weakest preconditions, by opcode. It is filled by init to break the
// initialisation cycle.
var rules [ir.NumOpcodes]rule

func init() {
	rules = [ir.NumOpcodes]rule{
		ir.Add: binary, ir.Sub: binary, ir.Mul: binary,
		ir.And: binary, ir.Or: binary, ir.Xor: binary,
		ir.UDiv: binary, ir.SDiv: binary, ir.URem: binary, ir.SRem: binary,
		ir.Shl: binary, ir.LShr: binary, ir.AShr: binary,
		ir.SMax: binary, ir.SMin: binary, ir.UMax: binary, ir.UMin: binary,
		ir.SAddSat: binary, ir.UAddSat: binary, ir.SSubSat: binary, ir.USubSat: binary,
		ir.SAddO: overflowing, ir.UAddO: overflowing, ir.SSubO: overflowing,
		ir.USubO: overflowing, ir.SMulO: overflowing, ir.UMulO: overflowing,
		ir.Abs: unary, ir.BSwap: unary, ir.BitReverse: unary, ir.CtPop: unary,
		ir.CtLZ: unary, ir.CtTZ: unary, ir.FShl: funnel, ir.FShr: funnel,
		ir.ICmp: compare, ir.Trunc: convert, ir.ZExt: convert, ir.SExt: convert,
		ir.PtrToInt: copied, ir.IntToPtr: copied, ir.Bitcast: copied, ir.Mov: copied, ir.Freeze: copied,
		ir.Select: selected, ir.ExtractValue: extractValue, ir.InsertValue: insertValue,
		ir.FAdd: known, ir.FSub: known, ir.FMul: known, ir.FDiv: known, ir.FRem: known,
		ir.FNeg: known, ir.FCmp: known, ir.FMath: known,
		ir.FPToSI: known, ir.FPToUI: known, ir.SIToFP: known, ir.UIToFP: known,
		ir.FPTrunc: known, ir.FPExt: known,
		ir.Alloca: alloca, ir.Load: load, ir.Store: store, ir.GEP: gep,
		ir.MemCpy: memCopy, ir.MemMove: memCopy, ir.MemSet: memSet,
		ir.LifetimeStart: lifetimeStart, ir.LifetimeEnd: lifetimeEnd,
		ir.StackSave: known, ir.StackRestore: nothing, ir.Folded: fresh,
		ir.VaStart: vaStart, ir.VaEnd: nothing, ir.VaCopy: vaCopy,
		ir.Call: call, ir.Ret: ret, ir.Br: br, ir.CondBr: condBr, ir.Switch: switchTo,
	}
	for _, o := range uncarried {
		rules[o] = func(b *backward, _ *ir.Instr) { b.fail("the instruction " + o.String()) }
	}
}

// uncarried are the operations over which no predicate is carried: they end in the fallback,
// counted by reason.
var uncarried = []ir.Opcode{ir.Invalid, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.CmpXchg, ir.AtomicRMW,
	ir.FrameAddress, ir.ReturnAddress, ir.VaArg, ir.IndirectBr, ir.Unreachable, ir.Trap, ir.Unsupported}

func nothing(*backward, *ir.Instr) {}

// known is the rule for operations that are not carried over: nothing may be
// demanded of their result.
func known(b *backward, in *ir.Instr) {
	if in.Dst >= 0 && b.demanded(b.register(in.Dst)) {
		b.fail("the result of " + in.Op.String())
	}
}

// binary is two-operand integer arithmetic.
func binary(b *backward, in *ir.Instr) {
	if n, ok := b.note(exec.Pointers); ok {
		addressArithmetic(b, in, n)
		return
	}
	w := b.bits(in.Type)
	x, y := b.number(in.Args[0], w), b.number(in.Args[1], w)
	b.define(in, w, func() term.T {
		v := op.Binary[term.T, term.T](b.dom, in.Op, w, x, y)
		if any := op.AnyValue[term.T, term.T](b.dom, in.Op, w, y); any != term.False {
			if open, ok := b.note(exec.Fresh); ok {
				return b.pool.Ite(any, open.Off, v)
			}
			b.require(b.pool.Not(any))
		}
		return v
	})
	trapping := op.SetOf(op.DivByZero, op.DivOverflow)
	for _, c := range op.ArithmeticChecks(b.dom, in.Op, w, x, y, trapping, nil) {
		if !b.refined(c.Class) {
			b.require(b.pool.Not(c.Cond))
		}
	}
}

// addressArithmetic is sum and difference where an operand is an address.
func addressArithmetic(b *backward, in *ir.Instr, n exec.Note) {
	p, q := in.Args[0], in.Args[1]
	w := b.ptrBits
	switch {
	case n.Obj != 0 && n.Obj == n.Obj2 && in.Op == ir.Sub:
		b.define(in, w, func() term.T {
			b.points(p, n.Obj)
			b.points(q, n.Obj)
			return b.pool.Sub(b.offset(p), b.offset(q))
		})
	case n.Obj != 0 && n.Obj2 == 0 && (in.Op == ir.Sub || in.Op == ir.Add):
		b.addressPlus(in, p, n.Obj, func() term.T {
			if in.Op == ir.Sub {
				return b.pool.Sub(b.offset(p), b.number(q, w))
			}
			return b.pool.Add(b.offset(p), b.number(q, w))
		})
	case n.Obj == 0 && n.Obj2 != 0 && in.Op == ir.Add:
		b.addressPlus(in, q, n.Obj2, func() term.T { return b.pool.Add(b.offset(q), b.number(p, w)) })
	default:
		known(b, in)
	}
}

// addressPlus defines an address that lies in the object of operand o.
func (b *backward) addressPlus(in *ir.Instr, o ir.Operand, obj memory.ObjID, off func() term.T) {
	if b.demanded(b.register(in.Dst)) {
		b.points(o, obj)
		b.defineAddress(in, obj, off)
	}
}

func unary(b *backward, in *ir.Instr) {
	w := b.bits(in.Type)
	b.define(in, w, func() term.T {
		return op.Unary[term.T, term.T](b.dom, in.Op, w, b.number(in.Args[0], w))
	})
}

func funnel(b *backward, in *ir.Instr) {
	w := b.bits(in.Type)
	b.define(in, w, func() term.T {
		return op.FunnelShift[term.T, term.T](b.dom, in.Op, w, b.number(in.Args[0], w), b.number(in.Args[1], w), b.number(in.Args[2], w))
	})
}

func overflowing(b *backward, in *ir.Instr) {
	w := b.widthOf(in.Args[0])
	v, c := op.Overflowing[term.T, term.T](b.dom, in.Op, w, b.number(in.Args[0], w), b.number(in.Args[1], w))
	p := b.register(in.Dst)
	p.Elem = 1
	b.psi.Substitute(b.voc.Number(p, w), v)
	p.Elem = 2
	b.psi.Substitute(b.voc.Number(p, 1), c)
	b.nothingElse(b.register(in.Dst))
}

func convert(b *backward, in *ir.Instr) {
	from, to := b.widthOf(in.Args[0]), b.bits(in.Type)
	b.define(in, to, func() term.T {
		x := b.number(in.Args[0], from)
		switch in.Op {
		case ir.Trunc:
			return b.dom.Trunc(from, to, x)
		case ir.ZExt:
			return b.dom.ZExt(from, to, x)
		}
		return b.dom.SExt(from, to, x)
	})
}

// copied is the rule for operations that hand a value on as it is.
func copied(b *backward, in *ir.Instr) {
	to, from := &b.Machine.Prog.Types[in.Type], &b.Machine.Prog.Types[b.typeOf(in.Args[0])]
	if (in.Op == ir.PtrToInt || in.Op == ir.IntToPtr) && b.bits(in.Type) != b.widthOf(in.Args[0]) || to.Kind == ir.Vector || from.Kind == ir.Vector {
		known(b, in)
		return
	}
	b.assign(b.register(in.Dst), in.Args[0])
}

func compare(b *backward, in *ir.Instr) {
	if n, ok := b.note(exec.Pointers); ok {
		comparePointers(b, in, n)
		return
	}
	w := b.widthOf(in.Args[0])
	b.define(in, 1, func() term.T {
		return op.Compare[term.T, term.T](b.dom, in.Pred, w, b.number(in.Args[0], w), b.number(in.Args[1], w))
	})
}

// comparePointers is the comparison of addresses that was decided by their
// objects; one that was decided by numbers is opaque.
func comparePointers(b *backward, in *ir.Instr, n exec.Note) {
	p, q := in.Args[0], in.Args[1]
	b.define(in, 1, func() term.T {
		b.points(p, n.Obj)
		b.points(q, n.Obj2)
		if n.Obj == n.Obj2 {
			return op.Compare[term.T, term.T](b.dom, exec.OffsetPredicate(in.Pred, n.Obj), b.ptrBits, b.offset(p), b.offset(q))
		}
		b.apart(p, n.Obj, n.Obj2 == 0)
		b.apart(q, n.Obj2, n.Obj == 0)
		return b.pool.Bool(in.Pred == ir.NE)
	})
}

// apart demands what makes an address differ from every one in other objects:
// it lies inside its object (or at the end, if the other one is null).
func (b *backward) apart(o ir.Operand, obj memory.ObjID, otherNull bool) {
	switch {
	case obj == 0:
		b.require(b.pool.Eq(b.offset(o), b.pool.BV(b.ptrBits, 0)))
	case otherNull:
		b.require(b.pool.ULe(b.offset(o), b.size(obj)))
	default:
		b.require(b.pool.Or(b.pool.ULt(b.offset(o), b.size(obj)), b.pool.And(b.pool.Bool(b.isCode(obj)), b.pool.Eq(b.offset(o), b.pool.BV(b.ptrBits, 0)))))
	}
}

// selected is select: a term for numbers, one of the operands for the rest.
func selected(b *backward, in *ir.Instr) {
	d, chosen := b.decided(exec.DecidedBranch)
	cond := b.number(in.Args[0], 1)
	if chosen {
		if !d.Split {
			b.require(b.same(cond, d.Holds))
		}
		from := in.Args[1]
		if !d.Holds {
			from = in.Args[2]
		}
		b.assign(b.register(in.Dst), from)
		return
	}
	ty := &b.Machine.Prog.Types[in.Type]
	if ty.Kind != ir.Int {
		known(b, in)
		return
	}
	w := ty.Bits
	b.define(in, w, func() term.T { return b.pool.Ite(cond, b.number(in.Args[1], w), b.number(in.Args[2], w)) })
}

func (b *backward) same(c term.T, side bool) term.T {
	if side {
		return c
	}
	return b.pool.Not(c)
}

func extractValue(b *backward, in *ir.Instr) {
	to := b.register(in.Dst)
	if !b.demanded(to) {
		return
	}
	if len(in.Path) != 1 || in.Args[0].IsConst() {
		b.fail("an element of a nested aggregate")
		return
	}
	from := b.register(ir.Reg(in.Args[0]))
	from.Elem = in.Path[0] + 1
	b.move(to, from)
}

func insertValue(b *backward, in *ir.Instr) {
	to := b.register(in.Dst)
	for _, p := range b.elements(to) {
		switch {
		case len(in.Path) == 1 && p.Elem == in.Path[0]+1:
			b.assign(p, in.Args[1])
		case len(in.Path) == 1 && !in.Args[0].IsConst():
			from := b.register(ir.Reg(in.Args[0]))
			from.Elem = p.Elem
			b.move(p, from)
		default:
			b.fail("an element of a nested aggregate")
		}
	}
}

// elements lists the demanded elements of a register's aggregate.
func (b *backward) elements(reg pred.Place) []pred.Place {
	var out []pred.Place
	for _, p := range b.voc.Elements(reg) {
		if b.demanded(p) {
			out = append(out, p)
		}
	}
	for _, p := range b.psi.HeldElements(reg) {
		if len(b.voc.At(p)) == 0 {
			out = append(out, p)
		}
	}
	return out
}
