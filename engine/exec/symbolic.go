package exec

import (
	"github.com/assay-dev/assay/engine/term"
)

// Terms instantiates the semantics of package op with terms. Values
// of width 1 are of sort Bool, as conditions are.
type Terms struct{ p *term.Pool }

// NewTerms is the domain of the terms of a pool.
func NewTerms(p *term.Pool) Terms { return Terms{p} }

func (d Terms) Const(w int, x uint64) term.T {
	if w == 1 {
		return d.p.Bool(x&1 == 1)
	}
	if w > 64 && x == ^uint64(0) {
		return d.p.BVNot(d.p.BV(w, 0))
	}
	return d.p.BV(w, x)
}

// onBits applies a bit-vector operation to Bool-sorted values of width 1.
func (d Terms) onBits(w int, f func(a, b term.T) term.T, a, b term.T) term.T {
	if w != 1 {
		return f(a, b)
	}
	return d.p.Eq(f(d.p.BoolToBV(a, 1), d.p.BoolToBV(b, 1)), d.p.BV(1, 1))
}

func (d Terms) Add(w int, a, b term.T) term.T  { return d.onBits(w, d.p.Add, a, b) }
func (d Terms) Sub(w int, a, b term.T) term.T  { return d.onBits(w, d.p.Sub, a, b) }
func (d Terms) Mul(w int, a, b term.T) term.T  { return d.onBits(w, d.p.Mul, a, b) }
func (d Terms) UDiv(w int, a, b term.T) term.T { return d.onBits(w, d.p.UDiv, a, b) }
func (d Terms) SDiv(w int, a, b term.T) term.T { return d.onBits(w, d.p.SDiv, a, b) }
func (d Terms) URem(w int, a, b term.T) term.T { return d.onBits(w, d.p.URem, a, b) }
func (d Terms) SRem(w int, a, b term.T) term.T { return d.onBits(w, d.p.SRem, a, b) }
func (d Terms) Shl(w int, a, b term.T) term.T  { return d.onBits(w, d.p.Shl, a, b) }
func (d Terms) LShr(w int, a, b term.T) term.T { return d.onBits(w, d.p.LShr, a, b) }
func (d Terms) AShr(w int, a, b term.T) term.T { return d.onBits(w, d.p.AShr, a, b) }

func (d Terms) And(w int, a, b term.T) term.T {
	if w == 1 {
		return d.p.And(a, b)
	}
	return d.p.BVAnd(a, b)
}

func (d Terms) Or(w int, a, b term.T) term.T {
	if w == 1 {
		return d.p.Or(a, b)
	}
	return d.p.BVOr(a, b)
}

func (d Terms) Xor(w int, a, b term.T) term.T {
	if w == 1 {
		return d.p.Xor(a, b)
	}
	return d.p.BVXor(a, b)
}

func (d Terms) Trunc(from, to int, a term.T) term.T {
	if from == to {
		return a
	}
	t := d.p.Extract(a, 0, to)
	if to == 1 {
		return d.p.Eq(t, d.p.BV(1, 1))
	}
	return t
}

func (d Terms) ZExt(from, to int, a term.T) term.T {
	if from == 1 && to > 1 {
		return d.p.BoolToBV(a, to)
	}
	if to == from {
		return a
	}
	return d.p.ZExt(a, to)
}

func (d Terms) SExt(from, to int, a term.T) term.T {
	if from == 1 && to > 1 {
		return d.p.Ite(a, d.p.BVNot(d.p.BV(to, 0)), d.p.BV(to, 0))
	}
	if to == from {
		return a
	}
	return d.p.SExt(a, to)
}

func (d Terms) Eq(_ int, a, b term.T) term.T { return d.p.Eq(a, b) }

func (d Terms) ULt(w int, a, b term.T) term.T {
	if w == 1 {
		return d.p.And(d.p.Not(a), b)
	}
	return d.p.ULt(a, b)
}

func (d Terms) SLt(w int, a, b term.T) term.T {
	if w == 1 { // 1 is −1
		return d.p.And(a, d.p.Not(b))
	}
	return d.p.SLt(a, b)
}

func (d Terms) MulLeaves(w int, a, b term.T) (low, high term.T) {
	if w == 1 {
		a, b = d.p.BoolToBV(a, 1), d.p.BoolToBV(b, 1)
	}
	p := d.p
	exact := p.Mul(p.SExt(a, 2*w), p.SExt(b, 2*w))
	min := p.SExt(p.Shl(p.BV(w, 1), p.BV(w, uint64(w-1))), 2*w)
	if w == 1 {
		min = p.SExt(p.BV(1, 1), 2)
	}
	max := p.BVNot(min)
	return p.SLt(exact, min), p.SLt(max, exact)
}

func (d Terms) True() term.T                     { return term.True }
func (d Terms) Not(c term.T) term.T              { return d.p.Not(c) }
func (d Terms) Both(c, e term.T) term.T          { return d.p.And(c, e) }
func (d Terms) Either(c, e term.T) term.T        { return d.p.Or(c, e) }
func (d Terms) FromCond(c term.T) term.T         { return c }
func (d Terms) Ite(_ int, c, a, b term.T) term.T { return d.p.Ite(c, a, b) }
