package hidden

import (
	"context"
	"fmt"
	"io"
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
	next, err = oracle.Seeds(ctx, first, n, c.Parallel, func(seed uint64) func() error {
		one, wrong, failed := Try(lab, c.Dir, Generate(seed), c.PerTarget)
		return func() error {
			st.Add(one)
			for _, w := range wrong {
				fmt.Fprintf(c.Log, "seed %d: %s\n", seed, w)
			}
			return failed
		}
	})
	return st, next, err
}
