package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Sizes is the family of block sizes: the size of a heap block is a multiple of a number,
// by a factor that stands where the block is made; the number is 0 where there is none.
//
//	a = malloc(n * sizeof *a);
//	for (i = 0; i < n; i++) a[i] = 0;   // the size is 4·n
var Sizes = &Family{
	ID: "sizes", Title: "sizes of heap blocks",
	Says:   "a block whose size is computed is so many times a number, which is 0 where there is none",
	Loop:   "`malloc(n * sizeof *a)`, then a loop up to n",
	Test:   "sized.c",
	passes: []pass{each((*proposer).sizes)},
}

// blockSizes are the sizes of what pointers at a cutpoint name, where these differ, as
// numbers for relations: those of the blocks of a site, or of several objects. The size
// of one block is a variable, or a constant.
func (pr *proposer) blockSizes(c *system.Cutpoint) (xs []*operandOf) {
	at := pr.Locations(c)
	for _, v := range pr.Sys.Variables(c) {
		x := pr.sizeOf(c, v, at)
		if x != nil && !slices.ContainsFunc(xs, func(y *operandOf) bool { return x.t == y.t && x.when == y.when }) {
			pr.range_(c, x)
			xs = append(xs, x)
		}
	}
	return xs
}

// sizeOf is the size of what a pointer names; nil if none of it is of computed size, or
// if that is a variable.
func (pr *proposer) sizeOf(c *system.Cutpoint, v *system.Variable, at map[term.T]invariant.Location) *operandOf {
	b, p := pr.Sys, pr.Sys.Pool
	ks := b.PointsTo(v)
	x := &operandOf{t: term.None, when: term.False, width: b.PtrBits, name: fmt.Sprintf("size of *%s", v.Name), model: v.Model}
	for _, k := range ks {
		o := b.Objects[k]
		size := b.Size(o.Size)
		switch {
		case o.Text != nil && (len(ks) > 1 || o.Many()):
			size, x.at = b.TextSize(o, v.Value()), at[o.Text.Length]
		case o.Sized:
			cell := c.At(system.SlotKey{Frame: -1, Obj: int32(k), Cell: layout.GhostSize, Part: system.PartNumber}, nil)
			if cell == term.None || len(ks) == 1 && (!o.Site || b.Fixed(cell)) {
				continue
			}
			if size, x.at = cell, at[cell]; o.Site {
				size = p.Select(cell, b.InstOf(v.Value()))
			}
		case o.Origin != memory.Heap:
			continue
		}
		if is := b.Is(v.Value(), k); x.t == term.None {
			x.t, x.when = size, is
		} else {
			x.t, x.when = p.Ite(is, size, x.t), p.Or(x.when, is)
		}
	}
	if x.t == term.None || b.Fixed(x.t) || x.at == (invariant.Location{}) {
		return nil
	}
	x.when = p.And(v.When, x.when)
	return x
}

// sizes are the templates of the family at a cutpoint.
func (pr *proposer) sizes(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	h := &sizes{pr: pr, r: r, s: pr.Sys.StateAt(c), fit: map[term.T]bool{}}
	h.at(c)
	return h.ts
}

// sizes makes the candidates about sizes at a cutpoint.
type sizes struct {
	pr  *proposer
	r   *invariant.Relevance
	s   *system.State
	xs  []*operandOf // that may be a factor
	ts  []invariant.Template
	fit map[term.T]bool // what was proposed by fits
}

// at makes the templates of the family at a cutpoint: about a block, or about the one of a
// site that a pointer names.
func (h *sizes) at(c *system.Cutpoint) {
	b := h.pr.Sys
	for id, o := range b.Objects {
		if o == nil || !o.Sized || len(o.Scales) == 0 || h.s.Obj(id) == nil || b.Fixed(h.s.Obj(id).Cells[layout.GhostSize].Term) {
			continue
		}
		if h.xs == nil {
			h.xs = h.pr.operands(c)
		}
		if !o.Site {
			h.multiples(o, h.s.Obj(id).Cells[layout.GhostSize].Term, term.True, o.Name)
		}
		for _, v := range h.pr.pointersTo(c, id) {
			if o.Site {
				h.multiples(o, b.SmashAt(h.s, o, v.Value()).Size, b.Pool.And(v.When, b.Is(v.Value(), id)), "*"+v.Name)
			}
			h.none(o, v)
		}
	}
}

// none are the candidates that what counts the elements of a block is 0 where there is
// none.
//
//	if (used == room) a = realloc(a, (room = 2 * room + 8) * sizeof *a);   // room = 0 if a is null
func (h *sizes) none(o *system.Object, v *system.Variable) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	null := p.And(v.When, b.Is(v.Value(), system.IDNull))
	if null == term.False {
		return
	}
	for _, x := range h.xs {
		if x.obj == 0 && !x.model && isCounted(h.r, x, o) && len(h.ts) < budget.SizeFacts.N {
			h.ts = append(h.ts, implication(b, p.And(null, x.when), p.Eq(x.t, p.BV(x.width, 0)), fmt.Sprintf("%s = 0 if %s is null", x.name, v.Name))...)
		}
	}
}

// multiples are the candidates that a size is a multiple of a number: of one block of a
// site, of a number that is compared with what is known of its bytes.
func (h *sizes) multiples(o *system.Object, size, when term.T, name string) {
	p := h.pr.Sys.Pool
	for _, x := range h.xs {
		if x.obj != 0 || x.model || x.t == size || x.width > h.pr.Sys.PtrBits || o.Site && !isCounted(h.r, x, o) {
			continue
		}
		for _, k := range o.Scales {
			if len(h.ts) >= budget.SizeFacts.N {
				return
			}
			h.fits(x, k)
			whole := p.Mul(p.SExt(x.t, h.pr.Sys.PtrBits), h.pr.Sys.Size(k))
			h.ts = append(h.ts, &invariant.Candidate{Term: p.OrN(p.Not(when), p.Not(x.when), p.Eq(size, whole)), Hard: true,
				Text: fmt.Sprintf("the size of %s is %d·%s", name, k, x.name)})
		}
	}
}

// fits is the candidate that a block has room for so many elements of a size, so that
// their product does not wrap: the same for each block.
func (h *sizes) fits(x *operandOf, size uint64) {
	b, p := h.pr.Sys, h.pr.Sys.Pool
	if x.width < b.PtrBits {
		return
	}
	if t := p.Or(p.Not(x.when), p.ULe(x.t, b.Size(b.MaxBlock()/size))); !h.fit[t] {
		h.fit[t] = true
		h.ts = append(h.ts, &invariant.Candidate{Term: t, Text: fmt.Sprintf("%d·%s is no more than a block may have", size, x.name)})
	}
}
