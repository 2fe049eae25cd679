package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Folded memory has no cells of its bytes, but for a few (fields.go), but ghosts that say
// of them: an object that is larger than cells are kept for, and a heap block whose size
// is not a constant, or none of the first ones that its call makes (maxSizes).
//
//	.size     the size of the block, where that is part of the state
//	.written  every byte before this offset is initialised, from the end of its leading fields on
//	.last     the offset of a byte that is 0: of the last one that was written
//	.seen     the offset of a byte that is 0: of the one that was read or written last
//
// An offset at or behind the end stands for none. The ghosts are written where memory
// is, and where a byte is read that turns out to be 0; the program cannot see them and
// they restrict nothing but what is read: a byte before .written is initialised, that
// at .last and .seen is 0. What else is read is any value.
//
//	n = strlen(s) + 1; p = malloc(n); memcpy(p, s, n);   // p.written = n, p.seen = n − 1
//
// Two places are kept, for texts behind one that is read (strtok) end at .last, and the
// length that strlen has found is .seen.

// The ghosts of folded memory, in the order of their cells.
const (
	ghostWritten = iota
	ghostLast
	ghostSeen
	ghostSize // where the size is part of the state
	foldedGhosts
)

// noLink is the link of a ghost that is no rank.
const noLink = -1

// foldedLayout is the layout of folded memory with some fields; sized: its size is part
// of its state.
func foldedLayout(ptrSize uint64, sized bool, fields []cell) *layout {
	l := &layout{at: map[uint64]int{}, folded: true}
	names := [foldedGhosts]string{".written", ".last", ".seen", ".size"}
	for i, name := range names {
		if i != ghostSize || sized {
			l.cells = append(l.cells, cell{off: ghostOffset + uint64(i), size: ptrSize, group: i, path: name, ghost: true, link: noLink})
		}
	}
	l.addFields(fields)
	return l
}

// folded tells that an object is folded memory.
func (o *object) folded() bool { return o.lay != nil && o.lay.folded }

// fold is what the ghosts of one object or block say, and where what they say begins. All
// are offsets of pointer width.
type fold struct{ size, head, written, last, seen term.T }

// foldOf reads the ghosts from the state of an object, or a view of one block. Where one
// is not known on every path, they say nothing.
func (b *builder) foldOf(o *object, st *objState) fold {
	none, head := b.noOffset(), b.size(o.lay.head)
	if slices.ContainsFunc(st.cells[:o.lay.ghosts()], value.absent) {
		return fold{size: none, head: head, written: head, last: none, seen: none}
	}
	f := fold{size: b.size(o.size), head: head, written: st.cells[ghostWritten].t,
		last: b.noField(o, st.cells[ghostLast].t), seen: b.noField(o, st.cells[ghostSeen].t)}
	if o.sized {
		f.size = st.cells[ghostSize].t
	}
	return f
}

// foldAt reads the ghosts of the object, or of the block of it that v names.
func (b *builder) foldAt(s *state, o *object, v value) fold {
	return b.foldOf(o, b.view(o, s.obj(o.id), v))
}

// set writes the ghosts but for the size.
func (f fold) set(st *objState) {
	st.cells[ghostWritten], st.cells[ghostLast], st.cells[ghostSeen] = number(f.written), number(f.last), number(f.seen)
}

// noOffset is an offset that is behind the end of every object.
func (b *builder) noOffset() term.T { return b.pool.BVNot(b.size(0)) }

// begin gives a block that was just made its ghosts, if it is folded memory: of unwritten
// bytes, or of zeros.
func (x *run) begin(o *object, v value, size term.T, zero bool) {
	if !o.folded() {
		return
	}
	if o.sized {
		o.scaled(x.b.pool, size)
		o.addExtra(x.b, size)
	}
	x.change(o, v, func(st *objState) {
		if o.sized {
			st.cells[ghostSize] = number(size)
		}
		x.b.unwritten(o, size, zero).set(st)
	})
	switch {
	case !zero || o.words == nil:
	case x.b.numeric(o):
		x.s.own(o.words.id).cells[0] = x.b.blankCell(&o.words.lay.cells[0], wordBits)
	case o.site:
		x.coverWords(o, v, x.filled(x.b.pool.BV(8, 0), size), x.b.pool.Not(x.b.pool.Eq(size, x.b.size(0))))
	}
}

// unwritten is what holds of new memory of a size.
func (b *builder) unwritten(o *object, size term.T, zero bool) fold {
	f := fold{size: size, written: b.size(o.lay.head), last: b.noOffset(), seen: b.noOffset()}
	if zero {
		f.written, f.last = size, b.pool.Sub(size, b.size(1))
	}
	if n, ok := b.pool.Const(size); ok && zero && n > 0 {
		f.last = b.size(o.lay.lastOutside(n))
	}
	return f
}

// blockSize is the size of the block that v names; any where there is none.
func (x *run) blockSize(o *object, v value) term.T {
	st := x.s.obj(o.id)
	if st == nil || st.cells == nil {
		return x.fresh(x.b.ptrBits, o.name+".size")
	}
	return x.b.view(o, st, v).cells[ghostSize].t
}

// before tells that n bytes from an offset on lie before an end.
func (b *builder) before(off, n, end term.T) term.T {
	p := b.pool
	return p.And(p.ULe(n, end), p.ULe(off, p.Sub(end, n)))
}

// initialised tells that n bytes from an offset on are.
func (f fold) initialised(b *builder, off, n term.T) term.T {
	return b.pool.And(b.pool.ULe(f.head, off), b.before(off, n, f.written))
}

// unfolded is n bytes of any value, which are known to be initialised where a condition
// holds, and 0 where nul holds if it is one byte.
func (x *run) unfolded(n uint64, initialised, nul term.T) value {
	p := x.b.pool
	r := x.unknownBytes(n)
	r.u = p.And(r.u, p.Not(initialised))
	if n == 1 {
		r.t, r.u = p.Ite(nul, p.BV(8, 0), r.t), p.And(r.u, p.Not(nul))
	}
	return r
}

// loadFolded reads n bytes from the object, of whose block that v names st is the state,
// and takes note of where one of them is 0.
func (x *run) loadFolded(o *object, st *objState, v value, n uint64) value {
	b, p := x.b, x.b.pool
	if k, ok := p.Const(v.t); ok && b.inFields(o, v.t) == term.True {
		return x.loadAt(o, st, k, n)
	}
	f := b.foldOf(o, st)
	r := x.unfolded(n, f.initialised(b, v.t, b.size(n)), p.Or(p.Eq(v.t, f.last), p.Eq(v.t, f.seen)))
	if n > 1 {
		return x.wordIn(o, v, n, r)
	}
	if found := p.AndN(b.is(v, o.id), p.Eq(r.t, p.BV(8, 0)), p.Not(r.u)); found != term.False && !o.readOnly && !x.tired(o) {
		x.change(o, v, func(st *objState) { st.cells[ghostSeen] = number(p.Ite(found, v.t, f.seen)) })
	}
	return r
}

// content is what is known of n bytes that are written at once.
type content struct {
	n       term.T                    // of pointer width, not 0
	written term.T                    // how many from the first on are initialised, but for
	blind   term.T                    // these at the start, of which that is not known
	ends    term.T                    // Bool: one is known to be 0
	nul     term.T                    // its place among them
	cell    func(*cell, term.T) value // what a cell becomes that starts at a place among them
	// what a word of so many bytes becomes that starts there
	word func(uint64, term.T) wordContent
}

// storeFolded writes n bytes into folded memory where cond holds.
func (x *run) storeFolded(o *object, st *objState, v value, n uint64, w value, cond term.T) {
	b, p, off := x.b, x.b.pool, v.t
	if i, ok := b.fieldAt(o, off, n); ok {
		x.storeField(o, st, i, w, cond)
		x.storeWord(o, v, n, w, cond)
		return
	}
	if n > 1 {
		o.addScale(n)
		o.scaled(p, off)
	}
	c := content{n: b.size(n), written: p.Ite(w.u, b.size(0), b.size(n)), blind: b.size(0), ends: term.False, nul: b.size(n - 1)}
	if !w.isPointer() && p.Width(w.t) == int(8*n) {
		c.ends = p.And(p.Not(w.u), p.Eq(p.Extract(w.t, int(8*(n-1)), 8), p.BV(8, 0)))
	}
	x.mark(o, st, off, c, cond)
	x.storeOver(o, st, off, n, w, cond)
	x.storeWord(o, v, n, w, cond)
}

// cover is what folded memory is after bytes were written at once where cond holds.
func (x *run) cover(o *object, st *objState, dst value, c content, cond term.T) {
	x.mark(o, st, dst.t, c, cond)
	if len(o.lay.spans) > 0 {
		x.overCells(o, st, dst, c)
	}
	x.coverWords(o, dst, c, cond)
}

// mark is what the ghosts are after bytes were written at an offset where cond holds.
func (x *run) mark(o *object, st *objState, off term.T, c content, cond term.T) {
	b, p := x.b, x.b.pool
	old, end, at := b.foldOf(o, st), p.Add(off, c.n), p.Add(off, c.nul)
	none, next := b.noOffset(), p.ULe(off, old.written)
	known := p.Ite(p.Or(p.Eq(c.blind, b.size(0)), p.ULe(p.Add(off, c.blind), old.head)), c.written, b.size(0))
	reached := p.Ite(p.And(p.Eq(known, c.n), p.ULt(end, old.written)), old.written, p.Add(off, known))
	if o.lay.head > 0 { // what is written to the leading fields is not this ghost's business
		reached = p.Ite(p.ULe(end, old.head), old.written, p.Ite(p.ULt(reached, old.head), old.head, reached))
	}
	now := fold{last: none, seen: none, written: p.Ite(next, reached, old.written)}
	hit := func(z term.T) term.T { return p.ULt(p.Sub(z, off), c.n) }
	switch {
	case !x.tired(o):
		now.last = p.Ite(p.And(c.ends, p.Or(p.Eq(old.last, none), p.ULt(old.last, end))), at, p.Ite(hit(old.last), none, old.last))
		now.seen = p.Ite(c.ends, at, p.Ite(hit(old.seen), none, old.seen))
	case known == c.n && next != term.True:
		now.written = old.written
	}
	fold{written: p.Ite(cond, now.written, old.written), last: p.Ite(cond, now.last, old.last), seen: p.Ite(cond, now.seen, old.seen)}.set(st)
}

// maxFoldChanges is how many reads and writes of one object's bytes in a segment its
// ghosts follow: each makes their terms larger.
const maxFoldChanges = 60

// tired counts a change of an object's ghosts, and tells that there were too many to
// follow the next.
func (x *run) tired(o *object) bool {
	if x.seg.folded == nil {
		x.seg.folded = map[int]int{}
	}
	x.seg.folded[o.id]++
	return x.seg.folded[o.id] > maxFoldChanges
}

// anything is n bytes of which nothing is known.
func (x *run) anything(n term.T) content {
	zero := x.b.size(0)
	return content{n: n, written: zero, blind: zero, ends: term.False, nul: zero, word: x.anyWord,
		cell: func(c *cell, _ term.T) value { return x.unknownBytes(c.size) }}
}

// arbitrary is n bytes that were written, of any values.
func (x *run) arbitrary(n term.T) content {
	c := x.anything(n)
	c.written = n
	c.cell = func(c *cell, _ term.T) value {
		if int(8*c.size) == x.b.ptrBits {
			return x.anyAddress("any", term.False)
		}
		return number(x.fresh(int(8*c.size), "any"))
	}
	return c
}

// contentOf is what is known of n bytes at an admitted address, which go on as they are.
func (x *run) contentOf(v value, n term.T) content {
	b, p := x.b, x.b.pool
	all := x.anything(n)
	for _, k := range b.objectsOf(v) {
		if k < idFirst || x.s.obj(k) == nil {
			continue
		}
		c, is := x.contentIn(b.objects[k], v, n), b.is(v, k)
		all.written, all.nul = p.Ite(is, c.written, all.written), p.Ite(is, c.nul, all.nul)
		all.ends, all.blind = p.Ite(is, c.ends, all.ends), p.Ite(is, c.blind, all.blind)
	}
	sources := x.sourcesOf(v)
	all.word = x.wordsIn(v, sources)
	all.cell = func(c *cell, at term.T) value {
		known := p.And(p.ULe(all.blind, at), b.before(at, b.size(c.size), all.written))
		r := x.unfolded(c.size, known, p.And(all.ends, p.Eq(at, all.nul)))
		return x.fieldAmong(v, sources, c, at, x.wordAmong(c, all.word, at, r))
	}
	return all
}

// contentIn is contentOf for one object.
func (x *run) contentIn(o *object, v value, n term.T) content {
	b, p, off := x.b, x.b.pool, v.t
	c := x.anything(n)
	in := func(z term.T) (at, is term.T) { at = p.Sub(z, off); return at, p.ULt(at, n) }
	switch {
	case o.text != nil:
		c.written = n
		c.nul, c.ends = in(b.lengthOf(o, v))
	case o.folded():
		f := b.foldAt(x.s, o, v)
		c.blind = p.Ite(p.ULt(off, f.head), p.Sub(f.head, off), b.size(0))
		have := p.Sub(f.written, off)
		c.written = p.Ite(p.ULt(f.written, off), b.size(0), p.Ite(p.ULt(have, n), have, n))
		last, isLast := in(f.last)
		seen, isSeen := in(f.seen)
		c.nul, c.ends = p.Ite(isLast, last, seen), p.Or(isLast, isSeen)
	case o.lay != nil:
		st := b.view(o, x.s.obj(o.id), v)
		c.written = b.initialised(o, st, off, n)
		c.nul = p.Sub(n, b.size(1))
		z := x.loadCells(o, v.moved(p.Add(off, c.nul)), 1)
		c.ends = p.And(p.Not(z.u), p.Eq(z.t, p.BV(8, 0)))
	}
	return c
}

// initialised is how many of n bytes from an offset on in an object's cells are
// initialised, from the first on. What lies between cells, as the padding of a
// structure, is not known to be.
func (b *builder) initialised(o *object, st *objState, off, n term.T) term.T {
	p := b.pool
	b.spend(2 * len(o.lay.cells))
	have := n
	unset := func(from, to uint64, u term.T) {
		at := b.size(from)
		touched := p.AndN(u, p.ULt(off, b.size(to)), p.ULt(at, p.Add(off, n)))
		have = p.Ite(touched, p.Ite(p.ULt(at, off), b.size(0), p.Sub(at, off)), have)
	}
	next := o.size // where the cell behind begins
	for i := len(o.lay.cells) - 1; i >= 0; i-- {
		c := &o.lay.cells[i]
		if c.ghost {
			continue
		}
		if end := c.off + c.size; end < next {
			unset(end, next, term.True)
		}
		if v := st.cells[i]; v.absent() {
			unset(c.off, c.off+c.size, term.True)
		} else if v.u != term.False {
			unset(c.off, c.off+c.size, v.u)
		}
		next = c.off
	}
	if next > 0 {
		unset(0, next, term.True)
	}
	return have
}

// filled is what is known of n bytes of one value.
func (x *run) filled(byteT, n term.T) content {
	b, p := x.b, x.b.pool
	repeated := func(size uint64) value {
		t := byteT
		for range size - 1 {
			t = p.Concat(byteT, t)
		}
		return number(t)
	}
	return content{n: n, written: n, blind: b.size(0), ends: p.Eq(byteT, p.BV(8, 0)), nul: p.Sub(n, b.size(1)),
		cell: func(c *cell, _ term.T) value { return repeated(c.size) },
		word: func(size uint64, _ term.T) wordContent { return wordContent{repeated(size), term.False} }}
}

// foldedGhost tells that a location is a ghost of folded memory.
func (v *variable) foldedGhost() bool {
	return v.frame < 0 && v.obj != nil && v.obj.folded() && v.obj.lay.cells[v.cell].ghost
}

// zeroGhost tells that a location is the place of a byte that is 0, which only facts on
// texts are about.
func (v *variable) zeroGhost() bool {
	return v.foldedGhost() && (v.cell == ghostLast || v.cell == ghostSeen)
}

// text is stringIn for folded memory.
func (f fold) text(p *term.Pool, off term.T) (written, ends term.T) {
	at := func(z term.T) term.T { return p.And(p.ULe(off, z), p.ULt(z, f.size)) }
	last, seen := at(f.last), at(f.seen)
	written = p.OrN(p.ULe(f.size, f.written), p.And(last, p.ULt(f.last, f.written)), p.And(seen, p.ULt(f.seen, f.written)))
	return p.And(p.ULe(f.head, off), written), p.Or(last, seen)
}
