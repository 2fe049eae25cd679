package oracle

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// maxLoops is how many loops a program has: the labels of the reference.
const maxLoops = 5

// block writes n statements. The outermost block has at least one loop.
func (g *loopGen) block(n int, outer bool) {
	for i := range n {
		switch {
		case g.loops < maxLoops && g.depth < 2 && (outer && i == n/2 || g.chance(12)):
			g.loop(outer)
		case g.mem != nil && !g.mem.made && !g.inHelper && g.chance(g.mem.share):
			if g.mem.scopes && !g.mem.open && g.chance(40) {
				g.mem.scope(g)
			} else {
				g.mem.story(g)
			}
		case g.chance(30) && g.depth < 4:
			g.branch()
		default:
			g.simple()
		}
	}
}

// statements is how many statements a block has: from least on, fewer where each is
// several.
func (g *loopGen) statements(least int) int {
	if g.mem != nil && g.mem.share > 50 {
		return least - 1 + g.r.IntN(2)
	}
	return least + g.r.IntN(4)
}

// loop writes a loop that ends when an input or a variable says so.
func (g *loopGen) loop(outer bool) {
	g.loops++
	n := g.loops
	at := aroundLoop{fmt.Sprintf("H%d", n), fmt.Sprintf("E%d", n)}
	step := ""
	var head string
	switch k := g.r.IntN(10); {
	case g.args != nil && g.depth < 2 && g.chance(50):
		h := g.args.loop(g, []string{"i", "j"}[g.depth])
		at.next = fmt.Sprintf("C%d", n)
		step = fmt.Sprintf("C%d: %s; ", n, h.step)
		g.put(fmt.Sprintf("  for (%s; %s; %s) {", h.start, h.head, h.step),
			fmt.Sprintf("  %s; H%d: return %d; R%d: if (!(%s)) goto E%d;", h.refStart, n, n, n, h.refHead, n))
	case k < 2 && g.depth < 2:
		v := []string{"i", "j"}[g.depth]
		at.next = fmt.Sprintf("C%d", n)
		step = fmt.Sprintf("C%d: %s++; ", n, v)
		head = fmt.Sprintf("%s < %d", v, 2+g.r.IntN(4))
		g.put(fmt.Sprintf("  for (%s = 0; %s; %s++) {", v, head, v),
			fmt.Sprintf("  %s = 0; H%d: return %d; R%d: if (!(%s)) goto E%d;", v, n, n, n, head, n))
	default:
		head = "IN(2)"
		if !outer && k < 6 {
			head = g.cond(1)
		} else if k < 5 {
			head = g.cond(0) + " && IN(2)"
		}
		g.put(fmt.Sprintf("  while (%s) {", head), fmt.Sprintf("  H%d: return %d; R%d: if (!(%s)) goto E%d;", n, n, n, head, n))
	}
	inputs := g.inputs
	g.around, g.depth, g.inputs = append(g.around, at), g.depth+1, 0
	g.block(g.statements(2), false)
	g.around, g.depth, g.inputs = g.around[:len(g.around)-1], g.depth-1, inputs
	g.put("  }", fmt.Sprintf("  %sgoto H%d; E%d: ;", step, n, n))
}

// branch writes an if.
func (g *loopGen) branch() {
	g.same("  if (%s) {", g.cond(1))
	g.depth++
	for range 1 + g.r.IntN(2) {
		g.simple()
	}
	if g.chance(40) {
		g.same("  } else {")
		g.simple()
	}
	if len(g.around) > 0 && g.chance(15) {
		at := g.around[len(g.around)-1]
		ends := ""
		if g.mem != nil && g.mem.open && g.mem.loops == len(g.around) {
			ends = endOfArray
		}
		if g.chance(50) {
			g.put("  break;", "  "+ends+"goto "+at.end+";")
		} else {
			g.put("  continue;", "  "+ends+"goto "+at.next+";")
		}
	}
	g.depth--
	g.same("  }")
}

// simple writes a statement without statements in it.
func (g *loopGen) simple() {
	kinds := []func(){g.assign, g.assign, g.assign, g.count, g.count, g.mark, g.assert, g.divide}
	if len(g.arrays) > 0 {
		kinds = append(kinds, g.readElement, g.writeElement, g.writeElement)
	}
	if g.pointer {
		kinds = append(kinds, g.aim, g.aim, g.follow)
	}
	if g.cursor {
		kinds = append(kinds, g.move, g.move, g.atCursor)
	}
	if len(g.heap) > 0 {
		kinds = append(kinds, g.allocate, g.allocate, g.node, g.node, g.node, g.release)
	}
	if g.mem != nil && !g.inHelper {
		if own := g.mem.kinds(g); g.chance(60) {
			kinds = own
		} else {
			kinds = append(kinds, own...)
		}
	}
	if g.table != nil && !g.inHelper {
		kinds = append(kinds, g.table.kinds(g)...)
	}
	if g.vector != nil && !g.inHelper {
		kinds = append(kinds, g.vector.kinds(g)...)
	}
	if g.args != nil && !g.inHelper {
		kinds = append(kinds, g.args.kinds(g)...)
	}
	if g.outside && !g.inHelper && g.inputs < 3 {
		kinds = append(kinds, g.callOutside)
	}
	if g.helper && !g.inHelper && g.inputs < 3 {
		kinds = append(kinds, func() {
			g.inputs += 2
			g.same("  %s = f_%d(%s);", oneOf(g, g.scalars...).name, g.id, g.expr(0))
		})
	}
	if g.calls != nil && !g.inHelper && g.inputs < 3 {
		kinds = append(kinds, g.callRecursive, g.callRecursive, g.callRecursive)
	}
	oneOf(g, kinds...)()
}

// assign gives a variable one of few values.
func (g *loopGen) assign() {
	v := oneOf(g, g.scalars...).name
	switch g.r.IntN(4) {
	case 0:
		g.same("  %s = %d;", v, g.r.IntN(6))
	case 1:
		g.same("  %s = %s;", v, oneOf(g, g.scalars...).name)
	case 2:
		g.same("  %s = (%s) & %d;", v, g.expr(1), oneOf(g, 1, 3, 7, 15))
	default:
		g.same("  %s = (%s + %d) %% %d;", v, v, 1+g.r.IntN(3), 2+g.r.IntN(8))
	}
}

// count moves a variable by one, mostly within limits.
func (g *loopGen) count() {
	v := oneOf(g, g.scalars...).name
	switch g.r.IntN(7) {
	case 0, 1:
		g.same("  if (%s < %d) %s++;", v, 1+g.r.IntN(12), v)
	case 2, 3:
		g.same("  if (%s > 0) %s--;", v, v)
	case 4:
		g.same("  if (%s != %d) %s += %d;", v, g.r.IntN(12), v, 1+g.r.IntN(3))
	case 5:
		g.same("  if (%s < %d) { %s++; %s++; }", v, 1+g.r.IntN(9), v, oneOf(g, g.scalars...).name)
	default:
		g.same("  %s++;", v)
	}
}

func (g *loopGen) mark() {
	c := g.cond(1)
	g.put(fmt.Sprintf("  if (%s) T_%d(%d);", c, g.id, g.r.IntN(100)), fmt.Sprintf("  if (%s) %s;", c, g.ask(op.Reach, "1")))
}

func (g *loopGen) assert() {
	c := g.cond(1)
	g.put(fmt.Sprintf("  if (%s) __VERIFIER_error();", c), fmt.Sprintf("  if (%s) %s;", c, g.ask(op.Assert, "1")))
}

func (g *loopGen) divide() {
	v, e, c := oneOf(g, g.scalars...).name, oneOf(g, g.scalars...).name, 1+g.r.IntN(9)
	if g.chance(50) {
		e += fmt.Sprintf(" - %d", 1+g.r.IntN(5))
	}
	g.put(fmt.Sprintf("  %s = %d / (%s);", v, c, e),
		fmt.Sprintf("  { __typeof__(+(%s)) d_ = (%s); if (%s) %s = in(2); else %s = %d / d_; }", e, e, g.ask(op.DivByZero, "d_ == 0"), v, v, c))
}

// index is an index of an array, mostly within it.
func (g *loopGen) index(a *loopVar) string {
	v := oneOf(g, g.scalars...).name
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("%s %% %d", v, a.n+g.r.IntN(2))
	case 1:
		return fmt.Sprintf("IN(%d)", oneOf(g, 2, 4))
	case 2:
		return g.expr(1)
	case 3:
		if !g.inHelper {
			return oneOf(g, "i", "j")
		}
	}
	return v
}

func (g *loopGen) readElement() {
	a, v := oneOf(g, g.arrays...), oneOf(g, g.scalars...).name
	e := g.index(&a)
	outside := fmt.Sprintf("k_ < 0 || k_ >= %d", a.n)
	if a.unset {
		check := g.ask(op.OutOfBounds, outside)
		g.put(fmt.Sprintf("  %s = %s[%s] & 0;", v, a.name, e),
			fmt.Sprintf("  { long k_ = (%s); if (!%s) %s; %s = 0; }", e, check, g.ask(op.UninitRead, fmt.Sprintf("!S.%s_set[k_]", a.name)), v))
		return
	}
	g.put(fmt.Sprintf("  %s = %s[%s];", v, a.name, e),
		fmt.Sprintf("  { long k_ = (%s); if (%s) %s = in(2); else %s = %s[k_]; }", e, g.ask(op.OutOfBounds, outside), v, v, a.name))
}

func (g *loopGen) writeElement() {
	a := oneOf(g, g.arrays...)
	e, x := g.index(&a), fmt.Sprintf("(%s) & 7", g.expr(1))
	g.put(fmt.Sprintf("  %s[%s] = %s;", a.name, e, x),
		fmt.Sprintf("  { long k_ = (%s); int x_ = %s; if (!%s) { %s[k_] = x_; S.%s_set[k_] = 1; } }", e, x,
			g.ask(op.OutOfBounds, fmt.Sprintf("k_ < 0 || k_ >= %d", a.n)), a.name, a.name))
}

// aim points p somewhere.
func (g *loopGen) aim() {
	ts := g.targets()
	if k := g.r.IntN(len(ts) + 1); k > 0 {
		g.put(fmt.Sprintf("  p = &%s%s;", ts[k-1][0], ts[k-1][1]), fmt.Sprintf("  p = %d;", k))
		return
	}
	g.same("  p = 0;")
}

// follow reads or writes what p points to.
func (g *loopGen) follow() {
	v := oneOf(g, g.scalars...).name
	guard := ""
	if g.chance(40) {
		guard = "if (p) "
	}
	if g.chance(50) {
		g.put(fmt.Sprintf("  %s%s = *p;", guard, v),
			fmt.Sprintf("  %sif (%s) %s = in(2); else %s = *at%d(p);", guard, g.ask(op.NullAccess, "p == 0"), v, v, g.id))
		return
	}
	x := fmt.Sprintf("(%s) & 7", g.expr(1))
	g.put(fmt.Sprintf("  %s*p = %s;", guard, x),
		fmt.Sprintf("  %s{ int x_ = %s; if (!%s) *at%d(p) = x_; }", guard, x, g.ask(op.NullAccess, "p == 0"), g.id))
}

// move moves q along the first array; it may stand behind its end.
func (g *loopGen) move() {
	a := &g.arrays[0]
	switch g.r.IntN(4) {
	case 0:
		g.put(fmt.Sprintf("  q = %s;", a.name), "  q = 0;")
	case 1:
		g.put(fmt.Sprintf("  if (q > %s) q--;", a.name), "  if (q > 0) q--;")
	default:
		g.put(fmt.Sprintf("  if (q < %s + %d) q++;", a.name, a.n), fmt.Sprintf("  if (q < %d) q++;", a.n))
	}
}

// atCursor reads or writes at q.
func (g *loopGen) atCursor() {
	a, v := &g.arrays[0], oneOf(g, g.scalars...).name
	guard, rguard := "", ""
	if g.chance(40) {
		guard, rguard = fmt.Sprintf("if (q < %s + %d) ", a.name, a.n), fmt.Sprintf("if (q < %d) ", a.n)
	}
	bad := fmt.Sprintf("q >= %d", a.n)
	if g.chance(50) {
		g.put(fmt.Sprintf("  %s%s = *q;", guard, v), fmt.Sprintf("  %sif (%s) %s = in(2); else %s = %s[q];", rguard, g.ask(op.OutOfBounds, bad), v, v, a.name))
		return
	}
	x := fmt.Sprintf("(%s) & 7", g.expr(1))
	g.put(fmt.Sprintf("  %s*q = %s;", guard, x), fmt.Sprintf("  %s{ int x_ = %s; if (!%s) %s[q] = x_; }", rguard, x, g.ask(op.OutOfBounds, bad), a.name))
}

// allocate gives a pointer a block, or another's.
func (g *loopGen) allocate() {
	h := oneOf(g, g.heap...)
	switch g.r.IntN(5) {
	case 0:
		g.same("  %s = %s;", h, oneOf(g, g.heap...))
	case 1:
		g.same("  %s = 0;", h)
	case 2:
		g.put(fmt.Sprintf("  %s = calloc(1, sizeof *%s);", h, h), fmt.Sprintf("  %s = in(2) ? 0 : fresh(S.heap, 1);", h))
	default:
		g.put(fmt.Sprintf("  %s = malloc(sizeof *%s);", h, h), fmt.Sprintf("  %s = in(2) ? 0 : fresh(S.heap, 0);", h))
		if g.chance(70) {
			x, to := g.r.IntN(4), oneOf(g, append([]string{"0"}, g.heap...)...)
			g.put(fmt.Sprintf("  if (%s) { %s->value = %d; %s->next = %s; }", h, h, x, h, to),
				fmt.Sprintf("  if (%s) { struct block *b_ = &S.heap[%s - 1]; b_->set = b_->next_set = 1; b_->value = %d; b_->next = %s; }", h, h, x, to))
		}
	}
	g.inputs++
}

// node reads or writes a member of a node.
func (g *loopGen) node() {
	h, v := oneOf(g, g.heap...), oneOf(g, g.scalars...).name
	guard := ""
	if g.chance(55) {
		guard = fmt.Sprintf("if (%s) ", h)
	}
	bad := fmt.Sprintf("if (%s || ", g.ask(op.NullAccess, h+" == 0")) + g.ask(op.DeadAccess, fmt.Sprintf("!S.heap[%s - 1].alive", h)) + ") lost(); "
	b := fmt.Sprintf("S.heap[%s - 1]", h)
	switch g.r.IntN(4) {
	case 0:
		x := fmt.Sprintf("(%s) & 3", g.expr(1))
		g.put(fmt.Sprintf("  %s%s->value = %s;", guard, h, x), fmt.Sprintf("  %s{ int x_ = %s; %s%s.value = x_; %s.set = 1; }", guard, x, bad, b, b))
	case 1:
		to := oneOf(g, append([]string{"0"}, g.heap...)...)
		g.put(fmt.Sprintf("  %s%s->next = %s;", guard, h, to), fmt.Sprintf("  %s{ %s%s.next = %s; %s.next_set = 1; }", guard, bad, b, to, b))
	case 2:
		g.put(fmt.Sprintf("  %s%s = %s->value;", guard, v, h),
			fmt.Sprintf("  %s{ %sif (%s) lost(); %s = %s.value; }", guard, bad, g.ask(op.UninitRead, "!"+b+".set"), v, b))
	default:
		to := oneOf(g, g.heap...)
		g.put(fmt.Sprintf("  %s%s = %s->next;", guard, to, h),
			fmt.Sprintf("  %s{ %sif (%s) lost(); %s = %s.next; }", guard, bad, g.ask(op.UninitRead, "!"+b+".next_set"), to, b))
	}
}

// release frees a block, mostly with care.
func (g *loopGen) release() {
	h := oneOf(g, g.heap...)
	g.free(h, g.chance(70))
}

// free frees the block that a pointer names; forget: the pointer is null then.
func (g *loopGen) free(p string, forget bool) {
	after := ""
	if forget {
		after = " " + p + " = 0;"
	}
	g.put(fmt.Sprintf("  free(%s);%s", p, after), fmt.Sprintf("  if (%s) { if (%s) lost(); S.heap[%s - 1].alive = 0; }%s", p,
		g.ask(op.DoubleFree, fmt.Sprintf("!S.heap[%s - 1].alive", p)), p, after))
}

// expr is an expression without violations.
func (g *loopGen) expr(depth int) string {
	v := oneOf(g, g.scalars...).name
	switch k := g.r.IntN(8); {
	case k == 0:
		return fmt.Sprint(g.r.IntN(6))
	case k == 1 && g.inputs < 4:
		g.inputs++
		return fmt.Sprintf("IN(%d)", oneOf(g, 2, 2, 4))
	case k == 2 && g.inHelper:
		return "n"
	case k < 5 && depth > 0:
		return fmt.Sprintf("%s %s %s", v, oneOf(g, "+", "-", "^", "|"), oneOf(g, fmt.Sprint(1+g.r.IntN(5)), oneOf(g, g.scalars...).name))
	}
	return v
}

// cond is a condition.
func (g *loopGen) cond(depth int) string {
	v := oneOf(g, g.scalars...).name
	switch k := g.r.IntN(12); {
	case k < 3 && g.inputs < 5:
		g.inputs++
		return "IN(2)"
	case k == 3 && depth > 0:
		return strings.Join([]string{g.cond(0), g.cond(0)}, oneOf(g, " && ", " || "))
	case k == 4 && g.pointer:
		return oneOf(g, "p", "!p")
	case k == 5 && len(g.heap) > 0:
		return oneOf(g, "", "!") + oneOf(g, g.heap...)
	case k == 6 && g.cursor:
		return fmt.Sprintf("AT(q) %s %d", oneOf(g, "==", "!=", "<"), g.r.IntN(g.arrays[0].n+1))
	}
	return fmt.Sprintf("%s %s %s", v, oneOf(g, "<", "<=", "==", "!=", ">"), oneOf(g, fmt.Sprint(g.r.IntN(9)), oneOf(g, g.scalars...).name))
}
