package engine

import (
	"slices"
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
	const given = "pointers that look is given are null or lead into objects"
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
