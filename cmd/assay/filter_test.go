package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
)

// workIn makes a fresh working directory with files.
func workIn(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	put(t, files)
}

func put(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// git runs git in the working directory.
func git(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commitAll commits all files of the working directory.
func commitAll(t *testing.T) {
	t.Helper()
	git(t, "add", "-A")
	git(t, "commit", "-q", "--allow-empty", "-m", "c")
}

// place is an alarm of alarmsAt: a division on the line of the code that holds
// a mark.
type place struct{ file, mark string }

// alarmsAt writes the SARIF of an analyzer with one division_by_zero per place,
// at the lines where the marks are now.
func alarmsAt(t *testing.T, tool string, places ...place) string {
	t.Helper()
	var results []string
	for _, p := range places {
		text, err := os.ReadFile(p.file)
		if err != nil {
			t.Fatal(err)
		}
		before, _, ok := strings.Cut(string(text), p.mark)
		if !ok {
			t.Fatalf("%s has no %s", p.file, p.mark)
		}
		results = append(results, fmt.Sprintf(`{"ruleId": "division_by_zero", "message": {"text": "division at %s"}, "locations": [{"physicalLocation":
 {"artifactLocation": {"uri": %q}, "region": {"startLine": %d}}}]}`, strings.Trim(p.mark, "/*"), p.file, 1+strings.Count(before, "\n")))
	}
	return fmt.Sprintf(`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": %q}}, "results": [%s]}]}`, tool, strings.Join(results, ",\n"))
}

// asked wraps a decision procedure and notes the lines it is asked about.
func asked(lines *[]int, verdict func(line int) engine.Verdict) console.Engine {
	*lines = nil
	return scripted(func(p *ir.Program, _ int, t *engine.Target) engine.Verdict {
		line := int(p.LocOf(t.Sites[0].Point).Line)
		*lines = append(*lines, line)
		return verdict(line)
	})
}

func statusOf(s engine.Status) func(int) engine.Verdict {
	return func(int) engine.Verdict { return engine.Verdict{Status: s} }
}

// fifty is a program of fifty commands. Command 13 calls command 14 before its
// own division; setup runs before all.
func fifty() string {
	var b strings.Builder
	b.WriteString("#include <stdio.h>\nstatic int limit;\nstatic void setup(void) { limit = 3; }\n")
	for k := 49; k >= 0; k-- {
		fmt.Fprintf(&b, "static int f%d(int x)\n{\n", k)
		if k == 13 {
			b.WriteString("\tx = f14(x);\n")
		}
		fmt.Fprintf(&b, "\treturn 100 / (x - %d); /*A%d*/\n}\n", k, k)
	}
	b.WriteString("int main(void)\n{\n\tsetup();\n\tint x = getchar();\n\tswitch (getchar()) {\n")
	for k := range 50 {
		fmt.Fprintf(&b, "\tcase %d: return f%d(x);\n", k, k)
	}
	b.WriteString("\t}\n\treturn limit;\n}\n")
	return b.String()
}

// commands are the numbers of the commands of fifty whose alarms are at lines.
func commands(t *testing.T, code string, lines []int) []int {
	t.Helper()
	var out []int
	text := strings.Split(code, "\n")
	for _, l := range lines {
		var k int
		_, mark, ok := strings.Cut(text[l-1], "/*A")
		if _, err := fmt.Sscanf(mark, "%d", &k); !ok || err != nil {
			t.Fatalf("no alarm on line %d: %s", l, text[l-1])
		}
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// After a change of one function of fifty, the alarms are decided again that
// depend on it, and no others; nothing changed, nothing is asked.
func TestFilterDecidesWhatChanged(t *testing.T) {
	code := fifty()
	workIn(t, map[string]string{"p.c": code})
	var places []place
	for k := range 50 {
		places = append(places, place{"p.c", fmt.Sprintf("/*A%d*/", k)})
	}
	put(t, map[string]string{"old.sarif": alarmsAt(t, "frama-c", places...)})
	var lines []int
	run := func(want string) []int {
		t.Helper()
		put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", places...)})
		stdout, stderr, code := assay(t, asked(&lines, statusOf(engine.Bounded)), "filter", "now.sarif", "--baseline", "old.sarif", "-o", "table=-", "--", "p.c")
		if code != fault.OK || !strings.Contains(stdout, want) {
			t.Fatalf("%d %s\nno %q in\n%s", code, stderr, want, stdout)
		}
		text, err := os.ReadFile("p.c")
		if err != nil {
			t.Fatal(err)
		}
		return commands(t, string(text), lines)
	}
	all := run("50 decided, 0 verdicts of earlier runs still hold")
	if len(all) != 50 {
		t.Fatalf("asked: %v", all)
	}
	if again := run("0 decided, 50 verdicts"); len(again) != 0 {
		t.Errorf("nothing changed, asked: %v", again)
	}
	put(t, map[string]string{"p.c": strings.Replace(code, "\treturn 100 / (x - 14);", "\tx++;\n\treturn 100 / (x - 14);", 1)})
	changed := run("2 decided, 48 verdicts")
	t.Logf("with f14 changed\n  decided again: %v\n  depend on f14: [13 14]", changed)
	if !slices.Equal(changed, []int{13, 14}) {
		t.Errorf("decided again: %v", changed)
	}
	put(t, map[string]string{"p.c": strings.Replace(code, "limit = 3", "limit = 4", 1)})
	if changed := run("50 decided, 0 verdicts"); len(changed) != 50 {
		t.Errorf("setup runs before all; decided again: %v", changed)
	}
	put(t, map[string]string{"p.c": code})
	if back := run("0 decided, 50 verdicts"); len(back) != 0 {
		t.Errorf("the first state is back, asked: %v", back)
	}
}

const smallProgram = `#include <stdio.h>
static int first(int x) {
	return 1 / x; /*A*/
}
static int second(int x) {
	return 2 / x; /*B*/
}
int main(void)
{
	int x = getchar();
	return getchar() == 'a' ? first(x) : second(x);
}
`

// What is new by a baseline: what was not there, and what was unreachable and
// is no longer. Fixed is what is gone, and what became unreachable.
func TestFilterBaseline(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"a.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}), "ab.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}, place{"p.c", "/*B*/"})})
	triaged := func(out, in string, s engine.Status) {
		t.Helper()
		if _, stderr, code := assay(t, always(s), "triage", in, "-o", out, "--", "p.c"); code != fault.OK {
			t.Fatal(stderr)
		}
	}
	triaged("unreachable.sarif", "a.sarif", engine.Unreachable)
	triaged("reachable.sarif", "ab.sarif", engine.Reachable)
	for i, c := range []struct {
		in, baseline string
		now          engine.Status
		want         string
		code         int
	}{
		{"ab.sarif", "a.sarif", engine.Reachable, "1 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 1 known, 0 fixed", fault.Gate},
		{"ab.sarif", "ab.sarif", engine.Reachable, "0 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 2 known, 0 fixed", fault.OK},
		{"ab.sarif", "unreachable.sarif", engine.Reachable, "2 new reachable", fault.Gate},
		{"ab.sarif", "unreachable.sarif", engine.Undecided, "2 new undecided", fault.OK},
		{"ab.sarif", "unreachable.sarif", engine.Unreachable, "1 new but unreachable, 1 known, 0 fixed", fault.OK},
		{"a.sarif", "reachable.sarif", engine.Unreachable, "1 known, 2 fixed", fault.OK},
		{"a.sarif", "reachable.sarif", engine.Reachable, "1 known, 1 fixed", fault.OK},
	} {
		state := fmt.Sprint("state", i)
		stdout, stderr, code := assay(t, always(c.now), "filter", c.in, "--baseline", c.baseline, "--fail-on", "reachable", "--state-dir", state, "-o", "table=-", "--", "p.c")
		if code != c.code || !strings.Contains(stdout, c.want) {
			t.Errorf("%s against %s, all %s: exit %d\n%s\n%s", c.in, c.baseline, c.now, code, stdout, stderr)
		}
		again, _, second := assay(t, always(engine.Undecided), "filter", c.in, "--baseline", c.baseline, "--fail-on", "reachable", "--state-dir", state, "-o", "table=-", "--", "p.c")
		if second != code || !strings.Contains(again, c.want) {
			t.Errorf("a second run says something else: exit %d\n%s", second, again)
		}
	}
}

// A revision of git: what is known depends on what the run on it recorded, and
// without a record on the lines that changed and on what depends on them.
func TestFilterRevision(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram, ".gitignore": ".assay*\n*.sarif\n"})
	git(t, "init", "-q")
	commitAll(t)
	run := func(state, want string, now engine.Status, code int, places ...place) {
		t.Helper()
		put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", places...)})
		stdout, stderr, got := assay(t, always(now), "filter", "now.sarif", "--new-from-rev", "HEAD", "--fail-on", "reachable", "--state-dir", state, "-o", "table=-", "--", "p.c")
		if got != code || !strings.Contains(stdout, want) {
			t.Errorf("exit %d, want %d and %q\n%s\n%s", got, code, want, stdout, stderr)
		}
	}
	a, b := place{"p.c", "/*A*/"}, place{"p.c", "/*B*/"}
	run(".assay1", "against HEAD: 0 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 2 known", engine.Reachable, fault.OK, a, b)
	run(".assay2", "2 known", engine.Unreachable, fault.OK, a, b)
	// first changes; second only moves. .assay1 has seen both alarms
	// reachable, .assay2 unreachable, .assay3 nothing.
	put(t, map[string]string{"p.c": strings.Replace(smallProgram, "int first(int x) {", "int first(int x) {\n\tx &= 3;", 1)})
	for range 2 { // the second run says the same
		run(".assay1", "against HEAD (as recorded): 0 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 2 known", engine.Reachable, fault.OK, a, b)
		run(".assay2", "1 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 1 known", engine.Reachable, fault.Gate, a, b)
		run(".assay3", "against HEAD: 1 new reachable, 0 new bounded, 0 new undecided, 0 new but unreachable, 1 known", engine.Reachable, fault.Gate, a, b)
	}
	commitAll(t)
	run(".assay3", "2 known", engine.Reachable, fault.OK, a, b)
}

// A diff: changed lines outside functions concern whatever the unit compiles,
// build files and headers everything, other files nothing.
func TestFilterDiff(t *testing.T) {
	const header = "#define ONE 1\n"
	two := map[string]string{
		"p.c":         "#include <stdio.h>\n#include \"h.h\"\nint other(int);\n#define TWO 2\nint main(void)\n{\n\tint x = getchar();\n\tif (x == ONE)\n\t\treturn other(x);\n\treturn TWO / x; /*A*/\n}\n",
		"sub dir/ö.c": "#include \"../h.h\"\nint other(int x)\n{\n\treturn 1 / x; /*B*/\n}\nint unused = 1;\n",
		"h.h":         header, "Makefile": "all:\n", "README": "text\n",
	}
	a, b := place{"p.c", "/*A*/"}, place{"sub dir/ö.c", "/*B*/"}
	for i, c := range []struct{ file, from, to, want string }{
		{"p.c", "TWO / x", "3 / x", "2 new undecided, 0 new but unreachable, 0 known"}, // main is in both cones
		{"p.c", "TWO 2", "TWO 4", "2 new undecided, 0 new but unreachable, 0 known"},
		{"sub dir/ö.c", "1 / x", "2 / x", "1 new undecided, 0 new but unreachable, 1 known"},
		{"sub dir/ö.c", "unused = 1", "unused = 2", "1 new undecided, 0 new but unreachable, 1 known"},
		{"h.h", "ONE 1", "ONE 2", "2 new undecided"},
		{"Makefile", "all:", "all: x", "2 new undecided"},
		{"README", "text", "prose", "0 new undecided, 0 new but unreachable, 2 known"},
	} {
		t.Run(c.file+" "+c.to, func(t *testing.T) {
			workIn(t, two)
			git(t, "init", "-q")
			commitAll(t)
			put(t, map[string]string{c.file: strings.Replace(two[c.file], c.from, c.to, 1)})
			out, err := exec.Command("git", "diff").Output()
			if err != nil {
				t.Fatal(err)
			}
			put(t, map[string]string{"c.diff": string(out), "now.sarif": alarmsAt(t, "frama-c", a, b)})
			stdout, stderr, code := assay(t, always(engine.Undecided), "filter", "now.sarif", "--diff", "c.diff", "-o", "table=-", "--", "p.c", "sub dir/ö.c")
			if code != fault.OK || !strings.Contains(stdout, c.want) {
				t.Errorf("%d: exit %d, no %q\n%s\n%s", i, code, c.want, stdout, stderr)
			}
		})
	}
}

// Suppressions that people made stay and are no news.
func TestFilterRespectsPeople(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram, "old.sarif": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "frama-c"}}, "results": []}]}`})
	text := alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})
	text = strings.Replace(text, `"ruleId"`, `"suppressions": [{"kind": "external", "justification": "ask Ann"}], "ruleId"`, 1)
	put(t, map[string]string{"now.sarif": text})
	stdout, stderr, code := assay(t, always(engine.Reachable), "filter", "now.sarif", "--baseline", "old.sarif", "--fail-on", "reachable,undecided", "-o", "table=-", "-o", "out.sarif", "--", "p.c")
	if code != fault.OK || !strings.Contains(stdout, "0 new reachable") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if out, err := os.ReadFile("out.sarif"); err != nil || !strings.Contains(string(out), "ask Ann") {
		t.Errorf("%v\n%s", err, out)
	}
}

// Bad input ends with what is wrong and what to do about it.
func TestFilterBadInput(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram,
		"clang.sarif": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "clang"}}, "results": []}]}`,
		"prose":       "this is no diff\n",
		"stale.diff":  "--- a/p.c\n+++ b/p.c\n@@ -1 +1 @@\n-x\n+#include <stdlib.h>\n",
		"gone.diff":   "--- a/gone.c\n+++ b/gone.c\n@@ -1 +1 @@\n-x\n+y\n",
	})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "one of --baseline OLD.sarif, --new-from-rev REV, --diff FILE"},
		{[]string{"--diff", "x", "--baseline", "y"}, "one of --baseline"},
		{[]string{"--baseline", "none.sarif"}, "none.sarif"},
		{[]string{"--baseline", "clang.sarif"}, "clang.sarif is of another tool: it has alarms of clang, and these are of frama-c"},
		{[]string{"--baseline", "p.c"}, "p.c"},
		{[]string{"--diff", "none"}, "cannot read the diff none"},
		{[]string{"--diff", "prose"}, "prose: line 1: is no unified diff"},
		{[]string{"--diff", "stale.diff"}, `the diff does not apply: line 3: p.c has "#include <stdio.h>" at line 1, where the diff has "#include <stdlib.h>"`},
		{[]string{"--diff", "gone.diff"}, "the diff changes gone.c, and there is no such file"},
		{[]string{"--new-from-rev", "HEAD"}, "run it in a checkout, or compare with --baseline or --diff"},
	} {
		_, stderr, code := assay(t, always(engine.Undecided), append(append([]string{"filter", "now.sarif"}, c.args...), "--", "p.c")...)
		if code != fault.Input || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d, no %q in %s", c.args, code, c.want, stderr)
		}
	}
	git(t, "init", "-q")
	_, stderr, code := assay(t, nil, "filter", "now.sarif", "--new-from-rev", "HEAD~1", "--", "p.c")
	if code != fault.Input || !strings.Contains(stderr, "does not have the revision HEAD~1; fetch it") {
		t.Errorf("a repository without history: exit %d, %s", code, stderr)
	}
}

// Two analyzers in one file, of which the baseline has one: the other's alarms
// are new, and said to be.
func TestFilterTwoTools(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	one, two := alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}), alarmsAt(t, "other", place{"p.c", "/*B*/"})
	run := func(s string) string {
		_, rest, _ := strings.Cut(s, `"runs": [`)
		return strings.TrimSuffix(rest, "]}")
	}
	put(t, map[string]string{"old.sarif": one, "now.sarif": `{"version": "2.1.0", "runs": [` + run(one) + "," + run(two) + "]}"})
	_, stderr, code := assay(t, always(engine.Reachable), "filter", "now.sarif", "--baseline", "old.sarif", "-o", "json=out.json", "--", "p.c")
	tr := readTriage(t, "out.json")
	if code != fault.OK || !strings.Contains(stderr, "old.sarif has no run of other: all its alarms are new") || len(tr.Alarms) != 2 || !tr.Alarms[0].Known || tr.Alarms[1].Known {
		t.Errorf("exit %d\n%s\n%+v", code, stderr, tr.Alarms)
	}
}

// A verdict file that cannot be used is passed over with a notice, one that
// cannot be written is a clear error.
func TestFilterVerdictFile(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	var lines []int
	run := func(args ...string) (string, int) {
		_, stderr, code := assay(t, asked(&lines, statusOf(engine.Unreachable)), append(append([]string{"filter", "now.sarif", "--baseline", "now.sarif"}, args...), "--", "p.c")...)
		return stderr, code
	}
	if _, code := run(); code != fault.OK || len(lines) != 1 {
		t.Fatalf("exit %d, asked %v", code, lines)
	}
	text, err := os.ReadFile(".assay/verdicts")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"damaged":         {strings.Replace(string(text), "unreachable", "reachable", 1), "entries of .assay/verdicts are damaged and were ignored"},
		"not ours":        {"hello\n", ".assay/verdicts is no verdict file of assay"},
		"another options": {string(text), ""},
	} {
		put(t, map[string]string{".assay/verdicts": c.text})
		args := []string{}
		if name == "another options" {
			args = []string{"--extern", "pure"}
		}
		stderr, code := run(args...)
		if code != fault.OK || len(lines) != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, asked %v, %s", name, code, lines, stderr)
		}
	}
	if err := os.Remove(".assay/verdicts"); err != nil {
		t.Fatal(err)
	}
	put(t, map[string]string{"file": ""})
	if stderr, code := run("--state-dir", "file/x"); code != fault.Input || !strings.Contains(stderr, "give a writable directory with --state-dir") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Another unit, or other flags for one, concern the alarms whose functions are
// in it.
func TestFilterUnits(t *testing.T) {
	workIn(t, map[string]string{
		"p.c": "#include <stdio.h>\nint g(int);\nint main(void)\n{\n\tint x = getchar();\n\tif (x == 'a')\n\t\treturn g(x);\n\treturn 1 / x; /*A*/\n}\n",
		"g.c": "int g(int x)\n{\n\treturn 2 / x; /*B*/\n}\n",
		"h.c": "int h(int x)\n{\n\treturn x;\n}\n",
	})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}, place{"g.c", "/*B*/"})})
	database := func(flags map[string]string) {
		var entries []string
		for _, f := range []string{"p.c", "g.c", "h.c"} {
			if flag, there := flags[f]; there {
				entries = append(entries, fmt.Sprintf(`{"directory": ".", "file": %q, "command": "cc %s -c %s"}`, f, flag, f))
			}
		}
		put(t, map[string]string{"db.json": "[" + strings.Join(entries, ",") + "]"})
	}
	var lines []int
	for _, c := range []struct {
		flags map[string]string
		want  int
	}{
		{map[string]string{"p.c": "", "g.c": ""}, 2},
		{map[string]string{"p.c": "", "g.c": "", "h.c": ""}, 0},
		{map[string]string{"p.c": "", "g.c": "-DX=1", "h.c": ""}, 1},
		{map[string]string{"p.c": "-DX=1", "g.c": "-DX=1", "h.c": ""}, 2},
	} {
		database(c.flags)
		_, stderr, code := assay(t, asked(&lines, statusOf(engine.Bounded)), "filter", "now.sarif", "--baseline", "now.sarif", "--compile-commands", "db.json")
		if code != fault.OK || len(lines) != c.want {
			t.Errorf("%v: exit %d, asked %v, want %d\n%s", c.flags, code, lines, c.want, stderr)
		}
	}
}

// What is recorded as said of a commit was said of its sources: not of changed
// ones, nor of ones that git does not know.
func TestFilterRecordsCommitsOnly(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram, ".gitignore": ".assay*\n*.sarif\n", "q.c": "int q;\n"})
	git(t, "init", "-q")
	git(t, "add", "p.c", ".gitignore")
	git(t, "commit", "-q", "-m", "c")
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"})})
	recorded := func(sources ...string) bool {
		t.Helper()
		for range 2 {
			args := append([]string{"filter", "now.sarif", "--new-from-rev", "HEAD", "-o", "json=out.json", "--"}, sources...)
			if _, stderr, code := assay(t, always(engine.Undecided), args...); code != fault.OK {
				t.Fatal(stderr)
			}
		}
		return strings.Contains(readTriage(t, "out.json").Comparison.Against, "as recorded")
	}
	if recorded("p.c", "q.c") {
		t.Error("a source that git does not know is taken for the commit's")
	}
	put(t, map[string]string{"p.c": smallProgram + "int more;\n"})
	if recorded("p.c") {
		t.Error("changed sources are taken for the commit's")
	}
	put(t, map[string]string{"p.c": smallProgram})
	if !recorded("p.c") {
		t.Error("a run on the commit is not recorded")
	}
}

// Two processes may use one directory and one verdict file at the same time.
func TestFilterTwoProcesses(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"a.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*A*/"}), "b.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*B*/"})})
	program := assayProgram(t)
	var wg sync.WaitGroup
	outs := make([]string, 2)
	for i, in := range []string{"a.sarif", "b.sarif"} {
		wg.Go(func() {
			out, err := exec.Command(program, "filter", in, "--baseline", in, "--", "p.c").CombinedOutput()
			outs[i] = fmt.Sprintf("%v\n%s", err, out)
		})
	}
	wg.Wait()
	for _, o := range outs {
		if !strings.HasPrefix(o, "<nil>") {
			t.Fatal(o)
		}
	}
	for _, in := range []string{"a.sarif", "b.sarif"} {
		out, err := exec.Command(program, "filter", in, "--baseline", in, "--", "p.c").CombinedOutput()
		if err != nil || !strings.Contains(string(out), "0 decided, 1 verdict of earlier runs still holds") || !strings.Contains(string(out), "1 reachable (1 confirmed)") {
			t.Errorf("%s: %v\n%s\nbefore:\n%s", in, err, out, outs)
		}
	}
}

// A search that targets share may name errors as given that cannot run before
// an alarm. A verdict neither keeps them nor depends on them.
func TestFilterKeepsEarlierChecksOnly(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	a, b := place{"p.c", "/*A*/"}, place{"p.c", "/*B*/"}
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", a, b)})
	var lines []int
	decide := func(lines *[]int) console.Engine {
		return func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
			var given []engine.Given
			for i := range ts {
				given = append(given, engine.Given{Error: "division-by-zero", Point: ts[i].Sites[0].Point})
			}
			return asked(lines, func(int) engine.Verdict { return engine.Verdict{Status: engine.Unreachable, Given: given} })(ctx, p, ts, opt, sink)
		}
	}
	for _, text := range []string{smallProgram, strings.Replace(smallProgram, "1 / x; /*A*/", "1 / (x + 1); /*A*/", 1)} {
		put(t, map[string]string{"p.c": text})
		if _, stderr, code := assay(t, decide(&lines), "filter", "now.sarif", "--baseline", "now.sarif", "-o", "json=out.json", "--", "p.c"); code != fault.OK {
			t.Fatal(stderr)
		}
		for _, al := range readTriage(t, "out.json").Alarms {
			if len(al.Outcome.Given) != 1 || al.Outcome.Given[0].Line != al.Line {
				t.Errorf("line %d is given %+v", al.Line, al.Outcome.Given)
			}
		}
	}
	if !slices.Equal(lines, []int{3}) {
		t.Errorf("after a change of line 3 asked: %v", lines)
	}
}

// The places in a verdict that is taken over are those of now.
func TestFilterMovesPlaces(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	verdict := scripted(func(p *ir.Program, _ int, t *engine.Target) engine.Verdict {
		pt := t.Sites[0].Point
		return engine.Verdict{Status: engine.Reachable, Witness: &engine.Witness{Point: pt, Class: 1, Entry: "main",
			Path: []engine.Step{{Point: pt, Text: "here"}}}}
	})
	run := func(decide console.Engine) *report.Alarm {
		t.Helper()
		put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*B*/"})})
		if _, stderr, code := assay(t, decide, "filter", "now.sarif", "--baseline", "now.sarif", "-o", "json=out.json", "--", "p.c"); code != fault.OK {
			t.Fatal(stderr)
		}
		return &readTriage(t, "out.json").Alarms[0]
	}
	if al := run(verdict); al.Outcome.Path[0].Line != 6 || !strings.Contains(al.Outcome.Violation, "p.c:6:") {
		t.Fatalf("%+v", al.Outcome)
	}
	put(t, map[string]string{"p.c": strings.Replace(smallProgram, "static int first", "\n\n/* more */\nstatic int first", 1)})
	if err := os.RemoveAll(".assay/witnesses"); err != nil {
		t.Fatal(err)
	}
	al := run(always(engine.Undecided))
	if al.Outcome.Status != "reachable" || al.Outcome.Path[0].Line != 9 || !strings.Contains(al.Outcome.Violation, "p.c:9:") {
		t.Errorf("%+v", al.Outcome)
	}
	if w, err := os.ReadFile(al.Outcome.Witness); err != nil || !strings.Contains(string(w), `"line": 9`) || strings.Contains(string(w), `"line": 6`) {
		t.Errorf("the witness: %v\n%s", err, w)
	}
}

// A verdict that is taken over points to its certificate only while that is
// there and about the very program.
func TestFilterCertificates(t *testing.T) {
	workIn(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*B*/"})})
	prove := func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
		proof := &cert.Certificate{Format: cert.Format, Version: cert.Version, Program: cert.Program{IR: opt.ProgramHash, Entry: "main"}}
		return scripted(func(*ir.Program, int, *engine.Target) engine.Verdict {
			return engine.Verdict{Status: engine.Unreachable, Certificates: []*cert.Certificate{proof}}
		})(ctx, p, ts, opt, sink)
	}
	run := func(decide console.Engine) report.Outcome {
		t.Helper()
		_, stderr, code := assay(t, decide, "filter", "now.sarif", "--baseline", "now.sarif", "--certificates", "proofs", "-o", "json=out.json", "-o", "html=out.html", "--", "p.c")
		if code != fault.OK {
			t.Fatal(stderr)
		}
		return readTriage(t, "out.json").Alarms[0].Outcome
	}
	first := run(prove)
	if _, err := os.Stat(first.Certificate); err != nil {
		t.Fatalf("no certificate: %v", err)
	}
	if o := run(nil); o.Certificate != first.Certificate {
		t.Errorf("nothing changed, and the certificate is %q", o.Certificate)
	}
	page, err := os.ReadFile("out.html")
	if err != nil || !strings.Contains(string(page), `<a href="`+first.Certificate+`">`) {
		t.Errorf("the page has no link to it (%v)", err)
	}
	put(t, map[string]string{"p.c": "int more;\n" + smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*B*/"})})
	if o := run(nil); o.Status != "unreachable" || o.Certificate != "" {
		t.Errorf("the program changed elsewhere: %s, certificate %q", o.Status, o.Certificate)
	}
	put(t, map[string]string{"p.c": smallProgram})
	put(t, map[string]string{"now.sarif": alarmsAt(t, "frama-c", place{"p.c", "/*B*/"})})
	if err := os.RemoveAll("proofs"); err != nil {
		t.Fatal(err)
	}
	if o := run(nil); o.Status != "unreachable" || o.Certificate != "" {
		t.Errorf("the certificate is gone: %s, certificate %q", o.Status, o.Certificate)
	}
}
