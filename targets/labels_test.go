package targets

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// label is the truth about an alarm of the corpus: T violated, F not, D only
// after another error, - style.
type label struct{ tool, file, line, rule, truth, text string }

// labelledOutputs are the outputs of each tool in the table of labels.
var labelledOutputs = map[string]string{
	"frama-c-25 eva (default)":                        "framac/p0.*.sarif",
	"frama-c-25 eva -eva-precision 2":                 "framac/p2.*.sarif",
	"frama-c-25 eva -eva-precision 5":                 "framac/p5.*.sarif",
	"clang-14 default":                                "clang14/*.sarif",
	"clang-19 +security,alpha.core/unix,ArrayBoundV2": "clang19/*.alpha.sarif",
	"cppcheck 2.10":                                   "cppcheck/*.xml",
	"cppcheck 2.17":                                   "cppcheck217/*.sarif",
	"gcc-12 -O2 -Wall -fanalyzer":                     "gcc/*.json",
	"gcc-14 -O2 -Wall -fanalyzer":                     "gcc14/*.sarif",
	"flawfinder 2.0.19":                               "flawfinder/*.sarif",
}

func readLabels(t *testing.T) map[string][]label {
	t.Helper()
	f, err := os.Open(filepath.Join(outputs, "alarms_labelled.tsv"))
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
	labels := map[string][]label{}
	for _, c := range rows[1:] {
		l := label{tool: c[0], file: c[1], line: c[2], rule: c[4], truth: c[5], text: squeeze(c[6])}
		labels[l.tool] = append(labels[l.tool], l)
	}
	return labels
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// labelOf finds the truth of an alarm, "" if the table has none.
func labelOf(labels []label, a sarif.Alarm) string {
	for _, l := range labels {
		if l.file != filepath.Base(a.Location.Path) || l.line != fmt.Sprint(a.Location.Region.Line) || l.rule != a.RuleID {
			continue
		}
		if a.Tool != sarif.FramaC || l.text == a.RuleID+": "+squeeze(a.Predicate) {
			return l.truth
		}
	}
	return ""
}

// TestLabels holds the mapping against the truth: every alarm about a run has
// a target and every style rule has none; and no false alarm of a line looks
// for the same violation of the same instruction as a true one.
func TestLabels(t *testing.T) {
	all := readLabels(t)
	judged := 0
	for tool, pattern := range labelledOutputs {
		files, err := filepath.Glob(filepath.Join(outputs, "alarms", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, f := range files {
			m := New(corpusProgram(t, programOf(f)), Options{})
			byTruth := map[string]map[engine.Site]string{"T": {}, "F": {}}
			for _, sa := range alarmsOf(t, f) {
				truth := labelOf(all[tool], sa)
				if truth == "" {
					continue
				}
				judged++
				name := fmt.Sprintf("%s: %s:%d %s %s", tool, filepath.Base(f), sa.Location.Region.Line, sa.RuleID, sa.Predicate)
				mp := m.Map(FromSARIF(sa))
				if mp.Checkable != (truth != "-") || truth != "-" && mp.Target == nil {
					t.Errorf("%s: truth %s, mapping %+v", name, truth, mp)
					continue
				}
				if sites, ok := byTruth[truth]; ok {
					record(sites, mp.Target, name)
				}
			}
			for s, name := range byTruth["F"] {
				if other, ok := byTruth["T"][s]; ok {
					t.Errorf("%s\nis false, but looks for the same as\n%s", name, other)
				}
			}
		}
	}
	if judged < 450 {
		t.Errorf("only %d alarms judged", judged)
	}
}

// record notes what a target looks for, one class at a time.
func record(sites map[engine.Site]string, target *engine.Target, name string) {
	for _, s := range target.Sites {
		for c := op.NoClass; c < op.NumClasses; c++ {
			if s.Classes.Has(c) {
				one := s
				one.Classes = op.SetOf(c)
				sites[one] = name
			}
		}
	}
}
