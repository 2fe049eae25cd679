package hidden

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is C text for both sides: with HIDDEN defined it is whole, and a run prints the
// numbers of the marks that it came to.
type Program struct {
	Seed  uint64
	Text  string
	Marks int
}

// Inputs is how many values an input has, and how often a program asks for one at most.
const (
	inputValues = 3
	inputs      = 2
)

// generator makes one program.
type generator struct {
	*rand.Rand
	text  strings.Builder
	marks int
}

// Generate makes the program of a seed.
func Generate(seed uint64) *Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	g.put(head)
	g.put("#ifdef HIDDEN\n" + hiddenHead)
	for _, f := range hiddenFunctions {
		g.put(f.head + "\n{\n" + g.hiddenBody(f) + "}\n")
	}
	g.put("#endif\n")
	body := g.program()
	for i := range g.marks {
		fmt.Fprintf(&g.text, "static void mark_%d(void) {\n#ifdef HIDDEN\n\thit(%d);\n#endif\n}\n", i, i)
	}
	g.put(body)
	return &Program{seed, g.text.String(), g.marks}
}

func (g *generator) put(s string) { g.text.WriteString(s) }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// number is a small constant: equality of two is likely.
func (g *generator) number() string { return fmt.Sprint(g.IntN(4)) }

const head = `struct node { int n; int *p; struct node *next; };
typedef int (*function)(int);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void give(int *p);
void give_node(struct node *n);
void give_table(int **t);
void set(function f);
int *take(void);
int *own(void);
struct node *take_node(void);
function get(void);
int ask(int x);
void act(void);
int shared;
int *shared_pointer = &shared;
int exported(int x);
`

// hiddenHead is the state of the hidden code, and what native runs stand on.
const hiddenHead = `#include <stdio.h>
#include <stdlib.h>
static int count;
static const char *answers;
int __VERIFIER_nondet_int(void) { return *answers ? *answers++ - '0' : 0; }
void __VERIFIER_assume(int c) { if (!c) exit(0); }
static void hit(int n) { printf("%d\n", n); }
__attribute__((constructor)) static void begin(int argc, char **argv) { answers = argc > 1 ? argv[1] : ""; }
static int *h_p, **h_t, h_own;
static struct node *h_n;
static function h_f;
static int depth;
static int doubled(int x) { return 2 * x; }
`

// hiddenFunction is the head of a function, with what its body has besides the state.
type hiddenFunction struct{ head, first, result string }

var hiddenFunctions = []hiddenFunction{
	{"void give(int *p)", "h_p = p;", ""},
	{"void give_node(struct node *n)", "h_n = n;", ""},
	{"void give_table(int **t)", "h_t = t;", ""},
	{"void set(function f)", "h_f = f;", ""},
	{"int *take(void)", "", "h_p"},
	{"int *own(void)", "", "&h_own"},
	{"struct node *take_node(void)", "", "h_n"},
	{"function get(void)", "", "f"},
	{"int ask(int x)", "", "x"},
	{"void act(void)", "", ""},
}

// hiddenBody is what a hidden function does: a few actions at its calls.
func (g *generator) hiddenBody(f hiddenFunction) string {
	var b strings.Builder
	if f.first != "" && g.IntN(4) > 0 {
		fmt.Fprintf(&b, "\t%s\n", f.first)
	}
	b.WriteString("\tif (depth++ < 2) {\n\t\tcount++;\n")
	for range g.IntN(4) {
		fmt.Fprintf(&b, "\t\t%s\n", g.action())
	}
	b.WriteString("\t}\n\tdepth--;\n")
	switch f.result {
	case "":
	case "f":
		fmt.Fprintf(&b, "\treturn %s;\n", g.pick("h_f", "doubled", "0", "exported"))
	case "x":
		fmt.Fprintf(&b, "\treturn %s;\n", g.pick("x", "h_own", "count", "x + count", g.number()))
	case "h_p":
		fmt.Fprintf(&b, "\treturn %s;\n", g.pick("h_p", "h_p", "h_n ? h_n->p : 0", "&h_own", "shared_pointer", "0"))
	case "h_n":
		fmt.Fprintf(&b, "\treturn %s;\n", g.pick("h_n", "h_n", "h_n ? h_n->next : 0", "0"))
	default:
		fmt.Fprintf(&b, "\treturn %s;\n", f.result)
	}
	return b.String()
}

// action is a step of hidden code.
func (g *generator) action() string {
	k := g.number()
	return g.pick(
		"if (h_p) *h_p = "+k+";",
		"if (h_n) h_n->n = "+k+";",
		"if (h_n && h_n->p) *h_n->p = "+k+";",
		"if (h_n && h_n->next) h_n->next->n = "+k+";",
		"if (h_t && h_t[1]) *h_t[1] = "+k+";",
		"if (h_n) h_n->p = h_p;",
		"h_own = "+k+";",
		"h_own++;",
		"if (shared_pointer) *shared_pointer = "+k+";",
		"shared = "+k+";",
		"if (h_f) h_own = h_f("+k+");",
		"h_own = exported("+k+");",
		"if (count > 1 && h_p) *h_p = count;",
	)
}
