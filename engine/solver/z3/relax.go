package z3

import "github.com/assay-dev/assay/engine/term"

// relaxer replaces what makes questions hard for Z3, products of two variables,
// quotients and remainders, by variables of which only a few laws are known: where they
// lie, by the operands. What excludes each other then does so all the more with the
// operators themselves. Most claims of proofs do not hinge on what exactly a quotient
// is, and the circuits of divisions are most of what Z3 has to do with them.
type relaxer struct {
	p     *term.Pool
	s     *term.Substituter
	forms map[term.T]relaxation
}

// maxChoices is over how many choices one hard operator is taken apart.
const maxChoices = 8

// relaxation is what stands for a hard term.
type relaxation struct {
	value term.T
	laws  []term.T
}

func newRelaxer(p *term.Pool) *relaxer {
	return &relaxer{p, term.NewSubstituter(p), map[term.T]relaxation{}}
}

// relax returns conditions that hold wherever the given ones do, for suitable values of
// new variables; some is false where nothing in them is hard.
func (r *relaxer) relax(conditions []term.T) (relaxed []term.T, some bool) {
	conditions = r.takeApart(conditions)
	r.s.Reset()
	relaxed = append(relaxed, conditions...)
	seen := map[term.T]bool{}
	for _, t := range conditions {
		r.p.Visit(t, seen, func(u term.T) {
			if !r.hard(u) {
				return
			}
			f, ok := r.forms[u]
			if !ok {
				f.value = r.p.Var(r.p.Width(u), "relaxed")
				f.laws = r.laws(u, f.value)
				r.forms[u] = f
			}
			r.s.Replace(u, f.value)
			relaxed = append(relaxed, f.laws...)
			some = true
		})
	}
	for i, t := range relaxed {
		relaxed[i] = r.s.Apply(t)
	}
	return relaxed, some
}

// takeApart has hard operators on choices be choices of hard operators, so that the same variable
// stands for the same remainder wherever it is chosen.
//
//	links{n: front}[any] % 24   becomes   any == n ? front % 24 : links[any] % 24
func (r *relaxer) takeApart(conditions []term.T) []term.T {
	r.s.Reset()
	some, seen := false, map[term.T]bool{}
	for _, t := range conditions {
		r.p.Visit(t, seen, func(u term.T) {
			if !r.hard(u) || r.p.Op(u) == term.OpMul || !r.p.IsConst(r.p.Arg(u, 1)) {
				return
			}
			if v := r.p.OverChoices(r.p.Arg(u, 0), maxChoices, func(x term.T) term.T { return r.divided(r.p.Op(u), x, r.p.Arg(u, 1)) }); v != u {
				r.s.Replace(u, v)
				some = true
			}
		})
	}
	if !some {
		return conditions
	}
	apart := make([]term.T, len(conditions))
	for i, t := range conditions {
		apart[i] = r.s.Apply(t)
	}
	return apart
}

// divided is a quotient or a remainder.
func (r *relaxer) divided(o term.Op, x, y term.T) term.T {
	switch o {
	case term.OpUDiv:
		return r.p.UDiv(x, y)
	case term.OpURem:
		return r.p.URem(x, y)
	case term.OpSDiv:
		return r.p.SDiv(x, y)
	}
	return r.p.SRem(x, y)
}

// hard tells of an operator whose circuit is large.
func (r *relaxer) hard(t term.T) bool {
	switch r.p.Op(t) {
	case term.OpMul:
		_, x := r.p.Const(r.p.Arg(t, 0))
		_, y := r.p.Const(r.p.Arg(t, 1))
		return !x && !y
	case term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem:
		return true
	}
	return false
}

// laws are what holds of the value of a hard term, whatever its operands are.
func (r *relaxer) laws(t, value term.T) []term.T {
	p := r.p
	x, y := p.Arg(t, 0), p.Arg(t, 1)
	zero := p.BV(p.Width(t), 0)
	sameSign := p.Or(p.Eq(value, zero), p.Eq(p.SLt(x, zero), p.SLt(value, zero)))
	positive := p.SLt(zero, y)
	switch p.Op(t) {
	case term.OpUDiv: // division by zero gives the greatest value
		return []term.T{p.Or(p.Eq(y, zero), p.ULe(value, x))}
	case term.OpURem:
		return []term.T{p.ULe(value, x), p.Or(p.Eq(y, zero), p.ULt(value, y))}
	case term.OpSDiv:
		nearer := p.Ite(p.SLt(x, zero), p.SLe(x, value), p.SLe(value, x))
		return []term.T{p.Implies(positive, p.And(sameSign, nearer))}
	case term.OpSRem:
		less := p.And(p.SLt(value, y), p.SLt(p.Neg(y), value))
		return []term.T{p.Implies(positive, p.And(sameSign, less))}
	}
	return nil
}
