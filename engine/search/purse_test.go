package search

import "testing"

// TestPurse: when nothing is left interpolation rests until it can afford twice
// what ended the rest before.
func TestPurse(t *testing.T) {
	var p purse
	for i, step := range []struct{ left, want int64 }{
		{100, 100}, {1, 1}, {0, 0}, {1, 0}, {anyway - 1, 0}, {anyway, anyway}, {3, 3},
		{-5, 0}, {anyway, 0}, {2 * anyway, 2 * anyway}, {0, 0}, {3 * anyway, 0}, {4*anyway + 1, 4*anyway + 1},
	} {
		if got := p.open(step.left); got != step.want {
			t.Errorf("step %d: with %d left, %d may be taken; want %d", i, step.left, got, step.want)
		}
	}
}
