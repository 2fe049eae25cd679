package memory

import (
	"encoding/binary"

	"github.com/assay-dev/assay/engine/term"
)

const fourKnown, eightKnown = 0x01010101, 0x0101010101010101

// Load reads n bytes at a known offset inside an object and returns the value
// as an integer or pointer of 8·n bits, with the condition under which some
// byte of it was never written (False when all were). Unwritten bytes read as
// arbitrary constants that stay the same until they are written (verdicts.md).
func (s *Space) Load(id ObjID, off uint64, n int) (Value, term.T) {
	o := s.Get(id)
	if o.arr != term.None {
		return s.loadArray(o, s.Pool.BV(s.PtrBits, off), n)
	}
	i, in := int(off/pageSize), int(off%pageSize)
	if in+n <= pageSize {
		p := o.page(i)
		if p == nil && o.zero {
			return Value{}, term.False
		}
		if p != nil {
			if x, ok := p.fast(in, n); ok {
				return Value{Bits: x}, term.False
			}
			if v, u, ok := p.whole(in, n); ok {
				return v, u
			}
		}
	}
	return s.loadBytes(id, off, n)
}

// fast reads known bytes of the common widths.
func (p *page) fast(in, n int) (uint64, bool) {
	st := p.st[in:]
	switch n {
	case 1:
		return uint64(p.data[in]), st[0] == known
	case 4:
		if st[0] != known || st[1] != known || st[2] != known || st[3] != known {
			return 0, false
		}
		return uint64(binary.LittleEndian.Uint32(p.data[in:])), true
	case 8:
		for _, x := range st[:8] {
			if x != known {
				return 0, false
			}
		}
		return binary.LittleEndian.Uint64(p.data[in:]), true
	}
	if n > 8 {
		return 0, false
	}
	var x uint64
	for k := range n {
		if st[k] != known {
			return 0, false
		}
		x |= uint64(p.data[in+k]) << (8 * k)
	}
	return x, true
}

// whole recognises a value that was stored with exactly this place and size.
func (p *page) whole(in, n int) (Value, term.T, bool) {
	if p.st[in] != symbolic {
		return Value{}, 0, false
	}
	c := p.cells[in]
	if c.i != 0 || c.v.n != n {
		return Value{}, 0, false
	}
	for k := 1; k < n; k++ {
		if p.st[in+k] != symbolic {
			return Value{}, 0, false
		}
		d := p.cells[in+k]
		if d.v != c.v || d.i != uint16(k) || d.unwritten != c.unwritten {
			return Value{}, 0, false
		}
	}
	return c.v.v, max(c.unwritten, term.False), true
}

// loadBytes assembles a value byte by byte.
func (s *Space) loadBytes(id ObjID, off uint64, n int) (Value, term.T) {
	o := s.Get(id)
	if s.allUntouched(o, off, n) {
		v := Value{T: s.unwrittenVar(id, off, n)}
		s.storeCells(id, off, &stored{v, n}, term.True)
		return v, term.True
	}
	u := term.False
	var t term.T
	for k := n - 1; k >= 0; k-- {
		b, bu := s.byteAt(id, off+uint64(k))
		if bu != term.None {
			u = s.Pool.Or(u, bu)
		}
		if t == term.None {
			t = b
		} else {
			t = s.Pool.Concat(t, b)
		}
	}
	return Term(s.Pool, t), u
}

func (s *Space) allUntouched(o *Object, off uint64, n int) bool {
	for k := range uint64(n) {
		st, _, _ := o.peek(off + k)
		if st != unwritten {
			return false
		}
	}
	return true
}

// peek reads what a byte holds without changing anything.
func (o *Object) peek(off uint64) (state, byte, cell) {
	p := o.page(int(off / pageSize))
	if p == nil {
		if o.zero {
			return known, 0, cell{}
		}
		return unwritten, 0, cell{}
	}
	in := off % pageSize
	if p.st[in] == symbolic {
		return symbolic, 0, p.cells[in]
	}
	return p.st[in], p.data[in], cell{}
}

// byteAt is one byte as an 8-bit term and the condition that it is unwritten.
// An untouched byte gets its arbitrary constant here.
func (s *Space) byteAt(id ObjID, off uint64) (t, unwrittenIf term.T) {
	st, d, c := s.Get(id).peek(off)
	switch st {
	case known:
		return s.Pool.BV(8, uint64(d)), term.None
	case unwritten:
		c = cell{v: &stored{Value{T: s.unwrittenVar(id, off, 1)}, 1}, unwritten: term.True}
		s.setCell(id, off, c)
	}
	return s.cellByte(c), c.unwritten
}

// cellByte extracts a cell's byte from its value.
func (s *Space) cellByte(c cell) term.T {
	w := 8 * c.v.n
	return s.Pool.Extract(s.IntTerm(c.v.v, w), 8*int(c.i), 8)
}

// IntTerm is the value as a term of width w; addresses become numbers.
func (s *Space) IntTerm(v Value, w int) term.T {
	switch v.Kind {
	case Int:
		if v.T == term.None {
			return s.Pool.BV(w, v.Bits)
		}
		if s.Pool.Width(v.T) == 0 && w > 0 {
			return s.Pool.Ite(v.T, s.Pool.BV(w, 1), s.Pool.BV(w, 0))
		}
		return v.T
	case Ptr:
		a := s.Address(v)
		if w < s.PtrBits {
			return s.Pool.Extract(a, 0, w)
		}
		return s.Pool.ZExt(a, w)
	case Raw:
		return s.rawTerm(v, w)
	}
	panic("memory: an aggregate has no integer value")
}

// Store writes a value over n bytes at a known offset inside an object.
func (s *Space) Store(id ObjID, off uint64, n int, v Value) {
	o := s.Own(id)
	if o.arr != term.None {
		s.storeArray(o, s.Pool.BV(s.PtrBits, off), n, v)
		return
	}
	switch {
	case v.Kind == Raw:
		s.storeRaw(id, off, n, v.raw)
	case v.Kind == Int && v.T == term.None && n <= 8:
		s.storeKnown(o, off, n, v.Bits)
	case v.IsNull():
		s.storeKnown(o, off, n, 0)
	default:
		if v.Kind == Int {
			v = Value{T: s.Pool.ZExt(s.IntTerm(v, max(s.Pool.Width(v.T), 1)), 8*n)}
		}
		s.storeCells(id, off, &stored{v, n}, term.None)
	}
}

func (s *Space) storeKnown(o *Object, off uint64, n int, x uint64) {
	i, in := int(off/pageSize), int(off%pageSize)
	p := s.writable(o, i)
	for k := range n {
		if in == pageSize {
			i, in = i+1, 0
			p = s.writable(o, i)
		}
		p.data[in], p.st[in] = byte(x>>(8*k)), known
		in++
	}
}

func (s *Space) storeCells(id ObjID, off uint64, v *stored, unwrittenIf term.T) {
	for k := range v.n {
		s.setCell(id, off+uint64(k), cell{v: v, i: uint16(k), unwritten: unwrittenIf})
	}
}

func (s *Space) setCell(id ObjID, off uint64, c cell) {
	o := s.Own(id)
	p := s.writable(o, int(off/pageSize))
	in := off % pageSize
	if p.cells == nil {
		p.cells = make([]cell, len(p.data))
	}
	p.st[in], p.cells[in] = symbolic, c
}

// setByte puts back what peek returned.
func (s *Space) setByte(id ObjID, off uint64, b rawByte) {
	if b.st == symbolic {
		s.setCell(id, off, b.cell)
		return
	}
	o := s.Own(id)
	p := s.writable(o, int(off/pageSize))
	p.st[off%pageSize], p.data[off%pageSize] = b.st, b.data
}

// LoadRaw copies n bytes as they lie: values, fragments of pointers, and
// unwritten ones. When they form one whole value, that is returned instead.
func (s *Space) LoadRaw(id ObjID, off uint64, n int) Value {
	o := s.Get(id)
	if o.arr != term.None {
		v, _ := s.loadArray(o, s.Pool.BV(s.PtrBits, off), n)
		return v
	}
	r := &rawBytes{bytes: make([]rawByte, n)}
	plain := n <= 8
	var x uint64
	for k := range n {
		b := s.rawAt(id, off+uint64(k))
		r.bytes[k] = b
		plain = plain && b.st == known
		x |= uint64(b.data) << (8 * uint(k))
	}
	if plain {
		return Value{Bits: x}
	}
	return Value{Kind: Raw, raw: r}
}

// rawAt reads one byte for copying; an untouched one gets its constant first,
// so that copy and original agree.
func (s *Space) rawAt(id ObjID, off uint64) rawByte {
	st, d, c := s.Get(id).peek(off)
	if st == unwritten {
		c = cell{v: &stored{Value{T: s.unwrittenVar(id, off, 1)}, 1}, unwritten: term.True}
		s.setCell(id, off, c)
		st = symbolic
	}
	return rawByte{st, d, c}
}

func (s *Space) storeRaw(id ObjID, off uint64, n int, r *rawBytes) {
	for k := range n {
		s.setByte(id, off+uint64(k), r.bytes[k])
	}
}

// rawTerm reads a raw copy as a number of width w.
func (s *Space) rawTerm(v Value, w int) term.T {
	var t term.T
	for k := len(v.raw.bytes) - 1; k >= 0; k-- {
		b := v.raw.bytes[k]
		x := s.Pool.BV(8, uint64(b.data))
		if b.st == symbolic {
			x = s.cellByte(b.cell)
		}
		if t == term.None {
			t = x
		} else {
			t = s.Pool.Concat(t, x)
		}
	}
	if have := s.Pool.Width(t); have > w {
		return s.Pool.Extract(t, 0, w)
	}
	return s.Pool.ZExt(t, w)
}

// RawUnwritten is the condition that some byte of a raw copy is unwritten.
func (s *Space) RawUnwritten(v Value) term.T {
	u := term.False
	for _, b := range v.raw.bytes {
		if b.st == symbolic && b.cell.unwritten != term.None {
			u = s.Pool.Or(u, b.cell.unwritten)
		}
	}
	return u
}

// Undef is a raw value of n unwritten bytes, for LLVM's undef and poison.
func (s *Space) Undef(n int) Value {
	v := &stored{Value{T: s.Pool.Var(8*n, "undef")}, n}
	r := &rawBytes{bytes: make([]rawByte, n)}
	for k := range n {
		r.bytes[k] = rawByte{st: symbolic, cell: cell{v: v, i: uint16(k), unwritten: term.True}}
	}
	return Value{Kind: Raw, raw: r}
}

// Cook turns a raw copy that is one whole written value back into it.
func (s *Space) Cook(v Value, n int) Value {
	if v.Kind != Raw || len(v.raw.bytes) != n {
		return v
	}
	b := v.raw.bytes[0]
	if b.st == symbolic && b.cell.i == 0 && b.cell.v.n == n {
		same := true
		for k, x := range v.raw.bytes {
			same = same && x.st == symbolic && x.cell.v == b.cell.v && int(x.cell.i) == k
		}
		if same {
			return b.cell.v.v
		}
	}
	return Term(s.Pool, s.rawTerm(v, 8*n))
}

// Copy moves n bytes as they lie; the ranges may overlap (memmove).
func (s *Space) Copy(dst ObjID, doff uint64, src ObjID, soff uint64, n uint64) {
	if n == 0 {
		return
	}
	if s.Get(src).arr != term.None || s.Get(dst).arr != term.None {
		s.copyArray(dst, doff, src, soff, n)
		return
	}
	tmp := make([]rawByte, n)
	for k := range n {
		tmp[k] = s.rawAt(src, soff+k)
	}
	for k := range n {
		s.setByte(dst, doff+k, tmp[k])
	}
}

// Fill writes the same byte n times.
func (s *Space) Fill(dst ObjID, off, n uint64, b Value) {
	if o := s.Get(dst); o.arr == term.None && b.IsInt() {
		o = s.Own(dst)
		for k := range n {
			p := s.writable(o, int((off+k)/pageSize))
			in := (off + k) % pageSize
			p.data[in], p.st[in] = byte(b.Bits), known
		}
		return
	}
	for k := range n {
		s.Store(dst, off+k, 1, b)
	}
}

// Forget makes bytes unwritten again (a new lifetime of a variable).
func (s *Space) Forget(id ObjID) {
	o := s.Own(id)
	o.pages, o.arr, o.written = nil, term.None, term.None
}

// Init sets the initial bytes of an object (globals, argv).
func (s *Space) Init(id ObjID, image []byte) {
	o := s.Own(id)
	for i := 0; i < len(image); i += pageSize {
		end := min(i+pageSize, len(image))
		p := s.writable(o, i/pageSize)
		copy(p.data, image[i:end])
		for k := range end - i {
			p.st[k] = known
		}
	}
}
