package triage

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
)

// writeOutputs writes every document that was asked for. Documents with a path
// come first, so that a closed stdout takes none of them along.
func writeOutputs(a *console.App, j *job) error {
	outputs := j.s.Outputs
	if len(outputs) == 0 {
		outputs = []option.Output{{Format: report.FormatTable, Path: "-"}}
	}
	for _, toStdout := range []bool{false, true} {
		for _, o := range outputs {
			if (o.Path == "-") != toStdout {
				continue
			}
			if err := writeOutput(a, j, o); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeOutput(a *console.App, j *job, o option.Output) error {
	switch o.Format {
	case report.FormatSARIF:
		for i := range j.docs {
			if err := writeDocument(a, j, o, i); err != nil {
				return err
			}
		}
		return nil
	case report.FormatFindings:
		return writeFindings(a, j, o)
	}
	for _, f := range report.Formats() {
		if f.Name != o.Format {
			continue
		}
		var text bytes.Buffer
		style := report.Style{Link: func(file string) string { return uriBeside(o.Path, file) }}
		if o.Path == "-" {
			style.Color, style.Width = a.OutWidth > 0, a.OutWidth
		}
		if err := f.Write(&text, j.triage, style); err != nil {
			return fault.InternalError{Err: fmt.Errorf("format %s: %w", f.Name, err)}
		}
		return a.WriteText(o.Path, text.String())
	}
	return fault.InternalError{Err: fmt.Errorf("no writer for format %s", o.Format)}
}

// writeDocument writes one input back with its verdicts.
func writeDocument(a *console.App, j *job, o option.Output, input int) error {
	profile, err := sarif.ParseProfile(j.s.Profile)
	if err != nil {
		return err
	}
	doc := j.docs[input]
	path := o.Path
	if path != "-" {
		if path, err = o.PathFor(doc.Name, len(j.docs)); err != nil {
			return err
		}
	}
	runs := j.annotations(input, path)
	if profile == sarif.ProfileGitHub {
		return writeGitHub(a, path, doc, runs)
	}
	annotated, err := doc.Annotate(profile, runs)
	if err != nil {
		return fault.InternalError{Err: err}
	}
	return a.WriteText(path, annotated.Text)
}

// annotations are the verdicts of one input, by run and result, for the
// document at path.
func (j *job) annotations(input int, path string) []sarif.RunAnnotation {
	doc := j.docs[input]
	runs := make([]sarif.RunAnnotation, len(doc.Runs))
	for i := range runs {
		runs[i] = sarif.RunAnnotation{
			Results: make([]*sarif.Annotation, len(doc.Runs[i].Results)),
			Version: version.Of(),
			Met:     j.runMet(path),
		}
	}
	for i := range j.triage.Alarms {
		al := &j.triage.Alarms[i]
		if al.Input == input && al.State.Counts() {
			runs[al.Run].Results[al.Index] = j.annotation(doc, i, path)
		}
	}
	return runs
}

func (j *job) runMet(path string) []sarif.Met {
	var out []sarif.Met
	for i := range j.triage.Met {
		m := &j.triage.Met[i]
		out = append(out, sarif.Met{
			Error: m.Class, At: fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Col), Status: metStatus(m), Witness: uriBeside(path, m.Witness),
		})
	}
	return out
}

// metStatus: an error without a witness is possible, no more is known.
func metStatus(m *report.Met) sarif.Status {
	if m.Shown {
		return sarif.Reachable
	}
	return sarif.Undecided
}

// annotation is what is to be written to the result of alarm i.
func (j *job) annotation(doc *sarif.Document, i int, path string) *sarif.Annotation {
	al := &j.triage.Alarms[i]
	o := &al.Outcome
	t := sarif.Triage{
		Status: sarif.Status(o.Status), Confirmed: o.Confirmed, Reason: decision.ReasonText(o),
		Assumptions: o.Assumptions, Candidates: al.Candidates, Witness: uriBeside(path, o.Witness),
		Effort: sarif.Effort(o.Effort), Certificate: uriBeside(path, o.Certificate), Checked: o.Checked,
	}
	if al.Kept != "" {
		t.Reason = strings.TrimPrefix(t.Reason+"; "+al.Kept, "; ")
	}
	if !j.s.Reproducible && o.Seconds > 0 {
		t.Seconds = &o.Seconds
	}
	for i := range o.Given {
		t.Given = append(t.Given, sarif.Given{Error: o.Given[i].Error, At: o.Given[i].At()})
	}
	for _, b := range o.Bounds {
		t.Bounds = append(t.Bounds, sarif.Bound(b))
	}
	an := &sarif.Annotation{Triage: t, Suppress: al.Suppressed, Inputs: strings.Join(o.Inputs, ", "), LineHash: j.lineHash(doc, i)}
	if o.Status == engine.Reachable.String() {
		an.Flows = []sarif.Flow{flow(o, j.artifacts(doc, al))}
		if o.Witness != "" {
			an.Attachments = []sarif.Attachment{{URI: t.Witness, Description: "witness, for assay replay"}}
		}
	}
	return an
}

// flow is the path of a witness as a code flow.
func flow(o *report.Outcome, artifact func(file string) sarif.ArtifactRef) sarif.Flow {
	f := sarif.Flow{Message: "an input that makes it happen: " + strings.Join(o.Inputs, ", ")}
	for i, in := range o.Inputs {
		name, value, ok := strings.Cut(in, " = ")
		if !ok {
			name, value = fmt.Sprintf("input %d", i+1), in
		}
		f.Initial = append(f.Initial, sarif.Pair{Name: name, Value: value})
	}
	for i, s := range o.Path {
		f.Steps = append(f.Steps, sarif.Step{
			Artifact: artifact(s.File), Region: sarif.Region{Line: s.Line, Col: s.Col},
			Function: s.Function, Text: s.Text, Essential: i == len(o.Path)-1,
		})
	}
	return f
}

// artifacts names files as the alarm's own document does where it is the same
// file, so that viewers find it.
func (j *job) artifacts(doc *sarif.Document, al *report.Alarm) func(string) sarif.ArtifactRef {
	own := doc.Alarm(al.Run, al.Index).Location
	return func(file string) sarif.ArtifactRef {
		if file == al.File || filepath.Base(file) == filepath.Base(own.Path) {
			return own.Artifact
		}
		return fileRef(file)
	}
}

// fileRef is a reference to a file by its path.
func fileRef(path string) sarif.ArtifactRef {
	return sarif.ArtifactRef{URI: fileURI(path), Index: -1}
}

// fileURI is the URI of a path: relative as the path is, "" for "".
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}

// uriBeside is the URI of a file as a document at path refers to it: relative
// to the document's directory, so that both can be moved together.
func uriBeside(path, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return fileURI(file)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return fileURI(file)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return fileURI(file)
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return fileURI(abs)
	}
	return fileURI(rel)
}

// FileBeside undoes uriBeside for a reader in the working directory.
func FileBeside(path, uri string) string {
	file := filePath(uri)
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(path), file)
}

// filePath undoes fileURI.
func filePath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	return u.Path
}

// writeFindings authors the document of the errors met on the way.
func writeFindings(a *console.App, j *job, o option.Output) error {
	var findings []sarif.Finding
	for i := range j.triage.Met {
		m := &j.triage.Met[i]
		f := sarif.Finding{
			RuleID: m.Class, Rule: m.Text, Status: metStatus(m), Confirmed: m.Confirmed, Witness: uriBeside(o.Path, m.Witness),
			Artifact: fileRef(m.File), Region: sarif.Region{Line: m.Line, Col: m.Col}, Function: m.Function,
			Message: m.Text + ": not proved absent, and proofs of this run rest on it",
		}
		if m.Shown {
			f.Message = fmt.Sprintf("%s, with %s", m.Text, strings.Join(m.Inputs, ", "))
			way := flow(&report.Outcome{Inputs: m.Inputs, Path: m.Path}, fileRef)
			f.Flow = &way
		}
		findings = append(findings, f)
	}
	return sarif.WriteFindings(o.Path, findings, version.Of())
}
