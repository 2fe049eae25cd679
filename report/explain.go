package report

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// Explain says everything about one alarm, for people.
func Explain(a *Alarm) string {
	var b strings.Builder
	o := &a.Outcome
	fmt.Fprintf(&b, "%s: %s\n", fullPlace(a.File, a.Line, a.Col), clean(a.Rule))
	if a.Message != "" {
		fmt.Fprintf(&b, "  %s\n", clean(a.Message))
	}
	if !a.State.Counts() {
		why := "not checkable: its rule says nothing about a run of the program"
		if a.State == NoAlarm {
			why = "no alarm: the analyzer itself says that it passes or does not apply"
		}
		fmt.Fprintf(&b, "\n%s\n", why)
		return b.String()
	}
	fmt.Fprintf(&b, "\n%s\n", headline(a))
	if o.Violation != "" {
		fmt.Fprintf(&b, "  %s\n", clean(o.Violation))
	}
	if o.Reason != "" {
		fmt.Fprintf(&b, "  %s\n", clean(o.Reason))
	}
	if o.Next != "" {
		fmt.Fprintf(&b, "  next step: %s\n", clean(o.Next))
	}
	section(&b, "inputs", o.Inputs)
	section(&b, "path", pathLines(o.Path))
	section(&b, "given that these earlier checks pass", givenLines(o.Given))
	section(&b, "bounds that were hit", engine.BoundTexts(o.Bounds))
	section(&b, "assumptions", o.Assumptions)
	if o.Witness != "" {
		section(&b, "reproduce", []string{"assay replay " + ShellWord(o.Witness)})
	}
	return b.String()
}

func headline(a *Alarm) string {
	o := &a.Outcome
	text := o.Status
	switch {
	case o.Confirmed:
		text += ", confirmed: the natively compiled program failed this way on the inputs below"
	case o.Status == engine.Reachable.String():
		text += ", not confirmed by a native run"
	case a.Suppressed:
		text += ", suppressed"
	}
	if a.Candidates > 1 {
		text += fmt.Sprintf(" (the alarm can mean %d instructions)", a.Candidates)
	}
	return text
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", title)
	for _, l := range lines {
		fmt.Fprintf(b, "  %s\n", clean(l))
	}
}

// pathLines aligns the texts of the steps behind their places.
func pathLines(steps []Step) []string {
	places, width := make([]string, len(steps)), 0
	for i, s := range steps {
		places[i] = fullPlace(s.File, s.Line, 0)
		width = max(width, len([]rune(places[i])))
	}
	lines := make([]string, len(steps))
	for i, s := range steps {
		lines[i] = places[i] + strings.Repeat(" ", width-len([]rune(places[i]))+2) + s.Text
		if s.Function != "" {
			lines[i] += " (in " + s.Function + ")"
		}
	}
	return lines
}

func givenLines(given []Given) []string {
	var lines []string
	for i := range given {
		lines = append(lines, fmt.Sprintf("no %s at %s", given[i].Error, given[i].At()))
	}
	return lines
}

// fullPlace is file:line:col without what is unknown.
func fullPlace(file string, line, col int) string {
	switch {
	case file == "":
		return "(no place)"
	case line == 0:
		return clean(file)
	case col == 0:
		return fmt.Sprintf("%s:%d", clean(file), line)
	}
	return fmt.Sprintf("%s:%d:%d", clean(file), line, col)
}

// ShellWord quotes a word for a shell where it needs it.
func ShellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
