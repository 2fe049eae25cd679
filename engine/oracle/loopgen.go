package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// LoopProgram is a random program whose loops end when an input says so, over
// variables of few values: all its states can be explored. It has two forms.
// The plain one is what the engine reads. In the reference, which is linked to
// reference/explore.c, all variables are members of one state, loops are jumps
// between labels, and a run ends at the next loop head, from which another one
// starts. Expressions are the same text in both.
type LoopProgram struct {
	Seed      uint64
	Plain     string
	Reference string
	Asked     map[Candidate]bool
	Heap      bool
}

// loopGen writes a loop program.
type loopGen struct {
	r          *rand.Rand
	id         int // ends the names of functions
	plain, ref strings.Builder
	line       int
	asked      map[Candidate]bool
	scalars    []loopVar
	arrays     []loopVar
	heap       []string // pointers to nodes
	pointer    bool     // there is p, to a scalar or an element of the first array
	cursor     bool     // there is q, into the first array
	loops      int      // made so far
	around     []aroundLoop
	helper     bool // there is a function f
	inHelper   bool
	calls      *recursion // nil: there are no functions that call themselves
	mem        *bytesOf   // nil: there are no objects of bytes
	args       *argsOf    // nil: the program does not look at its arguments
	table      *tableOf   // nil: there is no table of pointers
	vector     *vectorOf  // nil: there are no numbers beside an array
	outside    bool       // there is a function without a body
	inputs     int        // on the way through the body at hand
	depth      int
}

// feature is something that a share of the programs has: the names that it brings, its
// declarations, and what it does first.
type feature interface {
	places() []string
	outside(*loopGen)
	inside(*loopGen)
	begin(*loopGen)
}

// features are those of the program.
func (g *loopGen) features() (all []feature) {
	if g.mem != nil {
		all = append(all, g.mem)
	}
	if g.args != nil {
		all = append(all, g.args)
	}
	if g.table != nil {
		all = append(all, g.table)
	}
	if g.vector != nil {
		all = append(all, g.vector)
	}
	return all
}

// aroundLoop is a loop that a statement is in: where continue goes to.
type aroundLoop struct{ next, end string }

// loopVar is a variable, or an array of n elements.
type loopVar struct {
	name, typ string
	n         int
	global    bool
	unset     bool // elements start uninitialised
}

// GenerateLoops makes the loop program of a seed. id ends the names of its
// functions, so that many can be compiled together. bytes: it has objects of bytes,
// which otherwise a share of the programs has.
func GenerateLoops(seed uint64, id int, bytes bool) *LoopProgram {
	g := &loopGen{r: rand.New(rand.NewPCG(seed, 0x6c6f6f7073)), id: id, asked: map[Candidate]bool{}}
	if r := rand.New(rand.NewPCG(seed, 0x63616c6c)); r.IntN(100) < 40 {
		g.calls = &recursion{mutual: r.IntN(100) < 30, pointer: r.IntN(100) < 40}
		g.calls.escapes = g.calls.pointer && r.IntN(100) < 15
	}
	g.mem = drawBytes(rand.New(rand.NewPCG(seed, 0x6279746573)), bytes)
	g.args, g.outside = drawArgs(rand.New(rand.NewPCG(seed, 0x61726773)))
	g.table = drawTable(rand.New(rand.NewPCG(seed, 0x7461626c65)))
	g.vector = drawVector(rand.New(rand.NewPCG(seed, 0x766563746f72)))
	g.declare()
	g.program()
	return &LoopProgram{Seed: seed, Plain: g.plain.String(), Reference: g.ref.String(), Asked: g.asked, Heap: len(g.heap) > 0 || g.mem != nil}
}

// put writes a line of the plain form, and its counterpart.
func (g *loopGen) put(plain, ref string) {
	g.line++
	g.plain.WriteString(plain + "\n")
	g.ref.WriteString(ref + "\n")
}

// same writes a line that both forms have.
func (g *loopGen) same(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	g.put(text, text)
}

// ask notes that the next line can commit a violation, and is the call in the
// reference that says so.
func (g *loopGen) ask(c op.Class, bad string) string {
	g.asked[Candidate{g.line + 1, c}] = true
	ends := 0
	switch {
	case c == op.Assert:
		ends = 2 // no error but the end of the program
	case c.Effect() == op.Ends:
		ends = 1
	}
	return fmt.Sprintf("check(%d, %d, %d, %s)", g.line+1, int(c), ends, bad)
}

func (g *loopGen) chance(percent int) bool { return g.r.IntN(100) < percent }

func oneOf[T any](g *loopGen, xs ...T) T { return xs[g.r.IntN(len(xs))] }

// declare draws the variables.
func (g *loopGen) declare() {
	for i := range 2 + g.r.IntN(3) {
		g.scalars = append(g.scalars, loopVar{name: string(rune('a' + i)), typ: oneOf(g, "int", "int", "unsigned char", "unsigned"), global: g.chance(50)})
	}
	for i := range g.r.IntN(3) {
		v := loopVar{name: fmt.Sprintf("t%d", i), typ: oneOf(g, "int", "unsigned char"), n: 2 + g.r.IntN(4), global: g.chance(60)}
		v.unset = !v.global && g.chance(60)
		g.arrays = append(g.arrays, v)
	}
	g.pointer, g.cursor, g.helper = g.chance(35), len(g.arrays) > 0 && !g.arrays[0].unset && g.chance(40), g.chance(35)
	if g.chance(30) {
		g.heap = []string{"h", "k", "l"}[:1+g.r.IntN(3)]
	}
	if g.table != nil && len(g.heap) == 0 {
		g.heap = []string{"h", "k"}
	}
}

// program writes both forms.
func (g *loopGen) program() {
	g.put("extern int __VERIFIER_nondet_int(void);", fmt.Sprintf("#define S S%d", g.id))
	g.put("extern void __VERIFIER_error(void);", "#undef IN")
	g.put("#undef IN", "#define IN(n) in(n)")
	if len(g.heap) > 0 || g.mem != nil || g.vector != nil {
		g.put("#include <stdlib.h>", "")
	}
	if g.mem != nil || g.args != nil || g.table != nil || g.vector != nil {
		g.put("#include <string.h>", "")
	}
	if g.outside {
		g.put(fmt.Sprintf("extern int out_%d(void *);", g.id), "")
	}
	g.put("#define IN(n) (__VERIFIER_nondet_int() & ((n) - 1))", g.state())
	g.put("#undef AT", "#undef AT")
	g.put("#define AT(x) ((int)((x) - t0))", "#define AT(x) (x)")
	for _, v := range g.places() {
		g.plain.WriteString(fmt.Sprintf("#define %s %s_%d\n", v, v, g.id))
		g.ref.WriteString(fmt.Sprintf("#define %s S.%s\n", v, v+"_"))
		g.line++
	}
	g.put(fmt.Sprintf("static void T_%d(int k) { (void)k; }", g.id), "")
	if len(g.heap) > 0 {
		g.put(fmt.Sprintf("struct node_%d { int value; struct node_%d *next; };", g.id, g.id), "")
	}
	for _, v := range append(append([]loopVar(nil), g.scalars...), g.arrays...) {
		if v.global {
			g.put("static "+v.declaration("")+";", "")
		}
	}
	for _, p := range g.features() {
		p.outside(g)
	}
	if g.helper {
		g.function()
	}
	if g.calls != nil {
		g.recursive()
	}
	parameters := "void"
	if g.args != nil {
		parameters = "int argc, char **argv"
	}
	g.put(fmt.Sprintf("int main_%d(%s) {", g.id, parameters), fmt.Sprintf("static int run%d(int head) {", g.id))
	g.locals()
	g.put("", "  switch (head) { case 1: goto R1; case 2: goto R2; case 3: goto R3; case 4: goto R4; case 5: goto R5; }")
	outermost := 3
	if g.mem != nil {
		outermost = 2
	}
	for _, p := range g.features() {
		p.begin(g)
	}
	g.block(outermost+g.r.IntN(3), true)
	for g.loops < 5 { // labels that the switch names
		g.loops++
		g.put("", fmt.Sprintf("  if (0) { R%d: ; }", g.loops))
	}
	g.put("  return 0;", "  return 0;")
	g.same("}")
	for _, v := range g.places() {
		g.same("#undef %s", v)
	}
	g.put("", "#undef S")
}

// places are the names of all variables.
func (g *loopGen) places() []string {
	var out []string
	for _, v := range g.scalars {
		out = append(out, v.name)
	}
	for _, v := range g.arrays {
		out = append(out, v.name)
	}
	if g.pointer {
		out = append(out, "p")
	}
	if g.cursor {
		out = append(out, "q")
	}
	for _, p := range g.features() {
		out = append(out, p.places()...)
	}
	return append(append(out, g.heap...), "i", "j")
}

// declaration declares a variable or array with its initial value.
func (v *loopVar) declaration(init string) string {
	if v.n > 0 {
		return fmt.Sprintf("%s %s[%d]%s", v.typ, v.name, v.n, init)
	}
	return fmt.Sprintf("%s %s%s", v.typ, v.name, init)
}

// state is the reference's state, on one line.
func (g *loopGen) state() string {
	var s strings.Builder
	fmt.Fprintf(&s, "static struct { ")
	for _, v := range g.scalars {
		fmt.Fprintf(&s, "%s %s_; ", v.typ, v.name)
	}
	for _, v := range g.arrays {
		fmt.Fprintf(&s, "%s %s_[%d]; unsigned char %s_set[%d]; ", v.typ, v.name, v.n, v.name, v.n)
	}
	s.WriteString("int p_, q_, h_, k_, l_, mp_, mw_, mu_, mv_, array_, i_, j_, argc_, av_, ms_, given_, tab_, vec_; unsigned len_, tn_, vn_; struct table ts_; struct vector vs_, vw_; struct args args_; struct block heap[MAXBLOCKS], big_, rec_; } S; ")
	fmt.Fprintf(&s, "static int *at%d(int p) { switch (p) { ", g.id)
	for n, t := range g.targets() {
		fmt.Fprintf(&s, "case %d: return &S.%s_%s; ", n+1, t[0], t[1])
	}
	s.WriteString("} return 0; }")
	return s.String()
}

// targets are what p can point to: name and index.
func (g *loopGen) targets() [][2]string {
	var out [][2]string
	for _, v := range g.scalars {
		if v.typ == "int" {
			out = append(out, [2]string{v.name, ""})
		}
	}
	if len(g.arrays) > 0 && g.arrays[0].typ == "int" && !g.arrays[0].unset {
		for i := range g.arrays[0].n {
			out = append(out, [2]string{g.arrays[0].name, fmt.Sprintf("[%d]", i)})
		}
	}
	return out
}

// locals declares what is not global.
func (g *loopGen) locals() {
	for _, v := range g.scalars {
		if !v.global {
			n := g.r.IntN(4)
			g.put(fmt.Sprintf("  %s = %d;", v.declaration(""), n), fmt.Sprintf("  if (head == 0) %s = %d;", v.name, n))
		}
	}
	for _, v := range g.arrays {
		if !v.global {
			init := " = {0}"
			if v.unset {
				init = ""
			}
			g.put("  "+v.declaration(init)+";", "")
		}
	}
	if g.pointer {
		g.put("  int *p = 0;", "")
	}
	if g.cursor {
		a := &g.arrays[0]
		g.put(fmt.Sprintf("  %s *q = %s;", a.typ, a.name), "")
	}
	for _, h := range g.heap {
		g.put(fmt.Sprintf("  struct node_%d *%s = 0;", g.id, h), "")
	}
	for _, p := range g.features() {
		p.inside(g)
	}
	g.put("  int i = 0, j = 0;", "  (void)at"+fmt.Sprint(g.id)+";")
}

// function writes the helper: a few statements on globals, and a result.
func (g *loopGen) function() {
	scalars, arrays, heap, pointer, cursor := g.scalars, g.arrays, g.heap, g.pointer, g.cursor
	g.scalars, g.arrays = globalsOf(scalars), globalsOf(arrays)
	g.heap, g.pointer, g.cursor, g.inHelper = nil, false, false, true
	if len(g.scalars) == 0 {
		g.helper = false
	} else {
		g.put(fmt.Sprintf("static int f_%d(int n) {", g.id), fmt.Sprintf("static int f_%d(int n) {", g.id))
		for range 1 + g.r.IntN(3) {
			g.simple()
		}
		g.same("  return (n + %s) & 7;", g.expr(1))
		g.same("}")
	}
	g.scalars, g.arrays, g.heap, g.pointer, g.cursor, g.inHelper = scalars, arrays, heap, pointer, cursor, false
}

func globalsOf(vs []loopVar) []loopVar {
	var out []loopVar
	for _, v := range vs {
		if v.global {
			out = append(out, v)
		}
	}
	return out
}
