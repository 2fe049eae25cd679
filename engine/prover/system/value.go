package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// IDBits is the width of object numbers.
const IDBits = 16

// The object numbers that are no objects.
const (
	IDNull    = 0 // the null pointer, whatever its offset says
	IDNumber  = 1 // an absolute address, 0 included: the offset
	IDDead    = 2 // an object whose life is over
	IDUnknown = 3 // an address of which nothing is known
	IDOutside = 4 // in a coarse abstraction: an object that is not told from others (coarse.go)
	IDWild    = 5 // what an unwritten pointer holds: a number that names no object, and may be 0
	IDFirst   = 6
)

// Value is what a register or a cell holds: a number, or an address as object
// number and offset. The zero value is no value at all.
type Value struct {
	ID term.T // BV(idBits), or None: a number
	// inst is the instance, BV(instBits), where the object has instances (many); None: 0.
	Inst term.T
	Term term.T // the number (Bool for one bit), or the offset in pointer width
	// u is the condition under which the bytes were never written; t is then
	// an arbitrary constant. False in registers, but for raw copies.
	Uninit term.T
	Elems  []Value // aggregates: the parts; t is None
}

func number(t term.T) Value           { return Value{Term: t, Uninit: term.False} }
func (v Value) Absent() bool          { return v.Term == term.None && v.Elems == nil }
func (v Value) IsPointer() bool       { return v.ID != term.None }
func (b *terms) IDConst(k int) term.T { return b.Pool.BV(IDBits, uint64(k)) }

// Pointer is the address of a known object plus an offset.
func (b *objects) Pointer(id int, off uint64) Value {
	return Value{ID: b.IDConst(id), Term: b.Pool.BV(b.PtrBits, off), Uninit: term.False}
}

func (b *objects) null() Value { return number(b.Pool.BV(b.PtrBits, 0)) }

// idOf is a value's object number. The number 0 is the null pointer; what was never
// written may be any value to who reads it (loadObject), so it is one, too: of
// neither does the construction have to know that it is no address of the program.
func (b *terms) idOf(v Value) term.T {
	switch {
	case v.ID != term.None:
		return v.ID
	case v.Uninit == term.True || b.isZero(v.Term):
		return b.IDConst(IDNull)
	}
	return b.IDConst(IDNumber)
}

// isZero: a term is the constant 0.
func (b *terms) isZero(t term.T) bool { return b.isConst(t, 0) }

// isConst: a term is a constant, of every instance if it is an array.
func (b *terms) isConst(t term.T, want uint64) bool {
	if b.Pool.Op(t) == term.OpConstArray {
		t = b.Pool.Arg(t, 0)
	}
	k, ok := b.Pool.Const(t)
	return ok && k == want
}

// ObjectsOf is the set of objects that a value can be an address in.
func (b *objects) ObjectsOf(v Value) []int {
	if v.Term == term.None {
		return nil
	}
	return b.IDs(b.idOf(v))
}

// address makes a value of pointer width from its parts.
func (b *objects) address(id, off, u term.T) Value { return b.addressIn(id, term.None, off, u) }

// addressIn is address for one that names an instance. What names no object is a
// number.
func (b *objects) addressIn(id, inst, off, u term.T) Value {
	v := Value{ID: id, Inst: inst, Term: off, Uninit: u}
	if b.Pool.IsArray(id) {
		return v
	}
	if set := b.IDs(id); len(set) == 0 || slices.ContainsFunc(set, func(k int) bool { return k > IDNumber }) {
		return v
	}
	return Value{Term: b.Offset(v), Uninit: u}
}

// Absolute tells when a value names no object: it is its offset.
func (b *objects) Absolute(v Value) term.T { return b.Pool.Or(b.Is(v, IDNull), b.Is(v, IDNumber)) }

// Offset is the offset of an address in its object: the null pointer's is 0.
func (b *objects) Offset(v Value) term.T {
	if v.ID == term.None {
		return v.Term
	}
	return b.Pool.Ite(b.Is(v, IDNull), b.Size(0), v.Term)
}

// Moved is an address in the same object, at another offset.
func (v Value) Moved(off term.T) Value {
	v.Term, v.Uninit = off, term.False
	return v
}

// choose is c ? x : y for values of one width.
func (b *objects) choose(c term.T, x, y Value) Value {
	return b.chosen(c, x, y, x, y)
}

// chosen is choose for values that are others, where the condition holds or not.
func (b *objects) chosen(c term.T, x, y, one, other Value) Value {
	switch {
	case c == term.True:
		return x
	case c == term.False:
		return y
	case x.Elems != nil || y.Elems != nil:
		return b.chooseParts(c, x, y)
	case x.Absent() || y.Absent() || b.Pool.Width(x.Term) != b.Pool.Width(y.Term):
		return Value{}
	}
	u := b.Pool.Ite(c, x.Uninit, y.Uninit)
	switch {
	case x.ID == y.ID && x.Inst == y.Inst:
		return b.made(Value{ID: x.ID, Inst: x.Inst, Term: b.Pool.Ite(c, x.Term, y.Term), Uninit: u}, one, other, term.None)
	case b.Pool.IsArray(x.Term):
		return b.made(b.chooseArrays(c, x, y), one, other, term.None)
	}
	t, inst := b.Pool.Ite(c, x.Term, y.Term), b.Pool.Ite(c, b.InstOf(x), b.InstOf(y))
	switch { // what is no address of an object may have any instance, and null any offset
	case !x.IsPointer():
		inst = y.Inst
		if b.isZero(b.idOf(x)) {
			t = y.Term
		}
	case !y.IsPointer():
		inst = x.Inst
		if b.isZero(b.idOf(y)) {
			t = x.Term
		}
	}
	return b.made(b.addressIn(b.Pool.Ite(c, b.idOf(x), b.idOf(y)), inst, t, u), one, other, term.None)
}

// chooseArrays is choose for a cell of a site, of which one side at most is not an
// address or not known to be one.
func (b *terms) chooseArrays(c term.T, x, y Value) Value {
	p := b.Pool
	if b.areNumbers(b.objectPart(y)) {
		x = b.asNumbers(x)
	}
	if b.areNumbers(b.objectPart(x)) {
		y = b.asNumbers(y)
	}
	return Value{ID: p.Ite(c, b.objectPart(x), b.objectPart(y)), Inst: p.Ite(c, b.instancePart(x), b.instancePart(y)),
		Term: p.Ite(c, x.Term, y.Term), Uninit: p.Ite(c, x.Uninit, y.Uninit)}
}

func (b *objects) chooseParts(c term.T, x, y Value) Value {
	if len(x.Elems) != len(y.Elems) {
		return Value{}
	}
	v := Value{Elems: make([]Value, len(x.Elems))}
	for i := range x.Elems {
		v.Elems[i] = b.choose(c, x.Elems[i], y.Elems[i])
	}
	return v
}

func (v Value) Same(w Value) bool {
	return v.ID == w.ID && v.Inst == w.Inst && v.Term == w.Term && v.Uninit == w.Uninit && v.Elems == nil && w.Elems == nil
}

// IDs is the set of objects that an object number can be, ascending: known
// from its constants and the points-to sets of the variables in it.
func (b *objects) IDs(id term.T) []int {
	if r, ok := b.idMemo[id]; ok {
		return r
	}
	var r []int
	switch p := b.Pool; p.Op(id) {
	case term.OpConst:
		k, _ := p.Const(id)
		r = []int{int(k)}
	case term.OpIte:
		r = Union(b.IDs(p.Arg(id, 1)), b.otherIDs(p.Arg(id, 0), p.Arg(id, 2)))
	case term.OpVar, term.OpArrayVar:
		var known bool
		if r, known = b.Pts[id]; !known { // it would be an address in nothing
			b.giveUp("an object number of which nothing is known")
		}
	case term.OpSelect, term.OpConstArray:
		r = b.IDs(p.Arg(id, 0))
	case term.OpStore:
		r = Union(b.IDs(p.Arg(id, 0)), b.IDs(p.Arg(id, 2)))
	default:
		// Only constants, choices and variables are ever made; a rewriting that
		// turns them into something else costs the proof, not its soundness.
		r = []int{IDUnknown}
		b.giveUp("object numbers that are computed")
	}
	b.idMemo[id] = r
	return r
}

// otherIDs is ids where a condition does not hold, which may tell what is not.
func (b *objects) otherIDs(c, id term.T) []int {
	p, set := b.Pool, b.IDs(id)
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
func (b *variables) point(v term.T, set []int) {
	b.Pts[v] = set
	b.forgetIDs()
}

// forgetIDs forgets what was made from the points-to sets.
func (b *variables) forgetIDs() {
	b.idMemo = map[term.T][]int{}
	b.isMemo = map[objectQuestion]term.T{}
	b.numberMemo = map[term.T]term.T{}
	b.epoch++
}

// Union of two ascending lists.
func Union(a, c []int) []int {
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

// Is tells when a value's object is k.
func (b *objects) Is(v Value, k int) term.T { return b.isObject(b.idOf(v), k) }

func (b *objects) isObject(id term.T, k int) term.T {
	key := objectQuestion{id, k}
	if r, ok := b.isMemo[key]; ok {
		return r
	}
	r := term.False
	switch p := b.Pool; {
	case !slices.Contains(b.IDs(id), k):
	case len(b.IDs(id)) == 1:
		r = term.True
	case p.Op(id) == term.OpIte:
		r = p.Ite(p.Arg(id, 0), b.isObject(p.Arg(id, 1), k), b.isObject(p.Arg(id, 2), k))
	default:
		r = p.Eq(id, b.IDConst(k))
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
func (x *run) shifted(v Value, by term.T) Value {
	b, p := x.Sys, x.Sys.Pool
	v.Uninit = term.False
	null, from := b.Is(v, IDNull), v
	if k, ok := p.Const(by); ok && k == 0 || null == term.False || !v.IsPointer() {
		if slices.Contains(b.ObjectsOf(v), IDNumber) {
			v.Term = b.plus(v.Term, by)
		} else {
			v.Term = p.Add(v.Term, by)
		}
		return b.made(v, from, from, by)
	}
	w := b.addressIn(b.numbered(v.ID), v.Inst, p.Ite(null, by, p.Add(v.Term, by)), term.False)
	return b.valueUnder(x.s.Guard, b.made(w, from, from, by))
}

// plus is a sum, chosen between where one of its terms is: what is added to a null
// pointer is known where it is one.
func (b *terms) plus(t, by term.T) term.T {
	if p := b.Pool; p.Op(t) == term.OpIte && p.IsConst(p.Arg(t, 1)) {
		return p.Ite(p.Arg(t, 0), p.Add(p.Arg(t, 1), by), p.Add(p.Arg(t, 2), by))
	}
	return b.Pool.Add(t, by)
}

// numbered is an object number with the null pointer as an absolute address.
func (b *objects) numbered(id term.T) term.T {
	p := b.Pool
	if !slices.Contains(b.IDs(id), IDNull) {
		return id
	}
	if r, ok := b.numberMemo[id]; ok { // choices share their parts
		return r
	}
	var r term.T
	if p.Op(id) == term.OpIte {
		r = p.Ite(p.Arg(id, 0), b.numbered(p.Arg(id, 1)), b.numbered(p.Arg(id, 2)))
	} else {
		r = p.Ite(b.isObject(id, IDNull), b.IDConst(IDNumber), id)
	}
	b.numberMemo[id] = r
	return r
}

// width is the width in bits of a type's values.
func (b *program) width(t ir.TypeID) int {
	ty := &b.Prog.Types[t]
	if ty.Kind == ir.Ptr {
		return b.PtrBits
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
func (x *run) number(v Value, w int) term.T {
	if v.Elems != nil {
		x.unsupported("arithmetic on aggregates or vectors")
		return x.fresh(w, "vector")
	}
	if v.Absent() {
		x.unsupported("a value that is not known on every path")
		return x.fresh(w, "missing")
	}
	if v.ID == term.None {
		return v.Term
	}
	p, b := x.Sys.Pool, x.Sys
	if b.namesObject(v) && !x.n.ctx.Func.Model { // what models compute is in passes
		x.expose()
	}
	return p.Ite(b.Absolute(v), b.Offset(v), x.fresh(w, "address"))
}
