package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// BoundedProgram is a program that takes its input as bytes and arguments, in
// loops and calls that input ends, with the bounds under which it is asked about.
type BoundedProgram struct {
	Seed    uint64
	Text    string
	Options engine.Options
	Hits    []int          // by target: the line of its call
	Loops   map[string]int // by line, as a verdict names it: the loop's number
	Letters string         // of standard input
	Words   string         // of arguments
}

// boundedGen writes such a program.
type boundedGen struct {
	*rand.Rand
	p     *BoundedProgram
	text  strings.Builder
	line  int
	depth int
	// onArguments: most statements are about arguments.
	onArguments bool
}

// GenerateBounded makes the program of a seed.
func GenerateBounded(seed uint64) *BoundedProgram {
	g := &boundedGen{Rand: rand.New(rand.NewPCG(seed, 77)), p: &BoundedProgram{Seed: seed, Loops: map[string]int{}}}
	letters := []string{"ab\n", "ab x", "a1 -", "ab1\n", "aa\n "}
	g.p.Letters, g.p.Words = letters[g.IntN(len(letters))], "ab"
	g.p.Options = engine.Options{MaxStdin: 1 + g.IntN(5), MaxArgc: 1 + g.IntN(3), MaxArgLen: 1 + g.IntN(2), NoProver: g.IntN(3) > 0, Seed: int64(seed % 1000),
		Interpolation: []engine.Interpolation{engine.InterpolationWP, engine.InterpolationWP, engine.InterpolationNone, engine.InterpolationDeletion}[g.IntN(4)]}
	if g.onArguments = g.IntN(2) == 0; g.onArguments {
		g.p.Options.MaxArgc = 2 + g.IntN(2)
	}
	if g.IntN(4) > 0 {
		g.p.Options.MaxLoop = 1 + g.IntN(2)
	}
	if g.IntN(2) == 0 {
		g.p.Options.MaxDepth = 2 + g.IntN(3)
	}
	g.put(`#include "bounded.h"`)
	g.put("static int down(int k)")
	g.put("{")
	g.put("    called();")
	g.put("    int c = getchar(), r = k;")
	g.put("    if (c == '%s')", g.letter())
	g.put("        r = down(k + 1);")
	g.put("    returned();")
	g.put("    return r;")
	g.put("}")
	g.put("int main(int argc, char **argv)")
	g.put("{")
	g.put("    int a = 0, b = 0, c = 0, n = 0, i = 0;")
	g.put("    char w[8] = {0};")
	for range 2 + g.IntN(4) {
		g.statement()
		if g.IntN(2) == 0 {
			g.check()
		}
	}
	g.check()
	g.check()
	g.put("    return a + b + c + n + i + (argv == 0) + w[0];")
	g.put("}")
	g.p.Text = g.text.String()
	return g.p
}

// put writes a line at the depth of the loops around it.
func (g *boundedGen) put(format string, args ...any) {
	g.line++
	fmt.Fprintf(&g.text, strings.Repeat("    ", g.depth)+format+"\n", args...)
}

// letter is one of standard input's, as C writes it between quotes.
func (g *boundedGen) letter() string {
	return strings.ReplaceAll(string(g.p.Letters[g.IntN(len(g.p.Letters))]), "\n", `\n`)
}

// loop writes a loop that ends each turn by saying so.
func (g *boundedGen) loop(head string, body func()) {
	k := len(g.p.Loops)
	g.put("    entered(%d);", k)
	g.put("    %s {", head)
	g.p.Loops[fmt.Sprint(g.line)] = k
	body()
	g.put("        turned(%d);", k)
	g.put("    }")
}

// statement writes a statement that reads, or works on what was read.
func (g *boundedGen) statement() {
	kinds := []func(){
		func() { g.put("    c = getchar();") },
		func() { g.put("    c = c == EOF ? c : ungetc(getchar(), stdin);") },
		func() { g.put("    b = scanf(\"%%%dd\", &a);", 1+g.IntN(3)) },
		func() { g.put("    b = scanf(\"%%%ds\", w);", 1+g.IntN(6)) },
		func() { g.put("    b += fgets(w, %d, stdin) != NULL;", 2+g.IntN(6)) },
		func() { g.put("    n += (int)fread(w, 1, %d, stdin);", 1+g.IntN(6)) },
		g.call, g.call,
		func() { g.put("    b = argc > %d && strlen(argv[%d]) > %d;", 1, 1, g.IntN(3)) },
		func() { g.put("    b += argc > %d;", 1+g.IntN(3)) },
		g.argument, g.library, g.library, g.arguments, g.scan, g.count, g.count, g.check,
	}
	if g.onArguments && g.IntN(4) > 0 {
		kinds = []func(){g.argument, g.library, g.library, g.library, g.arguments}
	}
	if g.depth == 0 && len(g.p.Loops) < 5 {
		kinds = append(kinds, g.lines)
	}
	kinds[g.IntN(len(kinds))]()
}

func (g *boundedGen) argument() {
	at := 1 + g.IntN(2)
	first := ""
	if g.IntN(2) == 0 {
		first = fmt.Sprintf("argv[%d][0] != 0 && argv[%d][1] == 'a' || ", at, at)
	}
	g.put("    if (argc > %d && (%sargv[%d][0] == '%c'))", at, first, at, "ab"[g.IntN(2)])
	g.put("        a++;")
}

func (g *boundedGen) call() { g.put("    a = down(%d);", g.IntN(2)) }

// library hands an argument to a function that goes through it.
func (g *boundedGen) library() {
	calls := []string{
		`strcmp(%s, "ab") == 0`, `strncmp(%s, "aab", 3) == 0`, `strchr(%s, 'b') != NULL`, `strrchr(%s, 'a') != NULL`,
		`(int)strspn(%s, "a")`, `(int)strcspn(%s, "b")`, `(strstr(%s, "aa") != NULL)`, `snprintf(w, sizeof w, "%%s", %s)`, `(int)strnlen(%s, 3)`, `sscanf(%s, "%%7[a]", w)`,
		`(strncpy(w, %s, 7) != w)`,
	}
	at := 1 + g.IntN(2)
	g.put("    if (argc > %d)", at)
	g.put("        %s = %s;", []string{"a", "b", "n"}[g.IntN(3)], fmt.Sprintf(calls[g.IntN(len(calls))], fmt.Sprintf("argv[%d]", at)))
}

// arguments is a loop over them.
func (g *boundedGen) arguments() {
	g.loop("for (i = 1; i < argc; i++)", func() {
		g.put("        b += argv[i][0] == 'a';")
	})
}

func (g *boundedGen) scan() {
	head := "while ((c = getchar()) != EOF && c != '%s' && n < 7)"
	if g.IntN(2) == 0 {
		head = "while ((c = getchar()) == '%s' && n < 7)"
	}
	g.loop(fmt.Sprintf(head, g.letter()), func() {
		g.put("        w[n++] = (char)c;")
	})
}

func (g *boundedGen) count() {
	g.loop("for (i = 0; w[i] != 0; i++)", func() {
		g.put("        a += w[i] == '%s';", g.letter())
	})
}

func (g *boundedGen) lines() {
	g.loop(fmt.Sprintf("while (fgets(w, %d, stdin) != NULL)", 2+g.IntN(6)), func() {
		g.depth++
		g.statement()
		g.statement()
		g.depth--
	})
}

// check writes a target: what few inputs come to.
func (g *boundedGen) check() {
	if len(g.p.Hits) == 6 {
		return
	}
	conds := []string{
		fmt.Sprintf("c == '%s'", g.letter()), "c == EOF", fmt.Sprintf("a == %d", g.IntN(5)), fmt.Sprintf("n == %d", g.IntN(6)),
		fmt.Sprintf("i == %d", g.IntN(5)), fmt.Sprintf("b == %d", g.IntN(4)), fmt.Sprintf("argc == %d", 1+g.IntN(4)),
		fmt.Sprintf("strcmp(w, \"%s%s\") == 0", g.letter(), g.letter()), fmt.Sprintf("strlen(w) == %d", g.IntN(6)), "feof(stdin)",
	}
	cond := conds[g.IntN(len(conds))]
	if g.IntN(2) == 0 {
		cond += " && " + conds[g.IntN(len(conds))]
	}
	g.put("    if (%s)", cond)
	g.put("        hit(%d);", len(g.p.Hits))
	g.p.Hits = append(g.p.Hits, g.line)
}
