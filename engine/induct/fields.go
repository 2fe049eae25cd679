package induct

import (
	"maps"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Fields are the scalars of folded memory that have cells, behind the ghosts: those of a
// variable's type that stand in no array, and of a heap block what accesses at constant
// offsets name.
//
//	struct { int used; char bytes[8192]; } line;              // used is a field
//	v = malloc(sizeof *v + n * sizeof v->at[0]); v->n = n;    // v->n is a field, v->at[i] is none
//
// The ghosts say nothing of fields: .written is about what lies behind the leading
// ones, with the padding between them, which nobody writes, and a byte of a field is
// never taken for the 0 that ends a text. What is written to a field so leaves the
// ghosts as they are.

// maxFields bounds the fields of folded memory.
const maxFields = 40

// span is a part of an object, from a byte to before another.
type span struct{ from, to uint64 }

// accesses is what is known of the accesses to the blocks of a shape.
type accesses struct {
	wide     map[uint64]uint64 // by constant offset: size of the widest access there
	elements map[uint64]uint64 // by size of accesses at offsets that are not constant: what the least of them adds to the index
}

// scalars are the parts of a type that stand in no array, as cells; none if there are
// more than maxFields.
func scalars(p *ir.Program, t ir.TypeID) []cell {
	w := &layouter{p: p, l: &layout{at: map[uint64]int{}}, groups: map[string]int{}, scalar: true}
	w.add(t, 0, "", "", nil)
	if w.full || len(w.l.cells) > maxFields {
		return nil
	}
	return w.l.cells
}

// element tells that n bytes of a block at a constant offset are an element of an array
// over which an index runs, for all that is known.
func (a *accesses) element(off, n uint64) bool {
	from, ok := a.elements[n]
	return ok && off >= from
}

// fields are the parts of a folded block that accesses at constant offsets name. Bytes
// are none: texts are looked at from their start.
func (o *object) fields() (cells []cell) {
	end := uint64(0)
	for _, off := range slices.Sorted(maps.Keys(o.wide)) {
		n := o.wide[off]
		if n < 2 || off < end || o.element(off, n) || !o.sized && off+n > o.size {
			continue
		}
		cells, end = append(cells, cell{off: off, size: n, path: fieldPath(off)}), off+n
	}
	if len(cells) > maxFields {
		return nil
	}
	return cells
}

// addFields gives folded memory its fields, ascending and apart.
func (l *layout) addFields(cells []cell) {
	for _, c := range cells {
		c.group, c.index = len(l.cells), nil
		l.at[c.off] = len(l.cells)
		l.cells = append(l.cells, c)
		if last := len(l.spans) - 1; last >= 0 && c.off-l.spans[last].to < c.size {
			l.spans[last].to = c.off + c.size // what lies between is padding
		} else {
			l.spans = append(l.spans, span{c.off, c.off + c.size})
		}
	}
	l.count(len(l.cells))
	if len(l.spans) > 0 && l.spans[0].from == 0 {
		l.head = l.spans[0].to
	}
}

// ghosts is how many of the first cells of folded memory are ghosts.
func (l *layout) ghosts() int {
	return len(l.cells) - len(l.at)
}

// fieldAt is the cell of n bytes at a constant offset.
func (b *builder) fieldAt(o *object, off term.T, n uint64) (i int, ok bool) {
	k, ok := b.pool.Const(off)
	if !ok || o.lay == nil {
		return 0, false
	}
	i, ok = o.lay.at[k]
	return i, ok && o.lay.cells[i].size == n
}

// isField tells that n bytes at an offset are a field of folded memory, or will be one.
func (x *run) isField(o *object, off term.T, n uint64) bool {
	x.fit(o, off, n)
	_, is := x.b.fieldAt(o, off, n)
	k, fixed := x.b.pool.Const(off)
	return is || fixed && o.origin == memory.Heap && o.wide[k] == n && !o.element(k, n)
}

// inFields tells that an offset lies in a field of folded memory, or between two.
func (b *builder) inFields(o *object, off term.T) term.T {
	p, in := b.pool, term.False
	for _, s := range o.lay.spans {
		in = p.Or(in, p.ULt(p.Sub(off, b.size(s.from)), b.size(s.to-s.from)))
	}
	return in
}

// noField is an offset of folded memory, or none if it lies in a field.
func (b *builder) noField(o *object, off term.T) term.T {
	return b.pool.Ite(b.inFields(o, off), b.noOffset(), off)
}

// lastOutside is the offset of the last byte of an object that is in no field, as the
// only place of a 0 that is known where all is 0.
func (l *layout) lastOutside(size uint64) uint64 {
	for _, s := range slices.Backward(l.spans) {
		if s.from < size && size <= s.to {
			size = s.from
		}
	}
	return size - 1
}

// storeField writes a field of folded memory where cond holds.
func (x *run) storeField(o *object, st *objState, i int, w value, cond term.T) {
	b, p := x.b, x.b.pool
	st.cells[i] = b.choose(cond, w, st.cells[i])
	if c := &o.lay.cells[i]; c.off >= o.lay.head && w.u != term.False {
		// .written reaches over the fields that are not leading.
		at, old := b.size(c.off), st.cells[ghostWritten].t
		st.cells[ghostWritten] = number(p.Ite(p.AndN(cond, w.u, p.ULt(at, old)), at, old))
	}
}

// storeOver is what becomes of fields where n bytes are written that are none.
func (x *run) storeOver(o *object, st *objState, off term.T, n uint64, w value, cond term.T) {
	if len(o.lay.spans) == 0 {
		return
	}
	if k, ok := x.b.pool.Const(off); ok {
		x.storeAt(o, st, k, n, w, cond)
	} else {
		x.storeAnywhere(o, st, off, n, w, cond)
	}
}

// fieldAmong is a cell that becomes what is at a place among the bytes at an address that
// are copied: r, or the cell of one of the sources that is there.
func (x *run) fieldAmong(src value, sources []origin, c *cell, at term.T, r value) value {
	b := x.b
	for _, from := range sources {
		if i, ok := b.fieldAt(from.o, b.pool.Add(src.t, at), c.size); ok && i < len(from.st.cells) && !from.st.cells[i].absent() {
			r = b.choose(b.is(src, from.o.id), from.st.cells[i], r)
		}
	}
	return r
}

// fitFolded lets an access of n bytes find a field in a folded heap block, or notes that
// it is one to an element.
func (x *run) fitFolded(o *object, off term.T, n uint64) {
	k, ok := x.b.pool.Const(off)
	if !ok {
		k = x.b.base(off)
		if from, known := o.elements[n]; known && from <= k {
			return
		}
		before := len(o.fields())
		o.elements[n] = k
		if len(o.fields()) != before {
			x.again(func() { x.b.redivide(o) })
		}
		return
	}
	if n < 2 || k%n != 0 || o.element(k, n) || o.wide[k] >= n || len(o.wide) > maxFields {
		return
	}
	part := func(c cell) bool { return c.off < k && k < c.off+c.size }
	if !slices.ContainsFunc(o.lay.cells[o.lay.ghosts():], part) {
		x.again(func() { x.b.widen(o, k, n) })
	}
}

// base is what is added to an index in an offset; 0 where that is not seen.
func (b *builder) base(off term.T) uint64 {
	p, sum := b.pool, uint64(0)
	for p.Op(off) == term.OpAdd {
		x, y := p.Arg(off, 0), p.Arg(off, 1)
		if k, ok := p.Const(x); ok {
			x, sum = y, sum+k
		} else if k, ok := p.Const(y); ok {
			sum += k
		} else {
			break
		}
		off = x
	}
	if sum >= maxCells*8 {
		return 0
	}
	return sum
}
