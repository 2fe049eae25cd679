package families

import (
	"github.com/assay-dev/assay/engine/prover/system"
)

// What a procedure keeps, a part of the family of heap blocks: at its return and
// at the loops in it, blocks that lived when it was entered are alive, and a
// field of theirs is as it was; a pointer names none of them, and the others are
// initialised.
//
//	struct node *copy(struct node *p)   // frees nothing, changes nothing, returns a new block
//	{ struct node *n; if (!p) return 0; n = malloc(sizeof *n); n->next = copy(p->next); return n; }

// kept are the candidates about the blocks of a site that lived before.
func (h *blocks) kept() {
	if h.s.Before.At(h.o.ID) == nil {
		return
	}
	b, p := h.pr.Sys, h.pr.Sys.Pool
	old := h.s.Before.At(h.o.ID)
	if old.Alive == h.st.Alive && h.unchanged(old) {
		return
	}
	any := h.block(0)
	lived := b.AliveAt(h.o, old, any)
	h.add(lived, b.AliveAt(h.o, h.st, any), "every %s that lived at the entry is alive", h.o.Name)
	made := p.And(b.AliveAt(h.o, h.st, any), p.Not(lived))
	for i := range h.st.Cells {
		if h.o.Layout.Cells[i].Ghost {
			continue
		}
		x, name := b.CellAt(h.st.Cells[i], any.Inst), h.o.Name+h.o.Layout.Cells[i].Path
		h.add(made, p.Not(x.Uninit), "%s of every block made since the entry is initialised", name)
		if !h.st.Cells[i].Same(old.Cells[i]) {
			h.add(lived, b.Alike(x, b.CellAt(old.Cells[i], any.Inst)), "%s of every block that lived at the entry is as it was", name)
		}
	}
	for _, v := range h.ptrs {
		at := v.Value()
		h.add(p.And(v.When, b.Is(at, h.o.ID)), p.Not(b.AliveAt(h.o, old, at)), "%s points to no block that lived at the entry", v.Name)
	}
}

func (h *blocks) unchanged(old *system.ObjState) bool {
	for i := range h.st.Cells {
		if !h.st.Cells[i].Same(old.Cells[i]) {
			return false
		}
	}
	return true
}
