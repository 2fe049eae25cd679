package system

import (
	"maps"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Fields are the scalars of smashed memory that have cells, behind the ghosts: those of a
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
	w := &layouter{p: p, l: &layout{at: map[uint64]int{}}, groups: map[string]int{}, scalar: true, most: budget.ConstantCells.N}
	w.add(t, 0, "", "", nil)
	if w.full || len(w.l.Cells) > budget.SmashedFields.N {
		return nil
	}
	return w.l.Cells
}

// element tells that n bytes of a block at a constant offset are an element of an array
// over which an index runs, for all that is known.
func (a *accesses) element(off, n uint64) bool {
	from, ok := a.elements[n]
	return ok && off >= from
}

// fields are the parts of a smashed block that accesses at constant offsets name. Bytes
// are none: texts are looked at from their start.
func (o *Object) fields() (cells []cell) {
	end := uint64(0)
	for _, off := range slices.Sorted(maps.Keys(o.wide)) {
		n := o.wide[off]
		if n < 2 || off < end || o.element(off, n) || !o.Sized && off+n > o.Size {
			continue
		}
		cells, end = append(cells, cell{Off: off, Size: n, Path: fieldPath(off)}), off+n
	}
	if len(cells) > budget.SmashedFields.N {
		return nil
	}
	return cells
}

// addFields gives smashed memory its fields, ascending and apart.
func (l *layout) addFields(cells []cell) {
	for _, c := range cells {
		c.Group, c.Index = len(l.Cells), nil
		l.at[c.Off] = len(l.Cells)
		l.Cells = append(l.Cells, c)
		if last := len(l.spans) - 1; last >= 0 && c.Off-l.spans[last].to < c.Size {
			l.spans[last].to = c.Off + c.Size // what lies between is padding
		} else {
			l.spans = append(l.spans, span{c.Off, c.Off + c.Size})
		}
	}
	l.count(len(l.Cells))
	if len(l.spans) > 0 && l.spans[0].from == 0 {
		l.head = l.spans[0].to
	}
}

// Ghosts is how many of the first cells of smashed memory are ghosts.
func (l *layout) Ghosts() int {
	return len(l.Cells) - len(l.at)
}

// fieldAt is the cell of n bytes at a constant offset.
func (b *terms) fieldAt(o *Object, off term.T, n uint64) (i int, ok bool) {
	k, ok := b.Pool.Const(off)
	if !ok || o.Layout == nil {
		return 0, false
	}
	i, ok = o.Layout.at[k]
	return i, ok && o.Layout.Cells[i].Size == n
}

// isField tells that n bytes at an address are a field of smashed memory, or will be one.
func (x *run) isField(o *Object, v Value, n uint64) bool {
	x.fit(o, v, n)
	_, is := x.Sys.fieldAt(o, v.Term, n)
	k, fixed := x.Sys.Pool.Const(v.Term)
	return is || fixed && o.Origin == memory.Heap && o.wide[k] == n && !o.element(k, n)
}

// inFields tells that an offset lies in a field of smashed memory, or between two.
func (b *objects) inFields(o *Object, off term.T) term.T {
	p, in := b.Pool, term.False
	for _, s := range o.Layout.spans {
		in = p.Or(in, p.ULt(p.Sub(off, b.Size(s.from)), b.Size(s.to-s.from)))
	}
	return in
}

// noField is an offset of smashed memory, or none if it lies in a field.
func (b *objects) noField(o *Object, off term.T) term.T {
	return b.Pool.Ite(b.inFields(o, off), b.NoOffset(), off)
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

// storeField writes a field of smashed memory where cond holds.
func (x *run) storeField(o *Object, st *ObjState, i int, w Value, cond term.T) {
	b, p := x.Sys, x.Sys.Pool
	st.Cells[i] = b.choose(cond, w, st.Cells[i])
	if c := &o.Layout.Cells[i]; c.Off >= o.Layout.head && w.Uninit != term.False {
		// .written reaches over the fields that are not leading.
		at, old := b.Size(c.Off), st.Cells[GhostWritten].Term
		st.Cells[GhostWritten] = number(p.Ite(p.AndN(cond, w.Uninit, p.ULt(at, old)), at, old))
	}
}

// storeOver is what becomes of fields where n bytes are written that are none.
func (x *run) storeOver(o *Object, st *ObjState, v Value, n uint64, w Value, cond term.T) {
	if len(o.Layout.spans) == 0 {
		return
	}
	if k, ok := x.Sys.Pool.Const(v.Term); ok {
		x.storeAt(o, st, k, n, w, cond)
	} else {
		x.storeAnywhere(o, st, v, n, w, cond)
	}
}

// fieldAmong is a cell that becomes what is at a place among the bytes at an address that
// are copied: r, or the cell of one of the sources that is there.
func (x *run) fieldAmong(src Value, sources []origin, c *cell, at term.T, r Value) Value {
	b := x.Sys
	for _, from := range sources {
		if i, ok := b.fieldAt(from.o, b.Pool.Add(src.Term, at), c.Size); ok && i < len(from.st.Cells) && !from.st.Cells[i].Absent() {
			r = b.choose(b.Is(src, from.o.ID), from.st.Cells[i], r)
		}
	}
	return r
}

// fitSmashed lets an access of n bytes find a field in a smashed heap block, or notes that
// it is one to an element.
func (x *run) fitSmashed(o *Object, off term.T, n uint64) {
	k, ok := x.Sys.Pool.Const(off)
	if !ok {
		k = x.Sys.base(off)
		if from, known := o.elements[n]; known && from <= k {
			return
		}
		before := len(o.fields())
		o.elements[n] = k
		if len(o.fields()) != before {
			x.again(func() { x.Sys.redivide(o) })
		}
		return
	}
	if n < 2 || k%n != 0 || o.element(k, n) || o.wide[k] >= n || len(o.wide) > budget.SmashedFields.N {
		return
	}
	part := func(c cell) bool { return c.Off < k && k < c.Off+c.Size }
	if !slices.ContainsFunc(o.Layout.Cells[o.Layout.Ghosts():], part) {
		x.again(func() { x.Sys.widen(o, k, n) })
	}
}

// base is what is added to an index in an offset; 0 where that is not seen.
func (b *terms) base(off term.T) uint64 {
	p, sum := b.Pool, uint64(0)
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
	if sum >= uint64(budget.ConstantCells.N)*8 {
		return 0
	}
	return sum
}
