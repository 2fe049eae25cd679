package targets

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

const unmappedSource = `#include <limits.h>
#define HALF(x) \
    ((x) / 2)
int read_int(void);
static inline int unused(int a)
{
    return a / 3;
}
int limit(void)
{
    int x = INT_MAX - 1;
#ifdef WIDE
    x = x / read_int();
#else
    x = x + 1;
#endif

    if (0)
        x = x / 7;
    x += HALF(x);
    return x;
    x = 5 / x;
}
#if 0
int off(int a) { return 1 / a; }
#endif
unsigned wrap(unsigned a)
{
    return a + 1;
}
int main(void) { return limit() + (int)wrap(3); }
`

func TestUnmapped(t *testing.T) {
	p := compileText(t, "u.c", unmappedSource)
	tests := []struct {
		rule      string
		line      int
		predicate string
		cause     Cause
		want      string
	}{
		{"division_by_zero", 0, "x ≢ 0", NoPlace, "names no line"},
		{"division_by_zero", 2, "x ≢ 0", MacroText, "macro HALF"},
		{"division_by_zero", 3, "x ≢ 0", MacroText, "macro HALF"},
		{"division_by_zero", 7, "a ≢ 0", Excluded, "static or inline and never used"},
		{"signed_overflow", 11, "2147483647 - 1 ≤ 2147483647", Folded, "clang computed it"},
		{"division_by_zero", 13, "x ≢ 0", Excluded, `"#ifdef WIDE" on line 12`},
		{"division_by_zero", 15, "x ≢ 0", OtherCode, "line 15 has code, but no integer division"},
		{"division_by_zero", 17, "x ≢ 0", NoCode, "no statement"},
		{"division_by_zero", 19, "x ≢ 0", Folded, "behind a constant condition"},
		{"division_by_zero", 22, "x ≢ 0", Folded, "after a return"},
		{"division_by_zero", 25, "a ≢ 0", Excluded, `"#if 0" on line 24`},
		{"signed_overflow", 29, "a + 1 ≤ 2147483647", Folded, "defined behaviour under these flags"},
		{"division_by_zero", 99, "x ≢ 0", ChangedSource, "only 31 lines"},
		{"separation", 15, `\separated(p, q)`, Unsupported, "unsequenced"},
		{"user-spec", 15, `x ≢ 0`, Unsupported, "ACSL annotation"},
		{"division_by_zero", 4, "x ≢ 0", NoCode, "outside of functions"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: tt.rule, File: "u.c", Line: tt.line, Predicate: tt.predicate})
		switch {
		case mp.Unmapped == nil:
			t.Errorf("line %d: mapped to %v (%s)", tt.line, mp.Target, mp.Note)
		case mp.Unmapped.Cause != tt.cause || !strings.Contains(mp.Unmapped.String(), tt.want):
			t.Errorf("line %d: %s: %s\nwant %s: %s", tt.line, mp.Unmapped.Cause, mp.Unmapped, tt.cause, tt.want)
		}
	}
}

// TestNeighbours checks that an alarm on a line without code is not given the
// instruction of the next statement.
func TestNeighbours(t *testing.T) {
	p := compileText(t, "n.c", `int f(int a, int b)
{
    if (0) a = a / b;
    b = b / a;
    a = a +
        a / b +
        b;
    return a;
}
`)
	m := New(p, Options{})
	alarm := Alarm{Tool: sarif.Clang, RuleID: "core.DivideZero", File: "n.c", Line: 3, Message: "Division by zero"}
	if mp := m.Map(alarm); mp.Unmapped == nil || mp.Unmapped.Cause != Folded {
		t.Errorf("line 3: got %+v, want folded", mp)
	}
	for _, line := range []int{5, 6, 7} {
		alarm.Line = line
		mp := m.Map(alarm)
		if mp.Target == nil || len(mp.Target.Sites) != 1 || p.LocOf(mp.Target.Sites[0].Point).Line != 6 {
			t.Errorf("line %d: got %+v, want the division on line 6", line, mp)
		}
	}
}

// TestWholeStatement checks that every access of a statement with the address
// of the alarm is a candidate, whichever line it is on: the read of *p comes
// before the write that the alarm is about.
func TestWholeStatement(t *testing.T) {
	p := compileText(t, "w.c", `int f(int *p, int *q)
{
    *p =
        *p +
        *q;
    return *p;
}
`)
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "mem_access", File: "w.c", Line: 3, Predicate: `\valid(p)`})
	var got []string
	if mp.Target != nil {
		for _, s := range mp.Target.Sites {
			got = append(got, strings.SplitN(siteText(p, s), " {", 2)[0])
		}
	}
	if strings.Join(got, "; ") != "4:9 load from load(%p.addr); 3:8 store to load(%p.addr)" {
		t.Errorf("got %q", got)
	}
}

// TestInlinedIn checks that an alarm that gcc gives at a call, after inlining,
// is not declared impossible because the call's line cannot fail itself.
func TestInlinedIn(t *testing.T) {
	p := compileText(t, "i.c", `static int get(int *p) { return *p; }
int f(int *q)
{
    return get(q);
}
`)
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.GCC, RuleID: "-Wnull-dereference", File: "i.c", Line: 4,
		Message: "potential null pointer dereference"})
	if mp.Target == nil || len(mp.Target.Sites) != 1 || !strings.HasPrefix(siteText(p, mp.Target.Sites[0]), "1:33 load") {
		t.Errorf("got %+v", mp)
	}
}

// TestFreedIsPassed checks that a dangling pointer handed to a function is
// looked for where it is read.
func TestFreedIsPassed(t *testing.T) {
	p := compileText(t, "d.c", `#include <stdlib.h>
int use(int *p) { return *p; }
int f(int *q)
{
    free(q);
    return use(q);
}
`)
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.Clang, RuleID: "unix.Malloc", File: "d.c", Line: 6, Message: "Use of memory after it is freed"})
	if mp.Target == nil || len(mp.Target.Sites) != 2 || siteText(p, mp.Target.Sites[1]) != "6:16 load from %q.addr low {dangling-pointer}" ||
		!slices.Equal(mp.Settles.Except, []ir.Point{mp.Target.Sites[1].Point}) {
		t.Errorf("got %+v", mp)
	}
}

func TestUnknownSource(t *testing.T) {
	p := corpusProgram(t, "list")
	opt := Options{ReadFile: func(string) ([]byte, error) { return nil, os.ErrNotExist }}
	mp := New(p, opt).Map(Alarm{Tool: sarif.FramaC, RuleID: "division_by_zero", File: "list.c", Line: 3, Predicate: "x ≢ 0"})
	if mp.Unmapped == nil || mp.Unmapped.Cause != NoCode || !strings.Contains(mp.Unmapped.Next, "nearest line with code is 20") {
		t.Errorf("got %+v", mp.Unmapped)
	}
}

const mainText = `#include "../net/util.h"
#include "../disk/util.h"
int main(int c, char **v) { return third(c) + quarter(c); }
`

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("net/util.h", "static inline int third(int a)\n{\n    return a / 3;\n}\n")
	write("disk/util.h", "static inline int quarter(int a)\n{\n    return a / 4;\n}\n")
	other := write("other/main.c", "int unrelated;\n")
	same := write("link/main.c", mainText)
	main := write("src/main.c", mainText)
	moved := write("moved/src/main.c", "int moved;\n")
	p := compile(t, main)
	tests := []struct {
		name   string
		opt    Options
		line   int
		file   string // that is taken, relative to dir
		byName bool
		cause  Cause
	}{
		{name: main, line: 3, file: "src/main.c"},
		{name: "main.c", line: 3, file: "src/main.c"},
		{name: "src/main.c", line: 3, file: "src/main.c"},
		{name: "/elsewhere/src/main.c", line: 3, file: "src/main.c"},
		{name: "/elsewhere/main.c", line: 3, file: "src/main.c", byName: true},
		{name: other, line: 3, cause: NotCompiled},
		{name: "/agent/other/main.c", line: 3, cause: NotCompiled},
		{name: moved, line: 3, cause: NotCompiled},
		{name: "/agent/moved/src/main.c", line: 3, cause: NotCompiled},
		{name: same, line: 3, file: "src/main.c", byName: true},
		{name: "disk/util.h", line: 3, file: "disk/util.h"},
		{name: "util.h", line: 3, cause: AmbiguousFile},
		{name: "/x/util.h", opt: Options{PathMaps: []PathMap{{"/y", "/z"}, {"/x", filepath.Join(dir, "net")}}}, line: 3, file: "net/util.h"},
		{name: "x/util.h", opt: Options{PathMaps: []PathMap{{"/x", filepath.Join(dir, "net")}}}, line: 3, file: "net/util.h"},
		{name: "util.h", opt: Options{SourceRoot: filepath.Join(dir, "disk")}, line: 3, file: "disk/util.h"},
		{name: "mian.c", line: 3, cause: NotCompiled},
		{name: "main.cpp", line: 3, cause: NotCompiled},
	}
	for _, tt := range tests {
		mp := New(p, tt.opt).Map(Alarm{Tool: sarif.FramaC, RuleID: "unreachable", File: tt.name, Line: tt.line})
		switch {
		case tt.cause != "":
			if mp.Unmapped == nil || mp.Unmapped.Cause != tt.cause {
				t.Errorf("%s: got %+v, want %s", tt.name, mp, tt.cause)
			}
		case mp.Target == nil || mp.File != filepath.Join(dir, tt.file) || mp.ByName != tt.byName:
			t.Errorf("%s: got %+v, want %s", tt.name, mp, tt.file)
		case mp.Settles.OnlyReachable != (tt.byName && tt.name != same): // the program has files in other directories
			t.Errorf("%s: %+v", tt.name, mp.Settles)
		}
	}
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "unreachable", File: "mian.c", Line: 1})
	if !strings.Contains(mp.Unmapped.Reason, "it has main.c") {
		t.Errorf("no suggestion: %s", mp.Unmapped)
	}
}

func TestContinues(t *testing.T) {
	tests := []struct {
		line string
		want bool
	}{
		{"    x = a +", true}, {"    f(a,   /* first */", true}, {"  if (a &&", true}, {"  ? DIV(100,", true},
		{"    x = a;", false}, {"    x = a; // b +", false}, {"{", false}, {"", false}, {"#define X a +", false},
		{"  if (a)", false}, {"  } else if (a)", false}, {"  else", false}, {"  for (;;)", false},
		{"  if (a) return b +", true}, {"  else x =", true}, {"  } else", false}, {"  do", false},
		{"  case 3:", false}, {"out:", false}, {" * a comment", false}, {"    : b)", true},
	}
	for _, tt := range tests {
		if got := continues(tt.line); got != tt.want {
			t.Errorf("continues(%q) = %v", tt.line, got)
		}
	}
}

func TestReadFailureIsNoSource(t *testing.T) {
	m := New(corpusProgram(t, "list"), Options{ReadFile: func(string) ([]byte, error) { return nil, errors.New("denied") }})
	if first, last := m.statement("list.c", 5, 6); first != 5 || last != 6 {
		t.Errorf("statement without source: %d..%d, want 5..6", first, last)
	}
}
