package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the root of the module as seen from this package.
const root = "../.."

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func labelsOf(t *testing.T, path, tool string) *labels {
	t.Helper()
	l, err := readLabels(path, tool)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestScoreAsReference compares with what the reference scorer, a script that
// this one was written after, printed for a log with every case of the rules.
func TestScoreAsReference(t *testing.T) {
	l := labelsOf(t, "testdata/labels.tsv", "eva 1 (default)")
	c, err := score(l, "prog", read(t, "testdata/prog.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := likeReference(l, c), string(read(t, "testdata/prog.golden")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// likeReference prints a count in the words of the reference.
func likeReference(l *labels, c *count) string {
	tuple := func(k key) string { return fmt.Sprintf("('%s', %d, '%s')", k.file, k.line, k.rule) }
	at := strings.LastIndex(c.String(), "alarms ")
	var b strings.Builder
	b.WriteString(c.String()[:at])
	for _, kind := range []struct {
		name string
		is   func(*judged) bool
	}{{"WRONG", (*judged).wrong}, {"coarse", func(j *judged) bool { return j.coarse }}} {
		for i := range c.judged {
			if j := &c.judged[i]; kind.is(j) {
				fmt.Fprintf(&b, "%s (%s, '%s', '%s', '%s')\n", kind.name, tuple(j.key), j.class, j.Status, j.predicate)
			}
		}
	}
	for _, m := range c.lost {
		for _, r := range l.by[m.key] {
			fmt.Fprintf(&b, "lost (%s, '%s')\n", tuple(m.key), r.text)
		}
	}
	return b.String() + c.String()[at:]
}

// TestCorpusLabels: without any verdict, each labelled alarm of the corpus is
// found in what its analyzer wrote, and nothing counts as changed.
func TestCorpusLabels(t *testing.T) {
	labelled := map[string]int{ // as the corpus tells them
		"framac-p0": 147, "framac-p2": 128, "framac-p5": 103, "clang14": 4, "clang19": 4, "clang19-alpha": 17,
		"cppcheck217": 22, "gcc14": 11, "flawfinder": 36,
	}
	for _, a := range analyzers {
		if !strings.HasSuffix(a.file, ".sarif") {
			continue // assay imports the others; they are no SARIF before
		}
		l := labelsOf(t, filepath.Join(root, labelsPath), a.label)
		var sum count
		for _, p := range programs {
			text := read(t, filepath.Join(root, a.output(p)))
			c, err := score(l, p, text)
			if err != nil {
				t.Fatal(err)
			}
			if c.in, err = countInput(a.output(p), text); err != nil {
				t.Fatal(err)
			}
			if c.touched, err = touched(l, a.output(p), text, text); err != nil {
				t.Fatal(err)
			}
			sum.add(c)
		}
		if len(sum.judged) != labelled[a.name] || sum.bad() || sum.number(func(j *judged) bool { return j.Status != statusNone }) > 0 {
			t.Errorf("%s: %d alarms instead of %d\n%s%v", a.name, len(sum.judged), labelled[a.name], &sum, sum.touched)
		}
	}
}

// TestSources: what the commands name is there.
func TestSources(t *testing.T) {
	for _, p := range programs {
		read(t, filepath.Join(root, sourcePath, p+".c"))
		for _, a := range analyzers {
			read(t, filepath.Join(root, a.output(p)))
		}
	}
}

func TestCountInput(t *testing.T) {
	for _, c := range []struct {
		path string
		want int
	}{
		{"cppcheck/tlv.xml", 2}, {"cppcheck/expr.xml", 1}, {"gcc/date.json", 2}, {"gcc/tlv.json", 0},
		{"framac/p0.list.sarif", 67}, {"clang14/date.sarif", 0},
	} {
		got, err := countInput(c.path, read(t, filepath.Join(root, alarmsPath, c.path)))
		if err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", c.path, got, err, c.want)
		}
	}
}

func TestTouched(t *testing.T) {
	in := read(t, "testdata/prog.sarif")
	l := labelsOf(t, "testdata/labels.tsv", "eva 1 (default)")
	for _, c := range []struct {
		name, old, new string
		want           int
	}{
		{"nothing", "", "", 0},
		{"an alarm", `"status": "bounded"`, `"status": "undecided"`, 0},
		{"a style rule's suppressions", `"suppressions": []`, `"suppressions": [{"kind": "external"}]`, 1},
		{"a style rule's message", `"text": "style."`, `"text": "Style."`, 1},
		{"a result that passed", `"kind": "pass"`, `"kind": "pass", "level": "none"`, 1},
		{"no suppressions any more", `,
     "suppressions": []`, "", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := string(in)
			if c.old != "" {
				if out = strings.Replace(out, c.old, c.new, 1); out == string(in) {
					t.Fatalf("no %q in the test data", c.old)
				}
			}
			got, err := touched(l, "prog.sarif", in, []byte(out))
			if err != nil || len(got) != c.want {
				t.Errorf("%v, %v, want %d", got, err, c.want)
			}
		})
	}
}

// TestTouchedEmptySuppressions: SARIF may demand the empty list.
func TestTouchedEmptySuppressions(t *testing.T) {
	same, err := sameResult([]byte(`{"ruleId": "a"}`), []byte(`{"ruleId": "a", "suppressions": []}`))
	if err != nil || !same {
		t.Errorf("an added empty list counts as a change: %v", err)
	}
}

// TestTouchedImported: where there is no SARIF to compare with, a verdict on a
// style rule is noticed.
func TestTouchedImported(t *testing.T) {
	l := labelsOf(t, "testdata/labels.tsv", "eva 1 (default)")
	text := `{"runs": [{"results": [{"ruleId": "style", "locations": [{"physicalLocation": {
		"artifactLocation": {"uri": "prog.c"}, "region": {"startLine": 29}}}]%s}]}]}`
	for extra, want := range map[string]int{"": 0, `, "properties": {"assay/triage": {"status": "undecided"}}`: 1} {
		got, err := touched(l, "prog.xml", nil, fmt.Appendf(nil, text, extra))
		if err != nil || len(got) != want {
			t.Errorf("%q: %v, %v", extra, got, err)
		}
	}
}

// TestPlaceless: cppcheck says of the whole run that it missed an include; the
// label names the file, the report does not.
func TestPlaceless(t *testing.T) {
	l := labelsOf(t, filepath.Join(root, labelsPath), "cppcheck 2.10")
	for program, want := range map[string]bool{"expr": false, "tlv": true} { // tlv has an alarm with a place, too
		c, err := score(l, program, []byte(`{"runs": []}`))
		if err != nil || len(c.lost) == 0 || c.bad() != want {
			t.Errorf("%s: lost %v, bad %v, %v", program, c.lost, c.bad(), err)
		}
	}
}

func TestReadLabelsErrors(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.tsv")
	if err := os.WriteFile(bad, []byte("tool\tfile\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, tool, want string }{
		{"testdata/labels.tsv", "nobody", `no alarm of "nobody"`},
		{bad, "x", "bad.tsv:1: 2 columns instead of 7"},
		{"testdata/missing.tsv", "x", "no such file"},
	} {
		if _, err := readLabels(c.path, c.tool); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v, want %q", c.path, c.tool, err, c.want)
		}
	}
}
