package families

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// affine says which linear equations hold among some numbers, modulo a power of
// two as the numbers themselves: the affine hull of the states that arrive
// (Karr, "Affine relationships among variables of a program", Acta Informatica
// 6, 1976; Müller-Olm and Seidl, "Analysis of modular arithmetic", TOPLAS 29,
// 2007), found from the models of queries that violate it.
//
// What is kept is a set of equations from which all others follow. A state that
// violates some of them makes one of these the pivot: the others are changed by
// multiples of it so that the state satisfies them, the pivot is multiplied by
// the least power of two that makes it hold. So each violation halves what the
// equations say of one number, or ends an equation.
//
//	push: top++; depth++; n++;   pop: top--; depth--; m++;   // n − m − top = 0, depth − top = 0
type affine struct {
	b       *system.System
	width   int    // equations are modulo 2^width; numbers are sign-extended to it
	when    term.T // where they hold
	text    string // … in words, before each
	terms   []term.T
	whens   []term.T
	texts   []string
	reach   []int64    // by term: how far from 0 it can be; maxSmall or more: it has its width
	gone    []bool     // by term: it was not written in some state
	seen    bool       // a state arrived
	rows    [][]uint64 // equations: coefficients, and what the sum is
	refused []term.T   // equations that are too hard to prove
	known   []term.T   // the equations as facts
	written []string   // … and in words
}

// add is one more number.
func (a *affine) add(t, when term.T, text string, reach int64) {
	a.terms, a.whens, a.texts = append(a.terms, t), append(a.whens, when), append(a.texts, text)
	a.reach, a.gone = append(a.reach, reach), append(a.gone, false)
}

func (a *affine) Facts() []term.T {
	if !a.seen {
		return []term.T{a.b.Pool.Not(a.all())}
	}
	return a.known
}

// all: every number was written where the equations hold.
func (a *affine) all() term.T {
	c := a.when
	for i, w := range a.whens {
		if !a.gone[i] {
			c = a.b.Pool.And(c, w)
		}
	}
	return c
}

func (a *affine) Weaken(v system.Valuation) {
	if !v.Bool(a.when) {
		return
	}
	n := len(a.terms)
	state := make([]uint64, n+1)
	state[n] = op.Mask(a.width) // minus what the sum is
	for i, t := range a.terms {
		if !a.gone[i] && !v.Bool(a.whens[i]) {
			a.forget(i)
		}
		if !a.gone[i] {
			state[i] = uint64(op.Signed(a.b.Pool.Width(t), v.BV(t)))
		}
	}
	if a.seen {
		a.satisfy(state)
	} else {
		a.seen = true
		for i := range a.terms {
			if a.gone[i] {
				continue
			}
			row := make([]uint64, n+1)
			row[i], row[n] = 1, state[i]&op.Mask(a.width)
			a.rows = append(a.rows, row)
		}
	}
	a.state()
}

// forget leaves a number out of all equations.
func (a *affine) forget(i int) {
	a.gone[i] = true
	free := make([]uint64, len(a.terms)+1)
	free[i] = 1
	a.satisfy(free)
}

// satisfy weakens the equations to those that a vector satisfies: the sum of its
// products with an equation's coefficients is 0.
func (a *affine) satisfy(vector []uint64) {
	mask := op.Mask(a.width)
	rest := make([]uint64, len(a.rows))
	pivot := -1
	for r, row := range a.rows {
		for i, c := range row {
			rest[r] += c * vector[i]
		}
		rest[r] &= mask
		if rest[r] != 0 && (pivot < 0 || bits.TrailingZeros64(rest[r]) <= bits.TrailingZeros64(rest[pivot])) {
			pivot = r
		}
	}
	if pivot < 0 {
		return
	}
	low := bits.TrailingZeros64(rest[pivot])
	unit := inverse(rest[pivot] >> low)
	for r, row := range a.rows {
		if r == pivot || rest[r] == 0 {
			continue
		}
		f := (rest[r] >> low) * unit
		for i := range row {
			row[i] = (row[i] - f*a.rows[pivot][i]) & mask
		}
	}
	some := false
	for i, c := range a.rows[pivot] {
		a.rows[pivot][i] = c << (a.width - low) & mask
		some = some || a.rows[pivot][i] != 0
	}
	if !some {
		a.rows = slices.Delete(a.rows, pivot, pivot+1)
	}
}

// inverse is that of an odd number modulo 2^64.
func inverse(x uint64) uint64 {
	y := x // right in the lowest 3 bits; each step doubles them
	for range 5 {
		y *= 2 - x*y
	}
	return y
}

// reduce brings the equations into echelon form: what each says of its first
// number, no other says. Sums of simple equations become simple again. The
// numbers are taken in their order, beginning with the given one.
func (a *affine) reduce(first int) {
	done := 0
	for j := range a.terms {
		i := (first + j) % len(a.terms)
		pivot, low := -1, a.width
		for r := done; r < len(a.rows); r++ {
			if z := bits.TrailingZeros64(a.rows[r][i]); a.rows[r][i] != 0 && z < low {
				pivot, low = r, z
			}
		}
		if pivot < 0 {
			continue
		}
		a.rows[done], a.rows[pivot] = a.rows[pivot], a.rows[done]
		a.eliminate(done, i, low)
		done++
	}
}

// eliminate takes a number out of all equations but one, in which it has a
// coefficient of the power of two low.
func (a *affine) eliminate(pivot, i, low int) {
	mask := op.Mask(a.width)
	unit := inverse(a.rows[pivot][i] >> low)
	for j := range a.rows[pivot] {
		a.rows[pivot][j] = a.rows[pivot][j] * unit & mask
	}
	for r, row := range a.rows {
		if r == pivot || row[i] == 0 {
			continue
		}
		f := nearest(op.Signed(a.width, row[i]), low)
		for j := range row {
			row[j] = (row[j] - f*a.rows[pivot][j]) & mask
		}
	}
}

// nearest is the multiple of 2^low that is closest to a number, divided by 2^low.
func nearest(x int64, low int) uint64 {
	if low == 0 {
		return uint64(x)
	}
	return uint64((x + 1<<(low-1)) >> low)
}

// state writes down equations that have small coefficients, those over the fewest
// variables first, and none that follows from others. Which equations have small
// coefficients depends on the order in which the numbers are taken.
func (a *affine) state() {
	a.known, a.written = nil, nil
	var simple [][]int64
	for first := len(a.terms) - 1; first >= 0; first-- {
		a.reduce((first + 1) % len(a.terms))
		for _, row := range a.rows {
			ks, ok := a.simple(row)
			if ok && !slices.ContainsFunc(simple, func(other []int64) bool { return slices.Equal(ks, other) }) {
				simple = append(simple, ks)
			}
		}
	}
	slices.SortStableFunc(simple, func(x, y []int64) int { return a.cost(x) - a.cost(y) })
	var space independent
	for _, ks := range simple {
		if space.add(ks) {
			a.equation(ks)
		}
	}
}

// cost is how many variables an equation is about.
func (a *affine) cost(ks []int64) int {
	n := 0
	for i, t := range a.terms {
		if ks[i] != 0 {
			n += len(a.b.Pool.Vars(t))
		}
	}
	return n
}

// independent is a set of vectors of which none is a sum of multiples of others,
// in echelon form modulo a prime.
type independent struct{ rows [][]uint64 }

const fieldPrime = 1<<31 - 1

// add adds a vector. It reports false where it follows from those there are.
func (s *independent) add(ks []int64) bool {
	v := make([]uint64, len(ks))
	for i, k := range ks {
		v[i] = uint64((k%fieldPrime + fieldPrime) % fieldPrime)
	}
	some := func(x uint64) bool { return x != 0 }
	for _, row := range s.rows {
		lead := slices.IndexFunc(row, some)
		f, g := fieldPrime-v[lead], row[lead]
		for i := range v {
			v[i] = (v[i]*g + f*row[i]) % fieldPrime
		}
	}
	if !slices.ContainsFunc(v, some) {
		return false
	}
	s.rows = append(s.rows, v)
	return true
}

// simple is an equation multiplied by the odd number that makes its largest
// coefficient least: as signed numbers.
func (a *affine) simple(row []uint64) (best []int64, ok bool) {
	least := int64(budget.Coefficient.N) + 1
	n := len(a.terms)
	for f := uint64(1); f <= uint64(budget.OddFactor.N); f += 2 {
		ks, most := make([]int64, n+1), int64(0)
		for i, c := range row {
			ks[i] = op.Signed(a.width, c*f&op.Mask(a.width))
			if i < n {
				most = max(most, ks[i], -ks[i])
			}
		}
		if most < least && ks[n] <= int64(budget.EquationConstant.N) && ks[n] >= -int64(budget.EquationConstant.N) {
			best, least = ks, most
		}
	}
	if i := slices.IndexFunc(best, func(k int64) bool { return k != 0 }); i >= 0 && best[i] < 0 {
		for i := range best {
			best[i] = -best[i]
		}
	}
	return best, best != nil
}

// equation states that the sum of multiples is the last of the numbers.
func (a *affine) equation(ks []int64) {
	p, w := a.b.Pool, a.bits(ks)
	sum, when := p.BV(w, 0), a.when
	var words []string
	for i, t := range a.terms {
		if ks[i] == 0 {
			continue
		}
		sum = p.Add(sum, multiple(a.b, ks[i], t, w))
		when = p.And(when, a.whens[i])
		words = append(words, product(ks[i], a.texts[i], len(words) == 0))
	}
	d := ks[len(a.terms)]
	if t := p.Or(p.Not(when), p.Eq(sum, p.BV(w, uint64(d)&op.Mask(w)))); t != term.True && !slices.Contains(a.refused, t) {
		a.known = append(a.known, t)
		a.written = append(a.written, fmt.Sprintf("%s%s = %d", a.text, strings.Join(words, " "), d))
	}
}

// bits is the width in which an equation is stated.
func (a *affine) bits(ks []int64) int {
	n := len(a.terms)
	most := max(ks[n], -ks[n])
	for i, r := range a.reach {
		if ks[i] != 0 && r >= int64(budget.SmallNumber.N) {
			return a.width
		}
		most += max(ks[i], -ks[i]) * r
	}
	return min(max(bits.Len64(uint64(most))+1, budget.EquationBits.N), a.width)
}

// product is a summand in words.
func product(k int64, name string, first bool) string {
	sign := map[bool]string{true: "+ ", false: "− "}[k > 0]
	if first {
		sign = map[bool]string{true: "", false: "−"}[k > 0]
	}
	if k = max(k, -k); k != 1 {
		return fmt.Sprintf("%s%d·%s", sign, k, name)
	}
	return sign + name
}

// Refuse leaves an equation out; before any state was seen, all of them.
func (a *affine) Refuse(f term.T) {
	if !a.seen {
		a.Drop()
		return
	}
	a.refused = append(a.refused, f)
	a.state()
}

func (a *affine) Drop() {
	a.seen = true
	a.rows, a.known, a.written = nil, nil, nil
}

func (a *affine) Effort() invariant.Effort { return invariant.Middle }

func (a *affine) String() string { return strings.Join(a.written, ", ") }
