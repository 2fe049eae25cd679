// Package symbolic has the operations of package op on terms.
//
//	d := symbolic.Terms{Pool: pool}
//	op.Binary[term.T, term.T](d, ir.Add, 32, x, y)   // the term x + y
package symbolic

import (
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Terms instantiates the semantics of package op with terms (op.Domain).
// Values of width 1 are of sort Bool, as conditions are.
type Terms struct{ Pool *term.Pool }

var _ op.Domain[term.T, term.T] = Terms{}

func (d Terms) Const(w int, x uint64) term.T {
	switch {
	case w == 1:
		return d.Pool.Bool(x&1 == 1)
	case w > 64 && x == ^uint64(0):
		return d.Pool.BVNot(d.Pool.BV(w, 0))
	}
	return d.Pool.BV(w, x)
}

// lift applies a bit-vector operation also to the Bools of width 1.
func (d Terms) lift(w int, f func(a, b term.T) term.T, a, b term.T) term.T {
	if w > 1 {
		return f(a, b)
	}
	return d.Pool.Eq(f(d.Pool.BoolToBV(a, 1), d.Pool.BoolToBV(b, 1)), d.Pool.BV(1, 1))
}

func (d Terms) Add(w int, a, b term.T) term.T  { return d.lift(w, d.Pool.Add, a, b) }
func (d Terms) Sub(w int, a, b term.T) term.T  { return d.lift(w, d.Pool.Sub, a, b) }
func (d Terms) Mul(w int, a, b term.T) term.T  { return d.lift(w, d.Pool.Mul, a, b) }
func (d Terms) UDiv(w int, a, b term.T) term.T { return d.lift(w, d.Pool.UDiv, a, b) }
func (d Terms) SDiv(w int, a, b term.T) term.T { return d.lift(w, d.Pool.SDiv, a, b) }
func (d Terms) URem(w int, a, b term.T) term.T { return d.lift(w, d.Pool.URem, a, b) }
func (d Terms) SRem(w int, a, b term.T) term.T { return d.lift(w, d.Pool.SRem, a, b) }
func (d Terms) Shl(w int, a, b term.T) term.T  { return d.lift(w, d.Pool.Shl, a, b) }
func (d Terms) LShr(w int, a, b term.T) term.T { return d.lift(w, d.Pool.LShr, a, b) }
func (d Terms) AShr(w int, a, b term.T) term.T { return d.lift(w, d.Pool.AShr, a, b) }

func (d Terms) And(w int, a, b term.T) term.T {
	if w == 1 {
		return d.Pool.And(a, b)
	}
	return d.Pool.BVAnd(a, b)
}

func (d Terms) Or(w int, a, b term.T) term.T {
	if w == 1 {
		return d.Pool.Or(a, b)
	}
	return d.Pool.BVOr(a, b)
}

func (d Terms) Xor(w int, a, b term.T) term.T {
	if w == 1 {
		return d.Pool.Xor(a, b)
	}
	return d.Pool.BVXor(a, b)
}

func (d Terms) Trunc(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case to == 1:
		return d.Pool.Eq(d.Pool.Extract(a, 0, 1), d.Pool.BV(1, 1))
	}
	return d.Pool.Extract(a, 0, to)
}

func (d Terms) ZExt(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case from == 1:
		return d.Pool.BoolToBV(a, to)
	}
	return d.Pool.ZExt(a, to)
}

func (d Terms) SExt(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case from == 1:
		return d.Pool.Ite(a, d.Const(to, ^uint64(0)), d.Pool.BV(to, 0))
	}
	return d.Pool.SExt(a, to)
}

func (d Terms) Eq(_ int, a, b term.T) term.T { return d.Pool.Eq(a, b) }

func (d Terms) ULt(w int, a, b term.T) term.T {
	if w == 1 {
		return d.Pool.And(d.Pool.Not(a), b)
	}
	return d.Pool.ULt(a, b)
}

func (d Terms) SLt(w int, a, b term.T) term.T {
	if w == 1 { // the bit is the sign
		return d.Pool.And(a, d.Pool.Not(b))
	}
	return d.Pool.SLt(a, b)
}

func (d Terms) MulLeaves(w int, a, b term.T) (low, high term.T) {
	if w == 1 {
		a, b = d.Pool.BoolToBV(a, 1), d.Pool.BoolToBV(b, 1)
	}
	exact := d.Pool.Mul(d.Pool.SExt(a, 2*w), d.Pool.SExt(b, 2*w))
	least := d.Pool.Shl(d.Pool.SExt(d.Pool.BVNot(d.Pool.BV(w, 0)), 2*w), d.Pool.BV(2*w, uint64(w-1)))
	return d.Pool.SLt(exact, least), d.Pool.SLt(d.Pool.BVNot(least), exact)
}

func (d Terms) True() term.T                     { return term.True }
func (d Terms) Not(c term.T) term.T              { return d.Pool.Not(c) }
func (d Terms) Both(c, e term.T) term.T          { return d.Pool.And(c, e) }
func (d Terms) Either(c, e term.T) term.T        { return d.Pool.Or(c, e) }
func (d Terms) FromCond(c term.T) term.T         { return c }
func (d Terms) Ite(_ int, c, a, b term.T) term.T { return d.Pool.Ite(c, a, b) }

// Resize sign-extends or truncates.
func (d Terms) Resize(from, to int, t term.T) term.T {
	if from >= to {
		return d.Trunc(from, to, t)
	}
	return d.SExt(from, to, t)
}

// ResizeUnsigned zero-extends or truncates.
func (d Terms) ResizeUnsigned(from, to int, t term.T) term.T {
	if from >= to {
		return d.Trunc(from, to, t)
	}
	return d.ZExt(from, to, t)
}
