// Package pred holds predicates over the states of a program, Ψ in the papers:
// what interpolants, invariants, certificates and reports are written in. A
// predicate is a conjunction of conditions on the contents of places
// (registers, bytes of objects) and of facts about which object a pointer leads
// to. Objects are existential: a state satisfies a predicate if its objects can
// be matched to the predicate's, one to one (Heap Programs, symbolic heap addresses;
// ADR 0006).
package pred

import (
	"fmt"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Place is where a value lies: a register, or an element of the aggregate in
// one, or bytes of an object.
type Place struct {
	Obj   memory.ObjID // 0: a register
	Depth int32        // of the register's frame, 0 being the entry function's
	Reg   int32
	Elem  int32  // 0: the register itself; i+1: element i of its aggregate
	At    uint64 // first byte in Obj
	N     int32  // bytes
}

// Role tells which aspect of a place a variable stands for.
type Role uint8

// The roles.
const (
	Number  Role = iota // the value, of Width bits (0: Bool)
	Offset              // the offset of the address, of pointer width
	Size                // of Obj, of pointer width
	Written             // Bool: the bytes were all written
)

// Loc is what a state variable stands for.
type Loc struct {
	Place
	Role  Role
	Width int32
}

// Vocabulary gives each Loc its variable, in the pool of one search.
type Vocabulary struct {
	Pool     *term.Pool
	ptrBits  int
	vars     map[Loc]term.T
	locs     map[term.T]Loc
	at       map[Place][]term.T
	elements map[Place][]Place
	clauses  map[term.T][]literal // the readings of clauses
}

// NewVocabulary makes an empty one.
func NewVocabulary(p *term.Pool, ptrBits int) *Vocabulary {
	return &Vocabulary{p, ptrBits, map[Loc]term.T{}, map[term.T]Loc{}, map[Place][]term.T{}, map[Place][]Place{}, map[term.T][]literal{}}
}

// Number is the variable for a value of w bits (1: a Bool) at a place.
func (v *Vocabulary) Number(p Place, w int) term.T {
	if w == 1 {
		w = 0
	}
	return v.variable(Loc{p, Number, int32(w)})
}

// Offset is the variable for the offset of the address at a place.
func (v *Vocabulary) Offset(p Place) term.T {
	return v.variable(Loc{p, Offset, int32(v.ptrBits)})
}

// Size is the variable for the size of an object.
func (v *Vocabulary) Size(o memory.ObjID) term.T {
	return v.variable(Loc{Place{Obj: o}, Size, int32(v.ptrBits)})
}

// Written is the variable that tells whether the bytes of a place were written.
func (v *Vocabulary) Written(p Place) term.T { return v.variable(Loc{p, Written, 0}) }

func (v *Vocabulary) variable(l Loc) term.T {
	t, ok := v.vars[l]
	if !ok {
		t = v.Pool.Var(int(l.Width), l.String())
		v.vars[l], v.locs[t] = t, l
		v.settle(l, t)
	}
	return t
}

// settle enters a new variable into the lists by place.
func (v *Vocabulary) settle(l Loc, t term.T) {
	if len(v.at[l.Place]) == 0 {
		if l.Elem > 0 {
			whole := l.Place
			whole.Elem = 0
			v.elements[whole] = append(v.elements[whole], l.Place)
		}
	}
	v.at[l.Place] = append(v.at[l.Place], t)
}

// Loc tells what a variable stands for; ok is false for variables that are none
// of the vocabulary.
func (v *Vocabulary) Loc(t term.T) (l Loc, ok bool) {
	l, ok = v.locs[t]
	return l, ok
}

// String names a location for debugging.
func (l Loc) String() string {
	s := ""
	switch {
	case l.Role == Size:
		return fmt.Sprintf("size(o%d)", l.Obj)
	case l.Obj != 0:
		s = fmt.Sprintf("o%d[%d..%d)", l.Obj, l.At, l.At+uint64(l.N))
	case l.Elem > 0:
		s = fmt.Sprintf("f%d.r%d.%d", l.Depth, l.Reg, l.Elem-1)
	default:
		s = fmt.Sprintf("f%d.r%d", l.Depth, l.Reg)
	}
	switch l.Role {
	case Offset:
		return "off(" + s + ")"
	case Written:
		return "written(" + s + ")"
	}
	return s
}

// Variable is the variable for a location.
func (v *Vocabulary) Variable(l Loc) term.T { return v.variable(l) }

// At lists the variables that exist for a place, in the order they were made.
func (v *Vocabulary) At(p Place) []term.T { return v.at[p] }

// Elements lists the places of the elements of a register's aggregate that have
// variables.
func (v *Vocabulary) Elements(p Place) []Place { return v.elements[p] }
