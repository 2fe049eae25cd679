package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Owned is the family of ownership: that a procedure which frees a block with all below it
// frees nothing else. No two links, of one field or of two, name the same block; each
// names a younger one, or an older one (system/timestamp.go); none names a pointer's block,
// unless it is that of a parameter. A link names a live block, but for the parameter's.
// Of the blocks that lived when the procedure was entered those that are older than a
// parameter's live on, and the links to them are those that there were.
//
//	void release(struct node *t)   // frees t and what is below it
//	{ if (t) { release(t->left); release(t->right); free(t); } }
//
// That the links of blocks that are left are links to blocks that are left says the
// same as that a block which was freed is the parameter's, or that the one which links
// to it was freed, and needs no "there is".
var Owned = &Family{
	ID: "ownership", Title: "ownership",
	Says: "a function that frees a block with all below it frees nothing else, and each block once: no two links lead to one block, and all lead to younger ones, or to older ones",
	Loop: "trees and documents that are built, walked and freed by recursion",
	Test: "trees.c", Source: "ADR 0019",
	Ghosts: true,
	passes: []pass{each((*proposer).ownership)},
}

// owning makes the candidates about one site at one cutpoint.
type owning struct {
	*blocks
	links      []int              // cells that hold addresses of blocks
	own        []int              // those of the site's own blocks
	timestamps term.T             // of its blocks, an array
	params     []*pointer         // of the procedure, to the site's blocks
	others     []*pointer         // to the site's blocks
	old        *system.ObjState   // what the site was when the procedure was entered, nil: no procedure's
	any        system.Value       // the block that a candidate is about
	alive      term.T             // it lives
	outside    []*system.Variable // pointers to other blocks that links may name
}

// pointer is an address and what it is called.
type pointer struct {
	system.Value
	when term.T // it was written and points to a block of the site
	name string
}

// ownership are the templates of the family at a cutpoint.
func (pr *proposer) ownership(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	s := pr.Sys.StateAt(c)
	var ts []invariant.Template
	for id, o := range pr.Sys.Objects {
		if o == nil || s.Obj(id) == nil {
			continue
		}
		if births, ok := o.Timestamp(); ok {
			ts = append(ts, pr.owning(c, s, o, births).candidates(c, r)...)
		}
	}
	return slices.DeleteFunc(ts, func(t invariant.Template) bool {
		_, interval := t.(*invariant.Bound)
		return interval || pr.isFact(c, t)
	})
}

// isFact tells that a template is a candidate that is a fact at a cutpoint already.
func (pr *proposer) isFact(c *system.Cutpoint, t invariant.Template) bool {
	k, ok := t.(*invariant.Candidate)
	return ok && slices.ContainsFunc(pr.Base[c.Index], func(f invariant.Fact) bool { return f.Term == k.Term })
}

func (pr *proposer) owning(c *system.Cutpoint, s *system.State, o *system.Object, births int) *owning {
	b := pr.Sys
	h := &blocks{pr: pr, s: s, o: o, st: s.Obj(o.ID), ptrs: pr.pointersTo(c, o.ID)}
	w := &owning{blocks: h, timestamps: h.st.Cells[births].Term, old: s.Before.At(o.ID), any: h.block(0), own: b.OwnLinks(o, h.st)}
	w.alive = b.AliveAt(o, h.st, w.any)
	for i, x := range h.st.Cells {
		if x.ID != term.None {
			w.links = append(w.links, i)
		}
	}
	w.outside = w.outsiders(c)
	for _, v := range h.ptrs {
		w.others = append(w.others, w.pointer(v.Value(), v.When, v.Name))
	}
	if proc := c.Ctx.Summary(); proc != nil {
		for i, v := range s.Frames[0].Regs[:len(proc.Func.Params)] {
			if v.IsPointer() && slices.Contains(b.ObjectsOf(v), o.ID) {
				w.params = append(w.params, w.pointer(v, term.True, proc.Func.Params[i].Name))
			}
		}
	}
	return w
}

// outsiders are pointers to other blocks that links may name.
func (w *owning) outsiders(c *system.Cutpoint) (vs []*system.Variable) {
	b := w.pr.Sys
	named := b.Linked(w.st)
	for _, v := range b.Variables(c) {
		ks := b.PointsTo(v)
		if len(vs) < budget.SitePointers.N && v.Uninit != term.True && !slices.Contains(ks, w.o.ID) &&
			slices.ContainsFunc(ks, func(k int) bool { return b.Objects[k].Origin == memory.Heap && slices.Contains(named, k) }) {
			vs = append(vs, v)
		}
	}
	return vs
}

func (w *owning) pointer(v system.Value, when term.T, name string) *pointer {
	return &pointer{v, w.pr.Sys.Pool.And(when, w.pr.Sys.Is(v, w.o.ID)), name}
}

func (w *owning) candidates(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	w.fields(r)
	w.named()
	w.apart()
	w.ordered()
	w.linked()
	w.below()
	if c.Kind != system.AtEntry && w.old != nil {
		w.kept()
		w.spared()
		w.changed()
	}
	return w.ts
}

// link is a cell of the block that a skolem stands for, and that it was written in one
// that lives.
func (w *owning) link(i, skolem int) (x system.Value, when term.T) {
	b := w.pr.Sys
	x = w.cell(i, skolem)
	return x, b.Pool.And(b.AliveAt(w.o, w.st, w.block(skolem)), b.Pool.Not(x.Uninit))
}

func (w *owning) cell(i, skolem int) system.Value {
	b := w.pr.Sys
	return b.CellAt(w.st.Cells[i], b.Skolem(skolem))
}

func (w *owning) path(i int) string { return w.o.Name + w.o.Layout.Cells[i].Path }

// timestamp is that of the site's block that v names.
func (w *owning) timestamp(v system.Value) term.T {
	return w.pr.Sys.Pool.Select(w.timestamps, w.pr.Sys.InstOf(v))
}

// lives tells that an address names a heap block that is alive in a state.
func (w *owning) lives(x system.Value, objs system.Table) term.T {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	t := term.False
	for _, k := range b.ObjectsOf(x) {
		if k < system.IDFirst || b.Objects[k].Origin != memory.Heap {
			continue
		}
		if st := objs.At(k); st != nil {
			t = p.Or(t, p.And(b.Is(x, k), b.AliveAt(b.Objects[k], st, x)))
		}
	}
	return t
}

// below: the links of blocks that are no older, or no younger, than a parameter's name
// live blocks; those of the blocks above may name what is freed already.
func (w *owning) below() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	for _, f := range w.params {
		own, from := w.timestamp(w.any), w.timestamp(f.Value)
		for _, i := range w.links {
			x, when := w.link(i, 0)
			when = p.AndN(when, f.when, p.Not(b.Absolute(x)))
			w.add(p.And(when, p.ULe(from, own)), w.lives(x, w.s.Objs), "%s of every block that is no older than %s points to a live block", w.path(i), f.name)
			w.add(p.And(when, p.ULe(own, from)), w.lives(x, w.s.Objs), "%s of every block that is no younger than %s points to a live block", w.path(i), f.name)
		}
	}
}

// apart: no two links name the same block. Of two fields each may be the one of either
// block: a fact about two blocks says so of both orders (system/instantiate.go), and each of
// these is easier to ask for by itself.
func (w *owning) apart() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	other := p.Not(p.Eq(b.Skolem(0), b.Skolem(1)))
	for n, i := range w.links {
		for _, k := range w.links[:n] {
			w.add(term.True, w.differ(i, 0, k, 0), "%s and %s of no block are the same", w.path(i), w.path(k))
			orders := []term.T{p.Or(p.Not(other), w.differ(i, 0, k, 1)), p.Or(p.Not(other), w.differ(k, 0, i, 1))}
			if orders[0] != term.True {
				w.ts = append(w.ts, &invariant.Pointwise{Parts: orders, Text: fmt.Sprintf("%s and %s of no two blocks are the same", w.path(i), w.path(k))})
			}
		}
		if x, y := w.cell(i, 0), w.cell(i, 1); b.SameHeapBlock(x, y) != w.meet(x, y) { // else links says it
			w.add(other, w.differ(i, 0, i, 1), "%s of no two blocks is the same block", w.path(i))
		}
	}
}

// differ tells that two cells of the blocks that skolems stand for name different blocks.
func (w *owning) differ(i, one, k, two int) term.T {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	x, is := w.link(i, one)
	y, also := w.link(k, two)
	return p.OrN(p.Not(is), p.Not(also), p.Not(b.SameHeapBlock(x, y)))
}

// ordered: links name younger blocks, or older ones, and so do pointers.
func (w *owning) ordered() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	for _, i := range w.own {
		x, when := w.link(i, 0)
		when = p.And(when, b.Is(x, w.o.ID))
		own, next := w.timestamp(w.any), w.timestamp(x)
		w.add(when, p.ULt(own, next), "%s of every block is younger", w.path(i))
		w.add(when, p.ULt(next, own), "%s of every block is older", w.path(i))
	}
	for _, v := range w.others {
		for _, f := range w.params {
			other := p.AndN(v.when, f.when, p.Not(w.meet(v.Value, f.Value)))
			w.add(other, p.ULt(w.timestamp(f.Value), w.timestamp(v.Value)), "%s is %s or younger", v.name, f.name)
			w.add(other, p.ULt(w.timestamp(v.Value), w.timestamp(f.Value)), "%s is %s or older", v.name, f.name)
		}
	}
}

// linked: which blocks no link names.
func (w *owning) linked() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	for _, i := range w.links {
		x, when := w.link(i, 0)
		for _, v := range w.others {
			both := p.AndN(when, v.when, b.SameHeapBlock(x, v.Value))
			for _, f := range w.params {
				w.add(both, w.meet(v.Value, f.Value), "%s of no block points to %s, unless that is %s", w.path(i), v.name, f.name)
			}
		}
		for _, v := range w.outside {
			w.add(p.And(when, v.When), p.Not(b.SameHeapBlock(x, v.Value())), "%s of no block points to %s", w.path(i), v.Name)
		}
	}
}

// spared: which blocks a procedure does not free that frees its parameter's.
func (w *owning) spared() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	lived := b.AliveAt(w.o, w.old, w.any)
	own := w.timestamp(w.any)
	w.add(w.alive, lived, "every live %s lived at the entry", w.o.Name)
	for _, f := range w.params {
		w.add(f.when, b.AliveAt(w.o, w.old, f.Value), "%s lived at the entry", f.name)
		for _, i := range w.links {
			x, when := w.link(i, 0)
			w.add(p.And(when, w.lives(x, w.s.Before)), p.Or(w.lives(x, w.s.Objs), w.meet(x, f.Value)),
				"%s points to %s or to a block that is alive if it lived at the entry", w.path(i), f.name)
		}
		w.add(p.And(lived, p.Or(p.Not(f.when), p.ULt(own, w.timestamp(f.Value)))), w.alive, "every %s that lived at the entry and is older than %s is alive", w.o.Name, f.name)
		w.add(p.And(lived, p.Or(p.Not(f.when), p.ULt(w.timestamp(f.Value), own))), w.alive, "every %s that lived at the entry and is younger than %s is alive", w.o.Name, f.name)
	}
	for _, v := range w.others {
		w.add(p.And(lived, v.when), p.ULt(own, w.timestamp(v.Value)), "%s is younger than every block that lived at the entry", v.name)
		for _, f := range w.params {
			other := p.And(v.when, p.Not(w.meet(v.Value, f.Value)))
			w.add(other, p.Not(b.AliveAt(w.o, w.old, v.Value)), "%s is %s or did not live at the entry", v.name, f.name)
			w.add(p.And(lived, other), p.ULt(own, w.timestamp(v.Value)), "%s is %s or younger than every block that lived at the entry", v.name, f.name)
		}
	}
}

// changed: which links a procedure changes.
func (w *owning) changed() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	lived := b.AliveAt(w.o, w.old, w.any)
	if i, _ := w.o.Timestamp(); !w.st.Cells[i].Same(w.old.Cells[i]) {
		w.add(lived, p.Eq(w.timestamp(w.any), p.Select(w.old.Cells[i].Term, w.any.Inst)), "births of blocks that lived at the entry are as they were")
	}
	for _, i := range w.own {
		if w.st.Cells[i].Same(w.old.Cells[i]) {
			continue
		}
		x, when := w.link(i, 0)
		was := b.CellAt(w.old.Cells[i], w.any.Inst)
		when = p.AndN(when, b.Is(x, w.o.ID), b.AliveAt(w.o, w.old, x))
		w.add(when, lived, "%s points to a block that lived at the entry only in such a block", w.path(i))
		w.add(p.And(when, lived), p.And(p.Not(was.Uninit), w.meet(x, was)), "%s points to a block that lived at the entry only where it did then", w.path(i))
		for _, f := range w.params {
			w.add(p.And(lived, p.Not(w.meet(f.Value, w.any))), b.Alike(x, was), "%s of every block but %s is as it was", w.path(i), f.name)
		}
	}
}
