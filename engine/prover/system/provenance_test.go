package system

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
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
		o := b.newObject(Object{Name: name, Origin: memory.Static, Layout: layout.NewSmashed(8, 0, layout.Fields{})})
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

// TestManyHiddenAddresses: addresses at more places than are told apart are at all places around
// these, and nowhere between; so are numbers.
func TestManyHiddenAddresses(t *testing.T) {
	b := someSystem()
	x := &run{Sys: b, s: &State{owner: new(owner), Guard: term.True}}
	o := b.Objects[IDFirst]
	b.exposing = true // that they meet is not asked here
	part := func(at sums.Stride, n int64) bool {
		return slices.ContainsFunc(o.hidden.addresses, func(s sums.Stride) bool { return (piece{at, n}).overlaps(s, 8) })
	}
	for i := range 4 * int64(budget.HiddenOffsets.N) {
		x.among(o, sums.Number(40*i))
		x.takes(o, sums.Number(40*i+16), 2)
	}
	if part(sums.Number(40*7+8), 4) {
		t.Error("a number beside the addresses is taken for a part of one")
	}
	if !part(sums.Number(40*7+4), 4) {
		t.Error("a part of an address is taken for a number")
	}
	for i := range 4 * int64(budget.HiddenOffsets.N) {
		if at := sums.Number(40*i + 16); !slices.ContainsFunc(o.numbers, func(p piece) bool { return p.n >= 2 && p.at.Includes(at) }) {
			t.Errorf("the number at %v is forgotten", at)
		}
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
