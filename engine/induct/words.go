package induct

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Words are what folded memory holds at the multiples of the size of an address,
// where the program reads addresses from it: tables of pointers whose size is
// computed, or large (docs/adr/0021). The words of an object, or of all blocks of a
// site, are one array from places to contents; a place is the instance and the number
// of the word together, so that it is another one for each word of each block.
//
//	names = realloc(names, (n + 1) * sizeof *names); names[n++] = strdup(line);
//
// The array is in a companion of the object, a state of its own that no address names.
// A word tells what the program has written there as long as it is initialised, which
// .written says (folded.go): what is left of a former block, or was never written,
// is read by nobody who passes the check. Where a part of a word is written, it is any
// number if it was one, and otherwise an address of which nothing is known.
//
// What holds of all words is a term with the variable that stands for any place
// (instantiate.go). So are copies and fills: the array becomes a new one, of which an
// axiom says what its elements are.
const (
	wordBits = instBits + nthBits // of a place
	// nthBits are those of the number of a word in its block: no block is so large that it
	// has more (maxBlock). Who reads behind them reads anything.
	nthBits = 44
)

// wordShift is how many bits of an offset are inside a word.
func (b *builder) wordShift() int { return bits.Len64(b.pointerSize()) - 1 }

// followWords gives folded memory its words, once. The construction has to start again.
func (b *builder) followWords(o *object) {
	if o.words != nil {
		return
	}
	w := object{origin: o.origin, name: o.name, of: o, owner: o.owner, glob: o.glob, slot: o.slot}
	if w.origin == memory.Heap {
		w.origin = memory.Static
	}
	w.lay = &layout{at: map[uint64]int{}, cells: []cell{{size: b.pointerSize(), path: "[…]", ghost: true, link: noLink}}}
	w.lay.count(1)
	o.words = b.newObject(w)
}

// indexed tells that the cells of an object are arrays.
func (o *object) indexed() bool { return o.site || o.of != nil }

// words is what the state knows of an object's words, nil where they are not followed.
func (s *state) words(o *object) *objState {
	if o.words == nil {
		return nil
	}
	return s.obj(o.words.id)
}

// wishWords has the words of folded memory followed that v may name: an address is
// read there.
func (x *run) wishWords(v value) {
	b := x.b
	if b.outline != nil || b.certifying {
		return
	}
	for _, k := range b.objectsOf(v) {
		if o := b.object(k); o != nil && o.folded() && o.words == nil && !x.isField(o, v.t, b.pointerSize()) {
			x.again(func() { b.followWords(o) })
		}
	}
}

// object is the object of a number, nil if it is none.
func (b *builder) object(k int) *object {
	if k < idFirst {
		return nil
	}
	return b.objects[k]
}

// bearWords begins the words of an object that is born, or of a site that has none yet:
// nothing was written.
func (x *run) bearWords(o *object) {
	if o.words == nil {
		return
	}
	blank := x.b.blankCell(&o.words.lay.cells[0], wordBits)
	x.s.put(o.words.id, &objState{owner: x.s.owner, alive: term.True, cells: []value{blank}})
}

// placeOf is that of the word in which an address is, of its block if there are many.
func (b *builder) placeOf(v value) term.T {
	n := b.wordShift()
	nth := b.dom.resizeUnsigned(b.ptrBits-n, nthBits, b.pool.Extract(v.t, n, b.ptrBits-n))
	return b.pool.Concat(b.instOf(v), nth)
}

// ownerOf and startOf are the instance of a place, and the offset of its word.
func (b *builder) ownerOf(place term.T) term.T { return b.pool.Extract(place, nthBits, instBits) }

func (b *builder) startOf(place term.T) term.T {
	nth := b.dom.resizeUnsigned(nthBits, b.ptrBits, b.pool.Extract(place, 0, nthBits))
	return b.pool.Shl(nth, b.size(uint64(b.wordShift())))
}

// followed tells that the word in which an offset is has a place.
func (b *builder) followed(off term.T) term.T {
	if nthBits+b.wordShift() >= b.ptrBits {
		return term.True
	}
	return b.pool.ULt(off, b.size(1<<(nthBits+b.wordShift())))
}

// atWord tells that an offset is the start of a word.
func (b *builder) atWord(off term.T) term.T {
	n := b.wordShift()
	return b.pool.Eq(b.pool.Extract(off, 0, n), b.pool.BV(n, 0))
}

// exactWord is the element of an array of words that an address is the start of; where
// it is not exact, for none with a place starts there, another value.
func (b *builder) exactWord(words, v, other value) (w value, exact term.T) {
	exact = b.pool.And(b.atWord(v.t), b.followed(v.t))
	return b.choose(exact, b.cellAt(words, b.placeOf(v)), other), exact
}

// storeWord is what becomes of the words when n bytes are written at an address where
// cond holds.
func (x *run) storeWord(o *object, v value, n uint64, w value, cond term.T) {
	b, p, size := x.b, x.b.pool, x.b.pointerSize()
	if x.s.words(o) == nil {
		return
	}
	if n > size {
		x.coverWords(o, v, x.anything(b.size(n)), cond)
		return
	}
	cell := &x.s.own(o.words.id).cells[0]
	change := func(at value, when term.T, f func(old value) value) {
		if when = p.AndN(cond, when, b.followed(at.t)); when != term.False {
			old := b.cellAt(*cell, b.placeOf(at))
			*cell = b.putCell(*cell, b.placeOf(at), b.choose(when, f(old), old))
		}
	}
	whole := term.False
	if n == size {
		whole = b.atWord(v.t)
	}
	w.u = term.False
	change(v, term.True, func(old value) value { return b.choose(whole, w, x.partly(old)) })
	within := p.ZExt(p.Extract(v.t, 0, b.wordShift()), b.ptrBits)
	change(v.moved(p.Add(v.t, b.size(size))), p.ULt(b.size(size-n), within), x.partly)
}

// partly is a word of which some bytes were written.
func (x *run) partly(old value) value {
	b, p := x.b, x.b.pool
	id := p.Ite(b.absolute(old), b.idConst(idNumber), b.idConst(idUnknown))
	return b.addressIn(id, term.None, x.fresh(b.ptrBits, "bytes"), term.False)
}

// wordContent is what a word becomes that starts so many bytes behind the first of those
// that are written at once.
type wordContent struct {
	value
	open term.T // Bool: the number or the offset may be any, whatever t says
}

// anyWord is the content of a word of which nothing is known.
func (x *run) anyWord(term.T) wordContent {
	return wordContent{x.b.pointer(idUnknown, 0), term.True}
}

// wordIn is a word that is read from folded memory: r, or what is known better.
func (x *run) wordIn(o *object, v value, n uint64, r value) value {
	words := x.s.words(o)
	if words == nil || n != x.b.pointerSize() {
		return r
	}
	w, _ := x.b.exactWord(words.cells[0], v, r)
	w.u = r.u
	return w
}

// wordAmong is a cell that becomes what is at a place among bytes that are copied: r, or
// what is known better of a word.
func (x *run) wordAmong(c *cell, word func(at term.T) wordContent, at term.T, r value) value {
	if c.size != x.b.pointerSize() {
		return r
	}
	w := word(at)
	if w.open == term.True {
		return r
	}
	w.t, w.u = x.b.pool.Ite(w.open, x.fresh(x.b.ptrBits, "word"), w.t), r.u
	return w.value
}

// coverWords is what becomes of the words when bytes are written from an address on
// where cond holds: their array is replaced by a new one, of which an axiom says what
// the element at any place is.
func (x *run) coverWords(o *object, dst value, c content, cond term.T) {
	if x.s.words(o) == nil || cond == term.False {
		return
	}
	b, p := x.b, x.b.pool
	k := b.skolem(anyWord)
	from, size := b.startOf(k), b.size(b.pointerSize())
	own := p.And(cond, p.Eq(b.ownerOf(k), b.instOf(dst)))
	end := p.Add(dst.t, c.n)
	// Inside the object, so that neither end wraps; a word has bytes in the range if it
	// does not lie before or behind it.
	whole := p.AndN(own, p.ULe(dst.t, from), p.ULe(p.Add(from, size), end))
	part := p.AndN(own, p.Not(whole), p.ULt(dst.t, p.Add(from, size)), p.ULt(from, end))
	pick := func(covered, partly, old term.T) term.T { return p.Ite(whole, covered, p.Ite(part, partly, old)) }
	cell := &x.s.own(o.words.id).cells[0]
	covered, old := c.word(p.Sub(from, dst.t)), b.cellAt(*cell, k)
	partly := x.partly(old)
	id := pick(b.idOf(covered.value), b.idOf(partly), b.idOf(old))
	inst := pick(b.instOf(covered.value), b.instOf(partly), b.instOf(old))
	t, open := pick(covered.t, partly.t, old.t), pick(covered.open, term.True, term.False)
	next := value{id: x.wordArray(idBits, o.name+" objects"), inst: x.wordArray(instBits, o.name+" blocks"), t: x.wordArray(b.ptrBits, o.name+" words"), u: cell.u}
	if was, set := b.pts[next.id], union(b.pts[next.id], b.ids(id)); was == nil || len(was) != len(set) {
		b.point(next.id, set)
	}
	x.seg.axioms = append(x.seg.axioms, p.Eq(p.Select(next.id, k), id), p.Eq(p.Select(next.inst, k), inst),
		p.Or(open, p.Eq(p.Select(next.t, k), t)))
	*cell = next
}

// wordArray makes a variable, an array from places of words.
func (x *run) wordArray(width int, name string) term.T {
	x.nth++
	return x.b.fresh(varKey{x.place, x.n.instr, x.nth, width, wordBits}, name)
}

// origin is an object from which bytes are copied, as it is before the copy.
type origin struct {
	o     *object
	st    *objState // of the block that the address names
	words value     // the array; absent: not followed
}

// sourcesOf are the objects that an admitted address may name. What is written to one of
// them changes no source.
func (x *run) sourcesOf(v value) (all []origin) {
	for _, k := range x.b.objectsOf(v) {
		o := x.b.object(k)
		if o == nil || x.s.obj(k) == nil {
			continue
		}
		st := *x.b.view(o, x.s.obj(k), v)
		st.cells = slices.Clone(st.cells)
		from := origin{o: o, st: &st}
		if words := x.s.words(o); words != nil {
			from.words = words.cells[0]
		}
		all = append(all, from)
	}
	return all
}

// wordsIn is what the words are in bytes at an admitted address that are copied.
func (x *run) wordsIn(v value, sources []origin) func(at term.T) wordContent {
	b := x.b
	return func(at term.T) wordContent {
		all := x.anyWord(at)
		here := v.moved(b.pool.Add(v.t, at))
		for _, from := range sources {
			is, c := b.is(v, from.o.id), x.wordOf(from, here)
			all = wordContent{b.choose(is, c.value, all.value), b.pool.Ite(is, c.open, all.open)}
		}
		return all
	}
}

// wordOf is the content of the word at an address in an object.
func (x *run) wordOf(from origin, v value) wordContent {
	b, o := x.b, from.o
	at, fixed := b.pool.Const(v.t)
	switch {
	case !from.words.absent():
		w, exact := b.exactWord(from.words, v, b.pointer(idUnknown, 0))
		return wordContent{w, b.pool.Not(exact)}
	case o.text != nil || o.lay != nil && !o.folded() && !slices.ContainsFunc(from.st.cells, value.isPointer):
		return wordContent{number(x.fresh(b.ptrBits, "word")), term.True}
	case o.lay != nil && !o.folded() && fixed:
		if w := x.loadAt(o, from.st, at, b.pointerSize()); !w.absent() {
			w.u = term.False
			return wordContent{w, term.False}
		}
	}
	return x.anyWord(v.t)
}

// maxInitialWords is how many words of an initial image are followed that are not 0.
const maxInitialWords = 256

// initialWords gives the words of a global their initial image.
func (x *run) initialWords(o *object, g *ir.Global) {
	if o.words == nil {
		return
	}
	b, size := x.b, x.b.pointerSize()
	image := map[uint64]value{} // by offset
	for i, c := range g.Init {
		if at := uint64(i) &^ (size - 1); c != 0 {
			if image[at].absent() {
				image[at] = number(b.size(0))
			}
			bits := b.pool.BV(b.ptrBits, uint64(c)<<(8*(uint64(i)-at)))
			image[at] = number(b.pool.BVOr(image[at].t, bits))
		}
	}
	for _, r := range g.Relocs {
		k := &b.prog.Consts[r.Value.ConstIndex()]
		if r.Offset%size == 0 && uint64(r.Size) == size && k.Kind != ir.CUndef {
			image[r.Offset] = x.constant(k)
			continue
		}
		for at := r.Offset &^ (size - 1); at < r.Offset+uint64(r.Size); at += size {
			image[at] = x.anyAddress("initial", term.False)
		}
	}
	cell := &x.s.own(o.words.id).cells[0]
	if len(image) > maxInitialWords {
		cell.id, cell.t = b.pool.ConstArray(wordBits, b.idConst(idUnknown)), x.wordArray(b.ptrBits, o.name)
		return
	}
	for _, at := range slices.Sorted(maps.Keys(image)) {
		*cell = b.putCell(*cell, b.placeOf(b.pointer(o.id, at)), image[at])
	}
}
