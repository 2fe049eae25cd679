package witness

import (
	"fmt"
	"strings"
)

// Status is the result of a replay.
type Status string

// The results of a replay and what verdicts.md rule 8 makes of them.
const (
	// Confirmed: the same failure was seen at the candidate's line:
	// `reachable, confirmed: true`.
	Confirmed Status = "confirmed"
	// Depends: the failure was seen only with choices fed that no native
	// run can be told (Outcome.DependsOn): `reachable, confirmed: false,
	// depends on <choice>`; with a choice of kind havoc among them,
	// `undecided: depends on f()`.
	Depends Status = "depends-on-choice"
	// NotReproduced: ran, could observe the class, did not fail:
	// `undecided: witness did not replay`, and a defect to chase.
	NotReproduced Status = "not-reproduced"
	// CouldNotRun: not built or not started: `reachable, confirmed: false`.
	CouldNotRun Status = "could-not-run"
	// NotObservable: no observer sees this class here, or the path needs a
	// choice that cannot be fed: `reachable, confirmed: false`.
	NotObservable Status = "not-observable"
)

// Observer names.
const (
	ObserverSanitizer = "sanitizer" // (a)
	ObserverCheck     = "check"     // (b) explicit check in the linked IR
	ObserverHit       = "hit"       // (c) the location was executed
)

// Outcome is what a replay found.
type Outcome struct {
	Ran      bool   // some native build ran
	Observed bool   // the target's failure was seen (Confirmed and Depends)
	Status   Status //
	Observer string // which observer saw it, or the last that ran
	What     string // the report's line, or what happened instead
	At       string // file:line of What, "" when unknown
	// DependsOn lists the choices without which the failure was not seen,
	// and the havocked functions that were called.
	DependsOn []Choice
	// Isolation lists what the system refused of the sandbox.
	Isolation []string
	// Log is the story of every build and run, bounded.
	Log string
	// Command reproduces the run in a shell, sources and compiler given.
	Command string
}

// maxStory bounds Outcome.Log.
const maxStory = 32 << 10

// Describe tells an outcome in a few lines for people.
func Describe(o Outcome) string {
	var sb strings.Builder
	switch o.Status {
	case Confirmed:
		fmt.Fprintf(&sb, "confirmed natively by the %s: %s", observerText(o.Observer), o.What)
	case Depends:
		fmt.Fprintf(&sb, "seen by the %s, but only with values that no native run can be told: %s", observerText(o.Observer), o.What)
	case NotReproduced:
		fmt.Fprintf(&sb, "the witness did not replay: %s", o.What)
	case CouldNotRun:
		fmt.Fprintf(&sb, "could not run: %s", o.What)
	case NotObservable:
		fmt.Fprintf(&sb, "cannot be observed natively: %s", o.What)
	}
	if o.At != "" {
		fmt.Fprintf(&sb, " (at %s)", o.At)
	}
	sb.WriteByte('\n')
	for i := range o.DependsOn {
		fmt.Fprintf(&sb, "  depends on %s\n", o.DependsOn[i].describe())
	}
	for _, l := range o.Isolation {
		fmt.Fprintf(&sb, "  isolation: %s\n", l)
	}
	return sb.String()
}

// Dependence names the choices without which the failure was not seen, on one
// line; "" when there are none.
func Dependence(o Outcome) string {
	var parts []string
	for i := range o.DependsOn {
		parts = append(parts, o.DependsOn[i].describe())
	}
	if len(parts) == 0 {
		return ""
	}
	return "depends on " + strings.Join(parts, ", ")
}

func observerText(name string) string {
	switch name {
	case ObserverSanitizer:
		return "sanitizer"
	case ObserverCheck:
		return "explicit check in the linked IR"
	case ObserverHit:
		return "execution of the location"
	}
	return name
}

func (c *Choice) describe() string {
	text := c.Kind
	if c.Function != "" {
		text += " " + c.Function + "()"
	}
	if c.Variable != "" {
		text += " " + c.Variable
	}
	if c.Offset > 0 {
		text += fmt.Sprintf(" (from byte %d)", c.Offset)
	}
	switch {
	case c.Value.Text != "":
		text += " = " + c.Value.Text
	case c.Value.Int != "":
		text += " = " + c.Value.Int
	case c.Value.Bytes != nil:
		text += " = \"" + c.Value.Bytes.String() + "\""
	}
	if c.At != "" {
		text += " at " + c.At
	}
	return text
}
