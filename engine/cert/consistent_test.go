package cert

import "testing"

// TestConsistent: a claim that its options or its bounds contradict is none.
func TestConsistent(t *testing.T) {
	bound := []Bound{{Kind: "stdin", At: "a.c:3", Limit: 8}}
	for _, c := range []struct {
		name string
		cert Certificate
		ok   bool
	}{
		{"unreachable", Certificate{Claim: Claim{Status: "unreachable"}}, true},
		{"bounded", Certificate{Claim: Claim{Status: "bounded", Bounds: bound}}, true},
		{"unreachable within bounds", Certificate{Claim: Claim{Status: "unreachable", Bounds: bound}}, false},
		{"assumed", Certificate{Options: Settings{NoFail: []string{"malloc"}}, Claim: Claim{Status: "unreachable", Assumptions: []string{"malloc does not fail"}}}, true},
		{"assumed in silence", Certificate{Options: Settings{NoFail: []string{"malloc"}}, Claim: Claim{Status: "unreachable"}}, false},
		{"one of two", Certificate{Options: Settings{NoFail: []string{"malloc", "read"}}, Claim: Claim{Status: "unreachable", Assumptions: []string{"malloc does not fail"}}}, false},
		{"named where it matters", Certificate{Options: Settings{NoFail: []string{"nocallback", "closed"}}, Claim: Claim{Status: "unreachable"}}, true},
	} {
		if err := c.cert.consistent(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
