package prover

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// misleading are programs with an error, marked `// @reachable`, by the family of facts
// that would exclude it if what holds when a loop is entered held after its turns.
var misleading = map[string]string{
	"intervals, points-to and initialised variables": `int main(void) {
	int i = 0;
	while (in()) i++;
	return a[i]; // @reachable index-bound
}`,
	"heap blocks": `#include <stdlib.h>
int main(void) {
	int *p = 0;
	while (in()) {
		int *q = malloc(sizeof *q);
		if (!q) return 1;
		*q = 0;
		if (in()) free(q);
		p = q;
	}
	return p ? *p : 0; // @reachable dead-access
}`,
	"tables of addresses": `#include <stdlib.h>
static int *table[1000];
int main(void) {
	unsigned k = in() & 3, freed = 0;
	table[k] = malloc(sizeof **table);
	if (!table[k]) return 1;
	*table[k] = 0;
	while (in()) if (!freed) { free(table[k]); freed = 1; }
	return *table[k]; // @reachable dead-access
}`,
	"numbers in large arrays": `int main(void) {
	static int big[1000];
	unsigned k = in() & 255;
	while (in()) if (big[k] < 20) big[k]++;
	return a[big[k]]; // @reachable index-bound
}`,
	"ownership":           "trees_wrong.c",
	"ranks of list nodes": "recursion_heap.c",
	"arrays and texts": `int main(void) {
	int b[9], i = 0;
	for (; i < 9 && in(); i++) if (in()) b[i] = 1;
	while (i > 0)
		if (b[--i]) return 1; // @reachable uninitialised-read
	return 0;
}`,
	"sizes of heap blocks": `#include <stdlib.h>
int main(void) {
	unsigned n = in() & 255;
	if (n == 0) return 1;
	int *p = malloc(n * sizeof *p);
	if (!p) return 1;
	while (in()) {
		p[n - 1] = 0; // @reachable out-of-bounds
		if (n < 300) n++;
	}
	return 0;
}`,
	"relations in a block": `#include <stdlib.h>
struct vector { unsigned n, room; int at[]; };
int main(void) {
	struct vector *v = 0;
	while (in()) {
		unsigned room = in() & 1023;
		v = malloc(sizeof *v + room * sizeof *v->at);
		if (!v) return 1;
		v->n = 0;
		v->room = room;
	}
	if (!v) return 1;
	while (in()) {
		if (v->n < v->room) v->at[v->n++] = 0; // @reachable out-of-bounds
		if (in() & 1 && v->room < 5000) v->room++;
	}
	return 0;
}`,
	"equalities and differences": `int main(void) {
	int n = in(), i = n;
	if (n < 0 || n > 9) return 1;
	while (i < 1000 && in()) i++;
	return a[9 - n + i]; // @reachable index-bound
}`,
	"expressions": `int main(void) {
	unsigned rd = 0, wr = 0;
	while (in()) { wr++; if (in()) rd++; }
	return a[wr - rd]; // @reachable index-bound
}`,
	"what was tested before": `int main(void) {
	unsigned k = in(), m = in();
	if ((k & 1) != (m & 1) || in()) return 1;
	while (in()) k++;
	return k & 1 ? a[m & 1 ? 3 : 20] : 0; // @reachable index-bound
}`,
	"few values": `int main(void) {
	int d = 1;
	while (in()) if (d < 16) d *= 2;
	return a[d]; // @reachable index-bound
}`,
	"rings": `int main(void) {
	static char busy[7];
	int first = 0, end = 0, n = 0;
	while (in()) {
		if (n != 7 && in()) { busy[end] = 1; end = (end + 1) % 7; n++; }
		else if (busy[first]) { first = (first + 1) % 7; n--; }
	}
	return a[n]; // @reachable index-bound
}`,
	"linear equations": `int main(void) {
	unsigned x = in(), y = x, z = 0;
	while (in()) { x += 10; z += 9; }
	return a[x - y - z]; // @reachable index-bound
}`,
	"slopes": `int main(void) {
	int n = in(), a = 0, b = 0, sum = 0, i;
	for (i = 0; i < n && i < 1000; i++) {
		a++;
		if (in()) b++;
		sum += in() % 10;
	}
	for (i = 0; i < n; i++) sum += in() % 10; // @reachable signed-overflow
	return sum;
}`,
	"prefix counts": `int main(void) {
	static char st[8];
	int n = 0, depth = 0;
	while (in()) {
		if (n < 8 && in()) { st[n++] = '('; depth++; }
		else if (n < 8 && in()) { st[n++] = '+'; depth++; }
		else if (depth > 0) {
			while (st[n - 1] != '(') n--; // @reachable index-bound
			n--;
			depth--;
		}
	}
	return 0;
}`,
	"what is zero together": "clauses.c",
	"clauses": `int main(void) {
	int state = 10, flag = 0;
	while (in()) {
		switch (state) {
		case 10: state = in() ? 70 : 20; break;
		case 70: flag = 1; state = 30; break;
		case 30: if (flag == 1) flag = 3; state = 50; break;
		case 50: if (flag == 3) return a[10]; state = 20; break; // @reachable index-bound
		default: return 0;
		}
	}
	return 0;
}`,
}

// TestCertificateCatchesUnsoundFamilies: what a family seems to prove that keeps what
// holds when a loop is entered, and looks at no turn, is certified for no error.
func TestCertificateCatchesUnsoundFamilies(t *testing.T) {
	for _, family := range Families() {
		if family == "points-to sets" || family == certify.EarlierFacts { // built in, and tried as others are
			continue
		}
		t.Run(strings.ReplaceAll(family, " ", "_"), func(t *testing.T) {
			src := "../../testdata/induct/" + misleading[family]
			if strings.Contains(misleading[family], "\n") {
				src = provertest.Source(t, "program.c", needsPrelude+misleading[family]+"\n")
			}
			p, exps, goals := provertest.Asked(t, src)
			b := provertest.System(t, p, goals)
			j := newProver(context.Background(), b, goals, &Config{})
			stages, back := misled(b, family)
			j.search(stages)
			back()
			if !certifiesNoError(t, j, exps) {
				t.Error("the facts exclude no error, so the test shows nothing")
			}
		})
	}
}

// misled are the stages of a search in which one family looks at no way from a loop head
// to itself, until back is called. It proposes what it does with these, but for clauses:
// that is a search for runs.
func misled(b *system.System, name string) (stages []round, back func()) {
	kept := map[*system.Segment][]*system.Edge{}
	back = func() {
		for seg, outs := range kept {
			seg.Outs = outs
		}
	}
	forget := func() {
		for _, seg := range b.Segments {
			kept[seg] = seg.Outs
			seg.Outs = slices.DeleteFunc(slices.Clone(seg.Outs), func(o *system.Edge) bool { return o.To == seg.From })
		}
	}
	for _, f := range schedule {
		propose := f.propose
		f.propose = func(pr *prover) {
			back()
			if f.name == name && name == "clauses" {
				forget()
			}
			propose(pr)
			if f.name == name && name != "clauses" {
				forget()
			}
		}
		stages = append(stages, f)
	}
	return stages, back
}
