package targets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// linesOf are the lines of a mapping's sites; "" if it is left open.
func linesOf(p *ir.Program, mp Mapping) string {
	var lines []string
	if mp.Target != nil {
		for _, s := range mp.Target.Sites {
			if n := fmt.Sprint(p.LocOf(s.Point).Line); !slices.Contains(lines, n) {
				lines = append(lines, n)
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, " ")
}

const calledSource = `int input(void);
static int part(int a, int b) { return a / b; }
static int shared(int a, int b) { return a / b; }
static int load(int *p, int k) { return *p + k; }
static int get(int **pp) { return **pp; }
static int plain(int k) { return k ^ 1; }
static int fixed(int k) { return k + 7 / 0; }
static int hook(int (*f)(int)) { return f(3); }
struct pair { int f, g; };
static int first(struct pair *p) { return p->f; }
int main(int c, char **v)
{
    int a[2] = {1, 2}, *p = c > 1 ? a : 0, *q = a, *r = a, x, y = c;
    struct pair s; s.g = c;
    if (c == 1) return 8 / c + part(3, c - 1);
    if (c == 2) return 8 / c + shared(3, c - 1);
    if (c == 3) return shared(c, 3);
    if (c == 4) return load(p, a[c & 1]) + *q;
    if (c == 5) return *p + plain(c);
    if (c == 6) return 8 / c + fixed(c);
    if (c == 7) return 8 / c + hook(plain);
    if (c == 8) return *q + get(&p);
    if (c == 9) return first(&s) + s.g;
    if (c == 10) return input() / c;
    if (c == 11) return get(&r) + x;
    return y;
}
`

// TestCalled: an alarm at a line with calls may mean what the functions called do, unless its
// column or its message says which instruction of the line it means.
func TestCalled(t *testing.T) {
	p := compileText(t, "c.c", calledSource)
	rows := strings.Split(calledSource, "\n")
	for _, c := range []struct {
		number        int
		tool          sarif.ToolKind
		rule, message string
		mark          string // the column: of this text; "": none
		lines         string // with sites; "": left open
		settles       string // which verdicts answer
	}{
		{1, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero", "", "15 2", "all"},
		{1, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero in the call to `part()`.", "", "15 2", "unreachable and 2"},
		{1, sarif.Clang, "core.DivideZero", "Division by zero", "/ c", "15", "all"},
		{1, sarif.CodeQL, "cpp/divide-by-zero", "Possible division by zero", "part", "15 2", "unreachable and 2"},
		{1, sarif.GCC, "-Wdiv-by-zero", "division by zero", "", "15", "all"},
		{1, sarif.FramaC, "division_by_zero", "", "", "15", "all"},
		{2, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero", "", "16 3", "unreachable and 16"},
		{2, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero in the call to `shared()`.", "", "16 3", "unreachable and"},
		{3, sarif.Cppcheck, "zerodiv", "Division by zero.", "", "3", "unreachable and"},
		{4, sarif.CodeQL, "cpp/dereferenced-value-may-be-null", "Value may be null; it is dereferenced in load.", "load", "18 4", "all"},
		{4, sarif.GCC, "-Wanalyzer-null-dereference", "dereference of NULL ‘p’", "", "4", "all"},
		{4, sarif.GCC, "-Wanalyzer-null-dereference", "dereference of NULL ‘q’", "", "18", "all"},
		{5, sarif.GCC, "-Wanalyzer-null-dereference", "dereference of NULL ‘p’", "", "19", "all"},
		{6, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero", "", "20", "reachable"},
		{7, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero", "", "21", "reachable"},
		{8, sarif.Infer, "USE_AFTER_FREE", "`p` is invalidated by call to `free()` during the call to `drop()` and accessed during the call to `get()`.", "", "5", "unreachable and"},
		{9, sarif.GCC, "-Wmaybe-uninitialized", "‘s.f’ may be used uninitialized", "", "10", "reachable"},
		{10, sarif.Infer, "DIVIDE_BY_ZERO", "The denominator could be zero in the call to `input()`.", "", "24", "nothing"},
		{11, sarif.Clang, "core.CallAndMessage", "1st function call argument is an uninitialized value", "", "", ""},
	} {
		line := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, fmt.Sprintf("c == %d)", c.number)) }) + 1
		col := 0
		if c.mark != "" {
			col = strings.Index(rows[line-1], c.mark) + 1
		}
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "c.c", Line: line, Col: col, Message: c.message})
		if got := linesOf(p, mp); got != c.lines {
			t.Errorf("c == %d, %s %s: sites on %q, want %q; %+v", c.number, c.rule, c.message, got, c.lines, mp.Unmapped)
		} else if got := settling(p, mp.Settles); mp.Target != nil && got != c.settles {
			t.Errorf("c == %d, %s %s: answered by %s, want %s", c.number, c.rule, c.message, got, c.settles)
		}
	}
}

// TestColumnOfCall: where a call stands at the column of a candidate, or takes its value, the
// column says nothing.
func TestColumnOfCall(t *testing.T) {
	source := `static int *get(int **p) { return *p; }
static int use(int *p) { return *p; }
int main(int c, char **v)
{
    int a = c, *p = &a, *q[2] = {&a, 0};
    if (c == 1) return get(&p)[0];
    if (c == 2) return *p + use(p);
    if (c == 3) return use(q[c & 1]);
    return 0;
}
`
	p := compileText(t, "k.c", source)
	rows := strings.Split(source, "\n")
	for line, c := range map[int]struct{ mark, lines string }{6: {"get(&p)", "1 6"}, 7: {"*p +", "7"}, 8: {"q[c", "2 8"}} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.Clang, RuleID: "core.NullDereference", File: "k.c", Line: line,
			Col: strings.Index(rows[line-1], c.mark) + 1, Message: "Dereference of null pointer"})
		if got := linesOf(p, mp); got != c.lines {
			t.Errorf("line %d: sites on %q, want %q; %+v", line, got, c.lines, mp.Unmapped)
		}
	}
}

// settling says which verdicts answer: unreachable and reachable at lines.
func settling(p *ir.Program, s Settles) string {
	switch {
	case s.OnlyReachable && s.OnlyUnreachable && len(s.Except) == 0:
		return "nothing"
	case s.OnlyReachable:
		return "reachable"
	case !s.OnlyUnreachable:
		return "all"
	}
	var lines []string
	for _, pt := range s.Except {
		if n := fmt.Sprint(p.LocOf(pt).Line); !slices.Contains(lines, n) {
			lines = append(lines, n)
		}
	}
	return strings.TrimSuffix("unreachable and "+strings.Join(lines, " "), " ")
}

// column is the column of an instruction, as text.
func column(p *ir.Program, pt ir.Point) string { return fmt.Sprint(p.LocOf(pt).Col) }

// columnsOf are the columns of a mapping's sites; "" if it is left open.
func columnsOf(p *ir.Program, mp Mapping) string {
	var columns []string
	if mp.Target != nil {
		for _, s := range mp.Target.Sites {
			columns = append(columns, column(p, s.Point))
		}
	}
	return unique(columns)
}

// unique joins texts in their order, each once.
func unique(texts []string) string {
	var out []string
	for _, s := range texts {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}
