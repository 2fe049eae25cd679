package system

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// step executes the current instruction. It reports true when the block's
// state has gone elsewhere: a branch, a call, a return.
func (x *run) step() (left bool) {
	if x.onVectors() {
		x.Sys.giveUp("arithmetic on vectors")
		x.set(x.any(x.in.Type, "vector"))
		return false
	}
	switch x.in.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.UDiv, ir.SDiv, ir.URem, ir.SRem, ir.Shl, ir.LShr, ir.AShr, ir.And, ir.Or, ir.Xor,
		ir.SMax, ir.SMin, ir.UMax, ir.UMin, ir.SAddSat, ir.UAddSat, ir.SSubSat, ir.USubSat:
		x.binary()
	case ir.SAddO, ir.UAddO, ir.SSubO, ir.USubO, ir.SMulO, ir.UMulO:
		v, c := op.Overflowing[term.T, term.T](x.Sys.Dom, x.in.Op, x.bits(0), x.num(0), x.num(1))
		x.set(Value{Elems: []Value{number(v), number(c)}})
	case ir.Abs, ir.BSwap, ir.BitReverse, ir.CtPop, ir.CtLZ, ir.CtTZ:
		x.set(number(op.Unary[term.T, term.T](x.Sys.Dom, x.in.Op, x.bits(0), x.num(0))))
	case ir.FShl, ir.FShr:
		x.set(number(op.FunnelShift[term.T, term.T](x.Sys.Dom, x.in.Op, x.bits(0), x.num(0), x.num(1), x.num(2))))
	case ir.ICmp:
		x.compare()
	case ir.Trunc, ir.ZExt, ir.SExt:
		x.convert()
	case ir.PtrToInt, ir.IntToPtr:
		x.reinterpret()
	case ir.Mov, ir.Freeze, ir.Bitcast:
		x.set(x.arg(0))
	case ir.Select:
		x.set(x.Sys.choose(x.num(0), x.arg(1), x.arg(2)))
	case ir.ExtractValue:
		x.set(x.extract(x.arg(0), x.in.Path))
	case ir.InsertValue:
		x.set(x.insert(x.arg(0), x.in.Path, x.arg(1)))
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FNeg, ir.FCmp, ir.FMath,
		ir.FPToSI, ir.FPToUI, ir.SIToFP, ir.UIToFP, ir.FPTrunc, ir.FPExt:
		x.float()
	default:
		return x.effect()
	}
	return false
}

// onVectors tells whether the instruction computes with vectors; loads, stores
// and calls that only move them do not.
func (x *run) onVectors() bool {
	switch x.in.Op {
	case ir.Load, ir.Store, ir.Call, ir.Ret, ir.Br, ir.CondBr, ir.Switch:
		return false
	}
	for _, a := range x.in.Args {
		if x.Sys.Prog.Types[x.typeOf(a)].Kind == ir.Vector {
			return true
		}
	}
	return x.in.Dst >= 0 && x.Sys.Prog.Types[x.in.Type].Kind == ir.Vector
}

// effect executes what touches memory or control.
func (x *run) effect() (left bool) {
	switch x.in.Op {
	case ir.Alloca:
		x.alloca()
	case ir.Load:
		x.load()
	case ir.Store:
		x.store()
	case ir.GEP:
		x.gep()
	case ir.MemCpy, ir.MemMove:
		n := x.Sys.Dom.ResizeUnsigned(x.bits(2), x.Sys.PtrBits, x.num(2))
		x.copyBytes(x.arg(0), x.arg(1), n, op.RangesOf(x.in))
	case ir.MemSet:
		n := x.Sys.Dom.ResizeUnsigned(x.bits(2), x.Sys.PtrBits, x.num(2))
		x.fillBytes(x.arg(0), x.num(1), n)
	case ir.LifetimeStart:
		x.lifetime(true)
	case ir.LifetimeEnd:
		x.lifetime(false)
	case ir.StackSave:
		x.set(x.Sys.null())
	case ir.StackRestore:
		x.restore()
	case ir.VaEnd:
	case ir.Folded:
		x.set(number(x.fresh(x.Sys.width(x.in.Type), x.in.Reason)))
	case ir.VaStart:
		x.vaStart()
	case ir.VaCopy:
		x.copyBytes(x.arg(0), x.arg(1), x.Sys.Size(24), op.Anyhow)
	default:
		return x.control()
	}
	return false
}

// control executes branches, calls and returns.
func (x *run) control() (left bool) {
	switch x.in.Op {
	case ir.Call:
		return x.call()
	case ir.Ret:
		x.ret()
	case ir.Br:
		x.jump(x.s, x.in.Succs[0])
	case ir.CondBr:
		c := x.num(0)
		x.decided(c)
		t := x.s.fork()
		t.Guard = x.Sys.Pool.And(t.Guard, c)
		x.assume(x.Sys.Pool.Not(c))
		els := x.s
		x.jump(t, x.in.Succs[0])
		x.jump(els, x.in.Succs[1])
	case ir.Switch:
		x.switchTo()
	case ir.Unreachable:
		x.certain(op.NoReturn)
	case ir.Trap:
		x.certain(op.Assert)
	default:
		if x.Sys.Coarse != nil && x.in.Flags&ir.NonLocal != 0 {
			x.unproven()
			x.s.Guard = term.False
			return true
		}
		why := x.in.Reason
		if why == "" {
			why = "an instruction that the prover does not model"
		}
		x.unsupported(why)
	}
	return true
}

func (x *run) switchTo() {
	p := x.Sys.Pool
	w := x.bits(0)
	v := x.num(0)
	conds := make([]term.T, len(x.in.Succs))
	for i := range conds {
		conds[i] = term.False
	}
	rest := term.True
	for _, c := range x.in.Switch {
		k := x.Sys.Dom.Const(w, c.Value)
		if c.Wide != nil {
			k = p.BVBig(w, c.Wide)
		}
		eq := p.Eq(v, k)
		conds[c.Succ] = p.Or(conds[c.Succ], eq)
		rest = p.And(rest, p.Not(eq))
	}
	conds[0] = p.Or(conds[0], rest)
	in, s := x.in, x.s
	for i, to := range in.Succs {
		t := s.fork()
		x.split(t, conds[i])
		x.jump(t, to)
	}
}

// fits tells that the exact result lies in the signed type for all values that
// the operands can have at all: a check that the bits alone would make hard.
func (b *terms) fits(o ir.Opcode, w int, s, t term.T) bool {
	if w < 2 || w > 64 {
		return false
	}
	sl, sh := b.Pool.SRange(s)
	tl, th := b.Pool.SRange(t)
	const half = 1 << 31 // so that nothing below overflows
	if min(sl, tl) < -half || max(sh, th) >= half {
		return false
	}
	var lo, hi int64
	switch o {
	case ir.Add:
		lo, hi = sl+tl, sh+th
	case ir.Sub:
		lo, hi = sl-th, sh-tl
	case ir.Mul:
		lo, hi = min(sl*tl, sl*th, sh*tl, sh*th), max(sl*tl, sl*th, sh*tl, sh*th)
	default:
		return false
	}
	return lo >= op.Signed(w, 1<<(w-1)) && hi <= int64(op.Mask(w)>>1)
}

func (x *run) binary() {
	b := x.Sys
	w := b.width(x.in.Type)
	a, c := x.arg(0), x.arg(1)
	if (a.IsPointer() || c.IsPointer()) && w == b.PtrBits && x.addressArithmetic(a, c) {
		return
	}
	s, t := x.number(a, w), x.number(c, w)
	want := x.wanted() | op.SetOf(op.DivByZero, op.DivOverflow)
	if x.in.Flags&ir.NSW != 0 {
		want |= op.SetOf(op.SignedOverflow)
	}
	if b.fits(x.in.Op, w, s, t) {
		want &^= op.SetOf(op.SignedOverflow)
	}
	x.check = op.ArithmeticChecks(b.Dom, x.in.Op, w, s, t, want, x.check[:0])
	x.verifyAll(-1)
	v := op.Binary[term.T, term.T](b.Dom, x.in.Op, w, s, t)
	if undefined := x.fresh(w, "quotient"); b.Certifying { // as in unless
		v = b.Pool.Ite(x.fails(), undefined, v)
	}
	if any := op.AnyValue[term.T, term.T](b.Dom, x.in.Op, w, t); any != term.False {
		v = b.Pool.Ite(any, x.fresh(w, "shift"), v)
	}
	x.set(number(v))
}

// fails tells that one of the instruction's path-ending checks does.
func (x *run) fails() term.T {
	bad := term.False
	for _, c := range x.check {
		if c.Class.Effect() == op.Ends {
			bad = x.Sys.Pool.Or(bad, c.Cond)
		}
	}
	return bad
}

func (x *run) convert() {
	b := x.Sys
	from, to := x.bits(0), b.width(x.in.Type)
	a := x.num(0)
	switch x.in.Op {
	case ir.Trunc:
		if x.wanted().Has(op.Downcast) {
			x.check = op.DowncastChecks(b.Dom, from, to, a, true, true, x.check[:0])
			x.verifyAll(-1)
		}
		x.set(number(b.Dom.Trunc(from, to, a)))
	case ir.ZExt:
		x.set(number(b.Dom.ZExt(from, to, a)))
	default:
		x.set(number(b.Dom.SExt(from, to, a)))
	}
}

// reinterpret casts between addresses and integers; one of pointer width
// keeps its object.
func (x *run) reinterpret() {
	from, to := x.bits(0), x.Sys.width(x.in.Type)
	if from == to {
		v := x.arg(0)
		if x.in.Op == ir.IntToPtr && !v.IsPointer() && !x.Sys.Pool.IsConst(v.Term) {
			x.expose()
		}
		x.set(v)
		return
	}
	if x.in.Op == ir.IntToPtr {
		x.expose()
	}
	x.set(number(x.Sys.Dom.ResizeUnsigned(from, to, x.num(0))))
}

// float computes floating-point operations on constants, and leaves the results of others open.
func (x *run) float() {
	if x.floatOfConstants() {
		return
	}
	for _, c := range []op.Class{op.FloatToInt, op.NaN, op.Infinite} {
		if x.wanted().Has(c) {
			x.verify(op.Check[term.T]{Class: c, Cond: term.True}, -1)
		}
	}
	x.set(x.any(x.in.Type, "float"))
}

// floatOfConstants computes an operation whose operands are constants. It reports false where
// they are none, or where that is not known.
func (x *run) floatOfConstants() bool {
	b := x.Sys
	to := b.width(x.in.Type)
	var args []uint64
	for i := range x.in.Args {
		w := x.bits(i)
		if w > 64 || x.arg(i).Elems != nil {
			return false
		}
		c, ok := b.Pool.Const(x.num(i))
		if !ok {
			return false
		}
		args = append(args, c)
	}
	from := x.bits(0)
	if !isFloat(from) && x.in.Op != ir.SIToFP && x.in.Op != ir.UIToFP || !isFloat(to) && b.Prog.Types[x.in.Type].Kind != ir.Int {
		return false
	}
	r, ok := op.Float(x.in, from, to, args)
	if !ok || r.Open || r.Unfused {
		return false
	}
	if r.Violated && x.wanted().Has(r.Class) {
		x.verify(op.Check[term.T]{Class: r.Class, Side: r.Side, Cond: term.True}, -1)
	}
	x.set(number(b.Dom.Const(to, r.Bits)))
	return true
}

// isFloat tells the widths of the formats that are computed in.
func isFloat(w int) bool { return w == 32 || w == 64 }

// any is an arbitrary value of a type that holds no addresses.
func (x *run) any(t ir.TypeID, name string) Value {
	b := x.Sys
	ty := &b.Prog.Types[t]
	switch ty.Kind {
	case ir.Struct:
		v := Value{Elems: make([]Value, len(ty.Fields))}
		for i, f := range ty.Fields {
			v.Elems[i] = x.any(f.Type, name)
		}
		return v
	case ir.Array, ir.Vector:
		v := Value{Elems: make([]Value, ty.Len)}
		for i := range v.Elems {
			v.Elems[i] = x.any(ty.Elem, name)
		}
		return v
	case ir.Ptr:
		return x.anyAddress(name, term.False)
	}
	return number(x.fresh(ty.Bits, name))
}

func (x *run) extract(v Value, path []int32) Value {
	for _, i := range path {
		if int(i) >= len(v.Elems) {
			x.unsupported("an aggregate that is not known on every path")
			return Value{}
		}
		v = v.Elems[i]
	}
	return v
}

func (x *run) insert(v Value, path []int32, part Value) Value {
	if len(path) == 0 {
		return part
	}
	if int(path[0]) >= len(v.Elems) {
		x.unsupported("an aggregate that is not known on every path")
		return Value{}
	}
	elems := append([]Value(nil), v.Elems...)
	elems[path[0]] = x.insert(elems[path[0]], path[1:], part)
	return Value{Elems: elems}
}
