package targets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// describe says of a mapping at which lines and columns it looks, with a "?" where an error
// there is no answer.
func describe(p *ir.Program, mp Mapping) string {
	if mp.Target == nil {
		return "-"
	}
	var all []string
	for _, s := range mp.Target.Sites {
		loc := p.LocOf(s.Point)
		at := fmt.Sprintf("%d:%d", loc.Line, loc.Col)
		if mp.Settles.OnlyUnreachable && !slices.Contains(mp.Settles.Except, s.Point) {
			at += "?"
		}
		all = append(all, at)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// TestCopiedByInitializers: clang's analyzer does not look at the values that an initializer
// list copies. What it says is uninitialised is not for want of these alone.
func TestCopiedByInitializers(t *testing.T) {
	p := compileText(t, "k.c", `struct s { long a; short b; };
int f(int *w, short x)
{
    int t[2] = {w[0], w[1]};
    struct s v = {x, .b = x}, u;
    u.a = w[2];
    struct s *q = &(struct s){w[3] + 1, x};
    return t[1] + v.a + u.a + q->b;
}
int main(int c, char **v) { int w[4]; return f(w, c); }
`)
	for _, c := range []struct {
		tool sarif.ToolKind
		rule string
		want string
	}{
		{sarif.Clang, "core.UndefinedBinaryOperatorResult", "4:17? 4:23? 5:19? 5:27? 7:41? 8:12"},
		{sarif.GCC, "-Wanalyzer-use-of-uninitialized-value", "8:12"},
	} {
		a := Alarm{Tool: c.tool, RuleID: c.rule, File: "k.c", Line: 8, Col: 12, EndCol: 16, Message: "The left operand of '+' is a garbage value"}
		if got := describe(p, New(p, Options{Entry: "main"}).Map(a)); got != c.want {
			t.Errorf("%s: looks at %s, want %s", c.rule, got, c.want)
		}
	}
}

// TestBracketsGoOn: an alarm at a bracket that begins a line is about the expression above.
func TestBracketsGoOn(t *testing.T) {
	p := compileText(t, "k.c", `int f(int *p, int *q, int k)
{
    int r = *q + p
        [k] + *q; r += q[1]; return r;
}
int main(int c, char **v) { int w[8]; return f(w, w, c); }
`)
	for _, c := range []struct {
		line, col int
		want      string
	}{
		{4, 9, "3:13? 3:18 4:15? 4:24?"},
	} {
		a := Alarm{Tool: sarif.GCC, RuleID: "-Wanalyzer-null-dereference", File: "k.c", Line: c.line, Col: c.col, Message: "dereference of NULL"}
		if got := describe(p, New(p, Options{Entry: "main"}).Map(a)); got != c.want {
			t.Errorf("%d:%d: looks at %s, want %s", c.line, c.col, got, c.want)
		}
	}
}

// TestStatementsGoOn: an alarm at a statement that goes on in the next lines may mean what stands
// there, and nothing before its column.
func TestStatementsGoOn(t *testing.T) {
	p := compileText(t, "k.c", `int f(int *p, int k)
{
    int a = p[0]; int b =
        p[1];
    a += p[2]; if (k || a &&
        p[3]) a = p[4]; return a + b;
}
int main(int c, char **v) { int w[8]; return f(w, c); }
`)
	for _, c := range []struct {
		line, col, endLine, endCol int
		want                       string
	}{
		{3, 19, 0, 24, "3:13? 4:9"}, // int b
		{3, 5, 0, 10, "3:13"},       // int a, whose initializer ends on the line
		{5, 25, 6, 13, "5:10? 5:20? 5:25 5:7? 6:19? 6:32? 6:36? 6:9"}, // a && p[3]
		{5, 10, 0, 14, "5:10 5:7"},                                    // p[2], and what it is added to
	} {
		a := Alarm{Tool: sarif.Clang, RuleID: "core.uninitialized.Assign", File: "k.c", Line: c.line, Col: c.col, EndLine: c.endLine, EndCol: c.endCol,
			Message: "Assigned value is garbage or undefined"}
		if got := describe(p, New(p, Options{Entry: "main"}).Map(a)); got != c.want {
			t.Errorf("%d:%d: looks at %s, want %s", c.line, c.col, got, c.want)
		}
	}
}
