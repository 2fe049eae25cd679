package targets

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

const columnsSource = `struct node { int v; struct node *next; };
extern int use(int *);
extern void *memset(void *, int, unsigned long);
int f(int *p, int *q, int a[4], int b[4], struct node *n, int i, int j, int m)
{
    int r = a[i & 3] + b[j];
    r += (m + 1) * 2 + (i - 1);
    r += i / 3 + i / j;
    r += *p + use(q) + *q;
    a[i] = b[j] + n->next->v;
    r += (1 << i) + (m << j);
    memset(p, 0, i); memset(q, 0, j);
    /* ≢≢≢ */ r += 7 / i + 7 / j;
    return r;
}
int main(int c, char **v) { int x[4] = {0}; struct node n = {1, &n}; return f(x, x, x, x, &n, c, c, c); }
`

// TestColumns: an alarm means the operation that its columns are those of, and what stands
// where nothing is looked for answers nothing.
func TestColumns(t *testing.T) {
	p := compileText(t, "k.c", columnsSource)
	rows := strings.Split(columnsSource, "\n")
	const open = "-"
	for _, c := range []struct {
		tool           sarif.ToolKind
		rule           string
		line           int
		from, upTo     string // the texts that the columns begin with, and that they span; upTo "": a point
		sites, answers string // texts at the sites, and at those that answer
	}{
		{sarif.CodeQL, "cpp/constant-array-overflow", 6, "a[i & 3]", "a[i & 3]", "a", "a"},
		{sarif.CodeQL, "cpp/constant-array-overflow", 6, "b[j]", "b[j]", "b", "b"},
		{sarif.CodeQL, "cpp/constant-array-overflow", 6, "j]", "j", "b", "b"},
		{sarif.Cppcheck, "arrayIndexOutOfBounds", 6, "[j", "", "b", "b"},
		{sarif.CodeQL, "cpp/arithmetic-with-extreme-values", 7, "m + 1", "m + 1", "+ 1,* 2", "+ 1,* 2"},
		{sarif.CodeQL, "cpp/divide-by-zero", 8, "i / 3", "i / 3", "/ 3", "/ 3"},
		{sarif.CodeQL, "cpp/divide-by-zero", 8, "j;", "j", "/ j", "/ j"},
		{sarif.Clang, "core.DivideZero", 8, "/ j", "", "/ j", "/ j"},
		{sarif.Infer, "DIVIDE_BY_ZERO", 8, "r +=", "", "/ 3,/ j", "/ 3,/ j"},
		{sarif.CodeQL, "cpp/use-after-free", 9, "q)", "q", "q)", "q)"},
		{sarif.Clang, "core.NullDereference", 9, "*q", "", "*q", "*q"},
		{sarif.GCC, "-Wanalyzer-null-dereference", 10, "->v", "", "v;", "v;"},
		{sarif.Cppcheck, "nullPointer", 10, "n->", "", "next,v;", "next,v;"},
		{sarif.CodeQL, "cpp/undefined-shift", 11, "1 <<", "1 << i", "<< i", "<< i"},
		{sarif.CodeQL, "cpp/missing-null-test", 10, "n->next->v", "n->next", "next,v;", "next,v;"},
		{sarif.CodeQL, "cpp/divide-by-zero", 13, "7 / j", "7 / j", "/ j", "/ j"},
		{sarif.CodeQL, "cpp/missing-null-test", 9, "use(", "use", open, open},
	} {
		text := rows[c.line-1]
		col := utf8.RuneCountInString(text[:strings.Index(text, c.from)]) + 1
		a := Alarm{Tool: c.tool, RuleID: c.rule, File: "k.c", Line: c.line, Col: col, Message: "it happens here"}
		if c.upTo != "" {
			a.EndCol = col + len(c.upTo)
		}
		mp := New(p, Options{Entry: "main"}).Map(a)
		sites, answers := open, open
		if mp.Target != nil {
			at := func(pt ir.Point) string { return text[p.LocOf(pt).Col-1:] }
			var all, good []string
			for _, s := range mp.Target.Sites {
				if int(p.LocOf(s.Point).Line) != c.line {
					continue
				}
				all = append(all, at(s.Point))
				if !mp.Settles.OnlyUnreachable || slices.Contains(mp.Settles.Except, s.Point) {
					good = append(good, at(s.Point))
				}
			}
			sites, answers = begin(all, c.sites), begin(good, c.answers)
		}
		if sites != c.sites || answers != c.answers {
			t.Errorf("%s at %q: sites at %s, want %s; answered at %s, want %s; %v", c.rule, c.from, sites, c.sites, answers, c.answers, mp.Unmapped)
		}
	}
}

// begin is want if the texts begin with its parts and all of these begin some, else the texts.
func begin(texts []string, want string) string {
	parts := strings.Split(want, ",")
	for _, t := range texts {
		if !slices.ContainsFunc(parts, func(w string) bool { return strings.HasPrefix(t, w) }) {
			return strings.Join(texts, ",")
		}
	}
	for _, w := range parts {
		if !slices.ContainsFunc(texts, func(t string) bool { return strings.HasPrefix(t, w) }) {
			return strings.Join(texts, ",")
		}
	}
	return want
}
