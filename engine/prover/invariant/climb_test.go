package invariant

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/term"
)

// at is a state in which a number has one value.
type at uint64

func (at) Bool(term.T) bool   { return true }
func (x at) BV(term.T) uint64 { return uint64(x) }

// TestClimb: bounds of one number at two cutpoints, of which one sees every value, pass over the
// numbers in a row when they climb steeply, and stop before the number that is compared with.
func TestClimb(t *testing.T) {
	ts := []int64{-1 << 31}
	for k := range int64(60) { // a loop that is followed for 60 turns
		ts = append(ts, k)
	}
	ts = append(ts, 63, 64, 65, 1<<31-1)
	climb := &Climb{}
	bound := func(strong []int64) *Bound {
		return &Bound{When: term.True, Term: term.True, Thresholds: ts, Lo: 1, Hi: 0, Climb: climb, Strong: strong}
	}
	first, second := bound(ts[1:len(ts)-1]), bound(ts[1:len(ts)-1])
	var stops []int64
	for x := range uint64(64) {
		first.Weaken(at(x))
		if hi := ts[first.Hi]; !slices.Contains(stops, hi) {
			stops = append(stops, hi)
		}
	}
	second.Weaken(at(0))
	second.Weaken(at(30))
	if ts[first.Hi] != 63 || len(stops) > budget.Climbs.N+6 {
		t.Errorf("stops at %v, want few of them and 63 at last", stops)
	}
	if ts[second.Hi] != 57 {
		t.Errorf("the second stops at %d, want 57, where the row ends", ts[second.Hi])
	}
	ring := bound([]int64{-1, 0, 1, 6, 7, 8}) // what climbs steeply elsewhere, and is compared with 7
	ring.Weaken(at(0))
	ring.Weaken(at(5))
	if ts[ring.Hi] != 6 {
		t.Errorf("a bound of what is compared with 7 stops at %d, want 6", ts[ring.Hi])
	}
}
