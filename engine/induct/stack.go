package induct

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// alloca makes a stack object. It lives until its function returns, or the scope of an
// array of variable length ends (restore); a lifetime marker begins it anew.
func (x *run) alloca() {
	b := x.b
	if b.outline != nil && b.outline.landing[x.n.ctx.fn.ID] {
		x.set(x.somewhere("variable"))
		return
	}
	if len(x.in.Args) > 0 && b.outline != nil && !b.outline.isPrivate(x.n.ctx.fn, x.in.Dst) {
		x.set(x.somewhere("array"))
		return
	}
	n := b.size(1)
	if len(x.in.Args) > 0 {
		n = b.dom.resizeUnsigned(x.bits(0), b.ptrBits, x.num(0))
	}
	o := x.variable(n)
	if o == nil {
		return
	}
	if st := x.s.obj(o.id); st != nil {
		if b.outline != nil && o.lay == nil {
			x.set(x.somewhere("variable"))
			return
		}
		x.stopIf(st.alive, "an alloca that is executed again in the same call")
		x.scrub(map[int]bool{o.id: true}, nil)
	}
	x.born(o, nil)
	x.begin(o, b.pointer(o.id, 0), b.pool.Mul(n, b.size(b.prog.Types[x.in.Type].Size)), false)
	x.set(b.pointer(o.id, 0))
}

// variable is the object of the alloca of n elements that is executed. Its size is part
// of its state where executions differ in it, or it is not constant; nil if that turns
// out for one that was made.
func (x *run) variable(n term.T) *object {
	b := x.b
	at, fn := ir.Point{Block: x.n.block.ID, Instr: x.n.instr}, x.n.ctx.fn
	k, fixed := b.pool.Const(n)
	fixed = fixed && k <= maxCells*8
	size := k * b.prog.Types[x.in.Type].Size
	divide := func(o *object) {
		if o.sized = !fixed; fixed {
			o.size, o.lay = size, b.layoutOf(fn, x.in.Dst, x.in.Type, k)
		} else {
			o.size, o.lay = 0, foldedLayout(b.pointerSize(), true, nil)
		}
	}
	o := x.n.ctx.allocs[at]
	switch {
	case o == nil:
		o = b.newObject(object{origin: memory.Stack, name: b.localName(fn, x.in.Dst), owner: x.n.ctx, slot: x.in.Dst})
		divide(o)
		x.n.ctx.allocs[at] = o
	case !o.sized && (!fixed || o.size != size):
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
		if o := x.n.ctx.allocs[pt]; o != nil && x.s.obj(o.id) != nil {
			x.dies(o)
		}
	}
}

// localName is the name of a local variable.
func (b *builder) localName(fn *ir.Func, slot ir.Reg) string {
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
// names the variable. What is left of an ended one is unwritten: no cut has to carry
// it, and who reads it all the same reads anything (loadBytes, readWhole).
func (x *run) lifetime(begin bool) {
	b := x.b
	v := x.arg(0)
	for _, k := range b.objectsOf(v) {
		if k < idFirst || b.objects[k].origin != memory.Stack || x.s.obj(k) == nil {
			continue
		}
		o := b.objects[k]
		if b.is(v, k) != term.True {
			x.stop("a lifetime marker on more than one variable")
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
func (x *run) dies(o *object) {
	x.born(o, nil)
	x.s.own(o.id).alive = term.False
	if o.words != nil {
		x.s.put(o.words.id, nil)
	}
}

// stack is where a run goes on from the current instruction: here, and where each call
// that led here is resumed, up to the procedure that it is in.
func (x *run) stack() []ir.Point {
	return stackAt(x.n.ctx, ir.Point{Block: x.n.block.ID, Instr: x.n.instr})
}

func stackAt(ctx *activation, innermost ir.Point) []ir.Point {
	ps := []ir.Point{innermost}
	for c := ctx; c != nil && c.parent != nil; c = c.parent {
		ps = append(ps, ir.Resumed(ir.Point{Block: c.call.block.ID, Instr: c.call.instr}, c.parent.fn, c.fn))
	}
	return ps
}
