package inlining_test

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/prover/inlining"
	"github.com/assay-dev/assay/engine/prover/provertest"
	"github.com/assay-dev/assay/internal/built"
)

// TestProcedures: what is called often and is large is a procedure, what returns blocks that it
// makes is not, though it leads to something large, and what calls itself ends the count.
func TestProcedures(t *testing.T) {
	p, err := built.Program(provertest.Source(t, "program.c", `#include <stdio.h>
#include <stdlib.h>
static void fatal(int line) { fprintf(stderr, "error at %d of %s\n", line, "all"); exit(1); }
static void *need(size_t n) { void *p = malloc(n); if (!p) fatal(1); return p; }
static void show(int n) { printf("%d of %s\n", n, "all"); }
struct node { struct node *next; };
static struct node *chain(int n) { struct node *p = need(sizeof *p); p->next = n > 0 ? chain(n - 1) : NULL; return p; }
static int small(int n) { return n + 1; }
int main(void) {
	need(1); need(2); need(3); need(4); need(5); need(6);
	show(1); show(2); show(3); show(4); show(5); show(6); show(7); show(8);
	chain(3); chain(4);
	return small(1) + small(2) + small(3);
}
`))
	if err != nil {
		t.Fatal(err)
	}
	m := inlining.Measure(p, p.FuncByName["main"])
	var names []string
	for _, fn := range m.Procedures() {
		names = append(names, fn.Source)
	}
	slices.Sort(names)
	if want := []string{"fatal", "show"}; !slices.Equal(names, want) {
		t.Errorf("procedures %v, want %v", names, want)
	}
	if small, show := m.Of(p.FuncByName["small"]), m.Of(p.FuncByName["show"]); small < 2 || small > 20 || show < 1000 {
		t.Errorf("small has %d instructions, and show %d", small, show)
	}
}
