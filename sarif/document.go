package sarif

import "sync"

// Document is a SARIF log: its text, unchanged, and a view of it.
type Document struct {
	// Name is the file's name as the user gave it.
	Name string
	// Runs are the analyzer runs, in the order of the file.
	Runs []Run

	// given is the text without a byte order mark; base is given without the
	// annotations that an earlier run of assay left in it. All views and edits
	// refer to base, except Result.given.
	given, base string
	bom         int
	printsOnce  sync.Once
	prints      [][]string // fingerprints by run and result, built on demand
}

// span is a half-open byte range of a text.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// Run is one run of an analyzer (§3.14).
type Run struct {
	// Tool is the driver.
	Tool Component
	// Extensions are the tool's plug-ins, Taxonomies the run's taxonomies.
	// Frama-C keeps its rules in a taxonomy.
	Extensions, Taxonomies []Component
	// OriginalURIBaseIDs gives the meaning of each uriBaseId.
	OriginalURIBaseIDs map[string]URIBase
	// Artifacts are the run's files, referred to by index.
	Artifacts []ArtifactRef
	// AutomationID is automationDetails.id, the category on GitHub.
	AutomationID string
	// ColumnKind is what columns count: utf16CodeUnits (the default) or
	// unicodeCodePoints.
	ColumnKind string
	// Results are the results, in the order of the file.
	Results []Result

	span  span
	items []item // the run's members
}

// Component is a tool driver, an extension or a taxonomy (§3.19).
type Component struct {
	Name, FullName, Version, SemanticVersion, GUID string
	// Rules are the component's rules, or its taxa.
	Rules []Rule
}

// Rule describes one rule of an analyzer (§3.49).
type Rule struct {
	ID, GUID, Name string
	// Level is defaultConfiguration.level, empty if not given.
	Level string
	// Short is the short description.
	Short string
	// Messages are the texts that results refer to by message.id.
	Messages map[string]string
}

// URIBase is one entry of originalUriBaseIds: a URI and, if that is relative,
// the base it is relative to.
type URIBase = ArtifactRef

// ArtifactRef is an artifactLocation as written (§3.4).
type ArtifactRef struct {
	URI, BaseID string
	// Index is the index into Run.Artifacts, meaningful if HasIndex is set.
	Index    int
	HasIndex bool
}

// Result is one result (§3.27) with all references resolved.
type Result struct {
	// Run and Index say which result this is: runs[Run].results[Index].
	Run, Index int
	// RuleID is the rule's id, wherever the analyzer wrote it: ruleId, rule.id,
	// or the rule that ruleIndex or rule.index points to.
	RuleID string
	// Level and Kind are the effective values: written, or else the rule's
	// default, or else the standard's ("warning", "fail").
	Level, Kind string
	// Message is the result's message.
	Message Message
	// Locations are the result's locations in the order of the file;
	// see [Document.Alarm] for which one is the alarm.
	Locations []Location
	// Fingerprints and PartialFingerprints are the analyzer's, in file order.
	Fingerprints, PartialFingerprints []Pair
	// Suppressions are those made by others; assay's own are not among them.
	Suppressions []Suppression
	// Triage is the verdict of an earlier run of assay, nil if there is none.
	Triage *Triage

	span  span // in Document.base
	given span // in Document.given
}

// Message is a message (§3.11) with its id looked up and its arguments filled
// in.
type Message struct{ Text, Markdown string }

// Pair is a named value.
type Pair struct{ Name, Value string }

// Suppression is one suppression of a result (§3.35).
type Suppression struct{ GUID, Kind, Status, Justification string }

// Location is a place in a source file.
type Location struct {
	// Artifact is the location as written, for copying into other locations.
	Artifact ArtifactRef
	// Path is the resolved path: absolute if the document says so, else
	// relative to a directory the document does not name; slash-separated,
	// percent-decoded. A URI that is no file is kept whole.
	Path string
	// Region is the place in the file.
	Region Region
	// Function is the name of the enclosing function, if given.
	Function string
	// Message is the location's own message, used in code flows.
	Message string
}

// Region is a range of source text. Lines and columns are 1-based whatever the
// analyzer counts from; EndCol is the column after the last character. 0 means
// not given.
type Region struct{ Line, Col, EndLine, EndCol int }

// Counted reports whether the result is an alarm at all: a result of kind pass
// or notApplicable is left alone and not counted.
func (r *Result) Counted() bool { return r.Kind != "pass" && r.Kind != "notApplicable" }

// Count returns the number of results of all runs.
func (d *Document) Count() int {
	n := 0
	for i := range d.Runs {
		n += len(d.Runs[i].Results)
	}
	return n
}

// Text returns the document as it was read, without a byte order mark.
func (d *Document) Text() string { return d.given }
