package ir

import (
	"math/big"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// constIndex is the value of a constant index or integer argument,
// sign-extended.
func constIndex(v value.Value) (int64, bool) {
	switch w := v.(type) {
	case *constant.Index:
		v = w.Constant
	case *lir.Arg:
		v = w.Value
	}
	switch c := v.(type) {
	case *constant.Int:
		w := int(c.Typ.BitSize)
		x := unsigned(c.X, w)
		if w > 1 && x.Bit(w-1) == 1 {
			x = new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		return x.Int64(), true
	case *constant.ZeroInitializer, *constant.Undef:
		_, isInt := c.Type().(*types.IntType)
		return 0, isInt
	}
	return 0, false
}

// walk follows the indices of a GEP through its types.
type walk struct {
	r   *reader
	cur TypeID
}

// step enters the n-th index (0 is the one over the pointer). field is ≥ 0
// for a struct member; else scale and bound belong to an array step.
func (w *walk) step(n int, index value.Value) (field int32, off uint64, scale int64, bound int64, ok bool) {
	t := &w.r.p.Types[w.cur]
	if n == 0 {
		return -1, 0, int64(t.Size), -1, t.Kind != Opaque
	}
	switch t.Kind {
	case Struct:
		k, isConst := constIndex(index)
		if !isConst || k < 0 || int(k) >= len(t.Fields) {
			return 0, 0, 0, 0, false
		}
		f := t.Fields[k]
		w.cur = f.Type
		return int32(k), f.Offset, 0, 0, true
	case Array, Vector:
		w.cur = t.Elem
		bound = int64(t.Len)
		if t.Len == 0 { // flexible array member, or an array of unknown size
			bound = -1
		}
		return -1, 0, int64(w.r.p.Types[t.Elem].Size), bound, true
	}
	return 0, 0, 0, 0, false
}

// evalGEP evaluates a constant GEP. It is strict if no index leaves a
// declared bound and the result stays inside (or just behind) the object.
func (r *reader) evalGEP(c *constant.ExprGetElementPtr) (addr, bool) {
	a, ok := r.evalAddr(c.Src)
	if !ok || a.kind == CFunc || a.kind == CBlock {
		return addr{}, false
	}
	source := r.typ(c.ElemType)
	w := walk{r: r, cur: source}
	for i, ix := range c.Indices {
		field, off, scale, bound, ok := w.step(i, ix)
		if !ok {
			return addr{}, false
		}
		if field >= 0 {
			a.off += int64(off)
			continue
		}
		k, isConst := constIndex(ix)
		if !isConst {
			return addr{}, false
		}
		a.off += k * scale
		switch {
		case i == 0 && k != 0 && len(c.Indices) > 1:
			a.strict = false // LLVM's normal form of an index out of bounds
		case bound >= 0 && (k < 0 || k >= bound):
			a.strict = false
		}
	}
	a.strict = a.strict && r.insideObject(a)
	return a, true
}

// insideObject says whether an offset is at most one past the end.
func (r *reader) insideObject(a addr) bool {
	if a.off == 0 {
		return true
	}
	if a.kind != CGlobal || a.off < 0 {
		return false
	}
	g := &r.p.Globals[a.id]
	return uint64(a.off) <= g.Size || g.External && g.Size == 0
}

// gep converts a GEP instruction or constant expression with the given base
// operand.
func (b *funcBuilder) gep(dst Reg, elem types.Type, base value.Value, indices []value.Value, inBounds bool, flags Flags) bool {
	r := b.r
	source := r.typ(elem)
	g := &Gep{Source: source}
	args := []Operand{b.operand(base)}
	indices = denormalise(r, source, base, indices)
	w := walk{r: r, cur: source}
	for i, ix := range indices {
		field, off, scale, bound, ok := w.step(i, ix)
		if !ok {
			return false
		}
		args = append(args, b.operand(ix))
		arg := int32(len(args) - 1)
		g.Steps = append(g.Steps, GepStep{Field: field, Arg: arg, Bound: bound, Into: w.cur})
		if field >= 0 {
			g.Const += int64(off)
			continue
		}
		if k, isConst := constIndex(ix); isConst && (bound < 0 || k >= 0 && k < bound) {
			g.Const += k * scale
			continue
		}
		width := r.width(ix.Type())
		if width == 0 {
			return false // a vector of indices
		}
		g.Terms = append(g.Terms, GepTerm{Arg: arg, Bits: int32(width), Scale: scale, Bound: bound})
	}
	if inBounds {
		flags |= InBounds
	}
	b.emit(Instr{Op: GEP, Type: r.tys.ptr, Dst: dst, Args: args, Gep: g, Flags: flags})
	return true
}

// denormalise undoes what LLVM does to constant indices out of bounds: it
// carries the excess over into the index before, so that a[12] of an array of
// 10 becomes (1, 2). Only the first index can be told from a written one:
// nothing in C steps over a whole global array and then into the next.
func denormalise(r *reader, source TypeID, base value.Value, indices []value.Value) []value.Value {
	t := &r.p.Types[source]
	if t.Kind != Array || t.Len == 0 || len(indices) < 2 {
		return indices
	}
	if lg, isGlobal := base.(*lir.Global); !isGlobal || r.typ(lg.ContentType) != source {
		return indices
	}
	k0, ok0 := constIndex(indices[0])
	k1, ok1 := constIndex(indices[1])
	if !ok0 || !ok1 || k0 == 0 {
		return indices
	}
	out := append([]value.Value{}, indices...)
	out[0] = constant.NewInt(types.I64, 0)
	out[1] = constant.NewInt(types.I64, k0*int64(t.Len)+k1)
	return out
}
