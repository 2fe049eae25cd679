package induct

import (
	"fmt"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// The family of heap blocks: what holds of every live block of a site, and of
// the pointers to them. Fields are initialised, perhaps but for the block that
// one pointer names; a link is null or names a live block at its start; no two
// blocks link to one; nothing links to the block that a pointer names; no other
// block's link is null; one pointer is null where another is; elements of an
// array of pointers, from an index on, point to live blocks; numbers lie in an
// interval.
//
//	while (in()) { n = malloc(sizeof *n); n->next = head; head = n; }
//	for (p = head; p; p = p->next) p->v = 1;   // every link is null or a live block's start

// maxPointers bounds the pointers at a cut that are related to the blocks of a
// site.
const maxPointers = 12

// maxElementIndices bounds the numbers that are tried as indices of elements
// that are pointers.
const maxElementIndices = 6

func proposeHeap(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		pr.current[i] = pr.blocks(c, r)
	}
}

// blocks are the templates of the family at a cut.
func (pr *prover) blocks(c *cut, r *relevance) []template {
	b := pr.b
	s := b.stateAt(c)
	var ts []template
	for id, o := range b.objects {
		if o == nil || !o.site || s.obj(id) == nil || s.obj(id).cells == nil {
			continue
		}
		h := &blocks{pr: pr, s: s, o: o, st: s.obj(id), ptrs: pr.pointersTo(c, id)}
		xs := pr.indices(c)
		h.indices = xs[:min(len(xs), maxElementIndices)]
		h.fields(r)
		h.named()
		if c.kind != atEntry {
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
func (pr *prover) single(c *cut, s *state) (ts []template) {
	b, p := pr.b, pr.b.pool
	for _, v := range b.variables(c) {
		for _, k := range b.pointsTo(v) {
			o, st := b.objects[k], s.obj(k)
			if o.origin != memory.Heap || o.site || st == nil || len(ts) >= maxSingle {
				continue
			}
			if t := p.OrN(v.u, p.Not(b.is(v.value(), k)), st.alive); t != term.True {
				ts = append(ts, &candidate{t: t, text: fmt.Sprintf("%s points to a live %s", v.name, o.name)})
			}
		}
	}
	return ts
}

// maxSingle bounds these candidates at a cut.
const maxSingle = 60

// pointersTo are the locations at a cut that may name a block of a site.
func (pr *prover) pointersTo(c *cut, id int) []*variable {
	var vs []*variable
	for _, v := range pr.b.variables(c) {
		if len(vs) >= maxPointers {
			break
		}
		for _, k := range pr.b.pointsTo(v) {
			if k == id && v.u != term.True {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// blocks makes the candidates about one site at one cut.
type blocks struct {
	pr   *prover
	s    *state
	o    *object
	st   *objState
	ptrs []*variable
	ts   []template
	// indices are numbers that may tell the elements of an array of pointers
	// apart that still point to a live block.
	indices []*operandOf
}

// index is that of an element of an array.
func (v *variable) index() (int, bool) {
	if v.obj == nil || v.obj.lay == nil || len(v.obj.lay.cells[v.cell].index) != 1 {
		return 0, false
	}
	return v.obj.lay.cells[v.cell].index[0], true
}

// add proposes that a conclusion holds where a condition does.
func (h *blocks) add(when, then term.T, format string, args ...any) {
	h.ts = append(h.ts, h.pr.b.implication(when, then, fmt.Sprintf(format, args...))...)
}

// implication is the candidate that a conclusion holds where a condition does; none if
// that says nothing.
func (b *builder) implication(when, then term.T, text string) []template {
	t := b.pool.Or(b.pool.Not(when), then)
	if t == term.True || t == term.False {
		return nil
	}
	return []template{&candidate{t: t, text: text, hard: true}}
}

// block is the address of the block that a skolem stands for.
func (h *blocks) block(i int) value { return h.pr.b.anyBlock(h.o, i) }

// anyBlock is the address of the block of a site that a skolem stands for.
func (b *builder) anyBlock(o *object, i int) value {
	return value{id: b.idConst(o.id), inst: b.skolem(i), t: b.size(0), u: term.False}
}

// names tells that a location holds an address in a block.
func (h *blocks) names(v *variable, block value) term.T {
	b := h.pr.b
	return b.pool.AndN(v.when, b.is(v.value(), h.o.id), b.pool.Eq(b.instOf(v.value()), b.instOf(block)))
}

// fields are the candidates about the contents of every live block.
func (h *blocks) fields(r *relevance) {
	b, p := h.pr.b, h.pr.b.pool
	any := h.block(0)
	alive := b.aliveAt(h.o, h.st, any)
	h.together(any.inst, func(written term.T) {
		h.add(alive, written, "%s[…] of every block is initialised", h.o.name)
	})
	for i := range h.st.cells {
		if h.o.lay.cells[i].ghost && !(h.o.sized && i == ghostSize) || h.o.lay.shared(i) {
			continue
		}
		x := b.cellAt(h.st.cells[i], any.inst)
		name := h.o.name + h.o.lay.cells[i].path
		written := p.Not(x.u)
		h.add(alive, written, "%s of every block is initialised", name)
		for _, v := range h.ptrs {
			h.add(p.And(alive, p.Not(h.names(v, any))), written, "%s of every block but %s is initialised", name, v.name)
		}
		when := p.And(alive, written)
		if x.id != term.None && !h.o.lay.cells[i].ghost {
			h.links(i, any, x, when, name)
		} else if w := p.Width(x.t); w <= 64 {
			h.ts = append(h.ts, h.pr.bound(when, x.t, r.thresholdsOf(location{-1, int32(h.o.id), int32(i)}), name))
		}
	}
}

// together proposes of each array in a block of the site that all elements are
// initialised: none of them gets facts of its own.
func (h *blocks) together(inst term.T, propose func(written term.T)) {
	b, p := h.pr.b, h.pr.b.pool
	all := make([]term.T, len(h.o.lay.members))
	for i := range h.st.cells {
		if g := h.o.lay.cells[i].group; h.o.lay.shared(i) {
			if all[g] == term.None {
				all[g] = term.True
			}
			all[g] = p.And(all[g], p.Not(b.cellAt(h.st.cells[i], inst).u))
		}
	}
	for _, written := range all {
		if written != term.None {
			propose(written)
		}
	}
}

// links are the candidates about a field that holds an address.
func (h *blocks) links(i int, any, x value, when term.T, name string) {
	b, p := h.pr.b, h.pr.b.pool
	h.ts = append(h.ts, h.pr.addresses(h.s, x, when, name)...)
	other := h.block(1)
	y := b.cellAt(h.st.cells[i], other.inst)
	both := p.AndN(when, b.aliveAt(h.o, h.st, other), p.Not(y.u), p.Not(p.Eq(b.skolem(0), b.skolem(1))))
	h.add(both, p.Not(h.meet(x, y)), "%s of no two blocks is the same", name)
	for _, v := range h.ptrs {
		h.add(p.And(when, v.when), p.Not(h.meet(x, v.value())), "%s of no block points to %s", name, v.name)
		h.add(p.And(when, b.is(x, idNull)), h.names(v, any), "%s of no block but %s is null", name, v.name)
	}
}

// addresses are the candidates about an address in memory, where a condition holds: what
// it names, that this lives, and where in it the address is.
func (pr *prover) addresses(s *state, x value, when term.T, name string) (ts []template) {
	b, p := pr.b, pr.b.pool
	add := func(when, then term.T, text string) { ts = append(ts, b.implication(when, then, text)...) }
	for _, k := range b.objectsOf(x) {
		is := p.And(when, b.is(x, k))
		if k < idFirst {
			add(when, p.Not(b.is(x, k)), isNot(name, k))
			if k == idNumber {
				add(is, p.Eq(x.t, b.size(0)), name+" is null where it points to no object")
			}
			continue
		}
		o := b.objects[k]
		add(when, p.Not(b.is(x, k)), name+" does not point to "+o.name)
		if st := s.obj(k); st != nil {
			add(is, b.aliveAt(o, st, x), name+" points to a live "+o.name)
		}
		if !b.fixed(x.t) {
			ts = append(ts, pr.bound(is, x.t, []int64{0, int64(o.size)}, name+" − "+o.name))
		}
	}
	return ts
}

// meet tells that two addresses name the same block of the site.
func (h *blocks) meet(x, y value) term.T {
	return h.pr.b.sameBlock(x, y, h.o)
}

// named are the candidates about the blocks that pointers name.
func (h *blocks) named() {
	b, p := h.pr.b, h.pr.b.pool
	for n, v := range h.ptrs {
		at := v.value()
		is := p.And(v.when, b.is(at, h.o.id))
		alive := b.aliveAt(h.o, h.st, at)
		h.add(is, alive, "%s points to a live block", v.name)
		for _, x := range h.indices {
			if k, ok := v.index(); ok {
				from := p.SLe(x.t, p.BV(x.width, uint64(k)))
				h.add(p.AndN(is, x.when, from), alive, "%s points to a live block if %s ≤ %d", v.name, x.name, k)
				h.add(p.AndN(is, x.when, p.Not(from)), alive, "%s points to a live block if %s > %d", v.name, x.name, k)
			}
		}
		h.together(b.instOf(at), func(written term.T) {
			h.add(is, written, "%s[…] is initialised", v.name)
		})
		for i := range h.st.cells {
			if h.o.lay.cells[i].ghost || h.o.lay.shared(i) {
				continue
			}
			x := b.cellAt(h.st.cells[i], b.instOf(at))
			h.add(is, p.Not(x.u), "%s%s is initialised", v.name, h.o.lay.cells[i].path)
			if x.id != term.None {
				h.add(p.And(is, p.Not(x.u)), b.is(x, idNull), "%s%s is null", v.name, h.o.lay.cells[i].path)
			}
		}
		for _, w := range h.ptrs {
			if v != w {
				h.add(p.AndN(v.when, w.when, b.is(at, idNull)), b.is(w.value(), idNull), "%s is null if %s is", w.name, v.name)
			}
		}
		for _, w := range h.ptrs[:n] {
			h.add(p.And(v.when, w.when), p.Not(h.meet(at, w.value())), "%s and %s are not the same block", v.name, w.name)
		}
	}
}

// isNot says that an address named so is not what a number that is no object says.
func isNot(name string, k int) string {
	if k == idNull {
		return name + " is not null"
	}
	return name + " does not point to " + idName(k)
}

// idName names what is no object.
func idName(k int) string {
	switch k {
	case idNull:
		return "null"
	case idDead:
		return "a dead object"
	case idUnknown:
		return "anything"
	case idOutside:
		return "an object of another function"
	}
	return "a number"
}
