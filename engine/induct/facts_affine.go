package induct

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// affine says which linear equations hold among some numbers: the affine hull of
// the states that arrive (Karr, "Affine relationships among variables of a
// program", Acta Informatica 6, 1976), found from the models of queries that
// violate it. Each such state makes the hull one dimension larger, so there are
// at most as many as there are numbers.
//
//	push: top++; depth++; n++;   pop: top--; depth--; m++;   // n − m − top = 0, depth − top = 0
type affine struct {
	b       *builder
	terms   []term.T
	whens   []term.T
	texts   []string
	small   []bool       // by term: it is less than maxSmall either way
	gone    []bool       // by term: it was not written in some state
	origin  []*big.Rat   // a state that arrived, nil: none has
	spans   [][]*big.Rat // directions from it, in reduced row echelon form
	pivots  []int        // column of the leading one of each
	refused []term.T     // equations that are too hard to prove
	known   []term.T     // the equations as facts
	written []string     // … and in words
}

// Limits of equations that are worth keeping: their coefficients and the width
// they are stated in.
const (
	maxCoefficient = 1024
	maxConstant    = 1 << 20
	maxSmall       = 256
	smallBits      = 24 // 32 terms of maxSmall times maxCoefficient
	affineBits     = 48
)

func (a *affine) facts() []term.T {
	if a.origin == nil {
		return []term.T{a.b.pool.Not(a.all())}
	}
	return a.known
}

// all: every number was written.
func (a *affine) all() term.T {
	c := term.True
	for i, w := range a.whens {
		if !a.gone[i] {
			c = a.b.pool.And(c, w)
		}
	}
	return c
}

func (a *affine) admit(v valuation) {
	p := make([]*big.Rat, len(a.terms))
	for i, t := range a.terms {
		if !a.gone[i] && !v.Bool(a.whens[i]) {
			a.forget(i)
		}
		p[i] = new(big.Rat)
		if !a.gone[i] {
			p[i].SetInt64(op.Signed(a.b.pool.Width(t), v.BV(t)))
		}
	}
	if a.origin == nil {
		a.origin = p
	} else {
		for i := range p {
			p[i].Sub(p[i], a.origin[i])
		}
		a.extend(p)
	}
	a.state()
}

// forget leaves a number out of all equations.
func (a *affine) forget(i int) {
	a.gone[i] = true
	if a.origin == nil {
		return
	}
	a.origin[i].SetInt64(0)
	spans := a.spans
	a.spans, a.pivots = nil, nil
	for _, s := range spans {
		s[i].SetInt64(0)
		a.extend(s)
	}
}

// extend adds a direction.
func (a *affine) extend(d []*big.Rat) {
	for r, s := range a.spans {
		eliminate(d, s, a.pivots[r])
	}
	pivot := slices.IndexFunc(d, func(x *big.Rat) bool { return x.Sign() != 0 })
	if pivot < 0 {
		return
	}
	inv := new(big.Rat).Inv(d[pivot])
	for _, x := range d {
		x.Mul(x, inv)
	}
	for _, s := range a.spans {
		eliminate(s, d, pivot)
	}
	a.spans, a.pivots = append(a.spans, d), append(a.pivots, pivot)
}

// eliminate makes column c of row d zero by subtracting a multiple of row s,
// which has a one there.
func eliminate(d, s []*big.Rat, c int) {
	if d[c].Sign() == 0 {
		return
	}
	f := new(big.Rat).Set(d[c])
	for i := range d {
		d[i].Sub(d[i], new(big.Rat).Mul(f, s[i]))
	}
}

// state writes down the equations: one for each number that is no pivot.
func (a *affine) state() {
	a.known, a.written = nil, nil
	for f := range a.terms {
		if a.gone[f] || slices.Contains(a.pivots, f) {
			continue
		}
		row := make([]*big.Rat, len(a.terms))
		for i := range row {
			row[i] = new(big.Rat)
		}
		row[f].SetInt64(1)
		for r, s := range a.spans {
			row[a.pivots[r]].Neg(s[f])
		}
		a.equation(row)
	}
}

// equation states Σ row·terms = row·origin, if its coefficients are small.
func (a *affine) equation(row []*big.Rat) {
	scale := big.NewInt(1)
	for _, x := range row {
		g := new(big.Int).GCD(nil, nil, scale, x.Denom())
		scale.Mul(scale, new(big.Int).Div(x.Denom(), g))
	}
	sum, right, w := term.None, new(big.Rat), smallBits
	for i, x := range row {
		if x.Sign() != 0 && !a.small[i] {
			w = affineBits
		}
	}
	p := a.b.pool
	var words []string
	when := term.True
	for i, x := range row {
		c := new(big.Rat).Mul(x, new(big.Rat).SetInt(scale))
		if c.Sign() == 0 {
			continue
		}
		if !c.Num().IsInt64() || c.Num().Int64() > maxCoefficient || c.Num().Int64() < -maxCoefficient {
			return
		}
		right.Add(right, new(big.Rat).Mul(c, a.origin[i]))
		k := c.Num().Int64()
		t := p.Mul(a.b.dom.resize(p.Width(a.terms[i]), w, a.terms[i]), p.BV(w, uint64(k)&op.Mask(w)))
		if when = p.And(when, a.whens[i]); sum == term.None {
			sum = t
		} else {
			sum = p.Add(sum, t)
		}
		words = append(words, product(k, a.texts[i], len(words) == 0))
	}
	if !right.IsInt() || !right.Num().IsInt64() || right.Num().Int64() > maxConstant || right.Num().Int64() < -maxConstant {
		return
	}
	d := right.Num().Int64()
	if t := p.Or(p.Not(when), p.Eq(sum, p.BV(w, uint64(d)&op.Mask(w)))); t != term.True && !slices.Contains(a.refused, t) {
		a.known = append(a.known, t)
		a.written = append(a.written, fmt.Sprintf("%s = %d", strings.Join(words, " "), d))
	}
}

// product is a summand in words.
func product(k int64, name string, first bool) string {
	sign := map[bool]string{true: "+ ", false: "− "}[k > 0]
	if first {
		sign = map[bool]string{true: "", false: "−"}[k > 0]
	}
	if k = max(k, -k); k > 1 {
		return fmt.Sprintf("%s%d·%s", sign, k, name)
	}
	return sign + name
}

// refuse leaves an equation out.
func (a *affine) refuse(f term.T) {
	a.refused = append(a.refused, f)
	a.state()
}

func (a *affine) drop() {
	for i := range a.gone {
		a.gone[i] = true
	}
	a.spans, a.pivots, a.known, a.written = nil, nil, nil, nil
	a.origin = make([]*big.Rat, len(a.terms))
	for i := range a.origin {
		a.origin[i] = new(big.Rat)
	}
}

func (a *affine) String() string { return strings.Join(a.written, ", ") }
