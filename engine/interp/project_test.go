package interp

import "testing"

// TestFurthest: the greatest distance is found in few steps, whatever distances of
// bad things are told, also where it is longer than an eighth of all.
func TestFurthest(t *testing.T) {
	const all = ^uint64(0)
	tellers := map[string]func(within, safe uint64) uint64{
		"the nearest":  func(_, safe uint64) uint64 { return safe + 1 },
		"the furthest": func(within, _ uint64) uint64 { return within },
		"nothing":      func(_, _ uint64) uint64 { return 0 },
	}
	for name, found := range tellers {
		for _, limit := range []uint64{0, 1, 255, 1 << 62, all - 8, all} {
			for _, safe := range []uint64{0, 1, 7, 8, 100, 1<<61 - 1, 1 << 61, 1<<63 - 10, 1 << 63, all} {
				steps := 0
				got := furthest(limit, func(within uint64) (bool, uint64) {
					if steps++; steps > 100 {
						t.Fatalf("%s, limit %d, safe up to %d: no end", name, limit, safe)
					}
					if within <= safe {
						return true, 0
					}
					return false, found(within, safe)
				})
				if got != min(limit, safe) {
					t.Errorf("%s, limit %d, safe up to %d: %d", name, limit, safe, got)
				}
			}
		}
	}
}
