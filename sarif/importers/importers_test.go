package importers

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assay-dev/assay/sarif"
)

const testdata = "../../testdata/sarif"

func glob(t testing.TB, pattern string, least int) []string {
	t.Helper()
	files, err := filepath.Glob(testdata + "/corpus/" + pattern)
	if err != nil || len(files) < least {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	return files
}

// foreign are the real outputs in formats other than SARIF.
func foreign(t testing.TB) []string {
	files := append(glob(t, "alarms/*/*.csv", 18), glob(t, "samples/*.csv", 3)...)
	return append(append(files, glob(t, "alarms/cppcheck/*.xml", 6)...), glob(t, "alarms/gcc/*.json", 6)...)
}

func mustImport(t testing.TB, path string) *sarif.Document {
	t.Helper()
	d, err := Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustParse(t testing.TB, text string) *sarif.Document {
	t.Helper()
	d, err := Parse("x", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestImportedIsValidSARIF(t *testing.T) {
	text, err := os.ReadFile(testdata + "/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(sarif.SchemaURI, doc); err != nil {
		t.Fatal(err)
	}
	schema := c.MustCompile(sarif.SchemaURI)
	for _, f := range foreign(t) {
		d := mustImport(t, f)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(d.Text()))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		runs := []sarif.RunAnnotation{{Results: make([]*sarif.Annotation, d.Count())}}
		for i := range runs[0].Results {
			runs[0].Results[i] = &sarif.Annotation{Triage: sarif.Triage{Status: sarif.Undecided, Reason: "test"}}
		}
		out, err := d.Annotate(sarif.ProfileAnnotate, runs)
		if err != nil {
			t.Fatal(err)
		}
		if v, err = jsonschema.UnmarshalJSON(strings.NewReader(out.Text)); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s, annotated: %v", f, err)
		}
	}
}

// TestEveryRecordIsAResult counts the records by other means.
func TestEveryRecordIsAResult(t *testing.T) {
	for _, f := range foreign(t) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var want int
		switch filepath.Ext(f) {
		case ".csv":
			want = strings.Count(strings.TrimSpace(string(text)), "\n")
		case ".xml":
			want = strings.Count(string(text), "<error ")
		case ".json":
			var diagnostics []any
			if err := json.Unmarshal(text, &diagnostics); err != nil {
				t.Fatal(err)
			}
			want = len(diagnostics)
		}
		if got := mustImport(t, f).Count(); got != want {
			t.Errorf("%s: %d records, %d results", f, want, got)
		}
	}
}

// key is what a label is found by.
func key(a sarif.Alarm) string {
	l := a.Location
	return fmt.Sprintf("%s:%d %s", filepath.Base(l.Path), l.Region.Line, a.RuleID)
}

// TestLabelsAreFound looks up the labelled alarms of the imported formats.
func TestLabelsAreFound(t *testing.T) {
	found := map[string]int{}
	add := func(tool string, files []string) {
		for _, f := range files {
			d := mustImport(t, f)
			for i := range d.Runs[0].Results {
				a := d.Alarm(0, i)
				k := tool + " " + key(a)
				if a.Tool == sarif.FramaC {
					k += " " + a.Label + ": " + a.Predicate
				}
				found[k]++
			}
		}
	}
	add("frama-c-25 eva (default)", glob(t, "alarms/framac/p0.*.csv", 6))
	add("frama-c-25 eva -eva-precision 5", glob(t, "alarms/framac/p5.*.csv", 6))
	add("cppcheck 2.10", glob(t, "alarms/cppcheck/*.xml", 6))
	add("gcc-12 -O2 -Wall -fanalyzer", glob(t, "alarms/gcc/*.json", 6))
	f, err := os.Open(testdata + "/corpus/alarms_labelled.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, row := range rows[1:] {
		tool := strings.Replace(row[0], ", CSV only", "", 1)
		k := fmt.Sprintf("%s %s:%s %s", tool, row[1], row[2], row[4])
		switch tool {
		case "frama-c-25 eva (default)", "frama-c-25 eva -eva-precision 5":
			k += " " + strings.Join(strings.Fields(row[6]), " ")
		case "cppcheck 2.10", "gcc-12 -O2 -Wall -fanalyzer":
			if row[4] == "missingIncludeSystem" {
				continue // has no location in cppcheck's XML
			}
		default:
			continue
		}
		n++
		if found[k] == 0 {
			t.Errorf("no alarm %s", k)
		}
		found[k]--
	}
	if n < 250 {
		t.Errorf("only %d labels looked up", n)
	}
}

// TestCSVSaysWhatSARIFSays compares the two outputs of one Frama-C run.
func TestCSVSaysWhatSARIFSays(t *testing.T) {
	for _, f := range glob(t, "alarms/framac/*.csv", 18) {
		want := predicates(mustImport(t, strings.TrimSuffix(f, ".csv")+".sarif"))
		got := predicates(mustImport(t, f))
		for k := range want {
			if want[k] != 0 && got[k] == 0 {
				t.Errorf("%s: no %s", f, k)
			}
		}
	}
}

// predicates are the open alarms that have a predicate.
func predicates(d *sarif.Document) map[string]int {
	m := map[string]int{}
	for i := range d.Runs[0].Results {
		if a := d.Alarm(0, i); a.Counted && a.Predicate != "" {
			m[fmt.Sprintf("%s %s %s: %s", key(a), a.Status, a.Label, a.Predicate)]++
		}
	}
	return m
}

func TestFramaCRecord(t *testing.T) {
	head := strings.Join(csvHeader, "\t") + "\r\n"
	d := mustParse(t, "\ufeff"+head+
		"/src/my dir\ta.c\t12\tf\tprecondition of strcpy\tUnknown\troom_string: \\valid(dest + (0 .. strlen(src)))\r\n"+
		"FRAMAC_SHARE/libc\tstdio.h\t76\tremove\tassigns clause\tConsidered valid\tassigns \\nothing;\n"+
		".\ta.c\t3\tg\tdangling_pointer\tInvalid or unreachable\t¬\\dangling(&p)\n"+
		".\ta.c\t4\tg\tshift\tInconsistent\t0 ≤ k < 32\n.\ta.c\t5\tg\tshift\tUntried\t0 ≤ k\n.\ta.c\t6\tg\tuser assertion\tNew word\tx ≡ 1\n"+
		".\ta.c\t7\tg\tmem_access\tDead\t\\valid(p)\n.\ta.c\t8\tg\tmem_access\tIgnored\t\\valid(p)\n.\ta.c\t9\tg\tmem_access\tPartially proven\t\\valid(p)\n")
	var got []string
	for i := range d.Runs[0].Results {
		a := d.Alarm(0, i)
		got = append(got, fmt.Sprintf("%s:%d:%d %s|%s|%s|%s|%s", a.Location.Path, a.Location.Region.Line, a.Location.Region.Col, a.Location.Function, a.RuleID, a.Status, a.Label, a.Predicate))
	}
	want := []string{
		`/src/my dir/a.c:12:0 f|precondition of strcpy|unknown|room_string|\valid(dest + (0 .. strlen(src)))`,
		`libc/stdio.h:76:0 remove|assigns clause|valid||`,
		`a.c:3:0 g|dangling_pointer|invalid|dangling_pointer|¬\dangling(&p)`,
		`a.c:4:0 g|shift|inconsistent|shift|0 ≤ k < 32`,
		`a.c:5:0 g|shift|never-tried|shift|0 ≤ k`,
		`a.c:6:0 g|user assertion|unknown||x ≡ 1`,
		`a.c:7:0 g|mem_access|valid|mem_access|\valid(p)`,
		`a.c:8:0 g|mem_access|never-tried|mem_access|\valid(p)`,
		`a.c:9:0 g|mem_access|unknown|mem_access|\valid(p)`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCppcheckPath(t *testing.T) {
	d := mustImport(t, testdata+"/corpus/alarms/cppcheck/tlv.xml")
	a := d.Alarm(0, 0)
	if a.Tool != sarif.Cppcheck || d.Runs[0].Tool.Version != "2.10" || a.Location.Region != (sarif.Region{Line: 65, Col: 12, EndLine: 65}) {
		t.Errorf("alarm %+v", a)
	}
	if want := "Array 's->name[12]' accessed at index 12, which is out of bounds."; a.Message != want || d.Runs[0].Results[0].Level != "error" {
		t.Errorf("message %q", a.Message)
	}
	var texts []string
	for _, s := range d.Flows(0, 0)[0].Steps {
		texts = append(texts, s.Text)
	}
	if want := "Assignment 'm=12', assigned value is 12|Array index out of bounds"; strings.Join(texts, "|") != want {
		t.Errorf("path %q", texts)
	}
	if b := d.Alarm(0, 1); b.RuleID != "missingIncludeSystem" || b.Location.Path != "" {
		t.Errorf("alarm without a place %+v", b)
	}
	zero := mustParse(t, `<results version="2"><cppcheck version="2.4"/><errors><error id="x" severity="style" msg="m" file0="f.c"/>`+
		`<error id="y" severity="warning" msg="m"><location file="C:\dir\f.c" line="0" column="0"/></error></errors></results>`)
	if l := zero.Alarm(0, 0).Location; l.Path != "f.c" || l.Region != (sarif.Region{}) {
		t.Errorf("file0 only: %+v", l)
	}
	if l := zero.Alarm(0, 1).Location; l.Path != "C:/dir/f.c" || l.Region != (sarif.Region{}) {
		t.Errorf("line 0: %+v", l)
	}
}

func TestGCCDiagnostic(t *testing.T) {
	d := mustImport(t, testdata+"/corpus/alarms/gcc/list.json")
	a := d.Alarm(0, 0)
	if a.Tool != sarif.GCC || a.RuleID != "-Wanalyzer-null-dereference" || a.Location.Path != "list.c" || a.Location.Function != "raise_prio" ||
		a.Location.Region != (sarif.Region{Line: 64, Col: 6, EndLine: 64, EndCol: 12}) || a.Message != "dereference of NULL ‘0’" {
		t.Errorf("alarm %+v", a)
	}
	if f := d.Flows(0, 0); len(f) != 1 || len(f[0].Steps) != 4 || f[0].Steps[1].Text != "...to here" {
		t.Errorf("flow %+v", f)
	}
	if d := mustImport(t, testdata+"/corpus/alarms/gcc/ring.json"); d.Count() != 0 || d.Runs[0].ToolKind() != sarif.GCC {
		t.Errorf("an empty array gives %d results", d.Count())
	}
	units := mustParse(t, `[]
[{"kind":"error","message":"e","column-origin":0,"locations":[{"caret":{"file":"a.c","line":1,"column":0}}],"children":[{"kind":"note","message":"n","locations":[{"caret":{"file":"b.h","line":2,"column":1}}]}]}]
[{"kind":"warning","message":"w","option":"-Werror=shift-overflow","locations":[]},{"kind":"note","message":"n","option":"-Wshift-overflow","locations":[]}]
`)
	b, c := units.Alarm(0, 0), units.Alarm(0, 1)
	if units.Count() != 3 || units.Alarm(0, 2).RuleID != "note" || b.RuleID != "error" || b.Location.Region.Col != 1 || units.Runs[0].Results[0].Level != "error" {
		t.Errorf("alarm %+v", b)
	}
	if c.RuleID != "-Wshift-overflow" || c.Location.Path != "" {
		t.Errorf("alarm %+v", c)
	}
}

func TestImportReadsSARIF(t *testing.T) {
	path := glob(t, "alarms/cppcheck217/tlv.sarif", 1)[0]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := mustImport(t, path); d.Text() != string(text) {
		t.Error("SARIF is not passed through")
	}
}

func TestBadInput(t *testing.T) {
	head := strings.Join(csvHeader, "\t") + "\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "x: is empty"},
		"text":              {"\n warning: foo", "x:2:2: is in no format that is read"},
		"UTF-16":            {"\xfe\xff\x00{", "is UTF-16"},
		"CSV fields":        {head + ".\ta.c\t1\tf\n", "x:2:1: a record of 4 fields where 7 are expected"},
		"CSV line":          {head + ".\ta.c\tone\tf\tshift\tUnknown\tp\n", `x:2:7: "one" is not a line number`},
		"CSV titles":        {"directory\tfile\tsomething\n", "x:1:1: does not start with the column titles"},
		"XML truncated":     {`<results version="2"><errors>`, "broken XML"},
		"XML version 1":     {`<results><error/></results>`, `cppcheck XML of version ""`},
		"plist":             {`<?xml version="1.0"?><plist version="1.0"><dict/></plist>`, "root <plist>"},
		"gcc truncated":     {`[{"kind":"warning"`, "x:1:19: the JSON text is truncated"},
		"gcc broken":        {"[]\n[}", "x:2:2: broken JSON"},
		"gcc text between":  {"[]\ncc1: all warnings", "x:2:1: broken JSON"},
		"gcc another array": {`[1]`, "not a diagnostic of gcc"},
		"SARIF 1.0":         {`{"version":"1.0.0","runs":[]}`, "is SARIF 1.0.0"},
	} {
		d, err := Parse("x", c.text)
		var e *sarif.Error
		if d != nil || !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || e.Remedy == "" {
			t.Errorf("%s: error %v, want %q and a remedy", name, err, c.want)
		}
	}
	if _, err := Import(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
}

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{
		"a.c": "a.c", "my dir/ä%.c": "my%20dir/%C3%A4%25.c", "/src/a b.c": "file:///src/a%20b.c",
		`C:\src\a.c`: "file:///C:/src/a.c", "a:b.c": "./a:b.c", "../a.c": "../a.c",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

// FuzzImport: no text makes an importer fail other than by a *sarif.Error, and
// what it makes is SARIF.
func FuzzImport(f *testing.F) {
	for _, path := range foreign(f) {
		if strings.Contains(path, "samples") {
			continue // large
		}
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse("x", text)
		var e *sarif.Error
		if err != nil {
			if !errors.As(err, &e) || e.Remedy == "" || e.Offset > len(text) {
				t.Errorf("error %#v", err)
			}
			return
		}
		for r := range d.Runs {
			for i := range d.Runs[r].Results {
				d.Alarm(r, i)
			}
		}
	})
}
