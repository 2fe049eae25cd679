package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
)

// countCompilations makes assay use a clang that tells of each compilation, and
// returns how many there were since the last call.
func countCompilations(t *testing.T) func() int {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing; run: sudo apt-get install -y clang-14 llvm-14")
	}
	dir := t.TempDir()
	log, wrapper := filepath.Join(dir, "log"), filepath.Join(dir, "clang-14")
	script := fmt.Sprintf("#!/bin/sh\ncase \" $* \" in *' -emit-llvm '*) echo compiled >>%s;; esac\nexec %s \"$@\"\n", log, clang)
	if err := os.WriteFile(wrapper, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASSAY_CLANG", wrapper)
	return func() int {
		text, _ := os.ReadFile(log) // none: no compilation
		if err := os.WriteFile(log, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "compiled")
	}
}

// twoFiles is a program with a header in one directory that another directory,
// searched before, could shadow.
var twoFiles = map[string]string{
	"p.c":          "#include <stdio.h>\n#include \"h.h\"\nint g(int);\nint main(void)\n{\n\tint x = getchar();\n\tif (x == ONE)\n\t\treturn g(x);\n\treturn 1 / x; /*A*/\n}\n",
	"g.c":          "int g(int x)\n{\n\treturn 2 / x; /*B*/\n}\n",
	"first/keep.h": "", "second/h.h": "#define ONE 1\n",
	"model.c": "int unknown(void) { return 1; }\n",
}

func filterTwoFiles(t *testing.T, decide console.Engine, more ...string) (out, stderr string) {
	t.Helper()
	args := append([]string{"filter", "now.sarif", "--reproducible", "-o", "out.sarif", "-o", "json=out.json", "-o", "table=-"}, more...)
	stdout, stderr, code := assay(t, decide, append(args, "--", "p.c", "g.c", "-Ifirst", "-Isecond")...)
	if code != fault.OK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, f := range []string{"out.sarif", "out.json"} {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		stdout += string(text)
	}
	return stdout, stderr
}

// withWitness answers each target with a witness and what was met on the way.
func withWitness() console.Engine {
	return scripted(func(p *ir.Program, _ int, tg *engine.Target) engine.Verdict {
		pt := tg.Sites[0].Point
		return engine.Verdict{Status: engine.Reachable, Witness: &engine.Witness{Point: pt, Class: 1, Entry: "main",
			Path: []engine.Step{{Point: pt, Text: "here"}}}}
	})
}

// Where nothing changed nothing is compiled, and the outputs are those of a run
// that compiles and finds the same verdicts. A damaged record is passed over.
func TestFilterRecallsPrograms(t *testing.T) {
	for name, change := range map[string][]string{
		"baseline": {"--baseline", "now.sarif"},
		"diff":     {"--diff", "c.diff"},
	} {
		t.Run(name, func(t *testing.T) {
			compilations := countCompilations(t)
			workIn(t, twoFiles)
			put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}, place{"g.c", "/*B*/"}),
				"c.diff": "--- a/g.c\n+++ b/g.c\n@@ -3 +3 @@\n-\treturn 3 / x; /*B*/\n+\treturn 2 / x; /*B*/\n"})
			filterTwoFiles(t, withWitness(), change...)
			if compilations() == 0 {
				t.Fatal("the first run compiled nothing")
			}
			recalled, _ := filterTwoFiles(t, nil, change...)
			if n := compilations(); n != 0 {
				t.Errorf("nothing changed, and %d units were compiled", n)
			}
			text, err := os.ReadFile(".assay/verdicts")
			if err != nil {
				t.Fatal(err)
			}
			put(t, map[string]string{".assay/verdicts": strings.Replace(string(text), `"filesSum":"`, `"filesSum":"0`, 1)})
			again, stderr := filterTwoFiles(t, nil, change...)
			if compilations() == 0 || !strings.Contains(stderr, "1 entries of .assay/verdicts are damaged and were ignored") {
				t.Errorf("a damaged record was believed: %s", stderr)
			}
			if again != recalled {
				t.Errorf("a run that compiles says\n%s\none that does not\n%s", again, recalled)
			}
			filterTwoFiles(t, nil, change...)
			if n := compilations(); n != 0 {
				t.Errorf("the new record is not used: %d units were compiled", n)
			}
		})
	}
}

// Whatever the program is made from, and whatever is asked, is noticed: by
// content, not by time.
func TestFilterRecallsEqualOnly(t *testing.T) {
	old := "return 2 / x;"
	for _, c := range []struct {
		name  string
		files map[string]string
		args  []string
		env   string
	}{
		{name: "a source", files: map[string]string{"g.c": strings.Replace(twoFiles["g.c"], old, "return 3 / x;", 1)}},
		{name: "columns only", files: map[string]string{"g.c": strings.Replace(twoFiles["g.c"], old, "return 2 /  x;", 1)}},
		{name: "a comment", files: map[string]string{"g.c": strings.Replace(twoFiles["g.c"], old, "return /**/ 2 / x;", 1)}},
		{name: "a header", files: map[string]string{"second/h.h": "#define ONE 2\n"}},
		{name: "a header in front of it", files: map[string]string{"first/h.h": "#define ONE 1\n"}},
		{name: "a model", files: map[string]string{"model.c": "int unknown(void) { return 2; }\n"}},
		{name: "an option", args: []string{"--max-argc", "3"}},
		{name: "a path", args: []string{"--path-map", "x=y"}},
		{name: "the environment", env: "first"},
		{name: "the alarms", files: map[string]string{"now.sarif": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compilations := countCompilations(t)
			workIn(t, twoFiles)
			a, b := place{"p.c", "/*A*/"}, place{"g.c", "/*B*/"}
			put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", a, b)})
			args := []string{"--baseline", "now.sarif", "--model", "model.c"}
			filterTwoFiles(t, always(engine.Bounded), args...)
			filterTwoFiles(t, nil, args...)
			if compilations(); t.Failed() {
				return
			}
			put(t, c.files)
			if _, ok := c.files["now.sarif"]; ok {
				put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", b, a)})
			}
			if c.env != "" {
				t.Setenv("C_INCLUDE_PATH", c.env)
			}
			filterTwoFiles(t, always(engine.Bounded), append(args, c.args...)...)
			if compilations() == 0 {
				t.Error("the earlier program is taken for this one")
			}
		})
	}
	t.Run("times", func(t *testing.T) {
		compilations := countCompilations(t)
		workIn(t, twoFiles)
		put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
		filterTwoFiles(t, always(engine.Bounded), "--baseline", "now.sarif")
		compilations()
		put(t, twoFiles) // newer, and equal
		filterTwoFiles(t, nil, "--baseline", "now.sarif")
		if n := compilations(); n != 0 {
			t.Errorf("equal files with other times, and %d units were compiled", n)
		}
	})
}
