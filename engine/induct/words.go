package induct

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Words are what folded memory holds at the multiples of one size: of that of an
// address, where the program reads addresses from it, tables of pointers whose size is
// computed, or large (docs/adr/0021); otherwise of that of the numbers that it reads at
// computed offsets (docs/adr/0023). The words of an object, or of all blocks of a
// site, are one array from places to contents; a place is the instance and the number
// of the word together, so that it is another one for each word of each block.
//
//	names = realloc(names, (n + 1) * sizeof *names); names[n++] = strdup(line);
//	order = malloc(n * sizeof *order); for (i = 0; i < n; i++) order[i] = i;
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

// wordSize is how many bytes a word of an object has.
func (o *object) wordSize() uint64 { return o.words.lay.cells[0].size }

// wordShift is how many bits of an offset are inside a word.
func (o *object) wordShift() int { return bits.Len64(o.wordSize()) - 1 }

// followWords gives folded memory its words, or has those that were numbers hold addresses:
// words that hold addresses stay. The construction has to start again.
func (b *builder) followWords(o *object, size uint64) {
	switch {
	case o.words != nil && o.wordSize() == b.pointerSize():
		return
	case o.words == nil:
		w := object{origin: o.origin, name: o.name, of: o, owner: o.owner, glob: o.glob, slot: o.slot}
		if w.origin == memory.Heap {
			w.origin = memory.Static
		}
		o.words = b.newObject(w)
	}
	o.words.lay = &layout{at: map[uint64]int{}, cells: []cell{{size: size, path: "[…]", ghost: true, link: noLink}}}
	o.words.lay.count(1)
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

// hasWords tells that an object is in the state, and its words are followed.
func (s *state) hasWords(o *object) bool { return o != nil && s.obj(o.id) != nil && s.words(o) != nil }

// wishWords has the words of folded memory followed that v may name: an address is
// read there, or a number at a computed offset. Numbers in constants are left, and those in
// heap blocks of constant size: of a compressor's index nothing was proved by them, and the
// bounds of its buffer no more, for they cost too much.
func (x *run) wishWords(v value, size uint64, address bool) {
	b := x.b
	if _, fixed := b.pool.Const(v.t); b.outline != nil || b.certifying || !address && (fixed || size == 1 || size > 8) {
		return
	}
	for _, k := range b.objectsOf(v) {
		o := b.object(k)
		if o == nil || !o.folded() || o.words != nil && (!address || o.wordSize() == size) || x.isField(o, v.t, size) {
			continue
		}
		if address || !o.readOnly && (o.sized || o.origin != memory.Heap) {
			x.again(func() { b.followWords(o, size) })
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

// numeric tells that the words of one object are numbers: what was never written is any,
// and the same whenever it is read.
func (b *builder) numeric(o *object) bool { return !o.site && o.wordSize() != b.pointerSize() }

// bearWords begins the words of an object that is born, or of a site that has none yet:
// nothing was written. Those of globals are 0.
func (x *run) bearWords(o *object) {
	if o.words == nil {
		return
	}
	blank := x.b.blankCell(&o.words.lay.cells[0], wordBits)
	if x.b.numeric(o) && o.origin != memory.Static {
		blank.t = x.wordArray(int(8*o.wordSize()), o.name+" unwritten")
	}
	x.s.put(o.words.id, &objState{owner: x.s.owner, alive: term.True, cells: []value{blank}})
}

// placeOf is that of the word of an object in which an address is, of its block if there
// are many.
func (b *builder) placeOf(o *object, v value) term.T {
	n := o.wordShift()
	nth := b.dom.resizeUnsigned(b.ptrBits-n, nthBits, b.pool.Extract(v.t, n, b.ptrBits-n))
	return b.pool.Concat(b.instOf(v), nth)
}

// ownerOf and startOf are the instance of a place, and the offset of its word.
func (b *builder) ownerOf(place term.T) term.T { return b.pool.Extract(place, nthBits, instBits) }

func (b *builder) startOf(o *object, place term.T) term.T {
	nth := b.dom.resizeUnsigned(nthBits, b.ptrBits, b.pool.Extract(place, 0, nthBits))
	return b.pool.Shl(nth, b.size(uint64(o.wordShift())))
}

// followed tells that the word in which an offset is has a place.
func (b *builder) followed(o *object, off term.T) term.T {
	if nthBits+o.wordShift() >= b.ptrBits {
		return term.True
	}
	return b.pool.ULt(off, b.size(1<<(nthBits+o.wordShift())))
}

// atWord tells that an offset is the start of a word.
func (b *builder) atWord(o *object, off term.T) term.T {
	n := o.wordShift()
	return b.pool.Eq(b.pool.Extract(off, 0, n), b.pool.BV(n, 0))
}

// exactWord is the element of an array of words that an address is the start of; where
// it is not exact, for none with a place starts there, another value.
func (b *builder) exactWord(o *object, words, v, other value) (w value, exact term.T) {
	exact = b.pool.And(b.atWord(o, v.t), b.followed(o, v.t))
	return b.choose(exact, b.cellAt(words, b.placeOf(o, v)), other), exact
}

// storeWord is what becomes of the words when n bytes are written at an address where
// cond holds.
func (x *run) storeWord(o *object, v value, n uint64, w value, cond term.T) {
	b, p := x.b, x.b.pool
	if x.s.words(o) == nil {
		return
	}
	size := o.wordSize()
	if n > size {
		x.coverWords(o, v, x.anything(b.size(n)), cond)
		return
	}
	cell := &x.s.own(o.words.id).cells[0]
	change := func(at value, when term.T, f func(old value) value) {
		if when = p.AndN(cond, when, b.followed(o, at.t)); when != term.False {
			old := b.cellAt(*cell, b.placeOf(o, at))
			*cell = b.putCell(*cell, b.placeOf(o, at), b.choose(when, f(old), old))
		}
	}
	whole := term.False
	if n == size {
		whole = b.atWord(o, v.t)
	}
	w.u = term.False
	change(v, term.True, func(old value) value { return b.choose(whole, w, x.partly(old)) })
	within := p.ZExt(p.Extract(v.t, 0, o.wordShift()), b.ptrBits)
	change(v.moved(p.Add(v.t, b.size(size))), p.ULt(b.size(size-n), within), x.partly)
}

// partly is a word of which some bytes were written.
func (x *run) partly(old value) value {
	b, p := x.b, x.b.pool
	if w := p.Width(old.t); w != b.ptrBits {
		return number(x.fresh(w, "bytes"))
	}
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
func (x *run) anyWord(size uint64, _ term.T) wordContent {
	if size != x.b.pointerSize() {
		return wordContent{number(x.b.pool.BV(int(8*size), 0)), term.True}
	}
	return wordContent{x.b.pointer(idUnknown, 0), term.True}
}

// wordIn is a word that is read from folded memory: r, or what is known better.
func (x *run) wordIn(o *object, v value, n uint64, r value) value {
	words := x.s.words(o)
	if words == nil || n != o.wordSize() {
		return r
	}
	w, _ := x.b.exactWord(o, words.cells[0], v, r)
	if n != x.b.pointerSize() && !x.b.numeric(o) {
		w.t = x.b.pool.Ite(r.u, r.t, w.t)
	}
	w.u = r.u
	return w
}

// wordAmong is a cell that becomes what is at a place among bytes that are copied: r, or
// what is known better of a word.
func (x *run) wordAmong(c *cell, word func(size uint64, at term.T) wordContent, at term.T, r value) value {
	if c.size != x.b.pointerSize() {
		return r
	}
	w := word(c.size, at)
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
	from, size := b.startOf(o, k), b.size(o.wordSize())
	own := p.And(cond, p.Eq(b.ownerOf(k), b.instOf(dst)))
	end := p.Add(dst.t, c.n)
	// Inside the object, so that neither end wraps; a word has bytes in the range if it
	// does not lie before or behind it.
	whole := p.AndN(own, p.ULe(dst.t, from), p.ULe(p.Add(from, size), end))
	part := p.AndN(own, p.Not(whole), p.ULt(dst.t, p.Add(from, size)), p.ULt(from, end))
	pick := func(covered, partly, old term.T) term.T { return p.Ite(whole, covered, p.Ite(part, partly, old)) }
	cell := &x.s.own(o.words.id).cells[0]
	covered, old := c.word(o.wordSize(), p.Sub(from, dst.t)), b.cellAt(*cell, k)
	partly := x.partly(old)
	t, open := pick(covered.t, partly.t, old.t), pick(covered.open, term.True, term.False)
	next := value{t: x.wordArray(int(8*o.wordSize()), o.name+" words"), u: cell.u}
	x.seg.axioms = append(x.seg.axioms, p.Or(open, p.Eq(p.Select(next.t, k), t)))
	if o.wordSize() != b.pointerSize() {
		*cell = next
		return
	}
	id := pick(b.idOf(covered.value), b.idOf(partly), b.idOf(old))
	inst := pick(b.instOf(covered.value), b.instOf(partly), b.instOf(old))
	next.id, next.inst = x.wordArray(idBits, o.name+" objects"), x.wordArray(instBits, o.name+" blocks")
	if was, set := b.pts[next.id], union(b.pts[next.id], b.ids(id)); was == nil || len(was) != len(set) {
		b.point(next.id, set)
	}
	x.seg.axioms = append(x.seg.axioms, p.Eq(p.Select(next.id, k), id), p.Eq(p.Select(next.inst, k), inst))
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
func (x *run) wordsIn(v value, sources []origin) func(size uint64, at term.T) wordContent {
	b := x.b
	return func(size uint64, at term.T) wordContent {
		all := x.anyWord(size, at)
		here := v.moved(b.pool.Add(v.t, at))
		for _, from := range sources {
			is, c := b.is(v, from.o.id), x.wordOf(from, size, here)
			all = wordContent{b.choose(is, c.value, all.value), b.pool.Ite(is, c.open, all.open)}
		}
		return all
	}
}

// wordOf is the content of the word of a size at an address in an object.
func (x *run) wordOf(from origin, size uint64, v value) wordContent {
	b, o := x.b, from.o
	at, fixed := b.pool.Const(v.t)
	any := x.anyWord(size, v.t)
	switch {
	case !from.words.absent() && o.wordSize() == size:
		w, known := b.exactWord(o, from.words, v, any.value)
		if size != b.pointerSize() && !b.numeric(o) { // of a number that was never written the array tells nothing
			known = b.pool.And(known, b.foldOf(o, from.st).initialised(b, v.t, b.size(size)))
		}
		return wordContent{w, b.pool.Not(known)}
	case o.text != nil || o.lay != nil && !o.folded() && !slices.ContainsFunc(from.st.cells, value.isPointer):
		return wordContent{number(x.fresh(int(8*size), "word")), term.True}
	case o.lay != nil && !o.folded() && fixed:
		if w := x.loadAt(o, from.st, at, size); !w.absent() {
			w.u = term.False
			return wordContent{w, term.False}
		}
	}
	return any
}

// maxInitialWords is how many words of an initial image are followed that are not 0.
const maxInitialWords = 256

// initialWords gives the words of a global their initial image.
func (x *run) initialWords(o *object, g *ir.Global) {
	if o.words == nil {
		return
	}
	b, size := x.b, o.wordSize()
	image := map[uint64]value{} // by offset
	for i, c := range g.Init {
		if at := uint64(i) &^ (size - 1); c != 0 {
			if image[at].absent() {
				image[at] = number(b.pool.BV(int(8*size), 0))
			}
			bits := b.pool.BV(int(8*size), uint64(c)<<(8*(uint64(i)-at)))
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
			if size == b.pointerSize() {
				image[at] = x.anyAddress("initial", term.False)
			} else {
				image[at] = number(x.fresh(int(8*size), "initial"))
			}
		}
	}
	cell := &x.s.own(o.words.id).cells[0]
	if len(image) > maxInitialWords {
		if cell.t = x.wordArray(int(8*size), o.name); size == b.pointerSize() {
			cell.id = b.pool.ConstArray(wordBits, b.idConst(idUnknown))
		}
		return
	}
	for _, at := range slices.Sorted(maps.Keys(image)) {
		*cell = b.putCell(*cell, b.placeOf(o, b.pointer(o.id, at)), image[at])
	}
}
