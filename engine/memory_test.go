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
	g := new(gauge)
	for range 4 {
		kept = append(kept[:0], make([]byte, chunk))
	}
	if g.look(limit); g.over.Load() {
		t.Error("garbage counts")
	}
	for range 3 {
		kept = append(kept, make([]byte, chunk))
	}
	runtime.GC()
	if g.look(limit); !g.over.Load() {
		t.Error("what is in use does not count")
	}
	runtime.KeepAlive(kept)
}
