// Package svcomp writes verification witnesses in the format 2.0 of SV-COMP, for
// the validators of that competition: Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl
// and Strejček, "Software Verification Witnesses 2.0", SPIN 2024. A correctness
// witness has invariants of loops, a violation witness the answers of the
// environment that lead to the violation, both by places in the text of the
// program.
package svcomp

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"time"

	"go.yaml.in/yaml/v3"
)

// FormatVersion is the version of the format.
const FormatVersion = "2.0"

// Metadata says where a witness comes from and what it is about.
type Metadata struct {
	Tool, Version string
	CommandLine   string // of the run, for a shell
	Created       time.Time
	Task          Task
}

// Task is a program with the question whether a function can be called.
type Task struct {
	Files     []File
	Call      string // the function
	DataModel string // "ILP32" or "LP64"
}

// File is an input file: its name as the user gave it, and its SHA-256 in
// hexadecimal.
type File struct{ Name, SHA256 string }

// Place is a place in an input file; lines and columns count from 1, columns in
// bytes.
type Place struct {
	File         string
	Line, Column int
	Function     string
}

// Invariant is an expression that is true whenever the condition of the loop whose
// keyword stands at the place is about to be evaluated or, where AtStatement is
// set, whenever the statement that begins there is about to be executed.
type Invariant struct {
	Place
	Value       string
	AtStatement bool
}

// Answer is a call, at its closing parenthesis, with what it returns: a constant
// of C.
type Answer struct {
	Place
	Value string
}

// The shape of a witness; the order of fields is that of the file.
type (
	entry struct {
		Type     string   `yaml:"entry_type"`
		Metadata metadata `yaml:"metadata"`
		Content  any      `yaml:"content"`
	}
	metadata struct {
		Version  string   `yaml:"format_version"`
		UUID     string   `yaml:"uuid"`
		Created  string   `yaml:"creation_time"`
		Producer producer `yaml:"producer"`
		Task     task     `yaml:"task"`
	}
	producer struct {
		Name        string `yaml:"name"`
		Version     string `yaml:"version"`
		CommandLine string `yaml:"command_line,omitempty"`
	}
	task struct {
		Files         []string          `yaml:"input_files"`
		Hashes        map[string]string `yaml:"input_file_hashes"`
		Specification string            `yaml:"specification"`
		DataModel     string            `yaml:"data_model"`
		Language      string            `yaml:"language"`
	}
	location struct {
		File     string `yaml:"file_name"`
		Line     int    `yaml:"line"`
		Column   int    `yaml:"column"`
		Function string `yaml:"function,omitempty"`
	}
	invariantItem struct {
		Invariant invariant `yaml:"invariant"`
	}
	invariant struct {
		Type     string   `yaml:"type"`
		Location location `yaml:"location"`
		Value    string   `yaml:"value"`
		Format   string   `yaml:"format"`
	}
	segmentItem struct {
		Segment []waypointItem `yaml:"segment"`
	}
	waypointItem struct {
		Waypoint waypoint `yaml:"waypoint"`
	}
	waypoint struct {
		Type       string      `yaml:"type"`
		Action     string      `yaml:"action"`
		Constraint *constraint `yaml:"constraint,omitempty"`
		Location   location    `yaml:"location"`
	}
	constraint struct {
		Value  string `yaml:"value"`
		Format string `yaml:"format"`
	}
)

// Correctness writes a witness that the function is never called.
func Correctness(m *Metadata, invariants []Invariant) ([]byte, error) {
	items := []invariantItem{}
	for _, i := range invariants {
		kind := "loop_invariant"
		if i.AtStatement {
			kind = "location_invariant"
		}
		items = append(items, invariantItem{invariant{kind, i.location(), i.Value, "c_expression"}})
	}
	return m.write("invariant_set", items)
}

// Violation writes a witness that the function is called in a run in which calls
// return, in this order, the given values. at is the statement with the call, or
// its full expression.
func Violation(m *Metadata, answers []Answer, at Place) ([]byte, error) {
	items := []segmentItem{}
	for _, a := range answers {
		items = append(items, follow(waypoint{Type: "function_return", Location: a.location(),
			Constraint: &constraint{`\result == ` + a.Value, "acsl_expression"}}))
	}
	return m.write("violation_sequence", append(items, follow(waypoint{Type: "target", Location: at.location()})))
}

// follow is a segment of the one waypoint that ends it.
func follow(w waypoint) segmentItem {
	w.Action = "follow"
	return segmentItem{[]waypointItem{{w}}}
}

func (p *Place) location() location { return location{p.File, p.Line, p.Column, p.Function} }

// write writes a file of one entry.
func (m *Metadata) write(kind string, content any) ([]byte, error) {
	e := entry{kind, metadata{
		Version: FormatVersion, Created: m.Created.Format(time.RFC3339),
		Producer: producer{m.Tool, m.Version, m.CommandLine},
		Task: task{Hashes: map[string]string{}, DataModel: m.Task.DataModel, Language: "C",
			Specification: fmt.Sprintf("CHECK( init(main()), LTL(G ! call(%s())) )", m.Task.Call)},
	}, content}
	for _, f := range m.Task.Files {
		e.Metadata.Task.Files = append(e.Metadata.Task.Files, f.Name)
		e.Metadata.Task.Hashes[f.Name] = f.SHA256
	}
	text, err := encode(e)
	if err != nil {
		return nil, err
	}
	e.Metadata.UUID = identifier(text)
	return encode(e)
}

func encode(e entry) ([]byte, error) {
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode([]entry{e}); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// identifier is a UUID of what an entry says: of version 8, which is for hashes
// of one's own choice (RFC 9562, 5.8).
func identifier(text []byte) string {
	h := sha256.Sum256(text)
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
