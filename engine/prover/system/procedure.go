package system

import (
	"cmp"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// A function that is not inlined is a procedure (docs/adr/0016). It has two
// cutpoints, its entry and its return. All its calls arrive at the entry, with what
// led to them forgotten; what the facts at the return say of results, memory
// and their old values holds behind each call that has returned.
//
//	static int depth;
//	int f(int n) { depth++; int r = n > 0 ? f(n - 1) + 1 : 0; depth--; return r; }

// Summary is a function that is analysed once for all its calls.
type Summary struct {
	ID          int
	Func        *ir.Func
	ctx         *Activation
	Entry, Exit *Cutpoint // of this construction; nil: not called yet
}

// SummaryCall is a call of a procedure in a segment.
type SummaryCall struct {
	Summary *Summary
	Caller  *Summary   // that the segment is in; nil: none
	Stack   []ir.Point // where a run goes on when it has returned
	grew    bool       // it widened the entry
	// returned tells that it has returned; None: no return is known.
	Returned term.T
	Values   map[term.T]term.T // what each variable of the return is behind the call
	done     map[term.T]term.T // facts at the return, as premises
	importer *term.Importer
}

// makeProcedure decides that calls of a function are not inlined any more. The
// construction starts again when it is through.
func (b *System) makeProcedure(fn *ir.Func) *Summary {
	if len(b.Summaries) == budget.Procedures.N {
		b.giveUp("more procedures than the prover can number")
	}
	ctx := b.activation(fn, nil, nil, 0)
	p := &Summary{ID: len(b.Summaries), Func: fn, ctx: ctx}
	ctx.proc = p
	b.Summaries[fn.ID] = p
	return p
}

// Summary is the one at the bottom of the calls that lead to an activation,
// nil if that is the program's entry.
func (c *Activation) Summary() *Summary {
	for c.Parent != nil {
		c = c.Parent
	}
	return c.proc
}

// meet makes the cutpoints of a procedure, at its first call.
func (b *System) meet(p *Summary) {
	blk := p.Func.Blocks[0]
	turns := make([]int32, len(b.nest(blk)))
	p.Entry = b.cutpointAt(p.ctx, blk, turns, b.position(p.ctx, blk, turns, 0))
	p.Exit = b.cutpointAt(p.ctx, blk, turns, []int32{int32(p.ctx.order), int32(p.Func.ID), -1, 0})
	p.Entry.Kind, p.Exit.Kind = AtEntry, AtReturn
}

// callProcedure calls a procedure. It reports true if nothing is known to come
// after the call.
func (x *run) callProcedure(p *Summary, args []Value) (left bool) {
	b := x.Sys
	switch {
	case p.Func.Variadic && b.Coarse == nil:
		x.unsupported("a recursive function with variable arguments")
	case b.Certifying && p.Entry == nil:
		x.unsupported("a call that was taken to be impossible")
	}
	if x.s.Guard == term.False {
		return true
	}
	if p.Entry == nil {
		b.meet(p)
	}
	caller := x.s
	k := &SummaryCall{Summary: p, Caller: x.n.ctx.Summary(), Stack: x.stack(), done: map[term.T]term.T{}}
	k.Stack[0] = ir.Resumed(k.Stack[0], x.n.ctx.Func, p.Func)
	x.s = caller.fork()
	if !x.passParameters(p, args) {
		caller.Guard = term.False
		x.s = caller
		return true
	}
	callee := x.s
	x.s, x.f = caller, caller.top()
	caller.Guard = callee.Guard
	x.seg.Calls = append(x.seg.Calls, k)
	x.calls = append(x.calls, &Edge{From: x.seg.From, To: p.Entry, State: callee})
	if !b.Certifying {
		k.grew = b.widened(p.Entry, callee)
	}
	late := !k.grew && p.Exit.met && !b.impatient && !b.Certifying && b.behind(p, callee)
	x.seg.waits = x.seg.waits || late
	if k.grew || late || !p.Exit.met {
		caller.Guard = term.False
		return true
	}
	x.comeBack(k, callee)
	return false
}

// passParameters turns x.s into the state in which a procedure begins.
func (x *run) passParameters(p *Summary, args []Value) bool {
	f := &frame{owner: x.s.owner, ctx: p.ctx, Regs: make([]Value, p.Func.NumRegs)}
	for i := range p.Func.Params {
		if f.Regs[i] = args[i]; p.Func.Params[i].ByVal < 0 {
			if x.Sys.Coarse != nil {
				f.Regs[i] = x.outward(args[i])
			}
			continue
		}
		if o := p.ctx.params[i]; o != nil && x.s.Obj(o.ID) != nil {
			x.unsupported("recursion with a structure as parameter")
			return false
		}
		f.Regs[i] = x.privateCopy(p.ctx, i, args[i])
		if x.Sys.Coarse != nil {
			x.outwardCells(p.ctx.params[i])
		}
	}
	x.hide(p, f)
	x.s.Frames, x.s.Before = []*frame{f}, nil
	return x.s.Guard != term.False
}

// hide takes the variables from x.s that a callee does not see: those to which
// no way leads from its frame, from globals, heap blocks and inputs.
func (x *run) hide(p *Summary, f *frame) {
	b := x.Sys
	seen := map[int]bool{}
	local := map[int]bool{} // variables to which a way has to lead
	own := map[int]bool{}   // those of an activation of the callee that waits
	var todo []int
	see := func(id int) {
		seen[id] = true
		todo = append(todo, id)
	}
	x.s.Objs.Each(func(id int, _ *ObjState) {
		if o := b.Objects[id]; o.Origin != memory.Stack || slices.Contains(paramObjects(p), cmp.Or(o.Of, o)) {
			see(id)
		} else {
			local[id] = true
			own[id] = o.Owner.Summary() == p
		}
	})
	visit := func(v Value) Value {
		for _, k := range b.ObjectsOf(v) {
			if own[k] {
				x.unsupportedIf(b.Is(v, k), "recursion with the address of "+b.Objects[k].Name)
			} else if k >= IDFirst && x.s.Obj(k) != nil && !seen[k] {
				see(k)
				if o := b.Objects[k]; x.s.Words(o) != nil && !seen[o.Words.ID] {
					see(o.Words.ID)
				}
			}
		}
		w, _ := x.scrubbed(v, own)
		return w
	}
	for i := range f.Regs {
		f.Regs[i] = eachPart(f.Regs[i], visit)
	}
	for len(todo) > 0 && b.Failed == "" {
		id := todo[0]
		todo = todo[1:]
		if st := x.s.Obj(id); b.names(&st.named, st.Cells, local) {
			x.seeCells(id, own, visit)
		}
	}
	x.s.Objs.Each(func(id int, _ *ObjState) {
		if !seen[id] {
			x.s.put(id, nil)
		}
	})
}

// seeCells visits the cells of an object that a callee sees.
func (x *run) seeCells(id int, own map[int]bool, visit func(Value) Value) {
	b := x.Sys
	st := x.s.Obj(id)
	b.spend(len(st.Cells))
	for i, v := range st.Cells {
		if v.ID == term.None {
			continue
		}
		if !b.Objects[id].indexed() {
			if w := visit(v); !w.Same(v) {
				x.s.own(id).Cells[i] = w
			}
			continue
		}
		for _, k := range b.ObjectsOf(v) {
			if own[k] {
				x.unsupported("recursion with the address of " + b.Objects[k].Name + " in a heap block")
			}
		}
		visit(Value{ID: b.Pool.Select(v.ID, b.AnyOf(v.ID)), Term: b.Size(0), Uninit: term.False})
	}
}

// paramObjects are the copies of structures that are passed by value.
func paramObjects(p *Summary) []*Object {
	var os []*Object
	for i := range p.Func.Params {
		if o := p.ctx.params[i]; o != nil {
			os = append(os, o)
		}
	}
	return os
}

// eachPart applies f to a value, or to the parts of an aggregate.
func eachPart(v Value, f func(Value) Value) Value {
	if v.Elems == nil {
		if v.ID == term.None {
			return v
		}
		return f(v)
	}
	w := Value{Elems: make([]Value, len(v.Elems))}
	for i := range v.Elems {
		w.Elems[i] = eachPart(v.Elems[i], f)
	}
	return w
}

// comeBack makes x.s the state behind a call, where it has returned.
func (x *run) comeBack(k *SummaryCall, callee *State) {
	b, exit := x.Sys, k.Summary.Exit
	base := int32(-1 - maxSlots*k.Summary.ID)
	k.Returned = b.fresh(VarKey{x.place, x.n.Instr, base - maxSlots + 1, 0, 0}, k.Summary.Func.Source+" has returned")
	k.Values = b.oldValues(k.Summary, callee)
	for i, r := range exit.Rep {
		if _, ok := k.Values[r]; ok || r == term.None || b.Fixed(r) {
			continue
		}
		v := b.fresh(VarKey{x.place, x.n.Instr, base - int32(i), b.Pool.Width(r), b.Pool.IndexWidth(r)}, b.SlotName(exit, i))
		k.Values[r] = v
		if set, ok := b.Pts[r]; ok {
			if was := b.Pts[v]; len(Union(was, set)) != len(was) || was == nil {
				b.point(v, Union(was, set))
			}
		}
	}
	b.returnOffsets(k, callPlace{x.place, x.n.Instr})
	x.assume(k.Returned)
	for id, o := range b.Objects {
		if exit.objs[id] && (o.Origin != memory.Stack || callee.Obj(id) != nil) {
			st := b.objectAt(exit, id, -1, k.Values)
			st.owner = x.s.owner
			x.s.put(id, st)
		}
	}
	if x.in.Dst >= 0 {
		v := b.resultAt(k)
		if v.Absent() {
			v = Value{Term: x.fresh(b.width(x.n.ctx.Func.RegTypes[x.in.Dst]), "result"), Uninit: term.True}
		}
		x.set(v)
	}
}

// oldValues are the values that the variables of the return have which stand
// for an old value: those with which the call arrives at the entry, also for
// objects that it does not see.
func (b *objects) oldValues(p *Summary, callee *State) map[term.T]term.T {
	arrives := map[term.T]term.T{} // by variable of the entry
	arrive := func(slot int) term.T { return b.part(callee, p.Entry.Slots[slot].Key, term.True) }
	for i, r := range p.Entry.Rep {
		if _, ok := arrives[r]; ok || r == term.None || b.Fixed(r) {
			continue
		}
		if t := arrive(i); t != term.None {
			arrives[r] = b.asNull(p.Entry, i, t, arrive)
		}
	}
	values := map[term.T]term.T{}
	for i, s := range p.Exit.Slots {
		k, r := s.Key, p.Exit.Rep[i]
		if k.Frame == FrameOld {
			k.Frame = -1
		} else if k.Frame != 0 {
			continue
		}
		e, known := p.Entry.SlotAt(k)
		if _, ok := values[r]; ok || r == term.None || b.Fixed(r) || !known {
			continue
		}
		old := p.Entry.Rep[e]
		t, ok := arrives[old]
		switch {
		case b.Fixed(old):
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
func (b *objects) behind(p *Summary, callee *State) bool {
	was := map[term.T]term.T{}
	for i, s := range p.Exit.Slots {
		k, r := s.Key, p.Exit.Rep[i]
		if k.Frame != FrameOld || r == term.None {
			continue
		}
		k.Frame = -1
		t := b.part(callee, k, callee.Guard)
		want, ok := was[r]
		switch {
		case t == term.None: // the callee does not see it
			continue
		case b.Fixed(r):
			want = r
		case !ok:
			was[r] = t
			continue
		}
		if t != want && !(k.Part == PartObject && b.amongNumbers(want, t)) {
			return true
		}
	}
	return false
}

// part is what a state has at a slot where a condition holds, as it arrives at a cutpoint
// (location); None if it has no such location.
func (b *objects) part(s *State, k SlotKey, at term.T) term.T {
	if k.Cell < 0 && k.Frame < 0 {
		if st := s.Obj(int(k.Obj)); st != nil {
			return b.simplifyUnder(at, st.Alive)
		}
		return b.nowhere(b.Objects[k.Obj])
	}
	var v Value
	if k.Frame >= 0 {
		v = s.Frames[k.Frame].Regs[k.Obj]
	} else if st := s.Obj(int(k.Obj)); st != nil {
		v = st.Cells[k.Cell]
	}
	if v.Absent() || v.Elems != nil {
		return term.None
	}
	v = b.nullsAreZero(b.valueUnder(at, v))
	switch k.Part {
	case PartUninit:
		return v.Uninit
	case PartObject:
		return b.objectPart(v)
	case partInstance:
		return b.instancePart(v)
	}
	return v.Term
}

// resultAt is the result of a call that has returned.
func (b *objects) resultAt(k *SummaryCall) Value {
	exit := k.Summary.Exit
	ty := &b.Prog.Types[k.Summary.Func.Ret]
	if ty.Kind != ir.Struct && ty.Kind != ir.Array {
		return b.ValueAt(exit, SlotKey{Frame: FrameResult}, k.Values)
	}
	v := Value{Elems: make([]Value, max(len(ty.Fields), int(ty.Len)))}
	for i := range v.Elems {
		v.Elems[i] = b.ValueAt(exit, SlotKey{Frame: FrameResult, Obj: int32(i)}, k.Values)
	}
	return v
}

// leave returns from a procedure: the state arrives at its return.
func (x *run) leave(p *Summary, v Value) {
	if x.Sys.Certifying && !p.Exit.met {
		x.unsupported("a return from " + p.Func.Source + ", which was taken to be impossible")
		return
	}
	if v.Absent() && x.Sys.Prog.Types[p.Func.Ret].Kind != ir.Void && x.Sys.Coarse != nil {
		v = x.any(p.Func.Ret, "result")
	}
	if v.Absent() && x.Sys.Prog.Types[p.Func.Ret].Kind != ir.Void {
		x.unsupported("a result that is not known on every path")
		return
	}
	if x.s.result = v; x.Sys.Coarse != nil {
		x.s.result = x.outward(v)
	}
	x.outs[p.Exit] = append(x.outs[p.Exit], x.s)
}

// Premise is a fact at the return as what follows the call may assume it.
func (k *SummaryCall) Premise(b *System, f term.T) term.T {
	if t, ok := k.done[f]; ok {
		return t
	}
	if k.importer == nil {
		k.importer = term.NewImporter(b.Pool, b.Pool, func(v term.T) term.T {
			if t, ok := k.Values[v]; ok {
				return t
			}
			return v
		})
	}
	t := b.Pool.Or(b.Pool.Not(k.Returned), k.importer.Import(f))
	k.done[f] = t
	return t
}

// callsInto tells that a segment calls the procedure that a cutpoint is the return of.
func (s *Segment) callsInto(c *Cutpoint) bool {
	return slices.ContainsFunc(s.Calls, func(k *SummaryCall) bool { return k.Summary.Exit == c })
}
