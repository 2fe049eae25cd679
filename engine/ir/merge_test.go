package ir

import "testing"

// TestMayMerge: the linker puts constants into one memory whose addresses mean nothing,
// where one is the end of the other.
func TestMayMerge(t *testing.T) {
	text := func(s string) *Global { return &Global{Merged: true, Size: uint64(len(s)) + 1, Init: []byte(s)} }
	named := text("error")
	named.Merged = false
	table := text("error")
	table.Relocs = []Reloc{{}}
	for _, c := range []struct {
		a, b *Global
		want bool
	}{
		{text("error"), text("error"), true},
		{text("unknown error"), text("error"), true},
		{text("error"), text("unknown error"), true},
		{text("error"), text(""), true},
		{text("terror"), text("errors"), false},
		{text("error"), text("err"), false},
		{text("error"), named, false},
		{text("error"), table, false},
		{text("error"), nil, false},
	} {
		if got := MayMerge(c.a, c.b); got != c.want {
			t.Errorf("MayMerge(%v, %v) = %t, want %t", c.a, c.b, got, c.want)
		}
	}
}
