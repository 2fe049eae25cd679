package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

// expectAll demands statuses of the targets of a text, with and without prover.
func expectAll(t *testing.T, text string, opt Options, want ...Status) {
	t.Helper()
	for _, off := range []bool{false, true} {
		opt.NoProver = off
		for i, v := range decideText(t, text, opt).Verdicts {
			if v.Status != want[i] {
				t.Errorf("prover off %t, target %d: %v (%s), given %v; want %v", off, i, v.Status, v.Reason, v.Given, want[i])
			}
		}
	}
}

// TestCallbacksFree: a function that is called back may free what the program holds; a
// proof behind it names the access that this may break.
func TestCallbacksFree(t *testing.T) {
	const text = `
void *__assay_alloc(unsigned long size, int zero);
void __assay_free(void *p);
void each(void (*f)(void));
static int *block;
static void CALLED(void);
static void drop(void) { __assay_free(block); }
static void keep(void) { *block = 1; }
int main(void) {
  int *p = block = __assay_alloc(sizeof *block, 1);
  each(CALLED);
  return *p; // @ dead-access
}`
	expectAll(t, strings.ReplaceAll(text, "CALLED", "drop"), Options{}, Undecided)
	expectAll(t, strings.ReplaceAll(text, "CALLED", "keep"), Options{}, Unreachable)
	expectAll(t, strings.ReplaceAll(text, "CALLED", "keep"), Options{Extern: ExternHavocFree}, Undecided)
}

// TestNoCallback: that code which is not there calls nothing back can be assumed, and is
// named.
func TestNoCallback(t *testing.T) {
	const text = `
void lib(void);
static int n;
void hook(void) { n++; }
int main(void) { lib(); return 10 / (n - 1); } // @ division-by-zero`
	expectAll(t, text, Options{}, Undecided)
	expectAll(t, text, Options{Assume: []string{"nocallback"}}, Unreachable)
	v := decideText(t, text, Options{Assume: []string{"nocallback"}}).Verdicts[0]
	if !strings.Contains(strings.Join(v.Assumptions, "\n"), "call nothing back") {
		t.Errorf("the assumption is not named: %q", v.Assumptions)
	}
}

// TestMissingUnit: the code of a unit that is not there calls what has external linkage,
// and changes what it can get at, before main and whenever code runs that is not there.
func TestMissingUnit(t *testing.T) {
	const text = `
int shared;
static int hidden;
void hook(int n) { hidden = n; 10 / n; } // @ division-by-zero
static void own(int n) { if (n > 10) 10 / (n - n); } // @ division-by-zero
int main(void) {
  own(3);
  10 / (shared + 1); // @ division-by-zero
  10 / (hidden + 1); // @ division-by-zero
  return 0;
}`
	for _, c := range []struct {
		missing []string
		want    []Status
	}{
		{nil, []Status{Unreachable, Unreachable, Unreachable, Unreachable}},
		{[]string{"gone.c"}, []Status{Undecided, Unreachable, Undecided, Undecided}},
	} {
		for _, off := range []bool{false, true} {
			p, targets := programText(t, text)
			for _, unit := range c.missing {
				p.Lacks(unit)
			}
			res, err := Run(context.Background(), p, targets, Options{NoProver: off, TimeoutPerTarget: time.Minute}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range res.Verdicts {
				if v.Status != c.want[i] {
					t.Errorf("missing %q, prover off %t, target %d: %v (%s), want %v", c.missing, off, i, v.Status, v.Reason, c.want[i])
				}
			}
		}
	}
}

// TestMissingReplaces: the code of a unit that is not there takes the place of weak
// definitions, under each of their names, and defines symbols that are only declared, as
// weak. What the weak definition does then is no proof of anything.
func TestMissingReplaces(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Status
	}{
		"function": {`__attribute__((weak)) int hook(void) { return 1; }
int main(void) { 10 / (hook() + 1); return 0; } // @ division-by-zero`, Undecided},
		"through a pointer": {`__attribute__((weak)) int hook(void) { return 1; }
int main(void) { int (*f)(void) = hook; 10 / (f() + 1); return 0; } // @ division-by-zero`, Undecided},
		"alias": {`static int own(void) { return 1; }
int hook(void) __attribute__((weak, alias("own")));
int main(void) { 10 / (hook() + 1); return 0; } // @ division-by-zero`, Undecided},
		"returns": {`__attribute__((weak)) void hook(void) { for (;;); }
int main(int argc, char **argv) { hook(); 10 / (argc - 3); return 0; } // @ division-by-zero`, Reachable},
		"constant": {`__attribute__((weak)) const int most = 1;
int main(void) { 10 / (most + 1); return 0; } // @ division-by-zero`, Undecided},
		"declared": {`extern int hook(void) __attribute__((weak));
int main(void) { int none = !hook; 10 / none; return 0; } // @ division-by-zero`, Undecided},
		"strong": {`int hook(void) { return 1; }
int main(void) { 10 / (hook() + 1); return 0; } // @ division-by-zero`, Unreachable},
	} {
		for _, unit := range []string{"", "gone.c"} {
			want := c.want
			p, targets := programText(t, c.text)
			if unit == "" {
				want = Unreachable
			} else {
				p.Lacks(unit)
			}
			res, err := Run(context.Background(), p, targets, Options{TimeoutPerTarget: time.Minute}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if v := res.Verdicts[0]; v.Status != want {
				t.Errorf("%s, missing %q: %v (%s), want %v", name, unit, v.Status, v.Reason, want)
			}
		}
	}
}

// TestConcurrently: what code writes that runs at the same time is any value at each
// read, also what is put into its reach later; what it cannot get at stays.
func TestConcurrently(t *testing.T) {
	const text = `
void __assay_concurrently(const void *f, const void *arg);
static int flag, *where;
static int other;
static void handler(int n) { flag = n; if (where) *where = n; }
static void alone(int n) { 10 / (n - n); } // @ division-by-zero
static void (*table[])(int) = {handler, alone};
int main(void) {
  int late = 1, own = table[0] != 0;
  __assay_concurrently(SET, 0);
  flag = 1;
  10 / flag; // @ division-by-zero
  where = &late;
  late = 1;
  10 / late; // @ division-by-zero
  10 / own; // @ division-by-zero
  other = 1;
  10 / other; // @ division-by-zero
  return 0;
}`
	expectAll(t, strings.ReplaceAll(text, "SET", "handler"), Options{}, Unreachable, Undecided, Undecided, Unreachable, Unreachable)
	expectAll(t, strings.ReplaceAll(text, "SET", "alone"), Options{}, Undecided, Unreachable, Unreachable, Unreachable, Unreachable)
}

// TestCoarseIsCalledByName: in a coarse abstraction, too, code that is not there calls what it can
// name, with any arguments.
func TestCoarseIsCalledByName(t *testing.T) {
	const text = `
void lib(void);
LINKAGE void hook(int n) { if (n == 3) 10 / (n - 3); } // @ division-by-zero
int main(void) { lib(); hook(4); return 0; }`
	for linkage, want := range map[string]Status{"": Undecided, "static": Unreachable} {
		v := decideText(t, strings.ReplaceAll(text, "LINKAGE", linkage), Options{Plan: PlanCoarse}).Verdicts[0]
		if v.Status != want {
			t.Errorf("%q: %v (%s), want %v", linkage, v.Status, v.Reason, want)
		}
	}
}

// TestStrangersAreNotSubsumed: what holds at a place after paths on which no code ran that
// is not there says nothing about those on which some did, for it runs again at the end.
func TestStrangersAreNotSubsumed(t *testing.T) {
	const text = `
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void keep(int *p);
static int state;
static void reached(void) {}
static void last(void) { if (state == 1) reached(); }
int main(void) {
  int x = 0;
  atexit(last);
  if (__VERIFIER_nondet_int())
    state = 0;
  else
    keep(&state);
  state = 0;
  if (__VERIFIER_nondet_int() == 3)
    x = 1;
  return x;
}`
	if v := decideReached(t, text, Options{Plan: PlanDepthFirst, NoProver: true, TimeoutPerTarget: time.Minute}); v.Status != Undecided {
		t.Errorf("%v (%s), want undecided", v.Status, v.Reason)
	}
}

// TestLookedUpByName: where a program finds functions by name, a call through a pointer may enter
// each that it exports.
func TestLookedUpByName(t *testing.T) {
	for _, name := range []string{"dlsym(0, \"hidden\")", "dlvsym(0, \"hidden\", \"v\")"} {
		src := filepath.Join(t.TempDir(), "a.c")
		text := "extern void *dlsym(void *, const char *), *dlvsym(void *, const char *, const char *);\n" +
			"int hidden(int x) { return x + 1; }\n" +
			"int main(int n, char **v) { int (*f)(int) = (int (*)(int))" + name + "; return f ? f(n) : 0; }\n"
		if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := built.Program(src)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(p.Callees(p.FuncByName["main"]), p.FuncByName["hidden"]) {
			t.Errorf("%s: hidden cannot be called", name)
		}
	}
}
