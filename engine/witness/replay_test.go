package witness

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/op"
)

// reach makes a witness for arriving at the line marked HERE.
func (f *fixture) reach() *Witness {
	f.t.Helper()
	line := f.lineOf("HERE")
	site, _ := f.site(line, `^call|^store`, 0)
	return f.witness(op.Reach, line, site)
}

func feed(key string, values ...int64) []Feed {
	var out []Feed
	for _, v := range values {
		out = append(out, Feed{Key: key, Value: IntValue(v)})
	}
	return out
}

func (f *fixture) want(w *Witness, st Status) Outcome {
	f.t.Helper()
	o := f.replay(w)
	if o.Status != st {
		f.t.Errorf("want %s, got %s%s", st, Describe(o), o.Log)
	}
	return o
}

const feedsProgram = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern char __VERIFIER_nondet_char(void); extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void); extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int); extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern void klee_make_symbolic(void *, size_t, const char *); extern void klee_assume(unsigned long);
int main(int argc, char **argv)
{
	char buf[8]; struct { int a; char c; } s;
	if (argc != 3 || strcmp(argv[0], "prog") || strcmp(argv[1], "\xff\n") || argv[2][0]) return 1;
	if (getenv("A") == NULL || strcmp(getenv("A"), "\x80=") || getenv("PATH") || getenv("ASSAY_REPLAY_DATA")) return 2;
	if (__VERIFIER_nondet_char() != -1 || !__VERIFIER_nondet_bool()) return 3;
	if (__VERIFIER_nondet_ulong() != 18446744073709551615ul || __VERIFIER_nondet_double() != 1.5) return 4;
	if (__VERIFIER_nondet_uint128() >> 64 != 7) return 5;
	klee_make_symbolic(&s, sizeof s, "s one");
	if (s.a != 258 || s.c != 3) return 6;
	klee_assume(s.a > 0); __VERIFIER_assume(s.a > 0);
	if (rand() != 5 || rand() != 6 || time(0) != 1000) return 7;
	if (malloc(1) == NULL || calloc(1, 1) != NULL || malloc(1) == NULL) return 8;
	if (read(0, buf, 8) != 2 || read(0, buf, 8) != -1 || read(0, buf, 8) != 3) return 9;
	if (fopen("/dev/null", "r") != NULL || fopen("/dev/null", "r") == NULL) return 10;
	puts("all"); /* HERE */
}
`

func feedsWitness(f *fixture) *Witness {
	w := f.reach()
	w.Inputs = feedsInputs()
	return w
}

func feedsInputs() Inputs {
	value := Bytes("\x80=")
	return Inputs{
		Argv: []Bytes{Bytes("prog"), Bytes("\xff\n"), Bytes("")}, Stdin: Bytes("abcde"),
		Env: []EnvVar{{"A", &value}, {"B", nil}},
		Feeds: slices.Concat(
			feed("__VERIFIER_nondet_char", -1), feed("rand", 5), feed("__VERIFIER_nondet_bool", 1),
			[]Feed{{Key: "__VERIFIER_nondet_ulong", Value: Value{Int: "18446744073709551615"}},
				{Key: "__VERIFIER_nondet_double", Value: Value{Int: "0x3ff8000000000000"}},
				{Key: "__VERIFIER_nondet_uint128", Value: Value{Int: "0x70000000000000000"}},
				{Key: "klee_make_symbolic:s one", Value: BytesValue([]byte{2, 1, 0, 0, 3, 0, 0, 0})}},
			feed("rand", 6), feed("time", 1000), feed("malloc", 0, 1, 0), feed("read", 2, -1, 5), feed("fopen", 1, 0)),
	}
}

// TestFeeds: every kind of input arrives, bit for bit, in its order. Behind them the library
// itself answers what it has an answer to.
func TestFeeds(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, feedsProgram)
	f.want(feedsWitness(f), Confirmed)
	for i := range feedsWitness(f).Inputs.Feeds {
		w := feedsWitness(f)
		v := w.Inputs.Feeds[i]
		if v.Value.Int != "6" && v.Key != "klee_make_symbolic:s one" {
			continue
		}
		w.Inputs.Feeds = slices.Delete(w.Inputs.Feeds, i, i+1)
		o := f.want(w, NotReproduced)
		if v.Key != "rand" && !strings.Contains(o.Log, "more values of") {
			t.Errorf("a feed that runs dry is not reported: %s", o.Log)
		}
	}
}

// TestAssume: a path that breaks an assumption is no witness, and the
// outcome says so.
func TestAssume(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern int puts(const char *);
int main(void) { int k = __VERIFIER_nondet_int(); __VERIFIER_assume(k > 3);
	puts("x"); /* HERE */
}`)
	w := f.reach()
	w.Inputs.Feeds = feed("__VERIFIER_nondet_int", 4)
	f.want(w, Confirmed)
	w.Inputs.Feeds = feed("__VERIFIER_nondet_int", 3)
	if o := f.want(w, NotReproduced); !strings.Contains(o.What, "__VERIFIER_assume did not hold") {
		t.Errorf("what: %s", o.What)
	}
}

// TestMisbehaviour: programs that do not end, that fill the output, that
// fork without end or that crash elsewhere are contained and reported.
func TestMisbehaviour(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"endless loop", `for (;;) ;`, "time limit"},
		{"endless output", `for (;;) puts("0123456789012345678901234567890123456789");`, "time limit"},
		{"fork bomb", `for (;;) if (fork() < 0) usleep(1000);`, "time limit"},
		{"escape", `if (fork() == 0) { setsid(); if (fork() == 0) for (;;) sleep(100); }`, "exit status"},
		{"crash", `*(volatile int *)8 = 0;`, "signal 11"},
		{"abort", `abort();`, "signal 6"},
		{"recursion", `return main(argc + 1) + 1;`, "signal 11"},
		{"memory", `for (;;) { char *p = malloc(1 << 20); if (!p) return 33; memset(p, 1, 1 << 20); }`, "exit status 33"},
		{"self kill", `kill(-1, SIGKILL); kill(0, SIGKILL); raise(SIGKILL);`, "signal 9"},
		{"closed descriptors", `for (int i = 3; i < 1024; i++) close(i); unlink(".assay-log");`, "exit status 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := fixtureOf(t, `
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int never;
int main(int argc) {
	if (argc < 0) { never = 1; /* HERE */ }
	`+c.body+`
	return 0; }`)
			if c.want == "time limit" {
				f.rep.opt.Timeout = 500 * time.Millisecond
			}
			f.rep.opt.MemoryMiB = 128
			o := f.want(f.reach(), NotReproduced)
			if !strings.Contains(o.What, c.want) {
				t.Errorf("what: %s, want %q in it\n%s", o.What, c.want, o.Log)
			}
			if len(o.Log) > maxStory+100 {
				t.Errorf("log of %d bytes", len(o.Log))
			}
		})
	}
}

// TestEarlierFailure: a different failure before the candidate confirms
// nothing and is told.
func TestEarlierFailure(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
#include <stdlib.h>
int main(void) {
	char *p = malloc(4), *q = malloc(4);
	p[4] = 1;          /* FIRST */
	free(q);
	return q[0];       /* HERE */
}`)
	line := f.lineOf("HERE")
	w := f.witness(op.DeadAccess, line, nil)
	o := f.want(w, NotReproduced)
	if !strings.Contains(o.What, "heap-buffer-overflow") || !strings.HasSuffix(o.At, ":5") {
		t.Errorf("what: %s at %s", o.What, o.At)
	}
	w = f.witness(op.OutOfBounds, f.lineOf("FIRST"), nil)
	f.want(w, Confirmed)
}

// TestContinuingErrors: an overflow before the candidate wraps, also when
// the candidate is an overflow itself.
func TestContinuingErrors(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int k = __VERIFIER_nondet_int();
	int a = k + 1;
	if (a > -2147483647) return 0;
	int d = a - 1;     /* SECOND */
	return 7 / (d - 2147483647); /* HERE */
}`)
	w := f.witness(op.DivByZero, f.lineOf("HERE"), nil)
	w.Inputs.Feeds = feed("__VERIFIER_nondet_int", 2147483647)
	f.want(w, Confirmed)
	w.Target.Class, w.Target.Line = op.SignedOverflow.String(), f.lineOf("SECOND")
	f.want(w, Confirmed)
}

// TestForeignAccess: the check of observer (b) that has no second input in
// the table of checks.
func TestForeignAccess(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
int main(int argc) {
	int x = 1, *p = argc > 1 ? (int *)0x7000000000 : &x;
	return *p; /* HERE */
}`)
	line := f.lineOf("HERE")
	site, _ := f.site(line, `^load i32,`, 0)
	w := f.witness(op.ForeignAccess, line, site)
	if o := f.checkOnly(w); o.Status != NotReproduced {
		t.Error(Describe(o))
	}
	w.Inputs.Argv = []Bytes{Bytes("p"), Bytes("x")}
	if o := f.checkOnly(w); o.Status != Confirmed {
		t.Error(Describe(o))
	}
	f.want(w, Confirmed)
}

// TestUnfit: what cannot run says why and what to do.
func TestUnfit(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, "int g;\nint main(void) {\n\tg = 1; /* HERE */\n}\n")
	for _, c := range []struct {
		name, want string
		change     func(w *Witness, r *Replayer)
		status     Status
	}{
		{"entry", "only main", func(w *Witness, _ *Replayer) { w.Program.Entry = "f" }, CouldNotRun},
		{"changed source", "changed since", func(w *Witness, _ *Replayer) { w.Program.Sources[0].SHA256 = rep("0", 64) }, CouldNotRun},
		{"missing source", "cannot be read", func(w *Witness, _ *Replayer) { w.Program.Sources[0].Path += "x" }, CouldNotRun},
		{"other IR", "not the one", func(w *Witness, _ *Replayer) { w.Program.IRSHA256 = rep("0", 64) }, CouldNotRun},
		{"no IR", "not at hand", func(_ *Witness, r *Replayer) { r.opt.LinkedIR = "" }, NotObservable},
		{"leak", "no observer", func(w *Witness, _ *Replayer) { w.Target.Class = op.Leak.String() }, NotObservable},
		{"no such block", "none with number", func(w *Witness, _ *Replayer) { w.Target.Site.Block = 9 }, CouldNotRun},
		{"compile error", "fatal error: 'nowhere.h' file not found", func(w *Witness, _ *Replayer) {
			w.Target.Class = op.DivByZero.String()
			w.Program.Sources[0].Flags = []string{"-include", "nowhere.h"}
		}, CouldNotRun},
	} {
		w := f.reach()
		r := &Replayer{opt: f.rep.opt, build: f.rep.build}
		c.change(w, r)
		o, err := r.Replay(context.Background(), w)
		if err != nil || o.Status != c.status || !strings.Contains(o.What, c.want) || o.Observed {
			t.Errorf("%s: %v, %s", c.name, err, Describe(o))
		}
	}
	broken := NewReplayer(Options{TempDir: "/nowhere"})
	if _, err := broken.Replay(context.Background(), f.reach()); err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("no temporary directory: %v", err)
	}
	missing := NewReplayer(Options{Clang: "clang-nowhere", LinkedIR: f.ir})
	defer missing.Close()
	if o, err := missing.Replay(context.Background(), f.reach()); err != nil || o.Status != CouldNotRun || !strings.Contains(o.What, "apt-get install clang-14") {
		t.Errorf("no compiler: %v, %s", err, Describe(o))
	}
}

// TestILP32: without a 32-bit C library the outcome names the package; with
// one the program runs.
func TestILP32(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, "#include <stdio.h>\nint main(void) {\n\treturn 1 / (sizeof(long) - 4); /* HERE */\n}\n")
	w := f.witness(op.DivByZero, f.lineOf("HERE"), nil)
	w.Program.DataModel = "ILP32"
	switch o := f.replay(w); {
	case o.Status == Confirmed:
	case o.Status == CouldNotRun && strings.Contains(o.What, "apt-get install gcc-multilib"):
	default:
		t.Errorf("%s%s", Describe(o), o.Log)
	}
}

// TestAssertWithoutIR: glibc's message carries file and line.
func TestAssertWithoutIR(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, "#include <assert.h>\nint main(int argc) {\n\tassert(argc > 1); /* HERE */\n}\n")
	f.rep.opt.LinkedIR = ""
	w := f.witness(op.Assert, f.lineOf("HERE"), nil)
	if o := f.want(w, Confirmed); !strings.Contains(o.What, "argc > 1") {
		t.Errorf("what: %s", o.What)
	}
	w.Target.Line++
	f.want(w, NotReproduced)
	w.Target.Line--
	w.Inputs.Argv = []Bytes{Bytes("p"), Bytes("1")}
	f.want(w, NotReproduced)
}

// TestConcurrentReplays: one Replayer serves many witnesses at once.
func TestConcurrentReplays(t *testing.T) {
	t.Parallel()
	f := corpus(t, "expr.c")
	var wg sync.WaitGroup
	for range 2 {
		for _, c := range corpusCases["expr.c"] {
			wg.Go(func() {
				o, err := f.rep.Replay(context.Background(), c.witness(f))
				if err != nil || o.Status != Confirmed {
					t.Errorf("line %d: %v %s", c.line, err, Describe(o))
				}
			})
		}
	}
	wg.Wait()
}

// TestCancel: a cancelled context is an error, and the next call builds anew.
func TestCancel(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, "int g;\nint main(void) {\n\tg = 1; /* HERE */\n}\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if o, err := f.rep.Replay(ctx, f.reach()); err == nil {
		t.Errorf("no error: %s", Describe(o))
	}
	f.want(f.reach(), Confirmed)
}

// TestReproducer runs the shell snippet as a user would, on a program whose
// name needs quoting. What only the shim can feed is left out: argv[0],
// calloc counted with malloc, short reads, a failing fopen.
func TestReproducer(t *testing.T) {
	t.Parallel()
	needClang(t)
	text := strings.Replace(feedsProgram, `strcmp(argv[0], "prog") || `, "", 1)
	text = strings.Replace(text, `puts("all"); /* HERE */`, `return 1 / (buf[7] = 0); /* HERE */`, 1)
	text = regexp.MustCompile(`(?m)^.*return (8|9|10);\n`).ReplaceAllString(text, "")
	f := &fixture{t: t, src: filepath.Join(t.TempDir(), "it's one.c")}
	if err := os.WriteFile(f.src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	w := f.witness(op.DivByZero, f.lineOf("HERE"), nil)
	w.Inputs = feedsInputs()
	script := Reproducer(w, "")
	cmd := exec.Command("sh", "-e")
	cmd.Stdin = strings.NewReader(script)
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	out, _ := cmd.CombinedOutput()
	if !strings.Contains(string(out), "division by zero") {
		t.Errorf("output %q of\n%s", out, script)
	}
}
