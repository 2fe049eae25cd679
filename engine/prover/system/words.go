package system

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// Words are what smashed memory holds at regular places: a table (docs/adr/0021, 0023), or
// one of records (docs/adr/0032). A record has so many bytes, and *columns*: parts of it that
// the program reads, each at one offset. A table of pointers or of numbers has records of one
// column that is all of them.
//
//	names = realloc(names, (n + 1) * sizeof *names); names[n++] = strdup(line);
//	order = malloc(n * sizeof *order); for (i = 0; i < n; i++) order[i] = i;
//	struct { char name[16]; int age; } people[100]; people[n].age = 7;   // a column at 16 of 20
//
// A column of an object, or of all blocks of a site, is one array from places to contents; a
// place is the instance and the number of the record together, so that it is another one for
// each record of each block. An access is to a column if its offset is known to be that of one,
// modulo the size of a record (offsets.go): no column is changed by what is written to another.
//
// The arrays are in a companion of the object, a state of its own that no address names.
// A word tells what the program has written there as long as it is initialised, which
// .written says (smashed.go), or, of records, whose fields are written in any order, the column
// itself. What is left of a former block, or was never written, is read by nobody who passes
// the check. Where a part of a word is written, it is any number if it was one, and otherwise
// an address of which nothing is known.
//
// What holds of all words is a term with the variable that stands for any place
// (instantiate.go). So are copies and fills: the array becomes a new one, of which an
// axiom says what its elements are.
const (
	WordBits = InstBits + nthBits // of a place
	// nthBits are those of the number of a record in its block: no block is so large that it
	// has more of a word's size (MaxBlock). Who reads behind them reads anything.
	nthBits = 44
)

// Object is the object of a number, nil if it is none.
func (b *objects) Object(k int) *Object {
	if k < IDFirst {
		return nil
	}
	return b.Objects[k]
}

// bearWords begins the words of an object that is born, or of a site that has none yet:
// nothing was written. Those of globals are 0.
func (x *run) bearWords(o *Object) {
	if o.Words == nil {
		return
	}
	x.s.put(o.Words.ID, &ObjState{owner: x.s.owner, Alive: term.True, Cells: x.blankWords(o, o.Origin == memory.Static)})
}

// blankWords are the words of an object before anything is written there but zeros, if at all.
func (x *run) blankWords(o *Object, zero bool) []Value {
	cells := make([]Value, len(o.Columns()))
	for i := range cells {
		c := &o.Columns()[i]
		cells[i] = x.Sys.blankCell(c, WordBits)
		switch {
		case !o.Plain():
			cells[i].Uninit = x.Sys.Pool.ConstArray(WordBits, x.Sys.bit(x.Sys.Pool.Bool(!zero)))
		case !zero && x.Sys.Numeric(o):
			cells[i].Term = x.wordArray(int(8*c.Size), o.Name+" unwritten")
		}
	}
	return cells
}

// placeOf is that of the record of an object, of its block if there are many, in which an address
// is so many bytes behind a column.
func (b *System) placeOf(o *Object, c *layout.Cell, v Value, behind uint64) term.T {
	n := b.PtrBits - o.recordShift()
	lowest := min(n, nthBits)
	if !o.Sized {
		lowest = min(lowest, max(1, bits.Len64(o.Size/o.Record))) // the number of any record in it has no more
	}
	nth := b.Quotient(b.Pool.Sub(v.Term, b.Size(c.Off+behind)), o.Record, lowest)
	return b.Pool.Concat(b.InstOf(v), b.Dom.ResizeUnsigned(n, nthBits, nth))
}

// placeAround is the place of the record in which an address is anywhere, of a power of two bytes.
func (b *objects) placeAround(o *Object, c *layout.Cell, v Value) term.T {
	n := o.recordShift()
	nth := b.Pool.Extract(b.Pool.Sub(v.Term, b.Size(c.Off)), n, b.PtrBits-n)
	return b.Pool.Concat(b.InstOf(v), b.Dom.ResizeUnsigned(b.PtrBits-n, nthBits, nth))
}

// OwnerOf is the instance of a place, NthOf the number of its record, of pointer width, and
// StartOf the offset of that.
func (b *terms) OwnerOf(place term.T) term.T { return b.Pool.Extract(place, nthBits, InstBits) }

func (b *objects) NthOf(place term.T) term.T {
	return b.Dom.ResizeUnsigned(nthBits, b.PtrBits, b.Pool.Extract(place, 0, nthBits))
}

func (b *objects) StartOf(o *Object, place term.T) term.T {
	return b.Pool.Mul(b.NthOf(place), b.Size(o.Record))
}

// ColumnFrom is the place of the first cell of column i that starts where an address is or
// behind it; false where that is not known.
func (b *System) ColumnFrom(o *Object, i int, v Value) (place term.T, ok bool) {
	at, c := b.strider(term.True).in(b.idOf(v), v.Term, o.ID), &o.Columns()[i]
	if at.None() || at.Step%int64(o.Record) != 0 {
		return term.None, false
	}
	next := modulo(int64(c.Off)-at.First, o.Record)
	return b.placeOf(o, c, v.Moved(b.Pool.Add(v.Term, b.Size(next))), 0), true
}

// followed tells that the word in which an offset inside an object is has a place.
func (b *objects) followed(o *Object, off term.T) term.T {
	limit, most := uint64(1)<<min(nthBits+o.recordShift(), b.PtrBits-1), o.Size
	if o.Sized {
		most = b.MaxBlock()
	}
	if nthBits+o.recordShift() >= b.PtrBits || most <= limit && (!o.Sized || o.Origin == memory.Heap) {
		return term.True
	}
	return b.Pool.ULt(off, b.Size(limit))
}

// modulo is the remainder of a number that may be negative.
func modulo(n int64, by uint64) uint64 { return uint64((n%int64(by) + int64(by)) % int64(by)) }

// behind is how far an offset of an object is behind the start of the last cell of a column, less
// than the size of a record: a constant where strides tell, its low bits where they do; None: it
// is not known.
func (x *run) behind(o *Object, c *layout.Cell, v Value) term.T {
	b, p := x.Sys, x.Sys.Pool
	at := x.offsetsIn(v, o.ID)
	switch {
	case !at.None() && at.Step%int64(o.Record) == 0:
		return b.Size(modulo(at.First-int64(c.Off), o.Record))
	case o.Record == 1<<o.recordShift():
		low := p.Extract(p.Sub(v.Term, b.Size(c.Off)), 0, o.recordShift())
		return p.ZExt(low, b.PtrBits)
	}
	return term.None
}

// exactWord is the element of column i that an address is the start of; where
// it is not exact, for none with a place starts there, another value.
func (x *run) exactWord(o *Object, i int, column, v, other Value) (w Value, exact term.T) {
	b, c := x.Sys, &o.Columns()[i]
	behind := x.behind(o, c, v)
	if behind == term.None {
		return other, term.False
	}
	exact = b.Pool.And(b.Pool.Eq(behind, b.Size(0)), b.followed(o, v.Term))
	return b.choose(exact, b.CellAt(column, b.placeOf(o, c, v, 0)), other), exact
}

// storeWords is what becomes of the words when n bytes are written at an address where
// cond holds.
func (x *run) storeWords(o *Object, v Value, n uint64, w Value, cond term.T) {
	if x.s.Words(o) == nil {
		return
	}
	for i := range o.Columns() {
		behind := x.behind(o, &o.Columns()[i], v)
		if n > o.Record || behind == term.None {
			x.coverColumn(o, i, v, x.anything(x.Sys.Size(n)), cond)
		} else {
			x.storeColumn(o, i, v, behind, n, w, cond)
		}
	}
}

// storeColumn is storeWords for column i, of which the address is so far behind a cell.
func (x *run) storeColumn(o *Object, i int, v Value, behind term.T, n uint64, w Value, cond term.T) {
	b, p, c := x.Sys, x.Sys.Pool, &o.Columns()[i]
	known, fixed := p.Const(behind)
	column := &x.s.own(o.Words.ID).Cells[i]
	change := func(at Value, when term.T, f func(old Value) Value) {
		if when = p.AndN(cond, when, b.followed(o, at.Term)); when != term.False {
			place := b.placeAround(o, c, at)
			if fixed {
				place = b.placeOf(o, c, at, known)
			}
			old := b.CellAt(*column, place)
			*column = b.putCell(*column, place, b.choose(when, f(old), old))
		}
	}
	whole := term.False
	if n == c.Size {
		whole = p.Eq(behind, b.Size(0))
	}
	if o.Plain() {
		w.Uninit = term.False
	}
	change(v, p.ULt(behind, b.Size(c.Size)), func(old Value) Value { return b.choose(whole, w, x.partly(o, old)) })
	change(v.Moved(p.Add(v.Term, b.Size(o.Record))), p.ULt(b.Size(o.Record-n), behind), func(old Value) Value { return x.partly(o, old) })
}

// partly is a word of which some bytes were written.
func (x *run) partly(o *Object, old Value) Value {
	b, p := x.Sys, x.Sys.Pool
	unset := term.False
	if !o.Plain() {
		unset = x.fresh(1, "bytes unset")
	}
	if w := p.Width(old.Term); w != b.PtrBits {
		return Value{Term: x.fresh(w, "bytes"), Uninit: unset}
	}
	id := p.Ite(b.Absolute(old), b.IDConst(IDNumber), b.IDConst(IDUnknown))
	return b.addressIn(id, term.None, x.fresh(b.PtrBits, "bytes"), unset)
}

// wordContent is what a word becomes that starts so many bytes behind the first of those
// that are written at once: a value, which is initialised if it says so.
type wordContent struct {
	Value
	open term.T // Bool: the number or the offset may be any, whatever the value says
}

// anyWord is the content of a word of which nothing is known.
func (x *run) anyWord(size uint64, _ term.T) wordContent {
	if size != x.Sys.PointerSize() {
		return wordContent{Value{Term: x.Sys.Pool.BV(int(8*size), 0), Uninit: term.True}, term.True}
	}
	any := x.Sys.Pointer(IDUnknown, 0)
	any.Uninit = term.True
	return wordContent{any, term.True}
}

// wordIn is a word that is read from smashed memory: r, or what is known better.
func (x *run) wordIn(o *Object, v Value, n uint64, r Value) Value {
	words := x.s.Words(o)
	if words == nil {
		return r
	}
	unknown := r
	for i := range o.Columns() {
		if n != o.Columns()[i].Size {
			continue
		}
		w, exact := x.exactWord(o, i, words.Cells[i], v, unknown)
		unset := unknown.Uninit
		if !o.Plain() {
			unset = x.Sys.Pool.And(unset, w.Uninit)
		}
		if n != x.Sys.PointerSize() && !x.Sys.Numeric(o) {
			w.Term = x.Sys.Pool.Ite(unset, unknown.Term, w.Term)
		}
		w.Uninit = unset
		r = x.Sys.choose(exact, w, r)
	}
	return r
}

// wordAmong is a cell that becomes what is at a place among bytes that are copied: r, or
// what is known better of a word.
func (x *run) wordAmong(c *layout.Cell, word func(size uint64, at term.T) wordContent, at term.T, r Value) Value {
	w := word(c.Size, at)
	if w.open == term.True {
		return r
	}
	unset := x.Sys.Pool.And(r.Uninit, w.Uninit)
	w.Term, w.Uninit = x.Sys.Pool.Ite(w.open, x.fresh(int(8*c.Size), "word"), w.Term), unset
	return w.Value
}

// coverWords is what becomes of the words when bytes are written from an address on
// where cond holds: their arrays are replaced by new ones, of which axioms say what
// the element at any place is.
func (x *run) coverWords(o *Object, dst Value, c content, cond term.T) {
	if x.s.Words(o) == nil || cond == term.False {
		return
	}
	for i := range o.Columns() {
		if !x.besides(o, &o.Columns()[i], dst, c.n) && !x.coverCells(o, i, dst, c, cond) {
			x.coverColumn(o, i, dst, c, cond)
		}
	}
}

// besides tells that bytes from an address on, however many, stay between two cells of a column:
// a name that is copied into a record, beside the link of the next.
func (x *run) besides(o *Object, col *layout.Cell, dst Value, n term.T) bool {
	behind, known := x.Sys.Pool.Const(x.behind(o, col, dst))
	return known && behind >= col.Size && sums.Between(1, 0, int64(o.Record-behind)).Includes(x.Sys.strider(x.s.Guard).numbers.Of(n))
}

// coverCells is coverWords for column i where a few of its cells, at known places, have bytes
// among those that are written, as when a record is assigned. It reports false elsewhere.
func (x *run) coverCells(o *Object, i int, dst Value, c content, cond term.T) bool {
	b, p, col := x.Sys, x.Sys.Pool, &o.Columns()[i]
	behind := x.behind(o, col, dst)
	d, known := p.Const(behind)
	n, fixed := p.Const(c.n)
	if behind == term.None || !known || !fixed || n > o.Record*uint64(budget.CopiedRecords.N) {
		return false
	}
	if 0 < d && d < col.Size { // the rest of one that begins before
		x.storeColumn(o, i, dst, behind, min(n, col.Size-d), Value{}, cond)
	}
	for at := (o.Record - d) % o.Record; at < n; at += o.Record {
		w, size := Value{}, min(col.Size, n-at)
		if size == col.Size {
			w = c.cell(col, b.Size(at))
		}
		x.storeColumn(o, i, dst.Moved(p.Add(dst.Term, b.Size(at))), b.Size(0), size, w, cond)
	}
	return true
}

// coverColumn is coverWords for column i.
func (x *run) coverColumn(o *Object, i int, dst Value, c content, cond term.T) {
	b, p, col := x.Sys, x.Sys.Pool, &o.Columns()[i]
	k := b.Skolem(AnyWord)
	from, size := p.Add(b.StartOf(o, k), b.Size(col.Off)), b.Size(col.Size)
	own := p.And(cond, p.Eq(b.OwnerOf(k), b.InstOf(dst)))
	end := p.Add(dst.Term, c.n)
	// Inside the object, so that neither end wraps; a word has bytes in the range if it
	// does not lie before or behind it.
	whole := p.AndN(own, p.ULe(dst.Term, from), p.ULe(p.Add(from, size), end))
	part := p.AndN(own, p.Not(whole), p.ULt(dst.Term, p.Add(from, size)), p.ULt(from, end))
	pick := func(covered, partly, old term.T) term.T { return p.Ite(whole, covered, p.Ite(part, partly, old)) }
	cell := &x.s.own(o.Words.ID).Cells[i]
	at := p.Sub(from, dst.Term)
	covered, old := c.word(col.Size, at), b.CellAt(*cell, k)
	partly := x.partly(o, old)
	t, open := pick(covered.Term, partly.Term, old.Term), pick(covered.open, term.True, term.False)
	next := Value{Term: x.wordArray(int(8*col.Size), o.Name+" words"), Uninit: cell.Uninit}
	x.seg.Axioms = append(x.seg.Axioms, p.Or(open, p.Eq(p.Select(next.Term, k), t)))
	if !o.Plain() {
		next.Uninit = x.wordArray(1, o.Name+" unset")
		known := p.And(p.ULe(c.blind, at), b.Before(at, size, c.written))
		open := pick(p.And(covered.Uninit, p.Not(known)), term.True, term.False)
		x.seg.Axioms = append(x.seg.Axioms, p.Or(open, p.Eq(b.isSet(p.Select(next.Uninit, k)), p.And(p.Not(whole), old.Uninit))))
	}
	if col.Size != b.PointerSize() {
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
	words []Value   // the columns; nil: not followed
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
			from.words = slices.Clone(words.Cells)
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
	case from.words != nil:
		return x.wordOfColumns(from, size, v, any)
	case o.Text != nil || o.Layout != nil && !o.Smashed() && !slices.ContainsFunc(from.st.Cells, Value.IsPointer):
		return wordContent{Value{Term: x.fresh(int(8*size), "word"), Uninit: term.True}, term.True}
	case o.Layout != nil && !o.Smashed() && fixed:
		if w := x.loadAt(o, from.st, at, size); !w.Absent() {
			return wordContent{w, term.False}
		}
	}
	return any
}

// wordOfColumns is wordOf for an object with words.
func (x *run) wordOfColumns(from origin, size uint64, v Value, all wordContent) wordContent {
	b, o := x.Sys, from.o
	for i := range o.Columns() {
		if o.Columns()[i].Size != size {
			continue
		}
		w, known := x.exactWord(o, i, from.words[i], v, all.Value)
		switch {
		case !o.Plain():
			if size != b.PointerSize() {
				known = b.Pool.And(known, b.Pool.Not(w.Uninit))
			}
		case size != b.PointerSize() && !b.Numeric(o): // of a number that was never written the array tells nothing
			known = b.Pool.And(known, b.Initialised(b.smashOf(o, from.st, v.Term), v.Term, b.Size(size)))
			fallthrough
		default:
			w.Uninit = term.True
		}
		all = wordContent{b.choose(known, w, all.Value), b.Pool.And(all.open, b.Pool.Not(known))}
	}
	return all
}

// initialWords gives the words of a global their initial image.
func (x *run) initialWords(o *Object, g *ir.Global) {
	if o.Words == nil {
		return
	}
	for i := range o.Columns() {
		x.initialColumn(o, i, g)
	}
}

// initialColumn is initialWords for column i.
func (x *run) initialColumn(o *Object, i int, g *ir.Global) {
	b, c := x.Sys, &o.Columns()[i]
	image := map[uint64]Value{} // by offset
	in := func(off uint64) (at uint64, in bool) {
		d := modulo(int64(off)-int64(c.Off), o.Record)
		return off - d, d < c.Size && off >= d
	}
	for k, byte := range g.Init {
		if at, in := in(uint64(k)); in && byte != 0 {
			if image[at].Absent() {
				image[at] = number(b.Pool.BV(int(8*c.Size), 0))
			}
			bits := b.Pool.BV(int(8*c.Size), uint64(byte)<<(8*(uint64(k)-at)))
			image[at] = number(b.Pool.BVOr(image[at].Term, bits))
		}
	}
	for _, r := range g.Relocs {
		k := &b.Prog.Consts[r.Value.ConstIndex()]
		if at, in := in(r.Offset); in && at == r.Offset && uint64(r.Size) == c.Size && k.Kind != ir.CUndef {
			image[r.Offset] = x.constant(k)
			continue
		}
		for n := range uint64(r.Size) {
			if at, in := in(r.Offset + n); in && c.Size == b.PointerSize() {
				image[at] = x.anyAddress("initial", term.False)
			} else if in {
				image[at] = number(x.fresh(int(8*c.Size), "initial"))
			}
		}
	}
	cell := &x.s.own(o.Words.ID).Cells[i]
	if len(image) > budget.InitialWords.N {
		if cell.Term = x.wordArray(int(8*c.Size), o.Name); c.Size == b.PointerSize() {
			cell.ID = b.Pool.ConstArray(WordBits, b.IDConst(IDUnknown))
		}
		return
	}
	for _, at := range slices.Sorted(maps.Keys(image)) {
		*cell = b.putCell(*cell, b.placeOf(o, c, b.Pointer(o.ID, at), 0), image[at])
	}
}
