package targets

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

var update = flag.Bool("update", false, "write the golden files anew")

// corpusOutputs are the analyzers' outputs on the six programs.
var corpusOutputs = []string{
	"framac/p0.*.sarif", "framac/p0.*.csv", "framac/p2.*.sarif", "framac/p5.*.sarif",
	"clang14/*.sarif", "clang19/*.sarif", "cppcheck/*.xml", "cppcheck217/*.sarif",
	"gcc/*.json", "gcc14/*.sarif", "flawfinder/*.sarif",
}

// programOf is the program that an output file is about.
func programOf(path string) string {
	for _, part := range strings.Split(filepath.Base(path), ".") {
		if sourceOf(part) != "" {
			return part
		}
	}
	return ""
}

// TestCorpus maps every alarm of the corpus and compares with the golden list
// of alarm and instructions, which was reviewed by hand against the sources.
func TestCorpus(t *testing.T) {
	for _, pattern := range corpusOutputs {
		files, err := filepath.Glob(filepath.Join(outputs, "alarms", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		var b strings.Builder
		for _, f := range files {
			fmt.Fprintf(&b, "== %s\n", filepath.Base(f))
			mappingTexts(t, &b, programOf(f), f)
		}
		golden(t, strings.NewReplacer("/", "-", "*.", "").Replace(pattern)+".golden", b.String())
	}
}

// TestSamples does the same for one alarm of every kind, and for macros.
func TestSamples(t *testing.T) {
	for _, name := range []string{"kinds.sarif", "kinds.csv", "macro.sarif", "macro.clang.sarif"} {
		var b strings.Builder
		path := filepath.Join(outputs, "samples", name)
		mappingTexts(t, &b, programOf(path), path)
		golden(t, "samples-"+name+".golden", b.String())
	}
}

// TestShapes maps alarms with all shapes of expressions: members of members,
// rows, unions, statics, hidden variables, ++, pointers, aggregates by value.
func TestShapes(t *testing.T) {
	list, err := os.ReadFile("../testdata/targets/shapes.alarms")
	if err != nil {
		t.Fatal(err)
	}
	p := corpusProgram(t, "shapes")
	m := New(p, Options{})
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		f := strings.SplitN(l, " ", 3)
		line, err := strconv.Atoi(f[0])
		if err != nil {
			continue // the heading
		}
		a := Alarm{Tool: sarif.FramaC, RuleID: f[1], File: "shapes.c", Line: line, Predicate: f[2]}
		mappingText(&b, p, a, m.Map(a))
	}
	golden(t, "shapes.golden", b.String())
}

// mappingTexts writes what becomes of each alarm of an output.
func mappingTexts(t *testing.T, b *strings.Builder, program, path string) {
	t.Helper()
	p := corpusProgram(t, program)
	m := New(p, Options{})
	for _, sa := range alarmsOf(t, path) {
		a := FromSARIF(sa)
		mappingText(b, p, a, m.Map(a))
	}
}

// mappingText writes what becomes of an alarm.
func mappingText(b *strings.Builder, p *ir.Program, a Alarm, mp Mapping) {
	what := a.Predicate
	if what == "" {
		what = strings.Join(strings.Fields(a.Message), " ")
	}
	fmt.Fprintf(b, "%d %s | %s\n", a.Line, a.RuleID, what)
	switch {
	case !mp.Checkable:
		fmt.Fprintf(b, "    not checkable: %s\n", mp.Note)
		return
	case mp.Unmapped != nil:
		fmt.Fprintf(b, "    unmapped (%s): %s\n", mp.Unmapped.Cause, mp.Unmapped)
		return
	}
	for _, s := range mp.Target.Sites {
		fmt.Fprintf(b, "    %s\n", siteText(p, s))
	}
	if mp.Candidates != len(mp.Target.Sites) {
		fmt.Fprintf(b, "    of %d candidates\n", mp.Candidates)
	}
	if mp.Note != "" {
		fmt.Fprintf(b, "    note: %s\n", mp.Note)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("../testdata/targets", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-want +got; go test ./targets -update after review):\n%s", name, d)
	}
}
