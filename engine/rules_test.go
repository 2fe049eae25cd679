package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/internal/built"
)

// decideText runs the engine on a C text; the targets are the lines that carry
// `// @ class`.
func decideText(t *testing.T, text string, opt Options) *Result {
	t.Helper()
	p, targets := programText(t, text)
	if opt.TimeoutPerTarget == 0 {
		opt.TimeoutPerTarget = time.Minute
	}
	res, err := Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// decideReached decides whether a C text, compiled with flags, comes to a call of reached.
func decideReached(t *testing.T, text string, opt Options, flags ...string) Verdict {
	t.Helper()
	src := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := built.Program(append([]string{src}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Run(context.Background(), p, []Target{{Name: "reached", Sites: callsIn(p, "reached")}}, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res.Verdicts[0]
}

// programText compiles a C text and finds its targets.
func programText(t *testing.T, text string) (*ir.Program, []Target) {
	t.Helper()
	src := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := compile(t, src)
	var targets []Target
	for i, l := range strings.Split(text, "\n") {
		_, name, ok := strings.Cut(l, "// @ ")
		if !ok {
			continue
		}
		c, ok := op.ParseClass(strings.TrimSpace(name))
		if !ok {
			t.Fatalf("line %d: no class %q", i+1, name)
		}
		s := sitesAt(p, i+1, c)
		if len(s) == 0 {
			t.Fatalf("line %d: no instruction can be a %v", i+1, c)
		}
		targets = append(targets, Target{Name: name, Sites: s})
	}
	return p, targets
}

const nondet = "extern int __VERIFIER_nondet_int(void);\n"

// TestBoundsAreNoProof: a loop that only a bound ends leaves `bounded`, and
// the verdict names the loop.
func TestBoundsAreNoProof(t *testing.T) {
	v := decideText(t, nondet+`
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int())
    n = (n + 2) & 0xffff;
  return 10 / (n - 0x2001); // @ division-by-zero
}`, Options{Plan: PlanShallow}).Verdicts[0]
	if v.Status != Bounded || len(v.Bounds) == 0 || v.Bounds[0].Kind != "loop" {
		t.Errorf("got %+v", v)
	}
}

// TestStopsAreNoProof: what the engine does not model leaves `undecided`, with
// the reason.
func TestStopsAreNoProof(t *testing.T) {
	v := decideText(t, nondet+`
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3)
    __asm__ volatile("nop" : "+r"(n));
  if (n < 0 || n > 5)
    return 0;
  return 10 / (n + 1); // @ division-by-zero
}`, Options{}).Verdicts[0]
	if v.Status != Undecided || !strings.Contains(v.Reason, "assembly") {
		t.Errorf("got %+v", v)
	}
}

// TestBudgetIsNoProof: a search that did not end leaves `undecided`.
func TestBudgetIsNoProof(t *testing.T) {
	v := decideText(t, `
int main(void) {
  unsigned n = 1;
  for (;;) {
    n = n * 3;
    if (n == 0)
      return 1 / n; // @ division-by-zero
  }
}`, Options{Plan: PlanDepthFirst, TimeoutPerTarget: 300 * time.Millisecond}).Verdicts[0]
	if v.Status != Undecided {
		t.Errorf("got %+v", v)
	}
}

// TestRefusedWitness: a witness that does not replay shows that the model is
// wrong; the search may exhaust the rest and prove nothing by it.
func TestRefusedWitness(t *testing.T) {
	opt := Options{Plan: PlanDepthFirst, Confirm: func(context.Context, *Witness) Confirmation {
		return Confirmation{Status: NotReproduced, Reason: "ran to its end"}
	}}
	v := decideText(t, nondet+`
int main(void) {
  int n = __VERIFIER_nondet_int();
  return 10 / n; // @ division-by-zero
}`, opt).Verdicts[0]
	if v.Status != Undecided || !strings.Contains(v.Reason, "did not replay") {
		t.Errorf("got %+v", v)
	}
}

// TestUnsureSolver: a question that the solver gives up on is neither an
// answer nor a proof.
func TestUnsureSolver(t *testing.T) {
	defer func(l solver.Limits) { queryLimits = l }(queryLimits)
	queryLimits = solver.Limits{Conflicts: 1}
	v := decideText(t, `extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a < 2 || b < 2 || a > 0xffffffff || b > 0xffffffff)
    return 0;
  return 10 / (a * b - 0x7fffffff00000005ul); // @ division-by-zero
}`, Options{Plan: PlanDepthFirst}).Verdicts[0]
	if v.Status != Undecided {
		t.Errorf("got %+v", v)
	}
}

// TestEntriesCombine: with several entries an alarm is unreachable only if it
// is from each, and reachable from any.
func TestEntriesCombine(t *testing.T) {
	const text = `
static int f(int n) {
  return 10 / n; // @ division-by-zero
}
int a(void) { return f(1); }
int b(void) { return f(0); }
`
	for _, c := range []struct {
		entries []string
		want    Status
	}{{[]string{"a"}, Unreachable}, {[]string{"a", "b"}, Reachable}, {[]string{"b", "a"}, Reachable}, {[]string{"exported"}, Reachable}} {
		if v := decideText(t, text, Options{Entry: c.entries}).Verdicts[0]; v.Status != c.want {
			t.Errorf("entries %v: %v (%s), want %v", c.entries, v.Status, v.Reason, c.want)
		}
	}
	ranks := []Status{Unreachable, Bounded, Undecided, Reachable}
	for i, x := range ranks {
		for j, y := range ranks {
			if got := combine(&Verdict{Status: x}, &Verdict{Status: y}).Status; got != ranks[max(i, j)] {
				t.Errorf("%v and %v combine to %v", x, y, got)
			}
		}
	}
}

// TestExternPolicies: an unmodelled function changes what it can reach, and
// nothing else; a verdict that depends on it is not `reachable`.
func TestExternPolicies(t *testing.T) {
	const text = `
void unknown(int *p);
static int hidden = 1;
int main(void) {
  int local = 1, kept = 1;
  unknown(&local);
  if (hidden != 1 || kept != 1)
    return 1 / (hidden - 1); // @ division-by-zero
  return 10 / local; // @ division-by-zero
}`
	for _, c := range []struct {
		policy Extern
		want   [2]Status
	}{
		{ExternHavoc, [2]Status{Unreachable, Undecided}},
		{ExternHavocFree, [2]Status{Unreachable, Undecided}},
		{ExternPure, [2]Status{Unreachable, Unreachable}},
		{ExternStop, [2]Status{Undecided, Undecided}},
	} {
		res := decideText(t, text, Options{Extern: c.policy})
		for i, want := range c.want {
			v := res.Verdicts[i]
			if v.Status != want {
				t.Errorf("%s, target %d: %v (%s), want %v", c.policy, i, v.Status, v.Reason, want)
			}
			if v.Status == Unreachable && !slices.ContainsFunc(v.Assumptions, func(a string) bool { return strings.Contains(a, "unknown is unmodelled") }) {
				t.Errorf("%s, target %d: the verdict does not name the unknown function: %q", c.policy, i, v.Assumptions)
			}
		}
	}
}

// TestCallsBack: what an unmodelled function was handed, directly, in memory or by a
// registration, it may call back; what else is behind such functions alone, nothing
// calls.
func TestCallsBack(t *testing.T) {
	const text = `
struct hooks { int n; void (*on)(int); };
void each(void (*on)(int));
void install(struct hooks *h);
int sigaction(int n, void *now, void *before);
void print(int *p);
static void direct(int n) { 10 / (n - n); } // @ division-by-zero
static void stored(int n) { 10 / (n - n); } // @ division-by-zero
static void handler(int n) { 10 / (n - n); } // @ division-by-zero
static void nowhere(int n) { 10 / (n - n); } // @ division-by-zero
static void (*table[])(int) = {nowhere};
int main(void) {
  int n = table[0] == 0;
  struct hooks h = {1, stored}, action = {2, handler};
  print(&n);
  each(direct);
  install(&h);
  sigaction(2, &action, 0);
  return 0;
}`
	for _, prover := range []bool{true, false} {
		for policy, want := range map[Extern]Status{ExternHavoc: Undecided, ExternHavocFree: Undecided, ExternStop: Undecided, ExternPure: Unreachable} {
			res := decideText(t, text, Options{Extern: policy, NoProver: !prover})
			for i, v := range res.Verdicts {
				if i == 3 && policy != ExternStop {
					want = Unreachable
				}
				if v.Status != want {
					t.Errorf("prover %t, %s, target %d: %v (%s), want %v", prover, policy, i, v.Status, v.Reason, want)
				}
			}
		}
	}
}

// TestCallsBackRegistered: a function that is known to call what was registered may
// call it, though it is handed nothing.
func TestCallsBackRegistered(t *testing.T) {
	const text = `
int sigaction(int n, void *now, void *before);
unsigned alarm(unsigned n);
static void handler(int n) { 10 / (n - n); } // @ division-by-zero
struct { void (*on)(int); } action = {handler};
int main(void) {
  if (alarm(3) > 1000)
    sigaction(2, &action, 0);
  return 0;
}`
	if v := decideText(t, text, Options{NoProver: true}).Verdicts[0]; v.Status != Undecided || !strings.Contains(v.Reason, "alarm") {
		t.Errorf("%v (%s), want undecided because of alarm", v.Status, v.Reason)
	}
}

// TestCallsBackThroughPointers: the same holds of an unmodelled function that is called
// through a pointer, though what it calls back could not be called there itself.
func TestCallsBackThroughPointers(t *testing.T) {
	const text = `
void each(void (*on)(int, int));
double half(double);
static void (*visit)(void (*on)(int, int)) = each;
static double (*numbers[])(double) = {half};
static void called(int n, int m) { 10 / (n - n); } // @ division-by-zero
static void nowhere(int n, int m) { 10 / (n - n); } // @ division-by-zero
static void (*table[])(int, int) = {nowhere};
int main(void) {
  if (!table[0])
    return 1;
  numbers[0](1.5);
  visit(called);
  return 0;
}`
	for _, prover := range []bool{true, false} {
		res := decideText(t, text, Options{NoProver: !prover})
		for i, want := range []Status{Undecided, Unreachable} {
			if v := res.Verdicts[i]; v.Status != want {
				t.Errorf("prover %t, target %d: %v (%s), want %v", prover, i, v.Status, v.Reason, want)
			}
		}
	}
}

// TestFailuresOfTheEnvironment: malloc fails unless --assume says otherwise,
// which is then an assumption.
func TestFailuresOfTheEnvironment(t *testing.T) {
	const text = `
int __assay_choose(const char *key);
int main(void) {
  return 10 / !__assay_choose("malloc"); // @ division-by-zero
}`
	if v := decideText(t, text, Options{}).Verdicts[0]; v.Status != Reachable || len(v.Witness.Feeds) != 1 {
		t.Errorf("with failures: %+v", v)
	}
	v := decideText(t, text, Options{Assume: []string{"malloc"}}).Verdicts[0]
	if v.Status != Unreachable || !slices.Contains(v.Assumptions, "malloc does not fail") {
		t.Errorf("without failures: %+v", v)
	}
}

// TestGivenNamesEarlierChecks: a proof that relies on an earlier check names
// it, and the error itself is visible (verdicts.md, rule 3).
func TestGivenNamesEarlierChecks(t *testing.T) {
	for _, opt := range []Options{{}, {NoProver: true}} {
		res := decideText(t, nondet+`
int main(void) {
  int a[10] = {0};
  int i = __VERIFIER_nondet_int() ? 0 : 20;
  int x = a[i];
  if (i > 15)
    x += 1 / (i - 20); // @ division-by-zero
  return x;
}`, opt)
		v := res.Verdicts[0]
		if v.Status != Unreachable || !slices.ContainsFunc(v.Given, func(g Given) bool { return g.Error == "out-of-bounds" }) {
			t.Errorf("got %+v", v)
		}
		if !slices.ContainsFunc(res.Met, func(m Met) bool { return m.Class == "out-of-bounds" && m.Witness != nil }) {
			t.Errorf("the error on the way is not visible: %+v", res.Met)
		}
	}
}

// TestByValueIsRead: a structure that is passed by value is read by the call. A
// state in which that is an error is subsumed by none in which it is not, so the
// error is seen, and proofs of what comes behind it name it.
func TestByValueIsRead(t *testing.T) {
	for _, branches := range []string{"other = 1; else __assay_free(p);", "__assay_free(p); else other = 1;"} {
		for _, callee := range []string{"ignored(*p)", "rest_ignored(1, *p)"} {
			res := decideText(t, nondet+`
void *__assay_alloc(unsigned long size, int zero);
void __assay_free(void *p);
struct large { long a, b, c; };
static int other, zero;
static int ignored(struct large s) { return 0; }
static int rest_ignored(int n, ...) { return n; }
int main(void) {
  struct large *p = __assay_alloc(sizeof *p, 1);
  if (__VERIFIER_nondet_int()) `+branches+`
  `+callee+`;
  return 1 / (zero - 1); // @ division-by-zero
}`, Options{Plan: PlanDepthFirst})
			v := res.Verdicts[0]
			if v.Status != Unreachable || !slices.ContainsFunc(v.Given, func(g Given) bool { return g.Error == "dead-access" }) {
				t.Errorf("%s %s: got %+v", branches, callee, v)
			}
			if !slices.ContainsFunc(res.Met, func(m Met) bool { return m.Class == "dead-access" && m.Witness != nil }) {
				t.Errorf("%s %s: the error on the way is not visible: %+v", branches, callee, res.Met)
			}
		}
	}
}

// TestArgvMayChange: a function without body and model that argv is in reach of may change
// it, and behind its call nothing is known of argv.
func TestArgvMayChange(t *testing.T) {
	f := "../testdata/engine/argv.c"
	p := compile(t, f)
	changed := 0
	for _, target := range targetsOf(t, p, f) {
		res, err := Run(context.Background(), p, []Target{target}, Options{TimeoutPerTarget: time.Minute}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v := res.Verdicts[0]; v.Status == Undecided && strings.Contains(v.Reason, "change may have changed argv") {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d verdicts say that argv may have changed, want that behind the call", changed)
	}
}

// TestWritesAreAssumed: that a function without body and model writes what it is given
// is an assumption where something was not written, and named.
func TestWritesAreAssumed(t *testing.T) {
	f := "../testdata/engine/filled.c"
	p := compile(t, f)
	res, err := Run(context.Background(), p, targetsOf(t, p, f), Options{TimeoutPerTarget: time.Minute}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := res.Verdicts[0]; v.Status != Unreachable || !slices.Contains(v.Assumptions, op.UnmodelledWrites("fill")) {
		t.Errorf("%v, assumed %q", v.Status, v.Assumptions)
	}
}
