package oracle

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
)

// Campaign is a run over many programs.
type Campaign struct {
	Dir       string // scratch, empty
	First     uint64 // seed of the first program
	Programs  int
	PerTarget time.Duration
	Shrink    bool      // shrink what disagrees
	Keep      string    // folder for the shrunk programs; "": none
	Log       io.Writer // disagreements, and progress now and then
}

// Stats counts what a campaign saw.
type Stats struct {
	Programs, Complete, Runs int
	Targets, True            int
	Status                   [4]int // verdicts, by engine.Status
	Missed                   int    // happens; neither found nor denied
	Lost                     int    // witnesses that the reference could not follow to their end
	Reasons                  map[string]int
	Wrong                    int
	Failed                   []string // programs on which the oracle itself failed
}

// Run tries the programs. The first mode is the plain one; the others are
// drawn per program.
func (c *Campaign) Run() (*Stats, error) {
	lab, err := NewLab(c.Dir)
	if err != nil {
		return nil, err
	}
	st := &Stats{Reasons: map[string]int{}}
	for i := range c.Programs {
		pr := Generate(c.First + uint64(i))
		t, err := lab.Try(pr, modes(pr.Seed), c.PerTarget)
		if err != nil {
			st.Failed = append(st.Failed, fmt.Sprintf("seed %d: %v", pr.Seed, err))
			fmt.Fprintln(c.Log, "oracle failed:", st.Failed[len(st.Failed)-1])
			continue
		}
		st.add(t)
		if err := c.report(lab, t); err != nil {
			return st, err
		}
		if (i+1)%100 == 0 {
			fmt.Fprintf(c.Log, "-- %d programs, %d targets, %d wrong\n", i+1, st.Targets, st.Wrong)
		}
	}
	return st, nil
}

// report shrinks a program with a disagreement and keeps it.
func (c *Campaign) report(lab *Lab, t *Trial) error {
	if len(t.Wrong) == 0 {
		return nil
	}
	seed := t.Program.Seed
	for _, w := range t.Wrong {
		fmt.Fprintf(c.Log, "seed %d: %v\n", seed, w)
	}
	if !c.Shrink {
		return nil
	}
	t = lab.Shrink(t, modes(seed), c.PerTarget)
	w := t.Wrong[0]
	text := t.Regression(w.At.Class)
	fmt.Fprintf(c.Log, "shrunk: %v\n%s\n", w, text)
	if c.Keep == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(c.Keep, fmt.Sprintf("seed%d.c", seed)), []byte(text), 0o644)
}

// modes draws how the engine is run on the program of a seed.
func modes(seed uint64) []Mode {
	return []Mode{{Workers: 1}, {Workers: 1 + int(seed%2), Seed: int64(seed >> 1)}}[:1+seed%2]
}

func (s *Stats) add(t *Trial) {
	s.Programs++
	s.Runs += t.Truth.Runs
	if t.Truth.Complete {
		s.Complete++
	}
	s.Targets += len(t.Targets)
	s.Lost += t.Lost
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
	if len(t.Wrong) > 0 {
		s.Wrong++
	}
}

// String is a table of the counts.
func (s *Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "programs %d (%d enumerated completely), native runs %d\n", s.Programs, s.Complete, s.Runs)
	fmt.Fprintf(&b, "targets %d, of which happen %d\n", s.Targets, s.True)
	for st := engine.Undecided; st <= engine.Bounded; st++ {
		fmt.Fprintf(&b, "  %-12v %d\n", st, s.Status[st])
	}
	fmt.Fprintf(&b, "happens, but neither found nor denied: %d; witnesses with too many choices to check: %d\n", s.Missed, s.Lost)
	for _, r := range slices.Sorted(maps.Keys(s.Reasons)) {
		fmt.Fprintf(&b, "  undecided %d: %s\n", s.Reasons[r], r)
	}
	fmt.Fprintf(&b, "programs with a disagreement %d, oracle failures %d\n", s.Wrong, len(s.Failed))
	return b.String()
}
