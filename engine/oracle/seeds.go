package oracle

import (
	"context"
	"fmt"
	"sync"
)

// Seeds calls try for n seeds from a first one on, by several workers, and returns the first seed
// that was not begun. It ends early when the context does. What try returns is called under a
// lock, one at a time: it adds up what came of the seed. The error is the first of them, with
// its seed.
func Seeds(ctx context.Context, first uint64, n, parallel int, try func(seed uint64) (add func() error)) (next uint64, err error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	seeds := make(chan uint64)
	for range max(parallel, 1) {
		wg.Go(func() {
			for seed := range seeds {
				add := try(seed)
				mu.Lock()
				if failed := add(); failed != nil && err == nil {
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
	return next, err
}
