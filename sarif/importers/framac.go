package importers

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// csvHeader are the column titles of Frama-C's -report-csv, which separates by
// tabs and quotes nothing.
var csvHeader = []string{"directory", "file", "line", "function", "property kind", "status", "property"}

const remedyCSV = "write the report again with: frama-c ... -then -report-csv FILE"

// fromFramaC reads Frama-C's -report-csv: one property a line, with its line
// in the source but no column. Unlike the SARIF of markdown-report it has the
// preconditions of library functions.
func fromFramaC(name, text string) (*log, error) {
	l := &log{tool: "frama-c"}
	offset := 0
	for i, line := range strings.SplitAfter(text, "\n") {
		start := offset
		offset += len(line)
		line = strings.TrimRight(line, "\r\n")
		fields := strings.SplitN(line, "\t", len(csvHeader))
		switch {
		case i == 0 && line != strings.Join(csvHeader, "\t"):
			return nil, sarif.ErrorAt(name, text, 0, "does not start with the column titles of Frama-C's report", remedyCSV)
		case i == 0 || line == "":
			continue
		case len(fields) < len(csvHeader):
			return nil, sarif.ErrorAt(name, text, start,
				fmt.Sprintf("a record of %d fields where %d are expected", len(fields), len(csvHeader)), remedyCSV)
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil || n < 0 {
			return nil, sarif.ErrorAt(name, text, start+len(fields[0])+len(fields[1])+2,
				fmt.Sprintf("%q is not a line number", fields[2]), remedyCSV)
		}
		l.results = append(l.results, csvRecord(fields, n))
	}
	return l, nil
}

func csvRecord(fields []string, line int) result {
	rule, status, property := fields[4], fields[5], fields[6]
	r := result{rule: rule, text: rule + ": " + property}
	r.at = &place{file: path.Join(fields[0], fields[1]), line: line, function: fields[3]}
	r.at.base, r.at.file = csvBase(r.at.file)
	r.kind, r.level = csvStatus(status)
	if clause := acslClause(rule, property); clause != "" {
		r.markdown = rule + ":\n\n```acsl\n" + clause + ";\n```\n"
	}
	return r
}

// csvBase splits a path into Frama-C's symbolic directory and the rest. A
// relative path is relative to the working directory, PWD.
func csvBase(file string) (base, rest string) {
	if path.IsAbs(file) {
		return "", file
	}
	first, rest, ok := strings.Cut(file, "/")
	if ok && strings.HasPrefix(first, "FRAMAC_") {
		return first, rest
	}
	return "PWD", file
}

// csvStatus gives SARIF's kind and level, as the markdown-report plug-in
// chooses them. A status that is not known is open: nothing is lost.
func csvStatus(status string) (kind, level string) {
	switch {
	case strings.HasPrefix(status, "Invalid"):
		return "fail", "error"
	case status == "Valid", status == "Considered valid", status == "Dead": // never reached
		return "pass", "none"
	case status == "Untried", status == "Never tried", status == "Ignored":
		return "notApplicable", "none"
	case status == "Inconsistent":
		return "review", "none"
	}
	return "open", "none"
}

// acslClause writes a property as the ACSL clause it is, the way
// markdown-report does; empty for what is no predicate (assigns, from).
func acslClause(kind, property string) string {
	property = strings.TrimSuffix(strings.TrimSpace(property), ";")
	switch {
	case property == "":
		return ""
	case strings.HasPrefix(kind, "precondition"):
		return "requires " + property
	case strings.HasPrefix(kind, "postcondition"):
		return "ensures " + property
	case strings.Contains(kind, "assertion"):
		return "assert " + property
	case strings.ContainsAny(kind, " "):
		return ""
	}
	return "assert " + kind + ": " + property
}
