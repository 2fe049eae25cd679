package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/assay-dev/assay/engine"
)

// svcompEntry is as much of a witness as the tests look at.
type svcompEntry struct {
	Type    string `yaml:"entry_type"`
	Content []struct {
		Invariant struct {
			Location svcompPlace
			Value    string
		}
		Segment []struct {
			Waypoint struct {
				Type       string
				Constraint struct{ Value string }
				Location   svcompPlace
			}
		}
	}
}

type svcompPlace struct{ Line, Column int }

// svcompWitness has assay write a witness.
func svcompWitness(t *testing.T, call, source string) svcompEntry {
	t.Helper()
	file := filepath.Join(t.TempDir(), "w.yml")
	out, errs, code := assay(t, engine.Run, "reach", "--call", call, "--svcomp-witness", file, "--", source)
	text, err := os.ReadFile(file)
	if code != 0 || err != nil {
		t.Fatalf("exit code %d, %v:\n%s%s", code, err, out, errs)
	}
	var w []svcompEntry
	if err := yaml.Unmarshal(text, &w); err != nil || len(w) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	return w[0]
}

// nondetShim answers from a generator of random numbers, mostly small ones, and
// ends the program after many answers.
const nondetShim = `#include <stdlib.h>
static unsigned long state, asked;
__attribute__((constructor)) static void begin(void) { state = strtoul(getenv("SEED"), 0, 10) * 2654435761u + 1; }
static unsigned long answer(void)
{
	if (++asked > 20000)
		_Exit(0);
	state = state * 6364136223846793005ul + 1442695040888963407ul;
	unsigned long x = state >> 33;
	return x % 4 == 0 ? x >> 2 : x % 4 == 1 ? -(x >> 24) : (x >> 2) % (1 + (x >> 20) % 40);
}
int __VERIFIER_nondet_int(void) { return answer(); }
unsigned __VERIFIER_nondet_uint(void) { return answer(); }
char __VERIFIER_nondet_char(void) { return answer(); }
unsigned char __VERIFIER_nondet_uchar(void) { return answer(); }
long __VERIFIER_nondet_long(void) { return answer(); }
unsigned long __VERIFIER_nondet_ulong(void) { return answer(); }
short __VERIFIER_nondet_short(void) { return answer(); }
unsigned short __VERIFIER_nondet_ushort(void) { return answer(); }
_Bool __VERIFIER_nondet_bool(void) { return answer() & 1; }
void __VERIFIER_assume(int c) { if (!c) _Exit(0); }
`

// checkedInLoops puts checks of conditions into the heads of loops whose keywords
// stand at the given places, before their condition, and before statements that
// begin there: one that is false ends the program with the code 77.
func checkedInLoops(t *testing.T, text string, conditions map[svcompPlace]string) string {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	var at []svcompPlace
	for p := range conditions {
		at = append(at, p)
	}
	slices.SortFunc(at, func(a, b svcompPlace) int { return (b.Line-a.Line)*1000 + b.Column - a.Column })
	for _, p := range at { // last first: the others stay where they are
		head := strings.Join(lines[p.Line-1:], "")
		check := fmt.Sprintf("((%s) ? (void)0 : _Exit(77)), ", conditions[p])
		from := p.Column - 1
		switch {
		case strings.HasPrefix(head[from:], "for"):
			from += strings.Index(head[from:], ";") + 1
			if strings.TrimSpace(head[from:])[0] == ';' {
				check += "1"
			}
		case strings.HasPrefix(head[from:], "while"):
			from += strings.Index(head[from:], "(") + 1
		default:
			check = strings.TrimSuffix(check, ", ") + "; "
		}
		lines = append(lines[:p.Line-1:p.Line-1], strings.SplitAfter(head[:from]+check+head[from:], "\n")...)
	}
	return "#include <stdlib.h>\n" + strings.Join(lines, "")
}

// runs builds a program with the shim and says with which codes runs of it end,
// on different random answers.
func runs(t *testing.T, text string, times int) map[int]int {
	t.Helper()
	dir := t.TempDir()
	src, shim, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "shim.c"), filepath.Join(dir, "p")
	for path, text := range map[string]string{src: text, shim: nondetShim} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// With -O1, loops without effects would be taken to end.
	if out, err := exec.Command("clang-14", "-w", "-O0", "-fwrapv", "-o", bin, src, shim).CombinedOutput(); err != nil {
		t.Fatalf("clang-14 (apt-get install clang-14): %v\n%s\n%s", err, out, text)
	}
	codes := map[int]int{}
	for seed := range times {
		cmd := exec.Command("timeout", "10", bin)
		cmd.Env = append(os.Environ(), fmt.Sprintf("SEED=%d", seed))
		cmd.Run() // the code tells
		codes[cmd.ProcessState.ExitCode()]++
	}
	return codes
}

// TestSVCompInvariantsHold writes correctness witnesses of looping programs and
// runs the programs with the invariants as checks: none fails, and their
// negations do.
func TestSVCompInvariantsHold(t *testing.T) {
	spoken := 0
	for _, name := range []string{"cursor_two", "lock_retry", "queue_heap", "queue_array", "retry_backoff", "ring_mask", "scan_number", "stack_nesting", "state_door", "token_csv"} {
		t.Run(name, func(t *testing.T) {
			source, err := filepath.Abs("../../testdata/loops/" + name + ".c")
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			w := svcompWitness(t, "__assert_fail", source)
			if w.Type != "invariant_set" || len(w.Content) == 0 {
				t.Fatalf("%+v", w)
			}
			all, first := map[svcompPlace]string{}, map[svcompPlace]string{}
			for _, c := range w.Content {
				if v := c.Invariant.Value; v != "1" {
					all[c.Invariant.Location] = v
					first[c.Invariant.Location] = "!(" + v + ")"
				}
			}
			if len(all) == 0 {
				return
			}
			spoken++
			if codes := runs(t, checkedInLoops(t, string(text), all), 40); codes[77] > 0 {
				t.Errorf("an invariant is false in a run: %v\n%v", codes, all)
			}
			if codes := runs(t, checkedInLoops(t, string(text), first), 5); codes[77] == 0 {
				t.Errorf("no invariant is evaluated: %v", codes)
			}
		})
	}
	if spoken < 6 {
		t.Errorf("of %d programs something is said, want 6", spoken)
	}
}

// violated asks its environment in several types and places.
const violated = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static int ask(int less)
{
	return __VERIFIER_nondet_int() - less;
}
int main(void)
{
	unsigned char kind = __VERIFIER_nondet_uchar();
	int sum = 0;
	for (int i = 0; i < 3; i++)
		sum += ask(i) % 10;
	if (kind == 200 && sum == -24)
		if (__VERIFIER_nondet_long() < -9223372036854775807L &&
		    __VERIFIER_nondet_ulong() > 18446744073709551613UL)
			reach_error();
	return 0;
}
`

// TestSVCompViolationReplays: the values of a violation witness, given to the
// calls at their places in their order, lead to the call.
func TestSVCompViolationReplays(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.c", []byte(violated), 0o644); err != nil {
		t.Fatal(err)
	}
	w := svcompWitness(t, "reach_error", "p.c")
	if w.Type != "violation_sequence" || len(w.Content) != 7 {
		t.Fatalf("%+v", w)
	}
	lines := strings.Split(violated, "\n")
	var values []string
	for i, c := range w.Content {
		p := c.Segment[0].Waypoint
		line := lines[p.Location.Line-1]
		if i == 6 {
			if p.Type != "target" || !strings.HasPrefix(line[p.Location.Column-1:], "reach_error();") {
				t.Errorf("the target is %+v", p)
			}
			continue
		}
		value, ok := strings.CutPrefix(p.Constraint.Value, `\result == `)
		if !ok || p.Type != "function_return" || line[p.Location.Column-1] != ')' || !strings.Contains(line[:p.Location.Column], "__VERIFIER_nondet_") {
			t.Errorf("waypoint %d: %+v in %s", i, p, line)
		}
		values = append(values, value)
	}
	feed := func(values []string) int {
		shim := "#include <stdlib.h>\n#define ANSWER(type, name) type __VERIFIER_nondet_##name(void) { return (type)values[at++ % 6]; }\n" +
			"static unsigned long values[] = {" + strings.Join(values, ", ") + "};\nstatic int at;\n" +
			"ANSWER(int, int) ANSWER(unsigned char, uchar) ANSWER(long, long) ANSWER(unsigned long, ulong)\nvoid reach_error(void) { exit(88); }\n"
		if err := os.WriteFile("shim.c", []byte(shim), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("clang-14", "-w", "-o", "p", "p.c", "shim.c").CombinedOutput(); err != nil {
			t.Fatalf("clang-14 (apt-get install clang-14): %v\n%s", err, out)
		}
		cmd := exec.Command("./p")
		cmd.Run() // the code tells
		return cmd.ProcessState.ExitCode()
	}
	if code := feed(values); code != 88 {
		t.Errorf("with the values %v the program ends with %d", values, code)
	}
	if code := feed([]string{"0", "1", "2", "3", "4", "5"}); code == 88 {
		t.Error("the call is reached whatever the values are")
	}
}
