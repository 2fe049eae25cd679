package prover

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestCoarse: a coarse abstraction proves what testdata/induct/coarse says is unreachable,
// nothing that is reachable or that it cannot know, and its certificates are
// confirmed when the proof is checked again.
func TestCoarse(t *testing.T) {
	for _, name := range []string{"proved.c", "traps.c", "jumps.c"} {
		t.Run(name, func(t *testing.T) {
			p, exps, goals := provertest.Asked(t, "../../testdata/induct/coarse/"+name)
			cfg := Config{Entry: p.FuncByName["main"], Coarse: true, Certificates: true, Trace: tracer(t)}
			out := Prove(context.Background(), p, goals, cfg)
			if strings.HasPrefix(out.Summary, "no system") {
				t.Fatal(out.Summary)
			}
			for i, e := range exps {
				pr := out.Proofs[i]
				if strings.HasPrefix(pr.Why, "not excluded: ") || strings.HasPrefix(pr.Why, "the system") {
					t.Errorf("%s:%d: this is not what the program is about: %s", name, e.Line, pr.Why)
				}
				if pr.Proved != (e.Status == "unreachable") {
					t.Errorf("%s:%d: %v: proved %v, want %s (%s)", name, e.Line, e.Class, pr.Proved, e.Status, pr.Why)
				}
				if pr.Proved && pr.Basis == nil {
					t.Errorf("%s:%d: no certificate", name, e.Line)
				} else if pr.Proved {
					confirmed(t, p, goals[i], &pr, cfg)
				}
			}
		})
	}
}

// confirmed has a proof checked.
func confirmed(t *testing.T, p *ir.Program, g system.Goal, pr *certify.Proof, cfg Config) {
	t.Helper()
	cfg.Coarse = pr.Basis.Coarse
	v, err := certify.Check(context.Background(), p, g, pr.Basis, cfg.settings(), nil)
	if err != nil || v.Problem != "" {
		t.Errorf("%v: the proof is not confirmed: %s, %v", g, v.Problem, err)
	}
}

// TestCoarseTellsNothing: a proof by a coarse abstraction about what it does not tell is
// refused, though its system has no check that fails.
func TestCoarseTellsNothing(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/coarse/traps.c")
	for i, e := range exps {
		if e.Class != op.PtrDiff {
			continue
		}
		v, err := certify.Check(context.Background(), p, goals[i], &certify.Basis{Coarse: true}, &system.Settings{Entry: p.FuncByName["main"], Coarse: true}, nil)
		if err != nil || !v.Refused {
			t.Errorf("not refused: %s, %v", v.Problem, err)
		}
		return
	}
	t.Error("no such goal")
}

// TestReachableInCoarse: the whole of the test programs' memory counts; what is
// reachable in them is not excluded without it.
func TestReachableInCoarse(t *testing.T) {
	files, err := filepath.Glob("../../testdata/induct/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test programs: %v", err)
	}
	proved := 0
	for _, f := range files {
		p, exps, goals := provertest.Asked(t, f)
		out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Coarse: true})
		for i, e := range exps {
			switch {
			case !out.Proofs[i].Proved:
			case e.Status == "reachable":
				t.Errorf("%s:%d: %v is excluded, but it happens", filepath.Base(f), e.Line, e.Class)
			default:
				proved++
			}
		}
	}
	if proved < 20 {
		t.Errorf("%d goals proved by coarse abstractions: they tell less than they did", proved)
	}
}

// TestPrivate: a variable is private as long as its address is used for access.
func TestPrivate(t *testing.T) {
	p := provertest.Compile(t, provertest.Source(t, "private.c", `#include <string.h>
struct pair { int a, b; };
void f(int *);
int sum(struct pair);
int main(void) {
	int plain = 1, passed = 2, aliased = 3, *to = &aliased, element[4] = { 0 };
	struct pair copied, shown, byvalue = { 1, 2 };
	copied = byvalue;
	memcpy(&shown, &copied, sizeof shown);
	f(&passed);
	element[plain] = *to;
	return element[2] + copied.b + shown.a + sum(byvalue);
}`))
	fn := p.Funcs[p.FuncByName["main"]]
	o := &system.Coarse{Private: map[ir.FuncID][]bool{}}
	var private []string
	for _, v := range fn.Vars {
		if o.IsPrivate(fn, v.Slot) {
			private = append(private, v.Name)
		}
	}
	slices.Sort(private)
	if want := []string{"byvalue", "copied", "element", "plain", "shown", "to"}; !slices.Equal(private, want) {
		t.Errorf("private: %v, want %v", private, want)
	}
}
