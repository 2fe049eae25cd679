package system

import (
	"math/bits"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/records"
	"github.com/assay-dev/assay/engine/prover/sums"
)

// divided is how the words of smashed memory are divided.
type divided struct {
	Words *Object // the companion that has the columns as its cells (words.go); nil: they are not followed
	records.Division
}

// Columns are the parts of a record that are followed.
func (d *divided) Columns() []layout.Cell { return d.Words.Layout.Cells }

// recordShift is how many low bits are 0 in the size of a record.
func (d *divided) recordShift() int { return bits.TrailingZeros64(d.Record) }

// followWords gives smashed memory its words, divided. The construction has to start again.
func (b *objects) followWords(o *Object, d records.Division) {
	if o.Words == nil {
		w := Object{Origin: o.Origin, Name: o.Name, Of: o, Owner: o.Owner, Global: o.Global, Slot: o.Slot}
		if w.Origin == memory.Heap {
			w.Origin = memory.Static
		}
		o.Words = b.newObject(w)
	}
	o.Division = d
	l := &layout.Layout{At: map[uint64]int{}}
	for i, c := range d.Parts {
		path := "[…]"
		if !d.Plain() {
			path += layout.FieldPath(c.Off)
		}
		l.Cells = append(l.Cells, layout.Cell{Off: c.Off, Size: c.Size, Group: i, Path: path, Ghost: true, Link: layout.NoLink})
	}
	l.Count(len(l.Cells))
	o.Words.Layout = l
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
// heap blocks of constant size that are no records: of a compressor's index nothing was proved
// by them, and the bounds of its buffer no more, for they cost too much. So are single bytes
// in a row, which are those of texts.
func (x *run) wishWords(v Value, size uint64, address bool) {
	b := x.Sys
	if b.Coarse != nil || b.Certifying || !address && size > 8 {
		return
	}
	_, fixed := b.Pool.Const(v.Term)
	for _, k := range b.ObjectsOf(v) {
		o := b.Object(k)
		if o == nil || !o.Smashed() || !address && (o.ReadOnly || o.Words == nil && fixed) || x.isField(o, v, size) {
			continue
		}
		at := x.offsetsIn(v, o.ID)
		step, off := stepOf(at, size)
		if size == 1 && step <= 1 && !(step == 0 && o.Record > 1) {
			continue
		}
		if !address && step <= size && !o.Sized && o.Origin == memory.Heap {
			continue
		}
		if now := o.With(step, off, size, address); !now.Same(o.Division) {
			x.again(func() { b.followWords(o, now) })
		}
	}
}

// stepOf is how far apart the accesses to so many bytes at some offsets are, and where the
// first is. Where that is not known, they may be to any word.
func stepOf(at sums.Stride, size uint64) (step, off uint64) {
	switch {
	case at.None() || at.Step > int64(budget.RecordSize.N):
		return size, 0
	case at.Step == 0:
		return 0, uint64(max(at.First, 0))
	}
	return uint64(at.Step), modulo(at.First, uint64(at.Step))
}

// Numeric tells that the words of one object are numbers: what was never written is any,
// and the same whenever it is read.
func (b *program) Numeric(o *Object) bool {
	return !o.Site && o.Plain() && o.Record != b.PointerSize()
}
