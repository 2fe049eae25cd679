package spec

import (
	"os"
	"strings"
	"testing"
)

// TestDocumented: docs/spec.md has every clause, and its example is right.
func TestDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	for name := range forms {
		if !strings.Contains(doc, "`"+name) && !strings.Contains(doc, ", `"+name) {
			t.Errorf("docs/spec.md does not explain `%s`", name)
		}
	}
	for state := range states {
		if !strings.Contains(doc, state) {
			t.Errorf("docs/spec.md does not name the state %s", state)
		}
	}
	_, rest, _ := strings.Cut(doc, "## A file\n")
	var example strings.Builder
	for _, l := range strings.Split(rest, "\n") {
		if strings.HasPrefix(l, "    ") {
			example.WriteString(l[4:] + "\n")
		} else if l != "" && example.Len() > 0 {
			break
		} else {
			example.WriteString("\n")
		}
	}
	lib := NewLibrary(Own())
	if err := lib.Add("example.spec", example.String()); err != nil {
		t.Errorf("the example is wrong: %v", err)
	}
	if len(lib.Files[0].Funcs) < 5 {
		t.Errorf("the example has %d functions", len(lib.Files[0].Funcs))
	}
}
