package records

import "testing"

// TestDivisions: what the accesses of a program say of how records are divided.
func TestDivisions(t *testing.T) {
	type access struct {
		step, off, size uint64
		address         bool
	}
	for _, c := range []struct {
		what     string
		accesses []access
		record   uint64
		offs     []uint64
	}{
		{"numbers", []access{{4, 0, 4, false}}, 4, []uint64{0}},
		{"a field of records", []access{{20, 12, 4, false}}, 20, []uint64{12}},
		{"two fields", []access{{20, 12, 4, false}, {20, 36, 4, false}}, 20, []uint64{12, 16}},
		{"every other record", []access{{40, 12, 4, false}, {20, 16, 4, false}}, 20, []uint64{12, 16}},
		{"a matrix", []access{{120, 8, 4, false}, {4, 0, 4, false}}, 4, []uint64{0}},
		{"parts of a field", []access{{24, 8, 8, true}, {24, 12, 4, false}}, 24, []uint64{8}},
		{"a field over the end", []access{{20, 0, 4, false}, {20, 18, 4, false}}, 20, []uint64{0}},
		{"addresses at a constant offset first", []access{{0, 8, 8, true}, {24, 8, 8, true}}, 24, []uint64{8}},
		{"addresses at constant offsets", []access{{0, 8, 8, true}, {0, 16, 8, true}}, 8, []uint64{0}},
		{"numbers, then addresses", []access{{4, 0, 4, false}, {0, 8, 8, true}}, 8, []uint64{0}},
		{"links to links", []access{{32, 0, 4, false}, {32, 16, 8, true}, {8, 0, 8, true}}, 32, []uint64{0, 16}},
		{"at a constant offset in a record", []access{{20, 12, 4, false}, {0, 36, 4, false}}, 20, []uint64{12, 16}},
	} {
		var d Division
		for _, a := range c.accesses {
			d = d.With(a.step, a.off, a.size, a.address)
		}
		var offs []uint64
		for _, k := range d.Parts {
			offs = append(offs, k.Off)
		}
		if d.Record != c.record || len(offs) != len(c.offs) || offs[0] != c.offs[0] || offs[len(offs)-1] != c.offs[len(c.offs)-1] {
			t.Errorf("%s: records of %d bytes with columns at %v, want %d and %v", c.what, d.Record, offs, c.record, c.offs)
		}
	}
}
