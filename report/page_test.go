package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assay-dev/assay/engine"
)

// hostile is text of a program or an analyzer that means something to every
// format: a script that would show that it ran, markup, a table's border, a
// control character, a line's end.
const hostile = "</code><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> | [a](javascript:alert(1)) `x` @all \x1b[31m\n# h & ]]>"

func hostileTriage() *Triage {
	t := sample()
	for i := range t.Alarms {
		a := &t.Alarms[i]
		a.Message, a.Rule, a.File = hostile, hostile, hostile
		a.Outcome.Reason, a.Outcome.Next, a.Outcome.Violation, a.Outcome.Witness = hostile, hostile, hostile, hostile
		a.Outcome.Inputs, a.Outcome.Assumptions = []string{hostile}, []string{hostile}
		a.Outcome.Path = []Step{{File: hostile, Line: 1, Function: hostile, Text: hostile}}
	}
	t.Inputs, t.Notes = []string{hostile}, []string{hostile}
	return t
}

func point(kind, status, text string, line int) CodePoint {
	p := CodePoint{Kind: kind, Function: "f", File: "src/a.c", Span: Span{line, 5, line, 9}, Text: text, Status: status, Compiled: true,
		Outcome: Outcome{Assumptions: []string{"entry point main"}}}
	if status != Live {
		p.Why = "every path was followed to its end, and none comes here"
	}
	return p
}

// deadSample has a point of every kind that the reports tell apart.
func deadSample() *DeadCode {
	live := point(KindBranch, Live, "n > 0", 3)
	live.Taken, live.Outcome.Confirmed, live.Outcome.Inputs = true, true, []string{"no arguments"}
	other := point(KindBranch, Dead, "n > 0", 3)
	uncompiled := point(KindRegion, Dead, "{ x = 1; }", 5)
	uncompiled.Compiled, uncompiled.Why = false, "the condition `0` at line 5 is constant"
	unless := point(KindRegion, Dead, "=cmd()", 6)
	unless.Outcome.Given = []Given{{Error: "out-of-bounds", File: "src/a.c", Line: 2, Col: 1}}
	bounded := point(KindRegion, Bounded, "deep();", 7)
	bounded.Outcome.Bounds = []engine.Bound{{Kind: "loop", At: "src/a.c:6", Limit: 4}}
	undecided := point(KindRegion, Undecided, "odd();", 8)
	undecided.Why, undecided.Outcome.Next = "time ran out before the search reached it", "give more time with --timeout"
	inside := point(KindRegion, Dead, "part", 5)
	inside.Inside = true
	function := point(KindFunction, Live, "f", 1)
	function.Outcome.Confirmed = true
	return &DeadCode{
		Tool: "assay 1.0", Entry: []string{"main"}, Program: ProgramInfo{"a.c", "LP64", "x86_64-pc-linux-gnu", "00ff"},
		Sources: []SourceHash{{"src/a.c", "ab12"}}, Settings: []string{"extern=havoc"}, Assumptions: []string{"entry point main"},
		Notes:  []string{},
		Points: []CodePoint{function, live, other, uncompiled, inside, unless, bounded, undecided}, Runs: 2,
		Files: []CodeFile{{Name: "src/a.c", Lines: []CodeLine{{1, Live, 2}, {3, Live, 2}, {5, Dead, 0}, {6, Dead, 0}, {7, Bounded, 0}, {8, Undecided, 0}},
			Text: []string{"int f(int n)", "{", "    if (n > 0)", "        n = 1;", "    if (0) { x = 1; }", "    =cmd();", "    deep();", "    odd();", "}"}}},
	}
}

func write(t *testing.T, f func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormatGoldens(t *testing.T) {
	for _, f := range Formats() {
		if f.Name == "markdown" || f.Name == "junit" {
			checkGolden(t, "triage."+f.Name, write(t, func(w io.Writer) error { return f.Write(w, sample(), Style{}) }))
		}
	}
	for _, f := range DeadFormats() {
		if f.Name != "html" {
			checkGolden(t, "deadcode."+f.Name, write(t, func(w io.Writer) error { return f.Write(w, deadSample(), Style{}) }))
		}
	}
}

// The four counts are apart, and add up.
func TestDeadCounts(t *testing.T) {
	got := deadSample().Count(KindRegion)
	if want := (CodeCounts{Dead: 3, Uncompiled: 1, Unless: 1, Bounded: 1, Undecided: 1, Total: 5}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if n := len(deadSample().Gate([]string{Dead})); n != 3 {
		t.Errorf("%d dead points are reported, want 3: what lies inside another is not", n)
	}
}

// browser is a Chromium without a window.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-headless-shell", "google-chrome", "chromium-browser"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("no Chromium is installed: apt-get install chromium")
	return ""
}

// open lets a browser load a page and returns the document that its scripts
// leave.
func open(t *testing.T, page string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + t.TempDir(), "--dump-dom"}, flags...)
	out, err := exec.Command(browser(t), append(args, "file://"+path)...).Output()
	if err != nil {
		t.Fatalf("the browser: %v", err)
	}
	return string(out)
}

func TestPagesInABrowser(t *testing.T) {
	d := deadSample()
	d.Points[3].Text, d.Points[3].Why, d.Files[0].Text[4] = hostile, hostile, hostile
	d.Notes = []string{hostile}
	pages := map[string]struct{ text, title, count string }{
		"dead code": {write(t, func(w io.Writer) error { return DeadHTML(w, d, Style{}) }), "<title>Dead code</title>", "5 of 5"},
		"triage":    {write(t, func(w io.Writer) error { return HTML(w, hostileTriage(), Style{}) }), "<title>Alarms and verdicts</title>", "5 of 5"},
	}
	for name, p := range pages {
		if strings.Contains(p.text, "<script>document") || strings.Contains(p.text, "<img") {
			t.Errorf("%s: text of the program is markup", name)
		}
		for _, outside := range []string{"src=", "@import", "url(", "<link"} {
			if strings.Contains(strings.ReplaceAll(p.text, "img src=x", ""), outside) {
				t.Errorf("%s: the page is not self-contained: it has %s", name, outside)
			}
		}
		dom := open(t, p.text)
		if !strings.Contains(dom, p.title) {
			t.Errorf("%s: the title is gone: a script of the program ran, or the page did not load", name)
		}
		if !strings.Contains(dom, ">"+p.count+"</span>") {
			t.Errorf("%s: the filter did not count %s:\n%.2000s", name, p.count, dom)
		}
	}
}

// The keys and the filter work: a script of the test's own presses them.
func TestPageKeys(t *testing.T) {
	page := write(t, func(w io.Writer) error { return DeadHTML(w, deadSample(), Style{}) })
	press := `<script>
const key = k => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
key("j"); key("j");
document.body.dataset.focus = [...document.querySelectorAll(".item")].indexOf(document.activeElement);
key("/");
document.body.dataset.search = document.activeElement.id;
document.activeElement.value = "DEEP";
document.activeElement.dispatchEvent(new Event("input"));
document.body.dataset.left = document.getElementById("count").textContent;
key("Escape");
document.querySelector("input[value=dead]").click();
document.body.dataset.boxes = document.getElementById("count").textContent;
</script></body>`
	dom := open(t, strings.Replace(page, "</body>", press, 1))
	for _, want := range []string{`data-focus="1"`, `data-search="search"`, `data-left="1 of 5"`, `data-boxes="2 of 5"`} {
		if !strings.Contains(dom, want) {
			t.Errorf("missing %s", want)
		}
	}
}

// Light and dark both have a paper and an ink of their own.
func TestPageColours(t *testing.T) {
	page := write(t, func(w io.Writer) error { return DeadHTML(w, deadSample(), Style{}) })
	look := `<script>const s = getComputedStyle(document.body); document.body.dataset.colours = s.color + "/" + s.backgroundColor;</script></body>`
	page = strings.Replace(page, "</body>", look, 1)
	light, dark := open(t, page), open(t, page, "--blink-settings=preferredColorScheme=0")
	if !strings.Contains(light, `data-colours="rgb(28, 33, 40)/rgb(255, 255, 255)"`) {
		t.Error("light: wrong colours")
	}
	if !strings.Contains(dark, `data-colours="rgb(226, 230, 236)/rgb(20, 24, 29)"`) {
		t.Error("dark: wrong colours")
	}
}

func TestHostileMarkdown(t *testing.T) {
	d := deadSample()
	d.Points[3].Text = hostile
	for name, text := range map[string]string{
		"triage":    write(t, func(w io.Writer) error { return Markdown(w, hostileTriage(), Style{}) }),
		"dead code": write(t, func(w io.Writer) error { return DeadMarkdown(w, d, Style{}) }),
	} {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "    ") { // code: nothing in it means anything
				continue
			}
			for _, bad := range []string{"<", "\x1b", "](", "@"} {
				if strings.Contains(strings.ReplaceAll(line, `\]\(`, ""), bad) {
					t.Errorf("%s: %q is left in %q", name, bad, line)
				}
			}
			if strings.HasPrefix(line, "| ") && strings.Count(line, "|")-strings.Count(line, `\|`) > 8 {
				t.Errorf("%s: a border in a cell: %q", name, line)
			}
		}
	}
}

func TestHostileJUnit(t *testing.T) {
	text := write(t, func(w io.Writer) error { return JUnit(w, hostileTriage(), Style{}) })
	var doc junitSuites
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	s := doc.Suites[0]
	if s.Tests != 5 || s.Failures != 2 || s.Skipped != 2 || len(s.Cases) != 5 {
		t.Errorf("got %d tests, %d failures, %d skipped, %d cases", s.Tests, s.Failures, s.Skipped, len(s.Cases))
	}
	if !strings.Contains(s.Cases[0].Failure.Text, "<script>") {
		t.Error("the text is not the message's")
	}
}

func TestDeadCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(write(t, func(w io.Writer) error { return DeadCSV(w, deadSample(), Style{}) }))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := len(csvHead) - 1
	for i, r := range rows[1:] {
		if r[last] != "" {
			t.Errorf("row %d: the disposition is %q, not empty", i, r[last])
		}
	}
	if rows[6][7] != "'=cmd()" {
		t.Errorf("a formula: %q", rows[6][7])
	}
}

func TestDeadSARIFIsValid(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "testdata", "sarif", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []*DeadCode{deadSample(), {Tool: "assay 1.0"}} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, func(w io.Writer) error { return DeadSARIF(w, d, Style{}) })))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Error(err)
		}
	}
}

// genhtml of lcov accepts the tracefile, the flag U included.
func TestGenhtmlAcceptsLCOV(t *testing.T) {
	if _, err := exec.LookPath("genhtml"); err != nil {
		t.Fatal("genhtml is not installed: apt-get install lcov")
	}
	dir := t.TempDir()
	d := deadSample()
	if err := os.MkdirAll(filepath.Join(dir, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	trace := write(t, func(w io.Writer) error { return DeadLCOV(w, d, Style{}) })
	for name, text := range map[string]string{"src/a.c": strings.Join(d.Files[0].Text, "\n") + "\n", "trace.info": trace} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("genhtml", "--branch-coverage", "-o", "out", "trace.info")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("genhtml: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), "33.3% (2 of 6 lines)") {
		t.Errorf("genhtml counted otherwise:\n%s", out)
	}
}

// The page of a comparison marks what is new and can show that alone; a proof
// links to its certificate.
func TestTriagePageOfAChange(t *testing.T) {
	tr := changed()
	at := 0
	for i := range tr.Alarms {
		if tr.Alarms[i].Outcome.Status == engine.Unreachable.String() {
			at = i
		}
	}
	proof := &tr.Alarms[at].Outcome
	proof.Certificate, proof.Checked = `proofs/a"b c.json`, "z3 4.8.12"
	link := func(path string) string {
		return "../" + strings.ReplaceAll(strings.ReplaceAll(path, " ", "%20"), `"`, "%22")
	}
	page := write(t, func(w io.Writer) error { return HTML(w, tr, Style{Link: link}) })
	press := `<script>
document.getElementById("new").click();
document.body.dataset.fresh = document.getElementById("count").textContent;
document.getElementById("new").click();
document.body.dataset.all = document.getElementById("count").textContent;
document.body.dataset.link = document.querySelector("details a").getAttribute("href");
</script></body>`
	dom := open(t, strings.Replace(page, "</body>", press, 1))
	c := tr.Comparison
	fresh := c.NewReachable + c.NewBounded + c.NewUndecided + c.NewUnreachable
	for _, want := range []string{fmt.Sprintf(`data-fresh="%d of 5"`, fresh), `data-all="5 of 5"`, `data-link="../proofs/a%22b%20c.json"`,
		`<span class="tag new">new</span>`, `<span class="tag new">no longer unreachable</span>`, "Against main", "<h3>Fixed</h3>",
		`assay check 'proofs/a"b c.json' -- SOURCES`, "(checked: z3 4.8.12)"} {
		if !strings.Contains(dom, want) {
			t.Errorf("missing %s", want)
		}
	}
}
