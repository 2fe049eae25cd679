package engine

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/expect"
)

// compile turns a C file into a program, the way targets/build does.
func compile(t testing.TB, src string, flags ...string) *ir.Program {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	out := filepath.Join(t.TempDir(), "p.ll")
	args := append([]string{"-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g",
		"-fno-discard-value-names", "-w", "-o", out, src}, flags...)
	if msg, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		t.Fatalf("clang-14: %v\n%s", err, msg)
	}
	p, err := ir.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expectation is a comment `// @status class` in a C test program.
type expectation struct {
	line   int
	status string
	class  op.Class
}

func expectations(t testing.TB, src string) []expectation {
	t.Helper()
	var out []expectation
	for _, m := range expect.Marks(t, src) {
		if m.Words[0] != "entry" {
			out = append(out, expectation{m.Line, m.Words[0], m.Class(t, m.Words[1])})
		}
	}
	return out
}

// sitesAt are all instructions of a line that can commit the class.
func sitesAt(p *ir.Program, line int, c op.Class) []Site {
	ops := map[op.Class][]ir.Opcode{
		op.DivByZero: {ir.SDiv, ir.UDiv, ir.SRem, ir.URem}, op.DivOverflow: {ir.SDiv, ir.SRem},
		op.SignedOverflow: {ir.Add, ir.Sub, ir.Mul, ir.Shl}, op.ShiftRange: {ir.Shl, ir.LShr, ir.AShr},
		op.IndexBound: {ir.GEP}, op.UninitRead: {ir.Load}, op.DanglingRead: {ir.Load, ir.ICmp},
		op.NullAccess: {ir.Load, ir.Store}, op.ForeignAccess: {ir.Load, ir.Store}, op.OutOfBounds: {ir.Load, ir.Store, ir.Call, ir.MemCpy}, op.DeadAccess: {ir.Load, ir.Store, ir.Call},
		op.DoubleFree: {ir.Call}, op.Leak: {ir.Ret}, op.BadFree: {ir.Call}, op.Assert: {ir.Call}, op.Reach: {ir.Call}, op.ConstWrite: {ir.Store},
		op.PtrCompare: {ir.ICmp}, op.PtrDiff: {ir.Sub}, op.Overlap: {ir.MemCpy, ir.Call}, op.BadCall: {ir.Call}, op.Downcast: {ir.Trunc},
		op.BoolValue: {ir.Load}, op.NoText: {ir.Call},
	}
	var out []Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if int(p.Locs[in.Loc].Line) != line || p.Funcs[b.Func].Model {
				continue
			}
			for _, o := range ops[c] {
				if in.Op == o {
					out = append(out, Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(c), Arg: -1})
				}
			}
		}
	}
	return out
}

// entry reads the `// @entry FUNCTION` of a test program.
func entry(t testing.TB, src string) []string {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	_, tail, ok := strings.Cut(string(text), "// @entry ")
	if !ok {
		return nil
	}
	return strings.Fields(strings.SplitN(tail, "\n", 2)[0])
}

// TestExpectations runs every program of testdata/engine and compares the
// verdicts with the expectations written in it.
func TestExpectations(t *testing.T) {
	files, _ := filepath.Glob("../testdata/engine/*.c")
	if len(files) == 0 {
		t.Fatal("no test programs")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			p := compile(t, f)
			exps := expectations(t, f)
			var targets []Target
			for _, e := range exps {
				s := sitesAt(p, e.line, e.class)
				if len(s) == 0 {
					t.Fatalf("%s:%d: no instruction can be a %v", f, e.line, e.class)
				}
				targets = append(targets, Target{Name: e.class.String(), Sites: s})
			}
			res, err := Run(context.Background(), p, targets, Options{TimeoutPerTarget: time.Minute, Entry: entry(t, f)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range exps {
				if v := res.Verdicts[i]; v.Status.String() != e.status {
					t.Errorf("%s:%d: %v: %v (%s), want %s", f, e.line, e.class, v.Status, v.Reason, e.status)
				}
			}
		})
	}
}
