package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// idBits is the width of object numbers.
const idBits = 16

// The object numbers that are no objects.
const (
	idNull    = 0 // the null pointer, whatever its offset says
	idNumber  = 1 // an absolute address, 0 included: the offset
	idDead    = 2 // an object whose life is over
	idUnknown = 3 // an address of which nothing is known
	idOutside = 4 // in an outline: an object that is not told from others (outline.go)
	idFirst   = 5
)

// value is what a register or a cell holds: a number, or an address as object
// number and offset. The zero value is no value at all.
type value struct {
	id term.T // BV(idBits), or None: a number
	// inst is the instance, BV(instBits), where the object has instances (many); None: 0.
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

// idOf is a value's object number. The number 0 is the null pointer; what was never
// written may be any value to who reads it (loadObject), so it is one, too: of
// neither does the construction have to know that it is no address of the program.
func (b *builder) idOf(v value) term.T {
	switch {
	case v.id != term.None:
		return v.id
	case v.u == term.True || b.isZero(v.t):
		return b.idConst(idNull)
	}
	return b.idConst(idNumber)
}

// isZero: a term is the constant 0.
func (b *builder) isZero(t term.T) bool { return b.isConst(t, 0) }

// isConst: a term is a constant, of every instance if it is an array.
func (b *builder) isConst(t term.T, want uint64) bool {
	if b.pool.Op(t) == term.OpConstArray {
		t = b.pool.Arg(t, 0)
	}
	k, ok := b.pool.Const(t)
	return ok && k == want
}

// objectsOf is the set of objects that a value can be an address in.
func (b *builder) objectsOf(v value) []int {
	if v.t == term.None {
		return nil
	}
	return b.ids(b.idOf(v))
}

// address makes a value of pointer width from its parts.
func (b *builder) address(id, off, u term.T) value { return b.addressIn(id, term.None, off, u) }

// addressIn is address for one that names an instance. What names no object is a
// number.
func (b *builder) addressIn(id, inst, off, u term.T) value {
	v := value{id: id, inst: inst, t: off, u: u}
	if b.pool.IsArray(id) {
		return v
	}
	if set := b.ids(id); len(set) == 0 || slices.ContainsFunc(set, func(k int) bool { return k > idNumber }) {
		return v
	}
	return value{t: b.offset(v), u: u}
}

// absolute tells when a value names no object: it is its offset.
func (b *builder) absolute(v value) term.T { return b.pool.Or(b.is(v, idNull), b.is(v, idNumber)) }

// offset is the offset of an address in its object: the null pointer's is 0.
func (b *builder) offset(v value) term.T {
	if v.id == term.None {
		return v.t
	}
	return b.pool.Ite(b.is(v, idNull), b.size(0), v.t)
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
	u := b.pool.Ite(c, x.u, y.u)
	switch {
	case x.id == y.id && x.inst == y.inst:
		return value{id: x.id, inst: x.inst, t: b.pool.Ite(c, x.t, y.t), u: u}
	case b.pool.IsArray(x.t):
		return b.chooseArrays(c, x, y)
	}
	t, inst := b.pool.Ite(c, x.t, y.t), b.pool.Ite(c, b.instOf(x), b.instOf(y))
	switch { // what is no address of an object may have any instance, and null any offset
	case !x.isPointer():
		inst = y.inst
		if b.isZero(b.idOf(x)) {
			t = y.t
		}
	case !y.isPointer():
		inst = x.inst
		if b.isZero(b.idOf(y)) {
			t = x.t
		}
	}
	return b.addressIn(b.pool.Ite(c, b.idOf(x), b.idOf(y)), inst, t, u)
}

// chooseArrays is choose for a cell of a site, of which one side at most is not an
// address or not known to be one.
func (b *builder) chooseArrays(c term.T, x, y value) value {
	p := b.pool
	if b.areNumbers(b.objectPart(y)) {
		x = b.asNumbers(x)
	}
	if b.areNumbers(b.objectPart(x)) {
		y = b.asNumbers(y)
	}
	return value{id: p.Ite(c, b.objectPart(x), b.objectPart(y)), inst: p.Ite(c, b.instancePart(x), b.instancePart(y)),
		t: p.Ite(c, x.t, y.t), u: p.Ite(c, x.u, y.u)}
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
	if r, ok := b.idMemo[id]; ok {
		return r
	}
	var r []int
	switch p := b.pool; p.Op(id) {
	case term.OpConst:
		k, _ := p.Const(id)
		r = []int{int(k)}
	case term.OpIte:
		r = union(b.ids(p.Arg(id, 1)), b.otherIDs(p.Arg(id, 0), p.Arg(id, 2)))
	case term.OpVar, term.OpArrayVar:
		var known bool
		if r, known = b.pts[id]; !known { // it would be an address in nothing
			b.giveUp("an object number of which nothing is known")
		}
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

// otherIDs is ids where a condition does not hold, which may tell what is not.
func (b *builder) otherIDs(c, id term.T) []int {
	p, set := b.pool, b.ids(id)
	if p.Op(c) != term.OpEq || p.Arg(c, 0) != id {
		return set
	}
	k, ok := p.Const(p.Arg(c, 1))
	if !ok {
		return set
	}
	return slices.DeleteFunc(slices.Clone(set), func(i int) bool { return i == int(k) })
}

// point sets what a variable of object numbers points to.
func (b *builder) point(v term.T, set []int) {
	b.pts[v] = set
	b.forgetIDs()
}

// forgetIDs forgets what was made from the points-to sets.
func (b *builder) forgetIDs() {
	b.idMemo = map[term.T][]int{}
	b.isMemo = map[objectQuestion]term.T{}
	b.numberMemo = map[term.T]term.T{}
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
func (b *builder) is(v value, k int) term.T { return b.isObject(b.idOf(v), k) }

func (b *builder) isObject(id term.T, k int) term.T {
	key := objectQuestion{id, k}
	if r, ok := b.isMemo[key]; ok {
		return r
	}
	r := term.False
	switch p := b.pool; {
	case !slices.Contains(b.ids(id), k):
	case len(b.ids(id)) == 1:
		r = term.True
	case p.Op(id) == term.OpIte:
		r = p.Ite(p.Arg(id, 0), b.isObject(p.Arg(id, 1), k), b.isObject(p.Arg(id, 2), k))
	default:
		r = p.Eq(id, b.idConst(k))
	}
	b.isMemo[key] = r
	return r
}

// objectQuestion asks whether an object number is k.
type objectQuestion struct {
	id term.T
	k  int
}

// shifted is an address moved by so many bytes. What is not at the null pointer
// any more is an absolute address.
func (x *run) shifted(v value, by term.T) value {
	b, p := x.b, x.b.pool
	v.u = term.False
	null := b.is(v, idNull)
	if k, ok := p.Const(by); ok && k == 0 || null == term.False || !v.isPointer() {
		if slices.Contains(b.objectsOf(v), idNumber) {
			v.t = b.plus(v.t, by)
		} else {
			v.t = p.Add(v.t, by)
		}
		return v
	}
	w := b.addressIn(b.numbered(v.id), v.inst, p.Ite(null, by, p.Add(v.t, by)), term.False)
	return b.valueUnder(x.s.guard, w)
}

// plus is a sum, chosen between where one of its terms is: what is added to a null
// pointer is known where it is one.
func (b *builder) plus(t, by term.T) term.T {
	if p := b.pool; p.Op(t) == term.OpIte && p.IsConst(p.Arg(t, 1)) {
		return p.Ite(p.Arg(t, 0), p.Add(p.Arg(t, 1), by), p.Add(p.Arg(t, 2), by))
	}
	return b.pool.Add(t, by)
}

// numbered is an object number with the null pointer as an absolute address.
func (b *builder) numbered(id term.T) term.T {
	p := b.pool
	if !slices.Contains(b.ids(id), idNull) {
		return id
	}
	if r, ok := b.numberMemo[id]; ok { // choices share their parts
		return r
	}
	var r term.T
	if p.Op(id) == term.OpIte {
		r = p.Ite(p.Arg(id, 0), b.numbered(p.Arg(id, 1)), b.numbered(p.Arg(id, 2)))
	} else {
		r = p.Ite(b.isObject(id, idNull), b.idConst(idNumber), id)
	}
	b.numberMemo[id] = r
	return r
}

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
	p, b := x.b.pool, x.b
	return p.Ite(b.absolute(v), b.offset(v), x.fresh(w, "address"))
}
