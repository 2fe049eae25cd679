package induct

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// nullPage is the size of the page at address 0, which is never mapped.
const nullPage = 4096

// size is a byte count as a term of pointer width.
func (b *builder) size(n uint64) term.T { return b.pool.BV(b.ptrBits, n) }

// access checks that n bytes may be read or written through an address, in
// the order null, foreign, lifetime, bounds, constness. It returns when they may not:
// who goes on there in certificates, where a passed check is a literal, reads anything.
func (x *run) access(v value, n term.T, write bool) (bad term.T) {
	b, p := x.b, x.b.pool
	if v.absent() {
		x.stop("an address that is not known on every path")
		return term.True
	}
	null, foreign, dead, outside, constant := term.False, term.False, term.False, term.False, term.False
	numeric := term.False // it may still be the address of an object
	for _, k := range b.objectsOf(v) {
		is := b.is(v, k)
		switch k {
		case idNull:
			null = p.Or(null, is)
			continue
		case idNumber:
			at := b.under(is, v.t)
			near := p.ULt(at, b.size(nullPage))
			null = p.Or(null, p.And(is, near))
			if p.IsConst(at) {
				foreign = p.Or(foreign, p.And(is, p.Not(near)))
			} else {
				numeric = p.And(is, p.Not(near))
			}
			continue
		case idDead:
			dead = p.Or(dead, is)
			continue
		case idUnknown, idOutside:
			continue
		}
		o, st := b.objects[k], x.s.obj(k)
		switch {
		case o.origin == memory.Code:
			foreign = p.Or(foreign, is)
		case st == nil:
			dead = p.Or(dead, is)
		default:
			dead = p.Or(dead, p.And(is, p.Not(b.aliveAt(o, st, v))))
			outside = p.Or(outside, p.And(is, p.Not(x.inside(o, v, n))))
			if write && o.readOnly {
				constant = p.Or(constant, is)
			}
		}
	}
	survived := p.OrN(foreign, dead, outside)
	if b.outline != nil {
		far := p.Or(numeric, b.is(v, idOutside))
		foreign, dead = p.Or(foreign, x.doubt(numeric, op.ForeignAccess)), p.Or(dead, x.doubt(far, op.DeadAccess))
		outside, constant = p.Or(outside, x.doubt(far, op.OutOfBounds)), p.Or(constant, x.doubt(far, op.ConstWrite))
		numeric = term.False
	}
	x.verify(op.Check[term.T]{Class: op.NullAccess, Cond: null}, -1)
	x.verify(op.Check[term.T]{Class: op.ForeignAccess, Cond: foreign}, -1)
	x.stopIf(numeric, "an access through an address computed from an integer")
	x.unknown(v)
	x.verify(op.Check[term.T]{Class: op.DeadAccess, Cond: dead}, -1)
	x.verify(op.Check[term.T]{Class: op.OutOfBounds, Cond: outside}, -1)
	x.verify(op.Check[term.T]{Class: op.ConstWrite, Cond: constant}, -1)
	bad = p.OrN(null, foreign, dead, outside, constant)
	if write {
		x.wild(survived)
	}
	return bad
}

// wild stops where an operation has failed that may have changed anything, and the run
// gone on: a write through a null pointer, or to a constant, ends it. Behind its check
// that is no state; but in certificates, where the check is a literal, what comes behind
// is known only because it passed, whatever memory holds in the system.
func (x *run) wild(failed term.T) {
	if !x.b.certifying {
		x.nth++ // as stopIf: the checks that follow have the same names
		return
	}
	if k := x.stopIf(failed, "what would follow a failed write, copy or free"); k != nil {
		k.stack[0].Instr++ // it concerns what comes behind, not the operation's own checks
	}
}

// unknown stops where an address is unknown. Whatever may be wrong with it is
// recorded by the stop.
func (x *run) unknown(v value) {
	for _, k := range x.b.objectsOf(v) {
		if k == idUnknown {
			x.stopIf(x.b.is(v, k), "an access through a pointer of unknown value")
		}
	}
}

// inside tells that n bytes at an address lie inside an object.
func (x *run) inside(o *object, v value, n term.T) term.T {
	return x.b.before(v.t, n, x.sizeOf(o, v))
}

// sizeOf is the size of an object, or of the block of it that v names, as a
// term of pointer width.
func (x *run) sizeOf(o *object, v value) term.T {
	b := x.b
	switch {
	case o.sized:
		return x.blockSize(o, v)
	case o.text != nil:
		return b.textSize(o, v)
	case o.vector:
		return b.argv.size
	}
	return b.size(o.size)
}

// load is a read with its checks.
func (x *run) load() {
	b := x.b
	ty := &b.prog.Types[x.in.Type]
	p := x.arg(0)
	bad := x.access(p, b.size(ty.Store), false)
	if x.s.guard == term.False {
		return
	}
	if x.in.Flags&ir.Volatile != 0 && !b.cfg.VolatileMemory && !x.n.ctx.fn.Model {
		x.set(x.any(x.in.Type, "volatile"))
		return
	}
	x.failed = bad
	x.set(x.loadType(p, x.in.Type))
	x.failed = term.None
}

// loadType reads a value of any type at an admitted address.
func (x *run) loadType(p value, t ir.TypeID) value {
	b := x.b
	ty := &b.prog.Types[t]
	at := func(off uint64, et ir.TypeID) value {
		return x.loadType(p.moved(b.pool.Add(p.t, b.size(off))), et)
	}
	switch ty.Kind {
	case ir.Struct:
		v := value{elems: make([]value, len(ty.Fields))}
		for i, f := range ty.Fields {
			v.elems[i] = at(f.Offset, f.Type)
		}
		return v
	case ir.Array, ir.Vector:
		v := value{elems: make([]value, ty.Len)}
		for i := range v.elems {
			v.elems[i] = at(uint64(i)*b.prog.Types[ty.Elem].Size, ty.Elem)
		}
		return v
	}
	x.wishWords(p, ty.Store, ty.Kind == ir.Ptr)
	return x.loaded(x.loadBytes(p, ty.Store), t)
}

// loaded makes the checks on a value that was read and fits it to its type.
func (x *run) loaded(v value, t ir.TypeID) value {
	b := x.b
	ty := &b.prog.Types[t]
	if x.in.Flags&ir.RawCopy == 0 || x.in.Op != ir.Load {
		x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: v.u}, -1)
		v.u = term.False
	}
	if x.wanted().Has(op.DanglingRead) && v.isPointer() {
		x.verify(op.Check[term.T]{Class: op.DanglingRead, Cond: x.dangling(v)}, -1)
	}
	if x.in.Flags&ir.Bool != 0 {
		v = number(x.boolByte(x.number(v, 8)))
	}
	if w := b.width(t); w != 8*int(ty.Store) {
		u := v.u
		v = number(b.dom.Trunc(8*int(ty.Store), w, x.number(v, 8*int(ty.Store))))
		v.u = u
	}
	return v
}

// dangling tells that an address is into an object whose life is over.
func (x *run) dangling(v value) term.T {
	b, p := x.b, x.b.pool
	c := term.False
	for _, k := range b.objectsOf(v) {
		switch {
		case k == idDead || k == idUnknown:
			c = p.Or(c, b.is(v, k))
		case k >= idFirst && b.objects[k].origin != memory.Code:
			if st := x.s.obj(k); st == nil {
				c = p.Or(c, b.is(v, k))
			} else {
				c = p.Or(c, p.And(b.is(v, k), p.Not(b.aliveAt(b.objects[k], st, v))))
			}
		}
	}
	return c
}

// boolByte is the byte of a _Bool; one above 1 reads as any bool.
func (x *run) boolByte(t term.T) term.T {
	p := x.b.pool
	bad := p.ULt(p.BV(8, 1), t)
	x.verify(op.Check[term.T]{Class: op.BoolValue, Cond: bad}, -1)
	return p.Ite(bad, p.BoolToBV(x.fresh(1, "bool"), 8), t)
}

// store is a write with its checks.
func (x *run) store() {
	b := x.b
	p := x.arg(1)
	x.access(p, b.size(b.prog.Types[x.in.Type].Store), true)
	if x.s.guard != term.False {
		x.storeType(p, x.in.Type, x.arg(0))
	}
}

// storeType writes a value of any type at an admitted address.
func (x *run) storeType(p value, t ir.TypeID, v value) {
	b := x.b
	ty := &b.prog.Types[t]
	if v.elems != nil {
		for i, e := range v.elems {
			et, off := ty.Elem, uint64(i)
			if ty.Kind == ir.Struct {
				et, off = ty.Fields[i].Type, ty.Fields[i].Offset
			} else {
				off *= b.prog.Types[ty.Elem].Size
			}
			x.storeType(p.moved(b.pool.Add(p.t, b.size(off))), et, e)
		}
		return
	}
	if v.absent() {
		x.stop("a value that is not known on every path")
		return
	}
	if w, full := b.width(t), 8*int(ty.Store); w != full {
		v = value{t: b.dom.ZExt(w, full, x.number(v, w)), u: v.u}
	}
	x.storeBytes(p, ty.Store, v, term.True)
}

// gep computes an address: base + constant + Σ index·scale.
func (x *run) gep() {
	b, p := x.b, x.b.pool
	base := x.arg(0)
	if base.absent() || base.elems != nil {
		x.stop("a vector of addresses")
		return
	}
	w := b.ptrBits
	by := p.BV(w, uint64(x.in.Gep.Const)&op.Mask(w))
	for i := range x.in.Gep.Terms {
		t := &x.in.Gep.Terms[i]
		bits := int(t.Bits)
		idx := x.number(x.arg(int(t.Arg)), bits)
		x.check = x.check[:0]
		if t.Bound >= 0 && x.wanted().Has(op.IndexBound) {
			x.check = op.IndexChecks(b.dom, bits, idx, uint64(t.Bound), x.check)
		}
		x.verifyAll(t.Arg)
		by = p.Add(by, p.Mul(b.dom.resize(bits, w, idx), p.BV(w, uint64(t.Scale)&op.Mask(w))))
	}
	v := x.shifted(base, by)
	if x.wanted().Has(op.PtrOverflow) {
		x.pointerOverflow(v)
	}
	x.set(v)
}

// pointerOverflow checks an address for leaving its object.
func (x *run) pointerOverflow(v value) {
	b, p := x.b, x.b.pool
	c := term.False
	for _, k := range b.objectsOf(v) {
		if k >= idFirst {
			c = p.Or(c, p.And(b.is(v, k), p.ULt(x.sizeOf(b.objects[k], v), v.t)))
		} else if k > idNumber {
			c = p.Or(c, b.is(v, k))
		} else { // null, or a number: only null itself is inside anything
			c = p.Or(c, p.And(b.is(v, k), p.Not(p.Eq(v.t, b.size(0)))))
		}
	}
	x.verify(op.Check[term.T]{Class: op.PtrOverflow, Cond: c}, -1)
}

// addressArithmetic keeps p + n, p − n and p − q exact. It reports false where
// the operands become numbers.
func (x *run) addressArithmetic(a, c value) bool {
	b, p := x.b, x.b.pool
	w := b.ptrBits
	switch {
	case x.in.Op == ir.Sub && a.isPointer() && c.isPointer():
		same := b.sameObject(a, c)
		if x.wanted().Has(op.PtrDiff) {
			x.verify(op.Check[term.T]{Class: op.PtrDiff, Cond: p.Not(same)}, -1)
		}
		x.set(number(p.Ite(same, p.Sub(b.offset(a), b.offset(c)), x.fresh(w, "difference"))))
	case x.in.Op == ir.Sub && a.isPointer():
		x.set(x.shifted(a, p.Neg(c.t)))
	case x.in.Op == ir.Add && a.isPointer() && !c.isPointer():
		x.set(x.shifted(a, c.t))
	case x.in.Op == ir.Add && c.isPointer() && !a.isPointer():
		x.set(x.shifted(c, a.t))
	default:
		return false
	}
	return true
}

// compare is an integer or address comparison.
func (x *run) compare() {
	b := x.b
	w := x.bits(0)
	a, c := x.arg(0), x.arg(1)
	if a.isPointer() || c.isPointer() {
		x.set(number(x.comparePointers(a, c, w)))
		return
	}
	x.set(number(op.Compare[term.T, term.T](b.dom, x.in.Pred, w, x.number(a, w), x.number(c, w))))
}

// comparePointers compares addresses: inside one object by offset; into
// distinct live objects, both inside, they differ; null is no object's
// address; everything else is left open (verdicts.md, Addresses).
func (x *run) comparePointers(a, c value, w int) term.T {
	b, p := x.b, x.b.pool
	if a.absent() || c.absent() || a.elems != nil || c.elems != nil {
		x.stop("a comparison of values that are not known on every path")
		return x.fresh(1, "compare")
	}
	same := b.sameObject(a, c)
	if x.wanted().Has(op.DanglingRead) {
		bad := p.And(p.Not(same), p.Or(x.dangling(a), x.dangling(c)))
		x.verify(op.Check[term.T]{Class: op.DanglingRead, Cond: bad}, -1)
	}
	numbers := p.And(b.absolute(a), b.absolute(c))
	lost := p.Or(b.is(a, idDead), b.is(a, idUnknown))
	pred := x.in.Pred
	within := op.Compare[term.T, term.T](b.dom, signedPred(pred), w, a.t, c.t)
	plain := op.Compare[term.T, term.T](b.dom, pred, w, b.offset(a), b.offset(c))
	open := x.fresh(1, "compare")
	if pred == ir.EQ || pred == ir.NE {
		differs := p.Or(p.And(x.live(a, false), x.live(c, false)),
			p.Or(p.And(x.isNull(a), x.live(c, true)), p.And(x.isNull(c), x.live(a, true))))
		return p.Ite(numbers, plain, p.Ite(same, p.Ite(lost, open, within), p.Ite(differs, p.Bool(pred == ir.NE), open)))
	}
	if x.wanted().Has(op.PtrCompare) {
		both := p.Not(p.Or(b.absolute(a), b.absolute(c)))
		x.verify(op.Check[term.T]{Class: op.PtrCompare, Cond: p.And(both, p.Not(same))}, -1)
	}
	return p.Ite(numbers, plain, p.Ite(p.And(same, p.Not(lost)), within, open))
}

// signedPred orders offsets in one object as signed distances from its start.
func signedPred(p ir.Pred) ir.Pred {
	switch p {
	case ir.ULT:
		return ir.SLT
	case ir.ULE:
		return ir.SLE
	case ir.UGT:
		return ir.SGT
	case ir.UGE:
		return ir.SGE
	}
	return p
}

func (x *run) isNull(v value) term.T {
	p, b := x.b.pool, x.b
	return p.Or(b.is(v, idNull), p.And(b.is(v, idNumber), p.Eq(v.t, b.size(0))))
}

// live tells that an address points into its live object; with orEnd its end
// counts, and whether it is alive does not: no object was ever at address 0.
func (x *run) live(v value, orEnd bool) term.T {
	b, p := x.b, x.b.pool
	c := term.False
	for _, k := range b.objectsOf(v) {
		if k < idFirst {
			continue
		}
		o, st := b.objects[k], x.s.obj(k)
		in := p.ULt(v.t, x.sizeOf(o, v))
		if orEnd {
			in = p.ULe(v.t, x.sizeOf(o, v))
		}
		switch {
		case o.origin == memory.Code:
			in = p.Eq(v.t, b.size(0))
		case !orEnd && st == nil:
			in = term.False
		case !orEnd:
			in = p.And(in, b.aliveAt(o, st, v))
		}
		c = p.Or(c, p.And(b.is(v, k), in))
	}
	return c
}
