package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/bench/papers/eca"
	"github.com/assay-dev/assay/engine"
)

// TestMain lets the test's executable be the measured process.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "-child" {
		exit(be(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// sample is one small program of each kind.
func sample(t *testing.T) []program {
	t.Helper()
	g := randomGraph(6, 1, 1)
	out := []program{
		must(signs("sum", 5)), must(signs("loop", 5)), must(signs("array", 5)),
		must(g.program("path_6", g.shortest())), must(increments(3, 2)), must(matcher(4)),
	}
	for _, e := range must(examples()) {
		out = append(out, e.program)
	}
	for _, f := range families() {
		out = append(out, must(f.program()))
	}
	for _, c := range reactiveSample() {
		p, _, err := reactive(c)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func reactiveSample() []eca.Config {
	var out []eca.Config
	for _, k := range eca.Kinds {
		out = append(out, eca.Config{Kind: k, Rules: 20, Labels: 20, Bound: 6, Seed: 1})
	}
	return out
}

func TestProgramsAreDeterministic(t *testing.T) {
	again := sample(t)
	for i, p := range sample(t) {
		if p != again[i] {
			t.Errorf("%s is not the same twice", p.name)
		}
		if strings.Contains(p.text, "{{-") || strings.Contains(p.text, "{{.") || strings.Contains(p.text, "<no value>") {
			t.Errorf("%s has a template left", p.name)
		}
	}
}

// native compiles a program to run on inputs.
func native(t *testing.T, dir string, p program) string {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	src, in, bin := filepath.Join(dir, p.name+".c"), filepath.Join(dir, "native.c"), filepath.Join(dir, p.name)
	for file, text := range map[string]string{src: p.text, in: string(must(sources.ReadFile("programs/native.c")))} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Signed overflow ends a run of a reactive program, in which there is none.
	args := []string{"-O1", "-DNATIVE", "-w", "-o", bin, src, in}
	if msg, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		t.Fatalf("clang-14: %v\n%s", err, msg)
	}
	return bin
}

// runNative is the label that a run on the inputs reaches, "" if none.
func runNative(t *testing.T, bin, inputs string) string {
	t.Helper()
	cmd := exec.Command(bin)
	cmd.Stdin = strings.NewReader(inputs)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", bin, err)
	}
	return strings.TrimSpace(string(out))
}

// TestTruthIsNative runs each reactive program on the inputs that are said to
// reach its labels.
func TestTruthIsNative(t *testing.T) {
	for _, c := range reactiveSample() {
		p, _, err := reactive(c)
		if err != nil {
			t.Fatal(err)
		}
		bin := native(t, t.TempDir(), p)
		truth := must(must(eca.Generate(c)).Truth())
		reached := 0
		for l, in := range truth.Inputs {
			if in == nil {
				continue
			}
			reached++
			if got := runNative(t, bin, strings.Trim(fmt.Sprint(in), "[]")); got != fmt.Sprint(l) {
				t.Errorf("%s: inputs for label %d reach %q", c.Name(), l, got)
			}
		}
		if reached == 0 {
			t.Errorf("%s reaches no label", c.Name())
		}
	}
}

// TestNative runs the others on inputs whose outcome the text tells.
func TestNative(t *testing.T) {
	dir := t.TempDir()
	g := paperGraph()
	if got := g.shortest(); got != 95 {
		t.Errorf("the shortest path of Fig. 2 is %d long, Example 2.1 says 95", got)
	}
	tight := native(t, dir, must(g.program("tight", 95)))
	loose := native(t, dir, must(g.program("loose", 96)))
	for inputs, short := range map[string]bool{"2 3 4": false, "2 4": false, "3 4": true, "4": false, "3 2": false} {
		if got := runNative(t, tight, inputs); got != "" {
			t.Errorf("the path %s is shorter than 95", inputs)
		}
		if got := runNative(t, loose, inputs); (got == "1") != short {
			t.Errorf("the path %s with BOUND = 96: %q", inputs, got)
		}
	}
	for _, p := range []program{must(signs("sum", 5)), must(signs("loop", 5)), must(signs("array", 5)), must(increments(5, 2))} {
		bin := native(t, dir, p)
		for bits := range 64 {
			var in strings.Builder
			for i := range 6 {
				fmt.Fprintf(&in, "%d ", bits>>i&1)
			}
			if got := runNative(t, bin, in.String()); got != "" {
				t.Errorf("%s on %s reaches %s", p.name, in.String(), got)
			}
		}
	}
}

// TestCasesAreNative: the labels said to be reachable are, by one of two inputs.
func TestCasesAreNative(t *testing.T) {
	dir := t.TempDir()
	for _, e := range must(examples()) {
		bin := native(t, dir, e.program)
		reached := false
		for _, first := range []string{"0", "1", "2"} {
			for _, second := range []string{"0", "1", "-50", "4", "11"} {
				for _, in := range []string{first + " " + second, second + " " + first} {
					reached = reached || runNative(t, bin, in) == "1"
				}
			}
		}
		if want := e.status == engine.Reachable.String(); reached != want {
			t.Errorf("%s: reached is %v, want %v", e.name, reached, want)
		}
	}
}

// TestProgramsLoad compiles every program as assay does and asks the engine,
// in a process of its own, something that is quick to answer.
func TestProgramsLoad(t *testing.T) {
	l := must(newLab(t.TempDir()))
	for i, p := range sample(t) {
		if strings.HasPrefix(p.name, "case_") && i%4 > 0 {
			continue // they are much alike
		}
		s := must(l.add(p))
		if err := l.load(s); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if info, err := os.Stat(s.ir); err != nil || info.Size() == 0 {
			t.Errorf("%s: no IR: %v", p.name, err)
		}
	}
}

// TestAsk asks the engine, in a process of its own, something that is quick to
// answer.
func TestAsk(t *testing.T) {
	l := must(newLab(t.TempDir()))
	l.plan = engine.PlanDepthFirst
	s := must(l.add(must(signs("sum", 3))))
	r := l.ask("none", s, 1, time.Minute)
	if r.Status != engine.Unreachable.String() || r.failed != "" {
		t.Errorf("%s (%s%s)", r.Status, r.Reason, r.failed)
	}
	if r.time <= 0 || r.memory <= 0 || r.Nodes < 8 {
		t.Errorf("%v, %d bytes, %d nodes", r.time, r.memory, r.Nodes)
	}
	s.ir += ".gone"
	if r := l.measure("none", s, 1, time.Minute); r.failed == "" {
		t.Errorf("of a program that is gone: %s", r.Status)
	}
}

// TestOutermost: asked for 90, the engine shows 95 for the graph of Fig. 2, as
// Example 2.1 does.
func TestOutermost(t *testing.T) {
	l := must(newLab(t.TempDir()))
	s := must(l.add(must(paperGraph().program("root", 90))))
	if err := l.load(s); err != nil {
		t.Fatal(err)
	}
	r := l.child(job{IR: s.ir, Mode: engine.InterpolationWP, Plan: engine.PlanDepthFirst, Limit: time.Minute, Call: "error_1", About: "d"})
	if r.Status != engine.Unreachable.String() || !strings.Contains(r.Outermost, ": -5 ≤ d ≤ ") {
		t.Errorf("%s (%s%s), %q", r.Status, r.Reason, r.failed, r.Outermost)
	}
}

// TestPathsAreSquare: each node of the graph is explored once, though more nodes
// have entries at the same point than are tried for one state: the value of a
// local variable that lives in memory tells them apart.
func TestPathsAreSquare(t *testing.T) {
	l := must(newLab(t.TempDir()))
	l.plan = engine.PlanDepthFirst
	g := randomGraph(36, 1, 1)
	r := l.ask("wp", must(l.add(must(g.program("square", g.shortest())))), 1, time.Minute)
	if r.Status != engine.Unreachable.String() || r.Nodes > 36*36+1 {
		t.Errorf("%s (%s%s), %d nodes", r.Status, r.Reason, r.failed, r.Nodes)
	}
}

// TestAskReportsReachable asks about labels of both kinds.
func TestAskReportsReachable(t *testing.T) {
	l := must(newLab(t.TempDir()))
	p, truth, err := reactive(eca.Config{Kind: eca.Plain, Rules: 20, Labels: 20, Bound: 6, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := must(l.add(p))
	seen := map[string]bool{}
	for label, want := range truth {
		if seen[want] {
			continue
		}
		seen[want] = true
		if r := l.ask("none", s, label, time.Minute); r.Status != want {
			t.Errorf("label %d: %s (%s%s), want %s", label, r.Status, r.Reason, r.failed, want)
		}
	}
	if len(seen) != 2 {
		t.Errorf("all labels are %v", seen)
	}
}

// TestStatesThatComeBack: a state that was explored before is found again, though
// many interpolants fix as few values as its own. The steps of the program's runs
// begin in 1,063 pairs of a state and the number of the step; each takes at most
// eight nodes: for the head of the loop, the decisions about the input, the join.
func TestStatesThatComeBack(t *testing.T) {
	l := must(newLab(t.TempDir()))
	l.plan = engine.PlanDepthFirst
	p, truth, err := reactive(eca.Config{Kind: eca.Arith, Rules: 20, Labels: 60, Bound: 8, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if r := l.ask("wp", must(l.add(p)), 0, 4*time.Minute); r.Status != truth[0] || r.Nodes == 0 || r.Nodes > 8*1063 {
		t.Errorf("%s%s after %d nodes, want %s", r.Status, r.failed, r.Nodes, truth[0])
	}
}

func TestReadCBMC(t *testing.T) {
	exit := func(code int) error {
		err := exec.CommandContext(context.Background(), "/bin/sh", "-c", fmt.Sprintf("exit %d", code)).Run()
		var e *exec.ExitError
		if !errors.As(err, &e) {
			t.Fatalf("exit %d gives %v", code, err)
		}
		return err
	}
	failure := "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\n"
	for _, c := range []struct {
		said   string
		err    error
		status string
		failed bool
	}{
		{"VERIFICATION SUCCESSFUL\n", nil, "unreachable", false},
		{"[main.assertion.1] line 8 target: FAILURE\nVERIFICATION FAILED\n", exit(10), "reachable", false},
		{failure + "[main.assertion.1] line 8 target: SUCCESS\nVERIFICATION FAILED\n", exit(10), "undecided", false},
		{failure + "[main.assertion.1] line 8 target: FAILURE\nVERIFICATION FAILED\n", exit(10), "reachable", false},
		{"Passing problem to propositional reduction\n", exit(137), "undecided", false},
		{"", errors.New("no such file"), "", true},
	} {
		status, failed := readCBMC(c.said, c.err)
		if status != c.status || (failed != "") != c.failed {
			t.Errorf("%q, %v: %q, %q", c.said, c.err, status, failed)
		}
	}
}

func TestLabelsOf(t *testing.T) {
	said := "[step.assertion.1] line 100 label 0: SUCCESS\n[step.assertion.2] line 102 label 1: FAILURE\n"
	if got := fmt.Sprint(labelsOf(said)); got != "[unreachable reachable]" {
		t.Error(got)
	}
	for _, wrong := range []string{
		said + "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\n",
		"[step.assertion.2] line 102 label 1: FAILURE\n",
	} {
		if got := labelsOf(wrong); got != nil {
			t.Errorf("%q: %q", wrong, got)
		}
	}
}

// TestRecords: answers are kept in a file, and serve the limits that they are
// answers for.
func TestRecords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	asked := 0
	answers := func(status string, took time.Duration) func() result {
		return func() result {
			asked++
			return result{answer: answer{Status: status}, time: took, memory: 7}
		}
	}
	q := questionID{Program: "p", Tool: "wp", Label: 1}
	slow := questionID{Program: "p", Tool: "none", Label: 1}
	k := must(openRecords(file, "b", time.Time{}))
	k.or(q, time.Second, answers("unreachable", 100*time.Millisecond))
	k.or(slow, 10*time.Second, answers("undecided", 10*time.Second))
	if err := os.WriteFile(file, append(must(os.ReadFile(file)), `{"Program":`...), 0o644); err != nil {
		t.Fatal(err)
	}
	asked = 0
	k = must(openRecords(file, "b", time.Now().Add(-time.Second)))
	for _, c := range []struct {
		q     questionID
		limit time.Duration
		known bool
	}{
		{q, time.Minute, true}, {q, 50 * time.Millisecond, false},
		{slow, time.Second, true}, {slow, time.Minute, false},
		{questionID{Program: "p", Tool: "wp", Label: 2}, time.Second, false},
	} {
		if r := k.or(c.q, c.limit, answers("reachable", 0)); r.open == c.known || c.known && r.memory != 7 {
			t.Errorf("%+v in %v: %+v", c.q, c.limit, r)
		}
	}
	if k.until = (time.Time{}); asked != 0 {
		t.Errorf("%d questions asked after the time", asked)
	}
	if r := k.or(slow, time.Minute, answers("reachable", 0)); r.Status != "reachable" || asked != 1 {
		t.Errorf("with time: %+v, asked %d times", r, asked)
	}
	if r := must(openRecords(file, "b", time.Time{})).or(slow, time.Minute, answers("undecided", 0)); r.Status != "reachable" || asked != 1 {
		t.Errorf("what was asked after a line cut off is not known: %+v", r)
	}
}

// TestTotals counts on made-up results.
func TestTotals(t *testing.T) {
	u, r, none := engine.Unreachable.String(), engine.Reachable.String(), engine.Undecided.String()
	res := func(status string, seconds int) result {
		return result{answer: answer{Status: status}, time: time.Duration(seconds) * time.Second}
	}
	b := &bench{tools: []string{"none", "wp", "cbmc"}, modes: []string{"none", "wp"}}
	qs := []question{
		{0, u, []result{res(u, 4), res(u, 1), res(u, 9)}},
		{1, r, []result{res(none, 10), res(r, 1), res(none, 10)}},
		{2, u, []result{res(none, 10), res(none, 10), res(u, 3)}},
		{3, r, []result{res(r, 1), res(r, 1), res(none, 10)}},
	}
	if won, lost := duel(qs, b.winner(), b.others()); won != 1 || lost != 1 {
		t.Errorf("%d won, %d lost", won, lost)
	}
	if x, y, sum := score(qs, 1); x != 1 || y != 2 || sum != 13 {
		t.Errorf("%d + %d in %v s", x, y, sum)
	}
	if both, total, mean := speedup(qs, 1, 0); both != 2 || total != 2.5 || mean != 2 {
		t.Errorf("%d both, %v, %v", both, total, mean)
	}
	if qs[0].hard(b) || !qs[1].hard(b) || !qs[2].hard(b) {
		t.Error("hard is not what none leaves open")
	}
}

// TestJudge keeps what contradicts the truth, and crashes.
func TestJudge(t *testing.T) {
	var b bench
	s := &subject{program: program{name: "p"}}
	for _, r := range []result{
		{answer: answer{Status: "unreachable"}}, {answer: answer{Status: "undecided"}},
		{answer: answer{Status: "reachable"}}, {failed: "exit status 2"},
	} {
		b.judge(s, 1, "wp", "unreachable", &r)
	}
	if len(b.wrong) != 1 || len(b.failed) != 1 {
		t.Errorf("wrong %q, failed %q", b.wrong, b.failed)
	}
}

// TestRunRefuses: what cannot be asked is an error of the command line.
func TestRunRefuses(t *testing.T) {
	for _, c := range []struct{ mode, sizes, kinds, rules string }{
		{"magic", "", "", "1"}, {"", "x", "", "1"}, {"", "0", "", "1"}, {"", "", "", "-1"},
	} {
		var b bench
		if err := b.plan(c.mode, c.sizes, c.kinds, c.rules, "1", "1"); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	var out bytes.Buffer
	if err := be(strings.NewReader("{}"), &out); err == nil {
		t.Error("a job without a program is done")
	}
}
