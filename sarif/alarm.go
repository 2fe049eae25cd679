package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// ToolKind is an analyzer whose habits are known.
type ToolKind string

// The analyzers whose habits are known.
const (
	FramaC     ToolKind = "framac"
	Clang      ToolKind = "clang"
	Cppcheck   ToolKind = "cppcheck"
	GCC        ToolKind = "gcc"
	Flawfinder ToolKind = "flawfinder"
	CodeQL     ToolKind = "codeql"
	Semgrep    ToolKind = "semgrep"
	Infer      ToolKind = "infer"
	Other      ToolKind = "other"
)

// toolNames maps the start of a driver's name, in lower case, to the tool.
var toolNames = []struct {
	prefix string
	kind   ToolKind
}{
	{"frama-c", FramaC}, {"framac", FramaC},
	{"clang", Clang},
	{"cppcheck", Cppcheck},
	{"gnu c", GCC}, {"gcc", GCC}, {"g++", GCC},
	{"flawfinder", Flawfinder},
	{"codeql", CodeQL},
	{"semgrep", Semgrep},
	{"infer", Infer},
}

// ToolKind tells which analyzer made the run.
func (r *Run) ToolKind() ToolKind {
	name := strings.ToLower(r.Tool.Name)
	for _, t := range toolNames {
		if strings.HasPrefix(name, t.prefix) {
			return t.kind
		}
	}
	return Other
}

// AlarmStatus is what Frama-C says about its own alarm.
type AlarmStatus string

// The statuses of Frama-C. Other analyzers have none.
const (
	StatusUnknown      AlarmStatus = "unknown"
	StatusInvalid      AlarmStatus = "invalid"
	StatusValid        AlarmStatus = "valid"
	StatusNeverTried   AlarmStatus = "never-tried"
	StatusInconsistent AlarmStatus = "inconsistent"
)

// framacStatus gives the status by SARIF kind.
var framacStatus = map[string]AlarmStatus{
	"open": StatusUnknown, "fail": StatusInvalid, "pass": StatusValid,
	"notApplicable": StatusNeverTried, "review": StatusInconsistent,
}

// Alarm is what an analyzer claims, independent of which analyzer it is.
type Alarm struct {
	// Run and Index say which result this is.
	Run, Index int
	// Tool is the analyzer.
	Tool ToolKind
	// RuleID is the analyzer's own id of the rule.
	RuleID string
	// Location is where the alarm is, chosen among the result's locations as
	// the analyzer means them. It is zero for an alarm without a place.
	Location Location
	// Message is the text for people.
	Message string
	// Predicate is the ACSL predicate that Frama-C wants to hold, without
	// keyword, label and semicolon, white space collapsed; Label is its
	// label ("signed_overflow", "valid_nptr"). Both are empty for other tools.
	Predicate, Label string
	// Status is Frama-C's own verdict.
	Status AlarmStatus
	// Fingerprint identifies the alarm across runs of assay; see
	// [Document.Fingerprint].
	Fingerprint string
	// Counted is false for a result that claims no defect (kind pass or
	// notApplicable): it is left alone.
	Counted bool
	// Elsewhere: the result has further locations, on other lines, that may be meant as well.
	Elsewhere bool
}

// Alarm returns the alarm of runs[run].results[i].
func (d *Document) Alarm(run, i int) Alarm {
	r := &d.Runs[run]
	res := &r.Results[i]
	a := Alarm{
		Run: run, Index: i, Tool: r.ToolKind(), RuleID: res.RuleID, Message: res.Message.Text,
		Location: r.primary(res), Counted: res.Counted(), Fingerprint: d.Fingerprint(run, i),
	}
	for _, l := range res.Locations {
		here := l.Path == a.Location.Path && l.Region.Line == a.Location.Region.Line
		a.Elsewhere = a.Elsewhere || !here && a.Tool != Cppcheck
	}
	if a.Message == "" {
		a.Message = res.Message.Markdown
	}
	if a.Tool == FramaC {
		a.Status = framacStatus[res.Kind]
		a.Predicate, a.Label = acsl(res.Message.Markdown)
		if a.Predicate == "" {
			a.Predicate, a.Label = inText(res.RuleID, res.Message.Text)
		}
	}
	return a
}

// primary chooses the location that is the alarm. cppcheck writes the whole
// path to it and puts it last; the others put it first.
func (r *Run) primary(res *Result) Location {
	switch n := len(res.Locations); {
	case n == 0:
		return Location{}
	case r.ToolKind() == Cppcheck:
		return res.Locations[n-1]
	}
	return res.Locations[0]
}

// acslKeywords open the clauses that Frama-C reports alarms in.
var acslKeywords = []string{"assert", "check", "admit", "requires", "ensures", "invariant"}

// acsl extracts predicate and label from the markdown of Frama-C's
// markdown-report, where the annotation stands in a fenced block, wrapped as
// the pretty-printer likes: "```acsl\nassert\nlabel:\n  predicate;\n```".
func acsl(markdown string) (predicate, label string) {
	_, rest, ok := strings.Cut(markdown, "```acsl")
	if !ok {
		return "", ""
	}
	block, _, ok := strings.Cut(rest, "```")
	if !ok {
		return "", ""
	}
	return clause(block)
}

// clause takes a clause apart.
func clause(text string) (predicate, label string) {
	p := strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ";")
	for _, k := range acslKeywords {
		if after, ok := strings.CutPrefix(p, k+" "); ok {
			p = after
			break
		}
	}
	return splitLabel(strings.TrimSpace(p))
}

// plainClause is a clause in a message without markdown: `shift. assert 0 <= n < 32;`.
var plainClause = regexp.MustCompile(`(?s)(?:^|[.:]\s+)((?:` + strings.Join(acslKeywords, "|") + `)\s.+);\s*$`)

// inText extracts predicate and label from the plain text of a message, where a converter has
// put them: as a clause, or behind the rule as in Frama-C's table of properties.
func inText(rule, text string) (predicate, label string) {
	if m := plainClause.FindStringSubmatch(text); m != nil {
		return clause(m[1])
	}
	if p, ok := strings.CutPrefix(text, rule+": "); ok && (strings.HasPrefix(rule, "precondition of ") || !strings.Contains(rule, " ")) {
		return clause(p)
	}
	return "", ""
}

// splitLabel takes the names off a named predicate ("a: b: p"). The ':' of a
// conditional cannot be mistaken for one: "c ? x : y" has no bare identifier
// before its colon at the start.
func splitLabel(p string) (predicate, label string) {
	for {
		i := strings.IndexByte(p, ':')
		if i <= 0 || !isIdentifier(strings.TrimSpace(p[:i])) || strings.HasPrefix(p[i:], "::") {
			return p, label
		}
		if label != "" {
			label += ": "
		}
		label += strings.TrimSpace(p[:i])
		p = strings.TrimSpace(p[i+1:])
	}
}

func isIdentifier(s string) bool {
	for i, c := range s {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Fingerprint returns 16 hexadecimal digits that identify a result by what it
// says (tool, rule, file name, place, predicate or message), so that they stay
// when other results come and go or the sources are analyzed elsewhere. Equal
// results get ":2", ":3" … in the order of the document.
func (d *Document) Fingerprint(run, i int) string {
	d.printsOnce.Do(func() { d.prints = d.fingerprints() })
	return d.prints[run][i]
}

func (d *Document) fingerprints() [][]string {
	seen := map[string]int{}
	prints := make([][]string, len(d.Runs))
	for i := range d.Runs {
		run := &d.Runs[i]
		prints[i] = make([]string, len(run.Results))
		tool := run.ToolKind()
		for j := range run.Results {
			res := &run.Results[j]
			l := run.primary(res)
			h := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d:%d\x00%s\x00%s",
				tool, res.RuleID, path.Base(l.Path), l.Function, l.Region.Line, l.Region.Col,
				res.Message.Text, strings.Join(strings.Fields(res.Message.Markdown), " ")))
			print := hex.EncodeToString(h[:8])
			if seen[print]++; seen[print] > 1 {
				print = fmt.Sprintf("%s:%d", print, seen[print])
			}
			prints[i][j] = print
		}
	}
	return prints
}

// Find returns run and index of the result with the given fingerprint.
func (d *Document) Find(fingerprint string) (run, i int, ok bool) {
	for r := range d.Runs {
		for j := range d.Runs[r].Results {
			if d.Fingerprint(r, j) == fingerprint {
				return r, j, true
			}
		}
	}
	return 0, 0, false
}
