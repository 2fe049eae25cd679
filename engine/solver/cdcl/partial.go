package cdcl

import (
	"slices"

	"github.com/assay-dev/assay/engine/solver/bitblast"
	"github.com/assay-dev/assay/engine/term"
)

// element is an element of an array, in a model.
type element struct {
	array term.T
	index uint64
}

func (b *Backend) assigned(r bitblast.Ref) bool {
	return b.cnf.Has(r) && b.solver.Assigned(b.cnf.Lit(r))
}

// free tells that a partial model says nothing about the value that is read.
func (b *Backend) free(r *read) bool {
	return b.partial && r.head == nil && !slices.ContainsFunc(b.blaster.Wires(r.value), b.assigned)
}

// settlePasses is how often what a read is given may move another one.
const settlePasses = 10

// settle gives the reads about which a partial model says nothing the values of the elements
// that they read. Where an element is depends on other reads: what one of them is given
// may move another. Where that does not end, lemmas do it (violations).
func (b *Backend) settle(open []bool, m *term.Model) {
	var said, free []*read
	for _, r := range b.reads {
		switch {
		case !open[b.vars[r.value]] || r.head != nil:
		case b.free(r):
			free = append(free, r)
		default:
			said = append(said, r)
		}
	}
	for again, pass := len(free) > 0, 0; again && pass < settlePasses; pass++ {
		again = false
		ev := term.NewEvaluator(b.pool, m)
		elements := map[element]uint64{}
		for _, r := range said {
			elements[element{r.array, ev.BV(r.index)}] = ev.BV(r.value)
		}
		for _, r := range free {
			if x := elements[element{r.array, ev.BV(r.index)}]; x != ev.BV(r.value) {
				m.Set(r.value, x)
				again = true
			}
		}
	}
}
