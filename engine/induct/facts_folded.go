package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// What holds of folded memory, a part of the family of arrays and texts: all of it is
// initialised, or what lies before an index, or before a pointer; a text starts at an
// index from a pointer.
//
//	p = malloc(n); for (i = 0; i < n; i++) p[i] = in();   // p is initialised up to i
//	for (q = p; *q; q++) …                                // q starts a text

// maxFolds bounds the candidates about folded memory at a cut.
const maxFolds = 300

// proposeFolds proposes once more, when differences are known, what is initialised of
// folded memory, and for the first time which texts start at an index from a pointer:
// there are many such places, few candidates hold, and they hang on what the index is.
//
//	if (used + n > size) p = realloc(p, size *= 2); p[used++] = 0;   // used ≤ size
func proposeFolds(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		s, xs := pr.b.stateAt(c), pr.indices(c)
		pr.current[i] = append(pr.folds(c, s, xs, r), pr.textsBehind(c, s, xs, r)...)
	}
}

// folds makes the candidates about folded memory at a cut.
type folds struct {
	pr *prover
	s  *state
	xs []*operandOf // what may count bytes or elements
	r  *relevance
	ts []template
}

// folds are the candidates that memory is initialised.
func (pr *prover) folds(c *cut, s *state, xs []*operandOf, r *relevance) []template {
	b := pr.b
	h := &folds{pr: pr, s: s, xs: xs, r: r}
	for id, o := range b.objects {
		if o != nil && o.folded() && !o.site && !o.readOnly && h.needed(o) {
			h.block(o, b.pointer(id, 0), term.True, o.name)
		}
	}
	for _, v := range b.variables(c) {
		for _, k := range b.pointsTo(v) {
			o := b.objects[k]
			if !o.folded() || o.readOnly || v.u == term.True || !h.needed(o) {
				continue
			}
			when := b.pool.And(v.when, b.is(v.value(), k))
			if o.site {
				h.block(o, v.value(), when, "*"+v.name)
			}
			if !b.fixed(v.t) {
				f := b.foldAt(s, o, v.value())
				h.add(when, b.pool.ULe(v.t, f.written), "%s is initialised up to %s", o.name, v.name)
			}
		}
	}
	for id, o := range b.objects {
		if o != nil && o.site && o.lay != nil && s.obj(id) != nil {
			h.blocks(o, s.obj(id))
		}
	}
	return h.ts
}

// blocks are the candidates about every block of a site: that it is initialised, that a
// field names a text.
func (h *folds) blocks(o *object, st *objState) {
	b, p := h.pr.b, h.pr.b.pool
	any := b.anyBlock(o, 0)
	alive := b.aliveAt(o, st, any)
	if o.folded() {
		f := b.foldAt(h.s, o, any)
		h.add(alive, p.ULe(f.size, f.written), "%s[…] of every block is initialised", o.name)
		h.kept(o, st, any)
		return
	}
	for i := range st.cells {
		if st.cells[i].id == term.None || o.lay.shared(i) {
			continue
		}
		x := b.cellAt(st.cells[i], any.inst)
		if !b.mayFold(x) || len(h.ts) >= maxFolds {
			continue
		}
		name, when := o.name+o.lay.cells[i].path, p.AndN(alive, p.Not(x.u), p.Not(b.is(x, idNull)))
		h.ts = append(h.ts, h.pr.textAt(h.s, x, when, name)...)
		for _, k := range b.objectsOf(x) {
			if k >= idFirst && b.objects[k].folded() && h.s.obj(k) != nil {
				f := b.foldAt(h.s, b.objects[k], x)
				h.add(p.And(when, b.is(x, k)), p.ULe(f.size, f.written), "%s[…] is initialised", name)
			}
		}
	}
}

// needed: an open check reads whether the object is initialised.
func (h *folds) needed(o *object) bool {
	st := h.s.obj(o.id)
	return st != nil && len(st.cells) > 0 && !h.pr.b.fixed(st.cells[ghostWritten].t) && h.r.reads(o, ghostWritten)
}

// kept is the candidate that what was known of blocks that lived at the entry of a
// procedure is known still (facts_kept.go).
func (h *folds) kept(o *object, st *objState, any value) {
	b, p := h.pr.b, h.pr.b.pool
	old := h.s.before.at(o.id)
	if old == nil || !h.r.reads(o, ghostWritten) && !h.r.reads(o, ghostLast) {
		return
	}
	same := term.True
	for i := range o.lay.ghosts() {
		same = p.And(same, b.alike(b.cellAt(st.cells[i], any.inst), b.cellAt(old.cells[i], any.inst)))
	}
	h.add(b.aliveAt(o, old, any), same, "what every %s that lived at the entry holds is as it was", o.name)
}

func (h *folds) add(when, then term.T, format string, args ...any) {
	if len(h.ts) < maxFolds {
		h.ts = append(h.ts, h.pr.b.implication(when, then, fmt.Sprintf(format, args...))...)
	}
}

// block are the candidates about an object, or the block of a site that v names. Of
// records that consist of words, and are counted before they are filled, so many words
// are still missing at the last one:
//
//	n++; a = realloc(a, n * sizeof *a); a[n - 1].name = copy(s); a[n - 1].type = copy(t);
func (h *folds) block(o *object, v value, when term.T, name string) {
	b, p := h.pr.b, h.pr.b.pool
	f := b.foldAt(h.s, o, v)
	h.add(when, p.ULe(f.size, f.written), "%s is initialised", name)
	for _, x := range h.xs {
		if !h.r.counts(x, o) {
			continue
		}
		some := p.AndN(when, x.when, p.SLt(p.BV(x.width, 0), x.t))
		for _, k := range append([]uint64{1}, o.scales...) {
			end := p.Mul(b.dom.resize(x.width, b.ptrBits, x.t), b.size(k))
			text := x.name
			if k > 1 {
				text = fmt.Sprintf("%d·%s", k, x.name)
			}
			h.add(some, p.ULe(end, f.written), "%s is initialised up to %s", name, text)
			for left := k; b.ofWords(k) && left > 0; left -= b.pointerSize() {
				h.add(some, p.ULe(p.Sub(end, b.size(left)), f.written), "%s is initialised up to %s − %d", name, text, left)
			}
		}
	}
}

// counts tells that a number is compared with a ghost of folded memory, or with what is.
func (r *relevance) counts(x *operandOf, o *object) bool {
	for ghost := range int32(o.lay.ghosts()) {
		if r.pair(x.at, location{-1, int32(o.id), ghost}) {
			return true
		}
	}
	return false
}

// textsFrom calls propose for each place from which a text may start that is counted by
// an index from an address in folded memory.
func (pr *prover) textsFrom(at value, xs []*operandOf, r *relevance, propose func(v value, when term.T, text string)) {
	b, p := pr.b, pr.b.pool
	for _, x := range xs {
		counts := func(k int) bool {
			if k >= idFirst && b.objects[k].folded() {
				return r.counts(x, b.objects[k])
			}
			return k >= idFirst && r.index[x.at]
		}
		if !slices.ContainsFunc(b.objectsOf(at), counts) {
			continue
		}
		from := at.moved(p.Add(at.t, b.dom.resize(x.width, b.ptrBits, x.t)))
		propose(from, p.And(x.when, p.SLe(p.BV(x.width, 0), x.t)), x.name)
	}
}
