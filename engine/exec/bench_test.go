package exec

import (
	"context"
	osexec "os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// quiet is an observer for runs in which nothing is looked for.
type quiet struct{}

func (quiet) Forked(Fork)                              {}
func (quiet) Open(int) bool                            { return false }
func (quiet) Hit(Hit)                                  {}
func (quiet) Met(Met)                                  {}
func (quiet) Assumed(string)                           {}
func (quiet) Unsure(Stop)                              {}
func (quiet) Bounded(*BoundHit)                        {}
func (quiet) Prefer(*State, *ir.Block, *ir.Block) bool { return true }
func (quiet) Cut(*State, *ir.Block) bool               { return false }
func (quiet) Leads(ir.FuncID) bool                     { return true }

func compile(t testing.TB, src string) *ir.Program {
	t.Helper()
	clang, err := osexec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	out := filepath.Join(t.TempDir(), "p.ll")
	if msg, err := osexec.Command(clang, "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w",
		"-fno-discard-value-names", "-o", out, src).CombinedOutput(); err != nil {
		t.Fatalf("clang-14: %v\n%s", err, msg)
	}
	p, err := ir.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkConcrete runs an integer loop with memory traffic and reports
// instructions of the IR per second.
func BenchmarkConcrete(b *testing.B) {
	p := compile(b, "testdata/loop.c")
	pool := term.NewPool()
	m := New(p, solver.New(pool, solver.Options{}), pool, Config{Entry: p.FuncByName["main"]}, quiet{})
	s := m.Start()[0]
	b.ResetTimer()
	if end := m.Run(context.Background(), s, int64(b.N)); end != nil {
		b.Fatalf("the loop ended: %+v", end)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Minstr/s")
}
