package families

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Inner is the family of relations in a block: of two numbers in every live block of a site one
// is no greater than the other, or the same; the size of the block, or of the one that a
// field of it names, is what a number in it says, by a factor and a constant that stand
// where blocks are made; and so far it is initialised.
//
//	v = malloc(sizeof *v + n * sizeof v->at[0]); v->room = n; v->used = 0;   // the size is 8 + 4·room
//	if (v->used < v->room) v->at[v->used++] = in();                         // used ≤ room, written up to used
var Inner = &Family{
	ID: "inner", Title: "relations in a block",
	Says: "of two numbers in every block of a kind one is no greater; a number in its header says how many elements a block has room for, and how many are written",
	Loop: "`struct { unsigned n, room; int at[]; }`, stacks and buffers that grow",
	Test: "vector.c", Source: "ADR 0022",
	passes: []pass{each((*proposer).inner)},
}

// inner are the templates of the family at a cutpoint.
func (pr *proposer) inner(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	h := &inner{pr: pr, r: r, s: pr.Sys.StateAt(c)}
	for id, o := range pr.Sys.Objects {
		if st := h.s.Obj(id); o != nil && o.Site && st != nil && st.Cells != nil {
			h.relations(o, st)
		}
	}
	return h.ts
}

// inner makes the candidates of the family at a cutpoint.
type inner struct {
	pr *proposer
	r  *invariant.Relevance
	s  *system.State
	ts []invariant.Template
}

// member is a number in the block of a site that a skolem stands for.
type member struct {
	system.Value
	at   invariant.Location
	name string
}

// relations are the candidates about the blocks of a site.
func (h *inner) relations(o *system.Object, st *system.ObjState) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	any := b.BlockOf(o, 0)
	alive := b.AliveAt(o, st, any)
	var xs []member
	for i, c := range st.Cells {
		x := member{at: invariant.Location{Frame: -1, Obj: int32(o.ID), Cell: int32(i)}, name: o.Name + o.Layout.Cells[i].Path}
		if o.Layout.Cells[i].Ghost || o.Layout.Shared(i) || c.ID != term.None || p.Width(c.Term) > 64 || len(xs) == budget.InnerCells.N {
			continue
		}
		if x.Value = b.CellAt(c, any.Inst); !h.r.Needed[x.at] && !h.r.Feeds[x.at] && !h.r.Index[x.at] {
			continue
		}
		xs = append(xs, x)
	}
	for i, x := range xs {
		for _, y := range xs[:i] {
			h.ordered(alive, x, y)
		}
		if o.Sized {
			h.counted(o, b.SmashAt(h.s, o, any), alive, x, o.Name)
		}
		for i, c := range st.Cells {
			if c.ID != term.None && !o.Layout.Cells[i].Ghost {
				h.named(b.CellAt(c, any.Inst), alive, x, o.Name+o.Layout.Cells[i].Path)
			}
		}
	}
}

// ordered are the candidates about two numbers in a block.
func (h *inner) ordered(alive term.T, x, y member) {
	p := h.pr.Sys.Pool
	if p.Width(x.Term) != p.Width(y.Term) {
		return
	}
	when := p.AndN(alive, p.Not(x.Uninit), p.Not(y.Uninit))
	for _, k := range [2][2]member{{x, y}, {y, x}} {
		h.add(when, p.ULe(k[0].Term, k[1].Term), "%s ≤ %s in every block, unsigned", k[0].name, k[1].name)
		h.add(when, p.SLe(k[0].Term, k[1].Term), "%s ≤ %s in every block", k[0].name, k[1].name)
	}
	h.add(when, p.Eq(x.Term, y.Term), "%s = %s in every block", x.name, y.name)
}

// named are the candidates about the blocks of computed size that a field names.
func (h *inner) named(field system.Value, alive term.T, x member, name string) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	for _, k := range b.ObjectsOf(field) {
		if o := b.Object(k); o != nil && o.Sized && h.s.Obj(k) != nil {
			when := p.AndN(alive, p.Not(field.Uninit), b.Is(field, k), p.Eq(field.Term, b.Size(0)))
			h.counted(o, b.SmashAt(h.s, o, field), when, x, "*"+name)
		}
	}
}

// counted are the candidates that a number says how large a block is, or how far it is
// initialised.
func (h *inner) counted(o *system.Object, f layout.Smash, when term.T, x member, name string) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	when = p.And(when, p.Not(x.Uninit))
	for _, k := range append([]uint64{1}, o.Scales...) {
		if p.Width(x.Term) == b.PtrBits {
			h.add(when, p.ULe(x.Term, b.Size(b.MaxBlock()/k)), "%d·%s is no more than a block may have", k, x.name)
		}
		for _, c := range o.Extras {
			for _, wide := range bothWidths(b, x.Term) {
				end := p.Add(b.Size(c), p.Mul(wide, b.Size(k)))
				text := fmt.Sprintf("%d + %d·%s", c, k, x.name)
				h.add(when, p.Eq(f.Size, end), "the size of %s is %s", name, text)
				h.add(when, p.ULe(end, f.Size), "the size of %s is at least %s", name, text)
				h.add(when, p.ULe(end, f.Written), "%s is initialised up to %s", name, text)
			}
		}
	}
}

// bothWidths is a number as one of pointer width, signed and unsigned where these differ.
func bothWidths(b *system.System, t term.T) []term.T {
	switch w := b.Pool.Width(t); {
	case w < b.PtrBits:
		return []term.T{b.Pool.ZExt(t, b.PtrBits), b.Pool.SExt(t, b.PtrBits)}
	case w > b.PtrBits:
		return []term.T{b.Pool.Extract(t, 0, b.PtrBits)}
	}
	return []term.T{t}
}

func (h *inner) add(when, then term.T, format string, args ...any) {
	if len(h.ts) < budget.InnerFacts.N {
		h.ts = append(h.ts, implication(h.pr.Sys, when, then, fmt.Sprintf(format, args...))...)
	}
}
