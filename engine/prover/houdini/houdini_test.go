package houdini

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

const counting = `int __VERIFIER_nondet_int(void);
int main(void)
{
	unsigned i = 0, j = 0;
	while (__VERIFIER_nondet_int()) {
		if (i < 10) {
			i++;
			j += 2;
		}
	}
	return 10 / (i - 12); // @unreachable division-by-zero
}
`

// searching is a search about the only loop of a program, and its variables.
func searching(t *testing.T, text string) (h *Search, c *system.Cutpoint, value func(name string) term.T) {
	t.Helper()
	p, _, goals := provertest.Asked(t, provertest.Source(t, "p.c", text))
	b := provertest.System(t, p, goals)
	if len(b.Cutpoints) != 1 {
		t.Fatalf("%d loops", len(b.Cutpoints))
	}
	h = New(invariant.NewKnowledge(query.New(context.Background(), b)), nil)
	return h, b.Cutpoints[0], func(name string) term.T {
		vs := b.Variables(b.Cutpoints[0])
		i := slices.IndexFunc(vs, func(v *system.Variable) bool { return v.Name == name })
		if i < 0 {
			t.Fatalf("the loop has no %s", name)
		}
		return vs[i].Term
	}
}

// TestFixpoint: what is left of candidates is the largest set that holds when the loop is
// entered and after each turn, together; the others fall, one with another.
func TestFixpoint(t *testing.T) {
	for _, silent := range []bool{false, true} {
		h, c, value := searching(t, counting)
		h.NoSimulation = silent
		p, i, j := h.Sys.Pool, value("i"), value("j")
		most := func(v term.T, n uint64) term.T { return p.ULe(v, p.BV(32, n)) }
		for text, f := range map[string]term.T{
			"i <= 10":     most(i, 10),
			"i <= 9":      most(i, 9),        // not after the tenth turn
			"1 <= i":      p.Not(most(i, 0)), // not when it is entered
			"j = 2i":      p.Eq(j, p.Add(i, i)),
			"j <= 20":     most(j, 20),                                // only with the two before
			"j <= 18":     most(j, 18),                                // falls with i <= 9
			"i odd or 0…": p.Eq(p.BVAnd(i, p.BV(32, 1)), p.BV(32, 0)), // not after one turn
		} {
			h.Current[c.Index] = append(h.Current[c.Index], &invariant.Candidate{Term: f, Text: text})
		}
		h.Explore()
		if !h.Fixpoint() {
			t.Fatal("ran out")
		}
		h.Keep()
		var kept []string
		for _, f := range h.Base[c.Index] {
			kept = append(kept, f.Text)
		}
		slices.Sort(kept)
		if want := []string{"i <= 10", "j <= 20", "j = 2i"}; !slices.Equal(kept, want) {
			t.Errorf("kept %q, want %q", kept, want)
		}
		if !h.Reached[c.Index] {
			t.Error("the loop is not reached")
		}
	}
}

// TestRunsOut: of a stage that runs out, what needs nothing that was put off is settled all the
// same, and what was put off and not proved since is given up.
func TestRunsOut(t *testing.T) {
	h, c, value := searching(t, counting)
	p, i, j := h.Sys.Pool, value("i"), value("j")
	var cs []*invariant.Candidate
	for _, f := range []term.T{p.ULe(i, p.BV(32, 10)), p.ULe(i, p.BV(32, 9)), p.Eq(j, p.Add(i, i)), p.ULe(j, p.BV(32, 20))} {
		cs = append(cs, &invariant.Candidate{Term: f, Text: p.String(f)})
		h.Current[c.Index] = append(h.Current[c.Index], cs[len(cs)-1])
	}
	h.Explore()
	h.Began = -h.Budget(budget.Round) - 1 // nothing is left
	if h.Fixpoint() {
		t.Error("a stage without any effort is done")
	}
	for n, dead := range []bool{false, true, false, false} {
		if cs[n].Dead != dead {
			t.Errorf("%s: dead %v, want %v", cs[n].Text, cs[n].Dead, dead)
		}
	}
	for _, o := range h.Ways() {
		h.deferred = map[*system.Edge]map[term.T]bool{o: {cs[0].Term: true}}
		h.hard = map[*system.Edge]map[term.T]bool{o: {cs[2].Term: true, cs[3].Term: true}}
		h.shown = map[*system.Edge]map[term.T][]term.T{o: {cs[3].Term: {term.True}}}
		break
	}
	if h.dropDeferred(); !cs[0].Dead || !cs[2].Dead || cs[3].Dead {
		t.Errorf("put off: dead %v, want true; not proved since: %v, want true; proved since: %v, want false", cs[0].Dead, cs[2].Dead, cs[3].Dead)
	}
}

// TestBoundsWiden: a bound moves from threshold to threshold until it holds.
func TestBoundsWiden(t *testing.T) {
	h, c, value := searching(t, counting)
	bound := &invariant.Bound{Sys: h.Sys, When: term.True, Term: value("i"), Thresholds: []int64{0, 1, 5, 10, 40, 1<<32 - 1}, Lo: 1, Hi: 0, Text: "i"}
	h.Current[c.Index] = []invariant.Template{bound}
	h.Explore()
	if !h.Fixpoint() || bound.Thresholds[bound.Lo] != 0 || bound.Thresholds[bound.Hi] != 10 {
		t.Errorf("%d … %d, want 0 … 10", bound.Thresholds[bound.Lo], bound.Thresholds[bound.Hi])
	}
}
