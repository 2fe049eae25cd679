package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/decision"
)

// TestHintsOf reads both kinds of comment, and nothing else, with their lines.
func TestHintsOf(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.c")
	text := "int x;\n/* assay: invariant x <= 7 */ while (x) ;\n\n// assay:  invariant  x > 0 && y\n/* invariant x */\n/* assay: invariant */\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got := decision.HintsOf(&ir.Program{Files: []string{"", name, name + ".gone"}})
	want := []engine.Hint{{File: name, Line: 2, Text: "x <= 7"}, {File: name, Line: 4, Text: "x > 0 && y"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if decision.HintKey(got) == decision.HintKey(got[:1]) || decision.HintKey(nil) != "" {
		t.Error("keys of different hints are the same")
	}
}
