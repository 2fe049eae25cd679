package system

import (
	"container/heap"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// run executes one segment.
type run struct {
	Sys   *System
	seg   *Segment
	nodes map[string]*node
	queue nodeQueue
	outs  map[*Cutpoint][]*State
	calls []*Edge // to the entries of procedures, apart because one may follow another
	turns map[string]*loopTurns

	// The instruction being executed.
	n     *node
	s     *State
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
	began int64  // the work before the first turn
}

// enter hands a state to a node.
func (x *run) enter(n *node, s *State) {
	k := placeKey(n.pos)
	if old := x.nodes[k]; old != nil {
		if old.ran { // what it makes would stand for two values
			x.Sys.giveUp("a place that is executed twice in a segment, in " + n.ctx.Func.Source)
		}
		old.in = append(old.in, s)
		return
	}
	n.in = []*State{s}
	x.nodes[k] = n
	heap.Push(&x.queue, n)
}

// fresh is a new variable of w bits, the same one whenever this place is
// executed.
func (x *run) fresh(w int, name string) term.T {
	x.nth++
	return x.Sys.fresh(VarKey{x.place, x.n.Instr, x.nth, boolWidth(w), 0}, name)
}

// assume restricts the path.
func (x *run) assume(c term.T) { x.s.Guard = x.Sys.Pool.And(x.s.Guard, c) }

// unsupported ends the path, where c holds, at something that is not modelled.
func (x *run) unsupportedIf(c term.T, why string) (stop *Check) {
	x.nth++
	g := x.Sys.Pool.And(x.s.Guard, c)
	if g == term.False {
		return nil
	}
	k := x.record(op.Check[term.T]{Cond: c}, -1)
	k.Why, k.Stack, k.In = why, x.stack(), x.n.ctx.Summary()
	x.assume(x.Sys.Pool.Not(c))
	return k
}

func (x *run) unsupported(why string) { x.unsupportedIf(term.True, why) }

// execute runs a node's block from its instruction on.
func (x *run) execute(n *node, s *State) {
	b := x.Sys
	x.n, x.s = n, s
	x.place = b.place(n.pos[:len(n.pos)-1])
	if n.Block.LoopHead && n.Instr == 0 && !x.turn(n, s) {
		return
	}
	for i := n.Instr; ; i++ {
		n.Instr = i
		n.pos[len(n.pos)-1] = i
		x.in, x.f = &n.Block.Instrs[i], s.top()
		x.nth = 0
		if !b.spend(budget.InstructionWork.N) {
			return
		}
		if x.in.Op != ir.Call {
			x.reached()
		}
		if x.step() || s.Guard == term.False || b.Failed != "" {
			return
		}
	}
}

// turn decides at a loop head that is being unrolled whether to go on. For a
// certificate the turns are those of the search for facts: that there are no
// more of them may rest on a check that passed, and is a claim of its own.
func (x *run) turn(n *node, s *State) bool {
	if x.turns == nil {
		x.turns = map[string]*loopTurns{}
	}
	b, turn := x.Sys, n.turns[len(n.turns)-1]
	k := n.loop()
	t := x.turns[k]
	around := t == nil // the segment begins in the loop, unless the loop does
	if turn == 0 || around {
		t = &loopTurns{guard: s.Guard, began: b.Work}
		x.turns[k] = t
	}
	if turn == 0 {
		return true
	}
	if t.guard != s.Guard {
		t.open++
		t.guard = s.Guard
	}
	if b.Certifying {
		if turn > b.unrolled[k] {
			x.nth = 0
			x.unsupported("more turns of a loop than are left")
			return false
		}
		return true
	}
	b.unrolled[k] = max(b.unrolled[k], turn)
	many := t.open > b.openTurns(n) || around && turn > int32(budget.TurnsAroundCuts.N)
	long := turn > int32(budget.ConcreteTurns.N) || turn > int32(budget.OpenTurns.N) && b.Work-t.began > int64(budget.ConcreteWork.N)
	if long || many && !b.readsOn(n) {
		x.cutLate(n, s)
		return false
	}
	return true
}

// cutLate cutpoints a loop whose turns were unrolled up to here. The construction goes
// on, to find more such loops, and starts again when it is through.
func (x *run) cutLate(n *node, s *State) {
	b := x.Sys
	b.cutHeads[b.loopKey(n.ctx, n.Block)] = true
	b.draft = true
	turns := slices.Clone(n.turns)
	turns[len(turns)-1] = 0
	c := b.cutpointAt(n.ctx, n.Block, turns, b.position(n.ctx, n.Block, turns, 0))
	x.outs[c] = append(x.outs[c], s)
}

// openTurns is how often a loop may turn without its control being known.
func (b *program) openTurns(n *node) int {
	if n.ctx.Func.Model {
		return budget.OpenTurns.N
	}
	size := 0
	for _, blk := range n.ctx.Func.Blocks {
		if !b.inLoop(blk, n.Block) {
			continue
		}
		size += b.length(blk)
	}
	if size > budget.SmallLoop.N {
		return 0
	}
	return budget.OpenTurns.N
}

// length is how many instructions a block has, with those of the functions that it
// calls: one that has loops or calls of its own, or no body, is longer than any small
// loop.
func (b *program) length(blk *ir.Block) int {
	size := len(blk.Instrs)
	for i := range blk.Instrs {
		if c := blk.Instrs[i].Call; c != nil {
			size += b.calledLength(c.Callee)
		}
	}
	return size
}

func (b *program) calledLength(callee ir.FuncID) (size int) {
	if callee < 0 || len(b.Prog.Funcs[callee].Blocks) == 0 {
		return budget.SmallLoop.N
	}
	for _, blk := range b.Prog.Funcs[callee].Blocks {
		if blk.LoopHead || slices.ContainsFunc(blk.Instrs, func(in ir.Instr) bool { return in.Call != nil }) {
			return budget.SmallLoop.N
		}
		size += len(blk.Instrs)
	}
	return size
}

// jump leads a state to a block of the current function.
func (x *run) jump(s *State, to int32) {
	if s.Guard == term.False {
		return
	}
	b, n := x.Sys, x.n
	from, blk := n.Block, n.ctx.Func.Blocks[to]
	if b.beyond(n.ctx, blk) {
		return
	}
	x.phis(s, from, blk)
	turns := x.targetTurns(blk)
	if blk.LoopHead {
		last := len(turns) - 1
		// The turns of a loop with several entries are not counted: it is cut.
		if b.cutHeads[b.loopKey(n.ctx, blk)] || blk.SideEntry || b.Config.CutAll && !n.ctx.Func.Model || b.Coarse != nil {
			turns[last] = 0
			pos := b.position(n.ctx, blk, turns, 0)
			if b.Certifying && b.CutpointIndex[placeKey(pos)] == nil {
				x.s = s
				x.unsupported("a loop that was taken to be out of reach")
				return
			}
			c := b.cutpointAt(n.ctx, blk, turns, pos)
			x.outs[c] = append(x.outs[c], s)
			return
		}
	}
	x.enter(&node{ctx: n.ctx, Block: blk, turns: turns, pos: b.position(n.ctx, blk, turns, 0)}, s)
}

// targetTurns is which turn of each loop around it a block is entered in.
func (x *run) targetTurns(blk *ir.Block) []int32 {
	b, n := x.Sys, x.n
	here, there := b.nest(n.Block), b.nest(blk)
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
func (x *run) phis(s *State, from, to *ir.Block) {
	if len(to.Phis) == 0 {
		return
	}
	f := s.top()
	vals := make([]Value, len(to.Phis))
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
	for n.ctx.Func.Model && n.ctx.Parent != nil {
		n = n.ctx.Call
	}
	return ir.Point{Block: n.Block.ID, Instr: n.Instr}
}

func (x *run) wanted() op.Set { return x.Sys.wanted[x.userPoint()] }

// reached records the targets that ask whether the instruction is executed,
// and those that nothing here can answer.
func (x *run) reached() {
	if x.n.ctx.Func.Model {
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
func (x *run) record(c op.Check[term.T], arg int32) *Check {
	k := &Check{At: x.userPoint(), Class: c.Class, Side: c.Side, Arg: arg, Cond: c.Cond, Guard: x.s.Guard,
		Seg: x.seg, Key: CheckKey{Place: x.place, Instr: x.n.Instr, Nth: x.nth}}
	if x.seg.From != nil {
		k.Key.Seg = int32(x.seg.From.Index) + 1
	}
	x.seg.Checks = append(x.seg.Checks, k)
	return k
}

// verify is one thing that an operation may do wrong. Path-ending violations
// restrict what follows; continuing ones change nothing. It returns the check, nil if there is none.
func (x *run) verify(c op.Check[term.T], arg int32) *Check {
	x.nth++
	b := x.Sys
	ends := c.Class.Effect() == op.Ends || c.Class == op.SignedOverflow && b.Config.Trapv && !x.n.ctx.Func.Model
	if c.Cond == term.False || !ends && c.Class != op.SignedOverflow && !x.wanted().Has(c.Class) {
		return nil
	}
	if b.Pool.And(x.s.Guard, c.Cond) == term.False {
		return nil
	}
	k := x.record(c, arg)
	if !ends {
		return k
	}
	k.Ends = true
	ok := b.Pool.Not(c.Cond)
	if b.Certifying {
		// What follows may assume it, and says so by the core.
		k.Given = b.literal(k.Key)
		ok = b.Pool.Or(ok, b.Pool.Not(k.Given))
	}
	x.assume(ok)
	return k
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
		x.s.Guard = term.False
	}
}

// left stops where nothing is left of the path because checks have failed. In
// certificates they are literals, and a proof that does not name them may not rest
// on it: an error that always comes first is the reason, and is to be said.
func (x *run) left() {
	if x.Sys.Certifying {
		x.unsupported("what would follow an error")
	}
}

// operand is what an operand holds.
func (x *run) operand(f *frame, o ir.Operand) Value {
	if !o.IsConst() {
		return f.Regs[o]
	}
	return x.constant(&x.Sys.Prog.Consts[o.ConstIndex()])
}

func (x *run) arg(i int) Value { return x.operand(x.f, x.in.Args[i]) }

// typeOf is the type of an operand of the current function.
func (x *run) typeOf(o ir.Operand) ir.TypeID {
	if o.IsConst() {
		return x.Sys.Prog.Consts[o.ConstIndex()].Type
	}
	return x.n.ctx.Func.RegTypes[o]
}

// bits is the width of argument i.
func (x *run) bits(i int) int { return x.Sys.width(x.typeOf(x.in.Args[i])) }

// num is argument i as a number.
func (x *run) num(i int) term.T { return x.number(x.arg(i), x.bits(i)) }

func (x *run) set(v Value) {
	if x.in.Dst >= 0 {
		x.s.regs()[x.in.Dst] = v
		x.f = x.s.top()
	}
}

// constant is the value of a constant operand.
func (x *run) constant(c *ir.Const) Value {
	b := x.Sys
	ty := &b.Prog.Types[c.Type]
	switch c.Kind {
	case ir.CInt, ir.CFloat:
		if c.Wide != nil {
			return number(b.Pool.BVBig(ty.Bits, c.Wide))
		}
		return number(b.Dom.Const(ty.Bits, c.Bits))
	case ir.CNull:
		return b.null()
	case ir.CGlobal:
		if b.Prog.Globals[c.ID].Weak {
			x.unsupported("a weak symbol")
		}
		if g := &b.Prog.Globals[c.ID]; b.Coarse != nil && g.External && g.Size == 0 {
			return x.somewhere(g.Name) // its size is known elsewhere
		}
		return b.Pointer(b.Globals[c.ID], uint64(c.Offset)&op.Mask(b.PtrBits))
	case ir.CFunc:
		if fn := b.Prog.Funcs[c.ID]; fn.Weak && len(fn.Blocks) == 0 {
			x.unsupported("a weak symbol")
		}
		return b.Pointer(b.codes[c.ID], 0)
	case ir.CZero, ir.CAggr, ir.CUndef:
		return x.aggregate(c)
	}
	x.unsupported("the address of a label")
	return b.null()
}

// aggregate is a constant of several parts, all zero, or unwritten.
func (x *run) aggregate(c *ir.Const) Value {
	b := x.Sys
	ty := &b.Prog.Types[c.Type]
	n := int(ty.Len)
	part := func(int) ir.TypeID { return ty.Elem }
	switch ty.Kind {
	case ir.Struct:
		n, part = len(ty.Fields), func(i int) ir.TypeID { return ty.Fields[i].Type }
	case ir.Array, ir.Vector:
	default:
		w := b.width(c.Type)
		if c.Kind == ir.CUndef {
			return Value{Term: x.fresh(w, "undefined"), Uninit: term.True}
		}
		return number(b.Dom.Const(w, 0))
	}
	v := Value{Elems: make([]Value, n)}
	for i := range v.Elems {
		if c.Kind == ir.CAggr {
			v.Elems[i] = x.constant(&b.Prog.Consts[c.Elems[i].ConstIndex()])
		} else {
			v.Elems[i] = x.constant(&ir.Const{Kind: c.Kind, Type: part(i)})
		}
	}
	return v
}

// literal is the variable that assumes that a check passed.
func (b *objects) literal(k CheckKey) term.T {
	a, ok := b.literals[k]
	if !ok {
		a = b.Pool.Var(0, fmt.Sprintf("passed %d.%d.%d.%d", k.Seg, k.Place, k.Instr, k.Nth))
		b.literals[k] = a
	}
	return a
}
