package svcomp

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

var update = flag.Bool("update", false, "rewrite golden files")

func sample() *Metadata {
	return &Metadata{Tool: "assay", Version: "1.2", CommandLine: "assay reach --call reach_error -- a.c 'b c.c'",
		Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)),
		Task: Task{Call: "reach_error", DataModel: "ILP32", Files: []File{
			{"a.c", "0123456789012345678901234567890123456789012345678901234567890123"},
			{"b c.c", "ab23456789012345678901234567890123456789012345678901234567890123"}}}}
}

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is written now (go test ./report/svcomp -update):\n%s", path, got)
	}
}

func TestWitnesses(t *testing.T) {
	loops := []Invariant{{Place{"a.c", 3, 5, "main"}, "0 <= i && i <= 10", false}, {Place{"b c.c", 7, 1, "f"}, "1", false}, {Place{"b c.c", 7, 6, "f"}, "x > 0", true}}
	answers := []Answer{{Place{"a.c", 4, 30, "main"}, "-7"}, {Place{"a.c", 4, 30, "main"}, "18446744073709551615ULL"}}
	correct, err := Correctness(sample(), loops)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "correctness.yml", correct)
	checkShape(t, correct, "invariant_set")
	violation, err := Violation(sample(), answers, Place{"b c.c", 9, 2, "f"})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "violation.yml", violation)
	checkShape(t, violation, "violation_sequence")
	empty, err := Correctness(sample(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(empty, []byte("content: []")) {
		t.Errorf("a program without loops: %s", empty)
	}
	other := sample()
	other.Task.Call = "abort"
	if again, _ := Correctness(other, loops); bytes.Contains(again, uuid.Find(correct)) {
		t.Error("two witnesses have one identifier")
	}
}

var uuid = regexp.MustCompile(`uuid: [0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n`)

// checkShape checks what the format demands of an entry, in what a reader of YAML
// makes of it: numbers that are text must be quoted.
func checkShape(t *testing.T, text []byte, kind string) {
	t.Helper()
	var file []struct {
		Type     string `yaml:"entry_type"`
		Metadata struct {
			Version, Created any
			Rest             map[string]any `yaml:",inline"`
		}
		Content []map[string]any
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file) != 1 || file[0].Type != kind || !uuid.Match(text) {
		t.Fatalf("no entry of type %s with a UUID: %s", kind, text)
	}
	meta := file[0].Metadata.Rest
	for _, key := range []string{"format_version", "uuid", "creation_time"} {
		if _, isText := meta[key].(string); !isText {
			t.Errorf("%s is no text: %v", key, meta[key])
		}
	}
	job := meta["task"].(map[string]any)
	hashes := job["input_file_hashes"].(map[string]any)
	for _, f := range job["input_files"].([]any) {
		if h, isText := hashes[f.(string)].(string); !isText || !regexp.MustCompile("^[0-9a-f]{64}$").MatchString(h) {
			t.Errorf("the hash of %v is %v", f, hashes[f.(string)])
		}
	}
	place := func(m map[string]any) {
		at := m["location"].(map[string]any)
		if hashes[at["file_name"].(string)] == nil || at["line"].(int) < 1 || at["column"].(int) < 1 || at["function"].(string) == "" {
			t.Errorf("location %v", at)
		}
	}
	for i, c := range file[0].Content {
		if kind == "invariant_set" {
			inv := c["invariant"].(map[string]any)
			place(inv)
			if _, isText := inv["value"].(string); !isText || inv["type"] != [...]string{"loop_invariant", "loop_invariant", "location_invariant"}[i] || inv["format"] != "c_expression" {
				t.Errorf("invariant %v", inv)
			}
			continue
		}
		points := c["segment"].([]any)
		last := points[len(points)-1].(map[string]any)["waypoint"].(map[string]any)
		place(last)
		isTarget := last["type"] == "target"
		if last["action"] != "follow" || isTarget != (i == len(file[0].Content)-1) || isTarget != (last["constraint"] == nil) {
			t.Errorf("waypoint %v", last)
		}
	}
}
