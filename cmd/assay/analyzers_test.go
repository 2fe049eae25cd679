package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/targets"
)

const (
	rulesHeading = "\n## What maps to what\n\n"
	rulesHead    = "| rule | looks at | for | note |\n|---|---|---|---|\n"
)

// rulesTable is the catalogue of one analyzer in Markdown.
func rulesTable(tool string) string {
	var b strings.Builder
	b.WriteString(rulesHeading + rulesHead)
	cell := strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;").Replace
	for _, r := range targets.Rules() {
		if string(r.Tool) != tool {
			continue
		}
		id := "`" + strings.ReplaceAll(r.ID, "|", `\|`) + "`"
		if r.Message != "" {
			id += fmt.Sprintf(" with %q in its message", r.Message)
		}
		look, what := r.Look.String(), decision.ClassList(r.Classes)
		if !r.Checkable {
			look, what = "-", "not checkable"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", id, cell(look), cell(what), cell(r.Note))
	}
	return b.String()
}

// Every analyzer of the catalogue has a page, with its rules as they are.
func TestAnalyzerPages(t *testing.T) {
	tools := map[string]bool{}
	for _, r := range targets.Rules() {
		tools[string(r.Tool)] = true
	}
	for tool := range tools {
		path := filepath.Join("..", "..", "docs", "analyzers", tool+".md")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%s has no page: %v", tool, err)
			continue
		}
		prose, _, _ := strings.Cut(string(text), rulesHeading)
		want := prose + rulesTable(tool)
		if string(text) == want {
			continue
		}
		if !*update {
			t.Errorf("%s is not up to date: go test ./cmd/assay -run TestAnalyzerPages -update", path)
			continue
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Error(err)
		}
	}
}
