package interp

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

func br(b *backward, in *ir.Instr) { b.enterBlock(b.step.To) }

// enterBlock undoes the phis of the block that a terminator led to.
func (b *backward) enterBlock(to int32) {
	if to < 0 {
		return
	}
	blk := b.fn.Blocks[to]
	from := b.Machine.Prog.Blocks[b.step.Point.Block].Index
	if len(blk.Phis) == 0 {
		return
	}
	tmp := func(i int) pred.Place { return pred.Place{Depth: b.depth(), Reg: -int32(i) - 2} }
	for i := range blk.Phis { // all at once
		b.moveRegister(b.register(blk.Phis[i].Dst), tmp(i))
	}
	for i := range blk.Phis {
		phi := &blk.Phis[i]
		for k, q := range phi.Preds {
			if q == from {
				b.assign(tmp(i), phi.Vals[k])
			}
		}
	}
}

// leads tells whether a target can be reached through a block of the current
// function.
func (b *backward) leads(to int32) bool {
	b.next[b.step.Depth] = ir.Point{Block: b.fn.Blocks[to].ID}
	ok := b.targetsAhead()
	b.next[b.step.Depth] = b.step.Point
	return ok
}

// targetsAhead tells whether a target can be reached from the current points.
func (b *backward) targetsAhead() bool {
	pts := make([]ir.Point, len(b.next))
	for i, pt := range b.next {
		pts[len(pts)-1-i] = pt
	}
	return b.Targets.Reaches(pts)
}

func condBr(b *backward, in *ir.Instr) {
	b.enterBlock(b.step.To)
	d, ok := b.decided(exec.DecidedBranch)
	if !ok {
		d.Holds = b.step.To == in.Succs[0]
	}
	b.branch(in, d)
}

// branch demands the direction that a conditional branch took, unless both
// were possible (then a node stands above) or the other leads to no target.
func (b *backward) branch(in *ir.Instr, d exec.Decision) {
	if d.Split || in.Succs[0] == in.Succs[1] {
		return
	}
	other := in.Succs[0]
	if d.Holds {
		other = in.Succs[1]
	}
	if b.leads(other) && !b.spared() {
		b.require(b.same(b.number(in.Args[0], 1), d.Holds))
	}
}

func switchTo(b *backward, in *ir.Instr) {
	b.enterBlock(b.step.To)
	b.cases(in)
}

// cases demands what a switch found out about its value.
func (b *backward) cases(in *ir.Instr) {
	conds := b.caseConditions(in)
	told := false
	for _, d := range b.decisions {
		if d.Kind != exec.DecidedCase {
			continue
		}
		told = true
		if d.Split {
			continue
		}
		if !d.Holds && b.leads(in.Succs[d.Index]) {
			b.require(b.pool.Not(conds[d.Index]))
		}
		if d.Holds && b.anyLeads(in.Succs[:d.Index]) {
			b.require(conds[d.Index])
		}
	}
	if told || b.partial {
		return
	}
	taken := term.False // several cases may lead to one block
	for i, s := range in.Succs[1:] {
		if s == b.step.To {
			taken = b.pool.Or(taken, conds[i+1])
		} else if b.leads(s) {
			b.require(b.pool.Not(conds[i+1]))
		}
	}
	if in.Succs[0] != b.step.To && b.leads(in.Succs[0]) {
		b.require(taken)
	}
}

func (b *backward) anyLeads(succs []int32) bool {
	for _, s := range succs {
		if b.leads(s) {
			return true
		}
	}
	return false
}

func (b *backward) caseConditions(in *ir.Instr) []term.T {
	w := b.widthOf(in.Args[0])
	return b.Machine.SwitchConds(in, b.number(in.Args[0], w), w)
}

// call is the rule for calls: into the program, into a model, or of what the
// engine itself executes.
func call(b *backward, in *ir.Instr) {
	if in.Call.Callee < 0 {
		at, ok := b.note(exec.At)
		if !ok {
			b.fail("a call through a pointer without record")
			return
		}
		b.points(in.Args[0], at.Obj)
		b.require(b.pool.Eq(b.offset(in.Args[0]), b.pool.BV(b.ptrBits, 0)))
	}
	fn := b.Machine.Prog.Funcs[b.callee(in)]
	switch {
	case b.Machine.Builtin(fn.ID):
		builtins[fn.Name](b, in)
	case b.Machine.Prog.EntersUnknown(in.Call, fn):
		b.fail("a call of " + fn.Name + ", which is unmodelled")
	default:
		b.entered(in, fn)
	}
}

// callee is the function that was called.
func (b *backward) callee(in *ir.Instr) ir.FuncID {
	if in.Call.Callee >= 0 {
		return in.Call.Callee
	}
	return ir.FuncID(b.step.To)
}

// entered undoes the passing of arguments.
func (b *backward) entered(in *ir.Instr, fn *ir.Func) {
	private := 0
	for i := len(b.notes) - 1; i >= 0; i-- {
		switch n := b.notes[i]; n.Kind {
		case exec.Passed:
			arg := &in.Call.Args[n.K2]
			b.raw = true
			b.storeValue(n.Obj, n.K, arg.Type, arg.Val)
			b.raw = false
		case exec.Copied:
			b.copyCells(n)
		case exec.Made:
			private++
		}
	}
	for i := range fn.Params {
		p := pred.Place{Depth: b.depth() + 1, Reg: int32(i)}
		if in.Call.Args[i].ByVal < 0 {
			b.assign(p, in.Call.Args[i].Val)
		}
	}
	if private > 0 {
		b.privateObjects(in, fn)
	}
	b.copiedFrom(in, fn)
}

// copiedFrom demands that the structures that were passed by value could be read
// where they were: the fixed arguments were copied first.
func (b *backward) copiedFrom(in *ir.Instr, fn *ir.Func) {
	var args []ir.Operand
	for i := range in.Call.Args {
		if a := &in.Call.Args[i]; a.ByVal >= 0 && (i < len(fn.Params) || fn.Variadic) {
			args = append(args, a.Val)
		}
	}
	for _, n := range b.notes {
		if n.Kind != exec.Copied {
			continue
		}
		if len(args) == 0 {
			b.fail("more structures passed by value than arguments")
			return
		}
		b.accessed(args[0], exec.Note{Obj: n.Obj2, K: n.K2, N: n.N}, true)
		args = args[1:]
	}
}

// privateObjects undoes the making of the objects of a call: byval parameters
// and variadic arguments.
func (b *backward) privateObjects(in *ir.Instr, fn *ir.Func) {
	var made []memory.ObjID
	for _, n := range b.notes {
		if n.Kind == exec.Made && n.Obj != 0 {
			made = append(made, n.Obj)
		}
	}
	for i := range fn.Params {
		if t := in.Call.Args[i].ByVal; t >= 0 && len(made) > 0 {
			b.addressAt(pred.Place{Depth: b.depth() + 1, Reg: int32(i)}, made[0], func() term.T { return b.pool.BV(b.ptrBits, 0) })
			b.born(made[0], false, b.pool.BV(b.ptrBits, b.Machine.Prog.Types[t].Size))
			made = made[1:]
		}
	}
	for _, o := range made {
		b.blank(o, false)
		b.nowhere(o)
	}
}

// ret hands the result to the caller's register.
func ret(b *backward, in *ir.Instr) {
	d := int(b.step.Depth)
	if b.psi.Below(b.depth()) {
		b.fail("a register of a function that has returned")
		return
	}
	if d == 0 {
		return
	}
	pt := b.next[d-1]
	if pt.Instr == 0 {
		return // started by the engine: no caller
	}
	at := &b.Machine.Prog.Blocks[pt.Block].Instrs[pt.Instr-1]
	if at.Op != ir.Call {
		b.fail("a return to no call")
		return
	}
	if b.fn.Model && !b.Machine.Prog.FuncOf(pt).Model {
		b.next[d-1].Instr-- // what a model does belongs to the call
	}
	if at.Dst < 0 {
		return
	}
	to := pred.Place{Depth: int32(d) - 1, Reg: at.Dst}
	if len(in.Args) > 0 {
		b.assign(to, in.Args[0])
	} else if b.demanded(to) {
		b.fail("the result of a function that returns none")
	}
}
