package library

import (
	"context"
	"strings"
	"testing"
)

// TestCalls makes a fixed share of the calls.
func TestCalls(t *testing.T) {
	var log strings.Builder
	c := Campaign{Dir: t.TempDir(), Seed: 1, Calls: 20, Parallel: 2, Log: &log}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if r.Outside() > 0 {
		t.Errorf("calls that the specification does not allow:\n%s", log.String())
	}
	if len(r.Functions) < 2000 || r.Calls() < 15*len(r.Functions) {
		t.Errorf("too little was run: %v", r)
	}
}
