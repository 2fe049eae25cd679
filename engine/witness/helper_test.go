package witness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/op"
)

const programsDir = "../../testdata/build/corpus"

// fixture is a C program with its linked IR and a Replayer, shared by the
// tests of one file.
type fixture struct {
	t    *testing.T
	src  string
	ir   string
	text string
	mod  *module
	rep  *Replayer
}

// sharedBuilder keeps the builds of all tests: most of them need the same
// launcher and shim.
var sharedBuilder *Replayer

func TestMain(m *testing.M) {
	sharedBuilder = NewReplayer(Options{})
	code := m.Run()
	if err := sharedBuilder.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func needClang(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("clang-14"); err != nil {
		t.Fatal("clang-14 is not installed: apt-get install clang-14 libclang-rt-14-dev")
	}
}

// compileIR writes the IR of a source in the mode the engine reads.
func compileIR(t *testing.T, src, out string) {
	t.Helper()
	cmd := exec.Command("clang-14", "-S", "-emit-llvm", "-g", "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-o", out, src)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, msg)
	}
}

func openFixture(t *testing.T, src string) *fixture {
	t.Helper()
	needClang(t)
	f := &fixture{t: t, src: src, ir: filepath.Join(t.TempDir(), "linked.ll")}
	compileIR(t, src, f.ir)
	data, err := os.ReadFile(f.ir)
	if err != nil {
		t.Fatal(err)
	}
	f.text = string(data)
	if f.mod, err = parseModule(f.text); err != nil {
		t.Fatal(err)
	}
	f.rep = &Replayer{opt: Options{LinkedIR: f.ir, Timeout: 10 * time.Second}, build: sharedBuilder.build}
	f.rep.opt.defaults()
	return f
}

// fixtureOf makes a fixture of source text.
func fixtureOf(t *testing.T, text string) *fixture {
	t.Helper()
	src := filepath.Join(t.TempDir(), "test.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return openFixture(t, src)
}

var dbgRef = regexp.MustCompile(`!dbg (![0-9]+)`)

// site finds the n-th instruction (from 0) on a line whose text matches.
func (f *fixture) site(line int, pattern string, n int) (*Site, int) {
	f.t.Helper()
	want := regexp.MustCompile(pattern)
	for _, fn := range f.mod.order {
		for bi, b := range fn.blocks {
			for ii, in := range b.instrs {
				l, col := f.position(in)
				if l != line || !want.MatchString(in.op+" "+in.rest) {
					continue
				}
				if n--; n < 0 {
					return &Site{Function: fn.name, Block: bi, Instr: ii}, col
				}
			}
		}
	}
	f.t.Fatalf("%s: no instruction %q on line %d", f.src, pattern, line)
	return nil, 0
}

func (f *fixture) position(in *irInstr) (line, col int) {
	m := dbgRef.FindStringSubmatch(f.mod.lines[in.end])
	if m == nil {
		return 0, 0
	}
	i := strings.Index(f.text, "\n"+m[1]+" = !DILocation(line: ")
	if i < 0 {
		return 0, 0
	}
	_, _ = fmt.Sscanf(f.text[i+len(m[1])+2:], "= !DILocation(line: %d, column: %d", &line, &col)
	return line, col
}

// lineOf finds the line that carries a marker comment.
func (f *fixture) lineOf(marker string) int {
	f.t.Helper()
	data, err := os.ReadFile(f.src)
	if err != nil {
		f.t.Fatal(err)
	}
	for i, l := range strings.Split(string(data), "\n") {
		if strings.Contains(l, "/* "+marker+" */") {
			return i + 1
		}
	}
	f.t.Fatalf("%s: no marker %q", f.src, marker)
	return 0
}

// witness makes a witness of the fixture's program.
func (f *fixture) witness(class op.Class, line int, site *Site) *Witness {
	data, err := os.ReadFile(f.src)
	if err != nil {
		f.t.Fatal(err)
	}
	w := &Witness{
		Format: FormatName, Version: FormatVersion, Tool: Tool{"assay", "test"},
		Program: Program{
			Sources: []Source{{Path: f.src, SHA256: HashOf(data)}},
			Entry:   "main", DataModel: "LP64",
		},
		Target: Target{
			Class: class.String(), Name: fmt.Sprintf("%s:%d", filepath.Base(f.src), line),
			File: f.src, Line: line, Function: "f", Site: site, Operand: -1,
		},
	}
	if site != nil {
		w.Target.Function = site.Function
		w.Program.IRSHA256 = HashOf([]byte(f.text))
	}
	return w
}

// replay runs a witness and fails the test on an error.
func (f *fixture) replay(w *Witness) Outcome {
	f.t.Helper()
	o, err := f.rep.Replay(context.Background(), w)
	if err != nil {
		f.t.Fatal(err)
	}
	return o
}

// corpus opens a program of the corpus for a test.
func corpus(t *testing.T, name string) *fixture {
	t.Helper()
	abs, err := filepath.Abs(filepath.Join(programsDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return openFixture(t, abs)
}

// checkOnly replays with observer (b) or (c) alone.
func (f *fixture) checkOnly(w *Witness) Outcome {
	f.t.Helper()
	if err := w.Validate(); err != nil {
		f.t.Fatal(err)
	}
	s := &session{Replayer: f.rep, ctx: context.Background(), w: w}
	s.class, _ = op.ParseClass(w.Target.Class)
	if _, err := s.byCheck(); err != nil {
		f.t.Fatalf("%s: %v\n%s", w.Target.Class, err, s.story.String())
	}
	s.out.Log = s.story.String()
	return s.out
}
