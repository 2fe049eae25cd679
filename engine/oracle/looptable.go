package oracle

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-dev/assay/engine/op"
)

// A table of pointers to nodes in loop programs: an array that is too large for cells,
// of which only the first tableSize elements are named, or a block of computed size. In
// the reference it is these elements.

// tableOf is what the table of a program looks like.
type tableOf struct {
	kind int // which memory it is in
}

// Where a table is.
const (
	globalTable = iota // an array that starts as zeros
	localTable         // one that starts unwritten
	heapTable          // a block of tn elements, or none
	tableKinds
)

const (
	tableSize = 4   // elements that are named
	wideTable = 700 // elements of an array, which makes it smashed memory of the prover
)

// drawTable decides whether a program has a table.
func drawTable(r *rand.Rand) *tableOf {
	if r.IntN(100) >= 20 {
		return nil
	}
	return &tableOf{kind: r.IntN(tableKinds+1) % tableKinds}
}

func (t *tableOf) places() []string { return []string{"tab", "tn"} }

// outside declares what is global, inside what is not.
func (t *tableOf) outside(g *loopGen) {
	if t.kind == globalTable {
		g.put(fmt.Sprintf("static struct node_%d *tab[%d];", g.id, wideTable), "")
	}
}

func (t *tableOf) inside(g *loopGen) {
	n, set := tableSize, 1
	switch t.kind {
	case localTable:
		set = 0
		g.put(fmt.Sprintf("  struct node_%d *tab[%d];", g.id, wideTable), "")
	case heapTable:
		n, set = 1, 0
		g.put(fmt.Sprintf("  struct node_%d **tab = 0;", g.id), "")
	}
	g.put(fmt.Sprintf("  unsigned tn = %d;", n), fmt.Sprintf("  if (head == 0) { tn = %d; tabulate(&S.ts_, %d, %d); }", n, n, set))
}

// begin gives a table in the heap its block, mostly.
func (t *tableOf) begin(g *loopGen) {
	if t.kind == heapTable {
		t.make(g)
	}
	t.fill(g)
}

// kinds are the statements on the table.
func (t *tableOf) kinds(g *loopGen) []func() {
	of := func(f func(*loopGen)) func() { return func() { f(g) } }
	kinds := []func(){of(t.put), of(t.put), of(t.put), of(t.get), of(t.get), of(t.get), of(t.fill), of(t.move), of(t.clear), of(t.scan), of(t.scan), of(t.release), of(t.patch)}
	if t.kind == heapTable {
		kinds = append(kinds, of(t.make), of(t.grow), of(t.grow), of(t.drop))
	}
	return kinds
}

// present stands in front of a statement, in both forms: that there is a table.
func (t *tableOf) present() string {
	if t.kind == heapTable {
		return "if (tab) "
	}
	return ""
}

// guard is present but now and then.
func (t *tableOf) guard(g *loopGen) string {
	if t.kind == heapTable && !g.chance(85) {
		return ""
	}
	return t.present()
}

// index is the number of an element, mostly of one that there is.
func (t *tableOf) index(g *loopGen) string {
	v := oneOf(g, g.scalars...).name
	switch k := g.r.IntN(8); {
	case k == 0:
		return fmt.Sprint(g.r.IntN(2))
	case k == 1:
		return "(i & 3)"
	case k == 2:
		return fmt.Sprintf("((%s) & 3)", g.expr(0))
	case k < 5:
		return "(tn - 1)"
	}
	return fmt.Sprintf("(%s %% tn)", v)
}

// bad is the condition in the reference that an element cannot be accessed. The next
// line is asked for it.
func (t *tableOf) bad(g *loopGen, k string) string {
	cond := g.ask(op.OutOfBounds, fmt.Sprintf("(%s) >= S.ts_.n", k))
	if t.kind == heapTable {
		cond = g.ask(op.NullAccess, "tab == 0") + " || " + cond
	}
	return "(" + cond + ")"
}

// unset is the condition that an element is not written.
func (t *tableOf) unset(g *loopGen, k string) string {
	return g.ask(op.UninitRead, fmt.Sprintf("!S.ts_.set[%s]", k))
}

// access is the start of a statement in the reference about element k_, where it can be
// accessed.
func (t *tableOf) access(g *loopGen, guard, k string) string {
	return fmt.Sprintf("  %s{ unsigned k_ = %s; if (%s) lost(); ", guard, k, t.bad(g, "k_"))
}

func (t *tableOf) put(g *loopGen) {
	k, to, guard := t.index(g), oneOf(g, append([]string{"0"}, g.heap...)...), t.guard(g)
	g.put(fmt.Sprintf("  %stab[%s] = %s;", guard, k, to), t.access(g, guard, k)+fmt.Sprintf("element(&S.ts_, k_, %s); }", to))
}

func (t *tableOf) get(g *loopGen) {
	k, to, guard := t.index(g), oneOf(g, g.heap...), t.guard(g)
	g.put(fmt.Sprintf("  %s%s = tab[%s];", guard, to, k),
		t.access(g, guard, k)+fmt.Sprintf("if (%s) lost(); %s = S.ts_.at[k_]; }", t.unset(g, "k_"), to))
	if g.chance(60) {
		t.use(g, to)
	}
}

// use reads the node that a pointer names, if it names one.
func (t *tableOf) use(g *loopGen, h string) {
	v, b := oneOf(g, g.scalars...).name, fmt.Sprintf("S.heap[%s - 1]", h)
	g.put(fmt.Sprintf("  if (%s) %s = %s->value;", h, v, h),
		fmt.Sprintf("  if (%s) { if (%s || %s) lost(); %s = %s.value; }", h,
			g.ask(op.DeadAccess, "!"+b+".alive"), g.ask(op.UninitRead, "!"+b+".set"), v, b))
}

// all is the head of a loop over the elements, in both forms.
func (t *tableOf) all() string {
	return fmt.Sprintf("  %sfor (unsigned o = 0; o < tn; o++) ", t.present())
}

// fill writes all elements.
func (t *tableOf) fill(g *loopGen) {
	loop, to := t.all(), oneOf(g, append([]string{"0"}, g.heap...)...)
	g.put(loop+fmt.Sprintf("tab[o] = %s;", to), loop+fmt.Sprintf("element(&S.ts_, o, %s);", to))
}

// scan writes to the nodes that the elements name.
func (t *tableOf) scan(g *loopGen) {
	loop, x, b := t.all(), g.r.IntN(3), "S.heap[S.ts_.at[o] - 1]"
	g.put(loop+fmt.Sprintf("if (tab[o]) tab[o]->value = %d;", x),
		loop+fmt.Sprintf("{ if (%s) lost(); if (S.ts_.at[o]) { if (%s) lost(); %s.value = %d; %s.set = 1; } }",
			t.unset(g, "o"), g.ask(op.DeadAccess, "!"+b+".alive"), b, x, b))
}

// release frees the node of an element, mostly with care.
func (t *tableOf) release(g *loopGen) {
	k, guard, forget, after := t.index(g), t.guard(g), "", ""
	if g.chance(75) {
		forget, after = " tab[k_] = 0;", "S.ts_.at[k_] = 0; "
	}
	b := "S.heap[S.ts_.at[k_] - 1]"
	g.put(fmt.Sprintf("  %s{ unsigned k_ = %s; free(tab[k_]);%s }", guard, k, forget),
		t.access(g, guard, k)+fmt.Sprintf("if (%s) lost(); if (S.ts_.at[k_]) { if (%s) lost(); %s.alive = 0; } %s}",
			t.unset(g, "k_"), g.ask(op.DoubleFree, "!"+b+".alive"), b, after))
}

// move moves all elements but one by one place.
func (t *tableOf) move(g *loopGen) {
	guard := t.present() + "if (tn > 1) "
	way := oneOf(g, [2]int{0, 1}, [2]int{1, 0})
	g.put(fmt.Sprintf("  %smemmove(tab + %d, tab + %d, (tn - 1) * sizeof *tab);", guard, way[0], way[1]),
		fmt.Sprintf("  %sshift(&S.ts_, %d, %d, tn - 1);", guard, way[0], way[1]))
}

// clear makes the first elements null, by bytes.
func (t *tableOf) clear(g *loopGen) {
	n, guard := oneOf(g, "tn", "1", fmt.Sprintf("(%s %% tn)", oneOf(g, g.scalars...).name)), t.present()
	g.put(fmt.Sprintf("  %smemset(tab, 0, %s * sizeof *tab);", guard, n), fmt.Sprintf("  %sfor (unsigned o = 0, e_ = %s; o < e_; o++) element(&S.ts_, o, 0);", guard, n))
}

// patch writes 0 to a byte of an element: a null pointer stays one, all else is lost.
func (t *tableOf) patch(g *loopGen) {
	k, guard := t.index(g), t.guard(g)
	g.put(fmt.Sprintf("  %s((char *)tab)[8 * %s + %d] = 0;", guard, k, g.r.IntN(8)),
		t.access(g, guard, k)+"if (!S.ts_.set[k_] || S.ts_.at[k_]) lost(); }")
}

// make makes a block of computed size.
func (t *tableOf) make(g *loopGen) {
	g.inputs++
	g.same("  tn = ((%s) & 3) + 1;", g.expr(0))
	if g.chance(25) {
		g.put("  tab = calloc(tn, sizeof *tab);", "  tab = in(2) ? tabulate(&S.ts_, 0, 0) - 1 : tabulate(&S.ts_, tn, 1);")
		return
	}
	g.put("  tab = malloc(tn * sizeof *tab);", "  tab = in(2) ? tabulate(&S.ts_, 0, 0) - 1 : tabulate(&S.ts_, tn, 0);")
}

// grow makes room for one more element.
func (t *tableOf) grow(g *loopGen) {
	g.inputs++
	g.put(fmt.Sprintf("  if (tn < %d) { struct node_%d **t_ = realloc(tab, (tn + 1) * sizeof *tab); if (t_) { tab = t_; tn++; } }", tableSize, g.id),
		fmt.Sprintf("  if (tn < %d && !in(2)) { if (tab) S.ts_.n++; else tab = tabulate(&S.ts_, tn + 1, 0); tn++; }", tableSize))
}

// drop frees the block.
func (t *tableOf) drop(g *loopGen) {
	g.put("  free(tab); tab = 0;", "  tabulate(&S.ts_, 0, 0); tab = 0;")
}
