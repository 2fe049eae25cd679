package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/inlining"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// The coarse abstraction of a program is a coarser transition system of it, for what can be
// told without memory (docs/adr/0018). Only private variables have contents: those
// that their function names and nothing points to. All other memory holds any
// bytes, written or not. Every function but small ones is a procedure, library
// models that are not small and functions without a body return anything, and an
// address that comes from another function is one somewhere, but not null. So
// each function is executed once, whatever the size of the program:
//
//	int get(const struct item *p)     // called with &a[i] or behind a test only
//	{
//		return p->value;          // not null
//	}

// CoarseDecides tells that a goal is about violations that a coarse abstraction can exclude. The
// others are told by which objects two addresses are in, or by what models say of texts, which
// it does not know.
func CoarseDecides(g *Goal) bool {
	const untold op.Set = 1<<op.BadFree | 1<<op.DoubleFree | 1<<op.PtrOverflow | 1<<op.DanglingRead |
		1<<op.PtrCompare | 1<<op.PtrDiff | 1<<op.Overlap | 1<<op.NoText
	return !slices.ContainsFunc(g.Sites, func(s Site) bool { return s.Classes&untold != 0 })
}

// Coarse is what a coarse abstraction's construction has found out about the program.
type Coarse struct {
	Private map[ir.FuncID][]bool // by function: registers with the address of a private variable
	sizes   *inlining.Sizes
	landing map[ir.FuncID]bool // functions that non-local jumps may come back to
}

func (b *System) newCoarse() {
	m := inlining.Measure(b.Prog, b.Config.Entry)
	b.Coarse = &Coarse{Private: map[ir.FuncID][]bool{}, sizes: m, landing: landings(b.Prog)}
	for _, fn := range b.Prog.Funcs {
		small := m.Of(fn.ID) <= int64(budget.CoarseFunction.N) && !fn.Variadic && fn.ID != b.Config.Entry && !b.calledByAnybody(fn)
		if len(fn.Blocks) > 0 && !fn.Model && !small {
			b.makeProcedure(fn)
		}
	}
}

// calledByAnybody tells that calls of a function need not stand in the program.
func (b *program) calledByAnybody(fn *ir.Func) bool {
	return fn.AddressTaken || fn.Nameable() && b.Prog.ExecutesUnknown() || slices.Contains(b.Prog.Ctors, fn.ID) || slices.Contains(b.Prog.Dtors, fn.ID)
}

// untold: in a coarse abstraction, what has this number may be an address in any object that is
// not followed.
func (b *job) untold(k int) bool { return k == IDOutside || k == IDNumber && b.Coarse != nil }

// IsPrivate tells whether nothing but loads, stores and copies by name get at the
// variable whose address is in a register: an alloca's, or that of a structure
// passed by value.
func (o *Coarse) IsPrivate(fn *ir.Func, r ir.Reg) bool {
	if o.landing[fn.ID] {
		return false
	}
	regs, ok := o.Private[fn.ID]
	if !ok {
		regs = privateRegisters(fn)
		o.Private[fn.ID] = regs
	}
	return r >= 0 && int(r) < len(regs) && regs[r]
}

// privateRegisters finds the registers whose address, and all that is computed from
// it, is used for nothing but access.
func privateRegisters(fn *ir.Func) []bool {
	root := make([]ir.Reg, fn.NumRegs) // the variable that a register is an address in
	for i := range root {
		root[i] = ir.NoReg
	}
	private := make([]bool, fn.NumRegs)
	own := func(r ir.Reg) { root[r], private[r] = r, true }
	for i := range fn.Params {
		if fn.Params[i].ByVal >= 0 {
			own(ir.Reg(i))
		}
	}
	for changed := true; changed; {
		changed = false
		for _, blk := range fn.Blocks {
			for i := range blk.Instrs {
				in := &blk.Instrs[i]
				switch {
				case in.Dst < 0 || root[in.Dst] != ir.NoReg:
				case in.Op == ir.Alloca && (len(in.Args) == 0 || in.Args[0].IsConst()):
					own(in.Dst)
					changed = true
				case derives(in) && !in.Args[0].IsConst() && root[in.Args[0]] != ir.NoReg:
					root[in.Dst] = root[in.Args[0]]
					changed = true
				}
			}
		}
	}
	leaks := func(o ir.Operand) {
		if !o.IsConst() && root[o] != ir.NoReg {
			private[root[o]] = false
		}
	}
	for _, blk := range fn.Blocks {
		for i := range blk.Phis {
			for _, v := range blk.Phis[i].Vals {
				leaks(v)
			}
		}
		for i := range blk.Instrs {
			eachLeak(&blk.Instrs[i], leaks)
		}
	}
	return private
}

// landings finds the functions with calls of setjmp. When such a call comes back
// again, what the function has computed before it is what it was, and its variables
// may have changed, or be dead: nothing is known of them at any time.
func landings(p *ir.Program) map[ir.FuncID]bool {
	found := map[ir.FuncID]bool{}
	for _, blk := range p.Blocks {
		for i := range blk.Instrs {
			if blk.Instrs[i].Flags&ir.Twice != 0 {
				found[blk.Func] = true
			}
		}
	}
	return found
}

// derives tells that an instruction's result is an address in what its first
// operand is one in.
func derives(in *ir.Instr) bool {
	return in.Op == ir.GEP || in.Op == ir.Bitcast || in.Op == ir.Mov || in.Op == ir.Freeze
}

// eachLeak calls f for each operand of an instruction that is not only accessed, or
// moved within its variable.
func eachLeak(in *ir.Instr, f func(ir.Operand)) {
	accessed := 0 // how many of the first operands are no leaks
	switch in.Op {
	case ir.Load, ir.GEP, ir.Bitcast, ir.Mov, ir.Freeze, ir.MemSet, ir.VaStart, ir.VaEnd:
		accessed = 1
	case ir.MemCpy, ir.MemMove, ir.VaCopy:
		accessed = 2
	case ir.LifetimeStart, ir.LifetimeEnd:
		accessed = len(in.Args)
	case ir.Store:
		f(in.Args[0])
		accessed = 2
	}
	for i := accessed; i < len(in.Args); i++ {
		f(in.Args[i])
	}
	if in.Call == nil {
		return
	}
	for _, a := range in.Call.Args {
		if a.ByVal < 0 {
			f(a.Val)
		}
	}
}

// layoutOf is the layout of a function's variable, nil where a coarse abstraction does not
// follow what is in it.
func (b *objects) layoutOf(fn *ir.Func, r ir.Reg, t ir.TypeID, n uint64) *layout.Layout {
	if b.Coarse != nil && !b.Coarse.IsPrivate(fn, r) {
		return nil
	}
	return b.layoutFor(layout.New(b.Prog, t, n, budget.ObjectCells.N), t, n)
}

// layoutFor is a layout of n elements of a type, or that of smashed memory where there is
// none; coarse abstractions know nothing of memory that has none.
func (b *objects) layoutFor(l *layout.Layout, t ir.TypeID, n uint64) *layout.Layout {
	switch {
	case l != nil || b.Config.Coarse:
		return l
	case n != 1:
		return layout.NewSmashed(b.PointerSize(), n*b.Prog.Types[t].Size, layout.Fields{})
	}
	return layout.NewSmashed(b.PointerSize(), b.Prog.Types[t].Size, layout.FieldsOf(b.Prog, t))
}

// somewhere is an address made from that of an object which a coarse abstraction does not tell
// from others, dead or alive: in it or beside it, but neither null nor a number.
func (x *run) somewhere(name string) Value {
	b := x.Sys
	if b.Coarse == nil {
		return x.anyAddress(name, term.False)
	}
	return Value{ID: b.IDConst(IDOutside), Term: x.fresh(b.PtrBits, name), Uninit: term.False}
}

// anyAddress is any address at all, null and numbers among them; u tells when it was
// never written.
func (x *run) anyAddress(name string, u term.T) Value {
	b := x.Sys
	if b.Coarse != nil {
		return Value{Term: x.fresh(b.PtrBits, name), Uninit: u}
	}
	return b.address(b.IDConst(IDUnknown), x.fresh(b.PtrBits, name), u)
}

// doubt is a condition of which a coarse abstraction knows nothing, where c holds: what might
// be wrong with an address that is somewhere.
func (x *run) doubt(c term.T, class op.Class) term.T {
	d := x.fresh(1, "doubt")
	if c == term.False || !x.doubted(class) {
		return term.False
	}
	return x.Sys.Pool.And(c, d)
}

// doubted tells that a coarse abstraction has a check of a class here: one that a target asks for,
// or that ends the path of a run to any target of the system. A certificate is checked
// in a system with one target. That is to come out the same, and what a variable can
// point to depends on how conditions are simplified, thus on which checks there are.
func (x *run) doubted(class op.Class) bool {
	return x.wanted().Has(class) || class.Effect() == op.Ends && x.Sys.leadsTo(x.userPoint())
}

// isSomewhere tells when a coarse abstraction does not know which object an address is in.
func (b *objects) isSomewhere(v Value) term.T {
	return b.Pool.Or(b.Is(v, IDOutside), b.Pool.And(b.Is(v, IDNumber), b.Pool.Not(b.Pool.ULt(v.Term, b.Size(nullPage)))))
}

// outward is a value as another function sees it: no address names a variable.
func (x *run) outward(v Value) Value {
	return eachPart(v, func(v Value) Value {
		b, p := x.Sys, x.Sys.Pool
		t := x.fresh(b.PtrBits, "address")
		if v.ID == term.None {
			return v
		}
		named := term.False
		for _, k := range b.ObjectsOf(v) {
			if b.isData(k) {
				named = p.Or(named, b.Is(v, k))
			}
		}
		if named == term.False {
			return v
		}
		return b.address(b.outwardID(v.ID), p.Ite(named, t, v.Term), v.Uninit)
	})
}

// isData tells that a number is that of an object other than a function.
func (b *objects) isData(k int) bool { return k >= IDFirst && b.Objects[k].Origin != memory.Code }

// outwardID is an object number with all objects but functions taken for one.
func (b *objects) outwardID(id term.T) term.T {
	p, set := b.Pool, b.IDs(id)
	switch {
	case !slices.ContainsFunc(set, b.isData):
		return id
	case p.Op(id) == term.OpIte:
		return p.Ite(p.Arg(id, 0), b.outwardID(p.Arg(id, 1)), b.outwardID(p.Arg(id, 2)))
	}
	r := b.IDConst(IDOutside)
	for _, k := range set {
		if !b.isData(k) && k != IDOutside {
			r = p.Ite(b.isObject(id, k), b.IDConst(k), r)
		}
	}
	return r
}

// outwardCells is outward for what is in an object.
func (x *run) outwardCells(o *Object) {
	if o.Layout == nil {
		return
	}
	st := x.s.own(o.ID)
	for i := range st.Cells {
		if !st.Cells[i].Absent() {
			st.Cells[i] = x.outward(st.Cells[i])
		}
	}
}

// startCoarse begins the program: its entry function is called by the environment,
// and functions whose address is taken, constructors and destructors by anybody, with
// any arguments, at any time: nothing in a coarse abstraction depends on the time.
func (x *run) startCoarse(entry *ir.Func) {
	b, base := x.Sys, x.s
	args := make([]Value, len(entry.Params))
	for i := range args {
		args[i] = x.argument(i, entry)
	}
	x.enterProcedure(b.Summaries[entry.ID], base, args)
	for _, fn := range b.Prog.Funcs {
		p := b.Summaries[fn.ID]
		if p == nil || !b.calledByAnybody(fn) {
			continue
		}
		args := make([]Value, len(fn.Params))
		for i := range args {
			args[i] = x.any(fn.Params[i].Type, fn.Params[i].Name)
		}
		x.enterProcedure(p, base, args)
	}
}

// argument is what the environment gives for a parameter of the entry function: for
// other ones than main, pointers are null or lead into objects (verdicts.md).
func (x *run) argument(i int, entry *ir.Func) Value {
	b, p := x.Sys, &entry.Params[i]
	switch {
	case entry.Name == "main":
		return x.environment(i, entry)
	case b.Prog.Types[p.Type].Kind == ir.Ptr:
		return b.choose(x.fresh(1, "null"), b.null(), x.somewhere(p.Name))
	}
	return x.any(p.Type, p.Name)
}

// enterProcedure has somebody outside the program call a function. What is in
// structures that are passed by value is open.
func (x *run) enterProcedure(p *Summary, base *State, args []Value) {
	b := x.Sys
	if p.Entry == nil {
		b.meet(p)
	}
	x.s = base.fork()
	f := &frame{owner: x.s.owner, ctx: p.ctx, Regs: make([]Value, p.Func.NumRegs)}
	for i, a := range args {
		if f.Regs[i] = x.outward(a); p.Func.Params[i].ByVal >= 0 {
			o := b.byValue(p.ctx, i)
			x.born(o, func(_ int, c *layout.Cell) Value { return x.unknownBytes(c.Size) })
			f.Regs[i] = b.Pointer(o.ID, 0)
		}
	}
	x.hide(p, f)
	x.s.Frames, x.s.Before = []*frame{f}, nil
	x.calls = append(x.calls, &Edge{To: p.Entry, State: x.s})
}

// skip is a call of a function that a coarse abstraction does not follow: it may do anything
// to what is not private, and fail in any way that a target asks for. It reports
// true if nothing comes after it.
func (x *run) skip(fn *ir.Func) (left bool) {
	x.unproven()
	return x.goBehind(fn)
}

// unproven records that a call may fail in any way that a target asks for, or not.
func (x *run) unproven() {
	x.check = x.check[:0]
	for c := op.NullAccess; c < op.NumClasses; c++ {
		if x.doubted(c) && c != op.Reach && c != op.Leak {
			doubt := x.Sys.fresh(VarKey{x.place, x.n.Instr, -1 - int32(c), 0, 0}, "doubt")
			x.check = append(x.check, op.Check[term.T]{Class: c, Cond: doubt})
		}
	}
	x.verifyAll(-1)
}

// goBehind makes the state what it is behind a call that is not followed. It reports
// true if there is none.
func (x *run) goBehind(fn *ir.Func) (left bool) {
	if fn != nil && !x.Sys.Prog.MayReturn(fn.ID) || x.in.Call.NoReturn {
		x.s.Guard = term.False
		return true
	}
	if x.in.Dst >= 0 {
		x.set(x.skipped(fn))
	}
	return false
}

// skipped is what a function that is not followed returns. Of one without a body a
// pointer is null or somewhere (verdicts.md), as the search takes it.
func (x *run) skipped(fn *ir.Func) Value {
	b := x.Sys
	if fn == nil || len(fn.Blocks) > 0 || b.Prog.Types[x.in.Type].Kind != ir.Ptr {
		return x.any(x.in.Type, "result")
	}
	return b.choose(x.fresh(1, "null"), b.null(), x.somewhere("result"))
}

// unmodelled is a call of a function without body and model, in a coarse abstraction.
func (x *run) unmodelled(fn *ir.Func) (left bool) {
	b := x.Sys
	if fn.Model { // the program means another function of the name
		return x.skip(nil)
	}
	if x.in.Call.NoReturn || fn.NoReturn {
		b.Assumed[op.UnmodelledEnds(fn.Source)] = true
	}
	return x.skip(fn)
}

// follows tells whether a coarse abstraction executes a call of a function.
func (b *objects) follows(fn *ir.Func) bool {
	return !fn.Model || b.Coarse.sizes.Of(fn.ID) <= int64(budget.CoarseModel.N) && !fn.Variadic && !b.Prog.MayStop(fn.ID)
}

// indirectAnyhow is a call through a pointer in a coarse abstraction: of any function whose
// address is taken, which are entered anyhow, or of one that is not in the program.
func (x *run) indirectAnyhow(v Value, null, bad term.T) (left bool) {
	x.verify(op.Check[term.T]{Class: op.NullAccess, Cond: null}, -1)
	x.verify(op.Check[term.T]{Class: op.BadCall, Cond: x.Sys.Pool.Or(bad, x.doubt(x.Sys.isSomewhere(v), op.BadCall))}, -1)
	if x.s.Guard == term.False {
		return true
	}
	if slices.ContainsFunc(x.Sys.ObjectsOf(v), func(k int) bool { return k > IDNumber && !x.Sys.isOwn(k) || k == IDNumber }) {
		x.unproven()
	}
	return x.goBehind(nil)
}

// isOwn tells that a number is that of a function of the program, whose errors are
// its own.
func (b *objects) isOwn(k int) bool {
	if k < IDFirst || b.Objects[k].Origin != memory.Code {
		return false
	}
	fn := b.Prog.Funcs[b.Objects[k].fn]
	return len(fn.Blocks) > 0 && !fn.Model
}
