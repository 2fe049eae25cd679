package memory

import (
	"errors"

	"github.com/assay-dev/assay/engine/term"
)

// Window says where a symbolic offset can lie: Lo, Lo+Stride, …, ≤ Hi.
type Window struct {
	Lo, Hi, Stride uint64
}

// Count is the number of offsets in the window.
func (w Window) Count() uint64 { return (w.Hi-w.Lo)/w.Stride + 1 }

// maxCells is the number of positions up to which a symbolic access is
// expanded position by position; beyond it the object becomes an array term.
const maxCells = 1024

// Alt is one of the results of a load through a symbolic offset: Value under
// the condition that If holds.
type Alt struct {
	If        term.T
	Value     Value
	Unwritten term.T
	Offsets   []uint64 // where it lies; nil when it is the only alternative
}

// ErrTooMany is returned when pointers are stored under more offsets than are
// worth telling apart.
var ErrTooMany = errors.New("pointers stored at too many possible offsets")

// LoadSymbolic reads n bytes at a symbolic offset that lies in the window,
// which lies inside the object. Integers come back as one alternative;
// pointers as one per distinct address, with conditions that exclude each
// other.
func (s *Space) LoadSymbolic(id ObjID, off term.T, w Window, n int) ([]Alt, error) {
	o := s.Get(id)
	if o.arr == term.None && w.Count() > maxCells && !s.allKnown(o, w, n) {
		s.toArray(id)
		o = s.Get(id)
	}
	if o.arr != term.None {
		v, u := s.loadArray(o, off, n)
		return []Alt{{If: term.True, Value: v, Unwritten: u}}, nil
	}
	if t, ok := s.loadTable(o, off, w, n); ok {
		return []Alt{{If: term.True, Value: Term(s.Pool, t), Unwritten: term.False}}, nil
	}
	vals := make([]Value, w.Count())
	unwr := make([]term.T, len(vals))
	pointers := false
	for k := range vals {
		vals[k], unwr[k] = s.Load(id, w.Lo+uint64(k)*w.Stride, n)
		pointers = pointers || vals[k].Kind == Ptr && !vals[k].IsNull()
	}
	if pointers {
		return s.loadPointers(off, w, vals, unwr)
	}
	ts := make([]term.T, len(vals))
	for k, v := range vals {
		ts[k] = s.IntTerm(v, 8*n)
	}
	return []Alt{{If: term.True, Value: Term(s.Pool, s.choose(off, w, ts)), Unwritten: s.choose(off, w, unwr)}}, nil
}

// choose is the balanced selection of ts[k] at offset Lo + k·Stride.
func (s *Space) choose(off term.T, w Window, ts []term.T) term.T {
	if len(ts) == 1 {
		return ts[0]
	}
	same := true
	for _, t := range ts[1:] {
		same = same && t == ts[0]
	}
	if same {
		return ts[0]
	}
	m := len(ts) / 2
	left, right := w, w
	right.Lo += uint64(m) * w.Stride
	left.Hi = right.Lo - w.Stride
	cut := s.Pool.ULt(off, s.Pool.BV(s.PtrBits, right.Lo))
	return s.Pool.Ite(cut, s.choose(off, left, ts[:m]), s.choose(off, right, ts[m:]))
}

// loadPointers groups equal values and gives each group its condition.
func (s *Space) loadPointers(off term.T, w Window, vals []Value, unwr []term.T) ([]Alt, error) {
	var alts []Alt
	for k, v := range vals {
		here := s.Pool.Eq(off, s.Pool.BV(s.PtrBits, w.Lo+uint64(k)*w.Stride))
		found := false
		for i := range alts {
			if alts[i].Value.Same(v) && alts[i].Unwritten == unwr[k] {
				alts[i].If = s.Pool.Or(alts[i].If, here)
				alts[i].Offsets = append(alts[i].Offsets, w.Lo+uint64(k)*w.Stride)
				found = true
				break
			}
		}
		if !found {
			if len(alts) == 256 {
				return nil, ErrTooMany
			}
			alts = append(alts, Alt{here, v, unwr[k], []uint64{w.Lo + uint64(k)*w.Stride}})
		}
	}
	return alts, nil
}

func (s *Space) allKnown(o *Object, w Window, n int) bool {
	for k := w.Lo; k < w.Hi+uint64(n); k++ {
		if st, _, _ := o.peek(k); st != known {
			return false
		}
	}
	return true
}

// loadTable reads known bytes as a look-up in a constant table.
func (s *Space) loadTable(o *Object, off term.T, w Window, n int) (term.T, bool) {
	if n > 8 || w.Count() < 4 || w.Count() > 1<<20 || !s.allKnown(o, w, n) {
		return 0, false
	}
	vals := make([]uint64, w.Count())
	for k := range vals {
		for b := range n {
			_, d, _ := o.peek(w.Lo + uint64(k)*w.Stride + uint64(b))
			vals[k] |= uint64(d) << (8 * b)
		}
	}
	p := s.Pool
	i := p.UDiv(p.Sub(off, p.BV(s.PtrBits, w.Lo)), p.BV(s.PtrBits, w.Stride))
	return p.Select(p.Table(s.PtrBits, 8*n, vals), i), true
}

// StoreSymbolic writes n bytes at a symbolic offset that lies in the window.
// It fails with ErrTooMany when addresses are involved: the caller then has
// to tell the offsets apart.
func (s *Space) StoreSymbolic(id ObjID, off term.T, w Window, n int, v Value) error {
	if v.Kind == Ptr && !v.IsNull() || v.Kind == Raw {
		return ErrTooMany
	}
	o := s.Get(id)
	if o.arr == term.None && w.Count()*uint64(n) > maxCells {
		s.toArray(id)
		o = s.Get(id)
	}
	if o.arr != term.None {
		s.storeArray(s.Own(id), off, n, v)
		return nil
	}
	if w.Stride < uint64(n) {
		return s.storeOverlapping(id, off, w, n, v)
	}
	nv := s.IntTerm(v, 8*n)
	if s.Pool.Width(nv) == 0 {
		nv = s.Pool.BoolToBV(nv, 8*n)
	}
	nv = s.Pool.ZExt(nv, 8*n)
	for k := range w.Count() {
		pos := w.Lo + k*w.Stride
		old, _ := s.Load(id, pos, n)
		if old.Kind == Ptr && !old.IsNull() {
			return ErrTooMany
		}
		here := s.Pool.Eq(off, s.Pool.BV(s.PtrBits, pos))
		merged := &stored{Value{T: s.Pool.Ite(here, nv, s.IntTerm(old, 8*n))}, n}
		for b := range n {
			_, u := s.byteAt(id, pos+uint64(b))
			if u == term.None {
				u = term.False
			}
			s.setCell(id, pos+uint64(b), cell{v: merged, i: uint16(b), unwritten: s.stillUnwritten(u, here)})
		}
	}
	return nil
}

// storeOverlapping is StoreSymbolic byte by byte, for positions closer than n.
func (s *Space) storeOverlapping(id ObjID, off term.T, w Window, n int, v Value) error {
	p := s.Pool
	nv := p.ZExt(s.IntTerm(v, 8*n), 8*n)
	for a := w.Lo; a < w.Hi+uint64(n); a++ {
		b, u := s.byteAt(id, a)
		if u == term.None {
			u = term.False
		}
		for j := range uint64(n) {
			if a < j || a-j < w.Lo || a-j > w.Hi {
				continue
			}
			here := p.Eq(off, p.BV(s.PtrBits, a-j))
			b = p.Ite(here, p.Extract(nv, int(8*j), 8), b)
			u = p.And(u, p.Not(here))
		}
		s.storeCells(id, a, &stored{Value{T: b}, 1}, s.stillUnwritten(u, term.False))
	}
	return nil
}

func (s *Space) stillUnwritten(u, here term.T) term.T {
	u = s.Pool.And(u, s.Pool.Not(here))
	if u == term.False {
		return term.None
	}
	return u
}

// toArray turns an object's contents into array terms: unwritten bytes are
// reads of a fresh array, which is exactly "an arbitrary constant per byte".
func (s *Space) toArray(id ObjID) {
	o := s.Own(id)
	p, w := s.Pool, s.PtrBits
	o.arr = p.ArrayVar(w, 8, o.Name)
	s.settleIn(o.arr, id, 0)
	o.written = p.ConstArray(w, p.BV(1, 0))
	if o.zero {
		o.arr = p.ConstArray(w, p.BV(8, 0))
		o.written = p.ConstArray(w, p.BV(1, 1))
	}
	for i, pg := range o.pages {
		if pg == nil {
			continue
		}
		for k, st := range pg.st {
			if st == unwritten {
				continue
			}
			at := p.BV(w, uint64(i*pageSize+k))
			b, u := p.BV(8, uint64(pg.data[k])), term.None
			if st == symbolic {
				b, u = s.cellByte(pg.cells[k]), pg.cells[k].unwritten
			}
			o.arr = p.Store(o.arr, at, b)
			wr := p.BV(1, 1)
			if u != term.None {
				wr = p.BoolToBV(p.Not(u), 1)
			}
			o.written = p.Store(o.written, at, wr)
		}
	}
	o.pages = nil
}

func (s *Space) loadArray(o *Object, off term.T, n int) (Value, term.T) {
	p := s.Pool
	var t term.T
	u := term.False
	for k := n - 1; k >= 0; k-- {
		at := p.Add(off, p.BV(s.PtrBits, uint64(k)))
		b := p.Select(o.arr, at)
		if t == term.None {
			t = b
		} else {
			t = p.Concat(t, b)
		}
		u = p.Or(u, p.Eq(p.Select(o.written, at), p.BV(1, 0)))
	}
	return Term(p, t), u
}

func (s *Space) storeArray(o *Object, off term.T, n int, v Value) {
	p := s.Pool
	t := s.IntTerm(v, 8*n)
	if p.Width(t) == 0 {
		t = p.BoolToBV(t, 8*n)
	}
	t = p.ZExt(t, 8*n)
	for k := range n {
		at := p.Add(off, p.BV(s.PtrBits, uint64(k)))
		o.arr = p.Store(o.arr, at, p.Extract(t, 8*k, 8))
		o.written = p.Store(o.written, at, p.BV(1, 1))
	}
}

// copyArray moves bytes where one side is an array, their unwritten marks
// included.
func (s *Space) copyArray(dst ObjID, doff uint64, src ObjID, soff, n uint64) {
	type b struct{ v, u term.T }
	tmp := make([]b, n)
	for k := range n {
		v, u := s.Load(src, soff+k, 1)
		tmp[k] = b{s.IntTerm(v, 8), u}
	}
	for k := range n {
		s.storeByte(dst, doff+k, tmp[k].v, tmp[k].u)
	}
}

// storeByte writes a byte that is unwritten under a condition.
func (s *Space) storeByte(id ObjID, off uint64, b, u term.T) {
	o := s.Own(id)
	if o.arr == term.None {
		s.storeCells(id, off, &stored{Value{T: b}, 1}, s.stillUnwritten(u, term.False))
		return
	}
	p := s.Pool
	at := p.BV(s.PtrBits, off)
	o.arr = p.Store(o.arr, at, b)
	o.written = p.Store(o.written, at, p.BoolToBV(p.Not(u), 1))
}

// CopyGuarded moves the first n of at most limit bytes, n symbolic. It fails
// with ErrTooMany when addresses are among them.
func (s *Space) CopyGuarded(dst ObjID, doff uint64, src ObjID, soff uint64, n term.T, limit uint64) error {
	type b struct{ v, u term.T }
	tmp := make([]b, limit)
	for k := range limit {
		if s.holdsPointer(src, soff+k) || s.holdsPointer(dst, doff+k) {
			return ErrTooMany
		}
		v, u := s.Load(src, soff+k, 1)
		tmp[k] = b{s.IntTerm(v, 8), u}
	}
	p := s.Pool
	for k := range limit {
		in := p.ULt(p.BV(p.Width(n), k), n)
		v, u := s.Load(dst, doff+k, 1)
		s.storeByte(dst, doff+k, p.Ite(in, tmp[k].v, s.IntTerm(v, 8)), p.Ite(in, tmp[k].u, u))
	}
	return nil
}

// FillGuarded is memset of the first n of at most limit bytes.
func (s *Space) FillGuarded(dst ObjID, off uint64, b Value, n term.T, limit uint64) error {
	p := s.Pool
	for k := range limit {
		if s.holdsPointer(dst, off+k) {
			return ErrTooMany
		}
		in := p.ULt(p.BV(p.Width(n), k), n)
		v, u := s.Load(dst, off+k, 1)
		s.storeByte(dst, off+k, p.Ite(in, s.IntTerm(b, 8), s.IntTerm(v, 8)), p.And(p.Not(in), u))
	}
	return nil
}

// Scatter writes the first n of some bytes, n symbolic and at most as many. It fails with
// ErrTooMany when addresses may stay among them.
func (s *Space) Scatter(dst ObjID, off uint64, bytes []term.T, n term.T) error {
	p := s.Pool
	for k, b := range bytes {
		at := off + uint64(k)
		in := p.ULt(p.BV(p.Width(n), uint64(k)), n)
		if in == term.True {
			s.storeByte(dst, at, b, term.False)
			continue
		}
		if s.holdsPointer(dst, at) {
			return ErrTooMany
		}
		v, u := s.Load(dst, at, 1)
		s.storeByte(dst, at, p.Ite(in, b, s.IntTerm(v, 8)), p.And(p.Not(in), u))
	}
	return nil
}

func (s *Space) holdsPointer(id ObjID, off uint64) bool {
	o := s.Get(id)
	if o.arr != term.None {
		return false
	}
	st, _, c := o.peek(off)
	return st == symbolic && c.v.v.Kind == Ptr
}

// Havoc makes every byte of an object arbitrary: any value, written or not as
// it may be. Addresses in it are forgotten. It returns the array variable that
// the bytes are now.
func (s *Space) Havoc(id ObjID) term.T {
	o := s.Own(id)
	o.pages = nil
	o.arr = s.Pool.ArrayVar(s.PtrBits, 8, o.Name)
	o.written = s.allWritten()
	return o.arr
}

// allWritten is which bytes of an array were written, where all were.
func (s *Space) allWritten() term.T { return s.Pool.ConstArray(s.PtrBits, s.Pool.BV(1, 1)) }

// MayBeUnwritten reports whether some byte of an object may be unwritten: not of one
// whose bytes are too many to look at, or which are an array, where it cannot be told.
func (s *Space) MayBeUnwritten(id ObjID) bool {
	o := s.Get(id)
	if o.arr != term.None {
		return o.written != s.allWritten()
	}
	if o.SizeT != term.None || o.Size > maxLookedAt {
		return true
	}
	for k := range o.Size {
		if st, _, c := o.peek(k); st == unwritten || st == symbolic && c.unwritten > term.False {
			return true
		}
	}
	return false
}

// maxLookedAt bounds the bytes that MayBeUnwritten looks at.
const maxLookedAt = 1 << 16

// Known reports whether n bytes are all known values.
func (s *Space) Known(id ObjID, off, n uint64) bool {
	o := s.Get(id)
	if o.arr != term.None {
		return false
	}
	for k := range n {
		if st, _, _ := o.peek(off + k); st != known {
			return false
		}
	}
	return true
}

// Pointers calls f with every object whose address is stored, whole or in part, as an
// address or in a number that was computed from it, in an object.
func (s *Space) Pointers(id ObjID, f func(ObjID)) {
	if o := s.Get(id); o.arr != term.None {
		s.mentioned(o.arr, f)
	}
	s.Values(id, func(v Value) { s.PointersIn(v, f) })
}

// Values calls f with all that is stored in an object, whole or in part, and is neither a
// known number nor an aggregate.
func (s *Space) Values(id ObjID, f func(Value)) {
	o := s.Get(id)
	for _, pg := range o.pages {
		if pg == nil || pg.cells == nil {
			continue
		}
		var last *stored
		for k, st := range pg.st {
			if c := pg.cells[k]; st == symbolic && c.v != last {
				last = c.v
				s.Leaves(c.v.v, f)
			}
		}
	}
}

// Leaves calls f with the addresses and terms that a value consists of.
func (s *Space) Leaves(v Value, f func(Value)) {
	if v.Kind == Ptr || v.T != term.None {
		f(v)
	}
	if v.raw != nil {
		for i := range v.raw.bytes {
			if b := &v.raw.bytes[i]; b.st == symbolic {
				s.Leaves(b.cell.v.v, f)
			}
		}
	}
	for _, e := range v.Elems {
		s.Leaves(e, f)
	}
}

// PointersIn calls f with every object whose address is in a value.
func (s *Space) PointersIn(v Value, f func(ObjID)) {
	s.Leaves(v, func(v Value) {
		if v.Kind == Ptr {
			f(v.Obj)
		}
		s.MentionedIn(v, f)
	})
}

// MentionedIn calls f with every object whose address a value's term was computed from.
func (s *Space) MentionedIn(v Value, f func(ObjID)) {
	if v.T != term.None {
		s.mentioned(v.T, f)
	}
}

func (s *Space) mentioned(t term.T, f func(ObjID)) {
	if len(s.based) == 0 {
		return
	}
	for _, id := range s.Mentioned(t) {
		f(id)
	}
}

// Blurred reports that an object is an array term, in which addresses are
// numbers.
func (s *Space) Blurred(id ObjID) bool { return s.Get(id).arr != term.None }
