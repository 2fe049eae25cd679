package targets

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/build"
)

// TestComputed: an alarm about an operation that the compiler has computed is not answered by
// another one of its line.
func TestComputed(t *testing.T) {
	for _, c := range []struct {
		code            string
		tool            sarif.ToolKind
		rule, predicate string
		mark            string // the column: of this text; "": none
		open            bool
	}{
		{"1 / 0 + c / 2", sarif.Clang, "core.DivideZero", "", "/ 0", true},
		{"1 / 0 + c / 2", sarif.Clang, "core.DivideZero", "", "/ 2", false},
		{"1 / 0 + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", true},
		{"1 / 0 + 60 / 5 + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", true},
		{"c / d + sizeof a / sizeof a[0] + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", false},
		{"(1 << 33) + (1 << (c & 7))", sarif.Clang, "core.BitwiseShift", "", "<< 33", true},
		{"2147483647 + 1 - c", sarif.Cppcheck, "integerOverflow", "", "+ 1", true},
		{"-c / d + c / 2", sarif.FramaC, "division_by_zero", "", "-c", false},
		{"5 / (3 - 3) + c / 2", sarif.FramaC, "division_by_zero", "assert division_by_zero: 3 - 3 != 0", "", true},
		{"c / d + (12 > 3)", sarif.FramaC, "division_by_zero", "assert division_by_zero: 12 - 12 != 0", "", true},
	} {
		source := "int main(int c, char **v) { int a[4], d = c; return " + c.code + "; }\n"
		p := compileText(t, "c.c", source)
		col := 0
		if c.mark != "" {
			col = strings.Index(source, c.mark) + 1
		}
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "c.c", Line: 1, Col: col, Message: "an alarm", Predicate: c.predicate})
		if open := mp.Unmapped != nil; open != c.open {
			t.Errorf("%s, %s at %q: left open: %t, %+v", c.code, c.rule, c.mark, open, mp.Unmapped)
		} else if open && !strings.Contains(mp.Unmapped.Reason, "compiler has computed") {
			t.Errorf("%s, %s at %q: %s", c.code, c.rule, c.mark, mp.Unmapped.Reason)
		}
	}
}

// constants is the head of a program with constants of all kinds, and variables.
const constants = `#include <limits.h>
#define ZERO 0
#define BAD(x) (10 / ZERO + (x))
#define INC(x) ((x) + 1)
#define WIDE 40
enum { RED, TOP = INT_MAX, FOUR = 4 };
int main(int c, char **v)
{
    const int none = 0, top = INT_MAX;
    const double huge = 1e20;
    int d = c, r;
    double f = c;
`

// mapInMain maps an alarm on a statement of a program, which is compiled and expanded as a
// user's is. The mark @ stands at the place of the alarm; without one it is on the first line.
func mapInMain(t *testing.T, statement string, a Alarm) Mapping {
	t.Helper()
	head := strings.Count(constants, "\n") + 1
	a.File, a.Line, a.Message = "c.c", head, "overflow in expression"
	for i, l := range strings.Split(statement, "\n") {
		if col := strings.Index(l, "@"); col >= 0 {
			a.Line, a.Col = head+i, col+1
		}
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "c.c")
	text := constants + strings.ReplaceAll(statement, "@", "") + "\n    return r;\n}\n"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := build.New(context.Background(), build.Options{TempDir: dir, CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	in, err := build.FromArgs([]string{source}, dir)
	if err != nil {
		t.Fatal(err)
	}
	units, err := b.Compile(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return New(compile(t, source), Options{Expand: func(path string) ([]string, string) {
		lines, text, err := b.Expand(context.Background(), units.Units, path)
		if err != nil || len(lines) == 0 {
			t.Errorf("%s is not expanded: %v", path, err)
		}
		return lines, text
	}}).Map(a)
}

// TestComputedElsewhere: neither a macro, nor a constant with a name, a conversion or another
// line hides that the compiler has computed an operation.
func TestComputedElsewhere(t *testing.T) {
	division, overflow := Alarm{Tool: sarif.Infer, RuleID: "DIVIDE_BY_ZERO"}, Alarm{Tool: sarif.Infer, RuleID: "INTEGER_OVERFLOW_L1"}
	shift, narrowing := Alarm{Tool: sarif.GCC, RuleID: "-Wshift-count-overflow"}, Alarm{Tool: sarif.Cppcheck, RuleID: "floatConversionOverflow"}
	divides, adds := Alarm{Tool: sarif.Clang, RuleID: "core.DivideZero"}, Alarm{Tool: sarif.GCC, RuleID: "-Woverflow"}
	for _, c := range []struct {
		code  string
		alarm Alarm
		open  bool
	}{
		{"r = BAD(c) + c / d;", division, true},
		{"r = @BAD(c / d);", divides, true},
		{"r = BAD(c) + c @/ d;", divides, false},
		{"r = INC(c) + c / d;", division, false},
		{"r = 10 / none + c / d;", division, true},
		{"r = 10 / RED + c / d;", division, true},
		{"r = 10 / FOUR + c / d;", division, false},
		{"r = c / d\n+ 10 / ZERO;", division, true},
		{"r = c / d\n+ 10 @/ ZERO;", divides, true},
		{"r = 10 / ZERO\n+ c / @d;", divides, true},
		{"r = 10 / ZERO\n+ c @/ d;", divides, false},
		{"int a[] = { 10 / ZERO, c / d }; r = a[0];", division, true},
		{"r = top + 1 > c + d;", overflow, true},
		{"r = TOP + FOUR > c + d;", overflow, true},
		{"r = FOUR + FOUR > c + d;", overflow, false},
		{"r = -INT_MIN > c + d;", overflow, true},
		{"r = INT_MIN > c + d;", overflow, false},
		{"r = INC(TOP) > c + d;", overflow, true},
		{"r = @INC(TOP) > c + d;", adds, true},
		{"r = INC(TOP) > c @+ d;", adds, false},
		{"const int high = INT_MAX, higher = high + 1; r = higher > c + d;", overflow, true},
		{"if (TOP * 2 > c + d)\nr = 1;", overflow, true},
		{"r = (1 << WIDE) + (1 << c);", shift, true},
		{"r = (1 << FOUR) + (1 << c);", shift, false},
		{"r = (int)1e20 + (int)f;", narrowing, true},
		{"r = (int)huge + (int)f;", narrowing, true},
		{"r = (int)1e3 + (int)f;", narrowing, false},
		{"int x = 1e20; r = x + (int)f;", narrowing, true},
		{"r = 1e20, d = f;", narrowing, true},
	} {
		if mp := mapInMain(t, c.code, c.alarm); (mp.Unmapped != nil) != c.open {
			t.Errorf("%s (%s): left open: %t, %+v", c.code, c.alarm.RuleID, !c.open, mp.Unmapped)
		} else if c.open && !strings.Contains(mp.Unmapped.Reason, "compiler has computed") {
			t.Errorf("%s: %s", c.code, mp.Unmapped.Reason)
		}
	}
}

// TestComputedWithoutText: where the text after macro expansion is not to be had, as of a unit
// of IR, a name that the program does not have may be a macro with any operation in it.
func TestComputedWithoutText(t *testing.T) {
	source := constants + "    r = INC(TOP) > c + d;\n    r = mainly(c) > c + d;\n    return r;\n}\nint mainly(int x) { return x; }\n"
	m := New(compileText(t, "c.c", source), Options{Expand: func(string) ([]string, string) { return nil, "" }})
	for n, open := range []bool{true, false} {
		mp := m.Map(Alarm{Tool: sarif.Infer, RuleID: "INTEGER_OVERFLOW_L1", File: "c.c", Line: strings.Count(constants, "\n") + 1 + n, Message: "an alarm"})
		if (mp.Unmapped != nil) != open {
			t.Errorf("line %d of main: left open: %t, %+v", n, !open, mp.Unmapped)
		}
	}
}

// TestComputedWithoutSource: that the compiler has computed a sum, only the text tells.
func TestComputedWithoutSource(t *testing.T) {
	p := compileText(t, "c.c", "int main(int c, char **v) { int d = c; return d + c > 2147483647 + 1; }\n")
	none := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	m := New(p, Options{ReadFile: none, Expand: func(string) ([]string, string) { return nil, "" }})
	for predicate, open := range map[string]bool{"": true, "assert signed_overflow: d + c <= 2147483647": false} {
		mp := m.Map(Alarm{Tool: sarif.FramaC, RuleID: "signed_overflow", File: "c.c", Line: 1, Predicate: predicate})
		if (mp.Unmapped != nil) != open {
			t.Errorf("%q: left open: %t, %+v", predicate, !open, mp.Unmapped)
		}
	}
}

// TestFirstLine: an alarm on the first line of a statement means all of it, where the analyzer
// names no other.
func TestFirstLine(t *testing.T) {
	for _, c := range []struct {
		code  string
		alarm Alarm
		sites int
	}{
		{"r = c / d\n+ c / c;", Alarm{Tool: sarif.Infer, RuleID: "DIVIDE_BY_ZERO", Col: 5}, 2},
		{"r = c / d\n+ c / c;", Alarm{Tool: sarif.GCC, RuleID: "-Wdiv-by-zero"}, 2},
		{"r = c @/ d\n+ c / c;", Alarm{Tool: sarif.GCC, RuleID: "-Wdiv-by-zero"}, 1},
		{"r = c / d\n+ c @/ c;", Alarm{Tool: sarif.Infer, RuleID: "DIVIDE_BY_ZERO"}, 1},
		{"r = c / d; d = 1;\nr = c / c;", Alarm{Tool: sarif.Infer, RuleID: "DIVIDE_BY_ZERO"}, 1},
	} {
		if mp := mapInMain(t, c.code, c.alarm); mp.Target == nil || len(mp.Target.Sites) != c.sites {
			t.Errorf("%q: %+v, want %d sites", c.code, mp.Target, c.sites)
		}
	}
}

// TestMacroDefinition: the text of a macro's definition is no part of the statement below.
func TestMacroDefinition(t *testing.T) {
	mp := mapInMain(t, "#define MORE(x) \\\n (@10 / ZERO + (x))\nr = c / d;", Alarm{Tool: sarif.GCC, RuleID: "-Wdiv-by-zero"})
	if mp.Unmapped == nil || mp.Unmapped.Cause != MacroText {
		t.Errorf("%+v", mp)
	}
}

// TestInCall: what a message says of where an error happens, and what of where its cause did.
func TestInCall(t *testing.T) {
	for message, want := range map[string]string{
		"`np` could be null and is dereferenced in the call to `use()`.":                  "use",
		"Pulse found a potential null dereference of `np` in call to `use`":               "use",
		"is dereferenced by call to `use()`":                                              "use",
		"the block is accessed in call to `use()`":                                        "use",
		"Offset: 6 Size: 4 by call to `copy`.":                                            "copy",
		"`s.f` is read without initialization during the call to `val()`.":                "val",
		"accessing memory that was invalidated by call to `free()`.":                      "",
		"`p` is invalidated by call to `free()` during the call to `drop()`":              "",
		"`p` is freed by call to `drop()` and accessed during the call to `get()`":        "get",
		"pointer `p` last assigned on line 3 could be null and is dereferenced at line 4": "",
	} {
		var c claim
		c.readCalls(message)
		if got := strings.Join(c.callees, " "); got != want || c.inCall != (want != "") {
			t.Errorf("%s: %q, %t", message, got, c.inCall)
		}
	}
}

// TestCutAmounts: where the compiler has the amount of a shift as a constant, it is the
// program's only if it is written as one that fits.
func TestCutAmounts(t *testing.T) {
	for code, open := range map[string]bool{
		"c << 3": false, "c >> 31u": false, "c << 40": false, "c << c": false,
		"c << 4294967296": true, "c << (1L << 32)": true, "c >> -4294967296L": true, "c << 0x100000003": true, "c << WIDE": true,
	} {
		source := "#define WIDE (1L << 33)\nint main(int c, char **v) { return " + code + "; }\n"
		mp := New(compileText(t, "c.c", source), Options{}).Map(Alarm{Tool: sarif.Cppcheck, RuleID: "shiftTooManyBits", File: "c.c", Line: 2,
			Col: strings.Index(source, "return "+code) + len("return c ") - strings.Index(source, "\n"), Message: "an alarm"})
		if got := mp.Unmapped != nil; got != open {
			t.Errorf("%s: left open: %t, %+v", code, got, mp.Unmapped)
		}
	}
}
