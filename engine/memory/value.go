// Package memory holds values and the objects they live in: pointers are
// (object, offset), contents are byte-precise and copied on write, every byte
// knows whether it was ever written. It knows terms, but no instructions.
package memory

import (
	"github.com/assay-dev/assay/engine/term"
)

// ObjID names an object inside one Space. 0 is no object: the null pointer and
// absolute addresses.
type ObjID uint32

// Kind classifies a Value.
type Kind uint8

// The kinds of value.
const (
	// Int is an integer (or a float's bits). T == 0: Bits holds it,
	// zero-extended. Otherwise T is a term of the type's width; for i1 it is
	// of sort Bool.
	Int Kind = iota
	// Ptr is an address: object Obj plus the offset Bits (T == 0) or T, a
	// term of pointer width. Obj == 0 makes the offset an absolute address.
	// An integer register may hold one too (ptrtoint), until arithmetic
	// flattens it.
	Ptr
	// Agg is a first-class aggregate with its elements in Elems.
	Agg
	// Raw is a copy of bytes as they lie in memory, written or not.
	Raw
)

// Value is what a register holds: 40 bytes, no allocation for scalars.
type Value struct {
	Bits  uint64
	Elems []Value // Agg
	raw   *rawBytes
	T     term.T
	Obj   ObjID
	Kind  Kind
}

// Const makes a known integer; bits beyond the type's width must be zero.
func Const(x uint64) Value { return Value{Bits: x} }

// Term makes a symbolic integer. Constants of width ≤ 64 become known ones.
func Term(p *term.Pool, t term.T) Value {
	if x, ok := p.Const(t); ok {
		return Value{Bits: x}
	}
	return Value{T: t}
}

// Pointer makes the address of byte off of an object.
func Pointer(o ObjID, off uint64) Value { return Value{Kind: Ptr, Obj: o, Bits: off} }

// PointerTerm is Pointer with a symbolic offset of pointer width.
func PointerTerm(p *term.Pool, o ObjID, off term.T) Value {
	v := Term(p, off)
	v.Kind, v.Obj = Ptr, o
	return v
}

// Null is the null pointer.
func Null() Value { return Value{Kind: Ptr} }

// IsConcrete reports whether the value is known: an integer without term, or
// an address with known object and offset.
func (v Value) IsConcrete() bool { return v.T == term.None && v.Kind <= Ptr }

// IsInt reports a known integer.
func (v Value) IsInt() bool { return v.T == term.None && v.Kind == Int }

// IsNull reports the null pointer, exactly.
func (v Value) IsNull() bool {
	return v.Kind == Ptr && v.Obj == 0 && v.T == term.None && v.Bits == 0
}

// Same reports whether two values are identical as representations.
func (v Value) Same(w Value) bool {
	return v.Kind == w.Kind && v.Bits == w.Bits && v.T == w.T && v.Obj == w.Obj &&
		v.raw == w.raw && len(v.Elems) == 0 && len(w.Elems) == 0
}

// rawBytes are bytes moved without being read.
type rawBytes struct{ bytes []rawByte }

type rawByte struct {
	st   state
	data byte
	cell cell
}
