package engine

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// literal is a string in Go.
var literal = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)

// assumptionTexts are the constant parts of all sentences that verdicts may rest on, with the
// file of each.
func assumptionTexts(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	add := func(file, line string) {
		for _, m := range literal.FindAllStringSubmatch(line, -1) {
			for _, part := range regexp.MustCompile(`%[sdvq]`).Split(m[1], -1) {
				if part = strings.TrimSpace(part); len(part) > 5 {
					out[part] = file
				}
			}
		}
	}
	for _, pattern := range []string{"exec/*.go", "induct/*.go", "search/*.go", "op/extern.go", "ir/llir_structors.go", "decide.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(string(text), "\n") {
				says := strings.Contains(line, "Assumed(") || strings.Contains(line, ".assumed[")
				if returns := strings.Contains(line, "return "); file == "op/extern.go" || file == "ir/llir_structors.go" {
					says = returns || strings.HasPrefix(line, "const ")
				}
				if says && !strings.HasSuffix(file, "_test.go") {
					add(file, line)
				}
			}
			if file == "decide.go" {
				_, list, _ := strings.Cut(string(text), "as := []string{")
				list, _, _ = strings.Cut(list, "for _, a")
				add(file, strings.ReplaceAll(strings.ReplaceAll(list, `64: "LP64", 32: "ILP32"`, ""), `", " + r`, ""))
			}
		}
	}
	return out
}

// TestAssumptionsAreDocumented: each text of an assumption stands in docs/verdicts.md.
func TestAssumptionsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/verdicts.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := assumptionTexts(t)
	if len(texts) < 20 {
		t.Errorf("only %d texts were found", len(texts))
	}
	for text, file := range texts {
		if !strings.Contains(string(doc), text) {
			t.Errorf("%s: %q is not in docs/verdicts.md", file, text)
		}
	}
}
