package oracle

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/expect"
)

// expectation is a comment `// @status class` or `// @status class given` of a
// C program. The last word demands a verdict that rests on an error.
type expectation struct {
	at     Candidate
	status string
	given  bool
}

func expected(t *testing.T, file string) []expectation {
	t.Helper()
	var out []expectation
	for _, m := range expect.Marks(t, file) {
		out = append(out, expectation{Candidate{m.Line, m.Class(t, m.Words[1])}, m.Words[0], len(m.Words) > 2 && m.Words[2] == "given"})
	}
	slices.SortFunc(out, func(a, b expectation) int {
		return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Class, b.at.Class))
	})
	if len(out) == 0 {
		t.Fatalf("%s: nothing is expected", file)
	}
	return out
}

// trapModes are the ways in which the programs with expectations are run:
// everything that interpolants can be made by, with nothing beside it, and the
// portfolio.
func trapModes() []Mode {
	var ms []Mode
	for _, i := range []string{"none", "deletion", "wp"} {
		ms = append(ms, mustMode("interpolation="+i, "plan=depth-first"))
	}
	return append(ms, Mode{}, mustMode("interpolation=wp", "plan=depth-first", "clauses=off", "slackening=off"),
		mustMode("interpolation=wp", "plan=depth-first", "clauses=1 literal", "caches=off"),
		mustMode("interpolation=wp"), shallow, mustMode("interpolation=wp", "plan=shallow", "workers=2"))
}

// shallow bounds loops, and has no interpolants.
var shallow = mustMode("interpolation=none", "plan=shallow")

func mustMode(settings ...string) Mode {
	m, err := ParseMode(strings.Join(settings, ","))
	if err != nil {
		panic(err)
	}
	return m
}

// TestTraps runs the programs on which the engine was wrong once, and those
// that hold the counterexamples of the design, in every way to prune.
func TestTraps(t *testing.T) {
	regressions, _ := filepath.Glob("../../testdata/regressions/*.c")
	traps, _ := filepath.Glob("../../testdata/engine/interp_*.c")
	if len(regressions) == 0 || len(traps) == 0 {
		t.Fatal("no programs")
	}
	l := newLab(t)
	for _, f := range append(regressions, traps...) {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) {
			runTrap(t, l, f)
			if text, _ := os.ReadFile(f); strings.Contains(string(text), "#ifndef FLIP") {
				t.Run("flipped", func(t *testing.T) { runTrap(t, l, f, "-DFLIP=1") })
			}
		})
	}
}

// runTrap compares all verdicts about a program with what it expects. A trap
// works in one of two orders of visiting its paths.
func runTrap(t *testing.T, l *Lab, file string, flags ...string) {
	p := compileFile(t, l, file, flags...)
	exps := expected(t, file)
	var cs []Candidate
	for _, e := range exps {
		cs = append(cs, e.at)
		if len(Sites(p, e.at)) == 0 {
			t.Fatalf("line %d: no instruction can be a %v", e.at.Line, e.at.Class)
		}
	}
	var bounded *engine.Result // without interpolants
	for _, m := range trapModes() {
		t.Run(m.String(), func(t *testing.T) {
			opt := m.options()
			opt.TimeoutPerTarget = time.Minute
			res, err := ask(p, cs, opt)
			if err != nil {
				t.Fatal(err)
			}
			if m == shallow {
				bounded = res
			}
			for i, e := range exps {
				if v := res.Verdicts[i]; m.value("plan") != "shallow" || v.Status != engine.Bounded {
					e.judge(t, v)
				} else if bounded != nil && bounded.Verdicts[i].Status != engine.Bounded {
					t.Errorf("line %d: %v: %v, but without interpolants it is %v", e.at.Line, e.at.Class, v.Status, bounded.Verdicts[i].Status)
				}
			}
		})
	}
}

// judge compares a verdict with what is expected.
func (e expectation) judge(t *testing.T, v engine.Verdict) {
	t.Helper()
	if v.Status.String() != e.status {
		t.Errorf("line %d: %v: %v (%s), want %s", e.at.Line, e.at.Class, v.Status, v.Reason, e.status)
	}
	if e.given && len(v.Given) == 0 {
		t.Errorf("line %d: %v: the proof names no error that it rests on", e.at.Line, e.at.Class)
	}
}
