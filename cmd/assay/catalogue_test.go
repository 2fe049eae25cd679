package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/sarif/importers"
	"github.com/assay-dev/assay/targets"
)

const catalogueDir = "../../testdata/catalogue"

// catalogueRow is a line of alarms.tsv: an alarm of some rule at the lines of a program
// that end in a mark.
type catalogueRow struct {
	tool                sarif.ToolKind
	id, program, mark   string
	made                string
	onTrue, onFalse     string // the verdicts wanted
	text                string // message, or predicate of Frama-C
	trueLine, falseLine []int
}

// wants lists the lines of the row's program where an alarm is expected, with the
// verdicts.
func (r *catalogueRow) wants() map[int]string {
	want := map[int]string{}
	for _, l := range r.trueLine {
		want[l] = r.onTrue
	}
	for _, l := range r.falseLine {
		want[l] = r.onFalse
	}
	return want
}

// rule is the entry of the catalogue that the row is about.
func (r *catalogueRow) rule() targets.Rule {
	return targets.RuleFor(r.tool, r.id, r.text)
}

var markComment = regexp.MustCompile(`// ((?:[TF] \w+(?:; )?)+)$`)

// marks finds the marked lines of a program: "T name" and "F name" to lines.
func marks(t *testing.T, program string) map[string][]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(catalogueDir, program+".c"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]int{}
	for i, l := range strings.Split(string(text), "\n") {
		if m := markComment.FindStringSubmatch(l); m != nil {
			for _, mark := range strings.Split(m[1], "; ") {
				found[mark] = append(found[mark], i+1)
			}
		}
	}
	return found
}

// tableLines reads a table: lines of fields between tabs, with comments and a heading.
func tableLines(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(catalogueDir, name))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, l := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if !strings.HasPrefix(l, "#") {
			rows = append(rows, strings.Split(l, "\t"))
		}
	}
	return rows[1:]
}

func catalogueRows(t *testing.T) []*catalogueRow {
	t.Helper()
	byProgram := map[string]map[string][]int{}
	var rows []*catalogueRow
	for _, f := range tableLines(t, "alarms.tsv") {
		if len(f) != 8 {
			t.Fatalf("alarms.tsv: %d fields in %q", len(f), f)
		}
		r := &catalogueRow{
			tool: sarif.ToolKind(f[0]), id: f[1], program: f[2], mark: f[3], made: f[4], onTrue: f[5], onFalse: f[6], text: f[7],
		}
		if byProgram[r.program] == nil {
			byProgram[r.program] = marks(t, r.program)
		}
		r.trueLine, r.falseLine = byProgram[r.program]["T "+r.mark], byProgram[r.program]["F "+r.mark]
		if len(r.trueLine)+len(r.falseLine) == 0 {
			t.Fatalf("%s.c has no line marked %s", r.program, r.mark)
		}
		rows = append(rows, r)
	}
	return rows
}

// TestCatalogueIsCovered: every entry of the catalogue that is decided has alarms whose
// claim is true and alarms whose claim is false, or stands in uncovered.tsv with the
// reason. That list can only shrink: an entry in both is an error.
func TestCatalogueIsCovered(t *testing.T) {
	name := func(r targets.Rule) string { return string(r.Tool) + "\t" + r.ID + "\t" + r.Message }
	covered := map[string]int{}
	for _, r := range catalogueRows(t) {
		if r.onTrue != "reachable" && r.onTrue != "undecided" || r.onFalse != "unreachable" && r.onFalse != "undecided" {
			t.Errorf("%s %s: a wrong verdict is wanted", r.tool, r.id)
		}
		if len(r.trueLine) > 0 {
			covered[name(r.rule())] |= 1
		}
		if len(r.falseLine) > 0 {
			covered[name(r.rule())] |= 2
		}
	}
	excused := map[string]bool{}
	for _, f := range tableLines(t, "uncovered.tsv") {
		if len(f) != 4 || f[3] == "" {
			t.Errorf("uncovered.tsv: %q gives no reason", f)
			continue
		}
		excused[strings.Join(f[:3], "\t")] = true
	}
	for _, r := range targets.Rules() {
		if !r.Checkable || r.Look == targets.LookNothing {
			continue
		}
		switch key := name(r); {
		case covered[key] == 3 && excused[key]:
			t.Errorf("%q has its programs: take it out of uncovered.tsv", key)
		case covered[key] != 3 && !excused[key]:
			t.Errorf("%q needs an alarm that is true and one that is false in alarms.tsv", key)
		}
		delete(excused, name(r))
	}
	for key := range excused {
		t.Errorf("uncovered.tsv: %q is no entry of the catalogue that is decided", key)
	}
}

// drivers are the names that analyzers give themselves in SARIF.
var drivers = map[sarif.ToolKind]string{
	sarif.FramaC: "frama-c", sarif.Clang: "clang", sarif.Cppcheck: "Cppcheck", sarif.GCC: "GNU C17",
	sarif.CodeQL: "CodeQL", sarif.Infer: "Infer", sarif.Flawfinder: "Flawfinder", sarif.Semgrep: "Semgrep OSS",
	sarif.Other: "PVS-Studio",
}

// resultAt is a SARIF result in the shape that all analyzers share.
func resultAt(rule, message, file string, line, col int) map[string]any {
	region := map[string]any{"startLine": line}
	if col > 0 {
		region["startColumn"] = col
	}
	return map[string]any{
		"ruleId": rule, "message": map[string]any{"text": message},
		"locations": []any{map[string]any{"physicalLocation": map[string]any{
			"artifactLocation": map[string]any{"uri": file}, "region": region,
		}}},
	}
}

func writeSARIF(t *testing.T, path string, tool sarif.ToolKind, results []any) {
	t.Helper()
	text, err := json.Marshal(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{
		"tool": map[string]any{"driver": map[string]any{"name": drivers[tool]}}, "results": results,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// expected is an alarm that a triage is asked about, and the verdict wanted.
type expected struct {
	input, number int
	want, what    string
}

// question is a triage of the alarms on one program.
type question struct {
	inputs []string
	alarms []expected
}

// ask adds the alarms of one analyzer in a file of its own.
func (q *question) ask(t *testing.T, dir string, tool sarif.ToolKind, rows []*catalogueRow) {
	t.Helper()
	csv := "directory\tfile\tline\tfunction\tproperty kind\tstatus\tproperty\n"
	var results []any
	type asked struct {
		row  *catalogueRow
		line int
	}
	var inCSV, inSARIF []asked
	for _, r := range rows {
		lines := make([]int, 0, 4)
		for l := range r.wants() {
			lines = append(lines, l)
		}
		slices.Sort(lines)
		for _, l := range lines {
			if tool == sarif.FramaC && r.id != "user-spec" {
				csv += fmt.Sprintf(".\t%s.c\t%d\tf\t%s\tUnknown\t%s\n", r.program, l, r.id, r.text)
				inCSV = append(inCSV, asked{r, l})
				continue
			}
			results = append(results, resultAt(r.id, r.text, r.program+".c", l, 0))
			inSARIF = append(inSARIF, asked{r, l})
		}
	}
	note := func(path string, all []asked) {
		for i, a := range all {
			what := fmt.Sprintf("%s %s at %s.c:%d (%s): %s", tool, a.row.id, a.row.program, a.line, a.row.mark, a.row.text)
			q.alarms = append(q.alarms, expected{len(q.inputs), i, a.row.wants()[a.line], what})
		}
		q.inputs = append(q.inputs, path)
	}
	if len(inCSV) > 0 {
		path := filepath.Join(dir, string(tool)+".csv")
		if err := os.WriteFile(path, []byte(csv), 0o644); err != nil {
			t.Fatal(err)
		}
		note(path, inCSV)
	}
	if len(inSARIF) > 0 {
		path := filepath.Join(dir, string(tool)+".sarif")
		writeSARIF(t, path, tool, results)
		note(path, inSARIF)
	}
}

// recorded adds what an analyzer itself said of the program. Each row must be among it,
// at every line of its mark.
func (q *question) recorded(t *testing.T, path string, rows []*catalogueRow) {
	t.Helper()
	doc, err := importers.Import(path)
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	number := 0
	for run := range doc.Runs {
		for i := range doc.Runs[run].Results {
			al := doc.Alarm(run, i)
			for _, r := range rows {
				want, marked := r.wants()[al.Location.Region.Line]
				if al.RuleID != r.id || !strings.Contains(al.Message, r.text) || !marked {
					continue
				}
				what := fmt.Sprintf("%s %s at %s.c:%d (%s): %s", r.tool, r.id, r.program, al.Location.Region.Line, r.mark, al.Message)
				q.alarms = append(q.alarms, expected{len(q.inputs), number, want, what})
				met[fmt.Sprint(r.id, r.text, r.mark, al.Location.Region.Line)] = true
			}
			number++
		}
	}
	for _, r := range rows {
		some := false
		for l := range r.wants() {
			some = some || met[fmt.Sprint(r.id, r.text, r.mark, l)]
		}
		if !some {
			t.Errorf("%s: nothing of %s with %q at a line marked %s", path, r.id, r.text, r.mark)
		}
	}
	q.inputs = append(q.inputs, path)
}

// TestCatalogue decides the alarms of alarms.tsv by the whole of a triage: what is true
// is reachable, what is false is not.
func TestCatalogue(t *testing.T) {
	programs := map[string][]*catalogueRow{}
	for _, r := range catalogueRows(t) {
		programs[r.program] = append(programs[r.program], r)
	}
	dir, err := filepath.Abs(catalogueDir)
	if err != nil {
		t.Fatal(err)
	}
	for program, rows := range programs {
		t.Run(program, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, f := range []string{program + ".c", "catalogue.h"} {
				text, err := os.ReadFile(filepath.Join(dir, f))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			q := &question{}
			for tool := range drivers {
				q.ask(t, ".", tool, rowsOf(rows, tool, "hand"))
			}
			for made, file := range map[string]string{"clang-14": ".clang.sarif", "gcc-12": ".gcc.json"} {
				if real := rowsOf(rows, "", made); len(real) > 0 {
					q.recorded(t, filepath.Join(dir, "recorded", program+file), real)
				}
			}
			q.check(t, program+".c")
		})
	}
}

// rowsOf are the rows of one analyzer ("" for any) that are made in one way.
func rowsOf(rows []*catalogueRow, tool sarif.ToolKind, made string) []*catalogueRow {
	var out []*catalogueRow
	for _, r := range rows {
		if r.made == made && (tool == "" || r.tool == tool) {
			out = append(out, r)
		}
	}
	return out
}

// check runs the triage and compares.
func (q *question) check(t *testing.T, source string) {
	t.Helper()
	args := append([]string{"triage"}, q.inputs...)
	args = append(args, "-o", "json=out.json", "--facts", "off", "--timeout-per-alarm", "60s", "--", source)
	if _, stderr, code := assay(t, engine.Run, args...); code != fault.OK {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	got := map[[2]int]*report.Alarm{}
	tr := readTriage(t, "out.json")
	for i := range tr.Alarms {
		al := &tr.Alarms[i]
		got[[2]int{al.Input, al.Number}] = al
	}
	for _, e := range q.alarms {
		al := got[[2]int{e.input, e.number}]
		switch {
		case al == nil:
			t.Errorf("%s: lost", e.what)
		case al.Outcome.Status != e.want:
			t.Errorf("%s: %s, want %s; %s", e.what, al.Outcome.Status, e.want, al.Why())
		case e.want == "reachable" && !al.Outcome.Confirmed && !strings.HasPrefix(source, "leak") && !strings.Contains(e.what, "(text)"):
			// Leaks have no observer in a replay, and unwritten bytes and strings that are
			// null none inside of the library: TestCatalogueNatively judges the leaks.
			t.Errorf("%s: the native run does not show it: %s", e.what, al.Outcome.Reason)
		}
	}
}

// TestCatalogueOpen: an alarm of an entry that is no claim about a run gets no verdict,
// one of an entry without a check is undecided with the entry's reason, and so is one
// that no entry is about.
func TestCatalogueOpen(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(catalogueDir, "bounds.c"))
	if err != nil {
		t.Fatal(err)
	}
	header, err := os.ReadFile(filepath.Join(catalogueDir, "catalogue.h"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string][]byte{"bounds.c": text, "catalogue.h": header} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	results := map[sarif.ToolKind][]any{}
	rules := map[sarif.ToolKind][]targets.Rule{}
	add := func(r targets.Rule, id string) {
		results[r.Tool] = append(results[r.Tool], resultAt(id, r.Message, "bounds.c", 12, 12))
		rules[r.Tool] = append(rules[r.Tool], r)
	}
	for _, r := range targets.Rules() {
		if r.Look == targets.LookNothing {
			add(r, strings.ReplaceAll(r.ID, "*", "x"))
		}
	}
	for tool := range drivers {
		add(targets.RuleFor(tool, "no-such-rule", ""), "no-such-rule")
		add(targets.RuleFor(tool, "", ""), "")
	}
	var inputs []string
	var of [][]targets.Rule
	for tool, rs := range results {
		writeSARIF(t, string(tool)+".sarif", tool, rs)
		inputs, of = append(inputs, string(tool)+".sarif"), append(of, rules[tool])
	}
	args := append(append([]string{"triage"}, inputs...), "-o", "json=out.json", "--", "bounds.c")
	if _, stderr, code := assay(t, always(engine.Unreachable), args...); code != fault.OK {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	for _, al := range readTriage(t, "out.json").Alarms {
		rule := of[al.Input][al.Number]
		switch {
		case !rule.Checkable && (al.State != report.NotCheckable || al.Outcome.Status != ""):
			t.Errorf("%s %q: %s, %q; want no verdict", rule.Tool, rule.ID, al.State, al.Outcome.Status)
		case rule.Checkable && (al.Outcome.Status != "undecided" || al.Outcome.Reason != rule.Note):
			t.Errorf("%s %q: %s, %q; want undecided: %s", rule.Tool, rule.ID, al.Outcome.Status, al.Outcome.Reason, rule.Note)
		}
	}
}
