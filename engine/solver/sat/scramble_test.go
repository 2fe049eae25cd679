package sat

import (
	"math/rand/v2"
	"testing"
)

// TestScramble: the phase of each variable is a pseudo-random bit of its own, however
// many variables there are.
func TestScramble(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 63, 64, 65, 200} {
		s := &Solver{phase: make([]bool, n)}
		s.scramble(7)
		r := rand.New(rand.NewPCG(7, 0))
		var bits uint64
		for v, phase := range s.phase {
			if v%64 == 0 {
				bits = r.Uint64()
			}
			if phase != (bits>>(v%64)&1 == 1) {
				t.Fatalf("of %d variables, %d has the wrong phase", n, v)
			}
		}
	}
}
