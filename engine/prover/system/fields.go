package system

import (
	"maps"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// Fields are the scalars of smashed memory that have cells, behind the ghosts: those of a
// variable's type that stand in no array, and of a heap block those of the type that it is used
// with, or what accesses at constant offsets name.
//
//	struct { int used; char bytes[8192]; } line;              // used is a field
//	v = malloc(sizeof *v + n * sizeof v->at[0]); v->n = n;    // v->n is a field, v->at[i] is none
//
// The ghosts say nothing of fields: .written is about what lies between them, or behind the
// leading ones, with the padding, which nobody writes, and a byte of a field is
// never taken for the 0 that ends a text. What is written to a field so leaves the
// ghosts as they are.

// accesses is what is known of the accesses to the blocks of a shape.
type accesses struct {
	wide     map[uint64]uint64 // by constant offset: size of the widest access there
	elements map[uint64]uint64 // by size of accesses at offsets that are not constant: what the least of them adds to the index
	typed    *layout.Fields    // of the type that an address of one was used with; nil: none
}

// element tells that n bytes of a block at a constant offset are an element of an array
// over which an index runs, for all that is known.
func (a *accesses) element(off, n uint64) bool {
	from, ok := a.elements[n]
	return ok && off >= from
}

// fields are the parts of a smashed block that accesses at constant offsets name. Bytes
// are none: texts are looked at from their start.
func (o *Object) fields() (cells []layout.Cell) {
	if o.typed != nil {
		return o.typed.Cells
	}
	end := uint64(0)
	for _, off := range slices.Sorted(maps.Keys(o.wide)) {
		n := o.wide[off]
		if n < 2 || off < end || o.element(off, n) || !o.Sized && off+n > o.Size {
			continue
		}
		cells, end = append(cells, layout.Cell{Off: off, Size: n, Path: layout.FieldPath(off)}), off+n
	}
	if len(cells) > budget.SmashedFields.N {
		return nil
	}
	return cells
}

// fieldAt is the cell of n bytes at a constant offset.
func (b *terms) fieldAt(o *Object, off term.T, n uint64) (i int, ok bool) {
	k, ok := b.Pool.Const(off)
	if !ok || o.Layout == nil {
		return 0, false
	}
	i, ok = o.Layout.At[k]
	return i, ok && o.Layout.Cells[i].Size == n
}

// isField tells that n bytes at an address are a field of smashed memory, or will be one.
func (x *run) isField(o *Object, v Value, n uint64) bool {
	x.fit(o, v, n)
	_, is := x.Sys.fieldAt(o, v.Term, n)
	k, fixed := x.Sys.Pool.Const(v.Term)
	return is || fixed && o.Origin == memory.Heap && o.wide[k] == n && !o.element(k, n)
}

// noField is an offset of smashed memory, or none if it lies in a field.
func (b *objects) noField(o *Object, off term.T) term.T {
	return b.Pool.Ite(o.Layout.InFields(b.Pool, off), b.NoOffset(), off)
}

// storeField writes a field of smashed memory where cond holds.
func (x *run) storeField(o *Object, st *ObjState, i int, w Value, cond term.T) {
	b, p := x.Sys, x.Sys.Pool
	st.Cells[i] = b.choose(cond, w, st.Cells[i])
	if c := &o.Layout.Cells[i]; o.Sized && c.Off >= o.Layout.Parts[0].From && w.Uninit != term.False {
		// .written reaches over the fields that are not leading, where the size is no constant.
		at, old := b.Size(c.Off), st.Cells[layout.GhostWritten].Term
		st.Cells[layout.GhostWritten] = number(p.Ite(p.AndN(cond, w.Uninit, p.ULt(at, old)), at, old))
	}
}

// storeOver is what becomes of fields where n bytes are written that are none.
func (x *run) storeOver(o *Object, st *ObjState, v Value, n uint64, w Value, cond term.T) {
	if !o.Layout.HasFields() {
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
func (x *run) fieldAmong(src Value, sources []origin, c *layout.Cell, at term.T, r Value) Value {
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
	if o.typed != nil {
		return
	}
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
	part := func(c layout.Cell) bool { return c.Off < k && k < c.Off+c.Size }
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

// smashed is the layout of a heap block in smashed memory.
func (o *Object) smashed(ptrSize uint64) *layout.Layout {
	size, of := o.Size, layout.Fields{Cells: o.fields()}
	if o.Sized {
		size = 0
	}
	if o.typed != nil {
		of.Arrays = o.typed.Arrays
	}
	return layout.NewSmashed(ptrSize, size, of)
}

// typed notes that addresses of heap blocks are used with a type that has the size of the block,
// or ends with an array of any length: what stands in no array in it are fields.
//
//	struct stack { int at[1000]; int top; } *s = malloc(sizeof *s);   // s->top is no element of s->at
func (x *run) typed(v Value) {
	g, t := x.in.Gep, &x.Sys.Prog.Types[x.in.Gep.Source]
	stepped := len(g.Terms) > 0 && g.Terms[0].Arg == g.Steps[0].Arg // over blocks of the type
	if k, fixed := x.Sys.Pool.Const(v.Term); t.Kind != ir.Struct || len(g.Steps) < 2 || stepped || !fixed || k != 0 {
		return
	}
	last := &x.Sys.Prog.Types[t.Fields[len(t.Fields)-1].Type]
	open := last.Kind == ir.Array && last.Len == 0
	for _, k := range x.Sys.ObjectsOf(v) {
		o := x.Sys.Object(k)
		if o == nil || o.Origin != memory.Heap || !o.Smashed() || o.typed != nil || o.Sized && !open || !o.Sized && t.Size != o.Size {
			continue
		}
		of := layout.FieldsOf(x.Sys.Prog, x.in.Gep.Source)
		for i := range of.Cells {
			of.Cells[i].Path = layout.FieldPath(of.Cells[i].Off)
		}
		if len(of.Cells) > 0 {
			x.again(func() { o.typed = &of; x.Sys.redivide(o) })
		}
	}
}
