package sarif

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"
)

// Version is the one version of SARIF this package reads and writes.
const Version = "2.1.0"

// Read reads the SARIF file at path. Every error is an [*Error].
func Read(path string) (*Document, error) {
	text, err := ReadText(path)
	if err != nil {
		return nil, err
	}
	return parse(path, text)
}

// ReadText reads a whole file into a string, with an [*Error] that says what
// to do about a path that cannot be read. The file is held in memory once.
func ReadText(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		remedy := "check the path and its permissions"
		if errors.Is(err, fs.ErrNotExist) {
			remedy = "check the path"
		}
		return "", unplaced(path, "cannot open: "+reason(err), remedy, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", unplaced(path, "cannot read: "+reason(err), "check the path", err)
	}
	if info.IsDir() {
		return "", unplaced(path, "is a directory", "name the file of alarms in it", nil)
	}
	var b strings.Builder
	b.Grow(int(info.Size()))
	if _, err := io.Copy(&b, f); err != nil {
		return "", unplaced(path, "cannot read: "+reason(err), "check the path", err)
	}
	return b.String(), nil
}

// reason is the cause of a file error without the path, which Error prints.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// Parse reads SARIF from data; name stands for the file in errors. Every error
// is an [*Error].
func Parse(name string, data []byte) (*Document, error) { return parse(name, string(data)) }

func parse(name, text string) (*Document, error) {
	d := &Document{Name: name}
	var err error
	if d.given, err = Decode(name, text); err != nil {
		return nil, err
	}
	d.bom = len(text) - len(d.given)
	runs, err := d.view(d.given)
	if err != nil {
		return nil, err
	}
	d.base, d.Runs = d.given, runs
	for i := range runs {
		for j := range runs[i].Results {
			runs[i].Results[j].given = runs[i].Results[j].span
		}
	}
	if !mayBeAnnotated(d.given) {
		return d, nil
	}
	return d, d.readAnnotated()
}

// Decode returns text without a byte order mark. It refuses, with an [*Error],
// what is empty or not UTF-8 by its looks.
func Decode(name, text string) (string, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	head := text[:min(len(text), 4)]
	switch {
	case strings.TrimSpace(text) == "":
		return "", unplaced(name, "is empty", "have the analyzer write its output again, and check that it ran to its end", nil)
	case strings.HasPrefix(head, "\xff\xfe"), strings.HasPrefix(head, "\xfe\xff"), strings.Contains(head, "\x00"):
		return "", ErrorAt(name, text, 0, "is UTF-16 or UTF-32, but only UTF-8 is read",
			"convert it, for example: iconv -f UTF-16 -t UTF-8")
	}
	return text, nil
}

// view scans text and builds the runs.
func (d *Document) view(text string) ([]Run, error) {
	p := &viewer{scanner: scanner{text: text}}
	runs := p.log()
	if p.err != nil {
		return nil, d.syntax(text, p.err)
	}
	return runs, nil
}

// syntax makes a syntax error of text into an [*Error]. A document of another
// version of SARIF has another shape: then the version is the error to report.
func (d *Document) syntax(text string, e *syntaxError) error {
	err := placed(d.Name, text, e.offset, d.bom, e.problem, e.remedy)
	if !utf8.ValidString(err.Problem) {
		err.Problem = strings.ToValidUTF8(err.Problem, "\ufffd")
	}
	var head struct {
		Version string `json:"version"`
	}
	if json.Unmarshal([]byte(text), &head) == nil && head.Version != Version && head.Version != "" {
		v := &scanner{text: text}
		v.fail(e.offset, remedyVersion(head.Version), "is SARIF %s; only %s is read", head.Version, Version)
		return placed(d.Name, text, v.err.offset, d.bom, v.err.problem, v.err.remedy)
	}
	return err
}

func remedyVersion(v string) string {
	return "have the analyzer write " + Version + ", or convert the file, for example with the SARIF Multitool: sarif transform --sarif-output-version Current (from " + v + ")"
}

// readAnnotated takes the annotations of an earlier run off the text and views
// what remains, so that a second run starts from what the analyzer said.
func (d *Document) readAnnotated() error {
	base := d.given
	// Once is enough for what assay writes. A text that was edited since may
	// show further marks once the first are gone.
	for edits := strip(base); len(edits) > 0; edits = strip(base) {
		base = apply(base, edits)
	}
	if base == d.given {
		return nil
	}
	runs, err := d.view(base)
	if err != nil {
		return unplaced(d.Name, "the annotations of an earlier run cannot be taken off: "+err.Error(),
			"triage the analyzer's own output again", err)
	}
	for i := range runs {
		for j := range runs[i].Results {
			r := &runs[i].Results[j]
			r.given = d.Runs[i].Results[j].given
			r.Triage = earlierTriage(d.given, r.given)
		}
	}
	d.base, d.Runs = base, runs
	return nil
}
