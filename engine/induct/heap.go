package induct

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
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
	instBits = 20
	// maxTerms bounds the terms of a pool, for the memory they take.
	maxTerms = 1 << 24
	// maxSiteCells bounds the cells of a block of a site; larger ones are
	// folded.
	maxSiteCells = 48
)

// many tells that an object stands for many, of which addresses name an instance.
func (o *object) many() bool { return o.site || o.text != nil && o.text.rows != term.None }

// instOf is the instance that an address names; 0 in what has none (many).
func (b *builder) instOf(v value) term.T {
	if v.inst != term.None {
		return v.inst
	}
	return b.pool.BV(instBits, 0)
}

// bit is a condition as an element of an array, and back.
func (b *builder) bit(c term.T) term.T   { return b.pool.BoolToBV(c, 1) }
func (b *builder) isSet(e term.T) term.T { return b.pool.Eq(e, b.pool.BV(1, 1)) }

// everywhere is the array that holds e at each index that another array has.
func (b *builder) everywhere(array, e term.T) term.T {
	return b.pool.ConstArray(b.pool.IndexWidth(array), e)
}

// aliveAt tells that the block that v names, or the object, is alive.
func (b *builder) aliveAt(o *object, st *objState, v value) term.T {
	if !o.site {
		return st.alive
	}
	return b.isSet(b.pool.Select(st.alive, b.instOf(v)))
}

// end ends the life of the block that v names where c holds.
func (b *builder) end(o *object, st *objState, v value, c term.T) {
	p := b.pool
	left := p.And(b.aliveAt(o, st, v), p.Not(c))
	if o.site {
		left = p.Store(st.alive, b.instOf(v), b.bit(left))
	}
	st.alive = left
}

// nowhere is the alive of an object that does not exist.
func (b *builder) nowhere(o *object) term.T {
	if o.site {
		return b.pool.ConstArray(instBits, b.bit(term.False))
	}
	return term.False
}

// cellAt is a cell of one instance.
func (b *builder) cellAt(c value, inst term.T) value {
	p := b.pool
	v := value{t: p.Select(c.t, inst), u: b.isSet(p.Select(c.u, inst))}
	if c.id != term.None {
		v = b.addressIn(p.Select(c.id, inst), p.Select(c.inst, inst), v.t, v.u)
	}
	return v
}

// putCell replaces a cell of one instance.
func (b *builder) putCell(c value, inst term.T, v value) value {
	p := b.pool
	if c.id == term.None {
		return value{t: p.Store(c.t, inst, v.t), u: p.Store(c.u, inst, b.bit(v.u))}
	}
	id := b.idOf(v)
	if b.areNumbers(id) {
		c = b.asNumbers(c)
	}
	if b.areNumbers(c.id) && v.id == term.None {
		id = b.idConst(idNumber)
	}
	return value{id: p.Store(c.id, inst, id), inst: p.Store(c.inst, inst, b.instOf(v)), t: p.Store(c.t, inst, v.t), u: p.Store(c.u, inst, b.bit(v.u))}
}

// asNumbers is a cell of a site that has held nothing but null pointers, as one that
// holds absolute addresses.
func (b *builder) asNumbers(c value) value {
	if b.isZero(c.id) {
		c.id, c.inst, c.t = b.everywhere(c.t, b.idConst(idNumber)), b.everywhere(c.t, b.pool.BV(instBits, 0)), b.zero(c.t)
	}
	return c
}

// view is the state of the one block that v names, to read: the object's own
// state if it is no site.
func (b *builder) view(o *object, st *objState, v value) *objState {
	if !o.site || st == nil || st.cells == nil {
		return st
	}
	w := &objState{alive: b.aliveAt(o, st, v), cells: make([]value, len(st.cells))}
	for i := range st.cells {
		w.cells[i] = b.cellAt(st.cells[i], b.instOf(v))
	}
	return w
}

// change lets f write to the state of the block that v names.
func (x *run) change(o *object, v value, f func(*objState)) {
	b := x.b
	st := x.s.own(o.id)
	if !o.site || st.cells == nil {
		f(st)
		return
	}
	old := b.view(o, st, v)
	w := &objState{alive: old.alive, cells: append([]value(nil), old.cells...)}
	f(w)
	for i := range w.cells {
		if !w.cells[i].same(old.cells[i]) {
			st.cells[i] = b.putCell(st.cells[i], b.instOf(v), w.cells[i])
		}
	}
}

// bornAt makes a new block of a site, zero or unwritten, and returns its
// instance.
func (x *run) bornAt(o *object, zero bool) term.T {
	b, p := x.b, x.b.pool
	if x.s.obj(o.id) == nil {
		x.s.put(o.id, x.b.noBlocks(o))
		x.bearWords(o)
	}
	st := x.s.own(o.id)
	i := x.fresh(instBits, "block")
	v := value{id: b.idConst(o.id), inst: i, t: b.size(0), u: term.False}
	x.seg.axioms = append(x.seg.axioms, p.Not(b.aliveAt(o, st, v)))
	x.unnamed(o, i)
	born := term.None
	if o.owned {
		born = x.younger()
	}
	st = x.s.own(o.id)
	st.alive = p.Store(st.alive, i, p.BV(1, 1))
	for k := range st.cells {
		c := &o.lay.cells[k]
		st.cells[k] = b.putCell(st.cells[k], i, value{t: b.size0(c), u: p.Bool(!zero && !c.ghost)})
	}
	if k, ok := o.birth(); ok {
		st.cells[k] = b.putCell(st.cells[k], i, number(born))
	}
	return i
}

func (b *builder) pointerSize() uint64 { return uint64(b.ptrBits / 8) }

// size0 is the zero of a cell's width.
func (b *builder) size0(c *cell) term.T { return b.pool.BV(int(8*c.size), 0) }

// noBlocks is the state of a site that has made nothing yet.
func (b *builder) noBlocks(o *object) *objState {
	st := &objState{alive: b.nowhere(o)}
	if o.lay == nil {
		return st
	}
	st.cells = make([]value, len(o.lay.cells))
	for k := range st.cells {
		st.cells[k] = b.blankCell(&o.lay.cells[k], instBits)
	}
	return st
}

// blankCell is a cell that is an array, before anything is written at any index.
func (b *builder) blankCell(c *cell, index int) value {
	every := func(e term.T) term.T { return b.pool.ConstArray(index, e) }
	v := value{t: every(b.size0(c)), u: every(b.bit(term.False))}
	if int(8*c.size) == b.ptrBits {
		v.id, v.inst = every(b.idConst(idNull)), every(b.pool.BV(instBits, 0))
	}
	return v
}

// unnamed states that no pointer names instance i of a site: it is new.
func (x *run) unnamed(o *object, i term.T) {
	b, p := x.b, x.b.pool
	state := func(v value) {
		if v.id == term.None || v.elems != nil {
			return
		}
		for _, k := range b.objectsOf(v) {
			if k == o.id {
				x.seg.axioms = append(x.seg.axioms, p.Not(p.And(b.is(v, k), p.Eq(b.instOf(v), i))))
			}
		}
	}
	for _, f := range x.s.frames {
		for _, v := range f.regs {
			state(v)
			for _, e := range v.elems {
				state(e)
			}
		}
	}
	site := map[int]bool{o.id: true}
	x.s.objs.each(func(id int, st *objState) {
		if !b.names(&st.named, st.cells, site) {
			return
		}
		b.spend(len(st.cells))
		for _, c := range st.cells {
			if b.objects[id].indexed() && c.id != term.None {
				c = b.cellAt(c, b.anyOf(c.id))
			}
			state(c)
		}
	})
}

// scrubArray makes the pointers in a cell that is an array which name dying objects
// ones to a dead object: the array of object numbers becomes a new one, of which an
// axiom says how it differs.
func (x *run) scrubArray(c value, dying map[int]bool) (value, bool) {
	b, p := x.b, x.b.pool
	if c.id == term.None {
		return c, false
	}
	hit := false
	set := []int{idDead}
	any := b.anyOf(c.id)
	old := p.Select(c.id, any)
	now := old
	for _, k := range b.ids(c.id) {
		if dying[k] {
			hit = true
			now = p.Ite(p.Eq(old, b.idConst(k)), b.idConst(idDead), now)
		} else {
			set = union(set, []int{k})
		}
	}
	if !hit {
		return c, false
	}
	x.nth++
	id := b.fresh(varKey{x.place, x.n.instr, x.nth, idBits, p.IndexWidth(c.id)}, "objects")
	if was := b.pts[id]; len(union(was, set)) != len(was) {
		b.point(id, union(was, set))
	}
	x.seg.axioms = append(x.seg.axioms, p.Eq(p.Select(id, any), now))
	c.id = id
	return c, true
}

// sameObject tells that two addresses name the same object, of a site's the same
// block.
func (b *builder) sameObject(v, w value) term.T {
	p := b.pool
	block := term.True
	for _, k := range b.objectsOf(v) {
		if k >= idFirst && b.objects[k].many() {
			block = p.And(block, p.Or(p.Not(b.is(v, k)), p.Eq(b.instOf(v), b.instOf(w))))
		}
	}
	return p.And(p.Eq(b.idOf(v), b.idOf(w)), block)
}

// sameBlock tells that two addresses name an object, if it is a site the same block of it.
func (b *builder) sameBlock(x, y value, o *object) term.T {
	p := b.pool
	both := p.And(b.is(x, o.id), b.is(y, o.id))
	if o.many() {
		both = p.And(both, p.Eq(b.instOf(x), b.instOf(y)))
	}
	return both
}

// sameHeapBlock tells that two addresses name the same heap block, of whatever site.
func (b *builder) sameHeapBlock(x, y value) term.T {
	same := term.False
	for _, k := range b.objectsOf(x) {
		if k >= idFirst && b.objects[k].origin == memory.Heap {
			same = b.pool.Or(same, b.sameBlock(x, y, b.objects[k]))
		}
	}
	return same
}

// alike tells that two cells of blocks hold the same, written or not.
func (b *builder) alike(x, y value) term.T {
	p := b.pool
	return p.AndN(p.Eq(x.t, y.t), p.Eq(b.idOf(x), b.idOf(y)), p.Eq(b.instOf(x), b.instOf(y)), p.Eq(b.bit(x.u), b.bit(y.u)))
}

// ownLinks are the cells of a site that hold addresses of its own blocks.
func (b *builder) ownLinks(o *object, st *objState) (cells []int) {
	for i, c := range st.cells {
		if c.id != term.None && slices.Contains(b.ids(c.id), o.id) {
			cells = append(cells, i)
		}
	}
	return cells
}

// becomeSite makes an object stand for all blocks that its place makes, in the
// next construction.
func (x *run) becomeSite(o *object) {
	x.again(func() {
		o.site = true
		o.divide(x.b.pointerSize())
	})
}

// again has the construction start anew once it is through, with a change to what
// it rests on. What it finds up to then is forgotten, but for other such changes;
// what lies behind on this path would be wrong.
func (x *run) again(change func()) {
	if x.b.certifying {
		x.b.giveUp("heap blocks that do not come out as before")
		return
	}
	x.b.anew(change)
	x.s.guard = term.False
}

// anew notes a change to what the construction rests on.
func (b *builder) anew(change func()) {
	b.changes = append(b.changes, change)
	b.draft = true
}

// fit lets an access of n bytes find a cell of its size in a heap block: the
// program's accesses are all that tells how a block is divided. A certificate's system is
// divided as the one that was proved, though its offsets may be less simple terms: a
// layout is never wrong.
func (x *run) fit(o *object, off term.T, n uint64) {
	if x.b.certifying || o.origin != memory.Heap || o.lay == nil || n > 8 || n&(n-1) != 0 {
		return
	}
	if o.folded() {
		x.fitFolded(o, off, n)
		return
	}
	if k, ok := x.b.pool.Const(off); ok {
		i, at := o.lay.at[k]
		switch {
		case k%n != 0 || k+n > o.size || !at:
		case o.lay.cells[i].size < n:
			x.again(func() { x.b.widen(o, k, n) })
		case o.lay.cells[i].size == n:
			o.wide[k] = n // a field, or an element
		}
		return
	}
	if o.unit == 0 && o.size%n == 0 && (o.wish == 0 || n < o.wish) {
		o.wish = n
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
// many: each is in the state of each cut, and each pointer to one may be to all.
type blockKey struct {
	shape
	at  ir.Point    // where they are made, in a library model or in the program
	way *activation // that leads to the call; nil: any
}

// Limits of what is told apart at one call of the allocator.
const (
	maxSizes = 16
	maxWays  = 3
)

// shapeOf is what is known of the accesses to the blocks of a shape.
func (b *builder) shapeOf(k shape) *accesses {
	if b.shapes[k] == nil {
		b.shapes[k] = &accesses{map[uint64]uint64{}, map[uint64]uint64{}}
	}
	return b.shapes[k]
}

// widen notes an access of n bytes at an offset of a block and of those of its
// shape, and divides them anew.
func (b *builder) widen(o *object, off, n uint64) {
	o.wide[off] = n
	b.redivide(o)
}

// redivide divides a block and those of its shape anew.
func (b *builder) redivide(o *object) {
	for _, other := range b.objects {
		if other != nil && other.origin == memory.Heap && other.made == o.made && other.size == o.size {
			other.divide(b.pointerSize())
		}
	}
}

// refit divides blocks anew that are accessed at unknown offsets only by sizes
// that no cell has, and gives arrays their prefix counts. It reports whether
// anything changed.
func (b *builder) refit() (any bool) {
	for _, o := range b.objects {
		if o == nil {
			continue
		}
		if o.recount() {
			any = true
		}
		if o.origin == memory.Heap && o.lay != nil && !o.folded() {
			o.gather()
		}
		if o.folded() || o.wish == 0 || o.unit > 0 || o.lay == nil {
			continue
		}
		fits := slices.ContainsFunc(o.lay.cells, func(c cell) bool { return c.size == o.wish && !o.field(&c) })
		if !fits {
			o.unit = o.wish
			o.divide(b.pointerSize())
			any = true
		}
	}
	return any
}

// divide makes the layout of a heap block from what is known of its accesses.
func (o *object) divide(ptrSize uint64) {
	if o.sized || o.size > 8*maxCells {
		o.lay = foldedLayout(ptrSize, o.sized, o.fields())
		return
	}
	base := uint64(1)
	switch {
	case o.unit > 0:
		base = o.unit
	case o.size%4 == 0:
		base = 4
	}
	l := &layout{at: map[uint64]int{}}
	for off := uint64(0); off < o.size; {
		n := max(base, o.wide[off])
		l.at[off] = len(l.cells)
		l.cells = append(l.cells, cell{off: off, size: n, group: len(l.cells), path: fieldPath(off)})
		off += n
	}
	l.count(len(l.cells))
	if o.site {
		l.addRanks(ptrSize)
	}
	if o.owned {
		l.addBirth()
	}
	if o.lay = l; len(l.cells) > maxCells || o.site && len(l.cells) > maxSiteCells {
		o.lay = foldedLayout(ptrSize, false, o.fields())
	}
}

// field tells that an access names a cell of a heap block by itself. In a block
// of bytes that tells nothing: texts are looked at from their start.
func (o *object) field(c *cell) bool {
	return c.ghost || o.wide[c.off] > 1 || o.wide[c.off] == 1 && o.wide[0] > 1 && !o.buffer(c.off)
}

// buffer tells that a byte has so many bytes beside it, each named by an access,
// that it is an element of an array over which a loop was followed turn by turn.
func (o *object) buffer(off uint64) bool {
	n := 1
	for at := off + 1; o.wide[at] == 1 && n < minBuffer; at++ {
		n++
	}
	for at := off; at > 0 && o.wide[at-1] == 1 && n < minBuffer; at-- {
		n++
	}
	return n == minBuffer
}

// minBuffer is how many bytes in a row are no fields.
const minBuffer = 16

// gather makes groups of neighbouring cells of one size that are no fields:
// elements of an array, for all that is known.
func (o *object) gather() {
	l, group, run := o.lay, -1, uint64(0)
	for i := range l.cells {
		c := &l.cells[i]
		field := o.field(c)
		if field || c.size != run {
			group++
		}
		if c.group, c.index, run = group, nil, 0; !field {
			c.index, run = []int{int(c.off / c.size)}, c.size
		}
	}
	l.count(group + 1)
}

// objectPart and instancePart are the parts of an address as slots of a cut
// hold them: of a site's cell they are arrays.
func (b *builder) objectPart(v value) term.T {
	if v.id == term.None && b.pool.IsArray(v.t) {
		return b.everywhere(v.t, b.idOf(value{t: v.t, u: term.False}))
	}
	return b.idOf(v)
}

func (b *builder) instancePart(v value) term.T {
	if v.inst == term.None && b.pool.IsArray(v.t) {
		return b.everywhere(v.t, b.pool.BV(instBits, 0))
	}
	return b.instOf(v)
}

// The variables that stand for any index of an array.
const (
	anyBlock = iota
	anyOther // block
	anyWord
	anyOtherWord
	anySkolems
)

// anyNames are what the skolems are called.
var anyNames = [anySkolems]string{"any block", "any other block", "any word", "any other word"}

// skolem is a variable that stands for any index.
func (b *builder) skolem(i int) term.T {
	if b.skolems[i] == term.None {
		width := instBits
		if i >= anyWord {
			width = wordBits
		}
		b.skolems[i] = b.pool.Var(width, anyNames[i])
	}
	return b.skolems[i]
}

// anyOf is the skolem for the index of an array.
func (b *builder) anyOf(array term.T) term.T {
	if b.pool.IndexWidth(array) == wordBits {
		return b.skolem(anyWord)
	}
	return b.skolem(anyBlock)
}
