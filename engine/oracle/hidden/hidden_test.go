package hidden

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestHiddenCode tries a fixed share of the programs.
func TestHiddenCode(t *testing.T) {
	var log strings.Builder
	c := Campaign{Dir: t.TempDir(), Parallel: 2, PerTarget: time.Second, Log: &log}
	const programs = 60
	st, _, err := c.Run(context.Background(), 0, programs)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(st)
	if st.Disagreements > 0 {
		t.Error(log.String())
	}
	if st.Hit < programs || st.Unreachable < programs/2 || st.Reachable < 4 {
		t.Errorf("the programs show too little: %v", st)
	}
}
