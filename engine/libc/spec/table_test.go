package spec

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table in docs/models.md")

// TestTable: the table in docs/models.md is the one of the specification.
func TestTable(t *testing.T) {
	t.Parallel()
	const name, begin, end = "../../../docs/models.md", "<!-- table: begin -->\n", "<!-- table: end -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the table", name)
	}
	want := Own().Table()
	if table == want {
		return
	}
	if !*update {
		t.Fatalf("the table in %s is out of date: go test ./engine/libc/spec -run TestTable -update", name)
	}
	if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
