package sarif

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.sarif")
	for _, text := range []string{"a long first text", "short"} { // the second must not leave a tail
		if err := WriteFile(path, text); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("read back %q, %v", got, err)
		}
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.sarif", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, "through the link"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 || info.Size() != int64(len("through the link")) {
		t.Errorf("the file is %v, %v", info, err)
	}
	if err := WriteFile(os.DevNull, "x"); err != nil {
		t.Errorf("a device: %v", err)
	}
	if names := entries(t, dir); len(names) != 2 {
		t.Errorf("files left behind: %v", names)
	}
}

func TestUnwritableOutput(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                                 "is a directory; name a file",
		filepath.Join(dir, "no", "a.sarif"): "cannot write: no such file or directory; create the directory first",
		filepath.Join(file, "a.sarif"):      "cannot write: not a directory",
	} {
		err := WriteFile(path, "text")
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) || e.Remedy == "" {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	if names := entries(t, dir); len(names) != 1 {
		t.Errorf("files left behind: %v", names)
	}
}

// TestFailedRenameLeavesNothing: the last step fails, the temporary file goes.
func TestFailedRenameLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "d")
	if err := os.MkdirAll(filepath.Join(target, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := replace(target, target, "text", 0); err == nil {
		t.Fatal("a directory was replaced")
	}
	if names := entries(t, dir); len(names) != 1 {
		t.Errorf("files left behind: %v", names)
	}
}

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range es {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dropped.json")
	dropped := []Dropped{{Run: 0, Index: 3, Fingerprint: "f", RuleID: "r<", File: "a.c", Line: 5, Triage: &Triage{Status: Unreachable}}}
	if err := WriteDropped(path, dropped); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []Dropped
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	full := dropped[0].Triage.normalised()
	dropped[0].Triage = &full
	if diff := cmp.Diff(dropped, got); diff != "" || strings.Contains(string(text), "null") {
		t.Errorf("%s\n%s", diff, text)
	}
	if err := WriteDropped(path, nil); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "[]\n" {
		t.Errorf("an empty list is %q, %v", text, err)
	}
}

func TestWriteFindings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "findings.sarif")
	findings := []Finding{
		{RuleID: "shift", Rule: "A shift amount is out of range.", Message: "shift by 40", Status: Bounded,
			Artifact: ArtifactRef{URI: "b.c", BaseID: "PWD"}, Region: Region{Line: 9}},
		{RuleID: "division_by_zero", Message: "division by 0 if <x> & y", Status: Reachable, Confirmed: true, Witness: "w/1.json", Function: "f",
			Artifact: ArtifactRef{URI: "a.c"}, Region: Region{3, 4, 3, 9},
			Flow: &Flow{Initial: []Pair{{"argc", "1"}}, Steps: []Step{
				{Artifact: ArtifactRef{URI: "a.c"}, Region: Region{Line: 1, Col: 1}, Function: "main", Text: "calls f", State: []Pair{{"x", "0"}}, Essential: true}, {}}}},
		{RuleID: "shift", Message: "no place", Status: Undecided, Flow: &Flow{}},
	}
	if err := WriteFindings(path, findings, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	d := mustRead(t, path)
	if v := violations(t, d.Text()); len(v) > 0 {
		t.Errorf("schema: %v", v)
	}
	run := d.Runs[0]
	if run.Tool.Name != "assay" || run.Tool.Version != "1.2.3" || run.AutomationID != "assay/findings/" || len(run.Tool.Rules) != 2 {
		t.Errorf("run %+v", run)
	}
	var got []string
	for _, r := range run.Results {
		got = append(got, r.RuleID+" "+r.Level)
	}
	if want := "shift note,division_by_zero error,shift note"; strings.Join(got, ",") != want {
		t.Errorf("results %v, want %s", got, want)
	}
	if f := d.Flows(0, 1); len(f) != 1 || len(f[0].Steps) != 2 || f[0].Steps[0].Text != "calls f" {
		t.Errorf("flows %+v", f)
	}
	if err := WriteFindings(path, nil, ""); err != nil {
		t.Fatal(err)
	}
	if d := mustRead(t, path); d.Count() != 0 || len(violations(t, d.Text())) > 0 {
		t.Errorf("no findings: %s", d.Text())
	}
	if err := WriteFindings(filepath.Dir(path), nil, ""); err == nil {
		t.Error("a directory was written")
	}
}
