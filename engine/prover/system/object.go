package system

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/chunks"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// Object is a region of memory that pointers can name. An object stands for
// one instance at a time: when its life ends, the pointers to it become
// pointers to idDead.
type Object struct {
	ID        int
	Origin    memory.Origin
	Name      string
	Size      uint64
	align     uint64
	Layout    *layout.Layout // nil: nothing is followed of what it holds
	ReadOnly  bool
	fn        ir.FuncID // Code
	Global    ir.GlobalID
	Owner     *Activation // Stack
	Slot      ir.Reg      // Stack: the register of the alloca, or NoReg
	Made      ir.Point    // Heap
	Site      bool        // Heap: it stands for many blocks (heap.go)
	kind      blockKey    // Heap: of the blocks that one call makes in one size, whichever way leads to it
	Owned     bool        // Heap: a site whose blocks have timestamps (timestamp.go)
	*accesses             // Heap: shared by the blocks of one shape
	wish      uint64      // Heap: size of the narrowest access at unknown offsets, 0: none
	unit      uint64      // Heap: size of the cells that wide does not name, 0: 4 where that fits, or 1
	Sized     bool        // Heap, Stack: its size is no constant, but part of its state (smashed.go)
	Scales    []uint64    // sized: factors in its sizes
	Extras    []uint64    // sized: constants in its sizes
	divided               // smashed: its words
	Of        *Object     // of a companion: what it has the words of
	Kinds     kinds       // what its elements are compared with (counts.go)
	Stored    kinds       // those that are written at unknown indices, and constants that they become there
	// text is set for the strings of the environment: bytes of any value but 0 up to the
	// length, then the NUL.
	Text *inputText
	// vector is set for argv itself.
	vector    bool
	arguments bool // it is where va_arg finds arguments
	// addressed: an address may be among its bytes. Where none is, what is read is a number.
	addressed bool // smashed
	hidden
}

// ofEnvironment tells of argv and the strings of the environment: programs may write to
// them, and what is in them is the same for the whole run here.
func (o *Object) ofEnvironment() bool { return o.Text != nil || o.vector }

// inputText is a string of the environment, or one for each instance of many: frozen, the
// same for the whole run.
type inputText struct {
	Length  term.T // of pointer width; of many: array from instance to argumentBits
	content term.T // array from offset to byte; of many: from row + offset
	rows    term.T // of many: array from instance to the row; None: one string
}

// ObjState is what a state knows of an object. It is copied on write.
type ObjState struct {
	owner *owner
	Alive term.T // Bool
	Cells []Value
	named named // by the addresses in its cells
	read  []readByte
}

// readByte is a byte of smashed memory as it was read, and is still: a program that reads it
// again finds the same.
//
//	while (*p == ' ' || *p == '\t') p++;
type readByte struct{ inst, off, number, unset term.T }

// frame is an activation on the stack of a state. It is copied on write.
type frame struct {
	owner *owner
	ctx   *Activation
	Regs  []Value
	named named // by the addresses in its registers
}

// State is a merged state of the program: what is said of registers and
// memory holds where the guard does.
type State struct {
	owner  *owner
	Guard  term.T
	Objs   Table    // by object number
	Frames []*frame // the entry function's or the procedure's first
	Before Table    // in a procedure: objs when it was entered; never changed
	result Value    // of a procedure that returns
}

// fork copies a state; both copies share what neither changes.
func (s *State) fork() *State {
	t := &State{owner: new(owner), Guard: s.Guard, Before: s.Before, result: s.result, Objs: slices.Clone(s.Objs), Frames: slices.Clone(s.Frames)}
	s.owner = new(owner)
	return t
}

func (s *State) Obj(id int) *ObjState { return s.Objs.At(id) }

// own returns an object's state for writing: what was read of it may be so no more.
func (s *State) own(id int) *ObjState {
	o := s.Objs.At(id)
	if o.owner != s.owner {
		o = &ObjState{owner: s.owner, Alive: o.Alive, Cells: slices.Clone(o.Cells)}
		s.put(id, o)
	}
	o.named, o.read = named{}, nil
	return o
}

// put sets the state of an object; nil: there is none any more.
func (s *State) put(id int, o *ObjState) { s.Objs.Put(s.owner, id, o) }

func (s *State) top() *frame { return s.Frames[len(s.Frames)-1] }

// regs returns the registers of the current activation for writing.
func (s *State) regs() []Value {
	return s.ownFrame(len(s.Frames) - 1).Regs
}

// ownFrame returns an activation for writing.
func (s *State) ownFrame(i int) *frame {
	f := s.Frames[i]
	if f.owner != s.owner {
		f = &frame{owner: s.owner, ctx: f.ctx, Regs: slices.Clone(f.Regs)}
		s.Frames[i] = f
	}
	f.named = named{}
	return f
}

// merge joins states that meet at one point: guards are disjoint or, where a
// free choice told them apart, a fresh variable made them so.
func (b *System) merge(in []*State) *State {
	s := in[0]
	for _, t := range in[1:] {
		s = b.mergeTwo(s, t)
	}
	return s
}

func (b *System) mergeTwo(x, y *State) *State {
	m := &meeting{b, x.Guard, y.Guard}
	b.met[x.Guard] = true
	s := &State{owner: new(owner), Guard: b.Pool.Or(x.Guard, y.Guard), Before: x.Before, result: m.choose(x.result, y.result)}
	s.Objs = chunks.Merge(x.Objs, y.Objs, s.owner, func(id int, x, y *ObjState) *ObjState { return m.objects(id, x, y, s.owner) })
	for i := range x.Frames {
		s.Frames = append(s.Frames, m.frames(x.Frames[i], y.Frames[i], s.owner))
	}
	return s
}

// meeting merges what two states hold.
type meeting struct {
	b    *System
	x, y term.T // their guards
}

func (m *meeting) choose(v, w Value) Value {
	if v.Same(w) {
		return v
	}
	return m.b.chosen(m.x, m.b.valueUnder(m.x, v), m.b.valueUnder(m.y, w), v, w)
}

// alive chooses between what tells that an object lives.
func (m *meeting) alive(v, w term.T) term.T {
	return m.b.Pool.Ite(m.x, m.b.simplifyUnder(m.x, v), m.b.simplifyUnder(m.y, w))
}

// objects merges the states of one; where it does not exist it is not alive.
func (m *meeting) objects(id int, x, y *ObjState, own *owner) *ObjState {
	object := m.b.Objects[id]
	switch {
	case x == y:
		return x
	case x == nil && object.Site:
		x = m.b.noBlocks(object)
	case y == nil && object.Site:
		y = m.b.noBlocks(object)
	case x == nil:
		return &ObjState{Alive: m.alive(term.False, y.Alive), Cells: y.Cells}
	case y == nil:
		return &ObjState{Alive: m.alive(x.Alive, term.False), Cells: x.Cells}
	}
	m.b.spend(len(x.Cells))
	o := &ObjState{owner: own, Alive: m.alive(x.Alive, y.Alive), Cells: make([]Value, len(x.Cells))}
	for i := range x.Cells {
		o.Cells[i] = m.choose(x.Cells[i], y.Cells[i])
	}
	for _, r := range x.read {
		if slices.Contains(y.read, r) {
			o.read = append(o.read, r)
		}
	}
	return o
}

func (m *meeting) frames(x, y *frame, own *owner) *frame {
	if x == y || len(x.Regs) > 0 && len(y.Regs) > 0 && &x.Regs[0] == &y.Regs[0] {
		return x
	}
	m.b.spend(len(x.Regs))
	f := &frame{owner: own, ctx: x.ctx, Regs: make([]Value, len(x.Regs))}
	for i := range x.Regs {
		if !x.Regs[i].Absent() && !y.Regs[i].Absent() {
			f.Regs[i] = m.choose(x.Regs[i], y.Regs[i])
		}
	}
	return f
}

// MaxBlock is the greatest size of a block (MAX_BLOCK of the library models).
func (b *program) MaxBlock() uint64 {
	return 1<<min(b.PtrBits-1, nthBits+bits.Len64(b.PointerSize())-1) - 1
}

// scaled takes note of the factors in a size.
func (o *Object) scaled(p *term.Pool, size term.T) {
	stack := []term.T{size}
	for n := 0; len(stack) > 0 && n < budget.SizeTerms.N; n++ {
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

func (o *Object) addScale(k uint64) {
	if k > 1 && len(o.Scales) < budget.SizeScales.N && !slices.Contains(o.Scales, k) {
		o.Scales = append(o.Scales, k)
	}
}

// addExtra takes note of the constant in a size.
func (o *Object) addExtra(b *System, size term.T) {
	k := b.base(size)
	if !b.Pool.IsConst(size) && len(o.Extras) < budget.SizeExtras.N && !slices.Contains(o.Extras, k) {
		o.Extras = append(o.Extras, k)
	}
}
