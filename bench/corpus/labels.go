package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
)

// class is what is true of an alarm.
type class string

const (
	classTrue  class = "T" // it happens in a run with no earlier path-ending error
	classFalse class = "F" // it happens in no such run
	classAfter class = "D" // it happens only after an earlier path-ending error
	classStyle class = "-" // its rule says nothing about a run of the program
)

// key is how labels and results find each other.
type key struct {
	file string // base name
	line int
	rule string
}

func (k key) String() string { return fmt.Sprintf("%s:%d %s", k.file, k.line, k.rule) }

// label is one labelled alarm.
type label struct {
	text  string // normalised predicate, or message
	class class
	seen  bool // a result was counted for it
}

// labels are the labelled alarms of one analyzer.
type labels struct {
	order []key // in order of first appearance
	by    map[key][]*label
}

// The columns of the file of labels.
const (
	colTool = iota
	colFile
	colLine
	colColumn
	colRule
	colClass
	colText
	columns
)

// onlyInCSV marks tools of the file of labels that have no SARIF.
const onlyInCSV = "CSV only"

// readLabels reads the alarms of the tool whose name is, or begins with, tool.
func readLabels(path, tool string) (*labels, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := &labels{by: map[key][]*label{}}
	for i, row := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		cells := strings.Split(strings.TrimRight(row, "\r"), "\t")
		if len(cells) != columns {
			return nil, fmt.Errorf("%s:%d: %d columns instead of %d", path, i+1, len(cells), columns)
		}
		if i == 0 || !isTool(cells[colTool], tool) {
			continue
		}
		line, err := strconv.Atoi(cells[colLine])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: line: %w", path, i+1, err)
		}
		k := key{cells[colFile], line, cells[colRule]}
		if l.by[k] == nil {
			l.order = append(l.order, k)
		}
		l.by[k] = append(l.by[k], &label{text: normalise(cells[colText]), class: class(cells[colClass])})
	}
	if len(l.order) == 0 {
		return nil, fmt.Errorf("%s: no alarm of %q", path, tool)
	}
	return l, nil
}

func isTool(cell, tool string) bool {
	return cell == tool || strings.HasPrefix(cell, tool) && !strings.Contains(cell, onlyInCSV)
}

// normalise takes out what analyzers and people put into a predicate for the
// looks: white space, and the semicolons at its end.
func normalise(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(s, ";")
}

// take finds the label that a result stands for: the unseen one with its
// predicate, else the first unseen one, else the last.
func (l *labels) take(k key, predicate string) *label {
	rows := l.by[k]
	hit := rows[len(rows)-1]
	for i := len(rows) - 1; i >= 0; i-- {
		if !rows[i].seen {
			hit = rows[i]
		}
	}
	for _, r := range rows {
		if !r.seen && predicate != "" && r.text == predicate {
			hit = r
			break
		}
	}
	hit.seen = true
	return hit
}

// mayHappen says whether any alarm with this key happens in some run.
func (l *labels) mayHappen(k key) bool {
	for _, r := range l.by[k] {
		if r.class == classTrue || r.class == classAfter {
			return true
		}
	}
	return false
}

// missing is a labelled alarm that no result stood for.
type missing struct {
	key   key
	class class
}

// placeless: the alarm is about no place in the program. Its label names the
// file that was analysed, which the analyzer's output does not; nothing there
// can be matched with it.
func (m missing) placeless() bool { return m.class == classStyle && m.key.line == 0 }

func (m missing) String() string {
	if m.placeless() {
		return m.key.String() + " (a style rule without a place: not in the reports by which file it is about)"
	}
	return m.key.String()
}

// unseen lists the labelled alarms of a program that no result stood for.
func (l *labels) unseen(program string) []missing {
	var out []missing
	for _, k := range l.order {
		for _, r := range l.by[k] {
			if !r.seen && stem(k.file) == program {
				out = append(out, missing{k, r.class})
			}
		}
	}
	return out
}

// stem is a file's name without its last extension.
func stem(file string) string {
	if i := strings.LastIndexByte(file, '.'); i >= 0 {
		return file[:i]
	}
	return file
}
