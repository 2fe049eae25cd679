package deps

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
)

// compile reads C code, compiled as assay does.
func compile(t *testing.T, code string) *ir.Program {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.c"), []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(clang, "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w",
		"-fno-discard-value-names", "-fdebug-compilation-dir=/src", "t.c", "-o", "t.ll")
	cmd.Dir = dir
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, msg, code)
	}
	text, err := os.ReadFile(filepath.Join(dir, "t.ll"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Parse("t.ll", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// marked are the instructions on the line of the code that has /*T*/.
func marked(t *testing.T, p *ir.Program, code string, class op.Class) []engine.Site {
	t.Helper()
	before := code[:strings.Index(code, "/*T*/")]
	before = before[strings.LastIndex(before, "#line")+1:]
	line := int32(1 + strings.Count(before, "\n"))
	var out []engine.Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if p.Locs[b.Instrs[i].Loc].Line == line {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(class)})
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("nothing at line %d", line)
	}
	return out
}

func setOf(t *testing.T, code string, class op.Class, entries ...string) *Set {
	p := compile(t, code)
	return New(p, entries).Of(marked(t, p, code, class))
}

const base = `
extern int in(void); int other(void);
struct pair { int a, b; };
static int g(void);
int size, unused = 1; static int limit = 5; int *through = &size; struct pair pr;
char buf[10];
static int twice(int x) { return 2 * x; }
static void init(void) { size = 20; }
static void late(void) { unused = 2; }
static int g(void) { /* comment */
  return buf[size - 1]; /*T*/
}
static int h(int x) { return twice(x) + limit + pr.a; }
static void (*hook)(void) = late;
int main(int argc, char **argv) {
  init();
  if (argc > 3) { return h(1); }
  int r = g();
  late();
  hook();
  return r;
}
`

// A change in the cone changes the set, one outside does not.
func TestOf(t *testing.T) {
	code := strings.ReplaceAll(base, "extern int in(void); int other(void);", "")
	for _, c := range []struct {
		name, from, to string
		same           bool
	}{
		{"itself", "buf[size - 1]", "buf[size - 2]", false},
		{"what runs before", "size = 20", "size = 30", false},
		{"what runs after", "unused = 2", "unused = 3", true},
		{"a branch that does not come back", "twice(x) + limit", "twice(x) - limit", true},
		{"callee of that branch", "2 * x", "3 * x", true},
		{"a variable it names", "char buf[10]", "char buf[11]", false},
		{"a variable nobody names before", "limit = 5", "limit = 6", true},
		{"a type outside", "int a, b;", "int a, b, c;", true},
		{"the caller", "argc > 3", "argc > 4", false},
		{"moved lines", "static int twice", "\n\n/* moved */\nstatic int twice", true},
		{"lines inside", "g(void) { /* comment */", "g(void) {\n", false},
		{"a call before that was after", "int r = g();\n  late();", "late(); int r = g();", false},
		{"a call that reaches it", "unused = 2;", "unused = g();", false},
		{"an indirect call before it", "init();", "init(); hook();", false},
		{"a string literal elsewhere", "static void late(void) {", "static void late(void) { const char *s = \"x\";", true},
		{"runs before main", "static void late", "__attribute__((constructor)) static void late", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(code, c.from) {
				t.Fatalf("no %q", c.from)
			}
			changed := strings.Replace(code, c.from, c.to, 1)
			a, b := setOf(t, code, op.OutOfBounds), setOf(t, changed, op.OutOfBounds)
			if same := a.Digest() == b.Digest(); same != c.same {
				t.Errorf("same is %t; changed: %v\n%v", same, Changed(a, b), b)
			}
			if names := Changed(a, b); (len(names) == 0) != c.same {
				t.Errorf("changed: %v", names)
			}
		})
	}
}

// What a library model calls belongs to an alarm at the call of the model.
func TestModelCallsBack(t *testing.T) {
	s := setOf(t, `
#line 1 "<assay-model>/m.c"
static void part(char *p, int (*f)(int)) { p[f(3)] = 0; }
void each(char *p, int (*f)(int)) { part(p, f); }
#line 2 "t.c"
char buf[4];
static int next(int i) { return i + 1; }
int main(void) {
  each(buf, next); /*T*/
  return 0;
}
`, op.OutOfBounds)
	if got := strings.Join(sortedKeys(s.Functions), " "); !strings.Contains(got, "next") {
		t.Errorf("the functions of the alarm are %s", got)
	}
}

func names(s *Set) []string {
	return append(sortedKeys(s.Functions), sortedKeys(s.Globals)...)
}

// What runs before main counts, and so does what it calls.
func TestConstructorsCount(t *testing.T) {
	const code = `
static int n; static void set(void) { n = 1; }
__attribute__((constructor)) static void early(void) { set(); }
int main(void) {
  return 7 / n; /*T*/
}
`
	a, b := setOf(t, code, op.DivByZero), setOf(t, strings.Replace(code, "n = 1", "n = 0", 1), op.DivByZero)
	if got := Changed(a, b); !slices.Equal(got, []string{"set"}) {
		t.Errorf("changed: %v", got)
	}
}

// A variable that is reached through the initial value of another counts.
func TestReachesThroughAddresses(t *testing.T) {
	const code = `
static int cell = 3; static int *const inner[1] = {&cell}; static int *const *const outer = inner;
int main(void) {
  return 7 / *outer[0]; /*T*/
}
`
	a, b := setOf(t, code, op.DivByZero), setOf(t, strings.Replace(code, "cell = 3", "cell = 0", 1), op.DivByZero)
	if got := Changed(a, b); !slices.Equal(got, []string{"cell"}) {
		t.Errorf("changed: %v", got)
	}
}

// What unknown code may reach counts: every variable.
func TestForeignCodeReachesAllVariables(t *testing.T) {
	code := strings.Replace(base, "init();", "init(); in();", 1)
	if got := names(setOf(t, code, op.OutOfBounds)); !slices.Contains(got, "through") || !slices.Contains(got, "in") {
		t.Errorf("depends on %v", got)
	}
	without := strings.ReplaceAll(base, "extern int in(void); int other(void);", "")
	if got := names(setOf(t, without, op.OutOfBounds)); slices.Contains(got, "through") {
		t.Errorf("depends on %v", got)
	}
	if got := names(setOf(t, without, op.OutOfBounds, "g")); !slices.Contains(got, "through") || slices.Contains(got, "init") {
		t.Errorf("with entry g it depends on %v", got)
	}
}

// A leak is judged at the end, so everything counts; so it does where the alarm
// lies in a function that runs at exit.
func TestWholeProgram(t *testing.T) {
	got := names(setOf(t, base, op.Leak))
	for _, f := range []string{"late", "h", "twice", "init", "g"} {
		if !slices.Contains(got, f) {
			t.Errorf("a leak does not depend on %s: %v", f, got)
		}
	}
	code := `
int atexit(void (*)(void)); int n;
static void bye(void) {
  n = 1 / n; /*T*/
}
static void last(void) { n = 0; }
int main(void) { atexit(bye); last(); return 0; }
`
	if got := names(setOf(t, code, op.DivByZero)); !slices.Contains(got, "last") {
		t.Errorf("at exit: depends on %v", got)
	}
}

// TestHandlersAtReturn: what handlers do depends on those that run before, also where main
// returns and calls none of them.
func TestHandlersAtReturn(t *testing.T) {
	src := filepath.Join(t.TempDir(), "t.c")
	code := `
int atexit(void (*)(void));
static int n = 1;
static void bye(void) { n = 1 / n; }
static void before(void) { n = 0; }
int main(void) { atexit(bye); atexit(before); return 0; }
`
	if err := os.WriteFile(src, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := built.Program(src)
	if err != nil {
		t.Fatal(err)
	}
	at := ir.Point{Block: p.Funcs[p.FuncByName["bye"]].Blocks[0].ID}
	got := names(New(p, nil).Of([]engine.Site{{Point: at, Classes: op.SetOf(op.DivByZero)}}))
	for _, f := range []string{"bye", "before", "main"} {
		if !slices.Contains(got, f) {
			t.Errorf("the handler does not depend on %s: %v", f, got)
		}
	}
}

// Every exported function is an entry of its own: callers of the function and
// what they call count, nothing else.
func TestExportedEntries(t *testing.T) {
	code := `
static int s(int *p) {
  return *p; /*T*/
}
int a(int *p) { return p ? s(p) : 0; }
int b(int *p) { return p != 0; }
`
	got := names(setOf(t, code, op.OutOfBounds, "exported"))
	if !slices.Equal(got, []string{"a", "s"}) {
		t.Errorf("depends on %v", got)
	}
}

func TestFunctionLines(t *testing.T) {
	x := New(compile(t, base), nil)
	for _, l := range x.Functions() {
		if l.Function == "g" && (l.From != 10 || l.To != 11 || filepath.Base(l.File) != "t.c") {
			t.Errorf("%+v", l)
		}
	}
}

// TestMissingUnits: with units that are missing, a verdict depends on all that they
// can call, and on all variables.
func TestMissingUnits(t *testing.T) {
	code := `
int in(void); int state, other;
static int hidden(void) { return other; }
int uncalled(void) { return state = in(), hidden(); }
static int unused_here(void) { return 1; }
int main(int argc, char **argv) {
  return 10 / argc; /*T*/
}`
	p := compile(t, code)
	if got := names(New(p, nil).Of(marked(t, p, code, op.DivByZero))); slices.Contains(got, "uncalled") {
		t.Errorf("with every unit there: %q", got)
	}
	p.Missing = []string{"gone.c"}
	got := names(New(p, nil).Of(marked(t, p, code, op.DivByZero)))
	for _, want := range []string{"main", "uncalled", "hidden", "state", "other"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s in %q", want, got)
		}
	}
}
