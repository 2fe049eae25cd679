package library

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// TestCalls makes a fixed share of the calls.
func TestCalls(t *testing.T) {
	var log strings.Builder
	c := Campaign{Dir: t.TempDir(), Seed: 1, Calls: 12, Parallel: 2, Log: &log}
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r)
	if r.Outside() > 0 {
		t.Errorf("calls that the specification does not allow:\n%s", log.String())
	}
	if len(r.Functions) < 2000 || r.Calls() < 10*len(r.Functions) {
		t.Errorf("too little was run: %v", r)
	}
}

// asked makes the calls of a campaign and asks of them. Nothing that a call did may be said to
// be impossible.
func asked(t *testing.T, c Campaign, how Asking) Asked {
	t.Helper()
	var log strings.Builder
	c.Dir, c.Parallel = t.TempDir(), 2
	how.Dir, how.Parallel, how.PerTarget, how.Log = t.TempDir(), 2, 2*time.Second, &log
	r, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	a, err := how.Ask(context.Background(), r.Recorded)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(a)
	if a.Wrong > 0 {
		t.Error(log.String())
	}
	return a
}

// TestAsked asks the engine of some calls: of every tenth function, and of functions whose
// models were narrower than what calls did.
func TestAsked(t *testing.T) {
	names, _ := Runnable(spec.Own())
	wrong := set("getdelim", "__isoc99_scanf", "__isoc99_fscanf", "localtime", "tzset", "vwarnx", "strerror", "strsignal", "killpg", "strxfrm", "putenv", "remove")
	var some []string
	for i, name := range names {
		if i%10 == 0 || wrong[name] {
			some = append(some, name)
		}
	}
	a := asked(t, Campaign{Seed: 1, Recorded: 4, Functions: some}, Asking{})
	if a.Calls < 3*len(some)/2 || a.Reachable < a.Calls*9/10 {
		t.Errorf("too little was asked, or decided: %v", a)
	}
}

// TestContracts: what native calls do is among what proofs take them to do, of every function
// whose model has a contract.
func TestContracts(t *testing.T) {
	a := asked(t, Campaign{Seed: 3, Recorded: 8, Functions: contracts(t)}, Asking{Contracts: true})
	if a.Calls < 200 {
		t.Errorf("too little was asked: %v", a)
	}
}

// contracts are the functions whose models have contracts, or call one that has, as far as
// they can be run.
func contracts(t *testing.T) (names []string) {
	with := set(strings.Fields(`strlen strnlen stpcpy strcpy stpncpy strncpy strcat strncat strlcpy strlcat strcmp
		strncmp strcoll strchrnul strchr index strrchr rindex strspn strcspn strpbrk strstr strtok_r strsep strdup strndup
		strcasecmp strncasecmp strcasestr strtol strtoul strtoll strtoull atoi atol atoll fgets fread getdelim getline
		sscanf __isoc99_sscanf fscanf __isoc99_fscanf scanf __isoc99_scanf strxfrm`)...)
	can, _ := Runnable(spec.Own())
	for _, n := range can {
		if with[n] {
			names = append(names, n)
		}
	}
	if len(names) < len(with)/2 {
		t.Fatalf("few of the functions with contracts can be run: %v", names)
	}
	return names
}

// TestOutside: calls that do what a specification does not say are found, one of each kind.
func TestOutside(t *testing.T) {
	for _, f := range []struct{ name, text, want string }{
		{"abs", "int abs(int a0)\n    result 0..100\n    errno kept\n", "the result is one of those described"},
		{"toupper", "int toupper(int a0)\n    result a0\n    errno kept\n", "the result is one of those described"},
		{"strtol", "long strtol(const char *s, char **end, int base)\n    text s\n    set? end s + 0..length(s) if base == 0 || base >= 2 && base <= 36\n    result any\n    errno kept\n", "errno is kept"},
		{"strcpy", "char *strcpy(char *a0, const char *a1)\n    text a1\n    any a0 length(a1)\n    room a0 length(a1) + 1\n    result a0\n", "memory is kept"},
		{"memset", "void *memset(void *p, int c, size_t n)\n    room p n\n    result p\n", "memory is kept"},
		{"wmemset", "int *wmemset(int *p, int c, size_t n)\n    any p n\n    result p\n", "signal 11"},
		{"qsort", "void qsort(void *p, size_t n, size_t size, int (*f)(const void *, const void *))\n    any p n * size\n", "no function is called"},
		{"strdup", "char *strdup(const char *s)\n    text s\n    result new length(s) + 1 text\n", "the result is one of those described"},
		{"chdir", "int chdir(const char *path)\n    text path\n    result -1 or 0\n", "the working directory is kept"},
		{"setenv", "int setenv(const char *name, const char *value, int replace)\n    text name\n    text value\n    result -1 or 0\n", "the environment is kept"},
		{"signal", "sighandler_t signal(int sig, sighandler_t f)\n    result any\n", "dispositions and mask of signals are kept"},
		{"close", "int close(int fd)\n    result -1 or 0\n", "is kept open"},
		{"fgetc", "int fgetc(FILE *f)\n    result -1..255\n", "the indicators of streams are kept"},
		{"free", "void free(void *p)\n    frees p if p == null\n", "is kept"},
		{"abort", "void abort(void)\n    errno any\n", "signal 6"},
		{"_exit", "void _exit(int status)\n    errno any\n", "the program ended"},
	} {
		lib := spec.NewLibrary(spec.Own())
		if err := lib.Add(f.name+".spec", "header none\n"+f.text); err != nil {
			t.Fatal(err)
		}
		c := Campaign{Dir: t.TempDir(), Seed: 1, Calls: 200, Functions: []string{f.name}, Spec: lib}
		r, err := c.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Functions[0].String(); !strings.Contains(s, f.want) {
			t.Errorf("%s: %q expected: %s", f.name, f.want, s)
		}
	}
}
