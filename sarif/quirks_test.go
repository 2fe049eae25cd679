package sarif

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// logOf wraps one result, and what else a run needs, into a log.
func logOf(tool, result, more string) string {
	return fmt.Sprintf(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":%q}},"results":[%s]%s}]}`, tool, result, more)
}

func at(uri, region string) string {
	return fmt.Sprintf(`{"physicalLocation":{"artifactLocation":{"uri":%q},"region":{%s}}}`, uri, region)
}

// alarmOf reads a log with one result.
func alarmOf(t *testing.T, text string) Alarm {
	t.Helper()
	return mustParse(t, text).Alarm(0, 0)
}

func TestToolKinds(t *testing.T) {
	for name, want := range map[string]ToolKind{
		"frama-c": FramaC, "Frama-C": FramaC, "clang": Clang, "clang static analyzer": Clang,
		"Cppcheck": Cppcheck, "cppcheck": Cppcheck, "GNU C17": GCC, "GNU C++17": GCC, "gcc": GCC,
		"Flawfinder": Flawfinder, "CodeQL": CodeQL, "Semgrep OSS": Semgrep, "Infer": Infer,
		"ESLint": Other, "": Other,
	} {
		if got := (&Run{Tool: Component{Name: name}}).ToolKind(); got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

func TestFramaCColumnsCountFromZero(t *testing.T) {
	for region, want := range map[string]Region{
		`"startLine":3,"startColumn":9,"endLine":3,"endColumn":10`: {3, 10, 3, 11},
		`"startLine":3,"endLine":4,"endColumn":10`:                 {3, 1, 4, 11}, // a start column of 0 is left out
		`"startLine":3,"startColumn":4`:                            {3, 5, 3, 0},
		`"startLine":3`:                                            {3, 0, 3, 0}, // no columns, as from a CSV report
	} {
		got := alarmOf(t, logOf("frama-c", `{"message":{},"locations":[`+at("a.c", region)+`]}`, "")).Location.Region
		if got != want {
			t.Errorf("{%s} is %v, want %v", region, got, want)
		}
	}
}

func TestOtherColumnsCountFromOne(t *testing.T) {
	for region, want := range map[string]Region{
		`"startLine":3,"startColumn":9,"endColumn":10`: {3, 9, 3, 10},
		`"startLine":3`: {3, 0, 3, 0},
		`"startLine":0,"startColumn":0,"endLine":0,"endColumn":0`: {},           // cppcheck
		`"startLine":3,"startColumn":1,"endLine":0`:               {3, 1, 3, 0}, // clang 14 in macros
		`"startLine":3.0,"startColumn":1e1`:                       {3, 10, 3, 0},
		`"startLine":-1,"startColumn":-5`:                         {},
		`"startLine":null`:                                        {},
	} {
		got := alarmOf(t, logOf("clang", `{"message":{},"locations":[`+at("a.c", region)+`]}`, "")).Location.Region
		if got != want {
			t.Errorf("{%s} is %v, want %v", region, got, want)
		}
	}
}

func TestCppcheckAlarmIsTheLastLocation(t *testing.T) {
	locations := `"locations":[` + at("a.c", `"startLine":1`) + "," + at("b.c", `"startLine":2`) + `]`
	for tool, want := range map[string]string{"Cppcheck": "b.c", "clang": "a.c", "GNU C17": "a.c"} {
		if got := alarmOf(t, logOf(tool, `{"message":{},`+locations+`}`, "")).Location.Path; got != want {
			t.Errorf("%s: the alarm is in %s, want %s", tool, got, want)
		}
	}
	if l := alarmOf(t, logOf("clang", `{"message":{}}`, "")).Location; l.Path != "" || l.Artifact.HasIndex {
		t.Errorf("a result without locations is at %+v", l)
	}
}

func TestFramaCStatus(t *testing.T) {
	for members, want := range map[string]AlarmStatus{
		`"kind":"open","level":"none"`: StatusUnknown, `"level":"error"`: StatusInvalid,
		`"kind":"pass"`: StatusValid, `"kind":"notApplicable"`: StatusNeverTried, `"kind":"review"`: StatusInconsistent,
	} {
		a := alarmOf(t, logOf("frama-c", `{"message":{},`+members+`}`, ""))
		if a.Status != want || a.Counted == (want == StatusValid || want == StatusNeverTried) {
			t.Errorf("{%s}: status %s, counted %v; want status %s", members, a.Status, a.Counted, want)
		}
	}
	if a := alarmOf(t, logOf("clang", `{"message":{}}`, "")); a.Status != "" || !a.Counted {
		t.Errorf("clang: status %q, counted %v", a.Status, a.Counted)
	}
}

func TestPredicate(t *testing.T) {
	block := func(s string) string { return "shift:\n\n```acsl\n" + s + "\n```\n\nThis alarm" }
	for markdown, want := range map[string][2]string{
		block("assert index_bound: i < 10;"):                           {"i < 10", "index_bound"},
		block("assert\nsigned_overflow:\n  -2147483648 ≤\n    a * b;"): {"-2147483648 ≤ a * b", "signed_overflow"},
		block(`assert dangling_pointer: ¬\dangling(&p);`):              {`¬\dangling(&p)`, "dangling_pointer"},
		block("requires room: \\valid(dest + (0 .. strlen(src)));"):    {`\valid(dest + (0 .. strlen(src)))`, "room"},
		block("assert Eva: index_bound: 0 ≤ i;"):                       {"0 ≤ i", "Eva: index_bound"},
		block("assert c ? x : y;"):                                     {"c ? x : y", ""},
		block("assert division_by_zero: (long)months ≢ 0;"):            {"(long)months ≢ 0", "division_by_zero"},
		"no block":                   {"", ""},
		"```acsl\nassert unfinished": {"", ""},
	} {
		p, l := acsl(markdown)
		if p != want[0] || l != want[1] {
			t.Errorf("%q: predicate %q, label %q; want %q", markdown, p, l, want)
		}
	}
}

// TestPredicateInText: a converter may put the clause into the plain text.
func TestPredicateInText(t *testing.T) {
	for text, want := range map[string][3]string{ // rule, predicate, label
		"division_by_zero. assert j ≢ 0;":                                            {"division_by_zero", "j ≢ 0", ""},
		"shift: assert shift: 0 ≤ (int)(n + 31) < 32;":                               {"shift", "0 ≤ (int)(n + 31) < 32", "shift"},
		"precondition of strlen: valid_string_s: valid_read_string(s)":               {"precondition of strlen", "valid_read_string(s)", "valid_string_s"},
		"index_bound: i < 4":                                                         {"index_bound", "i < 4", ""},
		"signed_overflow.":                                                           {"signed_overflow", "", ""},
		"assigns clause: assigns \\nothing;":                                         {"assigns clause", "", ""},
		"specialization of valid_string_s at stmt 9.":                                {"user-spec", "", ""},
		"This alarm represents a potential overflow. An assert may fail; see manual": {"signed_overflow", "", ""},
	} {
		if p, l := inText(want[0], text); p != want[1] || l != want[2] {
			t.Errorf("%s: %q, %q", text, p, l)
		}
	}
}

func TestPaths(t *testing.T) {
	const bases = `,"originalUriBaseIds":{"PWD":{"uri":"file:///src/my%20dir/"},"SUB":{"uri":"sub","uriBaseId":"PWD"},"LOOP":{"uri":"x/","uriBaseId":"LOOP"},"OPEN":{"description":{"text":"anywhere"}}},` +
		`"artifacts":[{"location":{"uri":"art.c","uriBaseId":"PWD"}}]`
	for _, c := range []struct{ tool, location, want string }{
		{"clang", `"uri":"file:///src/a%20b.c"`, "/src/a b.c"},
		{"clang", `"uri":"file://localhost/src/a.c"`, "/src/a.c"},
		{"clang", `"uri":"file:///C:/src/a.c"`, "C:/src/a.c"},
		{"clang", `"uri":"C:\\src\\a.c"`, "C:/src/a.c"},
		{"clang", `"uri":"file://host/share/a.c"`, "//host/share/a.c"},
		{"clang", `"uri":"../inc/./a.h"`, "../inc/a.h"},
		{"clang", `"uri":"100%.c"`, "100%.c"},
		{"clang", `"uri":"https://example.org/a.c"`, "https://example.org/a.c"},
		{"clang", `"uri":"a.c","uriBaseId":"PWD"`, "/src/my dir/a.c"},
		{"clang", `"uri":"a.c","uriBaseId":"SUB"`, "/src/my dir/sub/a.c"},
		{"clang", `"uri":"a.c","uriBaseId":"OPEN"`, "a.c"},
		{"Flawfinder", `"uri":"a.c","uriBaseId":"SRCROOT"`, "a.c"},
		{"clang", `"uri":"/abs/a.c","uriBaseId":"PWD"`, "/abs/a.c"},
		{"clang", `"index":0`, "/src/my dir/art.c"},
		{"clang", `"index":7`, ""},
		{"frama-c", `"uri":"usr/include/stdio.h"`, "/usr/include/stdio.h"},
		{"frama-c", `"uri":"a.c","uriBaseId":"PWD"`, "/src/my dir/a.c"},
	} {
		result := `{"message":{},"locations":[{"physicalLocation":{"artifactLocation":{` + c.location + `}}}]}`
		if got := alarmOf(t, logOf(c.tool, result, bases)).Location.Path; got != c.want {
			t.Errorf("%s {%s}: path %q, want %q", c.tool, c.location, got, c.want)
		}
	}
	loop := `{"message":{},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.c","uriBaseId":"LOOP"}}}]}`
	if got := alarmOf(t, logOf("clang", loop, bases)).Location.Path; !strings.HasSuffix(got, "x/a.c") {
		t.Errorf("circular bases give %q", got)
	}
}

// TestRules covers the ways a result names its rule, with the tool after the
// results, as cppcheck writes it.
func TestRules(t *testing.T) {
	const tool = `"tool":{"driver":{"name":"CodeQL","rules":[{"id":"d0","defaultConfiguration":{"level":"error"},"messageStrings":{"m":{"text":"{0} of {1}, {{0}}"}}}]},` +
		`"extensions":[{"name":"ext","guid":"G","rules":[{"id":"e0"},{"id":"e1","defaultConfiguration":{"level":"note"}}]}]}`
	for _, c := range []struct{ result, id, level, text string }{
		{`"ruleId":"x"`, "x", "warning", ""},
		{`"ruleIndex":0`, "d0", "error", ""},
		{`"ruleId":"d0/sub"`, "d0/sub", "error", ""},
		{`"rule":{"id":"r","index":0}`, "r", "error", ""},
		{`"rule":{"index":1,"toolComponent":{"index":0}}`, "e1", "note", ""},
		{`"rule":{"index":1,"toolComponent":{"guid":"g"}}`, "e1", "note", ""},
		{`"rule":{"index":0,"toolComponent":{"name":"ext"}}`, "e0", "warning", ""},
		{`"ruleId":"d0","level":"note"`, "d0", "note", ""},
		{`"ruleId":"d0","kind":"open"`, "d0", "none", ""},
		{`"ruleIndex":9`, "", "warning", ""},
		{`"ruleId":"d0","message":{"id":"m","arguments":["a","b"]}`, "d0", "error", "a of b, {0}"},
		{`"ruleId":null,"ruleIndex":-1`, "", "warning", ""},
	} {
		d := mustParse(t, `{"runs":[{"results":[{`+c.result+`}],`+tool+`}],"version":"2.1.0"}`)
		r := d.Runs[0].Results[0]
		if r.RuleID != c.id || r.Level != c.level || r.Message.Text != c.text {
			t.Errorf("{%s}: rule %q, level %q, text %q; want %+v", c.result, r.RuleID, r.Level, r.Message.Text, c)
		}
	}
}

// TestFramaCRulesAreInATaxonomy also covers that the driver has none.
func TestFramaCRulesAreInATaxonomy(t *testing.T) {
	d := mustParse(t, logOf("frama-c", `{"message":{},"ruleIndex":1}`, `,"taxonomies":[{"name":"frama-c","rules":[{"id":"shift"},{"id":"mem_access"}]}]`))
	if id := d.Alarm(0, 0).RuleID; id != "mem_access" {
		t.Errorf("rule %q", id)
	}
}

func TestMessagesAndSuppressions(t *testing.T) {
	d := mustParse(t, logOf("clang", `{"message":{"text":"a\u00e9\ud83d\ude00\n\"\\\/\t\ud800x"},"suppressions":[{"kind":"inSource","status":"accepted","justification":"by hand","guid":"g"}],`+
		`"fingerprints":{"b":"2","a":1},"partialFingerprints":{"p":"q"},"unknown":[1,{"x":null}]}`, ""))
	r := d.Runs[0].Results[0]
	if want := "aé😀\n\"\\/\t\ufffdx"; r.Message.Text != want {
		t.Errorf("text %q, want %q", r.Message.Text, want)
	}
	if diff := cmp.Diff([]Suppression{{"g", "inSource", "accepted", "by hand"}}, r.Suppressions); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Pair{{"b", "2"}, {"a", "1"}}, r.Fingerprints); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Pair{{"p", "q"}}, r.PartialFingerprints); diff != "" {
		t.Error(diff)
	}
}

func TestFingerprints(t *testing.T) {
	one := `{"ruleId":"r","message":{"text":"m"},"locations":[` + at("/x/a.c", `"startLine":3`) + `]}`
	moved := strings.Replace(one, "/x/a.c", "/y/a.c", 1)
	other := strings.Replace(one, `"r"`, `"s"`, 1)
	d := mustParse(t, logOf("clang", strings.Join([]string{one, other, moved, one}, ","), ""))
	f := func(i int) string { return d.Fingerprint(0, i) }
	if len(f(0)) != 16 || f(0) == f(1) || f(2) != f(0)+":2" || f(3) != f(0)+":3" {
		t.Errorf("fingerprints %s %s %s %s", f(0), f(1), f(2), f(3))
	}
	if run, i, ok := d.Find(f(2)); run != 0 || i != 2 || !ok {
		t.Errorf("Find gives %d, %d, %v", run, i, ok)
	}
	if _, _, ok := d.Find("0123456789abcdef"); ok {
		t.Error("Find finds what is not there")
	}
	if g := mustParse(t, logOf("clang", other+","+one, "")).Fingerprint(0, 1); g != f(0) {
		t.Errorf("the fingerprint depends on other results: %s and %s", g, f(0))
	}
}

func TestFlowsOfClang(t *testing.T) {
	d := mustRead(t, corpus+"/alarms/clang14/checksum.sarif")
	flows := d.Flows(0, 0)
	if len(flows) != 1 || flows[0].Assay || len(flows[0].Steps) < 4 {
		t.Fatalf("flows %+v", flows)
	}
	first := flows[0].Steps[0]
	if first.Path != "/src/corpus/checksum.c" || first.Region.Line != 85 || first.Text != "'bytes' initialized to 0" || !first.Essential {
		t.Errorf("first step %+v", first)
	}
}
