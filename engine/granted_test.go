package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

// TestTakenForGranted: verdicts name what they assume of the addresses that an entry is
// given, and of the locales that the program sets; not where there are none.
func TestTakenForGranted(t *testing.T) {
	const text = `
char *setlocale(int, const char *);
int isalpha(int);
_Noreturn void reached(void);
void look(void *p) { if (p == (void *)-1) reached(); }
int plain(int n) { return n; }
int main(void) { CALL; if (isalpha(0xe9)) reached(); return 0; }`
	const given = "pointers that look is given are null or lead into objects"
	const locale = "locales that the program sets treat characters, numbers and texts as the C locale does"
	src := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		call, entry    string
		given, locales bool
	}{
		{`setlocale(6, "")`, "main", false, true},
		{"plain(1)", "main", false, false},
		{"plain(1)", "look", true, false},
	} {
		p, err := built.Program(src, "-DCALL="+c.call)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Run(context.Background(), p, []Target{{"reached", callsIn(p, "reached")}},
			Options{TimeoutPerTarget: 20 * time.Second, Entry: []string{c.entry}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := res.Verdicts[0]
		if got := slices.Contains(v.Assumptions, given); got != c.given {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, given, got)
		}
		entered := c.entry + " is entered in the C locale, and with the floating-point environment that a program begins in"
		if got := slices.Contains(v.Assumptions, entered); got != (c.entry != "main") {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, entered, got)
		}
		if got := slices.Contains(v.Assumptions, locale); got != c.locales {
			t.Errorf("%s from %s: %q is assumed: %t", c.call, c.entry, locale, got)
		}
	}
}
