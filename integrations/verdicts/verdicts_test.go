package verdicts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/integrations/deps"
	"github.com/assay-dev/assay/report"
)

func set(name, content string) *deps.Set {
	return &deps.Set{Functions: map[string]string{name: content}, Globals: map[string]string{}}
}

func entry(key, status string, s *deps.Set) Entry {
	return Entry{Key: key, Run: "run", Deps: s.Digest(), Budget: 60, Outcome: &report.Outcome{Status: status}}
}

func open(t *testing.T, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// write makes a file with one verdict on each of the keys.
func write(t *testing.T, path string, keys ...string) *deps.Set {
	t.Helper()
	f, s := open(t, path), set("f", "1")
	for _, k := range keys {
		f.Add(entry(k, "unreachable", s), s)
	}
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFindsOnlyWhatIsEqual(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "verdicts")
	s := write(t, path, "a")
	f := open(t, path)
	if f.Notice != "" {
		t.Error(f.Notice)
	}
	if e := f.Find("a", "run", s.Digest()); e == nil || e.Outcome.Status != "unreachable" {
		t.Fatalf("%+v", e)
	}
	for _, c := range [][3]string{{"b", "run", s.Digest()}, {"a", "other", s.Digest()}, {"a", "run", set("f", "2").Digest()}} {
		if e := f.Find(c[0], c[1], c[2]); e != nil {
			t.Errorf("%v finds %+v", c, e)
		}
	}
	if got := f.Latest("a", "run"); got == nil || got.Functions["f"] != "1" {
		t.Errorf("latest: %+v", got)
	}
}

// Each way in which a file can be bad loses what is bad and says so.
func TestBadFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	s := write(t, path, "a", "b")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	lines := strings.SplitAfter(good, "\n")
	for _, c := range []struct {
		name, text, notice string
		left               int
	}{
		{"a status changed", strings.Replace(good, `"unreachable"`, `"reachable"`, 1), "1 entries", 1},
		{"a content changed", strings.Replace(good, `"f":"1"`, `"f":"2"`, 1), "3 entries", 0},
		{"cut in half", good[:len(good)-20], "1 entries", 1},
		{"garbage in between", lines[0] + lines[1] + "what is this\n" + lines[2] + lines[3], "1 entries", 2},
		{"sets gone", lines[0] + lines[2] + lines[3], "2 entries", 0},
		{"another format", recoded(t, `{"format":"assay-verdicts","version":99}`) + lines[1] + lines[2], "another version of assay (format 99", 0},
		{"no verdict file", "int main(void) { return 0; }\n", "is no verdict file of assay", 0},
		{"unknown status", lines[0] + lines[1] + recoded(t, `{"verdict":{"key":"a","run":"run","deps":"`+s.Digest()+`","outcome":{"status":"fine"}}}`), "1 entries", 0},
		{"empty", "", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			f := open(t, path)
			if !strings.Contains(f.Notice, c.notice) || (c.notice == "") != (f.Notice == "") {
				t.Errorf("notice %q, want %q", f.Notice, c.notice)
			}
			left := 0
			for _, k := range []string{"a", "b"} {
				if f.Find(k, "run", s.Digest()) != nil {
					left++
				}
			}
			if left != c.left {
				t.Errorf("%d verdicts left, want %d", left, c.left)
			}
		})
	}
}

func recoded(t *testing.T, text string) string {
	t.Helper()
	return fmt.Sprintf("%s %s\n", sum([]byte(text)), text)
}

// A file that is not ours is never overwritten.
func TestForeignFileStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.c")
	const text = "int main(void) { return 0; }\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	write(t, path, "a")
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("%v: %q", err, got)
	}
}

// Several processes that save at the same time lose nothing of each other.
func TestConcurrentSaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	var files []*File
	const n = 20
	s := set("f", "1")
	for i := range n {
		f := open(t, path)
		f.Add(entry(fmt.Sprint("k", i), "bounded", s), s)
		files = append(files, f)
	}
	var wg sync.WaitGroup
	errs := make([]error, n)
	for i, f := range files {
		wg.Go(func() { errs[i] = f.Save() })
	}
	wg.Wait()
	f := open(t, path)
	for i := range n {
		if errs[i] != nil {
			t.Error(errs[i])
		}
		if f.Find(fmt.Sprint("k", i), "run", s.Digest()) == nil {
			t.Errorf("the verdict of process %d is gone", i)
		}
	}
	if f.Notice != "" {
		t.Error(f.Notice)
	}
}

// Verdicts for several states of the program live side by side, not for ever.
func TestKeepsStatesSideBySide(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	for i := range maxPerKey + 2 {
		f, s := open(t, path), set("f", fmt.Sprint(i))
		f.Add(entry("a", "bounded", s), s)
		if err := f.Save(); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, path)
	if len(f.known.entries) != maxPerKey || f.Find("a", "run", set("f", "0").Digest()) != nil ||
		f.Find("a", "run", set("f", "2").Digest()) == nil || len(f.known.sets) != maxPerKey {
		t.Errorf("%d entries, %d sets", len(f.known.entries), len(f.known.sets))
	}
}

func TestSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	for _, status := range []string{"undecided", "reachable"} {
		f := open(t, path)
		f.AddSeen(Seen{Commit: "c", Run: "run", Tool: "t", Alarms: map[string]string{"x": status}})
		if err := f.Save(); err != nil {
			t.Fatal(err)
		}
	}
	got, ok := open(t, path).SeenAt("c", "run", "t")
	if diff := cmp.Diff(map[string]string{"x": "reachable"}, got); diff != "" || !ok {
		t.Error(diff)
	}
	if _, ok := open(t, path).SeenAt("c", "other", "t"); ok {
		t.Error("another run's")
	}
}

func TestMoved(t *testing.T) {
	name := func(f string) string { return strings.TrimPrefix(f, "/src/") }
	before := []deps.Lines{{Function: "f", File: "/src/my dir/ä.c", From: 10, To: 20}, {Function: "g", File: "/src/my dir/ä.c", From: 30, To: 40},
		{Function: "h", File: "/src/b.c", From: 1, To: 9}}
	after := []deps.Lines{{Function: "f", File: "/src/my dir/ä.c", From: 12, To: 22}, {Function: "g", File: "/src/my dir/ä.c", From: 29, To: 39},
		{Function: "h", File: "/src/b.c", From: 5, To: 14}}
	text := []byte(`{"at":"loop at my dir/ä.c:15:3 ≤ 4, /src/my dir/ä.c:35","n":18446744073709551615,"path":[{"file":"my dir/ä.c","line":30,"text":"x"},{"file":"other.c","line":30}]}`)
	places := PlacesIn([][]byte{text}, before, name)
	if len(places) != 2 {
		t.Fatalf("places: %v", places)
	}
	got, ok := Moved(text, places, after, name)
	want := `{"at":"loop at my dir/ä.c:17:3 ≤ 4, /src/my dir/ä.c:34","n":18446744073709551615,"path":[{"file":"my dir/ä.c","line":29,"text":"x"},{"file":"other.c","line":30}]}`
	if !ok || string(got) != want {
		t.Errorf("%s", got)
	}
	if got, ok := Moved(text, places, before, name); !ok || string(got) != string(text) {
		t.Errorf("nothing moved: %s", got)
	}
	if _, ok := Moved(text, places, after[:1], name); ok {
		t.Error("a function is gone")
	}
}

// Whatever a file holds, reading it gives notices and nothing that is damaged.
func FuzzParse(f *testing.F) {
	good := line{Format: FormatName, Version: FormatVersion}
	var b bytes.Buffer
	if err := good.encode(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add(b.String() + "0123456789abcdef {}\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, _, _ := parse("f", []byte(text))
		for i := range c.entries {
			if c.sets[c.entries[i].Deps] == nil {
				t.Error("a verdict without what it depends on")
			}
		}
	})
}

// The newest record of each question is kept, and of many the newest.
func TestPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	for i := range maxPrograms + 2 {
		f := open(t, path)
		f.AddProgram(Program{Key: fmt.Sprint(i), Units: "old"})
		f.AddProgram(Program{Key: fmt.Sprint(i), Units: "new", Parts: []Part{{Run: "run", Checks: map[string]string{"c": ""}}}})
		if err := f.Save(); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, path)
	if f.Notice != "" {
		t.Error(f.Notice)
	}
	for i := range maxPrograms + 2 {
		p := f.Program(fmt.Sprint(i))
		if kept := i >= 2; (p != nil) != kept || kept && (p.Units != "new" || len(p.Parts) != 1) {
			t.Errorf("program %d: %+v", i, p)
		}
	}
}

// What is there already is not written again.
func TestNothingNewIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "verdicts")
	seen := Seen{Commit: "c", Run: "run", Tool: "t", Alarms: map[string]string{"a": "bounded"}}
	f := open(t, path)
	f.AddSeen(seen)
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	f = open(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	f.AddSeen(seen)
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file was written again")
	}
}
