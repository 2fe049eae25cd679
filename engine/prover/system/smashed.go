package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// Smashed memory has no cells of its bytes, but for a few (fields.go), but ghosts that say
// of them: an object that is larger than cells are kept for, and a heap block whose size
// is not a constant, or none of the first ones that its call makes (maxSizes).
//
//	.size     the size of the block, where that is part of the state
//	.written  every byte before this offset is initialised, from the start of its part on
//	.last     the offset of a byte that is 0: of the last one that was written
//	.seen     the offset of a byte that is 0: of the one that was read or written last
//
// Each part of an object has ghosts of its own (parts.go). An offset at or behind the end stands
// for none. The ghosts are written where memory is, and where a byte is read that turns out to
// be 0; the program cannot see them and they restrict nothing but what is read: a byte before
// .written is initialised, that at .last and .seen is 0. What else is read is any value.
//
//	n = strlen(s) + 1; p = malloc(n); memcpy(p, s, n);   // p.written = n, p.seen = n − 1
//
// Two places are kept, for texts behind one that is read (strtok) end at .last, and the
// length that strlen has found is .seen.

// Smashed tells that an object is smashed memory.
func (o *Object) Smashed() bool { return o.Layout != nil && o.Layout.Smashed }

// NoOffset is an offset that is behind the end of every object.
func (b *objects) NoOffset() term.T { return b.Pool.BVNot(b.Size(0)) }

// begin gives a block that was just made its ghosts, if it is smashed memory: of unwritten
// bytes, or of zeros.
func (x *run) begin(o *Object, v Value, size term.T, zero bool) {
	if !o.Smashed() {
		return
	}
	if o.Sized {
		o.scaled(x.Sys.Pool, size)
		o.addExtra(x.Sys, size)
	}
	x.change(o, v, func(st *ObjState) {
		if o.Sized {
			st.Cells[layout.GhostSize] = number(size)
		}
		st.setParts(x.Sys.unwritten(o, size, zero))
	})
	switch some := x.Sys.Pool.Not(x.Sys.Pool.Eq(size, x.Sys.Size(0))); {
	case o.Words == nil:
	case !o.Site:
		if zero { // else they are as they were born
			x.s.own(o.Words.ID).Cells = x.blankWords(o, true)
		}
	case zero:
		x.coverWords(o, v, x.filled(x.Sys.Pool.BV(8, 0), size), some)
	case !o.Plain(): // what a former block has written is no more
		x.coverWords(o, v, x.anything(size), some)
	}
}

// unwritten is what holds of the parts of new memory of a size.
func (b *objects) unwritten(o *Object, size term.T, zero bool) (all []layout.Smash) {
	for _, s := range o.Layout.Parts {
		f := layout.Smash{Size: b.Size(s.To), Head: b.Size(s.From), Written: b.Size(s.From), Last: b.NoOffset(), Seen: b.NoOffset()}
		if s.To == 0 {
			f.Size = size
		}
		if zero {
			f.Written, f.Last = f.Size, b.Pool.Sub(f.Size, b.Size(1))
		}
		if n, ok := b.Pool.Const(f.Size); ok && zero && n > 0 {
			f.Last = b.Size(o.Layout.LastOutside(n))
		}
		all = append(all, f)
	}
	return all
}

// blockSize is the size of the block that v names; any where there is none.
func (x *run) blockSize(o *Object, v Value) term.T {
	st := x.s.Obj(o.ID)
	if st == nil || st.Cells == nil {
		return x.fresh(x.Sys.PtrBits, o.Name+".size")
	}
	return x.Sys.view(o, st, v).Cells[layout.GhostSize].Term
}

// Before tells that n bytes from an offset on lie before an end.
func (b *terms) Before(off, n, end term.T) term.T {
	p := b.Pool
	return p.And(p.ULe(n, end), p.ULe(off, p.Sub(end, n)))
}

// Initialised tells that n bytes from an offset on are.
func (b *terms) Initialised(f layout.Smash, off, n term.T) term.T {
	return b.Pool.And(b.Pool.ULe(f.Head, off), b.Before(off, n, f.Written))
}

// fromSmashed is n bytes of any value, which are known to be initialised where a condition
// holds, and 0 where nul holds if it is one byte. addressed: an address may be among them.
func (x *run) fromSmashed(n uint64, initialised, nul term.T, addressed bool) Value {
	p := x.Sys.Pool
	r := x.unknownBytes(n)
	if !addressed {
		r = Value{Term: r.Term, Uninit: r.Uninit}
	}
	r.Uninit = p.And(r.Uninit, p.Not(initialised))
	if n == 1 {
		r.Term, r.Uninit = p.Ite(nul, p.BV(8, 0), r.Term), p.And(r.Uninit, p.Not(nul))
	}
	return r
}

// loadSmashed reads n bytes from the object, of whose block that v names st is the state,
// and takes note of where one of them is 0.
func (x *run) loadSmashed(o *Object, st *ObjState, v Value, n uint64) Value {
	b, p := x.Sys, x.Sys.Pool
	if k, ok := p.Const(v.Term); ok && o.Layout.InFields(b.Pool, v.Term) == term.True {
		return x.Sys.noAddress(o, x.loadAt(o, st, k, n))
	}
	x.takes(o, x.offsetsIn(v, o.ID), n)
	if n == 1 {
		return x.byteOf(o, st, v)
	}
	r := x.fromSmashed(n, b.initialisedAt(o, st, v.Term, n), term.False, o.addressed)
	return b.noAddress(o, x.wordIn(o, v, n, r))
}

// noAddress is a value that is read from smashed memory: a number as long as nothing has stored
// an address there, so what a program computes of its numbers, and stores again, is no address.
func (b *objects) noAddress(o *Object, v Value) Value {
	if o.addressed || !v.IsPointer() {
		return v
	}
	return Value{Term: b.Offset(v), Uninit: v.Uninit}
}

// byteOf reads a byte of smashed memory, as it was read before if nothing was written since,
// and takes note of where it is 0.
func (x *run) byteOf(o *Object, st *ObjState, v Value) Value {
	b, p := x.Sys, x.Sys.Pool
	r, known := x.readBefore(o, v)
	if !known {
		f := b.smashOf(o, st, v.Term)
		r = x.fromSmashed(1, b.initialisedAt(o, st, v.Term, 1), p.Or(p.Eq(v.Term, f.Last), p.Eq(v.Term, f.Seen)), o.addressed)
		r = x.wordIn(o, v, 1, r)
	}
	x.sees(o, v, v.Term, p.AndN(b.Is(v, o.ID), p.Eq(r.Term, p.BV(8, 0)), p.Not(r.Uninit)))
	if read := x.s.Obj(o.ID).read; !known && !o.ReadOnly {
		read = slices.Clone(read[max(0, len(read)-budget.ReadBytes.N+1):])
		x.s.own(o.ID).read = append(read, readByte{b.InstOf(v), v.Term, r.Term, r.Uninit})
	}
	return r
}

// readBefore is a byte that was read at the same address, since anything was written.
func (x *run) readBefore(o *Object, v Value) (Value, bool) {
	for _, r := range x.s.Obj(o.ID).read {
		if r.inst == x.Sys.InstOf(v) && r.off == v.Term {
			return Value{Term: r.number, Uninit: r.unset}, true
		}
	}
	return Value{}, false
}

// sees takes note of a byte of the object that was read, and is 0 where a condition holds.
func (x *run) sees(o *Object, v Value, at, zero term.T) {
	if zero == term.False || o.ReadOnly || x.tired(o) {
		return
	}
	known := x.s.Obj(o.ID).read
	x.change(o, v, func(st *ObjState) {
		x.Sys.see(o, st, at, zero)
	})
	x.s.Obj(o.ID).read = known // a ghost is no byte
}

// content is what is known of n bytes that are written at once.
type content struct {
	n       term.T // of pointer width, not 0
	written term.T // how many from the first on are initialised, but for
	blind   term.T // these at the start, of which that is not known
	ends    term.T // Bool: one is known to be 0
	nul     term.T // its place among them
	alike   bool   // all are as the one there
	// what is known of a part that is among them, where they are written to an offset; nil: nothing more
	part func(s layout.Span, to uint64) (layout.Smash, bool)
	cell func(*layout.Cell, term.T) Value // what a cell becomes that starts at a place among them
	// what a word of so many bytes becomes that starts there
	word func(uint64, term.T) wordContent
}

// storeSmashed writes n bytes into smashed memory where cond holds.
func (x *run) storeSmashed(o *Object, st *ObjState, v Value, n uint64, w Value, cond term.T) {
	b, p, off := x.Sys, x.Sys.Pool, v.Term
	if i, ok := b.fieldAt(o, off, n); ok {
		x.storeField(o, st, i, w, cond)
		x.storeWords(o, v, n, w, cond)
		return
	}
	if n > 1 {
		o.addScale(n)
		o.scaled(p, off)
	}
	c := content{n: b.Size(n), written: p.Ite(w.Uninit, b.Size(0), b.Size(n)), blind: b.Size(0), ends: term.False, nul: b.Size(n - 1)}
	if !w.IsPointer() && p.Width(w.Term) == int(8*n) {
		c.ends = p.And(p.Not(w.Uninit), p.Eq(p.Extract(w.Term, int(8*(n-1)), 8), p.BV(8, 0)))
	}
	x.mark(o, st, off, c, cond)
	x.storeOver(o, st, v, n, w, cond)
	x.storeWords(o, v, n, w, cond)
}

// cover is what smashed memory is after bytes were written at once where cond holds.
func (x *run) cover(o *Object, st *ObjState, dst Value, c content, cond term.T) {
	x.mark(o, st, dst.Term, c, cond)
	if o.Layout.HasFields() {
		x.overCells(o, st, dst, c)
	}
	x.coverWords(o, dst, c, cond)
}

// mark is what the ghosts are after bytes were written at an offset where cond holds.
func (x *run) mark(o *Object, st *ObjState, off term.T, c content, cond term.T) {
	tired := x.tired(o)
	for i := range o.Layout.Parts {
		x.markPart(o, st, i, off, c, cond, tired)
	}
}

// markPart is mark for one part. tired: there were too many changes to follow where a text ends.
func (x *run) markPart(o *Object, st *ObjState, part int, off term.T, c content, cond term.T, tired bool) {
	b, p, s := x.Sys, x.Sys.Pool, o.Layout.Parts[part]
	old, end, at := b.smash(o, st, part), p.Add(off, c.n), p.Add(off, c.nul)
	none, next, ends := b.NoOffset(), p.ULe(off, old.Written), c.ends
	known := p.Ite(p.Or(p.Eq(c.blind, b.Size(0)), p.ULe(p.Add(off, c.blind), old.Head)), c.written, b.Size(0))
	reached := p.Ite(p.And(p.Eq(known, c.n), p.ULt(end, old.Written)), old.Written, p.Add(off, known))
	if s.From > 0 { // what is written before the part is not its ghosts' business
		reached = p.Ite(p.ULe(end, old.Head), old.Written, p.Ite(p.ULt(reached, old.Head), old.Head, reached))
	}
	if len(o.Layout.Parts) > 1 { // nor what is behind it
		if c.alike {
			at = p.Ite(p.ULt(at, old.Size), at, p.Sub(old.Size, b.Size(1)))
		}
		ends = p.AndN(ends, p.ULt(off, old.Size), p.ULe(old.Head, at), p.ULt(at, old.Size))
	}
	now := layout.Smash{Last: none, Seen: none, Written: p.Ite(next, reached, old.Written)}
	hit := func(z term.T) term.T { return p.ULt(p.Sub(z, off), c.n) }
	switch {
	case !tired:
		now.Last = p.Ite(p.And(ends, p.Or(p.Eq(old.Last, none), p.ULt(old.Last, end))), at, p.Ite(hit(old.Last), none, old.Last))
		now.Seen = p.Ite(ends, at, p.Ite(hit(old.Seen), none, old.Seen))
	case known == c.n && next != term.True:
		now.Written = old.Written
	}
	if k, fixed := p.Const(off); fixed && c.part != nil && k <= s.From && p.ULe(b.Size(s.To), end) == term.True {
		if f, ok := c.part(s, k); ok {
			now = f
		}
	}
	st.setPart(part, layout.Smash{Written: p.Ite(cond, now.Written, old.Written), Last: p.Ite(cond, now.Last, old.Last), Seen: p.Ite(cond, now.Seen, old.Seen)})
}

// tired counts a change of an object's ghosts, and tells that there were too many to
// follow the next.
func (x *run) tired(o *Object) bool {
	if x.seg.smashed == nil {
		x.seg.smashed = map[int]int{}
	}
	x.seg.smashed[o.ID]++
	return x.seg.smashed[o.ID] > budget.SmashedChanges.N
}

// anything is n bytes of which nothing is known.
func (x *run) anything(n term.T) content {
	zero := x.Sys.Size(0)
	return content{n: n, written: zero, blind: zero, ends: term.False, nul: zero, word: x.anyWord,
		cell: func(c *layout.Cell, _ term.T) Value { return x.unknownBytes(c.Size) }}
}

// arbitrary is n bytes that were written, of any values.
func (x *run) arbitrary(n term.T) content {
	c := x.anything(n)
	c.written = n
	c.cell = func(c *layout.Cell, _ term.T) Value {
		if int(8*c.Size) == x.Sys.PtrBits {
			return x.anyAddress("any", term.False)
		}
		return number(x.fresh(int(8*c.Size), "any"))
	}
	return c
}

// contentOf is what is known of n bytes at an admitted address, which go on as they are.
func (x *run) contentOf(v Value, n term.T) content {
	b, p := x.Sys, x.Sys.Pool
	all := x.anything(n)
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst || x.s.Obj(k) == nil {
			continue
		}
		c, is := x.contentIn(b.Objects[k], v, n), b.Is(v, k)
		all.written, all.nul = p.Ite(is, c.written, all.written), p.Ite(is, c.nul, all.nul)
		all.ends, all.blind = p.Ite(is, c.ends, all.ends), p.Ite(is, c.blind, all.blind)
	}
	sources := x.sourcesOf(v)
	addressed := slices.ContainsFunc(sources, func(s origin) bool { return !s.o.Smashed() || s.o.addressed })
	all.word = x.wordsIn(v, sources)
	if len(sources) == 1 && b.Is(v, sources[0].o.ID) == term.True {
		all.part = x.partsIn(sources[0].o, v)
	}
	all.cell = func(c *layout.Cell, at term.T) Value {
		known := p.And(p.ULe(all.blind, at), b.Before(at, b.Size(c.Size), all.written))
		r := x.fromSmashed(c.Size, known, p.And(all.ends, p.Eq(at, all.nul)), addressed)
		return x.fieldAmong(v, sources, c, at, x.wordAmong(c, all.word, at, r))
	}
	return all
}

// partsIn tells of the parts of an object that is copied to the same place in one like it.
func (x *run) partsIn(o *Object, v Value) func(s layout.Span, to uint64) (layout.Smash, bool) {
	from, fixed := x.Sys.Pool.Const(v.Term)
	if !o.Smashed() || o.Sized || !fixed {
		return nil
	}
	st := x.Sys.view(o, x.s.Obj(o.ID), v)
	return func(s layout.Span, to uint64) (layout.Smash, bool) {
		i := slices.Index(o.Layout.Parts, s)
		if i < 0 || from != to {
			return layout.Smash{}, false
		}
		return x.Sys.smash(o, st, i), true
	}
}

// contentIn is contentOf for one object.
func (x *run) contentIn(o *Object, v Value, n term.T) content {
	b, p, off := x.Sys, x.Sys.Pool, v.Term
	c := x.anything(n)
	in := func(z term.T) (at, is term.T) { at = p.Sub(z, off); return at, p.ULt(at, n) }
	switch {
	case o.Text != nil:
		c.written = n
		c.nul, c.ends = in(b.LengthOf(o, v))
	case o.Smashed():
		f := b.SmashAt(x.s, o, v)
		c.blind = p.Ite(p.ULt(off, f.Head), p.Sub(f.Head, off), b.Size(0))
		end := b.writtenFrom(o, b.view(o, x.s.Obj(o.ID), v), off)
		have := p.Sub(end, off)
		c.written = p.Ite(p.ULt(end, off), b.Size(0), p.Ite(p.ULt(have, n), have, n))
		last, isLast := in(f.Last)
		seen, isSeen := in(f.Seen)
		c.nul, c.ends = p.Ite(isLast, last, seen), p.Or(isLast, isSeen)
	case o.Layout != nil:
		st := b.view(o, x.s.Obj(o.ID), v)
		c.written = b.initialised(o, st, off, n)
		c.nul = p.Sub(n, b.Size(1))
		exposing := b.exposing
		z := x.loadCells(o, v.Moved(p.Add(off, c.nul)), 1)
		b.exposing = exposing // no more is read than whether it is 0
		c.ends = p.And(p.Not(z.Uninit), p.Eq(z.Term, p.BV(8, 0)))
	}
	return c
}

// initialised is how many of n bytes from an offset on in an object's cells are
// initialised, from the first on. What lies between cells, as the padding of a
// structure, is not known to be.
func (b *objects) initialised(o *Object, st *ObjState, off, n term.T) term.T {
	p := b.Pool
	b.spend(2 * len(o.Layout.Cells))
	have := n
	unset := func(from, to uint64, u term.T) {
		at := b.Size(from)
		touched := p.AndN(u, p.ULt(off, b.Size(to)), p.ULt(at, p.Add(off, n)))
		have = p.Ite(touched, p.Ite(p.ULt(at, off), b.Size(0), p.Sub(at, off)), have)
	}
	next := o.Size // where the cell behind begins
	for i := len(o.Layout.Cells) - 1; i >= 0; i-- {
		c := &o.Layout.Cells[i]
		if c.Ghost {
			continue
		}
		if end := c.Off + c.Size; end < next {
			unset(end, next, term.True)
		}
		if v := st.Cells[i]; v.Absent() {
			unset(c.Off, c.Off+c.Size, term.True)
		} else if v.Uninit != term.False {
			unset(c.Off, c.Off+c.Size, v.Uninit)
		}
		next = c.Off
	}
	if next > 0 {
		unset(0, next, term.True)
	}
	return have
}

// filled is what is known of n bytes of one value.
func (x *run) filled(byteT, n term.T) content {
	b, p := x.Sys, x.Sys.Pool
	repeated := func(size uint64) Value {
		t := byteT
		for range size - 1 {
			t = p.Concat(byteT, t)
		}
		return number(t)
	}
	return content{n: n, written: n, blind: b.Size(0), ends: p.Eq(byteT, p.BV(8, 0)), nul: p.Sub(n, b.Size(1)), alike: true,
		cell: func(c *layout.Cell, _ term.T) Value { return repeated(c.Size) },
		word: func(size uint64, _ term.T) wordContent { return wordContent{repeated(size), term.False} }}
}

// SmashedGhost tells that a location is a ghost of smashed memory.
func (v *Variable) SmashedGhost() bool {
	return v.Frame < 0 && v.Obj != nil && v.Obj.Smashed() && v.Obj.Layout.Cells[v.Cell].Ghost
}

// ZeroGhost tells that a location is the place of a byte that is 0, which only facts on
// texts are about.
func (v *Variable) ZeroGhost() bool {
	is := func(ghost int) bool { return slices.Contains(v.Obj.Layout.Tells(ghost), v.Cell) }
	return v.SmashedGhost() && (is(layout.GhostLast) || is(layout.GhostSeen))
}
