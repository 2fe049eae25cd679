package report

import (
	"bufio"
	"fmt"

	"github.com/assay-dev/assay/engine"
)

// Comparison says what a change did to the alarms (assay filter).
type Comparison struct {
	Against      string `json:"against"` // what the alarms are compared with, in words
	NewReachable int    `json:"newReachable"`
	NewBounded   int    `json:"newBounded"`
	NewUndecided int    `json:"newUndecided"`
	// NewUnreachable counts new alarms that cannot come true: no news.
	NewUnreachable int `json:"newUnreachable"`
	Known          int `json:"known"`
	// Fixed are the alarms that are gone, or were not unreachable and are now.
	Fixed []Fixed `json:"fixed"`
	// Decided and Reused count the questions that went to the engine, and
	// those whose earlier verdict still holds.
	Decided int `json:"decided"`
	Reused  int `json:"reused"`
}

// Fixed is an alarm that is no more.
type Fixed struct {
	Rule    string `json:"rule"`
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // before the change, 0 if not known
	Message string `json:"message,omitempty"`
	Was     string `json:"was,omitempty"` // its status before, "" if not known
	Now     string `json:"now"`           // "gone" or "unreachable"
}

// Gone is Fixed.Now of an alarm that the analyzer reports no more.
const Gone = "gone"

// IsNew says whether the alarm is news of the change: it was not there before,
// or was unreachable and is no longer.
func (a *Alarm) IsNew() bool {
	unreachable := engine.Unreachable.String()
	return a.State.Counts() && !a.ByUser && (!a.Known || a.Was == unreachable && a.Outcome.Status != unreachable)
}

// news says in a word or two what is new about an alarm of a comparison.
func (a *Alarm) news() string {
	switch {
	case !a.IsNew():
		return ""
	case a.Known:
		return "no longer " + a.Was
	}
	return "new"
}

// changeHead are the counts of a comparison, cells their values.
var changeHead = []string{"new reachable", "new bounded", "new undecided", "new but unreachable", "known", "fixed"}

func (c *Comparison) cells() []string {
	var cells []string
	for _, n := range []int{c.NewReachable, c.NewBounded, c.NewUndecided, c.NewUnreachable, c.Known, len(c.Fixed)} {
		cells = append(cells, fmt.Sprint(n))
	}
	return cells
}

// fixedLines describe the alarms that are no more.
func (c *Comparison) fixedLines() []string {
	var out []string
	for _, f := range c.Fixed {
		out = append(out, fmt.Sprintf("%s: %s (%s)", fullPlace(f.File, f.Line, 0), f.Rule, f.change()))
	}
	return out
}

// Compare counts what is new. The alarms' Known and Was are set.
func (t *Triage) Compare(c *Comparison) {
	for i := range t.Alarms {
		a := &t.Alarms[i]
		switch {
		case !a.State.Counts() || a.ByUser:
		case !a.IsNew():
			c.Known++
		case a.Outcome.Status == engine.Reachable.String():
			c.NewReachable++
		case a.Outcome.Status == engine.Bounded.String():
			c.NewBounded++
		case a.Outcome.Status == engine.Unreachable.String():
			c.NewUnreachable++
		default:
			c.NewUndecided++
		}
	}
	t.Comparison = c
}

// writeComparison is the table's part on a change.
func writeComparison(out *bufio.Writer, c *Comparison) {
	fmt.Fprintf(out, "against %s: %d new reachable, %d new bounded, %d new undecided, %d new but unreachable, %d known, %d fixed\n",
		clean(c.Against), c.NewReachable, c.NewBounded, c.NewUndecided, c.NewUnreachable, c.Known, len(c.Fixed))
	held := fmt.Sprintf("%d verdicts of earlier runs still hold", c.Reused)
	if c.Reused == 1 {
		held = "1 verdict of earlier runs still holds"
	}
	fmt.Fprintf(out, "%d decided, %s\n", c.Decided, held)
	for _, l := range c.fixedLines() {
		fmt.Fprintf(out, "  fixed: %s\n", clean(l))
	}
}

// change says what the alarm was and is.
func (f *Fixed) change() string {
	if f.Was == "" {
		return f.Now
	}
	return f.Was + " → " + f.Now
}
