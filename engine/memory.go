package engine

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/assay-dev/assay/engine/budget"
)

// gauge watches the heap of the process against the run's limit. Searches ask
// it between slices and give up under pressure, so that the process does not.
// What counts is what the last collection found in use: the heap with what the
// next one will free grows to the limit long before that, by budget.GCPercent.
type gauge struct {
	limit int64
	over  atomic.Bool
	stop  context.CancelFunc
}

// gaugePeriod is how often the heap is looked at.
const gaugePeriod = 50 * time.Millisecond

// watchMemory starts a gauge. Close it to end the watching and to restore the
// garbage collector's own limit.
func watchMemory(limit int64) *gauge {
	ctx, cancel := context.WithCancel(context.Background())
	g := &gauge{limit: limit}
	before, percent := debug.SetMemoryLimit(limit), debug.SetGCPercent(budget.GCPercent.N)
	g.stop = func() {
		cancel()
		debug.SetMemoryLimit(before)
		debug.SetGCPercent(percent)
	}
	go func() {
		tick := time.NewTicker(gaugePeriod)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				g.look()
			}
		}
	}()
	return g
}

// look compares what is in use with the limit.
func (g *gauge) look() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	g.over.Store(int64(sample[0].Value.Uint64()) > g.limit/4*3)
}

// relieve takes away the pressure that a search left which was given up: what it
// had in use counts until the next collection, and next to nothing is allocated
// while everybody gives up at once.
func (g *gauge) relieve() {
	if g.over.Load() {
		runtime.GC()
		g.look()
	}
}

func (g *gauge) close() { g.stop() }
