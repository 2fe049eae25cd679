package hidden

import (
	"fmt"
	"strings"
)

// program is the part that the engine sees.
func (g *generator) program() string {
	var b strings.Builder
	b.WriteString("static int private_, counted;\nstatic struct node spare;\nstatic int *table[3];\n")
	fmt.Fprintf(&b, "int exported(int x) { counted += x; %s return counted; }\n", g.pick("", "private_ = x;", "shared = x;", "spare.n = x;"))
	fmt.Fprintf(&b, "static int called(int x) { %s return x + 1; }\n", g.pick("private_ = x;", "counted = x;", "spare.n++;", "if (spare.p) *spare.p = x;", ""))
	fmt.Fprintf(&b, "static int other(int x) { return x * %s; }\n", g.number())
	b.WriteString("int main(void)\n{\n\tint a = 0, b = 1, *p = 0, in = 0;\n\tstruct node n = {0, &a, &spare}, *q = &n;\n\tfunction f = other;\n")
	if g.IntN(2) == 0 { // else spare is private
		b.WriteString("\tspare.p = &b;\n")
	}
	for range inputs {
		if g.IntN(2) == 0 {
			fmt.Fprintf(&b, "\tin = __VERIFIER_nondet_int();\n\t__VERIFIER_assume(in >= 0 && in < %d);\n", inputValues)
		}
	}
	for range 4 + g.IntN(8) {
		b.WriteString(g.statement(1))
	}
	for range 3 {
		b.WriteString(g.mark(1))
	}
	b.WriteString("\treturn f && p && q ? a : b;\n}\n")
	return b.String()
}

// mark asks about the values that variables have.
func (g *generator) mark(depth int) string {
	g.marks++
	return fmt.Sprintf("%sif (%s) mark_%d();\n", strings.Repeat("\t", depth), g.condition(), g.marks-1)
}

func (g *generator) condition() string {
	c := g.scalar() + " " + g.pick("==", "==", "!=", "<") + " " + g.number()
	if g.IntN(3) == 0 {
		c += " " + g.pick("&&", "||") + " " + g.scalar() + " == " + g.pick(g.number(), g.scalar())
	}
	return c
}

// scalar is an expression that no run goes wrong at.
func (g *generator) scalar() string {
	return g.pick("a", "b", "in", "n.n", "spare.n", "private_", "counted", "shared", "(p ? *p : 9)", "q->n", "(p == &a)",
		"(n.p ? *n.p : 9)", "(q->next == &spare)", "(f == called)")
}

// place is something that can be assigned to.
func (g *generator) place() string {
	return g.pick("a", "b", "n.n", "spare.n", "private_", "counted", "shared", "q->n")
}

func (g *generator) address() string {
	return g.pick("&a", "&b", "&n.n", "&spare.n", "&shared", "&private_", "p")
}

// statement is one statement, or a branch or loop with some.
func (g *generator) statement(depth int) string {
	tab := strings.Repeat("\t", depth)
	line := func(format string, args ...any) string { return tab + fmt.Sprintf(format, args...) + "\n" }
	switch g.IntN(24) {
	case 0, 1, 2:
		return line("%s = %s;", g.place(), g.pick(g.number(), g.scalar()))
	case 3:
		return line("give(%s);", g.address())
	case 4:
		return line("give_node(%s);", g.pick("&n", "&spare", "q"))
	case 5:
		return line("table[1] = %s;", g.address()) + line("give_table(table);")
	case 6, 7, 8:
		return line("act();")
	case 9:
		return line("p = take();") + line("if (p) *p = %s;", g.number())
	case 10:
		return line("p = own();")
	case 11:
		return line("if (p) *p = %s;", g.number())
	case 12:
		return line("%s = ask(%s);", g.place(), g.scalar())
	case 13:
		return line("set(%s);", g.pick("called", "other", "f"))
	case 14:
		return line("f = get();") + line("if (f) %s = f(%s);", g.place(), g.number())
	case 15:
		return line("n.next = %s;", g.pick("0", "&spare")) + line("n.p = %s;", g.address())
	case 16:
		return line("{ struct node *m = take_node(); if (m) q = m; }")
	case 17:
		return line("shared_pointer = %s;", g.address())
	case 18:
		return line("q = %s;", g.pick("&n", "&spare"))
	case 19, 20:
		if depth < 3 {
			return line("if (%s) {", g.condition()) + g.statement(depth+1) + g.statement(depth+1) + line("}")
		}
	case 21:
		if depth < 3 {
			return line("for (int i = 0; i < 2; i++) {") + g.statement(depth+1) + g.statement(depth+1) + line("}")
		}
	case 22:
		return g.mark(depth)
	}
	return line("%s = %s;", g.place(), g.number())
}
