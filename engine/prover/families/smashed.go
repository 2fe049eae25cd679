package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// What holds of smashed memory, a part of the family of arrays and texts: all of it is
// initialised, or what lies before an index, or before a pointer; a text starts at an
// index from a pointer.
//
//	p = malloc(n); for (i = 0; i < n; i++) p[i] = in();   // p is initialised up to i
//	for (q = p; *q; q++) …                                // q starts a text

// smashedAt proposes once more, when differences are known, what is initialised of
// smashed memory, and for the first time which texts start at an index from a pointer:
// there are many such places, few candidates hold, and they hang on what the index is.
//
//	if (used + n > size) p = realloc(p, size *= 2); p[used++] = 0;   // used ≤ size
func (pr *proposer) smashedAt(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	s, xs := pr.Sys.StateAt(c), pr.indices(c)
	return append(pr.smashed(c, s, xs, r), pr.textsBehind(c, s, xs, r)...)
}

// smashed makes the candidates about smashed memory at a cutpoint.
type smashed struct {
	pr *proposer
	s  *system.State
	xs []*operandOf // what may count bytes or elements
	r  *invariant.Relevance
	ts []invariant.Template
}

// smashed are the candidates that memory is initialised.
func (pr *proposer) smashed(c *system.Cutpoint, s *system.State, xs []*operandOf, r *invariant.Relevance) []invariant.Template {
	b := pr.Sys
	h := &smashed{pr: pr, s: s, xs: xs, r: r}
	for id, o := range b.Objects {
		if o != nil && o.Smashed() && !o.Site && !o.ReadOnly && h.needed(o) {
			h.block(o, b.Pointer(id, 0), term.True, o.Name)
		}
	}
	for _, v := range b.Variables(c) {
		for _, k := range b.PointsTo(v) {
			o := b.Objects[k]
			if !o.Smashed() || o.ReadOnly || v.Uninit == term.True || !h.needed(o) {
				continue
			}
			when := b.Pool.And(v.When, b.Is(v.Value(), k))
			if o.Site {
				h.block(o, v.Value(), when, "*"+v.Name)
			}
			if !b.Fixed(v.Term) {
				f := b.SmashAt(s, o, v.Value()) // of the part to which the pointer leads
				h.add(when, b.Pool.ULe(v.Term, f.Written), "%s is initialised up to %s", o.Name, v.Name)
			}
		}
	}
	for id, o := range b.Objects {
		if o != nil && o.Site && o.Layout != nil && s.Obj(id) != nil {
			h.blocks(o, s.Obj(id))
		}
	}
	return h.ts
}

// blocks are the candidates about every block of a site: that it is initialised, that a
// field names a text.
func (h *smashed) blocks(o *system.Object, st *system.ObjState) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	any := b.BlockOf(o, 0)
	alive := b.AliveAt(o, st, any)
	if o.Smashed() {
		for _, f := range b.Parts(h.s, o, any, o.Name) {
			h.add(alive, p.ULe(f.Size, f.Written), "%s[…] of every block is initialised", f.Name)
		}
		h.kept(o, st, any)
		return
	}
	for i := range st.Cells {
		if st.Cells[i].ID == term.None || o.Layout.Shared(i) {
			continue
		}
		x := b.CellAt(st.Cells[i], any.Inst)
		if !b.MaySmash(x) || len(h.ts) >= budget.SmashedFacts.N {
			continue
		}
		name, when := o.Name+o.Layout.Cells[i].Path, p.AndN(alive, p.Not(x.Uninit), p.Not(b.Is(x, system.IDNull)))
		h.ts = append(h.ts, h.pr.textAt(h.s, x, when, name)...)
		for _, k := range b.ObjectsOf(x) {
			if k >= system.IDFirst && b.Objects[k].Smashed() && h.s.Obj(k) != nil {
				for _, f := range b.Parts(h.s, b.Objects[k], x, name) {
					h.add(p.And(when, b.Is(x, k)), p.ULe(f.Size, f.Written), "%s[…] is initialised", f.Name)
				}
			}
		}
	}
}

// needed: an open check reads whether the object is initialised.
func (h *smashed) needed(o *system.Object) bool {
	st := h.s.Obj(o.ID)
	return st != nil && len(st.Cells) > 0 && slices.ContainsFunc(o.Layout.Tells(layout.GhostWritten), func(i int) bool {
		return !h.pr.Sys.Fixed(st.Cells[i].Term) && h.r.Reads(o, i)
	})
}

// kept is the candidate that what was known of blocks that lived at the entry of a
// procedure is known still (kept.go).
func (h *smashed) kept(o *system.Object, st *system.ObjState, any system.Value) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	old := h.s.Before.At(o.ID)
	if old == nil || !readsAny(h.r, o, layout.GhostWritten) && !readsAny(h.r, o, layout.GhostLast) {
		return
	}
	same := term.True
	for i := range o.Layout.Ghosts() {
		same = p.And(same, b.Alike(b.CellAt(st.Cells[i], any.Inst), b.CellAt(old.Cells[i], any.Inst)))
	}
	h.add(b.AliveAt(o, old, any), same, "what every %s that lived at the entry holds is as it was", o.Name)
}

func (h *smashed) add(when, then term.T, format string, args ...any) {
	if len(h.ts) < budget.SmashedFacts.N {
		h.ts = append(h.ts, implication(h.pr.Sys, when, then, fmt.Sprintf(format, args...))...)
	}
}

// block are the candidates about an object, or the block of a site that v names. Of
// records that consist of words, and are counted before they are filled, so many words
// are still missing at the last one:
//
//	n++; a = realloc(a, n * sizeof *a); a[n - 1].name = copy(s); a[n - 1].type = copy(t);
func (h *smashed) block(o *system.Object, v system.Value, when term.T, name string) {
	for _, f := range h.pr.Sys.Parts(h.s, o, v, name) {
		h.add(when, h.pr.Sys.Pool.ULe(f.Size, f.Written), "%s is initialised", f.Name)
		if !o.Site && h.r.Reads(o, f.Ghosts[layout.GhostLast]) {
			h.add(when, f.UpToEnd(h.pr.Sys.Pool), "%s is initialised up to its end, if it has one", f.Name)
		}
		for _, x := range h.xs {
			if slices.ContainsFunc(f.Ghosts, func(ghost int) bool { return counts(h.r, x, o, ghost) }) {
				h.upTo(o, &f, x, when)
			}
		}
	}
}

// upTo are the candidates that so many elements of a part are initialised.
func (h *smashed) upTo(o *system.Object, f *system.Part, x *operandOf, when term.T) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	some := p.AndN(when, x.when, p.SLt(p.BV(x.width, 0), x.t))
	for _, k := range append([]uint64{1}, o.Scales...) {
		end := p.Mul(b.Dom.Resize(x.width, b.PtrBits, x.t), b.Size(k))
		text := x.name
		if k > 1 {
			text = fmt.Sprintf("%d·%s", k, x.name)
		}
		if f.From > 0 && !o.Sized {
			end = p.Add(b.Size(f.From), end)
			text = fmt.Sprintf("%d + %s", f.From, text)
		}
		h.add(some, p.ULe(end, f.Written), "%s is initialised up to %s", f.Name, text)
		for left := k; ofWords(b, k) && left > 0; left -= b.PointerSize() {
			h.add(some, p.ULe(p.Sub(end, b.Size(left)), f.Written), "%s is initialised up to %s − %d", f.Name, text, left)
		}
	}
}

// isCounted tells that a number is compared with a ghost of smashed memory, or with what is.
func isCounted(r *invariant.Relevance, x *operandOf, o *system.Object) bool {
	for ghost := range o.Layout.Ghosts() {
		if counts(r, x, o, ghost) {
			return true
		}
	}
	return false
}

// counts tells that a number is compared with a ghost, or with what is.
func counts(r *invariant.Relevance, x *operandOf, o *system.Object, ghost int) bool {
	return r.Pair(x.at, invariant.Location{Frame: -1, Obj: int32(o.ID), Cell: int32(ghost)})
}

// readsAny tells that an open check reads such a ghost of one of the parts of an object.
func readsAny(r *invariant.Relevance, o *system.Object, ghost int) bool {
	return slices.ContainsFunc(o.Layout.Tells(ghost), func(i int) bool { return r.Reads(o, i) })
}

// textsFrom calls propose for each place from which a text may start that is counted by
// an index from an address in smashed memory.
func (pr *proposer) textsFrom(at system.Value, xs []*operandOf, r *invariant.Relevance, propose func(v system.Value, when term.T, text string)) {
	b, p := pr.Sys, pr.Sys.Pool
	for _, x := range xs {
		counts := func(k int) bool {
			if k >= system.IDFirst && b.Objects[k].Smashed() {
				return isCounted(r, x, b.Objects[k])
			}
			return k >= system.IDFirst && r.Index[x.at]
		}
		if !slices.ContainsFunc(b.ObjectsOf(at), counts) {
			continue
		}
		from := at.Moved(p.Add(at.Term, b.Dom.Resize(x.width, b.PtrBits, x.t)))
		propose(from, p.And(x.when, p.SLe(p.BV(x.width, 0), x.t)), x.name)
	}
}
