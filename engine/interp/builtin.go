package interp

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// builtins are the rules for ir.Intrinsics. It is filled by init to break the
// initialisation cycle.
var builtins map[string]rule

func init() {
	builtins = map[string]rule{
		"__assay_choose":       recorded,
		"__assay_is_known":     recorded,
		"__assay_own":          recorded,
		"__assay_uses":         recorded,
		"__assay_by_turns":     recorded,
		"__assay_contract":     recorded,
		"__assay_reorder":      recorded,
		"__assay_text":         recorded,
		"__assay_input":        inputByte,
		"__assay_input_number": inputNumber,
		"__assay_nondet":       nondetKeyed,
		"__assay_assume":       assume,
		"__VERIFIER_assume":    assume,
		"klee_assume":          assume,
		"__assay_alloc":        alloc,
		"__assay_free":         release,
		"__assay_replace":      release,
		"__assay_room":         room,
		"__assay_peek":         peek,
		"__assay_same":         sameObject,
		"__assay_check_string": checkString,
		"__assay_expect_text":  func(*backward, *ir.Instr) {}, // where it is more than nothing, the edge is opaque
		"__assay_copy": func(b *backward, in *ir.Instr) {
			a := in.Call.Args
			b.copyBetween(a[0].Val, a[1].Val, a[2].Val)
		},
		"__assay_fill": func(b *backward, in *ir.Instr) {
			a := in.Call.Args
			b.fillWith(a[0].Val, a[1].Val, 32, a[2].Val)
		},
	}
	for _, name := range ir.Inputs {
		builtins[name] = fresh
	}
	for _, name := range opaque {
		builtins[name] = func(b *backward, _ *ir.Instr) { b.fail("a call of " + name) }
	}
}

// opaque are the intrinsics over which no predicate is carried: behind them a path ends, or
// code that is not there changes what it likes.
var opaque = []string{
	"__assay_length", "__assay_in_text", "__assay_open",
	"__assay_exit", "__assay_abort", "__assay_fail", "__assay_undecided", "__assay_bound", "__VERIFIER_error",
	"__assay_any", "__assay_keep", "__assay_private", "__assay_kept", "__assay_named", "__assay_call_back",
	"__assay_concurrently", "__assay_unknown", "klee_make_symbolic",
}

// recorded is the rule for answers that the environment gives, or that only
// choose between ways that come to the same.
func recorded(b *backward, in *ir.Instr) {
	n, ok := b.note(exec.Known)
	if !ok {
		b.fail("an answer without record")
		return
	}
	b.assignValue(b.register(in.Dst), memory.Const(n.K))
}

// fresh makes the result a new input: a variable that no state determines.
func fresh(b *backward, in *ir.Instr) {
	b.input(in, b.bits(in.Type), func(x term.T) term.T { return x })
}

func (b *backward) input(in *ir.Instr, w int, wrap func(term.T) term.T) {
	n, ok := b.note(exec.Fresh)
	if !ok {
		known(b, in)
		return
	}
	b.define(in, w, func() term.T { return wrap(n.Off) })
}

func inputByte(b *backward, in *ir.Instr) {
	if _, ended := b.note(exec.Known); ended {
		recorded(b, in)
		return
	}
	b.input(in, 32, func(x term.T) term.T { return b.pool.ZExt(x, 32) })
}

func nondetKeyed(b *backward, in *ir.Instr) {
	w := b.bits(in.Type)
	b.input(in, w, func(x term.T) term.T { return b.dom.ZExt(max(b.pool.Width(x), 1), w, x) })
}

// inputNumber is any number; the sign extension depends on the conversion, a
// string of one character.
func inputNumber(b *backward, in *ir.Instr) {
	w := b.bits(in.Type)
	if !b.demanded(b.register(in.Dst)) {
		return
	}
	at, ok := b.note(exec.At)
	conv, short := b.note(exec.Known)
	if !ok || !short || at.Obj == 0 || at.Off != term.None {
		b.fail("a conversion without record")
		return
	}
	b.input(in, w, func(x term.T) term.T {
		if conv.K == 'd' || conv.K == 'i' {
			return b.dom.SExt(max(b.pool.Width(x), 1), w, x)
		}
		return b.dom.ZExt(max(b.pool.Width(x), 1), w, x)
	})
	for i, c := range []uint64{conv.K, 0} {
		cell := b.voc.Number(pred.Place{Obj: at.Obj, At: at.K + uint64(i), N: 1}, 8)
		b.require(b.pool.Eq(cell, b.pool.BV(8, c)))
	}
	b.accessed(in.Call.Args[1].Val, at, true)
}

// assume stands below a node if it narrowed the path; where it did not, states
// that fail it end there, and nothing need be claimed.
func assume(*backward, *ir.Instr) {}

func alloc(b *backward, in *ir.Instr) {
	n, ok := b.note(exec.Made)
	if !ok {
		b.fail("an allocation without record")
		return
	}
	w := b.widthOf(in.Call.Args[0].Val)
	size := b.dom.ResizeUnsigned(w, b.ptrBits, b.number(in.Call.Args[0].Val, w))
	b.sized(n.Obj, size)
	b.defineAddress(in, n.Obj, func() term.T { return b.pool.BV(b.ptrBits, 0) })
	b.born(n.Obj, n.K != 0, size)
}

// release ends the life of the object that its argument leads to.
func release(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	if !ok || at.Obj == 0 {
		b.fail("a free without record")
		return
	}
	b.points(in.Call.Args[0].Val, at.Obj)
	if !b.refined(op.BadFree) {
		b.require(b.pool.Eq(b.offset(in.Call.Args[0].Val), b.pool.BV(b.ptrBits, 0)))
	}
}

// room is the number of bytes from an address to the end of its live object.
func room(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	if !ok {
		b.fail("an address without record")
		return
	}
	ptr := in.Call.Args[0].Val
	w := b.bits(in.Type)
	b.define(in, w, func() term.T {
		b.points(ptr, at.Obj)
		if _, nowhere := b.note(exec.Known); nowhere {
			return b.dom.Const(w, 0)
		}
		p, off, size := b.pool, b.offset(ptr), b.size(at.Obj)
		return p.Ite(p.ULe(off, size), p.Sub(size, off), p.BV(b.ptrBits, 0))
	})
}

// sameObject tells whether two addresses are in one object.
func sameObject(b *backward, in *ir.Instr) {
	if !b.demanded(b.register(in.Dst)) {
		return
	}
	arg := 0
	for _, n := range b.notes {
		if n.Kind == exec.At {
			b.points(in.Call.Args[arg].Val, n.Obj)
			arg++
		}
	}
	recorded(b, in)
}

// peek looks at a byte behind an address without checks: 0 outside the object.
func peek(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	if !ok {
		b.fail("an address without record")
		return
	}
	ptr := in.Call.Args[0].Val
	w := b.widthOf(in.Call.Args[1].Val)
	b.define(in, 32, func() term.T {
		b.points(ptr, at.Obj)
		if _, nowhere := b.note(exec.Known); nowhere {
			return b.dom.Const(32, 0)
		}
		p := b.pool
		off := p.Add(b.offset(ptr), b.dom.ResizeUnsigned(w, b.ptrBits, b.number(in.Call.Args[1].Val, w)))
		over, symbolic := b.window()
		if !symbolic {
			over = memory.Window{Lo: at.K, Hi: at.K, Stride: 1}
		}
		return p.ZExt(b.byteOf(at.Obj, off, over), 32)
	})
}

// byteOf is the byte of an object at an offset that lies in a window, 0 outside
// the object.
func (b *backward) byteOf(o memory.ObjID, off term.T, w memory.Window) term.T {
	p := b.pool
	size := b.state.Mem.Get(o)
	if w.Count() > uint64(budget.AccessWindow.N) || size.SizeT != term.None {
		b.fail("a look at an unknown place of a string")
		return p.BV(8, 0)
	}
	t := p.BV(8, 0)
	for k := w.Lo; k <= w.Hi; k += w.Stride {
		if k < size.Size {
			cell := b.cell(pred.Place{Obj: o, At: k, N: 1})
			t = p.Ite(p.Eq(off, p.BV(b.ptrBits, k)), cell, t)
		}
	}
	inside := p.ULe(p.Sub(off, p.BV(b.ptrBits, w.Lo)), p.BV(b.ptrBits, w.Hi-w.Lo))
	b.require(p.Or(inside, p.ULe(p.BV(b.ptrBits, size.Size), off)))
	return t
}

// checkString demands what a check for a terminated string found out: a NUL
// before the end of the object, where the path condition did not take that for
// granted.
func checkString(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	ptr := in.Call.Args[0].Val
	if !ok || at.Obj == 0 || at.Off != term.None {
		b.fail("a string without record")
		return
	}
	o := b.state.Mem.Get(at.Obj)
	b.accessed(ptr, at, true)
	limit, plain := b.limitOf(in.Call.Args[1].Val)
	switch {
	case b.refined(op.OutOfBounds) || plain && at.K+limit <= o.Size && at.K+limit >= at.K:
		return
	case o.SizeT != term.None || o.Size-at.K > 4*uint64(budget.AccessWindow.N):
		b.fail("a long string")
		return
	}
	w := b.widthOf(in.Call.Args[1].Val)
	max := b.dom.ResizeUnsigned(w, b.ptrBits, b.number(in.Call.Args[1].Val, w))
	ended := b.pool.ULe(max, b.pool.BV(b.ptrBits, o.Size-at.K))
	for k := at.K; k < o.Size; k++ {
		cell := b.voc.Number(pred.Place{Obj: at.Obj, At: k, N: 1}, 8)
		ended = b.pool.Or(ended, b.pool.Eq(cell, b.pool.BV(8, 0)))
	}
	b.require(ended)
}

// limitOf is an operand that is a constant of the program.
func (b *backward) limitOf(o ir.Operand) (uint64, bool) {
	if !o.IsConst() {
		return 0, false
	}
	v, ok := b.Machine.Constant(o)
	return v.Bits, ok && v.IsInt()
}

// targets demands that the violations that open targets look for at the
// current step do not happen. Those that end a path are demanded anyway.
func (b *backward) targets(in *ir.Instr) {
	for _, s := range b.Machine.Sites(b.userPoint()) {
		if !b.Targets.Open(s.Target) {
			continue
		}
		left := s.Classes
		for c := op.NoClass; c < op.NumClasses; c++ {
			if left.Has(c) && c.Effect() == op.Continues && b.concerns(c, in) {
				b.excluded(in, c, &s)
			}
		}
	}
}

// userPoint is where the user sees the current step.
func (b *backward) userPoint() ir.Point {
	i := len(b.next) - 1
	for i > 0 && b.Machine.Prog.FuncOf(b.next[i]).Model {
		i--
	}
	return b.next[i]
}

// concerns tells whether an instruction can commit a violation that lets the
// path go on.
func (b *backward) concerns(c op.Class, in *ir.Instr) bool {
	switch c {
	case op.SignedOverflow:
		return in.Flags&ir.NSW != 0 || in.Op == ir.Add || in.Op == ir.Sub || in.Op == ir.Mul || in.Op == ir.Shl
	case op.ShiftRange:
		return in.Op == ir.Shl || in.Op == ir.LShr || in.Op == ir.AShr
	case op.Unsigned:
		return in.Op == ir.Add || in.Op == ir.Sub || in.Op == ir.Mul
	case op.IndexBound, op.PtrOverflow:
		return in.Op == ir.GEP
	case op.Downcast:
		return in.Op == ir.Trunc
	case op.BoolValue:
		return in.Op == ir.Load && in.Flags&ir.Bool != 0
	case op.UninitRead:
		return in.Op == ir.Load || in.Op == ir.Call || in.Op == ir.MemCpy || b.rawOperand(in)
	case op.PtrDiff:
		return in.Op == ir.Sub
	case op.PtrCompare:
		return in.Op == ir.ICmp
	case op.DanglingRead:
		return in.Op == ir.Load || in.Op == ir.ICmp || in.Op == ir.Call
	case op.FloatToInt:
		return in.Op == ir.FPToSI || in.Op == ir.FPToUI
	case op.NaN, op.Infinite:
		return in.Op >= ir.FAdd && in.Op <= ir.FMath || in.Op == ir.FPTrunc
	case op.Overlap:
		return in.Op == ir.MemCpy || in.Op == ir.Call
	case op.Leak:
		return in.Op == ir.Ret || in.Op == ir.Call
	}
	return false
}

// rawOperand: values of undefined constants are read where they are used.
func (b *backward) rawOperand(in *ir.Instr) bool {
	raw := false
	in.EachOperand(func(o ir.Operand) {
		if o.IsConst() {
			_, ok := b.Machine.Constant(o)
			raw = raw || !ok
		}
	})
	return raw
}

// excluded demands that one violation does not happen.
func (b *backward) excluded(in *ir.Instr, c op.Class, s *exec.Site) {
	switch {
	case in.Op == ir.Add || in.Op == ir.Sub || in.Op == ir.Mul || in.Op == ir.Shl || in.Op == ir.LShr || in.Op == ir.AShr:
		if _, addresses := b.note(exec.Pointers); addresses {
			b.fail("a target on addresses")
			return
		}
		w := b.bits(in.Type)
		for _, k := range op.ArithmeticChecks(b.dom, in.Op, w, b.number(in.Args[0], w), b.number(in.Args[1], w), op.SetOf(c), nil) {
			if s.Matches(k.Class, k.Side, -1) {
				b.require(b.pool.Not(k.Cond))
			}
		}
	case c == op.IndexBound:
		for i := range in.Gep.Terms {
			t := &in.Gep.Terms[i]
			if t.Bound < 0 {
				continue
			}
			bits := int(t.Bits)
			for _, k := range op.IndexChecks(b.dom, bits, b.number(in.Args[t.Arg], bits), uint64(t.Bound), nil) {
				if s.Matches(k.Class, k.Side, t.Arg) {
					b.require(b.pool.Not(k.Cond))
				}
			}
		}
	case c == op.Downcast:
		from, to := b.widthOf(in.Args[0]), b.bits(in.Type)
		for _, k := range op.DowncastChecks(b.dom, from, to, b.number(in.Args[0], from), true, true, nil) {
			if s.Matches(k.Class, k.Side, -1) {
				b.require(b.pool.Not(k.Cond))
			}
		}
	case c == op.UninitRead && in.Op == ir.Load:
		b.written(in)
	default:
		b.fail("the question about " + c.String())
	}
}

// written demands that the bytes which a load reads were written.
func (b *backward) written(in *ir.Instr) {
	at, ok := b.note(exec.At)
	n := b.Machine.Prog.Types[in.Type].Store
	if !ok || at.Obj == 0 {
		b.fail("a load without record")
		return
	}
	at = b.exactly(at, in.Args[0])
	cell := func(k uint64) term.T {
		return b.voc.Written(pred.Place{Obj: at.Obj, At: k, N: int32(n)})
	}
	if at.Off == term.None {
		b.require(cell(at.K))
		b.accessed(in.Args[0], at, true)
		return
	}
	w, ok := b.window()
	if !ok || w.Count() > uint64(budget.AccessWindow.N) {
		b.fail("a load through an unknown offset")
		return
	}
	for k := w.Lo; k <= w.Hi; k += w.Stride {
		here := b.pool.Eq(b.offset(in.Args[0]), b.pool.BV(b.ptrBits, k))
		b.require(b.pool.Or(b.pool.Not(here), cell(k)))
	}
	b.within(in.Args[0], w)
}
