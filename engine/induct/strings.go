package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// checkString: an initialised NUL stands before the end of the object, and no
// unwritten byte before it. The limit of the call is left out, which can only
// add violations.
func (x *run) checkString() {
	b, p := x.b, x.b.pool
	v := x.actual(0)
	x.access(v, b.size(1), false)
	if x.s.guard == term.False {
		return
	}
	unset, open := term.False, term.False
	for _, k := range b.objectsOf(v) {
		if k < idFirst {
			continue
		}
		written, ends := b.stringIn(x.s, b.objects[k], v)
		unset = p.Or(unset, p.And(b.is(v, k), p.Not(written)))
		open = p.Or(open, p.And(b.is(v, k), p.Not(ends)))
	}
	x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: unset}, -1)
	x.verify(op.Check[term.T]{Class: op.OutOfBounds, Cond: open}, -1)
}

// stringIn tells of the text at an address in an object: no byte of it up to
// its NUL, or to the end of the object, was never written; there is a NUL.
func (b *builder) stringIn(s *state, o *object, v value) (written, ends term.T) {
	p, off := b.pool, v.t
	if o.text != nil {
		return term.True, p.ULe(off, b.lengthOf(o, v))
	}
	st := b.view(o, s.obj(o.id), v)
	if st == nil || o.lay == nil || o.origin == memory.Code {
		return term.False, term.False
	}
	if o.folded() {
		return b.foldOf(o, st).text(p, off)
	}
	ws, es := b.suffixes(o, st)
	if k, ok := p.Const(off); ok {
		if i, ok := o.lay.at[k]; ok && o.lay.cells[i].size == 1 {
			return ws[i], es[i]
		}
		return term.False, term.False
	}
	written, ends = term.False, term.False
	lo, hi := p.URange(off)
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if c.size != 1 || c.ghost || c.off < lo || c.off > hi {
			continue
		}
		at := p.Eq(off, b.size(c.off))
		written, ends = p.Ite(at, ws[i], written), p.Ite(at, es[i], ends)
	}
	return written, ends
}

// suffixes says for each byte of an object what stringIn says of the text that
// starts there.
func (b *builder) suffixes(o *object, st *objState) (written, ends []term.T) {
	p := b.pool
	n := len(o.lay.cells)
	b.spend(2 * n)
	written, ends = make([]term.T, n), make([]term.T, n)
	for i := n - 1; i >= 0; i-- {
		c := &o.lay.cells[i]
		written[i], ends[i] = term.False, term.False
		v := st.cells[i]
		if c.size != 1 || v.absent() {
			continue
		}
		restW, restE := term.True, term.False
		if i+1 < n && o.lay.cells[i+1].off == c.off+1 {
			restW, restE = written[i+1], ends[i+1]
		} else if c.off+1 < o.size {
			restW = term.False // bytes that are no cells follow
		}
		nul := p.Eq(v.t, p.BV(8, 0))
		written[i] = p.And(p.Not(v.u), p.Or(nul, restW))
		ends[i] = p.Or(nul, restE)
	}
	return written, ends
}

// lengthOf is the length of the string of the environment that an address is in.
func (b *builder) lengthOf(o *object, v value) term.T {
	t := o.text
	if t.rows == term.None {
		return t.length
	}
	return b.dom.resizeUnsigned(argumentBits, b.ptrBits, b.pool.Select(t.length, b.instOf(v)))
}

// textSize is the size of that string, with its NUL.
func (b *builder) textSize(o *object, v value) term.T {
	return b.pool.Add(b.lengthOf(o, v), b.size(1))
}

// charAt is the byte of a string of the environment at an address before its NUL.
func (b *builder) charAt(o *object, v value) term.T {
	t, at := o.text, v.t
	if t.rows != term.None {
		at = b.pool.Add(b.pool.Select(t.rows, b.instOf(v)), at)
	}
	return b.pool.Select(t.content, at)
}

// loadText reads a byte of a string of the environment: any but 0 up to the
// length, then the NUL.
func (x *run) loadText(o *object, v value, n uint64) value {
	b, p := x.b, x.b.pool
	if n != 1 {
		return x.unknownBytes(n)
	}
	c, length := b.charAt(o, v), b.lengthOf(o, v)
	x.assume(p.Or(p.Not(p.ULt(v.t, length)), p.Not(p.Eq(c, p.BV(8, 0)))))
	return number(p.Ite(p.Eq(v.t, length), p.BV(8, 0), c))
}

// argvModel is the environment of main.
type argvModel struct {
	argc    term.T // of pointer width
	size    term.T // of argv in bytes
	array   *object
	strings []*object // the first ones, if argv is read at known places only
	others  *object   // the others, an instance each
	names   term.T    // array from offset in argv to the instance
	alike   bool      // argv is read in a loop: all are instances
	order   *object   // a number, by which places in argv are others once words were moved; nil: they never are
}

// leavesOut tells of the length of a string that is no object of its own.
func (a *argvModel) leavesOut(v term.T) bool {
	return a != nil && a.alike && slices.ContainsFunc(a.strings, func(o *object) bool { return o.text.length == v })
}

const (
	maxArguments = 8                 // strings that may be objects of their own
	maxTexts     = 8                 // texts of library models (engine/libc/assay.h)
	argumentBits = 17                // of a length
	maxArgument  = 1 << argumentBits // bytes of one, with its NUL (Linux, MAX_ARG_STRLEN)
)

// loadVector reads argv: string k for k < argc, null for k = argc.
func (x *run) loadVector(off term.T, n uint64) value {
	b, p := x.b, x.b.pool
	a := b.argv
	slot := uint64(b.ptrBits / 8)
	k, known := p.Const(off)
	if n != slot || known && k%slot != 0 {
		return x.unknownBytes(n)
	}
	place := b.placeIn(x.s, off)
	if _, known := p.Const(place); !known && !a.alike {
		x.again(func() { a.alike = true })
		return b.null()
	}
	end := p.Mul(a.argc, b.size(slot))
	inside := p.And(p.ULt(off, end), p.Eq(p.URem(off, b.size(slot)), b.size(0)))
	return b.choose(inside, b.argument(place), b.choose(p.Eq(off, end), b.null(), x.somewhere("argv")))
}

// placeIn is the place of a string that stands at an offset in argv: the offset, until
// words are moved.
func (b *builder) placeIn(s *state, off term.T) term.T {
	if b.argv.order == nil || s.obj(b.argv.order.id) == nil {
		return off
	}
	return b.pool.Add(off, s.obj(b.argv.order.id).cells[0].t)
}

// reorder has the words of argv stand in any order: none is known any more by its place.
func (x *run) reorder() {
	b, p := x.b, x.b.pool
	moved := term.False
	if a := b.argv; a != nil && a.order != nil {
		v := x.actual(0)
		moved = b.is(v, a.array.id)
		st := x.s.own(a.order.id)
		st.cells[0] = number(p.Ite(moved, x.fresh(b.ptrBits, "order of argv"), st.cells[0].t))
	}
	x.set(number(p.BoolToBV(moved, b.width(x.in.Type))))
}

// argument is the string of a place in argv (placeIn). Two of those that are
// instances of one object may be one, which stands for no run, and none is left out.
func (b *builder) argument(place term.T) value {
	a := b.argv
	if at, ok := b.pool.Const(place); ok && !a.alike {
		if k := at / uint64(b.ptrBits/8); k < maxArguments {
			return b.pointer(a.strings[k].id, 0)
		}
	}
	return b.addressIn(b.idConst(a.others.id), b.pool.Select(a.names, place), b.size(0), term.False)
}
