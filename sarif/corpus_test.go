package sarif

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCorpusIsUnchangedWithoutAnnotations(t *testing.T) {
	for _, f := range corpusFiles() {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		d := mustRead(t, f)
		for _, p := range []Profile{ProfileAnnotate, ProfileVerdict, ProfileGitHub} {
			if out := mustAnnotate(t, d, p, make([]RunAnnotation, len(d.Runs))); out.Text != string(text) {
				t.Errorf("%s: %s without annotations changes the text", f, p)
			}
		}
	}
}

// TestCorpusAnnotated checks on every real file: the same results in the same
// order, equal trees outside the annotations, valid where the input is valid,
// and the same bytes when annotated twice.
func TestCorpusAnnotated(t *testing.T) {
	for _, f := range corpusFiles() {
		d := mustRead(t, f)
		out := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d))
		if diff := cmp.Diff(unannotated(tree(t, d.Text())), unannotated(tree(t, out.Text))); diff != "" {
			t.Errorf("%s: differs outside the annotations (-in +out):\n%s", f, diff)
		}
		checkStillValid(t, f, d.Text(), out.Text)
		again := mustParse(t, out.Text)
		if again.Count() != d.Count() {
			t.Errorf("%s: %d results in, %d out", f, d.Count(), again.Count())
		}
		if diff := cmp.Diff(alarms(d), alarms(again)); diff != "" {
			t.Errorf("%s: alarms change (-in +out):\n%s", f, diff)
		}
		if twice := mustAnnotate(t, again, ProfileAnnotate, sampleAll(again)); twice.Text != out.Text {
			t.Errorf("%s: annotating twice does not give the same text", f)
		}
		if off := mustAnnotate(t, again, ProfileAnnotate, make([]RunAnnotation, len(d.Runs))); off.Text != d.Text() {
			t.Errorf("%s: taking the annotations off does not give the input", f)
		}
	}
}

func TestCorpusProfiles(t *testing.T) {
	for _, f := range corpusFiles() {
		d := mustRead(t, f)
		for _, p := range []Profile{ProfileVerdict, ProfileGitHub} {
			out := mustAnnotate(t, d, p, sampleAll(d))
			checkStillValid(t, f+" "+string(p), d.Text(), out.Text)
			again := mustParse(t, out.Text)
			if again.Count()+len(out.Dropped) != d.Count() {
				t.Errorf("%s %s: %d results in, %d out, %d dropped", f, p, d.Count(), again.Count(), len(out.Dropped))
			}
			if p == ProfileVerdict && again.base != d.base {
				t.Errorf("%s: profile verdict cannot be taken off", f)
			}
		}
	}
}

// checkStillValid reports violations of the schema that the input has not.
func checkStillValid(t *testing.T, what, in, out string) {
	t.Helper()
	before := violations(t, in)
	if len(before) > 0 && !strings.Contains(what, "cppcheck217") && !strings.Contains(what, "macro.clang") {
		t.Errorf("%s: only cppcheck and clang (in macros) write lines of 0 here, but: %v", what, before)
	}
	n := 0
	for v := range violations(t, out) {
		if !before[v] {
			if n++; n < 5 {
				t.Errorf("%s: %s", what, v)
			}
		}
	}
}

func alarms(d *Document) (as []Alarm) {
	for r := range d.Runs {
		for i := range d.Runs[r].Results {
			as = append(as, d.Alarm(r, i))
		}
	}
	return as
}

// labelled are the corpus files of each tool in the label table.
var labelled = map[string]string{
	"frama-c-25 eva (default)":                        "framac/p0.*.sarif",
	"frama-c-25 eva -eva-precision 2":                 "framac/p2.*.sarif",
	"frama-c-25 eva -eva-precision 5":                 "framac/p5.*.sarif",
	"clang-14 default":                                "clang14/*.sarif",
	"clang-19 default":                                "clang19/*.sarif",
	"clang-19 +security,alpha.core/unix,ArrayBoundV2": "clang19/*.alpha.sarif",
	"cppcheck 2.17":                                   "cppcheck217/*.sarif",
	"gcc-14 -O2 -Wall -fanalyzer":                     "gcc14/*.sarif",
	"flawfinder 2.0.19":                               "flawfinder/*.sarif",
}

// TestCorpusAlarmsHaveTheirLabels looks every labelled alarm up by file, line,
// column, rule and predicate: the view must present exactly those.
func TestCorpusAlarmsHaveTheirLabels(t *testing.T) {
	f, err := os.Open(corpus + "/alarms_labelled.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]int{}
	for tool, pattern := range labelled {
		found[tool] = keysOf(t, tool, pattern)
	}
	n := 0
	for _, row := range rows[1:] {
		keys, ok := found[row[0]]
		if !ok {
			continue
		}
		n++
		line, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprintf("%s:%d:%s %s", row[1], line, row[3], row[4])
		if strings.HasPrefix(row[0], "frama-c") {
			key += " " + strings.Join(strings.Fields(row[6]), " ")
		}
		if keys[key] == 0 {
			t.Errorf("%s: no alarm %s", row[0], key)
		}
		keys[key]--
	}
	if n < 450 {
		t.Errorf("only %d labels looked up", n)
	}
}

func keysOf(t *testing.T, tool, pattern string) map[string]int {
	files, err := filepath.Glob(corpus + "/alarms/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	keys := map[string]int{}
	for _, f := range files {
		if tool == "clang-19 default" && strings.HasSuffix(f, ".alpha.sarif") {
			continue
		}
		for _, a := range alarms(mustRead(t, f)) {
			l := a.Location
			key := fmt.Sprintf("%s:%d:%d %s", filepath.Base(l.Path), l.Region.Line, l.Region.Col, a.RuleID)
			if a.Tool == FramaC {
				key += " " + a.Label + ": " + a.Predicate
			}
			keys[key]++
		}
	}
	return keys
}
