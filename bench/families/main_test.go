package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReadFamily: a task has its file, verdict, data model and error; what has no
// verdict of unreach-call is no task.
func TestReadFamily(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.c":   "extern void __VERIFIER_error(void);\nvoid reach_error(void); \nint main(void) { reach_error(); }",
		"b.i":   "int main(void) { __assert_fail(\"\", \"\", 0, \"\"); }",
		"a.yml": "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\noptions:\n  data_model: LP64\n",
		"b.yml": "input_files: b.i\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\noptions:\n  data_model: ILP32\n",
		"d.c":   "int main(void) { assert(0); }",
		"d.yml": "input_files: d.c\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: false\n",
		"c.yml": "input_files: a.c\nproperties:\n  - property_file: ../properties/termination.prp\n    expected_verdict: true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tasks, err := readFamily(dir)
	if err != nil || len(tasks) != 3 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	a, b := tasks[0], tasks[1]
	if a.name != "a" || a.expected != reached || a.m32 || a.call != "reach_error" {
		t.Errorf("%+v", a)
	}
	if d := tasks[2]; !d.undeclared || d.call != "reach_error" {
		t.Errorf("%+v", d)
	}
	if filepath.Base(b.file) != "b.i" || b.expected != safe || !b.m32 || b.call != "__assert_fail" {
		t.Errorf("%+v", b)
	}
}
