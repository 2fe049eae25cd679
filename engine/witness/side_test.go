package witness

import (
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// TestSideOfReport: a report of a value that leaves its type below is none of one above.
func TestSideOfReport(t *testing.T) {
	const outside = " is outside the range of representable values of type 'unsigned int'"
	for _, c := range []struct {
		side, value string
		want        bool
	}{
		{"low", "-1", true}, {"high", "-1", false}, {"", "-1", true}, {"low", "4.29497e+09", false},
		{"high", "4.29497e+09", true}, {"low", "-inf", true}, {"high", "inf", true}, {"low", "-nan", false},
	} {
		s := &session{w: &Witness{Target: Target{File: "a.c", Line: 3, Side: c.side}}, class: op.FloatToInt}
		hit, _ := s.matchReport(sanitizerOf[op.FloatToInt], nil, "a.c:3:5: runtime error: "+c.value+outside+"\n")
		if (hit != nil) != c.want {
			t.Errorf("%s, side %q: %v", c.value, c.side, hit)
		}
	}
}
