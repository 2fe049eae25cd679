package libc_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/internal/expect"
)

// An expectation is a comment `// @status` on a call of here(), or
// `// @status class` on a call that may commit a violation of that class.
type expectation struct {
	line   int
	status string
	class  op.Class
}

func expectations(t *testing.T, src string) []expectation {
	t.Helper()
	var out []expectation
	for _, m := range expect.Marks(t, src) {
		e := expectation{m.Line, m.Words[0], op.Reach}
		if len(m.Words) > 1 {
			e.class = m.Class(t, strings.Join(m.Words[1:], " "))
		}
		out = append(out, e)
	}
	return out
}

// sites are the calls on a line: those of here, or all for a class.
func sites(p *ir.Program, e expectation) []engine.Site {
	var out []engine.Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			block := in.Op == ir.MemCpy || in.Op == ir.MemMove || in.Op == ir.MemSet
			if int(p.Locs[in.Loc].Line) != e.line || p.Funcs[b.Func].Model || in.Op != ir.Call && !block {
				continue
			}
			if e.class == op.Reach && (block || in.Call.Callee < 0 || p.Funcs[in.Call.Callee].Source != "here") {
				continue
			}
			out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(e.class), Arg: -1})
		}
	}
	return out
}

// linked builds a program with the models, as a triage does.
func linked(t *testing.T, src string, flags ...string) *ir.Program {
	t.Helper()
	p, err := built.Program(append([]string{src}, flags...)...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestModelsSymbolically runs the engine on every program of testdata/libc and
// compares its verdicts with those written there.
func TestModelsSymbolically(t *testing.T) {
	files, err := filepath.Glob("../../testdata/libc/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test programs: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			t.Parallel()
			src, err := filepath.Abs(f)
			if err != nil {
				t.Fatal(err)
			}
			checkVerdicts(t, src, linked(t, src))
		})
	}
}

// TestModelsILP32: the same in the other data model.
func TestModelsILP32(t *testing.T) {
	for _, name := range []string{"scanf.c", "chars.c", "sort.c", "printf.c", "assert.c", "specified.c"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src, err := filepath.Abs("../../testdata/libc/" + name)
			if err != nil {
				t.Fatal(err)
			}
			checkVerdicts(t, src, linked(t, src, "-m32"))
		})
	}
}

func checkVerdicts(t *testing.T, src string, p *ir.Program) {
	t.Helper()
	exps := expectations(t, src)
	var targets []engine.Target
	for _, e := range exps {
		s := sites(p, e)
		if len(s) == 0 {
			t.Fatalf("%s:%d: no call that can be a %v", src, e.line, e.class)
		}
		targets = append(targets, engine.Target{Name: e.class.String(), Sites: s})
	}
	opt := engine.Options{TimeoutPerTarget: 5 * time.Second, MaxArgc: 3, MaxArgLen: 6}
	res, err := engine.Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range exps {
		if v := res.Verdicts[i]; v.Status.String() != e.status {
			t.Errorf("%s:%d: %v: %v (%s), want %s", filepath.Base(src), e.line, e.class, v.Status, v.Reason, e.status)
		}
	}
}
