package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/assay-dev/assay/engine"
)

// codeIssue is an entry of GitLab's Code Quality report.
type codeIssue struct {
	Description string       `json:"description"`
	Check       string       `json:"check_name"`
	Fingerprint string       `json:"fingerprint"`
	Severity    string       `json:"severity"` // info, minor, major, critical, blocker
	Location    codeLocation `json:"location"`
}

type codeLocation struct {
	Path  string    `json:"path"`
	Lines codeLines `json:"lines"`
}

type codeLines struct {
	Begin int `json:"begin"`
}

// codeSeverities order the verdicts as GitLab's widget does.
var codeSeverities = map[string]string{
	engine.Reachable.String(): "critical", engine.Undecided.String(): "major",
	engine.Bounded.String(): "minor", engine.Unreachable.String(): "info",
}

// CodeQuality writes GitLab's Code Quality report: the counted alarms that are
// not suppressed, and the errors met that have an input. GitLab compares it with
// the report of the target branch by fingerprint, which here has no line in it.
func CodeQuality(w io.Writer, t *Triage, _ Style) error {
	issues := []codeIssue{}
	seen := map[string]int{}
	add := func(identity []string, i codeIssue) {
		h := sha256.Sum256(fmt.Appendf(nil, "%q", identity))
		i.Fingerprint = hex.EncodeToString(h[:16])
		if seen[i.Fingerprint]++; seen[i.Fingerprint] > 1 { // GitLab shows one of equal ones
			h = sha256.Sum256(fmt.Appendf(nil, "%q %d", identity, seen[i.Fingerprint]))
			i.Fingerprint = hex.EncodeToString(h[:16])
		}
		issues = append(issues, i)
	}
	for _, a := range worstFirst(t) {
		if !a.showsChecks() {
			continue
		}
		severity := codeSeverities[a.Outcome.Status]
		if a.Outcome.Confirmed {
			severity = "blocker"
		}
		// The target is named by its instructions, wherever their lines are.
		add([]string{a.Rule, a.File, a.Message, a.Target}, codeIssue{
			Description: plainText(a), Check: a.Rule, Severity: severity, Location: codePlace(a.path(), a.Line),
		})
	}
	for i := range t.Met {
		if m := &t.Met[i]; m.Shown {
			add([]string{"met", m.Key}, codeIssue{
				Description: m.Text + ", with " + inputsLine(m.Inputs), Check: m.Class, Severity: "critical", Location: codePlace(m.File, m.Line),
			})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(issues)
}

// codePlace is a place as GitLab wants it, lines from 1.
func codePlace(file string, line int) codeLocation {
	return codeLocation{Path: file, Lines: codeLines{max(line, 1)}}
}

// maxMessage is how many characters of an analyzer's message are repeated in
// texts that others show on a line.
const maxMessage = 500

// plainText says an alarm and its verdict on one line of plain text.
func plainText(a *Alarm) string {
	text := cut(clean(cmp.Or(a.Message, a.Rule)), maxMessage)
	text += " [" + verdictCell(a)
	if why := clean(a.Why()); why != "" {
		text += ": " + why
	}
	return text + "]"
}
