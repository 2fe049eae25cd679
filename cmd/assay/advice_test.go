package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/option"
)

// TestAdviceNamesOptions: what the engine advises can be done: the options that it
// names exist, on all commands that search.
func TestAdviceNamesOptions(t *testing.T) {
	var texts []string
	for c := range engine.NumCauses {
		texts = append(texts, c.Advice())
	}
	for _, kind := range engine.BoundKinds() {
		texts = append(texts, engine.BoundOption(kind))
	}
	named := 0
	for _, text := range texts {
		for _, name := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(text, -1) {
			named++
			if !slices.ContainsFunc(option.Table, func(o option.Row) bool { return o.Name == name[1] && o.On&option.OnSearch == option.OnSearch }) {
				t.Errorf("%q: no option --%s", text, name[1])
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d options are named", named)
	}
}
