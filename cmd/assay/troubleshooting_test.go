package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every message that the troubleshooting page explains is one that the program
// writes: its parts between `…` stand in the sources.
func TestTroubleshootingMessages(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, dir := range []string{"cmd", "engine", "internal", "report", "sarif", "targets", "integrations"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			sources.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// A message may be put together of parts, or over two literals.
	all := strings.NewReplacer("\" +\n", "", "%s", "", "%q", "", "\\\"", "\"").Replace(sources.String())
	n := 0
	for line := range strings.Lines(string(page)) {
		heading, ok := strings.CutPrefix(strings.TrimSpace(line), "### ")
		if !ok {
			continue
		}
		n++
		for _, part := range strings.Split(heading, "…") {
			if part = strings.TrimSpace(part); !strings.Contains(all, part) {
				t.Errorf("%q: the program never writes %q", heading, part)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d messages: the page is not read as it is written", n)
	}
}
