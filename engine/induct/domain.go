package induct

import (
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// terms instantiates the semantics of package op with terms (op.Domain).
// Values of width 1 are of sort Bool, as conditions are.
type terms struct{ p *term.Pool }

var _ op.Domain[term.T, term.T] = terms{}

func (d terms) Const(w int, x uint64) term.T {
	switch {
	case w == 1:
		return d.p.Bool(x&1 == 1)
	case w > 64 && x == ^uint64(0):
		return d.p.BVNot(d.p.BV(w, 0))
	}
	return d.p.BV(w, x)
}

// lift applies a bit-vector operation also to the Bools of width 1.
func (d terms) lift(w int, f func(a, b term.T) term.T, a, b term.T) term.T {
	if w > 1 {
		return f(a, b)
	}
	return d.p.Eq(f(d.p.BoolToBV(a, 1), d.p.BoolToBV(b, 1)), d.p.BV(1, 1))
}

func (d terms) Add(w int, a, b term.T) term.T  { return d.lift(w, d.p.Add, a, b) }
func (d terms) Sub(w int, a, b term.T) term.T  { return d.lift(w, d.p.Sub, a, b) }
func (d terms) Mul(w int, a, b term.T) term.T  { return d.lift(w, d.p.Mul, a, b) }
func (d terms) UDiv(w int, a, b term.T) term.T { return d.lift(w, d.p.UDiv, a, b) }
func (d terms) SDiv(w int, a, b term.T) term.T { return d.lift(w, d.p.SDiv, a, b) }
func (d terms) URem(w int, a, b term.T) term.T { return d.lift(w, d.p.URem, a, b) }
func (d terms) SRem(w int, a, b term.T) term.T { return d.lift(w, d.p.SRem, a, b) }
func (d terms) And(w int, a, b term.T) term.T  { return d.lift(w, d.p.BVAnd, a, b) }
func (d terms) Or(w int, a, b term.T) term.T   { return d.lift(w, d.p.BVOr, a, b) }
func (d terms) Xor(w int, a, b term.T) term.T  { return d.lift(w, d.p.BVXor, a, b) }
func (d terms) Shl(w int, a, b term.T) term.T  { return d.lift(w, d.p.Shl, a, b) }
func (d terms) LShr(w int, a, b term.T) term.T { return d.lift(w, d.p.LShr, a, b) }
func (d terms) AShr(w int, a, b term.T) term.T { return d.lift(w, d.p.AShr, a, b) }

func (d terms) Trunc(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case to == 1:
		return d.p.Eq(d.p.Extract(a, 0, 1), d.p.BV(1, 1))
	}
	return d.p.Extract(a, 0, to)
}

func (d terms) ZExt(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case from == 1:
		return d.p.BoolToBV(a, to)
	}
	return d.p.ZExt(a, to)
}

func (d terms) SExt(from, to int, a term.T) term.T {
	switch {
	case from == to:
		return a
	case from == 1:
		return d.p.Ite(a, d.Const(to, ^uint64(0)), d.p.BV(to, 0))
	}
	return d.p.SExt(a, to)
}

func (d terms) Eq(_ int, a, b term.T) term.T { return d.p.Eq(a, b) }

func (d terms) ULt(w int, a, b term.T) term.T {
	if w == 1 {
		return d.p.And(d.p.Not(a), b)
	}
	return d.p.ULt(a, b)
}

func (d terms) SLt(w int, a, b term.T) term.T {
	if w == 1 { // the bit is the sign
		return d.p.And(a, d.p.Not(b))
	}
	return d.p.SLt(a, b)
}

func (d terms) MulLeaves(w int, a, b term.T) (low, high term.T) {
	if w == 1 {
		a, b = d.p.BoolToBV(a, 1), d.p.BoolToBV(b, 1)
	}
	exact := d.p.Mul(d.p.SExt(a, 2*w), d.p.SExt(b, 2*w))
	least := d.p.Shl(d.p.SExt(d.p.BVNot(d.p.BV(w, 0)), 2*w), d.p.BV(2*w, uint64(w-1)))
	return d.p.SLt(exact, least), d.p.SLt(d.p.BVNot(least), exact)
}

func (d terms) True() term.T                     { return term.True }
func (d terms) Not(c term.T) term.T              { return d.p.Not(c) }
func (d terms) Both(c, e term.T) term.T          { return d.p.And(c, e) }
func (d terms) Either(c, e term.T) term.T        { return d.p.Or(c, e) }
func (d terms) FromCond(c term.T) term.T         { return c }
func (d terms) Ite(_ int, c, a, b term.T) term.T { return d.p.Ite(c, a, b) }

// resize sign-extends or truncates.
func (d terms) resize(from, to int, t term.T) term.T {
	if from >= to {
		return d.Trunc(from, to, t)
	}
	return d.SExt(from, to, t)
}

// resizeUnsigned zero-extends or truncates.
func (d terms) resizeUnsigned(from, to int, t term.T) term.T {
	if from >= to {
		return d.Trunc(from, to, t)
	}
	return d.ZExt(from, to, t)
}
