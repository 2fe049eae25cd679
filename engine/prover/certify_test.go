package prover

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// unsound are facts of each family that do not hold, as a defect in it would
// keep them.
var unsound = map[string]func(*system.System, *system.Cutpoint, *system.Variable) term.T{
	"intervals": func(b *system.System, c *system.Cutpoint, v *system.Variable) term.T {
		if v.Width != 32 {
			return term.True
		}
		return b.Pool.Or(v.Uninit, b.Pool.SLe(v.Term, b.Pool.BV(32, 3)))
	},
	"low bits": func(b *system.System, c *system.Cutpoint, v *system.Variable) term.T {
		if v.Width != 32 {
			return term.True
		}
		return b.Pool.Or(v.Uninit, b.Pool.Eq(b.Pool.Extract(v.Term, 0, 1), b.Pool.BV(1, 0)))
	},
	"initialised": func(b *system.System, c *system.Cutpoint, v *system.Variable) term.T { return b.Pool.Not(v.Uninit) },
	"points-to": func(b *system.System, c *system.Cutpoint, v *system.Variable) term.T {
		if v.ID == term.None {
			return term.True
		}
		return b.Pool.Or(v.Uninit, b.Pool.Not(b.Is(v.Value(), system.IDNull)))
	},
	"relations": func(b *system.System, c *system.Cutpoint, v *system.Variable) term.T {
		all := term.True
		for _, w := range b.Variables(c) {
			if v.Width == 32 && w.Width == 32 {
				all = b.Pool.AndN(all, b.Pool.Eq(v.Term, w.Term))
			}
		}
		return all
	},
}

// TestCertificateCatchesUnsoundFacts: what facts that do not hold seem to prove
// is not certified, at a loop's head or at the return of a procedure.
func TestCertificateCatchesUnsoundFacts(t *testing.T) {
	for file, kind := range map[string]system.CutpointKind{"unsound.c": system.AtLoop, "unsound_recursion.c": system.AtReturn} {
		p, exps, goals := provertest.Asked(t, "../../testdata/induct/"+file)
		fooled := map[string]bool{}
		for name, fact := range unsound {
			spoil := func(pr *invariant.Context, c *system.Cutpoint) (fs []term.T) {
				for _, v := range pr.Sys.Variables(c) {
					fs = append(fs, fact(pr.Sys, c, v))
				}
				return fs
			}
			t.Run(file+"/"+name, func(t *testing.T) { fooled[name] = keepUnsound(t, p, exps, goals, kind, spoil) })
		}
		for _, name := range []string{"intervals", "relations"} {
			if !fooled[name] {
				t.Errorf("%s: the facts of %s exclude nothing, so the test shows nothing", file, name)
			}
		}
	}
}

// keepUnsound reports whether facts that do not hold exclude what happens.
func keepUnsound(t *testing.T, p *ir.Program, exps []provertest.Expectation, goals []system.Goal, kind system.CutpointKind, spoil func(*invariant.Context, *system.Cutpoint) []term.T) bool {
	b := provertest.System(t, p, goals)
	pr := newProver(context.Background(), b, goals, &Config{})
	for _, c := range b.Cutpoints {
		pr.Reached[c.Index] = true
		if c.Kind != kind {
			continue
		}
		for _, f := range spoil(pr.context(), c) {
			pr.Base[c.Index] = append(pr.Base[c.Index], invariant.Fact{Term: f, Text: "unsound"})
		}
	}
	pr.Try("unsound facts", true)
	return certifiesNoError(t, pr, exps)
}

// certifiesNoError checks that no error that happens is certified not to, and reports
// whether what is taken for facts excludes one.
func certifiesNoError(t *testing.T, pr *prover, exps []provertest.Expectation) (fooled bool) {
	t.Helper()
	out := &Outcome{Proofs: make([]certify.Proof, len(pr.Goals))}
	pr.report(out)
	for i, e := range exps {
		if e.Status != "reachable" {
			continue
		}
		fooled = fooled || pr.Missing(i) == nil
		if out.Proofs[i].Proved {
			t.Errorf("line %d: %v was certified from a fact that does not hold", e.Line, e.Class)
		}
	}
	return fooled
}

// TestGivenOfBuiltInValues: a proof names the errors that the values rest on
// which a cutpoint takes for constants.
func TestGivenOfBuiltInValues(t *testing.T) {
	for _, file := range []string{"built_in.c", "built_in_offset.c", "built_in_null.c", "as_null.c"} {
		givenOf(t, file)
	}
}

// TestGivenOfFailedAccesses: a proof names the error behind which memory, or what was
// read from it, may be anything.
func TestGivenOfFailedAccesses(t *testing.T) {
	for _, what := range []string{"dead", "copy", "write", "free", "call", "read"} {
		givenOf(t, "after_"+what+".c")
	}
}

// TestGivenOfEarlierAlone: that an access may fail in another way, which is looked at
// later, is no error that a proof about it rests on.
func TestGivenOfEarlierAlone(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/after_itself.c")
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"]})
	if proof := out.Proofs[0]; exps[0].Status != "unreachable" || !proof.Proved || len(proof.Given) > 0 {
		t.Errorf("proved %v (%s), given %v; want nothing given", proof.Proved, proof.Why, proof.Given)
	}
}

// TestGivenOfReturns: a proof names the error by which a procedure never returns,
// also where only what another error leads to comes behind the call.
func TestGivenOfReturns(t *testing.T) { givenOf(t, "never_returns.c") }

// givenOf expects that the proof of a program's one unreachable provertest.Expectation names
// the errors of the others and nothing else.
func givenOf(t *testing.T, file string) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/"+file)
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"]})
	i := slices.IndexFunc(exps, func(e provertest.Expectation) bool { return e.Status == "unreachable" })
	proof, errors := out.Proofs[i], slices.Delete(slices.Clone(exps), i, i+1)
	same := slices.EqualFunc(proof.Given, errors, func(g certify.Given, e provertest.Expectation) bool {
		return g.Class == e.Class && int(p.LocOf(g.Point).Line) == e.Line
	})
	if !proof.Proved || !same {
		t.Errorf("%s: proved %v (%s), given %v; want %v", file, proof.Proved, proof.Why, proof.Given, errors)
	}
}

// TestGivenOfCertainErrors: a proof that rests on nothing but an error that always
// comes first names it.
func TestGivenOfCertainErrors(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/always.c")
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"]})
	for i, e := range exps {
		if e.Status != "unreachable" {
			continue
		}
		given := out.Proofs[i].Given
		if !out.Proofs[i].Proved || len(given) != 1 || given[0].Class != exps[i-1].Class || int(p.LocOf(given[0].Point).Line) != e.Line-1 {
			t.Errorf("line %d: proved %v (%s), given %v; want the error of the line before", e.Line, out.Proofs[i].Proved, out.Proofs[i].Why, given)
		}
	}
}

// TestGivenOfEndedVariables: a proof names the access to a variable whose life has ended,
// on the way that what it held would have led to and on the other one.
func TestGivenOfEndedVariables(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/ended.c")
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"]})
	for i, e := range exps {
		given := out.Proofs[i].Given
		if proved := e.Status == "unreachable"; out.Proofs[i].Proved != proved ||
			proved && (len(given) != 1 || given[0].Class != exps[0].Class || int(p.LocOf(given[0].Point).Line) != exps[0].Line) {
			t.Errorf("line %d: proved %v (%s), given %v", e.Line, out.Proofs[i].Proved, out.Proofs[i].Why, given)
		}
	}
}

// TestProofsFollow: what is proved is proved again from what the proof states,
// also where it rests on that a loop is not reached.
func TestProofsFollow(t *testing.T) {
	for _, file := range []string{"unreached.c", "built_in.c", "built_in_offset.c", "built_in_null.c", "always.c", "never_returns.c"} {
		p, exps, goals := provertest.Asked(t, "../../testdata/induct/"+file)
		cfg := Config{Entry: p.FuncByName["main"], Certificates: true}
		out := Prove(context.Background(), p, goals, cfg)
		for i, e := range exps {
			if e.Status != "unreachable" {
				continue
			}
			if !out.Proofs[i].Proved {
				t.Errorf("%s:%d: not proved: %s", file, e.Line, out.Proofs[i].Why)
				continue
			}
			v, err := certify.Check(context.Background(), p, goals[i], out.Proofs[i].Basis, cfg.settings(), nil)
			if err != nil || v.Problem != "" || len(v.Given) != len(out.Proofs[i].Given) {
				t.Errorf("%s:%d: %v %s; given %v, was %v", file, e.Line, err, v.Problem, v.Given, out.Proofs[i].Given)
			}
		}
	}
}
