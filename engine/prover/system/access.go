package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// nullPage is the size of the page at address 0, which is never mapped.
const nullPage = 4096

// Size is a byte count as a term of pointer width.
func (b *objects) Size(n uint64) term.T { return b.Pool.BV(b.PtrBits, n) }

// wrongs are the conditions under which something is wrong with an address that is accessed.
type wrongs struct {
	null, foreign, dead, outside, constant term.T
	numeric                                term.T // it is a number, and may still be the address of an object
	plain                                  term.T // it is a number, and the address of none
}

// wrongWith is what may be wrong with an address of n bytes.
func (x *run) wrongWith(v Value, n term.T, write bool) wrongs {
	b, p := x.Sys, x.Sys.Pool
	w := wrongs{term.False, term.False, term.False, term.False, term.False, term.False, term.False}
	for _, k := range b.ObjectsOf(v) {
		is := b.Is(v, k)
		switch k {
		case IDNull:
			w.null = p.Or(w.null, is)
			continue
		case IDNumber:
			at := b.simplifyUnder(is, v.Term)
			near, far := x.nearNull(is, at)
			if w.null = p.Or(w.null, near); b.mayName(at) {
				w.numeric = far
			} else {
				w.plain, w.foreign = far, p.Or(w.foreign, far)
			}
			continue
		case IDDead:
			w.dead = p.Or(w.dead, is)
			continue
		case IDWild:
			zero := x.fresh(1, "wild")
			w.null, w.foreign = p.Or(w.null, p.And(is, zero)), p.Or(w.foreign, p.And(is, p.Not(zero)))
			continue
		case IDUnknown, IDOutside:
			continue
		}
		o, st := b.Objects[k], x.s.Obj(k)
		switch {
		case o.Origin == memory.Code:
			w.foreign = p.Or(w.foreign, is)
		case st == nil:
			w.dead = p.Or(w.dead, is)
		default:
			w.dead = p.Or(w.dead, p.And(is, p.Not(b.AliveAt(o, st, v))))
			w.outside = p.Or(w.outside, p.And(is, p.Not(x.inside(o, v, n))))
			if write && o.ReadOnly {
				w.constant = p.Or(w.constant, is)
			}
		}
	}
	return w
}

// access checks that n bytes may be read or written through an address, in
// the order null, foreign, lifetime, bounds, constness. It returns when they may not:
// who goes on there in certificates, where a passed check is a literal, reads anything.
func (x *run) access(v Value, n term.T, write bool) (bad term.T) {
	p := x.Sys.Pool
	if v.Absent() {
		x.unsupported("an address that is not known on every path")
		return term.True
	}
	x.looksInside(v, n)
	w := x.wrongWith(v, n, write)
	survived := p.OrN(w.foreign, w.dead, w.outside)
	open := x.openAt(v, w.numeric, write)
	if open {
		x.doubts(v, &w, write)
	}
	x.verify(op.Check[term.T]{Class: op.NullAccess, Cond: w.null}, -1)
	if k := x.verify(op.Check[term.T]{Class: op.ForeignAccess, Cond: w.foreign}, -1); k != nil && w.plain != term.False {
		k.Numeric, k.Stack, k.In = true, x.stack(), x.n.ctx.Summary()
	}
	if !open {
		x.unsupportedIf(w.numeric, "an access through an address computed from an integer")
		x.unknown(v)
	}
	x.verify(op.Check[term.T]{Class: op.DeadAccess, Cond: w.dead}, -1)
	x.verify(op.Check[term.T]{Class: op.OutOfBounds, Cond: w.outside}, -1)
	x.verify(op.Check[term.T]{Class: op.ConstWrite, Cond: w.constant}, -1)
	bad = p.OrN(w.null, w.foreign, w.dead, w.outside, w.constant)
	if write {
		x.wild(survived)
	}
	return bad
}

// looksInside stops where an access to n bytes is one to what a library model has for itself, and
// none of the model's own (engine/exec).
func (x *run) looksInside(v Value, n term.T) {
	b := x.Sys
	size, known := b.Pool.Const(n)
	if x.n.ctx.Func.Model && x.in.Op != ir.Call && !(known && size == 1) {
		return
	}
	for _, k := range b.ObjectsOf(v) {
		if o := b.Objects[k]; b.isData(k) && (b.inner[o] || o.Origin == memory.Static && b.Prog.Globals[o.Global].Inner) {
			x.unsupportedIf(b.Is(v, k), op.LooksInside)
		}
	}
}

// doubts adds what may be wrong with an address of which nothing is known.
func (x *run) doubts(v Value, w *wrongs, write bool) {
	b, p := x.Sys, x.Sys.Pool
	unknown := b.Is(v, IDUnknown)
	far := p.OrN(w.numeric, b.Is(v, IDOutside), unknown)
	w.null = p.Or(w.null, x.doubt(unknown, op.NullAccess))
	w.foreign = p.Or(w.foreign, x.doubt(p.Or(w.numeric, unknown), op.ForeignAccess))
	w.dead, w.outside = p.Or(w.dead, x.doubt(far, op.DeadAccess)), p.Or(w.outside, x.doubt(far, op.OutOfBounds))
	if write {
		w.constant = p.Or(w.constant, x.doubt(far, op.ConstWrite))
	}
}

// openAt: what may be wrong with an address of which nothing is known is open, and the run goes
// on. So it is in a coarse abstraction, and for a load elsewhere: it gives any value and changes
// nothing. What it gives may be a part of an address, though, which is no number before numbers
// name objects.
func (x *run) openAt(v Value, numeric term.T, write bool) bool {
	b := x.Sys
	if b.Coarse != nil {
		return true
	}
	any := numeric != term.False || slices.Contains(b.ObjectsOf(v), IDUnknown)
	return any && !write && x.in.Op == ir.Load && (b.Exposed || b.Prog.Types[x.in.Type].Kind == ir.Ptr)
}

// nearNull tells when a number is in the page at address 0, and when it is not.
func (x *run) nearNull(is, number term.T) (near, far term.T) {
	p := x.Sys.Pool
	low := p.ULt(number, x.Sys.Size(nullPage))
	return p.And(is, low), p.And(is, p.Not(low))
}

// wild stops where an operation has failed that may have changed anything, and the run
// gone on: a write through a null pointer, or to a constant, ends it. Behind its check
// that is no state; but in certificates, where the check is a literal, what comes behind
// is known only because it passed, whatever memory holds in the system.
func (x *run) wild(failed term.T) {
	if !x.Sys.Certifying {
		x.nth++ // as stopIf: the checks that follow have the same names
		return
	}
	if k := x.unsupportedIf(failed, "what would follow a failed write, copy or free"); k != nil {
		k.Stack[0].Instr++ // it concerns what comes behind, not the operation's own checks
	}
}

// unknown stops where an address is unknown. Whatever may be wrong with it is
// recorded by the stop.
func (x *run) unknown(v Value) {
	for _, k := range x.Sys.ObjectsOf(v) {
		if k == IDUnknown {
			x.unsupportedIf(x.Sys.Is(v, k), "an access through a pointer of unknown value")
		}
	}
}

// inside tells that n bytes at an address lie inside an object.
func (x *run) inside(o *Object, v Value, n term.T) term.T {
	return x.Sys.Before(v.Term, n, x.sizeOf(o, v))
}

// sizeOf is the size of an object, or of the block of it that v names, as a
// term of pointer width.
func (x *run) sizeOf(o *Object, v Value) term.T {
	b := x.Sys
	switch {
	case o.Sized:
		return x.blockSize(o, v)
	case o.Text != nil:
		return b.TextSize(o, v)
	case o.vector:
		return b.Argv.size
	}
	return b.Size(o.Size)
}

// load is a read with its checks.
func (x *run) load() {
	b := x.Sys
	ty := &b.Prog.Types[x.in.Type]
	p := x.arg(0)
	bad := x.access(p, b.Size(ty.Store), false)
	if x.s.Guard == term.False {
		return
	}
	if x.in.Flags&ir.Volatile != 0 && !b.Config.VolatileMemory && !x.n.ctx.Func.Model {
		x.set(x.any(x.in.Type, "volatile"))
		return
	}
	x.failed = bad
	x.set(x.loadType(p, x.in.Type))
	x.failed = term.None
}

// loadType reads a value of any type at an admitted address.
func (x *run) loadType(p Value, t ir.TypeID) Value {
	b := x.Sys
	ty := &b.Prog.Types[t]
	at := func(off uint64, et ir.TypeID) Value {
		return x.loadType(p.Moved(b.Pool.Add(p.Term, b.Size(off))), et)
	}
	switch ty.Kind {
	case ir.Struct:
		v := Value{Elems: make([]Value, len(ty.Fields))}
		for i, f := range ty.Fields {
			v.Elems[i] = at(f.Offset, f.Type)
		}
		return v
	case ir.Array, ir.Vector:
		v := Value{Elems: make([]Value, ty.Len)}
		for i := range v.Elems {
			v.Elems[i] = at(uint64(i)*b.Prog.Types[ty.Elem].Size, ty.Elem)
		}
		return v
	}
	x.wishWords(p, ty.Store, ty.Kind == ir.Ptr)
	return x.loaded(x.loadBytes(p, ty.Store), t)
}

// loaded makes the checks on a value that was read and fits it to its type.
func (x *run) loaded(v Value, t ir.TypeID) Value {
	b := x.Sys
	ty := &b.Prog.Types[t]
	if x.in.Flags&ir.RawCopy == 0 || x.in.Op != ir.Load {
		x.verify(op.Check[term.T]{Class: op.UninitRead, Cond: v.Uninit}, -1)
		v.Uninit = term.False
	}
	if x.wanted().Has(op.DanglingRead) && v.IsPointer() {
		x.verify(op.Check[term.T]{Class: op.DanglingRead, Cond: x.dangling(v)}, -1)
	}
	if x.in.Flags&ir.Bool != 0 {
		v = number(x.boolByte(x.number(v, 8)))
	}
	if w := b.width(t); w != 8*int(ty.Store) {
		u := v.Uninit
		v = number(b.Dom.Trunc(8*int(ty.Store), w, x.number(v, 8*int(ty.Store))))
		v.Uninit = u
	}
	return v
}

// dangling tells that an address is into an object whose life is over.
func (x *run) dangling(v Value) term.T {
	b, p := x.Sys, x.Sys.Pool
	c := term.False
	for _, k := range b.ObjectsOf(v) {
		switch {
		case k == IDDead || k == IDUnknown || k == IDWild:
			c = p.Or(c, b.Is(v, k))
		case k >= IDFirst && b.Objects[k].Origin != memory.Code:
			if st := x.s.Obj(k); st == nil {
				c = p.Or(c, b.Is(v, k))
			} else {
				c = p.Or(c, p.And(b.Is(v, k), p.Not(b.AliveAt(b.Objects[k], st, v))))
			}
		}
	}
	return c
}

// boolByte is the byte of a _Bool; one above 1 reads as any bool.
func (x *run) boolByte(t term.T) term.T {
	p := x.Sys.Pool
	bad := p.ULt(p.BV(8, 1), t)
	x.verify(op.Check[term.T]{Class: op.BoolValue, Cond: bad}, -1)
	return p.Ite(bad, p.BoolToBV(x.fresh(1, "bool"), 8), t)
}

// store is a write with its checks.
func (x *run) store() {
	b := x.Sys
	p := x.arg(1)
	x.access(p, b.Size(b.Prog.Types[x.in.Type].Store), true)
	if x.s.Guard != term.False {
		x.storeType(p, x.in.Type, x.arg(0))
	}
}

// storeType writes a value of any type at an admitted address.
func (x *run) storeType(p Value, t ir.TypeID, v Value) {
	b := x.Sys
	ty := &b.Prog.Types[t]
	if v.Elems != nil {
		for i, e := range v.Elems {
			et, off := ty.Elem, uint64(i)
			if ty.Kind == ir.Struct {
				et, off = ty.Fields[i].Type, ty.Fields[i].Offset
			} else {
				off *= b.Prog.Types[ty.Elem].Size
			}
			x.storeType(p.Moved(b.Pool.Add(p.Term, b.Size(off))), et, e)
		}
		return
	}
	if v.Absent() {
		x.unsupported("a value that is not known on every path")
		return
	}
	if w, full := b.width(t), 8*int(ty.Store); w != full {
		v = Value{Term: b.Dom.ZExt(w, full, x.number(v, w)), Uninit: v.Uninit}
	}
	x.storeBytes(p, ty.Store, v, term.True)
}

// gep computes an address: base + constant + Σ index·scale.
func (x *run) gep() {
	b, p := x.Sys, x.Sys.Pool
	base := x.arg(0)
	if base.Absent() || base.Elems != nil {
		x.unsupported("a vector of addresses")
		return
	}
	x.typed(base)
	w := b.PtrBits
	by := p.BV(w, uint64(x.in.Gep.Const)&op.Mask(w))
	for i := range x.in.Gep.Terms {
		t := &x.in.Gep.Terms[i]
		bits := int(t.Bits)
		idx := x.number(x.arg(int(t.Arg)), bits)
		x.check = x.check[:0]
		if t.Bound >= 0 && x.wanted().Has(op.IndexBound) {
			x.check = op.IndexChecks(b.Dom, bits, idx, uint64(t.Bound), x.check)
		}
		x.verifyAll(t.Arg)
		by = p.Add(by, p.Mul(b.Dom.Resize(bits, w, idx), p.BV(w, uint64(t.Scale)&op.Mask(w))))
	}
	v := x.shifted(base, by)
	if x.wanted().Has(op.PtrOverflow) {
		x.pointerOverflow(v)
	}
	x.set(v)
}

// pointerOverflow checks an address for leaving its object.
func (x *run) pointerOverflow(v Value) {
	b, p := x.Sys, x.Sys.Pool
	c := term.False
	for _, k := range b.ObjectsOf(v) {
		if k >= IDFirst {
			c = p.Or(c, p.And(b.Is(v, k), p.ULt(x.sizeOf(b.Objects[k], v), v.Term)))
		} else if k > IDNumber {
			c = p.Or(c, b.Is(v, k))
		} else { // null, or a number: only null itself is inside anything
			c = p.Or(c, p.And(b.Is(v, k), p.Not(p.Eq(v.Term, b.Size(0)))))
		}
	}
	x.verify(op.Check[term.T]{Class: op.PtrOverflow, Cond: c}, -1)
}

// addressArithmetic keeps p + n, p − n and p − q exact. It reports false where
// a number may lead to another object (leads), and where
// the operands become numbers.
func (x *run) addressArithmetic(a, c Value) bool {
	b, p := x.Sys, x.Sys.Pool
	w := b.PtrBits
	switch {
	case x.in.Op == ir.Sub && a.IsPointer() && c.IsPointer():
		same := b.SameObject(a, c)
		if x.wanted().Has(op.PtrDiff) {
			x.verify(op.Check[term.T]{Class: op.PtrDiff, Cond: p.Not(same)}, -1)
		}
		b.mingles = b.mingles || p.And(x.s.Guard, p.Not(same)) != term.False && (b.namesObject(a) || b.namesObject(c))
		x.set(number(p.Ite(same, p.Sub(b.Offset(a), b.Offset(c)), x.fresh(w, "difference"))))
	case a.IsPointer() && x.leads(c.Term), c.IsPointer() && x.leads(a.Term):
		return false
	case x.in.Op == ir.Sub && a.IsPointer():
		x.set(x.shifted(a, p.Neg(c.Term)))
	case x.in.Op == ir.Add && a.IsPointer() && !c.IsPointer():
		x.set(x.shifted(a, c.Term))
	case x.in.Op == ir.Add && c.IsPointer() && !a.IsPointer():
		x.set(x.shifted(c, a.Term))
	default:
		return false
	}
	return true
}

// compare is an integer or address comparison.
func (x *run) compare() {
	b := x.Sys
	w := x.bits(0)
	a, c := x.arg(0), x.arg(1)
	if a.IsPointer() || c.IsPointer() {
		x.set(number(x.comparePointers(a, c, w)))
		return
	}
	x.set(number(op.Compare[term.T, term.T](b.Dom, x.in.Pred, w, x.number(a, w), x.number(c, w))))
}

// comparePointers compares addresses: inside one object by offset; into
// distinct live objects, both inside, they differ; null is no object's
// address; everything else is left open (verdicts.md, Addresses).
func (x *run) comparePointers(a, c Value, w int) term.T {
	b, p := x.Sys, x.Sys.Pool
	if a.Absent() || c.Absent() || a.Elems != nil || c.Elems != nil {
		x.unsupported("a comparison of values that are not known on every path")
		return x.fresh(1, "compare")
	}
	same := b.SameObject(a, c)
	if x.wanted().Has(op.DanglingRead) {
		bad := p.And(p.Not(same), p.Or(x.dangling(a), x.dangling(c)))
		x.verify(op.Check[term.T]{Class: op.DanglingRead, Cond: bad}, -1)
	}
	numbers := p.And(b.Absolute(a), b.Absolute(c))
	lost := p.OrN(b.Is(a, IDDead), b.Is(a, IDUnknown), b.Is(a, IDWild))
	pred := x.in.Pred
	within := op.Compare[term.T, term.T](b.Dom, signedPred(pred), w, a.Term, c.Term)
	plain := op.Compare[term.T, term.T](b.Dom, pred, w, b.Offset(a), b.Offset(c))
	open := x.fresh(1, "compare")
	if pred == ir.EQ || pred == ir.NE {
		differs := p.Or(p.And(x.live(a, false), x.live(c, false)),
			p.Or(p.And(x.isNull(a), x.live(c, true)), p.And(x.isNull(c), x.live(a, true))))
		differs = p.And(differs, p.Not(b.mayMerge(a, c)))
		return p.Ite(numbers, plain, p.Ite(same, p.Ite(lost, open, within), p.Ite(differs, p.Bool(pred == ir.NE), open)))
	}
	if x.wanted().Has(op.PtrCompare) {
		both := p.Not(p.Or(b.Absolute(a), b.Absolute(c)))
		x.verify(op.Check[term.T]{Class: op.PtrCompare, Cond: p.And(both, p.Not(same))}, -1)
	}
	return p.Ite(numbers, plain, p.Ite(p.And(same, p.Not(lost)), within, open))
}

// mayMerge tells when two addresses are one if the linker merges the constants that they
// point into: these end at the same address then.
func (b *objects) mayMerge(a, c Value) term.T {
	p, may := b.Pool, term.False
	merged := func(v Value) (ks []int) {
		for _, k := range b.ObjectsOf(v) {
			if k >= IDFirst && b.Objects[k].Origin == memory.Static && b.Prog.Globals[b.Objects[k].Global].Merged {
				ks = append(ks, k)
			}
		}
		return ks
	}
	others := merged(c)
	for _, k := range merged(a) {
		for _, l := range others {
			g, h := &b.Prog.Globals[b.Objects[k].Global], &b.Prog.Globals[b.Objects[l].Global]
			if k != l && ir.MayMerge(g, h) {
				end := p.Eq(p.Sub(a.Term, b.Size(g.Size)), p.Sub(c.Term, b.Size(h.Size)))
				may = p.Or(may, p.And(p.And(b.Is(a, k), b.Is(c, l)), end))
			}
		}
	}
	return may
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

func (x *run) isNull(v Value) term.T {
	p, b := x.Sys.Pool, x.Sys
	return p.Or(b.Is(v, IDNull), p.And(b.Is(v, IDNumber), p.Eq(v.Term, b.Size(0))))
}

// live tells that an address points into its live object; with orEnd its end
// counts, and whether it is alive does not: no object was ever at address 0.
func (x *run) live(v Value, orEnd bool) term.T {
	b, p := x.Sys, x.Sys.Pool
	c := term.False
	for _, k := range b.ObjectsOf(v) {
		if k < IDFirst {
			continue
		}
		o, st := b.Objects[k], x.s.Obj(k)
		in := p.ULt(v.Term, x.sizeOf(o, v))
		if orEnd {
			in = p.ULe(v.Term, x.sizeOf(o, v))
		}
		switch {
		case o.Origin == memory.Code:
			in = p.Eq(v.Term, b.Size(0))
		case !orEnd && st == nil:
			in = term.False
		case !orEnd:
			in = p.And(in, b.AliveAt(o, st, v))
		}
		c = p.Or(c, p.And(b.Is(v, k), in))
	}
	return c
}
