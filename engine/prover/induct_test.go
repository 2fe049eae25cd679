package prover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
)

// expectation is a class of violation and its status on a line of a C test program:
// unreachable (and must be proved without a bound), reachable, or unproved. The comment
// is `// @status class …`, several times where classes have different ones.
type expectation struct {
	line   int
	status string
	class  op.Class
}

func expectations(t *testing.T, src string) []expectation {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	var out []expectation
	for i, l := range strings.Split(string(text), "\n") {
		_, tail, ok := strings.Cut(l, "// @")
		if !ok {
			continue
		}
		tail, _, _ = strings.Cut(tail, " unless ") // a macro that is not defined here
		status := ""
		for _, word := range strings.Fields("@" + tail) {
			if name, ok := strings.CutPrefix(word, "@"); ok {
				status = name
				continue
			}
			c, ok := op.ParseClass(word)
			if !ok {
				t.Fatalf("%s:%d: unknown class %q", src, i+1, word)
			}
			out = append(out, expectation{i + 1, status, c})
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s: no expectation", src)
	}
	return out
}

// goal asks about every instruction of a line.
func goalOf(p *ir.Program, e expectation) system.Goal {
	g := system.Goal{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if int(p.Locs[b.Instrs[i].Loc].Line) == e.line && !p.Funcs[b.Func].Model {
				g.Sites = append(g.Sites, system.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(e.class), Arg: -1})
			}
		}
	}
	return g
}

// asked compiles a test program and makes a goal of each expectation.
func asked(t *testing.T, file string, flags ...string) (*ir.Program, []expectation, []system.Goal) {
	t.Helper()
	src, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	p := compile(t, src, flags...)
	exps := expectations(t, src)
	var goals []system.Goal
	for _, e := range exps {
		goals = append(goals, goalOf(p, e))
	}
	return p, exps, goals
}

// source writes a test program to a file of that name, and returns its path.
func source(t *testing.T, name, text string) string {
	t.Helper()
	src := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return src
}

// compiled are the programs by flags, name and text: several tests prove the same.
var compiled = map[string]*ir.Program{}

// compile links a test program with the library models.
func compile(t *testing.T, src string, flags ...string) *ir.Program {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprintf("%q", append(flags, src, string(text)))
	if p := compiled[key]; p != nil {
		return p
	}
	p, err := built.Program(append(flags, src)...)
	if err != nil {
		t.Fatal(err)
	}
	compiled[key] = p
	return p
}

// TestPrograms proves what testdata/induct says is unreachable, and nothing
// that is not.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("../../testdata/induct/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test programs: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { asExpected(t, f) })
	}
}

// asExpected proves what a test program says is unreachable, and nothing that is not.
func asExpected(t *testing.T, file string, flags ...string) {
	t.Helper()
	p, exps, goals := asked(t, file, flags...)
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Trace: tracer(t)})
	for i, e := range exps {
		if pr := out.Proofs[i]; pr.Proved != (e.status == "unreachable") {
			t.Errorf("%s:%d: %v: proved %v, want %s (%s)", filepath.Base(file), e.line, e.class, pr.Proved, e.status, pr.Why)
		}
	}
}

// TestWordsOfNarrowAddresses: tables of addresses of 32 bits are followed as well.
func TestWordsOfNarrowAddresses(t *testing.T) {
	asExpected(t, source(t, "narrow.c", needsPrelude+`static int *table[1000];
static int one;
int main(void) {
	unsigned k = in() & 511;
	while (in()) {
		table[k] = &one;
		k = (k + 1) & 511;
	}
	if (table[k])
		*table[k] = 1; // @unreachable null-access dead-access out-of-bounds foreign-access
	else if (in())
		return a[10]; // @reachable index-bound
	((char *)table)[k] = 1;
	return *table[k]; // @reachable foreign-access
}
`), "-m32")
}

// tracer writes what the stages find to the log of a verbose test.
func tracer(t *testing.T) func(string, ...any) {
	if !testing.Verbose() {
		return nil
	}
	return t.Logf
}
