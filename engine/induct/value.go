package induct

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// idBits is the width of object numbers.
const idBits = 16

// The object numbers that are no objects.
const (
	idNull    = 0 // absolute addresses; the null pointer is offset 0
	idDead    = 1 // an object whose life is over
	idUnknown = 2 // an address of which nothing is known
	idFirst   = 3
)

// value is what a register or a cell holds: a number, or an address as object
// number and offset. The zero value is no value at all.
type value struct {
	id term.T // BV(idBits), or None: a number
	// inst is the instance, BV(instBits), where the object is a site's; None: 0.
	inst term.T
	t    term.T // the number (Bool for one bit), or the offset in pointer width
	// u is the condition under which the bytes were never written; t is then
	// an arbitrary constant. False in registers, but for raw copies.
	u     term.T
	elems []value // aggregates: the parts; t is None
}

func number(t term.T) value             { return value{t: t, u: term.False} }
func (v value) absent() bool            { return v.t == term.None && v.elems == nil }
func (v value) isPointer() bool         { return v.id != term.None }
func (b *builder) idConst(k int) term.T { return b.pool.BV(idBits, uint64(k)) }

// pointer is the address of a known object plus an offset.
func (b *builder) pointer(id int, off uint64) value {
	return value{id: b.idConst(id), t: b.pool.BV(b.ptrBits, off), u: term.False}
}

func (b *builder) null() value { return number(b.pool.BV(b.ptrBits, 0)) }

// idOf is a value's object number: 0 for numbers.
func (b *builder) idOf(v value) term.T {
	if v.id != term.None {
		return v.id
	}
	return b.idConst(idNull)
}

// address makes a value of pointer width from its parts.
func (b *builder) address(id, off, u term.T) value { return b.addressIn(id, term.None, off, u) }

// addressIn is address for one that names an instance.
func (b *builder) addressIn(id, inst, off, u term.T) value {
	if k, ok := b.pool.Const(id); ok && k == idNull {
		id, inst = term.None, term.None
	}
	return value{id: id, inst: inst, t: off, u: u}
}

// moved is an address in the same object, at another offset.
func (v value) moved(off term.T) value {
	v.t, v.u = off, term.False
	return v
}

// choose is c ? x : y for values of one width.
func (b *builder) choose(c term.T, x, y value) value {
	switch {
	case c == term.True:
		return x
	case c == term.False:
		return y
	case x.elems != nil || y.elems != nil:
		return b.chooseParts(c, x, y)
	case x.absent() || y.absent() || b.pool.Width(x.t) != b.pool.Width(y.t):
		return value{}
	}
	v := value{t: b.pool.Ite(c, x.t, y.t), u: b.pool.Ite(c, x.u, y.u)}
	v.id, v.inst = x.id, x.inst
	switch {
	case x.inst == y.inst:
	case !x.isPointer(): // names no block, so this may be any
		v.inst = y.inst
	case y.isPointer():
		v.inst = b.pool.Ite(c, b.instOf(x), b.instOf(y))
	}
	if x.id != y.id {
		return b.addressIn(b.pool.Ite(c, b.idOf(x), b.idOf(y)), v.inst, v.t, v.u)
	}
	return v
}

func (b *builder) chooseParts(c term.T, x, y value) value {
	if len(x.elems) != len(y.elems) {
		return value{}
	}
	v := value{elems: make([]value, len(x.elems))}
	for i := range x.elems {
		v.elems[i] = b.choose(c, x.elems[i], y.elems[i])
	}
	return v
}

func (v value) same(w value) bool {
	return v.id == w.id && v.inst == w.inst && v.t == w.t && v.u == w.u && v.elems == nil && w.elems == nil
}

// ids is the set of objects that an object number can be, ascending: known
// from its constants and the points-to sets of the variables in it.
func (b *builder) ids(id term.T) []int {
	if id == term.None {
		return []int{idNull}
	}
	if r, ok := b.idMemo[id]; ok {
		return r
	}
	var r []int
	switch p := b.pool; p.Op(id) {
	case term.OpConst:
		k, _ := p.Const(id)
		r = []int{int(k)}
	case term.OpIte:
		r = union(b.ids(p.Arg(id, 1)), b.ids(p.Arg(id, 2)))
	case term.OpVar, term.OpArrayVar:
		r = b.pts[id]
	case term.OpSelect, term.OpConstArray:
		r = b.ids(p.Arg(id, 0))
	case term.OpStore:
		r = union(b.ids(p.Arg(id, 0)), b.ids(p.Arg(id, 2)))
	default:
		// Only constants, choices and variables are ever made; a rewriting that
		// turns them into something else costs the proof, not its soundness.
		r = []int{idUnknown}
		b.giveUp("object numbers that are computed")
	}
	b.idMemo[id] = r
	return r
}

// point sets what a variable of object numbers points to.
func (b *builder) point(v term.T, set []int) {
	b.pts[v] = set
	b.forgetIDs()
}

// forgetIDs forgets what was made from the points-to sets.
func (b *builder) forgetIDs() {
	b.idMemo = map[term.T][]int{}
	b.epoch++
}

// union of two ascending lists.
func union(a, c []int) []int {
	var r []int
	for len(a) > 0 || len(c) > 0 {
		switch {
		case len(c) == 0 || len(a) > 0 && a[0] < c[0]:
			r, a = append(r, a[0]), a[1:]
		case len(a) == 0 || c[0] < a[0]:
			r, c = append(r, c[0]), c[1:]
		default:
			r, a, c = append(r, a[0]), a[1:], c[1:]
		}
	}
	return r
}

// is tells when a value's object is k.
func (b *builder) is(v value, k int) term.T { return b.pool.Eq(b.idOf(v), b.idConst(k)) }

// width is the width in bits of a type's values.
func (b *builder) width(t ir.TypeID) int {
	ty := &b.prog.Types[t]
	if ty.Kind == ir.Ptr {
		return b.ptrBits
	}
	return ty.Bits
}

func boolWidth(w int) int {
	if w == 1 {
		return 0
	}
	return w
}

// number is a value as a number: an address becomes any number, for where an
// object lies is open.
func (x *run) number(v value, w int) term.T {
	if v.elems != nil {
		x.stop("arithmetic on aggregates or vectors")
		return x.fresh(w, "vector")
	}
	if v.absent() {
		x.stop("a value that is not known on every path")
		return x.fresh(w, "missing")
	}
	if v.id == term.None {
		return v.t
	}
	return x.b.pool.Ite(x.b.is(v, idNull), v.t, x.fresh(w, "address"))
}
