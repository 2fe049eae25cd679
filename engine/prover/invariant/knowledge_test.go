package invariant

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// TestKnowledge: a fact of a loop is a premise of what is executed from there, and what it says
// where an edge arrives is asked of the values that the edge gives.
func TestKnowledge(t *testing.T) {
	p, _, goals := provertest.Asked(t, provertest.Source(t, "p.c", `int __VERIFIER_nondet_int(void);
int main(void)
{
	unsigned i = 0;
	while (__VERIFIER_nondet_int())
		if (i < 10)
			i++;
	return 10 / (i - 12); // @unreachable division-by-zero
}
`))
	b := provertest.System(t, p, goals)
	if len(b.Cutpoints) != 1 {
		t.Fatalf("%d loops", len(b.Cutpoints))
	}
	kb := NewKnowledge(query.New(context.Background(), b))
	kb.ReachAll()
	c, seg := b.Cutpoints[0], b.SegmentFrom(b.Cutpoints[0])
	vs := b.Variables(c)
	i := vs[slices.IndexFunc(vs, func(v *system.Variable) bool { return v.Name == "i" })].Term
	bound := func(n uint64) term.T { return b.Pool.ULe(i, b.Pool.BV(32, n)) }
	none := kb.Known(seg)
	kb.Base[c.Index] = append(kb.Base[c.Index], Fact{Term: bound(10), Text: "i <= 10"})
	if kb.Known(seg) != none+1 || !slices.Contains(kb.StateFacts(seg), b.Ordered(bound(10))) {
		t.Errorf("%d facts are known, %d before", kb.Known(seg), none)
	}
	entries, turns := 0, 0
	for from, edge := range kb.Ways() {
		pre, _ := kb.Premises(from, edge)
		holds := func(f term.T) bool {
			q := kb.Along(edge, pre, b.Pool.Not(kb.Post(edge, f)))
			return kb.Ask(q, backend.Limits{Conflicts: 10_000, Propagations: 1_000_000}).Status == backend.Unsat
		}
		if edge.From == nil {
			if entries++; !holds(bound(0)) {
				t.Error("i is not 0 where the loop is entered")
			}
			continue
		}
		if turns++; !holds(bound(10)) || holds(bound(9)) {
			t.Error("a turn from i <= 10 does not lead to i <= 10 and no less")
		}
	}
	if entries == 0 || turns == 0 {
		t.Errorf("%d ways into the loop, %d around it", entries, turns)
	}
}
