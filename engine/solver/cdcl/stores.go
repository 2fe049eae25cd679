package cdcl

import (
	"fmt"

	"github.com/assay-dev/assay/engine/term"
)

// With ArraysLazy a read over many stores becomes a fresh variable, too. What it equals is told
// by lemmas, one per store that a model makes it hit:
//
//	index ≠ index of each store above ∧ index = index of the store → read = value
//
// (Brummayer and Biere, "Lemmas on Demand for the Extensional Theory of
// Arrays", 2009; Shuai et al., section 4.1). A store whose index cannot be equal to that of the read on
// the paths of the search is never hit by a model, and gets no lemma.

// lazyStores is the number of stores from which a read becomes a variable.
const lazyStores = 16

// newStoreRead makes the variable for the element at index below head.
func (l *lowering) newStoreRead(head *link, index term.T, n int) term.T {
	w := l.pool.Width(head.value)
	r := &read{index: index, value: l.pool.Var(w, fmt.Sprintf("read%d", len(l.byValue))), head: head, n: n}
	l.byValue[r.value] = r
	return r.value
}

// refuteStoreRead adds the lemma that a read over stores violates under the
// model of ev; it returns false if there is none. A lemma with variables that are
// not in the query has no value yet, and is added as well.
func (b *Backend) refuteStoreRead(r *read, ev *term.Evaluator) bool {
	p := b.pool
	at := ev.BV(r.index)
	hit := r.head
	var passed []*link
	for hit.next != nil && ev.BV(hit.index) != at {
		passed = append(passed, hit)
		hit = hit.next
	}
	premise, value := term.True, hit.value
	if hit.next == nil {
		value = b.lower.bottomElement(hit, r.index, r.n)
	} else {
		premise = p.Eq(r.index, hit.index)
	}
	t := p.Implies(p.And(premise, b.misses(r, hit, passed, at)), p.Eq(r.value, value))
	if b.present(t) && ev.Bool(t) {
		return false
	}
	b.lemmas[r.value] = append(b.lemmas[r.value], lemma{r.value, t})
	b.stats.Lemmas++
	return true
}

// misses says that r misses the passed stores, of which it needs only those
// that the hit store does not exclude. Stores at known indices are missed
// between two neighbours: one interval stands for all of them.
func (b *Backend) misses(r *read, hit *link, passed []*link, at uint64) term.T {
	p := b.pool
	w := p.Width(r.index)
	miss := term.True
	lo, hi := uint64(0), ^uint64(0)>>(64-w)
	for _, s := range passed {
		c, known := p.Const(s.index)
		switch {
		case hit.next != nil && p.Eq(s.index, hit.index) == term.False:
		case known && c < at:
			lo = max(lo, c+1)
		case known:
			hi = min(hi, c-1)
		default:
			miss = p.And(miss, p.Not(p.Eq(r.index, s.index)))
		}
	}
	return p.AndN(miss, p.ULe(p.BV(w, lo), r.index), p.ULe(r.index, p.BV(w, hi)))
}

// present reports whether all variables of t are in the query.
func (b *Backend) present(t term.T) bool {
	for _, v := range b.pool.Vars(t) {
		if _, ok := b.vars[v]; !ok {
			return false
		}
	}
	return true
}

// noteStores records the variables of the lemmas about stores that reads of
// entry e have, k its position. They bring reads with lemmas of their own.
func (b *Backend) noteStores(e *entry, k int) {
	for i := e.reads; i < len(b.reads); i++ {
		r := b.reads[i]
		for _, l := range b.lemmas[r.value] {
			if l.other == r.value {
				b.noteVars(e, k, l.lemma)
			}
		}
	}
}
