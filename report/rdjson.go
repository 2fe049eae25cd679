package report

import (
	"cmp"
	"encoding/json"
	"io"
	"path"

	"github.com/assay-dev/assay/engine"
)

// The parts of the Reviewdog Diagnostic Format that are used.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	rdDiagnostic struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
		Severity string     `json:"severity"` // ERROR, WARNING, INFO
		Code     rdCode     `json:"code"`
		Original string     `json:"originalOutput,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
)

// rdSeverities are the severities of the verdicts.
var rdSeverities = map[string]string{
	engine.Reachable.String(): "ERROR", engine.Undecided.String(): "WARNING",
	engine.Bounded.String(): "INFO", engine.Unreachable.String(): "INFO",
}

// RDJSON writes Reviewdog's diagnostics: the counted alarms that are not
// suppressed, of a comparison the new ones. reviewdog reads nothing of
// suppressions, so those are left out.
func RDJSON(w io.Writer, t *Triage, _ Style) error {
	doc := rdResult{Source: rdSource{Name: "assay", URL: "https://github.com/assay-dev/assay"}, Severity: "WARNING", Diagnostics: []rdDiagnostic{}}
	for _, a := range reviewed(t) {
		d := rdDiagnostic{
			Message: plainText(a), Severity: rdSeverities[a.Outcome.Status], Code: rdCode{a.Rule},
			Location: rdLocation{Path: a.path()}, Original: a.Message,
		}
		if a.Line > 0 {
			d.Location.Range = &rdRange{rdPosition{a.Line, a.Col}}
		}
		doc.Diagnostics = append(doc.Diagnostics, d)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// reviewed are the alarms that a review of a change shows, worst first.
func reviewed(t *Triage) []*Alarm {
	var out []*Alarm
	for _, a := range worstFirst(t) {
		if a.showsChecks() && (t.Comparison == nil || a.IsNew()) {
			out = append(out, a)
		}
	}
	return out
}

// path is the file where tools find it: as found among the sources, else as
// the analyzer names it; without a leading "./".
func (a *Alarm) path() string {
	if file := cmp.Or(a.Source, a.File); file != "" {
		return path.Clean(file)
	}
	return ""
}
