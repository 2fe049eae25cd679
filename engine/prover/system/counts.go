package system

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/layout"
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

// Limits of prefix counts.
const (
	CountBits = 8
)

// comparisons are the loads of a program whose value is compared with constants
// for equality, and these, as signed numbers.
type comparisons map[*ir.Instr][]int64

// ComparisonsOf finds the comparisons of a program.
func ComparisonsOf(p *ir.Program) comparisons {
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
func (x *run) wishCounts(o *Object, offsets ...uint64) {
	b := x.Sys
	values := b.compared[x.in]
	if len(values) == 0 || o.ReadOnly || o.Origin == memory.Heap || b.ofModel(o) {
		return
	}
	for _, off := range offsets {
		i, ok := o.Layout.At[off]
		if !ok {
			continue
		}
		c := &o.Layout.Cells[i]
		if n := o.Layout.Members[c.Group]; len(c.Index) != 1 || n <= budget.SeparateElements.N || n > budget.CountedCells.N {
			continue
		}
		o.Kinds.Add(c.Group, values...)
	}
}

// kinds are values of elements, by group.
type kinds map[int][]int64

func (k *kinds) Add(g int, vs ...int64) {
	if *k == nil {
		*k = kinds{}
	}
	all := (*k)[g]
	for _, v := range vs {
		if !slices.Contains(all, v) && len(all) <= budget.CountedKinds.N {
			all = append(all, v)
		}
	}
	(*k)[g] = all
}

// wishStored notes that an element of an object is written, at one of these
// offsets, which is not known.
func (x *run) wishStored(o *Object, w Value, offsets []uint64) {
	var values []int64
	if k, ok := x.Sys.Pool.Const(w.Term); ok && w.ID == term.None {
		values = []int64{op.Signed(x.Sys.Pool.Width(w.Term), k)}
	}
	last := -1
	for _, off := range offsets {
		if g := o.Layout.Cells[o.Layout.At[off]].Group; g != last {
			o.Stored.Add(g, values...)
			last = g
		}
	}
}

// Recount gives an object the ghosts that are wished for. It reports whether any
// are new.
func (o *Object) Recount() bool {
	if o.Layout == nil || len(o.Kinds) == 0 {
		return false
	}
	l := withoutCounts(o.Layout)
	for g := range l.Members {
		if _, filled := o.Stored[g]; !filled || len(o.Kinds[g]) == 0 {
			continue
		}
		values := slices.Concat(o.Kinds[g], o.Stored[g])
		slices.Sort(values)
		values = slices.Compact(values)
		n := l.Members[g]
		if len(values) > budget.CountedKinds.N || len(values)*(n+1) > budget.PrefixCounts.N {
			continue
		}
		for _, v := range values {
			addCounts(l, g, v, n)
		}
	}
	if slices.Equal(l.Counts, o.Layout.Counts) {
		return false
	}
	o.Layout = l
	return true
}

// withoutCounts is a layout without its prefix counts.
func withoutCounts(l *layout.Layout) *layout.Layout {
	c := *l
	if len(l.Counts) > 0 {
		c.Cells = l.Cells[:l.Counts[0].First]
		c.Members = l.Members[:len(l.Members)-len(l.Counts)]
	}
	c.Cells, c.Members, c.Counts = slices.Clip(c.Cells), slices.Clip(c.Members), nil
	return &c
}

// addCounts adds the ghosts that count one value of a group of n elements.
func addCounts(l *layout.Layout, g int, value int64, n int) {
	l.Counts = append(l.Counts, layout.PrefixCounts{Group: g, Value: value, First: len(l.Cells)})
	for i := range n + 1 {
		l.Cells = append(l.Cells, layout.Cell{Off: layout.GhostOffset + uint64(len(l.Cells)), Size: CountBits / 8, Group: len(l.Members), Index: []int{i}, Ghost: true,
			Path: fmt.Sprintf(" #%d before %d", value, i), Link: layout.NoLink})
	}
	l.Members = append(l.Members, n+1)
}

// isCount tells that a cell is a prefix count.
func isCount(l *layout.Layout, i int) bool { return len(l.Counts) > 0 && i >= l.Counts[0].First }

// IsCount tells that a variable of a cutpoint is a prefix count.
func (b *objects) IsCount(c *Cutpoint, v term.T) bool {
	k := c.Slots[c.First[v]].Key
	return k.Frame == -1 && k.Cell >= 0 && b.Objects[k.Obj].Layout != nil && isCount(b.Objects[k.Obj].Layout, int(k.Cell))
}

// counted updates the ghosts after cell i of an object became w where hit holds;
// before are its cells before.
func (x *run) counted(o *Object, st *ObjState, i int, w Value, hit term.T, before []Value) {
	p := x.Sys.Pool
	for k := range o.Layout.Counts {
		c := &o.Layout.Counts[k]
		if o.Layout.Cells[i].Group != c.Group || w.IsPointer() || w.Absent() {
			continue
		}
		at := c.First + o.Layout.Cells[i].Index[0]
		next := number(p.Add(before[at].Term, p.BoolToBV(c.Is(p, w.Term), CountBits)))
		st.Cells[at+1] = x.Sys.choose(hit, next, st.Cells[at+1])
	}
}
