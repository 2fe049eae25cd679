package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/targets/build"
)

// TestSyntheticLoads: the generated program compiles, has the lines it was
// asked for, and its functions and loops arrive in the engine's program.
func TestSyntheticLoads(t *testing.T) {
	const lines = 1000
	text := synthetic(lines)
	if n := strings.Count(text, "\n"); n < lines || n > lines+200 {
		t.Errorf("%d lines instead of about %d", n, lines)
	}
	src := filepath.Join(t.TempDir(), "synthetic.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	err := built.Linked([]string{src}, func(p *build.Program) error {
		if n, err := countLines(p.Units); err != nil || n != strings.Count(text, "\n") {
			t.Errorf("%d lines counted, %v", n, err)
		}
		loaded, err := ir.Read(p.IRPath)
		if err != nil {
			return err
		}
		for _, name := range []string{"main", "run_0", "run_9", "step_9", "weigh_9"} {
			if _, ok := loaded.FuncByName[name]; !ok {
				t.Errorf("no function %s", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSpeed: every program that is timed runs for as long as it is asked to.
func TestSpeed(t *testing.T) {
	if err := benchSpeed(t.TempDir(), 5000); err != nil {
		t.Fatal(err)
	}
}
