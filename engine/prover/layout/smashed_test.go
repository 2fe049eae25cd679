package layout

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestParts: what lies between fields, and arrays side by side, are parts; padding is none.
func TestParts(t *testing.T) {
	field := func(off, size uint64) Cell { return Cell{Off: off, Size: size} }
	for _, c := range []struct {
		name string
		size uint64
		of   Fields
		want []Span
	}{
		{"no fields", 100, Fields{}, []Span{{0, 100}}},
		{"leading", 108, Fields{Cells: []Cell{field(0, 4), field(4, 4)}}, []Span{{8, 108}}},
		{"between", 1160, Fields{Cells: []Cell{field(512, 4), field(1156, 4)}}, []Span{{0, 512}, {516, 1156}}},
		{"side by side", 900, Fields{Arrays: []Span{{0, 400}, {400, 900}}}, []Span{{0, 400}, {400, 900}}},
		{"padding", 1000, Fields{Cells: []Cell{field(0, 1), field(8, 8)}}, []Span{{16, 1000}}},
		{"any size", 0, Fields{Cells: []Cell{field(0, 8), field(40, 8)}}, []Span{{8, 0}}},
	} {
		l := NewSmashed(8, c.size, c.of)
		if !slices.Equal(l.Parts, c.want) {
			t.Errorf("%s: %v, want %v", c.name, l.Parts, c.want)
		}
		per := GhostSize
		if c.size == 0 {
			per++
		}
		if l.Ghosts() != per*len(c.want) || l.HasFields() != (len(c.of.Cells) > 0) || l.More {
			t.Errorf("%s: %d ghosts, fields %v, more %v", c.name, l.Ghosts(), l.HasFields(), l.More)
		}
	}
}

// TestText: a text in a part is written up to a NUL in it, or up to its end.
func TestText(t *testing.T) {
	p := term.NewPool()
	at := func(k uint64) term.T { return p.BV(64, k) }
	f := Smash{Size: at(64), Head: at(16), Written: at(40), Last: at(50), Seen: at(30)}
	for _, c := range []struct {
		off           uint64
		written, ends bool
		nul           uint64
	}{{16, true, true, 30}, {31, false, true, 50}, {51, false, false, 99}, {8, false, true, 30}} {
		written, ends := f.Text(p, at(c.off))
		if written != p.Bool(c.written) || ends != p.Bool(c.ends) || f.Nul(p, at(c.off), at(99)) != at(c.nul) {
			t.Errorf("at %d: written %v, ends %v, NUL at %v", c.off, p.String(written), p.String(ends), p.String(f.Nul(p, at(c.off), at(99))))
		}
	}
	if f.UpToEnd(p) != term.False || (Smash{Size: at(64), Written: at(40), Last: at(39)}).UpToEnd(p) != term.True {
		t.Error("the last end is at 50, what is written ends at 40")
	}
}
