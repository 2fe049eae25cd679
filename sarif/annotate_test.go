package sarif

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small are logs in the layouts that writers use, with members of every state
// that annotations merge into.
var small = map[string]string{
	"compact":      logOf("clang", `{"ruleId":"a","message":{"text":"m"}},{"message":{"text":"n"}},{"kind":"pass","message":{}}`, ""),
	"empty result": logOf("clang", `{},{ },{}`, ""),
	"empty containers": logOf("clang", `{"message":{},"properties":{},"taxa":[],"codeFlows":[ ],"suppressions":[],"attachments":[]},`+
		`{"message":{},"properties":{ },"suppressions":[ ],"taxa":null},{"message":{},"suppressions":[]}`, `,"properties":{},"taxonomies":[]`),
	"null containers": logOf("clang", `{"message":{},"properties":null,"taxa":null,"codeFlows":null,"suppressions":null,"attachments":null},`+
		`{"message":{},"properties":null,"suppressions":null},{"suppressions":null}`, `,"properties":null,"taxonomies":null`),
	"full containers": logOf("clang", `{"message":{"text":"m"},"properties":{"x":1},"taxa":[{"id":"CWE-1"}],"codeFlows":[{"threadFlows":[]}],"suppressions":[{"kind":"inSource"}],"attachments":[{"artifactLocation":{"uri":"u"}}]},`+
		`{"message":{"text":"m"},"level":"error","kind":"fail","suppressions":[{"kind":"external","justification":"by a person"}]},{"properties":{"y":{}}}`, `,"properties":{"z":[]},"taxonomies":[{"name":"t"}]`),
	"odd spellings": logOf("clang", `{"ki\u006ed":"\u006fpen","level":"n\u006fne","message":{"text":"m\u0041\/"}},{"level":"none","kind":"open"},{}`, ""),
	"spaced":        `{ "version": "2.1.0", "runs": [ { "results": [ { "message": { "text": "m" } }, { "message": { } } ] } ] }`,
	"tabs and CRLF": "{\r\n\t\"version\": \"2.1.0\",\r\n\t\"runs\": [\r\n\t\t{\r\n\t\t\t\"results\": [\r\n\t\t\t\t{\r\n\t\t\t\t\t\"message\": {}\r\n\t\t\t\t},\r\n\t\t\t\t{\r\n\t\t\t\t\t\"ruleId\": \"x\",\r\n\t\t\t\t\t\"message\": {}\r\n\t\t\t\t}\r\n\t\t\t]\r\n\t\t}\r\n\t]\r\n}\r\n",
	"two runs":      `{"version":"2.1.0","runs":[{"results":[{},{}]},{"results":[]},{},{"results":[{}]}]}`,
	"comma first":   "{\"version\":\"2.1.0\"\n,\"runs\":[{\"results\":[{\"message\":{}\n ,\"x\":1}\n ,{}]\n ,\"y\":2}]\n}",
}

// TestAnnotationsComeOffToTheByte: in every layout and profile a second run
// sees the input again, and writes what the first wrote.
func TestAnnotationsComeOffToTheByte(t *testing.T) {
	for name, text := range small {
		d := mustParse(t, text)
		for _, p := range []Profile{ProfileAnnotate, ProfileVerdict} {
			out := mustAnnotate(t, d, p, sampleAll(d))
			again := mustParse(t, out.Text)
			if again.base != text {
				t.Errorf("%s, %s: taken off:\n%s\nwant:\n%s", name, p, again.base, text)
			}
			for _, q := range []Profile{ProfileAnnotate, ProfileVerdict, ProfileGitHub} {
				first, second := mustAnnotate(t, d, q, sampleAll(d)), mustAnnotate(t, again, q, sampleAll(again))
				if first.Text != second.Text {
					t.Errorf("%s: %s after %s is not %s", name, q, p, q)
				}
			}
		}
	}
}

func TestAnnotatedMembers(t *testing.T) {
	d := mustParse(t, small["full containers"])
	out := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d))
	run := list(tree(t, out.Text), "runs")[0]
	taxonomies := list(run, "taxonomies")
	if n := len(taxonomies); n != 2 || taxonomies[1].(map[string]any)["guid"] != taxonomyGUID {
		t.Errorf("our taxonomy is not the last: %v", taxonomies)
	}
	results := list(run, "results")
	reachable, suppressed := results[0], results[1]
	for key, n := range map[string]int{"taxa": 2, "codeFlows": 2, "attachments": 2, "suppressions": 1} {
		if got := len(list(reachable, key)); got != n {
			t.Errorf("the reachable result has %d %s, want %d", got, key, n)
		}
	}
	if got := len(list(suppressed, "suppressions")); got != 2 {
		t.Errorf("the unreachable result has %d suppressions, want 2", got)
	}
	s := list(suppressed, "suppressions")[1].(map[string]any)
	want := map[string]any{"kind": "external", "status": "accepted", "guid": s["guid"],
		"justification": "assay: unreachable: no input makes execution arrive here with the alarm's condition violated; assuming entry main, LP64; certificate cert/1.json, checked by z3 4.8.12"}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Error(diff)
	}
	bag := reachable.(map[string]any)["properties"].(map[string]any)
	triage := bag["assay/triage"].(map[string]any)
	if triage["status"] != "reachable" || triage["confirmed"] != true || triage["reason"] != `because "<&>" ≤ 0` || len(bag) != 2 {
		t.Errorf("properties %v", bag)
	}
	for _, k := range []string{"assumptions", "given", "bounds"} {
		if _, ok := triage[k].([]any); !ok {
			t.Errorf("triage %s is %v, want an array", k, triage[k])
		}
	}
	if _, ok := triage["seconds"]; ok {
		t.Error("seconds stand in reproducible output")
	}
}

// TestSuppressionsOfTheWholeRun is §3.27.23: all results of a run have
// suppressions or none has.
func TestSuppressionsOfTheWholeRun(t *testing.T) {
	d := mustParse(t, logOf("clang", `{},{},{"kind":"pass"},{},{}`, ""))
	at := Location{}
	runs := []RunAnnotation{{Results: []*Annotation{sample(1, at), sample(0, at), nil, nil, sample(4, at)}}}
	out := mustAnnotate(t, d, ProfileAnnotate, runs)
	for i, r := range list(list(tree(t, out.Text), "runs")[0], "results") {
		s, ok := r.(map[string]any)["suppressions"].([]any)
		if want := map[bool]int{i == 0: 1}[true]; !ok || len(s) != want {
			t.Errorf("result %d has suppressions %v, want %d", i, s, want)
		}
	}
	for i, want := range []string{2: `{"kind":"pass","suppressions":[]}`, 3: `{"suppressions":[]}`} {
		if want != "" && !strings.Contains(out.Text, want) {
			t.Errorf("result %d is more than %s", i, want)
		}
	}
	runs[0].Results[0].Suppress = false
	if out := mustAnnotate(t, d, ProfileAnnotate, runs); strings.Contains(out.Text, "suppressions") {
		t.Error("suppressions though none is needed")
	}
}

func TestSummary(t *testing.T) {
	d := mustParse(t, logOf("clang", `{},{},{},{},{},{"kind":"pass"},{},{"kind":"notApplicable"}`, ""))
	out := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d))
	want := Summary{Version: "test", Profile: ProfileAnnotate, Results: 8, Alarms: 5, Reachable: 1, Confirmed: 1,
		Unreachable: 2, Suppressed: 1, Bounded: 1, Undecided: 1, LeftAlone: 2, NotCheckable: []int{6}}
	if diff := cmp.Diff([]Summary{want}, out.Summaries); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(out.Text, `"assay/summary":{"version":"test","profile":"annotate","results":8`) ||
		!strings.Contains(out.Text, `"assay/met":[{"error":"shift","at":"a.c:1:2","status":"reachable","witness":"w.json"}]`) {
		t.Errorf("run properties are not as expected in %s", out.Text)
	}
}

func TestProfileVerdict(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind int // of sample
		want string
	}{
		{`{"kind":"open","level":"none"}`, 0, `{"kind":"fail","level":"error",`},
		{`{"level":"note"}`, 0, `{"level":"note","taxa"`},
		{`{"kind":"open","level":"none"}`, 1, `{"kind":"pass","level":"none",`},
		{`{"level":"error"}`, 1, `{"level":"none","kind":"pass",`},
		{`{"level":"error"}`, 2, `{"level":"none","kind":"open",`},
		{`{}`, 3, `{"kind":"open","level":"none",`},
		{`{"level":"error"}`, 4, `{"level":"error","taxa"`}, // unreachable, but must not be suppressed
	} {
		d := mustParse(t, logOf("x", c.in, ""))
		a := sample(c.kind, Location{})
		a.Flows, a.Attachments = nil, nil
		out := mustAnnotate(t, d, ProfileVerdict, []RunAnnotation{{Results: []*Annotation{a}}})
		if !strings.Contains(out.Text, `"results":[`+c.want) {
			t.Errorf("%s, %s: %s, want %s", c.in, a.Triage.Status, out.Text, c.want)
		}
		if strings.Contains(out.Text, "suppressions") {
			t.Error("the verdict profile suppresses")
		}
	}
	d := mustParse(t, logOf("x", `{"kind":"open"}`, ""))
	out := mustAnnotate(t, d, ProfileVerdict, []RunAnnotation{{Results: []*Annotation{sample(0, Location{})}}})
	if want := `"assay/original":{"kind":"open","absent":["level"]}`; !strings.Contains(out.Text, want) {
		t.Errorf("the original is not kept: %s", out.Text)
	}
}

func TestProfileGitHub(t *testing.T) {
	var results []string
	for i := range 5 {
		results = append(results, fmt.Sprintf(`{"ruleId":"r%d","message":{"text":"m%d"},"locations":[%s]}`, i, i, at("a.c", fmt.Sprintf(`"startLine":%d`, i+1))))
	}
	d := mustParse(t, logOf("clang", strings.Join(results, ", "), ""))
	out := mustAnnotate(t, d, ProfileGitHub, sampleAll(d))
	if len(out.Dropped) != 1 || out.Dropped[0].RuleID != "r1" || out.Dropped[0].Line != 2 || out.Dropped[0].File != "a.c" ||
		out.Dropped[0].Fingerprint != d.Fingerprint(0, 1) || out.Dropped[0].Triage.Status != Unreachable {
		t.Errorf("dropped %+v", out.Dropped)
	}
	var texts []string
	for _, r := range mustParse(t, out.Text).viewGiven(t) {
		texts = append(texts, r.Message.Text)
	}
	want := []string{
		`[assay: reachable, confirmed] m0 Input: argv[1] = "7". The natively compiled program failed this way on it.`,
		`[assay: bounded] m2 Why: because "<&>" ≤ 2.`, `[assay: undecided] m3 Why: because "<&>" ≤ 3.`, `[assay: unreachable] m4 Why: because "<&>" ≤ 4.`,
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(out.Text, "suppressions") {
		t.Error("the github profile suppresses")
	}
	all := &Annotation{Triage: Triage{Status: Unreachable}, Suppress: true}
	out = mustAnnotate(t, d, ProfileGitHub, []RunAnnotation{{Results: []*Annotation{all, all, all, all, all}}})
	if !strings.Contains(out.Text, `"results":[]`) || len(out.Dropped) != 5 || strings.Contains(out.Text, "taxonomies") {
		t.Errorf("all dropped: %s", out.Text)
	}
}

// viewGiven views the text as it stands, annotations included.
func (d *Document) viewGiven(t *testing.T) (rs []Result) {
	runs, err := d.view(d.given)
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		rs = append(rs, runs[i].Results...)
	}
	return rs
}

// TestGitHubLeavesOut: results and runs that a consumer does not take are left
// out and listed, and what is left comes back to the byte.
func TestGitHubLeavesOut(t *testing.T) {
	run := func(name string) string {
		return `{"tool":{"driver":{"name":"` + name + `"}},"results":[{"ruleId":"a","message":{"text":"m"}},{"ruleId":"b","message":{"text":"m"}}]}`
	}
	d := mustParse(t, `{"version":"2.1.0","runs":[`+run("x")+`, `+run("y")+`]}`)
	an := &Annotation{Triage: Triage{Status: Undecided}}
	out := mustAnnotate(t, d, ProfileGitHub, []RunAnnotation{{Omit: true}, {Results: []*Annotation{an, nil}, Cut: map[int]bool{0: true, 1: true}}})
	if len(out.Cut) != 2 || out.Cut[0].RuleID != "a" || out.Cut[0].Run != 1 || out.Cut[0].Triage == nil || out.Cut[1].Triage != nil {
		t.Errorf("cut: %+v", out.Cut)
	}
	if again := mustParse(t, out.Text); len(again.Runs) != 1 || again.Runs[0].Tool.Name != "y" || again.Count() != 0 {
		t.Errorf("left: %s", out.Text)
	}
}

// TestGitHubLineHash: the fingerprint is added where there is none, beside
// others, and taken off again.
func TestGitHubLineHash(t *testing.T) {
	for prints, want := range map[string]string{
		"":                                   `"partialFingerprints":{"primaryLocationLineHash":"f:1"}`,
		`,"partialFingerprints":{}`:          `"partialFingerprints":{"primaryLocationLineHash":"f:1"}`,
		`,"partialFingerprints":null`:        `"partialFingerprints":{"primaryLocationLineHash":"f:1"}`,
		`,"partialFingerprints":{"own":"1"}`: `"partialFingerprints":{"own":"1","primaryLocationLineHash":"f:1"}`,
		`,"partialFingerprints":{"primaryLocationLineHash":"e:2"}`: `"partialFingerprints":{"primaryLocationLineHash":"e:2"}`,
	} {
		d := mustParse(t, logOf("clang", `{"ruleId":"r","message":{"text":"m"}`+prints+`}`, ""))
		an := &Annotation{Triage: Triage{Status: Undecided}, LineHash: "f:1"}
		out := mustAnnotate(t, d, ProfileGitHub, []RunAnnotation{{Results: []*Annotation{an}}})
		if !strings.Contains(out.Text, want) {
			t.Errorf("%q: %s", prints, out.Text)
		}
		if again := mustParse(t, out.Text); again.base != d.base {
			t.Errorf("%q does not come back: %s", prints, again.base)
		}
		plain := mustAnnotate(t, d, ProfileAnnotate, []RunAnnotation{{Results: []*Annotation{an}}})
		if strings.Contains(plain.Text, `"f:1"`) {
			t.Error("the fingerprint is added for others than GitHub")
		}
	}
}

// TestEarlierRunIsReadBack: what explain shows of an annotated file.
func TestEarlierRunIsReadBack(t *testing.T) {
	d := mustParse(t, small["full containers"])
	runs := sampleAll(d)
	seconds := 1.5
	runs[0].Results[0].Triage.Seconds = &seconds
	again := mustParse(t, mustAnnotate(t, d, ProfileVerdict, runs).Text)
	want := runs[0].Results[0].Triage.normalised()
	if diff := cmp.Diff(&want, again.Runs[0].Results[0].Triage); diff != "" {
		t.Error(diff)
	}
	if d.Runs[0].Results[0].Triage != nil || again.Runs[0].Results[1].Kind != "fail" {
		t.Error("the view mixes the analyzer's word with ours")
	}
	flows := again.Flows(0, 0)
	if len(flows) != 1 || !flows[0].Assay {
		t.Fatalf("flows %+v", flows)
	}
	flow := flows[0]
	if flow.Message != "how" || flow.Steps[0].Text != "takes the branch" || flow.Steps[0].Function != "main" {
		t.Errorf("flow %+v", flow)
	}
	if diff := cmp.Diff([]Pair{{"argc", "2"}, {"argv[1]", `"7"`}}, flow.Initial); diff != "" {
		t.Error(diff)
	}
}

func TestStyleFollowsTheFile(t *testing.T) {
	d := mustParse(t, small["tabs and CRLF"])
	text := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d)).Text
	if strings.Count(text, "\n") != strings.Count(text, "\r\n") {
		t.Error("lines end in both ways")
	}
	if want := "\r\n\t\t\t\t\t\"properties\": {\r\n\t\t\t\t\t\t\"assay/triage\": {\r\n\t\t\t\t\t\t\t\"status\": \"reachable\""; !strings.Contains(text, want) {
		t.Errorf("not laid out like the file: %q", text)
	}
	d = mustParse(t, small["compact"])
	if text := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d)).Text; strings.Contains(text, "\n") || strings.Contains(text, `": `) {
		t.Errorf("not compact: %s", text)
	}
}

func TestCallersMistakesPanic(t *testing.T) {
	d := mustParse(t, small["compact"])
	for name, runs := range map[string][]RunAnnotation{
		"too few runs":    {},
		"too few results": {{Results: []*Annotation{nil}}},
		"suppresses a bounded alarm": {{Results: []*Annotation{
			{Suppress: true, Triage: Triage{Status: Bounded}}, nil, nil}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			_, err := d.Annotate(ProfileAnnotate, runs)
			t.Errorf("%s: error %v", name, err)
		}()
	}
}

func TestParseProfile(t *testing.T) {
	for _, name := range []string{"annotate", "verdict", "github"} {
		if p, err := ParseProfile(name); err != nil || string(p) != name {
			t.Errorf("%s: %s, %v", name, p, err)
		}
	}
	if _, err := ParseProfile("gitlab"); err == nil || !strings.Contains(err.Error(), "choose") {
		t.Errorf("error %v", err)
	}
}

func TestSelfCheckSeesEveryDifference(t *testing.T) {
	a := "0123456789"
	edits := []edit{{span{2, 4}, "xy"}, {span{6, 6}, "z"}}
	if !sameApplied(a, edits, "01xy45z6789", nil) || !sameApplied("01xy45z6789", nil, a, edits) {
		t.Error("equal texts differ")
	}
	for _, b := range []string{"", "01xy45z678", "01xy45z67899", "01xy45z6788", "11xy45z6789"} {
		if sameApplied(a, edits, b, nil) || sameApplied(b, nil, a, edits) {
			t.Errorf("%q is taken for equal", b)
		}
	}
}
