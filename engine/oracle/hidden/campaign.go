package hidden

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine/oracle"
)

// Campaign is a run over many programs.
type Campaign struct {
	Dir       string // for compiled programs
	Parallel  int
	PerTarget time.Duration
	Log       io.Writer // disagreements, a line each
}

// Run tries n programs from a seed on, and returns the first seed that was not begun. It
// ends early when the context does.
func (c *Campaign) Run(ctx context.Context, first uint64, n int) (st Stats, next uint64, err error) {
	lab, err := oracle.NewLab(c.Dir)
	if err != nil {
		return st, first, err
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	seeds := make(chan uint64)
	for range max(c.Parallel, 1) {
		wg.Go(func() {
			for seed := range seeds {
				one, wrong, failed := Try(lab, c.Dir, Generate(seed), c.PerTarget)
				mu.Lock()
				st.Add(one)
				for _, w := range wrong {
					fmt.Fprintf(c.Log, "seed %d: %s\n", seed, w)
				}
				if failed != nil && err == nil {
					err = fmt.Errorf("seed %d: %w", seed, failed)
				}
				mu.Unlock()
			}
		})
	}
	for next = first; next < first+uint64(n) && ctx.Err() == nil; next++ {
		seeds <- next
	}
	close(seeds)
	wg.Wait()
	return st, next, err
}
