//go:build z3

package z3

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/assay-dev/assay/engine/term"
)

// operators maps the operators whose arguments are all terms to Z3's.
var operators = map[term.Op]C.int{
	term.OpNot: C.SHIM_NOT, term.OpAnd: C.SHIM_AND, term.OpIte: C.SHIM_ITE, term.OpEq: C.SHIM_EQ,
	term.OpULt: C.SHIM_ULT, term.OpSLt: C.SHIM_SLT,
	term.OpNeg: C.SHIM_NEG, term.OpAdd: C.SHIM_ADD, term.OpSub: C.SHIM_SUB, term.OpMul: C.SHIM_MUL,
	term.OpUDiv: C.SHIM_UDIV, term.OpURem: C.SHIM_UREM, term.OpSDiv: C.SHIM_SDIV, term.OpSRem: C.SHIM_SREM,
	term.OpBVNot: C.SHIM_BVNOT, term.OpBVAnd: C.SHIM_BVAND, term.OpBVOr: C.SHIM_BVOR, term.OpBVXor: C.SHIM_BVXOR,
	term.OpShl: C.SHIM_SHL, term.OpLShr: C.SHIM_LSHR, term.OpAShr: C.SHIM_ASHR,
	term.OpConcat: C.SHIM_CONCAT, term.OpStore: C.SHIM_STORE, term.OpSelect: C.SHIM_SELECT,
}

// translate returns the Z3 term of t. The reference belongs to b.asts.
func (b *Backend) translate(t term.T) C.Z3_ast {
	b.grow()
	b.stack = append(b.stack[:0], t)
	for len(b.stack) > 0 {
		u := b.stack[len(b.stack)-1]
		if b.asts[u] != nil {
			b.stack = b.stack[:len(b.stack)-1]
			continue
		}
		if b.pushArgs(u) {
			continue
		}
		b.asts[u] = b.make(u)
		if b.asts[u] == nil {
			panic(fmt.Sprintf("z3: libz3 refuses %v of %d bits", b.pool.Op(u), b.pool.Width(u)))
		}
		b.stack = b.stack[:len(b.stack)-1]
	}
	return b.asts[t]
}

func (b *Backend) grow() {
	if n := b.pool.Len() + 1 - len(b.asts); n > 0 {
		b.asts = append(b.asts, make([]C.Z3_ast, n)...)
	}
}

// readsTable reports whether t is a read of a constant table, which becomes a
// tree of branches: Z3 is far slower on an array of hundreds of stores.
func (b *Backend) readsTable(t term.T) bool {
	return b.pool.Op(t) == term.OpSelect && b.pool.Op(b.pool.Arg(t, 0)) == term.OpTable
}

func (b *Backend) pushArgs(t term.T) bool {
	before := len(b.stack)
	for i := range b.pool.NumArgs(t) {
		if i == 0 && b.readsTable(t) {
			continue
		}
		if a := b.pool.Arg(t, i); b.asts[a] == nil {
			b.stack = append(b.stack, a)
		}
	}
	return len(b.stack) > before
}

// make builds the Z3 term of t, whose arguments are translated.
func (b *Backend) make(t term.T) C.Z3_ast {
	p := b.pool
	w := C.uint(p.Width(t))
	switch p.Op(t) {
	case term.OpVar, term.OpArrayVar:
		return C.shim_var(b.ctx, C.uint(p.IndexWidth(t)), w)
	case term.OpConst:
		return b.constant(t)
	case term.OpTable:
		return b.table(t)
	case term.OpConstArray:
		return C.shim_const_array(b.ctx, C.uint(p.IndexWidth(t)), b.asts[p.Arg(t, 0)])
	case term.OpExtract:
		lo := C.uint(p.ExtractLo(t))
		return C.shim_app(b.ctx, C.SHIM_EXTRACT, lo+w-1, lo, b.asts[p.Arg(t, 0)], nil, nil)
	case term.OpZExt:
		return C.shim_app(b.ctx, C.SHIM_ZEXT, w-C.uint(p.Width(p.Arg(t, 0))), 0, b.asts[p.Arg(t, 0)], nil, nil)
	case term.OpSExt:
		return C.shim_app(b.ctx, C.SHIM_SEXT, w-C.uint(p.Width(p.Arg(t, 0))), 0, b.asts[p.Arg(t, 0)], nil, nil)
	case term.OpSelect:
		if b.readsTable(t) {
			return b.tableRead(p.TableValues(p.Arg(t, 0)), int(w), p.Arg(t, 1))
		}
	}
	op, ok := operators[p.Op(t)]
	if !ok {
		panic(fmt.Sprintf("z3: no translation for %v", p.Op(t)))
	}
	var args [3]C.Z3_ast
	for i := range p.NumArgs(t) {
		args[i] = b.asts[p.Arg(t, i)]
	}
	return C.shim_app(b.ctx, op, 0, 0, args[0], args[1], args[2])
}

func (b *Backend) constant(t term.T) C.Z3_ast {
	w := C.uint(b.pool.Width(t))
	if v, ok := b.pool.Const(t); ok {
		return C.shim_const(b.ctx, w, C.uint64_t(v))
	}
	v, _ := b.pool.ConstBig(t)
	s := C.CString(v.String())
	defer freeString(s)
	return C.shim_const_big(b.ctx, w, s)
}

// table builds a constant table as stores into an array of zeros.
func (b *Backend) table(t term.T) C.Z3_ast {
	iw, w := C.uint(b.pool.IndexWidth(t)), C.uint(b.pool.Width(t))
	zero := C.shim_const(b.ctx, w, 0)
	a := C.shim_const_array(b.ctx, iw, zero)
	C.Z3_dec_ref(b.ctx, zero)
	for i, v := range b.pool.TableValues(t) {
		index, value := C.shim_const(b.ctx, iw, C.uint64_t(i)), C.shim_const(b.ctx, w, C.uint64_t(v))
		next := C.shim_app(b.ctx, C.SHIM_STORE, 0, 0, a, index, value)
		for _, x := range []C.Z3_ast{a, index, value} {
			C.Z3_dec_ref(b.ctx, x)
		}
		a = next
	}
	return a
}

// tableRead builds the read of a table at a symbolic index as a binary tree of
// branches on index < k.
func (b *Backend) tableRead(vals []uint64, w int, index term.T) C.Z3_ast {
	i := b.asts[index]
	iw := b.pool.Width(index)
	var build func(lo, hi int) C.Z3_ast // entries lo … hi−1; entry len(vals) is the zero beyond
	build = func(lo, hi int) C.Z3_ast {
		if hi-lo == 1 {
			v := uint64(0)
			if lo < len(vals) {
				v = vals[lo]
			}
			return C.shim_const(b.ctx, C.uint(w), C.uint64_t(v))
		}
		mid := (lo + hi) / 2
		k := C.shim_const(b.ctx, C.uint(iw), C.uint64_t(mid))
		below := C.shim_app(b.ctx, C.SHIM_ULT, 0, 0, i, k, nil)
		x, y := build(lo, mid), build(mid, hi)
		r := C.shim_app(b.ctx, C.SHIM_ITE, 0, 0, below, x, y)
		for _, d := range []C.Z3_ast{k, below, x, y} {
			C.Z3_dec_ref(b.ctx, d)
		}
		return r
	}
	n := len(vals)
	if iw >= 64 || uint64(n) < 1<<iw {
		n++ // an index beyond the table is possible
	}
	return build(0, n)
}
