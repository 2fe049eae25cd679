package system

import (
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// A site is a place that makes heap blocks in a loop: one object of the system
// stands for all of them. Which block an address names is its instance, and
// each part of a cell is an array from instances to contents, as is alive.
//
// Instances are compared for equality and index these arrays; nothing else is
// done with them. A query without quantifiers about them has a model over
// unboundedly many instances only if it has one over as many as it has terms of
// that sort, so instBits bits decide for any number of blocks (a theory of
// equality has this small-model property; each such term takes a variable of the solver,
// of which there are no more than maxVariables). A new
// block's instance is one that is neither alive nor named by any pointer:
// there always is one.
//
// What holds of all instances is a term with the variable skolem, or both
// skolems: as a goal it is asked for arbitrary ones, as a premise it is
// instantiated at the segment's instance terms (instantiate.go).
const (
	InstBits = 20
)

// Many tells that an object stands for many, of which addresses name an instance.
func (o *Object) Many() bool { return o.Site || o.Text != nil && o.Text.rows != term.None }

// InstOf is the instance that an address names; 0 in what has none (many).
func (b *terms) InstOf(v Value) term.T {
	if v.Inst != term.None {
		return v.Inst
	}
	return b.Pool.BV(InstBits, 0)
}

// bit is a condition as an element of an array, and back.
func (b *terms) bit(c term.T) term.T   { return b.Pool.BoolToBV(c, 1) }
func (b *terms) isSet(e term.T) term.T { return b.Pool.Eq(e, b.Pool.BV(1, 1)) }

// everywhere is the array that holds e at each index that another array has.
func (b *terms) everywhere(array, e term.T) term.T {
	return b.Pool.ConstArray(b.Pool.IndexWidth(array), e)
}

// AliveAt tells that the block that v names, or the object, is alive.
func (b *terms) AliveAt(o *Object, st *ObjState, v Value) term.T {
	if !o.Site {
		return st.Alive
	}
	return b.isSet(b.Pool.Select(st.Alive, b.InstOf(v)))
}

// end ends the life of the block that v names where c holds.
func (b *terms) end(o *Object, st *ObjState, v Value, c term.T) {
	p := b.Pool
	left := p.And(b.AliveAt(o, st, v), p.Not(c))
	if o.Site {
		left = p.Store(st.Alive, b.InstOf(v), b.bit(left))
	}
	st.Alive = left
}

// nowhere is the alive of an object that does not exist.
func (b *terms) nowhere(o *Object) term.T {
	if o.Site {
		return b.Pool.ConstArray(InstBits, b.bit(term.False))
	}
	return term.False
}

// CellAt is a cell of one instance.
func (b *objects) CellAt(c Value, inst term.T) Value {
	p := b.Pool
	v := Value{Term: p.Select(c.Term, inst), Uninit: b.isSet(p.Select(c.Uninit, inst))}
	if c.ID != term.None {
		v = b.addressIn(p.Select(c.ID, inst), p.Select(c.Inst, inst), v.Term, v.Uninit)
	}
	return v
}

// putCell replaces a cell of one instance.
func (b *terms) putCell(c Value, inst term.T, v Value) Value {
	p := b.Pool
	if c.ID == term.None {
		return Value{Term: p.Store(c.Term, inst, v.Term), Uninit: p.Store(c.Uninit, inst, b.bit(v.Uninit))}
	}
	id := b.idOf(v)
	if b.areNumbers(id) {
		c = b.asNumbers(c)
	}
	if b.areNumbers(c.ID) && v.ID == term.None {
		id = b.IDConst(IDNumber)
	}
	return Value{ID: p.Store(c.ID, inst, id), Inst: p.Store(c.Inst, inst, b.InstOf(v)), Term: p.Store(c.Term, inst, v.Term), Uninit: p.Store(c.Uninit, inst, b.bit(v.Uninit))}
}

// asNumbers is a cell of a site that has held nothing but null pointers, as one that
// holds absolute addresses.
func (b *terms) asNumbers(c Value) Value {
	if b.isZero(c.ID) {
		c.ID, c.Inst, c.Term = b.everywhere(c.Term, b.IDConst(IDNumber)), b.everywhere(c.Term, b.Pool.BV(InstBits, 0)), b.zero(c.Term)
	}
	return c
}

// view is the state of the one block that v names, to read: the object's own
// state if it is no site.
func (b *objects) view(o *Object, st *ObjState, v Value) *ObjState {
	if !o.Site || st == nil || st.Cells == nil {
		return st
	}
	w := &ObjState{Alive: b.AliveAt(o, st, v), Cells: make([]Value, len(st.Cells))}
	for i := range st.Cells {
		w.Cells[i] = b.CellAt(st.Cells[i], b.InstOf(v))
	}
	return w
}

// change lets f write to the state of the block that v names.
func (x *run) change(o *Object, v Value, f func(*ObjState)) {
	b := x.Sys
	st := x.s.own(o.ID)
	if !o.Site || st.Cells == nil {
		f(st)
		return
	}
	old := b.view(o, st, v)
	w := &ObjState{Alive: old.Alive, Cells: append([]Value(nil), old.Cells...)}
	f(w)
	for i := range w.Cells {
		if !w.Cells[i].Same(old.Cells[i]) {
			st.Cells[i] = b.putCell(st.Cells[i], b.InstOf(v), w.Cells[i])
		}
	}
}

// bornAt makes a new block of a site, zero or unwritten, and returns its
// instance.
func (x *run) bornAt(o *Object, zero bool) term.T {
	b, p := x.Sys, x.Sys.Pool
	if x.s.Obj(o.ID) == nil {
		x.s.put(o.ID, x.Sys.noBlocks(o))
		x.bearWords(o)
	}
	st := x.s.own(o.ID)
	i := x.fresh(InstBits, "block")
	v := Value{ID: b.IDConst(o.ID), Inst: i, Term: b.Size(0), Uninit: term.False}
	x.seg.Axioms = append(x.seg.Axioms, p.Not(b.AliveAt(o, st, v)))
	x.unnamed(o, i)
	born := term.None
	if o.Owned {
		born = x.younger()
	}
	st = x.s.own(o.ID)
	st.Alive = p.Store(st.Alive, i, p.BV(1, 1))
	for k := range st.Cells {
		c := &o.Layout.Cells[k]
		st.Cells[k] = b.putCell(st.Cells[k], i, Value{Term: b.size0(c), Uninit: p.Bool(!zero && !c.Ghost)})
	}
	if k, ok := o.Timestamp(); ok {
		st.Cells[k] = b.putCell(st.Cells[k], i, number(born))
	}
	return i
}

func (b *program) PointerSize() uint64 { return uint64(b.PtrBits / 8) }

// size0 is the zero of a cell's width.
func (b *terms) size0(c *layout.Cell) term.T { return b.Pool.BV(int(8*c.Size), 0) }

// noBlocks is the state of a site that has made nothing yet.
func (b *objects) noBlocks(o *Object) *ObjState {
	st := &ObjState{Alive: b.nowhere(o)}
	if o.Layout == nil {
		return st
	}
	st.Cells = make([]Value, len(o.Layout.Cells))
	for k := range st.Cells {
		st.Cells[k] = b.blankCell(&o.Layout.Cells[k], InstBits)
	}
	return st
}

// blankCell is a cell that is an array, before anything is written at any index.
func (b *objects) blankCell(c *layout.Cell, index int) Value {
	every := func(e term.T) term.T { return b.Pool.ConstArray(index, e) }
	v := Value{Term: every(b.size0(c)), Uninit: every(b.bit(term.False))}
	if int(8*c.Size) == b.PtrBits {
		v.ID, v.Inst = every(b.IDConst(IDNull)), every(b.Pool.BV(InstBits, 0))
	}
	return v
}

// unnamed states that no pointer names instance i of a site: it is new.
func (x *run) unnamed(o *Object, i term.T) {
	b, p := x.Sys, x.Sys.Pool
	state := func(v Value) {
		if v.ID == term.None || v.Elems != nil {
			return
		}
		for _, k := range b.ObjectsOf(v) {
			if k == o.ID {
				x.seg.Axioms = append(x.seg.Axioms, p.Not(p.And(b.Is(v, k), p.Eq(b.InstOf(v), i))))
			}
		}
	}
	for _, f := range x.s.Frames {
		for _, v := range f.Regs {
			state(v)
			for _, e := range v.Elems {
				state(e)
			}
		}
	}
	site := map[int]bool{o.ID: true}
	x.s.Objs.Each(func(id int, st *ObjState) {
		if !b.names(&st.named, st.Cells, site) {
			return
		}
		b.spend(len(st.Cells))
		for _, c := range st.Cells {
			if b.Objects[id].indexed() && c.ID != term.None {
				c = b.CellAt(c, b.AnyOf(c.ID))
			}
			state(c)
		}
	})
}

// scrubArray makes the pointers in a cell that is an array which name dying objects
// ones to a dead object: the array of object numbers becomes a new one, of which an
// axiom says how it differs.
func (x *run) scrubArray(c Value, dying map[int]bool) (Value, bool) {
	b, p := x.Sys, x.Sys.Pool
	if c.ID == term.None {
		return c, false
	}
	hit := false
	set := []int{IDDead}
	any := b.AnyOf(c.ID)
	old := p.Select(c.ID, any)
	now := old
	for _, k := range b.IDs(c.ID) {
		if dying[k] {
			hit = true
			now = p.Ite(p.Eq(old, b.IDConst(k)), b.IDConst(IDDead), now)
		} else {
			set = Union(set, []int{k})
		}
	}
	if !hit {
		return c, false
	}
	x.nth++
	id := b.fresh(VarKey{x.place, x.n.Instr, x.nth, IDBits, p.IndexWidth(c.ID)}, "objects")
	if was := b.Pts[id]; len(Union(was, set)) != len(was) {
		b.point(id, Union(was, set))
	}
	x.seg.Axioms = append(x.seg.Axioms, p.Eq(p.Select(id, any), now))
	from := b.key(c)
	c.ID = id
	b.origins[b.key(c)] = addressOrigin{one: from, other: from} // of this construction
	return c, true
}

// SameObject tells that two addresses name the same object, of a site's the same
// block.
func (b *objects) SameObject(v, w Value) term.T {
	p := b.Pool
	block := term.True
	for _, k := range b.ObjectsOf(v) {
		if k >= IDFirst && b.Objects[k].Many() {
			block = p.And(block, p.Or(p.Not(b.Is(v, k)), p.Eq(b.InstOf(v), b.InstOf(w))))
		}
	}
	return p.And(p.Eq(b.idOf(v), b.idOf(w)), block)
}

// SameBlock tells that two addresses name an object, if it is a site the same block of it.
func (b *objects) SameBlock(x, y Value, o *Object) term.T {
	p := b.Pool
	both := p.And(b.Is(x, o.ID), b.Is(y, o.ID))
	if o.Many() {
		both = p.And(both, p.Eq(b.InstOf(x), b.InstOf(y)))
	}
	return both
}

// SameHeapBlock tells that two addresses name the same heap block, of whatever site.
func (b *objects) SameHeapBlock(x, y Value) term.T {
	same := term.False
	for _, k := range b.ObjectsOf(x) {
		if k >= IDFirst && b.Objects[k].Origin == memory.Heap {
			same = b.Pool.Or(same, b.SameBlock(x, y, b.Objects[k]))
		}
	}
	return same
}

// Alike tells that two cells of blocks hold the same, written or not.
func (b *terms) Alike(x, y Value) term.T {
	p := b.Pool
	return p.AndN(p.Eq(x.Term, y.Term), p.Eq(b.idOf(x), b.idOf(y)), p.Eq(b.InstOf(x), b.InstOf(y)), p.Eq(b.bit(x.Uninit), b.bit(y.Uninit)))
}

// OwnLinks are the cells of a site that hold addresses of its own blocks.
func (b *objects) OwnLinks(o *Object, st *ObjState) (cells []int) {
	for i, c := range st.Cells {
		if c.ID != term.None && slices.Contains(b.IDs(c.ID), o.ID) {
			cells = append(cells, i)
		}
	}
	return cells
}

// becomeSite makes an object stand for all blocks that its place makes, in the
// next construction.
func (x *run) becomeSite(o *Object) {
	x.again(func() {
		o.Site = true
		o.divide(x.Sys.PointerSize())
	})
}

// again has the construction start anew once it is through, with a change to what
// it rests on. What it finds up to then is forgotten, but for other such changes;
// what lies behind on this path would be wrong.
func (x *run) again(change func()) { x.inVain(func() { x.Sys.anew(change) }) }

// finer is again for a change of how a block is divided, by an access that may be to any of
// many fields: one that a draft has seen may be to fewer.
func (x *run) finer(change func()) {
	x.inVain(func() { x.Sys.finer = append(x.Sys.finer, change) })
}

// inVain ends the path of a construction that has to start anew, and notes why.
func (x *run) inVain(note func()) {
	if x.Sys.Certifying {
		x.Sys.giveUp("heap blocks that do not come out as before")
		return
	}
	note()
	x.s.Guard = term.False
}

// anew notes a change to what the construction rests on.
func (b *plan) anew(change func()) {
	b.changes = append(b.changes, change)
	b.draft = true
}

// fit lets an access of n bytes find a cell of its size in a heap block: the
// program's accesses are all that tells how a block is divided. A certificate's system is
// divided as the one that was proved, though its offsets may be less simple terms: a
// layout is never wrong.
func (x *run) fit(o *Object, v Value, n uint64) {
	if x.Sys.Certifying || o.Origin != memory.Heap || o.Layout == nil || n > 8 || n&(n-1) != 0 {
		return
	}
	if o.Smashed() {
		x.fitSmashed(o, v.Term, n)
		return
	}
	at := x.offsetsIn(v, o.ID)
	if hits, ok := at.Within(int64(o.Size-n), budget.ConstantCells.N); ok && n <= o.Size && at.MultipleOf(int64(n)) {
		few := len(hits) <= budget.FieldOffsets.N
		for _, k := range hits {
			if few {
				x.fitAt(o, uint64(k), n)
			} else if i, is := o.Layout.At[uint64(k)]; is && o.Layout.Cells[i].Size < n && n == x.Sys.PointerSize() {
				x.finer(func() { x.Sys.widen(o, uint64(k), n) })
			}
		}
		if few {
			return
		}
	}
	if o.unit == 0 && o.Size%n == 0 && (o.wish == 0 || n < o.wish) {
		o.wish = n
	}
}

// fitAt is fit for one offset.
func (x *run) fitAt(o *Object, k, n uint64) {
	i, at := o.Layout.At[k]
	switch {
	case k%n != 0 || k+n > o.Size:
	case at && o.Layout.Cells[i].Size == n:
		o.wide[k] = n // a field, or an element
	case at && o.Layout.Cells[i].Size < n:
		x.again(func() { x.Sys.widen(o, k, n) })
	}
}

// shape names the blocks that are divided alike: those that one call of the
// program makes in one size, whichever way a run comes to it.
type shape struct {
	made ir.Point
	size uint64 // 0: of any size, or of one more than are told apart
}

// blockKey names the blocks of a shape that one call of the allocator makes and
// that are one object. A few ways to the call are told apart; where there are more,
// their blocks are one object, for an object for each chain of calls would be too
// many: each is in the state of each cutpoint, and each pointer to one may be to all.
type blockKey struct {
	shape
	at  ir.Point    // where they are made, in a library model or in the program
	Way *Activation // that leads to the call; nil: any
}

// shapeOf is what is known of the accesses to the blocks of a shape.
func (b *heapBlocks) shapeOf(k shape) *accesses {
	if b.shapes[k] == nil {
		b.shapes[k] = &accesses{wide: map[uint64]uint64{}, elements: map[uint64]uint64{}}
	}
	return b.shapes[k]
}

// widen notes an access of n bytes at an offset of a block and of those of its
// shape, and divides them anew.
func (b *objects) widen(o *Object, off, n uint64) {
	o.wide[off] = n
	b.redivide(o)
}

// redivide divides a block and those of its shape anew.
func (b *objects) redivide(o *Object) {
	for _, other := range b.Objects {
		if other != nil && other.Origin == memory.Heap && other.Made == o.Made && other.Size == o.Size {
			other.divide(b.PointerSize())
		}
	}
}

// refit divides blocks anew that are accessed at unknown offsets only by sizes
// that no cell has, and gives arrays their prefix counts. It reports whether
// anything changed.
func (b *objects) refit() (any bool) {
	for _, o := range b.Objects {
		if o == nil {
			continue
		}
		if o.Recount() {
			any = true
		}
		if o.Origin == memory.Heap && o.Layout != nil && !o.Smashed() {
			o.gather()
		}
		if o.Smashed() || o.wish == 0 || o.unit > 0 || o.Layout == nil {
			continue
		}
		fits := slices.ContainsFunc(o.Layout.Cells, func(c layout.Cell) bool { return c.Size == o.wish && !o.field(&c) })
		if !fits {
			o.unit = o.wish
			o.divide(b.PointerSize())
			any = true
		}
	}
	return any
}

// divide makes the layout of a heap block from what is known of its accesses.
func (o *Object) divide(ptrSize uint64) {
	if o.Sized || o.Size > 8*uint64(budget.ConstantCells.N) {
		o.Layout = o.smashed(ptrSize)
		return
	}
	base := uint64(1)
	switch {
	case o.unit > 0:
		base = o.unit
	case o.Size%4 == 0:
		base = 4
	}
	l := &layout.Layout{At: map[uint64]int{}}
	for off := uint64(0); off < o.Size; {
		n := max(base, o.wide[off])
		l.At[off] = len(l.Cells)
		l.Cells = append(l.Cells, layout.Cell{Off: off, Size: n, Group: len(l.Cells), Path: layout.FieldPath(off)})
		off += n
	}
	l.Count(len(l.Cells))
	if o.Site {
		addRanks(l, ptrSize)
	}
	if o.Owned {
		addTimestamp(l)
	}
	if o.Layout = l; len(l.Cells) > budget.ObjectCells.N || o.Site && len(l.Cells) > budget.SiteCells.N {
		o.Layout = o.smashed(ptrSize)
	}
}

// field tells that an access names a cell of a heap block by itself. In a block
// of bytes that tells nothing: texts are looked at from their start.
func (o *Object) field(c *layout.Cell) bool {
	return c.Ghost || o.wide[c.Off] > 1 || o.wide[c.Off] == 1 && o.wide[0] > 1 && !o.buffer(c.Off)
}

// buffer tells that a byte has so many bytes beside it, each named by an access,
// that it is an element of an array over which a loop was followed turn by turn.
func (o *Object) buffer(off uint64) bool {
	n := 1
	for at := off + 1; o.wide[at] == 1 && n < budget.BufferBytes.N; at++ {
		n++
	}
	for at := off; at > 0 && o.wide[at-1] == 1 && n < budget.BufferBytes.N; at-- {
		n++
	}
	return n == budget.BufferBytes.N
}

// gather makes groups of neighbouring cells of one size that are no fields:
// elements of an array, for all that is known.
func (o *Object) gather() {
	l, group, run := o.Layout, -1, uint64(0)
	for i := range l.Cells {
		c := &l.Cells[i]
		field := o.field(c)
		if field || c.Size != run {
			group++
		}
		if c.Group, c.Index, run = group, nil, 0; !field {
			c.Index, run = []int{int(c.Off / c.Size)}, c.Size
		}
	}
	l.Count(group + 1)
}

// objectPart and instancePart are the parts of an address as slots of a cutpoint
// hold them: of a site's cell they are arrays.
func (b *terms) objectPart(v Value) term.T {
	if v.ID == term.None && b.Pool.IsArray(v.Term) {
		return b.everywhere(v.Term, b.idOf(Value{Term: v.Term, Uninit: term.False}))
	}
	return b.idOf(v)
}

func (b *terms) instancePart(v Value) term.T {
	if v.Inst == term.None && b.Pool.IsArray(v.Term) {
		return b.everywhere(v.Term, b.Pool.BV(InstBits, 0))
	}
	return b.InstOf(v)
}

// The variables that stand for any index of an array.
const (
	AnyBlock = iota
	AnyOther // block
	AnyWord
	AnyOtherWord
	anySkolems
)

// AnyNames are what the skolems are called.
var AnyNames = [anySkolems]string{"any block", "any other block", "any word", "any other word"}

// Skolem is a variable that stands for any index.
func (b *variables) Skolem(i int) term.T {
	if b.Skolems[i] == term.None {
		width := InstBits
		if i >= AnyWord {
			width = WordBits
		}
		b.Skolems[i] = b.Pool.Var(width, AnyNames[i])
	}
	return b.Skolems[i]
}

// AnyOf is the skolem for the index of an array.
func (b *variables) AnyOf(array term.T) term.T {
	if b.Pool.IndexWidth(array) == WordBits {
		return b.Skolem(AnyWord)
	}
	return b.Skolem(AnyBlock)
}

// BlockOf is the address of the block of a site that a skolem stands for.
func (b *objects) BlockOf(o *Object, i int) Value {
	return Value{ID: b.IDConst(o.ID), Inst: b.Skolem(i), Term: b.Size(0), Uninit: term.False}
}
