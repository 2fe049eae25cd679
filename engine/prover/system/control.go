package system

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// A loop over a text that is known, such as a format, is followed turn by turn also
// where much else in it is not known: what each character asks for is a program of its
// own, of which a loop that is cut would know nothing.
//
//	int scan(const char *s, const char *format, ...)
//	{
//		while (*format) switch (*format++) { case 'i': *va_arg(ap, int *) = number(&s); … }
//	}

// loop names the loop that a node is the head of, in the turns of those around it.
func (n *node) loop() string { return fmt.Sprint(n.Block.ID, ":", placeKey(n.pos[:len(n.pos)-3])) }

// turn names a turn of that loop.
func (n *node) turn(k int32) string { return fmt.Sprint(n.loop(), "@", k) }

// decided notes, where a branch at the head of a loop ends the loop or goes on, that a
// text says which.
func (x *run) decided(c term.T) {
	b, n := x.Sys, x.n
	if !n.Block.LoopHead || !b.leaves(n) || !b.reads(n.Block, x.in.Args[0]) {
		return
	}
	b.byText[n.turn(n.turns[len(n.turns)-1])] = c == term.True || c == term.False
}

// readsOn tells that the loop that a node is the head of went on, in the turn before,
// because a text said so, and may do so again.
func (b *System) readsOn(n *node) bool {
	turn := n.turns[len(n.turns)-1]
	return turn <= int32(budget.TextTurns.N) && len(b.Cutpoints) <= budget.TextCuts.N && b.byText[n.turn(turn-1)]
}

// leaves tells that the branch at a loop's head may lead out of the loop.
func (b *program) leaves(n *node) bool {
	return slices.ContainsFunc(n.Block.Instrs[n.Instr].Succs, func(to int32) bool { return !b.inLoop(n.ctx.Func.Blocks[to], n.Block) })
}

// reads tells that a condition of a block is about a character that the block reads.
func (b *program) reads(blk *ir.Block, o ir.Operand) bool {
	if o.IsConst() {
		return false
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		switch {
		case in.Dst != ir.Reg(o):
		case in.Op == ir.Load:
			return b.width(in.Type) == 8
		case in.Op == ir.ICmp || in.Op == ir.ZExt || in.Op == ir.SExt || in.Op == ir.Trunc:
			for _, a := range in.Args {
				if b.reads(blk, a) {
					return true
				}
			}
		}
	}
	return false
}
