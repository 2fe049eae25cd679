package ir

import (
	"math/big"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
)

// image builds the initial bytes of a global.
type image struct {
	r      *reader
	name   string
	bytes  []byte
	relocs []Reloc
}

// maxImage bounds the initial image of one global.
const maxImage = 1 << 28

// grow makes the image at least n bytes long; false if that is too long.
func (m *image) grow(n uint64) bool {
	if n > maxImage {
		m.r.fail("the initialiser of %s takes more than %d bytes", m.name, maxImage)
		return false
	}
	if uint64(len(m.bytes)) < n {
		m.bytes = append(m.bytes, make([]byte, n-uint64(len(m.bytes)))...)
	}
	return true
}

// trimmed is the image without trailing zeros (addresses included).
func (m *image) trimmed() []byte {
	n := len(m.bytes)
	for n > 0 && m.bytes[n-1] == 0 {
		n--
	}
	if k := len(m.relocs); k > 0 {
		last := m.relocs[k-1]
		n = max(n, int(last.Offset)+int(last.Size))
		if !m.grow(uint64(n)) {
			return nil
		}
	}
	return m.bytes[:n:n]
}

// put writes a constant at an offset. Undefined bytes (padding) become zero,
// as in the object file.
func (m *image) put(c constant.Constant, off uint64) {
	switch c := c.(type) {
	case *constant.ZeroInitializer, *constant.Null, *constant.Undef, *constant.Poison:
	case *constant.Int:
		m.putBits(c.X, m.r.width(c.Typ), off)
	case *constant.Float:
		m.putBits(floatBits(c), m.r.p.Types[m.r.typ(c.Typ)].Bits, off)
	case *constant.CharArray:
		if m.grow(off + uint64(len(c.X))) {
			copy(m.bytes[off:], c.X)
		}
	case *constant.Array:
		m.putElems(c.Elems, m.r.p.Types[m.r.typ(c.Typ.ElemType)].Size, off)
	case *constant.Vector:
		m.putElems(c.Elems, m.r.p.Types[m.r.typ(c.Typ.ElemType)].Store, off)
	case *constant.Struct:
		t := m.r.typ(c.Typ)
		for i, f := range c.Fields {
			m.put(f, off+m.r.p.Types[t].Fields[i].Offset)
		}
	default:
		m.putExpr(c, off)
	}
}

func (m *image) putElems(list []constant.Constant, size, off uint64) {
	for i, e := range list {
		m.put(e, off+uint64(i)*size)
	}
}

// putBits writes a bit pattern in little-endian order.
func (m *image) putBits(x *big.Int, width int, off uint64) {
	n := uint64(width+7) / 8
	x = unsigned(x, width)
	if x.Sign() == 0 {
		return
	}
	if !m.grow(off + n) {
		return
	}
	buf := x.FillBytes(make([]byte, n))
	for i := range buf {
		m.bytes[off+uint64(i)] = buf[len(buf)-1-i]
	}
}

// putExpr writes an address or an integer made from addresses.
func (m *image) putExpr(c constant.Constant, off uint64) {
	r := m.r
	t := r.typ(c.Type())
	size := uint8(min(r.p.Types[t].Store, 255))
	a, ok := addr{}, false
	if _, isPtr := c.Type().(*types.PointerType); isPtr {
		a, ok = r.evalAddr(c)
	} else if v, isInt := r.evalInt(c); isInt {
		if v.base.kind == CNull {
			m.putBits(v.x, v.width, off)
			return
		}
		a, ok = v.base, v.width == r.p.PtrBits && v.x.Sign() == 0
	}
	switch {
	case !ok:
		r.note("initialiser of %s: byte %d ff. hold an expression over addresses that only the linker can evaluate; any value is assumed", m.name, off)
		m.relocs = append(m.relocs, Reloc{Offset: off, Value: r.intern(Const{Kind: CUndef, Type: t}), Size: size})
	case a.kind == CNull:
		m.putBits(big.NewInt(a.off), r.p.PtrBits, off)
	default:
		v := r.addrConst(a)
		if symbol := r.madeByLinker(v); symbol != "" { // a number: it may name any object
			r.note("initialiser of %s: byte %d ff. hold the address of %s, which the linker defines; any value is assumed", m.name, off, symbol)
			v = r.intern(Const{Kind: CUndef, Type: r.tys.intType(r.p.PtrBits)})
		}
		m.relocs = append(m.relocs, Reloc{Offset: off, Value: v, Size: size})
	}
}

// width is the number of bits of a scalar type.
func (r *reader) width(t types.Type) int { return r.p.Types[r.typ(t)].Bits }
