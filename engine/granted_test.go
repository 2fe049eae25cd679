package engine

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTakenForGranted: verdicts name what they assume of the addresses that an entry is
// given, of the locales that the program sets, and of threads; not where there are none.
func TestTakenForGranted(t *testing.T) {
	const text = `
char *setlocale(int, const char *);
int isalpha(int);
int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
void *work(void *p) { return p; }
_Noreturn void reached(void);
void look(void *p) { if (p == (void *)-1) reached(); }
int plain(int n) { return n; }
int main(void) { CALL; if (isalpha(0xe9)) reached(); return 0; }`
	const given = "pointers that look is given are null or lead into objects, and none of the library's"
	const locale = "locales that the program sets treat characters, numbers and texts as the C locale does"
	for _, c := range []struct {
		call, entry    string
		given, locales bool
		threads        bool
	}{
		{`setlocale(6, "")`, "main", false, true, false},
		{"plain(1)", "main", false, false, false},
		{"plain(1)", "look", true, false, false},
		{"pthread_create(0, 0, work, 0)", "look", true, false, true},
		{"pthread_create(0, 0, work, 0)", "main", false, false, false},
	} {
		v := decideReached(t, text, Options{TimeoutPerTarget: 20 * time.Second, Entry: []string{c.entry}}, "-DCALL="+c.call)
		if got := slices.Contains(v.Assumptions, given); got != c.given {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, given, got)
		}
		entered := c.entry + " is entered in the C locale, and with the floating-point environment that a program begins in"
		if got := slices.Contains(v.Assumptions, entered); got != (c.entry != "main") {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, entered, got)
		}
		threads := "no thread or handler that the program starts runs while " + c.entry + " does, unless it was started there"
		if got := slices.Contains(v.Assumptions, threads); got != c.threads {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, threads, got)
		}
		if got := slices.Contains(v.Assumptions, locale); got != c.locales {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, locale, got)
		}
	}
}

// TestWorldIsAssumed: verdicts name what the program makes matter of addresses, of code that
// is not there, of the time zone and of files; not where it does not.
func TestWorldIsAssumed(t *testing.T) {
	const text = `
typedef long jmp_buf[40];
int setjmp(jmp_buf) __attribute__((returns_twice));
struct tm *gmtime(const long *);
void *mmap(void *, unsigned long, int, int, int, long);
int strcmp(const char *, const char *), memcmp(const void *, const void *, unsigned long);
void other(void), another(void);
extern int a, b;
_Noreturn void reached(void);
static int n(void) { BODY; return 0; }
int main(void) { if (n() == 7) reached(); return 0; }`
	all := []string{
		"code that is not there jumps to no place that setjmp has noted, and ends no thread",
		"what is declared and not defined, as ",
		"no function of the library has the address of another one",
		"objects of size 0 are at addresses of their own",
		"the time zone counts no leap seconds",
		"a file that is mapped privately does not change",
	}
	for body, want := range map[string]string{
		"jmp_buf j; if (setjmp(j)) return 1; other()": all[0],
		"return a - b": all[1],
		"void (*f)(void) = other, (*g)(void) = another; return f == g":                   all[1],
		"void *f = strcmp, *g = memcmp; return f == g":                                   all[2],
		"struct {} x, y; return (void *)&x == &y":                                        all[3],
		"char *p = __builtin_alloca(a & 3), *q = __builtin_alloca(a & 3); return p == q": all[3],
		"long t = 0; return gmtime(&t) == 0":                                             all[4],
		"return mmap(0, 4096, 1, 2, 3, 0) == 0":                                          all[5],
		"other(); return a":                                                              "",
	} {
		v := decideReached(t, text, Options{TimeoutPerTarget: 3 * time.Second}, "-DBODY="+body)
		for _, w := range all {
			is := slices.ContainsFunc(v.Assumptions, func(a string) bool { return strings.HasPrefix(a, w) })
			if is != (w == want) {
				t.Errorf("%s: %q is assumed: %t", body, w, is)
			}
		}
	}
}

// TestLiteralsAreAssumed: clang does not say where the life of a compound literal ends; that
// matters where its address is kept.
func TestLiteralsAreAssumed(t *testing.T) {
	for body, want := range map[string]bool{
		"int *p; { p = (int[]){1, n}; } return p[1];":             true,
		"int *p = n ? (int[]){n, 2} : 0; return p ? p[1] : 0;":    true,
		"struct s *p; { p = &(struct s){n}; } return p->x;":       true,
		"struct s v = (struct s){n}; return v.x;":                 false,
		"return take(&(struct s){n});":                            false,
		"static int *p; { p = (int *)(long[]){1}; } return p[1];": true,
	} {
		text := "struct s { int x; };\n_Noreturn void reached(void);\nstatic int take(const struct s *p) { return p->x; }\n" +
			"int f(int n) { " + body + " }\nint main(void) { if (f(1) > 9) reached(); return 0; }\n"
		v := decideReached(t, text, Options{TimeoutPerTarget: 20 * time.Second})
		if got := slices.Contains(v.Assumptions, "compound literals live as long as the call of their function, as at t.c:4"); got != want {
			t.Errorf("%s: assumed is %t, want %t", body, got, want)
		}
	}
}
