package targets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const wrappers = `typedef unsigned long size_t;
void free(void *p); void *malloc(size_t n); void use(int *p);
static void once(void *p) { free(p); }
static void twice(void *p) { free(p); }
void shown(void *p) { free(p); }
static void inner(void *p) { if (p) free(p); }
static void outer(void *p) { inner(p); }
static void nothing(void *p) { use(p); }
static void taken(void *p) { free(p); }
static void hooked(void *p, void (*f)(void *)) { f(p); }
int main(int c, char **v)
{
    char *p = malloc(4), *q = malloc(4);
    if (c == 1) once(p); free(q);
    if (c == 2) twice(p);
    if (c == 3) twice(q);
    if (c == 4) shown(p);
    if (c == 5) outer(p);
    if (c == 6) nothing(p); free(q);
    if (c == 7) nothing(p);
    if (c == 8) hooked(p, taken); free(q);
    if (c == 9) taken(p);
}
`

// TestReleaseInCallees: a release that is reported at a call may be meant in the functions
// called, which answer with all verdicts only where nothing else calls them.
func TestReleaseInCallees(t *testing.T) {
	source := wrappers
	m := New(compileText(t, "w.c", source), Options{})
	at := func(c int) int {
		return strings.Count(source[:strings.Index(source, fmt.Sprintf("c == %d", c))], "\n") + 1
	}
	for _, c := range []struct {
		number  int
		message string
		lines   string // of the sites; "": left open
		only    bool   // unreachable alone answers
		open    bool   // reachable alone answers
	}{
		{1, "Attempt to free released memory", "14 3", false, false},
		{1, "Attempt to free released memory pointed to by 'p'", "3", false, false},
		{1, "Attempt to free released memory pointed to by 'q'", "14", false, false},
		{2, "Attempt to free released memory", "4", true, false},
		{4, "Attempt to free released memory", "5", true, false},
		{5, "Attempt to free released memory", "6", false, false},
		{6, "Attempt to free released memory", "19", false, false},
		{7, "Attempt to free released memory", "", false, false},
		{8, "Attempt to free released memory", "21", false, true},
		{9, "Attempt to free released memory", "9", true, false},
	} {
		mp := m.Map(Alarm{Tool: sarif.Clang, RuleID: "unix.Malloc", File: "w.c", Line: at(c.number), Message: c.message})
		var lines []string
		if mp.Target != nil {
			for _, s := range mp.Target.Sites {
				lines = append(lines, fmt.Sprint(m.p.LocOf(s.Point).Line))
			}
		}
		if got := strings.Join(lines, " "); got != c.lines || mp.Settles.OnlyUnreachable != c.only || mp.Settles.OnlyReachable != c.open {
			t.Errorf("c == %d, %s: sites on %q, %+v; want %q; %+v", c.number, c.message, got, mp.Settles, c.lines, mp.Unmapped)
		}
	}
}

const overruns = `typedef unsigned long size_t;
void *memcpy(void *d, const void *s, size_t n); void *memset(void *d, int c, size_t n);
char *strcpy(char *d, const char *s); size_t strlen(const char *s); int memcmp(const void *a, const void *b, size_t n);
int printf(const char *f, ...); void other(char *p);
char all[8], some[4]; int table[4]; struct pair { int x, y; } one, two;
void f(int i, char *p, size_t n)
{
    char here[4];
    memcpy(some, all, 8);          // small
    memcpy(some, all, 4);          // fits
    memcpy(some, all, n);          // variable
    one = two;                     // copy
    memset(here, table[i], 8);     // set
    strcpy(some, "text");          // text
    strcpy(all, &p[i]);            // global
    other(all), table[i] = 1;      // unknown
    i = memcmp(all, p, 8);         // compare
    printf("%d", table[i]);        // print
}
#line 1 "<assay-model>/more.c"
int memcmp(const void *a, const void *b, size_t n) { return 0; }
`

// TestOverrunsInLibrary: an overrun that Infer or gcc reports at a call may be one of what is
// given to the library, variables included; analyzers with another rule for that mean indices.
func TestOverrunsInLibrary(t *testing.T) {
	m := New(compileText(t, "o.c", overruns, "-fno-builtin-printf"), Options{})
	for _, c := range []struct {
		mark         string
		infer, clang string // kinds of the sites, with the argument
		only         bool
	}{
		{"small", "memcpy 0", "memcpy 0", false},
		{"fits", "", "", false},
		{"variable", "memcpy 0 memcpy 1", "memcpy 0 memcpy 1", false},
		{"copy", "", "", false},
		{"set", "gep 2 load memset 0", "gep 2 load memset 0", false},
		{"text", "call 0", "", false},
		{"global", "call 0 call 1", "call 1", false},
		{"unknown", "gep 2 store", "gep 2 store", false},
		{"compare", "call 0 call 1", "call 1", true},
		{"print", "gep 2 load", "gep 2 load", false},
	} {
		line := strings.Count(overruns[:strings.Index(overruns, "// "+c.mark)], "\n") + 1
		for tool, want := range map[sarif.ToolKind]string{sarif.Infer: c.infer, sarif.Clang: c.clang} {
			rule := map[sarif.ToolKind]string{sarif.Infer: "BUFFER_OVERRUN_L1", sarif.Clang: "security.ArrayBound"}[tool]
			mp := m.Map(Alarm{Tool: tool, RuleID: rule, File: "o.c", Line: line, Message: "an overrun"})
			var kinds []string
			if mp.Target != nil {
				for _, s := range mp.Target.Sites {
					kind := fmt.Sprint(m.p.At(s.Point).Op)
					if s.Arg >= 0 {
						kind += fmt.Sprint(" ", s.Arg)
					}
					kinds = append(kinds, kind)
				}
			}
			if got := strings.Join(kinds, " "); got != want || tool == sarif.Infer && mp.Settles.OnlyReachable != c.only {
				t.Errorf("%s of %s: %q, want %q; %+v %+v", c.mark, tool, got, want, mp.Settles, mp.Unmapped)
			}
		}
	}
}
