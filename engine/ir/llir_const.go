package ir

import (
	"encoding/binary"
	"math/big"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
)

// constKey identifies equal constants.
type constKey struct {
	kind ConstKind
	typ  TypeID
	bits uint64
	id   int32
	off  int64
	ext  string // Wide or Elems
}

// intern returns the operand of a constant, adding it if it is new.
func (r *reader) intern(c Const) Operand {
	key := constKey{kind: c.Kind, typ: c.Type, bits: c.Bits, id: c.ID, off: c.Offset}
	if c.Wide != nil {
		key.ext = c.Wide.Text(62)
	}
	if c.Elems != nil {
		buf := make([]byte, 0, 4*len(c.Elems))
		for _, e := range c.Elems {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(e))
		}
		key.ext = string(buf)
	}
	if op, ok := r.consts[key]; ok {
		return op
	}
	op := ConstOperand(len(r.p.Consts))
	r.p.Consts = append(r.p.Consts, c)
	r.consts[key] = op
	return op
}

// intConst is an integer constant of a width, reduced modulo 2^width.
func (r *reader) intConst(x *big.Int, width int) Operand {
	return r.intern(bitsConst(CInt, r.tys.intType(width), x, width))
}

// bitsConst makes a CInt or CFloat from a bit pattern.
func bitsConst(kind ConstKind, t TypeID, x *big.Int, width int) Const {
	x = unsigned(x, width)
	if width <= 64 {
		return Const{Kind: kind, Type: t, Bits: x.Uint64()}
	}
	return Const{Kind: kind, Type: t, Wide: x}
}

// unsigned reduces x modulo 2^width.
func unsigned(x *big.Int, width int) *big.Int {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return new(big.Int).And(x, mask.Sub(mask, big.NewInt(1)))
}

// simpleConst converts a constant that is no expression; ok is false for
// expressions (and aggregates that contain one).
func (r *reader) simpleConst(c constant.Constant) (op Operand, ok bool) {
	switch c := c.(type) {
	case *constant.Int:
		return r.intConst(c.X, int(c.Typ.BitSize)), true
	case *constant.Float:
		t := r.typ(c.Typ)
		return r.intern(bitsConst(CFloat, t, floatBits(c), r.p.Types[t].Bits)), true
	case *constant.Null:
		return r.intern(Const{Kind: CNull, Type: r.tys.ptr}), true
	case *constant.Undef:
		return r.intern(Const{Kind: CUndef, Type: r.typ(c.Typ)}), true
	case *constant.Poison:
		return r.intern(Const{Kind: CUndef, Type: r.typ(c.Typ)}), true
	case *constant.ZeroInitializer:
		return r.zero(r.typ(c.Typ)), true
	case *constant.CharArray:
		return r.charArray(c), true
	case *constant.Array:
		return r.aggregate(r.typ(c.Typ), c.Elems)
	case *constant.Struct:
		return r.aggregate(r.typ(c.Typ), c.Fields)
	case *constant.Vector:
		return r.aggregate(r.typ(c.Typ), c.Elems)
	}
	a, ok := r.evalAddr(c)
	if !ok || !a.strict {
		return 0, false
	}
	return r.addrConst(a), true
}

// zero is the zero constant of a type.
func (r *reader) zero(t TypeID) Operand {
	switch r.p.Types[t].Kind {
	case Int:
		return r.intern(Const{Kind: CInt, Type: t})
	case Float:
		return r.intern(bitsConst(CFloat, t, new(big.Int), r.p.Types[t].Bits))
	case Ptr:
		return r.intern(Const{Kind: CNull, Type: t})
	}
	return r.intern(Const{Kind: CZero, Type: t})
}

func (r *reader) charArray(c *constant.CharArray) Operand {
	elems := make([]Operand, len(c.X))
	for i, b := range c.X {
		elems[i] = r.intConst(big.NewInt(int64(b)), 8)
	}
	return r.intern(Const{Kind: CAggr, Type: r.typ(c.Typ), Elems: elems})
}

func (r *reader) aggregate(t TypeID, list []constant.Constant) (Operand, bool) {
	elems := make([]Operand, len(list))
	for i, e := range list {
		op, ok := r.simpleConst(e)
		if !ok {
			return 0, false
		}
		elems[i] = op
	}
	return r.intern(Const{Kind: CAggr, Type: t, Elems: elems}), true
}

// addr is the value of a constant address: base and byte offset. kind is
// CGlobal, CFunc, CBlock or CNull. strict: formed inside the declared bounds,
// so that folding it hides no violation.
type addr struct {
	kind   ConstKind
	id     int32
	off    int64
	strict bool
}

// addrConst interns an address. Taking a function's address is noted on it.
func (r *reader) addrConst(a addr) Operand {
	if a.kind == CFunc {
		r.p.Funcs[a.id].AddressTaken = true
	}
	return r.intern(Const{Kind: a.kind, Type: r.tys.ptr, ID: a.id, Offset: a.off})
}

// evalAddr evaluates a constant of pointer type.
func (r *reader) evalAddr(c constant.Constant) (addr, bool) {
	switch c := c.(type) {
	case *lir.Global:
		id, ok := r.globals[c]
		return addr{kind: CGlobal, id: int32(id), strict: true}, ok
	case *lir.Func:
		id, ok := r.funcs[c]
		return addr{kind: CFunc, id: int32(id), strict: true}, ok
	case *lir.Alias:
		return r.evalAlias(c)
	case *constant.DSOLocalEquivalent:
		return r.evalAddr(c.Func)
	case *constant.NoCFI:
		return r.evalAddr(c.Func)
	case *constant.Null:
		return addr{kind: CNull, strict: true}, true
	case *constant.BlockAddress:
		return r.blockAddr(c)
	case *constant.ExprBitCast:
		return r.evalAddr(c.From)
	case *constant.ExprAddrSpaceCast:
		return r.evalAddr(c.From)
	case *constant.ExprGetElementPtr:
		return r.evalGEP(c)
	case *constant.ExprIntToPtr:
		v, ok := r.evalInt(c.From)
		if !ok || v.width < r.p.PtrBits {
			return addr{}, false
		}
		if v.base.kind == CNull { // a plain number
			return addr{kind: CNull, off: v.x.Int64()}, true
		}
		return addr{kind: v.base.kind, id: v.base.id, off: v.base.off + v.x.Int64()}, true
	}
	return addr{}, false
}

// evalAlias evaluates what an alias stands for; one that stands for itself is
// not understood.
func (r *reader) evalAlias(c *lir.Alias) (addr, bool) {
	if r.open[c] {
		return addr{}, false
	}
	r.open[c] = true
	defer delete(r.open, c)
	return r.evalAddr(c.Aliasee)
}

func (r *reader) blockAddr(c *constant.BlockAddress) (addr, bool) {
	lf, ok := c.Func.(*lir.Func)
	if !ok {
		return addr{}, false
	}
	id, ok := r.funcs[lf]
	if !ok {
		return addr{}, false
	}
	for i, b := range lf.Blocks {
		if b == c.Block {
			return addr{kind: CBlock, id: int32(id), off: int64(i), strict: true}, true
		}
	}
	return addr{}, false
}

// intVal is a constant integer, possibly relative to an address: base + x.
// base.kind is CNull for a plain number.
type intVal struct {
	base  addr
	x     *big.Int // unsigned, modulo 2^width
	width int
}

// evalInt evaluates integer constant expressions as they occur in
// initialisers. ok is false where only a linker knows the value.
func (r *reader) evalInt(c constant.Constant) (intVal, bool) {
	switch c := c.(type) {
	case *constant.Int:
		w := int(c.Typ.BitSize)
		return intVal{base: addr{kind: CNull}, x: unsigned(c.X, w), width: w}, true
	case *constant.ExprPtrToInt:
		return r.evalPtrToInt(c)
	case *constant.ExprTrunc:
		return r.resize(c.From, r.width(c.To), false)
	case *constant.ExprZExt:
		return r.resize(c.From, r.width(c.To), false)
	case *constant.ExprSExt:
		return r.resize(c.From, r.width(c.To), true)
	case *constant.ExprAdd:
		return r.evalBinary(c.X, c.Y, (*big.Int).Add)
	case *constant.ExprSub:
		return r.evalSub(c)
	case *constant.ExprMul:
		return r.evalBinary(c.X, c.Y, (*big.Int).Mul)
	case *constant.ExprAnd:
		return r.evalBinary(c.X, c.Y, (*big.Int).And)
	case *constant.ExprOr:
		return r.evalBinary(c.X, c.Y, (*big.Int).Or)
	case *constant.ExprXor:
		return r.evalBinary(c.X, c.Y, (*big.Int).Xor)
	}
	return intVal{}, false
}

func (r *reader) evalPtrToInt(c *constant.ExprPtrToInt) (intVal, bool) {
	a, ok := r.evalAddr(c.From)
	if !ok {
		return intVal{}, false
	}
	w := r.width(c.To)
	if a.kind == CNull {
		return intVal{base: addr{kind: CNull}, x: unsigned(big.NewInt(a.off), w), width: w}, true
	}
	if w != r.p.PtrBits {
		return intVal{}, false
	}
	return intVal{base: a, x: new(big.Int), width: w}, true
}

// resize truncates or extends a plain number.
func (r *reader) resize(c constant.Constant, width int, signed bool) (intVal, bool) {
	v, ok := r.evalInt(c)
	if !ok || v.base.kind != CNull {
		return intVal{}, false
	}
	x := v.x
	if signed && x.Bit(v.width-1) == 1 {
		x = new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(v.width)))
	}
	return intVal{base: v.base, x: unsigned(x, width), width: width}, true
}

// evalBinary applies an operation to two plain numbers; an addition may have
// one address operand.
func (r *reader) evalBinary(cx, cy constant.Constant, op func(z, x, y *big.Int) *big.Int) (intVal, bool) {
	x, okx := r.evalInt(cx)
	y, oky := r.evalInt(cy)
	if !okx || !oky || x.base.kind != CNull || y.base.kind != CNull {
		return intVal{}, false
	}
	return intVal{base: x.base, x: unsigned(op(new(big.Int), x.x, y.x), x.width), width: x.width}, true
}

// evalSub also evaluates the difference of two addresses in one object.
func (r *reader) evalSub(c *constant.ExprSub) (intVal, bool) {
	x, okx := r.evalInt(c.X)
	y, oky := r.evalInt(c.Y)
	if !okx || !oky || x.base.kind != y.base.kind || x.base.id != y.base.id || x.base.kind == CBlock {
		return intVal{}, false
	}
	d := new(big.Int).Sub(x.x, y.x)
	d.Add(d, big.NewInt(x.base.off-y.base.off))
	return intVal{base: addr{kind: CNull}, x: unsigned(d, x.width), width: x.width}, true
}
