package hidden

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/oracle"
)

// Stats counts what was tried and what came of it.
type Stats struct {
	Programs, Targets        int
	Hit                      int // targets that some run comes to
	Reachable, Unreachable   int
	Undecided, Disagreements int
}

// Add joins counts.
func (s *Stats) Add(t Stats) {
	s.Programs += t.Programs
	s.Targets += t.Targets
	s.Hit += t.Hit
	s.Reachable += t.Reachable
	s.Unreachable += t.Unreachable
	s.Undecided += t.Undecided
	s.Disagreements += t.Disagreements
}

func (s Stats) String() string {
	return fmt.Sprintf("%d programs with hidden code, %d targets, %d of them hit; %d reachable, %d unreachable, %d undecided; %d disagreements",
		s.Programs, s.Targets, s.Hit, s.Reachable, s.Unreachable, s.Undecided, s.Disagreements)
}

// Try compares the engine with the native runs of a program. The texts say where they
// disagree; an error means that the oracle itself failed.
func Try(lab *oracle.Lab, dir string, pr *Program, perTarget time.Duration) (st Stats, wrong []string, err error) {
	dir, err = os.MkdirTemp(dir, "hidden-*")
	if err != nil {
		return st, nil, err
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, "p.c")
	if err := os.WriteFile(src, []byte(pr.Text), 0o644); err != nil {
		return st, nil, err
	}
	hit, err := truth(src)
	if err != nil {
		return st, nil, err
	}
	out, err := lab.Compile(src, false)
	if err != nil {
		return st, nil, err
	}
	p, err := ir.Read(out)
	if err != nil {
		return st, nil, err
	}
	targets := make([]engine.Target, 0, pr.Marks)
	var marks []int
	for m := range pr.Marks {
		if sites := oracle.Calls(p, fmt.Sprintf("mark_%d", m)); len(sites) > 0 {
			targets, marks = append(targets, engine.Target{Name: fmt.Sprint("mark ", m), Sites: sites}), append(marks, m)
		}
	}
	res, err := engine.Run(context.Background(), p, targets, engine.Options{TimeoutPerTarget: perTarget, NoProver: pr.Seed%2 == 0}, nil)
	if err != nil {
		return st, nil, err
	}
	st.Programs, st.Targets = 1, len(targets)
	for i, v := range res.Verdicts {
		if w := st.judge(v, hit[marks[i]]); w != "" {
			wrong = append(wrong, fmt.Sprintf("mark %d: %s", marks[i], w))
		}
	}
	st.Disagreements = len(wrong)
	return st, wrong, nil
}

// judge counts a verdict, and says how it contradicts the runs.
func (s *Stats) judge(v engine.Verdict, hit bool) string {
	if hit {
		s.Hit++
	}
	switch v.Status {
	case engine.Reachable:
		s.Reachable++
		if !hit {
			return "reachable, and no run comes to it"
		}
	case engine.Undecided:
		s.Undecided++
	default:
		s.Unreachable++
		if hit {
			return fmt.Sprintf("%v (%s), given %v, and a run comes to it", v.Status, v.Reason, v.Given)
		}
	}
	return ""
}

// truth runs the program natively on all inputs: which marks runs come to.
func truth(src string) (map[int]bool, error) {
	bin := src + ".bin"
	if msg, err := exec.Command("clang-14", "-O0", "-w", "-DHIDDEN", "-fsanitize=address", "-o", bin, src).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("clang-14: %w\n%s", err, msg)
	}
	hit := map[int]bool{}
	for n := range inputValues * inputValues {
		cmd := exec.Command(bin, fmt.Sprintf("%d%d", n/inputValues, n%inputValues))
		cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
		text, err := cmd.Output()
		// Main's status is a value of the program.
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			return nil, err
		}
		if cmd.ProcessState.ExitCode() < 0 || strings.Contains(stderr(err), "AddressSanitizer") {
			return nil, fmt.Errorf("a run went wrong: %v\n%s", err, stderr(err))
		}
		for _, l := range strings.Fields(string(text)) {
			if m, err := strconv.Atoi(l); err == nil {
				hit[m] = true
			}
		}
	}
	return hit, nil
}

func stderr(err error) string {
	if e, ok := err.(*exec.ExitError); ok {
		return string(e.Stderr)
	}
	return ""
}
