package sarif

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	testdata   = "../testdata/sarif"
	corpus     = testdata + "/corpus"
	schemaFile = testdata + "/sarif-schema-2.1.0.json"
)

// corpusFiles are the real analyzer outputs in SARIF.
var corpusFiles = sync.OnceValue(func() (files []string) {
	err := filepath.WalkDir(corpus, func(path string, e fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".sarif" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 50 {
		panic(fmt.Sprintf("corpus incomplete: %d files, %v", len(files), err))
	}
	return files
})

// schema is the official schema of SARIF 2.1.0, formats asserted.
var schema = sync.OnceValue(func() *jsonschema.Schema {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		panic(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(SchemaURI, doc); err != nil {
		panic(err)
	}
	return c.MustCompile(SchemaURI)
})

// violations lists where text violates the schema and how. Results are not told
// apart, since a profile may drop some.
func violations(t testing.TB, text string) map[string]bool {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("output is not JSON: %v", err)
	}
	found := map[string]bool{}
	var invalid *jsonschema.ValidationError
	if !errors.As(schema().Validate(doc), &invalid) {
		return found
	}
	var leaves func(e *jsonschema.ValidationError)
	leaves = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			where := slices.Clone(e.InstanceLocation)
			if len(where) > 3 && where[2] == "results" {
				where[3] = "*"
			}
			found[fmt.Sprintf("/%s: %s", strings.Join(where, "/"), e.ErrorKind)] = true
		}
		for _, c := range e.Causes {
			leaves(c)
		}
	}
	leaves(invalid)
	return found
}

// tree decodes JSON keeping numbers as written.
func tree(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v", err)
	}
	return v
}

func mustRead(t testing.TB, path string) *Document {
	t.Helper()
	d, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustParse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Parse("test.sarif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustAnnotate(t testing.TB, d *Document, p Profile, runs []RunAnnotation) *Output {
	t.Helper()
	out, err := d.Annotate(p, runs)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sample makes an annotation of each verdict in turn, with everything an
// annotation can carry.
func sample(i int, at Location) *Annotation {
	status := []Status{Reachable, Unreachable, Bounded, Undecided, Unreachable}[i%5]
	a := &Annotation{
		Suppress: i%5 == 1,
		Triage: Triage{
			Status: status, Reason: `because "<&>" ≤ ` + fmt.Sprint(i), Candidates: i,
			Assumptions: []string{"entry main", "LP64"}, Effort: Effort{Instructions: int64(i)},
		},
	}
	switch status {
	case Reachable:
		a.Triage.Confirmed = true
		a.Triage.Witness = "witness/1.json"
		a.Inputs = `argv[1] = "7"`
		a.Flows = []Flow{{Message: "how", Initial: []Pair{{"argc", "2"}, {"argv[1]", `"7"`}}, Steps: []Step{
			{Artifact: at.Artifact, Region: at.Region, Function: "main", Text: "takes the branch", State: []Pair{{"x", "0"}}, Essential: true},
		}}}
		a.Attachments = []Attachment{{"witness/1.json", "every input"}}
	case Unreachable:
		a.Triage.Certificate, a.Triage.Checked = "cert/1.json", "z3 4.8.12"
		if !a.Suppress {
			a.Triage.Given = []Given{{"division_by_zero", "a.c:3:4"}, {"mem_access", "a.c:5:6"}}
		}
	case Bounded:
		a.Triage.Bounds = []Bound{{"loop", "a.c:9", 64}}
	}
	return a
}

// sampleAll annotates every counted result; every seventh is not checkable.
func sampleAll(d *Document) []RunAnnotation {
	runs := make([]RunAnnotation, len(d.Runs))
	for r := range d.Runs {
		runs[r] = RunAnnotation{
			Version: "test", Results: make([]*Annotation, len(d.Runs[r].Results)),
			Met: []Met{{Error: "shift", At: "a.c:1:2", Status: Reachable, Witness: "w.json"}},
		}
		for i := range d.Runs[r].Results {
			if a := d.Alarm(r, i); a.Counted && i%7 != 6 {
				runs[r].Results[i] = sample(i, a.Location)
			}
		}
	}
	return runs
}

// unannotated takes annotations off a decoded log, independently of strip: by
// what docs say they are.
func unannotated(log any) any {
	for _, run := range list(log, "runs") {
		run := run.(map[string]any)
		prune(run, "taxonomies", func(v any) bool { return v.(map[string]any)["guid"] == taxonomyGUID })
		for _, res := range list(run, "results") {
			res := res.(map[string]any)
			evidence := func(v any) bool {
				p, _ := v.(map[string]any)["properties"].(map[string]any)
				return p["assay/evidence"] != nil
			}
			prune(res, "codeFlows", evidence)
			prune(res, "attachments", evidence)
			prune(res, "taxa", func(v any) bool {
				c, _ := v.(map[string]any)["toolComponent"].(map[string]any)
				return c["guid"] == taxonomyGUID
			})
			prune(res, "suppressions", func(v any) bool {
				j, _ := v.(map[string]any)["justification"].(string)
				return strings.HasPrefix(j, "assay: ")
			})
			pruneBag(res)
		}
		pruneBag(run)
	}
	return log
}

func list(v any, key string) []any {
	l, _ := v.(map[string]any)[key].([]any)
	return l
}

// prune removes elements of an array member, and the member if none is left.
func prune(obj map[string]any, key string, ours func(any) bool) {
	if obj[key] == nil {
		return
	}
	var left []any
	for _, v := range list(obj, key) {
		if !ours(v) {
			left = append(left, v)
		}
	}
	if obj[key] = any(left); left == nil {
		delete(obj, key)
	}
}

func pruneBag(obj map[string]any) {
	bag, _ := obj["properties"].(map[string]any)
	for k := range bag {
		if strings.HasPrefix(k, "assay/") {
			delete(bag, k)
		}
	}
	if len(bag) == 0 {
		delete(obj, "properties")
	}
}
