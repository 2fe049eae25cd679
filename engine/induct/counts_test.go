package induct

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestUnsoundCounts: what seems to follow from counts that are not what they say
// is not certified.
func TestUnsoundCounts(t *testing.T) {
	p, exps, goals := asked(t, "../../testdata/induct/counts.c")
	fooled := keepUnsound(t, p, exps, goals, atLoop, func(pr *prover, c *cut) (fs []term.T) {
		for _, k := range pr.countings(c) {
			for i := range k.o.lay.members[k.group] {
				fs = append(fs, pr.b.pool.Eq(k.before(i+1), pr.b.pool.BV(countBits, 0)))
			}
			for _, v := range pr.b.variables(c) {
				if v.width == 32 && v.id == term.None {
					fs = append(fs, pr.b.pool.Eq(pr.b.pool.ZExt(k.before(1), 32), v.t))
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
	p, _, goals := asked(t, "../../testdata/induct/counts.c")
	b := newSystem(context.Background(), p, goals, &settings{Entry: p.FuncByName["main"]}, nil)
	if b.failed != "" {
		t.Fatal(b.failed)
	}
	want := map[string][]int64{"st": {'(', '+'}, "code": {0, 1}, "kind": {1, 2}}
	for _, o := range b.objects {
		if o == nil || o.lay == nil {
			continue
		}
		var got []int64
		for _, c := range o.lay.counts {
			got = append(got, c.value)
		}
		if !slices.Equal(got, want[o.name]) {
			t.Errorf("%s: counts %v, want %v", o.name, got, want[o.name])
		}
	}
}

// TestTooManyKinds: an array whose elements are compared with more values than
// are told apart has no counts, and loses those it has.
func TestTooManyKinds(t *testing.T) {
	o := &object{lay: words(4, 8)}
	o.kinds.add(0, 5, 7, 5)
	if o.recount() {
		t.Error("an array that is not filled is counted")
	}
	o.stored.add(0)
	if !o.recount() || len(o.lay.counts) != 2 || o.lay.groups() != 1 || len(o.lay.cells) != 8+2*9 {
		t.Fatalf("two values of eight elements: %d counts, %d cells", len(o.lay.counts), len(o.lay.cells))
	}
	if o.recount() {
		t.Error("counted again")
	}
	for v := range int64(maxKinds + 1) {
		o.stored.add(0, v)
	}
	if !o.recount() || len(o.lay.counts) != 0 || len(o.lay.cells) != 8 || len(o.lay.members) != 1 {
		t.Errorf("too many values: %d counts, %d cells", len(o.lay.counts), len(o.lay.cells))
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
	src := source(t, "program.c", text)
	got := comparisonsOf(compile(t, src))
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
