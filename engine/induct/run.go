package induct

import (
	"container/heap"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// run executes one segment.
type run struct {
	b     *builder
	seg   *segment
	nodes map[string]*node
	queue nodeQueue
	outs  map[*cut][]*state
	calls []*out // to the entries of procedures, apart because one may follow another
	turns map[string]*loopTurns

	// The instruction being executed.
	n     *node
	s     *state
	f     *frame
	in    *ir.Instr
	place int32
	nth   int32
	check []op.Check[term.T]
	// failed is when the access that reads must not have; None: no read is at hand.
	failed term.T
}

// loopTurns follows the unrolling of a loop.
type loopTurns struct {
	guard term.T // of the turn before
	open  int    // turns in which something unknown was decided
}

// enter hands a state to a node.
func (x *run) enter(n *node, s *state) {
	k := placeKey(n.pos)
	if old := x.nodes[k]; old != nil {
		if old.ran { // what it makes would stand for two values
			x.b.giveUp("a place that is executed twice in a segment, in " + n.ctx.fn.Source)
		}
		old.in = append(old.in, s)
		return
	}
	n.in = []*state{s}
	x.nodes[k] = n
	heap.Push(&x.queue, n)
}

// fresh is a new variable of w bits, the same one whenever this place is
// executed.
func (x *run) fresh(w int, name string) term.T {
	x.nth++
	return x.b.fresh(varKey{x.place, x.n.instr, x.nth, boolWidth(w), 0}, name)
}

// assume restricts the path.
func (x *run) assume(c term.T) { x.s.guard = x.b.pool.And(x.s.guard, c) }

// stop ends the path, where c holds, at something that is not modelled.
func (x *run) stopIf(c term.T, why string) (stop *check) {
	x.nth++
	g := x.b.pool.And(x.s.guard, c)
	if g == term.False {
		return nil
	}
	k := x.record(op.Check[term.T]{Cond: c}, -1)
	k.why, k.stack, k.in = why, x.stack(), x.n.ctx.procedure()
	x.assume(x.b.pool.Not(c))
	return k
}

func (x *run) stop(why string) { x.stopIf(term.True, why) }

// execute runs a node's block from its instruction on.
func (x *run) execute(n *node, s *state) {
	b := x.b
	x.n, x.s = n, s
	x.place = b.place(n.pos[:len(n.pos)-1])
	if n.block.LoopHead && n.instr == 0 && !x.turn(n, s) {
		return
	}
	for i := n.instr; ; i++ {
		n.instr = i
		n.pos[len(n.pos)-1] = i
		x.in, x.f = &n.block.Instrs[i], s.top()
		x.nth = 0
		if !b.spend(instrWork) {
			return
		}
		if x.in.Op != ir.Call {
			x.reached()
		}
		if x.step() || s.guard == term.False || b.failed != "" {
			return
		}
	}
}

// turn decides at a loop head that is being unrolled whether to go on. For a
// certificate the turns are those of the search for facts: that there are no
// more of them may rest on a check that passed, and is a claim of its own.
func (x *run) turn(n *node, s *state) bool {
	if x.turns == nil {
		x.turns = map[string]*loopTurns{}
	}
	b, turn := x.b, n.turns[len(n.turns)-1]
	k := n.loop()
	t := x.turns[k]
	around := t == nil // the segment begins in the loop, unless the loop does
	if turn == 0 || around {
		t = &loopTurns{guard: s.guard}
		x.turns[k] = t
	}
	if turn == 0 {
		return true
	}
	if t.guard != s.guard {
		t.open++
		t.guard = s.guard
	}
	if b.certifying {
		if turn > b.unrolled[k] {
			x.nth = 0
			x.stop("more turns of a loop than are left")
			return false
		}
		return true
	}
	b.unrolled[k] = max(b.unrolled[k], turn)
	many := t.open > b.openTurns(n) || around && turn > maxTurnsAroundCuts
	if turn > maxConcreteTurns || many && !b.readsOn(n) {
		x.cutLate(n, s)
		return false
	}
	return true
}

// cutLate cuts a loop whose turns were unrolled up to here. The construction goes
// on, to find more such loops, and starts again when it is through.
func (x *run) cutLate(n *node, s *state) {
	b := x.b
	b.cutHeads[b.loopKey(n.ctx, n.block)] = true
	b.draft = true
	turns := slices.Clone(n.turns)
	turns[len(turns)-1] = 0
	c := b.cutAt(n.ctx, n.block, turns, b.position(n.ctx, n.block, turns, 0))
	x.outs[c] = append(x.outs[c], s)
}

// openTurns is how often a loop may turn without its control being known.
func (b *builder) openTurns(n *node) int {
	if n.ctx.fn.Model {
		return maxOpenTurns
	}
	size := 0
	for _, blk := range n.ctx.fn.Blocks {
		if !b.inLoop(blk, n.block) {
			continue
		}
		size += b.length(blk)
	}
	if size > smallLoop {
		return 0
	}
	return maxOpenTurns
}

// length is how many instructions a block has, with those of the functions that it
// calls: one that has loops or calls of its own, or no body, is longer than any small
// loop.
func (b *builder) length(blk *ir.Block) int {
	size := len(blk.Instrs)
	for i := range blk.Instrs {
		if c := blk.Instrs[i].Call; c != nil {
			size += b.calledLength(c.Callee)
		}
	}
	return size
}

func (b *builder) calledLength(callee ir.FuncID) (size int) {
	if callee < 0 || len(b.prog.Funcs[callee].Blocks) == 0 {
		return smallLoop
	}
	for _, blk := range b.prog.Funcs[callee].Blocks {
		if blk.LoopHead || slices.ContainsFunc(blk.Instrs, func(in ir.Instr) bool { return in.Call != nil }) {
			return smallLoop
		}
		size += len(blk.Instrs)
	}
	return size
}

// jump leads a state to a block of the current function.
func (x *run) jump(s *state, to int32) {
	if s.guard == term.False {
		return
	}
	b, n := x.b, x.n
	from, blk := n.block, n.ctx.fn.Blocks[to]
	if b.beyond(n.ctx, blk) {
		return
	}
	x.phis(s, from, blk)
	turns := x.targetTurns(blk)
	if blk.LoopHead {
		last := len(turns) - 1
		// The turns of a loop with several entries are not counted: it is cut.
		if b.cutHeads[b.loopKey(n.ctx, blk)] || blk.SideEntry || b.cfg.CutAll && !n.ctx.fn.Model || b.outline != nil {
			turns[last] = 0
			pos := b.position(n.ctx, blk, turns, 0)
			if b.certifying && b.cutIndex[placeKey(pos)] == nil {
				x.s = s
				x.stop("a loop that was taken to be out of reach")
				return
			}
			c := b.cutAt(n.ctx, blk, turns, pos)
			x.outs[c] = append(x.outs[c], s)
			return
		}
	}
	x.enter(&node{ctx: n.ctx, block: blk, turns: turns, pos: b.position(n.ctx, blk, turns, 0)}, s)
}

// targetTurns is which turn of each loop around it a block is entered in.
func (x *run) targetTurns(blk *ir.Block) []int32 {
	b, n := x.b, x.n
	here, there := b.nest(n.block), b.nest(blk)
	turns := make([]int32, len(there))
	for i := range there {
		if i >= len(here) || here[i] != there[i] {
			break
		}
		turns[i] = n.turns[i]
		if there[i] == blk.Index { // back to the head: the next turn
			turns[i]++
		}
	}
	return turns
}

// phis sets the registers of a block's phis, all at once.
func (x *run) phis(s *state, from, to *ir.Block) {
	if len(to.Phis) == 0 {
		return
	}
	f := s.top()
	vals := make([]value, len(to.Phis))
	for i := range to.Phis {
		ph := &to.Phis[i]
		for k, p := range ph.Preds {
			if p == from.Index {
				vals[i] = x.operand(f, ph.Vals[k])
			}
		}
	}
	regs := s.regs()
	for i := range to.Phis {
		regs[to.Phis[i].Dst] = vals[i]
	}
}

// userPoint is where the user sees the current instruction: what happens
// inside library models belongs to the call that entered them.
func (x *run) userPoint() ir.Point {
	n := x.n
	for n.ctx.fn.Model && n.ctx.parent != nil {
		n = n.ctx.call
	}
	return ir.Point{Block: n.block.ID, Instr: n.instr}
}

func (x *run) wanted() op.Set { return x.b.wanted[x.userPoint()] }

// reached records the targets that ask whether the instruction is executed,
// and those that nothing here can answer.
func (x *run) reached() {
	if x.n.ctx.fn.Model {
		return
	}
	for _, c := range []op.Class{op.Reach, op.Leak} {
		x.nth++
		if x.wanted().Has(c) {
			x.record(op.Check[term.T]{Class: c, Cond: term.True}, -1)
		}
	}
}

// record notes what may go wrong here.
func (x *run) record(c op.Check[term.T], arg int32) *check {
	k := &check{at: x.userPoint(), class: c.Class, side: c.Side, arg: arg, cond: c.Cond, guard: x.s.guard,
		seg: x.seg, key: checkKey{place: x.place, instr: x.n.instr, nth: x.nth}}
	if x.seg.from != nil {
		k.key.seg = int32(x.seg.from.index) + 1
	}
	x.seg.checks = append(x.seg.checks, k)
	return k
}

// verify is one thing that an operation may do wrong. Path-ending violations
// restrict what follows; continuing ones change nothing.
func (x *run) verify(c op.Check[term.T], arg int32) {
	x.nth++
	b := x.b
	ends := c.Class.Effect() == op.Ends || c.Class == op.SignedOverflow && b.cfg.Trapv && !x.n.ctx.fn.Model
	if c.Cond == term.False || !ends && c.Class != op.SignedOverflow && !x.wanted().Has(c.Class) {
		return
	}
	if b.pool.And(x.s.guard, c.Cond) == term.False {
		return
	}
	k := x.record(c, arg)
	if !ends {
		return
	}
	k.ends = true
	ok := b.pool.Not(c.Cond)
	if b.certifying {
		// What follows may assume it, and says so by the core.
		k.given = b.literal(k.key)
		ok = b.pool.Or(ok, b.pool.Not(k.given))
	}
	x.assume(ok)
}

// verifyAll is verify for the checks of x.check. Their numbers, and those of what
// follows, are the same whichever of them the targets ask for.
func (x *run) verifyAll(arg int32) {
	before := x.nth
	for _, c := range x.check {
		x.nth = before + sides*int32(c.Class) + int32(c.Side)
		x.verify(c, arg)
	}
	x.nth = before + sides*int32(op.NumClasses)
}

// sides are as many as a check's side may be.
const sides = int32(op.High) + 1

// certain is verify for a violation that always happens here.
func (x *run) certain(c op.Class) {
	x.verify(op.Check[term.T]{Class: c, Cond: term.True}, -1)
	if c.Effect() == op.Ends {
		x.left()
		x.s.guard = term.False
	}
}

// left stops where nothing is left of the path because checks have failed. In
// certificates they are literals, and a proof that does not name them may not rest
// on it: an error that always comes first is the reason, and is to be said.
func (x *run) left() {
	if x.b.certifying {
		x.stop("what would follow an error")
	}
}

// operand is what an operand holds.
func (x *run) operand(f *frame, o ir.Operand) value {
	if !o.IsConst() {
		return f.regs[o]
	}
	return x.constant(&x.b.prog.Consts[o.ConstIndex()])
}

func (x *run) arg(i int) value { return x.operand(x.f, x.in.Args[i]) }

// typeOf is the type of an operand of the current function.
func (x *run) typeOf(o ir.Operand) ir.TypeID {
	if o.IsConst() {
		return x.b.prog.Consts[o.ConstIndex()].Type
	}
	return x.n.ctx.fn.RegTypes[o]
}

// bits is the width of argument i.
func (x *run) bits(i int) int { return x.b.width(x.typeOf(x.in.Args[i])) }

// num is argument i as a number.
func (x *run) num(i int) term.T { return x.number(x.arg(i), x.bits(i)) }

func (x *run) set(v value) {
	if x.in.Dst >= 0 {
		x.s.regs()[x.in.Dst] = v
		x.f = x.s.top()
	}
}

// constant is the value of a constant operand.
func (x *run) constant(c *ir.Const) value {
	b := x.b
	ty := &b.prog.Types[c.Type]
	switch c.Kind {
	case ir.CInt, ir.CFloat:
		if c.Wide != nil {
			return number(b.pool.BVBig(ty.Bits, c.Wide))
		}
		return number(b.dom.Const(ty.Bits, c.Bits))
	case ir.CNull:
		return b.null()
	case ir.CGlobal:
		if b.prog.Globals[c.ID].Weak {
			x.stop("a weak symbol")
		}
		if g := &b.prog.Globals[c.ID]; b.outline != nil && g.External && g.Size == 0 {
			return x.somewhere(g.Name) // its size is known elsewhere
		}
		return b.pointer(b.globals[c.ID], uint64(c.Offset)&op.Mask(b.ptrBits))
	case ir.CFunc:
		if fn := b.prog.Funcs[c.ID]; fn.Weak && len(fn.Blocks) == 0 {
			x.stop("a weak symbol")
		}
		return b.pointer(b.codes[c.ID], 0)
	case ir.CZero, ir.CAggr, ir.CUndef:
		return x.aggregate(c)
	}
	x.stop("the address of a label")
	return b.null()
}

// aggregate is a constant of several parts, all zero, or unwritten.
func (x *run) aggregate(c *ir.Const) value {
	b := x.b
	ty := &b.prog.Types[c.Type]
	n := int(ty.Len)
	part := func(int) ir.TypeID { return ty.Elem }
	switch ty.Kind {
	case ir.Struct:
		n, part = len(ty.Fields), func(i int) ir.TypeID { return ty.Fields[i].Type }
	case ir.Array, ir.Vector:
	default:
		w := b.width(c.Type)
		if c.Kind == ir.CUndef {
			return value{t: x.fresh(w, "undefined"), u: term.True}
		}
		return number(b.dom.Const(w, 0))
	}
	v := value{elems: make([]value, n)}
	for i := range v.elems {
		if c.Kind == ir.CAggr {
			v.elems[i] = x.constant(&b.prog.Consts[c.Elems[i].ConstIndex()])
		} else {
			v.elems[i] = x.constant(&ir.Const{Kind: c.Kind, Type: part(i)})
		}
	}
	return v
}

// literal is the variable that assumes that a check passed.
func (b *builder) literal(k checkKey) term.T {
	a, ok := b.literals[k]
	if !ok {
		a = b.pool.Var(0, fmt.Sprintf("passed %d.%d.%d.%d", k.seg, k.place, k.instr, k.nth))
		b.literals[k] = a
	}
	return a
}
