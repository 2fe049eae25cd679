package induct

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// object is a region of memory that pointers can name. An object stands for
// one instance at a time: when its life ends, the pointers to it become
// pointers to idDead.
type object struct {
	id        int
	origin    memory.Origin
	name      string
	size      uint64
	align     uint64
	lay       *layout // nil: nothing is followed of what it holds
	readOnly  bool
	fn        ir.FuncID // Code
	glob      ir.GlobalID
	owner     *activation // Stack
	slot      ir.Reg      // Stack: the register of the alloca, or NoReg
	made      ir.Point    // Heap
	site      bool        // Heap: it stands for many blocks (heap.go)
	kind      blockKey    // Heap: of the blocks that one call makes in one size, whichever way leads to it
	owned     bool        // Heap: a site whose blocks have births (birth.go)
	*accesses             // Heap: shared by the blocks of one shape
	wish      uint64      // Heap: size of the narrowest access at unknown offsets, 0: none
	unit      uint64      // Heap: size of the cells that wide does not name, 0: 4 where that fits, or 1
	sized     bool        // Heap, Stack: its size is no constant, but part of its state (folded.go)
	scales    []uint64    // sized: factors in its sizes
	extras    []uint64    // sized: constants in its sizes
	words     *object     // folded: the companion that has its words (words.go); nil: they are not followed
	of        *object     // of a companion: what it has the words of
	kinds     kinds       // what its elements are compared with (counts.go)
	stored    kinds       // those that are written at unknown indices, and constants that they become there
	// text is set for the strings of the environment: bytes of any value but 0 up to the
	// length, then the NUL.
	text *inputText
	// vector is set for argv itself.
	vector bool
}

// ofEnvironment tells of argv and the strings of the environment: programs may write to
// them, and what is in them is the same for the whole run here.
func (o *object) ofEnvironment() bool { return o.text != nil || o.vector }

// inputText is a string of the environment, or one for each instance of many: frozen, the
// same for the whole run.
type inputText struct {
	length  term.T // of pointer width; of many: array from instance to argumentBits
	content term.T // array from offset to byte; of many: from row + offset
	rows    term.T // of many: array from instance to the row; None: one string
}

// objState is what a state knows of an object. It is copied on write.
type objState struct {
	owner *owner
	alive term.T // Bool
	cells []value
	named named // by the addresses in its cells
}

// frame is an activation on the stack of a state. It is copied on write.
type frame struct {
	owner *owner
	ctx   *activation
	regs  []value
	named named // by the addresses in its registers
}

// owner marks what only one state holds.
type owner struct{ _ byte }

// state is a merged state of the program: what is said of registers and
// memory holds where the guard does.
type state struct {
	owner  *owner
	guard  term.T
	objs   table    // by object number
	frames []*frame // the entry function's or the procedure's first
	before table    // in a procedure: objs when it was entered; never changed
	result value    // of a procedure that returns
}

// fork copies a state; both copies share what neither changes.
func (s *state) fork() *state {
	t := &state{owner: new(owner), guard: s.guard, before: s.before, result: s.result, objs: slices.Clone(s.objs), frames: slices.Clone(s.frames)}
	s.owner = new(owner)
	return t
}

func (s *state) obj(id int) *objState { return s.objs.at(id) }

// own returns an object's state for writing.
func (s *state) own(id int) *objState {
	o := s.objs.at(id)
	if o.owner != s.owner {
		o = &objState{owner: s.owner, alive: o.alive, cells: slices.Clone(o.cells)}
		s.put(id, o)
	}
	o.named = named{}
	return o
}

// put sets the state of an object; nil: there is none any more.
func (s *state) put(id int, o *objState) { s.objs.put(s.owner, id, o) }

func (s *state) top() *frame { return s.frames[len(s.frames)-1] }

// regs returns the registers of the current activation for writing.
func (s *state) regs() []value {
	return s.ownFrame(len(s.frames) - 1).regs
}

// ownFrame returns an activation for writing.
func (s *state) ownFrame(i int) *frame {
	f := s.frames[i]
	if f.owner != s.owner {
		f = &frame{owner: s.owner, ctx: f.ctx, regs: slices.Clone(f.regs)}
		s.frames[i] = f
	}
	f.named = named{}
	return f
}

// merge joins states that meet at one point: guards are disjoint or, where a
// free choice told them apart, a fresh variable made them so.
func (b *builder) merge(in []*state) *state {
	s := in[0]
	for _, t := range in[1:] {
		s = b.mergeTwo(s, t)
	}
	return s
}

func (b *builder) mergeTwo(x, y *state) *state {
	m := &meeting{b, x.guard, y.guard}
	b.met[x.guard] = true
	s := &state{owner: new(owner), guard: b.pool.Or(x.guard, y.guard), before: x.before, result: m.choose(x.result, y.result)}
	s.objs = mergeTables(x.objs, y.objs, s.owner, func(id int, x, y *objState) *objState { return m.objects(id, x, y, s.owner) })
	for i := range x.frames {
		s.frames = append(s.frames, m.frames(x.frames[i], y.frames[i], s.owner))
	}
	return s
}

// meeting merges what two states hold.
type meeting struct {
	b    *builder
	x, y term.T // their guards
}

func (m *meeting) choose(v, w value) value {
	if v.same(w) {
		return v
	}
	return m.b.choose(m.x, m.b.valueUnder(m.x, v), m.b.valueUnder(m.y, w))
}

// alive chooses between what tells that an object lives.
func (m *meeting) alive(v, w term.T) term.T {
	return m.b.pool.Ite(m.x, m.b.under(m.x, v), m.b.under(m.y, w))
}

// objects merges the states of one; where it does not exist it is not alive.
func (m *meeting) objects(id int, x, y *objState, own *owner) *objState {
	object := m.b.objects[id]
	switch {
	case x == y:
		return x
	case x == nil && object.site:
		x = m.b.noBlocks(object)
	case y == nil && object.site:
		y = m.b.noBlocks(object)
	case x == nil:
		return &objState{alive: m.alive(term.False, y.alive), cells: y.cells}
	case y == nil:
		return &objState{alive: m.alive(x.alive, term.False), cells: x.cells}
	}
	m.b.spend(len(x.cells))
	o := &objState{owner: own, alive: m.alive(x.alive, y.alive), cells: make([]value, len(x.cells))}
	for i := range x.cells {
		o.cells[i] = m.choose(x.cells[i], y.cells[i])
	}
	return o
}

func (m *meeting) frames(x, y *frame, own *owner) *frame {
	if x == y || len(x.regs) > 0 && len(y.regs) > 0 && &x.regs[0] == &y.regs[0] {
		return x
	}
	m.b.spend(len(x.regs))
	f := &frame{owner: own, ctx: x.ctx, regs: make([]value, len(x.regs))}
	for i := range x.regs {
		if !x.regs[i].absent() && !y.regs[i].absent() {
			f.regs[i] = m.choose(x.regs[i], y.regs[i])
		}
	}
	return f
}

// maxBlock is the greatest size of a block (MAX_BLOCK of the library models).
func (b *builder) maxBlock() uint64 {
	return 1<<min(b.ptrBits-1, nthBits+bits.Len64(b.pointerSize())-1) - 1
}

// Limits of what is noted of the sizes of blocks.
const (
	maxScales   = 4  // factors
	maxSizeTerm = 64 // terms searched for factors
	maxExtras   = 3  // constants
)

// scaled takes note of the factors in a size.
func (o *object) scaled(p *term.Pool, size term.T) {
	stack := []term.T{size}
	for n := 0; len(stack) > 0 && n < maxSizeTerm; n++ {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range p.NumArgs(t) {
			a := p.Arg(t, i)
			k, ok := p.Const(a)
			switch {
			case ok && p.Op(t) == term.OpMul:
				o.addScale(k)
			case ok && p.Op(t) == term.OpShl && i == 1 && k < 32:
				o.addScale(1 << k)
			case ok && p.Op(t) == term.OpConcat && i == 1 && k == 0 && p.Width(a) < 32:
				o.addScale(1 << p.Width(a))
			case !ok:
				stack = append(stack, a)
			}
		}
	}
}

func (o *object) addScale(k uint64) {
	if k > 1 && len(o.scales) < maxScales && !slices.Contains(o.scales, k) {
		o.scales = append(o.scales, k)
	}
}

// addExtra takes note of the constant in a size.
func (o *object) addExtra(b *builder, size term.T) {
	k := b.base(size)
	if !b.pool.IsConst(size) && len(o.extras) < maxExtras && !slices.Contains(o.extras, k) {
		o.extras = append(o.extras, k)
	}
}
