package oracle

import "fmt"

// Recursion in loop programs: a function that calls itself, or two that call
// each other, with a parameter that counts down from at most 3, over global
// variables and perhaps one to which a parameter points. A call ends between two
// loop heads, so both forms have the same text.

// recursion is what the recursive functions of a program look like.
type recursion struct {
	mutual  bool // the function calls another one, which calls it
	pointer bool // there is a parameter o that points to a variable
	escapes bool // o of an inner call points to a variable of the outer one
}

// recursive writes the recursive functions, if the program is to have some.
func (g *loopGen) recursive() {
	scalars, arrays, heap, pointer, cursor := g.scalars, g.arrays, g.heap, g.pointer, g.cursor
	g.scalars, g.arrays = globalsOf(scalars), globalsOf(arrays)
	g.heap, g.pointer, g.cursor, g.inHelper = nil, false, false, true
	if len(g.scalars) == 0 || len(g.intVariables(scalars)) == 0 {
		g.calls = nil
	} else {
		if g.calls.mutual {
			g.same("static int s_%d(int n%s);", g.id, g.calls.parameter())
			g.recursiveFunction("r", "s")
			g.recursiveFunction("s", "r")
		} else {
			g.recursiveFunction("r", "r")
		}
	}
	g.scalars, g.arrays, g.heap, g.pointer, g.cursor, g.inHelper = scalars, arrays, heap, pointer, cursor, false
}

func (r *recursion) parameter() string {
	if r.pointer {
		return ", int *o"
	}
	return ""
}

// recursiveFunction writes one function, and the calls in it of the other.
func (g *loopGen) recursiveFunction(name, other string) {
	inputs := g.inputs
	g.inputs = 4 // few, for every activation has its own
	g.same("static int %s_%d(int n%s) {", name, g.id, g.calls.parameter())
	g.same("  int m = n + %d;", g.r.IntN(3))
	g.few()
	argument := ""
	if g.calls.pointer {
		argument = ", o"
		if g.calls.escapes {
			argument = ", &m"
		}
		g.same("  %s*o = (%s) & 7;", oneOf(g, "", "if (n < 2) "), g.expr(1))
	}
	v := oneOf(g, g.scalars...).name
	call := fmt.Sprintf("%s_%d(n - 1%s)", other, g.id, argument)
	switch g.r.IntN(4) {
	case 0:
		g.same("  if (n > 0 && %s) %s = %s;", g.cond(0), v, call)
	case 1:
		g.same("  for (int turn = 0; turn < n && turn < 2; turn++) {")
		g.few()
		g.same("  %s = (%s + %s) & 7;", v, v, call)
		g.same("  }")
	default:
		g.same("  if (n > 0) %s = %s;", v, call)
	}
	g.few()
	g.same("  return (%s + %s) & 7;", oneOf(g, "m", "n", "m + n"), g.expr(0))
	g.same("}")
	g.inputs = inputs
}

// few writes at most two statements.
func (g *loopGen) few() {
	for range g.r.IntN(3) {
		g.simple()
	}
}

// intVariables are the names of those variables that o can point to.
func (g *loopGen) intVariables(vs []loopVar) []string {
	var out []string
	for _, v := range vs {
		if v.typ == "int" {
			out = append(out, v.name)
		}
	}
	return out
}

// callRecursive calls the recursive functions, with 3 at most.
func (g *loopGen) callRecursive() {
	argument := ""
	if g.calls.pointer {
		argument = ", &" + oneOf(g, g.intVariables(g.scalars)...)
	}
	g.inputs += 3
	n := oneOf(g, "(%s) & 3", "(%s) & 1", "(%s) & 3")
	g.same("  %s = r_%d("+n+"%s);", oneOf(g, g.scalars...).name, g.id, g.expr(0), argument)
}
