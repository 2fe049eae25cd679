package op

// Domain is a domain of integer values V of known widths and of conditions B
// over them. Widths are in bits and at least 1; arithmetic is modulo 2^w.
// Division and shifts are called only with arguments for which C defines
// them, or their result is replaced afterwards: what an implementation
// returns for the others does not matter, but it must not panic.
//
// The instances are Concrete (this package), the terms of the symbolic
// executor, and the abstract values of the provers.
type Domain[V, B any] interface {
	Const(w int, x uint64) V // x is sign-extended beyond 64 bits when it is ^uint64(0)

	Add(w int, a, b V) V
	Sub(w int, a, b V) V
	Mul(w int, a, b V) V
	UDiv(w int, a, b V) V
	SDiv(w int, a, b V) V
	URem(w int, a, b V) V
	SRem(w int, a, b V) V
	And(w int, a, b V) V
	Or(w int, a, b V) V
	Xor(w int, a, b V) V
	Shl(w int, a, b V) V
	LShr(w int, a, b V) V
	AShr(w int, a, b V) V

	Trunc(from, to int, a V) V
	ZExt(from, to int, a V) V
	SExt(from, to int, a V) V

	Eq(w int, a, b V) B
	ULt(w int, a, b V) B
	SLt(w int, a, b V) B

	// MulLeaves tells whether the exact signed product lies below, above
	// the signed range of width w.
	MulLeaves(w int, a, b V) (low, high B)

	True() B
	Not(c B) B
	Both(c, d B) B // conjunction
	Either(c, d B) B
	Ite(w int, c B, a, b V) V
	FromCond(c B) V // the i1 value of a condition
}

// Check is one thing that an operation may do wrong: it is violated when Cond
// holds.
type Check[B any] struct {
	Class Class
	Side  Side
	Cond  B
}

func minSigned[V, B any, D Domain[V, B]](d D, w int) V {
	one := d.Const(w, 1)
	return d.Shl(w, one, d.Const(w, uint64(w-1)))
}
