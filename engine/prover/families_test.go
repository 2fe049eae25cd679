package prover

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/engine/prover/system"
)

// TestScheduled: each pass of each family has its time.
func TestScheduled(t *testing.T) {
	times := map[string]int{}
	for _, st := range schedule {
		times[st.name]++
	}
	for _, f := range families.All {
		if times[f.Title] < f.Passes() {
			t.Errorf("%s has %d passes, and is in the schedule %d times", f.ID, f.Passes(), times[f.Title])
		}
	}
}

// needs are programs with one goal each, marked `// @unreachable`, by the family
// of facts without which it is not proved; behind / stands which of its facts.
var needs = map[string]string{
	"intervals, points-to and initialised variables": `int main(void) {
	int i = 0, j;
	while (in()) if (i < 39) i++;
	j = in();
	if (j < 0 || j > i) return 1;
	return a[j / 4]; // @unreachable index-bound
}`,
	"arrays and texts": `int main(void) {
	int b[9], i;
	for (i = 0; i < 9 && in(); i++) b[i] = 1;
	while (i > 0)
		if (b[--i]) return 1; // @unreachable uninitialised-read
	return 0;
}`,
	"equalities and differences": `int main(void) {
	int n = in(), i = 0, j;
	if (n < 0 || n > 9) return 1;
	while (i < n && in()) i++;
	j = in();
	if (j < 0 || j > i) return 1;
	return a[9 - n + j]; // @unreachable index-bound
}`,
	"expressions": `int main(void) {
	unsigned rd = 0, wr = 0;
	while (in()) {
		if (wr - rd < 8) wr++;
		if (in() && rd != wr) rd++;
	}
	return a[wr - rd]; // @unreachable index-bound
}`,
	"what was tested before": `int main(void) {
	unsigned k = in(), m = in();
	if ((k & 1) != (m & 1) || in()) return 1;
	while (in()) {}
	return k & 1 ? a[m & 1 ? 3 : 20] : 0; // @unreachable index-bound
}`,
	"few values": `int main(void) {
	int d = 1;
	while (in()) if (d < 8) d *= 2;
	return a[d]; // @unreachable index-bound
}`,
	"rings": `int main(void) {
	static char busy[7];
	int first = 0, end = 0, n = 0;
	while (in()) {
		if (n != 7 && in()) { busy[end] = 1; end = (end + 1) % 7; n++; }
		else if (busy[first]) { busy[first] = 0; first = (first + 1) % 7; n--; }
	}
	return a[n]; // @unreachable index-bound
}`,
	"linear equations": `int main(void) {
	unsigned x = in(), y = x, z = 0;
	while (in()) {
		if (in()) { x += 10; z += 10; }
		else { y += 3; z -= 3; }
	}
	while (in()) { x += 7; z += 7; }
	return a[x - y - z]; // @unreachable index-bound
}`,
	"ownership": `#include <stdlib.h>
struct node { struct node *left, *right; };
static struct node *grow(int n) {
	struct node *t = malloc(sizeof *t);
	if (!t) return 0;
	t->left = in() ? grow(n + 1) : 0;
	t->right = in() ? grow(n + 1) : 0;
	return t;
}
static void release(struct node *t) {
	if (!t) return;
	release(t->left);
	release(t->right); // @unreachable dead-access
	free(t);
}
int main(void) {
	release(grow(0));
	return 0;
}`,
	"prefix counts": `int main(void) {
	static char st[8];
	int n = 0, depth = 0;
	while (in()) {
		if (n < 8 && in()) { st[n++] = '('; depth++; }
		else if (n < 8 && in()) st[n++] = '+';
		else if (depth > 0) {
			while (st[n - 1] != '(') n--; // @unreachable index-bound
			n--;
			depth--;
		}
	}
	return 0;
}`,
	"clauses": `int main(void) {
	int state = 10, flag = 0;
	while (in()) {
		switch (state) {
		case 10: state = in() ? 70 : 20; break;
		case 70: flag = 1; state = 30; break;
		case 30: if (flag == 1) flag = 2; state = 50; break;
		case 50: if (flag == 3) return a[10]; state = in() ? 30 : 20; break; // @unreachable index-bound
		case 20: if (flag == 2) flag = 3; state = in() ? 15 : 90; break;
		case 15: state = 90; break;
		case 90: state = 15; break;
		default: return 0;
		}
	}
	return 0;
}`,
	"slopes": `int main(void) {
	int n = in(), i = 0, sum = 0;
	if (n > 10000) return 1;
	while (i < n) { sum += in() & 255; i++; } // @unreachable signed-overflow
	return sum;
}`,
	"slopes/of loops within loops": `int main(void) {
	int n = in(), m = in(), near = 0;
	if (n > 1000 || m > 500) return 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (in()) near++; // @unreachable signed-overflow
	return near;
}`,
}

const needsPrelude = "int __VERIFIER_nondet_int(void);\n#define in() __VERIFIER_nondet_int()\nstatic int a[10];\n"

// TestFamiliesAreNeeded: what a family proves is not proved without it, and the
// proof names it.
func TestFamiliesAreNeeded(t *testing.T) {
	for name, text := range needs {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			family, _, _ := strings.Cut(name, "/")
			src := provertest.Source(t, "program.c", needsPrelude+text+"\n")
			p := provertest.Compile(t, src)
			goals := []system.Goal{provertest.GoalOf(p, provertest.Expectations(t, src)[0])}
			var others []string // that find many a small proof, too
			if family != "clauses" {
				others = []string{"clauses"}
			}
			with := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Without: others})
			if pr := with.Proofs[0]; !pr.Proved || !slices.Contains(pr.Families, family) {
				t.Errorf("proved %v by %q: %s", pr.Proved, pr.Families, pr.Why)
			}
			i := slices.IndexFunc(with.Families, func(c FamilyCount) bool { return c.Name == family })
			if i < 0 || with.Families[i].Candidates == 0 || with.Families[i].Survived == 0 || with.Families[i].Queries == 0 {
				t.Errorf("counted: %+v", with.Families)
			}
			without := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Without: append(others, family)})
			if without.Proofs[0].Proved {
				t.Errorf("proved without the family, by %q: %s", without.Proofs[0].Families, without.Proofs[0].Why)
			}
		})
	}
}
