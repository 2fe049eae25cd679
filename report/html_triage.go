package report

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// maxSource is the size of the largest source file that a page quotes from.
const maxSource = 8 << 20

// context is how many lines around an alarm a page shows.
const context = 3

// pageList is a list with a title.
type pageList struct {
	Title string
	Lines []string
}

// pageAlarm is an alarm as the page shows it.
type pageAlarm struct {
	Status, Verdict, Place, Rule, Message string
	Says                                  []string
	Source                                []sourceLine
	Lists                                 []pageList
	Witness                               string
	// New says what is new about the alarm, "" for nothing.
	New string
	// Certificate is a link to the file of that name, "" without one.
	Certificate                               template.URL
	CertificateFile, CertificateWord, Checked string
}

// HTML writes one page that needs nothing else: each alarm with its source,
// verdict, inputs, path, assumptions and the command that reproduces it.
func HTML(w io.Writer, t *Triage, style Style) error {
	files := map[string][]string{}
	var alarms []pageAlarm
	for _, a := range worstFirst(t) {
		p := a.page(files)
		if t.Comparison != nil {
			p.New = a.news()
		}
		if c := a.Outcome.Certificate; c != "" {
			p.Certificate, p.CertificateFile, p.CertificateWord, p.Checked = style.link(c), c, ShellWord(c), a.Outcome.Checked
		}
		alarms = append(alarms, p)
	}
	data := map[string]any{
		"Head": triageHead, "Counts": triageCounts(t), "Remarks": triageRemarks(t), "Statuses": triageStatuses,
		"Alarms": alarms, "Met": metLines(t.Met), "Outside": outsideLines(t), "New": t.Comparison != nil,
	}
	if c := t.Comparison; c != nil {
		data["Change"], data["ChangeHead"], data["Changes"] = c, changeHead, c.cells()
		data["Fixed"] = pageList{"Fixed", c.fixedLines()}
	}
	return pages.ExecuteTemplate(w, "triage.html", data)
}

// link is a link to a file. The address was made by us from a path: it is none
// that the programs under analysis or their analyzers wrote.
func (s *Style) link(path string) template.URL {
	if s.Link == nil {
		return template.URL((&url.URL{Path: path}).String())
	}
	return template.URL(s.Link(path))
}

// page describes an alarm; files caches sources.
func (a *Alarm) page(files map[string][]string) pageAlarm {
	o := &a.Outcome
	p := pageAlarm{
		Status: o.Status, Verdict: verdictCell(a), Place: fullPlace(a.File, a.Line, a.Col), Rule: a.Rule, Message: a.Message,
		Source: a.quote(files),
	}
	if len(o.Inputs) > 0 {
		p.Says = append(p.Says, "inputs: "+inputsLine(o.Inputs))
	}
	for _, s := range []string{o.Violation, o.Reason} {
		if s != "" {
			p.Says = append(p.Says, s)
		}
	}
	if o.Next != "" {
		p.Says = append(p.Says, "next step: "+o.Next)
	}
	if a.ByUser {
		p.Says = append(p.Says, "suppressed in the input already")
	}
	if o.Witness != "" {
		p.Witness = ShellWord(o.Witness)
	}
	p.Lists = []pageList{
		{"Inputs", o.Inputs}, {"Path", pathLines(o.Path)},
		{"Given that these earlier checks pass", givenLines(o.Given)},
		{"Bounds that were hit", engine.BoundTexts(o.Bounds)}, {"Assumptions", o.Assumptions},
	}
	return p
}

// quote is the source around an alarm, nothing if it is not at hand.
func (a *Alarm) quote(files map[string][]string) []sourceLine {
	name := cmp.Or(a.Source, a.File)
	lines, known := files[name]
	if !known {
		lines = readLines(name)
		files[name] = lines
	}
	if a.Line < 1 || a.Line > len(lines) {
		return nil
	}
	var out []sourceLine
	for n := max(a.Line-context, 1); n <= min(a.Line+context, len(lines)); n++ {
		out = append(out, sourceLine{Line: n, Text: lines[n-1], Here: n == a.Line})
	}
	return out
}

// readLines reads a source file, nil if it is not there or no text of a usual
// size.
func readLines(name string) []string {
	info, err := os.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil
	}
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// triageStatuses is the order in which documents for people list verdicts:
// what somebody has to act on first.
var triageStatuses = []string{
	engine.Reachable.String(), engine.Undecided.String(), engine.Bounded.String(), engine.Unreachable.String(),
}

// worstFirst are the counted alarms: confirmed ones, other reachable ones,
// undecided, bounded, unreachable; in the order of the input within each.
func worstFirst(t *Triage) []*Alarm {
	var out []*Alarm
	pick := func(keep func(*Alarm) bool) {
		for i := range t.Alarms {
			if a := &t.Alarms[i]; a.State.Counts() && keep(a) {
				out = append(out, a)
			}
		}
	}
	pick(func(a *Alarm) bool { return a.Outcome.Confirmed })
	for _, s := range triageStatuses {
		pick(func(a *Alarm) bool { return a.Outcome.Status == s && !a.Outcome.Confirmed })
	}
	return out
}

var triageHead = []string{"alarms", "reachable", "confirmed", "undecided", "bounded", "unreachable", "suppressed"}

func triageCounts(t *Triage) []string {
	c := Count(t.Alarms, nil)
	var cells []string
	for _, n := range []int{c.Total, c.Reachable, c.Confirmed, c.Undecided, c.Bounded, c.Unreachable, c.Suppressed} {
		cells = append(cells, fmt.Sprint(n))
	}
	return cells
}

// triageRemarks are the notes and what ended the run early.
func triageRemarks(t *Triage) []string {
	var out []string
	if t.Partial != "" {
		out = append(out, "ended early: "+t.Partial)
	}
	return append(out, t.Notes...)
}

// metLines describe the errors met on the way.
func metLines(met []Met) []string {
	var out []string
	for i := range met {
		m := &met[i]
		how := "possible"
		switch {
		case m.Confirmed:
			how = "reachable, confirmed"
		case m.Shown:
			how = "reachable"
		}
		line := fmt.Sprintf("%s: %s (%s)", fullPlace(m.File, m.Line, m.Col), m.Text, how)
		if m.Shown && len(m.Inputs) > 0 {
			line += " with " + inputsLine(m.Inputs)
		}
		out = append(out, line)
	}
	return out
}

// outsideLines list the results that are outside the counts, by number.
func outsideLines(t *Triage) []string {
	var out []string
	for i, name := range t.Inputs {
		if nums := numbers(t, i, NotCheckable); len(nums) > 0 {
			out = append(out, fmt.Sprintf("not checkable (rules that say nothing about a run): %s#%s", name, ranges(nums)))
		}
		if nums := numbers(t, i, NoAlarm); len(nums) > 0 {
			out = append(out, fmt.Sprintf("no alarm (pass or notApplicable): %s#%s", name, ranges(nums)))
		}
	}
	return out
}
