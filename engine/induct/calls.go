package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// newObject makes an object of the system.
func (b *builder) newObject(o object) *object {
	o.id = len(b.objects)
	if o.id >= 1<<idBits {
		b.giveUp("more objects than the prover can number")
	}
	b.objects = append(b.objects, &o)
	if o.owner != nil {
		o.owner.variables = append(o.owner.variables, o.id)
	}
	return &o
}

// born starts the life of an object: unwritten, or as init says.
func (x *run) born(o *object, init func(i int, c *cell) value) {
	st := &objState{owner: x.s.owner, alive: term.True}
	if o.lay != nil {
		st.cells = make([]value, len(o.lay.cells))
		for i := range st.cells {
			c := &o.lay.cells[i]
			switch {
			case c.ghost:
				st.cells[i] = number(x.b.size0(c))
				continue
			case init != nil:
				st.cells[i] = init(i, c)
				continue
			}
			st.cells[i] = value{t: x.fresh(int(8*c.size), o.name+c.path), u: term.True}
		}
	}
	if o.folded() {
		x.b.unwritten(o, x.b.size(o.size), false).set(st)
	}
	x.s.put(o.id, st)
	x.bearWords(o)
}

// scrub makes every pointer to the given objects one to a dead object, but for
// the registers that name keep.
func (x *run) scrub(dying map[int]bool, keep *object) {
	b := x.b
	x.s.objs.each(func(id int, o *objState) {
		if dying[id] || !b.names(&o.named, o.cells, dying) {
			return
		}
		b.spend(len(o.cells))
		for i := range o.cells {
			if v, hit := x.scrubbedCell(b.objects[id], o.cells[i], dying); hit {
				o = x.s.own(id)
				o.cells[i] = v
			}
		}
	})
	for fi, f := range x.s.frames {
		if !b.names(&f.named, f.regs, dying) {
			continue
		}
		b.spend(len(f.regs))
		for r := range f.regs {
			if keep != nil && keep.owner == f.ctx && keep.slot == ir.Reg(r) {
				continue
			}
			if v, hit := x.scrubbed(f.regs[r], dying); hit {
				f = x.s.ownFrame(fi)
				f.regs[r] = v
			}
		}
	}
	x.f = x.s.top()
}

// names tells whether some of the addresses may name one of the objects; n is
// what is known of them.
func (b *builder) names(n *named, addresses []value, objects map[int]bool) bool {
	if !n.known || n.epoch != b.epoch {
		b.spend(len(addresses))
		*n = named{known: true, epoch: b.epoch, ids: b.mortals(addresses)}
	}
	return slices.ContainsFunc(n.ids, func(id int) bool { return objects[id] })
}

// mortals lists the variables and heap blocks that some addresses may name.
func (b *builder) mortals(addresses []value) []int {
	var ids []int
	var visit func(v value)
	visit = func(v value) {
		for _, e := range v.elems {
			visit(e)
		}
		if v.id == term.None {
			return
		}
		for _, k := range b.objectsOf(v) {
			if k >= idFirst && (b.objects[k].origin == memory.Stack || b.objects[k].origin == memory.Heap) {
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
func (x *run) scrubbedCell(o *object, v value, dying map[int]bool) (value, bool) {
	if o.indexed() {
		return x.scrubArray(v, dying)
	}
	return x.scrubbed(v, dying)
}

func (x *run) scrubbed(v value, dying map[int]bool) (value, bool) {
	if v.elems != nil {
		hit := false
		w := value{elems: append([]value(nil), v.elems...)}
		for i := range w.elems {
			var h bool
			w.elems[i], h = x.scrubbed(w.elems[i], dying)
			hit = hit || h
		}
		return w, hit
	}
	if !v.isPointer() {
		return v, false
	}
	hit := false
	for _, k := range x.b.objectsOf(v) {
		if dying[k] {
			v.id = x.b.pool.Ite(x.b.is(v, k), x.b.idConst(idDead), v.id)
			hit = true
		}
	}
	return v, hit
}

// call enters a function, or does what one without a body does.
func (x *run) call() (left bool) {
	x.reached()
	ci := x.in.Call
	if ci.Callee >= 0 {
		return x.invoke(ci.Callee)
	}
	return x.indirect(x.arg(0))
}

// indirect calls each function that the address can be.
func (x *run) indirect(v value) bool {
	b, p := x.b, x.b.pool
	if v.absent() {
		x.stop("a call through a pointer that is not known on every path")
		return true
	}
	null, bad := term.False, term.False
	var fns []int
	for _, k := range b.objectsOf(v) {
		is := b.is(v, k)
		switch {
		case k == idNull || k == idNumber && b.outline == nil:
			null = p.Or(null, is)
		case k == idNumber:
			null = p.Or(null, p.And(is, p.ULt(v.t, b.size(nullPage))))
		case k >= idFirst && b.objects[k].origin == memory.Code && b.outline != nil && x.mismatch(b.prog.Funcs[b.objects[k].fn]) != "":
			bad = p.Or(bad, is)
		case k >= idFirst && b.objects[k].origin == memory.Code:
			fns = append(fns, k)
			bad = p.Or(bad, p.And(is, p.Not(p.Eq(v.t, b.size(0)))))
		case k != idUnknown && k != idOutside:
			bad = p.Or(bad, is)
		}
	}
	if b.outline != nil {
		return x.indirectAnyhow(v, null, bad)
	}
	x.stopIf(p.And(b.is(v, idNumber), p.Not(p.Eq(v.t, b.size(0)))), "a call through an address computed from an integer")
	x.unknown(v)
	x.verify(op.Check[term.T]{Class: op.NullAccess, Cond: null}, -1)
	x.verify(op.Check[term.T]{Class: op.BadCall, Cond: bad}, -1)
	s, in, n := x.s, x.in, x.n
	for _, k := range fns {
		t := s.fork()
		t.guard = p.And(t.guard, b.is(v, k))
		x.s, x.in, x.n, x.f = t, in, n, t.top()
		if t.guard != term.False && !x.invoke(b.objects[k].fn) {
			x.goOn()
		}
		s.guard = p.And(s.guard, p.Not(b.is(v, k)))
	}
	x.s, x.in, x.n, x.f = s, in, n, s.top()
	x.left()
	return true
}

// goOn leads the current state behind the current instruction.
func (x *run) goOn() {
	n := x.n
	next := &node{ctx: n.ctx, block: n.block, instr: n.instr + 1, turns: n.turns,
		pos: x.b.position(n.ctx, n.block, n.turns, n.instr+1)}
	x.enter(next, x.s)
}

// invoke executes a call of a function. It reports true if the state has gone
// into it.
func (x *run) invoke(id ir.FuncID) bool {
	b := x.b
	fn := b.prog.Funcs[id]
	if f, ok := builtins[fn.Name]; ok && len(fn.Blocks) == 0 {
		f(x)
		return x.s.guard == term.False
	}
	if unknown := len(fn.Blocks) == 0 || x.in.Call.Callee >= 0 && b.prog.IsUnknown(x.in.Call); unknown && b.outline != nil {
		return x.unmodelled(fn)
	} else if unknown {
		x.stop("a call of " + fn.Source + ", which has no body and no model")
		return true
	}
	if !x.f.ctx.fn.Model && b.prog.Allocates(fn) {
		x.stop("a call of " + fn.Source + ", which may call the program's own functions for memory")
		return true
	}
	if b.outline != nil && (!b.follows(fn) || x.in.Flags&ir.Twice != 0) {
		return x.skip(fn)
	}
	if why := x.mismatch(fn); why != "" {
		x.stop(why)
		return true
	}
	args := make([]value, len(x.in.Call.Args))
	for i := range args {
		args[i] = x.operand(x.f, x.in.Call.Args[i].Val)
	}
	p := b.procedures[id]
	if p == nil && x.recursive(fn) {
		if fn.Model || id == b.cfg.Entry || b.certifying {
			x.stop("recursion of " + fn.Source)
			return true
		}
		p = b.makeProcedure(fn)
		b.anew(func() {})
	}
	if p != nil {
		return x.callProcedure(p, args)
	}
	if x.n.ctx.depth >= maxDepth {
		x.stop("calls nested too deeply")
		return true
	}
	x.activate(fn, args)
	return true
}

func (x *run) recursive(fn *ir.Func) bool {
	for c := x.n.ctx; c != nil; c = c.parent {
		if c.fn == fn {
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
		same := p.Type == a.Type || x.b.prog.Types[p.Type].Kind == ir.Ptr && x.b.prog.Types[a.Type].Kind == ir.Ptr
		if !same || (p.ByVal >= 0) != (a.ByVal >= 0) {
			return why
		}
	}
	if x.in.Dst >= 0 && fn.Ret != x.in.Type &&
		!(x.b.prog.Types[fn.Ret].Kind == ir.Ptr && x.b.prog.Types[x.in.Type].Kind == ir.Ptr) {
		return why
	}
	return ""
}

// activate pushes an activation of a function with a body.
func (x *run) activate(fn *ir.Func, args []value) {
	b := x.b
	at := *x.n
	at.pos = append([]int32(nil), x.n.pos...)
	at.in = nil
	ctx := b.activation(fn, &at, x.in)
	f := &frame{owner: x.s.owner, ctx: ctx, regs: make([]value, fn.NumRegs)}
	for i := range fn.Params {
		f.regs[i] = args[i]
		if fn.Params[i].ByVal >= 0 && x.in != nil {
			f.regs[i] = x.privateCopy(ctx, i, args[i])
		}
	}
	if fn.Variadic && x.in != nil {
		x.variadic(ctx, args)
	}
	if x.s.guard == term.False {
		return
	}
	x.s.frames = append(x.s.frames[:len(x.s.frames):len(x.s.frames)], f)
	x.enterBlock(ctx)
}

// enterBlock starts the function of a context.
func (x *run) enterBlock(ctx *activation) {
	blk := ctx.fn.Blocks[0]
	turns := make([]int32, len(x.b.nest(blk)))
	x.enter(&node{ctx: ctx, block: blk, turns: turns, pos: x.b.position(ctx, blk, turns, 0)}, x.s)
}

// activation finds or makes the activation of a function by a call.
func (b *builder) activation(fn *ir.Func, at *node, in *ir.Instr) *activation {
	key := fmt.Sprint(fn.ID)
	depth, dst := 0, ir.NoReg
	var parent *activation
	if at != nil && at.ctx != nil {
		parent, depth = at.ctx, at.ctx.depth+1
		key = fmt.Sprintf("%s@%s", key, placeKey(at.pos))
	}
	if in != nil {
		dst = in.Dst
	}
	c := b.contexts[key]
	if c == nil {
		c = &activation{key: key, fn: fn, parent: parent, call: at, depth: depth, dst: dst,
			allocs: map[ir.Point]*object{}, params: map[int]*object{}}
		b.contexts[key] = c
	}
	return c
}

// privateCopy gives a byval parameter its own object in the callee.
func (x *run) privateCopy(ctx *activation, i int, v value) value {
	b := x.b
	t := ctx.fn.Params[i].ByVal
	n := b.prog.Types[t].Size
	x.readWhole(v, b.size(n))
	o := b.byValue(ctx, i)
	x.born(o, nil)
	x.copyKnown(b.pointer(o.id, 0), v, n)
	return b.pointer(o.id, 0)
}

// byValue is the object of a structure that is passed by value.
func (b *builder) byValue(ctx *activation, i int) *object {
	o, p := ctx.params[i], &ctx.fn.Params[i]
	if o == nil {
		o = b.newObject(object{origin: memory.Stack, name: p.Name, size: b.prog.Types[p.ByVal].Size,
			lay: b.layoutOf(ctx.fn, ir.Reg(i), p.ByVal, 1), owner: ctx, slot: ir.NoReg})
		ctx.params[i] = o
	}
	return o
}

// ret leaves a function: its objects die.
func (x *run) ret() {
	b := x.b
	v := value{}
	if len(x.in.Args) > 0 {
		v = x.arg(0)
	}
	ctx := x.n.ctx
	dying := map[int]bool{}
	for _, id := range ctx.variables {
		if x.s.obj(id) != nil {
			dying[id] = true
		}
	}
	if ctx.proc == nil {
		x.s.frames = x.s.frames[:len(x.s.frames)-1]
	}
	if len(x.s.frames) == 0 {
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
	at := ctx.call
	if ctx.dst >= 0 {
		if v.absent() {
			v = value{t: x.fresh(b.width(at.ctx.fn.RegTypes[ctx.dst]), "result"), u: term.True}
		}
		x.s.regs()[ctx.dst] = v
	}
	x.enter(&node{ctx: at.ctx, block: at.block, instr: at.instr + 1, turns: at.turns,
		pos: b.position(at.ctx, at.block, at.turns, at.instr+1)}, x.s)
}

// finish is the return from main, which goes on in what runs at the end of the program.
func (x *run) finish(v value) {
	b := x.b
	fn := b.prog.AtEnd()
	if x.n.ctx.fn.Name != "main" || fn == nil {
		return // the end of the program
	}
	if v.absent() || v.elems != nil || b.pool.Width(v.t) != 32 {
		v = number(b.pool.BV(32, 0))
	}
	for _, id := range x.n.ctx.variables {
		if x.s.obj(id) != nil {
			x.s.own(id).alive = b.nowhere(b.objects[id])
		}
	}
	ctx := b.activation(fn, nil, nil)
	ctx.order = 1
	x.s.frames = []*frame{{owner: x.s.owner, ctx: ctx, regs: make([]value, fn.NumRegs)}}
	if len(fn.Params) > 0 {
		x.s.regs()[0] = v
	}
	x.enterBlock(ctx)
}
