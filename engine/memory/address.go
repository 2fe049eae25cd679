package memory

import (
	"fmt"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// Address is a pointer as a number of pointer width: the object's address
// variable plus the offset. Making an object's variable adds the platform's
// facts about it to Pending: aligned, not near null, inside user space, and
// disjoint from every object with a variable whose lifetime overlapped
// (verdicts.md, Addresses).
func (s *Space) Address(v Value) term.T {
	p := s.Pool
	off := v.T
	if off == term.None {
		off = p.BV(s.PtrBits, v.Bits)
	}
	if v.Obj == 0 {
		return off
	}
	return p.Add(s.base(v.Obj), off)
}

// lowest and highest user-space addresses: the page at 0 is never mapped, and
// Linux gives user space 47 bits (3 GiB on 32-bit machines).
const (
	lowestAddress = 0x1000
	top64         = 1<<47 - 0x1000
	top32         = 0xC0000000
)

func (s *Space) base(id ObjID) term.T {
	if b := s.Get(id).Base; b != term.None {
		return b
	}
	if before := s.Get(id).After; before != 0 {
		s.base(before)
	}
	p, w := s.Pool, s.PtrBits
	o := s.Own(id)
	name := o.Name
	if name == "" {
		name = fmt.Sprintf("object%d", id)
	}
	b := p.Var(w, "&"+name)
	o.Base = b
	top := uint64(top64)
	if w == 32 {
		top = top32
	}
	size := s.Extent(o)
	s.assume(p.ULe(p.BV(w, lowestAddress), b))
	s.assume(p.ULe(size, p.BV(w, top-lowestAddress)))
	s.assume(p.ULe(b, p.Sub(p.BV(w, top), size)))
	if o.Align > 1 {
		s.assume(p.Eq(p.BVAnd(b, p.BV(w, o.Align-1)), p.BV(w, 0)))
	}
	if o.After != 0 {
		before := s.Get(o.After)
		s.assume(p.Eq(b, p.Add(before.Base, s.Extent(before))))
	}
	for _, id2 := range s.based {
		s.assume(s.apart(o, s.Get(id2)))
	}
	s.based = append(s.based, id)
	return b
}

// apart is what the addresses of two objects have to do with each other.
func (s *Space) apart(o, o2 *Object) term.T {
	p := s.Pool
	again := p.Or(o.endedBefore(o2), o2.endedBefore(o))
	if again == term.True || MayCoincide(o, o2) {
		return term.True
	}
	// Two distinct objects of size 0 may still not share an address
	// with the inside of the other; touching is allowed.
	end, end2 := p.Add(o.Base, s.atLeastOne(s.Extent(o))), p.Add(o2.Base, s.atLeastOne(s.Extent(o2)))
	apart := p.Or(p.ULe(end, o2.Base), p.ULe(end2, o.Base))
	if ir.MayMerge(o.Merged, o2.Merged) {
		apart = p.Or(apart, p.Eq(end, end2))
	}
	return p.Or(again, apart)
}

// endedBefore is the condition under which an object's life had ended when that of another
// one began: freed addresses may come back.
func (o *Object) endedBefore(later *Object) term.T {
	switch {
	case o.Dead && o.Died <= later.Born:
		return term.True
	case o.mayEndBefore(later):
		return o.FreedIf
	}
	return term.False
}

// mayEndBefore tells that unknown code may have ended an object's life when that of another one
// began.
func (o *Object) mayEndBefore(later *Object) bool {
	return o.FreedIf != term.None && o.loosed <= later.Born
}

// MayFollow tells that an object's life may have ended, by unknown code, when that of the
// other one began, so that both may have one address.
func MayFollow(o, o2 *Object) bool {
	return o.mayEndBefore(o2) || o2.mayEndBefore(o)
}

// Extent is what an object takes in memory.
func (s *Space) Extent(o *Object) term.T {
	if o.Extent != term.None {
		return o.Extent
	}
	return s.SizeTerm(o)
}

// MayCoincide tells that two objects may be one: a function, and what unknown code made; or
// a part of the program's memory, and what its own malloc gave to the library.
func MayCoincide(o, o2 *Object) bool {
	return o.Foreign && o2.Origin == Code || o2.Foreign && o.Origin == Code ||
		o.Lent && o2.Origin != Code && !o2.Lent || o2.Lent && o.Origin != Code && !o.Lent
}

func (s *Space) atLeastOne(size term.T) term.T {
	p, w := s.Pool, s.PtrBits
	return p.Ite(p.Eq(size, p.BV(w, 0)), p.BV(w, 1), size)
}

func (s *Space) assume(t term.T) {
	if t != term.True {
		s.Pending = append(s.Pending, t)
	}
}

// SizeTerm is an object's size as a term of pointer width.
func (s *Space) SizeTerm(o *Object) term.T {
	if o.SizeT != term.None {
		return o.SizeT
	}
	return s.Pool.BV(s.PtrBits, o.Size)
}

// FindBase recognises an address of the form base + offset and returns the
// pointer it is.
func (s *Space) FindBase(t term.T) (Value, bool) {
	p := s.Pool
	for _, id := range s.based {
		b := s.Get(id).Base
		if t == b {
			return Pointer(id, 0), true
		}
		if occurs(p, t, b) {
			off := p.Sub(t, b)
			if !occurs(p, off, b) {
				return PointerTerm(p, id, off), true
			}
		}
	}
	return Value{}, false
}

// Mentioned are the objects whose address variable occurs in a term.
func (s *Space) Mentioned(t term.T) []ObjID {
	var ids []ObjID
	for _, id := range s.based {
		if occurs(s.Pool, t, s.Get(id).Base) {
			ids = append(ids, id)
		}
	}
	return ids
}

func occurs(p *term.Pool, t, v term.T) bool {
	for _, x := range p.Vars(t) {
		if x == v {
			return true
		}
	}
	return false
}
