package console

import (
	"bytes"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
)

func TestProgressText(t *testing.T) {
	s := engine.Progress{Done: 3, Total: 10, Current: "ring.c:28: signed_overflow"}
	s.Counts[engine.Reachable], s.Counts[engine.Undecided] = 2, 1
	want := "3/10 alarms: 2 reachable, 1 undecided; at most 29m30s left; ring.c:28: signed_overflow"
	if got := progressText(s, 29*time.Minute+30*time.Second); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestProgressOnlyOnTerminal(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(Terminal{Stderr: &out}, time.Now())
	p.Say("compiling")
	p.Show(engine.Progress{Done: 1, Total: 1})
	p.Clear()
	if out.Len() != 0 {
		t.Errorf("a pipe got %q", out.String())
	}
}

func TestProgressLine(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(Terminal{Stderr: &out, ErrWidth: 20}, time.Time{})
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.deadline = clock.Add(time.Minute)
	p.last = clock
	p.Show(engine.Progress{Done: 1, Total: 9}) // too soon after the last one
	clock = clock.Add(time.Second)
	p.Show(engine.Progress{Done: 2, Total: 9})
	p.Clear()
	p.Clear()
	want := "\r\x1b[K2/9 alarms; at mos…\r\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
