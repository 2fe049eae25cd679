package system

import (
	"testing"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/sums"
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
	x.among(b.Objects[IDFirst], sums.Number(8))
	if len(b.Objects[IDFirst+2].hidden.addresses) == 0 {
		t.Error("what went on from one object by another is not followed")
	}
	b.forgetHidden()
	if b.Objects[IDFirst].hidden.addresses != nil || b.Objects[IDFirst].copies != nil {
		t.Error("a new construction begins with what the one before it found")
	}
}

// TestHiddenPieces: numbers that are read from smashed memory beside addresses are no part of
// these.
func TestHiddenPieces(t *testing.T) {
	for _, c := range []struct {
		at    sums.Stride
		n     uint64
		parts bool
	}{
		{sums.Multiples(24), 4, false}, {sums.Multiples(24).Plus(sums.Number(4)), 4, false}, {sums.Multiples(24).Plus(sums.Number(4)), 5, true},
		{sums.Multiples(24).Plus(sums.Number(12)), 4, true}, {sums.Multiples(24).Plus(sums.Number(16)), 4, false}, {sums.Multiples(8), 4, true}, {sums.All(), 1, true},
	} {
		if got := (piece{c.at, int64(c.n)}).overlaps(sums.Multiples(24).Plus(sums.Number(8)), 8); got != c.parts {
			t.Errorf("%d bytes at %v beside addresses at every 24th from 8 on: parts of them: %v", c.n, c.at, got)
		}
	}
}
