package targets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const hintsSource = `#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct node { int v; struct node *next; };
static char name[12], other[20];
int f(struct node *p, struct node *q, int i, int j)
{
    int u, w;
    if (i > 3) { u = 1; w = 2; }
    int s = p->v + q->v;
    s += u + w;
    s += name[i] + other[j];
    s += i / j + j / i;
    memcpy(name, other, i); strcpy(name, other);
    free(p); free(q);
    assert(s > 3);
    s += (i << j) + (j >> i);
    strlen(p->next->next ? name : other);
    exit(s);
}
int main(void) { return f(0, 0, 1, 2); }
`

// TestMessages checks what the messages of analyzers without predicates
// narrow, and that they narrow nothing they do not name.
func TestMessages(t *testing.T) {
	p := compileText(t, "h.c", hintsSource)
	tests := []struct {
		tool    sarif.ToolKind
		rule    string
		line    int
		col     int
		message string
		want    string // sites, without classes
	}{
		{sarif.GCC, "-Wanalyzer-null-dereference", 10, 0, "dereference of NULL ‘q’", "10:23 load from %v1"},
		{sarif.GCC, "-Wanalyzer-null-dereference", 10, 0, "dereference of NULL ‘<unknown>’", "10:16 load from %v; 10:23 load from %v1"},
		{sarif.Cppcheck, "nullPointer", 10, 0, "Null pointer dereference: p", "10:16 load from %v"},
		{sarif.Cppcheck, "nullPointerRedundantCheck", 10, 0, "Either the condition 'p' is redundant or there is possible null pointer dereference: p.", "10:16 load from %v"},
		{sarif.Clang, "core.NullDereference", 10, 0, "Access to field 'v' results in a dereference of a null pointer (loaded from variable 'p')", "10:16 load from %v"},
		{sarif.Clang, "core.NullDereference", 18, 0, "Access to field 'next' results in a dereference of a null pointer (loaded from field 'next')",
			"18:15 load from %next; 18:21 load from %next19"},
		{sarif.Cppcheck, "uninitvar", 11, 0, "Uninitialized variable: w", "11:14 load from %w"},
		{sarif.GCC, "-Wmaybe-uninitialized", 11, 0, "‘u’ may be used uninitialized", "11:10 load from %u"},
		{sarif.Clang, "alpha.security.ArrayBoundV2", 12, 0, "Access of 'other' at negative byte offset -4", "12:20 gep %arrayidx5 arg 2 low"},
		{sarif.Cppcheck, "arrayIndexOutOfBounds", 12, 0, "Array 'name[12]' accessed at index 12, which is out of bounds.", "12:10 gep %arrayidx arg 2 high"},
		{sarif.Cppcheck, "arrayIndexOutOfBounds", 12, 0, "Array 'name[12]' accessed at index -1, which is out of bounds.", "12:10 gep %arrayidx arg 2 low"},
		{sarif.Clang, "core.DivideZero", 13, 20, "Division by zero", "13:20 sdiv %div9"},
		{sarif.Clang, "core.DivideZero", 13, 5, "Division by zero", "13:12 sdiv %div; 13:20 sdiv %div9"},
		{sarif.GCC, "-Wdiv-by-zero", 13, 20, "division by zero", "13:20 sdiv %div9"},
		{sarif.Cppcheck, "integerOverflow", 10, 0, "Signed integer overflow for expression 'p->v+q->v'.", "10:18 add %add"},
		{sarif.GCC, "-Wstringop-overflow=", 14, 0, "write of 20 bytes overflows the destination", "14:5 memcpy arg 0; 14:29 call %call strcpy arg 0"},
		{sarif.GCC, "-Wanalyzer-double-free", 15, 0, "double-‘free’ of ‘q’", "15:14 call free"},
		{sarif.GCC, "-Wanalyzer-tainted-assertion", 16, 0, "use of attacked-controlled value in condition for assertion", "16:5 call __assert_fail"},
		{sarif.Cppcheck, "shiftTooManyBits", 17, 0, "Shifting 32-bit value by 40 bits is undefined behaviour", "17:13 shl %shl high; 17:24 ashr %shr high"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "h.c", Line: tt.line, Col: tt.col, Message: tt.message})
		if mp.Target == nil {
			t.Errorf("%s %q: %v", tt.rule, tt.message, mp.Unmapped)
			continue
		}
		var parts []string
		for _, s := range mp.Target.Sites {
			text, _, _ := strings.Cut(siteText(p, s), " {")
			parts = append(parts, text)
		}
		if got := strings.Join(parts, "; "); got != tt.want {
			t.Errorf("%s %q:\n got %s\nwant %s", tt.rule, tt.message, got, tt.want)
		}
	}
}

// TestLeaksAndBools checks two rules whose violation stands elsewhere than at
// an operator: leaks at the ends of the program, bad bools at the read.
func TestLeaksAndBools(t *testing.T) {
	leak := Alarm{Tool: sarif.GCC, RuleID: "-Wanalyzer-malloc-leak", File: "h.c", Line: 10, Message: "leak of ‘p’"}
	boolean := Alarm{Tool: sarif.FramaC, RuleID: "bool_value", File: "kinds.c", Line: 33, Predicate: "b ≡ 0 ∨ b ≡ 1"}
	hints, kinds := compileText(t, "h.c", hintsSource), corpusProgram(t, "kinds")
	if mp := New(hints, Options{}).Map(leak); mp.Target == nil || len(mp.Target.Sites) != 3 {
		t.Errorf("leak: got %+v, want the calls of exit and __assert_fail, and the return of main", mp)
	}
	if mp := New(kinds, Options{}).Map(boolean); mp.Target == nil || siteText(kinds, mp.Target.Sites[0]) != "33:83 load from %b {bool-value}" {
		t.Errorf("bool: got %+v", mp)
	}
}

// TestUnseen checks that instructions where the engine notices nothing make
// an alarm undecided instead of "proved".
func TestUnseen(t *testing.T) {
	p := compileText(t, "s.c", `#include <stdlib.h>
struct pair { int x, y; };
int sum(struct pair p) { return p.x + p.y; }
extern int outside(char *p);
int f(int s, unsigned u, char *q, struct pair *g)
{
    signed char a = s;
    signed char b = u;
    unsigned char c = s;
    int d = s << 2;
    long e = s;
    outside(q);
    return sum(*g) + a + b + c + d + (e > 3);
}
static int one(int a) { return a; }
static double half(double d) { return d / 2; }
int (*pick[2])(int) = { one, (int (*)(int))half };
int main(void) { return pick[1](2); }
long distance(char *p, char *q, long n) { return p - q + n; }
struct hooks { void *(*make)(size_t); void (*drop)(void *); void *(*grow)(void *, size_t); } hooks = { malloc, free, realloc };
void release(char *p) { hooks.drop(p); }
`)
	tests := []struct {
		rule      string
		line      int
		predicate string
		want      string // site, or a part of the reason
	}{
		{"signed_downcast", 7, "s ≤ 127", "7:21 trunc %conv high {downcast}"},
		{"signed_downcast", 8, "u ≤ 127", "whether the types of this conversion are signed"},
		{"unsigned_downcast", 9, "0 ≤ s", "whether the types of this conversion are signed"},
		{"shift", 10, "0 ≤ s", "not the sign of its left operand"},
		{"unsigned_overflow", 10, "s << 2 ≤ 4294967295", "no check yet for: unsigned-overflow"},
		{"unsigned_downcast", 11, "0 ≤ s", "whether the types of this conversion are signed"},
		{"precondition of outside", 12, `\valid(p)`, "nothing is known of the preconditions of outside()"},
		{"initialization", 13, `\initialized(&g->z)`, "an aggregate is copied there"},
		{"function_pointer", 18, `\valid_function(pick[1])`, "half() differs in a type"},
		{"signed_overflow", 19, "p - q ≤ 9223372036854775807", "19:52 sub %sub.ptr.sub {pointer-difference}"},
		{"signed_overflow", 19, "(p - q) + n ≤ 9223372036854775807", "19:56 add %add high {signed-overflow}"},
		{"precondition of free", 21, `p ≡ \null ∨ \freeable(p)`, "21:25 call {dead-access,bad-free,double-free}"},
		{"precondition of realloc", 21, `p ≡ \null ∨ \freeable(p)`, "does not call realloc()"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: tt.rule, File: "s.c", Line: tt.line, Predicate: tt.predicate})
		got := ""
		if mp.Target != nil {
			got = siteText(p, mp.Target.Sites[0])
		} else {
			got = mp.Unmapped.Reason
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("line %d %s:\n got %s\nwant %s", tt.line, tt.rule, got, tt.want)
		}
	}
}

// TestNoPredicateLost checks that an alarm whose predicate cannot be read
// keeps every candidate of its line.
func TestNoPredicateLost(t *testing.T) {
	p := corpusProgram(t, "date")
	for _, predicate := range []string{"", "?!", `\let x = 3; x`, "t->y * 12 ≤", `\forall integer i; f(i)`} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "signed_overflow", File: "date.c", Line: 52, Predicate: predicate})
		if mp.Target == nil || len(mp.Target.Sites) != 4 || mp.Narrowed {
			t.Errorf("%q: got %+v, want all 4 operations", predicate, mp)
		}
	}
}

// TestCopies checks that an alarm in a header finds every copy of the code.
func TestCopies(t *testing.T) {
	p := compileText(t, "c.c", `static int half(int a) { return a / 2; }
#line 1 "twice.h"
static int third(int a) { return 10 / a; }
#line 1 "twice.h"
static int fourth(int a) { return 10 / a; }
#line 20 "c.c"
int main(int c, char **v) { return half(c) + third(c) + fourth(c); }
`)
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "division_by_zero", File: "twice.h", Line: 1, Predicate: "a ≢ 0"})
	if mp.Target == nil || len(mp.Target.Sites) != 2 {
		t.Errorf("got %+v, want both copies", mp)
	}
}

// TestShared checks that alarms with the same sites share one target and that
// the second says so.
func TestShared(t *testing.T) {
	m := New(corpusProgram(t, "checksum"), Options{})
	a := Alarm{Tool: sarif.FramaC, RuleID: "division_by_zero", File: "checksum.c", Line: 98, Predicate: "bytes ≢ 0"}
	b := Alarm{Tool: sarif.Clang, RuleID: "core.DivideZero", File: "checksum.c", Line: 98, Message: "Division by zero"}
	first, second := m.Map(a), m.Map(b)
	if first.Target == nil || first.Target != second.Target || !strings.Contains(second.Note, first.Target.Name) {
		t.Errorf("got %+v and %+v", first, second)
	}
}

// TestColumnsCountCharacters: the columns of debug info are bytes, those of the analyzer
// characters, so that behind others than ASCII they have to be counted again; Cppcheck's are left
// open.
func TestColumnsCountCharacters(t *testing.T) {
	const text = "int f(int a, int b, int c, int d) { return /* %s */ a/b+c/d; }\nint main(void) { return f(1, 2, 3, 4); }\n"
	for _, c := range []struct {
		comment string
		tool    sarif.ToolKind
		rule    string
		want    int
	}{{"aaaa", sarif.Clang, "core.DivideZero", 1}, {"ääää", sarif.Clang, "core.DivideZero", 1}, {"ääää", sarif.Cppcheck, "zerodiv", 2}} {
		source := strings.Replace(text, "%s", c.comment, 1)
		p := compileText(t, "c.c", source)
		line, _, _ := strings.Cut(source, "\n")
		col := len([]rune(line[:strings.LastIndex(line, "/d")])) + 1
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "c.c", Line: 1, Col: col, Message: "Division by zero"})
		if mp.Target == nil || len(mp.Target.Sites) != c.want {
			t.Errorf("%s, %s: %+v, want %d sites", c.comment, c.rule, mp.Target, c.want)
			continue
		}
		if at := int(p.LocOf(mp.Target.Sites[c.want-1].Point).Col); line[at-1:at+1] != "/d" {
			t.Errorf("%s, %s: column %d", c.comment, c.rule, at)
		}
	}
}

// TestSeveralLocations: a result may have several locations. cppcheck writes the path to
// the last one; of other analyzers each may be what is meant.
func TestSeveralLocations(t *testing.T) {
	p := compileText(t, "c.c", "int f(int a, int b) {\n\tint c = a / 2;\n\treturn c / b;\n}\nint main(void) { return f(1, 2); }\n")
	for _, c := range []struct {
		driver, rule string
		lines        []int
		open         bool
	}{
		{"clang", "core.DivideZero", []int{2}, false},
		{"clang", "core.DivideZero", []int{2, 2}, false},
		{"clang", "core.DivideZero", []int{2, 3}, true},
		{"Cppcheck", "zerodiv", []int{2, 3}, false},
	} {
		var at []string
		for _, n := range c.lines {
			at = append(at, fmt.Sprintf(`{"physicalLocation": {"artifactLocation": {"uri": "c.c"}, "region": {"startLine": %d}}}`, n))
		}
		doc, err := sarif.Parse("a.sarif", []byte(fmt.Sprintf(`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": %q}}, "results": [
{"ruleId": %q, "message": {"text": "Division by zero"}, "locations": [%s]}]}]}`, c.driver, c.rule, strings.Join(at, ", "))))
		if err != nil {
			t.Fatal(err)
		}
		mp := New(p, Options{}).Map(FromSARIF(doc.Alarm(0, 0)))
		if mp.Target == nil || mp.Settles.OnlyReachable != c.open {
			t.Errorf("%s %v: %+v", c.driver, c.lines, mp)
		}
	}
}
