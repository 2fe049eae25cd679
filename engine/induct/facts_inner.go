package induct

import (
	"fmt"

	"github.com/assay-dev/assay/engine/term"
)

// The family of relations in a block: of two numbers in every live block of a site one
// is no greater than the other, or the same; the size of the block, or of the one that a
// field of it names, is what a number in it says, by a factor and a constant that stand
// where blocks are made; and so far it is initialised.
//
//	v = malloc(sizeof *v + n * sizeof v->at[0]); v->room = n; v->used = 0;   // the size is 8 + 4·room
//	if (v->used < v->room) v->at[v->used++] = in();                         // used ≤ room, written up to used

// Limits of the candidates.
const (
	maxInnerCells = 8   // numbers of a block that are related
	maxInnerFacts = 300 // candidates at a cut
)

func proposeInner(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		h := &inner{pr: pr, r: r, s: pr.b.stateAt(c)}
		for id, o := range pr.b.objects {
			if st := h.s.obj(id); o != nil && o.site && st != nil && st.cells != nil {
				h.relations(o, st)
			}
		}
		pr.current[i] = h.ts
	}
}

// inner makes the candidates of the family at a cut.
type inner struct {
	pr *prover
	r  *relevance
	s  *state
	ts []template
}

// member is a number in the block of a site that a skolem stands for.
type member struct {
	value
	at   location
	name string
}

// relations are the candidates about the blocks of a site.
func (h *inner) relations(o *object, st *objState) {
	b, p := h.pr.b, h.pr.b.pool
	any := b.anyBlock(o, 0)
	alive := b.aliveAt(o, st, any)
	var xs []member
	for i, c := range st.cells {
		x := member{at: location{-1, int32(o.id), int32(i)}, name: o.name + o.lay.cells[i].path}
		if o.lay.cells[i].ghost || o.lay.shared(i) || c.id != term.None || p.Width(c.t) > 64 || len(xs) == maxInnerCells {
			continue
		}
		if x.value = b.cellAt(c, any.inst); !h.r.needed[x.at] && !h.r.feeds[x.at] && !h.r.index[x.at] {
			continue
		}
		xs = append(xs, x)
	}
	for i, x := range xs {
		for _, y := range xs[:i] {
			h.ordered(alive, x, y)
		}
		if o.sized {
			h.counted(o, b.foldAt(h.s, o, any), alive, x, o.name)
		}
		for i, c := range st.cells {
			if c.id != term.None && !o.lay.cells[i].ghost {
				h.named(b.cellAt(c, any.inst), alive, x, o.name+o.lay.cells[i].path)
			}
		}
	}
}

// ordered are the candidates about two numbers in a block.
func (h *inner) ordered(alive term.T, x, y member) {
	p := h.pr.b.pool
	if p.Width(x.t) != p.Width(y.t) {
		return
	}
	when := p.AndN(alive, p.Not(x.u), p.Not(y.u))
	for _, k := range [2][2]member{{x, y}, {y, x}} {
		h.add(when, p.ULe(k[0].t, k[1].t), "%s ≤ %s in every block, unsigned", k[0].name, k[1].name)
		h.add(when, p.SLe(k[0].t, k[1].t), "%s ≤ %s in every block", k[0].name, k[1].name)
	}
	h.add(when, p.Eq(x.t, y.t), "%s = %s in every block", x.name, y.name)
}

// named are the candidates about the blocks of computed size that a field names.
func (h *inner) named(field value, alive term.T, x member, name string) {
	b, p := h.pr.b, h.pr.b.pool
	for _, k := range b.objectsOf(field) {
		if o := b.object(k); o != nil && o.sized && h.s.obj(k) != nil {
			when := p.AndN(alive, p.Not(field.u), b.is(field, k), p.Eq(field.t, b.size(0)))
			h.counted(o, b.foldAt(h.s, o, field), when, x, "*"+name)
		}
	}
}

// counted are the candidates that a number says how large a block is, or how far it is
// initialised.
func (h *inner) counted(o *object, f fold, when term.T, x member, name string) {
	b, p := h.pr.b, h.pr.b.pool
	when = p.And(when, p.Not(x.u))
	for _, k := range append([]uint64{1}, o.scales...) {
		if p.Width(x.t) == b.ptrBits {
			h.add(when, p.ULe(x.t, b.size(b.maxBlock()/k)), "%d·%s is no more than a block may have", k, x.name)
		}
		for _, c := range o.extras {
			for _, wide := range b.bothWidths(x.t) {
				end := p.Add(b.size(c), p.Mul(wide, b.size(k)))
				text := fmt.Sprintf("%d + %d·%s", c, k, x.name)
				h.add(when, p.Eq(f.size, end), "the size of %s is %s", name, text)
				h.add(when, p.ULe(end, f.size), "the size of %s is at least %s", name, text)
				h.add(when, p.ULe(end, f.written), "%s is initialised up to %s", name, text)
			}
		}
	}
}

// bothWidths is a number as one of pointer width, signed and unsigned where these differ.
func (b *builder) bothWidths(t term.T) []term.T {
	switch w := b.pool.Width(t); {
	case w < b.ptrBits:
		return []term.T{b.pool.ZExt(t, b.ptrBits), b.pool.SExt(t, b.ptrBits)}
	case w > b.ptrBits:
		return []term.T{b.pool.Extract(t, 0, b.ptrBits)}
	}
	return []term.T{t}
}

func (h *inner) add(when, then term.T, format string, args ...any) {
	if len(h.ts) < maxInnerFacts {
		h.ts = append(h.ts, h.pr.b.implication(when, then, fmt.Sprintf(format, args...))...)
	}
}
