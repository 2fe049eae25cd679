package sequence

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestSequences tries a fixed share of the programs.
func TestSequences(t *testing.T) {
	var log strings.Builder
	c := Campaign{Dir: t.TempDir(), Parallel: 2, PerTarget: time.Second, Log: &log}
	st, _, err := c.Run(context.Background(), 1, 60)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(st)
	if st.Wrong > 0 {
		t.Error(log.String())
	}
	if st.Seen < 10*st.Programs || st.Reachable < st.Seen/2 {
		t.Errorf("too little was seen, or decided: %v", st)
	}
}
