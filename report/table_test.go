package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/engine"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample has an alarm of every kind that the reports tell apart.
func sample() *Triage {
	base := Alarm{State: Mapped, Rule: "index_bound", Message: "index_bound.", File: "src/ring.c", Line: 59, Candidates: 1}
	with := func(number int, f func(*Alarm)) Alarm {
		a := base
		a.Number, a.Index = number, number
		a.Outcome = Outcome{Assumptions: []string{}, Given: []Given{}, Bounds: []engine.Bound{}}
		f(&a)
		return a
	}
	status := func(a *Alarm, s engine.Status) *Outcome { a.Outcome.Status = s.String(); return &a.Outcome }
	return &Triage{
		Tool: "assay test", Inputs: []string{"ring.sarif"}, Notes: []string{},
		Alarms: []Alarm{
			with(0, func(a *Alarm) {
				o := status(a, engine.Reachable)
				o.Confirmed, o.Inputs = true, []string{`stdin = "b -100"`}
			}),
			with(1, func(a *Alarm) {
				a.Line, a.Rule = 28, "signed_overflow"
				o := status(a, engine.Reachable)
				o.Inputs, o.Reason = []string{"no arguments"}, "not confirmed: clang's sanitizers are not installed"
			}),
			with(2, func(a *Alarm) {
				a.Line, a.Suppressed = 41, true
				status(a, engine.Unreachable).Given = []Given{{Error: "out-of-bounds", File: "src/ring.c", Line: 36, Col: 5}}
			}),
			with(3, func(a *Alarm) {
				a.Line = 72
				status(a, engine.Bounded).Bounds = []engine.Bound{
					{Kind: "loop", At: "ring.c:89", Limit: 40}, {Kind: "loop", At: "ring.c:91", Limit: 1},
					{Kind: "stdin", At: "ring.c:91", Limit: 9}, {Kind: "argc", At: "ring.c:80", Limit: 6}, {Kind: "recursion", At: "ring.c:1", Limit: 7},
				}
			}),
			with(4, func(a *Alarm) {
				a.Line, a.State, a.Candidates = 0, Unmapped, 0
				o := status(a, engine.Undecided)
				o.Reason, o.Next = "no code there:\n\x1b[31mfolded", "look at the source"
			}),
			with(5, func(a *Alarm) { a.State, a.Rule = NotCheckable, "style" }),
			with(6, func(a *Alarm) { a.State, a.Rule = NotCheckable, "style" }),
			with(7, func(a *Alarm) { a.State = NoAlarm }),
			with(8, func(a *Alarm) { a.State, a.Rule = NotCheckable, "naming" }),
		},
		Met: []Met{
			{Class: "null-access", Text: "access through a null pointer", File: "src/list.c", Line: 64, Shown: true, Confirmed: true, Inputs: []string{`stdin = "u 5"`}},
			{Class: "division-by-zero", Text: "division by zero", File: "src/list.c", Line: 70, Shown: true, Inputs: []string{"a", "b", "c", "d", "e"}},
			{Class: "division-by-zero", Text: "division by zero", File: "src/list.c", Line: 75},
		},
	}
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update accepts):\n%s", name, diff)
	}
}

func TestTableGolden(t *testing.T) {
	var out bytes.Buffer
	if err := Table(&out, sample(), Style{}); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "table.txt", out.String())
}

func TestJSONGolden(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, sample(), Style{}); err != nil {
		t.Fatal(err)
	}
	checkGolden(t, "triage.json", out.String())
}

func TestMappingGolden(t *testing.T) {
	tr := sample()
	for i := range tr.Alarms {
		tr.Alarms[i].Property, tr.Alarms[i].Target = "index outside the declared array", "t"
	}
	checkGolden(t, "mapping.txt", Mapping(tr))
}

// On a terminal a row is one line of the terminal, and nothing from the input
// can move its cursor.
func TestTableOnTerminal(t *testing.T) {
	tr := sample()
	tr.Alarms[0].Outcome.Inputs = []string{strings.Repeat("x", 500)}
	var out bytes.Buffer
	if err := Table(&out, tr, Style{Color: true, Width: 100}); err != nil {
		t.Fatal(err)
	}
	rows, _, _ := strings.Cut(out.String(), "\n\n")
	for _, line := range strings.Split(rows, "\n") {
		for _, c := range colors {
			line = strings.Replace(line, c.code, "", 1)
		}
		line = strings.Replace(line, "\x1b[0m", "", 1)
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("%d columns: %s", n, line)
		}
		if strings.ContainsRune(line, 0x1b) {
			t.Errorf("an escape of the input got through: %q", line)
		}
	}
	if !strings.Contains(out.String(), "\x1b[31mreachable, confirmed\x1b[0m") {
		t.Errorf("no colour:\n%s", out.String())
	}
}

func TestTableSeveralInputs(t *testing.T) {
	tr := sample()
	tr.Inputs = append(tr.Inputs, "second.sarif")
	second := tr.Alarms[0]
	second.Input, second.Number = 1, 0
	tr.Alarms = append(tr.Alarms, second)
	var out bytes.Buffer
	if err := Table(&out, tr, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nsecond.sarif\n", "ring.sarif\n", "6 alarms: 3 reachable (2 confirmed)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestGate(t *testing.T) {
	tr := sample()
	tr.Alarms[5].Outcome.Status = "reachable" // not checkable: never counts
	tr.Alarms[1].ByUser = true
	for _, c := range []struct {
		failOn []string
		want   int
	}{{nil, 0}, {[]string{"reachable"}, 1}, {[]string{"reachable", "bounded"}, 2}, {[]string{"undecided"}, 1}} {
		if got := len(tr.Gate(c.failOn)); got != c.want {
			t.Errorf("--fail-on %v: %d alarms, want %d", c.failOn, got, c.want)
		}
	}
}

func TestRanges(t *testing.T) {
	if got := ranges([]int{1, 3, 4, 5, 9}); got != "1,3-5,9" {
		t.Errorf("got %q", got)
	}
}
