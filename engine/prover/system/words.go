package system

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Words are what smashed memory holds at the multiples of one size: of that of an
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
// .written says (smashed.go): what is left of a former block, or was never written,
// is read by nobody who passes the check. Where a part of a word is written, it is any
// number if it was one, and otherwise an address of which nothing is known.
//
// What holds of all words is a term with the variable that stands for any place
// (instantiate.go). So are copies and fills: the array becomes a new one, of which an
// axiom says what its elements are.
const (
	WordBits = InstBits + nthBits // of a place
	// nthBits are those of the number of a word in its block: no block is so large that it
	// has more (maxBlock). Who reads behind them reads anything.
	nthBits = 44
)

// WordSize is how many bytes a word of an object has.
func (o *Object) WordSize() uint64 { return o.Words.Layout.Cells[0].Size }

// WordShift is how many bits of an offset are inside a word.
func (o *Object) WordShift() int { return bits.Len64(o.WordSize()) - 1 }

// followWords gives smashed memory its words, or has those that were numbers hold addresses:
// words that hold addresses stay. The construction has to start again.
func (b *objects) followWords(o *Object, size uint64) {
	switch {
	case o.Words != nil && o.WordSize() == b.PointerSize():
		return
	case o.Words == nil:
		w := Object{Origin: o.Origin, Name: o.Name, Of: o, Owner: o.Owner, Global: o.Global, Slot: o.Slot}
		if w.Origin == memory.Heap {
			w.Origin = memory.Static
		}
		o.Words = b.newObject(w)
	}
	o.Words.Layout = &layout{at: map[uint64]int{}, Cells: []cell{{Size: size, Path: "[…]", Ghost: true, Link: NoLink}}}
	o.Words.Layout.count(1)
}

// indexed tells that the cells of an object are arrays.
func (o *Object) indexed() bool { return o.Site || o.Of != nil }

// Words is what the state knows of an object's words, nil where they are not followed.
func (s *State) Words(o *Object) *ObjState {
	if o.Words == nil {
		return nil
	}
	return s.Obj(o.Words.ID)
}

// HasWords tells that an object is in the state, and its words are followed.
func (s *State) HasWords(o *Object) bool { return o != nil && s.Obj(o.ID) != nil && s.Words(o) != nil }

// wishWords has the words of smashed memory followed that v may name: an address is
// read there, or a number at a computed offset. Numbers in constants are left, and those in
// heap blocks of constant size: of a compressor's index nothing was proved by them, and the
// bounds of its buffer no more, for they cost too much.
func (x *run) wishWords(v Value, size uint64, address bool) {
	b := x.Sys
	if _, fixed := b.Pool.Const(v.Term); b.Coarse != nil || b.Certifying || !address && (fixed || size == 1 || size > 8) {
		return
	}
	for _, k := range b.ObjectsOf(v) {
		o := b.Object(k)
		if o == nil || !o.Smashed() || o.Words != nil && (!address || o.WordSize() == size) || x.isField(o, v, size) {
			continue
		}
		if address || !o.ReadOnly && (o.Sized || o.Origin != memory.Heap) {
			x.again(func() { b.followWords(o, size) })
		}
	}
}

// Object is the object of a number, nil if it is none.
func (b *objects) Object(k int) *Object {
	if k < IDFirst {
		return nil
	}
	return b.Objects[k]
}

// Numeric tells that the words of one object are numbers: what was never written is any,
// and the same whenever it is read.
func (b *program) Numeric(o *Object) bool { return !o.Site && o.WordSize() != b.PointerSize() }

// bearWords begins the words of an object that is born, or of a site that has none yet:
// nothing was written. Those of globals are 0.
func (x *run) bearWords(o *Object) {
	if o.Words == nil {
		return
	}
	blank := x.Sys.blankCell(&o.Words.Layout.Cells[0], WordBits)
	if x.Sys.Numeric(o) && o.Origin != memory.Static {
		blank.Term = x.wordArray(int(8*o.WordSize()), o.Name+" unwritten")
	}
	x.s.put(o.Words.ID, &ObjState{owner: x.s.owner, Alive: term.True, Cells: []Value{blank}})
}

// placeOf is that of the word of an object in which an address is, of its block if there
// are many.
func (b *objects) placeOf(o *Object, v Value) term.T {
	n := o.WordShift()
	nth := b.Dom.ResizeUnsigned(b.PtrBits-n, nthBits, b.Pool.Extract(v.Term, n, b.PtrBits-n))
	return b.Pool.Concat(b.InstOf(v), nth)
}

// OwnerOf and startOf are the instance of a place, and the offset of its word.
func (b *terms) OwnerOf(place term.T) term.T { return b.Pool.Extract(place, nthBits, InstBits) }

func (b *objects) StartOf(o *Object, place term.T) term.T {
	nth := b.Dom.ResizeUnsigned(nthBits, b.PtrBits, b.Pool.Extract(place, 0, nthBits))
	return b.Pool.Shl(nth, b.Size(uint64(o.WordShift())))
}

// followed tells that the word in which an offset inside an object is has a place.
func (b *objects) followed(o *Object, off term.T) term.T {
	limit, most := uint64(1)<<min(nthBits+o.WordShift(), b.PtrBits-1), o.Size
	if o.Sized {
		most = b.MaxBlock()
	}
	if nthBits+o.WordShift() >= b.PtrBits || most <= limit && (!o.Sized || o.Origin == memory.Heap) {
		return term.True
	}
	return b.Pool.ULt(off, b.Size(limit))
}

// atWord tells that an offset is the start of a word.
func (b *terms) atWord(o *Object, off term.T) term.T {
	n := o.WordShift()
	return b.Pool.Eq(b.Pool.Extract(off, 0, n), b.Pool.BV(n, 0))
}

// startsWord is atWord for an address, whose offsets may be known to be nothing else.
func (x *run) startsWord(o *Object, v Value) term.T {
	if x.offsetsIn(v, o.ID).MultipleOf(int64(o.WordSize())) {
		return term.True
	}
	return x.Sys.atWord(o, v.Term)
}

// exactWord is the element of an array of words that an address is the start of; where
// it is not exact, for none with a place starts there, another value.
func (x *run) exactWord(o *Object, words, v, other Value) (w Value, exact term.T) {
	b := x.Sys
	exact = b.Pool.And(x.startsWord(o, v), b.followed(o, v.Term))
	return b.choose(exact, b.CellAt(words, b.placeOf(o, v)), other), exact
}

// storeWord is what becomes of the words when n bytes are written at an address where
// cond holds.
func (x *run) storeWord(o *Object, v Value, n uint64, w Value, cond term.T) {
	b, p := x.Sys, x.Sys.Pool
	if x.s.Words(o) == nil {
		return
	}
	size := o.WordSize()
	if n > size {
		x.coverWords(o, v, x.anything(b.Size(n)), cond)
		return
	}
	cell := &x.s.own(o.Words.ID).Cells[0]
	change := func(at Value, when term.T, f func(old Value) Value) {
		if when = p.AndN(cond, when, b.followed(o, at.Term)); when != term.False {
			old := b.CellAt(*cell, b.placeOf(o, at))
			*cell = b.putCell(*cell, b.placeOf(o, at), b.choose(when, f(old), old))
		}
	}
	whole := term.False
	if n == size {
		whole = x.startsWord(o, v)
	}
	w.Uninit = term.False
	change(v, term.True, func(old Value) Value { return b.choose(whole, w, x.partly(old)) })
	if whole == term.True {
		return
	}
	within := p.ZExt(p.Extract(v.Term, 0, o.WordShift()), b.PtrBits)
	change(v.Moved(p.Add(v.Term, b.Size(size))), p.ULt(b.Size(size-n), within), x.partly)
}

// partly is a word of which some bytes were written.
func (x *run) partly(old Value) Value {
	b, p := x.Sys, x.Sys.Pool
	if w := p.Width(old.Term); w != b.PtrBits {
		return number(x.fresh(w, "bytes"))
	}
	id := p.Ite(b.Absolute(old), b.IDConst(IDNumber), b.IDConst(IDUnknown))
	return b.addressIn(id, term.None, x.fresh(b.PtrBits, "bytes"), term.False)
}

// wordContent is what a word becomes that starts so many bytes behind the first of those
// that are written at once.
type wordContent struct {
	Value
	open term.T // Bool: the number or the offset may be any, whatever t says
}

// anyWord is the content of a word of which nothing is known.
func (x *run) anyWord(size uint64, _ term.T) wordContent {
	if size != x.Sys.PointerSize() {
		return wordContent{number(x.Sys.Pool.BV(int(8*size), 0)), term.True}
	}
	return wordContent{x.Sys.Pointer(IDUnknown, 0), term.True}
}

// wordIn is a word that is read from smashed memory: r, or what is known better.
func (x *run) wordIn(o *Object, v Value, n uint64, r Value) Value {
	words := x.s.Words(o)
	if words == nil || n != o.WordSize() {
		return r
	}
	w, _ := x.exactWord(o, words.Cells[0], v, r)
	if n != x.Sys.PointerSize() && !x.Sys.Numeric(o) {
		w.Term = x.Sys.Pool.Ite(r.Uninit, r.Term, w.Term)
	}
	w.Uninit = r.Uninit
	return w
}

// wordAmong is a cell that becomes what is at a place among bytes that are copied: r, or
// what is known better of a word.
func (x *run) wordAmong(c *cell, word func(size uint64, at term.T) wordContent, at term.T, r Value) Value {
	if c.Size != x.Sys.PointerSize() {
		return r
	}
	w := word(c.Size, at)
	if w.open == term.True {
		return r
	}
	w.Term, w.Uninit = x.Sys.Pool.Ite(w.open, x.fresh(x.Sys.PtrBits, "word"), w.Term), r.Uninit
	return w.Value
}

// coverWords is what becomes of the words when bytes are written from an address on
// where cond holds: their array is replaced by a new one, of which an axiom says what
// the element at any place is.
func (x *run) coverWords(o *Object, dst Value, c content, cond term.T) {
	if x.s.Words(o) == nil || cond == term.False {
		return
	}
	b, p := x.Sys, x.Sys.Pool
	k := b.Skolem(AnyWord)
	from, size := b.StartOf(o, k), b.Size(o.WordSize())
	own := p.And(cond, p.Eq(b.OwnerOf(k), b.InstOf(dst)))
	end := p.Add(dst.Term, c.n)
	// Inside the object, so that neither end wraps; a word has bytes in the range if it
	// does not lie before or behind it.
	whole := p.AndN(own, p.ULe(dst.Term, from), p.ULe(p.Add(from, size), end))
	part := p.AndN(own, p.Not(whole), p.ULt(dst.Term, p.Add(from, size)), p.ULt(from, end))
	pick := func(covered, partly, old term.T) term.T { return p.Ite(whole, covered, p.Ite(part, partly, old)) }
	cell := &x.s.own(o.Words.ID).Cells[0]
	covered, old := c.word(o.WordSize(), p.Sub(from, dst.Term)), b.CellAt(*cell, k)
	partly := x.partly(old)
	t, open := pick(covered.Term, partly.Term, old.Term), pick(covered.open, term.True, term.False)
	next := Value{Term: x.wordArray(int(8*o.WordSize()), o.Name+" words"), Uninit: cell.Uninit}
	x.seg.Axioms = append(x.seg.Axioms, p.Or(open, p.Eq(p.Select(next.Term, k), t)))
	if o.WordSize() != b.PointerSize() {
		*cell = next
		return
	}
	id := pick(b.idOf(covered.Value), b.idOf(partly), b.idOf(old))
	inst := pick(b.InstOf(covered.Value), b.InstOf(partly), b.InstOf(old))
	next.ID, next.Inst = x.wordArray(IDBits, o.Name+" objects"), x.wordArray(InstBits, o.Name+" blocks")
	if was, set := b.Pts[next.ID], Union(b.Pts[next.ID], b.IDs(id)); was == nil || len(was) != len(set) {
		b.point(next.ID, set)
	}
	x.seg.Axioms = append(x.seg.Axioms, p.Eq(p.Select(next.ID, k), id), p.Eq(p.Select(next.Inst, k), inst))
	*cell = next
}

// wordArray makes a variable, an array from places of words.
func (x *run) wordArray(width int, name string) term.T {
	x.nth++
	return x.Sys.fresh(VarKey{x.place, x.n.Instr, x.nth, width, WordBits}, name)
}

// origin is an object from which bytes are copied, as it is before the copy.
type origin struct {
	o     *Object
	st    *ObjState // of the block that the address names
	words Value     // the array; absent: not followed
}

// sourcesOf are the objects that an admitted address may name. What is written to one of
// them changes no source.
func (x *run) sourcesOf(v Value) (all []origin) {
	for _, k := range x.Sys.ObjectsOf(v) {
		o := x.Sys.Object(k)
		if o == nil || x.s.Obj(k) == nil {
			continue
		}
		st := *x.Sys.view(o, x.s.Obj(k), v)
		st.Cells = slices.Clone(st.Cells)
		from := origin{o: o, st: &st}
		if words := x.s.Words(o); words != nil {
			from.words = words.Cells[0]
		}
		all = append(all, from)
	}
	return all
}

// wordsIn is what the words are in bytes at an admitted address that are copied.
func (x *run) wordsIn(v Value, sources []origin) func(size uint64, at term.T) wordContent {
	b := x.Sys
	return func(size uint64, at term.T) wordContent {
		all := x.anyWord(size, at)
		here := v.Moved(b.Pool.Add(v.Term, at))
		for _, from := range sources {
			is, c := b.Is(v, from.o.ID), x.wordOf(from, size, here)
			all = wordContent{b.choose(is, c.Value, all.Value), b.Pool.Ite(is, c.open, all.open)}
		}
		return all
	}
}

// wordOf is the content of the word of a size at an address in an object.
func (x *run) wordOf(from origin, size uint64, v Value) wordContent {
	b, o := x.Sys, from.o
	at, fixed := b.Pool.Const(v.Term)
	any := x.anyWord(size, v.Term)
	switch {
	case !from.words.Absent() && o.WordSize() == size:
		w, known := x.exactWord(o, from.words, v, any.Value)
		if size != b.PointerSize() && !b.Numeric(o) { // of a number that was never written the array tells nothing
			known = b.Pool.And(known, b.smashOf(o, from.st).Initialised(b, v.Term, b.Size(size)))
		}
		return wordContent{w, b.Pool.Not(known)}
	case o.Text != nil || o.Layout != nil && !o.Smashed() && !slices.ContainsFunc(from.st.Cells, Value.IsPointer):
		return wordContent{number(x.fresh(int(8*size), "word")), term.True}
	case o.Layout != nil && !o.Smashed() && fixed:
		if w := x.loadAt(o, from.st, at, size); !w.Absent() {
			w.Uninit = term.False
			return wordContent{w, term.False}
		}
	}
	return any
}

// initialWords gives the words of a global their initial image.
func (x *run) initialWords(o *Object, g *ir.Global) {
	if o.Words == nil {
		return
	}
	b, size := x.Sys, o.WordSize()
	image := map[uint64]Value{} // by offset
	for i, c := range g.Init {
		if at := uint64(i) &^ (size - 1); c != 0 {
			if image[at].Absent() {
				image[at] = number(b.Pool.BV(int(8*size), 0))
			}
			bits := b.Pool.BV(int(8*size), uint64(c)<<(8*(uint64(i)-at)))
			image[at] = number(b.Pool.BVOr(image[at].Term, bits))
		}
	}
	for _, r := range g.Relocs {
		k := &b.Prog.Consts[r.Value.ConstIndex()]
		if r.Offset%size == 0 && uint64(r.Size) == size && k.Kind != ir.CUndef {
			image[r.Offset] = x.constant(k)
			continue
		}
		for at := r.Offset &^ (size - 1); at < r.Offset+uint64(r.Size); at += size {
			if size == b.PointerSize() {
				image[at] = x.anyAddress("initial", term.False)
			} else {
				image[at] = number(x.fresh(int(8*size), "initial"))
			}
		}
	}
	cell := &x.s.own(o.Words.ID).Cells[0]
	if len(image) > budget.InitialWords.N {
		if cell.Term = x.wordArray(int(8*size), o.Name); size == b.PointerSize() {
			cell.ID = b.Pool.ConstArray(WordBits, b.IDConst(IDUnknown))
		}
		return
	}
	for _, at := range slices.Sorted(maps.Keys(image)) {
		*cell = b.putCell(*cell, b.placeOf(o, b.Pointer(o.ID, at)), image[at])
	}
}
