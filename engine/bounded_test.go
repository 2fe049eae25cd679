package engine

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/exec"
)

// TestDepthIsNoBound: a search that is to go to a few turns of each loop, for now, says
// nothing about a run with more, which a later one would follow. It is time that cuts
// it; how deep it went is told.
func TestDepthIsNoBound(t *testing.T) {
	v := decideText(t, nondet+`
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int())
    n++;
  return 10 / (n - 70000); // @ division-by-zero
}`, Options{NoProver: true, TimeoutPerTarget: 3 * time.Second, Memory: 64 << 30}).Verdicts[0]
	if v.Status != Undecided || !slices.Equal(v.Causes, []Cause{TargetTime}) || len(v.Bounds) > 0 ||
		!regexp.MustCompile(`^time ran out before the search ended; no run fails within \d+ turns? of every loop`).MatchString(v.Reason) ||
		v.Next != TargetTime.Advice() {
		t.Errorf("got %+v", v)
	}
}

// TestStdinMayEndAtItsBound: standard input of just as many bytes as the bound allows
// is within it, and so is asking for one more.
func TestStdinMayEndAtItsBound(t *testing.T) {
	res := decideText(t, `
extern int __assay_input(void);
static void here(void) {}
int main(void) {
  int a = __assay_input();
  if (a < 0) return 0;
  int b = __assay_input();
  if (b < 0) return 0;
  int end = __assay_input();
  if (a == 'o' && b == 'k' && end < 0)
    here(); // @ reached
  if (end == 'x')
    here(); // @ reached
  return 0;
}`, Options{Plan: PlanDepthFirst, MaxStdin: 2})
	if v := res.Verdicts[0]; v.Status != Reachable || v.Witness == nil || string(v.Witness.Stdin) != "ok" {
		t.Errorf("got %+v", v)
	}
	if v := res.Verdicts[1]; v.Status != Bounded || !slices.Equal(BoundTexts(v.Bounds), []string{"stdin: 2 bytes"}) || v.Next != "raise --max-stdin" {
		t.Errorf("got %+v", v)
	}
}

// TestBoundedArguments: what a run does with an argument that is longer than its bound
// allows is beyond the bound, however the argument's end is read: byte by byte, with the
// bytes before it, in a structure that is passed by value, or by an access behind it,
// which is no error in such a run.
func TestBoundedArguments(t *testing.T) {
	const text = nondet + `
struct word { char c[24]; };
static void here(void) {}
static int last(struct word w) { return w.c[23]; }
int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  const char *p = argv[1], *q = "abcde";
  int i = __VERIFIER_nondet_int();
  READ
    here(); // @ reached
  return 0;
}`
	for _, c := range []struct {
		name, read string
		most       int
	}{
		{"each", `while (*p && *p == *q) p++, q++; if (*q == 0)`, 4},
		{"end", `if (p[4] == 'e')`, 4},
		{"word", `if (*(int *)(p + 1) >> 24 == 'e')`, 4},
		{"copy", `char b[5]; __builtin_memcpy(b, p, 5); if (b[4] == 'e')`, 4},
		{"value", `if (last(*(struct word *)p) == 'e')`, 23},
		{"behind", `if (p[9] == 'x')`, 4},
		{"somewhere", `if (i > 8 && i < 20 && p[i] == 'x')`, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := decideText(t, strings.Replace(text, "READ", c.read, 1), Options{Plan: PlanDepthFirst, MaxArgLen: c.most}).Verdicts[0]
			want := Bound{Kind: "argv", Limit: int64(c.most)}.String()
			if v.Status != Bounded || !slices.Contains(BoundTexts(v.Bounds), want) {
				t.Errorf("got %+v", v)
			}
		})
	}
}

// TestTimeAndConstruct: where a construct ended some paths and time the others, the
// verdict says both, and what more time is good for.
func TestTimeAndConstruct(t *testing.T) {
	v := decideText(t, nondet+`
int main(void) {
  unsigned n = 0;
  if (__VERIFIER_nondet_int() == 3)
    __asm__ volatile("nop" : "+r"(n));
  while (__VERIFIER_nondet_int())
    n++;
  return 10 / (n - 70000); // @ division-by-zero
}`, Options{NoProver: true, TimeoutPerTarget: 3 * time.Second, Memory: 64 << 30}).Verdicts[0]
	if v.Status != Undecided || !slices.Equal(v.Causes, []Cause{Unfollowed, TargetTime}) ||
		!strings.Contains(v.Reason, "assembly") || !strings.Contains(v.Reason, "time ran out") ||
		v.Next != Unfollowed.Advice()+"; for the rest "+TargetTime.Advice() {
		t.Errorf("got %+v", v)
	}
}

// TestConstructAlone: where all that was not stopped was searched, more time is not
// advised.
func TestConstructAlone(t *testing.T) {
	for _, c := range []struct {
		text string
		opt  Options
		want Cause
	}{
		{`__asm__ volatile("nop" : "+r"(n));`, Options{}, Unfollowed},
		{`extern void gone(int *); gone(&n);`, Options{Extern: ExternStop}, NoBody},
	} {
		v := decideText(t, nondet+`
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3) { `+c.text+` }
  if (n < 0 || n > 5)
    return 0;
  return 10 / (n + 1); // @ division-by-zero
}`, c.opt).Verdicts[0]
		if v.Status != Undecided || !slices.Equal(v.Causes, []Cause{c.want}) || strings.Contains(v.Next, "--timeout") {
			t.Errorf("got %+v", v)
		}
	}
}

// TestCauses: every kind of reason has its advice, and every reason of the engine is of
// a kind.
func TestCauses(t *testing.T) {
	for c := range NumCauses {
		if c.Advice() == "" {
			t.Errorf("no advice on cause %d", c)
		}
	}
	for k := range exec.NumStopKinds {
		if _, ok := stopCauses[k]; !ok {
			t.Errorf("stops of kind %d have no cause", k)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	advises := regexp.MustCompile(`\bNext:|\.Next\b[^=\n]*= `)
	for _, f := range files {
		if f == "cause.go" || strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if advises.MatchString(line) && !strings.Contains(line, "raise(") {
				t.Errorf("%s gives advice beside the table: %s", f, line)
			}
		}
	}
}

// TestBoundKinds: what may end a path or restrict what it stands for is listed in words
// that say what is counted.
func TestBoundKinds(t *testing.T) {
	kinds := map[string]bool{}
	named := regexp.MustCompile(`(?:atBound\(s, |__assay_bound\(|BoundHit\{Kind: |MaxArgLen, )"([^"]+)"`)
	for _, pattern := range []string{"exec/*.go", "libc/src/*.c", "libc/spec/generate.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				kinds[m[1]] = true
			}
		}
	}
	for k := range kinds {
		if _, ok := boundKinds[k]; !ok {
			t.Errorf("no words for bounds of kind %q", k)
		}
	}
	for k := range boundKinds {
		if !kinds[k] {
			t.Errorf("nothing is bounded by %q", k)
		}
	}
	for b, want := range map[Bound]string{
		{"loop", "f.c:12", 4}: "loop at f.c:12: 4 turns that depend on input",
		{"loop", "f.c:12", 1}: "loop at f.c:12: 1 turn that depends on input",
		{"stdin", "f.c:3", 8}: "stdin: 8 bytes",
		{"argc", "f.c:3", 3}:  "argc: 3",
		{"argv", "f.c:3", 16}: "argv: 16 bytes each",
	} {
		if b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	}
}

// TestMemoryIsNoTime: a search that memory ended is not helped by time.
func TestMemoryIsNoTime(t *testing.T) {
	v := decideText(t, nondet+`
int main(void) {
  unsigned n = 0;
  while (__VERIFIER_nondet_int())
    n++;
  return 10 / (n - 70000); // @ division-by-zero
}`, Options{NoProver: true, TimeoutPerTarget: 2 * time.Second, Memory: 1 << 20}).Verdicts[0]
	if v.Status != Undecided || !slices.Equal(v.Causes, []Cause{OutOfMemory}) || v.Next != OutOfMemory.Advice() {
		t.Errorf("got %+v", v)
	}
}
