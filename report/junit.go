package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/assay-dev/assay/engine"
)

// The elements of JUnit's report that its readers agree on.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string     `xml:"name,attr"`
		Class   string     `xml:"classname,attr"`
		File    string     `xml:"file,attr,omitempty"`
		Line    int        `xml:"line,attr,omitempty"`
		Time    string     `xml:"time,attr,omitempty"`
		Failure *junitText `xml:"failure,omitempty"`
		Skipped *junitText `xml:"skipped,omitempty"`
		Output  string     `xml:"system-out,omitempty"`
	}
	junitText struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a test case for each counted alarm: reachable ones fail,
// unreachable ones pass, and those without an answer are skipped, as are those
// that a person suppressed. Of a comparison it has the new alarms.
func JUnit(w io.Writer, t *Triage, _ Style) error {
	var doc junitSuites
	for i, name := range t.Inputs {
		s := junitSuite{Name: clean(name)}
		for k := range t.Alarms {
			if a := &t.Alarms[k]; a.Input == i && a.State.Counts() && (t.Comparison == nil || a.IsNew()) {
				s.add(a)
			}
		}
		doc.Suites = append(doc.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(a *Alarm) {
	o := &a.Outcome
	c := junitCase{
		Name:  clean(fmt.Sprintf("#%d %s: %s", a.Number, fullPlace(a.File, a.Line, a.Col), a.Rule)),
		Class: clean(a.Rule), File: clean(a.File), Line: a.Line,
	}
	if o.Seconds > 0 {
		c.Time = fmt.Sprintf("%.3f", o.Seconds)
	}
	text := &junitText{Message: clean(verdictCell(a) + ": " + a.Message), Type: o.Status, Text: Explain(a)}
	switch {
	case a.ByUser:
		c.Skipped = &junitText{Message: "suppressed in the input already"}
	case o.Status == engine.Reachable.String():
		c.Failure = text
		s.Failures++
	case o.Status == engine.Unreachable.String():
		c.Output = text.Text
	default:
		text.Type = ""
		c.Skipped = text
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Tests++
	s.Cases = append(s.Cases, c)
}
