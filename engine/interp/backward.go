package interp

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// Targets is what backward propagation needs to know of the targets.
type Targets interface {
	// Open tells whether a target still waits for its answer.
	Open(target int) bool
	// Reaches tells whether an open target can be reached from a call stack,
	// given as the points that are next to execute, innermost first.
	Reaches(stack []ir.Point) bool
}

// backward carries a predicate from the end of an edge to its beginning.
type backward struct {
	*Engine
	psi   *pred.Psi
	edge  *exec.Edge
	state *exec.State // one behind the edge: it knows all objects
	// next are the points that the frames execute next, outermost first; end is
	// where they stand behind the edge.
	next, end []ir.Point
	// What the current step left.
	at        int // its number
	step      *exec.Executed
	fn        *ir.Func
	notes     []exec.Note
	decisions []exec.Decision
	partial   bool
	raw       bool   // the store under way moves bytes, written or not
	why       string // what could not be carried over; "" if nothing
}

// rule carries the predicate over one instruction. It must account for
// everything the instruction read, wrote and decided.
type rule func(b *backward, in *ir.Instr)

// Edge carries psi, which holds at the end of an edge, to its beginning; psi is
// consumed. end is the state in which the edge ended, or one that stands there.
// failed is the error for which the path ended, if it ended so. A reason tells
// that it cannot be done.
func (e *Engine) Edge(psi *pred.Psi, edge *exec.Edge, end *exec.State, failed op.Class) (*pred.Psi, string) {
	return e.Steps(psi, edge, end, failed, func(int, *pred.Psi, []ir.Point) {})
}

// Steps is Edge; it calls before with the predicate as it is before each step,
// the last one first, and with the points of the call stack there, outermost
// first. Both are valid during the call only.
func (e *Engine) Steps(psi *pred.Psi, edge *exec.Edge, end *exec.State, failed op.Class, before func(step int, psi *pred.Psi, stack []ir.Point)) (*pred.Psi, string) {
	if edge.Opaque != "" {
		return nil, edge.Opaque
	}
	b := &backward{Engine: e, psi: psi, edge: edge, state: end, next: points(end), end: points(end)}
	notes, decisions, spent := len(edge.Notes), len(edge.Decisions), psi.Work
	allowance := max(e.left(), int64(budget.EdgeLoan.N))
	for i := len(edge.Steps) - 1; i >= 0 && b.why == "" && !psi.False; i-- {
		st := &edge.Steps[i]
		b.at, b.step = i, st
		b.notes = edge.Notes[notes-int(st.Notes) : notes]
		b.decisions = edge.Decisions[decisions-int(st.Decisions) : decisions]
		notes, decisions = notes-int(st.Notes), decisions-int(st.Decisions)
		b.partial = edge.Partial && i == len(edge.Steps)-1
		b.undo(failed)
		if work := psi.Work - spent; work > budget.EdgeWork.N {
			b.fail("a predicate too large for the length of its path")
		} else if int64(budget.TermCost.N)*int64(work)+int64(len(edge.Steps)-i) > allowance {
			b.fail(NotWorth)
		}
		if b.why == "" && !psi.False {
			before(i, psi, b.next)
		}
	}
	e.spent += int64(budget.TermCost.N)*int64(psi.Work-spent) + int64(len(edge.Steps))
	switch {
	case b.why != "":
		return nil, b.why
	case psi.False:
		return nil, "a contradiction"
	}
	return psi, ""
}

// NotWorth is the reason for giving up where interpolation has not paid so far.
const NotWorth = "interpolants that had not paid so far"

// points are the points that a state's frames execute next, outermost first.
func points(s *exec.State) []ir.Point {
	pts := make([]ir.Point, 0, s.Depth()+1)
	for i := range s.Depth() - 1 {
		pts = append(pts, s.Resume(i))
	}
	if s.Depth() > 0 {
		pts = append(pts, s.Point())
	}
	return pts
}

// undo carries the predicate over the current step.
func (b *backward) undo(failed op.Class) {
	d := int(b.step.Depth)
	if d > len(b.next) {
		b.fail("a call stack that does not fit its record")
		return
	}
	b.next = append(b.next[:d], b.step.Point)
	in := b.Machine.Prog.At(b.step.Point)
	b.fn = b.Machine.Prog.FuncOf(b.step.Point)
	if b.partial {
		b.ended(in, failed)
		return
	}
	rules[in.Op](b, in)
	b.targets(in)
}

// fail gives the edge up.
func (b *backward) fail(why string) {
	if b.why == "" {
		b.why = why
	}
}

// depth is that of the current step's frame.
func (b *backward) depth() int32 { return int32(b.step.Depth) }

// register is the place of a register of the current frame.
func (b *backward) register(r ir.Reg) pred.Place { return pred.Place{Depth: b.depth(), Reg: r} }

// note finds the first note of a kind.
func (b *backward) note(k exec.NoteKind) (exec.Note, bool) {
	for _, n := range b.notes {
		if n.Kind == k {
			return n, true
		}
	}
	return exec.Note{}, false
}

// decided finds a decision of a kind.
func (b *backward) decided(k exec.DecisionKind) (exec.Decision, bool) {
	for _, d := range b.decisions {
		if d.Kind == k {
			return d, true
		}
	}
	return exec.Decision{}, false
}

// refined tells that the path condition took the check of a class as passed:
// then a guard node stands above, and the predicate need not claim it.
func (b *backward) refined(c op.Class) bool {
	for _, d := range b.decisions {
		if d.Kind == exec.DecidedCheck && d.Class == c && d.Split {
			return true
		}
	}
	return false
}

// require conjoins a condition that must hold before the step.
func (b *backward) require(c term.T) { b.psi.Add(c) }

// widthOf is the width in bits of an operand of scalar type.
func (b *backward) widthOf(o ir.Operand) int { return b.bits(b.typeOf(o)) }

func (b *backward) typeOf(o ir.Operand) ir.TypeID {
	if o >= 0 {
		return b.fn.RegTypes[o]
	}
	return b.Machine.Prog.Consts[o.ConstIndex()].Type
}

func (e *Engine) bits(t ir.TypeID) int {
	ty := &e.Machine.Prog.Types[t]
	if ty.Kind == ir.Ptr {
		return e.Machine.Prog.PtrBits
	}
	return ty.Bits
}

// number is an operand as a term of width w over the state before the step.
func (b *backward) number(o ir.Operand, w int) term.T {
	if o >= 0 {
		return b.voc.Number(b.register(ir.Reg(o)), w)
	}
	v, ok := b.Machine.Constant(o)
	if !ok || v.Kind != memory.Int && !(v.Kind == memory.Ptr && v.Obj == 0) {
		b.fail("a constant that is no number")
		return b.dom.Const(w, 0)
	}
	if v.T != term.None {
		return v.T
	}
	return b.dom.Const(w, v.Bits)
}

// offset is the offset of an operand that holds an address.
func (b *backward) offset(o ir.Operand) term.T {
	if o >= 0 {
		return b.voc.Offset(b.register(ir.Reg(o)))
	}
	v, ok := b.Machine.Constant(o)
	if !ok || v.Kind == memory.Agg || v.Kind == memory.Raw {
		b.fail("a constant that is no address")
	}
	if v.T != term.None {
		return v.T
	}
	return b.pool.BV(b.ptrBits, v.Bits)
}

// points demands that an operand holds an address in an object (0: in none).
func (b *backward) points(o ir.Operand, obj memory.ObjID) {
	if o >= 0 {
		b.hold(b.register(ir.Reg(o)), obj)
		return
	}
	if v, ok := b.Machine.Constant(o); !ok || v.Obj != obj {
		b.fail("a constant address that is another one than recorded")
	}
}

func (b *backward) hold(p pred.Place, obj memory.ObjID) {
	if !b.psi.Hold(p, obj) {
		b.fail("two objects at one place")
	}
}

// define replaces the number of width w in the current instruction's register
// by a term over the state before; the register then is no address.
func (b *backward) define(in *ir.Instr, w int, t func() term.T) {
	p := b.register(in.Dst)
	if v := b.voc.Number(p, w); b.psi.Mentions(v) {
		b.psi.Substitute(v, t())
	}
	b.nothingElse(p)
}

// defineAddress is define for a register that gets an address.
func (b *backward) defineAddress(in *ir.Instr, obj memory.ObjID, off func() term.T) {
	b.addressAt(b.register(in.Dst), obj, off)
}

func (b *backward) addressAt(p pred.Place, obj memory.ObjID, off func() term.T) {
	if o, ok := b.psi.Holder(p); ok {
		if o != obj {
			b.fail("an address of another object than demanded")
		}
		b.psi.Release(p)
	}
	if v := b.voc.Offset(p); b.psi.Mentions(v) {
		b.psi.Substitute(v, off())
	}
	b.nothingElse(p)
}

// nothingElse checks that no demand on a place that was just written is left:
// the predicate may see a value in a way in which it was not made.
func (b *backward) nothingElse(p pred.Place) {
	if _, ok := b.psi.Holder(p); ok {
		b.fail("a number is used as an address")
		return
	}
	for _, v := range b.voc.At(p) {
		if b.psi.Mentions(v) {
			b.fail("a value is used in another way than it was made")
			return
		}
	}
}

// move carries every demand on one place over to another: a copy.
func (b *backward) move(to, from pred.Place) {
	if o, ok := b.psi.Holder(to); ok {
		b.psi.Release(to)
		b.hold(from, o)
	}
	for _, v := range b.voc.At(to) {
		if b.psi.Mentions(v) {
			l, _ := b.voc.Loc(v)
			b.psi.Substitute(v, b.voc.Variable(pred.Loc{Place: from, Role: l.Role, Width: l.Width}))
		}
	}
}

// assign is move from an operand to a place of the type t.
func (b *backward) assign(to pred.Place, o ir.Operand) {
	if o >= 0 {
		b.moveRegister(to, b.register(ir.Reg(o)))
		return
	}
	v, ok := b.Machine.Constant(o)
	if !ok {
		if b.demanded(to) {
			b.fail("an undefined value")
		}
		return
	}
	b.assignValue(to, v)
}

// moveRegister moves a register with the elements of its aggregate.
func (b *backward) moveRegister(to, from pred.Place) {
	b.move(to, from)
	if to.Obj != 0 {
		return
	}
	for _, p := range b.voc.Elements(to) {
		q := from
		q.Elem = p.Elem
		b.move(p, q)
	}
	for _, p := range b.psi.HeldElements(to) {
		q := from
		q.Elem = p.Elem
		b.move(p, q)
	}
}

// assignValue gives a place a known value.
func (b *backward) assignValue(to pred.Place, v memory.Value) {
	if v.Kind == memory.Agg {
		for i, e := range v.Elems {
			p := to
			p.Elem = int32(i) + 1
			b.assignValue(p, e)
		}
		return
	}
	if o, ok := b.psi.Holder(to); ok {
		if v.Kind == memory.Raw || o != v.Obj {
			b.fail("a constant address that is another one than demanded")
			return
		}
		b.psi.Release(to)
	}
	for _, x := range b.voc.At(to) {
		if !b.psi.Mentions(x) {
			continue
		}
		l, _ := b.voc.Loc(x)
		switch {
		case l.Role == pred.Written:
			b.psi.Substitute(x, term.True)
		case v.Kind == memory.Raw || l.Role == pred.Number && v.Obj != 0:
			b.fail("a constant is used in another way than it is given")
		case v.T != term.None:
			b.psi.Substitute(x, v.T)
		case l.Width == 0:
			b.psi.Substitute(x, b.pool.Bool(v.Bits&1 == 1))
		default:
			b.psi.Substitute(x, b.pool.BV(int(l.Width), v.Bits))
		}
	}
}

// demanded tells whether the predicate says anything about a place.
func (b *backward) demanded(p pred.Place) bool {
	if _, ok := b.psi.Holder(p); ok {
		return true
	}
	for _, v := range b.voc.At(p) {
		if b.psi.Mentions(v) {
			return true
		}
	}
	return false
}
