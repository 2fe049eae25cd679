package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// The family of ownership: that a procedure which frees a block with all below it
// frees nothing else. No two links, of one field or of two, name the same block; each
// names a younger one, or an older one (birth.go); none names a pointer's block,
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

func proposeOwned(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		pr.current[i] = pr.ownership(c, r)
		pr.ghosts = pr.ghosts || len(pr.current[i]) > 0
	}
}

// owning makes the candidates about one site at one cut.
type owning struct {
	*blocks
	links   []int       // cells that hold addresses of blocks
	own     []int       // those of the site's own blocks
	births  term.T      // of its blocks, an array
	params  []*pointer  // of the procedure, to the site's blocks
	others  []*pointer  // to the site's blocks
	old     *objState   // what the site was when the procedure was entered, nil: no procedure's
	any     value       // the block that a candidate is about
	alive   term.T      // it lives
	outside []*variable // pointers to other blocks that links may name
}

// pointer is an address and what it is called.
type pointer struct {
	value
	when term.T // it was written and points to a block of the site
	name string
}

// ownership are the templates of the family at a cut.
func (pr *prover) ownership(c *cut, r *relevance) []template {
	s := pr.b.stateAt(c)
	var ts []template
	for id, o := range pr.b.objects {
		if o == nil || s.obj(id) == nil {
			continue
		}
		if births, ok := o.birth(); ok {
			ts = append(ts, pr.owning(c, s, o, births).candidates(c, r)...)
		}
	}
	return slices.DeleteFunc(ts, func(t template) bool {
		_, interval := t.(*bound)
		return interval || pr.isFact(c, t)
	})
}

// isFact tells that a template is a candidate that is a fact at a cut already.
func (pr *prover) isFact(c *cut, t template) bool {
	k, ok := t.(*candidate)
	return ok && slices.ContainsFunc(pr.base[c.index], func(f fact) bool { return f.t == k.t })
}

func (pr *prover) owning(c *cut, s *state, o *object, births int) *owning {
	b := pr.b
	h := &blocks{pr: pr, s: s, o: o, st: s.obj(o.id), ptrs: pr.pointersTo(c, o.id)}
	w := &owning{blocks: h, births: h.st.cells[births].t, old: s.before.at(o.id), any: h.block(0), own: b.ownLinks(o, h.st)}
	w.alive = b.aliveAt(o, h.st, w.any)
	for i, x := range h.st.cells {
		if x.id != term.None {
			w.links = append(w.links, i)
		}
	}
	w.outside = w.outsiders(c)
	for _, v := range h.ptrs {
		w.others = append(w.others, w.pointer(v.value(), v.when, v.name))
	}
	if proc := c.ctx.procedure(); proc != nil {
		for i, v := range s.frames[0].regs[:len(proc.fn.Params)] {
			if v.isPointer() && slices.Contains(b.objectsOf(v), o.id) {
				w.params = append(w.params, w.pointer(v, term.True, proc.fn.Params[i].Name))
			}
		}
	}
	return w
}

// outsiders are pointers to other blocks that links may name.
func (w *owning) outsiders(c *cut) (vs []*variable) {
	b := w.pr.b
	named := b.linked(w.st)
	for _, v := range b.variables(c) {
		ks := b.pointsTo(v)
		if len(vs) < maxPointers && v.u != term.True && !slices.Contains(ks, w.o.id) &&
			slices.ContainsFunc(ks, func(k int) bool { return b.objects[k].origin == memory.Heap && slices.Contains(named, k) }) {
			vs = append(vs, v)
		}
	}
	return vs
}

func (w *owning) pointer(v value, when term.T, name string) *pointer {
	return &pointer{v, w.pr.b.pool.And(when, w.pr.b.is(v, w.o.id)), name}
}

func (w *owning) candidates(c *cut, r *relevance) []template {
	w.fields(r)
	w.named()
	w.apart()
	w.ordered()
	w.linked()
	w.below()
	if c.kind != atEntry && w.old != nil {
		w.kept()
		w.spared()
		w.changed()
	}
	return w.ts
}

// link is a cell of the block that a skolem stands for, and that it was written in one
// that lives.
func (w *owning) link(i, skolem int) (x value, when term.T) {
	b := w.pr.b
	x = w.cell(i, skolem)
	return x, b.pool.And(b.aliveAt(w.o, w.st, w.block(skolem)), b.pool.Not(x.u))
}

func (w *owning) cell(i, skolem int) value {
	b := w.pr.b
	return b.cellAt(w.st.cells[i], b.skolem(skolem))
}

func (w *owning) path(i int) string { return w.o.name + w.o.lay.cells[i].path }

// birth is that of the site's block that v names.
func (w *owning) birth(v value) term.T { return w.pr.b.pool.Select(w.births, w.pr.b.instOf(v)) }

// lives tells that an address names a heap block that is alive in a state.
func (w *owning) lives(x value, objs table) term.T {
	b, p := w.pr.b, w.pr.b.pool
	t := term.False
	for _, k := range b.objectsOf(x) {
		if k < idFirst || b.objects[k].origin != memory.Heap {
			continue
		}
		if st := objs.at(k); st != nil {
			t = p.Or(t, p.And(b.is(x, k), b.aliveAt(b.objects[k], st, x)))
		}
	}
	return t
}

// below: the links of blocks that are no older, or no younger, than a parameter's name
// live blocks; those of the blocks above may name what is freed already.
func (w *owning) below() {
	b, p := w.pr.b, w.pr.b.pool
	for _, f := range w.params {
		own, from := w.birth(w.any), w.birth(f.value)
		for _, i := range w.links {
			x, when := w.link(i, 0)
			when = p.AndN(when, f.when, p.Not(b.absolute(x)))
			w.add(p.And(when, p.ULe(from, own)), w.lives(x, w.s.objs), "%s of every block that is no older than %s points to a live block", w.path(i), f.name)
			w.add(p.And(when, p.ULe(own, from)), w.lives(x, w.s.objs), "%s of every block that is no younger than %s points to a live block", w.path(i), f.name)
		}
	}
}

// apart: no two links name the same block. Of two fields each may be the one of either
// block: a fact about two blocks says so of both orders (instantiate.go), and each of
// these is easier to ask for by itself.
func (w *owning) apart() {
	b, p := w.pr.b, w.pr.b.pool
	other := p.Not(p.Eq(b.skolem(0), b.skolem(1)))
	for n, i := range w.links {
		for _, k := range w.links[:n] {
			w.add(term.True, w.differ(i, 0, k, 0), "%s and %s of no block are the same", w.path(i), w.path(k))
			orders := []term.T{p.Or(p.Not(other), w.differ(i, 0, k, 1)), p.Or(p.Not(other), w.differ(k, 0, i, 1))}
			if orders[0] != term.True {
				w.ts = append(w.ts, &pointwise{parts: orders, text: fmt.Sprintf("%s and %s of no two blocks are the same", w.path(i), w.path(k))})
			}
		}
		if x, y := w.cell(i, 0), w.cell(i, 1); b.sameHeapBlock(x, y) != w.meet(x, y) { // else links says it
			w.add(other, w.differ(i, 0, i, 1), "%s of no two blocks is the same block", w.path(i))
		}
	}
}

// differ tells that two cells of the blocks that skolems stand for name different blocks.
func (w *owning) differ(i, one, k, two int) term.T {
	b, p := w.pr.b, w.pr.b.pool
	x, is := w.link(i, one)
	y, also := w.link(k, two)
	return p.OrN(p.Not(is), p.Not(also), p.Not(b.sameHeapBlock(x, y)))
}

// ordered: links name younger blocks, or older ones, and so do pointers.
func (w *owning) ordered() {
	b, p := w.pr.b, w.pr.b.pool
	for _, i := range w.own {
		x, when := w.link(i, 0)
		when = p.And(when, b.is(x, w.o.id))
		own, next := w.birth(w.any), w.birth(x)
		w.add(when, p.ULt(own, next), "%s of every block is younger", w.path(i))
		w.add(when, p.ULt(next, own), "%s of every block is older", w.path(i))
	}
	for _, v := range w.others {
		for _, f := range w.params {
			other := p.AndN(v.when, f.when, p.Not(w.meet(v.value, f.value)))
			w.add(other, p.ULt(w.birth(f.value), w.birth(v.value)), "%s is %s or younger", v.name, f.name)
			w.add(other, p.ULt(w.birth(v.value), w.birth(f.value)), "%s is %s or older", v.name, f.name)
		}
	}
}

// linked: which blocks no link names.
func (w *owning) linked() {
	b, p := w.pr.b, w.pr.b.pool
	for _, i := range w.links {
		x, when := w.link(i, 0)
		for _, v := range w.others {
			both := p.AndN(when, v.when, b.sameHeapBlock(x, v.value))
			for _, f := range w.params {
				w.add(both, w.meet(v.value, f.value), "%s of no block points to %s, unless that is %s", w.path(i), v.name, f.name)
			}
		}
		for _, v := range w.outside {
			w.add(p.And(when, v.when), p.Not(b.sameHeapBlock(x, v.value())), "%s of no block points to %s", w.path(i), v.name)
		}
	}
}

// spared: which blocks a procedure does not free that frees its parameter's.
func (w *owning) spared() {
	b, p := w.pr.b, w.pr.b.pool
	lived := b.aliveAt(w.o, w.old, w.any)
	own := w.birth(w.any)
	w.add(w.alive, lived, "every live %s lived at the entry", w.o.name)
	for _, f := range w.params {
		w.add(f.when, b.aliveAt(w.o, w.old, f.value), "%s lived at the entry", f.name)
		for _, i := range w.links {
			x, when := w.link(i, 0)
			w.add(p.And(when, w.lives(x, w.s.before)), p.Or(w.lives(x, w.s.objs), w.meet(x, f.value)),
				"%s points to %s or to a block that is alive if it lived at the entry", w.path(i), f.name)
		}
		w.add(p.And(lived, p.Or(p.Not(f.when), p.ULt(own, w.birth(f.value)))), w.alive, "every %s that lived at the entry and is older than %s is alive", w.o.name, f.name)
		w.add(p.And(lived, p.Or(p.Not(f.when), p.ULt(w.birth(f.value), own))), w.alive, "every %s that lived at the entry and is younger than %s is alive", w.o.name, f.name)
	}
	for _, v := range w.others {
		w.add(p.And(lived, v.when), p.ULt(own, w.birth(v.value)), "%s is younger than every block that lived at the entry", v.name)
		for _, f := range w.params {
			other := p.And(v.when, p.Not(w.meet(v.value, f.value)))
			w.add(other, p.Not(b.aliveAt(w.o, w.old, v.value)), "%s is %s or did not live at the entry", v.name, f.name)
			w.add(p.And(lived, other), p.ULt(own, w.birth(v.value)), "%s is %s or younger than every block that lived at the entry", v.name, f.name)
		}
	}
}

// changed: which links a procedure changes.
func (w *owning) changed() {
	b, p := w.pr.b, w.pr.b.pool
	lived := b.aliveAt(w.o, w.old, w.any)
	if i, _ := w.o.birth(); !w.st.cells[i].same(w.old.cells[i]) {
		w.add(lived, p.Eq(w.birth(w.any), p.Select(w.old.cells[i].t, w.any.inst)), "births of blocks that lived at the entry are as they were")
	}
	for _, i := range w.own {
		if w.st.cells[i].same(w.old.cells[i]) {
			continue
		}
		x, when := w.link(i, 0)
		was := b.cellAt(w.old.cells[i], w.any.inst)
		when = p.AndN(when, b.is(x, w.o.id), b.aliveAt(w.o, w.old, x))
		w.add(when, lived, "%s points to a block that lived at the entry only in such a block", w.path(i))
		w.add(p.And(when, lived), p.And(p.Not(was.u), w.meet(x, was)), "%s points to a block that lived at the entry only where it did then", w.path(i))
		for _, f := range w.params {
			w.add(p.And(lived, p.Not(w.meet(f.value, w.any))), b.alike(x, was), "%s of every block but %s is as it was", w.path(i), f.name)
		}
	}
}
