package induct

// What a procedure keeps, a part of the family of heap blocks: at its return and
// at the loops in it, blocks that lived when it was entered are alive, and a
// field of theirs is as it was; a pointer names none of them, and the others are
// initialised.
//
//	struct node *copy(struct node *p)   // frees nothing, changes nothing, returns a new block
//	{ struct node *n; if (!p) return 0; n = malloc(sizeof *n); n->next = copy(p->next); return n; }

// kept are the candidates about the blocks of a site that lived before.
func (h *blocks) kept() {
	if h.s.before.at(h.o.id) == nil {
		return
	}
	b, p := h.pr.b, h.pr.b.pool
	old := h.s.before.at(h.o.id)
	if old.alive == h.st.alive && h.unchanged(old) {
		return
	}
	any := h.block(0)
	lived := b.aliveAt(h.o, old, any)
	h.add(lived, b.aliveAt(h.o, h.st, any), "every %s that lived at the entry is alive", h.o.name)
	made := p.And(b.aliveAt(h.o, h.st, any), p.Not(lived))
	for i := range h.st.cells {
		if h.o.lay.cells[i].ghost {
			continue
		}
		x, name := b.cellAt(h.st.cells[i], any.inst), h.o.name+h.o.lay.cells[i].path
		h.add(made, p.Not(x.u), "%s of every block made since the entry is initialised", name)
		if !h.st.cells[i].same(old.cells[i]) {
			h.add(lived, b.alike(x, b.cellAt(old.cells[i], any.inst)), "%s of every block that lived at the entry is as it was", name)
		}
	}
	for _, v := range h.ptrs {
		at := v.value()
		h.add(p.And(v.when, b.is(at, h.o.id)), p.Not(b.aliveAt(h.o, old, at)), "%s points to no block that lived at the entry", v.name)
	}
}

func (h *blocks) unchanged(old *objState) bool {
	for i := range h.st.cells {
		if !h.st.cells[i].same(old.cells[i]) {
			return false
		}
	}
	return true
}
