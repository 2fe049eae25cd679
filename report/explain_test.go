package report

import (
	"strings"
	"testing"
)

func TestExplainGolden(t *testing.T) {
	tr := sample()
	a := &tr.Alarms[0]
	a.Col, a.Candidates = 20, 2
	a.Outcome.Violation = "index outside the declared array at src/ring.c:59:20"
	a.Outcome.Witness = "my witnesses/1.json"
	a.Outcome.Assumptions = []string{"entry main", "LP64"}
	a.Outcome.Path = []Step{
		{File: "src/ring.c", Line: 89, Function: "main", Text: `reads "b -100" from stdin`},
		{File: "src/ring.c", Line: 59, Function: "ring_back", Text: "index outside the declared array"},
	}
	var all []string
	for i := range tr.Alarms {
		all = append(all, Explain(&tr.Alarms[i]))
	}
	checkGolden(t, "explain.txt", strings.Join(all, "----\n"))
}

func TestShellWord(t *testing.T) {
	for in, want := range map[string]string{
		"a/b-1.json": "a/b-1.json", "a b": "'a b'", "it's": `'it'\''s'`, "$(x)": "'$(x)'", "": "''",
	} {
		if got := ShellWord(in); got != want {
			t.Errorf("ShellWord(%q) = %s, want %s", in, got, want)
		}
	}
}
