package triage

import (
	"os"
	"path/filepath"
	"testing"
)

// Whatever stands in a journal, it is read without a panic, and what is added
// to it is there when it is read again.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte(`{"run":"run","alarm":{"target":"x","outcome":{"status":"reachable"}}}` + "\n"))
	f.Add([]byte(`{"run":"run","alarm":{"target":"x","outcome":{"stat`))
	f.Add([]byte("\n\n[]\nnull\n{}\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, JournalName), text, 0o644); err != nil {
			t.Fatal(err)
		}
		j := openTestJournal(t, dir, "run", true)
		before, _, err := j.load()
		if err != nil {
			t.Fatal(err)
		}
		if err := j.add(entry("added", "bounded")); err != nil {
			t.Fatal(err)
		}
		after, _, err := j.load()
		if err != nil {
			t.Fatal(err)
		}
		if got := after["added"].Alarm.Outcome.Status; got != "bounded" {
			t.Errorf("what was added reads %q", got)
		}
		delete(before, "added")
		for k := range before {
			if _, ok := after[k]; !ok {
				t.Errorf("entry %q was lost", k)
			}
		}
	})
}
