package system

import (
	"testing"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// TestHiddenAddresses: an address that is stored among bytes which went elsewhere before,
// in another turn of a loop, may be there, too.
func TestHiddenAddresses(t *testing.T) {
	b := OfTerms(term.NewPool())
	b.Config, b.program = &Settings{}, &program{PtrBits: 64}
	x := &run{Sys: b, s: &State{owner: new(owner), Guard: term.True}}
	for range IDFirst {
		b.Objects = append(b.Objects, nil)
	}
	for _, name := range []string{"first", "second", "third"} {
		o := b.newObject(Object{Name: name, Origin: memory.Static, Layout: smashedLayout(8, false, nil)})
		x.s.put(o.ID, &ObjState{owner: x.s.owner, Alive: term.True})
	}
	at := func(i int) Value { return b.Pointer(IDFirst+i, 0) }
	x.moved(at(2), at(1))
	x.moved(at(1), at(0))
	x.among(b.Objects[IDFirst])
	if !b.Objects[IDFirst+2].hides {
		t.Error("what went on from one object by another is not followed")
	}
	b.forgetHidden()
	if b.Objects[IDFirst].hides || b.Objects[IDFirst].copies != nil {
		t.Error("a new construction begins with what the one before it found")
	}
}

// TestMeets: a multiple of a step may be inside a range that begins before 0.
func TestMeets(t *testing.T) {
	for _, c := range []struct {
		step, first, lo, n int64
		want               bool
	}{
		{0, 8, 5, 4, true}, {0, 8, 5, 3, false}, {0, 4, 5, 3, false},
		{24, 8, -3, 11, false}, {24, 8, -3, 12, true}, {24, 8, 45, 11, false}, {24, 8, 45, 12, true},
		{24, -16, 5, 3, false}, {24, -16, 5, 4, true}, {4, 0, -3, 3, false}, {4, 0, -3, 4, true}, {1, 0, 100, 1, true},
	} {
		if got := meets(c.step, c.first, c.lo, c.n); got != c.want {
			t.Errorf("a multiple of %d from %d on in the %d from %d: %v", c.step, c.first, c.n, c.lo, got)
		}
	}
}
