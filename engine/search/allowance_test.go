package search

import (
	"testing"

	"github.com/assay-dev/assay/engine/budget"
)

// TestAllowance: when nothing is left interpolation rests until it can afford twice
// what ended the rest before.
func TestAllowance(t *testing.T) {
	var p allowance
	for i, step := range []struct{ left, want int64 }{
		{100, 100}, {1, 1}, {0, 0}, {1, 0}, {int64(budget.InterpolationAnyway.N) - 1, 0}, {int64(budget.InterpolationAnyway.N), int64(budget.InterpolationAnyway.N)}, {3, 3},
		{-5, 0}, {int64(budget.InterpolationAnyway.N), 0}, {2 * int64(budget.InterpolationAnyway.N), 2 * int64(budget.InterpolationAnyway.N)}, {0, 0}, {3 * int64(budget.InterpolationAnyway.N), 0}, {4*int64(budget.InterpolationAnyway.N) + 1, 4*int64(budget.InterpolationAnyway.N) + 1},
	} {
		if got := p.open(step.left); got != step.want {
			t.Errorf("step %d: with %d left, %d may be taken; want %d", i, step.left, got, step.want)
		}
	}
}
