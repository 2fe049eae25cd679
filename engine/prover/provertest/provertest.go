// Package provertest compiles C programs for the tests of the prover's rooms, and reads what
// is expected of them.
//
// It knows the transition system and nothing of how it is proved.
//
//	p, expectations, goals := provertest.Asked(t, "../../../testdata/induct/loops.c")
package provertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/internal/expect"
)

// Expectation is a class of violation and its status on a line of a C test program:
// unreachable (and must be proved without a bound), reachable, or unproved. The comment
// is `// @status class …`, several times where classes have different ones.
type Expectation struct {
	Line   int
	Status string
	Class  op.Class
}

// Expectations reads those of a program.
func Expectations(t testing.TB, src string) []Expectation {
	t.Helper()
	var out []Expectation
	for _, m := range expect.Marks(t, src) {
		if i := slices.Index(m.Words, "unless"); i >= 0 { // a macro that is not defined here
			m.Words = m.Words[:i]
		}
		status := ""
		for i, word := range m.Words {
			if name, ok := strings.CutPrefix(word, "@"); ok || i == 0 {
				status = name
				continue
			}
			out = append(out, Expectation{m.Line, status, m.Class(t, word)})
		}
	}
	if len(out) == 0 {
		t.Fatalf("%s: no expectation", src)
	}
	return out
}

// GoalOf asks about every instruction of a line.
func GoalOf(p *ir.Program, e Expectation) system.Goal {
	g := system.Goal{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if int(p.Locs[b.Instrs[i].Loc].Line) == e.Line && !p.Funcs[b.Func].Model {
				g.Sites = append(g.Sites, system.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(e.Class), Arg: -1})
			}
		}
	}
	return g
}

// Asked compiles a test program and makes a goal of each expectation.
func Asked(t testing.TB, file string, flags ...string) (*ir.Program, []Expectation, []system.Goal) {
	t.Helper()
	src, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	p := Compile(t, src, flags...)
	exps := Expectations(t, src)
	var goals []system.Goal
	for _, e := range exps {
		goals = append(goals, GoalOf(p, e))
	}
	return p, exps, goals
}

// System is the transition system of a test program for some goals.
func System(t testing.TB, p *ir.Program, goals []system.Goal) *system.System {
	t.Helper()
	b := system.New(context.Background(), p, goals, &system.Settings{Entry: p.FuncByName["main"]}, nil)
	if b.Failed != "" {
		t.Fatal(b.Failed)
	}
	return b
}

// Source writes a test program to a file of that name, and returns its path.
func Source(t testing.TB, name, text string) string {
	t.Helper()
	src := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return src
}

// compiled are the programs by flags, name and text: several tests prove the same.
var compiled = map[string]*ir.Program{}

// Compile links a test program with the library models.
func Compile(t testing.TB, src string, flags ...string) *ir.Program {
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
