package memory

import (
	"github.com/assay-dev/assay/engine/term"
)

const (
	chunkBits = 5
	chunkSize = 1 << chunkBits
)

// chunk holds the objects of chunkSize consecutive ids.
type chunk struct {
	epoch uint64
	objs  [chunkSize]*Object
}

// Arena is what all the spaces of one search share: the terms and the source
// of copy-on-write epochs.
type Arena struct {
	Pool    *term.Pool
	PtrBits int
	epoch   uint64
	bytes   int64
	homes   map[term.T]home // of the variables for unwritten bytes
}

// NewArena makes the arena of a search.
func NewArena(p *term.Pool, ptrBits int) *Arena {
	return &Arena{Pool: p, PtrBits: ptrBits, homes: map[term.T]home{}}
}

// Bytes estimates the memory of what stays until the arena goes, beside the
// terms: objects and their pages go with the last space that has them.
func (a *Arena) Bytes() int64 { return a.bytes }

// Space is the memory of one state: objects by id, copied on write, so that
// forking a state costs the list of chunks.
type Space struct {
	*Arena
	epoch  uint64
	chunks []*chunk
	next   ObjID
	clock  uint32
	based  []ObjID // objects whose Base exists, in order of making
	// Pending are facts about address variables that a state must assume
	// before it goes on; the executor drains it after each operation.
	Pending []term.T
}

// NewSpace makes an empty memory.
func NewSpace(a *Arena) *Space {
	s := &Space{Arena: a, next: 1, clock: 1}
	s.renew()
	return s
}

func (s *Space) renew() {
	s.Arena.epoch++
	s.epoch = s.Arena.epoch
}

// Fork returns an independent copy; both sides copy on write from now on.
func (s *Space) Fork() *Space {
	f := *s
	f.chunks = append([]*chunk(nil), s.chunks...)
	f.based = s.based[:len(s.based):len(s.based)]
	f.Pending = nil
	f.renew()
	s.renew()
	return &f
}

// Len is the number of ids given out; ids run from 1 to Len.
func (s *Space) Len() int { return int(s.next) - 1 }

// Get returns an object for reading.
func (s *Space) Get(id ObjID) *Object {
	return s.chunks[id>>chunkBits].objs[id&(chunkSize-1)]
}

// Own returns an object for changing its description (not its bytes).
func (s *Space) Own(id ObjID) *Object {
	c := s.chunks[id>>chunkBits]
	if c.epoch != s.epoch {
		d := *c
		d.epoch = s.epoch
		c = &d
		s.chunks[id>>chunkBits] = c
	}
	o := c.objs[id&(chunkSize-1)]
	if o.epoch != s.epoch {
		d := *o
		d.epoch = s.epoch
		d.pages = append([]*page(nil), o.pages...)
		o = &d
		c.objs[id&(chunkSize-1)] = o
	}
	return o
}

// New adds an object; o.Size, Origin, Align and the naming fields are the
// caller's. Its bytes are unwritten, or zero if zero is set.
func (s *Space) New(o Object, zero bool) ObjID {
	id := s.next
	s.next++
	ci := int(id >> chunkBits)
	if ci == len(s.chunks) {
		s.chunks = append(s.chunks, &chunk{epoch: s.epoch})
	}
	c := s.chunks[ci]
	if c.epoch != s.epoch {
		d := *c
		d.epoch = s.epoch
		c = &d
		s.chunks[ci] = c
	}
	s.clock++
	o.epoch, o.zero, o.Born, o.Died, o.Dead = s.epoch, zero, s.clock, 0, false
	o.Base, o.arr, o.written = term.None, term.None, term.None
	o.FreedIf, o.loosed = term.None, 0
	o.pages = nil
	c.objs[id&(chunkSize-1)] = &o
	return id
}

// MaxObject is the largest object that is modelled byte by byte; larger ones
// exist, but only their first MaxObject bytes may be touched.
const MaxObject = 1 << 28

// Begin restarts the life of an object that was not used yet: its slot was made
// before, and what died in between may have lain at its address.
func (s *Space) Begin(id ObjID) {
	s.Renew(id)
	s.Own(id).Begun = true
}

// Renew lets the life of an object begin now. Its address was not looked at yet.
func (s *Space) Renew(id ObjID) {
	s.clock++
	s.Own(id).Born = s.clock
}

// Adopt makes an object of unknown origin one of the heap.
func (s *Space) Adopt(id ObjID) { s.Own(id).Origin = Heap }

// Kill ends an object's lifetime. Its bytes are gone.
func (s *Space) Kill(id ObjID) {
	o := s.Own(id)
	s.clock++
	o.Dead, o.Died = true, s.clock
	o.pages, o.arr, o.written = nil, term.None, term.None
}

// MayDie notes that an object's life may have ended under one more condition.
func (s *Space) MayDie(id ObjID, freed term.T) {
	o := s.Own(id)
	if o.FreedIf == term.None {
		s.clock++
		o.FreedIf, o.loosed = term.False, s.clock
	}
	o.FreedIf = s.Pool.Or(o.FreedIf, freed)
}

// page returns page i for reading; nil when nothing was stored there.
func (o *Object) page(i int) *page {
	if i < len(o.pages) {
		return o.pages[i]
	}
	return nil
}

// writable returns page i of an owned object, ready to be changed.
func (s *Space) writable(o *Object, i int) *page {
	for len(o.pages) <= i {
		o.pages = append(o.pages, nil)
	}
	p := o.pages[i]
	switch {
	case p == nil:
		p = newPage(pageLen(o.Size, i), s.epoch, o.zero)
	case p.epoch == s.epoch:
		return p
	default:
		p = p.clone(s.epoch)
	}
	o.pages[i] = p
	return p
}

// Touched reports whether anything was ever stored in, or read from, an
// object.
func (s *Space) Touched(id ObjID) bool {
	o := s.Get(id)
	return len(o.pages) > 0 || o.arr != term.None || o.Base != term.None
}
