package targets

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/sarif"
)

const messageSource = `#include <stdlib.h>
#include <string.h>
char to[8];
extern int printf(const char *, ...);
int own(const char *s) { return s[0]; }
int f(int *p, int *q, char *s, unsigned u, int i)
{
    int sum = *q;
    memset(to, 0, u); sum += (int)strlen(s);
    sum += own(s); sum += (int)strlen(to);
    free(p); free(s);
    char *a = malloc(4), *b = malloc(5);
    if (i > 3)
        u <<= 3;
    sum += (i + 1) * 7;
    sum += to[i] + *q;
    return sum + i << u;
}
int two(int a, int b) { return own((char *)0 + a) + (a ^ b); }
int both(int a, int b) { return two(a, b + 1) + to[a + to[b]]; }
int main(void) { return f(0, 0, 0, 0, 0); }
`

// TestMessagesNarrow checks what the words of a message restrict an alarm to: the
// function, the argument, the variable, the operand that it names; and that an alarm
// about something else is not given to what happens to be on the line.
func TestMessagesNarrow(t *testing.T) {
	p := compileText(t, "m.c", messageSource)
	tests := []struct {
		tool          sarif.ToolKind
		rule, message string
		line          int
		want          string // sites without classes, or a part of the reason
	}{
		{sarif.GCC, "-Wanalyzer-null-dereference", "dereference of NULL ‘p’", 8, "nothing that the message can mean"},
		{sarif.GCC, "-Wanalyzer-null-dereference", "dereference of NULL ‘q’", 8, "8:15 load from load(%q.addr)"},
		{sarif.GCC, "-Wmaybe-uninitialized", "‘p’ may be used uninitialized", 8, "nothing that the message can mean"},
		{sarif.Clang, "alpha.unix.cstring.OutOfBounds", "Memory set function overflows the destination buffer", 9, "9:5 memset arg 0"},
		{sarif.Clang, "unix.cstring.NullArg", "Null pointer passed as 1st argument to string length function", 9, "9:35 call %call strlen arg 0"},
		{sarif.Clang, "unix.cstring.NullArg", "Null pointer passed as 2nd argument to memory copy function", 9, "no call of a library function"},
		{sarif.Clang, "core.NonNullParamChecker", "Null pointer passed to 1st parameter expecting 'nonnull'", 10, "own() may be meant"},
		{sarif.GCC, "-Wstringop-overflow=", "‘memset’ writing 9 bytes into a region of size 8", 9, "9:5 memset arg 0"},
		{sarif.GCC, "-Wstringop-overread", "‘strlen’ reading 9 bytes from a region of size 8", 9, "9:35 call %call strlen"},
		{sarif.GCC, "-Wstringop-overflow=", "‘strcpy’ writing 9 bytes into a region of size 8", 9, "no call of a library function"},
		{sarif.GCC, "-Wformat-overflow=", "‘%d’ directive writing 9 bytes into a region of size 8", 9, "no call of a library function"},
		{sarif.GCC, "-Wanalyzer-double-free", "double-‘free’ of ‘s’", 11, "11:14 call free"},
		{sarif.CodeQL, "cpp/improper-null-termination", "Variable [s](1) may not be null terminated.", 9, "9:35 call %call strlen arg 0"},
		{sarif.CodeQL, "cpp/integer-multiplication-cast-to-long", "Multiplication result may overflow 'int' before it is converted to 'long'.", 15, "15:20 mul %mul"},
		{sarif.Clang, "core.BitwiseShift", "The result of left shift is undefined because the right operand '40' is not smaller than 32, the capacity of 'unsigned int'", 14, "14:11 shl %shl high"},
		{sarif.Clang, "core.BitwiseShift", "The result of left shift is undefined because the left operand is negative", 14, "no shift of a signed value"},
		{sarif.Clang, "core.CallAndMessage", "1st function call argument is an uninitialized value", 20, "20:37 load from %a.addr"},
		{sarif.Clang, "core.CallAndMessage", "2nd function call argument is an uninitialized value", 20, "20:40 load from %b.addr"},
		{sarif.Clang, "core.CallAndMessage", "3rd function call argument is an uninitialized value", 20, "nothing that the message can mean"},
		{sarif.Clang, "core.uninitialized.ArraySubscript", "Array subscript is undefined", 20, "20:52 load from %a.addr; 20:59 load from %b.addr; 20:56 load from %arrayidx"},
		{sarif.Clang, "core.UndefinedBinaryOperatorResult", "The left operand of '^' is a garbage value", 19, "19:54 load from %a.addr"},
		{sarif.Clang, "core.UndefinedBinaryOperatorResult", "The right operand of '^' is a garbage value", 19, "19:58 load from %b.addr"},
		{sarif.Clang, "core.UndefinedBinaryOperatorResult", "The right operand of '/' is a garbage value", 19, "nothing that the message can mean"},
		{sarif.Clang, "core.CallAndMessage", "Function taking 2 arguments is called with fewer (1)", 9, "no class for arguments that are missing"},
		{sarif.Clang, "unix.Malloc", "Use of zero-allocated memory", 9, "no class for what the message says"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "m.c", Line: tt.line, Message: tt.message})
		got := ""
		if mp.Target == nil {
			got = mp.Unmapped.Reason
		} else {
			var sites []string
			for _, s := range mp.Target.Sites {
				text, _, _ := strings.Cut(siteText(p, s), " {")
				sites = append(sites, text)
			}
			got = strings.Join(sites, "; ")
		}
		if mp.Target != nil && got != tt.want || mp.Target == nil && !strings.Contains(got, tt.want) {
			t.Errorf("line %d %s %q:\n got %s\nwant %s", tt.line, tt.rule, tt.message, got, tt.want)
		}
	}
}

// TestLeaksOfNamedMemory checks that a leak is one of the memory that the message names,
// and that nothing says reachable where it is not told which memory is meant.
func TestLeaksOfNamedMemory(t *testing.T) {
	p := compileText(t, "m.c", messageSource)
	tests := []struct {
		tool          sarif.ToolKind
		rule, message string
		line          int
		col           int32 // of the allocation, 0: any memory
	}{
		{sarif.GCC, "-Wanalyzer-malloc-leak", "leak of ‘a’", 17, 15},
		{sarif.Clang, "unix.Malloc", "Potential leak of memory pointed to by 'b'", 17, 31},
		{sarif.Cppcheck, "memleak", "Memory leak: a", 17, 15},
		{sarif.Infer, "MEMORY_LEAK_C", "Memory dynamically allocated by `malloc` on line 12 is not freed", 17, 15},
		{sarif.GCC, "-Wanalyzer-malloc-leak", "leak of ‘<unknown>’", 17, 0},
		{sarif.GCC, "-Wanalyzer-malloc-leak", "leak of ‘s’", 17, 0},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "m.c", Line: tt.line, Message: tt.message})
		if mp.Target == nil {
			t.Errorf("%q: %v", tt.message, mp.Unmapped)
			continue
		}
		s := mp.Target.Sites[0]
		if s.OnlyMade != (tt.col > 0) || s.OnlyMade && p.LocOf(s.Made).Col != tt.col || mp.Settles.OnlyUnreachable != (tt.col == 0) {
			t.Errorf("%q: got %+v made at %v, settles %+v", tt.message, s, p.LocOf(s.Made), mp.Settles)
		}
	}
}

// TestLeaksDecided checks that memory which is lost answers no alarm about other memory.
func TestLeaksDecided(t *testing.T) {
	p := compileText(t, "l.c", `extern void *__assay_alloc(unsigned long size, int zero);
extern void __assay_free(void *);
#line 1 "<assay-model>/models.c"
void *malloc(unsigned long n) { return __assay_alloc(n, 0); }
#line 5 "l.c"
int main(void)
{
    char *a = malloc(4);
    char *b = malloc(5);
    free(a);
    return b == 0;
}
`)
	m := New(p, Options{})
	var list []engine.Target
	for _, name := range []string{"a", "b"} {
		mp := m.Map(Alarm{Tool: sarif.GCC, RuleID: "-Wanalyzer-malloc-leak", File: "l.c", Line: 10, Message: "leak of ‘" + name + "’"})
		if mp.Target == nil {
			t.Fatalf("%s: %v", name, mp.Unmapped)
		}
		list = append(list, *mp.Target)
	}
	res, err := engine.Run(context.Background(), p, list, engine.Options{TimeoutPerTarget: 20 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []engine.Status{engine.Unreachable, engine.Reachable} {
		if v := res.Verdicts[i]; v.Status != want {
			t.Errorf("%s: %s (%s), want %s", list[i].Name, v.Status, v.Reason, want)
		}
	}
}
