package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// A prefix count is a ghost of an array: for each index how many of the elements
// before it have a value that elements are compared with. The program cannot see
// it and it restricts nothing: a write of element i makes the count at i + 1 that
// at i, and one more where the value is written. For arrays that are filled in
// order, and for stacks, that is the number that it is meant to be; facts say so
// where they need it.
//
//	out[n++] = T_OP;   // count[n + 1] = count[n] + 1
//
// Unlike a sum over all elements it takes one addition to follow an element.
type prefixCounts struct {
	group int
	value int64
	first int // the ghost for index 0; that for index i is i behind it
}

// is tells that an element has the value.
func (c *prefixCounts) is(p *term.Pool, v value) term.T {
	w := p.Width(v.t)
	return p.Eq(v.t, p.BV(w, uint64(c.value)&op.Mask(w)))
}

// Limits of prefix counts.
const (
	maxCountedCells = 64  // elements of an array that are counted
	maxKinds        = 8   // values of elements that are told apart
	maxCounts       = 200 // ghosts of one object
	countBits       = 8
)

// comparisons are the loads of a program whose value is compared with constants
// for equality, and these, as signed numbers.
type comparisons map[*ir.Instr][]int64

// comparisonsOf finds the comparisons of a program.
func comparisonsOf(p *ir.Program) comparisons {
	cs := comparisons{}
	for _, f := range p.Funcs {
		if !p.Used(f.ID) {
			continue
		}
		defs := f.Definitions()
		for _, blk := range f.Blocks {
			for i := range blk.Instrs {
				cs.find(p, defs, &blk.Instrs[i])
			}
		}
	}
	return cs
}

// find notes what an instruction compares with constants.
func (cs comparisons) find(p *ir.Program, defs map[ir.Reg]*ir.Instr, in *ir.Instr) {
	switch {
	case in.Op == ir.ICmp && (in.Pred == ir.EQ || in.Pred == ir.NE):
		a, b := in.Args[0], in.Args[1]
		if a.IsConst() {
			a, b = b, a
		}
		if b.IsConst() {
			if k := &p.Consts[b.ConstIndex()]; k.Kind == ir.CInt && k.Wide == nil {
				cs.equals(p, defs, a, k.Bits)
			}
		}
	case in.Op == ir.Switch:
		for _, c := range in.Switch {
			if c.Wide == nil {
				cs.equals(p, defs, in.Args[0], c.Value)
			}
		}
	}
}

// equals notes that an operand is compared with a constant: it is what a load
// gives, perhaps widened.
func (cs comparisons) equals(p *ir.Program, defs map[ir.Reg]*ir.Instr, a ir.Operand, k uint64) {
	for !a.IsConst() {
		in := defs[ir.Reg(a)]
		switch {
		case in == nil:
			return
		case in.Op == ir.SExt || in.Op == ir.ZExt:
			a = in.Args[0]
			continue
		case in.Op == ir.Load:
			if ty := &p.Types[in.Type]; ty.Kind == ir.Int && ty.Bits <= 32 {
				cs[in] = append(cs[in], op.Signed(ty.Bits, k&op.Mask(ty.Bits)))
			}
		}
		return
	}
}

// wishCounts notes that the instruction at hand reads elements of an object, at
// some of these offsets, whose value is compared with constants.
func (x *run) wishCounts(o *object, offsets ...uint64) {
	b := x.b
	values := b.compared[x.in]
	if len(values) == 0 || o.readOnly || o.origin == memory.Heap || b.ofModel(o) {
		return
	}
	for _, off := range offsets {
		i, ok := o.lay.at[off]
		if !ok {
			continue
		}
		c := &o.lay.cells[i]
		if n := o.lay.members[c.group]; len(c.index) != 1 || n <= maxSeparate || n > maxCountedCells {
			continue
		}
		o.kinds.add(c.group, values...)
	}
}

// kinds are values of elements, by group.
type kinds map[int][]int64

func (k *kinds) add(g int, vs ...int64) {
	if *k == nil {
		*k = kinds{}
	}
	all := (*k)[g]
	for _, v := range vs {
		if !slices.Contains(all, v) && len(all) <= maxKinds {
			all = append(all, v)
		}
	}
	(*k)[g] = all
}

// wishStored notes that an element of an object is written, at one of these
// offsets, which is not known.
func (x *run) wishStored(o *object, w value, offsets []uint64) {
	var values []int64
	if k, ok := x.b.pool.Const(w.t); ok && w.id == term.None {
		values = []int64{op.Signed(x.b.pool.Width(w.t), k)}
	}
	last := -1
	for _, off := range offsets {
		if g := o.lay.cells[o.lay.at[off]].group; g != last {
			o.stored.add(g, values...)
			last = g
		}
	}
}

// recount gives an object the ghosts that are wished for. It reports whether any
// are new.
func (o *object) recount() bool {
	if o.lay == nil || len(o.kinds) == 0 {
		return false
	}
	l := o.lay.withoutCounts()
	for g := range l.members {
		if _, filled := o.stored[g]; !filled || len(o.kinds[g]) == 0 {
			continue
		}
		values := slices.Concat(o.kinds[g], o.stored[g])
		slices.Sort(values)
		values = slices.Compact(values)
		n := l.members[g]
		if len(values) > maxKinds || len(values)*(n+1) > maxCounts {
			continue
		}
		for _, v := range values {
			l.addCounts(g, v, n)
		}
	}
	if slices.Equal(l.counts, o.lay.counts) {
		return false
	}
	o.lay = l
	return true
}

// withoutCounts is a layout without its prefix counts.
func (l *layout) withoutCounts() *layout {
	c := *l
	if len(l.counts) > 0 {
		c.cells = l.cells[:l.counts[0].first]
		c.members = l.members[:len(l.members)-len(l.counts)]
	}
	c.cells, c.members, c.counts = slices.Clip(c.cells), slices.Clip(c.members), nil
	return &c
}

// addCounts adds the ghosts that count one value of a group of n elements.
func (l *layout) addCounts(g int, value int64, n int) {
	l.counts = append(l.counts, prefixCounts{g, value, len(l.cells)})
	for i := range n + 1 {
		l.cells = append(l.cells, cell{off: ghostOffset + uint64(len(l.cells)), size: countBits / 8, group: len(l.members), index: []int{i}, ghost: true,
			path: fmt.Sprintf(" #%d before %d", value, i), link: noLink})
	}
	l.members = append(l.members, n+1)
}

// isCount tells that a cell is a prefix count.
func (l *layout) isCount(i int) bool { return len(l.counts) > 0 && i >= l.counts[0].first }

// isCount tells that a variable of a cut is a prefix count.
func (b *builder) isCount(c *cut, v term.T) bool {
	k := c.slots[c.first[v]].key
	return k.frame == -1 && k.cell >= 0 && b.objects[k.obj].lay != nil && b.objects[k.obj].lay.isCount(int(k.cell))
}

// counted updates the ghosts after cell i of an object became w where hit holds;
// before are its cells before.
func (x *run) counted(o *object, st *objState, i int, w value, hit term.T, before []value) {
	p := x.b.pool
	for k := range o.lay.counts {
		c := &o.lay.counts[k]
		if o.lay.cells[i].group != c.group || w.isPointer() || w.absent() {
			continue
		}
		at := c.first + o.lay.cells[i].index[0]
		next := number(p.Add(before[at].t, p.BoolToBV(c.is(p, w), countBits)))
		st.cells[at+1] = x.b.choose(hit, next, st.cells[at+1])
	}
}
