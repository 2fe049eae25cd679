// Package records finds out how an array is divided into records, by the accesses to it.
//
// It knows no program: an access is a number of bytes at an offset, and at a step from there.
//
//	var d records.Division
//	d = d.With(20, 12, 4, false)   // 4 bytes at every 20th from 12 on: records of 20 bytes
//	d = d.With(20, 16, 4, false)   // with columns at 12 and at 16
package records

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
)

// Column is a part of each record that is followed, in bytes.
type Column struct{ Off, Size uint64 }

// Division is how an array is divided.
type Division struct {
	Record  uint64 // bytes of a record; 0: nothing is known
	Parts   []Column
	Guessed bool // no access tells how many these are: all were at constant offsets
}

// Plain tells that a record is one word.
func (d *Division) Plain() bool { return len(d.Parts) == 1 && d.Parts[0].Size == d.Record }

// Same tells that two divisions are.
func (d *Division) Same(e Division) bool {
	return d.Record == e.Record && d.Guessed == e.Guessed && slices.Equal(d.Parts, e.Parts)
}

// words is a table of words of a size.
func words(size uint64, guessed bool) Division {
	return Division{size, []Column{{0, size}}, guessed}
}

// With is a division that suits an access as well: to so many bytes at an offset and at a
// step from there, 0: only there. It is the same where the access is to no column: to parts of
// some, or to several. A table of addresses is one whatever else is read of it.
func (d Division) With(step, off, size uint64, address bool) Division {
	switch {
	case d.Record == 0 && step >= size:
		return Division{Record: step, Parts: []Column{{off % step, size}}}
	case d.Record == 0:
		return words(size, step == 0)
	case d.Guessed && step > d.Record:
		return Division{}.With(step, off, size, address)
	}
	next := Division{Record: gcd(step, d.Record), Guessed: d.Guessed && step == 0}
	for _, c := range d.Parts {
		if !next.add(c) {
			return d
		}
	}
	switch {
	case next.add(Column{off, size}):
		return next
	case address && d.Record <= size:
		return words(size, false)
	}
	return d
}

// add adds a column. It reports false where it is neither one that is there nor apart from all.
func (d *Division) add(c Column) bool {
	if c.Off %= d.Record; c.Off+c.Size > d.Record {
		return false
	}
	for _, k := range d.Parts {
		if k == c {
			return true
		}
		if k.Off < c.Off+c.Size && c.Off < k.Off+k.Size {
			return false
		}
	}
	if len(d.Parts) < budget.Columns.N {
		d.Parts = append(d.Parts, c)
	}
	return true
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
