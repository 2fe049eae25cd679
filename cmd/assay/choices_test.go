package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
)

// verdictsOf runs `assay reach` on a program, the engine and the replay
// included, and returns what the engine decided.
func verdictsOf(t *testing.T, src string, args ...string) []engine.Verdict {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	var out []engine.Verdict
	decide := func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
		r, err := engine.Run(ctx, p, ts, opt, sink)
		if r != nil {
			out = r.Verdicts
		}
		return r, err
	}
	args = append(args, "--timeout-per-alarm", "20s", "--state-dir", filepath.Join(dir, "state"), "--", file)
	if _, stderr, code := assay(t, decide, append([]string{"reach"}, args...)...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for i := range out {
		out[i].Reason = strings.ReplaceAll(out[i].Reason, dir+"/", "")
	}
	return out
}

// TestDependsOnChoice: verdicts.md, rule 8. What fails only with values that no
// native run can be told is reachable, unconfirmed, and says on which values it
// depends; what fails without them is confirmed.
func TestDependsOnChoice(t *testing.T) {
	t.Parallel()
	const (
		depends, confirmed = false, true
		hit                = "confirmed natively by the execution of the location: location executed: location executed (at p.c:4)"
	)
	for _, c := range []struct {
		name      string
		above     string // line 2, before T and main
		body      string // lines 4 and following; T() is the target
		confirmed bool
		reason    string
	}{
		{"unwritten local", "", "int x; if (x == 42) T();", depends, "depends on uninitialised x = 42 at p.c:4"},
		{"two reads agree", "", "int x; int a = x, b = x; if (a == 42 && b > 41 && b < 43) T();", depends,
			"depends on uninitialised x = 42 at p.c:4"},
		{"read but not needed", "", "int x; int y = x; if (n == 3) T(); return y;", confirmed, hit},
		{"struct field", "struct s { char c; int v[3]; };", "struct s a, b; a.v[0] = 1; b = a; if (b.v[1] == 7) T();", depends,
			"depends on uninitialised a (from byte 8) = 7 at p.c:4"},
		{"heap", "", "malloc(2); calloc(1, 3); strdup(\"x\"); char *p = malloc(5);\nif (p != 0 && p[3] == 9) T();", depends,
			"depends on uninitialised (from byte 3) = 9 at p.c:4"},
		{"behind realloc", "", "char *p = malloc(1); if (!p) return 1; p = realloc(p, 4);\nif (p && p[0] == 3 && p[2] == 4) T();", depends,
			"depends on uninitialised = 3 at p.c:4, uninitialised (from byte 2) = 4 at p.c:4"},
		{"second call's local", "int f(int k, int *r) { int v; if (k) *r = v; return k; }",
			"int r = 0, q = 0; f(1, &r); f(0, &q); f(1, &q); if (q == 42 && r == 41) T();", depends,
			"depends on uninitialised v = 41 at p.c:2, uninitialised v = 42 at p.c:2"},
		{"scope not entered", "int f(int k) { if (k) { int v; return v; } return 0; }", "f(0); f(0); if (f(1) == 6) T();", depends,
			"depends on uninitialised v = 6 at p.c:2"},
		{"second life in a loop", "", "for (int i = 0; i < 3; i++) { int v; if (i == 1 && v == 42) T(); }", depends,
			"depends on uninitialised v = 42 at p.c:4"},
		{"shift", "", "unsigned s = 1u << n; if (n == 40 && s == 77) T();", depends, "depends on shift = 77 at p.c:4"},
		{"second shift out of range", "", "int got = 0; for (int i = 0; i < 4; i++) { int k = i == 1 ? 3 : 40;\nunsigned s = 1u << k; if (i == 3 && s == 77) T(); }",
			depends, "depends on shift = 77 at p.c:5"},
		{"shift in range", "", "unsigned s = 1u << n; if (s == 64) T();", confirmed, hit},
		{"volatile", "volatile int port;", "for (int i = 0; i < 3; i++) { int p = port; if (i == 2 && p == 12) T(); }", depends,
			"depends on volatile = 12 at p.c:4"},
		{"float to integer", "", "int r = 0; for (int i = 0; i < 3; i++) { double d = i == 1 ? 2.5 : 1e10; r = (int)d; } if (r == 5) T();", depends,
			"depends on float-to-int = 5 at p.c:4"},
		{"bool", "", "_Bool b[2] = {0, 1}; ((unsigned char *)b)[1] = 6; if (b[1] == 1) T();", depends,
			"depends on bool = 1 at p.c:4"},
		{"undefined function that does not matter", "extern void show(const char *);", "show(\"x\"); if (n == 3) T();", depends,
			"seen natively with show() replaced, which nothing defines: location executed: location executed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := "#include <stdlib.h>\n" + c.above + "\nvoid T(void) {} extern int __VERIFIER_nondet_int(void); char *strdup(const char *);" +
				" int main(void) { int n = __VERIFIER_nondet_int();\n" + c.body + "\nreturn 0; }\n"
			v := verdictsOf(t, src, "--call", "T")[0]
			if v.Status != engine.Reachable || v.Confirmed != c.confirmed || v.Reason != c.reason {
				t.Errorf("%v, confirmed: %v, %s; want reachable, confirmed: %v, %s", v.Status, v.Confirmed, v.Reason, c.confirmed, c.reason)
			}
		})
	}
}

// TestDependsOnUndefined: what a function that nothing defines must do for it
// decides nothing.
func TestDependsOnUndefined(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body string }{
		{"result", "if (get(n) == 7) T();"},
		{"memory", "int x = 0; change(&x); if (x == 7) T();"},
		{"pointer", "if (where() != 0) T();"},
		{"global", "g = 0; get(n); if (g == 7) T();"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := verdictsOf(t, "int g; extern int get(int); extern void change(int *); extern char *where(void); void T(void) {}\n"+
				"extern int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int();\n"+c.body+"\nreturn 0; }\n",
				"--call", "T")[0]
			if v.Status != engine.Undecided || !strings.Contains(v.Reason, "depends on ") || !strings.Contains(v.Reason, "()") {
				t.Errorf("%v, %s; want undecided, depends on a function", v.Status, v.Reason)
			}
		})
	}
}
