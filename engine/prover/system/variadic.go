package system

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// variadicArea is where va_arg finds the arguments behind the fixed ones: the
// register save area and the stack of the System V ABI, AMD64 supplement,
// §3.5.7.
type variadicArea struct {
	saved, stack *Object
	gp, fp       uint64 // offsets of the first free registers
}

const (
	gpEnd     = 48
	fpEnd     = gpEnd + 128
	stackSlot = 8
)

// variadic stores the arguments of a call for va_arg.
func (x *run) variadic(ctx *Activation, args []Value) {
	b := x.Sys
	if b.PtrBits != 64 {
		x.unsupported("variable arguments on this platform")
		return
	}
	fixed := len(ctx.Func.Params)
	if ctx.rest == nil {
		ctx.rest = &variadicArea{
			saved: b.newObject(Object{Origin: memory.Stack, Name: "arguments", Size: fpEnd, Layout: layout.Words(8, fpEnd/8), Owner: ctx, Slot: ir.NoReg, arguments: true}),
			stack: b.newObject(Object{Origin: memory.Stack, Name: "arguments", Size: stackSlot * uint64(len(args)),
				Layout: layout.Words(stackSlot, uint64(len(args))), Owner: ctx, Slot: ir.NoReg, arguments: true}),
		}
	}
	r := ctx.rest
	x.born(r.saved, nil)
	x.born(r.stack, nil)
	gp, fp, off := uint64(0), uint64(gpEnd), uint64(0)
	for i, a := range x.in.Call.Args {
		if i == fixed {
			r.gp, r.fp = gp, fp
		}
		ty := &b.Prog.Types[a.Type]
		where, at := r.stack, off
		switch {
		case a.ByVal >= 0 || ty.Kind != ir.Float && ty.Kind != ir.Int && ty.Kind != ir.Ptr || b.width(a.Type) > 64:
			x.unsupported("an aggregate or a wide number as variable argument")
			return
		case ty.Kind == ir.Float && fp < fpEnd:
			where, at, fp = r.saved, fp, fp+16
		case ty.Kind != ir.Float && gp < gpEnd:
			where, at, gp = r.saved, gp, gp+8
		case i >= fixed:
			off += stackSlot
		}
		if i >= fixed {
			x.putArgument(where, at, a.Type, args[i])
		}
	}
	if len(args) == fixed {
		r.gp, r.fp = gp, fp
	}
}

// putArgument stores an argument. Its slot is wider than a narrow argument;
// the rest of it holds anything.
func (x *run) putArgument(o *Object, at uint64, t ir.TypeID, v Value) {
	if v.Absent() {
		x.unsupported("an argument that is not known on every path")
		return
	}
	w := x.Sys.width(t)
	if w < 64 {
		upper := x.fresh(64-max(w, 8), "upper")
		v = Value{Term: x.Sys.Pool.Concat(upper, x.Sys.Dom.ZExt(w, max(w, 8), x.number(v, w))), Uninit: v.Uninit}
	}
	x.storeBytes(x.Sys.Pointer(o.ID, at), 8, v, term.True)
}

// vaStart fills a va_list.
func (x *run) vaStart() {
	b := x.Sys
	r := x.n.ctx.rest
	if r == nil && b.Coarse != nil {
		x.access(x.arg(0), b.Size(24), true)
		x.overRange(x.arg(0), x.anything(b.Size(24)))
		return
	}
	if r == nil {
		x.unsupported("variable arguments of the entry function")
		return
	}
	p := x.arg(0)
	x.access(p, b.Size(24), true)
	at := func(off uint64) Value { return p.Moved(b.Pool.Add(p.Term, b.Size(off))) }
	x.storeBytes(at(0), 4, number(b.Pool.BV(32, r.gp)), term.True)
	x.storeBytes(at(4), 4, number(b.Pool.BV(32, r.fp)), term.True)
	x.storeBytes(at(8), 8, b.Pointer(r.stack.ID, 0), term.True)
	x.storeBytes(at(16), 8, b.Pointer(r.saved.ID, 0), term.True)
}
