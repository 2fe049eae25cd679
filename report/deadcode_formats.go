package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// DeadFormat is a kind of document of a dead-code report.
type DeadFormat struct {
	Name  string
	Doc   string // one line for the user
	Write func(io.Writer, *DeadCode, Style) error
}

// DeadFormats is the table of formats, in the order of the documentation.
func DeadFormats() []DeadFormat {
	return []DeadFormat{
		{FormatTable, "a table for people", DeadTable},
		{"html", "one self-contained page with the sources coloured", DeadHTML},
		{"markdown", "counts and points for a pull request or a wiki", DeadMarkdown},
		{"csv", "one row a point, with an empty column for a person's disposition", DeadCSV},
		{"json", "everything, for programs", DeadJSON},
		{FormatSARIF, "dead code as SARIF results (CWE-561, CWE-570, CWE-571)", DeadSARIF},
		{"lcov", "LCOV tracefile of the native runs; dead branches have the flag U", DeadLCOV},
	}
}

// DeadFormatNames lists the formats in alphabetical order.
func DeadFormatNames() []string {
	var names []string
	for _, f := range DeadFormats() {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

// countRows are the four counts of each kind of thing.
func (d *DeadCode) countRows() [][]string {
	var rows [][]string
	add := func(name string, c CodeCounts) {
		rows = append(rows, []string{name, fmt.Sprint(c.Live), fmt.Sprint(c.Dead), fmt.Sprint(c.Bounded), fmt.Sprint(c.Undecided), fmt.Sprint(c.Total)})
	}
	add("functions", d.Count(KindFunction))
	add("regions", d.Count(KindRegion))
	add("branches", d.Count(KindBranch))
	add("lines", d.CountLines())
	return rows
}

var countHead = []string{"", "live", "dead", "bounded", "undecided", "total"}

// summary says what the counts leave out.
func (d *DeadCode) summary() []string {
	r, b := d.Count(KindRegion), d.Count(KindBranch)
	lines := []string{fmt.Sprintf("dead: %d regions and %d outcomes are not compiled, %d and %d are dead unless an error comes first",
		r.Uncompiled, b.Uncompiled, r.Unless, b.Unless)}
	if r.Live > r.Confirmed || b.Live > b.Confirmed {
		lines = append(lines, fmt.Sprintf("live: %d regions and %d outcomes were not confirmed by a native run", r.Live-r.Confirmed, b.Live-b.Confirmed))
	}
	if d.Partial != "" {
		lines = append(lines, "ended early: "+d.Partial)
	}
	return lines
}

// DeadTable writes what is not live, a line each, and the counts.
func DeadTable(w io.Writer, d *DeadCode, s Style) error {
	out := bufio.NewWriter(w)
	var rows [][]string
	for i, p := range d.Reported() {
		rows = append(rows, []string{fmt.Sprint(i + 1), p.Verdict(), p.Place(), p.What(), p.Detail()})
	}
	writeAligned(out, []string{"#", "VERDICT", "PLACE", "WHAT", "WHY"}, rows, s.Width, func(_ int, cell string) string { return cell })
	if len(rows) > 0 {
		fmt.Fprintln(out)
	}
	writeColumns(out, countHead, d.countRows())
	for _, l := range d.summary() {
		fmt.Fprintln(out, clean(l))
	}
	return out.Flush()
}

// DeadJSON writes the whole report with the counts in front.
func DeadJSON(w io.Writer, d *DeadCode, _ Style) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Summary map[string]CodeCounts `json:"summary"`
		*DeadCode
	}{map[string]CodeCounts{
		"functions": d.Count(KindFunction), "regions": d.Count(KindRegion), "branches": d.Count(KindBranch), "lines": d.CountLines(),
	}, d})
}

var csvHead = []string{"file", "line", "column", "end line", "end column", "function", "kind", "text", "outcome",
	"verdict", "compiled", "confirmed", "reason", "dead unless", "bounds", "input", "witness", "disposition"}

// DeadCSV writes every point; the last column is for the reader.
func DeadCSV(w io.Writer, d *DeadCode, _ Style) error {
	out := csv.NewWriter(w)
	rows := [][]string{csvHead}
	for i := range d.Points {
		p := &d.Points[i]
		outcome := ""
		if p.Kind == KindBranch {
			outcome = fmt.Sprint(p.Taken)
		}
		why := p.Why
		if p.Status == Live {
			why = p.Outcome.Reason
		}
		rows = append(rows, []string{p.File, fmt.Sprint(p.Line), fmt.Sprint(p.Col), fmt.Sprint(p.EndLine), fmt.Sprint(p.EndCol),
			p.Function, p.Kind, p.Text, outcome, p.Status, fmt.Sprint(p.Compiled), fmt.Sprint(p.Outcome.Confirmed), why,
			strings.Join(givenLines(p.Outcome.Given), "; "), strings.Join(engine.BoundTexts(p.Outcome.Bounds), "; "),
			strings.Join(p.Outcome.Inputs, ", "), p.Outcome.Witness, ""})
	}
	for _, r := range rows {
		for i := range r {
			r[i] = formulaSafe(clean(r[i]))
		}
	}
	return out.WriteAll(rows)
}

// formulaSafe keeps a spreadsheet from taking text of a program for a formula.
func formulaSafe(s string) string {
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// DeadMarkdown writes counts, configuration and points.
func DeadMarkdown(w io.Writer, d *DeadCode, _ Style) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Dead code\n\n")
	markdownTable(out, countHead, d.countRows())
	for _, l := range d.summary() {
		fmt.Fprintf(out, "\n%s\n", markdownText(l))
	}
	var rows [][]string
	for _, p := range d.Reported() {
		rows = append(rows, []string{p.Verdict(), p.Place(), p.What(), p.Detail()})
	}
	if len(rows) > 0 {
		fmt.Fprintf(out, "\n## Not live\n\n")
		markdownTable(out, []string{"verdict", "place", "what", "why"}, rows)
	}
	fmt.Fprintf(out, "\n## What this rests on\n\n")
	for _, l := range d.configuration() {
		fmt.Fprintf(out, "- %s\n", markdownText(l))
	}
	return out.Flush()
}

// configuration is what somebody who signs the report has to know.
func (d *DeadCode) configuration() []string {
	lines := []string{
		"tool: " + d.Tool,
		"program: " + d.Program.Name + ", " + d.Program.DataModel + ", " + d.Program.Triple + ", IR SHA-256 " + d.Program.Hash,
		"entry points: " + strings.Join(d.Entry, ", "),
		"options: " + strings.Join(d.Settings, " "),
		fmt.Sprintf("native runs: %d", d.Runs),
	}
	if len(d.Stubs) > 0 {
		lines = append(lines, "stubs: "+strings.Join(d.Stubs, ", "))
	}
	for _, s := range d.Sources {
		lines = append(lines, "source: "+s.File+" SHA-256 "+s.SHA256)
	}
	for _, a := range d.Assumptions {
		lines = append(lines, "assumption: "+a)
	}
	for _, n := range d.Notes {
		lines = append(lines, "note: "+n)
	}
	return lines
}

// DeadLCOV writes lines, functions and branches with their counts in the
// native runs. An outcome that is dead and was not compiled away has the flag
// U of lcov 2 (unreachable); readers that do not know it skip the flag.
func DeadLCOV(w io.Writer, d *DeadCode, _ Style) error {
	out := bufio.NewWriter(w)
	for _, f := range d.Files {
		fmt.Fprintf(out, "TN:\nSF:%s\n", clean(f.Name))
		runs := map[int]uint64{}
		for _, l := range f.Lines {
			runs[l.Line] = l.Runs
		}
		d.lcovFunctions(out, f.Name, runs)
		d.lcovBranches(out, f.Name)
		hit := 0
		for _, l := range f.Lines {
			fmt.Fprintf(out, "DA:%d,%d\n", l.Line, l.Runs)
			if l.Runs > 0 {
				hit++
			}
		}
		fmt.Fprintf(out, "LF:%d\nLH:%d\nend_of_record\n", len(f.Lines), hit)
	}
	return out.Flush()
}

func (d *DeadCode) lcovFunctions(out io.Writer, file string, runs map[int]uint64) {
	found, hit := 0, 0
	for i := range d.Points {
		p := &d.Points[i]
		if p.Kind != KindFunction || p.File != file {
			continue
		}
		count := runs[p.Line]
		if p.Status != Live {
			count = 0
		}
		found++
		if count > 0 {
			hit++
		}
		fmt.Fprintf(out, "FN:%d,%s\nFNDA:%d,%s\n", p.Line, p.Function, count, p.Function)
	}
	fmt.Fprintf(out, "FNF:%d\nFNH:%d\n", found, hit)
}

// lcovBranches numbers the conditions of each line; the two outcomes of one
// follow each other. What has the flag U is in no sum.
func (d *DeadCode) lcovBranches(out io.Writer, file string) {
	found, hit, blocks := 0, 0, map[int]int{} // blocks by line
	var last *CodePoint
	for i := range d.Points {
		p := &d.Points[i]
		if p.Kind != KindBranch || p.File != file {
			continue
		}
		if last == nil || last.Span != p.Span || last.Taken == p.Taken {
			blocks[p.Line]++
		}
		last = p
		number, taken, flag := 1, "0", ""
		if p.Taken {
			number = 0
		}
		switch {
		case p.Status == Dead && len(p.Outcome.Given) == 0:
			flag = "U"
		case p.Status == Live && p.Outcome.Confirmed:
			taken = "1"
			hit++
			found++
		default:
			found++
		}
		fmt.Fprintf(out, "BRDA:%d,%s%d,%d,%s\n", p.Line, flag, blocks[p.Line]-1, number, taken)
	}
	fmt.Fprintf(out, "BRF:%d\nBRH:%d\n", found, hit)
}
