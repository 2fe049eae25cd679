package memory

import (
	"math/rand/v2"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// plain is the reference: bytes, and which of them were written.
type plain struct {
	bytes   []byte
	written []bool
}

// world is a Space beside its reference, under one valuation of the variables.
type world struct {
	t     *testing.T
	rnd   *rand.Rand
	s     *Space
	id    ObjID
	ref   plain
	model *term.Model
	size  uint64
}

func newWorld(t *testing.T, seed uint64, size uint64) *world {
	w := &world{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), model: term.NewModel(), size: size}
	w.s = NewSpace(NewArena(term.NewPool(), 64))
	zero := w.rnd.IntN(2) == 0
	w.id = w.s.New(Object{Origin: Heap, Size: size, Align: 1, Name: "o"}, zero)
	w.ref = plain{make([]byte, size), make([]bool, size)}
	for i := range w.ref.written {
		w.ref.written[i] = zero
	}
	return w
}

// value makes a random known or symbolic value of n bytes and its number.
func (w *world) value(n int) (Value, uint64) {
	x := w.rnd.Uint64()
	if n < 8 {
		x &= 1<<(8*n) - 1
	}
	if w.rnd.IntN(2) == 0 {
		return Const(x), x
	}
	v := w.s.Pool.Var(8*n, "v")
	w.model.Set(v, x)
	return Value{T: v}, x
}

// offset makes an offset for n bytes: known, or symbolic in a window of it.
func (w *world) offset(n int) (off uint64, t term.T, win Window) {
	stride := uint64(1) << w.rnd.IntN(4)
	last := (w.size - uint64(n)) / stride
	lo := w.rnd.Uint64N(last + 1)
	hi := lo + w.rnd.Uint64N(min(last-lo, 12)+1)
	k := lo + w.rnd.Uint64N(hi-lo+1)
	if w.rnd.IntN(2) == 0 {
		return k * stride, term.None, Window{}
	}
	v := w.s.Pool.Var(64, "off")
	w.model.Set(v, k*stride)
	return k * stride, v, Window{lo * stride, hi * stride, stride}
}

func (w *world) put(off uint64, n int, x uint64) {
	for i := range n {
		w.ref.bytes[off+uint64(i)], w.ref.written[off+uint64(i)] = byte(x>>(8*i)), true
	}
}

func (w *world) store() {
	n := 1 << w.rnd.IntN(4)
	v, x := w.value(n)
	off, t, win := w.offset(n)
	if t == term.None {
		w.s.Store(w.id, off, n, v)
	} else if err := w.s.StoreSymbolic(w.id, t, win, n, v); err != nil {
		w.t.Fatal(err)
	}
	w.put(off, n, x)
}

func (w *world) load() {
	n := 1 << w.rnd.IntN(4)
	off, t, win := w.offset(n)
	var v Value
	var u term.T
	if t == term.None {
		v, u = w.s.Load(w.id, off, n)
	} else {
		alts, err := w.s.LoadSymbolic(w.id, t, win, n)
		if err != nil || len(alts) != 1 {
			w.t.Fatalf("%d alternatives, %v", len(alts), err)
		}
		v, u = alts[0].Value, alts[0].Unwritten
	}
	ev := term.NewEvaluator(w.s.Pool, w.model)
	unwritten := false
	for i := range n {
		unwritten = unwritten || !w.ref.written[off+uint64(i)]
	}
	if got := ev.Bool(u); got != unwritten {
		st, d, c := w.s.Get(w.id).peek(off)
		w.t.Fatalf("load of %d at %d (%v in %v): unwritten is %v, want %v; %v %v %+v %s %s", n, off, t, win, got, unwritten, st, d, c, w.s.Pool.String(u), w.s.Pool.String(c.unwritten))
	}
	got := ev.BV(w.s.IntTerm(v, 8*n))
	for i := range n {
		at := off + uint64(i)
		if b := byte(got >> (8 * i)); w.ref.written[at] && b != w.ref.bytes[at] {
			w.t.Fatalf("byte %d is %#x, want %#x", at, b, w.ref.bytes[at])
		} else if !w.ref.written[at] {
			w.ref.bytes[at] = b // an arbitrary constant, the same from now on
		}
	}
}

func (w *world) copy() {
	n := w.rnd.Uint64N(w.size / 2)
	from, to := w.rnd.Uint64N(w.size-n), w.rnd.Uint64N(w.size-n)
	w.settleUnwritten(from, n)
	w.s.Copy(w.id, to, w.id, from, n)
	b, u := append([]byte(nil), w.ref.bytes[from:from+n]...), append([]bool(nil), w.ref.written[from:from+n]...)
	copy(w.ref.bytes[to:], b)
	copy(w.ref.written[to:], u)
}

// settleUnwritten reads bytes one by one, so that the reference knows the
// arbitrary constants before they are copied.
func (w *world) settleUnwritten(from, n uint64) {
	for k := range n {
		v, _ := w.s.Load(w.id, from+k, 1)
		if !w.ref.written[from+k] {
			w.ref.bytes[from+k] = byte(term.NewEvaluator(w.s.Pool, w.model).BV(w.s.IntTerm(v, 8)))
		}
	}
}

func (w *world) fill() {
	off := w.rnd.Uint64N(w.size)
	n := w.rnd.Uint64N(w.size - off + 1)
	v, x := w.value(1)
	w.s.Fill(w.id, off, n, v)
	for k := range n {
		w.put(off+k, 1, x)
	}
}

// TestMemoryAgreesWithBytes runs random operations, known and symbolic,
// against plain bytes; sizes cross pages and the switch to array terms.
func TestMemoryAgreesWithBytes(t *testing.T) {
	for seed := range uint64(300) {
		w := newWorld(t, seed, []uint64{16, 40, 300, 700}[seed%4])
		if seed%5 == 0 {
			w.s.toArray(w.id)
		}
		for range 60 {
			switch w.rnd.IntN(6) {
			case 0, 1, 2:
				w.store()
			case 3:
				w.copy()
			case 4:
				w.fill()
			}
			w.load()
		}
	}
}

// TestForkIsolates checks that a write after a fork is seen by one side only.
func TestForkIsolates(t *testing.T) {
	s := NewSpace(NewArena(term.NewPool(), 64))
	id := s.New(Object{Origin: Heap, Size: 600, Align: 1}, true)
	s.Store(id, 260, 4, Const(1))
	f := s.Fork()
	s.Store(id, 260, 4, Const(2))
	f.Store(id, 0, 4, Const(3))
	f.Kill(id)
	g := s.Fork()
	g.Store(id, 264, 4, Const(4))
	for _, c := range []struct {
		s    *Space
		off  uint64
		want uint64
	}{{s, 260, 2}, {s, 0, 0}, {s, 264, 0}, {g, 260, 2}, {g, 264, 4}} {
		if v, _ := c.s.Load(id, c.off, 4); v.Bits != c.want {
			t.Errorf("offset %d holds %d, want %d", c.off, v.Bits, c.want)
		}
	}
	if s.Get(id).Dead || !f.Get(id).Dead {
		t.Error("the death of an object crossed a fork")
	}
}

// TestPointersSurviveMemory stores an address, copies it bytewise and reads it
// back whole; half of it reads as a number of the object's address.
func TestPointersSurviveMemory(t *testing.T) {
	s := NewSpace(NewArena(term.NewPool(), 64))
	a := s.New(Object{Origin: Heap, Size: 16, Align: 8}, false)
	b := s.New(Object{Origin: Heap, Size: 16, Align: 8}, false)
	s.Store(a, 0, 8, Pointer(b, 4))
	for k := range uint64(8) {
		s.Store(a, 8+k, 1, s.LoadRaw(a, k, 1))
	}
	if v, u := s.Load(a, 8, 8); v.Kind != Ptr || v.Obj != b || v.Bits != 4 || u != term.False {
		t.Errorf("copied address reads as %+v, unwritten %v", v, u)
	}
	if v, _ := s.Load(a, 8, 4); v.Kind != Int || len(s.Pending) == 0 {
		t.Errorf("half an address reads as %+v", v)
	}
}

// TestFreedAddressesComeBack: two objects whose lifetimes do not overlap may
// share an address, others may not (verdicts.md, Addresses).
func TestFreedAddressesComeBack(t *testing.T) {
	disjoint := func(overlap bool) int {
		s := NewSpace(NewArena(term.NewPool(), 64))
		a := s.New(Object{Origin: Heap, Size: 4, Align: 1}, false)
		if !overlap {
			s.Kill(a)
		}
		b := s.New(Object{Origin: Heap, Size: 4, Align: 1}, false)
		s.Address(Pointer(a, 0))
		n := len(s.Pending)
		s.Address(Pointer(b, 0))
		return len(s.Pending) - 2*n
	}
	if disjoint(true) != 1 || disjoint(false) != 0 {
		t.Errorf("disjointness facts: %d with overlapping lifetimes, %d without", disjoint(true), disjoint(false))
	}
}

// TestBytesCountWhatStays: objects and pages that no space has any more count
// nothing, variables for unwritten bytes do.
func TestBytesCountWhatStays(t *testing.T) {
	a := NewArena(term.NewPool(), 64)
	s := NewSpace(a)
	for range 1000 {
		f := s.Fork()
		id := f.New(Object{Size: 64, Origin: Heap}, false)
		f.Store(id, 0, 4, Value{Kind: Int, T: a.Pool.Var(32, "x")})
	}
	if a.Bytes() != 0 {
		t.Errorf("%d bytes after states that are gone", a.Bytes())
	}
	id := s.New(Object{Size: 64, Origin: Heap}, false)
	s.Load(id, 0, 4)
	v, _ := s.Load(id, 0, 4)
	s.Cook(v, 4)
	if a.Bytes() == 0 {
		t.Error("unwritten bytes that were read count nothing")
	}
}
