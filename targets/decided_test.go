package targets

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/sarif"
)

var expectation = regexp.MustCompile(`// ([A-Za-z_ -]+) ([TF])(?: (.*))?$`)

// TestDecided maps one alarm of every kind and lets the engine decide it: the
// instruction, class, side and operand that the mapping asks for are those at
// which the engine notices the violation, and no others.
func TestDecided(t *testing.T) {
	p := corpusProgram(t, "violations")
	text, err := os.ReadFile(filepath.Join(sources, "violations.c"))
	if err != nil {
		t.Fatal(err)
	}
	var alarms []Alarm
	var truths []string
	for i, line := range strings.Split(string(text), "\n") {
		if m := expectation.FindStringSubmatch(line); m != nil {
			alarms = append(alarms, Alarm{Tool: sarif.FramaC, RuleID: m[1], File: "violations.c", Line: i + 1, Predicate: m[3]})
			truths = append(truths, m[2])
		}
	}
	var list []engine.Target
	for i, mp := range Map(p, alarms, Options{}) {
		if mp.Target == nil {
			t.Fatalf("line %d, %s: %v", alarms[i].Line, alarms[i].RuleID, mp.Unmapped)
		}
		list = append(list, *mp.Target)
	}
	res, err := engine.Run(context.Background(), p, list, engine.Options{TimeoutPerTarget: 20 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	status := map[string]engine.Status{"T": engine.Reachable, "F": engine.Unreachable}
	for i, v := range res.Verdicts {
		if v.Status != status[truths[i]] {
			t.Errorf("line %d, %s: %s is %s (%s), want %s", alarms[i].Line, alarms[i].RuleID, alarms[i].Predicate, v.Status, v.Reason, status[truths[i]])
		}
	}
}
