package layout

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Cell is a scalar part of an object.
type Cell struct {
	Off  uint64
	Size uint64
	// Group numbers the cells that differ only in array indices, Index holds
	// those indices, outermost first.
	Group int
	Index []int
	Path  string // ".field[2]", for people
	Ghost bool   // no memory: a rank of the cell Link or, where that is NoLink, a prefix count, a timestamp or one of smashed memory
	Link  int
}

// Layout is how an object is divided into cells, ascending and apart.
type Layout struct {
	Cells   []Cell
	At      map[uint64]int // cell by offset
	Members []int          // cells by group
	Counts  []PrefixCounts // ghosts, behind all other cells
	Smashed bool           // the first are ghosts that say of its bytes, the others fields (smashed.go)
	spans   []Span         // smashed: where the fields are
	Parts   []Span         // smashed: what lies between, each with ghosts of its own
	More    bool           // smashed: there are more of them
}

// layouter flattens a type.
type layouter struct {
	p      *ir.Program
	l      *Layout
	groups map[string]int
	most   int // cells
	full   bool
	scalar bool   // what stands in an array is left out
	arrays []Span // which are left out
}

// New divides an object of n elements of a type; nil if it would have
// more cells than there may be most.
func New(p *ir.Program, t ir.TypeID, n uint64, most int) *Layout {
	w := &layouter{p: p, most: most, l: &Layout{At: map[uint64]int{}}, groups: map[string]int{}}
	if n == 1 {
		w.add(t, 0, "", "", nil)
	} else {
		w.repeat(t, n, 0, "", "", nil)
	}
	if w.full {
		return nil
	}
	w.l.Count(len(w.groups))
	return w.l
}

// add appends the cells of a type at an offset. key names the cells without
// their indices.
func (w *layouter) add(t ir.TypeID, off uint64, path, key string, index []int) {
	ty := &w.p.Types[t]
	switch ty.Kind {
	case ir.Struct:
		for i, f := range ty.Fields {
			w.add(f.Type, off+f.Offset, fmt.Sprintf("%s.%d", path, i), fmt.Sprintf("%s.%d", key, i), index)
		}
	case ir.Array, ir.Vector:
		w.repeat(ty.Elem, ty.Len, off, path, key, index)
	case ir.Int, ir.Ptr, ir.Float:
		if w.full || len(w.l.Cells) >= w.most {
			w.full = true
			return
		}
		g, ok := w.groups[key]
		if !ok {
			g = len(w.groups)
			w.groups[key] = g
		}
		w.l.At[off] = len(w.l.Cells)
		w.l.Cells = append(w.l.Cells, Cell{Off: off, Size: ty.Store, Group: g, Index: index, Path: path})
	default:
		w.full = true
	}
}

func (w *layouter) repeat(elem ir.TypeID, n, off uint64, path, key string, index []int) {
	if w.scalar && n > 1 {
		w.arrays = append(w.arrays, Span{off, off + n*w.p.Types[elem].Size})
		return
	}
	for i := uint64(0); i < n && !w.full; i++ {
		own := append(index[:len(index):len(index)], int(i))
		w.add(elem, off+i*w.p.Types[elem].Size, fmt.Sprintf("%s[%d]", path, i), key+"[]", own)
	}
}

// Words is a layout of cells of one size, for memory without a type.
func Words(size, n uint64) *Layout {
	l := &Layout{At: map[uint64]int{}}
	for i := uint64(0); i < n; i++ {
		l.At[i*size] = len(l.Cells)
		l.Cells = append(l.Cells, Cell{Off: i * size, Size: size, Index: []int{int(i)}, Path: fmt.Sprintf("[%d]", i)})
	}
	l.Count(1)
	return l
}

// FieldPath names a part of memory without a type.
func FieldPath(off uint64) string { return fmt.Sprintf("+%d", off) }

// Groups is how many groups of cells are memory and no prefix counts.
func (l *Layout) Groups() int { return len(l.Members) - len(l.Counts) }

// Count counts the cells of each group.
func (l *Layout) Count(groups int) {
	l.Members = make([]int, groups)
	for i := range l.Cells {
		l.Members[l.Cells[i].Group]++
	}
}

// Shared: a cell is an element of an array, whose elements share their facts.
func (l *Layout) Shared(cell int) bool {
	return l.Members[l.Cells[cell].Group] > budget.SeparateElements.N
}

// GhostOffset is where the ghosts of a block lie: outside of every block.
const GhostOffset = 1 << 40

// NoLink is the link of a ghost that is no rank.
const NoLink = -1

// PrefixCounts are the ghosts that count the elements of a group with one value, before each
// index.
type PrefixCounts struct {
	Group int
	Value int64
	First int // the ghost for index 0; that for index i is i behind it
}

// Is tells that an element has the value.
func (c *PrefixCounts) Is(p *term.Pool, element term.T) term.T {
	w := p.Width(element)
	return p.Eq(element, p.BV(w, uint64(c.Value)&op.Mask(w)))
}

// Span is a part of an object, from a byte to before another.
type Span struct{ From, To uint64 }

// Fields are the scalars of a type that stand in no array, as cells, and its arrays.
type Fields struct {
	Cells  []Cell
	Arrays []Span
}

// FieldsOf are those of a type; none if there are more than may have cells.
func FieldsOf(p *ir.Program, t ir.TypeID) Fields {
	w := &layouter{p: p, l: &Layout{At: map[uint64]int{}}, groups: map[string]int{}, scalar: true, most: budget.ConstantCells.N}
	w.add(t, 0, "", "", nil)
	if w.full || len(w.l.Cells) > budget.SmashedFields.N {
		return Fields{}
	}
	return Fields{w.l.Cells, w.arrays}
}
