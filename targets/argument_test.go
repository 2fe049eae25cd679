package targets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/sarif"
)

const argumentSource = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char big[100], s4[4], d8[8];
int f(char *d, char *s, unsigned n)
{
    memcpy(big, s4, n);
    strcpy(d, s);
    sprintf(big, "%s", s4);
    printf("%s%s", d8, s4);
    printf("%.3s", s4);
    scanf("%s%s", s4, d8);
    n += strncmp(s, d, n);
    n += strcmp(s, d);
    strcat(d, s);
    free(strchrnul(s, 'a'));
    memcpy(d, s, n);
    n += memcmp(s, d, n);
    strcpy(s4, s);
    return n;
}
int main(void) { return f(big, d8, 3); }
`

// TestWhichArgument: of what a library function gets, only the argument answers an alarm that the
// alarm is about; where it is not told which one, no error does.
func TestWhichArgument(t *testing.T) {
	src := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(src, []byte(argumentSource), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := built.Program("-w", src)
	if err != nil {
		t.Fatal(err)
	}
	const reached, opened = "reachable", "unreachable and"
	for _, c := range []struct {
		tool          sarif.ToolKind
		rule, message string
		line          int
		args, settles string
	}{
		{sarif.Cppcheck, "bufferAccessOutOfBounds", "Buffer is accessed out of bounds: big", 7, "0", "all"},
		{sarif.Cppcheck, "bufferAccessOutOfBounds", "Buffer is accessed out of bounds: s4", 7, "1", "all"},
		{sarif.Cppcheck, "bufferAccessOutOfBounds", "Buffer is accessed out of bounds: n", 7, "any", opened},
		{sarif.CodeQL, "cpp/overflow-buffer", "This 'memcpy' operation accesses 7 bytes but the destination is only 100 bytes.", 7, "0", "all"},
		{sarif.CodeQL, "cpp/overflow-buffer", "This 'memcpy' operation accesses 7 bytes but the source is only 4 bytes.", 7, "1", "all"},
		{sarif.CodeQL, "cpp/overflow-destination", "To avoid overflow, this operation should be bounded by destination-buffer size, not source-buffer size.", 7, "0", "all"},
		{sarif.GCC, "-Wanalyzer-null-argument", "use of NULL ‘d’ where non-null expected", 8, "0", "all"},
		{sarif.GCC, "-Wanalyzer-null-argument", "use of NULL ‘s’ where non-null expected", 8, "1", "all"},
		{sarif.GCC, "-Wanalyzer-null-argument", "use of NULL ‘<unknown>’ where non-null expected", 8, "any", "all"},
		{sarif.CodeQL, "cpp/overrunning-write", "This 'call to sprintf' operation requires 101 bytes but the destination is only 100 bytes.", 9, "0", "all"},
		{sarif.CodeQL, "cpp/unbounded-write", "This 'call to sprintf' with input from [s](1) may overflow the destination.", 9, "0", "all"},
		{sarif.CodeQL, "cpp/unbounded-write", "This 'call to scanf' with input from [s](1) may overflow the destination.", 12, "1 2", "all"},
		{sarif.CodeQL, "cpp/improper-null-termination", "Variable 'd8' may not be null terminated.", 10, "1", "all"},
		{sarif.CodeQL, "cpp/improper-null-termination", "Variable 's4' may not be null terminated.", 10, "2", "all"},
		{sarif.CodeQL, "cpp/improper-null-termination", "Variable 's4' may not be null terminated.", 11, "1", reached},
		{sarif.CodeQL, "cpp/user-controlled-null-termination-tainted", "User input may not be null terminated.", 10, "1 2", "all"},
		{sarif.Clang, "alpha.unix.cstring.NotNullTerminated", "Argument to string comparison function is not a null-terminated string", 13, "any", reached},
		{sarif.Clang, "alpha.unix.cstring.NotNullTerminated", "Argument to string comparison function is not a null-terminated string", 14, "any?", "all"},
		{sarif.Clang, "alpha.unix.cstring.NotNullTerminated", "Argument to string copy function is not a null-terminated string", 8, "1", "all"},
		{sarif.Clang, "alpha.unix.cstring.NotNullTerminated", "Argument to string concatenation function is not a null-terminated string", 15, "any", opened},
		{sarif.Cppcheck, "invalidFunctionArgStr", "Invalid strcmp() argument nr 1. A nul-terminated string is required.", 14, "0?", "all"},
		{sarif.Cppcheck, "invalidFunctionArgStr", "Invalid strchrnul() argument nr 1. A nul-terminated string is required.", 16, "0", reached},
		{sarif.CodeQL, "cpp/bad-strncpy-size", "Potentially unsafe call to strcpy; third argument should be size of destination.", 19, "0", "all"},
		{sarif.GCC, "-Wstringop-overread", "‘memcmp’ reading 8 bytes from a region of size 4", 18, "any", "nothing"},
		{sarif.GCC, "-Wstringop-overread", "‘memcpy’ reading 8 bytes from a region of size 4", 17, "1", "all"},
		{sarif.GCC, "-Wstringop-overflow=", "‘strcpy’ writing 8 bytes into a region of size 4", 19, "0", "all"},
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "a.c", Line: c.line, Message: c.message})
		var args []string
		if mp.Target != nil {
			for _, s := range mp.Target.Sites {
				_, arg, _ := strings.Cut(strings.Split(siteText(p, s), " {")[0], " arg ")
				if arg == "" {
					arg = "any"
				}
				if s.Classes.Has(op.NoText) {
					arg += "?"
				}
				args = append(args, arg)
			}
		}
		if got := strings.Join(args, " "); got != c.args || settling(p, mp.Settles) != c.settles {
			t.Errorf("line %d, %s: arguments %s, answered by %s; want %s, %s; %+v", c.line, c.message, got, settling(p, mp.Settles), c.args, c.settles, mp.Unmapped)
		}
	}
}
