// Package importers turns the outputs of analyzers that write no SARIF, or
// lose something when they do, into SARIF: one file for each format.
//
// An importer keeps every record as one result, in order, under the
// analyzer's own rule id, so that nothing is decided here.
package importers

import (
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// format is one input format.
type format struct {
	name string
	// is recognises the format by how its text starts.
	is func(text string) bool
	// convert makes the log of a text; nil for SARIF itself.
	convert func(name, text string) (*log, error)
}

// formats are tried in this order.
var formats = []format{
	{"SARIF 2.1.0", startsWith("{"), nil},
	{"gcc -fdiagnostics-format=json", startsWith("["), fromGCC},
	{"cppcheck --xml", startsWith("<"), fromCppcheck},
	{"Frama-C -report-csv", startsWith(csvHeader[0] + "\t" + csvHeader[1] + "\t"), fromFramaC},
}

func startsWith(prefix string) func(string) bool {
	return func(text string) bool { return strings.HasPrefix(text, prefix) }
}

// Import reads the alarms at path in whatever format they are; the content
// decides, not the name. Every error is a [*sarif.Error].
func Import(path string) (*sarif.Document, error) {
	text, err := sarif.ReadText(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is [Import] for a text in memory; name stands for the file in errors.
func Parse(name, text string) (*sarif.Document, error) {
	decoded, err := sarif.Decode(name, text)
	if err != nil {
		return nil, err
	}
	start := strings.TrimLeft(decoded, " \t\r\n")
	for _, f := range formats {
		switch {
		case !f.is(start):
		case f.convert == nil:
			return sarif.Parse(name, []byte(text))
		default:
			l, err := f.convert(name, decoded)
			if err != nil {
				return nil, err
			}
			return sarif.Parse(name, l.sarif())
		}
	}
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return nil, sarif.ErrorAt(name, decoded, len(decoded)-len(start), "is in no format that is read",
		"give one of: "+strings.Join(names, ", "))
}
