package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/triage"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
)

// These tests put a scripted decision procedure in the engine's place and look
// at everything around it: what it is asked, what becomes of its answers.

// demo copies the demo's programs and alarms into a fresh working directory.
func demo(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, pattern := range []string{"*.c", "*.sarif"} {
		names, err := filepath.Glob("../../testdata/demo/" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s in testdata/demo: %v", pattern, err)
		}
		for _, n := range names {
			text, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(n)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Chdir(dir)
}

// assay runs a command line with a decision procedure.
func assay(t *testing.T, decide console.Engine, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &console.App{Terminal: console.Terminal{Stdout: &out, Stderr: &errs}, Decide: decide}
	code = run(a, args)
	return out.String(), errs.String(), code
}

// scripted answers every target with what verdict says and hands it to the
// sink, in order.
func scripted(verdict func(p *ir.Program, i int, t *engine.Target) engine.Verdict) console.Engine {
	return func(_ context.Context, p *ir.Program, ts []engine.Target, _ engine.Options, sink engine.Sink) (*engine.Result, error) {
		r := &engine.Result{}
		for i := range ts {
			v := verdict(p, i, &ts[i])
			r.Verdicts = append(r.Verdicts, v)
			sink(i, v)
		}
		return r, nil
	}
}

// always answers every target with the same status.
func always(s engine.Status) console.Engine {
	return scripted(func(*ir.Program, int, *engine.Target) engine.Verdict { return engine.Verdict{Status: s} })
}

// mixed gives an answer of every kind, by the line of the target.
func mixed(p *ir.Program, _ int, t *engine.Target) engine.Verdict {
	pt := t.Sites[0].Point
	switch p.LocOf(pt).Line {
	case 28:
		return engine.Verdict{
			Status: engine.Reachable, Confirmed: true, Assumptions: []string{"entry main"},
			Witness: &engine.Witness{
				Point: pt, Class: op.SignedOverflow, Entry: "main", Argv: [][]byte{[]byte("ring")}, Stdin: []byte("b -2147483648\n"),
				Path: []engine.Step{{Text: "enters slot"}, {Point: pt, Text: op.SignedOverflow.Text()}},
			},
			Effort: engine.Effort{Instructions: 100, Queries: 3},
		}
	case 36:
		return engine.Verdict{Status: engine.Unreachable}
	case 50:
		return engine.Verdict{Status: engine.Unreachable, Given: []engine.Given{{Error: op.OutOfBounds.String(), Point: pt}}}
	case 77:
		return engine.Verdict{Status: engine.Bounded, Bounds: []engine.Bound{{Kind: "loop", At: "ring.c:89", Limit: 40}}}
	}
	return engine.Verdict{Reason: "time: 60s are over", Next: "--timeout-per-alarm 10m"}
}

func readTriage(t *testing.T, path string) *report.Triage {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tr := &report.Triage{}
	if err := json.Unmarshal(text, tr); err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestTriageCarriesVerdictsBack(t *testing.T) {
	demo(t)
	stdout, stderr, code := assay(t, scripted(mixed), "triage", "ring.framac.sarif",
		"-o", "out.sarif", "-o", "json=out.json", "-o", "table=-", "-o", "findings=met.sarif", "--", "ring.c")
	if code != fault.OK {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	for _, want := range []string{
		` 0  reachable, confirmed     ring.c:28   signed_overflow   no arguments, stdin = "b -2147483648\n"`,
		` 1  unreachable, suppressed  ring.c:36   index_bound`,
		` 4  unreachable, suppressed  ring.c:50   index_bound       given no out-of-bounds at ring.c:50`,
		`20  bounded                  ring.c:77   signed_overflow   bounds loop at ring.c:89: 40 turns that depend on input`,
		`22  undecided                ring.c:101  initialization    time: 60s are over; → --timeout-per-alarm 10m`,
		"23 alarms: 1 reachable (1 confirmed), 3 unreachable (3 suppressed), 1 bounded, 18 undecided",
		"no alarm (pass or notApplicable): 13 results of ring.framac.sarif#23-35",
	} {
		if !strings.Contains(stdout, want+"\n") {
			t.Errorf("the table lacks %q:\n%s", want, stdout)
		}
	}
	in, err := sarif.Read("ring.framac.sarif")
	if err != nil {
		t.Fatal(err)
	}
	out, err := sarif.Read("out.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if in.Count() != out.Count() {
		t.Errorf("%d results in, %d out", in.Count(), out.Count())
	}
	got := map[int]string{}
	for i, r := range out.Runs[0].Results {
		if r.Triage != nil {
			got[i] = string(r.Triage.Status)
		}
	}
	if len(got) != 23 || got[0] != "reachable" || got[1] != "unreachable" || got[20] != "bounded" || got[22] != "undecided" {
		t.Errorf("statuses in SARIF: %v", got)
	}
	met, err := sarif.Read("met.sarif")
	if err != nil || met.Count() == 0 {
		t.Errorf("the findings lack the check that proofs rest on: %v", err)
	}
	valid(t, "out.sarif")
	valid(t, "met.sarif")
	w := readTriage(t, "out.json").Alarms[0].Outcome.Witness
	if text, err := os.ReadFile(w); err != nil || !strings.Contains(string(text), `b -2147483648\\n`) {
		t.Errorf("witness file %q: %v\n%s", w, err, text)
	}
}

func TestExplainReadsBack(t *testing.T) {
	demo(t)
	if _, stderr, code := assay(t, scripted(mixed), "triage", "ring.framac.sarif", "-o", "out.sarif", "-o", "json=out.json", "--", "ring.c"); code != fault.OK {
		t.Fatal(stderr)
	}
	fp := readTriage(t, "out.json").Alarms[0].Fingerprint
	for _, ref := range []string{"out.sarif#0", "out.sarif#" + fp, fp} {
		stdout, stderr, code := assay(t, nil, "explain", ref)
		if code != fault.OK {
			t.Errorf("explain %s: %d %s", ref, code, stderr)
			continue
		}
		for _, want := range []string{"ring.c:28", "reachable, confirmed", `stdin = "b -2147483648\n"`, "enters slot", "entry main", "assay replay .assay/witnesses/"} {
			if !strings.Contains(stdout, want) {
				t.Errorf("explain %s lacks %q:\n%s", ref, want, stdout)
			}
		}
	}
	for ref, want := range map[string]string{
		"out.sarif#4":           "no out-of-bounds at",
		"out.sarif#20":          "loop at ring.c:89: 40 turns that depend on input",
		"out.sarif#30":          "no alarm: the analyzer itself",
		"out.sarif#99":          "has no alarm 99 among its 36 results",
		"ring.framac.sarif#0":   "has no verdict; explain the file that",
		"out.sarif":             "which alarm of out.sarif?",
		"0123":                  "no alarm with the fingerprint",
		"ring.framac.sarif#-1":  "has no alarm -1",
		"no/such/file.sarif#12": "no such file",
	} {
		stdout, stderr, _ := assay(t, nil, "explain", ref)
		if !strings.Contains(stdout+stderr, want) {
			t.Errorf("explain %s: no %q in\n%s%s", ref, want, stdout, stderr)
		}
	}
}

// The github profile leaves unreachable results out of the file and lists them
// beside it.
func TestTriageGitHubProfile(t *testing.T) {
	demo(t)
	_, stderr, code := assay(t, always(engine.Unreachable), "triage", "ring.framac.sarif", "--profile", "github", "-o", "out.sarif", "--", "ring.c")
	if code != fault.OK {
		t.Fatal(stderr)
	}
	out, err := sarif.Read("out.sarif")
	if err != nil {
		t.Fatal(err)
	}
	valid(t, "out.sarif")
	var dropped []sarif.Dropped
	text, err := os.ReadFile("out.sarif" + triage.DroppedSuffix)
	if err != nil || json.Unmarshal(text, &dropped) != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if out.Count() != 13 || len(dropped) != 23 || !strings.Contains(stderr, "23 unreachable results are left out") {
		t.Errorf("%d results kept, %d listed\n%s", out.Count(), len(dropped), stderr)
	}
}

// Alarms with the same meaning are decided once and get the same answer.
func TestTriageSharesTargets(t *testing.T) {
	demo(t)
	asked := 0
	count := scripted(func(*ir.Program, int, *engine.Target) engine.Verdict {
		asked++
		return engine.Verdict{Status: engine.Reachable}
	})
	if err := os.Mkdir("out", 0o755); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := assay(t, count, "triage", "ring.framac.sarif", "ring.clang.sarif", "-o", "sarif=out", "-o", "json=out.json", "--", "ring.c")
	if code != fault.OK {
		t.Fatal(stderr)
	}
	tr := readTriage(t, "out.json")
	c := report.Count(tr.Alarms, nil)
	if asked != 23 || c.Total != 24 || c.Reachable != 24 {
		t.Errorf("%d targets asked, counts %+v", asked, c)
	}
	for _, name := range []string{"out/ring.framac.sarif", "out/ring.clang.sarif"} {
		if _, err := sarif.Read(name); err != nil {
			t.Error(err)
		}
	}
}

// Errors met on the way stand in the findings: as errors with their witness,
// or as possible ones where nothing shows them.
func TestTriageMet(t *testing.T) {
	demo(t)
	decide := func(_ context.Context, _ *ir.Program, ts []engine.Target, _ engine.Options, _ engine.Sink) (*engine.Result, error) {
		met := func(i int, w *engine.Witness) engine.Met {
			pt := ts[i].Sites[0].Point
			if w != nil {
				w.Point, w.Class = pt, op.OutOfBounds
			}
			return engine.Met{Class: op.OutOfBounds.String(), Point: pt, Witness: w}
		}
		return &engine.Result{
			Verdicts: make([]engine.Verdict, len(ts)),
			Met: []engine.Met{
				met(0, &engine.Witness{Stdin: []byte("a")}),
				met(1, &engine.Witness{Choices: []engine.Choice{{Kind: "havoc", What: "f", At: "ring.c:1"}}}),
				met(2, nil),
			},
		}, nil
	}
	_, stderr, code := assay(t, decide, "triage", "ring.framac.sarif", "--replay=false", "-o", "json=out.json", "-o", "findings=met.sarif", "--", "ring.c")
	if code != fault.OK {
		t.Fatal(stderr)
	}
	met := readTriage(t, "out.json").Met
	if len(met) != 3 || !met[0].Shown || met[0].Witness == "" || met[0].Confirmed || met[1].Shown || met[2].Shown {
		t.Errorf("met: %+v", met)
	}
	findings, err := sarif.Read("met.sarif")
	if err != nil {
		t.Fatal(err)
	}
	var levels []string
	for _, r := range findings.Runs[0].Results {
		levels = append(levels, r.Level)
	}
	valid(t, "met.sarif")
	if diff := cmp.Diff([]string{"error", "note", "note"}, levels); diff != "" {
		t.Errorf("levels of the findings (-want +got):\n%s", diff)
	}
}

func TestTriageExitCodes(t *testing.T) {
	partial := func(s engine.Status) console.Engine {
		return func(ctx context.Context, p *ir.Program, ts []engine.Target, o engine.Options, sink engine.Sink) (*engine.Result, error) {
			r, err := always(s)(ctx, p, ts, o, sink)
			r.Partial = true
			return r, err
		}
	}
	for _, c := range []struct {
		name   string
		decide console.Engine
		failOn string
		want   int
	}{
		{"nothing asked", always(engine.Reachable), "", fault.OK},
		{"gate hit", always(engine.Reachable), "reachable", fault.Gate},
		{"gate not hit", always(engine.Unreachable), "reachable,bounded", fault.OK},
		{"partial", partial(engine.Bounded), "reachable", fault.Partial},
		{"partial and gate hit", partial(engine.Reachable), "reachable", fault.Gate},
	} {
		t.Run(c.name, func(t *testing.T) {
			demo(t)
			args := []string{"triage", "ring.clang.sarif", "-o", "out.sarif"}
			if c.failOn != "" {
				args = append(args, "--fail-on", c.failOn)
			}
			stdout, stderr, code := assay(t, c.decide, append(args, "--", "ring.c")...)
			if code != c.want {
				t.Errorf("exit code %d, want %d\n%s", code, c.want, stderr)
			}
			if stdout != "" {
				t.Errorf("stdout is not clean: %q", stdout)
			}
			if _, err := sarif.Read("out.sarif"); err != nil {
				t.Error(err)
			}
		})
	}
}

// A run that dies keeps its verdicts; --resume asks for the others only.
func TestTriageResume(t *testing.T) {
	demo(t)
	dies := func(_ context.Context, p *ir.Program, ts []engine.Target, _ engine.Options, sink engine.Sink) (*engine.Result, error) {
		for i := range 5 {
			sink(i, mixed(p, i, &ts[i]))
		}
		panic("the machine is on fire")
	}
	t.Setenv("TMPDIR", t.TempDir())
	args := []string{"triage", "ring.framac.sarif", "-o", "json=out.json", "--resume", "--", "ring.c"}
	if _, stderr, code := assay(t, dies, args...); code != fault.Internal {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	if _, err := os.Stat("out.json"); err == nil {
		t.Error("a run that died left an output")
	}
	asked := 0
	rest := scripted(func(p *ir.Program, i int, tg *engine.Target) engine.Verdict { asked++; return mixed(p, i, tg) })
	if _, stderr, code := assay(t, rest, args...); code != fault.OK || !strings.Contains(stderr, "5 of 23 targets were decided before") {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	if asked != 18 {
		t.Errorf("%d targets asked again, want 18", asked)
	}
	resumed := readTriage(t, "out.json")
	if _, stderr, code := assay(t, scripted(mixed), "triage", "ring.framac.sarif", "-o", "json=whole.json", "--", "ring.c"); code != fault.OK {
		t.Fatal(stderr)
	}
	if diff := cmp.Diff(readTriage(t, "whole.json"), resumed); diff != "" {
		t.Errorf("a resumed run reports otherwise than a whole one:\n%s", diff)
	}
	asked = 0
	if _, _, code := assay(t, rest, slices.Insert(slices.Clone(args), 1, "--max-argc=3")...); code != fault.OK || asked != 23 {
		t.Errorf("with another bound %d targets were asked, want all 23", asked)
	}
}

// Ctrl-C in the middle: what is known is written, the exit code is 4, and what
// was not decided is asked again by --resume.
func TestTriageInterrupted(t *testing.T) {
	demo(t)
	interruptedHalfway := func(ctx context.Context, p *ir.Program, ts []engine.Target, _ engine.Options, sink engine.Sink) (*engine.Result, error) {
		r := &engine.Result{Partial: true, Verdicts: make([]engine.Verdict, len(ts))}
		for i := range ts {
			if i == 2 {
				if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
					return nil, err
				}
				<-ctx.Done()
			}
			r.Verdicts[i] = mixed(p, i, &ts[i])
			if i >= 2 {
				r.Verdicts[i] = engine.Verdict{Reason: "cancelled"}
			}
			sink(i, r.Verdicts[i])
		}
		return r, nil
	}
	stdout, stderr, code := assay(t, interruptedHalfway, "triage", "ring.framac.sarif", "-o", "out.sarif", "-o", "table=-", "--", "ring.c")
	if code != fault.Partial || !strings.Contains(stdout, "ended early: interrupted") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	out, err := sarif.Read("out.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if s := out.Runs[0].Results[0].Triage.Status; s != sarif.Reachable {
		t.Errorf("the verdict before Ctrl-C is %s", s)
	}
	_, stderr, _ = assay(t, scripted(mixed), "triage", "ring.framac.sarif", "-o", "out.sarif", "--resume", "--", "ring.c")
	if !strings.Contains(stderr, "2 of 23 targets were decided before") {
		t.Errorf("resumed:\n%s", stderr)
	}
}

func TestTriageReproducible(t *testing.T) {
	demo(t)
	var outputs []string
	for range 2 {
		if _, stderr, code := assay(t, scripted(mixed), "triage", "ring.framac.sarif", "--reproducible", "-o", "out.sarif", "-o", "json=out.json", "--", "ring.c"); code != fault.OK {
			t.Fatal(stderr)
		}
		text := ""
		for _, name := range []string{"out.sarif", "out.json"} {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text += string(b)
		}
		outputs = append(outputs, text)
	}
	if diff := cmp.Diff(outputs[0], outputs[1]); diff != "" {
		t.Errorf("two equal runs differ:\n%s", diff)
	}
}

// A line for each target, and below it what the verdict holds for, each thing once.
func TestReachPrintsWhatVerdictsHoldFor(t *testing.T) {
	demo(t)
	verdicts := []engine.Verdict{
		{Status: engine.Reachable, Reason: "because"},
		{Status: engine.Unreachable, Reason: "because", Assumptions: []string{"argc ≥ 1", "entry point main"}},
		{Status: engine.Bounded, Reason: "because", Next: "raise --max-stdin", Assumptions: []string{"entry point main"},
			Given:  []engine.Given{{Error: "null-access"}, {Error: "null-access"}},
			Bounds: []engine.Bound{{Kind: "loop", At: "ring.c:9", Limit: 4}, {Kind: "stdin", At: "ring.c:10", Limit: 8}, {Kind: "stdin", At: "ring.c:12", Limit: 8}}},
	}
	decide := scripted(func(_ *ir.Program, i int, _ *engine.Target) engine.Verdict { return verdicts[i] })
	stdout, stderr, code := assay(t, decide, "reach", "--line", "ring.c:28", "--call", "ring_get", "--call", "printf", "--", "ring.c")
	want := regexp.MustCompile("^VERDICT reachable call ring_get\n" +
		"VERDICT unreachable call printf\n  assumes: argc ≥ 1 \\| entry point main\n" +
		"VERDICT bounded line ring.c:28\n  bounds: loop at ring.c:9: 4 turns that depend on input \\| stdin: 8 bytes\n" +
		"  given no: null-access at [^|\n]*\n  assumes: entry point main\n$")
	if code != fault.OK || !want.MatchString(stdout) || !strings.Contains(stderr, "because; → raise --max-stdin\n") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
