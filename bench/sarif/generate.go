package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/assay-dev/assay/sarif"
)

// stepsPerResult makes a result about 2 kB long, as those of analyzers that
// explain themselves with code flows are.
const stepsPerResult = 6

// generate writes a log of n results and returns its size in bytes.
func generate(path string, n int) (int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	w := bufio.NewWriter(f)
	fmt.Fprint(w, `{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {"driver": {"name": "clang", "rules": [{"id": "core.DivideZero"}, {"id": "core.NullDereference"}]}},
      "results": [`)
	for i := range n {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		writeResult(w, i)
	}
	fmt.Fprint(w, "\n      ]\n    }\n  ]\n}\n")
	if err := w.Flush(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), f.Close()
}

// writeResult writes the i-th result: a place of its own, a message with an
// escape, a fingerprint, a code flow.
func writeResult(w *bufio.Writer, i int) {
	rule := []string{"core.DivideZero", "core.NullDereference"}[i%2]
	file := fmt.Sprintf("file:///src/module%d/file%d.c", i%40, i%400)
	fmt.Fprintf(w, `
        {
          "ruleId": "%s", "ruleIndex": %d, "level": "warning",
          "message": {"text": "Dereference of pointer number %d, \"p\""},
          "partialFingerprints": {"primaryLocationLineHash": "%x:1"},
          "locations": [{"physicalLocation": {"artifactLocation": {"uri": "%s"}, "region": {"startLine": %d, "startColumn": 7}}}],
          "codeFlows": [{"threadFlows": [{"locations": [`, rule, i%2, i, i*7919, file, i%5000+1)
	for s := range stepsPerResult {
		if s > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, `
            {"importance": "important", "location": {"message": {"text": "Assuming 'x%d' is not equal to %d"},
              "physicalLocation": {"artifactLocation": {"uri": "%s"}, "region": {"startLine": %d, "startColumn": 7}}}}`, s, i, file, s+1)
	}
	fmt.Fprint(w, "\n          ]}]}]\n        }")
}

// verdicts gives the results the four verdicts in turn, with what each brings:
// a suppression, a path and a witness, bounds, a reason.
func verdicts(doc *sarif.Document) []sarif.RunAnnotation {
	runs := make([]sarif.RunAnnotation, len(doc.Runs))
	for r := range doc.Runs {
		runs[r] = sarif.RunAnnotation{Version: "bench", Results: make([]*sarif.Annotation, len(doc.Runs[r].Results))}
		for i := range runs[r].Results {
			runs[r].Results[i] = verdict(i, doc.Alarm(r, i).Location)
		}
	}
	return runs
}

func verdict(i int, at sarif.Location) *sarif.Annotation {
	a := &sarif.Annotation{Triage: sarif.Triage{
		Assumptions: []string{"entry: main", "data model: LP64"}, Candidates: 1,
		Effort: sarif.Effort{Instructions: int64(i) * 1000, Nodes: int64(i), Queries: int64(i)},
	}}
	t := &a.Triage
	switch i % 4 {
	case 0:
		t.Status, t.Certificate, a.Suppress = sarif.Unreachable, fmt.Sprintf("certificates/%d.json", i), true
	case 1:
		t.Status, t.Confirmed, t.Witness = sarif.Reachable, true, fmt.Sprintf("witnesses/%d.json", i)
		a.Inputs = fmt.Sprintf("argv[1] = \"%d\"", i)
		a.Attachments = []sarif.Attachment{{URI: t.Witness, Description: "witness"}}
		flow := sarif.Flow{Message: "an input that makes it happen"}
		for s := range stepsPerResult {
			flow.Steps = append(flow.Steps, sarif.Step{
				Artifact: at.Artifact, Region: sarif.Region{Line: s + 1, Col: 7}, Function: "main", Text: fmt.Sprintf("x%d is 0", s),
			})
		}
		a.Flows = []sarif.Flow{flow}
	case 2:
		t.Status, t.Reason = sarif.Bounded, "every path within the bounds was followed"
		t.Bounds = []sarif.Bound{{Kind: "loop", At: "file.c:3", Limit: 8}}
	default:
		t.Status, t.Reason = sarif.Undecided, "time"
	}
	return a
}
