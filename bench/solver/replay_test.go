package main

import (
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/solver"
)

// TestRecordings replays the beginning of every recording with and without
// layers: all are readable, and the answers agree.
func TestRecordings(t *testing.T) {
	for _, name := range recorded {
		s, err := readRecorded(name)
		if err != nil {
			t.Fatal(err)
		}
		s.ops = s.ops[:min(len(s.ops), 40_000)]
		layers := measure(s, candidate{"layers", solver.Options{}}, time.Minute, 0)
		alone := measure(s, candidate{"core alone", solver.Options{Disable: solver.AllLayers}}, time.Minute, 0)
		if at := layers.disagrees(alone); at >= 0 {
			t.Errorf("%s: query %d: %v with layers, %v without", name, at+1, layers.answers[at], alone.answers[at])
		}
		if n := len(layers.answers); n < 100 || layers.stats.Unknown > 0 {
			t.Errorf("%s: %d queries, %d not answered", name, n, layers.stats.Unknown)
		}
	}
}
