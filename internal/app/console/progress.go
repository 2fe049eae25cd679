package console

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/option"
)

// Progress is the line on stderr that tells how far a run is. It exists only
// on a terminal; on a pipe nothing is printed. A nil *progress is silent.
type Progress struct {
	mu       sync.Mutex
	w        io.Writer
	width    int
	now      func() time.Time
	deadline time.Time
	last     time.Time
	state    engine.Progress // what was shown last
	shown    bool
}

// NewProgress returns nil unless stderr is a terminal.
func NewProgress(t Terminal, deadline time.Time) *Progress {
	if t.ErrWidth == 0 {
		return nil
	}
	return &Progress{w: t.Stderr, width: t.ErrWidth, now: time.Now, deadline: deadline}
}

// redraw is how often the line changes at most.
const redraw = 100 * time.Millisecond

// Show replaces the line. The last step is always shown.
func (p *Progress) Show(s engine.Progress) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if s.Done < s.Total && now.Sub(p.last) < redraw {
		return
	}
	p.last, p.shown, p.state = now, true, s
	fmt.Fprintf(p.w, "\r\x1b[K%s", fit(progressText(s, p.deadline.Sub(now)), p.width-1))
}

// KeepTime shows the last state anew every second, for the time that is left,
// until the returned function is called.
func (p *Progress) KeepTime() (stop func()) {
	if p == nil {
		return func() {}
	}
	done := make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if s, ok := p.current(); ok {
					p.Show(s)
				}
			}
		}
	})
	return func() { close(done); over.Wait() }
}

// current is the state shown last, if any was.
func (p *Progress) current() (engine.Progress, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state, p.shown && p.state.Total > 0
}

// Say shows a stage that has no numbers.
func (p *Progress) Say(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = true
	fmt.Fprintf(p.w, "\r\x1b[K%s", fit(text, p.width-1))
}

// Clear removes the line before anything else is printed.
func (p *Progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// progressText is the line: alarms done, verdict counts, time left, and last,
// because it may be cut off, the current alarm.
func progressText(s engine.Progress, left time.Duration) string {
	var counts []string
	for _, st := range []engine.Status{engine.Reachable, engine.Unreachable, engine.Bounded, engine.Undecided} {
		if n := s.Counts[st]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, st))
		}
	}
	text := fmt.Sprintf("%d/%d alarms", s.Done, s.Total)
	if len(counts) > 0 {
		text += ": " + strings.Join(counts, ", ")
	}
	text += fmt.Sprintf("; at most %s left", option.ShortDuration(max(left, 0).Round(time.Second)))
	if s.Current != "" {
		text += "; " + s.Current
	}
	return text
}

// fit cuts a line to the terminal's width.
func fit(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:max(width-1, 0)]) + "…"
}
