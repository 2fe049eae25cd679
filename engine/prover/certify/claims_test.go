package certify

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
	"github.com/assay-dev/assay/internal/built"
)

// TestOverflowIsAssumed: that no run arrives at a cutpoint excludes an overflow behind
// it only if it is proved.
func TestOverflowIsAssumed(t *testing.T) {
	p, err := built.Program("../../../testdata/induct/unsound_recursion.c")
	if err != nil {
		t.Fatal(err)
	}
	target := system.Goal{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			target.Sites = append(target.Sites, system.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(op.Assert), Arg: -1})
		}
	}
	goals := []system.Goal{target}
	b := provertest.System(t, p, goals)
	j := goal.New(houdini.New(invariant.NewKnowledge(query.New(context.Background(), b)), nil), goals)
	j.Try("no cut is reached yet", true)
	c, ok := newCertifier(j, true)
	if !ok {
		t.Fatal(b.Failed)
	}
	if len(c.wraps(j, c.newBasis())) == 0 {
		t.Error("no overflow is assumed away, and none is excluded")
	}
}

// TestSecondAnswers: the second solver is asked once about a core, whatever its order,
// and every claim gets what it said of its own, also through a claim that rests on it.
func TestSecondAnswers(t *testing.T) {
	asked := 0
	says := map[term.T]backend.Status{1: backend.Unsat, 2: backend.Unknown, 3: backend.Sat}
	second := func(core []term.T) answers {
		asked++
		return func() backend.Status { return says[slices.Min(core)] }
	}
	answered := map[string]answers{}
	for range 2 {
		for of, said := range says {
			for _, core := range [][]term.T{{of, 9}, {9, of}} {
				below := &claim{ok: true}
				s := &houdini.Search{Knowledge: &invariant.Knowledge{Asker: &query.Asker{Ctx: context.Background()}}}
				c := &certifier{s: s, answers: answered, second: second, claims: map[any]*claim{"root": {ok: true, rests: []any{"below"}}, "below": below}}
				c.counsel(below, core)
				if ok := c.confirmed("root"); ok != (said != backend.Sat) || below.ok != ok || below.wrong == ok || below.alone != (said == backend.Unknown) {
					t.Errorf("%v: ok %v, wrong %v, alone %v, where the second solver says %v", core, ok, below.wrong, below.alone, said)
				}
			}
		}
	}
	if asked != len(says) {
		t.Errorf("asked %d times about %d cores", asked, len(says))
	}
}

// TestSecondInTime: an answer that does not come in time confirms nothing.
func TestSecondInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &certifier{s: &houdini.Search{Knowledge: &invariant.Knowledge{Asker: &query.Asker{Ctx: ctx}}}, answers: map[string]answers{}, claims: map[any]*claim{"root": {ok: true}}}
	c.second = func([]term.T) answers {
		return func() backend.Status { cancel(); return backend.Unknown }
	}
	c.counsel(c.claims["root"], []term.T{7, 9})
	for range 2 {
		if c.confirmed("root") {
			t.Error("a claim is confirmed though time was up before the second solver had an answer")
		}
	}
}

// TestAssumedIsNotProved: a check that a proof takes as passed is given there, and is not
// proved when it is asked for afterwards.
func TestAssumedIsNotProved(t *testing.T) {
	k := &system.Check{Ends: true}
	root, failed := &claim{name: "root", ok: true, rests: []any{k}}, &claim{name: k, n: 1}
	c := &certifier{s: &houdini.Search{Knowledge: &invariant.Knowledge{Asker: &query.Asker{Ctx: context.Background()}}}, claims: map[any]*claim{"root": root, k: failed}, byNumber: []*claim{root, failed},
		open: map[checkName]bool{checkNameOf(k): true}}
	for range 2 {
		s := c.newBasis()
		if s.rest("root"); !c.prove("root") || c.prove(k) {
			t.Error("what rests on an assumption is not proved, or the assumption is")
		}
		if s.rest("root"); !slices.Equal(s.given(), []*system.Check{k}) {
			t.Errorf("given %v, want the check that failed", s.given())
		}
	}
}

// TestClaimedAtOnce: facts at one cutpoint are claimed at once where they hold on every way into it,
// and neither at once nor one by one where one way breaks them.
func TestClaimedAtOnce(t *testing.T) {
	p, err := built.Program(provertest.Source(t, "counted.c", `int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int())
    if (i < 10) i++;
  return i;
}
`))
	if err != nil {
		t.Fatal(err)
	}
	b := provertest.System(t, p, nil)
	j := goal.New(houdini.New(invariant.NewKnowledge(query.New(context.Background(), b)), nil), nil)
	j.ReachAll()
	var i term.T
	for _, v := range b.Variables(b.Cutpoints[0]) {
		if v.Name == "i" {
			i = v.Term
		}
	}
	if i == term.None {
		t.Fatal("the loop has no variable i")
	}
	most := func(n uint64) invariant.Fact { return invariant.Fact{Term: b.Pool.SLe(i, b.Pool.BV(32, n))} }
	j.Base[0] = []invariant.Fact{most(3), most(4), most(10), most(12)}
	c, ok := newCertifier(j, true)
	if !ok {
		t.Fatal(b.Failed)
	}
	name := func(n int) factKey { return factKey{0, n} }
	if c.together([]any{name(0), name(1)}); c.claims[name(0)] != nil || c.claims[name(1)] != nil {
		t.Error("that i is no more than 3 and 4 is claimed, though a turn breaks both")
	}
	if c.prove(name(0)) || c.prove(name(1)) {
		t.Error("that i is no more than 3 or 4 is proved")
	}
	if c.together([]any{name(2), name(3)}); c.claims[name(2)] == nil || !c.prove(name(2)) || !c.prove(name(3)) {
		t.Error("that i is no more than 10 and 12 is not claimed at once, or not proved")
	}
}

// TestInvariantsReadNothingUnset: a variable that may not have been written has
// no value to speak of.
func TestInvariantsReadNothingUnset(t *testing.T) {
	p, err := built.Program(provertest.Source(t, "unset.c", `int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y, i = 0;
  y = __VERIFIER_nondet_int() & 3;
  while (i < 9 && __VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x = 3;
    if (i > 0 && __VERIFIER_nondet_int()) x = 4;
    i++;
  }
  return i == 0 ? y : x > 3;
}
`))
	if err != nil {
		t.Fatal(err)
	}
	b := provertest.System(t, p, nil)
	s := houdini.New(invariant.NewKnowledge(query.New(context.Background(), b)), families.ConstantsOf(b))
	j := goal.New(s, nil)
	families.Singles.Propose(&invariant.Context{Knowledge: s.Knowledge, Compared: s.Compared, Open: j.Open, Exhausted: s.Exhausted}, 0)
	s.Explore()
	s.Fixpoint()
	s.Keep()
	c, ok := newCertifier(j, true)
	if !ok {
		t.Fatal(b.Failed)
	}
	v := &voice{c: c, all: c.newBasis(), used: c.newBasis()}
	var names []string
	for _, slot := range v.namesAt(b.Cutpoints[0]).all {
		names = append(names, slot.name.Text)
	}
	slices.Sort(names)
	if want := []string{"i", "y"}; !slices.Equal(names, want) {
		t.Errorf("invariants may name %v, want %v", names, want)
	}
}
