package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
)

// resultsOf are the results of every run of a SARIF file.
func resultsOf(t *testing.T, path string) [][]json.RawMessage {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Runs []struct{ Results []json.RawMessage }
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var out [][]json.RawMessage
	for _, r := range doc.Runs {
		out = append(out, r.Results)
	}
	return out
}

// Two analyzers in one file, sources with spaces and letters beyond ASCII in
// their paths: each result has its verdict in the run that it came in.
func TestTwoAnalyzersInOneFile(t *testing.T) {
	file := "a dir/größe,1 %.c"
	workIn(t, map[string]string{file: smallProgram})
	one, two := alarmsAt(t, "frama-c", place{file, "/*A*/"}, place{file, "/*B*/"}), alarmsAt(t, "clang", place{file, "/*B*/"})
	uri := strings.NewReplacer(" ", "%20", "ö", "%C3%B6", "ß", "%C3%9F", "%.c", "%25.c")
	one, two = strings.ReplaceAll(one, file, uri.Replace(file)), strings.ReplaceAll(two, file, uri.Replace(file))
	two = strings.ReplaceAll(two, "division_by_zero", "core.DivideZero")
	second := strings.TrimPrefix(two, `{"version": "2.1.0", "runs": [`)
	put(t, map[string]string{"both alarms.sarif": strings.TrimSuffix(one, "]}") + "," + second})
	stdout, stderr, code := assay(t, always(engine.Undecided), "triage", "both alarms.sarif", "-o", "sarif=out dir.sarif", "-o", "table=-", "--", file)
	if code != fault.OK || !strings.Contains(stdout, "3 alarms: 0 reachable (0 confirmed), 0 unreachable (0 suppressed), 0 bounded, 3 undecided") {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	runs := resultsOf(t, "out dir.sarif")
	if len(runs) != 2 || len(runs[0]) != 2 || len(runs[1]) != 1 {
		t.Fatalf("the results of the runs: %d", len(runs))
	}
	for _, r := range append(runs[0], runs[1]...) {
		if !strings.Contains(string(r), `"assay/triage"`) {
			t.Errorf("no verdict on %s", r)
		}
	}
}

// A message of two megabytes and markup loses no alarm and is text in each
// output.
func TestHugeAndHostileMessages(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	message := "<script>alert(1)</script> " + strings.Repeat("<b>words</b> ", 150_000) + "end"
	alarms := strings.Replace(alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}, place{"p.c", "/*B*/"}), "division at A", message, 1)
	put(t, map[string]string{"now.sarif": alarms})
	args := []string{"triage", "now.sarif", "-o", "out.sarif", "-o", "table=-"}
	for _, f := range []string{"html", "markdown", "junit", "codequality", "rdjson", "annotations", "json"} {
		args = append(args, "-o", f+"=out."+f)
	}
	stdout, stderr, code := assay(t, always(engine.Reachable), append(args, "--", "p.c")...)
	if code != fault.OK || !strings.Contains(stdout, "2 alarms: 2 reachable") {
		t.Fatalf("exit %d\n%.2000s%.2000s", code, stdout, stderr)
	}
	if n := len(resultsOf(t, "out.sarif")[0]); n != 2 {
		t.Errorf("%d results are left of 2", n)
	}
	for _, name := range []string{"out.html", "out.markdown", "out.junit"} {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), "<script>alert") {
			t.Errorf("%s: markup of the message is markup of the report (%v)", name, err)
		}
	}
	if page, _ := os.ReadFile("out.html"); !strings.Contains(string(page), html.EscapeString("<script>alert(1)</script>")) {
		t.Error("the page does not show the message")
	}
}

// Where nothing can be written the error says so and what to do about it; with
// the directory that it asks for it works.
func TestReadOnlyDirectory(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("/proc/sys") // not even root can make a file there
	source, alarms := filepath.Join(dir, "p.c"), filepath.Join(dir, "now.sarif")
	for _, args := range [][]string{
		{"triage", alarms},
		{"filter", alarms, "--baseline", alarms},
	} {
		_, stderr, code := assay(t, always(engine.Undecided), append(args, "--", source)...)
		if code != fault.Input || !strings.Contains(stderr, "give a writable directory with --state-dir") {
			t.Errorf("%s: exit %d, %s", args[0], code, stderr)
		}
		state := filepath.Join(dir, args[0])
		stdout, stderr, code := assay(t, always(engine.Undecided), append(args, "--state-dir", state, "-o", "table=-", "--", source)...)
		if code != fault.OK || !strings.Contains(stdout, "1 undecided") {
			t.Errorf("%s --state-dir: exit %d\n%s%s", args[0], code, stdout, stderr)
		}
		_, stderr, code = assay(t, always(engine.Undecided), append(args, "--state-dir", state, "-o", "out.sarif", "--", source)...)
		if code != fault.Input || !strings.Contains(stderr, "out.sarif") {
			t.Errorf("%s -o out.sarif: exit %d, %s", args[0], code, stderr)
		}
	}
	for args, want := range map[string]string{"-o html=out.html": "out.html", "-o html=" + dir: "is a directory", "-o csv": "--state-dir", "-o csv=- -o lcov=-": "two outputs go to stdout"} {
		_, stderr, code := assay(t, nil, append(append([]string{"deadcode"}, strings.Fields(args)...), "--", source)...)
		if code != fault.Input || !strings.Contains(stderr, want) {
			t.Errorf("deadcode %s: exit %d, %s", args, code, stderr)
		}
	}
}

// Verdicts of another version of the file are decided again, with a notice, and
// replaced.
func TestFilterCacheOfAnotherVersion(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	var lines []int
	run := func() string {
		t.Helper()
		_, stderr, code := assay(t, asked(&lines, statusOf(engine.Unreachable)), "filter", "now.sarif", "--baseline", "now.sarif", "--", "p.c")
		if code != fault.OK {
			t.Fatal(stderr)
		}
		return stderr
	}
	// The first line of a version that nobody has written yet, its checksum right.
	head := `{"format":"assay-verdicts","version":999}`
	sum := sha256.Sum256([]byte(head))
	put(t, map[string]string{".assay/verdicts": fmt.Sprintf("%x %s\n", sum[:8], head)})
	if stderr := run(); len(lines) != 1 || !strings.Contains(stderr, ".assay/verdicts was written by another version of assay (format 999") {
		t.Errorf("asked %v, %s", lines, stderr)
	}
	if stderr := run(); len(lines) != 0 || stderr != "" {
		t.Errorf("the file was not replaced: asked %v, %s", lines, stderr)
	}
}

// Two processes may fill the cache of compiled models, and it holds what one
// alone would have put there.
func TestTwoProcessesOneModelCache(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	program, cache := assayProgram(t), t.TempDir()
	run := func(k int) error {
		cmd := exec.Command(program, "triage", "now.sarif", "--state-dir", fmt.Sprint("state", k), "-o", fmt.Sprintf("out%d.sarif", k), "--reproducible", "--", "p.c")
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
		return err
	}
	errs := make([]error, 2)
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() { errs[k] = run(k) })
	}
	wg.Wait()
	for _, err := range append(errs, run(2)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	first := resultsOf(t, "out0.sarif")
	for k := 1; k <= 2; k++ {
		if got := resultsOf(t, fmt.Sprintf("out%d.sarif", k)); len(got) != 1 || !strings.Contains(string(got[0][0]), `"status":"reachable"`) && !strings.Contains(string(got[0][0]), `"status": "reachable"`) || len(first) != 1 {
			t.Errorf("run %d: %s", k, got)
		}
	}
}
