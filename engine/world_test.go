package engine

import (
	"context"
	"errors"
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

// A world program is C whose parts come to reached natively, with code that the engine
// does not see (testdata/world/world.h). Lines `//! word text` at its head say:
//
//	//! part NAME      tested by itself, with -DPART=NAME; "NAME: SHELL" runs it natively
//	                   by a shell, in which $0 is the program
//	//! flags -m32 …   more flags for the compilers
//	//! entry NAME     where the engine starts
//	//! missing        a unit of the program is known to be missing
type world struct {
	file         string
	flags, parts []string
	shell        map[string]string
	entry        []string
	missing      bool
}

func readWorld(t *testing.T, file string) *world {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{file: file, shell: map[string]string{}}
	for _, l := range strings.Split(string(text), "\n") {
		tail, ok := strings.CutPrefix(l, "//! ")
		if !ok {
			continue
		}
		word, rest, _ := strings.Cut(tail, " ")
		switch word {
		case "flags":
			w.flags = strings.Fields(rest)
		case "entry":
			w.entry = strings.Fields(rest)
		case "missing":
			w.missing = true
		case "part":
			name, shell, _ := strings.Cut(rest, ": ")
			w.parts, w.shell[name] = append(w.parts, name), shell
		default:
			t.Fatalf("%s: unknown directive %q", file, word)
		}
	}
	if len(w.parts) == 0 {
		t.Fatalf("%s: no parts", file)
	}
	return w
}

// The statuses of native runs (testdata/world/native.c).
const cameToReached = 10

// runNatively demands that the part comes to reached, as both compilers have it: it must
// be right before it can judge others.
func (w *world) runNatively(t *testing.T, part string) {
	t.Helper()
	for _, cc := range []string{"clang-14", "gcc"} {
		if _, err := exec.LookPath(cc); err != nil {
			t.Fatalf("%s is missing: apt-get install %s", cc, cc)
		}
		bin := filepath.Join(t.TempDir(), cc)
		args := append([]string{"-O0", "-w", "-DHIDDEN", "-DPART=" + part, "-o", bin, w.file, "../testdata/world/native.c", "-lpthread"}, w.flags...)
		if msg, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cc, err, msg)
		}
		shell := w.shell[part]
		if shell == "" {
			shell = `"$0" </dev/null`
		}
		out, err := exec.Command("/bin/sh", "-c", shell, bin).CombinedOutput()
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != cameToReached {
			t.Fatalf("%s, natively: %v, want status %d\n%s", cc, err, cameToReached, out)
		}
	}
}

// decide asks the engine for reached and never.
func (w *world) decide(t *testing.T, p *ir.Program, prover bool) {
	t.Helper()
	want := map[string]bool{"reached": false, "never": true}
	for name, excluded := range want {
		sites := callsIn(p, name)
		if len(sites) == 0 {
			continue
		}
		limit := 2 * time.Second // it may stay undecided, and most do: no longer search finds a way to exclude it
		if excluded {
			limit = 20 * time.Second
		}
		res, err := Run(context.Background(), p, []Target{{Name: name, Sites: sites}},
			Options{TimeoutPerTarget: limit, Entry: w.entry, NoProver: !prover, Trapv: slices.Contains(w.flags, "-ftrapv")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := res.Verdicts[0]
		switch {
		case excluded && v.Status == Reachable, !excluded && (v.Status == Unreachable || v.Status == Bounded):
			t.Errorf("prover %t: %s: %v (%s), given %v; a native run says otherwise", prover, name, v.Status, v.Reason, v.Given)
		case excluded && v.Status != Unreachable:
			t.Errorf("prover %t: %s: %v (%s), want unreachable", prover, name, v.Status, v.Reason)
		}
	}
}

// callsIn are the calls of a function in the functions that main may come to.
func callsIn(p *ir.Program, name string) (out []Site) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Op == ir.Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Name == name {
					out = append(out, Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(op.Reach), Arg: -1})
				}
			}
		}
	}
	return out
}

// TestWorld runs every part of the programs of testdata/world natively, with clang and
// gcc, and asks the engine about it: what a run shows is never excluded.
func TestWorld(t *testing.T) {
	files, _ := filepath.Glob("../testdata/world/*.c")
	for _, f := range files {
		if filepath.Base(f) == "native.c" {
			continue
		}
		w := readWorld(t, f)
		for _, part := range w.parts {
			t.Run(strings.TrimSuffix(filepath.Base(f), ".c")+"/"+part, func(t *testing.T) {
				t.Parallel()
				w.runNatively(t, part)
				p, err := built.Program(append([]string{w.file, "-DPART=" + part}, w.flags...)...)
				if err != nil {
					t.Fatal(err)
				}
				if w.missing {
					p.Lacks("the hidden code")
				}
				w.decide(t, p, true)
				if len(callsIn(p, "never")) > 0 { // what excludes it may be either: the search alone must, too
					w.decide(t, p, false)
				}
			})
		}
	}
}
