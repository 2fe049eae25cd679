package families

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Sets is the family of few values: a number has one of a few values that an interval
// does not tell apart, or leaves the same remainder.
//
//	while (in()) if (delay < 1024) delay *= 2;   // delay is 1, 2, 4, … or 1024
//	while (in()) if ((n += 3) == 24) n = 0;      // n % 3 = 0
var Sets = &Family{
	ID: "few-values", Title: "few values",
	Says: "a number has one of at most 16 values, or leaves one remainder",
	Loop: "`delay` is 1, 2, 4, … or 1024",
	Test: "families.c", Source: "Granger, Static analysis of arithmetical congruences, 1989",
	passes: []pass{each((*proposer).sets)},
}

// sets are the templates of the family at a cutpoint.
func (pr *proposer) sets(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	var ts []invariant.Template
	for _, x := range pr.operands(c) {
		if x.model || x.frozen || !r.Needed[x.at] || len(ts) >= 2*budget.SetNumbers.N {
			continue
		}
		if x.obj == 0 && (!x.bounded || x.hi-x.lo >= int64(budget.SetValues.N)) {
			ts = append(ts, &fewValues{b: pr.Sys, when: x.when, t: x.t, text: x.name})
		}
		if x.lo >= 0 && x.hi < small && x.hi > x.lo {
			ts = append(ts, &remainder{b: pr.Sys, when: x.when, t: x.t, most: uint64(x.hi), text: x.name})
		}
	}
	return ts
}

// fewValues says which values a number has.
type fewValues struct {
	b       *system.System
	when, t term.T
	some    []uint64 // ascending
	gone    bool
	text    string
}

func (a *fewValues) Facts() []term.T {
	if a.gone {
		return nil
	}
	p := a.b.Pool
	f := p.Not(a.when)
	for _, x := range a.some {
		f = p.Or(f, p.Eq(a.t, p.BV(p.Width(a.t), x)))
	}
	return []term.T{f}
}

func (a *fewValues) Weaken(v system.Valuation) {
	if !v.Bool(a.when) {
		return
	}
	x := v.BV(a.t)
	if i, ok := slices.BinarySearch(a.some, x); !ok {
		a.some = slices.Insert(a.some, i, x)
	}
	a.gone = a.gone || len(a.some) > budget.SetValues.N
}

func (a *fewValues) Drop() { a.gone = true }

func (a *fewValues) Refuse(term.T) { a.Drop() }

func (a *fewValues) Effort() invariant.Effort { return invariant.Little }

func (a *fewValues) String() string {
	if a.gone {
		return ""
	}
	var words []string
	for _, x := range a.some {
		words = append(words, fmt.Sprint(op.Signed(a.b.Pool.Width(a.t), x)))
	}
	return a.text + " is " + strings.Join(words, ", or ")
}

// remainder says which remainder a number leaves that is no more than most: by
// the greatest divisor of all differences (Granger, "Static analysis of
// arithmetical congruences", Int. J. Comput. Math. 30, 1989). Powers of two are
// left to the low bits.
type remainder struct {
	b       *system.System
	when, t term.T
	most    uint64
	seen    bool
	first   uint64
	modulus uint64 // 0: only one value was seen
	text    string
}

func (a *remainder) Facts() []term.T {
	p := a.b.Pool
	w := p.Width(a.t)
	switch {
	case !a.seen:
		return []term.T{p.Not(a.when)}
	case a.modulus == 0:
		return []term.T{p.Or(p.Not(a.when), p.Eq(a.t, p.BV(w, a.first)))}
	case a.trivial():
		return nil
	}
	for w > 8 && a.most < 1<<(w-1) {
		w--
	}
	rest := p.URem(p.Trunc(a.t, w), p.BV(w, a.modulus))
	return []term.T{p.Or(p.Not(a.when), p.Eq(rest, p.BV(w, a.first%a.modulus)))}
}

func (a *remainder) trivial() bool {
	return a.modulus&(a.modulus-1) == 0 || a.modulus > uint64(budget.Modulus.N)
}

func (a *remainder) Weaken(v system.Valuation) {
	if !v.Bool(a.when) {
		return
	}
	x := v.BV(a.t)
	if x > a.most {
		a.Drop() // the interval, which the facts have, does not hold of this state
		return
	}
	if !a.seen {
		a.seen, a.first = true, x
	}
	d := max(x, a.first) - min(x, a.first)
	for d != 0 {
		a.modulus, d = d, a.modulus%d
	}
}

func (a *remainder) Drop() { a.seen, a.modulus = true, 1 }

func (a *remainder) Refuse(term.T) { a.Drop() }

func (a *remainder) Effort() invariant.Effort { return invariant.Little }

func (a *remainder) String() string {
	switch {
	case a.modulus == 0:
		return fmt.Sprintf("%s = %d", a.text, a.first)
	case a.trivial():
		return ""
	}
	return fmt.Sprintf("%s %% %d = %d", a.text, a.modulus, a.first%a.modulus)
}
