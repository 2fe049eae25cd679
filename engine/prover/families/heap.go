package families

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Heap is the family of heap blocks: what holds of every live block of a site, and of
// the pointers to them. Fields are initialised, perhaps but for the block that
// one pointer names; a link is null or names a live block at its start; no two
// blocks link to one; nothing links to the block that a pointer names; no other
// block's link is null; one pointer is null where another is; elements of an
// array of pointers, from an index on, point to live blocks; numbers lie in an
// interval.
//
//	while (in()) { n = malloc(sizeof *n); n->next = head; head = n; }
//	for (p = head; p; p = p->next) p->v = 1;   // every link is null or a live block's start
var Heap = &Family{
	ID: "heap", Title: "heap blocks",
	Says:   "every live block's fields are written, in an interval, its links are null or lead to live blocks, no two lead to one",
	Loop:   "lists and queues that are built, walked and freed",
	Test:   "heap.c",
	passes: []pass{each((*proposer).blocks)},
}

// blocks are the templates of the family at a cutpoint.
func (pr *proposer) blocks(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	b := pr.Sys
	s := b.StateAt(c)
	var ts []invariant.Template
	for id, o := range b.Objects {
		if o == nil || !o.Site || s.Obj(id) == nil || s.Obj(id).Cells == nil {
			continue
		}
		h := &blocks{pr: pr, s: s, o: o, st: s.Obj(id), ptrs: pr.pointersTo(c, id)}
		xs := pr.indices(c)
		h.indices = xs[:min(len(xs), budget.PointerIndices.N)]
		h.fields(r)
		h.named()
		if c.Kind != system.AtEntry {
			h.kept()
		}
		for _, v := range h.ptrs {
			h.ts = append(h.ts, pr.pointerSingles(v, nil, nil)...)
		}
		ts = append(ts, h.ts...)
	}
	return append(ts, pr.single(c, s)...)
}

// single are the candidates that a pointer to a block which is no site's points to one
// that lives, as it may be freed where another takes its place.
//
//	buf = malloc(8); while (in()) { p = malloc(n); free(buf); buf = p; }
func (pr *proposer) single(c *system.Cutpoint, s *system.State) (ts []invariant.Template) {
	b, p := pr.Sys, pr.Sys.Pool
	for _, v := range b.Variables(c) {
		for _, k := range b.PointsTo(v) {
			o, st := b.Objects[k], s.Obj(k)
			if o.Origin != memory.Heap || o.Site || st == nil || len(ts) >= budget.SiteFacts.N {
				continue
			}
			if t := p.OrN(v.Uninit, p.Not(b.Is(v.Value(), k)), st.Alive); t != term.True {
				ts = append(ts, &invariant.Candidate{Term: t, Text: fmt.Sprintf("%s points to a live %s", v.Name, o.Name)})
			}
		}
	}
	return ts
}

// pointersTo are the locations at a cutpoint that may name a block of a site.
func (pr *proposer) pointersTo(c *system.Cutpoint, id int) []*system.Variable {
	var vs []*system.Variable
	for _, v := range pr.Sys.Variables(c) {
		if len(vs) >= budget.SitePointers.N {
			break
		}
		for _, k := range pr.Sys.PointsTo(v) {
			if k == id && v.Uninit != term.True {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// blocks makes the candidates about one site at one cutpoint.
type blocks struct {
	pr   *proposer
	s    *system.State
	o    *system.Object
	st   *system.ObjState
	ptrs []*system.Variable
	ts   []invariant.Template
	// indices are numbers that may tell the elements of an array of pointers
	// apart that still point to a live block.
	indices []*operandOf
}

// indexOf is that of an element of an array.
func indexOf(v *system.Variable) (int, bool) {
	if v.Obj == nil || v.Obj.Layout == nil || len(v.Obj.Layout.Cells[v.Cell].Index) != 1 {
		return 0, false
	}
	return v.Obj.Layout.Cells[v.Cell].Index[0], true
}

// add proposes that a conclusion holds where a condition does.
func (h *blocks) add(when, then term.T, format string, args ...any) {
	h.ts = append(h.ts, implication(h.pr.Sys, when, then, fmt.Sprintf(format, args...))...)
}

// implication is the candidate that a conclusion holds where a condition does; none if
// that says nothing.
func implication(b *system.System, when, then term.T, text string) []invariant.Template {
	t := b.Pool.Or(b.Pool.Not(when), then)
	if t == term.True || t == term.False {
		return nil
	}
	return []invariant.Template{&invariant.Candidate{Term: t, Text: text, Hard: true}}
}

// block is the address of the block that a skolem stands for.
func (h *blocks) block(i int) system.Value { return h.pr.Sys.BlockOf(h.o, i) }

// names tells that a location holds an address in a block.
func (h *blocks) names(v *system.Variable, block system.Value) term.T {
	b := h.pr.Sys
	return b.Pool.AndN(v.When, b.Is(v.Value(), h.o.ID), b.Pool.Eq(b.InstOf(v.Value()), b.InstOf(block)))
}

// fields are the candidates about the contents of every live block.
func (h *blocks) fields(r *invariant.Relevance) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	any := h.block(0)
	alive := b.AliveAt(h.o, h.st, any)
	h.together(any.Inst, func(written term.T) {
		h.add(alive, written, "%s[…] of every block is initialised", h.o.Name)
	})
	for i := range h.st.Cells {
		if h.o.Layout.Cells[i].Ghost && !(h.o.Sized && i == layout.GhostSize) || h.o.Layout.Shared(i) {
			continue
		}
		x := b.CellAt(h.st.Cells[i], any.Inst)
		name := h.o.Name + h.o.Layout.Cells[i].Path
		written := p.Not(x.Uninit)
		h.add(alive, written, "%s of every block is initialised", name)
		for _, v := range h.ptrs {
			h.add(p.And(alive, p.Not(h.names(v, any))), written, "%s of every block but %s is initialised", name, v.Name)
		}
		when := p.And(alive, written)
		if x.ID != term.None && !h.o.Layout.Cells[i].Ghost {
			h.links(i, any, x, when, name)
		} else if w := p.Width(x.Term); w <= 64 {
			h.ts = append(h.ts, h.pr.bound(when, x.Term, r.ThresholdsOf(invariant.Location{Frame: -1, Obj: int32(h.o.ID), Cell: int32(i)}), name))
		}
	}
}

// together proposes of each array in a block of the site that all elements are
// initialised: none of them gets facts of its own.
func (h *blocks) together(inst term.T, propose func(written term.T)) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	all := make([]term.T, len(h.o.Layout.Members))
	for i := range h.st.Cells {
		if g := h.o.Layout.Cells[i].Group; h.o.Layout.Shared(i) {
			if all[g] == term.None {
				all[g] = term.True
			}
			all[g] = p.And(all[g], p.Not(b.CellAt(h.st.Cells[i], inst).Uninit))
		}
	}
	for _, written := range all {
		if written != term.None {
			propose(written)
		}
	}
}

// links are the candidates about a field that holds an address.
func (h *blocks) links(i int, any, x system.Value, when term.T, name string) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	h.ts = append(h.ts, h.pr.addresses(h.s, x, when, name)...)
	other := h.block(1)
	y := b.CellAt(h.st.Cells[i], other.Inst)
	both := p.AndN(when, b.AliveAt(h.o, h.st, other), p.Not(y.Uninit), p.Not(p.Eq(b.Skolem(0), b.Skolem(1))))
	h.add(both, p.Not(h.meet(x, y)), "%s of no two blocks is the same", name)
	for _, v := range h.ptrs {
		h.add(p.And(when, v.When), p.Not(h.meet(x, v.Value())), "%s of no block points to %s", name, v.Name)
		h.add(p.And(when, b.Is(x, system.IDNull)), h.names(v, any), "%s of no block but %s is null", name, v.Name)
	}
}

// addresses are the candidates about an address in memory, where a condition holds: what
// it names, that this lives, and where in it the address is.
func (pr *proposer) addresses(s *system.State, x system.Value, when term.T, name string) (ts []invariant.Template) {
	b, p := pr.Sys, pr.Sys.Pool
	add := func(when, then term.T, text string) { ts = append(ts, implication(b, when, then, text)...) }
	for _, k := range b.ObjectsOf(x) {
		is := p.And(when, b.Is(x, k))
		if k < system.IDFirst {
			add(when, p.Not(b.Is(x, k)), isNot(name, k))
			if k == system.IDNumber {
				add(is, p.Eq(x.Term, b.Size(0)), name+" is null where it points to no object")
			}
			continue
		}
		o := b.Objects[k]
		add(when, p.Not(b.Is(x, k)), name+" does not point to "+o.Name)
		if st := s.Obj(k); st != nil {
			add(is, b.AliveAt(o, st, x), name+" points to a live "+o.Name)
		}
		if !b.Fixed(x.Term) {
			ts = append(ts, pr.bound(is, x.Term, []int64{0, int64(o.Size)}, name+" − "+o.Name))
		}
	}
	return append(ts, pr.filled(s, x, when, name)...)
}

// meet tells that two addresses name the same block of the site.
func (h *blocks) meet(x, y system.Value) term.T {
	return h.pr.Sys.SameBlock(x, y, h.o)
}

// named are the candidates about the blocks that pointers name.
func (h *blocks) named() {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	for n, v := range h.ptrs {
		at := v.Value()
		is := p.And(v.When, b.Is(at, h.o.ID))
		alive := b.AliveAt(h.o, h.st, at)
		h.add(is, alive, "%s points to a live block", v.Name)
		for _, x := range h.indices {
			if k, ok := indexOf(v); ok {
				from := p.SLe(x.t, p.BV(x.width, uint64(k)))
				h.add(p.AndN(is, x.when, from), alive, "%s points to a live block if %s ≤ %d", v.Name, x.name, k)
				h.add(p.AndN(is, x.when, p.Not(from)), alive, "%s points to a live block if %s > %d", v.Name, x.name, k)
			}
		}
		h.together(b.InstOf(at), func(written term.T) {
			h.add(is, written, "%s[…] is initialised", v.Name)
		})
		for i := range h.st.Cells {
			if h.o.Layout.Cells[i].Ghost || h.o.Layout.Shared(i) {
				continue
			}
			x := b.CellAt(h.st.Cells[i], b.InstOf(at))
			h.add(is, p.Not(x.Uninit), "%s%s is initialised", v.Name, h.o.Layout.Cells[i].Path)
			if x.ID != term.None {
				h.add(p.And(is, p.Not(x.Uninit)), b.Is(x, system.IDNull), "%s%s is null", v.Name, h.o.Layout.Cells[i].Path)
			}
		}
		for _, w := range h.ptrs {
			if v != w {
				h.add(p.AndN(v.When, w.When, b.Is(at, system.IDNull)), b.Is(w.Value(), system.IDNull), "%s is null if %s is", w.Name, v.Name)
			}
		}
		for _, w := range h.ptrs[:n] {
			h.add(p.And(v.When, w.When), p.Not(h.meet(at, w.Value())), "%s and %s are not the same block", v.Name, w.Name)
		}
	}
}

// isNot says that an address named so is not what a number that is no object says.
func isNot(name string, k int) string {
	if k == system.IDNull {
		return name + " is not null"
	}
	return name + " does not point to " + idName(k)
}

// idName names what is no object.
func idName(k int) string {
	switch k {
	case system.IDNull:
		return "null"
	case system.IDDead:
		return "a dead object"
	case system.IDUnknown:
		return "anything"
	case system.IDWild:
		return "what an unwritten pointer holds"
	case system.IDOutside:
		return "an object of another function"
	}
	return "a number"
}
