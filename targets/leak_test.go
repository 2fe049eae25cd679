package targets

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/sarif"
)

// lost are ends of programs that hold a block in p, and what is said of an alarm that it is
// lost: what valgrind says of the program, "definitely lost" or not. Where there is no
// answer, "undecided".
var lost = []struct{ name, globals, body, want string }{
	{"returned from main", "", "p = 0; return 0;", "reachable"},
	{"local at the return", "", "return 0;", "reachable"},
	{"freed", "", "free(p); return 0;", "unreachable"},
	{"static", "static char *k;", "k = p; return 0;", "unreachable"},
	{"local at exit", "", "if (n > 1) exit(0); free(p); return 0;", "unreachable"},
	{"cleared at exit", "", "p = 0; exit(0);", "reachable"},
	{"cleared at _exit", "", "p = 0; _exit(0);", "reachable"},
	{"local at _exit", "", "_exit(p == 0); return 0;", "unreachable"},
	{"cleared at quick_exit", "", "p = 0; quick_exit(0);", "reachable"},
	{"cleared at abort", "", "p = 0; abort();", "reachable"},
	{"cleared, and an assertion", "", "p = 0; assert(n == 12);", "reachable"},
	{"local at an assertion", "", "assert(n == 12); free(p); return 0;", "unreachable"},
	{"cleared at err", "", "p = 0; err(1, \"no\");", "reachable"},
	{"cleared, and exit by a pointer", "static void (*ends[])(int) = {exit, _exit};", "p = 0; ends[n > 1](1);", "reachable"},
	{"cleared in a handler", "static char *k; static void fin(void) { k = 0; }", "k = p; p = 0; atexit(fin); return 0;", "reachable"},
	{"freed in a handler", "static char *k; static void fin(void) { free(k); }", "k = p; p = 0; atexit(fin); return 0;", "unreachable"},
	{"cleared in a destructor", "static char *k; __attribute__((destructor)) static void fin(void) { k = 0; }", "k = p; return 0;", "reachable"},
	{"cleared behind exit", "static char *k; static void fin(void) { k = 0; }", "k = p; p = 0; atexit(fin); exit(1);", "reachable"},
	{"cleared in a handler of quick_exit", "static char *k; static void fin(void) { k = 0; }", "k = p; p = 0; at_quick_exit(fin); quick_exit(1);", "reachable"},
	{"handlers that _exit does not run", "static char *k; static void fin(void) { k = 0; }", "k = p; p = 0; atexit(fin); _exit(1);", "unreachable"},
	{"endless", "", "p = 0; for (;;) sleep(1);", "undecided"},
	{"lost in a server's loop", "", "if (n > 5) { free(p); return 0; } for (;;) { sleep(1); p = malloc(7); }", "undecided"},
	{"inside", "static char *k;", "k = p + 3; p = 0; return 0;", "unreachable"},
	{"behind", "static char *k;", "k = p + 10; p = 0; return 0;", "undecided"},
	{"in front", "static char *k;", "k = p - 8; p = 0; return 0;", "undecided"},
	{"as a number", "static unsigned long k;", "k = (unsigned long)p; p = 0; return 0;", "unreachable"},
	{"shifted", "static unsigned long k;", "k = (unsigned long)p >> 4; p = 0; return 0;", "undecided"},
	{"masked", "static unsigned long k;", "k = (unsigned long)p ^ 0x5555; p = 0; return 0;", "undecided"},
	{"in a block that is lost", "", "char **q = malloc(8); if (q) *q = p; else free(p); return 0;", "reachable"},
	{"in a block that is not", "static char **k;", "k = malloc(8); if (k) *k = p; else free(p); return 0;", "unreachable"},
	{"in argv", "", "v[0] = p; return 0;", "undecided"}, /* writes into argv are not followed */
	{"in a buffer of stdout", "", "setvbuf(stdout, p, _IOFBF, 10); return 0;", "undecided"},
	{"lost in a thread", "static void *t(void *a) { return malloc(7); }", "pthread_t h; free(p); if (!pthread_create(&h, 0, t, 0)) pthread_join(h, 0); return 0;", "undecided"},
	{"lost by a thread", "static char *k; static void *t(void *a) { return k = 0; }", "pthread_t h; k = p; if (!pthread_create(&h, 0, t, 0)) pthread_join(h, 0); return 0;", "undecided"},
	{"lost in a comparison", "static int c(const void *a, const void *b) { return malloc(7) == a; }", "int z[3] = {0}; free(p); qsort(z, 3, sizeof *z, c); return 0;", "undecided"},
	{"lost by a pointer to a handler", "static char *k; static void h(int s) { k = 0; }", "void (*f)(int) = h; k = p; signal(SIGUSR1, f); raise(SIGUSR1); return 0;", "reachable"},
	{"lost where a function looks", "static int c(const void *a, const void *b) { return malloc(7) == a; }", "int z[3] = {0}; size_t l = 3; free(p); return lfind(z, z, &l, sizeof *z, c) == 0;", "undecided"},
	{"before a crash", "", "p = 0; return *(volatile char *)p;", "unreachable"}, // an error of its own
}

// TestLeaks: memory is lost where the program ends if nothing points to it then, whatever
// ends it, and behind all that runs at the end.
func TestLeaks(t *testing.T) {
	for _, c := range lost {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			source := "#define _GNU_SOURCE\n#include <assert.h>\n#include <err.h>\n#include <pthread.h>\n#include <search.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n" + c.globals +
				"\nint main(int n, char **v) {\n\tchar *p = malloc(10);\n\tif (!p) return 1;\n\t" + c.body + "\n}\n"
			if got, why := leakVerdict(t, source, 12, "memleak", "Memory leak: p"); got != c.want {
				t.Errorf("%s (%s), want %s", got, why, c.want)
			}
		})
	}
}

// TestLeaksElsewhere: memory that is lost at another return than that of the alarm answers
// nothing; at that of the alarm it does.
func TestLeaksElsewhere(t *testing.T) {
	const source = `#include <stdlib.h>
int main(int n, char **v) {
	char *p = malloc(10);
	if (!p) return 1;
	if (n > 3)
		return 2;
	free(p);
	return 0;
}
`
	if got, why := leakVerdict(t, source, 6, "memleak", "Memory leak: p"); got != "reachable" {
		t.Errorf("where it is lost: %s (%s)", got, why)
	}
	if got, why := leakVerdict(t, source, 8, "memleak", "Memory leak: p"); got != "undecided" || !strings.Contains(why, "do not come to the alarm's line") {
		t.Errorf("where it is not: %s (%s)", got, why)
	}
}

// TestLeaksUntold: what a function of the library allocates is not seen, and the block that
// realloc leaves behind is not its result.
func TestLeaksUntold(t *testing.T) {
	for _, c := range []struct{ name, code, rule, want string }{
		{"open_memstream", "int main(void) { char *b; size_t n; FILE *f = open_memstream(&b, &n); if (f) fclose(f); return 0; }", "memleak", "undecided"},
		{"none", "int main(void) { FILE *f = fopen(\"a\", \"r\"); if (f) fclose(f); return 0; }", "memleak", "unreachable"},
		{"realloc", "int main(int c, char **v) { char *p = malloc(9); if (!p) return 1; p = realloc(p, 99); free(p); return 0; }", "memleakOnRealloc", "undecided"},
		{"realloc kept", "int main(int c, char **v) { char *p = malloc(9), *q; if (!p) return 1; q = realloc(p, 99); free(q ? q : p); return 0; }", "memleakOnRealloc", "unreachable"},
	} {
		source := "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n" + c.code + "\n"
		if got, why := leakVerdict(t, source, 4, c.rule, "Memory leak: p"); got != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got, why, c.want)
		}
	}
}

// TestLeaksOfUnknownCode: what code allocates that is not there is not followed.
func TestLeaksOfUnknownCode(t *testing.T) {
	source := "char *make(void);\nint main(void)\n{\n    char *p = make();\n    return 0;\n}\n"
	if got, why := leakVerdict(t, source, 5, "memleak", "Memory leak: p"); got != "undecided" || !strings.Contains(why, "make()") {
		t.Errorf("%s (%s), want undecided because of make()", got, why)
	}
}

// leakVerdict decides an alarm of Cppcheck about a program of one file.
func leakVerdict(t *testing.T, source string, line int, rule, message string) (verdict, why string) {
	t.Helper()
	src := filepath.Join(t.TempDir(), "c.c")
	if err := os.WriteFile(src, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := built.Program(src)
	if err != nil {
		t.Fatal(err)
	}
	mp := New(p, Options{Entry: "main"}).Map(Alarm{Tool: sarif.Cppcheck, RuleID: rule, File: src, Line: line, Message: message})
	if mp.Unmapped != nil {
		return "undecided", mp.Unmapped.String()
	}
	res, err := engine.Run(context.Background(), p, []engine.Target{*mp.Target}, engine.Options{TimeoutPerTarget: 20 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := res.Verdicts[0]
	if v.Status == engine.Reachable && mp.Settles.OnlyUnreachable {
		return "undecided", mp.Settles.Why
	}
	if v.Status == engine.Unreachable && mp.Settles.OnlyReachable {
		return "undecided", mp.Settles.Why
	}
	return v.Status.String(), v.Reason
}

// TestLeaksOfWhichMemory: the memory that an alarm is about is known where the analyzer's
// path says where it was allocated, or where nothing else is ever kept in the variable that it
// names; not by what stands on the alarm's line.
func TestLeaksOfWhichMemory(t *testing.T) {
	const source = `extern void *malloc(unsigned long); extern char *strdup(const char *); extern void give(char **);
struct box { char *text; };
static char *kept;
static int fill(struct box *b) { b->text = malloc(3); return b->text != 0; }
int member(int n) { struct box b; if (!fill(&b)) return 1; char *q = strdup("a"); if (n == 2) return q == 0;
	return b.text == q; }
int alone(int n) { char *p = malloc(4); char *q = malloc(5); return p == q; }
int twice(int n) { char *p = malloc(6); if (n) p = malloc(7); if (n == 2) p = 0; return p == 0; }
int other(char *x, int n) { char *p = malloc(8); if (n) p = x; return p == 0; }
int escapes(int n) { char *p = malloc(9); give(&p); return p == 0; }
int global(int n) { kept = malloc(10); return kept == 0; }
static char *wrapped(int n) { return malloc(n); }
int one(int n) { char *p = wrapped(n); return p == 0; }
int two(int n) { char *p = wrapped(n); return p == 0; }
int main(int n, char **v) { return one(n) + two(n) + member(n) + alone(n) + twice(n) + other(v[0], n) + escapes(n) + global(n); }
`
	p := compileText(t, "w.c", source)
	for _, c := range []struct {
		message string
		line    int
		at      []Spot
		want    []int // columns of the allocations, none: any
	}{
		{"Potential leak of memory pointed to by 'b.text'", 5, nil, nil},
		{"Potential leak of memory pointed to by 'b.text'", 5, []Spot{{"w.c", 4, 46}}, []int{44}},
		{"Potential memory leak", 5, []Spot{{"w.c", 4, 0}}, []int{44}},
		{"Potential memory leak", 5, nil, nil},
		{"Potential memory leak", 13, []Spot{{"w.c", 12, 0}}, []int{38}},
		{"Potential memory leak", 6, []Spot{{"w.c", 6, 0}}, nil},
		{"Potential leak of memory pointed to by 'p'", 7, nil, []int{30}},
		{"Potential memory leak", 7, []Spot{{"w.c", 7, 51}}, []int{51}},
		{"Potential leak of memory pointed to by 'p'", 8, nil, []int{30, 52}},
		{"Potential leak of memory pointed to by 'p'", 9, nil, nil},
		{"Potential leak of memory pointed to by 'p'", 10, nil, nil},
		{"Potential leak of memory pointed to by 'kept'", 11, nil, nil},
	} {
		mp := New(p, Options{Entry: "main"}).Map(Alarm{Tool: sarif.Clang, RuleID: "unix.Malloc", File: "w.c", Line: c.line, Message: c.message, Allocated: c.at})
		if mp.Target == nil {
			t.Errorf("line %d, %s: %v", c.line, c.message, mp.Unmapped)
			continue
		}
		var got []int
		for _, s := range mp.Target.Sites {
			if col := int(p.LocOf(s.Made).Col); s.OnlyMade && !slices.Contains(got, col) {
				got = append(got, col)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) || mp.Settles.OnlyUnreachable != (len(c.want) == 0 || c.line == 13) {
			t.Errorf("line %d, %s: allocated at %v, want %v; %+v", c.line, c.message, got, c.want, mp.Settles)
		}
	}
}
