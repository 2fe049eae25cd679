package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// A number names no object as long as none was made from an address: the access through
// null plus an index is an error that ends the path then, as in searches (docs/verdicts.md,
// "access through an address without provenance"). Where an address may become a number, a
// number an address, or a part of an address may be read as bytes, the construction starts
// again with numbers that may name objects (Exposed); there, such an access is not modelled.
//
//	int *p = calloc(n, 4); p[i] = 1;   // p is null where calloc fails: p[i] is an error
//	long h = (long)p % 64;             // … but not in a program that computes with addresses
//
// What is stored in smashed memory is not followed byte by byte: an object from which
// bytes are read exposes addresses once one may be among them.

// hidden is what may be among the bytes of an object whose contents are not followed.
type hidden struct {
	hides    bool      // an address
	inPieces bool      // they were read as numbers
	copies   []*Object // that they went to
}

// expose notes that numbers may name objects. A certificate is about the same runs, and those
// that have gone wrong before at a check that it does not assume.
func (x *run) expose() {
	b := x.Sys
	if b.Exposed || b.exposing || b.Certifying || b.Coarse != nil || x.s.Guard == term.False {
		return
	}
	b.exposing = true
	b.trace("numbers may name objects from %s on", b.Prog.Where(x.userPoint()))
}

// forgetHidden forgets what a construction has found out, as the next one begins anew.
func (b *objects) forgetHidden() {
	b.exposing = false
	for _, o := range b.Objects {
		if o != nil {
			o.hidden = hidden{}
		}
	}
}

// namesObject tells that a value may be an address that names an object. What is unknown in
// certificates alone is what a failed read would give (garbage), in a run that has gone wrong there.
func (b *objects) namesObject(v Value) bool {
	return v.IsPointer() && slices.ContainsFunc(b.ObjectsOf(v), func(k int) bool {
		return k > IDNumber && k != IDWild && !(b.Certifying && k == IDUnknown)
	})
}

// among notes that an address may be among the bytes of smashed memory.
func (x *run) among(o *Object) {
	x.addresses(o)
	if o.hides {
		return
	}
	o.hides = true
	if o.inPieces {
		x.expose()
	}
	for _, k := range o.copies {
		x.among(k)
	}
}

// addresses has what is read from smashed memory be addresses where it may be.
func (x *run) addresses(o *Object) {
	if o.Smashed() && !o.addressed && x.s.Guard != term.False {
		x.again(func() { o.addressed = true })
	}
}

// takes notes that n bytes of memory whose contents are not followed are read as a number.
func (x *run) takes(o *Object, n uint64) {
	if int(8*n) == x.Sys.PtrBits { // what is read may be an address, whose object is unknown
		return
	}
	o.inPieces = true
	if o.hides {
		x.expose()
	}
}

// passes notes that the program may pass an address to the library as a number: library models
// make no numbers of addresses by themselves, but may compute with what they are given.
func (x *run) passes(fn *ir.Func) {
	b := x.Sys
	if x.n.ctx.Func.Model || !fn.Model {
		return
	}
	for i, a := range x.in.Call.Args {
		if b.Prog.Types[a.Type].Kind == ir.Int && b.namesObject(x.actual(i)) {
			x.expose()
		}
	}
}

// moved notes that bytes go from objects to others as they are.
func (x *run) moved(dst, src Value) {
	for _, k := range x.Sys.ObjectsOf(src) {
		if k < IDFirst || x.s.Obj(k) == nil {
			continue
		}
		from := x.Sys.Objects[k]
		for _, l := range x.Sys.ObjectsOf(dst) {
			if l < IDFirst || l == k {
				continue
			}
			switch to := x.Sys.Objects[l]; {
			case to.followed() && from.followed():
				if x.Sys.holdsAddress(from, x.s.Obj(k)) { // the cells may be others
					x.expose()
				}
			case !to.followed() && from.followed():
				if from.vector || x.Sys.holdsAddress(from, x.s.Obj(k)) {
					x.among(to)
				}
			case !to.followed():
				if !slices.Contains(from.copies, to) {
					from.copies = append(from.copies, to)
				}
				if from.hides {
					x.among(to)
				}
			default:
				x.takes(from, 1)
			}
		}
	}
}

// partOf notes that n bytes are read, at an offset, of cells that need not be a whole one. Who
// takes a part of an argument with va_arg has passed no address there, but an int.
func (x *run) partOf(o *Object, st *ObjState, off term.T, n uint64) {
	if int(8*n) == x.Sys.PtrBits || o.arguments || x.Sys.ofModel(o) || o.Layout == nil || st == nil {
		return
	}
	for i, v := range st.Cells {
		if c := &o.Layout.Cells[i]; !c.Ghost && (v.IsPointer() || v.Absent()) && x.Sys.mayTouch(c, off, n) {
			x.expose()
		}
	}
}

// mayTouch tells that n bytes at an offset may be bytes of a cell.
func (b *terms) mayTouch(c *cell, off term.T, n uint64) bool {
	step, first := b.Congruence(off)
	return meets(step, first, int64(c.Off+1)-int64(n), int64(c.Size+n-1))
}

// meets tells that first plus some multiple of step is one of n numbers from lo on.
func meets(step, first, lo, n int64) bool {
	if step == 0 {
		return lo <= first && first < lo+n
	}
	return (first-lo)%step == 0 || n > ((first-lo)%step+step)%step
}

// overCell notes that n bytes of a value are written at an offset, which need not be that of
// a cell.
func (x *run) overCell(c *cell, off term.T, n uint64, w Value) {
	if int(8*c.Size) != x.Sys.PtrBits && x.Sys.namesObject(w) && x.Sys.mayTouch(c, off, n) {
		x.expose()
	}
}

// mayName tells that an address which is a number may be that of an object.
func (b *objects) mayName(number term.T) bool {
	return (b.Coarse != nil || b.Exposed) && !b.Pool.IsConst(number)
}

// followed tells that the construction knows what each cell of an object holds.
func (o *Object) followed() bool { return o.Layout != nil && !o.Smashed() || o.ofEnvironment() }

// garbage is the object of what a failed read would give as an address, in certificates.
func (b *job) garbage() int {
	if b.Exposed {
		return IDNumber
	}
	return IDUnknown
}
