package system

import (
	"fmt"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
)

// cell is a scalar part of an object.
type cell struct {
	Off  uint64
	Size uint64
	// group numbers the cells that differ only in array indices, index holds
	// those indices, outermost first.
	Group int
	Index []int
	Path  string // ".field[2]", for people
	Ghost bool   // no memory: a rank (rank.go) of the cell link or, where that is noLink, a prefix count (counts.go) or one of smashed memory (smashed.go)
	Link  int
}

// layout is how an object is divided into cells, ascending and apart.
type layout struct {
	Cells   []cell
	at      map[uint64]int // cell by offset
	Members []int          // cells by group
	Counts  []PrefixCounts // ghosts, behind all other cells
	smashed bool           // the first are ghosts that say of its bytes (smashed.go), the others fields (fields.go)
	spans   []span         // smashed: where the fields are
	head    uint64         // smashed: where the leading fields end
}

// layouter flattens a type.
type layouter struct {
	p      *ir.Program
	l      *layout
	groups map[string]int
	most   int // cells
	full   bool
	scalar bool // what stands in an array is left out
}

// newLayout divides an object of n elements of a type; nil if it would have
// more cells than there may be most.
func newLayout(p *ir.Program, t ir.TypeID, n uint64, most int) *layout {
	w := &layouter{p: p, most: most, l: &layout{at: map[uint64]int{}}, groups: map[string]int{}}
	if n == 1 {
		w.add(t, 0, "", "", nil)
	} else {
		w.repeat(t, n, 0, "", "", nil)
	}
	if w.full {
		return nil
	}
	w.l.count(len(w.groups))
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
		w.l.at[off] = len(w.l.Cells)
		w.l.Cells = append(w.l.Cells, cell{Off: off, Size: ty.Store, Group: g, Index: index, Path: path})
	default:
		w.full = true
	}
}

func (w *layouter) repeat(elem ir.TypeID, n, off uint64, path, key string, index []int) {
	if w.scalar && n > 1 {
		return
	}
	for i := uint64(0); i < n && !w.full; i++ {
		own := append(index[:len(index):len(index)], int(i))
		w.add(elem, off+i*w.p.Types[elem].Size, fmt.Sprintf("%s[%d]", path, i), key+"[]", own)
	}
}

// Words is a layout of cells of one size, for memory without a type.
func Words(size, n uint64) *layout {
	l := &layout{at: map[uint64]int{}}
	for i := uint64(0); i < n; i++ {
		l.at[i*size] = len(l.Cells)
		l.Cells = append(l.Cells, cell{Off: i * size, Size: size, Index: []int{int(i)}, Path: fmt.Sprintf("[%d]", i)})
	}
	l.count(1)
	return l
}

// fieldPath names a part of memory without a type.
func fieldPath(off uint64) string { return fmt.Sprintf("+%d", off) }

// Groups is how many groups of cells are memory and no prefix counts.
func (l *layout) Groups() int { return len(l.Members) - len(l.Counts) }

// count counts the cells of each group.
func (l *layout) count(groups int) {
	l.Members = make([]int, groups)
	for i := range l.Cells {
		l.Members[l.Cells[i].Group]++
	}
}

// Shared: a cell is an element of an array, whose elements share their facts.
func (l *layout) Shared(cell int) bool {
	return l.Members[l.Cells[cell].Group] > budget.SeparateElements.N
}
