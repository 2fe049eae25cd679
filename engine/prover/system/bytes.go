package system

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// loadBytes reads n bytes at an admitted address as they are: a number of 8n
// bits or, for n bytes of a pointer, an address.
func (x *run) loadBytes(v Value, n uint64) Value {
	b := x.Sys
	r := Value{}
	if b.Coarse != nil && slices.ContainsFunc(b.ObjectsOf(v), func(k int) bool { return k < IDFirst }) {
		r = x.unknownBytes(n)
	}
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst {
			continue
		}
		o := x.loadObject(b.Objects[k], v, n)
		if r.Absent() {
			r = o
		} else {
			r = b.choose(b.Is(v, k), o, r)
		}
	}
	if far := x.nowhere(v); far != term.False {
		o := x.unknownBytes(n)
		if !r.Absent() {
			o = b.choose(far, o, r)
		}
		r = o
	}
	if r.Absent() { // no object: the path has ended
		return number(x.fresh(int(8*n), "nothing"))
	}
	bad := b.Pool.OrN(b.Absolute(v), b.Is(v, IDDead), b.Is(v, IDUnknown), b.Is(v, IDWild))
	if x.failed != term.None {
		bad = b.Pool.Or(bad, x.failed)
	}
	return x.unless(bad, n, r)
}

// nowhere tells when nothing is known of the object that a load is from (openAt).
func (x *run) nowhere(v Value) term.T {
	b := x.Sys
	if b.Coarse != nil || x.in.Op != ir.Load {
		return term.False
	}
	far := b.Is(v, IDUnknown)
	if number := b.Is(v, IDNumber); b.mayName(b.simplifyUnder(number, v.Term)) {
		far = b.Pool.Or(far, number)
	}
	return far
}

// unless is what an access that a check has admitted reads, or, where bad holds
// all the same, n bytes of any value: certificates assume the check by its
// literal, and a proof that does not name it may not rest on it. What would be an
// address is one of which nothing is known then: a number would name no object.
func (x *run) unless(bad term.T, n uint64, r Value) Value {
	b := x.Sys
	t, u := x.fresh(int(8*n), "outside"), x.fresh(1, "outside unset")
	if !b.Certifying || r.Elems != nil || b.Pool.Width(r.Term) != int(8*n) {
		return r
	}
	any, admitted := Value{ID: b.IDConst(b.garbage()), Term: t}, r
	r.Term, r.Uninit = b.Pool.Ite(bad, t, r.Term), b.Pool.Ite(bad, u, r.Uninit)
	if !r.IsPointer() {
		return r
	}
	r.ID = b.Pool.Ite(bad, any.ID, r.ID)
	return b.made(r, any, admitted, term.None)
}

// unknownBytes is what bytes hold of which nothing is known.
func (x *run) unknownBytes(n uint64) Value {
	b := x.Sys
	if int(8*n) == b.PtrBits {
		return x.anyAddress("unknown", x.fresh(1, "unset"))
	}
	return Value{Term: x.fresh(int(8*n), "unknown"), Uninit: x.fresh(1, "unset")}
}

// loadObject reads n bytes of one object, at the offset and the instance of an
// address. What was never written in a block of a site is any value when it is
// read, and 0 in the state, so that a field that only one value is written to has
// that one: the offsets of links are known. So is an unwritten address anywhere.
func (x *run) loadObject(o *Object, v Value, n uint64) Value {
	r := x.loadCells(o, v, n)
	if r.Absent() || r.Elems != nil || !o.Site && x.Sys.Pool.Width(r.Term) != x.Sys.PtrBits {
		return r
	}
	any := x.fresh(x.Sys.Pool.Width(r.Term), "unwritten")
	switch {
	case r.Uninit == term.False:
	case r.IsPointer() && x.Sys.Coarse != nil:
		r.ID, r.Term = x.Sys.Pool.Ite(r.Uninit, x.Sys.IDConst(IDNumber), r.ID), x.Sys.Pool.Ite(r.Uninit, any, r.Term)
	case r.IsPointer():
		r.ID = x.Sys.Pool.Ite(r.Uninit, x.Sys.IDConst(IDWild), r.ID)
	case x.in.Op == ir.Load && x.Sys.Prog.Types[x.in.Type].Kind == ir.Ptr && x.Sys.Coarse == nil: // of no address so far
		id := x.Sys.Pool.Ite(r.Uninit, x.Sys.IDConst(IDWild), x.Sys.idOf(Value{Term: r.Term, Uninit: term.False}))
		r = x.Sys.addressIn(id, term.None, r.Term, r.Uninit)
	default:
		r.Term = x.Sys.Pool.Ite(r.Uninit, any, r.Term)
	}
	return r
}

// loadCells reads what the state has of n bytes.
func (x *run) loadCells(o *Object, v Value, n uint64) Value {
	b, off := x.Sys, v.Term
	x.fit(o, v, n)
	st := b.view(o, x.s.Obj(o.ID), v)
	switch {
	case o.Text != nil:
		return x.loadText(o, v, n)
	case o.vector:
		return x.loadVector(off, n)
	case o.Layout == nil || st == nil || st.Cells == nil || 8*n > 128:
		at := x.offsetsIn(v, o.ID)
		x.takes(o, at, n)
		x.partOf(o, st, v, at, n)
		return x.unknownBytes(n)
	case o.Smashed():
		return x.loadSmashed(o, st, v, n)
	}
	if k, ok := b.Pool.Const(off); ok {
		x.wishCounts(o, k)
		return x.loadAt(o, st, k, n)
	}
	b.spend(2 * len(o.Layout.Cells))
	at := x.offsetsIn(v, o.ID)
	ps := b.wholeCells(o, off, at, n)
	if len(ps) == 0 || len(ps) > budget.ConstantCells.N {
		x.partOf(o, st, v, at, n)
		return x.unknownBytes(n)
	}
	x.wishCounts(o, ps...)
	vals := make([]Value, len(ps))
	for i, k := range ps {
		vals[i] = x.loadAt(o, st, k, n)
	}
	if b.regular(o, ps, off, n) {
		last := b.Size(ps[len(ps)-1])
		return x.unless(b.Pool.Not(b.Pool.ULe(off, last)), n, x.tree(ps, vals, off, bits.Len64(ps[len(ps)-1])))
	}
	last := len(ps)
	var r Value
	if whole(o, ps, at, n) {
		last--
		r = x.unless(x.outside(off, ps), n, vals[last])
	} else {
		x.partOf(o, st, v, at, n)
		r = x.unknownBytes(n)
	}
	for i := last - 1; i >= 0; i-- {
		r = b.choose(b.Pool.Eq(off, b.Size(ps[i])), vals[i], r)
	}
	return r
}

// whole tells that an access of n bytes of an object hits nothing but whole cells, at some
// places, where its offset is one of a stride.
func whole(o *Object, ps []uint64, at sums.Stride, n uint64) bool {
	hits, ok := at.Within(int64(o.Size-n), len(ps))
	return ok && !o.Sized && !slices.ContainsFunc(hits, func(k int64) bool { return !slices.Contains(ps, uint64(k)) })
}

// outside tells that an offset is none of some places.
func (x *run) outside(off term.T, ps []uint64) term.T {
	p := x.Sys.Pool
	none := term.True
	for _, k := range ps {
		none = p.And(none, p.Not(p.Eq(off, x.Sys.Size(k))))
	}
	return none
}

// wholeCells lists the offsets at which an access of n bytes hits whole cells and
// that the term may take.
func (b *terms) wholeCells(o *Object, off term.T, at sums.Stride, n uint64) []uint64 {
	lo, hi := b.Pool.URange(off)
	zeros, ones := b.Pool.KnownBits(off)
	var ps []uint64
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if !c.Ghost && c.Size == n && c.Off >= lo && c.Off <= hi && c.Off&zeros == 0 && ^c.Off&ones == 0 && at.Meets(int64(c.Off), 1) {
			ps = append(ps, c.Off)
		}
	}
	return ps
}

// regular tells that an offset inside the object can be nothing but one of the
// places: they have one distance, a power of two, which the offset's known
// bits keep, and leave none out. The low bits then tell them apart.
func (b *terms) regular(o *Object, ps []uint64, off term.T, n uint64) bool {
	if len(ps) < 2 || o.Smashed() {
		return false
	}
	stride := ps[1] - ps[0]
	if stride&(stride-1) != 0 {
		return false
	}
	for i := range ps[1:] {
		if ps[i+1]-ps[i] != stride {
			return false
		}
	}
	lo, hi := b.Pool.URange(off)
	zeros, ones := b.Pool.KnownBits(off)
	first, last := ps[0], ps[len(ps)-1]
	return (zeros|ones)&(stride-1) == stride-1 && ones&(stride-1) == first&(stride-1) &&
		(first < stride || first-stride < lo) && last+stride > min(hi, o.Size-n)
}

// tree chooses among values at regular places by the bits of an offset that is
// known to be inside the object.
func (x *run) tree(ps []uint64, vals []Value, off term.T, bit int) Value {
	b := x.Sys
	if len(ps) == 1 || bit == 0 {
		return vals[0]
	}
	bit--
	split := 0
	for split < len(ps) && ps[split]>>uint(bit)&1 == 0 {
		split++
	}
	if split == 0 || split == len(ps) {
		return x.tree(ps, vals, off, bit)
	}
	lo, hi := x.tree(ps[:split], vals[:split], off, bit), x.tree(ps[split:], vals[split:], off, bit)
	one := b.Pool.Eq(b.Pool.Extract(off, bit, 1), b.Pool.BV(1, 1))
	return b.choose(one, hi, lo)
}

// loadAt reads n bytes at a known offset: one cell, a part of one, or several
// in a row.
func (x *run) loadAt(o *Object, st *ObjState, off, n uint64) Value {
	b := x.Sys
	if i, ok := o.Layout.At[off]; ok && o.Layout.Cells[i].Size == n {
		return st.Cells[i]
	}
	r := Value{}
	have := uint64(0)
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if c.Ghost || c.Off+c.Size <= off || c.Off >= off+n {
			continue
		}
		v := st.Cells[i]
		if v.IsPointer() || v.Absent() || c.Off > off+have || (c.Off < off && have > 0) {
			x.partOf(o, st, b.Pointer(o.ID, off), sums.Number(int64(off)), n)
			return x.unknownBytes(n)
		}
		lo := off + have - c.Off
		k := min(c.Size-lo, n-have)
		part := b.Pool.Extract(v.Term, int(8*lo), int(8*k))
		if have == 0 {
			r = Value{Term: part, Uninit: v.Uninit}
		} else {
			r = Value{Term: b.Pool.Concat(part, r.Term), Uninit: b.Pool.Or(r.Uninit, v.Uninit)}
		}
		have += k
	}
	if have < n {
		return x.unknownBytes(n)
	}
	return r
}

// storeBytes writes n bytes at an admitted address where cond holds.
func (x *run) storeBytes(v Value, n uint64, w Value, cond term.T) {
	b := x.Sys
	for _, k := range b.ObjectsOf(v) {
		if k >= IDFirst && x.s.Obj(k) != nil {
			x.storeObject(b.Objects[k], v, n, w, b.Pool.And(cond, x.admits(v, k)))
		}
	}
}

// admits tells that an admitted address names an object. Where it can name no
// other that could be accessed, the path has ended for all else that it may be;
// in certificates that rests on the check's literal.
func (x *run) admits(v Value, k int) term.T {
	b := x.Sys
	other := func(i int) bool {
		return b.untold(i) || i >= IDFirst && i != k && x.s.Obj(i) != nil
	}
	if b.Certifying || slices.ContainsFunc(b.ObjectsOf(v), other) {
		return b.Is(v, k)
	}
	return term.True
}

// storeObject writes n bytes into one object.
func (x *run) storeObject(o *Object, v Value, n uint64, w Value, cond term.T) {
	b := x.Sys
	if o.ofEnvironment() {
		x.unsupportedIf(cond, "a write into "+o.Name)
	}
	if o.Layout == nil && b.namesObject(w) {
		x.among(o, x.offsetsIn(v, o.ID))
	}
	if cond == term.False || o.Layout == nil || o.ReadOnly {
		return
	}
	x.fit(o, v, n)
	if o.Smashed() && b.namesObject(w) {
		x.among(o, x.offsetsIn(v, o.ID))
	}
	before := b.view(o, x.s.Obj(o.ID), v)
	x.change(o, v, func(st *ObjState) {
		if o.Smashed() {
			x.storeSmashed(o, st, v, n, w, cond)
		} else if k, ok := b.Pool.Const(v.Term); ok {
			x.storeAt(o, st, k, n, w, cond)
		} else {
			x.storeAnywhere(o, st, v, n, w, cond)
		}
	})
	if o.Site {
		x.relinked(o, v, before, cond)
	}
}

// storeAnywhere writes n bytes at an unknown offset.
func (x *run) storeAnywhere(o *Object, st *ObjState, v Value, n uint64, w Value, cond term.T) {
	b, off, at := x.Sys, v.Term, x.offsetsIn(v, o.ID)
	lo, hi := b.Pool.URange(off)
	zeros, ones := b.Pool.KnownBits(off)
	b.spend(2 * len(o.Layout.Cells))
	hits := b.wholeCells(o, off, at, n)
	regular := b.regular(o, hits, off, n) || whole(o, hits, at, n)
	x.wishStored(o, w, hits)
	before := st.Cells
	if len(o.Layout.Counts) > 0 {
		before = slices.Clone(st.Cells)
	}
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if c.Ghost || c.Off >= hi+n && hi+n > hi || c.Off+c.Size <= lo || !touches(at, c, n) {
			continue
		}
		exact := c.Size == n
		if exact && c.Off&zeros == 0 && ^c.Off&ones == 0 {
			hit := b.Pool.And(cond, b.Pool.Eq(off, b.Size(c.Off)))
			st.Cells[i] = b.choose(hit, w, st.Cells[i])
			x.counted(o, st, i, w, hit, before)
		}
		if exact && regular {
			continue
		}
		x.overCell(c, v, w, b.Pool.And(cond, b.hits(c, off, n)))
		x.overlap(st, i, c, off, n, cond)
	}
}

// overlap makes a cell unknown where an access covers a part of it.
func (x *run) overlap(st *ObjState, i int, c *layout.Cell, off term.T, n uint64, cond term.T) {
	p := x.Sys.Pool
	hit := p.And(cond, x.Sys.hits(c, off, n))
	if c.Size == n {
		hit = p.And(hit, p.Not(p.Eq(off, x.Sys.Size(c.Off))))
	}
	if hit != term.False {
		st.Cells[i] = x.Sys.choose(hit, x.unknownBytes(c.Size), st.Cells[i])
	}
}

// storeAt writes n bytes at a known offset.
func (x *run) storeAt(o *Object, st *ObjState, off, n uint64, w Value, cond term.T) {
	b := x.Sys
	if i, ok := o.Layout.At[off]; ok && o.Layout.Cells[i].Size == n {
		st.Cells[i] = b.choose(cond, w, st.Cells[i])
		x.counted(o, st, i, w, cond, st.Cells)
		return
	}
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if c.Ghost || c.Off+c.Size <= off || c.Off >= off+n {
			continue
		}
		st.Cells[i] = b.choose(cond, x.patched(o, c, st.Cells[i], off, n, w, cond), st.Cells[i])
	}
}

// patched is a cell after n bytes at off were written, which cover some of it.
func (x *run) patched(o *Object, c *layout.Cell, old Value, off, n uint64, w Value, cond term.T) Value {
	p := x.Sys.Pool
	if w.IsPointer() || old.IsPointer() || old.Absent() {
		x.overCell(c, x.Sys.Pointer(o.ID, off), w, cond)
		return x.unknownBytes(c.Size)
	}
	t, u := term.None, term.False
	for i := uint64(0); i < c.Size; i++ { // little-endian
		at := c.Off + i
		part := p.Extract(old.Term, int(8*i), 8)
		if at >= off && at < off+n {
			part = p.Extract(w.Term, int(8*(at-off)), 8)
			u = p.Or(u, w.Uninit)
		} else {
			u = p.Or(u, old.Uninit)
		}
		if t == term.None {
			t = part
		} else {
			t = p.Concat(part, t)
		}
	}
	return Value{Term: t, Uninit: u}
}

// readWhole checks a read of bytes that go on as they are: where it fails, what they
// are is as little known as what a failed write has changed.
func (x *run) readWhole(src Value, n term.T) {
	if bad := x.access(src, n, false); x.Sys.Coarse == nil {
		x.wild(bad)
	}
}

// copyBytes is memcpy and memmove. Bytes move as they are, written or not.
func (x *run) copyBytes(dst, src Value, n term.T, ranges op.Ranges) {
	x.unlessNone(n, func() {
		x.readWhole(src, n)
		x.access(dst, n, true)
		torn := x.torn(dst, src, n, ranges)
		if k, ok := x.Sys.Pool.Const(n); ok && k <= 8*uint64(budget.ConstantCells.N) {
			x.copyKnown(dst, src, k)
		} else {
			x.moved(dst, src)
			x.overRange(dst, x.contentOf(src, n))
		}
		if torn != nil {
			copied := x.s.fork()
			x.adopt(torn)
			x.overRange(dst, x.anything(n))
			x.rejoin(copied)
		}
	})
}

// unlessNone does something with n bytes; nothing where they are none.
func (x *run) unlessNone(n term.T, do func()) {
	p := x.Sys.Pool
	none := p.Eq(n, x.Sys.Size(0))
	if none == term.True {
		return
	}
	rest := x.s.fork()
	rest.Guard = p.And(rest.Guard, none)
	x.assume(p.Not(none))
	do()
	x.rejoin(rest)
}

// rejoin merges the current state with the one that skipped the operation.
func (x *run) rejoin(rest *State) {
	if rest.Guard == term.False {
		return
	}
	x.adopt(x.Sys.mergeTwo(x.s, rest))
}

// adopt continues with another state.
func (x *run) adopt(s *State) {
	*x.s = *s
	x.f = x.s.top()
}

// torn parts the states in which ranges that must be apart are not, where any bytes are
// left, from the current one; nil if there are none. That an address might be among
// these bytes would be the end of what is known behind it: the path stops where the
// destination holds addresses.
func (x *run) torn(dst, src Value, n term.T, ranges op.Ranges) *State {
	b, p := x.Sys, x.Sys.Pool
	near := p.Or(p.ULt(p.Sub(dst.Term, src.Term), n), p.ULt(p.Sub(src.Term, dst.Term), n))
	near = p.And(near, b.SameObject(dst, src))
	over := p.And(near, p.Not(p.Eq(dst.Term, src.Term)))
	if ranges == op.Apart {
		x.verify(op.Check[term.T]{Class: op.Overlap, Cond: p.And(near, p.Eq(dst.Term, src.Term))}, -1)
	}
	if ranges == op.Anyhow || over == term.False {
		return nil
	}
	x.verify(op.Check[term.T]{Class: op.Overlap, Cond: over}, -1)
	if b.Coarse != nil { // nothing is followed that may be in two ranges
		return nil
	}
	if x.holdsAddresses(dst) {
		x.unsupportedIf(over, "a copy between overlapping ranges")
		return nil
	}
	torn := x.s.fork()
	torn.Guard = p.And(torn.Guard, over)
	x.assume(p.Not(over))
	if torn.Guard == term.False {
		return nil
	}
	return torn
}

// holdsAddresses tells that an object that v may name has cells that are addresses.
func (x *run) holdsAddresses(v Value) bool {
	return slices.ContainsFunc(x.Sys.ObjectsOf(v), func(k int) bool {
		return k >= IDFirst && x.s.Obj(k) != nil && x.Sys.holdsAddress(x.Sys.Objects[k], x.s.Obj(k))
	})
}

// holdsAddress tells that a cell of an object is an address.
func (b *terms) holdsAddress(o *Object, st *ObjState) bool {
	for i, v := range st.Cells {
		if v.IsPointer() && !(o.Smashed() && o.Layout.Cells[i].Ghost) {
			return true
		}
	}
	return false
}

// MaySmash tells that an address may be one in smashed memory.
func (b *objects) MaySmash(v Value) bool {
	return slices.ContainsFunc(b.ObjectsOf(v), func(k int) bool { return k >= IDFirst && b.Objects[k].Smashed() })
}

// copyKnown copies a known number of bytes in units that tile the range: the
// cells of whichever side has a known offset, single bytes between them.
func (x *run) copyKnown(dst, src Value, n uint64) {
	b := x.Sys
	units := b.units(dst, n)
	if units == nil {
		units = b.units(src, n)
	}
	if units == nil || n > uint64(budget.CopiedBytes.N) && b.MaySmash(dst) {
		units = []uint64{n}
		if n > 8 {
			x.moved(dst, src)
			x.overRange(dst, x.contentOf(src, b.Size(n)))
			return
		}
	}
	vals := make([]Value, len(units))
	at := uint64(0)
	for i, k := range units {
		vals[i] = x.loadBytes(src.Moved(b.Pool.Add(src.Term, b.Size(at))), k)
		at += k
	}
	at = 0
	for i, k := range units {
		x.storeBytes(dst.Moved(b.Pool.Add(dst.Term, b.Size(at))), k, vals[i], term.True)
		at += k
	}
}

// units tiles n bytes from an address by the cells there: for a known offset,
// or for one at an element of an array whose elements are alike.
func (b *objects) units(v Value, n uint64) []uint64 {
	var o *Object
	for _, k := range b.ObjectsOf(v) {
		if k >= IDFirst {
			o = b.Objects[k]
			break
		}
	}
	if o == nil || o.Layout == nil || o.Smashed() {
		return nil
	}
	start, ok := b.Pool.Const(v.Term)
	if !ok {
		if _, ones := b.Pool.KnownBits(v.Term); len(o.Layout.Cells) > 0 {
			start = ones % n // the first element, moved by what is added to the index
		}
	}
	var units []uint64
	at := start
	for at < start+n {
		i, hit := o.Layout.At[at]
		k := uint64(1)
		if hit && at+o.Layout.Cells[i].Size <= start+n {
			k = o.Layout.Cells[i].Size
		}
		units = append(units, k)
		at += k
	}
	return units
}

// fillBytes is memset.
func (x *run) fillBytes(dst Value, byteT term.T, n term.T) {
	x.fillRange(dst, n, func(n term.T) content { return x.filled(byteT, n) })
}

// fillRange writes n bytes, which may be none, from an address on.
func (x *run) fillRange(dst Value, n term.T, with func(n term.T) content) {
	x.unlessNone(n, func() {
		x.access(dst, n, true)
		x.overRange(dst, with(n))
	})
}

// overRange writes bytes from an address on: it replaces every cell inside the range,
// and makes the cells unknown that it covers in part.
func (x *run) overRange(dst Value, with content) {
	b := x.Sys
	for _, k := range b.ObjectsOf(dst) {
		if k < IDFirst || x.s.Obj(k) == nil || b.Objects[k].Layout == nil || b.Objects[k].ReadOnly {
			if k >= IDFirst && b.Objects[k].ofEnvironment() {
				x.unsupportedIf(b.Is(dst, k), "a write into "+b.Objects[k].Name)
			}
			continue
		}
		o := b.Objects[k]
		x.change(o, dst, func(st *ObjState) {
			if o.Smashed() {
				x.cover(o, st, dst, with, x.admits(dst, k))
			} else {
				x.overCells(o, st, dst, with)
			}
		})
	}
}

// overCells is overRange for one object.
func (x *run) overCells(o *Object, st *ObjState, dst Value, with content) {
	b, p := x.Sys, x.Sys.Pool
	b.spend(4 * len(o.Layout.Cells))
	end := p.Add(dst.Term, with.n) // inside the object, so it does not wrap
	is := x.admits(dst, o.ID)
	from := x.offsetsIn(dst, o.ID)
	behindAll := from.Plus(b.strider(x.s.Guard).numbers.Of(with.n)).Hi
	for i := range o.Layout.Cells {
		c := &o.Layout.Cells[i]
		if c.Ghost || int64(c.Off+c.Size) <= from.Lo || behindAll <= int64(c.Off) {
			continue
		}
		at, behind := b.Size(c.Off), b.Size(c.Off+c.Size)
		all := p.And(p.ULe(dst.Term, at), p.ULe(behind, end))
		some := p.And(p.ULt(dst.Term, behind), p.ULt(at, end))
		if cut := p.AndN(is, some, p.Not(all)); c.Size > 1 && cut != term.False {
			st.Cells[i] = b.choose(cut, x.unknownBytes(c.Size), st.Cells[i])
		}
		if in := p.And(is, all); in != term.False {
			w := with.cell(c, p.Sub(at, dst.Term))
			st.Cells[i] = b.choose(in, w, st.Cells[i])
			x.counted(o, st, i, w, in, st.Cells)
		}
	}
}
