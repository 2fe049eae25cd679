package induct

import (
	"cmp"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// A function that is not inlined is a procedure (docs/adr/0016). It has two
// cuts, its entry and its return. All its calls arrive at the entry, with what
// led to them forgotten; what the facts at the return say of results, memory
// and their old values holds behind each call that has returned.
//
//	static int depth;
//	int f(int n) { depth++; int r = n > 0 ? f(n - 1) + 1 : 0; depth--; return r; }

// procedure is a function that is analysed once for all its calls.
type procedure struct {
	id          int
	fn          *ir.Func
	ctx         *activation
	entry, exit *cut // of this construction; nil: not called yet
}

// maxProcedures bounds how many there are.
const maxProcedures = 1 << 10

// procCall is a call of a procedure in a segment.
type procCall struct {
	proc   *procedure
	caller *procedure // that the segment is in; nil: none
	stack  []ir.Point // where a run goes on when it has returned
	grew   bool       // it widened the entry
	// returned tells that it has returned; None: no return is known.
	returned term.T
	values   map[term.T]term.T // what each variable of the return is behind the call
	done     map[term.T]term.T // facts at the return, as premises
	importer *term.Importer
}

// makeProcedure decides that calls of a function are not inlined any more. The
// construction starts again when it is through.
func (b *builder) makeProcedure(fn *ir.Func) *procedure {
	if len(b.procedures) == maxProcedures {
		b.giveUp("more procedures than the prover can number")
	}
	ctx := b.activation(fn, nil, nil)
	p := &procedure{id: len(b.procedures), fn: fn, ctx: ctx}
	ctx.proc = p
	b.procedures[fn.ID] = p
	return p
}

// procedure is the one at the bottom of the calls that lead to an activation,
// nil if that is the program's entry.
func (c *activation) procedure() *procedure {
	for c.parent != nil {
		c = c.parent
	}
	return c.proc
}

// meet makes the cuts of a procedure, at its first call.
func (b *builder) meet(p *procedure) {
	blk := p.fn.Blocks[0]
	turns := make([]int32, len(b.nest(blk)))
	p.entry = b.cutAt(p.ctx, blk, turns, b.position(p.ctx, blk, turns, 0))
	p.exit = b.cutAt(p.ctx, blk, turns, []int32{int32(p.ctx.order), int32(p.fn.ID), -1, 0})
	p.entry.kind, p.exit.kind = atEntry, atReturn
}

// callProcedure calls a procedure. It reports true if nothing is known to come
// after the call.
func (x *run) callProcedure(p *procedure, args []value) (left bool) {
	b := x.b
	switch {
	case p.fn.Variadic && b.outline == nil:
		x.stop("a recursive function with variable arguments")
	case b.certifying && p.entry == nil:
		x.stop("a call that was taken to be impossible")
	}
	if x.s.guard == term.False {
		return true
	}
	if p.entry == nil {
		b.meet(p)
	}
	caller := x.s
	k := &procCall{proc: p, caller: x.n.ctx.procedure(), stack: x.stack(), done: map[term.T]term.T{}}
	k.stack[0] = ir.Resumed(k.stack[0], x.n.ctx.fn, p.fn)
	x.s = caller.fork()
	if !x.passParameters(p, args) {
		caller.guard = term.False
		x.s = caller
		return true
	}
	callee := x.s
	x.s, x.f = caller, caller.top()
	caller.guard = callee.guard
	x.seg.calls = append(x.seg.calls, k)
	x.calls = append(x.calls, &out{from: x.seg.from, to: p.entry, state: callee})
	if !b.certifying {
		k.grew = b.widened(p.entry, callee)
	}
	late := !k.grew && p.exit.met && !b.impatient && !b.certifying && b.behind(p, callee)
	x.seg.waits = x.seg.waits || late
	if k.grew || late || !p.exit.met {
		caller.guard = term.False
		return true
	}
	x.comeBack(k, callee)
	return false
}

// passParameters turns x.s into the state in which a procedure begins.
func (x *run) passParameters(p *procedure, args []value) bool {
	f := &frame{owner: x.s.owner, ctx: p.ctx, regs: make([]value, p.fn.NumRegs)}
	for i := range p.fn.Params {
		if f.regs[i] = args[i]; p.fn.Params[i].ByVal < 0 {
			if x.b.outline != nil {
				f.regs[i] = x.outward(args[i])
			}
			continue
		}
		if o := p.ctx.params[i]; o != nil && x.s.obj(o.id) != nil {
			x.stop("recursion with a structure as parameter")
			return false
		}
		f.regs[i] = x.privateCopy(p.ctx, i, args[i])
		if x.b.outline != nil {
			x.outwardCells(p.ctx.params[i])
		}
	}
	x.hide(p, f)
	x.s.frames, x.s.before = []*frame{f}, nil
	return x.s.guard != term.False
}

// hide takes the variables from x.s that a callee does not see: those to which
// no way leads from its frame, from globals, heap blocks and inputs.
func (x *run) hide(p *procedure, f *frame) {
	b := x.b
	seen := map[int]bool{}
	local := map[int]bool{} // variables to which a way has to lead
	own := map[int]bool{}   // those of an activation of the callee that waits
	var todo []int
	see := func(id int) {
		seen[id] = true
		todo = append(todo, id)
	}
	x.s.objs.each(func(id int, _ *objState) {
		if o := b.objects[id]; o.origin != memory.Stack || slices.Contains(paramObjects(p), cmp.Or(o.of, o)) {
			see(id)
		} else {
			local[id] = true
			own[id] = o.owner.procedure() == p
		}
	})
	visit := func(v value) value {
		for _, k := range b.objectsOf(v) {
			if own[k] {
				x.stopIf(b.is(v, k), "recursion with the address of "+b.objects[k].name)
			} else if k >= idFirst && x.s.obj(k) != nil && !seen[k] {
				see(k)
				if o := b.objects[k]; x.s.words(o) != nil && !seen[o.words.id] {
					see(o.words.id)
				}
			}
		}
		w, _ := x.scrubbed(v, own)
		return w
	}
	for i := range f.regs {
		f.regs[i] = eachPart(f.regs[i], visit)
	}
	for len(todo) > 0 && b.failed == "" {
		id := todo[0]
		todo = todo[1:]
		if st := x.s.obj(id); b.names(&st.named, st.cells, local) {
			x.seeCells(id, own, visit)
		}
	}
	x.s.objs.each(func(id int, _ *objState) {
		if !seen[id] {
			x.s.put(id, nil)
		}
	})
}

// seeCells visits the cells of an object that a callee sees.
func (x *run) seeCells(id int, own map[int]bool, visit func(value) value) {
	b := x.b
	st := x.s.obj(id)
	b.spend(len(st.cells))
	for i, v := range st.cells {
		if v.id == term.None {
			continue
		}
		if !b.objects[id].indexed() {
			if w := visit(v); !w.same(v) {
				x.s.own(id).cells[i] = w
			}
			continue
		}
		for _, k := range b.objectsOf(v) {
			if own[k] {
				x.stop("recursion with the address of " + b.objects[k].name + " in a heap block")
			}
		}
		visit(value{id: b.pool.Select(v.id, b.anyOf(v.id)), t: b.size(0), u: term.False})
	}
}

// paramObjects are the copies of structures that are passed by value.
func paramObjects(p *procedure) []*object {
	var os []*object
	for i := range p.fn.Params {
		if o := p.ctx.params[i]; o != nil {
			os = append(os, o)
		}
	}
	return os
}

// eachPart applies f to a value, or to the parts of an aggregate.
func eachPart(v value, f func(value) value) value {
	if v.elems == nil {
		if v.id == term.None {
			return v
		}
		return f(v)
	}
	w := value{elems: make([]value, len(v.elems))}
	for i := range v.elems {
		w.elems[i] = eachPart(v.elems[i], f)
	}
	return w
}

// comeBack makes x.s the state behind a call, where it has returned.
func (x *run) comeBack(k *procCall, callee *state) {
	b, exit := x.b, k.proc.exit
	base := int32(-1 - maxSlots*k.proc.id)
	k.returned = b.fresh(varKey{x.place, x.n.instr, base - maxSlots + 1, 0, 0}, k.proc.fn.Source+" has returned")
	k.values = b.oldValues(k.proc, callee)
	for i, r := range exit.rep {
		if _, ok := k.values[r]; ok || r == term.None || b.fixed(r) {
			continue
		}
		v := b.fresh(varKey{x.place, x.n.instr, base - int32(i), b.pool.Width(r), b.pool.IndexWidth(r)}, b.slotName(exit, i))
		k.values[r] = v
		if set, ok := b.pts[r]; ok {
			if was := b.pts[v]; len(union(was, set)) != len(was) || was == nil {
				b.point(v, union(was, set))
			}
		}
	}
	x.assume(k.returned)
	for id, o := range b.objects {
		if exit.objs[id] && (o.origin != memory.Stack || callee.obj(id) != nil) {
			st := b.objectAt(exit, id, -1, k.values)
			st.owner = x.s.owner
			x.s.put(id, st)
		}
	}
	if x.in.Dst >= 0 {
		v := b.resultAt(k)
		if v.absent() {
			v = value{t: x.fresh(b.width(x.n.ctx.fn.RegTypes[x.in.Dst]), "result"), u: term.True}
		}
		x.set(v)
	}
}

// oldValues are the values that the variables of the return have which stand
// for an old value: those with which the call arrives at the entry, also for
// objects that it does not see.
func (b *builder) oldValues(p *procedure, callee *state) map[term.T]term.T {
	arrives := map[term.T]term.T{} // by variable of the entry
	arrive := func(slot int) term.T { return b.part(callee, p.entry.slots[slot].key, term.True) }
	for i, r := range p.entry.rep {
		if _, ok := arrives[r]; ok || r == term.None || b.fixed(r) {
			continue
		}
		if t := arrive(i); t != term.None {
			arrives[r] = b.asNull(p.entry, i, t, arrive)
		}
	}
	values := map[term.T]term.T{}
	for i, s := range p.exit.slots {
		k, r := s.key, p.exit.rep[i]
		if k.frame == frameOld {
			k.frame = -1
		} else if k.frame != 0 {
			continue
		}
		e, known := p.entry.slotAt(k)
		if _, ok := values[r]; ok || r == term.None || b.fixed(r) || !known {
			continue
		}
		old := p.entry.rep[e]
		t, ok := arrives[old]
		switch {
		case b.fixed(old):
			t = old
		case !ok:
			t = b.zero(old)
		}
		values[r] = t
	}
	return values
}

// behind tells that no state has arrived at the return of a procedure yet that went in
// as this one: there, an old value is still a constant that it is not here, or the same
// as another one. What the return says of new values is as much behind, and would make
// those that the procedure leaves alone differ from the old ones for good.
func (b *builder) behind(p *procedure, callee *state) bool {
	was := map[term.T]term.T{}
	for i, s := range p.exit.slots {
		k, r := s.key, p.exit.rep[i]
		if k.frame != frameOld || r == term.None {
			continue
		}
		k.frame = -1
		t := b.part(callee, k, callee.guard)
		want, ok := was[r]
		switch {
		case t == term.None: // the callee does not see it
			continue
		case b.fixed(r):
			want = r
		case !ok:
			was[r] = t
			continue
		}
		if t != want && !(k.part == partObject && b.amongNumbers(want, t)) {
			return true
		}
	}
	return false
}

// part is what a state has at a slot where a condition holds, as it arrives at a cut
// (location); None if it has no such location.
func (b *builder) part(s *state, k slotKey, at term.T) term.T {
	if k.cell < 0 && k.frame < 0 {
		if st := s.obj(int(k.obj)); st != nil {
			return b.under(at, st.alive)
		}
		return b.nowhere(b.objects[k.obj])
	}
	var v value
	if k.frame >= 0 {
		v = s.frames[k.frame].regs[k.obj]
	} else if st := s.obj(int(k.obj)); st != nil {
		v = st.cells[k.cell]
	}
	if v.absent() || v.elems != nil {
		return term.None
	}
	v = b.nullsAreZero(b.valueUnder(at, v))
	switch k.part {
	case partUnset:
		return v.u
	case partObject:
		return b.objectPart(v)
	case partInstance:
		return b.instancePart(v)
	}
	return v.t
}

// resultAt is the result of a call that has returned.
func (b *builder) resultAt(k *procCall) value {
	exit := k.proc.exit
	ty := &b.prog.Types[k.proc.fn.Ret]
	if ty.Kind != ir.Struct && ty.Kind != ir.Array {
		return b.valueAt(exit, slotKey{frame: frameResult}, k.values)
	}
	v := value{elems: make([]value, max(len(ty.Fields), int(ty.Len)))}
	for i := range v.elems {
		v.elems[i] = b.valueAt(exit, slotKey{frame: frameResult, obj: int32(i)}, k.values)
	}
	return v
}

// leave returns from a procedure: the state arrives at its return.
func (x *run) leave(p *procedure, v value) {
	if x.b.certifying && !p.exit.met {
		x.stop("a return from " + p.fn.Source + ", which was taken to be impossible")
		return
	}
	if v.absent() && x.b.prog.Types[p.fn.Ret].Kind != ir.Void && x.b.outline != nil {
		v = x.any(p.fn.Ret, "result")
	}
	if v.absent() && x.b.prog.Types[p.fn.Ret].Kind != ir.Void {
		x.stop("a result that is not known on every path")
		return
	}
	if x.s.result = v; x.b.outline != nil {
		x.s.result = x.outward(v)
	}
	x.outs[p.exit] = append(x.outs[p.exit], x.s)
}

// premise is a fact at the return as what follows the call may assume it.
func (k *procCall) premise(b *builder, f term.T) term.T {
	if t, ok := k.done[f]; ok {
		return t
	}
	if k.importer == nil {
		k.importer = term.NewImporter(b.pool, b.pool, func(v term.T) term.T {
			if t, ok := k.values[v]; ok {
				return t
			}
			return v
		})
	}
	t := b.pool.Or(b.pool.Not(k.returned), k.importer.Import(f))
	k.done[f] = t
	return t
}

// callsInto tells that a segment calls the procedure that a cut is the return of.
func (s *segment) callsInto(c *cut) bool {
	return slices.ContainsFunc(s.calls, func(k *procCall) bool { return k.proc.exit == c })
}
