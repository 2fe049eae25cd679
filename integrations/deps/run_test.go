package deps

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// hooks writes the address of every function that is entered, and answers what
// test programs ask.
const hooks = `#include <stdio.h>
static FILE *trace;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *fn, void *site)
{
	if (!trace)
		trace = fopen("trace", "w");
	fprintf(trace, "%lx\n", (unsigned long)fn);
	fflush(trace);
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *fn, void *site) {}
#define ANSWER(type, name) \
	__attribute__((no_instrument_function)) type __VERIFIER_nondet_##name(void) \
	{ int c = getchar(); return c == EOF ? 0 : (signed char)c; }
ANSWER(int, int)
ANSWER(_Bool, bool)
ANSWER(unsigned char, uchar)
`

// traced builds a program natively so that it tells the functions it enters.
func traced(t *testing.T, dir, source string) (program string, names map[string]string) {
	t.Helper()
	hook := filepath.Join(dir, "hooks.c")
	if err := os.WriteFile(hook, []byte(hooks), 0o644); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "program")
	cmd := exec.Command("clang-14", "-w", "-no-pie", "-fno-pie", "-finstrument-functions", "-o", program, source, hook)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("llvm-nm-14", "--defined-only", program).Output()
	if err != nil {
		t.Fatalf("llvm-nm-14: %v (apt-get install llvm-14)", err)
	}
	names = map[string]string{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		if f := strings.Fields(s.Text()); len(f) == 3 {
			if n, err := strconv.ParseUint(f[0], 16, 64); err == nil {
				names[fmt.Sprintf("%x", n)] = f[2]
			}
		}
	}
	return program, names
}

// entered runs the program on an input and returns the functions in the order
// in which they were entered.
func entered(t *testing.T, dir, program string, names map[string]string, r *rand.Rand) []string {
	t.Helper()
	words := []string{"", "1", "-5", "a", "add", "x=2", "12:30", "2024-02-29", "((1+2)*3)", "u 5\n", "b -100\n", "p 3 4\n", "\x01\x02ab", "999999999999", "%s"}
	var args []string
	for range r.Intn(4) {
		args = append(args, words[r.Intn(len(words))])
	}
	var in strings.Builder
	for range r.Intn(12) {
		in.WriteString(words[r.Intn(len(words))] + []string{" ", "\n", ""}[r.Intn(3)])
	}
	cmd := exec.Command("timeout", append([]string{"5", program}, args...)...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(in.String())
	os.Remove(filepath.Join(dir, "trace"))
	_ = cmd.Run() // a crash is a run like any other
	text, err := os.ReadFile(filepath.Join(dir, "trace"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range strings.Fields(string(text)) {
		if n := names[l]; n != "" {
			out = append(out, n)
		}
	}
	return out
}

// Whatever native runs enter before they enter a function belongs to the cone
// of an alarm at its entry.
func TestConeHoldsWhatRuns(t *testing.T) {
	sources, err := filepath.Glob("../../testdata/build/corpus/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	sources = append(sources, "../../testdata/libc/sort.c", "../../testdata/libc/atexit.c", "../../testdata/engine/interp_calls.c")
	for _, source := range sources {
		t.Run(filepath.Base(source), func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			abs, err := filepath.Abs(source)
			if err != nil {
				t.Fatal(err)
			}
			p := compile(t, string(text))
			x := New(p, nil)
			cones := map[string]*Set{}
			for _, f := range p.Funcs {
				if len(f.Blocks) > 0 {
					at := ir.Point{Block: f.Blocks[0].ID}
					cones[f.Name] = x.Of([]engine.Site{{Point: at, Classes: op.SetOf(op.OutOfBounds)}})
				}
			}
			dir := t.TempDir()
			program, names := traced(t, dir, abs)
			r := rand.New(rand.NewSource(1))
			checked := 0
			for range 40 {
				var before []string
				for _, f := range entered(t, dir, program, names, r) {
					for _, g := range before {
						if cones[f] != nil && cones[g] != nil && cones[f].Functions[g] == "" {
							t.Fatalf("%s ran before %s and is not in its cone: %v", g, f, names)
						}
						checked++
					}
					if !slices.Contains(before, f) {
						before = append(before, f)
					}
				}
			}
			if checked == 0 {
				t.Error("nothing was entered")
			}
		})
	}
}
