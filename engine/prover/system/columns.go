package system

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/sums"
)

// records is how the words of smashed memory are divided. What the accesses of a program
// say is all that tells it: at which distance from each other they are, and at which offsets.
type records struct {
	Words   *Object // the companion that has the columns as its cells (words.go); nil: they are not followed
	Record  uint64  // bytes of a record
	guessed bool    // no access tells how many these are: all were at constant offsets
}

// Columns are the parts of a record that are followed.
func (r *records) Columns() []cell { return r.Words.Layout.Cells }

// Plain tells that a record is one word: how many are initialised, .written says.
func (r *records) Plain() bool { return len(r.Columns()) == 1 && r.Columns()[0].Size == r.Record }

// recordShift is how many low bits are 0 in the size of a record.
func (r *records) recordShift() int { return bits.TrailingZeros64(r.Record) }

// columnOf is a column, as a part of records of a size.
func columnOf(off, size, record uint64) cell {
	c := cell{Off: off % record, Size: size, Path: "[…]", Ghost: true, Link: NoLink}
	if size < record {
		c.Path += fieldPath(c.Off)
	}
	return c
}

// division is records and their columns.
type division struct {
	record  uint64
	columns []cell
	guessed bool
}

// divided is how an object is divided that has words.
func (r *records) divided() division {
	if r.Words == nil {
		return division{}
	}
	return division{r.Record, r.Columns(), r.guessed}
}

// plain is a table of words of a size.
func plain(size uint64, guessed bool) division {
	return division{size, []cell{columnOf(0, size, size)}, guessed}
}

// with is a division that suits an access as well: to so many bytes at an offset and at a
// step from there, 0: only there. It is the same where the access is to no column: to parts of
// some, or to several. A table of addresses is one whatever else is read of it.
func (d division) with(step, off, size uint64, address bool) division {
	switch {
	case d.record == 0 && step >= size:
		return division{record: step, columns: []cell{columnOf(off, size, step)}}
	case d.record == 0:
		return plain(size, step == 0)
	case d.guessed && step > d.record:
		return division{}.with(step, off, size, address)
	}
	next := division{record: gcd(step, d.record), guessed: d.guessed && step == 0}
	for _, c := range d.columns {
		if !next.add(columnOf(c.Off, c.Size, next.record)) {
			return d
		}
	}
	switch {
	case next.add(columnOf(off, size, next.record)):
		return next
	case address && d.record <= size:
		return plain(size, false)
	}
	return d
}

// add adds a column. It reports false where it is neither one that is there nor apart from all.
func (d *division) add(c cell) bool {
	if c.Off+c.Size > d.record {
		return false
	}
	for _, k := range d.columns {
		if k.Off == c.Off && k.Size == c.Size {
			return true
		}
		if k.Off < c.Off+c.Size && c.Off < k.Off+k.Size {
			return false
		}
	}
	if len(d.columns) < budget.Columns.N {
		d.columns = append(d.columns, c)
	}
	return true
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// same tells that two divisions are.
func (d division) same(e division) bool {
	return d.record == e.record && d.guessed == e.guessed && slices.EqualFunc(d.columns, e.columns, func(a, b cell) bool { return a.Off == b.Off && a.Size == b.Size })
}

// followWords gives smashed memory its words, divided. The construction has to start again.
func (b *objects) followWords(o *Object, d division) {
	if o.Words == nil {
		w := Object{Origin: o.Origin, Name: o.Name, Of: o, Owner: o.Owner, Global: o.Global, Slot: o.Slot}
		if w.Origin == memory.Heap {
			w.Origin = memory.Static
		}
		o.Words = b.newObject(w)
	}
	o.Record, o.guessed = d.record, d.guessed
	for i := range d.columns {
		d.columns[i].Group = i
	}
	o.Words.Layout = &layout{at: map[uint64]int{}, Cells: d.columns}
	o.Words.Layout.count(len(d.columns))
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
// by them, and the bounds of its buffer no more, for they cost too much. So are single bytes,
// which are those of texts.
func (x *run) wishWords(v Value, size uint64, address bool) {
	b := x.Sys
	if b.Coarse != nil || b.Certifying || !address && (size == 1 || size > 8) {
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
		if !address && step <= size && !o.Sized && o.Origin == memory.Heap {
			continue
		}
		was := o.divided()
		if now := was.with(step, off, size, address); !now.same(was) {
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
