package ir

import (
	"strconv"
	"strings"

	"github.com/llir/llvm/ir/types"
)

// typeTable makes one Type per distinct type. Pointers are one type whatever
// they point to; structs with a name are distinct by name.
type typeTable struct {
	r       *reader
	ptr     TypeID
	void    TypeID
	ints    map[int]TypeID
	floats  map[types.FloatKind]TypeID
	seqs    map[seqKey]TypeID
	structs map[string]TypeID // by name, or by layout for literal ones
	opaques map[string]TypeID
	open    map[string]bool // structs whose fields are being converted
}

type seqKey struct {
	kind Kind
	n    uint64
	elem TypeID
}

func (t *typeTable) init(r *reader) {
	*t = typeTable{
		r: r, ints: map[int]TypeID{}, floats: map[types.FloatKind]TypeID{},
		seqs: map[seqKey]TypeID{}, structs: map[string]TypeID{}, opaques: map[string]TypeID{},
		open: map[string]bool{},
	}
	t.void = t.add(Type{Kind: Void, Align: 1, Name: "void"})
	t.ptr = t.add(scalar(Ptr, r.dl.ptrBits, r.dl.ptrAlign))
	r.p.Types[t.ptr].Name = "ptr"
}

// maxSize bounds the size of a type; no object can be larger.
const maxSize = 1 << 62

func (t *typeTable) add(ty Type) TypeID {
	if ty.Size > maxSize {
		t.r.fail("type %s is too large", ty.Name)
		ty.Size, ty.Store = 0, 0
	}
	t.r.p.Types = append(t.r.p.Types, ty)
	return TypeID(len(t.r.p.Types) - 1)
}

// intType is the integer type of a width.
func (t *typeTable) intType(width int) TypeID {
	id, ok := t.ints[width]
	if !ok {
		ty := scalar(Int, width, t.r.dl.intAlign(width))
		ty.Name = "i" + strconv.Itoa(width)
		id = t.add(ty)
		t.ints[width] = id
	}
	return id
}

// typ converts a type.
func (r *reader) typ(lt types.Type) TypeID {
	switch lt := lt.(type) {
	case *types.IntType:
		return r.tys.intType(int(lt.BitSize))
	case *types.PointerType:
		if lt.AddrSpace != 0 {
			r.note("address space %d is treated as the ordinary one", int(lt.AddrSpace))
		}
		return r.tys.ptr
	case *types.VoidType:
		return r.tys.void
	case *types.FloatType:
		return r.tys.floatType(lt.Kind)
	case *types.ArrayType:
		return r.tys.sequence(Array, lt.Len, r.typ(lt.ElemType))
	case *types.VectorType:
		if lt.Scalable {
			return r.tys.opaque(lt.LLString())
		}
		return r.tys.sequence(Vector, lt.Len, r.typ(lt.ElemType))
	case *types.StructType:
		return r.tys.structType(lt)
	}
	return r.tys.opaque(lt.LLString())
}

func (t *typeTable) floatType(kind types.FloatKind) TypeID {
	if id, ok := t.floats[kind]; ok {
		return id
	}
	width := map[types.FloatKind]int{
		types.FloatKindHalf: 16, types.FloatKindFloat: 32, types.FloatKindDouble: 64,
		types.FloatKindX86_FP80: 80, types.FloatKindFP128: 128, types.FloatKindPPC_FP128: 128,
	}[kind]
	ty := scalar(Float, width, t.r.dl.floatAlign(width))
	ty.Name = kind.String()
	id := t.add(ty)
	t.floats[kind] = id
	return id
}

// opaque is a type without layout.
func (t *typeTable) opaque(name string) TypeID {
	id, ok := t.opaques[name]
	if !ok {
		id = t.add(Type{Kind: Opaque, Align: 1, Name: name})
		t.opaques[name] = id
	}
	return id
}

func (t *typeTable) sequence(kind Kind, n uint64, elem TypeID) TypeID {
	key := seqKey{kind, n, elem}
	if id, ok := t.seqs[key]; ok {
		return id
	}
	ty := arrayOf(n, elem, &t.r.p.Types[elem])
	open, shut := "[", "]"
	if kind == Vector {
		e := &t.r.p.Types[elem]
		width := n * uint64(e.Bits)
		ty.Kind, ty.Store, ty.Align = Vector, (width+7)/8, t.r.dl.vectorAlign(width)
		ty.Size = alignUp(ty.Store, uint64(ty.Align))
		open, shut = "<", ">"
	}
	ty.Name = open + strconv.FormatUint(n, 10) + " x " + t.r.p.Types[elem].Name + shut
	id := t.add(ty)
	t.seqs[key] = id
	return id
}

func (t *typeTable) structType(lt *types.StructType) TypeID {
	name := lt.Name()
	if name != "" {
		if id, ok := t.structs["%"+name]; ok {
			return id
		}
	}
	if lt.Opaque {
		return t.opaque("%" + name)
	}
	key := "%" + name
	if name != "" {
		if t.open[key] {
			t.r.fail("type %s contains itself", key)
			return t.opaque(key)
		}
		t.open[key] = true
		defer delete(t.open, key)
	}
	fields := make([]TypeID, len(lt.Fields))
	for i, f := range lt.Fields {
		fields[i] = t.r.typ(f)
	}
	if name == "" {
		key = t.literal(fields, lt.Packed)
		if id, ok := t.structs[key]; ok {
			return id
		}
	}
	ty := structOf(&t.r.dl, t.r.p.Types, fields, lt.Packed)
	ty.Name, ty.Union = t.r.name(key), strings.HasPrefix(name, "union.")
	id := t.add(ty)
	t.structs[key] = id
	return id
}

// literal is the text of a struct type without name.
func (t *typeTable) literal(fields []TypeID, packed bool) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = t.r.p.Types[f].Name
	}
	s := "{ " + strings.Join(names, ", ") + " }"
	if packed {
		return "<" + s + ">"
	}
	return s
}
