package triage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/report"
)

func openTestJournal(t *testing.T, dir, run string, resume bool) *journal {
	t.Helper()
	j, err := openJournal(dir, resume)
	if err != nil {
		t.Fatal(err)
	}
	j.run = run
	t.Cleanup(func() { j.close() })
	return j
}

func entry(target, status string) JournalEntry {
	return JournalEntry{Budget: 60, Alarm: report.Alarm{Target: target, Outcome: report.Outcome{Status: status}}}
}

func loaded(t *testing.T, j *journal) (map[string]string, int) {
	t.Helper()
	entries, bad, err := j.load()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for k, e := range entries {
		got[k] = e.Alarm.Outcome.Status
	}
	return got, bad
}

func TestJournalSurvivesEveryCut(t *testing.T) {
	dir := t.TempDir()
	j := openTestJournal(t, dir, "run", false)
	for _, e := range []JournalEntry{entry("a", "reachable"), entry("b", "unreachable")} {
		if err := j.add(e); err != nil {
			t.Fatal(err)
		}
	}
	j.close()
	path := filepath.Join(dir, JournalName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.IndexByte(string(text), '\n') + 1
	for n := first; n <= len(text); n++ {
		cutDir := t.TempDir()
		if err := os.WriteFile(filepath.Join(cutDir, JournalName), text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		j := openTestJournal(t, cutDir, "run", true)
		want := map[string]string{"a": "reachable"}
		wantBad := 0
		switch {
		case n >= len(text)-1: // all, or all but the newline
			want["b"] = "unreachable"
		case n > first:
			wantBad = 1
		}
		got, bad := loaded(t, j)
		if diff := cmp.Diff(want, got); diff != "" || bad != wantBad {
			t.Fatalf("cut at byte %d: %d bad lines, want %d; %s", n, bad, wantBad, diff)
		}
		// What is added after a cut is readable again.
		if err := j.add(entry("c", "bounded")); err != nil {
			t.Fatal(err)
		}
		want["c"] = "bounded"
		if got, _ := loaded(t, j); !cmp.Equal(want, got) {
			t.Fatalf("cut at byte %d, then added: got %v, want %v", n, got, want)
		}
		j.close()
	}
}

func TestJournalKeepsRunsApart(t *testing.T) {
	dir := t.TempDir()
	j := openTestJournal(t, dir, runKey("v1", "program", "options"), false)
	if err := j.add(entry("a", "reachable")); err != nil {
		t.Fatal(err)
	}
	j.close()
	for _, other := range []string{
		runKey("v2", "program", "options"), runKey("v1", "changed", "options"),
		runKey("v1", "program", "changed"), runKey("v1", "programo", "ptions"),
	} {
		j := openTestJournal(t, dir, other, true)
		if got, _ := loaded(t, j); len(got) != 0 {
			t.Errorf("a verdict of another run was taken: %v", got)
		}
		j.close()
	}
}

func TestJournalLastEntryCounts(t *testing.T) {
	j := openTestJournal(t, t.TempDir(), "run", false)
	for _, s := range []string{"undecided", "reachable"} {
		if err := j.add(entry("a", s)); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := loaded(t, j); got["a"] != "reachable" {
		t.Errorf("got %v", got)
	}
}

func TestJournalSetAsideAndLocked(t *testing.T) {
	dir := t.TempDir()
	j := openTestJournal(t, dir, "run", false)
	if err := j.add(entry("a", "reachable")); err != nil {
		t.Fatal(err)
	}
	if _, err := openJournal(dir, true); err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Errorf("second opening: %v", err)
	}
	j.close()
	j = openTestJournal(t, dir, "run", false)
	if got, _ := loaded(t, j); len(got) != 0 {
		t.Errorf("a run without --resume sees %v", got)
	}
	old, err := os.ReadFile(filepath.Join(dir, JournalName+".old"))
	if err != nil || !strings.Contains(string(old), `"reachable"`) {
		t.Errorf("the old journal was not set aside: %q, %v", old, err)
	}
}

func TestSettled(t *testing.T) {
	for _, c := range []struct {
		status string
		budget time.Duration
		want   bool
	}{
		{"reachable", time.Hour, true}, {"unreachable", time.Hour, true},
		{"undecided", time.Minute, true}, {"undecided", time.Hour, false},
		{"bounded", time.Second, true}, {"bounded", time.Hour, false},
	} {
		e := entry("a", c.status)
		if got := e.settled(c.budget); got != c.want {
			t.Errorf("%s with %v: %v, want %v", c.status, c.budget, got, c.want)
		}
	}
}
