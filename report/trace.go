package report

import (
	"encoding/json"
	"html/template"
	"io"

	"github.com/assay-dev/assay/engine"
)

// TraceSearch is a search tree with the target it is about.
type TraceSearch struct {
	Target, Status, Reason string
	// Trace is nil where no depth-first search was made.
	Trace *engine.Trace
}

// TraceHTML writes one page that needs nothing else: search trees, their nodes
// with source lines, path conditions and interpolants, statistics, a chart. Text
// of programs is data of the page and never markup.
func TraceHTML(w io.Writer, title string, searches []TraceSearch) error {
	d := traceData{Strings: []string{""}, Sources: map[string][]string{}, number: map[string]int{"": 0}}
	for i := range searches {
		d.Searches = append(d.Searches, d.search(&searches[i]))
	}
	text, err := json.Marshal(&d) // it escapes what could end the script element
	if err != nil {
		return err
	}
	return pages.ExecuteTemplate(w, "trace.html", map[string]any{"Title": title, "Data": template.JS(text)})
}

// traceData is what the page's script reads: strings once each, trees in
// columns.
type traceData struct {
	Strings  []string            `json:"strings"`
	Searches []traceColumns      `json:"searches"`
	Sources  map[string][]string `json:"sources"`
	number   map[string]int
}

// traceColumns is a search; text is by index in Strings.
type traceColumns struct {
	Target  string         `json:"target"`
	Status  string         `json:"status"`
	Reason  string         `json:"reason"`
	Remark  string         `json:"remark"`
	Turns   int            `json:"turns"`
	Limit   string         `json:"limit"`
	Effort  engine.Effort  `json:"effort"`
	Table   []engine.Tally `json:"table"`
	Without []engine.Tally `json:"without"`

	Parent  []int              `json:"parent"`
	Kind    []engine.TraceKind `json:"kind"`
	File    []int              `json:"file"`
	Line    []int              `json:"line"`
	Func    []int              `json:"fn"`
	Born    []int64            `json:"born"`
	Answer  []int              `json:"answer"`
	Cond    [][]int            `json:"cond"`
	Refuted [][]int            `json:"refuted"`
	Psi     [][]int            `json:"psi"`
	Proved  []bool             `json:"proved"`
	Bounded []bool             `json:"bounded"`
	End     []int              `json:"end"`
	By      []int              `json:"by"`
}

func (d *traceData) text(s string) int {
	n, ok := d.number[s]
	if !ok {
		n = len(d.Strings)
		d.Strings = append(d.Strings, s)
		d.number[s] = n
	}
	return n
}

func (d *traceData) texts(ss []string) []int {
	out := make([]int, len(ss))
	for i, s := range ss {
		out[i] = d.text(s)
	}
	return out
}

func (d *traceData) search(s *TraceSearch) traceColumns {
	c := traceColumns{Target: s.Target, Status: s.Status, Reason: s.Reason}
	t := s.Trace
	switch {
	case t == nil:
		c.Remark = "It was decided without a depth-first search of its own, so there is no tree."
		return c
	case t.Dropped:
		c.Remark = "The tree of its last depth-first search is too large to be shown."
		return c
	}
	c.Turns, c.Limit, c.Effort, c.Table, c.Without = t.Turns, t.Limit, t.Effort, t.Table, t.Without
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if _, known := d.Sources[n.File]; !known && n.File != "" {
			d.Sources[n.File] = readLines(n.File)
		}
		c.Parent, c.Kind, c.By = append(c.Parent, n.Parent), append(c.Kind, n.Kind), append(c.By, n.By)
		c.File, c.Line, c.Func = append(c.File, d.text(n.File)), append(c.Line, n.Line), append(c.Func, d.text(n.Function))
		c.Born, c.Answer, c.End = append(c.Born, n.Born), append(c.Answer, d.text(n.Answer)), append(c.End, d.text(n.End))
		c.Cond, c.Refuted, c.Psi = append(c.Cond, d.texts(n.Condition)), append(c.Refuted, d.texts(n.Refuted)), append(c.Psi, d.texts(n.Psi))
		c.Proved, c.Bounded = append(c.Proved, n.Proved), append(c.Bounded, n.Bounded)
	}
	return c
}
