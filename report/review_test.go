package report

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changed is the sample as a comparison in which alarms 0 and 4 are new.
func changed() *Triage {
	t := sample()
	for i := range t.Alarms {
		t.Alarms[i].Known = i != 0 && i != 4
	}
	t.Alarms[3].Was = "unreachable" // bounded now, so it is new as well
	t.Compare(&Comparison{Against: "main", Decided: 2, Reused: 3, Fixed: []Fixed{
		{Rule: "r", File: "a.c", Line: 3, Was: "reachable", Now: "unreachable"}, {Rule: "s", File: "b.c", Now: Gone}}})
	return t
}

func TestCompare(t *testing.T) {
	tr := changed()
	c := tr.Comparison
	if got := []int{c.NewReachable, c.NewBounded, c.NewUndecided, c.NewUnreachable, c.Known}; !slices.Equal(got, []int{1, 1, 1, 0, 2}) {
		t.Errorf("counts %v", got)
	}
	if hit := tr.Gate([]string{"reachable"}); len(hit) != 1 || hit[0].Number != 0 {
		t.Errorf("the gate sees %v", hit)
	}
	tr.Alarms[0].ByUser = true
	if hit := tr.Gate([]string{"reachable"}); len(hit) != 0 {
		t.Errorf("what a person suppressed hits the gate: %v", hit)
	}
	for _, name := range []string{"table", "markdown", "rdjson", "annotations", "codequality", "junit"} {
		i := slices.IndexFunc(Formats(), func(f Format) bool { return f.Name == name })
		checkGolden(t, "changed."+name, write(t, func(w io.Writer) error { return Formats()[i].Write(w, changed(), Style{}) }))
	}
}

// GitLab's documentation: these members, one of these severities, a relative
// path, lines from 1, unique fingerprints that do not change with the line.
func TestCodeQuality(t *testing.T) {
	decode := func(tr *Triage) []codeIssue {
		var issues []codeIssue
		d := json.NewDecoder(strings.NewReader(write(t, func(w io.Writer) error { return CodeQuality(w, tr, Style{}) })))
		d.DisallowUnknownFields()
		if err := d.Decode(&issues); err != nil {
			t.Fatal(err)
		}
		return issues
	}
	issues := decode(sample())
	var severities []string
	prints := map[string]bool{}
	for _, i := range issues {
		severities = append(severities, i.Severity)
		if i.Description == "" || i.Check == "" || len(i.Fingerprint) != 32 || prints[i.Fingerprint] || i.Location.Lines.Begin < 1 ||
			i.Location.Path == "" || strings.HasPrefix(i.Location.Path, "/") || strings.HasPrefix(i.Location.Path, "./") {
			t.Errorf("%+v", i)
		}
		prints[i.Fingerprint] = true
	}
	if diff := cmp.Diff([]string{"blocker", "critical", "major", "minor", "critical", "critical"}, severities); diff != "" {
		t.Error(diff)
	}
	moved := sample()
	for i := range moved.Alarms {
		moved.Alarms[i].Line += 7
	}
	for k, i := range decode(moved) {
		if i.Fingerprint != issues[k].Fingerprint {
			t.Errorf("the fingerprint of %s changes with the line", i.Description)
		}
	}
	if got := decode(&Triage{}); got == nil || len(got) != 0 {
		t.Errorf("nothing is not an empty list: %v", got)
	}
}

// reviewdog's schema: a message, a path, a severity of three, lines and columns
// from 1.
func TestRDJSON(t *testing.T) {
	var doc rdResult
	d := json.NewDecoder(strings.NewReader(write(t, func(w io.Writer) error { return RDJSON(w, hostileTriage(), Style{}) })))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Diagnostics) != 4 {
		t.Errorf("%d diagnostics", len(doc.Diagnostics))
	}
	for _, g := range doc.Diagnostics {
		if g.Message == "" || g.Location.Path == "" || !slices.Contains([]string{"ERROR", "WARNING", "INFO"}, g.Severity) ||
			g.Location.Range != nil && (g.Location.Range.Start.Line < 1 || g.Location.Range.Start.Column < 0) {
			t.Errorf("%+v", g)
		}
	}
}

// One line is one command, whatever the texts hold.
func TestAnnotationsAreCommands(t *testing.T) {
	tr := hostileTriage()
	tr.Alarms[0].Rule, tr.Alarms[0].File = "a,b:c%\n::error::x", "dir, with:odd%/ä.c"
	tr.Alarms[0].Message = "50% \r\n::error::injected"
	text := write(t, func(w io.Writer) error { return Annotations(w, tr, Style{}) })
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d commands:\n%s", len(lines), text)
	}
	if want := "::error title=a%2Cb%3Ac%25 %3A%3Aerror%3A%3Ax%3A reachable%2C confirmed,file=dir%2C with%3Aodd%25/ä.c,line=59::50%25   ::error::injected [reachable"; !strings.HasPrefix(lines[0], want) {
		t.Errorf("%q", lines[0])
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "::error ") && !strings.HasPrefix(l, "::warning ") {
			t.Errorf("%q", l)
		}
	}
	many := sample()
	for range 12 {
		many.Alarms = append(many.Alarms, many.Alarms[0])
	}
	text = write(t, func(w io.Writer) error { return Annotations(w, many, Style{}) })
	if n := strings.Count(text, "::error "); n != maxAnnotations || !strings.Contains(text, "::notice title=assay::4 more alarms") {
		t.Errorf("%d errors\n%s", n, text)
	}
}
