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
		{sarif.Cppcheck, "integerOverflow", "Signed integer overflow for expression 'j+2'.", 6, 0, "", "all"},
		{sarif.Cppcheck, "integerOverflow", "Signed integer overflow for expression 'y+1'.", 8, 0, "15 12", "all"},
		{sarif.Clang, "security.ArrayBound", "Out of bound access to memory after the end of 'a'", 4, 0, "5", "all"},
		{sarif.Clang, "security.ArrayBound", "Out of bound access to memory after the end of 'a'", 5, 0, "10 8", "all"},
		{sarif.CodeQL, "cpp/static-buffer-overflow", "Potential buffer-overflow: 'a' has size 4 but 'a[4]' is accessed here.", 4, 0, "5 10", "all"},
		{sarif.GCC, "-Warray-bounds", "array subscript 4 is above array bounds of ‘int[4]’", 4, 0, "12 5", "unreachable and 5"},
		{sarif.GCC, "-Wanalyzer-tainted-divisor", "use of attacker-controlled value ‘j’ as divisor without checking for zero", 7, 0, "11 19", "unreachable and 19"},
		{sarif.GCC, "-Wanalyzer-tainted-divisor", "use of attacker-controlled value as divisor without checking for zero", 7, 0, "11 19", "all"},
		{sarif.Cppcheck, "zerodivcond", "Either the condition 'j==0' is redundant or there is division by zero at line 7.", 7, 0, "11 19", "unreachable and 19"},
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

// TestNegated: a bound one above the least value is about the negative of what it names.
func TestNegated(t *testing.T) {
	p := compileText(t, "n.c", "int main(int x, char **v) { return -(x - 1) + (x - 1); }\n")
	for predicate, want := range map[string]string{
		"-2147483647 ≤ (int)(x - 1)": "36", "-2147483648 ≤ x - 1": "40 50", "-2147483648 ≤ -(x - 1) + (int)(x - 1)": "45",
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "signed_overflow", File: "n.c", Line: 1, Predicate: predicate})
		if got := columnsOf(p, mp); got != want {
			t.Errorf("%s: columns %q, want %q; %+v", predicate, got, want, mp.Unmapped)
		}
	}
}

// TestLowered: the compiler writes some functions as calls of others, which messages do not
// name; the text tells them apart.
func TestLowered(t *testing.T) {
	p := compileText(t, "l.c", `typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t); void *mempcpy(void *, const void *, size_t);
void *memset(void *, int, size_t); void bzero(void *, size_t);
#define ZERO(p, n) bzero(p, n)
int main(int c, char **v)
{
    char d[4], e[20];
    memcpy(e, v[0], c), mempcpy(d, v[0], c);
    memset(e, 0, c), bzero(d, c);
    ZERO(d, c);
    return d[0] + e[0];
}
`)
	for _, c := range []struct {
		line          int
		name, columns string
	}{
		{8, "mempcpy", "25"}, {8, "memcpy", "5 25"}, {9, "bzero", "22"}, {9, "memset", "5 22"}, {10, "bzero", "5"}, {10, "mempcpy", ""},
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.GCC, RuleID: "-Wstringop-overflow=", File: "l.c", Line: c.line,
			Message: "‘" + c.name + "’ writing 8 bytes into a region of size 4"})
		if got := columnsOf(p, mp); got != c.columns {
			t.Errorf("line %d, %s: columns %q, want %q; %+v", c.line, c.name, got, c.columns, mp.Unmapped)
		}
	}
}

// TestOnlyAllocation: a leak is one of the only memory that a program allocates, where nothing
// that is not known may allocate more; and a program that has no end has a main all the same.
func TestOnlyAllocation(t *testing.T) {
	const head = "typedef unsigned long size_t; void *malloc(size_t); char *strdup(const char *); void free(void *); void other(void); void _Exit(int);\n"
	for _, c := range []struct {
		body string
		only bool
	}{
		{"static char *make(void) { return malloc(5); }\nint main(void) { char *p = make(); p = 0; return p != 0; }", true},
		{"char *copy(void) { return strdup(\"a\"); } static char *make(void) { return malloc(5); }\nint main(void) { char *p = make(); p = copy(); return p != 0; }", false},
		{"void *realloc(void *, size_t); void *make(void) { return realloc(0, 5); }\nint main(void) { char *p = make(); p = 0; return p != 0; }", false},
		{"static char *make(void) { return malloc(5); }\nint main(void) { char *p = make(); other(); p = 0; return p != 0; }", false},
	} {
		p := compileText(t, "o.c", head+c.body)
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.Cppcheck, RuleID: "memleak", File: "o.c", Line: 3, Message: "Memory leak: p"})
		if mp.Target == nil || mp.Target.Sites[0].OnlyMade != c.only || mp.Settles.OnlyUnreachable == c.only {
			t.Errorf("%s: %+v", c.body, mp)
		}
	}
	p := compileText(t, "o.c", head+"int main(void) { char *p = malloc(5); p = 0; for (;;) other(); }")
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.Cppcheck, RuleID: "memleak", File: "o.c", Line: 2, Message: "Memory leak: p"})
	if mp.Unmapped == nil || !strings.Contains(mp.Unmapped.Reason, "main() never returns") {
		t.Errorf("got %+v", mp.Unmapped)
	}
}
