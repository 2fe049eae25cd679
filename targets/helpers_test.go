package targets

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/sarif/importers"
)

const (
	sources = "../testdata/targets/src"
	corpus  = "../testdata/build/corpus"
	outputs = "../testdata/sarif/corpus"
)

// clangFlags are those of targets/build. The header included stands for the
// library models, which make the preconditions of their functions checkable.
var clangFlags = []string{"-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g",
	"-fno-discard-value-names", "-w", "-include", "../testdata/targets/src/models.h"}

var programs = struct {
	sync.Mutex
	byName map[string]*ir.Program
}{byName: map[string]*ir.Program{}}

// sourceOf is the file of a test program, "" if there is none of that name.
func sourceOf(name string) string {
	for _, dir := range []string{sources, corpus} {
		file := filepath.Join(dir, name+".c")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}

// corpusProgram compiles a test program, once for all tests.
func corpusProgram(t testing.TB, name string) *ir.Program {
	t.Helper()
	programs.Lock()
	defer programs.Unlock()
	if p, ok := programs.byName[name]; ok {
		return p
	}
	p := compile(t, sourceOf(name))
	programs.byName[name] = p
	return p
}

// compile compiles a source as targets/build does and reads it.
func compile(t testing.TB, source string, flags ...string) *ir.Program {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	out := filepath.Join(t.TempDir(), "m.ll")
	args := append(append([]string{}, clangFlags...), flags...)
	if msg, err := exec.Command(clang, append(args, source, "-o", out)...).CombinedOutput(); err != nil {
		t.Fatalf("clang-14 %s: %v\n%s", source, err, msg)
	}
	p, err := ir.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compileText compiles a program given as text, as file name.
func compileText(t testing.TB, name, text string, flags ...string) *ir.Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return compile(t, path, flags...)
}

// alarmsOf reads the counted alarms of an analyzer's output.
func alarmsOf(t testing.TB, path string) []sarif.Alarm {
	t.Helper()
	d, err := importers.Import(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []sarif.Alarm
	for r := range d.Runs {
		for i := range d.Runs[r].Results {
			if a := d.Alarm(r, i); a.Counted {
				all = append(all, a)
			}
		}
	}
	return all
}

// siteText describes a site for goldens: place, instruction by the name of
// its result, classes, side and operand.
func siteText(p *ir.Program, s engine.Site) string {
	in, f := p.At(s.Point), p.FuncOf(s.Point)
	loc := p.LocOf(s.Point)
	var b strings.Builder
	fmt.Fprintf(&b, "%d:%d %s", loc.Line, loc.Col, in.Op)
	if in.Dst != ir.NoReg && f.RegNames[in.Dst] != "" {
		b.WriteString(" %" + f.RegNames[in.Dst])
	}
	switch in.Op {
	case ir.Load:
		b.WriteString(" from " + operandText(p, f, in.Args[0]))
	case ir.Store:
		b.WriteString(" to " + operandText(p, f, in.Args[1]))
	case ir.Call:
		if in.Call.Callee >= 0 {
			b.WriteString(" " + p.Funcs[in.Call.Callee].Name)
		}
	}
	if s.Arg >= 0 {
		fmt.Fprintf(&b, " arg %d", s.Arg)
	}
	if s.Side != op.AnySide {
		b.WriteString([]string{"", " low", " high"}[s.Side])
	}
	var classes []string
	for c := op.NoClass; c < op.NumClasses; c++ {
		if s.Classes.Has(c) {
			classes = append(classes, c.String())
		}
	}
	return b.String() + " {" + strings.Join(classes, ",") + "}"
}

// operandText names an operand by what it is made from.
func operandText(p *ir.Program, f *ir.Func, o ir.Operand) string {
	if o.IsConst() {
		c := p.Consts[o.ConstIndex()]
		if c.Kind == ir.CGlobal {
			return fmt.Sprintf("@%s+%d", p.Globals[c.ID].Name, c.Offset)
		}
		return fmt.Sprintf("const %d", c.Bits)
	}
	if name := f.RegNames[o]; name != "" {
		return "%" + name
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Dst == ir.Reg(o) {
				text := in.Op.String()
				if len(in.Args) > 0 {
					text += "(" + operandText(p, f, in.Args[0]) + ")"
				}
				return text
			}
		}
	}
	return "phi"
}
