package solver

import (
	"fmt"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/solver/backend"
)

// Stats counts the queries of a solver and what became of them.
type Stats struct {
	Queries, Sat, Unsat, Unknown int64
	Layers                       []LayerStats // in the order of asking
	Fallback                     LayerStats   // queries the backend gave up
	Backend                      backend.Stats
	QueryLogError                error // why the query log is incomplete; nil if it is complete
}

// LayerStats counts the queries of one layer.
type LayerStats struct {
	Name     string
	Asked    int64         // queries that reached the layer
	Answered int64         // queries it settled
	Time     time.Duration // spent in it; not deterministic
}

// String returns the counters as a table for people.
func (s Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d queries: %d sat, %d unsat, %d unknown\n", s.Queries, s.Sat, s.Unsat, s.Unknown)
	for _, l := range append(s.Layers[:len(s.Layers):len(s.Layers)], s.Fallback) {
		if l.Asked == 0 {
			continue
		}
		fmt.Fprintf(&b, "%-10s asked %8d answered %8d time %v\n", l.Name, l.Asked, l.Answered, l.Time.Round(time.Microsecond))
	}
	k := s.Backend
	fmt.Fprintf(&b, "backend: %d conflicts, %d propagations, %d decisions, %d gates, %d variables, %d resets, %d lemmas\n",
		k.Conflicts, k.Propagations, k.Decisions, k.Gates, k.Variables, k.Resets, k.Lemmas)
	return b.String()
}
