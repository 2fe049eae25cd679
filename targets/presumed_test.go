package targets

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const numbered10 = `int low(int v)
{
#line 10
    return 10 / (v | 1);
}
int high(int v)
{
    if (v == 0)
        v = 3;
    return 17 / v;
}
int main(int c, char **v) { return low(c) + high(c); }
int again(int v)
{
#line 40 "other.y"
    return 40 / v;
}
`

// TestDirectives: with #line, an alarm's line is that of the file for analyzers that say so,
// that of the directive for others, and open where that is not known and both have code.
func TestDirectives(t *testing.T) {
	p := compileText(t, "p.c", numbered10)
	for _, c := range []struct {
		tool  sarif.ToolKind
		rule  string
		line  int
		sites string // lines of the debug information; "": left open
		only  bool   // unreachable alone answers
	}{
		{sarif.Clang, "core.DivideZero", 10, "16", false},
		{sarif.GCC, "-Wdiv-by-zero", 16, "16", false},
		{sarif.FramaC, "division_by_zero", 10, "10", false},
		{sarif.Clang, "core.DivideZero", 4, "10", false},
		{sarif.CodeQL, "cpp/divide-by-zero", 4, "10", false},
		{sarif.CodeQL, "cpp/divide-by-zero", 10, "", false},
		{sarif.Infer, "DIVIDE_BY_ZERO", 10, "", false},
		{sarif.Clang, "clang-analyzer-core.DivideZero", 10, "", false},
		{sarif.Clang, "core.DivideZero", 16, "40", false},
		{sarif.Clang, "core.DivideZero", 3, "", false},
		{sarif.Clang, "core.DivideZero", 99, "", false},
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "p.c", Line: c.line, Message: "Division by zero"})
		if got := linesOf(p, mp); got != c.sites || mp.Settles.OnlyUnreachable != c.only {
			t.Errorf("%s line %d: sites on %q, want %q; %+v %+v", c.tool, c.line, got, c.sites, mp.Settles, mp.Unmapped)
		}
	}
}

// TestSameNumber: where several lines have one number, an error on one need not be the alarm's.
func TestSameNumber(t *testing.T) {
	p := compileText(t, "s.c", "int f(int v) { return 7 / v; }\n#line 1\nint g(int v) { return 7 / v; }\nint main(int c, char **v) { return f(c) + g(c); }\n")
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.GCC, RuleID: "-Wdiv-by-zero", File: "s.c", Line: 1, Message: "division by zero"})
	if mp.Target == nil || len(mp.Target.Sites) != 2 || !mp.Settles.OnlyUnreachable {
		t.Errorf("got %+v", mp)
	}
}

// TestPresumedLines: which lines directives name, and where that is not known.
func TestPresumedLines(t *testing.T) {
	for _, c := range []struct {
		text  string
		lines []int
		known bool
	}{
		{"a\nb", nil, true},
		{"a\n#line 7\nb\nc", []int{1, 0, 7, 8}, true},
		{"a\n# 7 \"x.c\" 2\nb", []int{1, 0, 7}, true},
		{"#ifndef X\n#define X\n#endif\n#line 3\nb", []int{1, 2, 3, 0, 3}, true},
		{"#if A\n#line 9\n#endif\nb", []int{1, 0, 9, 10}, false},
		{"#ifndef X\n#define X\n#if A\n#endif\n#if A\n#line 9\n#endif\n#endif", []int{1, 2, 3, 4, 5, 0, 9, 10}, false},
		{"#line N\nb", []int{0, 1}, false},
		{"/*\n#line 9\n*/\nb", nil, true},
		{"s = \"/*\";\n#line 9\nb", []int{1, 0, 9}, true},
	} {
		places, known := presumedLines("/d/x.c", strings.Split(c.text, "\n"))
		var lines []int
		for _, p := range places {
			lines = append(lines, p.line)
		}
		if !slices.Equal(lines, c.lines) || known != c.known {
			t.Errorf("%q: %v, %t; want %v, %t", c.text, lines, known, c.lines, c.known)
		}
	}
}
