package induct

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// variadicArea is where va_arg finds the arguments behind the fixed ones: the
// register save area and the stack of the System V ABI, AMD64 supplement,
// §3.5.7.
type variadicArea struct {
	saved, stack *object
	gp, fp       uint64 // offsets of the first free registers
}

const (
	gpEnd     = 48
	fpEnd     = gpEnd + 128
	stackSlot = 8
)

// variadic stores the arguments of a call for va_arg.
func (x *run) variadic(ctx *activation, args []value) {
	b := x.b
	if b.ptrBits != 64 {
		x.stop("variable arguments on this platform")
		return
	}
	fixed := len(ctx.fn.Params)
	if ctx.rest == nil {
		ctx.rest = &variadicArea{
			saved: b.newObject(object{origin: memory.Stack, name: "arguments", size: fpEnd, lay: words(8, fpEnd/8), owner: ctx, slot: ir.NoReg}),
			stack: b.newObject(object{origin: memory.Stack, name: "arguments", size: stackSlot * uint64(len(args)),
				lay: words(stackSlot, uint64(len(args))), owner: ctx, slot: ir.NoReg}),
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
		ty := &b.prog.Types[a.Type]
		where, at := r.stack, off
		switch {
		case a.ByVal >= 0 || ty.Kind != ir.Float && ty.Kind != ir.Int && ty.Kind != ir.Ptr || b.width(a.Type) > 64:
			x.stop("an aggregate or a wide number as variable argument")
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
func (x *run) putArgument(o *object, at uint64, t ir.TypeID, v value) {
	if v.absent() {
		x.stop("an argument that is not known on every path")
		return
	}
	w := x.b.width(t)
	if w < 64 {
		upper := x.fresh(64-max(w, 8), "upper")
		v = value{t: x.b.pool.Concat(upper, x.b.dom.ZExt(w, max(w, 8), x.number(v, w))), u: v.u}
	}
	x.storeBytes(x.b.pointer(o.id, at), 8, v, term.True)
}

// vaStart fills a va_list.
func (x *run) vaStart() {
	b := x.b
	r := x.n.ctx.rest
	if r == nil && b.outline != nil {
		x.access(x.arg(0), b.size(24), true)
		x.overRange(x.arg(0), x.anything(b.size(24)))
		return
	}
	if r == nil {
		x.stop("variable arguments of the entry function")
		return
	}
	p := x.arg(0)
	x.access(p, b.size(24), true)
	at := func(off uint64) value { return p.moved(b.pool.Add(p.t, b.size(off))) }
	x.storeBytes(at(0), 4, number(b.pool.BV(32, r.gp)), term.True)
	x.storeBytes(at(4), 4, number(b.pool.BV(32, r.fp)), term.True)
	x.storeBytes(at(8), 8, b.pointer(r.stack.id, 0), term.True)
	x.storeBytes(at(16), 8, b.pointer(r.saved.id, 0), term.True)
}
