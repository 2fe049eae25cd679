package interp

import (
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// ended claims what made the path end in the current step, so far as a target
// could otherwise be reached: the directions taken in it, and the error.
func (b *backward) ended(in *ir.Instr, failed op.Class) {
	switch in.Op {
	case ir.CondBr:
		if d, ok := b.decided(exec.DecidedBranch); ok {
			b.branch(in, d)
		}
	case ir.Switch:
		b.cases(in)
	case ir.Call:
		for _, d := range b.decisions {
			if d.Kind == exec.DecidedAssume && !d.Holds {
				b.require(b.pool.Not(b.assumed(in)))
			}
		}
	}
	if failed != op.NoClass && b.targetsAhead() {
		b.violated(in, failed)
	}
	if failed == op.NoClass {
		b.targets(in)
	}
}

// assumed is the condition of an assumption.
func (b *backward) assumed(in *ir.Instr) term.T {
	w := b.bits(in.Call.Args[0].Type)
	return b.pool.Not(b.dom.Eq(w, b.number(in.Call.Args[0].Val, w), b.dom.Const(w, 0)))
}

// violated demands that the error which ended the path happens.
func (b *backward) violated(in *ir.Instr, c op.Class) {
	at, resolved := b.note(exec.At)
	switch {
	case c == op.NoReturn || c == op.Assert || c == op.LibPrecond:
		// There is no way past it.
	case c == op.DivByZero || c == op.DivOverflow:
		w := b.bits(in.Type)
		for _, k := range op.ArithmeticChecks(b.dom, in.Op, w, b.number(in.Args[0], w), b.number(in.Args[1], w), op.SetOf(op.DivByZero, op.DivOverflow), nil) {
			if k.Class == c { // the ones before it were passed
				b.require(k.Cond)
				return
			}
			b.require(b.pool.Not(k.Cond))
		}
	case in.Op != ir.Load && in.Op != ir.Store || !resolved:
		b.fail("the error " + c.String() + " in " + in.Op.String())
	default:
		ptr := in.Args[0]
		if in.Op == ir.Store {
			ptr = in.Args[1]
		}
		b.badAccess(ptr, at, c)
	}
}

// badAccess demands that an access fails.
func (b *backward) badAccess(ptr ir.Operand, at exec.Note, c op.Class) {
	p := b.pool
	switch c {
	case op.NullAccess:
		b.points(ptr, 0)
		b.require(p.ULt(b.offset(ptr), p.BV(b.ptrBits, exec.NullPage)))
	case op.DeadAccess, op.ConstWrite:
		b.points(ptr, at.Obj) // whether it is dead or constant is part of the match
	case op.OutOfBounds:
		b.points(ptr, at.Obj)
		n, size := p.BV(b.ptrBits, at.N), b.size(at.Obj)
		if at.N == 0 {
			b.fail("an access of unknown length")
		}
		b.require(p.Not(p.And(p.ULe(n, size), p.ULe(b.offset(ptr), p.Sub(size, n)))))
	default:
		b.fail("the error " + c.String())
	}
}

// Guard is the condition of a decision over the state before it, with a reason
// if it has none in the vocabulary.
func (e *Engine) Guard(base *exec.State, d exec.Decision) (term.T, string) {
	next := points(base)
	b := &backward{Engine: e, state: base, next: next, step: &exec.Executed{Point: base.Point(), Depth: uint16(base.Depth() - 1)}}
	b.fn = e.Machine.Prog.FuncOf(base.Point())
	in := e.Machine.Prog.At(base.Point())
	c := b.question(in, base, d)
	return b.same(c, d.Holds), b.why
}

func (b *backward) question(in *ir.Instr, base *exec.State, d exec.Decision) term.T {
	switch {
	case d.Kind == exec.DecidedBranch && (in.Op == ir.CondBr || in.Op == ir.Select):
		return b.number(in.Args[0], 1)
	case d.Kind == exec.DecidedCase:
		return b.caseConditions(in)[d.Index]
	case d.Kind == exec.DecidedOffset && in.Op == ir.Load:
		return b.offsetIn(in.Args[0], d.Offsets)
	case d.Kind == exec.DecidedOffset && in.Op == ir.Store:
		return b.offsetIn(in.Args[1], d.Offsets)
	case d.Kind == exec.DecidedAssume:
		return b.assumed(in)
	case d.Kind == exec.DecidedCheck:
		return b.passed(in, base, d)
	}
	b.fail("a decision in " + in.Op.String())
	return term.True
}

// passed is the condition under which a check is passed.
func (b *backward) passed(in *ir.Instr, base *exec.State, d exec.Decision) term.T {
	switch d.Class {
	case op.DivByZero, op.DivOverflow:
		w := b.bits(in.Type)
		for _, k := range op.ArithmeticChecks(b.dom, in.Op, w, b.number(in.Args[0], w), b.number(in.Args[1], w), op.SetOf(d.Class), nil) {
			return b.pool.Not(k.Cond)
		}
	case op.OutOfBounds:
		if in.Op == ir.Load || in.Op == ir.Store {
			ptr, n := in.Args[0], b.Machine.Prog.Types[in.Type].Store
			if in.Op == ir.Store {
				ptr = in.Args[1]
			}
			if o, ok := b.leadsTo(base, ptr); ok {
				k, size := b.pool.BV(b.ptrBits, n), b.size(o)
				return b.pool.And(b.pool.ULe(k, size), b.pool.ULe(b.offset(ptr), b.pool.Sub(size, k)))
			}
		}
	}
	b.fail("the check of " + d.Class.String() + " in " + in.Op.String())
	return term.True
}

// leadsTo is the object that an operand points into in a state.
func (b *backward) leadsTo(base *exec.State, o ir.Operand) (memory.ObjID, bool) {
	v, ok := memory.Value{}, true
	if o >= 0 {
		v = base.Reg(base.Depth()-1, ir.Reg(o))
	} else {
		v, ok = b.Machine.Constant(o)
	}
	return v.Obj, ok && v.Kind == memory.Ptr && v.Obj != 0
}
