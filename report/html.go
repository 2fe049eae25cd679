package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed html
var htmlFiles embed.FS

// pages are the HTML reports. What comes from programs and analyzers reaches
// them as text only: html/template escapes it where it stands.
var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"css":      func() template.CSS { return template.CSS(htmlFile("page.css")) },
	"js":       func() template.JS { return template.JS(htmlFile("page.js")) },
	"tracecss": func() template.CSS { return template.CSS(htmlFile("trace.css")) },
	"tracejs":  func() template.JS { return template.JS(htmlFile("trace.js")) },
	"anchor":   anchor,
}).ParseFS(htmlFiles, "html/*.html"))

// htmlFile is one of our own files, which are part of the binary.
func htmlFile(name string) string {
	text, err := htmlFiles.ReadFile("html/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// anchor is the id of a line of a file; anything may be in a file's name.
func anchor(file string, line int) string { return fmt.Sprintf("l%x-%d", file, line) }

// sourceLine is a line of a source as a page shows it.
type sourceLine struct {
	Line         int
	Text, Status string
	Here         bool // the line that is meant
}

// statusOrder is the order in which a page offers the statuses of a
// dead-code report.
var statusOrder = []string{Dead, Bounded, Undecided}

// DeadHTML writes one page that needs nothing else: counts, points, and the
// sources with their lines coloured.
func DeadHTML(w io.Writer, d *DeadCode, _ Style) error {
	type file struct {
		Name  string
		Lines []sourceLine
	}
	var files []file
	for _, f := range d.Files {
		files = append(files, file{f.Name, f.source()})
	}
	return pages.ExecuteTemplate(w, "deadcode.html", map[string]any{
		"Head": countHead, "Counts": d.countRows(), "Summary": d.summary(), "Statuses": statusOrder,
		"Points": d.Reported(), "Files": files, "Configuration": d.configuration(),
	})
}

// source is the whole file with the verdicts on its lines.
func (f *CodeFile) source() []sourceLine {
	status := map[int]string{}
	for _, l := range f.Lines {
		status[l.Line] = l.Status
	}
	var out []sourceLine
	for i, text := range f.Text {
		out = append(out, sourceLine{Line: i + 1, Text: text, Status: status[i+1]})
	}
	return out
}
