package prover

import (
	"iter"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// countsAt are the prefix counts of arrays at a cutpoint: each before an index, and up to which.
func countsAt(b *system.System, c *system.Cutpoint) iter.Seq2[func(i int) term.T, int] {
	return func(yield func(func(i int) term.T, int) bool) {
		s := b.StateAt(c)
		for id, o := range b.Objects {
			if o == nil || o.Layout == nil || s.Obj(id) == nil || s.Obj(id).Cells == nil {
				continue
			}
			for i := range o.Layout.Counts {
				k := &o.Layout.Counts[i]
				before := func(i int) term.T { return s.Obj(id).Cells[k.First+i].Term }
				if !yield(before, o.Layout.Members[k.Group]) {
					return
				}
			}
		}
	}
}

// TestUnsoundCounts: what seems to follow from counts that are not what they say
// is not certified.
func TestUnsoundCounts(t *testing.T) {
	p, exps, goals := provertest.Asked(t, "../../testdata/induct/counts.c")
	fooled := keepUnsound(t, p, exps, goals, system.AtLoop, func(pr *invariant.Context, c *system.Cutpoint) (fs []term.T) {
		for before, n := range countsAt(pr.Sys, c) {
			for i := range n {
				fs = append(fs, pr.Sys.Pool.Eq(before(i+1), pr.Sys.Pool.BV(system.CountBits, 0)))
			}
			for _, v := range pr.Sys.Variables(c) {
				if v.Width == 32 && v.ID == term.None {
					fs = append(fs, pr.Sys.Pool.Eq(pr.Sys.Pool.ZExt(before(1), 32), v.Term))
				}
			}
		}
		return fs
	})
	if !fooled {
		t.Error("the counts that do not hold exclude nothing, so the test shows nothing")
	}
}

// TestCountsAreChosen: arrays are counted that are written at unknown indices and
// whose elements are compared with constants, by these and by those that are
// written.
func TestCountsAreChosen(t *testing.T) {
	p, _, goals := provertest.Asked(t, "../../testdata/induct/counts.c")
	b := provertest.System(t, p, goals)
	want := map[string][]int64{"st": {'(', '+'}, "code": {0, 1}, "kind": {1, 2}}
	for _, o := range b.Objects {
		if o == nil || o.Layout == nil {
			continue
		}
		var got []int64
		for _, c := range o.Layout.Counts {
			got = append(got, c.Value)
		}
		if !slices.Equal(got, want[o.Name]) {
			t.Errorf("%s: counts %v, want %v", o.Name, got, want[o.Name])
		}
	}
}

// TestTooManyKinds: an array whose elements are compared with more values than
// are told apart has no counts, and loses those it has.
func TestTooManyKinds(t *testing.T) {
	o := &system.Object{Layout: layout.Words(4, 8)}
	o.Kinds.Add(0, 5, 7, 5)
	if o.Recount() {
		t.Error("an array that is not filled is counted")
	}
	o.Stored.Add(0)
	if !o.Recount() || len(o.Layout.Counts) != 2 || o.Layout.Groups() != 1 || len(o.Layout.Cells) != 8+2*9 {
		t.Fatalf("two values of eight elements: %d counts, %d cells", len(o.Layout.Counts), len(o.Layout.Cells))
	}
	if o.Recount() {
		t.Error("counted again")
	}
	for v := range int64(budget.CountedKinds.N + 1) {
		o.Stored.Add(0, v)
	}
	if !o.Recount() || len(o.Layout.Counts) != 0 || len(o.Layout.Cells) != 8 || len(o.Layout.Members) != 1 {
		t.Errorf("too many values: %d counts, %d cells", len(o.Layout.Counts), len(o.Layout.Cells))
	}
}

// TestComparisons: what is loaded is compared with the constants of comparisons
// and of switches, as signed numbers, through widening casts.
func TestComparisons(t *testing.T) {
	text := `int in(void);
static char s[9];
static int n[9];
int main(void) {
	int i = in(), j = in();
	if (s[i] == -3) return 1;
	switch (n[i]) { case 4: return 2; case 9: return 3; }
	return n[j] < 7;
}
`
	src := provertest.Source(t, "program.c", text)
	got := system.ComparisonsOf(provertest.Compile(t, src))
	var all []int64
	for _, values := range got {
		all = append(all, values...)
	}
	slices.Sort(all)
	if !slices.Equal(all, []int64{-3, 4, 9}) {
		t.Errorf("found %v", got)
	}
	if len(got) != 2 {
		t.Errorf("found %v", got)
	}
}
