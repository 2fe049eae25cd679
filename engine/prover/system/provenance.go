package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/sums"
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
	addresses []sums.Stride // the offsets at which there may be some
	numbers   []piece       // that were read as numbers
	copies    []*Object     // that they went to
}

// piece is so many bytes at some offsets.
type piece struct {
	at sums.Stride
	n  int64
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

// leads tells that an address plus a number, in integers, may be an address in another object.
// So it may where numbers are made from addresses, of which the difference of two is one.
//
//	uintptr_t d = (uintptr_t)&y - (uintptr_t)&x;
//	*(int *)((uintptr_t)&x + d) = 1;   // writes y
func (x *run) leads(by term.T) bool {
	b := x.Sys
	if b.Pool.IsConst(by) {
		return false
	}
	b.adds = true
	return b.Exposed || b.Coarse != nil
}

// forgetHidden forgets what a construction has found out, as the next one begins anew.
func (b *objects) forgetHidden() {
	b.exposing, b.mingles, b.adds = false, false, false
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

// among notes that addresses may be among the bytes of smashed memory at some offsets.
func (x *run) among(o *Object, at sums.Stride) {
	x.addresses(o)
	if slices.ContainsFunc(o.hidden.addresses, func(s sums.Stride) bool { return s.Includes(at) }) {
		return
	}
	if len(o.hidden.addresses) >= budget.HiddenOffsets.N {
		for _, s := range o.hidden.addresses {
			at = at.Join(s)
		}
		o.hidden.addresses = nil
	}
	o.hidden.addresses = append(o.hidden.addresses, at)
	for _, p := range o.numbers {
		x.meet(at, p)
	}
	for _, k := range o.copies {
		x.among(k, sums.All())
	}
}

// meet notes that bytes which may be those of an address are read as a number.
func (x *run) meet(address sums.Stride, p piece) {
	if p.overlaps(address, int64(x.Sys.PointerSize())) {
		x.expose()
	}
}

// overlaps tells that some of so many bytes at other offsets may be bytes of it.
func (p piece) overlaps(at sums.Stride, size int64) bool {
	return at.Minus(p.at).Meets(1-size, size+p.n-1)
}

// addresses has what is read from smashed memory be addresses where it may be.
func (x *run) addresses(o *Object) {
	if o.Smashed() && !o.addressed && x.s.Guard != term.False {
		x.again(func() { o.addressed = true })
	}
}

// takes notes that n bytes of memory whose contents are not followed are read as a number.
func (x *run) takes(o *Object, at sums.Stride, n uint64) {
	if int(8*n) == x.Sys.PtrBits { // what is read may be an address, whose object is unknown
		return
	}
	p := piece{at, int64(n)}
	if slices.ContainsFunc(o.numbers, func(q piece) bool { return q.n == p.n && q.at.Includes(at) }) {
		return
	}
	if len(o.numbers) >= budget.HiddenOffsets.N {
		for _, q := range o.numbers {
			p = piece{p.at.Join(q.at), max(p.n, q.n)}
		}
		o.numbers = nil
	}
	o.numbers = append(o.numbers, p)
	for _, a := range o.hidden.addresses {
		x.meet(a, p)
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
					x.among(to, sums.All())
				}
			case !to.followed():
				if !slices.Contains(from.copies, to) {
					from.copies = append(from.copies, to)
				}
				if len(from.hidden.addresses) > 0 {
					x.among(to, sums.All())
				}
			default:
				x.takes(from, sums.All(), 1)
			}
		}
	}
}

// partOf notes that n bytes are read, at an address with some offsets, of cells that need not be
// a whole one. Who takes a part of an argument with va_arg has passed no address there, but an int.
func (x *run) partOf(o *Object, st *ObjState, v Value, at sums.Stride, n uint64) {
	if int(8*n) == x.Sys.PtrBits || o.arguments || x.Sys.ofModel(o) || o.Layout == nil || st == nil {
		return
	}
	hit := term.False
	for i, w := range st.Cells {
		if c := &o.Layout.Cells[i]; !c.Ghost && (w.IsPointer() || w.Absent()) && touches(at, c, n) {
			hit = x.Sys.Pool.Or(hit, x.Sys.hits(c, v.Term, n))
		}
	}
	x.mixes(v, x.Sys.Pool.And(x.Sys.Is(v, o.ID), hit))
}

// mixes notes that an access at an address takes bytes of another address for those of a
// number, or writes these over such, where a condition holds. Where it does so for sure,
// numbers may name objects. Where it depends on the offset, it mostly never does: a text ends
// before the field behind it. That is left to facts.
//
//	struct node { char name[8]; struct node *next; } *n;
//	while (n->name[i]) i++;   // next begins at 8
func (x *run) mixes(v Value, when term.T) {
	switch b := x.Sys; {
	case when == term.False || b.Exposed || b.Coarse != nil:
	case b.Pool.IsConst(v.Term) || x.in.Op == ir.Call: // the library copies bytes as they are
		x.expose()
	default:
		x.unsupportedIf(when, "bytes of an address that are those of a number")
	}
}

// touches tells that n bytes at one of some offsets may be bytes of a cell.
func touches(at sums.Stride, c *layout.Cell, n uint64) bool {
	return at.Meets(int64(c.Off+1)-int64(n), int64(c.Size+n-1))
}

// hits tells when n bytes at an offset have bytes of a cell among them: it is less than n
// bytes before the cell and not behind it, modulo the width.
func (b *terms) hits(c *layout.Cell, off term.T, n uint64) term.T {
	w := b.Pool.Width(off)
	size := func(k uint64) term.T { return b.Pool.BV(w, k) }
	return b.Pool.ULt(b.Pool.Sub(off, b.Pool.Sub(size(c.Off+1), size(n))), size(c.Size+n-1))
}

// overCell notes that a value is written over bytes of a cell where a condition holds.
func (x *run) overCell(c *layout.Cell, v, w Value, when term.T) {
	if int(8*c.Size) != x.Sys.PtrBits && x.Sys.namesObject(w) {
		x.mixes(v, when)
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
