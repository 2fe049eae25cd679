package system

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// alloca makes a stack object. It lives until its function returns, or the scope of an
// array of variable length ends (restore); a lifetime marker begins it anew.
func (x *run) alloca() {
	b := x.Sys
	if b.Coarse != nil && b.Coarse.landing[x.n.ctx.Func.ID] {
		x.set(x.somewhere("variable"))
		return
	}
	if len(x.in.Args) > 0 && b.Coarse != nil && !b.Coarse.IsPrivate(x.n.ctx.Func, x.in.Dst) {
		x.set(x.somewhere("array"))
		return
	}
	n := b.Size(1)
	if len(x.in.Args) > 0 {
		n = b.Dom.ResizeUnsigned(x.bits(0), b.PtrBits, x.num(0))
	}
	o := x.variable(n)
	if o == nil {
		return
	}
	if st := x.s.Obj(o.ID); st != nil {
		if b.Coarse != nil && o.Layout == nil {
			x.set(x.somewhere("variable"))
			return
		}
		x.unsupportedIf(st.Alive, "an alloca that is executed again in the same call")
		x.scrub(map[int]bool{o.ID: true}, nil)
	}
	x.born(o, nil)
	x.begin(o, b.Pointer(o.ID, 0), b.Pool.Mul(n, b.Size(b.Prog.Types[x.in.Type].Size)), false)
	x.set(b.Pointer(o.ID, 0))
}

// variable is the object of the alloca of n elements that is executed. Its size is part
// of its state where executions differ in it, or it is not constant; nil if that turns
// out for one that was made.
func (x *run) variable(n term.T) *Object {
	b := x.Sys
	at, fn := ir.Point{Block: x.n.Block.ID, Instr: x.n.Instr}, x.n.ctx.Func
	k, fixed := b.Pool.Const(n)
	fixed = fixed && k <= uint64(budget.ConstantCells.N)*8
	size := k * b.Prog.Types[x.in.Type].Size
	divide := func(o *Object) {
		if o.Sized = !fixed; fixed {
			o.Size, o.Layout = size, b.layoutOf(fn, x.in.Dst, x.in.Type, k)
		} else {
			o.Size, o.Layout = 0, layout.NewSmashed(b.PointerSize(), 0, layout.Fields{})
		}
	}
	o := x.n.ctx.allocs[at]
	switch {
	case o == nil:
		o = b.newObject(Object{Origin: memory.Stack, Name: b.localName(fn, x.in.Dst), Owner: x.n.ctx, Slot: x.in.Dst})
		divide(o)
		x.n.ctx.allocs[at] = o
	case !o.Sized && (!fixed || o.Size != size):
		fixed = false
		x.again(func() { divide(o) })
		return nil
	}
	return o
}

// restore ends the lives of the arrays of variable length in a scope, and of what
// alloca() made in it.
func (x *run) restore() {
	for _, pt := range x.in.Ends {
		if o := x.n.ctx.allocs[pt]; o != nil && x.s.Obj(o.ID) != nil {
			x.dies(o)
		}
	}
}

// localName is the name of a local variable.
func (b *terms) localName(fn *ir.Func, slot ir.Reg) string {
	for _, v := range fn.Vars {
		if v.Slot == slot && slot >= 0 {
			return v.Name
		}
	}
	if int(slot) < len(fn.RegNames) && slot >= 0 {
		return fn.RegNames[slot]
	}
	return "temporary"
}

// lifetime begins or ends the life of a variable. A new life is a new object:
// pointers to the former one dangle from then on, but for the register that
// names the variable. What is left of an ended one is unwritten: no cutpoint has to carry
// it, and who reads it all the same reads anything (loadBytes, readWhole).
func (x *run) lifetime(begin bool) {
	b := x.Sys
	v := x.arg(0)
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst || b.Objects[k].Origin != memory.Stack || x.s.Obj(k) == nil {
			continue
		}
		o := b.Objects[k]
		if b.Is(v, k) != term.True {
			x.unsupported("a lifetime marker on more than one variable")
			return
		}
		if begin {
			x.scrub(map[int]bool{k: true}, o)
			x.born(o, nil)
		} else {
			x.dies(o)
		}
	}
}

// dies ends the life of a variable.
func (x *run) dies(o *Object) {
	x.born(o, nil)
	x.s.own(o.ID).Alive = term.False
	if o.Words != nil {
		x.s.put(o.Words.ID, nil)
	}
}

// stack is where a run goes on from the current instruction: here, and where each call
// that led here is resumed, up to the procedure that it is in.
func (x *run) stack() []ir.Point {
	return StackAt(x.n.ctx, ir.Point{Block: x.n.Block.ID, Instr: x.n.Instr})
}

func StackAt(ctx *Activation, innermost ir.Point) []ir.Point {
	ps := []ir.Point{innermost}
	for c := ctx; c != nil && c.Parent != nil; c = c.Parent {
		ps = append(ps, ir.Resumed(ir.Point{Block: c.Call.Block.ID, Instr: c.Call.Instr}, c.Parent.Func, c.Func))
	}
	return ps
}
