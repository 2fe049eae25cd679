package solver

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// maxValues is how many values of a variable are tried one by one.
const maxValues = 16

// fewValues decides a slice over a single variable by trying values: all within
// the bounds that the path gives it if these are few, as behind the cases of a
// switch; else the bounds themselves, which are often a model. The part of the
// model that it finds is of that variable only; a core has the parts that bound
// the variable, and one that refutes each value.
func (s *layered) fewValues(open []int) (Result, bool) {
	x := s.path.onlyVariable(open)
	if x == term.None || s.opts.Disable&LayerIntervals != 0 || !s.intervals.tracked(x) {
		return Result{}, false
	}
	facts := s.intervals.facts[x]
	if len(facts) == 0 {
		return Result{}, false
	}
	b := facts[len(facts)-1]
	values, all := b.values()
	m := term.NewModel()
	core := slices.Clone(b.because)
	for _, v := range values {
		m.Set(x, v)
		s.values.Rebind(m)
		at := slices.IndexFunc(open, func(pos int) bool { return !s.values.Bool(s.path.parts[pos]) })
		if at < 0 {
			return Result{Status: Sat, Model: m}, true
		}
		core = append(core, open[at])
	}
	if !all {
		return Result{}, false
	}
	slices.Sort(core)
	var parts []term.T
	for _, pos := range slices.Compact(core) {
		parts = append(parts, s.path.parts[pos])
	}
	return Result{Status: Unsat, Core: parts}, true
}

// values lists what lies within bounds, or, if that is much, the least and the
// greatest signed number, that nearer to 0 first. Bits beyond the width may be
// set.
func (b bounds) values() (values []uint64, all bool) {
	first, n := b.ulo, b.uhi-b.ulo
	if n >= maxValues {
		first, n = uint64(b.slo), uint64(b.shi)-uint64(b.slo)
	}
	if n >= maxValues {
		if b.slo < 0 && b.shi < -b.slo {
			return []uint64{uint64(b.shi), uint64(b.slo)}, false
		}
		return []uint64{uint64(b.slo), uint64(b.shi)}, false
	}
	for i := range n + 1 {
		values = append(values, first+i)
	}
	return values, true
}

// onlyVariable is the one variable that all parts at the positions mention, None
// if there is another one.
func (p *path) onlyVariable(positions []int) term.T {
	x := term.None
	for _, i := range positions {
		vars := p.pool.Vars(p.parts[i])
		if len(vars) != 1 || x != term.None && vars[0] != x {
			return term.None
		}
		x = vars[0]
	}
	return x
}
