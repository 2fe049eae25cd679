package families

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of families into docs/loops.md")

// TestTable: the table of families in docs/loops.md is what the families say of themselves.
func TestTable(t *testing.T) {
	const path = "../../../docs/loops.md"
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), "<!-- families -->\n")
	_, after, there := strings.Cut(rest, "<!-- /families -->\n")
	if !ok || !there {
		t.Fatalf("%s has no place for the table of families", path)
	}
	var b strings.Builder
	b.WriteString("| family | says | typical loop | from |\n|---|---|---|---|\n")
	for _, f := range All {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Title, f.Says, f.Loop, f.Source)
	}
	b.WriteString("| clauses | of some conditions not all hold at once: `state ≠ 50 or flag < 3` | state machines whose numbers have no order, threads that a scheduler resumes, protocols | Bradley, SAT-based model checking without unrolling, 2011 |\n")
	want := before + "<!-- families -->\n" + b.String() + "<!-- /families -->\n" + after
	if want == string(old) {
		return
	}
	if !*update {
		t.Fatalf("the table of families in %s is not what the families say: go test ./engine/prover/families -run TestTable -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRecords: a family has its own name, and says what it is for.
func TestRecords(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All {
		for _, name := range []string{"id " + f.ID, "title " + f.Title} {
			if seen[name] || f.ID == "" || f.Title == "" {
				t.Errorf("%s names no family, or two", name)
			}
			seen[name] = true
		}
		if f.Says == "" || f.Loop == "" || len(f.passes) == 0 {
			t.Errorf("%s does not say what it is for, or proposes nothing", f.ID)
		}
		if _, err := os.Stat(filepath.Join("../../../testdata/induct", f.Test)); err != nil {
			t.Errorf("%s: no program needs it: %v", f.ID, err)
		}
	}
}
