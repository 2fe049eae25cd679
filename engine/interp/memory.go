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

// size is the size of an object as a term over the state before the step. A
// known one is part of what a match preserves, and is demanded where the object
// is made.
func (b *backward) size(o memory.ObjID) term.T {
	if obj := b.state.Mem.Get(o); obj.SizeT == term.None {
		return b.pool.BV(b.ptrBits, obj.Size)
	}
	return b.voc.Size(o)
}

// accessed demands that an access went where it went: through an address in
// the object recorded, inside of it unless the path condition took that for
// granted. With exact set also at that very offset.
func (b *backward) accessed(ptr ir.Operand, at exec.Note, exact bool) {
	if at.Obj == 0 {
		b.fail("an access through no object")
		return
	}
	b.points(ptr, at.Obj)
	p := b.pool
	off := b.offset(ptr)
	if exact && at.Off == term.None {
		b.require(p.Eq(off, p.BV(b.ptrBits, at.K)))
	}
	if at.N > 0 && !b.refined(op.OutOfBounds) {
		n, size := p.BV(b.ptrBits, at.N), b.size(at.Obj)
		b.require(p.And(p.ULe(n, size), p.ULe(off, p.Sub(size, n))))
	}
}

// exactly makes a note of a symbolic access one at the only offset left, if
// the offsets were told apart.
func (b *backward) exactly(at exec.Note, ptr ir.Operand) exec.Note {
	for _, d := range b.decisions {
		if d.Kind != exec.DecidedOffset {
			continue
		}
		if !d.Split {
			b.require(b.same(b.offsetIn(ptr, d.Offsets), d.Holds))
		}
		if d.Holds && len(d.Offsets) == 1 {
			at.Off, at.K = term.None, d.Offsets[0]
		}
	}
	return at
}

// offsetIn tells that the offset of an operand is one of several.
func (b *backward) offsetIn(ptr ir.Operand, offsets []uint64) term.T {
	c := term.False
	for _, k := range offsets {
		c = b.pool.Or(c, b.pool.Eq(b.offset(ptr), b.pool.BV(b.ptrBits, k)))
	}
	return c
}

// window is where a symbolic access lies; ok is false if it was told apart.
func (b *backward) window() (w memory.Window, ok bool) {
	for _, n := range b.notes {
		if n.Kind == exec.Over {
			w = n.Window()
			ok = w.Stride != 0
		}
	}
	return w, ok
}

// within demands that the offset lies in the window of the record.
func (b *backward) within(ptr ir.Operand, w memory.Window) {
	p := b.pool
	off := b.offset(ptr)
	rel := p.Sub(off, p.BV(b.ptrBits, w.Lo))
	b.require(p.ULe(rel, p.BV(b.ptrBits, w.Hi-w.Lo)))
	if w.Stride > 1 {
		b.require(p.Eq(p.BVAnd(rel, p.BV(b.ptrBits, w.Stride-1)), p.BV(b.ptrBits, 0)))
	}
}

func load(b *backward, in *ir.Instr) {
	ptr := in.Args[0]
	at, ok := b.note(exec.At)
	if !ok {
		b.fail("a load without record")
		return
	}
	to := b.register(in.Dst)
	fresh, open := b.note(exec.Fresh)
	if !b.demanded(to) && len(b.elements(to)) == 0 {
		b.accessed(ptr, at, false)
		return
	}
	at = b.exactly(at, ptr)
	ty := &b.Machine.Prog.Types[in.Type]
	switch {
	case at.Obj == b.Machine.Argv() && at.Obj != 0:
		b.fail("a string of the command line")
	case open && in.Flags&ir.Volatile != 0:
		b.define(in, b.bits(in.Type), func() term.T { return fresh.Off })
	case at.Off != term.None:
		b.loadOver(in, ptr)
	case ty.Kind == ir.Struct || ty.Kind == ir.Array:
		b.loadElements(in, ty, at)
	case ty.Kind == ir.Vector:
		b.fail("a vector")
	default:
		b.loadScalar(to, pred.Place{Obj: at.Obj, At: at.K, N: int32(ty.Store)}, in.Type, in.Flags)
	}
	b.accessed(ptr, at, true)
}

// loadScalar carries the demands on a register over to the bytes that it was
// loaded from.
func (b *backward) loadScalar(to, cell pred.Place, t ir.TypeID, fl ir.Flags) {
	w := b.bits(t)
	whole := 8 * int(cell.N)
	if v := b.voc.Number(to, w); b.psi.Mentions(v) {
		b.psi.Substitute(v, b.dom.Trunc(whole, w, b.boolean(b.cell(cell), whole, fl)))
	}
	b.move(to, cell)
}

// cell is the number in a place of an object.
func (b *backward) cell(p pred.Place) term.T {
	if x, ok := b.Machine.Unchanging(p.Obj, p.At, int(p.N)); ok {
		return b.pool.BV(8*int(p.N), x)
	}
	return b.voc.Number(p, 8*int(p.N))
}

// boolean is the byte of a _Bool as a load sees it: one above 1 is any bool.
func (b *backward) boolean(cell term.T, w int, fl ir.Flags) term.T {
	if fl&ir.Bool == 0 || w != 8 {
		return cell
	}
	bad := b.pool.ULt(b.pool.BV(8, 1), cell)
	if any, ok := b.note(exec.Fresh); ok {
		return b.pool.Ite(bad, b.pool.BoolToBV(any.Off, 8), cell)
	}
	b.require(b.pool.Not(bad))
	return cell
}

func (b *backward) loadElements(in *ir.Instr, ty *ir.Type, at exec.Note) {
	for _, p := range b.elements(b.register(in.Dst)) {
		off, t, ok := b.element(ty, int(p.Elem)-1)
		if !ok {
			b.fail("an element of a nested aggregate")
			return
		}
		n := b.Machine.Prog.Types[t].Store
		b.loadScalar(p, pred.Place{Obj: at.Obj, At: at.K + off, N: int32(n)}, t, in.Flags)
	}
}

// element is the place and type of a scalar element of an aggregate.
func (b *backward) element(ty *ir.Type, i int) (off uint64, t ir.TypeID, ok bool) {
	t = ty.Elem
	if ty.Kind == ir.Struct {
		off, t = ty.Fields[i].Offset, ty.Fields[i].Type
	} else {
		off = uint64(i) * b.Machine.Prog.Types[t].Size
	}
	switch b.Machine.Prog.Types[t].Kind {
	case ir.Int, ir.Ptr, ir.Float:
		return off, t, true
	}
	return 0, 0, false
}

// loadOver is a load of a number through a symbolic offset: the selection
// among the cells that it may have met.
func (b *backward) loadOver(in *ir.Instr, ptr ir.Operand) {
	w, ok := b.window()
	at, _ := b.note(exec.At)
	ty := &b.Machine.Prog.Types[in.Type]
	if !ok || w.Count() > uint64(budget.AccessWindow.N) || ty.Kind != ir.Int {
		b.fail("a load through an unknown offset")
		return
	}
	n := int(ty.Store)
	b.define(in, ty.Bits, func() term.T {
		t := term.None
		for k := w.Count(); k > 0; k-- {
			pos := w.Lo + (k-1)*w.Stride
			cell := b.dom.Trunc(8*n, ty.Bits, b.boolean(b.cell(pred.Place{Obj: at.Obj, At: pos, N: int32(n)}), 8*n, in.Flags))
			if t == term.None {
				t = cell
			} else {
				t = b.pool.Ite(b.pool.Eq(b.offset(ptr), b.pool.BV(b.ptrBits, pos)), cell, t)
			}
		}
		return t
	})
	b.within(ptr, w)
}

func store(b *backward, in *ir.Instr) {
	val, ptr := in.Args[0], in.Args[1]
	at, ok := b.note(exec.At)
	if !ok {
		b.fail("a store without record")
		return
	}
	at = b.exactly(at, ptr)
	switch {
	case !b.psi.Heap():
		b.accessed(ptr, at, false)
		return
	case at.Off != term.None:
		b.storeOver(in, val, ptr, at)
		b.accessed(ptr, at, false)
		return
	}
	b.raw = in.Flags&ir.RawCopy != 0 || b.mayBeRaw(val)
	touched := b.storeValue(at.Obj, at.K, in.Type, val)
	b.raw = false
	b.accessed(ptr, at, touched)
	if !touched {
		b.misses(ptr, at)
	}
}

// mayBeRaw tells whether an operand may be a copy of bytes as they lie, written
// or not: whatever was not computed or loaded as a value in this function.
func (b *backward) mayBeRaw(o ir.Operand) bool {
	if o.IsConst() {
		_, defined := b.Machine.Constant(o)
		return !defined
	}
	in := b.definition(ir.Reg(o))
	if in == nil { // a parameter, or a phi
		return true
	}
	switch in.Op {
	case ir.Call, ir.Select, ir.ExtractValue, ir.InsertValue, ir.Mov, ir.Freeze, ir.Bitcast, ir.PtrToInt, ir.IntToPtr:
		return true
	case ir.Load:
		return in.Flags&ir.RawCopy != 0
	}
	return false
}

// misses demands that an access to the same object stays away from the cells
// of it that matter.
func (b *backward) misses(ptr ir.Operand, at exec.Note) {
	p := b.pool
	for _, c := range b.psi.Cells(at.Obj) {
		off := b.offset(ptr)
		end := p.Add(off, p.BV(b.ptrBits, at.N))
		b.require(p.Or(p.ULe(end, p.BV(b.ptrBits, c.At)), p.ULe(p.BV(b.ptrBits, c.At+uint64(c.N)), off)))
	}
}

// storeValue undoes a store of an operand of type t at a known place, and
// tells whether anything there was demanded.
func (b *backward) storeValue(o memory.ObjID, k uint64, t ir.TypeID, val ir.Operand) bool {
	ty := &b.Machine.Prog.Types[t]
	switch ty.Kind {
	case ir.Struct, ir.Array:
		n := uint64(len(ty.Fields))
		if ty.Kind == ir.Array {
			n = ty.Len
		}
		touched := false
		for i := range int(n) {
			off, et, ok := b.element(ty, i)
			if !ok || val.IsConst() {
				b.fail("a store of a nested aggregate")
				return true
			}
			from := b.register(ir.Reg(val))
			from.Elem = int32(i) + 1
			touched = b.overwrite(o, k+off, int(b.Machine.Prog.Types[et].Store), func(p pred.Place) { b.move(p, from) },
				func(w int) term.T { return b.voc.Number(from, b.bits(et)) }, b.bits(et)) || touched
		}
		return touched
	case ir.Vector:
		b.fail("a vector")
		return true
	}
	return b.overwrite(o, k, int(ty.Store), func(p pred.Place) { b.assign(p, val) },
		func(w int) term.T { return b.number(val, w) }, b.bits(t))
}

// overwrite undoes a write of n bytes of an object: what was demanded of the
// cell of that place and size goes to exact, what overlaps it otherwise is cut
// into bytes of the number of width w.
func (b *backward) overwrite(o memory.ObjID, k uint64, n int, exact func(pred.Place), number func(w int) term.T, w int) bool {
	touched := false
	for _, c := range b.psi.Cells(o) {
		if c.At+uint64(c.N) <= k || k+uint64(n) <= c.At {
			continue
		}
		touched = true
		for _, v := range b.voc.At(c) {
			if l, _ := b.voc.Loc(v); l.Role == pred.Written && b.psi.Mentions(v) {
				if b.raw { // unwritten bytes move as they are
					b.fail("a copy of bytes through a register")
				}
				b.psi.Substitute(v, b.writtenOutside(c, k, n))
			}
		}
		if c.At == k && int(c.N) == n && w == 8*n {
			exact(c)
			continue
		}
		v := b.voc.Number(c, 8*int(c.N))
		if b.psi.Mentions(v) {
			b.psi.Substitute(v, b.patched(c, k, n, b.dom.ZExt(w, 8*n, number(w))))
		}
		b.nothingElse(c)
	}
	return touched
}

// writtenOutside is the claim that the bytes of a cell were written, less
// those that a write of n bytes at k covers.
func (b *backward) writtenOutside(c pred.Place, k uint64, n int) term.T {
	t := term.True
	for i := range uint64(c.N) {
		if at := c.At + i; at < k || at >= k+uint64(n) {
			t = b.pool.And(t, b.voc.Written(pred.Place{Obj: c.Obj, At: at, N: 1}))
		}
	}
	return t
}

// patched is the number in a cell after n bytes at k were overwritten by v.
func (b *backward) patched(c pred.Place, k uint64, n int, v term.T) term.T {
	p := b.pool
	t := term.None
	for i := int(c.N) - 1; i >= 0; i-- {
		at := c.At + uint64(i)
		x := b.voc.Number(pred.Place{Obj: c.Obj, At: at, N: 1}, 8)
		if at >= k && at < k+uint64(n) {
			x = p.Extract(v, 8*int(at-k), 8)
		}
		if t == term.None {
			t = x
		} else {
			t = p.Concat(t, x)
		}
	}
	return t
}

// storeOver undoes a store of a number through a symbolic offset.
func (b *backward) storeOver(in *ir.Instr, val, ptr ir.Operand, at exec.Note) {
	w, ok := b.window()
	ty := &b.Machine.Prog.Types[in.Type]
	n := ty.Store
	if !ok || w.Count() > uint64(budget.AccessWindow.N) || ty.Kind != ir.Int || ty.Bits != int(8*n) || w.Stride < n {
		b.fail("a store through an unknown offset")
		return
	}
	p := b.pool
	for _, c := range b.psi.Cells(at.Obj) {
		switch {
		case c.At+uint64(c.N) <= w.Lo || w.Hi+n <= c.At:
		case uint64(c.N) == n && c.At >= w.Lo && (c.At-w.Lo)%w.Stride == 0:
			here := p.Eq(b.offset(ptr), p.BV(b.ptrBits, c.At))
			v := b.voc.Number(c, 8*int(n))
			if b.psi.Mentions(v) {
				b.psi.Substitute(v, p.Ite(here, b.number(val, ty.Bits), v))
			}
			if x := b.voc.Written(c); b.psi.Mentions(x) {
				b.psi.Substitute(x, p.Or(here, x))
			}
			if _, held := b.psi.Holder(c); held {
				b.fail("a store over addresses at an unknown offset")
			}
		default:
			b.fail("a store through an unknown offset over other cells")
		}
	}
	b.within(ptr, w)
}

func gep(b *backward, in *ir.Instr) {
	to := b.register(in.Dst)
	if !b.demanded(to) {
		return
	}
	if b.Machine.Prog.Types[in.Type].Kind != ir.Ptr {
		b.fail("a vector")
		return
	}
	if o, ok := b.psi.Holder(to); ok {
		b.psi.Release(to)
		b.points(in.Args[0], o)
	}
	if v := b.voc.Offset(to); b.psi.Mentions(v) {
		b.psi.Substitute(v, b.sum(in))
	}
	b.nothingElse(to)
}

// sum is the offset that a GEP computes.
func (b *backward) sum(in *ir.Instr) term.T {
	p, w := b.pool, b.ptrBits
	off := p.Add(b.offset(in.Args[0]), p.BV(w, uint64(in.Gep.Const)))
	for i := range in.Gep.Terms {
		t := &in.Gep.Terms[i]
		x := b.dom.Resize(int(t.Bits), w, b.number(in.Args[t.Arg], int(t.Bits)))
		off = p.Add(off, p.Mul(x, p.BV(w, uint64(t.Scale))))
	}
	return off
}

func alloca(b *backward, in *ir.Instr) {
	n, ok := b.note(exec.Made)
	if !ok {
		b.fail("an object without record")
		return
	}
	size := b.pool.BV(b.ptrBits, b.Machine.Prog.Types[in.Type].Size)
	if len(in.Args) > 0 {
		w := b.widthOf(in.Args[0])
		size = b.pool.Mul(b.dom.ResizeUnsigned(w, b.ptrBits, b.number(in.Args[0], w)), size)
	}
	b.sized(n.Obj, size)
	b.defineAddress(in, n.Obj, func() term.T { return b.pool.BV(b.ptrBits, 0) })
	b.born(n.Obj, false, size)
}

// sized demands that an object gets the size which was taken for granted where
// it is used: see size.
func (b *backward) sized(o memory.ObjID, size term.T) {
	if obj := b.state.Mem.Get(o); obj.SizeT == term.None {
		b.require(b.pool.Eq(size, b.pool.BV(b.ptrBits, obj.Size)))
	}
}

// born takes away what is demanded of an object that did not exist before: its
// bytes are zero, or arbitrary and unwritten; its address was nowhere.
func (b *backward) born(o memory.ObjID, zero bool, size term.T) {
	b.blank(o, zero)
	b.psi.Substitute(b.voc.Size(o), size)
	b.nowhere(o)
}

// blank makes the demands on the bytes of an object demands on zeros, or on
// arbitrary bytes.
func (b *backward) blank(o memory.ObjID, zero bool) {
	for _, c := range b.psi.Cells(o) {
		if zero {
			b.assignValue(c, memory.Const(0))
			continue
		}
		if v := b.voc.Written(c); b.psi.Mentions(v) {
			b.psi.Substitute(v, term.False)
		}
		if v := b.voc.Number(c, 8*int(c.N)); b.psi.Mentions(v) {
			b.psi.Substitute(v, b.pool.Var(8*int(c.N), "unwritten"))
		}
		b.nothingElse(c)
	}
}

// nowhere checks that no place is demanded to hold an object's address.
func (b *backward) nowhere(o memory.ObjID) {
	b.psi.Holders(func(_ pred.Place, x memory.ObjID) {
		if x == o {
			b.fail("the address of an object before it was made")
		}
	})
}

// lifetimeStart gives a variable a fresh object; its slot holds the address.
func lifetimeStart(b *backward, in *ir.Instr) {
	n, ok := b.note(exec.Made)
	if !ok {
		b.fail("a lifetime without record")
		return
	}
	slot := ir.Reg(int32(n.K))
	if slot < 0 {
		b.fail("a lifetime without variable")
		return
	}
	def := b.definition(slot)
	if def == nil || def.Op != ir.Alloca || len(def.Args) > 0 {
		b.fail("a lifetime of an array of variable length")
		return
	}
	p := b.register(slot)
	b.addressAt(p, n.Obj, func() term.T { return b.pool.BV(b.ptrBits, 0) })
	b.born(n.Obj, false, b.pool.BV(b.ptrBits, b.Machine.Prog.Types[def.Type].Size))
}

// definition is the instruction that sets a register, nil if none does.
func (b *backward) definition(r ir.Reg) *ir.Instr {
	defs, ok := b.defs[b.fn.ID]
	if !ok {
		defs = make([]*ir.Instr, b.fn.NumRegs)
		for _, blk := range b.fn.Blocks {
			for i := range blk.Instrs {
				if d := blk.Instrs[i].Dst; d != ir.NoReg {
					defs[d] = &blk.Instrs[i]
				}
			}
		}
		b.defs[b.fn.ID] = defs
	}
	return defs[r]
}

// lifetimeEnd ends the life of the object that the operand leads to: which one
// that is matters as soon as any object does.
func lifetimeEnd(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	if !ok {
		b.fail("a lifetime without record")
		return
	}
	if b.psi.Heap() || b.holdsAny() {
		b.points(in.Args[0], at.Obj)
	}
}

func (b *backward) holdsAny() bool {
	any := false
	b.psi.Holders(func(pred.Place, memory.ObjID) { any = true })
	return any
}

func memCopy(b *backward, in *ir.Instr) {
	b.copyBetween(in.Args[0], in.Args[1], in.Args[2])
}

// copyBetween undoes a copy of a known number of bytes.
func (b *backward) copyBetween(dst, src, n ir.Operand) {
	w := b.widthOf(n)
	count := b.dom.ResizeUnsigned(w, b.ptrBits, b.number(n, w))
	c, ok := b.note(exec.Copied)
	b.require(b.pool.Eq(count, b.pool.BV(b.ptrBits, c.N)))
	if !ok { // nothing was moved
		return
	}
	b.copyCells(c)
	b.accessed(src, exec.Note{Obj: c.Obj2, K: c.K2, N: c.N}, true)
	b.accessed(dst, exec.Note{Obj: c.Obj, K: c.K, N: c.N}, true)
}

// copyCells undoes the move of bytes as they lie.
func (b *backward) copyCells(c exec.Note) {
	type pair struct{ to, from pred.Place }
	var pairs []pair
	for _, p := range b.psi.Cells(c.Obj) {
		end := p.At + uint64(p.N)
		switch {
		case end <= c.K || c.K+c.N <= p.At:
		case c.K <= p.At && end <= c.K+c.N:
			q := p
			q.Obj, q.At = c.Obj2, c.K2+(p.At-c.K)
			pairs = append(pairs, pair{p, q})
		default:
			b.fail("a copy over a part of a value")
			return
		}
	}
	for i := range pairs { // all at once: the ranges may overlap
		tmp := pred.Place{Depth: b.depth(), Reg: -int32(i) - 2}
		b.move(pairs[i].to, tmp)
	}
	for i := range pairs {
		b.move(pred.Place{Depth: b.depth(), Reg: -int32(i) - 2}, pairs[i].from)
	}
}

func memSet(b *backward, in *ir.Instr) { b.fillWith(in.Args[0], in.Args[1], 8, in.Args[2]) }

// fillWith undoes memset of a known number of bytes; the byte is the low part
// of an operand of width w.
func (b *backward) fillWith(dst, x ir.Operand, w int, n ir.Operand) {
	nw := b.widthOf(n)
	f, ok := b.note(exec.Filled)
	b.require(b.pool.Eq(b.dom.ResizeUnsigned(nw, b.ptrBits, b.number(n, nw)), b.pool.BV(b.ptrBits, f.N)))
	if !ok {
		return
	}
	for _, c := range b.psi.Cells(f.Obj) {
		end := c.At + uint64(c.N)
		if end <= f.K || f.K+f.N <= c.At {
			continue
		}
		if c.At < f.K || f.K+f.N < end {
			b.fail("a fill over a part of a value")
			return
		}
		if v, ok := b.knownByte(x); ok && v == 0 {
			b.assignValue(c, memory.Const(0))
			continue
		}
		byteOf := b.dom.Trunc(w, 8, b.number(x, w))
		whole := byteOf
		for range c.N - 1 {
			whole = b.pool.Concat(whole, byteOf)
		}
		if v := b.voc.Number(c, 8*int(c.N)); b.psi.Mentions(v) {
			b.psi.Substitute(v, whole)
		}
		if v := b.voc.Written(c); b.psi.Mentions(v) {
			b.psi.Substitute(v, term.True)
		}
		b.nothingElse(c)
	}
	b.accessed(dst, exec.Note{Obj: f.Obj, K: f.K, N: f.N}, true)
}

func (b *backward) knownByte(o ir.Operand) (uint64, bool) {
	if !o.IsConst() {
		return 0, false
	}
	v, ok := b.Machine.Constant(o)
	return v.Bits & 0xff, ok && v.IsInt()
}

// vaStart undoes the filling of a va_list.
func vaStart(b *backward, in *ir.Instr) {
	at, ok := b.note(exec.At)
	list, told := b.note(exec.Pointers)
	if !ok || !told || at.Off != term.None {
		b.fail("va_start without record")
		return
	}
	put := func(k uint64, n int, v memory.Value) {
		b.overwrite(at.Obj, at.K+k, n, func(p pred.Place) { b.assignValue(p, v) },
			func(w int) term.T {
				if v.Obj != 0 {
					b.fail("an address is used as a number")
				}
				return b.pool.BV(w, v.Bits)
			}, 8*n)
	}
	if b.ptrBits == 32 {
		put(0, 4, memory.Pointer(list.Obj, 0))
	} else {
		put(0, 4, memory.Const(list.K))
		put(4, 4, memory.Const(list.K2))
		put(8, 8, memory.Pointer(list.Obj, 0))
		put(16, 8, memory.Pointer(list.Obj2, 0))
	}
	b.accessed(in.Args[0], at, true)
}

func vaCopy(b *backward, in *ir.Instr) {
	c, ok := b.note(exec.Copied)
	if !ok {
		b.fail("va_copy without record")
		return
	}
	b.copyCells(c)
	b.accessed(in.Args[1], exec.Note{Obj: c.Obj2, K: c.K2, N: c.N}, true)
	b.accessed(in.Args[0], exec.Note{Obj: c.Obj, K: c.K, N: c.N}, true)
}
