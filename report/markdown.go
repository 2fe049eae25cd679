package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// markdownSpecial are the characters that Markdown or HTML inside it would
// take for more than themselves.
const markdownSpecial = "\\`*_{}[]()<>#+!|~@&"

// markdownText writes text so that Markdown shows it as it is: no markup, no
// HTML, no link, no mention, on one line.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range clean(s) {
		if strings.ContainsRune(markdownSpecial, r) {
			if r == '@' || r == '<' || r == '>' || r == '&' {
				fmt.Fprintf(&b, "&#%d;", r)
				continue
			}
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "://", ":&#47;/")
}

// markdownTable writes a table of plain text.
func markdownTable(w io.Writer, head []string, rows [][]string) {
	line := func(cells []string) {
		fmt.Fprint(w, "|")
		for _, c := range cells {
			fmt.Fprintf(w, " %s |", markdownText(c))
		}
		fmt.Fprintln(w)
	}
	line(head)
	fmt.Fprintln(w, "|"+strings.Repeat("---|", len(head)))
	for _, r := range rows {
		line(r)
	}
}

// Markdown writes a summary for a job's page or a pull request: the counts,
// then what to act on: reachable alarms with the inputs and the command that
// reproduces them, undecided ones with the next step, the others as a table.
func Markdown(w io.Writer, t *Triage, _ Style) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Alarms and verdicts\n\n")
	markdownTable(out, triageHead, [][]string{triageCounts(t)})
	for _, l := range triageRemarks(t) {
		fmt.Fprintf(out, "\n%s\n", markdownText(l))
	}
	if t.Comparison != nil {
		markdownComparison(out, t)
	}
	alarms := worstFirst(t)
	for _, s := range triageStatuses {
		markdownStatus(out, s, slices.DeleteFunc(slices.Clone(alarms), func(a *Alarm) bool { return a.Outcome.Status != s }))
	}
	markdownList(out, "Errors met on the way", metLines(t.Met))
	markdownList(out, "Outside the counts", outsideLines(t))
	return out.Flush()
}

// markdownComparison writes what a change did: the counts, the new alarms, and
// what it fixed.
func markdownComparison(w io.Writer, t *Triage) {
	c := t.Comparison
	fmt.Fprintf(w, "\n## New against %s\n\n", markdownText(c.Against))
	markdownTable(w, changeHead, [][]string{c.cells()})
	var rows [][]string
	for _, a := range reviewed(t) {
		rows = append(rows, []string{verdictCell(a), fullPlace(a.File, a.Line, a.Col), a.Rule, a.Message, a.Why()})
	}
	if len(rows) > 0 {
		fmt.Fprintln(w)
		markdownTable(w, []string{"new", "place", "rule", "message", "why"}, rows)
	}
	markdownList(w, "Fixed", c.fixedLines())
}

// markdownStatus writes the alarms of one status.
func markdownStatus(w io.Writer, status string, alarms []*Alarm) {
	if len(alarms) == 0 {
		return
	}
	fmt.Fprintf(w, "\n## %s\n", strings.ToUpper(status[:1])+status[1:])
	if status != engine.Reachable.String() {
		var rows [][]string
		for _, a := range alarms {
			rows = append(rows, []string{verdictCell(a), fullPlace(a.File, a.Line, a.Col), a.Rule, a.Message, a.Why()})
		}
		fmt.Fprintln(w)
		markdownTable(w, []string{"verdict", "place", "rule", "message", "why"}, rows)
		return
	}
	for _, a := range alarms {
		fmt.Fprintf(w, "\n### %s: %s (%s)\n\n%s\n", markdownText(fullPlace(a.File, a.Line, a.Col)), markdownText(a.Rule),
			markdownText(verdictCell(a)), markdownText(a.Message))
		for _, l := range []string{a.Outcome.Violation, "inputs: " + strings.Join(a.Outcome.Inputs, ", ")} {
			if l != "" {
				fmt.Fprintf(w, "\n%s\n", markdownText(l))
			}
		}
		if a.Outcome.Witness != "" {
			fmt.Fprintf(w, "\n    assay replay %s\n", clean(ShellWord(a.Outcome.Witness)))
		}
	}
}

func markdownList(w io.Writer, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n## %s\n\n", title)
	for _, l := range lines {
		fmt.Fprintf(w, "- %s\n", markdownText(l))
	}
}
