package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// smash reads the ghosts of a part of smashed memory (layout.NewSmashed) from the state of an
// object, or a view of one block. Where one is not known on every path, they say nothing.
func (b *objects) smash(o *Object, st *ObjState, part int) layout.Smash {
	s, none, at := o.Layout.Parts[part], b.NoOffset(), part*layout.GhostSize
	head := b.Size(s.From)
	if slices.ContainsFunc(st.Cells[:o.Layout.Ghosts()], Value.Absent) {
		return layout.Smash{Size: none, Head: head, Written: head, Last: none, Seen: none}
	}
	f := layout.Smash{Size: b.Size(s.To), Head: head, Written: st.Cells[at+layout.GhostWritten].Term,
		Last: b.noField(o, st.Cells[at+layout.GhostLast].Term), Seen: b.noField(o, st.Cells[at+layout.GhostSeen].Term)}
	if o.Sized {
		f.Size = st.Cells[layout.GhostSize].Term
	}
	return f
}

// smashOf is what the ghosts say of the part in which an offset is.
func (b *objects) smashOf(o *Object, st *ObjState, off term.T) layout.Smash {
	last := len(o.Layout.Parts) - 1
	f := b.smash(o, st, last)
	for i := last - 1; i >= 0; i-- {
		before := b.Pool.ULt(off, b.Size(o.Layout.Parts[i+1].From))
		f = b.smash(o, st, i).Choose(b.Pool, before, f)
	}
	return f
}

// SmashAt reads the ghosts of the part of the object, or of the block of it, that v names.
func (b *objects) SmashAt(s *State, o *Object, v Value) layout.Smash {
	return b.smashOf(o, b.view(o, s.Obj(o.ID), v), v.Term)
}

// writtenFrom is before which offset all is initialised, from an offset on. Where a part is, and
// the fields behind it are, it is told by the next.
func (b *objects) writtenFrom(o *Object, st *ObjState, off term.T) term.T {
	p, parts := b.Pool, o.Layout.Parts
	if o.Sized || len(parts) == 1 && !o.Layout.HasFields() {
		return b.smash(o, st, 0).Written
	}
	var chosen, next term.T
	for i := range slices.Backward(parts) {
		end, through := o.Size, p.Bool(!o.Layout.More)
		if i < len(parts)-1 {
			end, through = parts[i+1].From, term.True
		} else {
			next = b.Size(end)
		}
		through = p.And(through, b.writtenFields(o, st, parts[i].To, end))
		f := b.smash(o, st, i)
		next = p.Ite(p.ULe(f.Size, f.Written), p.Ite(through, next, f.Size), f.Written)
		if chosen = next; i < len(parts)-1 {
			chosen = p.Ite(p.ULt(off, b.Size(end)), next, chosen)
		}
	}
	return chosen
}

// writtenFields tells that all bytes from one to before another are those of fields that are
// initialised: padding is none.
func (b *objects) writtenFields(o *Object, st *ObjState, from, to uint64) term.T {
	all := term.True
	for k, c := range o.Layout.Cells {
		if !c.Ghost && from == c.Off && c.Off < to {
			all = b.Pool.AndN(all, b.Pool.Bool(!st.Cells[k].Absent()), b.Pool.Not(st.Cells[k].Uninit))
			from += c.Size
		}
	}
	return b.Pool.And(all, b.Pool.Bool(from == to))
}

// initialisedAt tells that n bytes from an offset on are, in a part or in a field.
func (b *objects) initialisedAt(o *Object, st *ObjState, off term.T, n uint64) term.T {
	p := b.Pool
	all := b.Initialised(b.smashOf(o, st, off), off, b.Size(n))
	for k, c := range o.Layout.Cells {
		if !c.Ghost && n <= c.Size && !o.Sized && !st.Cells[k].Absent() {
			all = p.Or(all, p.And(p.ULe(p.Sub(off, b.Size(c.Off)), b.Size(c.Size-n)), p.Not(st.Cells[k].Uninit)))
		}
	}
	return all
}

// Part is a part of smashed memory.
type Part struct {
	From uint64
	Name string
	layout.Smash
	Ghosts []int // the cells of its ghosts
}

// Parts are what the ghosts of all parts say of the object, or of the block of it that v names.
func (b *objects) Parts(s *State, o *Object, v Value, name string) (all []Part) {
	st := b.view(o, s.Obj(o.ID), v)
	for i, at := range o.Layout.Parts {
		all = append(all, Part{at.From, name + o.Layout.NameOf(i), b.smash(o, st, i), o.Layout.GhostsOf(i)})
	}
	return all
}

// setPart writes the ghosts of a part but for the size.
func (st *ObjState) setPart(part int, f layout.Smash) {
	at := part * layout.GhostSize
	st.Cells[at+layout.GhostWritten], st.Cells[at+layout.GhostLast], st.Cells[at+layout.GhostSeen] = number(f.Written), number(f.Last), number(f.Seen)
}

// setParts writes the ghosts of all parts.
func (st *ObjState) setParts(parts []layout.Smash) {
	for i, f := range parts {
		st.setPart(i, f)
	}
}

// see notes where the byte at an offset is 0.
func (b *objects) see(o *Object, st *ObjState, at, zero term.T) {
	for i, s := range o.Layout.Parts {
		f, within := b.smash(o, st, i), zero
		if len(o.Layout.Parts) > 1 {
			within = b.Pool.And(zero, b.Pool.ULt(b.Pool.Sub(at, b.Size(s.From)), b.Size(s.To-s.From)))
		}
		st.Cells[i*layout.GhostSize+layout.GhostSeen] = number(b.Pool.Ite(within, at, f.Seen))
	}
}
