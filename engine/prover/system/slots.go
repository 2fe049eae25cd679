package system

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Cutpoint is a loop head in a context, or the entry or the return of
// a procedure. Its state stands for every state that arrives there: a slot is constant where all arrivals agree on a
// constant, slots share a variable where they are equal in every arrival, and
// each other slot is a variable of its own. This is the optimistic fixpoint of
// constants, copies, initialised flags and points-to sets; it is inductive by
// construction, and substitution looks once more.
type Cutpoint struct {
	Index int
	Key   string
	Kind  CutpointKind
	met   bool // some state has arrived
	Ctx   *Activation
	Block *ir.Block
	Turns []int32
	pos   []int32

	Slots  []slot
	groups map[groupKey]*group
	Rep    []term.T // by slot: constant, or variable of its class
	objs   map[int]bool
	before map[int]bool   // objects that old values are about
	First  map[term.T]int // first slot of a variable
	made   map[int]int    // variables made for a slot so far
}

// CutpointKind tells what a cutpoint is.
type CutpointKind uint8

const (
	AtLoop CutpointKind = iota
	AtEntry
	AtReturn
)

// SlotPart tells which part of a location a slot is.
type SlotPart uint8

const (
	PartNumber   SlotPart = iota // the number or offset
	PartObject                   // the object number
	PartUninit                   // never written
	PartAlive                    // an object lives
	partInstance                 // the instance, where the object is a site's
	numParts     = iota
)

// SlotKey names a slot: a cell of an object (frame -1), a register of a frame,
// a part of a procedure's result (its number in obj), or the life of an object
// (cell -1). The objects of frameOld are as they were at the procedure's entry.
type SlotKey struct {
	Frame int32
	Obj   int32 // or register
	Cell  int32
	Part  SlotPart
}

const (
	FrameOld    = -2
	FrameResult = -3
	FrameFrozen = -4 // of a location: the same in the whole run
)

type slot struct{ Key SlotKey }

// groupKey names an object or a register, as slotKey does.
type groupKey struct{ frame, obj int32 }

// group is where the slots of an object or a register are.
type group struct {
	at []int32 // by cell and part: the slot + 1; 0: the cutpoint has none
	// decidedUnder is an object's state that is what the cutpoint holds, all constants: where
	// it arrives again it changes nothing.
	constant *ObjState
}

func (k SlotKey) inGroup() int { return int(k.Cell+1)*numParts + int(k.Part) }

func (c *Cutpoint) group(frame, obj int32) *group {
	k := groupKey{frame, obj}
	g := c.groups[k]
	if g == nil {
		g = &group{}
		c.groups[k] = g
	}
	return g
}

// Forget takes back the slots behind the first ones: those that only states of certificates have.
func (c *Cutpoint) Forget(first int) {
	for _, g := range c.groups {
		for i, at := range g.at {
			if int(at) > first {
				g.at[i] = 0
			}
		}
	}
	c.Slots, c.Rep = c.Slots[:first], c.Rep[:first]
}

// SlotAt finds a slot.
func (c *Cutpoint) SlotAt(k SlotKey) (int, bool) {
	g := c.groups[groupKey{k.Frame, k.Obj}]
	if n := k.inGroup(); g != nil && n >= 0 && n < len(g.at) && g.at[n] > 0 {
		return int(g.at[n]) - 1, true
	}
	return 0, false
}

// arrival collects the slots of a state that arrives at a cutpoint.
type arrival struct {
	b    *System
	c    *Cutpoint
	vals []term.T // by slot of the cutpoint; None: the state has no such slot
	came []came   // objects that are not settled
	at   term.T   // the guard of the state
}

// came is an object that arrives.
type came struct {
	g *group
	o *ObjState
}

func (a *arrival) put(g *group, k SlotKey, t term.T) {
	n := k.inGroup()
	for len(g.at) <= n {
		g.at = append(g.at, 0)
	}
	if g.at[n] == 0 {
		a.c.Slots = append(a.c.Slots, slot{k})
		a.c.Rep = append(a.c.Rep, term.None)
		a.vals = append(a.vals, term.None)
		g.at[n] = int32(len(a.c.Slots))
	}
	a.vals[g.at[n]-1] = t
}

// location adds the parts of a value.
func (a *arrival) location(g *group, k SlotKey, v Value) {
	if v.Absent() || v.Elems != nil {
		return
	}
	v = a.b.nullsAreZero(a.b.valueUnder(a.at, v))
	k.Part = PartNumber
	a.put(g, k, v.Term)
	k.Part = PartUninit
	a.put(g, k, v.Uninit)
	if a.b.Pool.Width(v.Term) == a.b.PtrBits {
		k.Part = PartObject
		a.put(g, k, a.b.objectPart(v))
		k.Part = partInstance
		a.put(g, k, a.b.instancePart(v))
	}
}

// nullsAreZero is a value that, if it can be nothing but a null pointer, has offset
// 0: where numbers are known to arrive, it is one.
func (b *objects) nullsAreZero(v Value) Value {
	if b.Pool.Width(v.Term) == b.PtrBits && b.isZero(b.objectPart(v)) {
		v.Term = b.zero(v.Term)
	}
	return v
}

// register adds a register, or a part of a result.
func (a *arrival) register(frame, r int32, v Value) {
	a.location(a.c.group(frame, r), SlotKey{Frame: frame, Obj: r}, v)
}

// object adds an object; frame is -1 or frameOld. Constants of the program are
// the same everywhere and no part of a cutpoint.
func (a *arrival) object(frame int32, id int, o *ObjState) {
	if o == a.b.images.At(id) {
		return
	}
	if frame == FrameOld {
		a.c.before[id] = true
	} else {
		a.c.objs[id] = true
	}
	g := a.c.group(frame, int32(id))
	if g.constant == o {
		return
	}
	a.came = append(a.came, came{g, o})
	a.put(g, SlotKey{frame, int32(id), -1, PartAlive}, a.b.simplifyUnder(a.at, o.Alive))
	for i, v := range o.Cells {
		a.location(g, SlotKey{Frame: frame, Obj: int32(id), Cell: int32(i)}, v)
	}
}

// collect lists the slots of a state: cells of objects, and the registers that
// are live at the cutpoint.
func (b *System) collect(c *Cutpoint, s *State) *arrival {
	a := &arrival{b: b, c: c, at: s.Guard, vals: make([]term.T, len(c.Slots))}
	for i := range a.vals {
		a.vals[i] = term.None
	}
	s.Objs.Each(func(id int, o *ObjState) { a.object(-1, id, o) })
	for id := range c.objs {
		if s.Obj(id) == nil {
			a.put(c.group(-1, int32(id)), SlotKey{-1, int32(id), -1, PartAlive}, b.nowhere(b.Objects[id]))
		}
	}
	for i, f := range s.Frames {
		for _, r := range b.liveRegs(c, s, i) {
			a.register(int32(i), int32(r), f.Regs[r])
		}
	}
	s.Before.Each(func(id int, o *ObjState) { a.object(FrameOld, id, o) })
	if c.Kind == AtReturn {
		a.register(FrameResult, 0, s.result)
		for i, v := range s.result.Elems {
			a.register(FrameResult, int32(i), v)
		}
	}
	return a
}

// keepConstant notes the objects that are just what the cutpoint holds.
func (a *arrival) keepConstant() {
	for _, k := range a.came {
		same := true
		for _, i := range k.g.at {
			if i > 0 && a.vals[i-1] != term.None {
				same = same && a.vals[i-1] == a.c.Rep[i-1] && a.b.Fixed(a.c.Rep[i-1])
			}
		}
		if same {
			k.g.constant = k.o
		}
	}
}

// liveRegs lists the registers of frame i that are read after the cutpoint, and the
// parameters of a procedure, which are what they were.
func (b *program) liveRegs(c *Cutpoint, s *State, i int) []ir.Reg {
	if s.Frames[i].ctx.proc == nil {
		return b.readAfter(c, s, i)
	}
	var regs []ir.Reg
	for r := range s.Frames[i].ctx.Func.Params {
		regs = append(regs, ir.Reg(r))
	}
	if c.Kind == AtReturn {
		return regs
	}
	regs = append(regs, b.readAfter(c, s, i)...)
	slices.Sort(regs)
	return slices.Compact(regs)
}

// readAfter lists the registers of frame i that are read after a cutpoint.
func (b *program) readAfter(c *Cutpoint, s *State, i int) []ir.Reg {
	if i == len(s.Frames)-1 {
		return b.Prog.LiveIn(c.Block.ID)
	}
	callee := s.Frames[i+1].ctx
	at := ir.Point{Block: callee.Call.Block.ID, Instr: callee.Call.Instr + 1}
	var regs []ir.Reg
	for _, r := range b.Prog.LiveAt(at) {
		if r != callee.dst {
			regs = append(regs, r)
		}
	}
	return regs
}

// cutpointAt finds or makes the cutpoint at a place.
func (b *System) cutpointAt(ctx *Activation, head *ir.Block, turns, pos []int32) *Cutpoint {
	k := placeKey(pos)
	c := b.CutpointIndex[k]
	if c == nil {
		c = &Cutpoint{Index: len(b.Cutpoints), Key: k, Ctx: ctx, Block: head, Turns: turns, pos: pos,
			groups: map[groupKey]*group{}, objs: map[int]bool{}, before: map[int]bool{}, made: map[int]int{}}
		if f := b.former[k]; f != nil {
			c.Slots, c.groups, c.Rep, c.objs, c.before, c.made = f.Slots, f.groups, f.Rep, f.objs, f.before, f.made
		}
		b.CutpointIndex[k] = c
		b.Cutpoints = append(b.Cutpoints, c)
	}
	return c
}

// join widens the cutpoint by an arriving state. It reports whether that changed
// what the cutpoint stands for.
func (b *System) join(c *Cutpoint, s *State) bool {
	known := len(c.Slots)
	a := b.collect(c, s)
	if c.met {
		b.lateVariables(c, known)
	}
	type class struct {
		old, in term.T
		object  bool // numbers of objects are no numbers of the program
	}
	stood := b.offsetsAt(c, a)
	moved := map[class]term.T{}
	kept := map[term.T]term.T{} // what the class that keeps a variable becomes
	changed := len(c.Slots) != known || !c.met
	c.met = true
	for i, in := range a.vals {
		old := c.Rep[i]
		if in == term.None || in == old && b.Fixed(old) {
			continue
		}
		if old != term.None && !b.Fixed(old) {
			if k, ok := kept[old]; !ok || k == in {
				kept[old] = in
				changed = b.grow(old, in) || changed
				continue
			}
		}
		object := c.Slots[i].Key.Part == PartObject
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
		c.Rep[i] = rep
		c.group(c.Slots[i].Key.Frame, c.Slots[i].Key.Obj).constant = nil
		b.grow(rep, in)
		if old != term.None {
			b.growOld(rep, old)
		}
		changed = true
	}
	a.keepConstant()
	return b.growOffsets(c, a, stood) || changed
}

// lateVariables has the variables that were made on a way to a cutpoint, and not on those
// before it, be dead on these.
func (b *objects) lateVariables(c *Cutpoint, known int) {
	for i, s := range c.Slots[known:] {
		if s.Key.Part == PartAlive && s.Key.Frame == -1 && b.Objects[s.Key.Obj].Origin == memory.Stack {
			c.Rep[known+i] = term.False
		}
	}
}

// Limits of the numbering of variables.
const (
	maxSlots  = 1 << 20
	maxRemade = 1 << 10
)

// represent chooses what stands for the slots that were old and become in.
func (b *objects) represent(c *Cutpoint, i int, old, in term.T) term.T {
	if b.Fixed(in) && (old == term.None || c.Slots[i].Key.Part == PartObject && b.amongNumbers(in, old)) {
		return in
	}
	nth := int32(-1 - i - c.made[i]*maxSlots)
	c.made[i]++
	if i >= maxSlots || c.made[i] > maxRemade {
		b.giveUp("a state with too many parts")
	}
	v := b.fresh(VarKey{b.place(c.pos), 0, nth, b.Pool.Width(in), b.Pool.IndexWidth(in)}, b.SlotName(c, i))
	if _, ok := b.Pts[v]; !ok && c.Slots[i].Key.Part == PartObject {
		b.Pts[v] = []int{}
	}
	return v
}

// amongNumbers: where absolute addresses are known to arrive, null pointers do as
// their number.
func (b *terms) amongNumbers(old, in term.T) bool {
	return in != term.None && b.isZero(in) && b.areNumbers(old)
}

// areNumbers: object numbers that are those of absolute addresses.
func (b *terms) areNumbers(id term.T) bool { return b.isConst(id, IDNumber) }

// Fixed: a term that is the same in every state of a run.
func (b *variables) Fixed(t term.T) bool {
	if t == term.None {
		return false
	}
	if b.Pool.IsConst(t) {
		return true
	}
	return !b.Pool.AnyVar(t, func(v term.T) bool { return !b.Frozen[v] })
}

// grow adds what in can point to to the variable that stands for it.
func (b *objects) grow(rep, in term.T) bool {
	set, ok := b.Pts[rep]
	if !ok {
		return false
	}
	u := Union(set, b.IDs(in))
	if len(u) == len(set) {
		return false
	}
	b.point(rep, u)
	return true
}

// growOld: a slot that leaves a class, or stops being constant, still stands
// for what it stood for; where that was numbers, null pointers may have been among
// them.
func (b *objects) growOld(rep, old term.T) {
	if _, ok := b.Pts[rep]; !ok {
		return
	}
	b.grow(rep, old)
	if b.areNumbers(old) {
		b.grow(rep, b.IDConst(IDNull))
	}
}

// Variables lists the variables of a settled cut, in the order of their slots.
func (c *Cutpoint) Variables() []term.T {
	vs := make([]term.T, 0, len(c.First))
	for v := range c.First {
		vs = append(vs, v)
	}
	slices.SortFunc(vs, func(x, y term.T) int { return c.First[x] - c.First[y] })
	return vs
}

// StateAt is the state that stands for all that arrive at a cutpoint.
func (b *objects) StateAt(c *Cutpoint) *State {
	s := &State{owner: new(owner), Guard: term.True, Objs: slices.Clone(b.images)}
	for id := range c.objs {
		s.put(id, b.objectAt(c, id, -1, nil))
	}
	if c.Kind == AtEntry {
		s.Before = slices.Clone(s.Objs)
	} else if len(c.before) > 0 {
		s.Before = slices.Clone(b.images)
		for id := range c.before {
			s.Before.Put(s.owner, id, b.objectAt(c, id, FrameOld, nil))
		}
	}
	var chain []*Activation
	for ctx := c.Ctx; ctx != nil; ctx = ctx.Parent {
		chain = append(chain, ctx)
	}
	for i := range chain {
		ctx := chain[len(chain)-1-i]
		f := &frame{ctx: ctx, Regs: make([]Value, ctx.Func.NumRegs)}
		for r := range f.Regs {
			f.Regs[r] = b.ValueAt(c, SlotKey{Frame: int32(i), Obj: int32(r)}, nil)
		}
		s.Frames = append(s.Frames, f)
	}
	return s
}

// At is what stands for a slot of a cutpoint, None if it has no such slot; values,
// if not nil, replaces variables.
func (c *Cutpoint) At(k SlotKey, values map[term.T]term.T) term.T {
	i, ok := c.SlotAt(k)
	if !ok {
		return term.None
	}
	if t, ok := values[c.Rep[i]]; ok {
		return t
	}
	return c.Rep[i]
}

// ValueAt is the value of a location at a cutpoint.
func (b *objects) ValueAt(c *Cutpoint, k SlotKey, values map[term.T]term.T) Value {
	k.Part = PartNumber
	v := number(c.At(k, values))
	if v.Term == term.None {
		return Value{}
	}
	k.Part = PartUninit
	v.Uninit = c.At(k, values)
	k.Part = PartObject
	if id := c.At(k, values); id != term.None {
		k.Part = partInstance
		v = b.addressIn(id, c.At(k, values), v.Term, v.Uninit)
	}
	return v
}

// objectAt is the state of an object at a cutpoint; frame is -1 or frameOld.
func (b *objects) objectAt(c *Cutpoint, id int, frame int32, values map[term.T]term.T) *ObjState {
	st := &ObjState{Alive: c.At(SlotKey{frame, int32(id), -1, PartAlive}, values)}
	if lay := b.Objects[id].Layout; lay != nil {
		st.Cells = make([]Value, len(lay.Cells))
		for i := range st.Cells {
			st.Cells[i] = b.ValueAt(c, SlotKey{Frame: frame, Obj: int32(id), Cell: int32(i)}, values)
		}
	}
	return st
}

// Substitution tells what each variable of the target becomes on the edge,
// and remembers the first slot of each.
func (b *System) Substitution(o *Edge) map[term.T]term.T {
	c := o.To
	a := b.collect(c, o.State)
	next := map[term.T]term.T{}
	if c.First == nil {
		c.First = map[term.T]int{}
		for i, r := range c.Rep {
			if _, ok := c.First[r]; !ok && !b.Fixed(r) {
				c.First[r] = i
			}
		}
	}
	for i, r := range c.Rep {
		in := a.vals[i]
		if b.Certifying && r == term.None {
			b.newcomer(o, c.Slots[i].Key, in)
			continue
		}
		in = b.asNull(c, i, in, func(n int) term.T { return a.vals[n] })
		if b.Fixed(r) {
			if in != term.None && in != r && !(c.Slots[i].Key.Part == PartObject && b.amongNumbers(r, in)) {
				b.rely(o, in, r, b.unread(a, i), "a value at a loop head that is not the constant it was taken for")
			}
			continue
		}
		if in == term.None {
			if f := c.Slots[i].Key.Frame; f >= 0 || f == FrameResult {
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
	for r := range c.First {
		if _, ok := next[r]; !ok {
			next[r] = b.zero(r)
		}
	}
	b.offsetsWithin(o, a)
	return next
}

// asNull gives the null pointer to a cutpoint that expects no other number, where it arrives
// as number 0: in certificates, what an access that fails would read goes on, and among
// numbers null is one of them. What arrives at another slot is looked up.
func (b *objects) asNull(c *Cutpoint, slot int, in term.T, arrives func(slot int) term.T) term.T {
	k := c.Slots[slot].Key
	k.Part = PartNumber
	n, ok := c.SlotAt(k)
	if !b.Certifying || c.Slots[slot].Key.Part != PartObject || in == term.None || b.Pool.IsArray(in) || !ok {
		return in
	}
	expected := b.IDs(c.Rep[slot])
	if slices.Contains(expected, IDNumber) || !slices.Contains(expected, IDNull) || !slices.Contains(b.IDs(in), IDNumber) {
		return in
	}
	number := arrives(n)
	if number == term.None {
		return in
	}
	return b.Pool.Ite(b.Pool.And(b.isObject(in, IDNumber), b.Pool.Eq(number, b.zero(number))), b.IDConst(IDNull), in)
}

// newcomer is a slot that the cutpoint does not have, on a way that certificates look
// at because a check that always fails there is a literal now. Who reads a cell or a
// register that is not known stops; an object that is not known is not alive, and
// that is a claim.
func (b *variables) newcomer(o *Edge, k SlotKey, in term.T) {
	if k.Part != PartAlive || in == term.None {
		return
	}
	if in = b.AnyPart(in); b.Pool.Width(in) > 0 {
		in = b.Pool.Eq(in, b.Pool.BV(b.Pool.Width(in), 1))
	}
	o.Implicit = append(o.Implicit, b.Pool.Not(in))
	if k.Frame == FrameOld {
		delete(o.To.before, int(k.Obj))
	} else {
		delete(o.To.objs, int(k.Obj))
	}
}

// unread tells when nothing reads what arrives for a slot: the instance of what is
// no address in an object, the offset of null (choose gives them any value), unless
// the cutpoint takes it for a number.
func (b *variables) unread(a *arrival, slot int) term.T {
	k := a.c.Slots[slot].Key
	part := k.Part
	k.Part = PartObject
	i, ok := a.c.SlotAt(k)
	if !ok || a.vals[i] == term.None {
		return term.False
	}
	id := b.AnyPart(a.vals[i])
	switch {
	case part == partInstance:
		return b.Pool.ULt(id, b.IDConst(IDFirst))
	case part == PartNumber && (a.c.Rep[i] == term.None || !b.areNumbers(a.c.Rep[i])):
		return b.Pool.Eq(id, b.IDConst(IDNull))
	}
	return term.False
}

// rely notes that the cutpoint takes two values for one, unless nothing reads it. The
// system that was built has them equal; in certificates, where a check that has
// passed is a literal, that may rest on it, and is a claim of its own.
func (b *objects) rely(o *Edge, in, r, unread term.T, otherwise string) {
	if !b.Certifying || b.Pool.Width(in) != b.Pool.Width(r) || b.Pool.IndexWidth(in) != b.Pool.IndexWidth(r) {
		b.giveUp(otherwise)
		return
	}
	o.Implicit = append(o.Implicit, b.Pool.Or(unread, b.Pool.Eq(b.AnyPart(in), b.AnyPart(r))))
}

// AnyPart is what a part of a cell is for an arbitrary block of its site, or the
// part itself where there is but one: a goal about it is one about all blocks.
func (b *variables) AnyPart(t term.T) term.T {
	if b.Pool.IsArray(t) {
		return b.Pool.Select(t, b.AnyOf(t))
	}
	return t
}

// zero is a value for a slot that an arrival does not have: its object is not
// alive there, so nothing reads it.
func (b *terms) zero(r term.T) term.T {
	if b.Pool.IsArray(r) {
		return b.everywhere(r, b.Pool.BV(b.Pool.Width(r), 0))
	}
	if w := b.Pool.Width(r); w > 0 {
		return b.Pool.BV(w, 0)
	}
	return term.False
}

// fresh makes the variable of a place, the same one each time.
func (b *variables) fresh(k VarKey, name string) term.T {
	v, ok := b.Vars[k]
	if !ok {
		if k.Index > 0 {
			v = b.Pool.ArrayVar(k.Index, k.Width, name)
		} else {
			v = b.Pool.Var(k.Width, name)
		}
		b.Vars[k] = v
	}
	return v
}

// SlotName names a slot for people.
func (b *objects) SlotName(c *Cutpoint, i int) string {
	k := c.Slots[i].Key
	switch {
	case k.Frame == FrameResult:
		return "result of " + c.Ctx.Func.Source
	case k.Frame >= 0:
		return fmt.Sprintf("%s:r%d", c.Ctx.Func.Source, k.Obj)
	}
	o, name := b.Objects[k.Obj], ""
	if k.Frame == FrameOld {
		name = "old "
	}
	if name += o.Name; k.Cell < 0 {
		return name
	}
	return name + o.Layout.Cells[k.Cell].Path
}
