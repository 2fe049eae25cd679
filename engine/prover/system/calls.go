package system

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// newObject makes an object of the system.
func (b *objects) newObject(o Object) *Object {
	o.ID = len(b.Objects)
	if o.ID >= 1<<IDBits {
		b.giveUp("more objects than the prover can number")
	}
	b.Objects = append(b.Objects, &o)
	if o.Owner != nil {
		o.Owner.variables = append(o.Owner.variables, o.ID)
	}
	return &o
}

// born starts the life of an object: unwritten, or as init says.
func (x *run) born(o *Object, init func(i int, c *layout.Cell) Value) {
	st := &ObjState{owner: x.s.owner, Alive: term.True}
	if o.Layout != nil {
		st.Cells = make([]Value, len(o.Layout.Cells))
		for i := range st.Cells {
			c := &o.Layout.Cells[i]
			switch {
			case c.Ghost:
				st.Cells[i] = number(x.Sys.size0(c))
				continue
			case init != nil:
				st.Cells[i] = init(i, c)
				continue
			}
			st.Cells[i] = Value{Term: x.fresh(int(8*c.Size), o.Name+c.Path), Uninit: term.True}
		}
	}
	if o.Smashed() {
		st.setParts(x.Sys.unwritten(o, x.Sys.Size(o.Size), false))
	}
	x.s.put(o.ID, st)
	x.bearWords(o)
}

// scrub makes every pointer to the given objects one to a dead object, but for
// the registers that name keep.
func (x *run) scrub(dying map[int]bool, keep *Object) {
	b := x.Sys
	x.s.Objs.Each(func(id int, o *ObjState) {
		if dying[id] || !b.names(&o.named, o.Cells, dying) {
			return
		}
		b.spend(len(o.Cells))
		for i := range o.Cells {
			if v, hit := x.scrubbedCell(b.Objects[id], o.Cells[i], dying); hit {
				o = x.s.own(id)
				o.Cells[i] = v
			}
		}
	})
	for fi, f := range x.s.Frames {
		if !b.names(&f.named, f.Regs, dying) {
			continue
		}
		b.spend(len(f.Regs))
		for r := range f.Regs {
			if keep != nil && keep.Owner == f.ctx && keep.Slot == ir.Reg(r) {
				continue
			}
			if v, hit := x.scrubbed(f.Regs[r], dying); hit {
				f = x.s.ownFrame(fi)
				f.Regs[r] = v
			}
		}
	}
	x.f = x.s.top()
}

// names tells whether some of the addresses may name one of the objects; n is
// what is known of them.
func (b *objects) names(n *named, addresses []Value, objects map[int]bool) bool {
	if !n.known || n.epoch != b.epoch {
		b.spend(len(addresses))
		*n = named{known: true, epoch: b.epoch, ids: b.mortals(addresses)}
	}
	return slices.ContainsFunc(n.ids, func(id int) bool { return objects[id] })
}

// mortals lists the variables and heap blocks that some addresses may name.
func (b *objects) mortals(addresses []Value) []int {
	var ids []int
	var visit func(v Value)
	visit = func(v Value) {
		for _, e := range v.Elems {
			visit(e)
		}
		if v.ID == term.None {
			return
		}
		for _, k := range b.ObjectsOf(v) {
			if k >= IDFirst && (b.Objects[k].Origin == memory.Stack || b.Objects[k].Origin == memory.Heap) {
				ids = append(ids, k)
			}
		}
	}
	for _, v := range addresses {
		visit(v)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// scrubbedCell is scrubbed for a cell of an object.
func (x *run) scrubbedCell(o *Object, v Value, dying map[int]bool) (Value, bool) {
	if o.indexed() {
		return x.scrubArray(v, dying)
	}
	return x.scrubbed(v, dying)
}

func (x *run) scrubbed(v Value, dying map[int]bool) (Value, bool) {
	if v.Elems != nil {
		hit := false
		w := Value{Elems: append([]Value(nil), v.Elems...)}
		for i := range w.Elems {
			var h bool
			w.Elems[i], h = x.scrubbed(w.Elems[i], dying)
			hit = hit || h
		}
		return w, hit
	}
	if !v.IsPointer() {
		return v, false
	}
	hit := false
	for _, k := range x.Sys.ObjectsOf(v) {
		if dying[k] {
			v.ID = x.Sys.Pool.Ite(x.Sys.Is(v, k), x.Sys.IDConst(IDDead), v.ID)
			hit = true
		}
	}
	return v, hit
}

// call enters a function, or does what one without a body does.
func (x *run) call() (left bool) {
	x.reached()
	if id := x.in.Call.Callee; id >= 0 {
		return x.invoke(id)
	}
	return x.indirect(x.arg(0))
}

// indirect calls each function that the address can be.
func (x *run) indirect(v Value) bool {
	b, p := x.Sys, x.Sys.Pool
	if v.Absent() {
		x.unsupported("a call through a pointer that is not known on every path")
		return true
	}
	null, bad := term.False, term.False
	var fns []int
	for _, k := range b.ObjectsOf(v) {
		is := b.Is(v, k)
		switch {
		case k == IDNull || k == IDNumber && b.Coarse == nil:
			null = p.Or(null, is)
		case k == IDNumber:
			null = p.Or(null, p.And(is, p.ULt(v.Term, b.Size(nullPage))))
		case k >= IDFirst && b.Objects[k].Origin == memory.Code && b.Coarse != nil && x.mismatch(b.Prog.Funcs[b.Objects[k].fn]) != "":
			bad = p.Or(bad, is)
		case k >= IDFirst && b.Objects[k].Origin == memory.Code:
			fns = append(fns, k)
			bad = p.Or(bad, p.And(is, p.Not(p.Eq(v.Term, b.Size(0)))))
		case k == IDWild:
			zero := x.fresh(1, "wild")
			null, bad = p.Or(null, p.And(is, zero)), p.Or(bad, p.And(is, p.Not(zero)))
		case k != IDUnknown && k != IDOutside:
			bad = p.Or(bad, is)
		}
	}
	if b.Coarse != nil {
		return x.indirectAnyhow(v, null, bad)
	}
	x.unsupportedIf(p.And(b.Is(v, IDNumber), p.Not(p.Eq(v.Term, b.Size(0)))), "a call through an address computed from an integer")
	x.unknown(v)
	x.verify(op.Check[term.T]{Class: op.NullAccess, Cond: null}, -1)
	x.verify(op.Check[term.T]{Class: op.BadCall, Cond: bad}, -1)
	s, in, n := x.s, x.in, x.n
	for _, k := range fns {
		t := s.fork()
		t.Guard = p.And(t.Guard, b.Is(v, k))
		x.s, x.in, x.n, x.f = t, in, n, t.top()
		if t.Guard != term.False && !x.invoke(b.Objects[k].fn) {
			x.goOn()
		}
		s.Guard = p.And(s.Guard, p.Not(b.Is(v, k)))
	}
	x.s, x.in, x.n, x.f = s, in, n, s.top()
	x.left()
	return true
}

// goOn leads the current state behind the current instruction.
func (x *run) goOn() {
	n := x.n
	next := &node{ctx: n.ctx, Block: n.Block, Instr: n.Instr + 1, turns: n.turns,
		pos: x.Sys.position(n.ctx, n.Block, n.turns, n.Instr+1)}
	x.enter(next, x.s)
}

// invoke executes a call of a function. It reports true if the state has gone
// into it.
func (x *run) invoke(id ir.FuncID) bool {
	b := x.Sys
	fn := b.Prog.Funcs[id]
	x.passes(fn)
	if f, ok := builtins[fn.Name]; ok && len(fn.Blocks) == 0 {
		f(x)
		return x.s.Guard == term.False
	}
	if unknown := b.Prog.EntersUnknown(x.in.Call, fn); unknown && b.Coarse != nil {
		return x.unmodelled(fn)
	} else if unknown {
		x.unsupported("a call of " + fn.Source + ", which has no body and no model")
		return true
	}
	if !x.f.ctx.Func.Model && b.Prog.Allocates(fn) {
		x.unsupported("a call of " + fn.Source + ", which may call the program's own functions for memory")
		return true
	}
	if b.Coarse != nil && (!b.follows(fn) || x.in.Flags&ir.Twice != 0) {
		return x.skip(fn)
	}
	if why := x.mismatch(fn); why != "" {
		x.unsupported(why)
		return true
	}
	args := make([]Value, len(x.in.Call.Args))
	for i := range args {
		args[i] = x.operand(x.f, x.in.Call.Args[i].Val)
	}
	p := b.Summaries[id]
	if p == nil && x.recursive(fn) {
		if fn.Model || id == b.Config.Entry || b.Certifying {
			x.unsupported("recursion of " + fn.Source)
			return true
		}
		p = b.makeProcedure(fn)
		b.anew(func() {})
	}
	if p != nil {
		return x.callProcedure(p, args)
	}
	if x.n.ctx.Depth >= budget.CallDepth.N {
		x.unsupported("calls nested too deeply")
		return true
	}
	x.activateEach(fn, args)
	return true
}

// activateEach pushes an activation of a function, or of a library model that takes a format
// one for each of the literals that it may be: a model computes with texts that it knows.
//
//	printf(n == 1 ? "%d line\n" : "%d lines\n", n);
func (x *run) activateEach(fn *ir.Func, args []Value) {
	b, rest := x.Sys, x.s
	for i := range fn.Params {
		for _, k := range b.formats(fn, args[i]) {
			is := b.Is(args[i], k)
			if x.s = rest.fork(); x.s.Guard != term.False {
				x.assume(is)
				one := slices.Clone(args)
				one[i] = b.Pointer(k, 0)
				x.activate(fn, one, k)
			}
			x.s = rest
			x.assume(b.Pool.Not(is))
		}
	}
	if x.s = rest; x.s.Guard != term.False {
		x.activate(fn, args, 0)
	}
}

// formats lists the literals of which the argument of a library model is one, nil where
// there are none or one, or many. A read that fails in certificates gives none of them.
func (b *objects) formats(fn *ir.Func, v Value) []int {
	p := b.Pool
	if !fn.Model || !fn.Variadic || v.ID == term.None || p.Op(v.ID) != term.OpIte {
		return nil
	}
	off, read := v.Term, v.ID
	if b.Certifying && p.Op(off) == term.OpIte && p.Arg(off, 0) == p.Arg(v.ID, 0) && p.Arg(v.ID, 1) == b.IDConst(b.garbage()) {
		off, read = p.Arg(off, 2), p.Arg(v.ID, 2)
	}
	all := b.IDs(read)
	if !b.isZero(off) || len(all) < 2 || len(all) > budget.Literals.N ||
		slices.ContainsFunc(all, func(k int) bool { return k < IDFirst || !b.Objects[k].ReadOnly }) {
		return nil
	}
	return all
}

func (x *run) recursive(fn *ir.Func) bool {
	for c := x.n.ctx; c != nil; c = c.Parent {
		if c.Func == fn {
			return true
		}
	}
	return false
}

// mismatch says why a call does not fit the function, "" if it does.
func (x *run) mismatch(fn *ir.Func) string {
	ci := x.in.Call
	why := "a call of " + fn.Source + " with another type"
	if len(ci.Args) < len(fn.Params) || len(ci.Args) > len(fn.Params) && !fn.Variadic {
		return why
	}
	for i := range fn.Params {
		p, a := &fn.Params[i], &ci.Args[i]
		same := p.Type == a.Type || x.Sys.Prog.Types[p.Type].Kind == ir.Ptr && x.Sys.Prog.Types[a.Type].Kind == ir.Ptr
		if !same || (p.ByVal >= 0) != (a.ByVal >= 0) {
			return why
		}
	}
	if x.in.Dst >= 0 && fn.Ret != x.in.Type &&
		!(x.Sys.Prog.Types[fn.Ret].Kind == ir.Ptr && x.Sys.Prog.Types[x.in.Type].Kind == ir.Ptr) {
		return why
	}
	return ""
}

// activate pushes an activation of a function with a body; literal tells those of one call apart.
func (x *run) activate(fn *ir.Func, args []Value, literal int) {
	b := x.Sys
	at := *x.n
	at.pos = append([]int32(nil), x.n.pos...)
	at.in = nil
	ctx := b.activation(fn, &at, x.in, literal)
	f := &frame{owner: x.s.owner, ctx: ctx, Regs: make([]Value, fn.NumRegs)}
	for i := range fn.Params {
		f.Regs[i] = args[i]
		if fn.Params[i].ByVal >= 0 && x.in != nil {
			f.Regs[i] = x.privateCopy(ctx, i, args[i])
		}
	}
	if fn.Variadic && x.in != nil {
		x.variadic(ctx, args)
	}
	if x.s.Guard == term.False {
		return
	}
	x.s.Frames = append(x.s.Frames[:len(x.s.Frames):len(x.s.Frames)], f)
	x.enterBlock(ctx)
}

// enterBlock starts the function of a context.
func (x *run) enterBlock(ctx *Activation) {
	blk := ctx.Func.Blocks[0]
	turns := make([]int32, len(x.Sys.nest(blk)))
	x.enter(&node{ctx: ctx, Block: blk, turns: turns, pos: x.Sys.position(ctx, blk, turns, 0)}, x.s)
}

// activation finds or makes the activation of a function by a call, of one that is made for
// each of several literals.
func (b *program) activation(fn *ir.Func, at *node, in *ir.Instr, literal int) *Activation {
	key := fmt.Sprint(fn.ID)
	depth, dst := 0, ir.NoReg
	var parent *Activation
	if at != nil && at.ctx != nil {
		parent, depth = at.ctx, at.ctx.Depth+1
		key = fmt.Sprintf("%s@%s", key, placeKey(at.pos))
	}
	order := 0
	if literal > 0 {
		key, order = fmt.Sprintf("%s#%d", key, literal), literal // 1 is that of exit
	}
	if in != nil {
		dst = in.Dst
	}
	c := b.contexts[key]
	if c == nil {
		c = &Activation{key: key, Func: fn, Parent: parent, Call: at, Depth: depth, order: order, dst: dst,
			allocs: map[ir.Point]*Object{}, params: map[int]*Object{}}
		b.contexts[key] = c
	}
	return c
}

// privateCopy gives a byval parameter its own object in the callee.
func (x *run) privateCopy(ctx *Activation, i int, v Value) Value {
	b := x.Sys
	t := ctx.Func.Params[i].ByVal
	n := b.Prog.Types[t].Size
	x.readWhole(v, b.Size(n))
	o := b.byValue(ctx, i)
	x.born(o, nil)
	x.copyKnown(b.Pointer(o.ID, 0), v, n)
	return b.Pointer(o.ID, 0)
}

// byValue is the object of a structure that is passed by value.
func (b *objects) byValue(ctx *Activation, i int) *Object {
	o, p := ctx.params[i], &ctx.Func.Params[i]
	if o == nil {
		o = b.newObject(Object{Origin: memory.Stack, Name: p.Name, Size: b.Prog.Types[p.ByVal].Size,
			Layout: b.layoutOf(ctx.Func, ir.Reg(i), p.ByVal, 1), Owner: ctx, Slot: ir.NoReg})
		ctx.params[i] = o
	}
	return o
}

// ret leaves a function: its objects die.
func (x *run) ret() {
	b := x.Sys
	v := Value{}
	if len(x.in.Args) > 0 {
		v = x.arg(0)
	}
	ctx := x.n.ctx
	dying := map[int]bool{}
	for _, id := range ctx.variables {
		if x.s.Obj(id) != nil {
			dying[id] = true
		}
	}
	if ctx.proc == nil {
		x.s.Frames = x.s.Frames[:len(x.s.Frames)-1]
	}
	if len(x.s.Frames) == 0 {
		x.finish(v)
		return
	}
	if len(dying) > 0 {
		v, _ = x.scrubbed(v, dying)
		x.scrub(dying, nil)
		for id := range dying {
			x.s.put(id, nil)
		}
	}
	if ctx.proc != nil {
		x.leave(ctx.proc, v)
		return
	}
	at := ctx.Call
	if ctx.dst >= 0 {
		if v.Absent() {
			v = Value{Term: x.fresh(b.width(at.ctx.Func.RegTypes[ctx.dst]), "result"), Uninit: term.True}
		}
		x.s.regs()[ctx.dst] = v
	}
	x.enter(&node{ctx: at.ctx, Block: at.Block, Instr: at.Instr + 1, turns: at.turns,
		pos: b.position(at.ctx, at.Block, at.turns, at.Instr+1)}, x.s)
}

// finish is the return from main, which goes on in what runs at the end of the program.
func (x *run) finish(v Value) {
	b := x.Sys
	fn := b.Prog.AtEnd()
	if x.n.ctx.Func.Name != "main" || fn == nil {
		return // the end of the program
	}
	if v.Absent() || v.Elems != nil || b.Pool.Width(v.Term) != 32 {
		v = number(b.Pool.BV(32, 0))
	}
	for _, id := range x.n.ctx.variables {
		if x.s.Obj(id) != nil {
			x.s.own(id).Alive = b.nowhere(b.Objects[id])
		}
	}
	ctx := b.activation(fn, nil, nil, 0)
	ctx.order = 1
	x.s.Frames = []*frame{{owner: x.s.owner, ctx: ctx, Regs: make([]Value, fn.NumRegs)}}
	if len(fn.Params) > 0 {
		x.s.regs()[0] = v
	}
	x.enterBlock(ctx)
}
