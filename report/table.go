package report

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-dev/assay/engine"
)

// Table writes one line per counted alarm, aligned, and a summary below. Of a
// comparison it shows the new alarms.
func Table(w io.Writer, t *Triage, s Style) error {
	out := bufio.NewWriter(w)
	for i := range t.Inputs {
		rows := tableRows(t, i)
		if len(t.Inputs) > 1 {
			fmt.Fprintf(out, "%s\n", t.Inputs[i])
		}
		writeRows(out, rows, s)
	}
	writeSummary(out, t)
	return out.Flush()
}

var tableHead = []string{"#", "VERDICT", "PLACE", "RULE", "WHY"}

func tableRows(t *Triage, input int) [][]string {
	var rows [][]string
	for i := range t.Alarms {
		a := &t.Alarms[i]
		if a.Input == input && a.State.Counts() && (t.Comparison == nil || a.IsNew()) {
			rows = append(rows, []string{fmt.Sprint(a.Number), verdictCell(a), a.Place(), a.Rule, a.Why()})
		}
	}
	return rows
}

func verdictCell(a *Alarm) string {
	switch {
	case a.Outcome.Confirmed:
		return a.Outcome.Status + ", confirmed"
	case a.Suppressed:
		return a.Outcome.Status + ", suppressed"
	}
	return a.Outcome.Status
}

// Place is the alarm's position as the table prints it: the file's base name
// and the line.
func (a *Alarm) Place() string {
	if a.File == "" {
		return "-"
	}
	if a.Line == 0 {
		return path.Base(a.File)
	}
	return fmt.Sprintf("%s:%d", path.Base(a.File), a.Line)
}

// maxInputs is how many inputs of a witness a line of the table shows.
const maxInputs = 4

// Why says in one line what a reader needs to know besides the status; Explain
// says the rest.
func (a *Alarm) Why() string {
	o := &a.Outcome
	return strings.Join(withoutEmpty([]string{a.Beside(),
		listLine("bounds", engine.BoundTexts(o.Bounds)), listLine("given no", givenTexts(o.Given, path.Base))}), "; ")
}

// Beside is what the status alone does not say: the inputs, or what is missing.
func (a *Alarm) Beside() string {
	o := &a.Outcome
	var parts []string
	switch {
	case o.Status == engine.Reachable.String():
		parts = append(parts, inputsLine(o.Inputs))
		if !o.Confirmed {
			parts = append(parts, o.Reason)
		}
	case o.Status == engine.Unreachable.String() && a.ByUser:
		parts = append(parts, "suppressed in the input already")
	case o.Status == engine.Unreachable.String() && a.Kept != "":
		parts = append(parts, a.Kept)
	case o.Status == engine.Undecided.String():
		parts = append(parts, o.Reason)
		if o.Next != "" {
			parts = append(parts, "→ "+o.Next)
		}
	}
	return strings.Join(withoutEmpty(parts), "; ")
}

// GivenTexts are given checks in a few words, each once.
func GivenTexts(given []Given) []string {
	return givenTexts(given, func(file string) string { return file })
}

func givenTexts(given []Given, name func(file string) string) []string {
	var texts []string
	for i := range given {
		g := &given[i]
		if text := fmt.Sprintf("%s at %s:%d", g.Error, name(g.File), g.Line); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// inputsLine joins the first few inputs.
func inputsLine(inputs []string) string {
	if len(inputs) <= maxInputs {
		return strings.Join(inputs, ", ")
	}
	return strings.Join(inputs[:maxInputs], ", ") + fmt.Sprintf(", … (%d inputs)", len(inputs))
}

// maxListed is how many bounds or given checks a line of the table names.
const maxListed = 3

// listLine names the first few of some things, "" for none.
func listLine(title string, things []string) string {
	if len(things) == 0 {
		return ""
	}
	items := slices.Clone(things[:min(len(things), maxListed)])
	if n := len(things) - maxListed; n > 0 {
		items = append(items, fmt.Sprintf("%d more", n))
	}
	return title + " " + strings.Join(items, ", ")
}

func withoutEmpty(parts []string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

// colors gives the statuses their ANSI colours, by how their cells begin.
var colors = []struct{ status, code string }{
	{engine.Reachable.String(), "\x1b[31m"},
	{engine.Unreachable.String(), "\x1b[32m"},
	{engine.Bounded.String(), "\x1b[36m"},
	{engine.Undecided.String(), "\x1b[33m"},
}

func colored(cell string) string {
	for _, c := range colors {
		if strings.HasPrefix(cell, c.status) {
			return c.code + cell + "\x1b[0m"
		}
	}
	return cell
}

// writeRows writes a table of verdicts; on a terminal a row stays one line.
func writeRows(out *bufio.Writer, rows [][]string, s Style) {
	paint := func(column int, cell string) string {
		if s.Color && column == 1 {
			return colored(cell)
		}
		return cell
	}
	writeAligned(out, tableHead, rows, s.Width, paint)
}

// writeColumns writes an aligned table without colours or limits.
func writeColumns(out *bufio.Writer, head []string, rows [][]string) {
	writeAligned(out, head, rows, 0, func(_ int, cell string) string { return cell })
}

// writeAligned pads all columns but the last and aligns the first, a number,
// to the right. With a width the last column is cut to it, but not below 20
// characters. paint colours a cell after it was measured.
func writeAligned(out *bufio.Writer, head []string, rows [][]string, width int, paint func(int, string) string) {
	if len(rows) == 0 {
		return
	}
	rows = append([][]string{head}, rows...)
	widths := make([]int, len(head)-1)
	for _, r := range rows {
		for i := range r {
			r[i] = clean(r[i])
		}
		for i := range widths {
			widths[i] = max(widths[i], utf8.RuneCountInString(r[i]))
		}
	}
	for _, r := range rows {
		var line strings.Builder
		used := 0
		for i, w := range widths {
			pad := strings.Repeat(" ", w-utf8.RuneCountInString(r[i]))
			if i == 0 {
				line.WriteString(pad + paint(i, r[i]) + "  ")
			} else {
				line.WriteString(paint(i, r[i]) + pad + "  ")
			}
			used += w + 2
		}
		last := r[len(widths)]
		if width > 0 {
			last = cut(last, max(width-used, 20))
		}
		line.WriteString(last)
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}

// clean keeps text from an input file on one line and without control
// characters, which a terminal would obey.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, s)
}

// cut shortens s to n characters, the last one "…" if something is missing.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

func writeSummary(out *bufio.Writer, t *Triage) {
	c := Count(t.Alarms, nil)
	if c.Total > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%s: %d reachable (%d confirmed), %d unreachable (%d suppressed), %d bounded, %d undecided\n",
		plural(c.Total, "alarm"), c.Reachable, c.Confirmed, c.Unreachable, c.Suppressed, c.Bounded, c.Undecided)
	writeOutside(out, t)
	if t.Comparison != nil {
		writeComparison(out, t.Comparison)
	}
	if t.Partial != "" {
		again := "run again with --resume to go on"
		if t.Comparison != nil {
			again = "run again to go on"
		}
		fmt.Fprintf(out, "ended early: %s; %s\n", t.Partial, again)
	}
	writeMet(out, t.Met)
}

// writeOutside lists the results that are outside the counts.
func writeOutside(out *bufio.Writer, t *Triage) {
	for i, name := range t.Inputs {
		if nums := numbers(t, i, NotCheckable); len(nums) > 0 {
			fmt.Fprintf(out, "not checkable (rules that say nothing about a run): %s of %s#%s\n",
				plural(len(nums), "result"), name, ranges(nums))
		}
		if nums := numbers(t, i, NoAlarm); len(nums) > 0 {
			fmt.Fprintf(out, "no alarm (pass or notApplicable): %s of %s#%s\n", plural(len(nums), "result"), name, ranges(nums))
		}
	}
}

func writeMet(out *bufio.Writer, met []Met) {
	if len(met) == 0 {
		return
	}
	fmt.Fprintln(out, "\nerrors met on the way:")
	for _, m := range met {
		how := "possible"
		switch {
		case m.Confirmed:
			how = "reachable, confirmed"
		case m.Shown:
			how = "reachable"
		}
		if m.Shown && len(m.Inputs) > 0 {
			how += " with " + inputsLine(m.Inputs)
		}
		fmt.Fprintf(out, "  %s:%d: %s (%s)\n", path.Base(m.File), m.Line, m.Text, clean(how))
	}
}

func numbers(t *Triage, input int, state State) []int {
	var out []int
	for i := range t.Alarms {
		if a := &t.Alarms[i]; a.Input == input && a.State == state {
			out = append(out, a.Number)
		}
	}
	return out
}

// ranges writes ascending numbers as "1,3-5".
func ranges(nums []int) string {
	var parts []string
	for i := 0; i < len(nums); {
		j := i
		for j+1 < len(nums) && nums[j+1] == nums[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(nums[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", nums[i], nums[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
