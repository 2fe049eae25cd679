package layout

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/term"
)

// The ghosts of a part of smashed memory, in the order of their cells.
const (
	GhostWritten = iota
	GhostLast
	GhostSeen
	GhostSize // where the size is part of the state
)

// NewSmashed is the layout of smashed memory of a size with some fields and arrays; size 0: it is
// part of its state. Its parts are what lies between the fields, and the arrays that stand
// side by side. Each has ghosts of its own: how far one array is written says nothing of the
// next. Memory whose size is part of its state has one part, from the end of its leading
// fields on.
//
//	struct { long val[64]; int n; char op[64]; int m; } c;   // op starts a text, val is written up to n
func NewSmashed(ptrSize, size uint64, of Fields) *Layout {
	l := &Layout{At: map[uint64]int{}, Smashed: true}
	for _, c := range of.Cells {
		if last := len(l.spans) - 1; last >= 0 && c.Off-l.spans[last].To < c.Size {
			l.spans[last].To = c.Off + c.Size // what lies between is padding
		} else {
			l.spans = append(l.spans, Span{c.Off, c.Off + c.Size})
		}
	}
	l.divide(size, of.Arrays)
	for i, s := range l.Parts {
		names := []string{".written", ".last", ".seen", ".size"}
		if s.To > 0 {
			names = names[:GhostSize]
		}
		for _, name := range names {
			if i > 0 {
				name = FieldPath(s.From) + name
			}
			n := len(l.Cells)
			l.Cells = append(l.Cells, Cell{Off: GhostOffset + uint64(n), Size: ptrSize, Group: n, Path: name, Ghost: true, Link: NoLink})
		}
	}
	l.addFields(of.Cells)
	return l
}

// divide finds the parts: of what is in no field, where arrays stand in it one by one.
func (l *Layout) divide(size uint64, arrays []Span) {
	from := uint64(0)
	if len(l.spans) > 0 && l.spans[0].From == 0 {
		from = l.spans[0].To
	}
	if size == 0 {
		l.Parts = []Span{{from, 0}}
		return
	}
	ends := []uint64{size}
	for _, s := range slices.Concat(l.spans, arrays) {
		ends = append(ends, s.From)
	}
	slices.Sort(ends)
	for _, end := range ends {
		if end <= from {
			continue
		}
		if l.More = len(l.Parts) == budget.SmashedParts.N; l.More {
			break
		}
		l.Parts = append(l.Parts, Span{from, end})
		from = end
		if i := slices.IndexFunc(l.spans, func(s Span) bool { return s.From == end }); i >= 0 {
			from = l.spans[i].To
		}
	}
	if len(l.Parts) == 0 { // all is fields
		l.Parts = []Span{{from, from + 1}}
	}
}

// addFields gives smashed memory its fields, ascending and apart.
func (l *Layout) addFields(cells []Cell) {
	for _, c := range cells {
		c.Group, c.Index = len(l.Cells), nil
		l.At[c.Off] = len(l.Cells)
		l.Cells = append(l.Cells, c)
	}
	l.Count(len(l.Cells))
}

// Ghosts is how many of the first cells of smashed memory are ghosts.
func (l *Layout) Ghosts() int { return len(l.Cells) - len(l.At) }

// Tells lists the cells that tell one thing, one of Ghost…, of each part.
func (l *Layout) Tells(ghost int) (cells []int) {
	for i := range l.Parts {
		cells = append(cells, i*GhostSize+ghost)
	}
	return cells
}

// GhostsOf lists the cells of the ghosts of a part.
func (l *Layout) GhostsOf(part int) (cells []int) {
	n := GhostSize
	if l.Parts[part].To == 0 {
		n++
	}
	for k := range n {
		cells = append(cells, part*GhostSize+k)
	}
	return cells
}

// NameOf is what a part is called behind the name of its object.
func (l *Layout) NameOf(part int) string {
	if part == 0 {
		return ""
	}
	return FieldPath(l.Parts[part].From)
}

// InFields tells that an offset of pointer width lies in a field of smashed memory, or between two.
func (l *Layout) InFields(p *term.Pool, off term.T) term.T {
	in, w := term.False, p.Width(off)
	for _, s := range l.spans {
		in = p.Or(in, p.ULt(p.Sub(off, p.BV(w, s.From)), p.BV(w, s.To-s.From)))
	}
	return in
}

// HasFields tells that smashed memory has any.
func (l *Layout) HasFields() bool { return len(l.spans) > 0 }

// LastOutside is the offset of the last byte before an end that is in no field, as the only place
// of a 0 that is known where all is 0.
func (l *Layout) LastOutside(end uint64) uint64 {
	for _, s := range slices.Backward(l.spans) {
		if s.From < end && end <= s.To {
			end = s.From
		}
	}
	return end - 1
}

// Smash is what the ghosts of one part of an object or block say: where it begins and ends, and
// what they say of it. All are offsets of pointer width.
type Smash struct{ Size, Head, Written, Last, Seen term.T }

// Choose is f where a condition holds, and g elsewhere.
func (f Smash) Choose(p *term.Pool, cond term.T, g Smash) Smash {
	return Smash{Size: p.Ite(cond, f.Size, g.Size), Head: p.Ite(cond, f.Head, g.Head), Written: p.Ite(cond, f.Written, g.Written),
		Last: p.Ite(cond, f.Last, g.Last), Seen: p.Ite(cond, f.Seen, g.Seen)}
}

// from: an offset is one of the part's, at or behind another.
func (f Smash) from(p *term.Pool, off, z term.T) term.T {
	return p.And(p.ULe(off, z), p.ULt(z, f.Size))
}

// Nul is the offset of the first byte at or behind an offset that is known to be 0, none if there
// is none.
func (f Smash) Nul(p *term.Pool, off, none term.T) term.T {
	at := func(z term.T) term.T { return p.Ite(f.from(p, off, z), z, none) }
	last, seen := at(f.Last), at(f.Seen)
	return p.Ite(p.ULt(last, seen), last, seen)
}

// Text tells of the text at an offset: no byte of it up to its NUL, or to the end, was never
// written; there is a NUL.
func (f Smash) Text(p *term.Pool, off term.T) (written, ends term.T) {
	last, seen := f.from(p, off, f.Last), f.from(p, off, f.Seen)
	written = p.OrN(p.ULe(f.Size, f.Written), p.And(last, p.ULt(f.Last, f.Written)), p.And(seen, p.ULt(f.Seen, f.Written)))
	return p.And(p.ULe(f.Head, off), written), p.Or(last, seen)
}

// UpToEnd tells that no byte before the last one that was written and is 0 was never written, if
// there is one.
func (f Smash) UpToEnd(p *term.Pool) term.T {
	return p.Or(p.ULe(f.Size, f.Last), p.ULt(f.Last, f.Written))
}
