package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

const beyondSource = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct box { char name[8]; int count; };
union either { char small[4]; char large[12]; };
struct box shelf; char rows[3][4], plain[8]; int key, sorted[4]; int *keeper; char *kept;
int compare(const void *a, const void *b) { return strcmp(a, b); } // callback
char *name(struct box *b) { return b->name; }
void clear(char *s, int n) { memset(s, 0, n); } // parameter
void clean(char *s, int n) { memset(s, 0, n); } // plain
int read(int *p) { return *p; }
int f(struct box *b, union either *u, int n, char (*c)[4], unsigned w, double d)
{
	strcpy(b->name, "x"); // member
	char grid[3][4], (*heap)[4] = malloc(12);
	memset(grid[n], 0, n); // row
	memset(*heap, 0, n); // pointer to row
	n += *(shelf.name + n); // first step
	struct box local; n += *(local.name + 9); // constant step
	strcpy(u->small, "x"); // union
	sprintf(shelf.name, "%d", n); // first
	kept = b->name; memset(kept, 0, n); // memory
	memset(name(b), 0, n); // result
	memset(strchr(b->name, 'x'), 0, n); // library
	clear(b->name, n); clean(plain, n);
	qsort(b->name, 2, 4, compare);
	char *s = b->name; s += 2;
	n += s[n]; // step
	n += *(s + n) + sorted[n]; // steps
	n += bsearch(&key, sorted, n, 4, compare) != NULL; // back
	n += memcmp(plain, plain, n); // early
	n += memcmp(plain, plain, 8); // fits
	int x; n += read(&x) + n; // behind
	char *p = malloc(8); n += (strlen(p) > 3) + n; // unwritten
	int *q = n ? &b->count : NULL; n += *keeper; // merged
	keeper = &b->count; n += *q; // inner
	free(p); printf("%p", p); // passed
	if (p == NULL) n++; // used
	n = (w + 1 < 3) + n; // wraps
	memcpy(plain, rows, n); n += sorted[n]; // beside
	n += (int)d; // fraction
	plain[n] = strlen(plain); // store
	strncat(plain, p, n); // nothing
	return n;
}
int main(int argc, char **argv) { return f(&shelf, (union either *)argv, argc, rows, argc, argc); }
`

// TestClaimsBeyond checks what is said of alarms whose claim the target does not cover: no
// proof answers them, or nothing does.
func TestClaimsBeyond(t *testing.T) {
	p := modelled(t, beyondSource)
	const part, unclear = "a member or a row", "not understood"
	overflow, index := "9 bytes into a region of size 8", "array subscript 8 is above array bounds"
	tests := []struct {
		tool    sarif.ToolKind
		rule    string
		mark    string
		message string
		want    string // of the reason, "" if any verdict answers
	}{
		{sarif.GCC, "-Wstringop-overflow=", "member", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "row", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "pointer to row", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "union", overflow, part},
		{sarif.GCC, "-Wformat-overflow=", "first", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "memory", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "result", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "parameter", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "callback", overflow, part},
		{sarif.GCC, "-Wstringop-overflow=", "plain", overflow, ""},
		{sarif.GCC, "-Warray-bounds", "step", index, part},
		{sarif.GCC, "-Warray-bounds", "steps", index, part},
		{sarif.GCC, "-Warray-bounds", "first step", index, part},
		{sarif.GCC, "-Warray-bounds", "constant step", index, part},
		{sarif.GCC, "-Warray-bounds", "member", "array subscript ‘struct t[0]’ is partly outside array bounds", unclear},
		{sarif.Cppcheck, "bufferAccessOutOfBounds", "back", "Buffer is accessed out of bounds: sorted", "calls is not judged"},
		{sarif.GCC, "-Wstringop-overread", "early", overflow, "may end before"},
		{sarif.GCC, "-Wstringop-overread", "fits", overflow, ""},
		{sarif.Cppcheck, "uninitvar", "behind", "Uninitialized variable: &x", "read behind the call"},
		{sarif.GCC, "-Wmaybe-uninitialized", "behind", "‘x’ may be used uninitialized", "read behind the call"},
		{sarif.Cppcheck, "uninitdata", "unwritten", "Memory is allocated but not initialized: p", "read behind the call"},
		{sarif.GCC, "-Wnull-dereference", "merged", "potential null pointer dereference", "the address of a member"},
		{sarif.Cppcheck, "nullPointer", "inner", "Null pointer dereference: b", unclear},
		{sarif.Infer, "INTEGER_OVERFLOW_L5", "wraps", "([0, 7] + 1)", "unsigned arithmetic"},
		{sarif.Infer, "INTEGER_OVERFLOW_L5", "wraps", "([0, 7] + 1):unsigned32.", unclear},
		{sarif.Infer, "INTEGER_OVERFLOW_L5", "wraps", "([0, 7] + 1):signed32.", ""},
		{sarif.GCC, "-Wfloat-conversion", "fraction", "may change value", "fraction"},
		{sarif.GCC, "-Wstringop-overflow=", "store", "writing 1 byte into a region of size 0", unclear},
		{sarif.GCC, "-Wnonnull", "nothing", "argument 2 null where non-null expected", "without an access"},
		{sarif.Cppcheck, "mismatchAllocDealloc", "passed", "Mismatching allocation and deallocation: p", "only releases"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "b.c", Line: lineOf(beyondSource, tt.mark), Message: tt.message})
		got := mp.Settles.Why
		if mp.Unmapped != nil {
			got = mp.Unmapped.String()
		}
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s %q at %q: %q, want %q", tt.rule, tt.message, tt.mark, got, tt.want)
		}
	}
}

// TestSitesBeyond checks which instructions are asked about pointers that dangle, memory that
// is unwritten, and calls beside subscripts.
func TestSitesBeyond(t *testing.T) {
	p := modelled(t, beyondSource)
	sites := []struct {
		tool                    sarif.ToolKind
		rule, mark, message, at string
	}{
		{sarif.Cppcheck, "uninitdata", "unwritten", "Memory is allocated but not initialized: p", "call"},
		{sarif.GCC, "-Wuse-after-free", "used", "pointer ‘p’ used after ‘free’", "load"},
		{sarif.Clang, "unix.Malloc", "passed", "Use of memory after it is freed", "load"},
		{sarif.GCC, "-Wanalyzer-out-of-bounds", "beside", "buffer overflow", "memcpy"},
	}
	for _, tt := range sites {
		mp := New(p, Options{}).Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "b.c", Line: lineOf(beyondSource, tt.mark), Message: tt.message})
		found := ""
		if mp.Target != nil {
			for _, s := range mp.Target.Sites {
				found += siteText(p, s) + "; "
			}
		}
		if !strings.Contains(found, tt.at) || tt.at == "call" && strings.Contains(found, "load") {
			t.Errorf("%s at %q: sites %q, want one at a %s", tt.rule, tt.mark, found, tt.at)
		}
	}
}

// modelled compiles a program in which all functions that it does not define have models.
func modelled(t *testing.T, source string) *ir.Program {
	t.Helper()
	p := compileText(t, "b.c", source)
	for _, f := range p.Funcs { // what a model does is of no matter here
		if len(f.Blocks) == 0 {
			f.Model, f.Blocks = true, []*ir.Block{{}}
		}
	}
	return p
}

// TestPartsFromTheLibrary: what a function of the library returns leads where its argument does.
func TestPartsFromTheLibrary(t *testing.T) {
	source := `#include <string.h>
struct box { char name[8]; int count; };
void f(struct box *b, char *s, int n)
{
	memset(strchr(b->name, 'x'), 0, n); // member
	memset(strchr(s, 'x'), 0, n); // plain
}
`
	p := modelled(t, source)
	for mark, want := range map[string]bool{"member": true, "plain": false} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.GCC, RuleID: "-Wstringop-overflow=", File: "b.c", Line: lineOf(source, mark),
			Message: "‘memset’ writing 9 bytes into a region of size 8"})
		if mp.Target == nil || mp.Settles.OnlyReachable != want {
			t.Errorf("%s: %+v", mark, mp)
		}
	}
}

// lineOf is the number of the line that ends in a comment.
func lineOf(source, mark string) int {
	for i, l := range strings.Split(source, "\n") {
		if strings.HasSuffix(l, "// "+mark) {
			return i + 1
		}
	}
	return 0
}
