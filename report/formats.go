package report

import "io"

// The names of the formats that the command line treats in a special way.
const (
	FormatSARIF    = "sarif"
	FormatFindings = "findings"
	FormatTable    = "table"
)

// Format is a kind of output document.
type Format struct {
	Name string
	Doc  string // one line for the user
	// Write writes the document; nil for those that need the input's own
	// bytes (sarif) or are authored with a SARIF library (findings): the
	// command line writes these.
	Write func(io.Writer, *Triage, Style) error
}

// Style adapts a document to where it is read.
type Style struct {
	Color bool // ANSI colours are understood
	Width int  // columns of the terminal, 0: unlimited
	// Link is the URI by which the document refers to a file at a path; nil: the
	// path.
	Link func(path string) string
}

// Formats is the table of output formats, in the order of the documentation.
func Formats() []Format {
	return []Format{
		{FormatSARIF, "the input with verdicts added; with several inputs the path is a directory", nil},
		{FormatTable, "a table for people", Table},
		{"json", "everything about every alarm, for programs", JSON},
		{"html", "one self-contained page: each alarm with source, verdict, inputs, path, assumptions, reproducer", HTML},
		{"markdown", "a summary for a job's page or a pull request", Markdown},
		{"junit", "JUnit XML: reachable alarms fail, undecided and bounded ones are skipped", JUnit},
		{"codequality", "GitLab's Code Quality report: the alarms that are not suppressed", CodeQuality},
		{"rdjson", "diagnostics for reviewdog: the alarms that are not suppressed, of a filter run the new ones", RDJSON},
		{"annotations", "workflow commands of GitHub for the alarms to act on, of a filter run the new ones", Annotations},
		{FormatFindings, "errors met on the way and checks that proofs rest on, as a SARIF document of assay's own", nil},
	}
}
