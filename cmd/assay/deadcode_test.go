package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
)

// deadProgram has what clang never compiles, what no input executes, and what
// only an earlier error would lead to. Lines are counted in the tests.
const deadProgram = `#include <stdio.h>
#include <stdlib.h>
#define TWICE(x) ((x) > 100 ? 0 : 2 * (x))
static int unused(int x) { return x; }
static int table[4];
static int kind(int n)
{
    if (0)
        n = 7;
    switch (n) {
    case 1:
        return 10;
    case 50:
        return 20;
    default:
        return 30;
    }
    return 40;
}
int main(int argc, char **argv)
{
    int n = argc > 4 ? 4 : argc, i = n - 1, big = n > 2 && i > 1;
    if (n > 1)
        puts("arguments");
    if (i < 0 || argc == 0)
        puts("negative");
    int x = kind(i) == 10 ? 1 : 2;
    printf("%d %d\n", TWICE(i), x + big);
    if (n > 3)
        exit(1);
    table[i] = 1;
    if (i > 3)
        puts("never");
    return 0;
}
`

// dead runs deadcode on a program in a fresh directory and reads the report.
func dead(t *testing.T, decide console.Engine, file, text string, args ...string) (d *report.DeadCode, stderr string, code int) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args = append(append([]string{"deadcode", "-o", "json=out.json", "--workers", "2"}, args...), "--", file)
	_, stderr, code = assay(t, decide, args...)
	out, err := os.ReadFile("out.json")
	if err != nil {
		return nil, stderr, code
	}
	d = &report.DeadCode{}
	if err := json.Unmarshal(out, d); err != nil {
		t.Fatal(err)
	}
	return d, stderr, code
}

// at finds the verdict on what begins at a line and has a text.
func at(t *testing.T, d *report.DeadCode, kind string, line int, text string, taken bool) *report.CodePoint {
	t.Helper()
	for i := range d.Points {
		p := &d.Points[i]
		if p.Kind == kind && p.Line == line && strings.HasPrefix(p.Text, text) && (kind != report.KindBranch || p.Taken == taken) {
			return p
		}
	}
	t.Fatalf("there is no %s %q at line %d", kind, text, line)
	return nil
}

func TestDeadCode(t *testing.T) {
	// A name with a space and an umlaut goes through clang, llvm-cov and URIs.
	d, stderr, code := dead(t, engine.Run, "tot ü.c", deadProgram, "--timeout", "2m", "-o", "sarif=out.sarif")
	if code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	valid(t, "out.sarif")
	for _, c := range []struct {
		kind    string
		line    int
		text    string
		taken   bool
		verdict string
	}{
		{report.KindFunction, 4, "unused", false, "dead: not compiled"},
		{report.KindFunction, 21, "main", false, "live"},
		{report.KindRegion, 9, "n = 7", true, "dead: not compiled"},
		{report.KindRegion, 18, "return 40", true, "dead: not compiled"},
		{report.KindRegion, 11, "case 1", true, "live"},
		{report.KindRegion, 13, "case 50", true, "dead"},
		{report.KindRegion, 15, "default", true, "live"},
		{report.KindRegion, 24, "puts", true, "live"},
		{report.KindRegion, 26, "puts", true, "dead"},
		{report.KindBranch, 25, "argc == 0", true, "dead"},
		{report.KindBranch, 25, "argc == 0", false, "live"},
		{report.KindBranch, 28, "(x) > 100", true, "dead"},
		{report.KindBranch, 27, "kind(i) == 10", true, "live"},
		{report.KindBranch, 27, "kind(i) == 10", false, "live"},
		{report.KindRegion, 33, "puts", true, "dead"},
		{report.KindBranch, 22, "i > 1", false, "dead"},
	} {
		p := at(t, d, c.kind, c.line, c.text, c.taken)
		if p.Verdict() != c.verdict {
			t.Errorf("%s %q at line %d (%t): %s (%s), want %s", c.kind, c.text, c.line, c.taken, p.Verdict(), p.Detail(), c.verdict)
		}
		if p.Status == report.Live && !p.Outcome.Confirmed {
			t.Errorf("%q at line %d is live without a native run", c.text, c.line)
		}
	}
	if why := at(t, d, report.KindRegion, 9, "n = 7", true).Why; why != "the condition `0` at line 8 is constant" {
		t.Errorf("why: %s", why)
	}
	if why := at(t, d, report.KindRegion, 26, "puts", true).Why; !strings.Contains(why, "is never") && !strings.Contains(why, "none comes here") {
		t.Errorf("why: %s", why)
	}
	totals(t, d)
}

// totals are llvm-cov's: everything is counted, once.
func totals(t *testing.T, d *report.DeadCode) {
	t.Helper()
	for kind, c := range map[string]report.CodeCounts{
		"functions": d.Count(report.KindFunction), "regions": d.Count(report.KindRegion),
		"branches": d.Count(report.KindBranch), "lines": d.CountLines(),
	} {
		if c.Total != d.Mapped[kind] {
			t.Errorf("%d %s, llvm-cov has %d", c.Total, kind, d.Mapped[kind])
		}
		if c.Total != c.Live+c.Dead+c.Bounded+c.Undecided {
			t.Errorf("%s: the four counts do not add up: %+v", kind, c)
		}
	}
}

// The way out of a loop that never ends is dead, though its entry is live.
func TestDeadExitOfALoop(t *testing.T) {
	d, stderr, code := dead(t, engine.Run, "a.c", `#include <stdlib.h>
static void spin(int n)
{
    while (n < 5) {
        if (n == 3)
            exit(0);
        n = 3;
    }
}
int main(void)
{
    spin(1);
    return 0;
}
`, "--timeout", "2m")
	if code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if p := at(t, d, report.KindBranch, 4, "n < 5", false); p.Verdict() != "dead" {
		t.Errorf("the exit is %s (%s)", p.Verdict(), p.Detail())
	}
	if p := at(t, d, report.KindBranch, 4, "n < 5", true); p.Verdict() != "live" {
		t.Errorf("the body is %s", p.Verdict())
	}
	totals(t, d)
}

// An error that every run must survive before it comes to a place is named.
func TestDeadUnless(t *testing.T) {
	d, stderr, code := dead(t, engine.Run, "a.c", `int table[4];
int main(int argc, char **argv)
{
    int i = argc - 1;
    table[i] = 1;
    if (i > 3)
        return 1;
    return 0;
}
`, "--timeout", "2m")
	if code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	p := at(t, d, report.KindRegion, 7, "return 1", true)
	if p.Verdict() != "dead unless out-of-bounds at a.c:5" {
		t.Errorf("got %s", p.Verdict())
	}
	totals(t, d)
}

// A point that a native run without an error executes and the engine calls
// dead is a defect of assay; it is never written.
func TestLiveCodeCalledDead(t *testing.T) {
	lying := func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, _ engine.Sink) (*engine.Result, error) {
		w := &engine.Witness{Point: ts[0].Sites[0].Point, Class: op.Reach, Entry: "main", Argv: [][]byte{[]byte("a")}}
		if c := opt.Confirm(ctx, w); c.Status != engine.Confirmed {
			t.Errorf("the entry was not executed: %+v", c)
		}
		r := &engine.Result{Verdicts: make([]engine.Verdict, len(ts))}
		for i := range r.Verdicts {
			r.Verdicts[i].Status = engine.Unreachable
		}
		return r, nil
	}
	d, stderr, code := dead(t, lying, "a.c", deadProgram)
	if code != fault.Internal || d != nil || !strings.Contains(stderr, "is said to be dead, and the native run with") {
		t.Errorf("exit code %d, report %v: %s", code, d != nil, stderr)
	}
}

// Functions that code calls which the compiler makes are not dead, and what they do is seen
// where a native run shows it.
func TestCalledByTheCompiler(t *testing.T) {
	d, stderr, code := dead(t, engine.Run, "a.c", `static int calls;
static void count(void) { calls++; }
void *memcpy(void *d, const void *s, unsigned long n)
{
    count();
    for (unsigned long i = 0; i < n; i++)
        ((volatile char *)d)[i] = ((const char *)s)[i];
    return d;
}
struct big { int a[50]; } x, y;
int main(void)
{
    x = y;
    if (calls)
        return 1;
    return 0;
}
static void never(void) { calls = 0; }
`, "--timeout", "2m")
	if code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for line, want := range map[int]string{2: report.Undecided, 4: report.Undecided, 15: report.Live} {
		if !slices.ContainsFunc(d.Points, func(p report.CodePoint) bool { return p.Line == line && p.Status == want }) {
			t.Errorf("nothing on line %d is %s", line, want)
		}
	}
	if i := slices.IndexFunc(d.Points, func(p report.CodePoint) bool { return p.Status == report.Dead && p.Line < 10 }); i >= 0 {
		t.Errorf("line %d is said to be dead", d.Points[i].Line)
	}
}

// What the engine leaves open a native run may show, if it is without errors.
func TestSeenNatively(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string
	}{
		{"clean", "int main(void)\n{\n    return 0;\n}\n", report.Live},
		{"with an error", "#include <stdlib.h>\nint main(void)\n{\n    char *p = malloc(4);\n    free(p);\n    *p = 1;\n    return 0;\n}\n", report.Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			lazy := func(ctx context.Context, _ *ir.Program, ts []engine.Target, opt engine.Options, _ engine.Sink) (*engine.Result, error) {
				opt.Confirm(ctx, &engine.Witness{Point: ts[0].Sites[0].Point, Class: op.Reach, Entry: "main", Argv: [][]byte{[]byte("a")}})
				return &engine.Result{Verdicts: make([]engine.Verdict, len(ts))}, nil
			}
			d, stderr, code := dead(t, lazy, "a.c", c.text)
			if code != fault.OK {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if f := d.Points[0]; f.Kind != report.KindFunction && f.Kind != report.KindRegion || f.Status != c.want {
				t.Errorf("main is %s, want %s", f.Status, c.want)
			}
		})
	}
}

func TestDeadCodeFailOn(t *testing.T) {
	_, stderr, code := dead(t, always(engine.Bounded), "a.c", deadProgram, "--fail-on", "bounded")
	if code != fault.Gate || !strings.Contains(stderr, "--fail-on: ") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A witness of the report replays where the report says.
func TestReplayOfDeadCode(t *testing.T) {
	d, _, code := dead(t, engine.Run, "a.c", deadProgram, "--timeout", "2m")
	if code != fault.OK {
		t.Fatalf("exit code %d", code)
	}
	p := at(t, d, report.KindBranch, 27, "kind(i) == 10", true)
	stdout, stderr, code := assay(t, engine.Run, "replay", filepath.FromSlash(p.Outcome.Witness))
	if code != fault.OK || !strings.Contains(stdout, "location executed") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// Functions of a header are one function however many units compile them; one
// that a single unit uses is compiled, however simple it is.
func TestDeadCodeOfAHeader(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"lib.h": `static inline int clamp(int x) { return x < 0 ? 0 : x > 9 ? 9 : x; }
inline int twice(int x) { if (x == 77) return 1; return 2 * x; }
static inline int spare(int x) { return -x; }
`,
		"a.c": "#include \"lib.h\"\nint twice(int x);\nint other(int, int);\nint first(int n) { return clamp(n) + twice(3) + other(n, 0); }\n",
		"b.c": "#include \"lib.h\"\nint other(int a, int b) { if (b) return twice(4); return twice(a & 7); }\n",
		"main.c": `#include <stdlib.h>
int first(int n);
static void die(void) { exit(1); }
int main(int argc, char **argv)
{
    if (argc < 2)
        die();
    return first(argc > 3);
}
`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, stderr, code := assay(t, engine.Run, "deadcode", "--timeout", "2m", "-o", "json=out.json", "--", "main.c", "a.c", "b.c")
	if code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	text, err := os.ReadFile("out.json")
	if err != nil {
		t.Fatal(err)
	}
	d := &report.DeadCode{}
	if err := json.Unmarshal(text, d); err != nil {
		t.Fatal(err)
	}
	totals(t, d)
	for _, c := range []struct {
		kind    string
		line    int
		text    string
		verdict string
	}{
		{report.KindFunction, 1, "clamp", "live"}, {report.KindFunction, 2, "twice", "live"}, {report.KindFunction, 3, "die", "live"},
		{report.KindFunction, 3, "spare", "dead: not compiled"}, {report.KindRegion, 2, "return 1", "dead"}, {report.KindRegion, 2, "return twice(4)", "dead"},
	} {
		if p := at(t, d, c.kind, c.line, c.text, true); p.Verdict() != c.verdict {
			t.Errorf("%s %q: %s (%s), want %s", c.kind, c.text, p.Verdict(), p.Detail(), c.verdict)
		}
	}
}
