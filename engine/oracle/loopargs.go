package oracle

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-dev/assay/engine/op"
)

// Arguments of the program in loop programs, and functions without a body that
// are given pointers. The reference tries few and short arguments and few
// changes, so that an exploration of such a program is never complete: it tells
// what happens, not what cannot.

// argsOf is how a program looks at its arguments: by argv, by av, which goes
// along it, and by ms, which goes along one.
type argsOf struct {
	writes bool // it writes to them, too
}

// drawArgs decides whether a program looks at its arguments, and whether it calls a
// function without a body.
func drawArgs(r *rand.Rand) (args *argsOf, outside bool) {
	if r.IntN(100) < 20 {
		args = &argsOf{writes: r.IntN(100) < 30}
	}
	return args, r.IntN(100) < 20
}

// places are the names of argc and the pointers. argv is no variable of the state.
func (a *argsOf) places() []string { return []string{"argc", "av", "ms"} }

// outside and begin: arguments are declared in main, and are there.
func (a *argsOf) outside(*loopGen) {}
func (a *argsOf) begin(*loopGen)   {}

// inside declares the local variables.
func (a *argsOf) inside(g *loopGen) {
	g.put("  char **av = argv, *ms = argv[0];", "  if (head == 0) { arguments(&S.args_); argc = S.args_.n; av = 0; ms = arg_at(0, &S.args_, 0); }")
}

// kinds are the statements on arguments.
func (a *argsOf) kinds(g *loopGen) []func() {
	of := func(f func(*loopGen)) func() { return func() { f(g) } }
	kinds := []func(){of(a.count), of(a.scan), of(a.scan), of(a.read), of(a.read), of(a.compare), of(a.aim), of(a.aim), of(a.move), of(a.follow), of(a.follow)}
	if a.writes {
		kinds = append(kinds, of(a.write), of(a.write), of(a.write))
	}
	return kinds
}

// argsHead is the head of a loop over the arguments, in both forms; what ends a turn
// has one.
type argsHead struct{ start, refStart, head, refHead, step string }

// loop draws the head of a loop: by the number v, or by av.
func (a *argsOf) loop(g *loopGen, v string) argsHead {
	if g.chance(50) {
		return argsHead{v + " = 1", v + " = 1", v + " < argc", v + " < argc", v + "++"}
	}
	h := argsHead{"av = argv", "av = 0", "*av", "", "av++"}
	if g.chance(50) {
		h.start, h.refStart = "av = argv + 1", "av = 1"
	}
	h.refHead = fmt.Sprintf("arg_at(%d, &S.args_, av)", g.lined(op.OutOfBounds))
	return h
}

// argument is one of the arguments, in both forms, and what stands in front of a
// statement about it.
type argument struct{ plain, ref, guard, refGuard string }

// one is an argument for the next line, mostly with a guard.
func (a *argsOf) one(g *loopGen) argument {
	k := oneOf(g, "0", "1", "1", "2", "i", "i", "j", oneOf(g, g.scalars...).name)
	at := func(place string) string { return fmt.Sprintf("arg_at(%d, &S.args_, %s)", g.line+1, place) }
	guard := ""
	switch {
	case g.chance(30):
		x := argument{plain: "*av", ref: at("av")}
		if !g.chance(20) {
			g.lined(op.OutOfBounds)
			x.guard, x.refGuard = "if (*av) ", fmt.Sprintf("if (%s) ", x.ref)
		}
		return x
	case g.chance(75):
		guard = fmt.Sprintf("if ((long)%s >= 0 && (long)%s < argc) ", k, k)
	case g.chance(50):
		guard = fmt.Sprintf("if ((long)%s < argc) ", k)
	}
	return argument{fmt.Sprintf("argv[(long)%s]", k), at("(long)" + k), guard, guard}
}

// put writes a statement about an argument, behind its guard.
func (x *argument) put(g *loopGen, plain, ref string) {
	g.put("  "+x.guard+plain, "  "+x.refGuard+ref)
}

func (a *argsOf) count(g *loopGen) {
	g.same("  %s = argc & 7;", oneOf(g, g.scalars...).name)
}

// scan walks along an argument, or asks for its length.
func (a *argsOf) scan(g *loopGen) {
	v, line := oneOf(g, g.scalars...).name, g.lined(op.NullAccess, op.OutOfBounds)
	x := a.one(g)
	if g.chance(40) {
		x.put(g, fmt.Sprintf("%s = strlen(%s) & 7;", v, x.plain), fmt.Sprintf("%s = arg_length(%d, &S.args_, %s) & 7;", v, line, x.ref))
		return
	}
	x.put(g, fmt.Sprintf("for (const char *c_ = %s; *c_; c_++) %s = *c_ & 3;", x.plain, v),
		fmt.Sprintf("for (int s_ = %s; arg_byte(%d, &S.args_, s_, 0); s_++) %s = arg_byte(%d, &S.args_, s_, 0) & 3;", x.ref, line, v, line))
}

// read reads a byte of an argument.
func (a *argsOf) read(g *loopGen) {
	v, line := oneOf(g, g.scalars...).name, g.lined(op.NullAccess, op.OutOfBounds)
	off := oneOf(g, "0", "0", "0", "1", fmt.Sprintf("((%s) & 1)", oneOf(g, g.scalars...).name))
	x := a.one(g)
	x.put(g, fmt.Sprintf("%s = (%s)[%s] & 3;", v, x.plain, off), fmt.Sprintf("%s = arg_byte(%d, &S.args_, %s, %s) & 3;", v, line, x.ref, off))
}

// compare compares an argument with a text, and marks what follows.
func (a *argsOf) compare(g *loopGen) {
	text := oneOf(g, "", "\x01", "\x02\x01")
	x := a.one(g)
	mark, line := g.ask(op.Reach, "1"), g.lined(op.NullAccess)
	x.put(g, fmt.Sprintf("if (strcmp(%s, %q) == 0) T_%d(1);", x.plain, text, g.id),
		fmt.Sprintf("if (arg_is(%d, &S.args_, %s, %q)) %s;", line, x.ref, text, mark))
}

// aim points ms to an argument, or to none.
func (a *argsOf) aim(g *loopGen) {
	if g.chance(10) {
		g.same("  ms = 0;")
		return
	}
	g.lined(op.OutOfBounds)
	x := a.one(g)
	x.put(g, "ms = "+x.plain+";", "ms = "+x.ref+";")
}

// move moves a pointer on, mostly not behind the end.
func (a *argsOf) move(g *loopGen) {
	switch line := g.lined(op.NullAccess, op.OutOfBounds); {
	case g.chance(40):
		g.put("  if (*av) av++;", fmt.Sprintf("  if (arg_at(%d, &S.args_, av)) av++;", line))
	case g.chance(20):
		g.put("  av = argv;", "  av = 0;")
	default:
		g.put("  if (ms && *ms) ms++;", fmt.Sprintf("  if (ms && arg_byte(%d, &S.args_, ms, 0)) ms++;", line))
	}
}

// follow reads what ms points to.
func (a *argsOf) follow(g *loopGen) {
	v, guard, line := oneOf(g, g.scalars...).name, oneOf(g, "", "if (ms) ", "if (ms) ", "if (ms) "), g.lined(op.NullAccess, op.OutOfBounds)
	g.put(fmt.Sprintf("  %s%s = *ms & 3;", guard, v), fmt.Sprintf("  %s%s = arg_byte(%d, &S.args_, ms, 0) & 3;", guard, v, line))
}

// write changes an argument, or which argument stands where, and mostly looks whether
// that was done.
func (a *argsOf) write(g *loopGen) {
	plain, ref, looks, refLooks := "if (ms && *ms) *ms = 1", "if (ms && arg_byte(0, &S.args_, ms, 0)) arg_put(&S.args_, ms, 1)",
		"if (ms && *ms == 1)", "if (ms && arg_byte(0, &S.args_, ms, 0) == 1)"
	if g.chance(50) {
		plain, ref, looks, refLooks = "if (argc > 1) argv[1] = ms", "if (argc > 1) S.args_.at[1] = ms",
			"if (argc > 1 && argv[1] == ms)", "if (argc > 1 && S.args_.at[1] == ms)"
	}
	g.put("  "+plain+";", "  "+ref+";")
	if g.chance(60) {
		g.put(fmt.Sprintf("  %s T_%d(2);", looks, g.id), fmt.Sprintf("  %s %s;", refLooks, g.ask(op.Reach, "1")))
	}
}

// callOutside calls a function without a body: it may change what it is given, and
// what it was given before.
func (g *loopGen) callOutside() {
	v := oneOf(g, g.scalars...).name
	g.inputs += 2
	at, given := g.r.IntN(len(g.scalars)+len(g.arrays)+1), "0"
	switch {
	case at < len(g.scalars):
		given = "&" + g.scalars[at].name
	case at < len(g.scalars)+len(g.arrays):
		given = g.arrays[at-len(g.scalars)].name
	}
	changes := ""
	if given != "0" {
		changes = fmt.Sprintf("S.given_ |= 1 << %d; ", at)
	}
	if at >= len(g.scalars) && given != "0" { // that all of it is written is an assumption
		changes += fmt.Sprintf("memset(S.%s_set, 1, sizeof S.%s_set); ", given, given)
	}
	for i, s := range g.scalars {
		changes += fmt.Sprintf("if (S.given_ >> %d & 1 && in(2)) %s = in(2); ", i, s.name)
	}
	for i, a := range g.arrays {
		changes += fmt.Sprintf("if (S.given_ >> %d & 1 && in(2)) { int k_ = in(2); %s[k_] = in(2); S.%s_set[k_] = 1; } ", len(g.scalars)+i, a.name, a.name)
	}
	g.put(fmt.Sprintf("  %s = out_%d(%s) & 3;", v, g.id, given), fmt.Sprintf("  { %s%s = in(2); partial(); }", changes, v))
}
