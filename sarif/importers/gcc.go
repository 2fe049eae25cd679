package importers

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// gccDiagnostic is one diagnostic of gcc -fdiagnostics-format=json.
type gccDiagnostic struct {
	Kind         string          `json:"kind"`
	Message      string          `json:"message"`
	Option       string          `json:"option"`
	ColumnOrigin *int            `json:"column-origin"`
	Locations    []gccRange      `json:"locations"`
	Children     []gccDiagnostic `json:"children"`
	Path         []gccEvent      `json:"path"`
	Metadata     struct {
		CWE int `json:"cwe"`
	} `json:"metadata"`
}

type gccRange struct {
	Caret  gccPoint  `json:"caret"`
	Start  *gccPoint `json:"start"`
	Finish *gccPoint `json:"finish"`
}

type gccPoint struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type gccEvent struct {
	Location    gccPoint `json:"location"`
	Description string   `json:"description"`
	Function    string   `json:"function"`
}

const remedyGCC = "keep only what gcc wrote with -fdiagnostics-format=json, or use -fdiagnostics-format=sarif-file (gcc 13 and later)"

// fromGCC reads what gcc writes to stderr: an array of diagnostics for each
// translation unit, one after the other, often empty.
func fromGCC(name, text string) (*log, error) {
	l := &log{tool: "GNU C"}
	d := json.NewDecoder(strings.NewReader(text))
	for {
		var unit []gccDiagnostic
		switch err := d.Decode(&unit); {
		case errors.Is(err, io.EOF):
			return l, nil
		case err != nil:
			return nil, gccError(name, text, int(d.InputOffset()), err)
		}
		for i := range unit {
			l.results = append(l.results, unit[i].result())
		}
	}
}

// gccError finds the place of a decoding error. The decoder counts from the
// start of the value it was reading.
func gccError(name, text string, offset int, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	problem := "broken JSON: " + err.Error()
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset) - 1
	case errors.As(err, &kind):
		offset = int(kind.Offset) - 1
		problem = "not a diagnostic of gcc: " + kind.Field + " is a JSON " + kind.Value
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset, problem = len(text), "the JSON text is truncated"
	}
	return sarif.ErrorAt(name, text, min(max(offset, 0), len(text)), problem, remedyGCC)
}

func (g *gccDiagnostic) result() result {
	r := result{rule: g.rule(), level: g.level(), text: g.Message, cwe: g.Metadata.CWE}
	if len(g.Locations) > 0 {
		p := g.place(g.Locations[0])
		r.at = &p
		for _, l := range g.Locations[1:] {
			r.related = append(r.related, g.place(l))
		}
	}
	for _, c := range g.Children {
		for _, l := range c.Locations {
			p := g.place(l)
			p.text = c.Message
			r.related = append(r.related, p)
		}
	}
	for _, e := range g.Path {
		p := g.point(e.Location)
		p.text, p.function = e.Description, e.Function
		r.flow = append(r.flow, p)
	}
	if r.at != nil && len(g.Path) > 0 {
		r.at.function = g.Path[len(g.Path)-1].Function
	}
	return r
}

// rule is the warning's option, under its plain name if -Werror promoted it;
// a diagnostic that no option controls goes by its kind, and so does a note, which
// is no warning of its own.
func (g *gccDiagnostic) rule() string {
	if g.Kind == "note" {
		return g.Kind
	}
	if w, ok := strings.CutPrefix(g.Option, "-Werror="); ok {
		return "-W" + w
	}
	if g.Option != "" {
		return g.Option
	}
	return g.Kind
}

func (g *gccDiagnostic) level() string {
	switch g.Kind {
	case "warning":
		return "warning"
	case "note":
		return "note"
	}
	return "error"
}

// place is the range from caret to finish: the caret is the operator or member
// that fails, and what debug information has the column of.
func (g *gccDiagnostic) place(r gccRange) place {
	p := g.point(r.Caret)
	if f := r.Finish; f != nil && f.File == r.Caret.File && f.Line >= r.Caret.Line {
		end := g.point(*f)
		p.endLine, p.endCol = end.line, end.col
		if end.col > 0 {
			p.endCol++
		}
	}
	return p
}

func (g *gccDiagnostic) point(at gccPoint) place {
	origin := 1
	if g.ColumnOrigin != nil {
		origin = *g.ColumnOrigin
	}
	return place{file: at.File, line: at.Line, col: max(at.Column-origin+1, 0)}
}
