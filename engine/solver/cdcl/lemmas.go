package cdcl

import "github.com/assay-dev/assay/engine/term"

// lemmaTable holds, per read variable, the consistency lemmas with reads of the
// same array that some model violated.
type lemmaTable map[term.T][]lemma

// lemma says that two reads of one array at equal indices have equal values. It
// is valid, and kept for later queries that contain both reads.
type lemma struct {
	other term.T // the other read variable; of a lemma about stores, the read itself
	lemma term.T
}

// violations evaluates the open reads of the query under a scalar model and adds a
// lemma for each element that is read with two values. It returns the first
// entry that has to be loaded again for the lemmas to take effect.
func (b *Backend) violations(open []bool, m *term.Model) (first int, found bool) {
	first = len(b.entries)
	ev := term.NewEvaluator(b.pool, m)
	seen := map[element]*read{}
	for _, r := range b.reads {
		if !open[b.vars[r.value]] {
			continue
		}
		if r.head != nil {
			if b.refuteStoreRead(r, ev) {
				first = min(first, b.vars[r.value])
				found = true
			}
			continue
		}
		e := element{r.array, ev.BV(r.index)}
		o := seen[e]
		if o == nil {
			seen[e] = r
			continue
		}
		if ev.BV(o.value) == ev.BV(r.value) {
			continue
		}
		b.addLemma(o, r)
		first = min(first, max(b.vars[o.value], b.vars[r.value]))
		found = true
	}
	return first, found
}

func (b *Backend) addLemma(x, y *read) {
	p := b.pool
	t := p.Implies(p.Eq(x.index, y.index), p.Eq(x.value, y.value))
	b.lemmas[x.value] = append(b.lemmas[x.value], lemma{y.value, t})
	b.lemmas[y.value] = append(b.lemmas[y.value], lemma{x.value, t})
	b.stats.Lemmas++
}
