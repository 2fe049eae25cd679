package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// The family of block sizes: the size of a heap block is a multiple of a number,
// by a factor that stands where the block is made; the number is 0 where there is none.
//
//	a = malloc(n * sizeof *a);
//	for (i = 0; i < n; i++) a[i] = 0;   // the size is 4·n

// Limits of the candidates.
const (
	maxSizeFacts = 200 // candidates at a cut
)

// blockSizes are the sizes of what pointers at a cut name, where these differ, as
// numbers for relations: those of the blocks of a site, or of several objects. The size
// of one block is a variable, or a constant.
func (pr *prover) blockSizes(c *cut) (xs []*operandOf) {
	at := pr.locations(c)
	for _, v := range pr.b.variables(c) {
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
func (pr *prover) sizeOf(c *cut, v *variable, at map[term.T]location) *operandOf {
	b, p := pr.b, pr.b.pool
	ks := b.pointsTo(v)
	x := &operandOf{t: term.None, when: term.False, width: b.ptrBits, name: fmt.Sprintf("size of *%s", v.name), model: v.model}
	for _, k := range ks {
		o := b.objects[k]
		size := b.size(o.size)
		switch {
		case o.text != nil && (len(ks) > 1 || o.many()):
			size, x.at = b.textSize(o, v.value()), at[o.text.length]
		case o.sized:
			cell := c.at(slotKey{frame: -1, obj: int32(k), cell: ghostSize, part: partNumber}, nil)
			if cell == term.None || len(ks) == 1 && (!o.site || b.fixed(cell)) {
				continue
			}
			if size, x.at = cell, at[cell]; o.site {
				size = p.Select(cell, b.instOf(v.value()))
			}
		case o.origin != memory.Heap:
			continue
		}
		if is := b.is(v.value(), k); x.t == term.None {
			x.t, x.when = size, is
		} else {
			x.t, x.when = p.Ite(is, size, x.t), p.Or(x.when, is)
		}
	}
	if x.t == term.None || b.fixed(x.t) || x.at == (location{}) {
		return nil
	}
	x.when = p.And(v.when, x.when)
	return x
}

func proposeSizes(pr *prover, j *judge) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		h := &sizes{pr: pr, r: r, s: pr.b.stateAt(c), fit: map[term.T]bool{}}
		h.at(c)
		pr.current[i] = h.ts
	}
}

// sizes makes the candidates about sizes at a cut.
type sizes struct {
	pr  *prover
	r   *relevance
	s   *state
	xs  []*operandOf // that may be a factor
	ts  []template
	fit map[term.T]bool // what was proposed by fits
}

// at makes the templates of the family at a cut: about a block, or about the one of a
// site that a pointer names.
func (h *sizes) at(c *cut) {
	b := h.pr.b
	for id, o := range b.objects {
		if o == nil || !o.sized || len(o.scales) == 0 || h.s.obj(id) == nil || b.fixed(h.s.obj(id).cells[ghostSize].t) {
			continue
		}
		if h.xs == nil {
			h.xs = h.pr.operands(c)
		}
		if !o.site {
			h.multiples(o, h.s.obj(id).cells[ghostSize].t, term.True, o.name)
		}
		for _, v := range h.pr.pointersTo(c, id) {
			if o.site {
				h.multiples(o, b.foldAt(h.s, o, v.value()).size, b.pool.And(v.when, b.is(v.value(), id)), "*"+v.name)
			}
			h.none(o, v)
		}
	}
}

// none are the candidates that what counts the elements of a block is 0 where there is
// none.
//
//	if (used == room) a = realloc(a, (room = 2 * room + 8) * sizeof *a);   // room = 0 if a is null
func (h *sizes) none(o *object, v *variable) {
	b, p := h.pr.b, h.pr.b.pool
	null := p.And(v.when, b.is(v.value(), idNull))
	if null == term.False {
		return
	}
	for _, x := range h.xs {
		if x.obj == 0 && !x.model && h.r.counts(x, o) && len(h.ts) < maxSizeFacts {
			h.ts = append(h.ts, b.implication(p.And(null, x.when), p.Eq(x.t, p.BV(x.width, 0)), fmt.Sprintf("%s = 0 if %s is null", x.name, v.name))...)
		}
	}
}

// multiples are the candidates that a size is a multiple of a number: of one block of a
// site, of a number that is compared with what is known of its bytes.
func (h *sizes) multiples(o *object, size, when term.T, name string) {
	p := h.pr.b.pool
	for _, x := range h.xs {
		if x.obj != 0 || x.model || x.t == size || x.width > h.pr.b.ptrBits || o.site && !h.r.counts(x, o) {
			continue
		}
		for _, k := range o.scales {
			if len(h.ts) >= maxSizeFacts {
				return
			}
			h.fits(x, k)
			whole := p.Mul(p.SExt(x.t, h.pr.b.ptrBits), h.pr.b.size(k))
			h.ts = append(h.ts, &candidate{t: p.OrN(p.Not(when), p.Not(x.when), p.Eq(size, whole)), hard: true,
				text: fmt.Sprintf("the size of %s is %d·%s", name, k, x.name)})
		}
	}
}

// fits is the candidate that a block has room for so many elements of a size, so that
// their product does not wrap: the same for each block.
func (h *sizes) fits(x *operandOf, size uint64) {
	b, p := h.pr.b, h.pr.b.pool
	if x.width < b.ptrBits {
		return
	}
	if t := p.Or(p.Not(x.when), p.ULe(x.t, b.size(b.maxBlock()/size))); !h.fit[t] {
		h.fit[t] = true
		h.ts = append(h.ts, &candidate{t: t, text: fmt.Sprintf("%d·%s is no more than a block may have", size, x.name)})
	}
}
