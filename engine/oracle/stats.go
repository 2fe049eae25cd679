package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// Stats counts what campaigns saw.
type Stats struct {
	Programs, Complete, Runs int
	Targets, True            int
	Status                   [4]int // verdicts of the baseline, by engine.Status
	Missed                   int    // happens; the baseline neither finds nor denies it
	Lost                     int    // witnesses that the reference could not follow to their end
	Narrowed                 int    // verdicts that are bounded only because of pruning
	Certificates, Confirmed  int    // those that were checked, and those that hold
	Reasons                  map[string]int
	Values                   map[string]*ValueStats // by "axis=value"
	Wrong                    int
	Failed                   []string // programs on which the oracle itself failed
}

// ValueStats counts what runs with one value of an axis showed.
type ValueStats struct {
	Runs     int    // of the engine, one per program
	Status   [4]int // verdicts, by engine.Status
	Pruning  int    // runs in which some state was subsumed
	Subsumed int64
	Nodes    int64
}

// merge adds a batch.
func (s *Stats) merge(b *batch) {
	s.Failed = append(s.Failed, b.failed...)
	for _, t := range b.trials {
		s.add(t)
	}
}

// Add adds the counts of another campaign.
func (s *Stats) Add(o *Stats) {
	s.init()
	s.Programs += o.Programs
	s.Complete += o.Complete
	s.Runs += o.Runs
	s.Targets += o.Targets
	s.True += o.True
	s.Missed += o.Missed
	s.Lost += o.Lost
	s.Narrowed += o.Narrowed
	s.Certificates += o.Certificates
	s.Confirmed += o.Confirmed
	s.Wrong += o.Wrong
	for i, n := range o.Status {
		s.Status[i] += n
	}
	for k, n := range o.Reasons {
		s.Reasons[k] += n
	}
	for k, v := range o.Values {
		s.value(k).add(v)
	}
	s.Failed = append(s.Failed, o.Failed...)
}

func (s *Stats) init() {
	if s.Reasons == nil {
		s.Reasons, s.Values = map[string]int{}, map[string]*ValueStats{}
	}
}

func (s *Stats) value(key string) *ValueStats {
	if s.Values[key] == nil {
		s.Values[key] = &ValueStats{}
	}
	return s.Values[key]
}

func (v *ValueStats) add(o *ValueStats) {
	v.Runs += o.Runs
	for i, n := range o.Status {
		v.Status[i] += n
	}
	v.Pruning += o.Pruning
	v.Subsumed += o.Subsumed
	v.Nodes += o.Nodes
}

func (s *Stats) add(t *Trial) {
	s.init()
	s.Programs++
	s.Runs += t.Truth.Runs
	if t.Truth.Complete {
		s.Complete++
	}
	s.Targets += len(t.Targets)
	s.Lost += t.Lost
	s.Narrowed += t.Narrowed
	s.Certificates += t.Certificates
	s.Confirmed += t.Confirmed
	for i, c := range t.Targets {
		if t.Truth.Hit[c] {
			s.True++
		}
		if len(t.Results) == 0 {
			continue
		}
		v := t.Results[0].Verdicts[i]
		s.Status[v.Status]++
		if v.Status == engine.Undecided {
			reason, _, _ := strings.Cut(v.Reason, " at ")
			s.Reasons[reason]++
		}
		if t.Truth.Hit[c] && v.Status != engine.Reachable {
			s.Missed++
		}
	}
	for i, r := range t.Results {
		one := ValueStats{Runs: 1}
		for _, v := range r.Verdicts {
			one.Status[v.Status]++
			one.Subsumed += v.Effort.Subsumed
			one.Nodes += v.Effort.Nodes
		}
		if one.Subsumed > 0 {
			one.Pruning = 1
		}
		for j, a := range axes {
			s.value(a.name + "=" + a.values[t.Modes[i][j]].name).add(&one)
		}
	}
	if len(t.Wrong) > 0 {
		s.Wrong++
	}
}

// String is a table of the counts.
func (s *Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "programs %d (%d enumerated completely), native runs %d\n", s.Programs, s.Complete, s.Runs)
	fmt.Fprintf(&b, "targets %d, of which happen %d; by the baseline\n", s.Targets, s.True)
	for st := engine.Undecided; st <= engine.Bounded; st++ {
		fmt.Fprintf(&b, "  %-12v %d\n", st, s.Status[st])
	}
	fmt.Fprintf(&b, "happens, but neither found nor denied: %d; witnesses with too many choices to check: %d\n", s.Missed, s.Lost)
	fmt.Fprintf(&b, "found within its bounds by an unpruned search only: %d\n", s.Narrowed)
	fmt.Fprintf(&b, "certificates: %d of %d confirmed; a refused one is a disagreement, the others were not followed to the end\n", s.Confirmed, s.Certificates)
	for _, r := range slices.Sorted(maps.Keys(s.Reasons)) {
		fmt.Fprintf(&b, "  undecided %d: %s\n", s.Reasons[r], r)
	}
	fmt.Fprintf(&b, "%-24s %7s %9s %9s %11s %8s %8s %9s %9s\n", "axis=value", "runs",
		"undecided", "reachable", "unreachable", "bounded", "pruning", "subsumed", "nodes")
	for _, a := range axes {
		for _, val := range a.values {
			k := a.name + "=" + val.name
			if v := s.Values[k]; v != nil {
				fmt.Fprintf(&b, "%-24s %7d %9d %9d %11d %8d %8d %9d %9d\n", k, v.Runs, v.Status[engine.Undecided],
					v.Status[engine.Reachable], v.Status[engine.Unreachable], v.Status[engine.Bounded], v.Pruning, v.Subsumed, v.Nodes)
			}
		}
	}
	fmt.Fprintf(&b, "programs with a disagreement %d, oracle failures %d\n", s.Wrong, len(s.Failed))
	return b.String()
}
