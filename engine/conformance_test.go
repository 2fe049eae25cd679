package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
)

// A conformance program is C that checks itself: fail must not be reached and
// done must be, natively and in the engine. Lines `//! word text` at its head
// say what is special about it:
//
//	//! flags -m32 …        more flags for clang
//	//! not native REASON   no machine of ours runs it: expectations only
//	//! library             it needs the models of the C library
//	//! volatile memory     volatile objects are ordinary memory
//	//! case NAME REASON    with -DNAME both targets are undecided for REASON
//	//! part NAME           tested by itself, compiled with -DPART=NAME: unknown
//	                        inputs of one part need not multiply those of another
//
// Programs with unknown inputs also carry the comments of TestExpectations.
type conformance struct {
	file            string
	flags           []string
	native, library bool
	volatileMemory  bool
	cases           [][2]string // name, reason
	parts           []string
	judged          map[int]bool // lines of expectations
}

func readConformance(t *testing.T, file string) *conformance {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &conformance{file: file, native: true, judged: map[int]bool{}}
	for _, l := range strings.Split(string(text), "\n") {
		tail, ok := strings.CutPrefix(l, "//! ")
		if !ok {
			continue
		}
		word, rest, _ := strings.Cut(tail, " ")
		switch word {
		case "flags":
			c.flags = strings.Fields(rest)
		case "not":
			c.native = false
		case "library":
			c.library = true
		case "volatile":
			c.volatileMemory = true
		case "case":
			name, reason, _ := strings.Cut(rest, " ")
			c.cases = append(c.cases, [2]string{name, reason})
		case "part":
			c.parts = append(c.parts, rest)
		default:
			t.Fatalf("%s: unknown directive %q", file, word)
		}
	}
	return c
}

// runNatively compiles the program as the replay would and runs it with a few
// seeds for its unknown inputs: it must be right before it can judge others.
func (c *conformance) runNatively(t *testing.T) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "native")
	args := append([]string{"-O0", "-fwrapv", "-w", "-o", bin, c.file, "../testdata/conformance/native/runtime.c", "-lm"}, c.flags...)
	if msg, err := exec.Command("clang-14", args...).CombinedOutput(); err != nil {
		t.Fatalf("clang-14: %v\n%s", err, msg)
	}
	for seed := range 20 {
		out, err := exec.Command(bin, fmt.Sprint(seed)).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("done")) {
			t.Fatalf("seed %d, natively: %v\n%s", seed, err, out)
		}
	}
}

// load compiles the program for the engine, with the models if it needs them.
func (c *conformance) load(t *testing.T, more ...string) *ir.Program {
	t.Helper()
	flags := append(more, c.flags...)
	if !c.library {
		return compile(t, c.file, flags...)
	}
	p, err := built.Program(append([]string{c.file}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// callsOf are the sites of a target "a function of this name is called".
func callsOf(t *testing.T, p *ir.Program, name string) []Site {
	t.Helper()
	var out []Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op == ir.Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Source == name {
				out = append(out, Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(op.Reach), Arg: -1})
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("no call of %s", name)
	}
	return out
}

// decide asks for fail, done and the expectations written in the program.
func (c *conformance) decide(t *testing.T, p *ir.Program) (*Result, []expectation) {
	t.Helper()
	targets := []Target{{Name: "fail", Sites: callsOf(t, p, "fail")}, {Name: "done", Sites: callsOf(t, p, "done")}}
	var exps []expectation
	for _, e := range expectations(t, c.file) {
		s := sitesAt(p, e.line, e.class)
		if len(s) == 0 {
			continue // in a function that this part does not call
		}
		c.judged[e.line] = true
		exps = append(exps, e)
		targets = append(targets, Target{Name: e.class.String(), Sites: s})
	}
	opt := Options{TimeoutPerTarget: time.Minute, VolatileMemory: c.volatileMemory}
	res, err := Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res, exps
}

// check compares the verdicts with what the native run showed and with the
// expectations.
func (c *conformance) check(t *testing.T) {
	if c.native {
		c.runNatively(t)
	}
	p := c.load(t)
	res, exps := c.decide(t, p)
	errors := slices.ContainsFunc(exps, func(e expectation) bool {
		return e.status == Reachable.String() && e.class.Effect() == op.Ends
	})
	if v := res.Verdicts[0]; v.Status != Unreachable || len(v.Given) > 0 && !errors || len(v.Bounds) > 0 {
		at := ""
		if v.Witness != nil {
			at = fmt.Sprintf("line %d ", p.LocOf(v.Witness.Point).Line)
		}
		t.Errorf("fail: %v %s(%s), given %v, bounds %v; want unreachable", v.Status, at, v.Reason, v.Given, v.Bounds)
	}
	if v := res.Verdicts[1]; v.Status != Reachable {
		t.Errorf("done: %v (%s), want reachable", v.Status, v.Reason)
	}
	for i, e := range exps {
		if v := res.Verdicts[i+2]; v.Status.String() != e.status {
			t.Errorf("%s:%d: %v: %v (%s), want %s", c.file, e.line, e.class, v.Status, v.Reason, e.status)
		}
	}
	for _, m := range res.Met {
		if k, _ := op.ParseClass(m.Class); k.Effect() == op.Ends && !errors {
			t.Errorf("line %d: %s met in a program without errors", p.LocOf(m.Point).Line, m.Class)
		}
	}
}

// checkUndecided demands the reason that the program names.
func (c *conformance) checkUndecided(t *testing.T, name, reason string) {
	p := c.load(t, "-D"+name)
	res, _ := c.decide(t, p)
	for i, target := range []string{"fail", "done"} {
		if v := res.Verdicts[i]; v.Status != Undecided || !strings.Contains(v.Reason, reason) {
			t.Errorf("%s: %v (%s), want undecided (%s)", target, v.Status, v.Reason, reason)
		}
	}
}

// TestConformance runs every program of testdata/conformance natively and in
// the engine.
func TestConformance(t *testing.T) {
	if _, err := exec.LookPath("clang-14"); err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	files, _ := filepath.Glob("../testdata/conformance/*.c")
	if len(files) == 0 {
		t.Fatal("no test programs")
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) {
			t.Parallel()
			c := readConformance(t, f)
			for _, k := range c.cases {
				t.Run(k[0], func(t *testing.T) { c.checkUndecided(t, k[0], k[1]) })
			}
			for _, part := range c.parts {
				t.Run(part, func(t *testing.T) {
					one := *c
					one.flags = append(c.flags[:len(c.flags):len(c.flags)], "-DPART="+part)
					one.check(t)
				})
			}
			if len(c.cases)+len(c.parts) == 0 {
				c.check(t)
			}
			for _, e := range expectations(t, f) {
				if !c.judged[e.line] && len(c.cases) == 0 {
					t.Errorf("%s:%d: no instruction can be a %v", f, e.line, e.class)
				}
			}
		})
	}
}
