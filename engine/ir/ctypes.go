package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// CTypeID is an index in Program.CTypes; 0 is a type of which only this is known.
type CTypeID int32

// CType is a C type as far as numbers in memory go: integers, and arrays and
// structures of them. What is volatile or atomic, a bit-field or part of a union is
// of type 0, as are pointers and floating-point numbers.
type CType struct {
	Kind    CKind
	Size    uint64 // in bytes
	Signed  bool   // CInteger
	Elem    CTypeID
	Len     uint64    // CArray
	Members []CMember // CStruct
}

// CKind classifies a CType.
type CKind uint8

// The kinds of C type.
const (
	COther CKind = iota
	CInteger
	CArray
	CStruct
)

// CMember is a member of a structure; an anonymous one has no name.
type CMember struct {
	Name string
	Off  uint64 // in bytes
	Type CTypeID
}

// Integer is the way in C from a variable of a type to the integer that lies in
// some of its bytes: "", "[2]", ".head.count". ok is false where there is none
// just there.
func (p *Program) Integer(t CTypeID, off, size uint64) (path string, signed, ok bool) {
	c := &p.CTypes[t]
	switch c.Kind {
	case CInteger:
		return "", c.Signed, off == 0 && size == c.Size
	case CArray:
		if elem := p.CTypes[c.Elem].Size; elem > 0 && off/elem < c.Len {
			path, signed, ok = p.Integer(c.Elem, off%elem, size)
			return fmt.Sprintf("[%d]", off/elem) + path, signed, ok
		}
	case CStruct:
		for _, m := range c.Members {
			if off < m.Off || off-m.Off >= p.CTypes[m.Type].Size {
				continue
			}
			path, signed, ok = p.Integer(m.Type, off-m.Off, size)
			if m.Name != "" {
				path = "." + m.Name + path
			}
			return path, signed, ok
		}
	}
	return "", false, false
}

// ctype is a type of the debug information.
func (d *debugInfo) ctype(id int64) CTypeID {
	if t, ok := d.ctypes[id]; ok {
		return t
	}
	d.ctypes[id] = 0 // ends cycles of malformed metadata
	c := d.ctypeOf(d.md.node(id))
	if c.Kind == COther {
		return 0
	}
	d.ctypes[id] = CTypeID(len(d.p.CTypes))
	d.p.CTypes = append(d.p.CTypes, c)
	return d.ctypes[id]
}

func (d *debugInfo) ctypeOf(n *mdNode) CType {
	if n == nil {
		return CType{}
	}
	switch tag := n.get("tag"); {
	case n.Kind == "DIBasicType":
		if signed, bits := basicInteger(n); bits%8 == 0 && bits > 0 {
			return CType{Kind: CInteger, Size: uint64(bits) / 8, Signed: signed}
		}
	case tag == "DW_TAG_typedef" || tag == "DW_TAG_const_type" || tag == "DW_TAG_restrict_type":
		return d.p.CTypes[d.ctype(n.ref("baseType"))]
	case tag == "DW_TAG_enumeration_type":
		if base := n.ref("baseType"); base != noRef {
			return d.p.CTypes[d.ctype(base)]
		}
	case tag == "DW_TAG_array_type":
		return d.carray(n)
	case tag == "DW_TAG_structure_type":
		return d.cstruct(n)
	}
	return CType{}
}

// carray is an array whose lengths are constants: one of arrays, if there are
// several.
func (d *debugInfo) carray(n *mdNode) CType {
	t := d.ctype(n.ref("baseType"))
	list := d.md.node(n.ref("elements"))
	if t == 0 || list == nil {
		return CType{}
	}
	var c CType
	for i := len(list.Fields) - 1; i >= 0; i-- {
		count, err := strconv.ParseUint(d.md.kind(parseRef(list.Fields[i].Val), "DISubrange").get("count"), 10, 32)
		if err != nil {
			return CType{}
		}
		c = CType{Kind: CArray, Elem: t, Len: count, Size: count * d.p.CTypes[t].Size}
		if i > 0 {
			t = CTypeID(len(d.p.CTypes))
			d.p.CTypes = append(d.p.CTypes, c)
		}
	}
	return c
}

func (d *debugInfo) cstruct(n *mdNode) CType {
	c := CType{Kind: CStruct, Size: uint64(n.num("size")) / 8}
	list := d.md.node(n.ref("elements"))
	if list == nil {
		return CType{}
	}
	for _, f := range list.Fields {
		m := d.md.kind(parseRef(f.Val), "DIDerivedType")
		if m == nil || m.get("tag") != "DW_TAG_member" || strings.Contains(m.get("flags"), "DIFlagBitField") {
			continue
		}
		if t := d.ctype(m.ref("baseType")); t != 0 {
			c.Members = append(c.Members, CMember{m.str("name"), uint64(m.num("offset")) / 8, t})
		}
	}
	return c
}
