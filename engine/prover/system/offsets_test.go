package system

import (
	"testing"

	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// someSystem is a system with three objects.
func someSystem() *System {
	b := OfTerms(term.NewPool())
	b.Config, b.program = &Settings{}, &program{PtrBits: 64}
	for range IDFirst {
		b.Objects = append(b.Objects, nil)
	}
	for _, name := range []string{"first", "second", "third"} {
		b.newObject(Object{Name: name})
	}
	return b
}

// someAddress is an address of variables.
func someAddress(b *System, name string, objects ...int) Value {
	id, off := b.Pool.Var(IDBits, name+" object"), b.Pool.Var(64, name)
	b.point(id, objects)
	return Value{ID: id, Term: off, Uninit: term.False}
}

func is(s, want sums.Stride) bool { return s.Includes(want) && want.Includes(s) }

// TestChosenOffsets: of an address that is one of two, the offsets of each object are told apart,
// also behind a move and where its parts are simplified each for itself.
func TestChosenOffsets(t *testing.T) {
	b := someSystem()
	p, c, d := b.Pool, b.Pool.Var(0, "c"), b.Pool.Var(0, "d")
	v := b.choose(c, b.Pointer(IDFirst, 8), b.choose(d, b.Pointer(IDFirst+1, 8), b.Pointer(IDFirst+1, 24)))
	x := &run{Sys: b, s: &State{owner: new(owner), Guard: term.True}}
	w := x.shifted(v, p.Mul(p.ZExt(p.Var(2, "i"), 64), b.Size(4)))
	for _, k := range []struct {
		v    Value
		id   int
		want sums.Stride
	}{
		{v, IDFirst, sums.Number(8)}, {v, IDFirst + 1, sums.Between(16, 8, 24)}, {v, IDFirst + 2, sums.Stride{}},
		{w, IDFirst, sums.Between(4, 8, 20)}, {w, IDFirst + 1, sums.Between(4, 8, 36)},
	} {
		if got := x.offsetsIn(k.v, k.id); !is(got, k.want) {
			t.Errorf("%s in object %d: %v, want %v", p.String(k.v.Term), k.id, got, k.want)
		}
	}
}

// TestNarrowedAddresses: what is known of an address where it is in one object is not said of
// another one that has the same offset.
func TestNarrowedAddresses(t *testing.T) {
	b := someSystem()
	v := someAddress(b, "p", IDFirst, IDFirst+1)
	b.Offsets[addressKey{v.ID, v.Term}] = map[int]moving{IDFirst: {Stride: sums.Number(8)}}
	d := b.Pool.Var(0, "d")
	in := b.Pool.And(d, b.Is(v, IDFirst))
	w := b.valueUnder(in, Value{ID: b.Pool.Ite(d, b.IDConst(IDFirst), v.ID), Term: v.Term, Uninit: term.False})
	b.narrowed(v, w)
	if !b.Pool.IsConst(w.ID) {
		t.Fatal("the address was not narrowed")
	}
	here := &run{Sys: b, s: &State{Guard: in}}
	if got := here.offsetsIn(w, IDFirst); !is(got, sums.Number(8)) {
		t.Errorf("where the address is in the object: %v, want 8", got)
	}
	elsewhere := &run{Sys: b, s: &State{Guard: term.True}}
	if got := elsewhere.offsetsIn(w, IDFirst); !got.Meets(3, 1) {
		t.Errorf("of a number that is the same as the offset: %v, want all", got)
	}
}

// TestChosenAddresses: what the condition of a choice tells of an address holds where it does, and
// nowhere else.
func TestChosenAddresses(t *testing.T) {
	b := someSystem()
	p := b.Pool
	v := someAddress(b, "p", IDFirst, IDFirst+1)
	b.Offsets[addressKey{v.ID, v.Term}] = map[int]moving{IDFirst: {Stride: sums.Number(8)}}
	d := p.Var(0, "d")
	in := p.And(d, b.Is(v, IDFirst))
	one := b.valueUnder(in, Value{ID: p.Ite(d, b.IDConst(IDFirst), v.ID), Term: v.Term, Uninit: term.False})
	b.narrowed(v, one)
	another := p.Var(64, "another")
	for _, k := range []struct {
		what    string
		id, off term.T
		want    sums.Stride
	}{
		{"where the condition holds", p.Ite(in, one.ID, b.IDConst(IDFirst+1)), p.Ite(in, one.Term, another), sums.Number(8)},
		{"where it does not", p.Ite(in, b.IDConst(IDFirst+1), one.ID), p.Ite(in, another, one.Term), sums.All()},
		{"where another one does not", p.Ite(d, b.IDConst(IDFirst+1), one.ID), p.Ite(d, another, one.Term), sums.All()},
	} {
		w := b.strider(term.True)
		if got := w.in(k.id, k.off, IDFirst); !is(got, k.want) {
			t.Errorf("%s: %v, want %v", k.what, got, k.want)
		}
		if got := w.in(one.ID, one.Term, IDFirst); !is(got, sums.All()) {
			t.Errorf("what is known under a condition is said without it: %v", got)
		}
	}
}

// TestChosenOfChoices: what an address is where a condition holds is asked of another one under
// that condition, and not remembered without it.
func TestChosenOfChoices(t *testing.T) {
	b := someSystem()
	p := b.Pool
	v, u := someAddress(b, "v", IDFirst, IDFirst+1), someAddress(b, "u", IDFirst, IDFirst+1)
	b.Offsets[addressKey{v.ID, v.Term}] = map[int]moving{IDFirst: {Stride: sums.Number(8)}}
	b.Offsets[addressKey{u.ID, u.Term}] = map[int]moving{IDFirst: {Stride: sums.Number(24)}}
	d := p.Var(0, "d")
	wide := Value{ID: p.Ite(d, v.ID, u.ID), Term: p.Ite(d, v.Term, u.Term), Uninit: term.False}
	in := p.AndN(d, p.Var(0, "e"), b.isObject(wide.ID, IDFirst))
	one := Value{ID: b.IDConst(IDFirst), Term: wide.Term, Uninit: term.False}
	b.narrowed(wide, one)
	w := b.strider(term.True)
	if got := w.in(p.Ite(in, one.ID, b.IDConst(IDFirst+1)), p.Ite(in, one.Term, p.Var(64, "another")), IDFirst); !is(got, sums.Number(8)) {
		t.Errorf("under the condition: %v, want 8", got)
	}
	if got := w.in(wide.ID, wide.Term, IDFirst); !is(got, sums.Between(16, 8, 24)) {
		t.Errorf("without it: %v, want 8 and 24", got)
	}
}

// TestStoredAddresses: of an array of addresses, what is stored in one place is told from what is
// in the others, though one of its parts alone was changed last.
func TestStoredAddresses(t *testing.T) {
	b := someSystem()
	p := b.Pool
	at := func(i uint64) term.T { return p.BV(WordBits, i) }
	ids := p.ConstArray(WordBits, b.IDConst(IDNull))
	offs := p.Store(p.ArrayVar(WordBits, 64, "unwritten"), at(1), b.Size(16))
	ids = p.Store(p.Store(ids, at(1), b.IDConst(IDFirst)), at(2), b.IDConst(IDFirst))
	offs = p.Store(p.Store(offs, at(2), b.Size(24)), at(3), b.Size(40)) // at 3 there is none
	if got := b.strider(term.True).in(ids, offs, IDFirst); got.Includes(sums.Number(3)) || !got.Includes(sums.Number(16)) || !got.Includes(sums.Number(24)) {
		t.Errorf("%v, want 16 and 24", got)
	}
}

// TestForget: slots that are taken back are no slots of a cutpoint, and those before them are.
func TestForget(t *testing.T) {
	b := someSystem()
	c := &Cutpoint{groups: map[groupKey]*group{}}
	a := &arrival{b: b, c: c, at: term.True}
	first, second := SlotKey{Frame: 1}, SlotKey{Frame: 2}
	a.location(c.group(1, 0), first, b.Pointer(IDFirst, 16))
	n := len(c.Slots)
	a.location(c.group(2, 0), second, b.Pointer(IDFirst, 8))
	if _, ok := c.SlotAt(second); !ok || len(c.Slots) == n {
		t.Fatal("a location has no slot")
	}
	c.Forget(n)
	if _, ok := c.SlotAt(second); ok || len(c.Slots) != n || len(c.Rep) != n {
		t.Error("a slot that was taken back is there")
	}
	if _, ok := c.SlotAt(first); !ok {
		t.Error("a slot before those that were taken back is none any more")
	}
}

// TestFormerOffsets: what was known of variables that are in no slot any more is forgotten.
func TestFormerOffsets(t *testing.T) {
	b := someSystem()
	old, now := someAddress(b, "old", IDFirst), someAddress(b, "now", IDFirst)
	c := &Cutpoint{groups: map[groupKey]*group{}}
	a := &arrival{b: b, c: c, at: term.True}
	a.location(c.group(0, 0), SlotKey{}, b.Pointer(IDFirst, 16))
	number, _ := c.SlotAt(SlotKey{Part: PartNumber})
	object, _ := c.SlotAt(SlotKey{Part: PartObject})
	c.Rep[number], c.Rep[object] = old.Term, old.ID
	b.growOffsets(c, a, nil)
	stood := b.offsetsAt(c, a)
	c.Rep[number], c.Rep[object] = now.Term, now.ID
	if !b.growOffsets(c, a, stood) {
		t.Error("new variables change nothing")
	}
	if _, ok := b.Offsets[b.key(old)]; ok {
		t.Error("the old variables are still said to be an address")
	}
	if got := b.strider(term.True).in(now.ID, now.Term, IDFirst); !is(got, sums.Number(16)) {
		t.Errorf("the new variables are said to be at %v, want 16", got)
	}
}

// TestTouches: an access touches a cell if it has a byte of it.
func TestTouches(t *testing.T) {
	c := &layout.Cell{Off: 8, Size: 4}
	for off := range int64(20) {
		for n := uint64(1); n < 9; n++ {
			want := off < 12 && off+int64(n) > 8
			if got := touches(sums.Number(off), c, n); got != want {
				t.Errorf("%d bytes from %d on and a cell of 4 from 8 on: %v", n, off, got)
			}
		}
	}
}

// TestWhole: an access whose offsets are all those of cells hits whole ones; one that may begin
// between two, or in a block of any size, may not.
func TestWhole(t *testing.T) {
	cells := []uint64{0, 8}
	for _, k := range []struct {
		o    Object
		at   sums.Stride
		want bool
	}{
		{Object{Size: 16}, sums.Between(8, 0, 8), true}, {Object{Size: 16}, sums.Multiples(8), true},
		{Object{Size: 16}, sums.Multiples(4), false}, {Object{Size: 24}, sums.Multiples(8), false},
		{Object{Size: 16, Sized: true}, sums.Multiples(8), false},
	} {
		if got := whole(&k.o, cells, k.at, 8); got != k.want {
			t.Errorf("8 bytes at %v of %d: %v", k.at, k.o.Size, got)
		}
	}
}
