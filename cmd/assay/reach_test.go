package main

import (
	"os"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
)

// writeAll writes files, by name and text, into a directory of the test's own.
func writeAll(t *testing.T, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(files[i], []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReachInEachProgram: a target that one program of the database reaches is reachable,
// also where it is not the first.
func TestReachInEachProgram(t *testing.T) {
	writeAll(t,
		"at.c", "int at(int n) {\n\tif (n > 3)\n\t\treturn 1;\n\treturn 0;\n}\n",
		"low.c", "int at(int); int main(void) { return at(1); }",
		"high.c", "int at(int); int main(void) { return at(9); }",
		"all.json", `[{"directory": ".", "file": "low.c", "command": "cc -c low.c"},
 {"directory": ".", "file": "high.c", "command": "cc -c high.c"}, {"directory": ".", "file": "at.c", "command": "cc -c at.c"}]`)
	stdout, stderr, _ := assay(t, engine.Run, "reach", "--line", "at.c:3", "--facts", "off", "--compile-commands", "all.json")
	if !strings.HasPrefix(stdout, "VERDICT reachable ") {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// TestHeadersOfMissingUnits: what a header's code does in a unit that is missing is not
// known; what a source's code does, which is in no other unit, is.
func TestHeadersOfMissingUnits(t *testing.T) {
	writeAll(t,
		"at.h", "static inline int at(int n) {\n\treturn n > 3 ? 8 / (n - n) : n;\n}\n",
		"main.c", "#include \"at.h\"\nstatic int own(int n) {\n\treturn n > 3 ? 8 / (n - n) : n;\n}\nint main(void) { return at(1) + own(2); }\n",
		"other.cc", "#include \"at.h\"\nstatic int n = at(9);\n",
		"a.sarif", `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "frama-c"}}, "results": [
 {"ruleId": "division_by_zero", "message": {"text": "d"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "at.h"}, "region": {"startLine": 2}}}]},
 {"ruleId": "division_by_zero", "message": {"text": "d"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "main.c"}, "region": {"startLine": 3}}}]}]}]}`)
	for unit, want := range map[string][2]string{"": {"unreachable", "unreachable"}, "other.cc": {"undecided", "unreachable"}} {
		args := []string{"triage", "a.sarif", "--facts", "off", "-o", "json=out.json", "--", "main.c"}
		if unit != "" {
			args = append(args, unit)
		}
		if _, stderr, code := assay(t, engine.Run, args...); code != fault.OK {
			t.Fatalf("exit code %d\n%s", code, stderr)
		}
		tr := readTriage(t, "out.json")
		if got := [2]string{tr.Alarms[0].Outcome.Status, tr.Alarms[1].Outcome.Status}; got != want {
			t.Errorf("missing %q: %v, want %v", unit, got, want)
		}
	}
}
