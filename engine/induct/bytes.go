package induct

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// loadBytes reads n bytes at an admitted address as they are: a number of 8n
// bits or, for n bytes of a pointer, an address.
func (x *run) loadBytes(v value, n uint64) value {
	b := x.b
	r := value{}
	if b.outline != nil && slices.ContainsFunc(b.objectsOf(v), func(k int) bool { return k < idFirst }) {
		r = x.unknownBytes(n)
	}
	for _, k := range b.objectsOf(v) {
		if k < idFirst {
			continue
		}
		o := x.loadObject(b.objects[k], v, n)
		if r.absent() {
			r = o
		} else {
			r = b.choose(b.is(v, k), o, r)
		}
	}
	if r.absent() { // no object: the path has ended
		return number(x.fresh(int(8*n), "nothing"))
	}
	bad := b.pool.OrN(b.absolute(v), b.is(v, idDead), b.is(v, idUnknown))
	if x.failed != term.None {
		bad = b.pool.Or(bad, x.failed)
	}
	return x.unless(bad, n, r)
}

// unless is what an access that a check has admitted reads, or, where bad holds
// all the same, n bytes of any value: certificates assume the check by its
// literal, and a proof that does not name it may not rest on it. What would be an
// address is any number then.
func (x *run) unless(bad term.T, n uint64, r value) value {
	b := x.b
	t, u := x.fresh(int(8*n), "outside"), x.fresh(1, "outside unset")
	if !b.certifying || r.elems != nil || b.pool.Width(r.t) != int(8*n) {
		return r
	}
	r.t, r.u = b.pool.Ite(bad, t, r.t), b.pool.Ite(bad, u, r.u)
	if r.isPointer() {
		r.id = b.pool.Ite(bad, b.idConst(idNumber), r.id)
	}
	return r
}

// unknownBytes is what bytes hold of which nothing is known.
func (x *run) unknownBytes(n uint64) value {
	b := x.b
	if int(8*n) == b.ptrBits {
		return x.anyAddress("unknown", x.fresh(1, "unset"))
	}
	return value{t: x.fresh(int(8*n), "unknown"), u: x.fresh(1, "unset")}
}

// loadObject reads n bytes of one object, at the offset and the instance of an
// address. What was never written in a block of a site is any value when it is
// read, and 0 in the state, so that a field that only one value is written to has
// that one: the offsets of links are known. So is an unwritten address anywhere.
func (x *run) loadObject(o *object, v value, n uint64) value {
	r := x.loadCells(o, v, n)
	if r.absent() || r.elems != nil || !o.site && x.b.pool.Width(r.t) != x.b.ptrBits {
		return r
	}
	any := x.fresh(x.b.pool.Width(r.t), "unwritten")
	switch {
	case r.u == term.False:
	case r.isPointer() && x.b.outline != nil:
		r.id, r.t = x.b.pool.Ite(r.u, x.b.idConst(idNumber), r.id), x.b.pool.Ite(r.u, any, r.t)
	case r.isPointer():
		r.id = x.b.pool.Ite(r.u, x.b.idConst(idUnknown), r.id)
	default:
		r.t = x.b.pool.Ite(r.u, any, r.t)
	}
	return r
}

// loadCells reads what the state has of n bytes.
func (x *run) loadCells(o *object, v value, n uint64) value {
	b, off := x.b, v.t
	x.fit(o, off, n)
	st := b.view(o, x.s.obj(o.id), v)
	switch {
	case o.text != nil:
		return x.loadText(o, v, n)
	case o.vector:
		return x.loadVector(off, n)
	case o.lay == nil || st == nil || st.cells == nil || 8*n > 128:
		return x.unknownBytes(n)
	case o.folded():
		return x.loadFolded(o, st, v, n)
	}
	if k, ok := b.pool.Const(off); ok {
		x.wishCounts(o, k)
		return x.loadAt(o, st, k, n)
	}
	b.spend(2 * len(o.lay.cells))
	ps := b.wholeCells(o, off, n)
	if len(ps) == 0 || len(ps) > maxCells {
		return x.unknownBytes(n)
	}
	x.wishCounts(o, ps...)
	vals := make([]value, len(ps))
	for i, k := range ps {
		vals[i] = x.loadAt(o, st, k, n)
	}
	if b.regular(o, ps, off, n) {
		last := b.size(ps[len(ps)-1])
		return x.unless(b.pool.Not(b.pool.ULe(off, last)), n, x.tree(ps, vals, off, bits.Len64(ps[len(ps)-1])))
	}
	r := x.unknownBytes(n)
	for i := len(ps) - 1; i >= 0; i-- {
		r = b.choose(b.pool.Eq(off, b.size(ps[i])), vals[i], r)
	}
	return r
}

// wholeCells lists the offsets at which an access of n bytes hits whole cells and
// that the term may take.
func (b *builder) wholeCells(o *object, off term.T, n uint64) []uint64 {
	lo, hi := b.pool.URange(off)
	zeros, ones := b.pool.KnownBits(off)
	var ps []uint64
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if !c.ghost && c.size == n && c.off >= lo && c.off <= hi && c.off&zeros == 0 && ^c.off&ones == 0 {
			ps = append(ps, c.off)
		}
	}
	return ps
}

// regular tells that an offset inside the object can be nothing but one of the
// places: they have one distance, a power of two, which the offset's known
// bits keep, and leave none out. The low bits then tell them apart.
func (b *builder) regular(o *object, ps []uint64, off term.T, n uint64) bool {
	if len(ps) < 2 || o.folded() {
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
	lo, hi := b.pool.URange(off)
	zeros, ones := b.pool.KnownBits(off)
	first, last := ps[0], ps[len(ps)-1]
	return (zeros|ones)&(stride-1) == stride-1 && ones&(stride-1) == first&(stride-1) &&
		(first < stride || first-stride < lo) && last+stride > min(hi, o.size-n)
}

// tree chooses among values at regular places by the bits of an offset that is
// known to be inside the object.
func (x *run) tree(ps []uint64, vals []value, off term.T, bit int) value {
	b := x.b
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
	one := b.pool.Eq(b.pool.Extract(off, bit, 1), b.pool.BV(1, 1))
	return b.choose(one, hi, lo)
}

// loadAt reads n bytes at a known offset: one cell, a part of one, or several
// in a row.
func (x *run) loadAt(o *object, st *objState, off, n uint64) value {
	b := x.b
	if i, ok := o.lay.at[off]; ok && o.lay.cells[i].size == n {
		return st.cells[i]
	}
	r := value{}
	have := uint64(0)
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if c.ghost || c.off+c.size <= off || c.off >= off+n {
			continue
		}
		v := st.cells[i]
		if v.isPointer() || v.absent() || c.off > off+have || (c.off < off && have > 0) {
			return x.unknownBytes(n)
		}
		lo := off + have - c.off
		k := min(c.size-lo, n-have)
		part := b.pool.Extract(v.t, int(8*lo), int(8*k))
		if have == 0 {
			r = value{t: part, u: v.u}
		} else {
			r = value{t: b.pool.Concat(part, r.t), u: b.pool.Or(r.u, v.u)}
		}
		have += k
	}
	if have < n {
		return x.unknownBytes(n)
	}
	return r
}

// storeBytes writes n bytes at an admitted address where cond holds.
func (x *run) storeBytes(v value, n uint64, w value, cond term.T) {
	b := x.b
	for _, k := range b.objectsOf(v) {
		if k >= idFirst && x.s.obj(k) != nil {
			x.storeObject(b.objects[k], v, n, w, b.pool.And(cond, x.admits(v, k)))
		}
	}
}

// admits tells that an admitted address names an object. Where it can name no
// other that could be accessed, the path has ended for all else that it may be;
// in certificates that rests on the check's literal.
func (x *run) admits(v value, k int) term.T {
	b := x.b
	other := func(i int) bool {
		return b.untold(i) || i >= idFirst && i != k && x.s.obj(i) != nil
	}
	if b.certifying || slices.ContainsFunc(b.objectsOf(v), other) {
		return b.is(v, k)
	}
	return term.True
}

// storeObject writes n bytes into one object.
func (x *run) storeObject(o *object, v value, n uint64, w value, cond term.T) {
	b := x.b
	if o.ofEnvironment() {
		x.stopIf(cond, "a write into "+o.name)
	}
	if cond == term.False || o.lay == nil || o.readOnly {
		return
	}
	x.fit(o, v.t, n)
	before := b.view(o, x.s.obj(o.id), v)
	x.change(o, v, func(st *objState) {
		if o.folded() {
			x.storeFolded(o, st, v, n, w, cond)
		} else if k, ok := b.pool.Const(v.t); ok {
			x.storeAt(o, st, k, n, w, cond)
		} else {
			x.storeAnywhere(o, st, v.t, n, w, cond)
		}
	})
	if o.site {
		x.relinked(o, v, before, cond)
	}
}

// storeAnywhere writes n bytes at an unknown offset.
func (x *run) storeAnywhere(o *object, st *objState, off term.T, n uint64, w value, cond term.T) {
	b := x.b
	lo, hi := b.pool.URange(off)
	zeros, ones := b.pool.KnownBits(off)
	b.spend(2 * len(o.lay.cells))
	whole := b.wholeCells(o, off, n)
	regular := b.regular(o, whole, off, n)
	x.wishStored(o, w, whole)
	before := st.cells
	if len(o.lay.counts) > 0 {
		before = slices.Clone(st.cells)
	}
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if c.ghost || c.off >= hi+n && hi+n > hi || c.off+c.size <= lo {
			continue
		}
		exact := c.size == n
		if exact && c.off&zeros == 0 && ^c.off&ones == 0 {
			hit := b.pool.And(cond, b.pool.Eq(off, b.size(c.off)))
			st.cells[i] = b.choose(hit, w, st.cells[i])
			x.counted(o, st, i, w, hit, before)
		}
		if exact && regular {
			continue
		}
		x.overlap(st, i, c, off, n, cond)
	}
}

// overlap makes a cell unknown where an access covers a part of it.
func (x *run) overlap(st *objState, i int, c *cell, off term.T, n uint64, cond term.T) {
	p := x.b.pool
	// off − (c.off − n + 1) < c.size + n − 1, modulo the width: the access
	// starts less than n bytes before the cell and not behind it.
	from := p.Sub(off, p.Sub(x.b.size(c.off+1), x.b.size(n)))
	hit := p.And(cond, p.ULt(from, x.b.size(c.size+n-1)))
	if c.size == n {
		hit = p.And(hit, p.Not(p.Eq(off, x.b.size(c.off))))
	}
	if hit != term.False {
		st.cells[i] = x.b.choose(hit, x.unknownBytes(c.size), st.cells[i])
	}
}

// storeAt writes n bytes at a known offset.
func (x *run) storeAt(o *object, st *objState, off, n uint64, w value, cond term.T) {
	b := x.b
	if i, ok := o.lay.at[off]; ok && o.lay.cells[i].size == n {
		st.cells[i] = b.choose(cond, w, st.cells[i])
		x.counted(o, st, i, w, cond, st.cells)
		return
	}
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if c.ghost || c.off+c.size <= off || c.off >= off+n {
			continue
		}
		st.cells[i] = b.choose(cond, x.patched(c, st.cells[i], off, n, w), st.cells[i])
	}
}

// patched is a cell after n bytes at off were written, which cover some of it.
func (x *run) patched(c *cell, old value, off, n uint64, w value) value {
	p := x.b.pool
	if w.isPointer() || old.isPointer() || old.absent() {
		return x.unknownBytes(c.size)
	}
	t, u := term.None, term.False
	for i := uint64(0); i < c.size; i++ { // little-endian
		at := c.off + i
		part := p.Extract(old.t, int(8*i), 8)
		if at >= off && at < off+n {
			part = p.Extract(w.t, int(8*(at-off)), 8)
			u = p.Or(u, w.u)
		} else {
			u = p.Or(u, old.u)
		}
		if t == term.None {
			t = part
		} else {
			t = p.Concat(part, t)
		}
	}
	return value{t: t, u: u}
}

// readWhole checks a read of bytes that go on as they are: where it fails, what they
// are is as little known as what a failed write has changed.
func (x *run) readWhole(src value, n term.T) {
	if bad := x.access(src, n, false); x.b.outline == nil {
		x.wild(bad)
	}
}

// copyBytes is memcpy and memmove. Bytes move as they are, written or not.
func (x *run) copyBytes(dst, src value, n term.T, apart bool) {
	b, p := x.b, x.b.pool
	some := p.Not(p.Eq(n, b.size(0)))
	if some == term.False {
		return
	}
	rest := x.s.fork()
	rest.guard = p.And(rest.guard, p.Not(some))
	x.assume(some)
	x.readWhole(src, n)
	x.access(dst, n, true)
	torn := x.torn(dst, src, n, apart)
	if k, ok := p.Const(n); ok && k <= 8*maxCells {
		x.copyKnown(dst, src, k)
	} else {
		x.overRange(dst, x.contentOf(src, n))
	}
	if torn != nil {
		copied := x.s.fork()
		x.adopt(torn)
		x.overRange(dst, x.anything(n))
		x.rejoin(copied)
	}
	x.rejoin(rest)
}

// rejoin merges the current state with the one that skipped the operation.
func (x *run) rejoin(rest *state) {
	if rest.guard == term.False {
		return
	}
	x.adopt(x.b.mergeTwo(x.s, rest))
}

// adopt continues with another state.
func (x *run) adopt(s *state) {
	*x.s = *s
	x.f = x.s.top()
}

// torn parts the states in which ranges that must be apart are not, where any bytes are
// left, from the current one; nil if there are none. That an address might be among
// these bytes would be the end of what is known behind it: the path stops where the
// destination holds addresses.
func (x *run) torn(dst, src value, n term.T, apart bool) *state {
	b, p := x.b, x.b.pool
	near := p.Or(p.ULt(p.Sub(dst.t, src.t), n), p.ULt(p.Sub(src.t, dst.t), n))
	over := p.AndN(b.sameObject(dst, src), near, p.Not(p.Eq(dst.t, src.t)))
	if !apart || over == term.False {
		return nil
	}
	x.verify(op.Check[term.T]{Class: op.Overlap, Cond: over}, -1)
	if b.outline != nil { // nothing is followed that may be in two ranges
		return nil
	}
	if x.holdsAddresses(dst) {
		x.stopIf(over, "a copy between overlapping ranges")
		return nil
	}
	torn := x.s.fork()
	torn.guard = p.And(torn.guard, over)
	x.assume(p.Not(over))
	if torn.guard == term.False {
		return nil
	}
	return torn
}

// holdsAddresses tells that an object that v may name has cells that are addresses.
func (x *run) holdsAddresses(v value) bool {
	return slices.ContainsFunc(x.b.objectsOf(v), func(k int) bool {
		return k >= idFirst && x.s.obj(k) != nil && x.b.holdsAddress(x.b.objects[k], x.s.obj(k))
	})
}

// holdsAddress tells that a cell of an object is an address.
func (b *builder) holdsAddress(o *object, st *objState) bool {
	for i, v := range st.cells {
		if v.isPointer() && !(o.folded() && o.lay.cells[i].ghost) {
			return true
		}
	}
	return false
}

// maxUnfolded is how many bytes are copied one by one into folded memory.
const maxUnfolded = 16

// mayFold tells that an address may be one in folded memory.
func (b *builder) mayFold(v value) bool {
	return slices.ContainsFunc(b.objectsOf(v), func(k int) bool { return k >= idFirst && b.objects[k].folded() })
}

// copyKnown copies a known number of bytes in units that tile the range: the
// cells of whichever side has a known offset, single bytes between them.
func (x *run) copyKnown(dst, src value, n uint64) {
	b := x.b
	units := b.units(dst, n)
	if units == nil {
		units = b.units(src, n)
	}
	if units == nil || n > maxUnfolded && b.mayFold(dst) {
		units = []uint64{n}
		if n > 8 {
			x.overRange(dst, x.contentOf(src, b.size(n)))
			return
		}
	}
	vals := make([]value, len(units))
	at := uint64(0)
	for i, k := range units {
		vals[i] = x.loadBytes(src.moved(b.pool.Add(src.t, b.size(at))), k)
		at += k
	}
	at = 0
	for i, k := range units {
		x.storeBytes(dst.moved(b.pool.Add(dst.t, b.size(at))), k, vals[i], term.True)
		at += k
	}
}

// units tiles n bytes from an address by the cells there: for a known offset,
// or for one at an element of an array whose elements are alike.
func (b *builder) units(v value, n uint64) []uint64 {
	var o *object
	for _, k := range b.objectsOf(v) {
		if k >= idFirst {
			o = b.objects[k]
			break
		}
	}
	if o == nil || o.lay == nil || o.folded() {
		return nil
	}
	start, ok := b.pool.Const(v.t)
	if !ok {
		if _, ones := b.pool.KnownBits(v.t); len(o.lay.cells) > 0 {
			start = ones % n // the first element, moved by what is added to the index
		}
	}
	var units []uint64
	at := start
	for at < start+n {
		i, hit := o.lay.at[at]
		k := uint64(1)
		if hit && at+o.lay.cells[i].size <= start+n {
			k = o.lay.cells[i].size
		}
		units = append(units, k)
		at += k
	}
	return units
}

// fillBytes is memset.
func (x *run) fillBytes(dst value, byteT term.T, n term.T) {
	x.fillRange(dst, n, func(n term.T) content { return x.filled(byteT, n) })
}

// fillRange writes n bytes, which may be none, from an address on.
func (x *run) fillRange(dst value, n term.T, with func(n term.T) content) {
	b, p := x.b, x.b.pool
	some := p.Not(p.Eq(n, b.size(0)))
	if some == term.False {
		return
	}
	rest := x.s.fork()
	rest.guard = p.And(rest.guard, p.Not(some))
	x.assume(some)
	x.access(dst, n, true)
	x.overRange(dst, with(n))
	x.rejoin(rest)
}

// overRange writes bytes from an address on: it replaces every cell inside the range,
// and makes the cells that the range cuts unknown.
func (x *run) overRange(dst value, with content) {
	b := x.b
	for _, k := range b.objectsOf(dst) {
		if k < idFirst || x.s.obj(k) == nil || b.objects[k].lay == nil || b.objects[k].readOnly {
			if k >= idFirst && b.objects[k].ofEnvironment() {
				x.stopIf(b.is(dst, k), "a write into "+b.objects[k].name)
			}
			continue
		}
		o := b.objects[k]
		x.change(o, dst, func(st *objState) {
			if o.folded() {
				x.cover(o, st, dst, with, x.admits(dst, k))
			} else {
				x.overCells(o, st, dst, with)
			}
		})
	}
}

// overCells is overRange for one object.
func (x *run) overCells(o *object, st *objState, dst value, with content) {
	b, p := x.b, x.b.pool
	b.spend(4 * len(o.lay.cells))
	end := p.Add(dst.t, with.n) // inside the object, so it does not wrap
	is := x.admits(dst, o.id)
	for i := range o.lay.cells {
		c := &o.lay.cells[i]
		if c.ghost {
			continue
		}
		at, behind := b.size(c.off), b.size(c.off+c.size)
		all := p.And(p.ULe(dst.t, at), p.ULe(behind, end))
		some := p.And(p.ULt(dst.t, behind), p.ULt(at, end))
		if cut := p.AndN(is, some, p.Not(all)); c.size > 1 && cut != term.False {
			st.cells[i] = b.choose(cut, x.unknownBytes(c.size), st.cells[i])
		}
		if in := p.And(is, all); in != term.False {
			w := with.cell(c, p.Sub(at, dst.t))
			st.cells[i] = b.choose(in, w, st.cells[i])
			x.counted(o, st, i, w, in, st.cells)
		}
	}
}
