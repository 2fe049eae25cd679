package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const mentionSource = `int a[4], b[2], *g;
int f(int i, int j, int *p, int x, int y)
{
    a[i] = b[j];
    *p = a[i];
    x = (y + 1) + (x - 1);
    x = 8 / i + 8 / j;
    return (y + 1) +
        (y + 1);
}
int main(int c, char **v) { return f(c, c, a, c, c); }
`

// TestMentioned: an error answers an alarm only at an operation that has what the message
// names.
func TestMentioned(t *testing.T) {
	p := compileText(t, "m.c", mentionSource)
	for _, c := range []struct {
		tool          sarif.ToolKind
		rule, message string
		line, col     int
		lines         string // columns of the sites
		settles       string
	}{
		{sarif.Cppcheck, "integerOverflow", "Signed integer overflow for expression 'y+1'.", 6, 0, "12", "all"},
		{sarif.Cppcheck, "integerOverflow", "Signed integer overflow for expression 'y+2'.", 6, 0, "12 22 17", "unreachable and"},
		{sarif.Cppcheck, "integerOverflow", "Signed integer overflow for expression 'y+1'.", 8, 0, "15 12", "all"},
		{sarif.Clang, "security.ArrayBound", "Out of bound access to memory after the end of 'a'", 4, 0, "5 10", "all"},
		{sarif.Clang, "security.ArrayBound", "Out of bound access to memory after the end of 'a'", 5, 0, "10 8", "all"},
		{sarif.CodeQL, "cpp/static-buffer-overflow", "Potential buffer-overflow: 'a' has size 4 but 'a[4]' is accessed here.", 4, 0, "5 10", "all"},
		{sarif.GCC, "-Warray-bounds", "array subscript 4 is above array bounds of ‘int[4]’", 4, 0, "12 5 10", "unreachable and 5 10"},
		{sarif.GCC, "-Wanalyzer-tainted-divisor", "use of attacker-controlled value ‘j’ as divisor without checking for zero", 7, 0, "11 19", "unreachable and 19"},
		{sarif.GCC, "-Wanalyzer-tainted-divisor", "use of attacker-controlled value as divisor without checking for zero", 7, 0, "11 19", "all"},
		{sarif.CodeQL, "cpp/divide-by-zero", "This [j](1) may be zero.", 7, 0, "11 19", "unreachable and 19"},
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "m.c", Line: c.line, Col: c.col, Message: c.message})
		if got := columnsOf(p, mp); got != c.lines {
			t.Errorf("line %d, %s: columns %q, want %q; %+v", c.line, c.message, got, c.lines, mp.Unmapped)
			continue
		}
		got, _, _ := strings.Cut(settling(p, mp.Settles), " and")
		var except []string
		for _, pt := range mp.Settles.Except {
			except = append(except, column(p, pt))
		}
		if mp.Settles.OnlyUnreachable {
			got = strings.TrimSuffix("unreachable and "+unique(except), " ")
		}
		if got != c.settles {
			t.Errorf("line %d, %s: answered by %s, want %s", c.line, c.message, got, c.settles)
		}
	}
}

// TestOtherCharacters: characters of several bytes count where they stand before the column.
func TestOtherCharacters(t *testing.T) {
	source := "int main(int i, char **v) { int j = i & 1; return 8 / j + 8 / i; } // ≢\n"
	p := compileText(t, "u.c", source)
	col := strings.Index(source, "/ j") + 1
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.Clang, RuleID: "core.DivideZero", File: "u.c", Line: 1, Col: col, Message: "Division by zero"})
	if mp.Target == nil || len(mp.Target.Sites) != 1 || p.LocOf(mp.Target.Sites[0].Point).Col != int32(col) {
		t.Errorf("got %+v", mp)
	}
}

// TestLiterals: parentheses in literals are none of the statement's.
func TestLiterals(t *testing.T) {
	for text, want := range map[string]bool{
		`while (s[i] != '(')`: false, `if (f("("))`: false, `if (f(1,`: true, `x = '"' + "a'"`: true, `if (c == '\'')`: false,
	} {
		if got := continues(text); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
