package oracle

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
)

// TestLoopPrograms compares the prover, and on some programs the whole engine,
// with the truth about loops without bound: a fixed share, or as many programs
// as ASSAY_LOOPS says, from seed ASSAY_FIRST on.
func TestLoopPrograms(t *testing.T) {
	n, first := number(t, "ASSAY_LOOPS", 48), number(t, "ASSAY_FIRST", 1)
	c := LoopCampaign{Dir: t.TempDir(), First: uint64(first), Programs: n, Parallel: 2, PerTarget: 300 * time.Millisecond, Search: 8, Check: 20, Log: logger{t}}
	st, next, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v", st)
	if st.Wrong > 0 {
		t.Errorf("%d disagreements", st.Wrong)
	}
	if next != uint64(first+n) || st.Programs != n || 10*st.Complete < 6*n || st.True < n || st.Proved < n/2 || st.Searched == 0 || st.Certificates == 0 || 10*st.Confirmed < 9*st.Certificates {
		t.Errorf("the programs show too little: %v", st)
	}
}

// TestRanksInProofs: the check of a proof takes what ranks mean for granted, as
// the proof does. The program of this seed builds lists of one block that follow
// themselves; its certificates were refused once.
func TestRanksInProofs(t *testing.T) {
	c := LoopCampaign{Dir: t.TempDir(), First: 12011418, Programs: 1, PerTarget: time.Second, Check: 100, Log: logger{t}}
	st, _, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if st.Certificates < 3 || st.Confirmed != st.Certificates {
		t.Errorf("not all certificates are confirmed: %v", st)
	}
}

// TestLoopSeedsRepeat: a seed is a program, in both forms; many have recursion.
func TestLoopSeedsRepeat(t *testing.T) {
	recursive := 0
	for seed := range uint64(300) {
		a, b := GenerateLoops(seed, 7, false), GenerateLoops(seed, 7, false)
		if a.Plain != b.Plain || a.Reference != b.Reference {
			t.Fatalf("seed %d gives two programs", seed)
		}
		if strings.Contains(a.Plain, " = r_7(") {
			recursive++
		}
	}
	if recursive < 60 {
		t.Errorf("only %d of 300 programs call a recursive function", recursive)
	}
}

// TestLoopExploration: what explorations find was asked for, happens either
// without earlier errors or only after them, and loops have several states.
func TestLoopExploration(t *testing.T) {
	l := newLab(t)
	subjects, dir, err := l.prepareLoops(1, batchSize, false)
	defer os.RemoveAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	loops := 0
	for _, s := range subjects {
		tr, err := s.truth()
		if err != nil {
			t.Fatal(err)
		}
		for c := range tr.Hit {
			if _, ok := tr.Asked[c]; !ok {
				t.Errorf("seed %d: %v happens and was not asked for", s.program.Seed, c)
			}
			if len(tr.After[c]) > 0 {
				t.Errorf("seed %d: %v happens, and only after errors", s.program.Seed, c)
			}
		}
		if tr.Runs > 1 {
			loops++
		}
	}
	if loops < batchSize/2 {
		t.Errorf("only %d of %d programs have more than one state", loops, batchSize)
	}
}

// TestLoopWrongAnswersAreSeen turns right answers into wrong ones.
func TestLoopWrongAnswersAreSeen(t *testing.T) {
	l := newLab(t)
	subjects, dir, err := l.prepareLoops(1, 6, false)
	defer os.RemoveAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	denied, invented := 0, 0
	for _, s := range subjects {
		tr := &Trial{Program: &Program{Seed: s.program.Seed}, seen: map[string]bool{}}
		if tr.Truth, err = s.truth(); err != nil {
			t.Fatal(err)
		}
		tr.choose(s.ir, 0, maxLoopTargets)
		for i, c := range tr.Targets {
			res := &engine.Result{Verdicts: make([]engine.Verdict, len(tr.Targets))}
			switch {
			case tr.Truth.Hit[c]:
				denied++
				res.Verdicts[i].Status = engine.Unreachable
			case tr.Truth.Complete:
				invented++
				res.Verdicts[i] = engine.Verdict{Status: engine.Reachable, Witness: &engine.Witness{}}
			default:
				continue
			}
			tr.Wrong = nil
			tr.compare(s.ir, Mode{}, res)
			tr.denies(res)
			if len(tr.Wrong) != 1 || tr.Wrong[0].At != c {
				t.Errorf("seed %d: a wrong answer about %v is reported as %v", s.program.Seed, c, tr.Wrong)
			}
		}
	}
	if denied == 0 || invented == 0 {
		t.Errorf("%d denied, %d invented", denied, invented)
	}
}
