package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// cut is a cut point: a loop head in a context, or the entry or the return of
// a procedure. Its state stands for every state that arrives there: a slot is constant where all arrivals agree on a
// constant, slots share a variable where they are equal in every arrival, and
// each other slot is a variable of its own. This is the optimistic fixpoint of
// constants, copies, initialised flags and points-to sets; it is inductive by
// construction, and substitution looks once more.
type cut struct {
	index int
	key   string
	kind  cutKind
	met   bool // some state has arrived
	ctx   *activation
	block *ir.Block
	turns []int32
	pos   []int32

	slots  []slot
	groups map[groupKey]*group
	rep    []term.T // by slot: constant, or variable of its class
	objs   map[int]bool
	before map[int]bool   // objects that old values are about
	first  map[term.T]int // first slot of a variable
	made   map[int]int    // variables made for a slot so far
}

// cutKind tells what a cut is.
type cutKind uint8

const (
	atLoop cutKind = iota
	atEntry
	atReturn
)

// slotPart tells which part of a location a slot is.
type slotPart uint8

const (
	partNumber   slotPart = iota // the number or offset
	partObject                   // the object number
	partUnset                    // never written
	partAlive                    // an object lives
	partInstance                 // the instance, where the object is a site's
	numParts     = iota
)

// slotKey names a slot: a cell of an object (frame -1), a register of a frame,
// a part of a procedure's result (its number in obj), or the life of an object
// (cell -1). The objects of frameOld are as they were at the procedure's entry.
type slotKey struct {
	frame int32
	obj   int32 // or register
	cell  int32
	part  slotPart
}

const (
	frameOld    = -2
	frameResult = -3
	frameFrozen = -4 // of a location: the same in the whole run
)

type slot struct {
	key slotKey
}

// groupKey names an object or a register, as slotKey does.
type groupKey struct{ frame, obj int32 }

// group is where the slots of an object or a register are.
type group struct {
	at []int32 // by cell and part: the slot + 1; 0: the cut has none
	// settled is an object's state that is what the cut holds, all constants: where
	// it arrives again it changes nothing.
	settled *objState
}

func (k slotKey) inGroup() int { return int(k.cell+1)*numParts + int(k.part) }

func (c *cut) group(frame, obj int32) *group {
	k := groupKey{frame, obj}
	g := c.groups[k]
	if g == nil {
		g = &group{}
		c.groups[k] = g
	}
	return g
}

// slotAt finds a slot.
func (c *cut) slotAt(k slotKey) (int, bool) {
	g := c.groups[groupKey{k.frame, k.obj}]
	if n := k.inGroup(); g != nil && n >= 0 && n < len(g.at) && g.at[n] > 0 {
		return int(g.at[n]) - 1, true
	}
	return 0, false
}

// arrival collects the slots of a state that arrives at a cut.
type arrival struct {
	b    *builder
	c    *cut
	vals []term.T // by slot of the cut; None: the state has no such slot
	came []came   // objects that are not settled
	at   term.T   // the guard of the state
}

// came is an object that arrives.
type came struct {
	g *group
	o *objState
}

func (a *arrival) put(g *group, k slotKey, t term.T) {
	n := k.inGroup()
	for len(g.at) <= n {
		g.at = append(g.at, 0)
	}
	if g.at[n] == 0 {
		a.c.slots = append(a.c.slots, slot{k})
		a.c.rep = append(a.c.rep, term.None)
		a.vals = append(a.vals, term.None)
		g.at[n] = int32(len(a.c.slots))
	}
	a.vals[g.at[n]-1] = t
}

// location adds the parts of a value.
func (a *arrival) location(g *group, k slotKey, v value) {
	if v.absent() || v.elems != nil {
		return
	}
	v = a.b.nullsAreZero(a.b.valueUnder(a.at, v))
	k.part = partNumber
	a.put(g, k, v.t)
	k.part = partUnset
	a.put(g, k, v.u)
	if a.b.pool.Width(v.t) == a.b.ptrBits {
		k.part = partObject
		a.put(g, k, a.b.objectPart(v))
		k.part = partInstance
		a.put(g, k, a.b.instancePart(v))
	}
}

// nullsAreZero is a value that, if it can be nothing but a null pointer, has offset
// 0: where numbers are known to arrive, it is one.
func (b *builder) nullsAreZero(v value) value {
	if b.pool.Width(v.t) == b.ptrBits && b.isZero(b.objectPart(v)) {
		v.t = b.zero(v.t)
	}
	return v
}

// register adds a register, or a part of a result.
func (a *arrival) register(frame, r int32, v value) {
	a.location(a.c.group(frame, r), slotKey{frame: frame, obj: r}, v)
}

// object adds an object; frame is -1 or frameOld. Constants of the program are
// the same everywhere and no part of a cut.
func (a *arrival) object(frame int32, id int, o *objState) {
	if o == a.b.images.at(id) {
		return
	}
	if frame == frameOld {
		a.c.before[id] = true
	} else {
		a.c.objs[id] = true
	}
	g := a.c.group(frame, int32(id))
	if g.settled == o {
		return
	}
	a.came = append(a.came, came{g, o})
	a.put(g, slotKey{frame, int32(id), -1, partAlive}, a.b.under(a.at, o.alive))
	for i, v := range o.cells {
		a.location(g, slotKey{frame: frame, obj: int32(id), cell: int32(i)}, v)
	}
}

// collect lists the slots of a state: cells of objects, and the registers that
// are live at the cut.
func (b *builder) collect(c *cut, s *state) *arrival {
	a := &arrival{b: b, c: c, at: s.guard, vals: make([]term.T, len(c.slots))}
	for i := range a.vals {
		a.vals[i] = term.None
	}
	s.objs.each(func(id int, o *objState) { a.object(-1, id, o) })
	for id := range c.objs {
		if s.obj(id) == nil {
			a.put(c.group(-1, int32(id)), slotKey{-1, int32(id), -1, partAlive}, b.nowhere(b.objects[id]))
		}
	}
	for i, f := range s.frames {
		for _, r := range b.liveRegs(c, s, i) {
			a.register(int32(i), int32(r), f.regs[r])
		}
	}
	s.before.each(func(id int, o *objState) { a.object(frameOld, id, o) })
	if c.kind == atReturn {
		a.register(frameResult, 0, s.result)
		for i, v := range s.result.elems {
			a.register(frameResult, int32(i), v)
		}
	}
	return a
}

// settle notes the objects that are just what the cut holds.
func (a *arrival) settle() {
	for _, k := range a.came {
		same := true
		for _, i := range k.g.at {
			if i > 0 && a.vals[i-1] != term.None {
				same = same && a.vals[i-1] == a.c.rep[i-1] && a.b.fixed(a.c.rep[i-1])
			}
		}
		if same {
			k.g.settled = k.o
		}
	}
}

// liveRegs lists the registers of frame i that are read after the cut, and the
// parameters of a procedure, which are what they were.
func (b *builder) liveRegs(c *cut, s *state, i int) []ir.Reg {
	if s.frames[i].ctx.proc == nil {
		return b.readAfter(c, s, i)
	}
	var regs []ir.Reg
	for r := range s.frames[i].ctx.fn.Params {
		regs = append(regs, ir.Reg(r))
	}
	if c.kind == atReturn {
		return regs
	}
	regs = append(regs, b.readAfter(c, s, i)...)
	slices.Sort(regs)
	return slices.Compact(regs)
}

// readAfter lists the registers of frame i that are read after a cut.
func (b *builder) readAfter(c *cut, s *state, i int) []ir.Reg {
	if i == len(s.frames)-1 {
		return b.prog.LiveIn(c.block.ID)
	}
	callee := s.frames[i+1].ctx
	at := ir.Point{Block: callee.call.block.ID, Instr: callee.call.instr + 1}
	var regs []ir.Reg
	for _, r := range b.prog.LiveAt(at) {
		if r != callee.dst {
			regs = append(regs, r)
		}
	}
	return regs
}

// cutAt finds or makes the cut at a place.
func (b *builder) cutAt(ctx *activation, head *ir.Block, turns, pos []int32) *cut {
	k := placeKey(pos)
	c := b.cutIndex[k]
	if c == nil {
		c = &cut{index: len(b.cuts), key: k, ctx: ctx, block: head, turns: turns, pos: pos,
			groups: map[groupKey]*group{}, objs: map[int]bool{}, before: map[int]bool{}, made: map[int]int{}}
		if f := b.former[k]; f != nil {
			c.slots, c.groups, c.rep, c.objs, c.before, c.made = f.slots, f.groups, f.rep, f.objs, f.before, f.made
		}
		b.cutIndex[k] = c
		b.cuts = append(b.cuts, c)
	}
	return c
}

// join widens the cut by an arriving state. It reports whether that changed
// what the cut stands for.
func (b *builder) join(c *cut, s *state) bool {
	known := len(c.slots)
	a := b.collect(c, s)
	if c.met {
		b.lateVariables(c, known)
	}
	type class struct {
		old, in term.T
		object  bool // numbers of objects are no numbers of the program
	}
	moved := map[class]term.T{}
	kept := map[term.T]term.T{} // what the class that keeps a variable becomes
	changed := len(c.slots) != known || !c.met
	c.met = true
	for i, in := range a.vals {
		old := c.rep[i]
		if in == term.None || in == old && b.fixed(old) {
			continue
		}
		if old != term.None && !b.fixed(old) {
			if k, ok := kept[old]; !ok || k == in {
				kept[old] = in
				changed = b.grow(old, in) || changed
				continue
			}
		}
		object := c.slots[i].key.part == partObject
		if object && b.amongNumbers(old, in) {
			a.vals[i] = old
			continue
		}
		k := class{old, in, object}
		rep, ok := moved[k]
		if !ok {
			rep = b.represent(c, i, old, in)
			moved[k] = rep
		}
		c.rep[i] = rep
		c.group(c.slots[i].key.frame, c.slots[i].key.obj).settled = nil
		b.grow(rep, in)
		if old != term.None {
			b.growOld(rep, old)
		}
		changed = true
	}
	a.settle()
	return changed
}

// lateVariables has the variables that were made on a way to a cut, and not on those
// before it, be dead on these.
func (b *builder) lateVariables(c *cut, known int) {
	for i, s := range c.slots[known:] {
		if s.key.part == partAlive && s.key.frame == -1 && b.objects[s.key.obj].origin == memory.Stack {
			c.rep[known+i] = term.False
		}
	}
}

// Limits of the numbering of variables.
const (
	maxSlots  = 1 << 20
	maxRemade = 1 << 10
)

// represent chooses what stands for the slots that were old and become in.
func (b *builder) represent(c *cut, i int, old, in term.T) term.T {
	if b.fixed(in) && (old == term.None || c.slots[i].key.part == partObject && b.amongNumbers(in, old)) {
		return in
	}
	nth := int32(-1 - i - c.made[i]*maxSlots)
	c.made[i]++
	if i >= maxSlots || c.made[i] > maxRemade {
		b.giveUp("a state with too many parts")
	}
	v := b.fresh(varKey{b.place(c.pos), 0, nth, b.pool.Width(in), b.pool.IndexWidth(in)}, b.slotName(c, i))
	if _, ok := b.pts[v]; !ok && c.slots[i].key.part == partObject {
		b.pts[v] = []int{}
	}
	return v
}

// amongNumbers: where absolute addresses are known to arrive, null pointers do as
// their number.
func (b *builder) amongNumbers(old, in term.T) bool {
	return in != term.None && b.isZero(in) && b.areNumbers(old)
}

// areNumbers: object numbers that are those of absolute addresses.
func (b *builder) areNumbers(id term.T) bool { return b.isConst(id, idNumber) }

// fixed: a term that is the same in every state of a run.
func (b *builder) fixed(t term.T) bool {
	if t == term.None {
		return false
	}
	if b.pool.IsConst(t) {
		return true
	}
	return !b.pool.AnyVar(t, func(v term.T) bool { return !b.frozen[v] })
}

// grow adds what in can point to to the variable that stands for it.
func (b *builder) grow(rep, in term.T) bool {
	set, ok := b.pts[rep]
	if !ok {
		return false
	}
	u := union(set, b.ids(in))
	if len(u) == len(set) {
		return false
	}
	b.point(rep, u)
	return true
}

// growOld: a slot that leaves a class, or stops being constant, still stands
// for what it stood for; where that was numbers, null pointers may have been among
// them.
func (b *builder) growOld(rep, old term.T) {
	if _, ok := b.pts[rep]; !ok {
		return
	}
	b.grow(rep, old)
	if b.areNumbers(old) {
		b.grow(rep, b.idConst(idNull))
	}
}

// variables lists the variables of a settled cut, in the order of their slots.
func (c *cut) variables() []term.T {
	vs := make([]term.T, 0, len(c.first))
	for v := range c.first {
		vs = append(vs, v)
	}
	slices.SortFunc(vs, func(x, y term.T) int { return c.first[x] - c.first[y] })
	return vs
}

// stateAt is the state that stands for all that arrive at a cut.
func (b *builder) stateAt(c *cut) *state {
	s := &state{owner: new(owner), guard: term.True, objs: slices.Clone(b.images)}
	for id := range c.objs {
		s.put(id, b.objectAt(c, id, -1, nil))
	}
	if c.kind == atEntry {
		s.before = slices.Clone(s.objs)
	} else if len(c.before) > 0 {
		s.before = slices.Clone(b.images)
		for id := range c.before {
			s.before.put(s.owner, id, b.objectAt(c, id, frameOld, nil))
		}
	}
	var chain []*activation
	for ctx := c.ctx; ctx != nil; ctx = ctx.parent {
		chain = append(chain, ctx)
	}
	for i := range chain {
		ctx := chain[len(chain)-1-i]
		f := &frame{ctx: ctx, regs: make([]value, ctx.fn.NumRegs)}
		for r := range f.regs {
			f.regs[r] = b.valueAt(c, slotKey{frame: int32(i), obj: int32(r)}, nil)
		}
		s.frames = append(s.frames, f)
	}
	return s
}

// at is what stands for a slot of a cut, None if it has no such slot; values,
// if not nil, replaces variables.
func (c *cut) at(k slotKey, values map[term.T]term.T) term.T {
	i, ok := c.slotAt(k)
	if !ok {
		return term.None
	}
	if t, ok := values[c.rep[i]]; ok {
		return t
	}
	return c.rep[i]
}

// valueAt is the value of a location at a cut.
func (b *builder) valueAt(c *cut, k slotKey, values map[term.T]term.T) value {
	k.part = partNumber
	v := number(c.at(k, values))
	if v.t == term.None {
		return value{}
	}
	k.part = partUnset
	v.u = c.at(k, values)
	k.part = partObject
	if id := c.at(k, values); id != term.None {
		k.part = partInstance
		v = b.addressIn(id, c.at(k, values), v.t, v.u)
	}
	return v
}

// objectAt is the state of an object at a cut; frame is -1 or frameOld.
func (b *builder) objectAt(c *cut, id int, frame int32, values map[term.T]term.T) *objState {
	st := &objState{alive: c.at(slotKey{frame, int32(id), -1, partAlive}, values)}
	if lay := b.objects[id].lay; lay != nil {
		st.cells = make([]value, len(lay.cells))
		for i := range st.cells {
			st.cells[i] = b.valueAt(c, slotKey{frame: frame, obj: int32(id), cell: int32(i)}, values)
		}
	}
	return st
}

// substitution tells what each variable of the target becomes on the way out,
// and remembers the first slot of each.
func (b *builder) substitution(o *out) map[term.T]term.T {
	c := o.to
	a := b.collect(c, o.state)
	next := map[term.T]term.T{}
	if c.first == nil {
		c.first = map[term.T]int{}
		for i, r := range c.rep {
			if _, ok := c.first[r]; !ok && !b.fixed(r) {
				c.first[r] = i
			}
		}
	}
	for i, r := range c.rep {
		in := a.vals[i]
		if b.certifying && r == term.None {
			b.newcomer(o, c.slots[i].key, in)
			continue
		}
		in = b.asNull(c, i, in, func(n int) term.T { return a.vals[n] })
		if b.fixed(r) {
			if in != term.None && in != r && !(c.slots[i].key.part == partObject && b.amongNumbers(r, in)) {
				b.rely(o, in, r, b.unread(a, i), "a value at a loop head that is not the constant it was taken for")
			}
			continue
		}
		if in == term.None {
			if f := c.slots[i].key.frame; f >= 0 || f == frameResult {
				b.giveUp("a register that is not known on every path to a loop")
			}
			continue
		}
		if n, ok := next[r]; ok && n != in {
			b.rely(o, in, n, b.unread(a, i), "a value at a loop head that is not the copy it was taken for")
			continue
		}
		next[r] = in
	}
	for r := range c.first {
		if _, ok := next[r]; !ok {
			next[r] = b.zero(r)
		}
	}
	return next
}

// asNull gives the null pointer to a cut that expects no other number, where it arrives
// as number 0: in certificates, what an access that fails would read goes on, and among
// numbers null is one of them. What arrives at another slot is looked up.
func (b *builder) asNull(c *cut, slot int, in term.T, arrives func(slot int) term.T) term.T {
	k := c.slots[slot].key
	k.part = partNumber
	n, ok := c.slotAt(k)
	if !b.certifying || c.slots[slot].key.part != partObject || in == term.None || b.pool.IsArray(in) || !ok {
		return in
	}
	expected := b.ids(c.rep[slot])
	if slices.Contains(expected, idNumber) || !slices.Contains(expected, idNull) || !slices.Contains(b.ids(in), idNumber) {
		return in
	}
	number := arrives(n)
	if number == term.None {
		return in
	}
	return b.pool.Ite(b.pool.And(b.isObject(in, idNumber), b.pool.Eq(number, b.zero(number))), b.idConst(idNull), in)
}

// newcomer is a slot that the cut does not have, on a way that certificates look
// at because a check that always fails there is a literal now. Who reads a cell or a
// register that is not known stops; an object that is not known is not alive, and
// that is a claim.
func (b *builder) newcomer(o *out, k slotKey, in term.T) {
	if k.part != partAlive || in == term.None {
		return
	}
	if in = b.anyPart(in); b.pool.Width(in) > 0 {
		in = b.pool.Eq(in, b.pool.BV(b.pool.Width(in), 1))
	}
	o.implicit = append(o.implicit, b.pool.Not(in))
	if k.frame == frameOld {
		delete(o.to.before, int(k.obj))
	} else {
		delete(o.to.objs, int(k.obj))
	}
}

// unread tells when nothing reads what arrives for a slot: the instance of what is
// no address in an object, the offset of null (choose gives them any value), unless
// the cut takes it for a number.
func (b *builder) unread(a *arrival, slot int) term.T {
	k := a.c.slots[slot].key
	part := k.part
	k.part = partObject
	i, ok := a.c.slotAt(k)
	if !ok || a.vals[i] == term.None {
		return term.False
	}
	id := b.anyPart(a.vals[i])
	switch {
	case part == partInstance:
		return b.pool.ULt(id, b.idConst(idFirst))
	case part == partNumber && (a.c.rep[i] == term.None || !b.areNumbers(a.c.rep[i])):
		return b.pool.Eq(id, b.idConst(idNull))
	}
	return term.False
}

// rely notes that the cut takes two values for one, unless nothing reads it. The
// system that was built has them equal; in certificates, where a check that has
// passed is a literal, that may rest on it, and is a claim of its own.
func (b *builder) rely(o *out, in, r, unread term.T, otherwise string) {
	if !b.certifying || b.pool.Width(in) != b.pool.Width(r) || b.pool.IndexWidth(in) != b.pool.IndexWidth(r) {
		b.giveUp(otherwise)
		return
	}
	o.implicit = append(o.implicit, b.pool.Or(unread, b.pool.Eq(b.anyPart(in), b.anyPart(r))))
}

// anyPart is what a part of a cell is for an arbitrary block of its site, or the
// part itself where there is but one: a goal about it is one about all blocks.
func (b *builder) anyPart(t term.T) term.T {
	if b.pool.IsArray(t) {
		return b.pool.Select(t, b.anyOf(t))
	}
	return t
}

// zero is a value for a slot that an arrival does not have: its object is not
// alive there, so nothing reads it.
func (b *builder) zero(r term.T) term.T {
	if b.pool.IsArray(r) {
		return b.everywhere(r, b.pool.BV(b.pool.Width(r), 0))
	}
	if w := b.pool.Width(r); w > 0 {
		return b.pool.BV(w, 0)
	}
	return term.False
}

// fresh makes the variable of a place, the same one each time.
func (b *builder) fresh(k varKey, name string) term.T {
	v, ok := b.vars[k]
	if !ok {
		if k.index > 0 {
			v = b.pool.ArrayVar(k.index, k.width, name)
		} else {
			v = b.pool.Var(k.width, name)
		}
		b.vars[k] = v
	}
	return v
}

// slotName names a slot for people.
func (b *builder) slotName(c *cut, i int) string {
	k := c.slots[i].key
	switch {
	case k.frame == frameResult:
		return "result of " + c.ctx.fn.Source
	case k.frame >= 0:
		return fmt.Sprintf("%s:r%d", c.ctx.fn.Source, k.obj)
	}
	o, name := b.objects[k.obj], ""
	if k.frame == frameOld {
		name = "old "
	}
	if name += o.name; k.cell < 0 {
		return name
	}
	return name + o.lay.cells[k.cell].path
}
