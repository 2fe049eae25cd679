package engine

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestGarbageIsNoPressure: a heap that is full of what the next collection frees
// ends no search; one that is full of what is in use does.
func TestGarbageIsNoPressure(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 40))
	var now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&now)
	const chunk = 64 << 20
	limit := int64(now.HeapAlloc + 4*chunk)
	var kept [][]byte
	g := &gauge{limit: limit}
	for range 4 {
		kept = append(kept[:0], make([]byte, chunk))
	}
	if g.look(); g.over.Load() {
		t.Error("garbage counts")
	}
	for range 3 {
		kept = append(kept, make([]byte, chunk))
	}
	runtime.GC()
	if g.look(); !g.over.Load() {
		t.Error("what is in use does not count")
	}
	runtime.KeepAlive(kept)
}

// TestPressureEndsWithTheSearch: what a search had in use that was given up for
// want of memory does not end the next one.
func TestPressureEndsWithTheSearch(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 40))
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	const size = 256 << 20
	g := &gauge{limit: int64(now.HeapAlloc + size)}
	kept := make([]byte, size)
	runtime.GC()
	if g.look(); !g.over.Load() {
		t.Fatal("no pressure to begin with")
	}
	runtime.KeepAlive(kept)
	kept = nil
	if g.look(); !g.over.Load() {
		t.Fatal("the pressure went by itself: nothing is tested")
	}
	if g.relieve(); g.over.Load() {
		t.Error("the pressure stays")
	}
}

// TestLaterRoundsAreLonger: however often the last round comes again, its budget
// is one.
func TestLaterRoundsAreLonger(t *testing.T) {
	last := roundAt(0)
	for n := range 10_000 {
		rd := roundAt(n)
		if n > len(rounds) && (rd.work < last.work || rd.turns < last.turns) || rd.work <= 0 || rd.turns < 0 {
			t.Fatalf("round %d: %d units after %d", n, rd.work, last.work)
		}
		last = rd
	}
}
