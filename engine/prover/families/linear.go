package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Linear is the family of linear equations: among the numbers of one width at a loop head,
// modulo that width, so that they hold of numbers that wrap, too; and among
// those where another number, which has few values, has one of them.
//
//	case 1: in += 10; stock += 10; break;
//	case 2: if (stock >= 3) { out += 3; stock -= 3; }   // in − out − stock = 0
var Linear = &Family{
	ID: "linear", Title: "linear equations",
	Says: "among the numbers of one width, modulo that width, also where a number with few values has one of them",
	Loop: "what came in less what went out",
	Test: "families.c", Source: "Müller-Olm and Seidl, Analysis of modular arithmetic, 2007",
	passes: []pass{each((*proposer).linear)},
}

// linear are the templates of the family at a cutpoint.
func (pr *proposer) linear(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	p := pr.Sys.Pool
	xs := pr.operands(c)
	ts := pr.equations(xs, r, term.True, "")
	for _, s := range xs {
		if s.model || s.obj != 0 || !r.Equal[s.at] || !s.bounded || s.hi-s.lo >= int64(budget.CaseValues.N) || s.hi <= s.lo {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(xs), func(x *operandOf) bool { return x == s })
		for c := s.lo; c <= s.hi && len(ts) < budget.LinearCases.N; c++ {
			when := p.And(s.when, p.Eq(s.t, p.BV(s.width, uint64(c)&op.Mask(s.width))))
			ts = append(ts, pr.equations(others, r, when, fmt.Sprintf("%s = %d: ", s.name, c))...)
		}
	}
	return ts
}

// equations are a template for the numbers of each width, where a condition
// holds.
func (pr *proposer) equations(xs []*operandOf, r *invariant.Relevance, when term.T, text string) []invariant.Template {
	byWidth := map[int]*affine{}
	needed := map[int]bool{}
	for _, x := range xs {
		if x.obj != 0 || x.frozen || x.model || !r.Needed[x.at] && len(r.Consts[x.at]) == 0 {
			continue
		}
		a := byWidth[x.width]
		if a == nil {
			a = &affine{b: pr.Sys, width: x.width, when: when, text: text}
			byWidth[x.width] = a
		}
		if len(a.terms) < budget.LinearNumbers.N {
			needed[x.width] = needed[x.width] || r.Needed[x.at]
			a.add(x.t, x.when, x.name, x.reach())
		}
	}
	var ts []invariant.Template
	for _, w := range []int{8, 16, 32, 64} {
		if a := byWidth[w]; a != nil && len(a.terms) > 1 && needed[w] {
			ts = append(ts, a)
		}
	}
	return ts
}
