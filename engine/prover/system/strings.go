package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// checkString: an initialised NUL stands before the end of the object, and no
// unwritten byte before it. Where that is not known, or only the first bytes matter, it
// is open: what is not known must not end a path.
func (x *run) checkString() {
	b, p := x.Sys, x.Sys.Pool
	v := x.actual(0)
	x.access(v, b.Size(1), false)
	if x.s.Guard == term.False {
		return
	}
	limit, limited := p.Const(x.word(1))
	unset, open := term.False, term.False
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst {
			continue
		}
		o := b.Objects[k]
		written, ends := b.StringIn(x.s, o, v)
		if !o.tellsTexts() || !limited || limit <= o.Size {
			written, ends = p.Or(written, x.fresh(1, "written")), p.Or(ends, x.fresh(1, "ends"))
		}
		unset = p.Or(unset, p.And(b.Is(v, k), p.Not(written)))
		open = p.Or(open, p.And(b.Is(v, k), p.Not(ends)))
	}
	x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: unset}, -1)
	x.verify(op.Check[term.T]{Class: op.OutOfBounds, Cond: open}, -1)
}

// expectText: a NUL stands before the end of the object that the argument names.
func (x *run) expectText() {
	b, p := x.Sys, x.Sys.Pool
	v, arg := x.actual(0), int32(-1)
	if k, ok := p.Const(x.word(1)); ok {
		arg = int32(k)
	}
	if !x.wanted().Has(op.NoText) {
		x.nth++
		return
	}
	bad := term.True
	for _, k := range b.ObjectsOf(v) {
		o := b.Object(k)
		if o == nil || x.s.Obj(k) == nil {
			continue
		}
		_, ends := b.StringIn(x.s, o, v)
		text := p.AndN(b.Is(v, k), ends, b.AliveAt(o, x.s.Obj(k), v), x.inside(o, v, b.Size(1)))
		bad = p.And(bad, p.Not(text))
	}
	x.verify(op.Check[term.T]{Class: op.NoText, Cond: bad}, arg)
}

// tellsTexts: it is a text of the environment, or all its bytes have cells.
func (o *Object) tellsTexts() bool {
	if o.Text != nil {
		return true
	}
	if o.Layout == nil || o.Smashed() || o.Origin == memory.Code {
		return false
	}
	next := uint64(0)
	for i := range o.Layout.Cells {
		if c := &o.Layout.Cells[i]; !c.Ghost {
			if c.Size != 1 || c.Off != next {
				return false
			}
			next++
		}
	}
	return next == o.Size
}

// contract: what a function of the library does may be said instead of computed.
func (x *run) contract() {
	x.tell(!x.Sys.Config.Computed)
}

// open is any number of some bits, of which a run is told nothing.
func (x *run) open() {
	x.someBits("open", func(t term.T) term.T { return t })
}

// length is strlen, with what may be wrong with its reads.
func (x *run) length() {
	b, p := x.Sys, x.Sys.Pool
	v := x.actual(0)
	x.access(v, b.Size(1), false)
	n, beyond, written := x.fresh(b.PtrBits, "length"), term.False, x.fresh(1, "written")
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst {
			continue
		}
		o, is := b.Objects[k], b.Is(v, k)
		room, m := p.Sub(x.sizeOf(o, v), v.Term), p.Sub(x.nulAt(o, v), v.Term)
		if any := x.fresh(b.PtrBits, "length"); !o.tellsTexts() {
			m = p.Ite(p.ULt(any, m), any, m)
		}
		in := p.ULt(m, room)
		n, beyond = p.Ite(is, m, n), p.Or(beyond, p.And(is, p.Not(in)))
		written = p.Ite(is, x.written(o, v, p.Ite(in, p.Add(m, b.Size(1)), room)), written)
	}
	x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: p.Not(written)}, -1)
	x.verify(op.Check[term.T]{Class: op.OutOfBounds, Cond: beyond}, -1)
	for _, k := range b.ObjectsOf(v) {
		if o := b.Object(k); o != nil && x.s.Obj(k) != nil && o.Smashed() {
			x.sees(o, v, p.Add(v.Term, n), x.admits(v, k))
		}
	}
	x.set(number(n))
}

// inText: n bytes are read at an address, and none of them is 0.
func (x *run) inText() {
	b, p := x.Sys, x.Sys.Pool
	v, n := x.actual(0), x.word(1)
	x.unlessNone(n, func() {
		written := x.fresh(1, "written")
		for _, k := range b.ObjectsOf(v) {
			if k < IDFirst {
				continue
			}
			o, is := b.Objects[k], b.Is(v, k)
			x.assume(p.Or(p.Not(is), p.ULe(n, p.Sub(x.nulAt(o, v), v.Term))))
			written = p.Ite(is, x.written(o, v, n), written)
		}
		x.access(v, n, false)
		x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: p.Not(written)}, -1)
	})
}

// written: n bytes from an address on are initialised. Where the object does not tell, it
// is open.
func (x *run) written(o *Object, v Value, n term.T) term.T {
	b, p, any := x.Sys, x.Sys.Pool, x.fresh(1, "written")
	st := b.view(o, x.s.Obj(o.ID), v)
	switch {
	case o.Text != nil:
		return term.True
	case st == nil || st.Cells == nil || o.Layout == nil:
		return any
	case o.Smashed():
		return p.Or(any, b.Initialised(b.smashOf(o, st, v.Term), v.Term, n))
	}
	all := p.Eq(b.initialised(o, st, v.Term, n), n)
	if o.tellsTexts() {
		return all
	}
	return p.Or(any, all)
}

// nulAt is the offset of the first byte at or behind an address that is known to be 0;
// of none: one behind every object.
func (x *run) nulAt(o *Object, v Value) term.T {
	b, p, none := x.Sys, x.Sys.Pool, x.Sys.NoOffset()
	if o.Text != nil {
		return b.LengthOf(o, v)
	}
	st := b.view(o, x.s.Obj(o.ID), v)
	switch {
	case st == nil || st.Cells == nil || o.Layout == nil || o.Origin == memory.Code:
		return none
	case o.Smashed():
		return b.smashOf(o, st, v.Term).Nul(p, v.Term, none)
	}
	return x.nulInCells(o, st, v.Term)
}

// nulInCells is nulAt for an object with cells, by going through them from the last.
func (x *run) nulInCells(o *Object, st *ObjState, off term.T) term.T {
	b, p := x.Sys, x.Sys.Pool
	lo, hi := p.URange(off)
	b.spend(2 * len(o.Layout.Cells))
	next, at := b.NoOffset(), b.NoOffset()
	for i := len(o.Layout.Cells) - 1; i >= 0; i-- {
		c, v := &o.Layout.Cells[i], st.Cells[i]
		if c.Ghost || c.Off < lo {
			continue
		}
		if c.Size == 1 && !v.Absent() && !v.IsPointer() {
			next = p.Ite(p.And(p.Eq(v.Term, p.BV(8, 0)), p.Not(v.Uninit)), b.Size(c.Off), next)
		}
		if c.Off > hi {
			continue
		}
		at = p.Ite(p.ULe(off, b.Size(c.Off)), next, at)
	}
	return at
}

// StringIn tells of the text at an address in an object: no byte of it up to
// its NUL, or to the end of the object, was never written; there is a NUL.
func (b *objects) StringIn(s *State, o *Object, v Value) (written, ends term.T) {
	p, off := b.Pool, v.Term
	if o.Text != nil {
		return term.True, p.ULe(off, b.LengthOf(o, v))
	}
	st := b.view(o, s.Obj(o.ID), v)
	if st == nil || o.Layout == nil || o.Origin == memory.Code {
		return term.False, term.False
	}
	if o.Smashed() {
		return b.smashOf(o, st, off).Text(p, off)
	}
	ws, es := b.suffixes(o, st)
	if k, ok := p.Const(off); ok {
		if i, ok := o.Layout.At[k]; ok && o.Layout.Cells[i].Size == 1 {
			return ws[i], es[i]
		}
		return term.False, term.False
	}
	written, ends = term.False, term.False
	lo, hi := p.URange(off)
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if c.Size != 1 || c.Ghost || c.Off < lo || c.Off > hi {
			continue
		}
		at := p.Eq(off, b.Size(c.Off))
		written, ends = p.Ite(at, ws[i], written), p.Ite(at, es[i], ends)
	}
	return written, ends
}

// suffixes says for each byte of an object what stringIn says of the text that
// starts there.
func (b *objects) suffixes(o *Object, st *ObjState) (written, ends []term.T) {
	p := b.Pool
	n := len(o.Layout.Cells)
	b.spend(2 * n)
	written, ends = make([]term.T, n), make([]term.T, n)
	for i := n - 1; i >= 0; i-- {
		c := &o.Layout.Cells[i]
		written[i], ends[i] = term.False, term.False
		v := st.Cells[i]
		if c.Size != 1 || v.Absent() {
			continue
		}
		restW, restE := term.True, term.False
		if i+1 < n && o.Layout.Cells[i+1].Off == c.Off+1 {
			restW, restE = written[i+1], ends[i+1]
		} else if c.Off+1 < o.Size {
			restW = term.False // bytes that are no cells follow
		}
		nul := p.Eq(v.Term, p.BV(8, 0))
		written[i] = p.And(p.Not(v.Uninit), p.Or(nul, restW))
		ends[i] = p.Or(nul, restE)
	}
	return written, ends
}

// LengthOf is the length of the string of the environment that an address is in.
func (b *objects) LengthOf(o *Object, v Value) term.T {
	t := o.Text
	if t.rows == term.None {
		return t.Length
	}
	return b.Dom.ResizeUnsigned(argumentBits, b.PtrBits, b.Pool.Select(t.Length, b.InstOf(v)))
}

// TextSize is the size of that string, with its NUL.
func (b *objects) TextSize(o *Object, v Value) term.T {
	return b.Pool.Add(b.LengthOf(o, v), b.Size(1))
}

// CharAt is the byte of a string of the environment at an address before its NUL.
func (b *terms) CharAt(o *Object, v Value) term.T {
	t, at := o.Text, v.Term
	if t.rows != term.None {
		at = b.Pool.Add(b.Pool.Select(t.rows, b.InstOf(v)), at)
	}
	return b.Pool.Select(t.content, at)
}

// loadText reads a byte of a string of the environment: any but 0 up to the
// length, then the NUL.
func (x *run) loadText(o *Object, v Value, n uint64) Value {
	b, p := x.Sys, x.Sys.Pool
	if n != 1 {
		return x.unknownBytes(n)
	}
	c, length := b.CharAt(o, v), b.LengthOf(o, v)
	x.assume(p.Or(p.Not(p.ULt(v.Term, length)), p.Not(p.Eq(c, p.BV(8, 0)))))
	return number(p.Ite(p.Eq(v.Term, length), p.BV(8, 0), c))
}

// argvModel is the environment of main.
type argvModel struct {
	Argc    term.T // of pointer width
	size    term.T // of argv in bytes
	array   *Object
	strings []*Object // the first ones, if argv is read at known places only
	Others  *Object   // the others, an instance each
	names   term.T    // array from offset in argv to the instance
	Alike   bool      // argv is read in a loop: all are instances
	order   *Object   // a number, by which places in argv are others once words were moved; nil: they never are
}

// LeavesOut tells of the length of a string that is no object of its own.
func (a *argvModel) LeavesOut(v term.T) bool {
	return a != nil && a.Alike && slices.ContainsFunc(a.strings, func(o *Object) bool { return o.Text.Length == v })
}

const (
	maxTexts     = 8                 // texts of library models (engine/libc/assay.h)
	argumentBits = 17                // of a length
	maxArgument  = 1 << argumentBits // bytes of one, with its NUL (Linux, MAX_ARG_STRLEN)
)

// loadVector reads argv: string k for k < argc, null for k = argc.
func (x *run) loadVector(off term.T, n uint64) Value {
	b, p := x.Sys, x.Sys.Pool
	a := b.Argv
	slot := uint64(b.PtrBits / 8)
	k, known := p.Const(off)
	if n != slot {
		x.expose()
	}
	if n != slot || known && k%slot != 0 {
		return x.unknownBytes(n)
	}
	place := b.PlaceIn(x.s, off)
	if _, known := p.Const(place); !known && !a.Alike {
		x.again(func() { a.Alike = true })
		return b.null()
	}
	end := p.Mul(a.Argc, b.Size(slot))
	inside := p.And(p.ULt(off, end), p.Eq(p.URem(off, b.Size(slot)), b.Size(0)))
	return b.choose(inside, b.Argument(place), b.choose(p.Eq(off, end), b.null(), x.somewhere("argv")))
}

// PlaceIn is the place of a string that stands at an offset in argv: the offset, until
// words are moved.
func (b *objects) PlaceIn(s *State, off term.T) term.T {
	if b.Argv.order == nil || s.Obj(b.Argv.order.ID) == nil {
		return off
	}
	return b.Pool.Add(off, s.Obj(b.Argv.order.ID).Cells[0].Term)
}

// reorder has the words of argv stand in any order: none is known any more by its place.
func (x *run) reorder() {
	b, p := x.Sys, x.Sys.Pool
	moved := term.False
	if a := b.Argv; a != nil && a.order != nil {
		v := x.actual(0)
		moved = b.Is(v, a.array.ID)
		st := x.s.own(a.order.ID)
		st.Cells[0] = number(p.Ite(moved, x.fresh(b.PtrBits, "order of argv"), st.Cells[0].Term))
	}
	x.set(number(p.BoolToBV(moved, b.width(x.in.Type))))
}

// Argument is the string of a place in argv (placeIn). Two of those that are
// instances of one object may be one, which stands for no run, and none is left out.
func (b *objects) Argument(place term.T) Value {
	a := b.Argv
	if at, ok := b.Pool.Const(place); ok && !a.Alike {
		if k := at / uint64(b.PtrBits/8); k < uint64(budget.ArgumentStrings.N) {
			return b.Pointer(a.strings[k].ID, 0)
		}
	}
	return b.addressIn(b.IDConst(a.Others.ID), b.Pool.Select(a.names, place), b.Size(0), term.False)
}
