package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/assay-dev/assay/integrations/github"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/triage"
	"github.com/assay-dev/assay/sarif"
)

// The tests run the steps of action.yml as a runner of GitHub does: bash with
// its flags, the variables and files of GITHUB_*, outputs handed on. What is
// uploaded is judged by the schema and by GitHub's rules.

// actionFile is the part of action.yml that a runner heeds.
type actionFile struct {
	Inputs map[string]struct {
		Description string `yaml:"description"`
		Default     string `yaml:"default"`
		Required    bool   `yaml:"required"`
	} `yaml:"inputs"`
	Outputs map[string]struct {
		Value string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Using string       `yaml:"using"`
		Steps []actionStep `yaml:"steps"`
	} `yaml:"runs"`
}

type actionStep struct {
	Name string            `yaml:"name"`
	ID   string            `yaml:"id"`
	If   string            `yaml:"if"`
	Run  string            `yaml:"run"`
	Sh   string            `yaml:"shell"`
	Dir  string            `yaml:"working-directory"`
	Env  map[string]string `yaml:"env"`
	Uses string            `yaml:"uses"`
	With map[string]string `yaml:"with"`
}

// runner is one run of the action in a repository.
type runner struct {
	t         *testing.T
	workspace string
	temp      string
	inputs    map[string]string
	outputs   map[string]string // "step.name"
	log       strings.Builder
	failed    string // the step that failed
	code      int
	uploads   []map[string]string
}

// actionText is action.yml, read before a test changes the directory.
var actionText, actionError = os.ReadFile("../../action.yml")

func theAction(t *testing.T) actionFile {
	t.Helper()
	var a actionFile
	if err := errors.Join(actionError, yaml.Unmarshal(actionText, &a)); err != nil {
		t.Fatal(err)
	}
	return a
}

// assayProgram is this test binary under the name of assay (TestMain).
func assayProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "assay")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// runAction runs the action in the repository that is the working directory.
func runAction(t *testing.T, inputs map[string]string) *runner {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, workspace: dir, temp: t.TempDir(), inputs: map[string]string{}, outputs: map[string]string{}}
	action := theAction(t)
	for name, in := range action.Inputs {
		r.inputs[name] = in.Default
		if _, given := inputs[name]; in.Required && !given {
			t.Errorf("input %s is required", name)
		}
	}
	r.inputs["assay"] = assayProgram(t)
	for k, v := range inputs {
		if _, known := action.Inputs[k]; !known {
			t.Errorf("no input %s", k)
		}
		r.inputs[k] = v
	}
	for i := range action.Runs.Steps {
		r.step(&action.Runs.Steps[i])
	}
	return r
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// value evaluates the expressions of a text: inputs, outputs of steps, and the
// two comparisons that the action uses.
func (r *runner) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		e = expression.FindStringSubmatch(e)[1]
		if name, want, ok := strings.Cut(e, " != "); ok {
			return fmt.Sprint(r.name(name) != strings.Trim(want, "'"))
		}
		if name, want, ok := strings.Cut(e, " == "); ok {
			return fmt.Sprint(r.name(name) == strings.Trim(want, "'"))
		}
		return r.name(e)
	})
}

func (r *runner) name(e string) string {
	if input, ok := strings.CutPrefix(e, "inputs."); ok {
		v, known := r.inputs[input]
		if !known {
			r.t.Errorf("no input %s", input)
		}
		return v
	}
	if output, ok := strings.CutPrefix(e, "steps."); ok {
		return r.outputs[strings.Replace(output, ".outputs.", ".", 1)]
	}
	if e == "github.action_path" {
		return "/nonexistent"
	}
	r.t.Errorf("an expression that the test does not know: %s", e)
	return ""
}

// step runs one step.
func (r *runner) step(s *actionStep) {
	if r.failed != "" || s.If != "" && r.value(s.If) != "true" {
		return
	}
	if s.Uses != "" {
		with := map[string]string{"uses": s.Uses}
		for k, v := range s.With {
			with[k] = r.value(v)
		}
		r.uploads = append(r.uploads, with)
		return
	}
	if s.Sh != "bash" {
		r.t.Errorf("step %q has no shell, which GitHub demands", s.Name)
	}
	script := filepath.Join(r.temp, "step.sh")
	output := filepath.Join(r.temp, "output")
	for path, text := range map[string]string{script: r.value(s.Run), output: ""} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = filepath.Join(r.workspace, r.value(s.Dir))
	cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+output, "GITHUB_STEP_SUMMARY="+r.summaryFile(),
		"GITHUB_WORKSPACE="+r.workspace, "RUNNER_TEMP="+r.temp, "GITHUB_ACTIONS=true", "CI=true")
	for k, v := range s.Env {
		cmd.Env = append(cmd.Env, k+"="+r.value(v))
	}
	out, err := cmd.CombinedOutput()
	r.log.Write(out)
	if err != nil {
		r.failed, r.code = s.Name, cmd.ProcessState.ExitCode()
	}
	text, err := os.ReadFile(output)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, l := range strings.Split(string(text), "\n") {
		if k, v, ok := strings.Cut(l, "="); ok {
			r.outputs[s.ID+"."+k] = v
		}
	}
}

func (r *runner) summaryFile() string { return filepath.Join(r.temp, "summary.md") }

func (r *runner) summary() string {
	text, err := os.ReadFile(r.summaryFile())
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// uploaded reads what is handed over for upload and holds it against the schema
// and GitHub's rules.
func (r *runner) uploaded(i int) []*sarif.Document {
	r.t.Helper()
	if i >= len(r.uploads) {
		r.t.Fatalf("%d uploads\n%s", len(r.uploads), r.log.String())
	}
	path := r.uploads[i]["sarif_file"]
	files := []string{path}
	if info, err := os.Stat(path); err != nil {
		r.t.Fatal(err)
	} else if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.sarif")); err != nil || len(files) == 0 {
			r.t.Fatalf("nothing to upload in %s: %v", path, err)
		}
	}
	var docs []*sarif.Document
	for _, f := range files {
		valid(r.t, f)
		text, err := os.ReadFile(f)
		if err != nil {
			r.t.Fatal(err)
		}
		if ps := github.Problems(string(text)); len(ps) > 0 {
			r.t.Errorf("%s: %v", f, ps)
		}
		d, err := sarif.Read(f)
		if err != nil {
			r.t.Fatal(err)
		}
		docs = append(docs, d)
	}
	return docs
}

// actionProgram has three divisions by zero, as the analyzer says: one that
// happens, one that cannot, and one that only could after the first.
const actionProgram = `int main(int argc, char **argv)
{
	int x = argc > 1 ? argv[1][0] : 1;
	int y = 10 / x; /*A*/
	if (argc > 2)
		y += 10 / argc; /*B*/
	return y + 10 / x; /*C*/
}
`

// repo makes a repository with the program in a directory, and an analyzer that
// reports the marks.
func repo(t *testing.T, dir string, marks ...string) {
	t.Helper()
	workIn(t, nil)
	git(t, "init", "-q")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	put(t, map[string]string{"a.c": actionProgram})
	var places []place
	for _, m := range marks {
		places = append(places, place{"a.c", m})
	}
	put(t, map[string]string{"analyze": "#!/bin/sh\ncat > \"$1\" <<'END'\n" + alarmsAt(t, "frama-c", places...) + "\nEND\n"})
	commitAll(t)
}

func (r *runner) check(failed string, code int) {
	r.t.Helper()
	if r.failed != failed || r.code != code {
		r.t.Fatalf("step %q failed with %d, want %q with %d\n%s", r.failed, r.code, failed, code, r.log.String())
	}
}

func TestActionOnARepository(t *testing.T) {
	repo(t, ".", "/*A*/", "/*B*/", "/*C*/")
	r := runAction(t, map[string]string{"analyzer": "sh ./analyze alarms.sarif", "alarms": "alarms.sarif", "sources": "*.c", "category": "frama-c"})
	r.check("Gate", fault.Gate)
	docs := r.uploaded(0)
	if len(docs) != 1 || docs[0].Count() != 1 || r.uploads[0]["category"] != "frama-c" || !strings.HasPrefix(r.uploads[0]["uses"], "github/codeql-action/upload-sarif@") {
		t.Fatalf("uploaded: %d results, %v", docs[0].Count(), r.uploads)
	}
	text := docs[0].Text()
	hash := github.LineHashes(actionProgram)[3]
	for _, want := range []string{`"[assay: reachable, confirmed] division at A Input: `, `"primaryLocationLineHash":"` + hash + `"`, `"codeFlows"`} {
		if !strings.Contains(text, want) && !strings.Contains(text, strings.Replace(want, `":"`, `": "`, 1)) {
			t.Errorf("the upload lacks %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "division at B") || strings.Contains(text, "division at C") {
		t.Errorf("unreachable alarms are uploaded:\n%s", text)
	}
	if dropped, err := os.ReadFile(r.outputs["decide.sarif"] + "/alarms.sarif" + triage.DroppedSuffix); err != nil || strings.Count(string(dropped), `"unreachable"`) != 2 {
		t.Errorf("dropped: %v\n%s", err, dropped)
	}
	if findings := r.uploaded(1); len(findings) != 1 || findings[0].Runs[0].AutomationID != "assay/findings/" {
		t.Errorf("findings: %+v", findings[0].Runs)
	}
	if want := "::error title=division_by_zero%3A reachable%2C confirmed,file=a.c,line=4::division at A [reachable, confirmed: argv[1] = "; !strings.Contains(r.log.String(), want) {
		t.Errorf("no annotation %q in\n%s", want, r.log.String())
	}
	summary := r.summary()
	for _, want := range []string{"| 3 | 1 | 1 | 0 | 0 | 2 | 2 |", "## Reachable", "a.c:4", "    assay replay .assay/witnesses/"} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
	if tr := readTriage(t, r.outputs["decide.report"]); len(tr.Alarms) != 3 {
		t.Errorf("the report has %d alarms", len(tr.Alarms))
	}
}

// A dropped alarm whose proof rests on an error that no alarm shows brings that
// error along as a finding, uploaded under a category of its own.
func TestActionUploadsFindings(t *testing.T) {
	repo(t, ".", "/*C*/")
	r := runAction(t, map[string]string{"analyzer": "sh ./analyze alarms.sarif", "alarms": "alarms.sarif", "sources": "a.c"})
	r.check("", 0)
	if docs := r.uploaded(0); docs[0].Count() != 0 {
		t.Errorf("the alarm is not dropped:\n%s", docs[0].Text())
	}
	findings := r.uploaded(1)[0]
	if findings.Count() != 1 || findings.Runs[0].Results[0].RuleID != "division-by-zero" || findings.Runs[0].Results[0].Locations[0].Region.Line != 4 {
		t.Errorf("findings:\n%s", findings.Text())
	}
}

// Only what a change brings fails the job and is annotated; directories with
// spaces and letters of any alphabet, HTML in messages.
func TestActionOnAChange(t *testing.T) {
	dir := "sub dir/größe,1"
	repo(t, dir, "/*A*/", "/*C*/")
	changed := strings.Replace(actionProgram, "int y = 10 / x; /*A*/", "int z = 7 / (x - 2); /*<script>alert(1)<\\/script>*/\n\tint y = z + 10 / x; /*A*/", 1)
	put(t, map[string]string{"a.c": changed})
	alarms := alarmsAt(t, "frama-c", place{"a.c", "/*A*/"}, place{"a.c", "/*<script>alert(1)<\\/script>*/"})
	put(t, map[string]string{"alarms of today.json": strings.Replace(alarms, `"text": "division at A"`, `"text": "`+strings.Repeat("long ", 40_000)+`"`, 1)})
	commitAll(t)
	t.Chdir("../..")
	inputs := map[string]string{"alarms": "'alarms of today.json'", "sources": "a.c", "new-from-rev": "HEAD~1", "working-directory": dir, "upload": "true"}
	r := runAction(t, inputs)
	r.check("Gate", fault.Gate)
	if docs := r.uploaded(0); docs[0].Count() != 2 || !strings.HasSuffix(docs[0].Name, "alarms of today.sarif") {
		t.Errorf("uploaded %s: %d results", docs[0].Name, docs[0].Count())
	}
	log := r.log.String()
	if want := "file=sub dir/größe%2C1/a.c,line=4::division at <script>alert(1)</script> [reachable"; !strings.Contains(log, want) {
		t.Errorf("no annotation %q in\n%.3000s", want, log)
	}
	summary := r.summary()
	if strings.Contains(summary, "<script>") || !strings.Contains(summary, "## New against HEAD\\~1") {
		t.Errorf("the summary:\n%.3000s", summary)
	}
	inputs["upload"], inputs["fail-on"] = "false", "undecided"
	if r = runAction(t, inputs); len(r.uploads) != 0 {
		t.Errorf("uploaded though asked not to: %v", r.uploads)
	}
	r.check("", 0)
}

// Without verdicts nothing is uploaded: that would close every alert.
func TestActionUploadsNothingOnErrors(t *testing.T) {
	repo(t, ".", "/*A*/")
	for _, inputs := range []map[string]string{
		{"alarms": "none.sarif", "sources": "a.c"},
		{"analyzer": "sh ./analyze alarms.sarif; exit 3", "alarms": "alarms.sarif", "sources": "a.c"},
		{"analyzer": "sh ./analyze alarms.sarif", "alarms": "alarms.sarif", "sources": "a.c", "args": "--entry nobody"},
		{"analyzer": "sh ./analyze alarms.sarif", "alarms": "alarms.sarif", "sources": "a.c", "assay": "/no/such/program"},
	} {
		if r := runAction(t, inputs); r.failed == "" || len(r.uploads) != 0 {
			t.Errorf("%v: failed %q, uploads %v\n%s", inputs, r.failed, r.uploads, r.log.String())
		}
	}
}

// A summary that is too long for GitHub is cut, and says so.
func TestActionCutsSummary(t *testing.T) {
	repo(t, ".", "/*A*/")
	alarms := alarmsAt(t, "frama-c", place{"a.c", "/*A*/"})
	put(t, map[string]string{"alarms.sarif": strings.Replace(alarms, "division at A", strings.Repeat("many words ", 200_000), 1)})
	r := runAction(t, map[string]string{"alarms": "alarms.sarif", "sources": "a.c", "fail-on": ""})
	r.check("", 0)
	if s := r.summary(); len(s) > 1<<20 || !strings.Contains(s, "The summary is longer than GitHub shows") || !strings.Contains(s, "| 1 | 1 | 1 |") {
		t.Errorf("%d bytes: %.300s … %s", len(s), s, s[max(0, len(s)-300):])
	}
}

// Every input is documented and used.
func TestActionInputs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/github.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(actionText)
	for name, in := range theAction(t).Inputs {
		if in.Description == "" || !strings.Contains(text, "inputs."+name+" ") {
			t.Errorf("input %s is not described or not used", name)
		}
		if !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("docs/github.md does not speak of %s", name)
		}
	}
}
